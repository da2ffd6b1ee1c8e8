//! The syntax of a struct or enum to a [`UserType`].

mod endless_types;
mod keyword_checks;
mod read_enum;
mod read_fields;
mod read_member;

use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Fields};

use super::Direction;
use super::attributes::{AttributePlace, Attributes};
use super::problems::Problems;
use super::rename_rule::RenameRule;
use super::user_type::{Contents, Shape, UserType};
use read_fields::ContainerAttributes;

/// Reads what a derive macro is given.
///
/// # Errors
///
/// All that is wrong with it.
pub(crate) fn read_user_type(item: &DeriveInput, direction: Direction) -> syn::Result<UserType> {
    let mut reader = TypeReader {
        direction,
        problems: Problems::default(),
    };
    if !item.generics.params.is_empty() {
        reader.problems.add_problem(
            item.generics.params.span(),
            "the type of a tool has one schema, so it cannot be generic: write out the types in a struct of \
             its own",
        );
    }
    let (place, shape) = match &item.data {
        Data::Struct(data) => (AttributePlace::Struct, Some(&data.fields)),
        Data::Enum(_) => (AttributePlace::Enum, None),
        Data::Union(data) => {
            let message = "JSON has no unions: write an enum with `#[serde(untagged)]`";
            return Err(syn::Error::new(data.union_token.span(), message));
        }
    };
    let attributes =
        Attributes::read_attributes(&item.attrs, place, direction, &mut reader.problems);
    let shape = match (&item.data, shape) {
        (_, Some(fields)) => reader.read_struct(fields, &attributes),
        (Data::Enum(data), None) => reader.read_enum(data, &attributes, item),
        (_, None) => Shape::Struct(Contents::Unit),
    };
    reader.reject_endless_types(&item.ident, &shape);
    let name = attributes.rename.clone();
    reader.problems.ok_or_errors(UserType {
        ident: item.ident.clone(),
        name: name.unwrap_or_else(|| item.ident.unraw().to_string()),
        about: attributes.about,
        shape,
    })
}

struct TypeReader {
    direction: Direction,
    problems: Problems,
}

impl TypeReader {
    fn read_struct(&mut self, fields: &Fields, attributes: &Attributes) -> Shape {
        let container = ContainerAttributes::from_struct_attributes(attributes);
        if let Some(span) = attributes.transparent {
            return Shape::Struct(self.read_transparent(fields, &container, span));
        }
        Shape::Struct(self.read_contents(fields, &container))
    }

    /// The name of a field or variant in JSON.
    fn json_name(
        &self,
        given: Option<&String>,
        ident: &syn::Ident,
        case: impl Fn(&str) -> String,
    ) -> String {
        let name = ident.unraw().to_string();
        given.cloned().unwrap_or_else(|| case(&name))
    }
}

fn choose_renamer(
    case: Option<RenameRule>,
    apply: fn(RenameRule, &str) -> String,
) -> impl Fn(&str) -> String {
    move |name| case.map_or_else(|| name.to_owned(), |case| apply(case, name))
}

/// A type as people write it, `Vec<u8>`.
fn spell_type(ty: &impl quote::ToTokens) -> String {
    ty.to_token_stream().to_string().replace(' ', "")
}
