//! The settings in `#[tool(…)]` on a method: name, texts and the hints about what the tool does.
//! Reports every mistake with its span and returns what could be read. Hints become MCP's tool
//! annotations.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, Meta, Token};

use crate::rust_types::Problems;

/// What `#[tool(…)]` says of a method.
#[derive(Default)]
pub(super) struct Settings {
    pub(super) name: Option<String>,
    pub(super) name_span: Option<Span>,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) output_schema: bool,
    read_only: bool,
    destructive: Option<bool>,
    idempotent: bool,
    closed_world: bool,
}

const NAMES: &str =
    "name, title, description, read_only, destructive, idempotent, open_world, output_schema";

impl Settings {
    pub(super) fn read(arguments: TokenStream, problems: &mut Problems) -> Self {
        let mut settings = Self::default();
        let items = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(arguments);
        let mut said: Vec<String> = Vec::new();
        for item in problems.take_ok(items).into_iter().flatten() {
            let name = item
                .path()
                .get_ident()
                .map(ToString::to_string)
                .unwrap_or_default();
            if said.contains(&name) {
                problems.add_problem(
                    item.path().span(),
                    format!("`{name}` is given twice: remove one"),
                );
            }
            problems.take_ok(settings.item(&name, &item));
            said.push(name);
        }
        if settings.read_only && settings.destructive == Some(true) {
            problems.add_problem(
                Span::call_site(),
                "a read-only tool cannot be destructive: remove one of the two",
            );
        }
        settings
    }

    fn item(&mut self, name: &str, item: &Meta) -> syn::Result<()> {
        match name {
            "name" => {
                let (text, span) = text(item)?;
                (self.name, self.name_span) = (Some(text), Some(span));
            }
            "title" => self.title = Some(text(item)?.0),
            "description" => self.description = Some(text(item)?.0),
            "output_schema" => self.output_schema = flag(item)?,
            "read_only" => self.read_only = flag(item)?,
            "destructive" => self.destructive = Some(flag(item)?),
            "idempotent" => self.idempotent = flag(item)?,
            "open_world" => self.closed_world = !flag(item)?,
            _ => {
                let message =
                    format!("`{name}` is not a setting of a tool; expected one of {NAMES}");
                return Err(syn::Error::new(item.path().span(), message));
            }
        }
        Ok(())
    }

    /// What is read only destroys nothing, and twice of it is once.
    pub(super) fn annotations(&self) -> TokenStream {
        let Self {
            read_only,
            idempotent,
            closed_world,
            ..
        } = self;
        // MCP's defaults are the dangerous ones: without a hint, a tool counts as destructive and
        // open-world, but destructiveness means nothing if it only reads.
        let destructive = self.destructive.or(read_only.then_some(false));
        let destructive = match destructive {
            Some(destructive) => quote!(::core::option::Option::Some(#destructive)),
            None => quote!(::core::option::Option::None),
        };
        let (idempotent, open_world) = (*read_only || *idempotent, !closed_world);
        quote! {
            ::toolwright::Annotations {
                read_only: #read_only,
                destructive: #destructive,
                idempotent: #idempotent,
                open_world: #open_world,
            }
        }
    }
}

fn text(item: &Meta) -> syn::Result<(String, Span)> {
    match item {
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Ok((text.value(), text.span())),
            other => Err(syn::Error::new(
                other.span(),
                format!("`{0}` must be a string: write `{0} = \"…\"`", name_of(item)),
            )),
        },
        other => {
            let name = name_of(item);
            let message = format!("`{name}` has no value: write `{name} = \"…\"`");
            Err(syn::Error::new(other.span(), message))
        }
    }
}

/// `read_only`, or `read_only = true`.
fn flag(item: &Meta) -> syn::Result<bool> {
    match item {
        Meta::Path(_) => Ok(true),
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(ExprLit {
                lit: Lit::Bool(flag),
                ..
            }) => Ok(flag.value),
            other => Err(syn::Error::new(
                other.span(),
                format!(
                    "`{0}` must be `true` or `false`: write `{0} = true`",
                    name_of(item)
                ),
            )),
        },
        Meta::List(list) => Err(syn::Error::new(
            list.span(),
            format!(
                "`{0}` must be `true` or `false`: write `{0} = true`",
                name_of(item)
            ),
        )),
    }
}

fn name_of(item: &Meta) -> String {
    item.path()
        .get_ident()
        .map(ToString::to_string)
        .unwrap_or_default()
}
