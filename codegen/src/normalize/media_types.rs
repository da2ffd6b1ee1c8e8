/// The type and subtype of a media type without its parameters, in lower case.
pub(super) fn essence(media_type: &str) -> String {
    media_type
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase()
}

pub(super) const JSON: &str = "application/json";
pub(super) const OCTETS: &str = "application/octet-stream";
pub(super) const FORM: &str = "application/x-www-form-urlencoded";
pub(super) const MULTIPART: &str = "multipart/form-data";
