use percent_encoding::percent_decode_str;

use super::{File, NotAFile, base64, is_legal_media_type};

/// Reads what follows `data:`, such as `image/png;name=cat.png;base64,iVBO…` (RFC 2397).
pub(super) fn parse_data_uri(rest: &str) -> Result<File, NotAFile> {
    let (head, data) = rest
        .split_once(',')
        .ok_or(NotAFile::DataUri("it has no comma"))?;
    let mut parts = head.split(';');
    let media_type = parts.next().unwrap_or_default().trim();
    if !media_type.is_empty() && !is_legal_media_type(media_type) {
        return Err(NotAFile::DataUri("its media type is not legal"));
    }
    let (mut filename, mut is_base64) = (None, false);
    for part in parts {
        match part.split_once('=') {
            // RFC 2397 has no parameter for a name; browsers and clients use both of these.
            Some(("name" | "filename", value)) => filename = Some(percent_decode(value)),
            None if part.trim().eq_ignore_ascii_case("base64") => is_base64 = true,
            _ => {}
        }
    }
    let data: Vec<u8> = percent_decode_str(data).collect();
    let content = if is_base64 {
        base64::decode_base64(&String::from_utf8_lossy(&data))?
    } else {
        data
    };
    Ok(File {
        content,
        media_type: (!media_type.is_empty()).then(|| media_type.to_owned()),
        filename,
    })
}

fn percent_decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_types_and_both_encodings() {
        let file = parse_data_uri("image/png;name=a%20b.png;base64,aGk=").unwrap();
        assert_eq!(
            file,
            File::new("hi")
                .with_filename("a b.png")
                .with_media_type("image/png")
        );
        assert_eq!(parse_data_uri(",a%20b"), Ok(File::new("a b")));
        for text in ["image/png;base64", "a\r\nX: y/z;base64,aGk="] {
            assert!(
                matches!(parse_data_uri(text), Err(NotAFile::DataUri(_))),
                "{text}"
            );
        }
    }
}
