//! Parses `#[tools(…)]` below `#[derive(ToolServer)]`: the spec and its settings, the module for
//! the generated code, and the methods that are tools. Reports all mistakes of an attribute at
//! once, and rejects what does not go together. It does not read the spec.

use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, LitStr, Token, parenthesized};

use crate::argument::Argument;

/// `#[tools(spec = "shop.yaml", module = shop, methods(restock), client = "gemini")]`
#[derive(Default)]
pub(super) struct Attribute {
    pub(super) spec: Option<LitStr>,
    pub(super) module: Option<Ident>,
    pub(super) methods: Vec<Ident>,
    /// Settings of the compiler.
    pub(super) settings: Vec<Argument>,
    /// The name and the version of a server without a spec.
    pub(super) name: Option<LitStr>,
    pub(super) version: Option<LitStr>,
}

impl Parse for Attribute {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut attribute = Self::default();
        let mut errors: Option<syn::Error> = None;
        while !input.is_empty() {
            if let Err(error) = attribute.parse_item(input) {
                match &mut errors {
                    Some(all) => all.combine(error),
                    none => *none = Some(error),
                }
                skip_to_comma(input)?;
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        errors.map_or_else(|| attribute.reject_contradictions(), Err)
    }
}

impl Attribute {
    fn parse_item(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let ahead = input.fork();
        // Names are read on a fork, because `Argument` parses its own name. `parse_any` accepts
        // keywords, which then get an error that names them.
        let name = ahead.call(Ident::parse_any)?;
        match name.to_string().as_str() {
            "spec" => set_once(&mut self.spec, &name, parse_value(input, &name)?),
            "module" => set_once(
                &mut self.module,
                &name,
                parse_value::<Module>(input, &name)?.0,
            ),
            "version" => set_once(&mut self.version, &name, parse_value(input, &name)?),
            "methods" => {
                input.parse::<Ident>()?;
                if !input.peek(syn::token::Paren) {
                    let message = "list the methods in parentheses: `methods(restock, sell)`";
                    return Err(syn::Error::new(name.span(), message));
                }
                let listed;
                parenthesized!(listed in input);
                let listed = Punctuated::<Ident, Token![,]>::parse_terminated(&listed)?;
                for method in listed {
                    if self.methods.contains(&method) {
                        let message = format!("`{method}` is listed twice: remove one");
                        return Err(syn::Error::new(method.span(), message));
                    }
                    self.methods.push(method);
                }
                Ok(())
            }
            "name" => {
                // Also a setting of the compiler if there is a spec, so the input is not consumed
                // here. A value that is not a string is reported by the setting.
                self.name = parse_value::<LitStr>(&input.fork(), &name).ok();
                self.parse_setting(input)
            }
            _ => self.parse_setting(input),
        }
    }

    fn parse_setting(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let argument: Argument = input.parse()?;
        argument.check_against(&self.settings)?;
        self.settings.push(argument);
        Ok(())
    }

    /// What goes together.
    fn reject_contradictions(self) -> syn::Result<Self> {
        if self.spec.is_some() {
            return match &self.version {
                Some(version) => Err(syn::Error::new(
                    version.span(),
                    "the version is stated in the spec: remove it here",
                )),
                None => Ok(self),
            };
        }
        if let Some(module) = &self.module {
            let message = "`module` needs a spec: write `spec = \"…\"` beside it";
            return Err(syn::Error::new(module.span(), message));
        }
        match self.settings.iter().find(|setting| setting.name != "name") {
            Some(setting) => {
                let message = format!(
                    "`{}` needs a spec: write `spec = \"…\"` beside it",
                    setting.name
                );
                Err(syn::Error::new(setting.name.span(), message))
            }
            None => Ok(self),
        }
    }
}

/// The name of a module, with or without quotation marks.
struct Module(Ident);

impl Parse for Module {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitStr) {
            return input.parse::<LitStr>()?.parse().map(Self);
        }
        input.parse().map(Self)
    }
}

fn parse_value<T: Parse>(input: ParseStream<'_>, name: &Ident) -> syn::Result<T> {
    input.call(Ident::parse_any)?;
    if !input.peek(Token![=]) {
        let message = format!("`{name}` has no value: write `{name} = …`");
        return Err(syn::Error::new(name.span(), message));
    }
    input.parse::<Token![=]>()?;
    input.parse()
}

fn set_once<T>(place: &mut Option<T>, name: &Ident, value: T) -> syn::Result<()> {
    match place.replace(value) {
        Some(_) => Err(syn::Error::new(
            name.span(),
            format!("`{name}` is given twice: write a separate `#[tools(…)]` for another spec"),
        )),
        None => Ok(()),
    }
}

/// Goes on behind the next comma, so that all mistakes are told at once.
fn skip_to_comma(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}
