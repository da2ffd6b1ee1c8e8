//! Finds the next page in a `Link` header (RFC 8288): the query parameters in which its target differs from the
//! request.

use reqwest::Url;

use super::header_parts::{split_at_unquoted, split_unquoted, unquote_value};

/// What the next page is asked for with, from `Link: <…>; rel="next"` (RFC 8288): the query
/// parameters in which it differs from the page that came.
pub(super) fn find_next_page_parameters(
    headers: &[&str],
    page: &Url,
) -> Option<Vec<(String, String)>> {
    let target = headers.iter().find_map(|header| find_next_target(header))?;
    find_differing_parameters(target, page)
}

/// The query parameters in which the page at a URL differs from the one that came.
pub(super) fn find_differing_parameters(target: &str, page: &Url) -> Option<Vec<(String, String)>> {
    let next = page.join(target).ok()?;
    let here: Vec<_> = page.query_pairs().collect();
    let differing: Vec<(String, String)> = next
        .query_pairs()
        .filter(|pair| !here.contains(pair))
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    (!differing.is_empty()).then_some(differing)
}

/// The target of the first link whose relation is `next`: `<target>; parameter=value`, with commas between links
/// (RFC 8288, section 3).
fn find_next_target(header: &str) -> Option<&str> {
    let mut rest = header;
    loop {
        let (_, after) = rest.split_once('<')?;
        // A target may have commas and semicolons, so it is taken out before the link is split.
        let (target, after) = after.split_once('>')?;
        // Some servers forget the comma. No parameter has a `<` outside of quotes (RFC 9110, section 5.6.2), so it can
        // only begin the next link.
        let (parameters, others) = split_at_unquoted(after, &[',', '<']).unwrap_or((after, ""));
        if has_next_relation(parameters) {
            return Some(target);
        }
        rest = others;
    }
}

fn has_next_relation(parameters: &str) -> bool {
    let mut parameters = split_unquoted(parameters, ';').filter_map(|it| it.split_once('='));
    // Of several, the first counts (RFC 8288, section 3.3).
    let relation = parameters.find(|(name, _)| name.trim().eq_ignore_ascii_case("rel"));
    relation.is_some_and(|(_, value)| {
        let value = unquote_value(value.trim());
        let mut relations = value.split_whitespace();
        relations.any(|relation| relation.eq_ignore_ascii_case("next"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_the_next_page_differs_in() {
        let page = Url::parse("https://x/pets?limit=2&page=1").unwrap();
        let pairs = |header: &str| {
            let pairs = find_next_page_parameters(&[header], &page)?.into_iter();
            Some(
                pairs
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect::<Vec<_>>(),
            )
        };
        let second = || Some(vec!["page=2".to_owned()]);
        for (header, expected) in [
            (
                r#"<https://x/pets?limit=2&page=9>; rel="last", <https://x/pets?limit=2&page=2>; rel="next""#,
                second(),
            ),
            ("</pets?page=2&limit=2>; title=\"a\"; rel=next", second()),
            (r#"<?limit=2&page=2>; rel="x next""#, second()),
            (
                r#"<?limit=2&page=9>; title="a, b; rel=next <c>"; rel=last, <?limit=2&page=2>; rel=next"#,
                second(),
            ),
            (
                r#"<?limit=2&page=1>; rel="prev" <?limit=2&page=2>; rel="next""#,
                second(),
            ),
            (
                r#"<?limit=2&page=2>; rel=next <?limit=2&page=9>; rel=last"#,
                second(),
            ),
            (
                r#"<?limit=2&page=9>; title="<?page=3>"; rel=last; <?limit=2&page=2>; rel=next"#,
                second(),
            ),
            (r#"<?limit=2&page=2>; rel=prev; rel=next"#, None),
            (r#"<https://x/pets?limit=2&page=1>; rel="next""#, None),
            (r#"<https://x/pets?page=2>; rel="prev""#, None),
            ("<https://x/pets?page=2", None),
            ("", None),
        ] {
            assert_eq!(pairs(header), expected, "{header}");
        }
    }
}
