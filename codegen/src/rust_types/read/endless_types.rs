//! Types that contain themselves in such a way that there is no end to them.

use syn::Type;
use syn::spanned::Spanned as _;

use super::TypeReader;
use crate::rust_types::rust_kind::RustKind;
use crate::rust_types::user_type::{Contents, Member, Role, Shape, Tagging};

impl TypeReader {
    /// Refuses types that are their own JSON, which decoders would read over and over, and those whose
    /// values would have to be infinite. Other types between are not seen here.
    pub(super) fn reject_endless_types(&mut self, ident: &syn::Ident, shape: &Shape) {
        let itself = |member: &Member, through_null: bool| {
            let kind = match through_null {
                true => member.kind.without_null(),
                false => &member.kind,
            };
            types_always_contained(kind)
                .into_iter()
                .find(|ty| is_type_named(ty, ident))
                .cloned()
        };
        for contents in shape.all_contents() {
            let is_whole = matches!(
                (shape, contents),
                (
                    Shape::Struct(_) | Shape::Choice(Tagging::Untagged, _),
                    Contents::One(_)
                )
            );
            for member in contents.members() {
                if (is_whole || member.role == Role::Part)
                    && let Some(ty) = itself(member, true)
                {
                    let message = format!(
                        "this `{ident}` has the same JSON as the `{ident}` that contains it, without end: \
                         put a list, a map or a named field between them"
                    );
                    self.problems.add_problem(ty.span(), message);
                } else if let (Shape::Struct(_), Role::Property, Some(ty)) =
                    (shape, member.role, itself(member, false))
                {
                    let message = format!(
                        "a `{ident}` always contains another one, so its JSON never ends: write \
                         `Option<Box<{ident}>>` or `Vec<{ident}>`"
                    );
                    self.problems.add_problem(ty.span(), message);
                }
            }
        }
    }
}

/// The types of which each value of a kind has one.
fn types_always_contained(kind: &RustKind) -> Vec<&Type> {
    match kind {
        RustKind::Other(ty) => vec![ty],
        RustKind::Row(items) => items.iter().flat_map(types_always_contained).collect(),
        RustKind::Array(item, length) if *length > 0 => types_always_contained(item),
        _ => Vec::new(),
    }
}

fn is_type_named(ty: &Type, ident: &syn::Ident) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    path.qself.is_none() && (path.path.is_ident(ident) || path.path.is_ident("Self"))
}
