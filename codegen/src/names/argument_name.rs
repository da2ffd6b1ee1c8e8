/// The name of a tool's argument: the wire name with every character that clients refuse
/// replaced, at most 64 characters.
///
/// ```
/// use toolwright_codegen::names::argument_name;
///
/// assert_eq!(argument_name("petId"), "petId");
/// assert_eq!(argument_name("filter[age]"), "filter_age");
/// ```
pub fn argument_name(wire: &str) -> String {
    let mut name = String::new();
    let ascii = deunicode::deunicode(wire);
    for c in ascii.chars() {
        if c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-') {
            name.push(c);
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
    }
    let name: String = name.trim_end_matches('_').chars().take(64).collect();
    let plain = wire.len() <= 64
        && wire
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
    match (plain && !wire.is_empty(), name.is_empty()) {
        (true, _) => wire.to_owned(),
        (false, true) => "argument".to_owned(),
        (false, false) => name,
    }
}

/// The name of an argument for clients that accept identifiers only: letters, digits and
/// underscores, no digit first, at most 64 characters.
///
/// ```
/// use toolwright_codegen::names::identifier_name;
///
/// assert_eq!(identifier_name("X-Reason"), "X_Reason");
/// ```
pub fn identifier_name(wire: &str) -> String {
    let name = argument_name(wire).replace(['.', '-'], "_");
    let start = if name.starts_with(|c: char| c.is_ascii_digit()) {
        "_"
    } else {
        ""
    };
    start.chars().chain(name.chars()).take(64).collect()
}
