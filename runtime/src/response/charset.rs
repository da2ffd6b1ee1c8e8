/// The text of a body; the body where it is none.
pub(crate) fn decode_text(content_type: &str, body: Vec<u8>) -> Result<String, Vec<u8>> {
    const BOM: &str = "\u{feff}";
    // In ISO-8859-1 every byte is the code point of the same number.
    if is_latin1(content_type) {
        return Ok(body.into_iter().map(char::from).collect());
    }
    let text = String::from_utf8(body).map_err(|error| error.into_bytes())?;
    // A byte order mark is no part of the text (RFC 8259, section 8.1).
    Ok(match text.strip_prefix(BOM) {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

fn is_latin1(content_type: &str) -> bool {
    content_type.split(';').skip(1).any(|parameter| {
        let Some((name, value)) = parameter.split_once('=') else {
            return false;
        };
        let value = value.trim().trim_matches('"');
        name.trim().eq_ignore_ascii_case("charset") && value.eq_ignore_ascii_case("iso-8859-1")
    })
}
