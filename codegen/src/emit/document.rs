use proc_macro2::TokenStream;
use quote::quote;

use super::EmitError;
use super::literal::string;
use super::scope::Scope;

/// The declaration of the JSON beside the file.
pub(crate) fn item(
    json_file: &str,
    fingerprint: &str,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let ty = scope.runtime("Document");
    let schemas = scope.runtime("Schemas");
    let json_file = string(json_file)?;
    let fingerprint = string(fingerprint)?;
    Ok(quote! {
        static DOCUMENT: #ty = #ty::new(include_str!(#json_file), #fingerprint);
        static SCHEMAS: #schemas = #schemas::from_document(&DOCUMENT);
    })
}
