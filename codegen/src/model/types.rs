//! The Rust types that generated code declares.

use serde_json::Value;

/// The Rust type of a value.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::Type;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let types = modelled.api().operations[0].parameters.iter().map(|it| &it.field.ty);
/// let types: Vec<_> = types.take(2).collect();
/// assert_eq!(types, [&Type::I64, &Type::List(Box::new(Type::String))]);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `bool`
    Bool,
    /// `i32`
    I32,
    /// `i64`
    I64,
    /// `u64`
    U64,
    /// `f64`
    F64,
    /// `String`
    String,
    /// `File`: bytes, which a tool's argument has as base64 or in another way.
    File,
    /// `Json`: whatever the spec does not type.
    Json,
    /// `Vec<…>`
    List(Box<Type>),
    /// `Map<…>`: an object with values of one type; `Map<Json>` is a free-form object.
    Map(Box<Type>),
    /// `Nullable<…>`
    Nullable(Box<Type>),
    /// `Box<…>`, where a type contains itself.
    Boxed(Box<Type>),
    /// A type of `Api::types`, by its identifier.
    Named(String),
}

/// A named type.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let house = modelled.api().types.iter().find(|definition| definition.ident == "House");
/// assert_eq!(house.map(|house| house.pointer.as_str()), Some("/components/schemas/House"));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TypeDef {
    /// Identifier in PascalCase, unique among the types.
    pub ident: String,
    /// Documentation in Markdown, may be empty.
    pub doc: String,
    /// JSON pointer of its schema in the spec.
    pub pointer: String,
    /// What it is.
    pub shape: Shape,
}

/// What a named type is.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::Shape;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let structs = modelled.api().types.iter().filter(|it| matches!(it.shape, Shape::Struct { .. }));
/// assert!(structs.map(|it| it.ident.as_str()).any(|ident| ident == "Pet"));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A struct: an object with known properties.
    Struct {
        /// The known properties.
        fields: Vec<Field>,
        /// Type of all others and the identifier of the field that keeps them
        /// (`additionalProperties`); without it, other properties are refused.
        rest: Option<(String, Type)>,
    },
    /// An enum of strings.
    Symbol {
        /// The known ones.
        variants: Vec<SymbolVariant<String>>,
        /// The variant that keeps any other, where responses have it: real APIs add some.
        other: Option<String>,
    },
    /// An enum of integers.
    Code {
        /// The known ones.
        variants: Vec<SymbolVariant<i64>>,
        /// The variant that keeps any other, where responses have it.
        other: Option<String>,
    },
    /// An enum of alternatives (`oneOf`, `anyOf`).
    Choice {
        /// The alternatives.
        variants: Vec<Variant>,
        /// The discriminator.
        tag: Option<Tag>,
        /// Index of a variant that any value can be decoded as without end; that of `other`, where
        /// there is one.
        fallback: usize,
        /// The variant that keeps what is none of them as JSON, where responses have it. It comes
        /// last.
        other: Option<String>,
    },
}

/// A field of a struct.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let upload = modelled.api().operations.iter().find(|it| it.tool == "upload_photo");
/// let field = &upload.expect("there is one").parameters[0].field;
/// assert_eq!((field.wire.as_str(), field.ident.as_str()), ("petId", "pet_id"));
/// assert!(field.required);
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// Identifier in snake_case, unique in its struct; may be a raw identifier (`r#type`).
    pub ident: String,
    /// Name of the property in JSON.
    pub wire: String,
    /// Its type, without the `Option` that an optional field has.
    pub ty: Type,
    /// Whether the property is always there.
    pub required: bool,
    /// Documentation in Markdown, may be empty.
    pub doc: String,
}

/// A variant of an enum of constants.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::Shape;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let symbols = modelled.api().types.iter().filter_map(|definition| match &definition.shape {
///     Shape::Symbol { variants, .. } => Some(variants),
///     _ => None,
/// });
/// let kind = symbols.flatten().find(|variant| variant.value == "dog").expect("pets have a kind");
/// assert_eq!(kind.ident, "Dog");
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SymbolVariant<T> {
    /// Identifier in PascalCase, unique in its enum.
    pub ident: String,
    /// The constant.
    pub value: T,
    /// Documentation in Markdown, may be empty.
    pub doc: String,
}

/// A variant of an enum of alternatives.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::{Shape, Type};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let choice = modelled.api().types.iter().find_map(|definition| match &definition.shape {
///     Shape::Choice { variants, .. } => Some(variants),
///     _ => None,
/// });
/// let house = &choice.expect("there are two kinds of homes")[0];
/// assert_eq!((house.ident.as_str(), &house.ty), ("House", &Type::Named("House".to_owned())));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// Identifier in PascalCase, unique in its enum.
    pub ident: String,
    /// Type of its one field.
    pub ty: Type,
    /// The schema by which a value is recognised as this alternative; references are
    /// `#/$defs/{key}`.
    pub schema: Value,
    /// Documentation in Markdown, may be empty.
    pub doc: String,
}

/// A discriminator.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::model::Shape;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let tag = modelled.api().types.iter().find_map(|definition| match &definition.shape {
///     Shape::Choice { tag, .. } => tag.as_ref(),
///     _ => None,
/// });
/// let tag = tag.expect("homes have a discriminator");
/// assert_eq!(tag.property, "type");
/// assert_eq!(tag.values[0][0], "house");
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tag {
    /// The property that tells the alternatives apart.
    pub property: String,
    /// Its values, one list for each variant.
    pub values: Vec<Vec<String>>,
    /// The index of the variant for values that have none of these.
    pub default: Option<usize>,
}
