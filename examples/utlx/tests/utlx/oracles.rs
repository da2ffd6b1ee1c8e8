//! With the data of UTL-X: all functions, all cases, and how well cases are found.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::{Value, json};
use tempfile::TempDir;
use toolwright_tests::shared;

use crate::server::{Server, Setup};

/// The unpacked suite; it is removed with this value, so tests share one.
struct Suite {
    directory: TempDir,
}

/// The directory of the suite's archive.
pub(crate) fn suite_directory() -> PathBuf {
    static SUITE: OnceLock<Suite> = OnceLock::new();
    let suite = SUITE.get_or_init(|| {
        let archive = shared().join("oracles/utlx-conformance-suite.tgz");
        let directory = tempfile::tempdir().expect("a directory");
        unpack(&archive, directory.path());
        Suite { directory }
    });
    suite.directory.path().join("conformance-suite")
}

/// Reads a tar archive: regular files in the directory, with the names of ustar and GNU.
fn unpack(archive: &Path, directory: &Path) {
    let file = fs::File::open(archive).expect("is there");
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(file)
        .read_to_end(&mut bytes)
        .expect("is gzip");
    let text = |bytes: &[u8]| {
        let end = bytes
            .iter()
            .position(|byte| *byte == 0)
            .unwrap_or(bytes.len());
        String::from_utf8_lossy(&bytes[..end]).trim().to_owned()
    };
    let mut offset = 0;
    let mut long_name = None;
    while let Some(header) = bytes.get(offset..offset + 512) {
        if header.iter().all(|byte| *byte == 0) {
            break;
        }
        let size = usize::from_str_radix(&text(&header[124..136]), 8).expect("has a size");
        let content = &bytes[offset + 512..offset + 512 + size];
        let prefix = text(&header[345..500]);
        let name = match long_name.take() {
            Some(name) => name,
            None if prefix.is_empty() || !header[257..].starts_with(b"ustar\0") => {
                text(&header[..100])
            }
            None => format!("{prefix}/{}", text(&header[..100])),
        };
        match header[156] {
            b'L' => long_name = Some(text(content)),
            b'0' | 0 => {
                assert!(!name.contains(".."), "{name}");
                let path = directory.join(name.trim_start_matches("./"));
                fs::create_dir_all(path.parent().expect("has a directory")).expect("is created");
                fs::write(path, content).expect("is written");
            }
            _ => {}
        }
        offset += 512 + size.div_ceil(512) * 512;
    }
}

/// A server over the data of UTL-X.
pub(crate) fn server_over_oracles() -> Server {
    with_oracles(Setup::new()).start()
}

/// The setup with the data of UTL-X.
pub(crate) fn with_oracles(setup: Setup) -> Setup {
    let suite = suite_directory().join("utlx/tests");
    let registry = shared().join("oracles/utlx-functions.json");
    let registry = registry.canonicalize().expect("is there");
    setup
        .variable("FUNCTION_REGISTRY_PATH", registry.display().to_string())
        .variable("CONFORMANCE_SUITE_PATH", suite.display().to_string())
}

/// YAML of documents that are known to be harmless, by Python's rules being those of the suite's authors: the server's
/// own reader, asked through the tool, would prove itself.
pub(crate) fn parse_yaml(text: &str) -> Value {
    mini_yaml::parse(text)
}

mod mini_yaml {
    use saphyr_parser::{Event, Parser, ScalarStyle};
    use serde_json::{Map, Value};

    pub(super) fn parse(text: &str) -> Value {
        let events: Vec<Event<'_>> = Parser::new_from_str(text)
            .map(|event| event.expect("is YAML").0)
            .collect();
        let mut events = events.into_iter().filter(|event| {
            !matches!(
                event,
                Event::StreamStart
                    | Event::DocumentStart(_)
                    | Event::DocumentEnd
                    | Event::StreamEnd
            )
        });
        let first = events.next().expect("has a value");
        read(first, &mut events)
    }

    fn read<'e>(event: Event<'e>, events: &mut impl Iterator<Item = Event<'e>>) -> Value {
        match event {
            Event::Scalar(text, ScalarStyle::Plain, _, _) => plain(&text),
            Event::Scalar(text, ..) => Value::String(text.into_owned()),
            Event::SequenceStart(..) => {
                let mut items = Vec::new();
                loop {
                    match events.next().expect("ends") {
                        Event::SequenceEnd => return Value::Array(items),
                        event => items.push(read(event, events)),
                    }
                }
            }
            Event::MappingStart(..) => {
                let mut members = Map::new();
                loop {
                    let key = match events.next().expect("ends") {
                        Event::MappingEnd => return Value::Object(members),
                        Event::Scalar(text, ..) => text.into_owned(),
                        other => panic!("{other:?} is a key"),
                    };
                    let value = events.next().expect("has a value");
                    members.insert(key, read(value, events));
                }
            }
            other => panic!("{other:?}"),
        }
    }

    fn plain(text: &str) -> Value {
        match text {
            "" | "~" | "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            text => match text.parse::<i64>() {
                Ok(number) => number.into(),
                Err(_) => match text.parse::<f64>() {
                    Ok(number) if text.starts_with(|it: char| it.is_ascii_digit()) => number.into(),
                    _ => text.into(),
                },
            },
        }
    }
}

