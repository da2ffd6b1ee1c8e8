//! The `#[derive(...)]` attributes of generated types. Takes the paths in the settings and gives
//! one attribute for each kind of type, because not every derive fits every kind: constants are
//! also `Copy` and `Eq`, streams can only be `Debug`, and `Default` is for structs all of whose
//! fields have one.

use proc_macro2::TokenStream;
use quote::quote;

use super::EmitError;
use super::defaults::Defaults;
use crate::model::{Field, TypeDef};

/// The derive attributes of generated types.
pub(crate) struct Derives<'a> {
    /// Of enums of alternatives, and of structs.
    pub(crate) record: TokenStream,
    /// Of structs that have a `Default`, if they are to have it.
    with_default: Option<(TokenStream, Defaults<'a>)>,
    /// Of what streams are in, which are neither copied nor compared.
    pub(crate) stream: TokenStream,
    /// Of enums of constants.
    pub(crate) symbol: TokenStream,
    /// Of enums of strings that keep any other string.
    pub(crate) open_symbol: TokenStream,
}

impl<'a> Derives<'a> {
    /// From the paths in the settings.
    pub(crate) fn new(paths: &[String], types: &'a [TypeDef]) -> Result<Self, EmitError> {
        let all = || paths.iter().map(String::as_str);
        let some: Vec<&str> = all().filter(|path| !is_default(path)).collect();
        let symbol = symbol_paths(&some);
        let with_default = match some.len() < paths.len() {
            true => Some((attribute(all())?, Defaults::from_types(types))),
            false => None,
        };
        Ok(Self {
            record: attribute(some.iter().copied())?,
            with_default,
            stream: attribute(some.iter().copied().filter(|path| *path == "Debug"))?,
            symbol: attribute(symbol.iter().copied())?,
            open_symbol: attribute(symbol.iter().copied().filter(|path| *path != "Copy"))?,
        })
    }

    /// Of a struct with these fields.
    pub(crate) fn of_struct<'f>(&self, fields: impl Iterator<Item = &'f Field>) -> &TokenStream {
        match &self.with_default {
            Some((attribute, defaults)) if defaults.hold(fields) => attribute,
            _ => &self.record,
        }
    }
}

fn is_default(path: &str) -> bool {
    path.rsplit("::").next().map(str::trim) == Some("Default")
}

/// A constant is always `Copy`; it is `Eq` where it is `PartialEq`.
fn symbol_paths<'p>(paths: &[&'p str]) -> Vec<&'p str> {
    let mut all = vec!["Clone", "Copy"];
    for path in paths {
        if !all.contains(path) {
            all.push(path);
        }
        if *path == "PartialEq" && !paths.contains(&"Eq") {
            all.push("Eq");
        }
    }
    all
}

fn attribute<'a>(paths: impl Iterator<Item = &'a str>) -> Result<TokenStream, EmitError> {
    let paths = paths
        .map(|path| {
            syn::parse_str::<syn::Path>(path).map_err(|_| EmitError::Derive(path.to_owned()))
        })
        .collect::<Result<Vec<_>, _>>()?;
    if paths.is_empty() {
        return Ok(TokenStream::new());
    }
    Ok(quote!(#[derive(#(#paths),*)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn derives(paths: &[&str]) -> Result<(String, String), EmitError> {
        let paths: Vec<String> = paths.iter().map(|&path| path.to_owned()).collect();
        let derives = Derives::new(&paths, &[])?;
        Ok((derives.record.to_string(), derives.symbol.to_string()))
    }

    #[test]
    fn constants_are_copy_and_eq() {
        let (record, symbol) = derives(&["Clone", "Debug", "PartialEq"]).unwrap();
        assert_eq!(record, "# [derive (Clone , Debug , PartialEq)]");
        assert_eq!(symbol, "# [derive (Clone , Copy , Debug , PartialEq , Eq)]");
        assert_eq!(derives(&[]).unwrap().0, "");
        assert_eq!(derives(&[]).unwrap().1, "# [derive (Clone , Copy)]");
    }

    #[test]
    fn only_structs_have_a_default() {
        let (record, symbol) = derives(&["Default", "Debug", "std::default::Default"]).unwrap();
        assert_eq!(record, "# [derive (Debug)]");
        assert_eq!(symbol, "# [derive (Clone , Copy , Debug)]");
        let paths = ["Default".to_owned()];
        let derives = Derives::new(&paths, &[]).unwrap();
        assert_eq!(
            derives.of_struct([].iter()).to_string(),
            "# [derive (Default)]"
        );
    }

    #[test]
    fn a_derive_is_a_path() {
        assert!(derives(&["serde::Serialize"]).is_ok());
        assert!(derives(&["Clone)] struct X; #[derive("]).is_err());
    }
}
