//! Runs the part of UTL-X that the stand-in knows: paths, literals, objects, arrays, arithmetic, `??`, `map` and `sum`.

use std::collections::HashMap;

use serde_json::{Map, Number, Value};

use crate::utlx::syntax::{Expression, Node, Operator};

/// Expressions that are evaluated at most: a lambda within a lambda multiplies the items of arrays.
const MAX_STEPS: usize = 1_000_000;

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
    };
    evaluator.evaluate(body)
}

struct Evaluator {
    names: HashMap<String, Value>,
    steps: usize,
}

impl Evaluator {
    fn evaluate(&mut self, node: &Node) -> Result<Value, EvaluationError> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(unsupported(node, format!("more than {MAX_STEPS} steps")));
        }
        match &node.expression {
            Expression::Literal(value) => Ok(value.clone()),
            Expression::Name(name) => match self.names.get(name) {
                Some(value) => Ok(value.clone()),
                None => Err(fail(node, format!("`{name}` is not defined"))),
            },
            Expression::Field { .. } => {
                let found = self.find(node)?;
                Ok(found)
            }
            Expression::Index { base, index } => {
                let base = self.evaluate(base)?;
                let index = self.evaluate(index)?;
                take_item(node, &base, &index)
            }
            Expression::Object(members) => {
                let mut object = Map::new();
                for (name, member) in members {
                    object.insert(name.clone(), self.evaluate(member)?);
                }
                Ok(Value::Object(object))
            }
            Expression::Array(items) => items.iter().map(|item| self.evaluate(item)).collect(),
            Expression::Call {
                function,
                arguments,
            } => self.call(node, function, arguments),
            Expression::Lambda { .. } => Err(fail(node, "a lambda stands alone".to_owned())),
            Expression::Negation(operand) => {
                let value = self.evaluate(operand)?;
                let number =
                    to_number(&value).ok_or_else(|| fail(operand, not_a_number(&value)))?;
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
        while let Expression::Field {
            base,
            name,
            is_attribute,
        } = &root.expression
        {
            let key = if *is_attribute {
                format!("@{name}")
            } else {
                name.clone()
            };
            steps.push((root, key));
            root = base;
        }
        let owned;
        let mut value = match &root.expression {
            Expression::Name(name) => match self.names.get(name) {
                Some(value) => value,
                None => return Err(fail(root, format!("`{name}` is not defined"))),
            },
            _ => {
                owned = self.evaluate(root)?;
                &owned
            }
        };
        for (step, key) in steps.into_iter().rev() {
            value = match value {
                Value::Object(members) => members.get(&key).unwrap_or(&Value::Null),
                Value::Null => &Value::Null,
                other => return Err(fail(step, format!("{} has no field `{key}`", kind(other)))),
            };
        }
        Ok(value.clone())
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
            ("map" | "sum", _) => Err(fail(
                node,
                format!("`{function}` has the wrong number of arguments"),
            )),
            _ => Err(unsupported(node, format!("the function `{function}`"))),
        }
    }

    /// A single element of XML is a list of one.
    fn map(&mut self, node: &Node, list: Value, lambda: &Node) -> Result<Value, EvaluationError> {
        let items = match list {
            Value::Array(items) => items,
            object @ Value::Object(_) => vec![object],
            Value::Null => Vec::new(),
            other => {
                return Err(fail(
                    node,
                    format!("`map` needs an array, not {}", kind(&other)),
                ));
            }
        };
        let Expression::Lambda { parameters, body } = &lambda.expression else {
            return Err(unsupported(lambda, "`map` without a lambda".to_owned()));
        };
        let [parameter] = &parameters[..] else {
            return Err(unsupported(
                lambda,
                "a lambda with several parameters".to_owned(),
            ));
        };
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
            return Ok(Value::String(one + &other));
        }
        let one = to_number(&first).ok_or_else(|| fail(left, not_a_number(&first)))?;
        let other = to_number(&second).ok_or_else(|| fail(right, not_a_number(&second)))?;
        match operator {
            Operator::Add => Ok(from_f64(one + other)),
            Operator::Subtract => Ok(from_f64(one - other)),
            Operator::Multiply => Ok(from_f64(one * other)),
            Operator::Divide if other == 0.0 => Err(fail(node, "division by zero".to_owned())),
            Operator::Divide => Ok(from_f64(one / other)),
            Operator::Otherwise => Ok(first),
        }
    }
}

fn take_item(node: &Node, base: &Value, index: &Value) -> Result<Value, EvaluationError> {
    match (base, index) {
        (Value::Array(items), Value::Number(number)) => {
            let index = number.as_u64().and_then(|it| usize::try_from(it).ok());
            Ok(index
                .and_then(|it| items.get(it))
                .cloned()
                .unwrap_or_default())
        }
        (Value::Object(members), Value::String(name)) => {
            Ok(members.get(name).cloned().unwrap_or_default())
        }
        _ => Err(unsupported(node, format!("{} at {index}", kind(base)))),
    }
}

fn sum(node: &Node, list: &Value) -> Result<Value, EvaluationError> {
    let Value::Array(items) = list else {
        return Err(fail(
            node,
            format!("`sum` needs an array, not {}", kind(list)),
        ));
    };
    let mut total = 0.0;
    for item in items {
        total += to_number(item).ok_or_else(|| fail(node, not_a_number(item)))?;
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

fn fail(node: &Node, message: String) -> EvaluationError {
    EvaluationError {
        message,
        line: node.line,
        column: node.column,
        is_unsupported: false,
    }
}

fn unsupported(node: &Node, what: String) -> EvaluationError {
    EvaluationError {
        message: format!("Not supported by the stand-in: {what}."),
        is_unsupported: true,
        ..fail(node, String::new())
    }
}
