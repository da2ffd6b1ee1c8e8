use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The doc comment, with the lines of a paragraph as one line.
pub(crate) fn doc_comment(attributes: &[Attribute]) -> String {
    let lines: Vec<String> = attributes.iter().filter_map(doc_line).collect();
    let mut text = String::new();
    let mut fenced = false;
    for line in lines.iter().flat_map(|line| line.split('\n')) {
        let line = line.strip_prefix(' ').unwrap_or(line).trim_end();
        let is_fence = line.trim_start().starts_with("```");
        if !text.is_empty() {
            // Doc comments are wrapped at the width of the code. A model would read each line break
            // as a paragraph's end or pay for it.
            let goes_on =
                !fenced && !is_fence && continues_paragraph(line) && !text.ends_with('\n');
            text.push(if goes_on { ' ' } else { '\n' });
        }
        text.push_str(line);
        fenced ^= is_fence;
    }
    text.trim().to_owned()
}

fn doc_line(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(doc) = &attribute.meta else {
        return None;
    };
    match &doc.value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) if doc.path.is_ident("doc") => Some(text.value()),
        _ => None,
    }
}

/// Whether a line goes on with a paragraph, rather than begin a list, a heading or a table.
fn continues_paragraph(line: &str) -> bool {
    let begins = |start: char| start.is_alphanumeric() || "`\"'([".contains(start);
    let numbered = line
        .split_once(". ")
        .is_some_and(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()));
    line.starts_with(begins) && !numbered
}
