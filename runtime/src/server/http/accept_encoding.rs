//! Which clients are sent compressed bodies.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

/// Compressing less than a packet gains nothing.
pub(super) const SMALLEST_COMPRESSED: usize = 1_024;

/// Whether a client takes gzip (`Accept-Encoding`, RFC 9110, section 12.5.3).
pub(super) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT_ENCODING).iter();
    let codings = values.filter_map(|value| value.to_str().ok());
    let mut any = None;
    for coding in codings.flat_map(|value| value.split(',')) {
        let (name, parameters) = coding.split_once(';').unwrap_or((coding, ""));
        let is_wanted = find_weight(parameters)
            .is_none_or(|weight| weight.parse::<f32>().is_ok_and(|it| it > 0.0));
        match name.trim() {
            gzip if gzip.eq_ignore_ascii_case("gzip") => return is_wanted,
            // A coding that is named takes precedence over `*`, wherever it stands.
            "*" => any = Some(is_wanted),
            _ => {}
        }
    }
    any.unwrap_or(false)
}

/// The weight among the parameters of a coding. Its name is in either case (RFC 5234, section 2.3).
fn find_weight(parameters: &str) -> Option<&str> {
    let parameters = parameters.split(';');
    let mut pairs = parameters.filter_map(|parameter| parameter.split_once('='));
    let weight = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("q"));
    weight.map(|(_, value)| value.trim())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        for (accepted, expected) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("*", true),
            ("gzip;q=0", false),
            ("gzip; Q=0", false),
            ("gzip;x=1;q=0", false),
            ("gzip;x=1;q=0.1", true),
            ("*, gzip;q=0", false),
            ("br", false),
            ("", false),
        ] {
            let value = HeaderValue::from_static(accepted);
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, value)]);
            assert_eq!(accepts_gzip(&headers), expected, "{accepted}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
