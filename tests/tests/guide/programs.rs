//! The commands that pages show. Those of `toolwright` are read by its own parser, in
//! `cli/src/args/documented.rs`.

use toolwright_tests::pages::{Page, commands, root};

/// Programs that are not ours.
const OTHERS: [&str; 17] = [
    ".ci/release-notes",
    "cd",
    "claude",
    "curl",
    "docker",
    "echo",
    "export",
    "git",
    "kubectl",
    "npm",
    "npx",
    "openapi-python-client",
    "python3",
    "rmcp-openapi-server",
    "rustup",
    "tar",
    "ulimit",
];

#[test]
fn every_program_is_known_and_every_option_is_there() {
    let help = std::fs::read_to_string(root().join("runtime/src/cli/help.rs")).expect("is there");
    for (place, words) in commands() {
        let Some((program, words)) = words.split_first() else {
            panic!("{place}: an empty command");
        };
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match program.as_str() {
            "toolwright" => {}
            "cargo" => cargo(&place, &words, &help),
            "mcp-probe" if words.first() == Some(&"check") => check(&place, &words),
            program if is_server(program) => server(&place, &words, &help),
            program => assert!(OTHERS.contains(&program), "{place}: what is {program}?"),
        }
        // These start one.
        if matches!(program.as_str(), "docker" | "claude")
            && let Some(at) = words.iter().position(|word| is_server(word))
        {
            server(&place, &words[at + 1..], &help);
        }
    }
}

fn is_server(program: &str) -> bool {
    program
        .rsplit('/')
        .next()
        .is_some_and(|name| name.ends_with("-mcp") || name == "mcp-probe")
}

/// Options of `mcp-probe check`, up to the URL or the command, whose options are not ours.
fn check(place: &str, words: &[&str]) {
    let source = std::fs::read_to_string(root().join("examples/probe/src/command_line.rs"));
    let source = source.expect("is there");
    let mut words = words.iter().skip(1);
    while let Some(option) = words.next().and_then(|word| word.strip_prefix("--")) {
        let field = format!("    {}: ", option.replace('-', "_"));
        assert!(
            source.contains(&field),
            "{place}: there is no option --{option}"
        );
        // All options but this have a value.
        if option != "all" {
            words.next();
        }
    }
}

/// Options of a generated server.
fn server(place: &str, words: &[&str], help: &str) {
    for option in words.iter().filter(|word| word.starts_with("--")) {
        let name = option.split('=').next().unwrap_or(option);
        let is_there = help
            .split([' ', '[', ']', '|', '\n'])
            .any(|word| word == name);
        assert!(is_there, "{place}: servers have no option {name}");
    }
}

/// A package or a path is one of the repository.
fn cargo(place: &str, words: &[&str], help: &str) {
    let own = words.iter().position(|word| *word == "--");
    let (words, options) = words.split_at(own.unwrap_or(words.len()));
    if words.iter().any(|word| is_server(word)) {
        server(place, options.get(1..).unwrap_or_default(), help);
    }
    for pair in words.windows(2) {
        match pair {
            ["-p", package] => {
                let package = format!("name = \"{package}\"");
                let is_there = manifests().iter().any(|text| text.contains(&package));
                assert!(is_there, "{place}: there is no {package}");
            }
            ["--path", path] => assert!(root().join(path).join("Cargo.toml").exists(), "{place}"),
            _ => {}
        }
    }
}

fn manifests() -> Vec<String> {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).expect("is there");
    lock.split("[[package]]").map(str::to_owned).collect()
}

/// What a client is told to start, or where it is told to go.
#[test]
fn configurations_of_clients_have_options_that_there_are() {
    let help = std::fs::read_to_string(root().join("runtime/src/cli/help.rs")).expect("is there");
    let mut servers = 0;
    for block in Page::all().iter().flat_map(Page::blocks) {
        // Lines of a file are no whole value.
        let is_part = block.source.as_ref().is_some_and(|source| source.is_part);
        if block.language != "json" || is_part {
            continue;
        }
        let config: serde_json::Value = serde_json::from_str(&block.text).expect("is JSON");
        let list = config.get("mcpServers").or_else(|| config.get("servers"));
        for (name, server) in list.and_then(|it| it.as_object()).into_iter().flatten() {
            let place = &block.place;
            let goes = server["url"]
                .as_str()
                .is_some_and(|url| url.ends_with("/mcp"));
            let starts = server["command"].as_str().is_some_and(is_server);
            assert!(goes != starts, "{place}: {name}");
            let words = server["args"].as_array().into_iter().flatten();
            let words: Vec<&str> = words.filter_map(|it| it.as_str()).collect();
            self::server(place, &words, &help);
            servers += 1;
        }
    }
    assert!(servers > 3, "{servers}");
}

#[test]
fn every_option_of_a_server_is_described() {
    let help = std::fs::read_to_string(root().join("runtime/src/cli/help.rs")).expect("is there");
    let page = Page::read("docs/options.md").text;
    let words = help.split(|c: char| !(c.is_ascii_lowercase() || c == '-'));
    let options: Vec<&str> = words.filter(|word| word.starts_with("--")).collect();
    assert!(options.len() > 20, "{options:?}");
    // Those of `login` are in another place.
    let of_login = ["--device", "--port", "--no-browser"];
    for option in options {
        let is_there = of_login.contains(&option) || page.contains(&format!("`{option}"));
        assert!(is_there, "docs/options.md needs {option}");
    }
}
