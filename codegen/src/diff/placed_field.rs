use crate::model::{Field, Type, TypeDef};
use crate::source::pointer;

/// A field with the address of its schema.
pub(super) struct PlacedField<'a> {
    pub(super) field: &'a Field,
    pub(super) at: String,
}

/// A field of a struct, and the address of its schema.
pub(super) struct OwnedField {
    pub(super) field: Field,
    pub(super) at: String,
}

impl OwnedField {
    /// The field that keeps all other properties.
    pub(super) fn for_rest(def: &TypeDef, ident: &str, ty: &Type) -> Self {
        let field = Field {
            ident: ident.to_owned(),
            // The rest has no name on the wire. A property could be called "" as well, but no spec has one.
            wire: String::new(),
            ty: Type::Map(Box::new(ty.clone())),
            required: true,
            doc: String::new(),
        };
        Self {
            field,
            at: pointer::join(&def.pointer, "additionalProperties"),
        }
    }

    pub(super) fn as_placed(&self) -> PlacedField<'_> {
        PlacedField {
            field: &self.field,
            at: self.at.clone(),
        }
    }
}
