use reqwest::header::{COOKIE, HeaderMap, HeaderValue, SET_COOKIE};
use reqwest::{Request, Response};

/// Takes the cookies of a response over to the next try of the same call, which goes to the same
/// URL; nobody keeps them any longer. One of the same name is replaced.
pub(super) fn carry_cookies_over(response: &Response, next: &mut Request) {
    if let Some(cookies) = merge_cookies(response.headers(), next.headers().get(COOKIE)) {
        next.headers_mut().insert(COOKIE, cookies);
    }
}

fn merge_cookies(response: &HeaderMap, sent: Option<&HeaderValue>) -> Option<HeaderValue> {
    let set: Vec<&str> = response
        .get_all(SET_COOKIE)
        .iter()
        .filter_map(cookie_pair)
        .collect();
    if set.is_empty() {
        return None;
    }
    let sent = sent.and_then(|sent| std::str::from_utf8(sent.as_bytes()).ok());
    let sent = sent.unwrap_or_default().split("; ");
    let is_kept = |sent: &&str| {
        !sent.is_empty() && set.iter().all(|set| cookie_name(set) != cookie_name(sent))
    };
    let all: Vec<&str> = sent.filter(is_kept).chain(set.iter().copied()).collect();
    let mut value = HeaderValue::from_str(&all.join("; ")).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// Name and value, without the attributes.
fn cookie_pair(set: &HeaderValue) -> Option<&str> {
    let pair = set.to_str().ok()?.split(';').next()?.trim();
    (!cookie_name(pair).is_empty() && pair.contains('=')).then_some(pair)
}

fn cookie_name(pair: &str) -> &str {
    pair.split('=').next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_of_the_same_name_are_replaced() {
        let mut headers = HeaderMap::new();
        for set in ["tries=1; Path=/; HttpOnly", "b = 2", "=3", "nothing", ""] {
            headers.append(SET_COOKIE, HeaderValue::from_static(set));
        }
        let sent = HeaderValue::from_static("tries=0; theme=dark");
        let merged = |sent| merge_cookies(&headers, sent).expect("there are cookies");
        assert_eq!(merged(Some(&sent)), "theme=dark; tries=1; b = 2");
        assert_eq!(merged(None), "tries=1; b = 2");
        assert_eq!(super::merge_cookies(&HeaderMap::new(), Some(&sent)), None);
    }
}
