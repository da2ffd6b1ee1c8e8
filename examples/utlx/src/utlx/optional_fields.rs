//! Warns of fields that the input may lack and that a transformation uses without a default. Paths that begin with
//! `$input` are followed through the input's schema, and so are parameters of lambdas over its arrays.

use std::collections::HashMap;

use super::header;
use super::token::{Token, TokenKind, tokenize};
use crate::api::types::{SchemaNode, ValidationWarning};

/// Functions after which an array has the same items, or fewer.
const KEEP_ITEMS: [&str; 12] = [
    "filter",
    "sort",
    "sortBy",
    "orderBy",
    "take",
    "drop",
    "slice",
    "reverse",
    "distinct",
    "distinctBy",
    "unique",
    "skip",
];

/// Functions that take a value which may be absent.
const ACCEPT_ABSENCE: [&str; 8] = [
    "default",
    "coalesce",
    "isDefined",
    "isEmpty",
    "isNotEmpty",
    "isNull",
    "exists",
    "hasKey",
];

/// The warnings, by their places.
pub(crate) fn find_unguarded_fields(
    transformation: &str,
    input: &SchemaNode,
) -> Vec<ValidationWarning> {
    let parts = header::split(transformation);
    let tokens = tokenize(parts.body);
    let mut finder = Finder {
        tokens: &tokens,
        lines_before: parts.lines_before_body,
        bound: HashMap::from([("$input", input)]),
        warnings: Vec::new(),
    };
    for index in 0..tokens.len() {
        finder.follow_path(index);
    }
    finder.warnings
}

struct Finder<'t> {
    tokens: &'t [Token<'t>],
    lines_before: usize,
    /// The names that stand for a part of the input. A name that is bound again has its latest meaning.
    bound: HashMap<&'t str, &'t SchemaNode>,
    warnings: Vec<ValidationWarning>,
}

/// An optional field on a path.
struct OptionalStep<'t> {
    dot: Token<'t>,
    name: &'t str,
    node: &'t SchemaNode,
}

impl<'t> Finder<'t> {
    fn follow_path(&mut self, start: usize) {
        let token = &self.tokens[start];
        let follows_dot = start > 0
            && [".", "?."]
                .iter()
                .any(|it| self.tokens[start - 1].is_symbol(it));
        let Some(node) = self.bound.get(token.text).copied().filter(|_| !follows_dot) else {
            return;
        };
        let mut node = Some(node);
        let mut index = start + 1;
        let mut optional = None;
        loop {
            if self.is_symbol(index, "[") {
                node = node.and_then(|node| node.items.as_deref());
                index = self.index_after_bracket(index);
                continue;
            }
            let is_safe = self.is_symbol(index, "?.");
            if !is_safe && !self.is_symbol(index, ".") {
                break;
            }
            let is_attribute = self.is_symbol(index + 1, "@");
            let name_index = index + 1 + usize::from(is_attribute);
            let Some(name) = self
                .tokens
                .get(name_index)
                .filter(|it| it.kind == TokenKind::Name)
            else {
                break;
            };
            let step = node.and_then(|node| take_step(node, name.text, is_attribute));
            if let Some(step) = &step
                && step.is_optional
                && !is_safe
                // The first optional field of a path is reported. What lies behind it is absent
                // with it.
                && optional.is_none()
            {
                optional = Some(OptionalStep {
                    dot: self.tokens[index],
                    name: name.text,
                    node: step.node,
                });
            }
            node = step.map(|step| step.node);
            index = name_index + 1;
        }
        if let Some(node) = node {
            self.bind_parameters(node, start, index);
        }
        if let Some(step) = optional
            && !self.is_guarded(start, index)
        {
            self.warn(&step, &self.tokens[start..index]);
        }
    }

