//! Runs the part of UTL-X that the stand-in knows: paths, literals, objects, arrays, arithmetic, `??`, `map` and `sum`.

use std::collections::HashMap;

use serde_json::{Map, Number, Value};

use crate::utlx::syntax::{Expression, Node, Operator};

/// Expressions that are evaluated at most: a lambda within a lambda multiplies the items of arrays.
const MAX_STEPS: usize = 1_000_000;

/// Memory that copies of values and new texts may take in all. Steps alone do not bound it: each may copy the input.
const MAX_COPIED_BYTES: usize = 64 << 20;

/// Why there is no value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EvaluationError {
    pub(super) message: String,
    /// From 1, in the body.
    pub(super) line: usize,
    pub(super) column: usize,
    /// Whether the daemon could do it, and only the stand-in cannot.
    pub(super) is_unsupported: bool,
}

/// The value of a body.
///
/// # Errors
///
/// A function or a value does not fit.
pub(super) fn evaluate(body: &Node, input: Value) -> Result<Value, EvaluationError> {
    let mut evaluator = Evaluator {
        names: HashMap::from([("$input".to_owned(), input)]),
        steps: 0,
        copied: 0,
    };
    evaluator.evaluate(body)
}

struct Evaluator {
    names: HashMap<String, Value>,
    steps: usize,
    /// In bytes.
    copied: usize,
}

