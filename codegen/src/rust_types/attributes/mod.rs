//! `#[serde(…)]` and `#[tool(…)]`, and doc comments.

mod doc_comment;
mod json_literal;
mod known_attributes;

use proc_macro2::Span;
use serde_json::Value;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Path, Token};

use super::Direction;
use super::problems::Problems;
use super::rename_rule::RenameRule;
use super::user_type::{About, Default as DefaultOf};
pub(crate) use doc_comment::doc_comment;
pub(super) use known_attributes::AttributePlace;

/// What the attributes of one place say.
#[derive(Default)]
pub(super) struct Attributes {
    pub(super) about: About,
    pub(super) rename: Option<String>,
    pub(super) rename_all: Option<RenameRule>,
    pub(super) rename_all_fields: Option<RenameRule>,
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
enum AttributeSource {
    Serde,
    Tool,
}

impl Attributes {
    /// Reads the attributes of a place. Where the two differ, `#[tool]` is right.
    pub(super) fn read_attributes(
        attributes: &[Attribute],
        place: AttributePlace,
        direction: Direction,
        problems: &mut Problems,
    ) -> Self {
        let mut read = Self {
            about: About {
                description: doc_comment(attributes),
                deprecated: attributes
                    .iter()
                    .any(|one| one.path().is_ident("deprecated")),
                ..About::default()
            },
            ..Self::default()
        };
        // `#[tool]` is read after `#[serde]`, so that it overrides it.
        for (voice, name) in [
            (AttributeSource::Serde, "serde"),
            (AttributeSource::Tool, "tool"),
        ] {
            let mut said: Vec<String> = Vec::new();
            for attribute in attributes.iter().filter(|one| one.path().is_ident(name)) {
                let items =
                    attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
                for item in problems.take_ok(items).into_iter().flatten() {
                    let name = path_text(item.path());
                    // Per attribute kind, since `#[tool(rename)]` beside `#[serde(rename)]` is the
                    // intended way to give a model another name.
                    if said.contains(&name) {
                        problems.add_problem(
                            item.path().span(),
                            format!("`{name}` is given twice: remove one"),
                        );
                    }
                    let result = known_attributes::is_attribute_relevant(
                        &name,
                        item.path().span(),
                        voice == AttributeSource::Tool,
                        place,
                        direction,
                    )
                    .and_then(|wanted| {
                        if wanted {
                            read.read_item(&name, &item, voice, direction)
                        } else {
                            Ok(())
                        }
                    });
                    problems.take_ok(result);
                    said.push(name);
                }
            }
        }
        read
    }

