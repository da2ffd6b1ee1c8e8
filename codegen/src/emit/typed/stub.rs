//! What stands beside a compile error: enough of the implementations that rustc has nothing to add.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::rust_types::Direction;

/// Implementations for a type that cannot be derived.
pub(crate) fn stub(item: &DeriveInput, direction: Direction) -> TokenStream {
    let ident = &item.ident;
    let (generics, arguments, bounds) = item.generics.split_for_impl();
    let described = quote! {
        const FORM: ::toolwright::Form = ::toolwright::Form::Open;

        fn schema() -> &'static ::toolwright::TypeSchema {
            ::core::unreachable!()
        }
    };
    match direction {
        Direction::Input => quote! {
            #[automatically_derived]
            impl #generics ::toolwright::value::Decode for #ident #arguments #bounds {
                fn decode(_: &mut ::toolwright::value::Cursor) -> Self {
                    ::core::unreachable!()
                }
            }

            #[automatically_derived]
            impl #generics ::toolwright::ToolInput for #ident #arguments #bounds {
                #described

                fn check() -> &'static ::toolwright::schema::Schema {
                    ::core::unreachable!()
                }
            }
        },
        Direction::Output => quote! {
            #[automatically_derived]
            impl #generics ::toolwright::value::Encode for #ident #arguments #bounds {
                fn encode(&self, _: &mut ::toolwright::value::Encoder) {}
            }

            #[automatically_derived]
            impl #generics ::toolwright::ToolOutput for #ident #arguments #bounds {
                #described
            }

            #[automatically_derived]
            impl #generics ::toolwright::IntoOutcome for #ident #arguments #bounds {
                fn into_outcome(self) -> ::toolwright::Outcome {
                    ::core::unreachable!()
                }
            }
        },
    }
}
