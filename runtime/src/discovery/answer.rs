//! Answers that were made at build time, put together from what they share.

use crate::discovery_table::Discovery;

/// A text refers to a piece that there is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the response refers to a part that does not exist")]
pub(crate) struct BrokenAnswer;

const EXECUTOR: &str = "\"$executor\"";
const PIECE: &str = "\"$piece\":";

/// The whole text, in which the tool that executes has that name.
pub(crate) fn join_answer(
    discovery: &Discovery,
    text: &str,
    executor: &str,
) -> Result<String, BrokenAnswer> {
    let mut out = String::with_capacity(text.len());
    push_joined(&mut out, discovery.pieces, text, executor)?;
    Ok(out)
}

/// Adds a text that refers to none but these pieces: each refers to those before it alone, so this
/// ends.
fn push_joined(
    out: &mut String,
    pieces: &[&str],
    text: &str,
    executor: &str,
) -> Result<(), BrokenAnswer> {
    let mut rest = text;
    while let Some(at) = rest.find("\"$") {
        let (before, marker) = rest.split_at(at);
        if let Some(after) = marker.strip_prefix(EXECUTOR) {
            out.push_str(before);
            out.extend(["\"", executor, "\""]);
            rest = after;
        } else if let Some(before) = before.strip_suffix('{')
            && let Some(after) = marker.strip_prefix(PIECE)
        {
            let (index, after) = after.split_once('}').ok_or(BrokenAnswer)?;
            let index: usize = index.parse().map_err(|_| BrokenAnswer)?;
            let piece = pieces.get(index).ok_or(BrokenAnswer)?;
            out.push_str(before);
            push_joined(
                out,
                pieces.get(..index).unwrap_or_default(),
                piece,
                executor,
            )?;
            rest = after;
        } else {
            let (quote, after) = rest.split_at(at + 1);
            out.push_str(quote);
            rest = after;
        }
    }
    out.push_str(rest);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    static DISCOVERY: Discovery = Discovery {
        prefix: "cms",
        endpoints: &[],
        pieces: &[
            r#"{"type":"string"}"#,
            r#"{"items":{"$piece":0}}"#,
            r#"{"bad":{"$piece":2}}"#,
        ],
        words: &[],
    };

    fn of(text: &str) -> Result<String, BrokenAnswer> {
        join_answer(&DISCOVERY, text, "cms_endpoint_executor")
    }

    #[test]
    fn pieces_are_put_in_place() {
        assert_eq!(
            of(r#"{"a":{"$piece":1},"b":[{"$piece":0},{"$piece":0}],"c":"$executor"}"#).as_deref(),
            Ok(concat!(
                r#"{"a":{"items":{"type":"string"}},"b":[{"type":"string"},{"type":"string"}],"#,
                r#""c":"cms_endpoint_executor"}"#
            ))
        );
        assert_eq!(of(r#"{"$piece":0}"#).as_deref(), Ok(r#"{"type":"string"}"#));
    }

    #[test]
    fn what_only_looks_like_a_marker_stays() {
        for text in [
            r##"{"$ref":"#/$defs/Page","$":1}"##,
            r#"{"\u0024piece":3,"a":"\u0024executor"}"#,
            r#"{"description":"\"$executor\" and {\"$piece\":0}"}"#,
            r#"["$","$"]"#,
            "\"$",
        ] {
            assert_eq!(of(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn a_piece_that_there_is_not_is_an_error() {
        for text in [
            r#"{"$piece":3}"#,
            r#"{"$piece":2}"#,
            r#"{"$piece":x}"#,
            r#"{"$piece":0"#,
        ] {
            assert_eq!(of(text), Err(BrokenAnswer), "{text}");
        }
    }
}
