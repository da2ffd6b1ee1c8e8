//! Recognizes a Rust type by its name. A macro sees tokens and no definitions, so a type that is not of the standard
//! library is one whose own implementation says what it is.

use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, GenericArgument, Lit, PathArguments, PathSegment, Type, TypePath};

/// A type, as far as its name tells what it is.
pub(crate) enum RustKind {
    Unit,
    Bool,
    /// With the least and the greatest value.
    Integer(i128, i128),
    F32,
    F64,
    String,
    Char,
    /// `Option`; also `Nullable`, which is not absent.
    Option(Box<RustKind>),
    Nullable(Box<RustKind>),
    List(Box<RustKind>),
    Set(Box<RustKind>),
    Array(Box<RustKind>, usize),
    Row(Vec<RustKind>),
    Map(Box<RustKind>),
    /// Any other: its own implementation says what it is.
    Other(Box<Type>),
}

const INTEGERS: [(&str, i128, i128); 10] = [
    ("i8", i8::MIN as i128, i8::MAX as i128),
    ("i16", i16::MIN as i128, i16::MAX as i128),
    ("i32", i32::MIN as i128, i32::MAX as i128),
    ("i64", i64::MIN as i128, i64::MAX as i128),
    // The width of `isize` differs by platform; a schema must not.
    ("isize", i64::MIN as i128, i64::MAX as i128),
    ("u8", 0, u8::MAX as i128),
    ("u16", 0, u16::MAX as i128),
    ("u32", 0, u32::MAX as i128),
    ("u64", 0, u64::MAX as i128),
    ("usize", 0, u64::MAX as i128),
];

/// What has no place in JSON, and what to write instead.
const UNSUPPORTED_TYPES: [(&str, &str); 11] = [
    (
        "i128",
        "JSON has no 128-bit numbers: write `i64`, or `String` for more digits",
    ),
    (
        "u128",
        "JSON has no 128-bit numbers: write `u64`, or `String` for more digits",
    ),
    ("str", "a tool owns its values: write `String`"),
    (
        "Cow",
        "a tool owns its values: write `String` or the type itself",
    ),
    (
        "Rc",
        "a tool owns its values: write the type itself, or `Box`",
    ),
    (
        "Arc",
        "a tool owns its values: write the type itself, or `Box`",
    ),
    (
        "PathBuf",
        "JSON has no paths: write `String`, and call `PathBuf::from` where it is used",
    ),
    ("OsString", "JSON strings are Unicode: write `String`"),
    (
        "Duration",
        "JSON has no durations: write a number with the unit in its name, for example `timeout_seconds: u64`",
    ),
    (
        "SystemTime",
        "JSON has no times: write `String` with `#[tool(format = \"date-time\")]`",
    ),
    (
        "Instant",
        "JSON has no times: write `String` with `#[tool(format = \"date-time\")]`",
    ),
];

impl RustKind {
    /// # Errors
    ///
    /// Where no JSON can be of that type, with what to write instead.
    pub(crate) fn from_type(ty: &Type) -> syn::Result<Self> {
        match ty {
            Type::Paren(inner) => Self::from_type(&inner.elem),
            Type::Group(inner) => Self::from_type(&inner.elem),
            Type::Tuple(tuple) if tuple.elems.is_empty() => Ok(Self::Unit),
            Type::Tuple(tuple) if tuple.elems.len() > 6 => Err(syn::Error::new(
                ty.span(),
                "a tuple can have at most 6 items: write a struct, whose names also help models",
            )),
            Type::Tuple(tuple) => {
                let kinds = tuple.elems.iter().map(Self::from_type);
                kinds.collect::<syn::Result<_>>().map(Self::Row)
            }
            Type::Array(array) => Ok(Self::Array(
                Box::new(Self::from_type(&array.elem)?),
                array_length(&array.len)?,
            )),
            Type::Path(path) => Self::from_path(path, ty),
            // A macro is not expanded here; its type must implement the trait like any other.
            Type::Macro(_) => Ok(Self::Other(Box::new(ty.clone()))),
            Type::Reference(_) => Err(syn::Error::new(
                ty.span(),
                "a tool owns its values: write `String` for `&str`, `Vec<T>` for `&[T]`, `T` for `&T`",
            )),
            _ => Err(syn::Error::new(
                ty.span(),
                format!(
                    "the type `{}` has no JSON: skip the field with `#[serde(skip)]`, or write another type",
                    ty.to_token_stream()
                ),
            )),
        }
    }

