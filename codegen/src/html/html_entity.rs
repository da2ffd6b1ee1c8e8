//! Decodes HTML entities. In a text without tags only typographic ones are decoded: such a text may be about `&lt;`.

/// Characters that Markdown has no trouble with, so that an entity for one is never needed.
const TYPOGRAPHIC: [(&str, &str); 24] = [
    ("nbsp", " "),
    ("mdash", "—"),
    ("ndash", "–"),
    ("hellip", "…"),
    ("copy", "©"),
    ("reg", "®"),
    ("trade", "™"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("laquo", "«"),
    ("raquo", "»"),
    ("bull", "•"),
    ("middot", "·"),
    ("times", "×"),
    ("le", "≤"),
    ("ge", "≥"),
    ("ne", "≠"),
    ("deg", "°"),
    ("euro", "€"),
    ("rarr", "→"),
    ("larr", "←"),
    ("sect", "§"),
];

/// Characters of HTML itself. Where there are no tags, a text may be about these entities.
const SPECIAL: [(&str, &str); 5] = [
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
];

/// Whether a text without tags has entities.
pub(super) fn contains_entities(text: &str) -> bool {
    let mut parts = text.split('&').skip(1);
    parts.any(|part| decode_entity(part, false).is_some())
}

/// A text with its entities as characters.
pub(super) fn decode_entities(text: &str, is_html: bool) -> String {
    let mut parts = text.split('&');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match decode_entity(part, is_html) {
            Some((character, rest)) => {
                out.push_str(&character);
                out.push_str(rest);
            }
            None => {
                out.push('&');
                out.push_str(part);
            }
        }
    }
    out
}

/// The character that is meant by what stands behind an ampersand, and the rest.
fn decode_entity(text: &str, is_html: bool) -> Option<(String, &str)> {
    let (name, rest) = text.split_once(';')?;
    let named = |list: &[(&str, &str)]| {
        let mut list = list.iter();
        list.find(|(known, _)| *known == name)
            .map(|(_, character)| (*character).to_owned())
    };
    // `&lt;` in a text without tags may be the topic itself: "write `&lt;` for `<`". A dash never
    // is.
    let found = named(&TYPOGRAPHIC);
    let found = found.or_else(|| named(&SPECIAL).filter(|_| is_html));
    let found = found.or_else(|| decode_numeric(name).filter(|_| is_html));
    found.map(|character| (character, rest))
}

fn decode_numeric(name: &str) -> Option<String> {
    let number = name.strip_prefix('#')?;
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    // A control character that is written as a number would reach the terminal or the model unseen.
    let character = char::from_u32(code).filter(|c| !c.is_control())?;
    Some(match character {
        '\u{a0}' => " ".to_owned(),
        other => other.to_string(),
    })
}
