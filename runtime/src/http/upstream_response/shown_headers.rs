//! The headers of a response that are shown: those that the spec documents, and what a HEAD is for.

use reqwest::header::HeaderMap;

use crate::request::Method;
use crate::tool::Tool;

/// How many bytes of a value are shown: it goes into a model's context.
const LONGEST_VALUE: usize = 1024;

/// How many bytes of all headers are shown.
const LONGEST: usize = 8 * 1024;

/// What a HEAD says of the resource, documented or not.
const OF_HEAD: [&str; 4] = ["content-type", "content-length", "etag", "last-modified"];

/// The headers that a model may need for its next call, a line each; `truncate` gives the beginning of a
/// text.
pub(super) fn describe_headers(
    tool: &Tool,
    headers: &HeaderMap,
    truncate: impl Fn(&str, usize) -> String,
) -> Option<String> {
    let of_head = OF_HEAD
        .iter()
        .filter(|_| matches!(tool.method, Method::Head));
    let of_head = of_head.filter(|name| !is_documented(tool, name));
    let names = tool.call.headers.iter().chain(of_head);
    let mut text = String::new();
    for name in names {
        let Some(value) = join_header_values(headers, name) else {
            continue;
        };
        let mut line = format!("\n{name}: {}", truncate(&value, LONGEST_VALUE));
        if value.len() > LONGEST_VALUE {
            line.push('…');
        }
        if text.len() + line.len() > LONGEST {
            text.push_str("\n… (more headers are left out)");
            break;
        }
        text.push_str(&line);
    }
    (!text.is_empty()).then(|| format!("Response headers:{text}"))
}

/// Whether a header is shown because the spec documents it.
pub(super) fn is_documented(tool: &Tool, name: &str) -> bool {
    let mut documented = tool.call.headers.iter();
    documented.any(|documented| documented.eq_ignore_ascii_case(name))
}

/// The values of a header, which mean the same in one line with commas (RFC 9110, 5.3).
fn join_header_values(headers: &HeaderMap, name: &str) -> Option<String> {
    let values = headers.get_all(name).iter();
    let values: Vec<_> = values
        .map(|value| String::from_utf8_lossy(value.as_bytes()))
        .collect();
    (!values.is_empty()).then(|| values.join(", "))
}

/// The value of a header that says where the next page is; none on the last page.
pub(super) fn page_cursor(headers: &HeaderMap, name: &str) -> Option<String> {
    let value = headers.get(name)?.to_str().ok()?.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CallOptions;
    use crate::testing;

    fn described(method: Method, received: &[(&'static str, &str)]) -> Option<String> {
        const DOCUMENTED: CallOptions =
            CallOptions::DEFAULT.headers(&["ETag", "X-Total", "Bad name"]);
        let tool = testing::test_tool(method, "/pets").call(DOCUMENTED);
        let mut headers = HeaderMap::new();
        for (name, value) in received {
            headers.append(*name, value.parse().unwrap());
        }
        describe_headers(&tool, &headers, |text, limit| {
            text.chars().take(limit).collect()
        })
    }

    #[test]
    fn what_the_spec_documents_is_shown() {
        let received = [
            ("x-total", "3"),
            ("etag", "\"a\""),
            ("x-secret", "s"),
            ("x-total", "4"),
        ];
        assert_eq!(
            described(Method::Get, &received).as_deref(),
            Some("Response headers:\nETag: \"a\"\nX-Total: 3, 4")
        );
        assert_eq!(described(Method::Get, &[("x-secret", "s")]), None);
    }

    #[test]
    fn a_head_is_answered_with_what_it_is_for() {
        let received = [
            ("content-length", "7"),
            ("content-type", "a/b"),
            ("etag", "\"a\""),
        ];
        assert_eq!(
            described(Method::Head, &received).as_deref(),
            Some("Response headers:\nETag: \"a\"\ncontent-type: a/b\ncontent-length: 7")
        );
    }

    #[test]
    fn long_values_are_bounded() {
        let long = "a".repeat(100_000);
        let text = described(Method::Get, &[("etag", &long)]).unwrap();
        assert_eq!(
            text.len(),
            "Response headers:\nETag: …".len() + LONGEST_VALUE
        );
    }
}
