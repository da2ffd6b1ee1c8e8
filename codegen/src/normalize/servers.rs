use crate::model::BaseUrl;

/// A server without the last slashes of its URL; nothing where nothing is left.
pub(super) fn server(url: &str) -> Option<BaseUrl> {
    let url = url.trim().trim_end_matches('/');
    (!url.is_empty()).then(|| BaseUrl::of(url))
}