    fn read_item(
        &mut self,
        name: &str,
        item: &Meta,
        voice: AttributeSource,
        direction: Direction,
    ) -> syn::Result<()> {
        let span = item.path().span();
        match name {
            "rename" => {
                self.rename = string_for_direction(item, direction)?
                    .map(|(text, _)| text)
                    .or(self.rename.take())
            }
            "rename_all" => self.rename_all = read_case(item, direction)?.or(self.rename_all),
            "rename_all_fields" => {
                self.rename_all_fields = read_case(item, direction)?.or(self.rename_all_fields);
            }
            "default" => self.default = Some((read_default(item, voice)?, span)),
            "skip" | "skip_deserializing" | "skip_serializing" => {
                expect_flag(item)?;
                self.skip = Some(span);
            }
            "skip_serializing_if" => self.skip_if = Some(expect_string(item)?.1.parse()?),
            "flatten" => self.flatten = Some(expect_flag(item)?),
            "transparent" => self.transparent = Some(expect_flag(item)?),
            "deny_unknown_fields" => self.deny_unknown_fields = Some(expect_flag(item)?),
            "untagged" => self.untagged = Some(expect_flag(item)?),
            "tag" => {
                self.tag = Some(expect_string(item).map(|(text, literal)| (text, literal.span()))?)
            }
            "content" => {
                self.content =
                    Some(expect_string(item).map(|(text, literal)| (text, literal.span()))?)
            }
            "title" => self.about.title = Some(expect_string(item)?.0),
            "description" => self.about.description = expect_string(item)?.0,
            "examples" => match json_literal::json_from_expression(expect_value(item)?)? {
                Value::Array(examples) => self.about.examples = examples,
                _ => {
                    return Err(syn::Error::new(
                        expect_value(item)?.span(),
                        "this must be a list: write, for example, `examples = [1, 2]`",
                    ));
                }
            },
            _ => {
                if let Some(keyword) = known_attributes::schema_keyword(name) {
                    let value = read_keyword_value(name, item)?;
                    self.keywords.push((keyword, value, item.span()));
                }
            }
        }
        Ok(())
    }
}

fn path_text(path: &Path) -> String {
    path.segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect::<Vec<_>>()
        .join("::")
}

fn expect_flag(item: &Meta) -> syn::Result<Span> {
    match item {
        Meta::Path(path) => Ok(path.span()),
        other => {
            let name = path_text(other.path());
            Err(syn::Error::new(
                other.span(),
                format!("`{name}` does not take a value: write just `{name}`"),
            ))
        }
    }
}

fn expect_value(item: &Meta) -> syn::Result<&Expr> {
    match item {
        Meta::NameValue(pair) => Ok(&pair.value),
        other => {
            let name = path_text(other.path());
            Err(syn::Error::new(
                other.span(),
                format!("`{name}` has no value: write `{name} = …`"),
            ))
        }
    }
}

fn expect_string(item: &Meta) -> syn::Result<(String, &syn::LitStr)> {
    match expect_value(item)? {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Ok((text.value(), text)),
        other => Err(syn::Error::new(
            other.span(),
            format!(
                "`{0}` must be a string: write `{0} = \"…\"`",
                path_text(item.path())
            ),
        )),
    }
}

/// A text, or one for each direction: `rename(serialize = "a", deserialize = "b")`.
fn string_for_direction(item: &Meta, direction: Direction) -> syn::Result<Option<(String, Span)>> {
    let Meta::List(list) = item else {
        return expect_string(item).map(|(text, literal)| Some((text, literal.span())));
    };
    let wanted = match direction {
        Direction::Input => "deserialize",
        Direction::Output => "serialize",
    };
    let items = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)?;
    let mut found = None;
    for item in &items {
        let (text, literal) = expect_string(item)?;
        if item.path().is_ident(wanted) {
            found = Some((text, literal.span()));
        }
    }
    Ok(found)
}

fn read_case(item: &Meta, direction: Direction) -> syn::Result<Option<RenameRule>> {
    let Some((name, span)) = string_for_direction(item, direction)? else {
        return Ok(None);
    };
    let names = RenameRule::ALL.map(|(name, _)| name).join(", ");
    let unknown = || {
        syn::Error::new(
            span,
            format!("`{name}` is not a case; expected one of {names}"),
        )
    };
    RenameRule::from_name(&name).map(Some).ok_or_else(unknown)
}

/// serde's `default = "path"` names a function; in `#[tool]` it is the value.
fn read_default(item: &Meta, voice: AttributeSource) -> syn::Result<DefaultOf> {
    match (item, voice) {
        (Meta::Path(_), _) => Ok(DefaultOf::Trait),
        (_, AttributeSource::Serde) => Ok(DefaultOf::Function(expect_string(item)?.1.parse()?)),
        (_, AttributeSource::Tool) => match expect_value(item)? {
            Expr::Path(path) => Ok(DefaultOf::Function(path.path.clone())),
            literal => json_literal::json_from_expression(literal).map(DefaultOf::Value),
        },
    }
}

fn read_keyword_value(name: &str, item: &Meta) -> syn::Result<Value> {
    if name == "unique_items" {
        return match item {
            Meta::Path(_) => Ok(Value::Bool(true)),
            _ => Ok(json_literal::json_from_expression(expect_value(item)?)?),
        };
    }
    let expression = expect_value(item)?;
    let value = json_literal::json_from_expression(expression)?;
    known_attributes::check_value(name, &value)
        .map_err(|message| syn::Error::new(expression.span(), message))?;
    Ok(value)
}
