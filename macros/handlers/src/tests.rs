use proc_macro2::TokenStream;
use quote::quote;

use crate::split::expand_impl;

#[test]
fn handlers_are_split_with_all_that_holds_for_them() {
    let split = expand_impl(
        TokenStream::new(),
        quote! {
            /// Runs what is asked of it.
            impl<D: Db> crate::shop::Handlers for Shop<D>
            where
                D: Send,
            {
                #[cfg(feature = "orders")]
                #[tracing::instrument]
                async fn place_order(&self, request: PlaceOrder, call: &Call<'_>) {}

                async fn r#move(&self, request: Move, call: &Call<'_>) {}
            }
        },
    );
    let expected = quote! {
        /// Runs what is asked of it.
        #[cfg(feature = "orders")]
        impl<D: Db> crate::shop::handlers::PlaceOrder for Shop<D>
        where
            D: Send,
        {
            #[tracing::instrument]
            async fn place_order(&self, request: PlaceOrder, call: &Call<'_>) {}
        }

        /// Runs what is asked of it.
        impl<D: Db> crate::shop::handlers::Move for Shop<D>
        where
            D: Send,
        {
            async fn r#move(&self, request: Move, call: &Call<'_>) {}
        }

        /// Runs what is asked of it.
        impl<D: Db> crate::shop::Handlers for Shop<D>
        where
            D: Send,
        {
        }
    };
    assert_eq!(split.to_string(), expected.to_string());
}
