//! A struct or enum of the user's as derive macros read it: names in JSON, fields and their roles, representation
//! of enums. It is made by `read`, and both schemas and code follow from it.

use serde_json::Value;

use super::rust_kind::RustKind;

/// A struct or enum of the user's.
pub(crate) struct UserType {
    pub(crate) ident: syn::Ident,
    /// What the schema calls it.
    pub(crate) name: String,
    pub(crate) about: About,
    pub(crate) shape: Shape,
}

impl UserType {
    /// All fields, those of variants too.
    pub(crate) fn all_members(&self) -> impl Iterator<Item = &Member> {
        self.shape
            .all_contents()
            .into_iter()
            .flat_map(Contents::members)
    }
}

/// What a schema says beside the type.
#[derive(Clone, Default)]
pub(crate) struct About {
    pub(crate) title: Option<String>,
    pub(crate) description: String,
    pub(crate) examples: Vec<Value>,
    pub(crate) deprecated: bool,
}

/// What a type is.
pub(crate) enum Shape {
    /// A struct.
    Struct(Contents),
    /// An enum of strings.
    Names(Vec<Names>),
    /// An enum of alternatives.
    Choice(Tagging, Vec<UserVariant>),
}

impl Shape {
    /// What is in a struct, or in each of the variants.
    pub(crate) fn all_contents(&self) -> Vec<&Contents> {
        match self {
            Self::Struct(contents) => vec![contents],
            Self::Names(_) => Vec::new(),
            Self::Choice(_, variants) => variants.iter().map(|variant| &variant.contents).collect(),
        }
    }
}

/// A variant that stands for a string.
pub(crate) struct Names {
    pub(crate) ident: syn::Ident,
    pub(crate) wire: String,
    pub(crate) doc: String,
}

/// How the JSON of an enum says which variant it is, in serde's words.
pub(crate) enum Tagging {
    /// `{"name": contents}`
    External,
    /// `{"tag": "name", contents}`
    Internal(String),
    /// `{"tag": "name", "content": contents}`
    Adjacent(String, String),
    /// `contents`
    Untagged,
}

/// An alternative.
pub(crate) struct UserVariant {
    pub(crate) ident: syn::Ident,
    pub(crate) wire: String,
    pub(crate) about: About,
    pub(crate) contents: Contents,
}

/// What a struct or a variant has in it.
pub(crate) enum Contents {
    /// Nothing: `null`.
    Unit,
    /// One value, whose JSON is that of the whole.
    One(Box<Member>),
    /// Values in a row.
    Row(Vec<Member>),
    /// Properties.
    Fields {
        members: Vec<Member>,
        /// Whether others than the named are refused.
        closed: bool,
        /// Whether defaults are taken from a value of the whole type.
        base: Option<Default>,
    },
}

impl Contents {
    pub(crate) fn members(&self) -> &[Member] {
        match self {
            Self::Unit => &[],
            Self::One(member) => std::slice::from_ref(member),
            Self::Row(members) | Self::Fields { members, .. } => members,
        }
    }
}

/// A field.
pub(crate) struct Member {
    pub(crate) ident: syn::Member,
    /// Name of the property.
    pub(crate) wire: String,
    pub(crate) kind: RustKind,
    pub(crate) role: Role,
    pub(crate) default: Option<Default>,
    /// Called before it is encoded.
    pub(crate) skip_if: Option<syn::Path>,
    /// Keywords of JSON Schema that its value is held to.
    pub(crate) keywords: Vec<(&'static str, Value)>,
    pub(crate) about: About,
}

/// What a field is in the JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A property, or an item.
    Property,
    /// An object whose properties stand among those of the struct.
    Part,
    /// All properties that have no field.
    Rest,
    /// Not in it.
    Skipped,
}

/// What a field is where the JSON does not have it.
#[derive(Clone)]
pub(crate) enum Default {
    /// `Default::default()`
    Trait,
    /// The result of a function.
    Function(syn::Path),
    /// A JSON value.
    Value(Value),
    /// What the default of the whole struct has there.
    Base,
}
