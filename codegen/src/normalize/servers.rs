/// A base URL without its last slashes; nothing where nothing is left.
pub(super) fn base_url(url: &str) -> Option<String> {
    let url = url.trim().trim_end_matches('/');
    (!url.is_empty()).then(|| url.to_owned())
}
