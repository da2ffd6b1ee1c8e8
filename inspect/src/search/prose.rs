//! What of a description is prose.

/// `text` without code in fences, HTML tags and URLs.
pub(super) fn prose(text: &str) -> String {
    let outside_fences = text.split("```").step_by(2);
    outside_fences
        .map(|part| without_urls(&without_tags(part)))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The first sentence of a prose, and the rest of it.
pub(super) fn first_sentence(prose: &str) -> (&str, &str) {
    let prose = prose.trim();
    let end = prose
        .match_indices(['.', '!', '?', '\n', '。'])
        .find(|(at, mark)| {
            let rest = &prose[at + mark.len()..];
            matches!(*mark, "\n" | "。") || rest.is_empty() || rest.starts_with(char::is_whitespace)
        })
        .map_or(prose.len(), |(at, mark)| at + mark.len());
    prose.split_at(end)
}

fn without_tags(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        kept.push_str(before);
        let is_tag = after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        rest = match after.split_once('>').filter(|_| is_tag) {
            Some((_, behind)) => behind,
            None => after,
        };
        kept.push(' ');
    }
    kept + rest
}

fn without_urls(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, _)) = rest.match_indices("http").find(|(at, _)| is_url(&rest[*at..])) {
        let (before, url) = rest.split_at(at);
        kept.push_str(before);
        let end = url.find(|c: char| c.is_whitespace() || matches!(c, ')' | ']' | '"' | '>'));
        rest = end.map_or("", |end| &url[end..]);
    }
    kept + rest
}

fn is_url(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}
