//! Which named types can be reached from others.

use std::collections::{HashMap, HashSet};

use super::{Api, Shape, Type, TypeDef};

impl Api {
    /// The identifiers of the named types that requests hold, directly or within another.
    pub fn sent_types(&self) -> HashSet<String> {
        reachable_idents(&self.types, self.operations.iter().flat_map(|it| it.sent()))
    }
}

/// The identifiers of the named types that some types hold, directly or within another.
pub(crate) fn reachable_idents<'a>(
    all: &'a [TypeDef],
    roots: impl IntoIterator<Item = &'a Type>,
) -> HashSet<String> {
    let by_ident: HashMap<&str, &TypeDef> = all
        .iter()
        .map(|definition| (definition.ident.as_str(), definition))
        .collect();
    let mut open: Vec<&str> = roots.into_iter().filter_map(Type::name).collect();
    let mut reached: HashSet<String> = HashSet::new();
    while let Some(ident) = open.pop() {
        if reached.insert(ident.to_owned())
            && let Some(definition) = by_ident.get(ident)
        {
            let parts = definition.shape.types().into_iter();
            open.extend(parts.filter_map(Type::name));
        }
    }
    reached
}

impl Type {
    /// The named type that it is, or is a list or the like of.
    ///
    /// ```
    /// use toolwright_codegen::model::Type;
    ///
    /// let pets = Type::List(Box::new(Type::Named("Pet".to_owned())));
    /// assert_eq!(pets.name(), Some("Pet"));
    /// assert_eq!(Type::I64.name(), None);
    /// ```
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Named(ident) => Some(ident),
            Self::List(inner) | Self::Map(inner) | Self::Nullable(inner) | Self::Boxed(inner) => {
                inner.name()
            }
            _ => None,
        }
    }
}

impl Shape {
    /// The types of what it holds.
    ///
    /// ```
    /// use toolwright_codegen::Builder;
    /// use toolwright_codegen::model::Type;
    ///
    /// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
    /// let house = modelled.api().types.iter().find(|it| it.ident == "House").expect("it is sent");
    /// assert_eq!(house.shape.types(), [&Type::Named("HouseType".to_owned()), &Type::I64]);
    /// # Ok::<(), toolwright_codegen::BuildError>(())
    /// ```
    pub fn types(&self) -> Vec<&Type> {
        match self {
            Self::Struct { fields, rest } => fields
                .iter()
                .map(|field| &field.ty)
                .chain(rest.iter().map(|(_, ty)| ty))
                .collect(),
            Self::Choice { variants, .. } => variants.iter().map(|variant| &variant.ty).collect(),
            Self::Symbol { .. } | Self::Code { .. } => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub(crate) fn types_mut(&mut self) -> Vec<&mut Type> {
        match self {
            Self::Struct { fields, rest } => fields
                .iter_mut()
                .map(|field| &mut field.ty)
                .chain(rest.iter_mut().map(|(_, ty)| ty))
                .collect(),
            Self::Choice { variants, .. } => {
                let variants = variants.iter_mut();
                variants.map(|variant| &mut variant.ty).collect()
            }
            Self::Symbol { .. } | Self::Code { .. } => Vec::new(),
        }
    }
}