/// A step of a path, from the value before it.
enum PathStep<'n> {
    Field { node: &'n Node, key: String },
    Index { node: &'n Node, index: Value },
}

impl Evaluator {
    fn evaluate(&mut self, node: &Node) -> Result<Value, EvaluationError> {
        // Counted for each node and not for each call, because arrays and objects multiply work
        // without calling anything.
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(unsupported_node(
                node,
                format!("more than {MAX_STEPS} steps"),
            ));
        }
        match &node.expression {
            Expression::Literal(value) => copy(node, value, &mut self.copied),
            Expression::Name(_) | Expression::Field { .. } | Expression::Index { .. } => {
                self.find(node)
            }
            Expression::Object(members) => {
                let mut object = Map::new();
                for (name, member) in members {
                    charge(node, MEMBER_BYTES + name.len(), &mut self.copied)?;
                    object.insert(name.clone(), self.evaluate(member)?);
                }
                Ok(Value::Object(object))
            }
            Expression::Array(items) => items.iter().map(|item| self.evaluate(item)).collect(),
            Expression::Call {
                function,
                arguments,
            } => self.call(node, function, arguments),
            Expression::Lambda { .. } => {
                Err(evaluation_error(node, "a lambda stands alone".to_owned()))
            }
            Expression::Negation(operand) => {
                let value = self.evaluate(operand)?;
                let number = to_number(&value)
                    .ok_or_else(|| evaluation_error(operand, not_a_number(&value)))?;
                Ok(from_f64(-number))
            }
            Expression::Binary {
                operator,
                left,
                right,
            } => self.combine(node, *operator, left, right),
        }
    }

    /// The value of a path. The whole input is not copied for it.
    fn find(&mut self, node: &Node) -> Result<Value, EvaluationError> {
        let mut steps = Vec::new();
        let mut root = node;
        loop {
            root = match &root.expression {
                Expression::Field {
                    base,
                    name,
                    is_attribute,
                } => {
                    let key = match is_attribute {
                        true => format!("@{name}"),
                        false => name.clone(),
                    };
                    steps.push(PathStep::Field { node: root, key });
                    base
                }
                Expression::Index { base, index } => {
                    let index = self.evaluate(index)?;
                    steps.push(PathStep::Index { node: root, index });
                    base
                }
                _ => break,
            };
        }
        let owned;
        let mut value = match &root.expression {
            Expression::Name(name) => match self.names.get(name) {
                Some(value) => value,
                None => return Err(evaluation_error(root, format!("`{name}` is not defined"))),
            },
            _ => {
                owned = self.evaluate(root)?;
                &owned
            }
        };
        for step in steps.iter().rev() {
            value = match step {
                PathStep::Field { node, key } => match value {
                    // A missing field is null, so that `??` can give a default.
                    Value::Object(members) => members.get(key).unwrap_or(&Value::Null),
                    Value::Null => &Value::Null,
                    other => {
                        return Err(evaluation_error(
                            node,
                            format!("{} has no field `{key}`", kind(other)),
                        ));
                    }
                },
                PathStep::Index { node, index } => take_item(node, value, index)?,
            };
        }
        copy(node, value, &mut self.copied)
    }

    fn call(
        &mut self,
        node: &Node,
        function: &str,
        arguments: &[Node],
    ) -> Result<Value, EvaluationError> {
        match (function, arguments) {
            ("map", [list, lambda]) => {
                let list = self.evaluate(list)?;
                self.map(node, list, lambda)
            }
            ("sum", [list]) => {
                let list = self.evaluate(list)?;
                sum(node, &list)
            }
            ("map" | "sum", _) => Err(evaluation_error(
                node,
                format!("`{function}` has the wrong number of arguments"),
            )),
            _ => Err(unsupported_node(node, format!("the function `{function}`"))),
        }
    }

    /// A single element of XML is a list of one.
    fn map(&mut self, node: &Node, list: Value, lambda: &Node) -> Result<Value, EvaluationError> {
        let items = match list {
            Value::Array(items) => items,
            object @ Value::Object(_) => vec![object],
            Value::Null => Vec::new(),
            other => {
                return Err(evaluation_error(
                    node,
                    format!("`map` needs an array, not {}", kind(&other)),
                ));
            }
        };
        let Expression::Lambda { parameters, body } = &lambda.expression else {
            return Err(unsupported_node(
                lambda,
                "`map` without a lambda".to_owned(),
            ));
        };
        let [parameter] = &parameters[..] else {
            return Err(unsupported_node(
                lambda,
                "a lambda with several parameters".to_owned(),
            ));
        };
        // A lambda within a lambda may use the same name. The outer one comes back when the inner
        // ends.
        let shadowed = self.names.remove(parameter);
        let mut mapped = Vec::with_capacity(items.len());
        for item in items {
            self.names.insert(parameter.clone(), item);
            mapped.push(self.evaluate(body)?);
        }
        self.names.remove(parameter);
        if let Some(shadowed) = shadowed {
            self.names.insert(parameter.clone(), shadowed);
        }
        Ok(Value::Array(mapped))
    }

    fn combine(
        &mut self,
        node: &Node,
        operator: Operator,
        left: &Node,
        right: &Node,
    ) -> Result<Value, EvaluationError> {
        let first = self.evaluate(left)?;
        if operator == Operator::Otherwise {
            return match first {
                Value::Null => self.evaluate(right),
                value => Ok(value),
            };
        }
        let second = self.evaluate(right)?;
        if operator == Operator::Add
            && let (Some(one), Some(other)) = (to_text(&first), to_text(&second))
            && (first.is_string() || second.is_string())
        {
            let bytes = one.len() + other.len();
            charge(node, bytes, &mut self.copied)?;
            return Ok(Value::String(one + &other));
        }
        let one = to_number(&first).ok_or_else(|| evaluation_error(left, not_a_number(&first)))?;
        let other =
            to_number(&second).ok_or_else(|| evaluation_error(right, not_a_number(&second)))?;
        match operator {
            Operator::Add => Ok(from_f64(one + other)),
            Operator::Subtract => Ok(from_f64(one - other)),
            Operator::Multiply => Ok(from_f64(one * other)),
            // JSON has neither infinity nor NaN, which the division would yield.
            Operator::Divide if other == 0.0 => {
                Err(evaluation_error(node, "division by zero".to_owned()))
            }
            Operator::Divide => Ok(from_f64(one / other)),
            Operator::Otherwise => Ok(first),
        }
    }
}

fn take_item<'v>(
    node: &Node,
    base: &'v Value,
    index: &Value,
) -> Result<&'v Value, EvaluationError> {
    let found = match (base, index) {
        (Value::Array(items), Value::Number(number)) => {
            let index = number.as_u64().and_then(|it| usize::try_from(it).ok());
            index.and_then(|it| items.get(it))
        }
        (Value::Object(members), Value::String(name)) => members.get(name),
        _ => {
            let kinds = format!("{} at {}", kind(base), kind(index));
            return Err(unsupported_node(node, kinds));
        }
    };
    Ok(found.unwrap_or(&Value::Null))
}

/// What a member of an object takes besides its name's text and its value.
const MEMBER_BYTES: usize = 64;

