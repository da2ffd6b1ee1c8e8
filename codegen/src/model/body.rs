//! Request bodies: where their values stand among the arguments, and the content type that they are sent as.

use super::{Field, ParameterStyle, Sequence};

/// The body of an operation: the last field of the request struct.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::{BodyFormat, BodyPlace};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let add = modelled.api().operations.iter().find(|it| it.tool == "add_pet");
/// let body = add.and_then(|add| add.body.as_ref()).expect("it has one");
/// assert_eq!(body.place, BodyPlace::Merged);
/// assert_eq!(body.format, BodyFormat::Json("application/json".to_owned()));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// The field, `body`; its type is `Option` where the body is optional.
    pub field: Field,
    /// Where its value stands among the arguments.
    pub place: BodyPlace,
    /// What it is sent as.
    pub format: BodyFormat,
}

/// Where a body stands among the arguments.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::BodyPlace;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let merged = modelled.api().operations.iter().filter(|operation| {
///     operation.body.as_ref().is_some_and(|body| body.place == BodyPlace::Merged)
/// });
/// assert!(merged.count() > 0);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyPlace {
    /// Its properties stand beside the parameters.
    Merged,
    /// It is one property, `field.wire`.
    Property,
}

/// What a body is sent as.
///
/// ```
/// use toolwright_codegen::model::BodyFormat;
///
/// let format = BodyFormat::Text("text/plain".to_owned());
/// assert_eq!(format.media_types(), ["text/plain"]);
/// assert!(format.field().is_none());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum BodyFormat {
    /// JSON under a media type.
    Json(String),
    /// JSON under one of several media types, the first by default: the field of the request struct
    /// that chooses, and the media types.
    JsonEither(Field, Vec<String>),
    /// `application/x-www-form-urlencoded`, with the properties that have an encoding.
    Form(Vec<(String, PropertyEncoding)>),
    /// A multipart media type, with the properties that have an encoding.
    Multipart(String, Vec<(String, PropertyEncoding)>),
    /// A list as a multipart media type: the encodings of the first items, and that of all others.
    Parts(String, Vec<PropertyEncoding>, PropertyEncoding),
    /// The items of a list in a row, under a media type.
    Sequence(Sequence, String),
    /// XML under a media type.
    Xml(String, XmlRoot),
    /// Text under a media type.
    Text(String),
    /// Bytes under one of several media types or ranges.
    Binary(Vec<String>),
}

/// The root element of a body.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::BodyFormat;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let roots = modelled.api().operations.iter().filter_map(|operation| {
///     match &operation.body.as_ref()?.format {
///         BodyFormat::Xml(_, root) => Some(root),
///         _ => None,
///     }
/// });
/// for root in roots {
///     assert!(modelled.api().xml.contains_key(&root.table), "{root:?}");
/// }
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlRoot {
    /// Its name where the table has none, may be empty.
    pub name: String,
    /// The constant of its table in `Api::xml`.
    pub table: String,
}

impl BodyFormat {
    /// The field of the request struct that chooses the media type.
    pub fn field(&self) -> Option<&Field> {
        match self {
            Self::JsonEither(field, _) => Some(field),
            _ => None,
        }
    }

    /// The media types.
    pub fn media_types(&self) -> Vec<&str> {
        match self {
            Self::Json(name)
            | Self::Multipart(name, _)
            | Self::Parts(name, ..)
            | Self::Sequence(_, name)
            | Self::Xml(name, _)
            | Self::Text(name) => {
                vec![name]
            }
            Self::JsonEither(_, names) | Self::Binary(names) => {
                names.iter().map(String::as_str).collect()
            }
            Self::Form(_) => vec!["application/x-www-form-urlencoded"],
        }
    }
}

/// Mirrors the runtime's `Encoding`.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::BodyFormat;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let upload = modelled.api().operations.iter().find(|it| it.tool == "upload_photo");
/// let body = upload.and_then(|upload| upload.body.as_ref()).expect("it has one");
/// let BodyFormat::Multipart(_, encodings) = &body.format else { panic!("{body:?}") };
/// let (property, encoding) = &encodings[0];
/// assert_eq!((property.as_str(), encoding.content_type.as_str()), ("photo", "image/png"));
/// assert!(encoding.is_file);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PropertyEncoding {
    /// How lists and objects are written, where that is not the default.
    pub style: Option<ParameterStyle>,
    /// `allowReserved`
    pub allow_reserved: bool,
    /// Content type of the part, empty where it follows from the value; of a file, the types and
    /// ranges that it may have, with commas between them.
    pub content_type: String,
    /// Whether the value is a file.
    pub is_file: bool,
    /// Further headers of the part.
    pub headers: Vec<(String, String)>,
}
