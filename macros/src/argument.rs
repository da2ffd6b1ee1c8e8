//! One argument of `tools!` or `#[tools(…)]`: the name of a setting and its value. The value is
//! converted to the compiler's `Written` and read by `Setting::read`, so the macros accept every
//! setting without a list of their own.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprArray, ExprLit, Ident, Lit, Token};
use toolwright_codegen::{Setting, SettingError, Written};

/// `client = "gemini"`
#[derive(Clone)]
pub(crate) struct Argument {
    pub(crate) name: Ident,
    pub(crate) setting: Setting,
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name: Ident = input.parse()?;
        if !input.peek(Token![=]) {
            let message = format!("`{name}` has no value: write `{name} = …`");
            return Err(syn::Error::new(name.span(), message));
        }
        input.parse::<Token![=]>()?;
        let value: Expr = input.parse()?;
        let setting = Setting::read(&name.to_string(), read_value(&value)?);
        match setting {
            Ok(setting) => Ok(Self { name, setting }),
            // An unknown name is underlined at the name, every other error at the value.
            Err(error @ SettingError::Name { .. }) => Err(syn::Error::new(name.span(), error)),
            Err(error) => Err(syn::Error::new(value.span(), error)),
        }
    }
}

impl Argument {
    /// Refuses what was said before; some may be given several times.
    pub(crate) fn check_against(&self, before: &[Self]) -> syn::Result<()> {
        let is_repeated = before.iter().any(|other| other.name == self.name);
        if is_repeated && !self.setting.is_repeatable() {
            let message = format!("`{}` is given twice: remove one", self.name);
            return Err(syn::Error::new(self.name.span(), message));
        }
        Ok(())
    }
}

fn read_value(value: &Expr) -> syn::Result<Written> {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Bool(flag) => Ok(Written::Flag(flag.value)),
            Lit::Str(text) => Ok(Written::Text(text.value())),
            Lit::Int(number) => number.base10_parse().map(Written::Number),
            other => Err(unreadable_value(other.span())),
        },
        Expr::Array(ExprArray { elems, .. }) => read_list(elems),
        other => Err(unreadable_value(other.span())),
    }
}

fn read_list(elements: &Punctuated<Expr, Token![,]>) -> syn::Result<Written> {
    let texts = elements.iter().map(|element| match read_value(element)? {
        Written::Text(text) => Ok(text),
        _ => Err(unreadable_value(element.span())),
    });
    texts.collect::<syn::Result<_>>().map(Written::List)
}

fn unreadable_value(span: proc_macro2::Span) -> syn::Error {
    let expected = "expected a string, a number, `true`, `false` or a list of strings";
    syn::Error::new(span, expected)
}
