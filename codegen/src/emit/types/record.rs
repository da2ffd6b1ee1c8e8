use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::EmitError;
use crate::emit::derives::Derives;
use crate::emit::docs::Docs;
use crate::emit::ident::ident;
use crate::emit::literal::string;
use crate::emit::scope::Scope;
use crate::model::{Field, Type, TypeDef};

/// A struct and its `Record`.
pub(super) fn items(
    def: &TypeDef,
    fields: &[Field],
    rest: Option<&(String, Type)>,
    derives: &Derives,
    scope: &Scope<'_>,
) -> Result<TokenStream, EmitError> {
    let mut declared = TokenStream::new();
    let mut decode = Vec::new();
    let mut encode = Vec::new();
    for field in fields {
        declared.extend(scope.field(field, Docs::new().spec(&field.doc))?);
        let name = ident(&field.ident)?;
        let wire = string(&field.wire)?;
        decode.push(quote!(#name: fields.take(#wire)));
        encode.push(quote!(object.field(#wire, &self.#name)));
    }
    if let Some((name, ty)) = rest {
        let name = ident(name)?;
        let ty = scope.ty(&Type::Map(Box::new(ty.clone())))?;
        declared.extend(quote! {
            /// All other properties.
            pub #name: #ty,
        });
        decode.push(quote!(#name: fields.rest_by_name()));
        encode.push(quote!(object.rest(&self.#name)));
    }

    let derive = &derives.record;
    let name = ident(&def.ident)?;
    let record = scope.runtime("Record");
    let fields = scope.runtime("Fields");
    let object = scope.runtime("ObjectEncoder");
    let (fields_name, object_name) = if decode.is_empty() {
        (quote!(_), quote!(_))
    } else {
        (quote!(fields), quote!(object))
    };
    Ok(quote! {
        #derive
        pub struct #name { #declared }

        impl #record for #name {
            fn decode(#fields_name: &mut #fields<'_>) -> Self {
                Self { #(#decode),* }
            }

            fn encode(&self, #object_name: &mut #object<'_>) {
                #(#encode;)*
            }
        }

        record!(#name);
    })
}
