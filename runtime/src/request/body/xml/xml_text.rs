use quick_xml::escape::escape;

/// Why a text can't be written.
pub(super) fn find_forbidden_character(text: &str) -> Option<String> {
    let found = text.chars().find(|c| !is_xml_character(*c))?;
    Some(format!(
        "contains the character U+{:04X}, which XML cannot contain",
        u32::from(found)
    ))
}

/// Whether a name can be that of an element or attribute (XML 1.0, `Name`), letters of all scripts
/// being letters.
pub(super) fn is_xml_name(name: &str) -> bool {
    let is_start = |c: char| c.is_alphabetic() || matches!(c, '_' | ':');
    name.starts_with(is_start)
        && name
            .chars()
            .all(|c| is_start(c) || c.is_alphanumeric() || matches!(c, '-' | '.' | '\u{b7}'))
}

/// The content of an element. A parser would read a bare carriage return as a line feed.
pub(super) fn escape_content(text: &str) -> String {
    escape(text).replace('\r', "&#13;")
}

/// The value of an attribute. A parser would read bare white space as spaces.
pub(super) fn escape_attribute(text: &str) -> String {
    escape_content(text)
        .replace('\n', "&#10;")
        .replace('\t', "&#9;")
}

/// `Char` of XML 1.0.
fn is_xml_character(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}
