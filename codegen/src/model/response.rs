use super::Type;

/// What a caller gets when all went well.
#[derive(Clone, Debug, PartialEq)]
pub enum Response {
    /// The same whatever the status is.
    Always(Payload),
    /// That, or nothing: an `Option`.
    Perhaps(Payload),
    /// An enum, by the status and whether the body is a stream.
    Either {
        /// Name of the enum, unique among those of requests.
        ident: String,
        /// Its variants; the first of them is for a status that none of them has, unless one has no
        /// status.
        variants: Vec<ResponseVariant>,
    },
}

/// One of several responses.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseVariant {
    /// Identifier in PascalCase, unique in its enum.
    pub ident: String,
    /// The status; none where it is that of all others.
    pub status: Option<u16>,
    /// The body.
    pub payload: Payload,
    /// Documentation in Markdown, may be empty.
    pub doc: String,
}

/// What the body of a response is read as.
#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    /// `()`
    Nothing,
    /// JSON, as this type.
    Json(Type),
    /// `String`: text, whatever it is a text of.
    Text,
    /// `File`: bytes and their media type.
    File,
    /// `Items<…>`: JSON texts that come one after the other, or events as a whole.
    Items(Type),
    /// `Items<Event<…>>`: server-sent events with this in their data.
    Events(Type),
}

impl Payload {
    /// The type of the JSON in it.
    pub fn ty(&self) -> Option<&Type> {
        match self {
            Self::Json(ty) | Self::Items(ty) | Self::Events(ty) => Some(ty),
            Self::Nothing | Self::Text | Self::File => None,
        }
    }

    /// Whether it comes item by item.
    pub fn is_stream(&self) -> bool {
        matches!(self, Self::Items(_) | Self::Events(_))
    }
}

impl Response {
    /// All that it may have for a body.
    pub fn payloads(&self) -> Vec<&Payload> {
        match self {
            Self::Always(payload) | Self::Perhaps(payload) => vec![payload],
            Self::Either { variants, .. } => {
                variants.iter().map(|variant| &variant.payload).collect()
            }
        }
    }
}