/// A copy of a value, if there is memory left for it.
fn copy(node: &Node, value: &Value, copied: &mut usize) -> Result<Value, EvaluationError> {
    charge_for_value(node, value, copied)?;
    Ok(value.clone())
}

fn charge_for_value(node: &Node, value: &Value, copied: &mut usize) -> Result<(), EvaluationError> {
    charge(node, size_of::<Value>(), copied)?;
    match value {
        Value::String(text) => charge(node, text.len(), copied),
        Value::Array(items) => items
            .iter()
            .try_for_each(|item| charge_for_value(node, item, copied)),
        Value::Object(members) => members.iter().try_for_each(|(name, member)| {
            charge(node, MEMBER_BYTES + name.len(), copied)?;
            charge_for_value(node, member, copied)
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

fn charge(node: &Node, bytes: usize, copied: &mut usize) -> Result<(), EvaluationError> {
    *copied = copied.saturating_add(bytes);
    match *copied > MAX_COPIED_BYTES {
        true => Err(unsupported_node(
            node,
            format!("copies of more than {} MB", MAX_COPIED_BYTES >> 20),
        )),
        false => Ok(()),
    }
}

fn sum(node: &Node, list: &Value) -> Result<Value, EvaluationError> {
    let Value::Array(items) = list else {
        return Err(evaluation_error(
            node,
            format!("`sum` needs an array, not {}", kind(list)),
        ));
    };
    let mut total = 0.0;
    for item in items {
        total += to_number(item).ok_or_else(|| evaluation_error(node, not_a_number(item)))?;
    }
    Ok(from_f64(total))
}

/// XML and CSV have texts for numbers.
fn to_number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok().filter(|it: &f64| it.is_finite()),
        _ => None,
    }
}

fn to_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

/// Whole numbers have no fraction in the output.
fn from_f64(number: f64) -> Value {
    // 2^53: above it, not every whole number is a float of its own.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() < EXACT {
        return Value::from(number as i64);
    }
    // `0.1 + 0.2` is shown with the digits that people expect.
    let rounded = format!("{number:.12}").parse().unwrap_or(number);
    Number::from_f64(rounded).map_or(Value::Null, Value::Number)
}

fn not_a_number(value: &Value) -> String {
    match value {
        Value::String(text) => format!("{text:?} is not a number"),
        other => format!("{} is not a number", kind(other)),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

fn evaluation_error(node: &Node, message: String) -> EvaluationError {
    EvaluationError {
        message,
        line: node.line,
        column: node.column,
        is_unsupported: false,
    }
}

fn unsupported_node(node: &Node, what: String) -> EvaluationError {
    EvaluationError {
        message: format!("Not supported by the stand-in: {what}."),
        is_unsupported: true,
        ..evaluation_error(node, String::new())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::utlx::syntax::parse_body;
    use crate::utlx::token::tokenize;

    fn run(text: &str, input: Value) -> Result<Value, String> {
        let body = parse_body(&tokenize(text)).expect("is an expression");
        evaluate(&body, input).map_err(|it| format!("{}:{}: {}", it.line, it.column, it.message))
    }

    #[test]
    fn copies_have_a_limit() {
        let input = json!("x".repeat(1 << 20));
        let refused = "Not supported by the stand-in: copies of more than 64 MB.";
        let many = format!("[{}]", "$input,".repeat(20_000));
        let error = run(&many, input.clone()).expect_err("is 20 GB");
        assert!(error.ends_with(refused), "{error}");
        // Twice the text at each step.
        let doubled = "[$input]".to_owned() + &" |> map(x => x + x)".repeat(40);
        let error = run(&doubled, input.clone()).expect_err("is 2^60 bytes");
        assert!(error.ends_with(refused), "{error}");
        let few = run("[$input, $input, $input]", input).expect("is 3 MB");
        assert_eq!(few.as_array().map(Vec::len), Some(3));
    }

    #[test]
    fn an_item_is_taken_without_a_copy_of_the_rest() {
        let rows: Vec<Value> = (0..1000)
            .map(|id| json!({"id": id, "text": "x".repeat(1000)}))
            .collect();
        let found = run(
            "$input.rows |> map(i => $input.rows[999][\"id\"])",
            json!({"rows": rows}),
        );
        assert_eq!(found.expect("fits")[0], 999);
    }
}
