//! Items of a response, decoded one by one as they arrive, and the bytes of a download. A handler makes the same
//! type of a list.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::vec;

use crate::response::{DecodeError, SendError};
use crate::value::{Cursor, Decode, Encode, Encoder, Fields, Json};

/// What is awaited of a stream.
pub(crate) type PendingNext<'a, T> =
    Pin<Box<dyn Future<Output = Option<Result<T, SendError>>> + Send + 'a>>;

/// Where the items of a stream come from.
pub(crate) trait ItemSource: Send + Sync {
    /// The next item; none at the end, and after an error.
    fn next(&mut self) -> PendingNext<'_, Json>;

    /// The request, for people, and the status of its response.
    fn request_and_status(&self) -> (&str, u16);
}

/// Where the bytes of a body come from.
#[cfg(feature = "client")]
pub(crate) trait ByteSource: Send + Sync {
    /// The next bytes; none at the end, and after an error.
    fn next(&mut self) -> PendingNext<'_, Vec<u8>>;
}

/// The items of a response, each decoded when it is asked for. To drop it closes the connection.
///
/// A handler makes one of a list:
///
/// ```
/// # async fn run() -> Result<(), toolwright::SendError> {
/// let mut items = toolwright::Items::from(vec![1, 2]);
/// while let Some(item) = items.next().await {
///     println!("{}", item?);
/// }
/// # Ok(())
/// # }
/// ```
pub struct Items<T>(ItemOrigin<T>);

enum ItemOrigin<T> {
    Known(vec::IntoIter<T>),
    Coming(Box<dyn ItemSource>),
}

impl<T> Items<T> {
    pub(crate) fn from_source(source: Box<dyn ItemSource>) -> Self {
        Self(ItemOrigin::Coming(source))
    }
}

impl<T: Decode> Items<T> {
    /// The next item; none when there are no more.
    ///
    /// An item that is not what the spec says is an error, and the stream goes on behind it. After
    /// any other error it is over.
    pub async fn next(&mut self) -> Option<Result<T, SendError>> {
        let source = match &mut self.0 {
            ItemOrigin::Known(items) => return items.next().map(Ok),
            ItemOrigin::Coming(source) => source,
        };
        let value = match source.next().await? {
            Ok(value) => value,
            Err(error) => return Some(Err(error)),
        };
        // Decoding consumes the value, and the error shows it as it came.
        let before = value.clone();
        let mut cursor = Cursor::for_lenient_value(value);
        let item = T::decode(&mut cursor);
        let violations = cursor.into_violations();
        if violations.is_empty() {
            return Some(Ok(item));
        }
        let (call, status) = source.request_and_status();
        Some(Err(SendError::Decode(Box::new(DecodeError {
            call: call.to_owned(),
            status,
            content_type: "application/json".to_owned(),
            body: before.to_string().into_bytes(),
            violations,
        }))))
    }

    /// All items that are still to come.
    ///
    /// # Errors
    ///
    /// The first error.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), toolwright::SendError> {
    /// let items = toolwright::Items::from(vec![1, 2]);
    /// assert_eq!(items.collect().await?, [1, 2]);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn collect(mut self) -> Result<Vec<T>, SendError> {
        let mut all = Vec::new();
        while let Some(item) = self.next().await {
            all.push(item?);
        }
        Ok(all)
    }
}

impl<T: Encode> Items<T> {
    /// The same, as JSON.
    pub(crate) fn into_json(self) -> Items<Json> {
        Items(match self.0 {
            ItemOrigin::Coming(source) => ItemOrigin::Coming(source),
            ItemOrigin::Known(items) => {
                let json = items.map(|item| {
                    let mut out = Encoder::new();
                    item.encode(&mut out);
                    serde_json::from_str(&out.into_text()).unwrap_or_default()
                });
                ItemOrigin::Known(json.collect::<Vec<_>>().into_iter())
            }
        })
    }
}

impl<T> From<Vec<T>> for Items<T> {
    fn from(items: Vec<T>) -> Self {
        Self(ItemOrigin::Known(items.into_iter()))
    }
}

impl<T> fmt::Debug for Items<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            ItemOrigin::Known(items) => write!(f, "Items({})", items.len()),
            ItemOrigin::Coming(_) => f.write_str("Items(…)"),
        }
    }
}

/// A server-sent event (WHATWG HTML, "Server-sent events") with `T` in its data.
///
/// ```
/// use toolwright::{Event, Reply};
///
/// let mut reply = Reply::new(200, "application/json", r#"{"event": "sold", "data": {"id": 7}}"#);
/// let event: Event<toolwright::Json> = reply.json();
/// assert_eq!(event.event.as_deref(), Some("sold"));
/// assert_eq!(event.data["id"], 7);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event<T> {
    /// The kind of event, where it has one.
    pub event: Option<String>,
    /// Its id, where it has one.
    pub id: Option<String>,
    /// Its data.
    pub data: T,
}

impl<T: Decode> Decode for Event<T> {
    fn decode(at: &mut Cursor) -> Self {
        let mut fields = Fields::open(at);
        let decoded = Self {
            event: fields.take("event"),
            id: fields.take("id"),
            data: fields.take("data"),
        };
        fields.close();
        decoded
    }
}

impl<T: Encode> Encode for Event<T> {
    fn encode(&self, out: &mut Encoder) {
        let mut object = out.open_object();
        object.field("event", &self.event);
        object.field("id", &self.id);
        object.field("data", &self.data);
        object.close();
    }
}

/// The bytes of a response as they come. To drop it closes the connection.
///
/// ```
/// # mod pets { toolwright::tools!("tests/doc/pets.yaml", responses = true); }
/// use std::io::Write;
/// use toolwright::HttpExecutor;
///
/// /// However large it is.
/// async fn save(executor: &HttpExecutor, mut to: impl Write) -> Result<(), Box<dyn std::error::Error>> {
///     let mut response = executor.download(&pets::ListPets { limit: None }).await?;
///     while let Some(bytes) = response.body_mut().next().await {
///         to.write_all(&bytes?)?;
///     }
///     Ok(())
/// }
/// ```
#[cfg(feature = "client")]
pub struct Chunks(Box<dyn ByteSource>);

#[cfg(feature = "client")]
impl Chunks {
    pub(crate) fn from_source(source: Box<dyn ByteSource>) -> Self {
        Self(source)
    }

    /// The next bytes; none at the end, and after an error.
    pub async fn next(&mut self) -> Option<Result<Vec<u8>, SendError>> {
        self.0.next().await
    }
}

#[cfg(feature = "client")]
impl fmt::Debug for Chunks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chunks(…)")
    }
}
