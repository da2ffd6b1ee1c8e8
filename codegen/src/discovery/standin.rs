#![allow(missing_docs, dead_code)]
pub struct Document<'a> {
    pub name: &'a str,
    pub title: &'a str,
    pub description: &'a str,
    pub method: &'a str,
    pub path: &'a str,
    pub tags: &'a [&'a str],
    pub parameters: &'a [&'a str],
}
pub fn build(_: &[Document<'_>]) -> Vec<(String, String)> {
    Vec::new()
}
pub(super) fn format_compact(name: &str, _: &serde_json::Value) -> String {
    format!("{name}()")
}
