//! The bytes of a feed to the one text that `feed-rs` reads, within limits. `feed-rs` calls itself for some elements
//! within such elements until the stack is full, which ends the process, and takes time by the square of the
//! attributes. So the structure is measured before. The measure holds because both readers see the same: the bytes
//! are decoded once, here; the text declares UTF-8; and it is measured with the parser of `feed-rs`, which is set up
//! and called in the same way. What that parser rejects is rejected here, not left to `feed-rs`.

use std::io::BufReader;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use quick_xml::Reader;
use quick_xml::encoding::DecodingReader;
use quick_xml::events::{BytesStart, Event};

/// Elements within elements: several times as many as in feeds.
const DEEPEST: usize = 64;
/// Attributes of one element. They are compared with each other.
const MOST_ATTRIBUTES: usize = 256;
/// Namespaces that are declared at one place of the document. Each name is looked up among them.
const MOST_NAMESPACES: usize = 256;
/// Where an XML declaration ends at the latest.
const LONGEST_DECLARATION: usize = 512;
/// The declaration of the text that is measured and read.
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

/// A document that is not a feed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotFeed {
    #[error("the document is not an RSS or Atom feed")]
    Unknown,
    #[error("the document is not an RSS or Atom feed: it declares {0}, but has other bytes")]
    Encoding(&'static str),
    #[error(
        "the document is not an RSS or Atom feed: at byte {position}, the XML is wrong: {cause}"
    )]
    Malformed {
        position: u64,
        cause: quick_xml::Error,
    },
    #[error("the document is not an RSS or Atom feed: it has a second XML declaration")]
    SecondDeclaration,
    #[error(
        "the document is not an RSS or Atom feed: more than {DEEPEST} of its elements are nested"
    )]
    TooDeep,
    #[error(
        "the document is not an RSS or Atom feed: an element has more than {MOST_ATTRIBUTES} attributes"
    )]
    Attributes,
    #[error(
        "the document is not an RSS or Atom feed: more than {MOST_NAMESPACES} namespaces are declared"
    )]
    Namespaces,
}

/// Gives the document as UTF-8, if a parser can read it without harm.
pub(super) fn read_document(body: &[u8]) -> Result<String, NotFeed> {
    let text = decode_text(body)?;
    // `feed-rs` goes by the first of these, too.
    let start = text.find(['<', '{']).ok_or(NotFeed::Unknown)?;
    let text = &text[start..];
    if text.starts_with('{') {
        // A JSON Feed, whose parser has a limit of depth.
        return Ok(text.to_owned());
    }
    let content = split_declaration(text).map_or(text, |(_, content)| content);
    let document = format!("{DECLARATION}{content}");
    check_structure(&document)?;
    Ok(document)
}

fn decode_text(body: &[u8]) -> Result<String, NotFeed> {
    let (encoding, mark) = match Encoding::for_bom(body) {
        Some((encoding, length)) => (encoding, length),
        None => (detect_encoding(body), 0),
    };
    let text = encoding.decode_without_bom_handling_and_without_replacement(&body[mark..]);
    let text = text.ok_or(NotFeed::Encoding(encoding.name()))?;
    Ok(text.into_owned())
}

/// The encoding of a document without a byte order mark (XML 1.0, appendix F).
fn detect_encoding(body: &[u8]) -> &'static Encoding {
    match body {
        [0, b'<', 0, second, ..] if *second != 0 => UTF_16BE,
        [b'<', 0, second, 0, ..] if *second != 0 => UTF_16LE,
        _ => match find_declared_encoding(body) {
            // The declaration itself was readable, so it is wrong.
            Some(encoding) if encoding.is_ascii_compatible() => encoding,
            _ => UTF_8,
        },
    }
}

fn find_declared_encoding(body: &[u8]) -> Option<&'static Encoding> {
    let head = &body[..body.len().min(LONGEST_DECLARATION)];
    let head = String::from_utf8_lossy(head.trim_ascii_start());
    let (declaration, _) = split_declaration(&head)?;
    match Reader::from_str(declaration).read_event() {
        Ok(Event::Decl(declaration)) => declaration.encoder(),
        _ => None,
    }
}

