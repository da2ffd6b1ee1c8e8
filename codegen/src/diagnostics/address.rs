//! Where a place is: its JSON pointer in the spec itself, `document#pointer` in what the spec
//! refers to.

/// The document and the JSON pointer of an address; the spec's own document is the empty text.
///
/// ```
/// use toolwright_codegen::diagnostics::address::split;
/// assert_eq!(split("/paths/~1a#b"), ("", "/paths/~1a#b"));
/// assert_eq!(split("schemas/Pet.yaml#/properties/id"), ("schemas/Pet.yaml", "/properties/id"));
/// assert_eq!(split("Pet.yaml#"), ("Pet.yaml", ""));
/// ```
pub fn split(address: &str) -> (&str, &str) {
    if address.starts_with('/') {
        return ("", address);
    }
    match address.split_once('#') {
        Some((document, pointer)) if !document.is_empty() => (document, pointer),
        _ => ("", address),
    }
}

/// The address of a place in a document: the inverse of [`split`].
///
/// ```
/// use toolwright_codegen::diagnostics::address::join;
///
/// assert_eq!(join("Pet.yaml", "/properties/id"), "Pet.yaml#/properties/id");
/// assert_eq!(join("", "/info"), "/info");
/// ```
pub fn join(document: &str, pointer: &str) -> String {
    if document.is_empty() {
        pointer.to_owned()
    } else {
        format!("{document}#{pointer}")
    }
}

/// The address as a reference, for people.
///
/// ```
/// use toolwright_codegen::diagnostics::address::shown;
///
/// assert_eq!(shown("/info/title"), "#/info/title");
/// assert_eq!(shown("Pet.yaml#/properties/id"), "Pet.yaml#/properties/id");
/// ```
pub fn shown(address: &str) -> String {
    let (document, pointer) = split(address);
    format!("{document}#{pointer}")
}
