//! Comments among the parameters of a method: rustc quotes these lines when the method is missing.
//!
//! Syntax trees have no comments, so one is an attribute until its file is text.

use proc_macro2::TokenStream;
use quote::quote;

use super::EmitError;
use super::docs::one_line;
use super::literal::string;

/// What stands before `&self` for a comment there.
pub(super) fn attribute(text: &str) -> Result<TokenStream, EmitError> {
    let text = string(&format!(" {}", one_line(text)))?;
    Ok(quote!(#[doc = #text]))
}

/// Formatted source with such attributes as comments.
pub(super) fn as_comments(source: &str) -> String {
    let mut written = String::with_capacity(source.len());
    let mut lines = source.lines().peekable();
    while let Some(line) = lines.next() {
        let before_self = lines.peek().is_some_and(|next| next.trim() == "&self,");
        match line.split_once("/// ") {
            Some((indent, text)) if before_self && indent.trim().is_empty() => {
                written.extend([indent, "// ", text]);
            }
            _ => written.push_str(line),
        }
        written.push('\n');
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_before_self_becomes_a_comment() {
        let aside = attribute("GET /a\n/// b").unwrap();
        let item = quote! {
            trait A {
                /// Documented.
                fn a(#aside &self, b: B);
            }
        };
        let formatted = prettyplease::unparse(&syn::parse2(item).unwrap());
        let expected = "trait A {\n    /// Documented.\n    fn a(\n        // GET /a /// b\n        &self,\n        \
            b: B,\n    );\n}\n";
        assert_eq!(as_comments(&formatted), expected);
    }
}