/// The XML declaration at the beginning of a text, and what is behind it.
fn split_declaration(text: &str) -> Option<(&str, &str)> {
    let name = text.strip_prefix("<?xml")?;
    if !name.starts_with([' ', '\t', '\r', '\n']) {
        return None;
    }
    let end = text.find("?>")? + 2;
    Some(text.split_at(end))
}

/// Reads the document as `feed-rs` does: in the same chunks, and with the same settings.
fn check_structure(document: &str) -> Result<(), NotFeed> {
    let chunks = DecodingReader::new(BufReader::new(document.as_bytes()));
    let mut reader = Reader::from_reader(chunks);
    let config = reader.config_mut();
    config.expand_empty_elements = true;
    config.trim_markup_names_in_closing_tags = true;
    config.trim_text(false);
    let mut buffer = Vec::new();
    let mut declarations = 0;
    // For each open element, the namespaces that are declared within it and around it.
    let mut open: Vec<usize> = Vec::new();
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer);
        match event {
            Ok(Event::Start(start)) => {
                let around = open.last().copied().unwrap_or_default();
                open.push(around + check_attributes(&start)?);
            }
            Ok(Event::End(_)) => {
                open.pop();
            }
            Ok(Event::Decl(_)) => declarations += 1,
            Ok(Event::Eof) => return Ok(()),
            Ok(_) => {}
            Err(cause) => {
                let position = reader.error_position();
                return Err(NotFeed::Malformed { position, cause });
            }
        }
        if open.len() > DEEPEST {
            return Err(NotFeed::TooDeep);
        }
        if open.last().is_some_and(|count| *count > MOST_NAMESPACES) {
            return Err(NotFeed::Namespaces);
        }
        // The first one is ours. Another one could change the encoding in the middle.
        if declarations > 1 {
            return Err(NotFeed::SecondDeclaration);
        }
    }
}

/// Counts the namespaces that an element declares.
fn check_attributes(start: &BytesStart<'_>) -> Result<usize, NotFeed> {
    let (mut attributes, mut namespaces) = (0, 0);
    for attribute in start.attributes().with_checks(false) {
        attributes += 1;
        let name = attribute.as_ref().map(|it| it.key.as_namespace_binding());
        namespaces += usize::from(matches!(name, Ok(Some(_))));
        if attributes > MOST_ATTRIBUTES {
            return Err(NotFeed::Attributes);
        }
    }
    Ok(namespaces)
}

#[cfg(test)]
mod tests {
    use encoding_rs::{SHIFT_JIS, WINDOWS_1252};
    use proptest::prelude::*;

    use super::*;

    const MEDIA: &str = "xmlns:media=\"http://search.yahoo.com/mrss/\"";

    fn encode_text(text: &str, encoding: &'static Encoding) -> Vec<u8> {
        match encoding.name() {
            // `encoding_rs` writes UTF-8 for these, as browsers do.
            "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            _ => encoding.encode(text).0.into_owned(),
        }
    }

    fn nested_feed(title: &str, depth: usize) -> String {
        let (open, close) = (
            "<media:content>".repeat(depth),
            "</media:content>".repeat(depth),
        );
        format!(
            "<rss version=\"2.0\" {MEDIA}><channel><title>{title}</title><item><title>x</title>{open}{close}</item></channel></rss>"
        )
    }

    /// What reads a body in the end: a stack overflow ends the whole program of tests.
    fn read_with_feed_rs(body: &[u8]) -> Result<(), NotFeed> {
        let document = read_document(body)?;
        let _ = feed_rs::parser::parse(document.as_bytes());
        Ok(())
    }

    #[test]
    fn depth_is_measured_in_the_text_that_is_read() {
        // In bytes, these characters are the beginning of a comment.
        for title in [
            "\u{3c21}\u{2d2d}",
            "\u{213c}\u{2d2d}",
            "<\0!--",
            "<![CDATA[",
            "&lt;!--",
        ] {
            for encoding in [UTF_8, UTF_16BE, UTF_16LE] {
                for mark in ["", "\u{feff}"] {
                    let body = format!("{mark}{}", nested_feed(title, 70_000));
                    let result = read_with_feed_rs(&encode_text(&body, encoding));
                    assert!(result.is_err(), "{title:?} {}", encoding.name());
                }
            }
        }
    }

