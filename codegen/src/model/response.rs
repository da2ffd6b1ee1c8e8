//! What a caller in Rust gets from an operation that succeeds.

use super::Type;

/// What a caller gets when all went well.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::{Payload, Response, Type};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").responses(true).model()?;
/// let list = modelled.api().operations[0].response.as_ref().expect("they were asked for");
/// let Response::Always(payload) = list else { panic!("{list:?}") };
/// assert!(matches!(payload, Payload::Json(Type::List(_))));
/// assert_eq!(list.payloads(), [payload]);
/// assert_eq!(list.clone().types_mut().count(), 1);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
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
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::Response;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").responses(true).model()?;
/// let add = modelled.api().operations.iter().find(|it| it.tool == "add_pet");
/// match add.and_then(|add| add.response.as_ref()) {
///     Some(Response::Either { variants, .. }) => assert_eq!(variants[0].status, Some(201)),
///     Some(Response::Perhaps(payload)) => assert!(payload.ty().is_some()),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
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
///
/// ```
/// use toolwright_codegen::model::{Payload, Type};
///
/// let events = Payload::Events(Type::Json);
/// assert!(events.is_stream());
/// assert_eq!(events.ty(), Some(&Type::Json));
/// assert_eq!(Payload::Text.ty(), None);
/// ```
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
    /// The types of all JSON that it may have, to be changed.
    pub fn types_mut(&mut self) -> impl Iterator<Item = &mut Type> {
        let payloads = match self {
            Self::Always(payload) | Self::Perhaps(payload) => vec![payload],
            Self::Either { variants, .. } => {
                let variants = variants.iter_mut();
                variants.map(|variant| &mut variant.payload).collect()
            }
        };
        payloads.into_iter().filter_map(|payload| match payload {
            Payload::Json(ty) | Payload::Items(ty) | Payload::Events(ty) => Some(ty),
            Payload::Nothing | Payload::Text | Payload::File => None,
        })
    }

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
