//! `#[serde(…)]` and `#[tool(…)]`, and doc comments.

mod doc;
mod known;
mod literal;

use proc_macro2::Span;
use serde_json::Value;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Path, Token};

use super::Direction;
use super::model::{About, Default as DefaultOf};
use super::problems::Problems;
use super::rename::Case;
pub(crate) use doc::comment;
pub(super) use known::Place;

/// What the attributes of one place say.
#[derive(Default)]
pub(super) struct Attributes {
    pub(super) about: About,
    pub(super) rename: Option<String>,
    pub(super) rename_all: Option<Case>,
    pub(super) rename_all_fields: Option<Case>,
    pub(super) default: Option<(DefaultOf, Span)>,
    pub(super) skip: Option<Span>,
    pub(super) skip_if: Option<Path>,
    pub(super) flatten: Option<Span>,
    pub(super) transparent: Option<Span>,
    pub(super) deny_unknown_fields: Option<Span>,
    pub(super) untagged: Option<Span>,
    pub(super) tag: Option<(String, Span)>,
    pub(super) content: Option<(String, Span)>,
    /// Keywords of JSON Schema.
    pub(super) keywords: Vec<(&'static str, Value, Span)>,
}

/// Who says something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Voice {
    Serde,
    Tool,
}

impl Attributes {
    /// Reads the attributes of a place. Where the two differ, `#[tool]` is right.
    pub(super) fn read(
        attributes: &[Attribute],
        place: Place,
        direction: Direction,
        problems: &mut Problems,
    ) -> Self {
        let mut read = Self {
            about: About {
                description: comment(attributes),
                deprecated: attributes
                    .iter()
                    .any(|one| one.path().is_ident("deprecated")),
                ..About::default()
            },
            ..Self::default()
        };
        for (voice, name) in [(Voice::Serde, "serde"), (Voice::Tool, "tool")] {
            let mut said: Vec<String> = Vec::new();
            for attribute in attributes.iter().filter(|one| one.path().is_ident(name)) {
                let items =
                    attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
                for item in problems.note(items).into_iter().flatten() {
                    let name = name_of(item.path());
                    if said.contains(&name) {
                        problems.add(
                            item.path().span(),
                            format!("`{name}` is given twice: remove one"),
                        );
                    }
                    let result = known::check(
                        &name,
                        item.path().span(),
                        voice == Voice::Tool,
                        place,
                        direction,
                    )
                    .and_then(|wanted| {
                        if wanted {
                            read.item(&name, &item, voice, direction)
                        } else {
                            Ok(())
                        }
                    });
                    problems.note(result);
                    said.push(name);
                }
            }
        }
        read
    }

    fn item(
        &mut self,
        name: &str,
        item: &Meta,
        voice: Voice,
        direction: Direction,
    ) -> syn::Result<()> {
        let span = item.path().span();
        match name {
            "rename" => {
                self.rename = directed(item, direction)?
                    .map(|(text, _)| text)
                    .or(self.rename.take())
            }
            "rename_all" => self.rename_all = case(item, direction)?.or(self.rename_all),
            "rename_all_fields" => {
                self.rename_all_fields = case(item, direction)?.or(self.rename_all_fields);
            }
            "default" => self.default = Some((default(item, voice)?, span)),
            "skip" | "skip_deserializing" | "skip_serializing" => {
                flag(item)?;
                self.skip = Some(span);
            }
            "skip_serializing_if" => self.skip_if = Some(text(item)?.1.parse()?),
            "flatten" => self.flatten = Some(flag(item)?),
            "transparent" => self.transparent = Some(flag(item)?),
            "deny_unknown_fields" => self.deny_unknown_fields = Some(flag(item)?),
            "untagged" => self.untagged = Some(flag(item)?),
            "tag" => self.tag = Some(text(item).map(|(text, literal)| (text, literal.span()))?),
            "content" => {
                self.content = Some(text(item).map(|(text, literal)| (text, literal.span()))?)
            }
            "title" => self.about.title = Some(text(item)?.0),
            "description" => self.about.description = text(item)?.0,
            "examples" => match literal::json(value(item)?)? {
                Value::Array(examples) => self.about.examples = examples,
                _ => {
                    return Err(syn::Error::new(
                        value(item)?.span(),
                        "write a list: `examples = [1, 2]`",
                    ));
                }
            },
            _ => {
                if let Some(keyword) = known::keyword(name) {
                    let value = keyword_value(name, item)?;
                    self.keywords.push((keyword, value, item.span()));
                }
            }
        }
        Ok(())
    }
}

fn name_of(path: &Path) -> String {
    path.segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect::<Vec<_>>()
        .join("::")
}

fn flag(item: &Meta) -> syn::Result<Span> {
    match item {
        Meta::Path(path) => Ok(path.span()),
        other => {
            let name = name_of(other.path());
            Err(syn::Error::new(
                other.span(),
                format!("`{name}` has no value: write just `{name}`"),
            ))
        }
    }
}

fn value(item: &Meta) -> syn::Result<&Expr> {
    match item {
        Meta::NameValue(pair) => Ok(&pair.value),
        other => {
            let name = name_of(other.path());
            Err(syn::Error::new(
                other.span(),
                format!("`{name}` has no value: write `{name} = …`"),
            ))
        }
    }
}

fn text(item: &Meta) -> syn::Result<(String, &syn::LitStr)> {
    match value(item)? {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Ok((text.value(), text)),
        other => Err(syn::Error::new(
            other.span(),
            format!(
                "`{0}` is a string: write `{0} = \"…\"`",
                name_of(item.path())
            ),
        )),
    }
}

/// A text, or one for each direction: `rename(serialize = "a", deserialize = "b")`.
fn directed(item: &Meta, direction: Direction) -> syn::Result<Option<(String, Span)>> {
    let Meta::List(list) = item else {
        return text(item).map(|(text, literal)| Some((text, literal.span())));
    };
    let wanted = match direction {
        Direction::Input => "deserialize",
        Direction::Output => "serialize",
    };
    let items = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)?;
    let mut found = None;
    for item in &items {
        let (text, literal) = text(item)?;
        if item.path().is_ident(wanted) {
            found = Some((text, literal.span()));
        }
    }
    Ok(found)
}

fn case(item: &Meta, direction: Direction) -> syn::Result<Option<Case>> {
    let Some((name, span)) = directed(item, direction)? else {
        return Ok(None);
    };
    let names = Case::ALL.map(|(name, _)| name).join(", ");
    let unknown = || syn::Error::new(span, format!("`{name}` is no case; there are {names}"));
    Case::named(&name).map(Some).ok_or_else(unknown)
}

/// serde's `default = "path"` names a function; in `#[tool]` it is the value.
fn default(item: &Meta, voice: Voice) -> syn::Result<DefaultOf> {
    match (item, voice) {
        (Meta::Path(_), _) => Ok(DefaultOf::Trait),
        (_, Voice::Serde) => Ok(DefaultOf::Function(text(item)?.1.parse()?)),
        (_, Voice::Tool) => match value(item)? {
            Expr::Path(path) => Ok(DefaultOf::Function(path.path.clone())),
            literal => literal::json(literal).map(DefaultOf::Value),
        },
    }
}

fn keyword_value(name: &str, item: &Meta) -> syn::Result<Value> {
    if name == "unique_items" {
        return match item {
            Meta::Path(_) => Ok(Value::Bool(true)),
            _ => Ok(literal::json(value(item)?)?),
        };
    }
    let expression = value(item)?;
    let value = literal::json(expression)?;
    known::check_value(name, &value)
        .map_err(|message| syn::Error::new(expression.span(), message))?;
    Ok(value)
}
