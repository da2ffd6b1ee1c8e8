//! The syntax of a struct or enum to a [`UserType`].

mod contents;
mod endless;
mod keywords;
mod member;
mod variants;

use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Fields};

use super::Direction;
use super::attributes::{Attributes, Place};
use super::model::{Contents, Shape, UserType};
use super::problems::Problems;
use super::rename::Case;
use contents::Container;

/// Reads what a derive macro is given.
///
/// # Errors
///
/// All that is wrong with it.
pub(crate) fn user_type(item: &DeriveInput, direction: Direction) -> syn::Result<UserType> {
    let mut reader = Reader {
        direction,
        problems: Problems::default(),
    };
    if !item.generics.params.is_empty() {
        reader.problems.add(
            item.generics.params.span(),
            "the schema of a tool is made once, so its types have no parameters: write out the type that is \
             meant, in a struct of its own",
        );
    }
    let (place, shape) = match &item.data {
        Data::Struct(data) => (Place::Struct, Some(&data.fields)),
        Data::Enum(_) => (Place::Enum, None),
        Data::Union(data) => {
            let message = "JSON has no unions: write an enum with `#[serde(untagged)]`";
            return Err(syn::Error::new(data.union_token.span(), message));
        }
    };
    let attributes = Attributes::read(&item.attrs, place, direction, &mut reader.problems);
    let shape = match (&item.data, shape) {
        (_, Some(fields)) => reader.structure(fields, &attributes),
        (Data::Enum(data), None) => reader.enumeration(data, &attributes, item),
        (_, None) => Shape::Struct(Contents::Unit),
    };
    reader.check_endless(&item.ident, &shape);
    let name = attributes.rename.clone();
    reader.problems.or(UserType {
        ident: item.ident.clone(),
        name: name.unwrap_or_else(|| item.ident.unraw().to_string()),
        about: attributes.about,
        shape,
    })
}

struct Reader {
    direction: Direction,
    problems: Problems,
}

impl Reader {
    fn structure(&mut self, fields: &Fields, attributes: &Attributes) -> Shape {
        let container = Container::of_struct(attributes);
        if let Some(span) = attributes.transparent {
            return Shape::Struct(self.transparent(fields, &container, span));
        }
        Shape::Struct(self.contents(fields, &container))
    }

    /// The name of a field or variant in JSON.
    fn wire(
        &self,
        given: Option<&String>,
        ident: &syn::Ident,
        case: impl Fn(&str) -> String,
    ) -> String {
        let name = ident.unraw().to_string();
        given.cloned().unwrap_or_else(|| case(&name))
    }
}

fn in_case(case: Option<Case>, apply: fn(Case, &str) -> String) -> impl Fn(&str) -> String {
    move |name| case.map_or_else(|| name.to_owned(), |case| apply(case, name))
}

/// A type as people write it, `Vec<u8>`.
fn spelled(ty: &impl quote::ToTokens) -> String {
    ty.to_token_stream().to_string().replace(' ', "")
}
