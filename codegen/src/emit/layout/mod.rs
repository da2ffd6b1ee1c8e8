//! Lays out what prettyplease and rustfmt write differently, so that a generated file passes `rustfmt --check`:
//! values of constants and statics, and the statements of encoders and decoders. It takes text that prettyplease
//! has written and gives text of the same tokens. Lines that it does not understand stay as they are.

mod expression;
mod joined_lines;
mod line_writer;
mod literal_breaks;
mod region;
mod rewrite;
#[cfg(test)]
mod tests;

use joined_lines::join_lines;
pub(crate) use line_writer::LineWriter;
use region::Region;

/// Columns of a line, by rustfmt's default.
pub(crate) const MAX_WIDTH: usize = 100;

/// Lays out the lines of some items.
pub(crate) fn lay_out(text: &str) -> String {
    let mut laid_out = String::with_capacity(text.len());
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        // Comments have the spec's text, which may look like code and must not become code.
        if line[indent..].starts_with("//") {
            laid_out.push_str(line);
            laid_out.push('\n');
            continue;
        }
        if &line[indent..] == "{}" {
            // The body behind a `where`.
            let margin = &line[..indent];
            laid_out.push_str(&format!("{margin}{{\n{margin}}}\n"));
            continue;
        }
        if let Some((name, ty)) = split_inline_macro(&line[indent..]) {
            let margin = &line[..indent];
            laid_out.push_str(&format!(
                "{margin}{name}!(\n{margin}    #[inline]\n{margin}    {ty}\n{margin});\n"
            ));
            continue;
        }
        if let Some(joined) = join_lines(line, lines.clone()) {
            laid_out.push_str(&joined.text);
            // The first line is taken already.
            for _ in 1..joined.count {
                lines.next();
            }
            continue;
        }
        let Some(kind) = Region::starting_with(&line[indent..]) else {
            laid_out.push_str(line);
            laid_out.push('\n');
            continue;
        };
        let mut region = vec![line];
        let mut last = line;
        while !kind.ends_with(last, indent) {
            let Some(line) = lines.next() else { break };
            region.push(line);
            last = line;
        }
        match kind.lay_out(&region, indent) {
            Some(text) => laid_out.push_str(&text),
            None => region.iter().for_each(|line| {
                laid_out.push_str(line);
                laid_out.push('\n');
            }),
        }
    }
    laid_out
}

/// The name of a macro and the type that it is called for: `choice!(#[inline] Pet);`. Any other line, which may be a
/// literal with the spec's text, is none.
fn split_inline_macro(line: &str) -> Option<(&str, &str)> {
    let (name, argument) = line.split_once("!(#[inline] ")?;
    let ty = argument.strip_suffix(");")?;
    (is_identifier(name) && is_identifier(ty)).then_some((name, ty))
}

fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c == '_' || c.is_alphanumeric())
}
