//! Parses the file name of a `Content-Disposition` header (RFC 6266). Folders are removed, since a client may save
//! the file under this name.

use percent_encoding::percent_decode_str;

use super::header_parts::{split_unquoted, unquote_value};

/// The file name in a `Content-Disposition` (RFC 6266), without any folders.
pub(in crate::http) fn parse_file_name(header: &str) -> Option<String> {
    let mut plain = None;
    for parameter in split_unquoted(header, ';') {
        let Some((name, value)) = parameter.split_once('=') else {
            continue;
        };
        match name.trim().to_ascii_lowercase().as_str() {
            // RFC 6266, section 4.3: `filename*` is preferred over `filename`, whatever their order.
            "filename*" => {
                if let Some(name) =
                    decode_extended_value(value.trim()).and_then(|name| last_path_segment(&name))
                {
                    return Some(name);
                }
            }
            "filename" => plain = last_path_segment(&unquote_value(value.trim())),
            _ => {}
        }
    }
    plain
}

/// `UTF-8''na%C3%AFve.txt` (RFC 8187).
fn decode_extended_value(value: &str) -> Option<String> {
    let (charset, rest) = value.split_once('\'')?;
    let (_, encoded) = rest.split_once('\'')?;
    if !charset.eq_ignore_ascii_case("utf-8") {
        return None;
    }
    let decoded = percent_decode_str(encoded).decode_utf8().ok()?;
    Some(decoded.into_owned())
}

fn last_path_segment(path: &str) -> Option<String> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default().trim();
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    (!name.is_empty() && name != "." && name != "..").then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_servers_send() {
        for (header, expected) in [
            (r#"attachment; filename="a b.pdf""#, Some("a b.pdf")),
            ("attachment; filename=a.pdf", Some("a.pdf")),
            (
                r#"inline; filename="a;\"b\".pdf"; size=3"#,
                Some("a;\"b\".pdf"),
            ),
            (
                "attachment; filename=x.txt; filename*=UTF-8''na%C3%AFve.txt",
                Some("naïve.txt"),
            ),
            ("attachment; filename*=latin1'de'x; filename=y", Some("y")),
            (r#"attachment; filename="../../etc/passwd""#, Some("passwd")),
            (r#"attachment; filename="C:\\a\\b.doc""#, Some("b.doc")),
            ("attachment", None),
            (r#"attachment; filename="..""#, None),
            ("", None),
        ] {
            assert_eq!(parse_file_name(header).as_deref(), expected, "{header}");
        }
    }
}
