//! Types of the generated code as text, so that those of two versions can be compared.
//!
//! Old types are written with the names that they have now. Otherwise each renamed type would also count as a change of
//! every field that has it.

use std::collections::BTreeMap;

use crate::model::{Field, Payload, Response, ResponseVariant, Type};

/// Which types have another name now.
pub(super) struct TypeNames<'a> {
    /// The new names of the types, by the old ones.
    pub(super) renamed: BTreeMap<&'a str, &'a str>,
}

impl TypeNames<'_> {
    /// The type of a field as Rust; that of an old one with the names that its types have now.
    pub(super) fn format_field_type(&self, field: &Field, is_old: bool) -> String {
        wrap_optional(field, self.format_type(&field.ty, is_old))
    }

    /// The type of an old field with the names that its types had.
    pub(super) fn format_old_field_type(&self, field: &Field) -> String {
        wrap_optional(field, self.format_type(&field.ty, false))
    }

    pub(super) fn format_type(&self, ty: &Type, is_old: bool) -> String {
        let inner = |ty: &Type| self.format_type(ty, is_old);
        match ty {
            Type::Bool => "bool".to_owned(),
            Type::I32 => "i32".to_owned(),
            Type::I64 => "i64".to_owned(),
            Type::U64 => "u64".to_owned(),
            Type::F64 => "f64".to_owned(),
            Type::String => "String".to_owned(),
            Type::File => "File".to_owned(),
            Type::Json => "Json".to_owned(),
            Type::List(ty) => format!("Vec<{}>", inner(ty)),
            Type::Map(ty) => format!("Map<{}>", inner(ty)),
            Type::Nullable(ty) => format!("Nullable<{}>", inner(ty)),
            Type::Boxed(ty) => format!("Box<{}>", inner(ty)),
            Type::Named(ident) => {
                let renamed = self.renamed.get(ident.as_str()).filter(|_| is_old);
                renamed.map_or_else(|| ident.clone(), |name| (*name).to_owned())
            }
        }
    }

    pub(super) fn format_response_type(&self, response: &Response, is_old: bool) -> String {
        match response {
            Response::Always(payload) => self.format_payload_type(payload, is_old),
            Response::Perhaps(payload) => {
                format!("Option<{}>", self.format_payload_type(payload, is_old))
            }
            Response::Either { variants, .. } => {
                let variant = |variant: &ResponseVariant| match &variant.payload {
                    Payload::Nothing => variant.ident.clone(),
                    payload => format!(
                        "{}({})",
                        variant.ident,
                        self.format_payload_type(payload, is_old)
                    ),
                };
                let variants: Vec<String> = variants.iter().map(variant).collect();
                variants.join(" | ")
            }
        }
    }

    fn format_payload_type(&self, payload: &Payload, is_old: bool) -> String {
        match payload {
            Payload::Nothing => "()".to_owned(),
            Payload::Json(ty) => self.format_type(ty, is_old),
            Payload::Text => "String".to_owned(),
            Payload::File => "File".to_owned(),
            Payload::Items(ty) => format!("Items<{}>", self.format_type(ty, is_old)),
            Payload::Events(ty) => format!("Items<Event<{}>>", self.format_type(ty, is_old)),
        }
    }
}

fn wrap_optional(field: &Field, ty: String) -> String {
    match field.required {
        true => ty,
        false => format!("Option<{ty}>"),
    }
}
