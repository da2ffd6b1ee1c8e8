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
        (quote!(static SHARED: &[(&str, &str)]), shared.properties),
        (
            quote!(static DEFINITIONS: &[Definition]),
            shared.definitions,
        ),
        (
            quote!(static PORTABLE_DEFINITIONS: &[Definition]),
            shared.portable_definitions,
        ),
    ];
    source.module_of_tables(quote!(mod schemas), items, &tables)
}
