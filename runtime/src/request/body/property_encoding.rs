//! How one property of a form or multipart body is encoded: OpenAPI's Encoding Object as a constant. Generated code
//! builds the tables; the writers in this folder read them.

use crate::request::Style;

/// How one property of a form or multipart body, or one item of a multipart list, is encoded
/// (OpenAPI 3.0.3 and 3.2, "Encoding Object").
///
/// ```
/// use toolwright::{Encoding, Style};
///
/// static ENCODINGS: &[(&str, Encoding)] = &[
///     ("filter", Encoding::with_style(Style::DeepObject)),
///     ("photo", Encoding::for_file("image/png").headers(&[("X-Kind", "portrait")])),
/// ];
/// assert_eq!(ENCODINGS[0].1.style, Some(Style::DeepObject));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// How lists and objects are written in one value or several; none: as the body does by
    /// default.
    pub style: Option<Style>,
    /// Whether reserved characters stay as they are, in a form.
    pub allow_reserved: bool,
    /// Content type of the property's part, empty where it follows from the value; of a file, the
    /// types and ranges that it may have, with commas between them.
    pub content_type: &'static str,
    /// Whether the value is a [`File`](crate::File).
    pub is_file: bool,
    /// Further headers of the property's part.
    pub headers: &'static [(&'static str, &'static str)],
}

impl Encoding {
    /// The default of the body.
    pub const DEFAULT: Self = Self {
        style: None,
        allow_reserved: false,
        content_type: "",
        is_file: false,
        headers: &[],
    };

    /// A value in a style.
    pub const fn with_style(style: Style) -> Self {
        Self {
            style: Some(style),
            ..Self::DEFAULT
        }
    }

    /// A part of a content type.
    ///
    /// ```
    /// use toolwright::Encoding;
    ///
    /// const NOTE: Encoding = Encoding::with_content_type("text/markdown");
    /// assert_eq!((NOTE.content_type, NOTE.is_file), ("text/markdown", false));
    /// ```
    pub const fn with_content_type(content_type: &'static str) -> Self {
        Self {
            content_type,
            ..Self::DEFAULT
        }
    }

    /// A [`File`](crate::File), whose part has a file name; the types and ranges that it may have,
    /// with commas between them.
    pub const fn for_file(content_type: &'static str) -> Self {
        Self {
            is_file: true,
            ..Self::with_content_type(content_type)
        }
    }

    /// The same with `allowReserved`.
    ///
    /// ```
    /// use toolwright::{Encoding, Style};
    ///
    /// const PATH: Encoding = Encoding::with_style(Style::Form).reserved();
    /// assert!(PATH.allow_reserved);
    /// ```
    pub const fn reserved(self) -> Self {
        Self {
            allow_reserved: true,
            ..self
        }
    }

    /// The same with headers.
    pub const fn headers(self, headers: &'static [(&'static str, &'static str)]) -> Self {
        Self { headers, ..self }
    }

    /// The `Content-Disposition` among the headers.
    pub(super) fn content_disposition(&self) -> Option<&'static str> {
        let found = self
            .headers
            .iter()
            .find(|(name, _)| is_content_disposition(name));
        found.map(|(_, value)| *value)
    }

    pub(super) fn find_encoding<'e>(encodings: &'e [(&str, Self)], name: &str) -> &'e Self {
        encodings
            .iter()
            .find(|(property, _)| *property == name)
            .map_or(&Self::DEFAULT, |(_, encoding)| encoding)
    }
}

pub(super) fn is_content_disposition(header: &str) -> bool {
    header.eq_ignore_ascii_case("content-disposition")
}
