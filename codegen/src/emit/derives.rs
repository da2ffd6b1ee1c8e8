use proc_macro2::TokenStream;
use quote::quote;

use super::EmitError;

/// The derive attributes of generated types.
pub(crate) struct Derives {
    /// Of structs and enums of alternatives.
    pub(crate) record: TokenStream,
    /// Of what streams are in, which are neither copied nor compared.
    pub(crate) stream: TokenStream,
    /// Of enums of constants.
    pub(crate) symbol: TokenStream,
    /// Of enums of strings that keep any other string.
    pub(crate) open_symbol: TokenStream,
}

impl Derives {
    /// From the paths in the settings.
    pub(crate) fn new(paths: &[String]) -> Result<Self, EmitError> {
        Ok(Self {
            record: attribute(paths.iter().map(String::as_str))?,
            stream: attribute(
                paths
                    .iter()
                    .map(String::as_str)
                    .filter(|path| *path == "Debug"),
            )?,
            symbol: attribute(symbol_paths(paths).into_iter())?,
            open_symbol: attribute(
                symbol_paths(paths)
                    .into_iter()
                    .filter(|path| *path != "Copy"),
            )?,
        })
    }
}

/// A constant is always `Copy`; it is `Eq` where it is `PartialEq`.
fn symbol_paths(paths: &[String]) -> Vec<&str> {
    let mut all = vec!["Clone", "Copy"];
    for path in paths {
        if !all.contains(&path.as_str()) {
            all.push(path);
        }
        if path == "PartialEq" && !paths.iter().any(|path| path == "Eq") {
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
        let derives = Derives::new(&paths)?;
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
    fn a_derive_is_a_path() {
        assert!(derives(&["serde::Serialize"]).is_ok());
        assert!(derives(&["Clone)] struct X; #[derive("]).is_err());
    }
}