    fn from_path(path: &TypePath, ty: &Type) -> syn::Result<Self> {
        let other = || Ok(Self::Other(Box::new(ty.clone())));
        let Some(last) = path.path.segments.last().filter(|_| is_known_path(path)) else {
            return other();
        };
        let name = last.ident.to_string();
        let arguments = type_arguments(last);
        if arguments.is_empty()
            && let Some((_, min, max)) = INTEGERS.iter().find(|(known, ..)| *known == name)
        {
            return Ok(Self::Integer(*min, *max));
        }
        if let Some((_, advice)) = UNSUPPORTED_TYPES.iter().find(|(known, _)| *known == name) {
            return Err(syn::Error::new(ty.span(), advice));
        }
        let boxed = |ty| Self::from_type(ty).map(Box::new);
        Ok(match (name.as_str(), arguments.as_slice()) {
            ("bool", []) => Self::Bool,
            ("f32", []) => Self::F32,
            ("f64", []) => Self::F64,
            ("String", []) => Self::String,
            ("char", []) => Self::Char,
            ("Option", [inner]) => Self::Option(boxed(inner)?),
            ("Nullable", [inner]) => Self::Nullable(boxed(inner)?),
            // A box is its content in JSON.
            ("Box", [inner]) => Self::from_type(inner)?,
            ("Vec", [item]) => Self::List(boxed(item)?),
            ("HashSet", [item] | [item, _]) | ("BTreeSet", [item]) => Self::Set(boxed(item)?),
            ("Map", [value]) => Self::Map(boxed(value)?),
            ("HashMap", [key, value] | [key, value, _]) | ("BTreeMap", [key, value]) => {
                require_string_key(key)?;
                Self::Map(boxed(value)?)
            }
            _ => return other(),
        })
    }

    /// The types in it whose own implementations say what they are.
    pub(crate) fn other_types(&self) -> Vec<&Type> {
        match self {
            Self::Other(ty) => vec![ty],
            Self::Row(items) => items.iter().flat_map(Self::other_types).collect(),
            Self::Option(inner)
            | Self::Nullable(inner)
            | Self::List(inner)
            | Self::Set(inner)
            | Self::Array(inner, _)
            | Self::Map(inner) => inner.other_types(),
            _ => Vec::new(),
        }
    }

    /// The type without an `Option` or `Nullable` around it.
    pub(crate) fn without_null(&self) -> &Self {
        match self {
            Self::Option(inner) | Self::Nullable(inner) => inner.without_null(),
            other => other,
        }
    }
}

/// Whether a path can mean a type of the standard library or of the runtime.
fn is_known_path(path: &TypePath) -> bool {
    let mut segments = path.path.segments.iter();
    path.qself.is_none()
        // Only by name: a macro sees tokens. `my::String` is a type of the user and must not be
        // read as text.
        && segments.next().is_some_and(|first| {
            path.path.segments.len() == 1
                || ["std", "core", "alloc", "toolwright"]
                    .iter()
                    .any(|home| first.ident == home)
        })
}

fn type_arguments(segment: &PathSegment) -> Vec<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return Vec::new();
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

fn require_string_key(key: &Type) -> syn::Result<()> {
    match RustKind::from_type(key) {
        Ok(RustKind::String) => Ok(()),
        _ => Err(syn::Error::new(
            key.span(),
            "the keys of a JSON object are strings: write `String` here, or a list of pairs for other keys",
        )),
    }
}

fn array_length(length: &Expr) -> syn::Result<usize> {
    match length {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => number.base10_parse(),
        other => Err(syn::Error::new(
            other.span(),
            "the schema states the number of items: write the number itself, or a `Vec` with \
             `#[tool(min_items = …, max_items = …)]`",
        )),
    }
}
