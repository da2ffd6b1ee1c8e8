//! What a handler returns, in the forms that a result can have: JSON, text, a file, items, or nothing.

use crate::file::{self, File};
use crate::outcome::{Attachment, Outcome};
use crate::response::{Items, SendError};
use crate::value::{Decode, Encode, Encoder, Json};

/// What a handler gives, ready to be put into a result.
///
/// ```
/// use toolwright::generated::{Content, Items};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), toolwright::SendError> {
/// let outcome = Content::json(&vec!["Rex".to_owned()]).into_outcome(1000).await?;
/// assert_eq!(outcome.text, r#"["Rex"]"#);
///
/// let first = Content::from_items(Items::from(vec![1, 2, 3])).into_outcome(2).await?;
/// assert!(first.text.starts_with("[1,2"), "{}", first.text);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Content {
    /// Nothing.
    Nothing,
    /// JSON text.
    Json(String),
    /// Any other text.
    Text(String),
    /// A file.
    File(File),
    /// Items, to be collected.
    Items(Items<Json>),
}

impl Content {
    /// A value as JSON.
    #[inline]
    pub fn json(value: &dyn Encode) -> Self {
        let mut out = Encoder::new();
        value.encode(&mut out);
        Self::Json(out.into_text())
    }

    /// The items of a stream.
    #[inline]
    pub fn from_items<T: Decode + Encode>(items: Items<T>) -> Self {
        Self::Items(items.into_json())
    }

    /// The result of a tool that has this to give. Of a stream that is without end, at most `most`
    /// items are waited for.
    ///
    /// # Errors
    ///
    /// When the stream that items come from breaks.
    pub async fn into_outcome(self, most: usize) -> Result<Outcome, SendError> {
        Ok(match self {
            Self::Nothing => Outcome::success("Done."),
            Self::Json(text) => Outcome {
                structured: serde_json::from_str(&text).ok(),
                ..Outcome::success(text)
            },
            Self::Text(text) => Outcome::success(text),
            Self::File(file) => attachment_outcome(file),
            Self::Items(mut items) => {
                let mut all = Vec::new();
                while all.len() < most
                    && let Some(item) = items.next().await
                {
                    all.push(item?);
                }
                let list = Json::Array(all);
                Outcome {
                    structured: Some(list.clone()),
                    ..Outcome::success(list.to_string())
                }
            }
        })
    }
}

/// The result of a tool that has a file to give.
pub(crate) fn attachment_outcome(file: File) -> Outcome {
    let media_type = file
        .media_type
        .as_deref()
        .map(file::strip_parameters)
        // It becomes `mimeType` of the result, which clients may use unchecked.
        .filter(|media_type| file::is_legal_media_type(media_type))
        .unwrap_or("application/octet-stream");
    let bytes = file.content.len();
    let text = match &file.filename {
        Some(name) => format!("The file {name:?}, {bytes} bytes of {media_type}, attached."),
        None => format!("{bytes} bytes of {media_type}, attached."),
    };
    let media_type = media_type.to_owned();
    let mut outcome = Outcome::success(text);
    outcome.attachments.push(Attachment {
        name: file.filename,
        media_type,
        data: file.content,
    });
    outcome
}
