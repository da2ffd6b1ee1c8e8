use std::fmt::Write as _;

use crate::discovery::{Discovery, Endpoint};

use super::literal::string_source;

const PIECES: &str =
    "What several answers hold: in them `{\"$piece\":0}` stands for the first of these.";
const WORDS: &str =
    "What endpoints are found by: in \"34:5,7-9\" a word counts 34 for endpoints 5 and 7 to 9.";

/// The module of what discovery says.
///
/// It is written as text: what stands in a macro's brackets, the formatter leaves as it finds it.
pub(crate) fn module(discovery: &Discovery) -> String {
    let mut module = format!(
        "\n#[allow(clippy::module_inception)]\nmod discovery {{\n    use toolwright::generated::*;\n\n    \
         pub const ALL: Option<&'static Discovery> = discovery!(Discovery {{\n        \
         prefix: {},\n",
        string_source(&discovery.prefix),
    );
    comment(
        &mut module,
        "What there is to say of each of `TOOLS`, in their order.",
    );
    table(&mut module, "endpoints", &discovery.endpoints, endpoint);
    comment(&mut module, PIECES);
    table(&mut module, "pieces", &discovery.pieces, |text, piece| {
        let _ = writeln!(text, "            {},", string_source(piece));
    });
    comment(&mut module, WORDS);
    table(&mut module, "words", &discovery.words, |text, word| {
        let (word, places) = (string_source(&word.0), string_source(&word.1));
        let _ = writeln!(text, "            ({word}, {places}),");
    });
    module.push_str("    });\n}\n");
    module
}

fn comment(text: &mut String, comment: &str) {
    let _ = writeln!(text, "        // {comment}");
}

fn table<T>(text: &mut String, name: &str, elements: &[T], write: impl Fn(&mut String, &T)) {
    if elements.is_empty() {
        let _ = writeln!(text, "        {name}: &[],");
        return;
    }
    let _ = writeln!(text, "        {name}: &[");
    for element in elements {
        write(text, element);
    }
    text.push_str("        ],\n");
}

fn endpoint(text: &mut String, endpoint: &Endpoint) {
    let tags: Vec<String> = endpoint.tags.iter().map(|tag| string_source(tag)).collect();
    let _ = write!(
        text,
        "            Endpoint {{\n                \
         tags: &[{}],\n                \
         category: {},\n                \
         signature: {},\n                \
         parameters: {},\n                \
         answer: {},\n            }},\n",
        tags.join(", "),
        string_source(&endpoint.category),
        string_source(&endpoint.signature),
        endpoint.parameters,
        string_source(&endpoint.answer),
    );
}