/// The types of UTL-X.
const TYPES: [&str; 13] = [
    "String", "Number", "Integer", "Boolean", "Array", "Object", "Date", "DateTime", "Time",
    "Function", "Binary", "Null", "Any",
];

#[test]
#[ignore = "needs ../shared"]
fn u12_all_functions_of_the_registry_are_found() {
    let mut server = server_over_oracles();
    let data = server.data("get_stdlib_functions", json!({"limit": 1}));
    assert_eq!(data["total"], 652);
    let registry = shared().join("oracles/utlx-functions.json");
    let registry: Value =
        serde_json::from_str(&fs::read_to_string(registry).expect("is text")).expect("is JSON");
    let functions = registry["functions"].as_array().expect("is a list");
    let mut firsts = 0;
    for function in functions {
        let name = function["name"].as_str().expect("has a name");
        let data = server.data(
            "get_stdlib_functions",
            json!({"search": name, "limit": 100}),
        );
        let found = data["functions"].as_array().expect("is a list");
        let position = found.iter().position(|it| it["name"] == name);
        assert!(position.is_some(), "{name} is not found by its name");
        firsts += usize::from(position == Some(0));
        let found = &found[position.unwrap_or_default()];
        let signature = found["signature"].as_str().expect("is text");
        assert!(signature.starts_with(&format!("{name}(")), "{signature}");
        let parameters = found["parameters"].as_array().expect("is a list").iter();
        let types = parameters
            .map(|it| &it["type"])
            .chain([&found["returnType"]]);
        for kind in types {
            let kind = kind
                .as_str()
                .expect("is text")
                .split('<')
                .next()
                .expect("has a name");
            assert!(TYPES.contains(&kind), "{signature}");
        }
    }
    assert_eq!(
        firsts,
        functions.len(),
        "every name is the first result of a search for it"
    );
}

#[test]
#[ignore = "needs ../shared"]
fn u13_every_category_has_functions_of_the_real_registry() {
    let mut server = server_over_oracles();
    let mut total = |category: &str| {
        let data = server.data(
            "get_stdlib_functions",
            json!({"category": category, "limit": 1}),
        );
        data["total"].as_u64().expect("is a number")
    };
    assert_eq!(total("string"), 83);
    assert_eq!(total("date"), 68);
    assert!(total("array") >= 67 && total("math") >= 37 && total("type") >= 27);
    assert!(total("serialization") >= 100, "JSON, XML, CSV and YAML");
    assert!(total("crypto") >= 30, "security and hashes");
    assert!(
        total("object") >= 20,
        "objects are under Other in the registry"
    );
}

#[test]
#[ignore = "needs ../shared"]
fn u19_all_files_of_the_suite_are_indexed_or_reported() {
    let mut server = server_over_oracles();
    let data = server.data(
        "get_examples",
        json!({"inputFormat": "json", "outputFormat": "json"}),
    );
    assert_eq!(data["indexed"]["files"], 366);
    // One file has an empty transformation, which is no example. Those with errors in their YAML are read in part.
    assert_eq!(data["indexed"]["cases"], 365);
    assert_eq!(data["indexed"]["unreadable"], 11);
}

#[test]
#[ignore = "needs ../shared"]
fn u18_a_case_is_first_for_its_own_description_formats_and_functions() {
    let mut server = server_over_oracles();
    let cache = server.home().join(".utlx/conformance-index.json");
    server.data(
        "get_examples",
        json!({"inputFormat": "json", "outputFormat": "json"}),
    );
    let cache: Value =
        serde_json::from_slice(&fs::read(cache).expect("is cached")).expect("is JSON");
    let suite = suite_directory().join("utlx/tests");
    let named = count_named(&suite);
    let cases = cache["index"]["cases"].as_array().expect("is a list");
    let (mut asked, mut first, mut missed) = (0, 0, Vec::new());
    for case in cases {
        let name = case["name"].as_str().expect("has a name");
        if !named.iter().any(|known| known == name) {
            continue;
        }
        let mut call = json!({
            "inputFormat": case["input_formats"][0].as_str().filter(|it| !it.is_empty()).unwrap_or("json"),
            "outputFormat": case["output_format"].as_str().filter(|it| !it.is_empty()).unwrap_or("json"),
            "description": case["description"],
            "limit": 1,
        });
        if case["functions"]
            .as_array()
            .is_some_and(|it| !it.is_empty() && it.len() <= 50)
        {
            call["functions"] = case["functions"].clone();
        }
        asked += 1;
        let data = server.data("get_examples", call);
        if data["examples"][0]["name"] == name {
            first += 1;
        } else {
            missed.push(name);
        }
    }
    let share = f64::from(first) / f64::from(asked);
    println!(
        "{first} of {asked} cases are first: {:.1} %; not {missed:?}",
        share * 100.0
    );
    assert!(asked >= 341, "{asked}");
    assert!(share >= 0.95, "{first} of {asked}: {missed:?}");
}

/// The names that stand in files of the suite.
fn count_named(directory: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory).expect("is a directory").flatten() {
        let path = entry.path();
        if path.is_dir() {
            names.extend(count_named(&path));
        } else if path.extension().is_some_and(|it| it == "yaml") {
            let text = fs::read_to_string(&path).expect("is text");
            let line = text.lines().find_map(|line| line.strip_prefix("name:"));
            names.extend(line.map(|name| name.trim().trim_matches('"').to_owned()));
        }
    }
    names
}
