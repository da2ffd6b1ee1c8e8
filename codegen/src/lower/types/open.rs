use crate::model::{Shape, Type, TypeDef, reachable_idents};
use crate::names::Scope;

/// Gives the enums that responses hold a variant for what the spec does not name: APIs get new values
/// before their clients do.
pub(super) fn open_enums<'r>(types: &mut [TypeDef], received: impl IntoIterator<Item = &'r Type>) {
    let received: Vec<Type> = received.into_iter().cloned().collect();
    let received = reachable_idents(types, &received);
    let received_types = types.iter_mut().filter(|def| received.contains(&def.ident));
    for definition in received_types {
        match &mut definition.shape {
            Shape::Struct { .. } => {}
            Shape::Symbol { variants, other } => {
                *other = Some(free_name(
                    variants.iter().map(|variant| variant.ident.as_str()),
                ));
            }
            Shape::Code { variants, other } => {
                *other = Some(free_name(
                    variants.iter().map(|variant| variant.ident.as_str()),
                ));
            }
            Shape::Choice {
                variants, other, ..
            } => {
                *other = Some(free_name(
                    variants.iter().map(|variant| variant.ident.as_str()),
                ))
            }
        }
    }
}

fn free_name<'v>(taken: impl Iterator<Item = &'v str>) -> String {
    Scope::reserving(taken).claim(["Other", "OtherValue"].map(str::to_owned))
}
