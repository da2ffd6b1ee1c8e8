use serde_json::{Number, Value};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprArray, ExprGroup, ExprLit, ExprUnary, Lit, UnOp};

/// The JSON of a literal, or of a list of literals.
pub(super) fn json_from_expression(expression: &Expr) -> syn::Result<Value> {
    match expression {
        Expr::Lit(ExprLit { lit, .. }) => json_from_literal(lit),
        // `macro_rules!` wraps a fragment in an invisible group.
        Expr::Group(ExprGroup { expr, .. }) => json_from_expression(expr),
        Expr::Array(ExprArray { elems, .. }) => elems.iter().map(json_from_expression).collect(),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => negate_number(&json_from_expression(expr)?)
            .ok_or_else(|| syn::Error::new(expression.span(), "only a number can have a sign")),
        other => Err(syn::Error::new(
            other.span(),
            "expected a number, a string, `true`, `false`, or a list of them; a default can also be the name \
             of a function",
        )),
    }
}

fn json_from_literal(literal: &Lit) -> syn::Result<Value> {
    match literal {
        Lit::Bool(flag) => Ok(flag.value.into()),
        Lit::Str(text) => Ok(text.value().into()),
        Lit::Char(text) => Ok(text.value().to_string().into()),
        Lit::Int(number) => {
            let unsigned = number.base10_parse::<u64>().map(Value::from);
            let whole = unsigned.or_else(|_| number.base10_parse::<i64>().map(Value::from));
            whole.map_err(|_| {
                syn::Error::new(literal.span(), "this number does not fit into 64 bits")
            })
        }
        Lit::Float(number) => {
            let float = number.base10_parse::<f64>()?;
            let number = Number::from_f64(float).map(Value::Number);
            number
                .ok_or_else(|| syn::Error::new(literal.span(), "this number is too large for JSON"))
        }
        other => Err(syn::Error::new(
            other.span(),
            "JSON does not have this kind of literal: write a string",
        )),
    }
}

fn negate_number(value: &Value) -> Option<Value> {
    if let Some(whole) = value.as_u64() {
        // Through `i128`, because `i64::MIN` has no positive counterpart in `i64`.
        return i64::try_from(-i128::from(whole)).ok().map(Value::from);
    }
    Number::from_f64(-value.as_f64()?).map(Value::Number)
}