    /// Binds the parameter of each lambda that the array at a path is given to.
    fn bind_parameters(&mut self, array: &'t SchemaNode, start: usize, end: usize) {
        let Some(items) = array.items.as_deref() else {
            return;
        };
        // `map(array, item => …)`
        if self.is_symbol(end, ",") && start > 0 && self.is_symbol(start - 1, "(") {
            self.bind_lambda(end + 1, items);
        }
        // `array |> filter(item => …) |> map(item => …)`
        let mut index = end;
        while self.is_symbol(index, "|>") && self.is_symbol(index + 2, "(") {
            self.bind_lambda(index + 3, items);
            let function = self.tokens[index + 1].text;
            // After `map` the items are others, and their type is not known here.
            if !KEEP_ITEMS.contains(&function) {
                return;
            }
            index = self.index_after_bracket(index + 2);
        }
    }

    fn bind_lambda(&mut self, index: usize, items: &'t SchemaNode) {
        let index = index + usize::from(self.is_symbol(index, "("));
        let arrows = ["=>", "->", ","];
        let Some(name) = self
            .tokens
            .get(index)
            .filter(|it| it.kind == TokenKind::Name)
        else {
            return;
        };
        let is_parameter = arrows.iter().any(|arrow| self.is_symbol(index + 1, arrow))
            || self.is_symbol(index + 1, ")");
        if is_parameter {
            self.bound.insert(name.text, items);
        }
    }

    /// Whether what stands around a path takes care of an absent value.
    fn is_guarded(&self, start: usize, end: usize) -> bool {
        let follows = ["??", "==", "!=", "?."]
            .iter()
            .any(|it| self.is_symbol(end, it));
        let accepts = start >= 2
            && self.is_symbol(start - 1, "(")
            && ACCEPT_ABSENCE.contains(&self.tokens[start - 2].text);
        let compared = start >= 1 && ["==", "!="].iter().any(|it| self.is_symbol(start - 1, it));
        follows || accepts || compared
    }

    fn warn(&mut self, step: &OptionalStep<'_>, path: &[Token<'_>]) {
        let path: String = path.iter().map(|token| token.text).collect();
        let default = match step.node.r#type.as_str() {
            "string" => "\"\"",
            "integer" | "number" => "0",
            "boolean" => "false",
            "array" => "[]",
            "object" => "{}",
            _ => "null",
        };
        self.warnings.push(ValidationWarning {
            line: to_i64(step.dot.line + self.lines_before),
            column: to_i64(step.dot.column),
            message: format!(
                "Consider adding null check for optional field '{}'",
                step.name
            ),
            suggestion: Some(format!("Use {path} ?? {default} to provide default value")),
        });
    }

    fn is_symbol(&self, index: usize, symbol: &str) -> bool {
        self.tokens
            .get(index)
            .is_some_and(|it| it.is_symbol(symbol))
    }

    /// The index behind the bracket that closes the one at `open`.
    fn index_after_bracket(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        for (index, token) in self.tokens.iter().enumerate().skip(open) {
            if token.kind != TokenKind::Symbol {
                continue;
            }
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return index + 1;
            }
        }
        self.tokens.len()
    }
}

struct Step<'s> {
    node: &'s SchemaNode,
    is_optional: bool,
}

/// The field of that name. A field is optional if its object lists the required ones, and not this one.
fn take_step<'s>(node: &'s SchemaNode, name: &str, is_attribute: bool) -> Option<Step<'s>> {
    if is_attribute {
        let node = node.attributes.as_ref()?.get(name)?;
        let is_optional = false;
        return Some(Step { node, is_optional });
    }
    // The structure of XML shows a wrapper and its elements as one array.
    if node.item_name.as_deref() == Some(name) {
        let is_optional = false;
        return Some(Step { node, is_optional });
    }
    let found = node.properties.as_ref()?.get(name)?;
    let required = node.required.as_ref();
    let is_optional = required.is_some_and(|required| !required.iter().any(|it| it == name));
    Some(Step {
        node: found,
        is_optional,
    })
}

fn to_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
