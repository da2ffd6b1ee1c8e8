//! Writes the nodes of all schemas as `static` tables of the runtime's `Schema`: those of
//! operations by their names, and those that several have in common in `mod shared`. It decides
//! where a table stands and how literals are spelled. What a schema means was settled when it was
//! read.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use serde_json::{Number, Value};

use super::node::{Keyword, Link, Node, Property, Types};
use super::{Checks, Pattern};

/// The items of `mod checks`.
pub(super) fn module(checks: &Checks) -> TokenStream {
    let inputs = statics(
        checks,
        &quote!(shared::),
        checks
            .named
            .iter()
            .map(|(name, link)| (name.as_str(), *link)),
    );
    let shared = shared(checks);
    if inputs.is_empty() && shared.is_empty() {
        return TokenStream::new();
    }
    let shared = (!shared.is_empty()).then(|| {
        quote! {
            /// Schemas that several operations or types have in common.
            pub mod shared {
                use toolwright::schema::*;
                #shared
            }
        }
    });
    let uses = (!inputs.is_empty()).then(|| {
        quote!(
            use toolwright::schema::*;
        )
    });
    quote! {
        #uses
        #inputs
        #shared
    }
}

/// All tables side by side.
pub(super) fn block(checks: &Checks) -> TokenStream {
    let named = checks.named.iter();
    let inputs = statics(
        checks,
        &TokenStream::new(),
        named.map(|(name, link)| (name.as_str(), *link)),
    );
    let shared = shared(checks);
    quote!(#inputs #shared)
}

/// The alias under which a type of the user's is known where the tables stand.
pub(crate) fn alias(index: usize) -> Ident {
    format_ident!("__Type{index}")
}

fn shared(checks: &Checks) -> TokenStream {
    let definitions = checks
        .definitions
        .values()
        .filter_map(|known| match known.link {
            Link::Node(_) if known.reached => {
                Some((known.definition.constant.as_str(), known.link))
            }
            _ => None,
        });
    let mut nodes: Vec<usize> = checks.names.nodes().collect();
    nodes.sort_unstable();
    let nodes = nodes
        .into_iter()
        .filter_map(|index| Some((checks.names.get(index)?, Link::Node(index))));
    let mut items = statics(checks, &TokenStream::new(), definitions.chain(nodes));
    for (source, Pattern { name, translated }) in &checks.patterns {
        let name = format_ident!("{name}");
        let regex = &translated.regex;
        let mut value = if source == regex {
            quote!(Pattern::new(#source))
        } else {
            quote!(Pattern::translated(#source, #regex))
        };
        if let Some(lengths) = &translated.lengths {
            let [shortest, longest] =
                [lengths.start(), lengths.end()].map(|it| Literal::usize_unsuffixed(*it));
            value.extend(quote!(.of_length(#shortest, #longest)));
        }
        items.extend(quote!(pub static #name: Pattern = #value;));
    }
    items
}

fn statics<'a>(
    checks: &Checks,
    prefix: &TokenStream,
    all: impl Iterator<Item = (&'a str, Link)>,
) -> TokenStream {
    let writer = Writer { checks, prefix };
    all.map(|(name, link)| {
        let name = format_ident!("{name}");
        let value = writer.body(link);
        quote!(pub static #name: Schema = #value;)
    })
    .collect()
}

/// Writes nodes as Rust, for one module.
pub(super) struct Writer<'a> {
    checks: &'a Checks,
    /// The path to shared statics.
    prefix: &'a TokenStream,
}

impl Writer<'_> {
    /// The path of what a resolved link stands for: a constant is already a reference.
    pub(super) fn path(checks: &Checks, link: Link) -> TokenStream {
        let name = match link {
            Link::Constant(name) => {
                let name = format_ident!("{name}");
                return quote!(Schema::#name);
            }
            Link::Node(index) => checks.names.get(index).unwrap_or("ANY"),
            Link::Definition(index) => &checks.definitions[index].definition.constant,
            Link::Type(_) => "ANY",
        };
        format_ident!("{name}").into_token_stream()
    }

    fn body(&self, link: Link) -> TokenStream {
        match self.checks.resolve(link) {
            Link::Node(index) => self.node(&self.checks.nodes[index]),
            Link::Constant(name) => match Types::of_schema_constant(name) {
                Some(types) => {
                    let types = self::types(types);
                    quote!(Schema(#types, &[]))
                }
                None => self.reference(link),
            },
            Link::Type(index) => of_type(index),
            Link::Definition(_) => self.reference(link),
        }
    }

    fn reference(&self, link: Link) -> TokenStream {
        let reference = self.link(link);
        quote!(Schema(Types::ANY, &[Keyword::Ref(#reference)]))
    }

    fn link(&self, link: Link) -> TokenStream {
        let prefix = self.prefix;
        let link = self.checks.resolve(link);
        match link {
            Link::Node(index) if self.checks.names.get(index).is_none() => {
                let node = self.node(&self.checks.nodes[index]);
                quote!(&#node)
            }
            Link::Constant(_) => Self::path(self.checks, link),
            Link::Type(index) => {
                let schema = of_type(index);
                quote!(&#schema)
            }
            _ => {
                let path = Self::path(self.checks, link);
                quote!(&#prefix #path)
            }
        }
    }

    fn node(&self, node: &Node) -> TokenStream {
        let types = types(node.types);
        let keywords = node.keywords.iter().map(|keyword| self.keyword(keyword));
        quote!(Schema(#types, &[#(#keywords),*]))
    }

    fn keyword(&self, keyword: &Keyword) -> TokenStream {
        match keyword {
            Keyword::Enum(values) => {
                let values = values.iter().map(literal);
                quote!(Keyword::Enum(&[#(#values),*]))
            }
            Keyword::EnumOfStrings(values) => quote!(Keyword::EnumOfStrings(&[#(#values),*])),
            Keyword::Const(value) => {
                let value = literal(value);
                quote!(Keyword::Const(&#value))
            }
            Keyword::Bound(variant, bound) => {
                let (variant, bound) = (format_ident!("{variant}"), number(bound));
                quote!(Keyword::#variant(Number::#bound))
            }
            Keyword::Count(variant, count) => {
                let (variant, count) = (format_ident!("{variant}"), unsuffixed(*count));
                quote!(Keyword::#variant(#count))
            }
            Keyword::File => quote!(Keyword::File),
            Keyword::UniqueItems => quote!(Keyword::UniqueItems),
            Keyword::Required(names) => quote!(Keyword::Required(&[#(#names),*])),
            Keyword::DependentRequired(all) => {
                let all = all
                    .iter()
                    .map(|(name, needed)| quote!((#name, &[#(#needed),*])));
                quote!(Keyword::DependentRequired(&[#(#all),*]))
            }
            Keyword::Pattern(index) => {
                let pattern = self.pattern(*index);
                quote!(Keyword::Pattern(#pattern))
            }
            Keyword::Format(constant) => {
                let constant = format_ident!("{constant}");
                quote!(Keyword::Format(Format::#constant))
            }
            Keyword::PropertyNames(link) => self.with(quote!(PropertyNames), *link),
            Keyword::Object(properties) => {
                let properties = self.properties(properties);
                quote!(Keyword::Object(#properties))
            }
            Keyword::ClosedObject(properties) => {
                let properties = self.properties(properties);
                quote!(Keyword::ClosedObject(#properties))
            }
            Keyword::Map(link) => self.with(quote!(Map), *link),
            Keyword::Members {
                properties,
                patterns,
                additional,
            } => {
                let properties = self.properties(properties);
                let patterns = patterns.iter().map(|(pattern, link)| {
                    let (pattern, link) = (self.pattern(*pattern), self.link(*link));
                    quote!((#pattern, #link))
                });
                let additional = self.link(*additional);
                quote!(Keyword::Members(&Members {
                    properties: #properties,
                    patterns: &[#(#patterns),*],
                    additional: #additional,
                }))
            }
            Keyword::PrefixItems(links) => self.with_all(quote!(PrefixItems), links),
            Keyword::Items(link) => self.with(quote!(Items), *link),
            Keyword::ItemsAfter(prefix, link) => {
                let (prefix, link) = (unsuffixed(*prefix as u64), self.link(*link));
                quote!(Keyword::ItemsAfter(#prefix, #link))
            }
            Keyword::Contains { schema, min, max } => {
                let schema = self.link(*schema);
                let min = unsuffixed(*min);
                let max = match *max {
                    u64::MAX => quote!(u64::MAX),
                    max => unsuffixed(max),
                };
                quote!(Keyword::Contains(&Contains { schema: #schema, min: #min, max: #max }))
            }
            Keyword::DependentSchemas(all) => {
                let all = all.iter().map(|(name, link)| {
                    let link = self.link(*link);
                    quote!((#name, #link))
                });
                quote!(Keyword::DependentSchemas(&[#(#all),*]))
            }
            Keyword::Ref(Link::Type(index)) => type_keyword(*index),
            Keyword::Ref(link) => self.with(quote!(Ref), *link),
            Keyword::Combined(variant, links) => {
                self.with_all(format_ident!("{variant}").into_token_stream(), links)
            }
            Keyword::Not(link) => self.with(quote!(Not), *link),
            Keyword::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.link(*condition);
                let then = self.link(*then);
                let otherwise = self.link(*otherwise);
                quote!(Keyword::If(&Branches {
                    condition: #condition,
                    then: #then,
                    otherwise: #otherwise,
                }))
            }
            Keyword::Unevaluated {
                variant,
                beside,
                schema,
            } => {
                let variant = format_ident!("{variant}");
                let (beside, schema) = (self.link(*beside), self.link(*schema));
                quote!(Keyword::#variant(&Unevaluated { beside: #beside, schema: #schema }))
            }
        }
    }

    fn with(&self, variant: TokenStream, link: Link) -> TokenStream {
        let link = self.link(link);
        quote!(Keyword::#variant(#link))
    }

    fn with_all(&self, variant: TokenStream, links: &[Link]) -> TokenStream {
        let links = links.iter().map(|link| self.link(*link));
        quote!(Keyword::#variant(&[#(#links),*]))
    }

    fn pattern(&self, index: usize) -> TokenStream {
        let prefix = self.prefix;
        let name = format_ident!("{}", self.checks.patterns[index].name);
        quote!(&#prefix #name)
    }

    fn properties(&self, properties: &[Property]) -> TokenStream {
        let properties = properties.iter().map(|property| {
            let (name, link) = (&property.name, self.link(property.schema));
            if property.required {
                quote!(Required(#name, #link))
            } else {
                quote!(Optional(#name, #link))
            }
        });
        quote!(&[#(#properties),*])
    }
}

fn of_type(index: usize) -> TokenStream {
    let keyword = type_keyword(index);
    quote!(Schema(Types::ANY, &[#keyword]))
}

fn type_keyword(index: usize) -> TokenStream {
    let alias = alias(index);
    quote!(Keyword::Type(<#alias as ::toolwright::ToolInput>::check))
}

fn types(types: Types) -> TokenStream {
    if let Some(name) = types.constant() {
        let name = format_ident!("{name}");
        return quote!(Types::#name);
    }
    let names = Types::NAMES
        .iter()
        .filter(|(.., single)| types.0 & single.0 != 0)
        .map(|(_, name, _)| format_ident!("{name}"));
    quote!(Types(#(Types::#names.0)|*))
}

pub(crate) fn literal(value: &Value) -> TokenStream {
    match value {
        Value::Null => quote!(Literal::Null),
        Value::Bool(bool) => quote!(Literal::Bool(#bool)),
        Value::Number(number) => {
            let number = self::number(number);
            quote!(Literal::#number)
        }
        Value::String(string) => quote!(Literal::Str(#string)),
        Value::Array(items) => {
            let items = items.iter().map(literal);
            quote!(Literal::Array(&[#(#items),*]))
        }
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                let value = literal(value);
                quote!((#name, #value))
            });
            quote!(Literal::Object(&[#(#members),*]))
        }
    }
}

/// The variant of `Number` or `Literal`.
fn number(number: &Number) -> TokenStream {
    if let Some(int) = number.as_i64() {
        let sign = (int < 0).then(|| quote!(-));
        let digits = unsuffixed(int.unsigned_abs());
        quote!(Int(#sign #digits))
    } else if let Some(uint) = number.as_u64() {
        let digits = unsuffixed(uint);
        quote!(Uint(#digits))
    } else {
        let float = number
            .as_f64()
            .filter(|float| float.is_finite())
            .unwrap_or(0.0);
        let sign = float.is_sign_negative().then(|| quote!(-));
        // Debug writes what reads back as the same float, with an exponent where that is short.
        let digits: TokenStream = format!("{:?}", float.abs()).parse().unwrap_or_default();
        quote!(Float(#sign #digits))
    }
}

fn unsuffixed(number: u64) -> TokenStream {
    proc_macro2::Literal::u64_unsuffixed(number).into_token_stream()
}
