use syn::{DeriveInput, parse_quote};

use super::derive;
use crate::rust_types::Direction;

fn written(item: &DeriveInput, direction: Direction) -> String {
    let items = derive(item, direction).unwrap();
    prettyplease::unparse(&syn::parse2(items).unwrap())
}

#[test]
fn a_struct_is_decoded_encoded_and_described() {
    let item: DeriveInput = parse_quote! {
        /// An order.
        #[serde(rename_all = "camelCase")]
        struct Order {
            /// How many.
            #[tool(minimum = 1, default = 2)]
            count: u8,
            #[serde(skip_serializing_if = "Option::is_none")]
            paid_by: Option<Customer>,
            #[serde(skip)]
            seen: bool,
            parts: Vec<Box<Self>>,
            #[serde(flatten)]
            address: Address,
        }
    };
    insta::assert_snapshot!(written(&item, Direction::Input));
    insta::assert_snapshot!(written(&item, Direction::Output));
}

#[test]
fn an_enum_is_decoded_encoded_and_described() {
    let item: DeriveInput = parse_quote! {
        #[serde(tag = "kind", rename_all = "snake_case")]
        enum Payment {
            /// In coins.
            InCash,
            Card { number: String },
            Other(Voucher),
        }
    };
    insta::assert_snapshot!(written(&item, Direction::Input));
    insta::assert_snapshot!(written(&item, Direction::Output));
}

#[test]
fn all_mistakes_are_told() {
    let item: DeriveInput = parse_quote! {
        #[tool(colour = "red")]
        struct Order<T> {
            #[tool(minimum = "one")]
            count: u8,
            #[serde(with = "id")]
            wide: u128,
        }
    };
    let mistakes = derive(&item, Direction::Input).unwrap_err();
    let mistakes: Vec<String> = mistakes
        .into_iter()
        .map(|error| error.to_string())
        .collect();
    insta::assert_snapshot!(mistakes.join("\n"));
}