    #[test]
    fn the_deepest_feed_that_is_admitted_is_read() {
        let deepest = nested_feed("x", DEEPEST - 3);
        assert!(read_with_feed_rs(deepest.as_bytes()).is_ok());
        let deeper = read_with_feed_rs(nested_feed("x", DEEPEST - 2).as_bytes());
        assert!(matches!(deeper, Err(NotFeed::TooDeep)), "{deeper:?}");
    }

    #[test]
    fn feeds_are_read_in_the_encoding_that_they_have() {
        for (declared, encoding) in [
            ("utf-8", UTF_8),
            ("windows-1252", WINDOWS_1252),
            ("Shift_JIS", SHIFT_JIS),
            ("utf-16", UTF_16BE),
            ("utf-16", UTF_16LE),
        ] {
            let title = if encoding == WINDOWS_1252 {
                "Füße"
            } else {
                "日本"
            };
            // Longer than what `feed-rs` can take back when it learns the encoding.
            let declaration = format!(
                "<?xml version=\"1.0\"      encoding=\"{declared}\"      standalone=\"yes\" ?>"
            );
            let text = format!("{declaration}\n{}", nested_feed(title, 1));
            let document = read_document(&encode_text(&text, encoding)).expect("is decoded");
            let feed = feed_rs::parser::parse(document.as_bytes()).expect("is a feed");
            assert_eq!(feed.title.expect("is there").content, title, "{declared}");
        }
    }

    #[test]
    fn what_cannot_be_measured_is_rejected() {
        let attributes: String = (0..300).map(|n| format!(" a{n}=\"\"")).collect();
        let namespaces: String = (0..200).map(|n| format!(" xmlns:n{n}=\"n\"")).collect();
        for (body, words) in [
            (&b"<rss><!-- "[..], "at byte"),
            (b"<rss></channel>", "at byte"),
            (b"<rss>\xff", "it declares UTF-8, but has other bytes"),
            (b"plain text", "not an RSS or Atom feed"),
            (
                b"<rss><?xml version=\"1.0\" encoding=\"utf-16\"?></rss>",
                "a second XML declaration",
            ),
            (
                format!("<rss{attributes}></rss>").as_bytes(),
                "more than 256 attributes",
            ),
            (
                format!("<rss{namespaces}><channel{namespaces}/></rss>").as_bytes(),
                "more than 256 namespaces",
            ),
        ] {
            let error = read_document(body).expect_err("is rejected").to_string();
            assert!(error.contains(words), "{error}");
        }
    }

    /// Pieces of documents, many of which are wrong, and such as look like others in another encoding.
    fn piece() -> impl Strategy<Value = String> {
        let fixed = prop::sample::select(vec![
            "<media:content>",
            "<media:group>",
            "</media:content>",
            "<media:content/>",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "<!DOCTYPE a [<!ENTITY b '<media:content>'>",
            "]>",
            "&b;",
            "<?x ?>",
            "<?xml version='1.0' encoding='utf-16'?>",
            "\u{3c21}\u{2d2d}",
            "\u{213c}\u{2d2d}",
            "\0",
            "<a b='>",
            "'",
            "é",
        ]);
        (fixed, prop_oneof![Just(1_usize), Just(2), Just(5_000)])
            .prop_map(|(text, count)| text.repeat(count))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_document_overflows_the_stack(
            declared in prop::sample::select(vec!["", "utf-8", "utf-16", "shift_jis", "iso-2022-jp", "gb18030"]),
            encoding in prop::sample::select(vec![UTF_8, UTF_16BE, UTF_16LE, SHIFT_JIS]),
            mark in prop::sample::select(vec!["", "\u{feff}"]),
            pieces in prop::collection::vec(piece(), 0..12),
            bytes in prop::collection::vec(any::<u8>(), 0..4),
            position in any::<prop::sample::Index>(),
        ) {
            let declaration = if declared.is_empty() { String::new() } else {
                format!("<?xml version=\"1.0\" encoding=\"{declared}\"?>")
            };
            let text = format!(
                "{mark}{declaration}<rss version=\"2.0\" {MEDIA}><channel><item>{}", pieces.concat()
            );
            let mut body = encode_text(&text, encoding);
            let position = position.index(body.len());
            body.splice(position..position, bytes);
            let _ = read_with_feed_rs(&body);
        }
    }
}
