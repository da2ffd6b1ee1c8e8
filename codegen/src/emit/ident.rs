use std::fmt::Debug;

use proc_macro2::Ident;

use super::EmitError;

/// An identifier that the model chose, raw (`r#type`) or not.
pub(crate) fn ident(name: &str) -> Result<Ident, EmitError> {
    syn::parse_str::<Ident>(name)
        .ok()
        .filter(|ident| ident == name)
        .ok_or_else(|| EmitError::Identifier(name.to_owned()))
}

/// A variant that has the same name in the model and in the runtime.
pub(crate) fn variant(value: impl Debug) -> Result<Ident, EmitError> {
    ident(&format!("{value:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_need_to_be_raw() {
        assert!(ident("limit").is_ok());
        assert!(ident("r#type").is_ok());
        assert!(ident("größe").is_ok());
        for name in [
            "",
            "type",
            "a b",
            "a /* b */",
            "1st",
            "a::b",
            "a\0",
            "r#self",
            "_",
            "'a",
            "a;",
        ] {
            assert!(
                matches!(ident(name), Err(EmitError::Identifier(_))),
                "{name}"
            );
        }
    }
}
