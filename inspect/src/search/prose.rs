//! What of a description is prose.

/// `text` without code in fences, HTML tags and URLs.
pub(super) fn prose_of_markdown(text: &str) -> String {
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
    let mut parts = text.split('<');
    kept.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let is_tag = part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        let behind = part.split_once('>').filter(|_| is_tag);
        kept.push(' ');
        kept.push_str(behind.map_or(part, |(_, behind)| behind));
    }
    kept
}

fn without_urls(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, _)) = rest
        .match_indices("http")
        .find(|(at, _)| is_url(&rest[*at..]))
    {
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
