//! Schemas in the form that validation tables have, before they become Rust. A `Node` mirrors the
//! runtime's `Schema` with links in place of references, and nodes that mean the same are equal, so
//! that each table is written once. Reading and writing them is the work of the files beside it.

use serde_json::{Number, Value};

/// A schema as its table will be, with links in place of the schemas within it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) types: Types,
    pub(super) keywords: Vec<Keyword>,
}

/// Where a schema within a schema is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Link {
    /// A constant of the runtime's `Schema`.
    Constant(&'static str),
    /// A node, by index.
    Node(usize),
    /// A definition, by index.
    Definition(usize),
    /// A type of the user's, by index.
    Type(usize),
}

impl Link {
    pub(super) const ANY: Self = Self::Constant("ANY");
    pub(super) const NEVER: Self = Self::Constant("NEVER");
}

/// The `type` keyword, as the runtime has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Types(pub(super) u8);

impl Types {
    pub(super) const ANY: Self = Self(0x7f);
    pub(super) const NULL: Self = Self(1);
    pub(super) const FILE: Self = Self(16 | 64);
    pub(super) const NULLABLE_FILE: Self = Self(16 | 64 | 1);

    /// The single types by their name in JSON Schema, in the order of the runtime's messages.
    pub(super) const NAMES: [(&'static str, &'static str, Self); 7] = [
        ("string", "STRING", Self(16)),
        ("integer", "INTEGER", Self(4)),
        ("number", "NUMBER", Self(8)),
        ("boolean", "BOOLEAN", Self(2)),
        ("array", "ARRAY", Self(32)),
        ("object", "OBJECT", Self(64)),
        ("null", "NULL", Self::NULL),
    ];

    /// Reads the value of `type`; `None` where it is none.
    pub(super) fn read(value: &Value) -> Option<Self> {
        match value {
            Value::String(name) => Self::from_name(name),
            Value::Array(names) if !names.is_empty() => names
                .iter()
                .map(|name| name.as_str().and_then(Self::from_name))
                .try_fold(Self(0), |all, one| Some(Self(all.0 | one?.0))),
            _ => None,
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        let (.., types) = Self::NAMES.iter().find(|(known, ..)| *known == name)?;
        Some(*types)
    }

    /// The sets that the runtime has a schema for, which says no more than they do.
    const SCHEMAS: [(&'static str, Self); 13] = [
        ("ANY", Self::ANY),
        ("NEVER", Self(0)),
        ("NULL", Self::NULL),
        ("BOOLEAN", Self(2)),
        ("INTEGER", Self(4)),
        ("NUMBER", Self(8)),
        ("STRING", Self(16)),
        ("ARRAY", Self(32)),
        ("OBJECT", Self(64)),
        ("NULLABLE_BOOLEAN", Self(2 | 1)),
        ("NULLABLE_INTEGER", Self(4 | 1)),
        ("NULLABLE_NUMBER", Self(8 | 1)),
        ("NULLABLE_STRING", Self(16 | 1)),
    ];

    /// The name of the runtime's schema that says this and no more.
    pub(super) fn schema_constant(self) -> Option<&'static str> {
        let (name, _) = Self::SCHEMAS.iter().find(|(_, known)| *known == self)?;
        Some(name)
    }

    /// The set that such a schema is.
    pub(super) fn of_schema_constant(name: &str) -> Option<Self> {
        let (_, types) = Self::SCHEMAS.iter().find(|(known, _)| *known == name)?;
        Some(*types)
    }

    /// The name of the runtime's constant for this set.
    pub(super) fn constant(self) -> Option<String> {
        match self {
            Self::ANY => return Some("ANY".to_owned()),
            Self(0) => return Some("NONE".to_owned()),
            _ => {}
        }
        let single = |types: Self| {
            let (_, name, _) = Self::NAMES.iter().find(|(.., known)| *known == types)?;
            Some(*name)
        };
        match single(self) {
            Some(name) => Some(name.to_owned()),
            None if self.0 & Self::NULL.0 == 0 => None,
            None => single(Self(self.0 & !Self::NULL.0)).map(|name| format!("NULLABLE_{name}")),
        }
    }
}

impl Default for Types {
    fn default() -> Self {
        Self::ANY
    }
}

/// A keyword as its table will be. Mirrors the runtime's `Keyword`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Keyword {
    Enum(Vec<Value>),
    EnumOfStrings(Vec<String>),
    Const(Value),
    /// `Minimum` and the like, by the name of the variant.
    Bound(&'static str, Number),
    /// `MinLength` and the like, by the name of the variant.
    Count(&'static str, u64),
    UniqueItems,
    /// What a file is as an argument.
    File,
    Required(Vec<String>),
    DependentRequired(Vec<(String, Vec<String>)>),
    /// By index.
    Pattern(usize),
    /// By the name of the constant.
    Format(&'static str),
    PropertyNames(Link),
    Object(Vec<Property>),
    ClosedObject(Vec<Property>),
    Map(Link),
    Members {
        properties: Vec<Property>,
        patterns: Vec<(usize, Link)>,
        additional: Link,
    },
    PrefixItems(Vec<Link>),
    Items(Link),
    ItemsAfter(usize, Link),
    Contains {
        schema: Link,
        min: u64,
        max: u64,
    },
    DependentSchemas(Vec<(String, Link)>),
    Ref(Link),
    /// `AllOf`, `AnyOf` or `OneOf`.
    Combined(&'static str, Vec<Link>),
    Not(Link),
    If {
        condition: Link,
        then: Link,
        otherwise: Link,
    },
    /// `UnevaluatedProperties` or `UnevaluatedItems`.
    Unevaluated {
        variant: &'static str,
        beside: Link,
        schema: Link,
    },
}

/// An entry of `properties`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) schema: Link,
    pub(super) required: bool,
}

impl Keyword {
    /// The schemas that are applied to the very value that this keyword is applied to.
    pub(super) fn in_place(&self) -> Vec<Link> {
        match self {
            Self::DependentSchemas(all) => all.iter().map(|(_, link)| *link).collect(),
            Self::Ref(link) | Self::Not(link) | Self::Unevaluated { beside: link, .. } => {
                vec![*link]
            }
            Self::Combined(_, links) => links.clone(),
            Self::If {
                condition,
                then,
                otherwise,
            } => vec![*condition, *then, *otherwise],
            _ => Vec::new(),
        }
    }

    /// All schemas within.
    pub(super) fn links(&self) -> Vec<Link> {
        let of = |properties: &[Property]| -> Vec<Link> {
            properties.iter().map(|property| property.schema).collect()
        };
        match self {
            Self::Object(properties) | Self::ClosedObject(properties) => of(properties),
            Self::Members {
                properties,
                patterns,
                additional,
            } => {
                let mut links = of(properties);
                links.extend(patterns.iter().map(|(_, link)| *link));
                links.push(*additional);
                links
            }
            Self::PrefixItems(links) => links.clone(),
            Self::Unevaluated { beside, schema, .. } => vec![*beside, *schema],
            Self::PropertyNames(link)
            | Self::Map(link)
            | Self::Items(link)
            | Self::ItemsAfter(_, link)
            | Self::Contains { schema: link, .. } => vec![*link],
            _ => self.in_place(),
        }
    }
}
