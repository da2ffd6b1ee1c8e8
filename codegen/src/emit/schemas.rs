use quote::quote;

use super::EmitError;
use super::source::Source;
use super::texts::SharedTexts;

/// Writes the module of what the schema texts have in common.
pub(crate) fn module(shared: SharedTexts, source: &mut Source) -> Result<(), EmitError> {
    let items = quote! {
        use toolwright::generated::*;

        pub static ALL: Schemas = Schemas {
            shared: SHARED,
            definitions: DEFINITIONS,
            portable_definitions: PORTABLE_DEFINITIONS,
        };
    };
    let tables = [
        (
            "Properties that several tools have: `\"$shared\":\"limit\"` stands for the one of that name.",
            quote!(static SHARED: &[(&str, &str)]),
            shared.properties,
        ),
        (
            "The spec's own, which `\"$ref\":\"#/$defs/Pet\"` stands for.",
            quote!(static DEFINITIONS: &[Definition]),
            shared.definitions,
        ),
        (
            "What clients are shown of those that not all of them accept as they are.",
            quote!(static PORTABLE_DEFINITIONS: &[Definition]),
            shared.portable_definitions,
        ),
    ];
    source.module_of_tables(quote!(mod schemas), items, tables)
}
