//! Types that contain themselves in such a way that there is no end to them.

use syn::Type;
use syn::spanned::Spanned as _;

use super::Reader;
use crate::rust_types::kind::Kind;
use crate::rust_types::model::{Contents, Member, Role, Shape, Tagging};

impl Reader {
    /// Refuses types that are their own JSON, which decoders would read over and over, and those whose
    /// values would have to be infinite. Other types between are not seen here.
    pub(super) fn check_endless(&mut self, ident: &syn::Ident, shape: &Shape) {
        let itself = |member: &Member, through_null: bool| {
            let kind = match through_null {
                true => member.kind.without_null(),
                false => &member.kind,
            };
            always(kind).into_iter().find(|ty| is(ty, ident)).cloned()
        };
        for contents in shape.contents() {
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
                        "the JSON of this `{ident}` is that of the `{ident}` around it, and so on without end: put \
                         a list, a map or a field with a name between them"
                    );
                    self.problems.add(ty.span(), message);
                } else if let (Shape::Struct(_), Role::Property, Some(ty)) =
                    (shape, member.role, itself(member, false))
                {
                    let message = format!(
                        "a `{ident}` always has another one in it, so it never ends: write `Option<Box<{ident}>>` \
                         or `Vec<{ident}>`"
                    );
                    self.problems.add(ty.span(), message);
                }
            }
        }
    }
}

/// The types of which each value of a kind has one.
fn always(kind: &Kind) -> Vec<&Type> {
    match kind {
        Kind::Other(ty) => vec![ty],
        Kind::Row(items) => items.iter().flat_map(always).collect(),
        Kind::Array(item, length) if *length > 0 => always(item),
        _ => Vec::new(),
    }
}

fn is(ty: &Type, ident: &syn::Ident) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    path.qself.is_none() && (path.path.is_ident(ident) || path.path.is_ident("Self"))
}
