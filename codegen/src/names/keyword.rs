/// `name` as an identifier: raw where it is a keyword, with an underscore where even that is not
/// allowed.
///
/// ```
/// use toolwright_codegen::names::raw;
///
/// assert_eq!([raw("kind"), raw("type"), raw("self")], ["kind", "r#type", "self_"]);
/// ```
pub fn raw(name: &str) -> String {
    match name {
        "self" | "super" | "crate" | "Self" | "_" => format!("{name}_"),
        // Reserved since edition 2024, of which syn does not know.
        "gen" => "r#gen".to_owned(),
        _ if syn::parse_str::<syn::Ident>(name).is_err() => format!("r#{name}"),
        _ => name.to_owned(),
    }
}
