//! Writes any text as an identifier: snake_case, PascalCase, SCREAMING_SNAKE_CASE. Other scripts are transliterated,
//! and a keyword becomes a raw identifier.

use std::borrow::Cow;

use heck::{ToPascalCase, ToShoutySnakeCase, ToSnakeCase};

/// `text` in ASCII: letters of other scripts are transliterated. `OAuth` is one word, whatever its
/// letters look like.
fn to_ascii(text: &str) -> Cow<'_, str> {
    if !text.is_ascii() {
        Cow::Owned(deunicode::deunicode(text).replace("OAuth", "Oauth"))
    } else if text.contains("OAuth") {
        Cow::Owned(text.replace("OAuth", "Oauth"))
    } else {
        Cow::Borrowed(text)
    }
}

/// `text` in snake_case, ASCII letters, digits and underscores only; may be empty.
///
/// ```
/// use toolwright_codegen::names::snake_name;
///
/// assert_eq!(["listPets", "X-Reason"].map(snake_name), ["list_pets", "x_reason"]);
/// ```
pub fn snake_name(text: &str) -> String {
    to_ascii(text).to_snake_case()
}

/// `text` in PascalCase as the name of a type: `Unnamed` when nothing is left of it, `N` before a
/// digit.
///
/// ```
/// use toolwright_codegen::names::pascal_name;
///
/// assert_eq!(["new_pet", "2fa", "-"].map(pascal_name), ["NewPet", "N2fa", "Unnamed"]);
/// ```
pub fn pascal_name(text: &str) -> String {
    let name = to_ascii(text).to_pascal_case();
    match name.chars().next() {
        None => "Unnamed".to_owned(),
        // An identifier cannot begin with a digit.
        Some(first) if first.is_ascii_digit() => format!("N{name}"),
        Some(_) => name,
    }
}

/// `text` in SCREAMING_SNAKE_CASE as the name of a constant.
///
/// ```
/// assert_eq!(toolwright_codegen::names::screaming_name("listPets"), "LIST_PETS");
/// ```
pub fn screaming_name(text: &str) -> String {
    let name = to_ascii(text).to_shouty_snake_case();
    match name.chars().next() {
        None => "UNNAMED".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("N_{name}"),
        Some(_) => name,
    }
}

/// `text` in snake_case as the name of a field, a raw identifier where it is a keyword.
///
/// ```
/// use toolwright_codegen::names::field_name;
///
/// assert_eq!(["petId", "type"].map(field_name), ["pet_id", "r#type"]);
/// ```
pub fn field_name(text: &str) -> String {
    let name = snake_name(text);
    match name.chars().next() {
        None => "unnamed".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("n{name}"),
        Some(_) => raw_identifier(&name),
    }
}

/// The trait in the module `handlers` of generated code that has this method.
///
/// ```
/// use toolwright_codegen::names::handler_trait;
///
/// assert_eq!(["place_order", "r#move", "n2fa"].map(handler_trait), ["PlaceOrder", "Move", "N2fa"]);
/// ```
pub fn handler_trait(method: &str) -> String {
    pascal_name(method.strip_prefix("r#").unwrap_or(method))
}

/// A snake_case name as words for people, `List pets`.
///
/// ```
/// assert_eq!(toolwright_codegen::names::human_name("list_pets"), "List pets");
/// ```
pub fn human_name(snake: &str) -> String {
    let words = snake.replace('_', " ");
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// The letters and digits of a name, in small letters: names that differ in how they are written alone have the
/// same.
pub(crate) fn compact_name(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

/// `name` as an identifier: raw where it is a keyword, with an underscore where even that is not
/// allowed.
///
/// ```
/// use toolwright_codegen::names::raw_identifier;
///
/// assert_eq!([raw_identifier("kind"), raw_identifier("type"), raw_identifier("self")], ["kind", "r#type", "self_"]);
/// ```
pub fn raw_identifier(name: &str) -> String {
    match name {
        "self" | "super" | "crate" | "Self" | "_" => format!("{name}_"),
        // Reserved since edition 2024, of which syn does not know.
        "gen" => "r#gen".to_owned(),
        _ if syn::parse_str::<syn::Ident>(name).is_err() => format!("r#{name}"),
        _ => name.to_owned(),
    }
}
