use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::*;
use crate::clients::Client;
use crate::selection::RuleKind;

fn read(text: &str) -> Result<Config, String> {
    Config::from_text("a/toolwright.toml", text).map_err(|error| error.to_string())
}

fn error(text: &str) -> String {
    let error = read(text).expect_err("is wrong");
    error
        .strip_prefix("a/toolwright.toml:")
        .unwrap_or(&error)
        .to_owned()
}

#[test]
fn every_setting_is_a_key() {
    for name in Setting::NAMES {
        let values = [
            "true",
            "1",
            "'openai'",
            "'a=b'",
            "'a=b=c'",
            "'full'",
            "'a=read_only'",
            "['Clone']",
        ];
        let mut read = values
            .iter()
            .map(|value| read(&format!("spec = 'a.yaml'\n{name} = {value}")));
        assert!(read.any(|config| config.is_ok()), "{name}");
    }
}

#[test]
fn one_server() {
    let text = "# The shop.\nspec = 'pets.yaml'\nout = 'src/pets.rs'\nclient = ['gemini', 'cursor']\n\
                include_tag = 'pets'\nderives = ['Clone', 'Debug']\nmax_tokens = 1_000\n";
    let config = read(text).expect("is right");
    assert_eq!(config.directory(), Path::new("a"));
    let [server] = config.servers() else {
        panic!("{config:?}")
    };
    assert_eq!(server.spec, Path::new("pets.yaml"));
    assert_eq!(server.out.as_deref(), Some(Path::new("src/pets.rs")));
    let expected = [
        Setting::Client(Client::Gemini),
        Setting::Client(Client::Cursor),
        Setting::Rule(RuleKind::IncludeTag, "pets".to_owned()),
        Setting::Derives(vec!["Clone".to_owned(), "Debug".to_owned()]),
        Setting::MaxTokens(1000),
    ];
    assert_eq!(server.settings, expected);
}

#[test]
fn several_servers() {
    let text = "strict = true\ninclude_tag = 'all'\n\n[[server]]\nspec = 'a.yaml'\nname = 'one'\n\n\
                [[server]]\nspec = 'b.yaml'\ninclude_tag = ['x', 'y']\nstrict = false\n";
    let config = read(text).expect("is right");
    let [one, other] = config.servers() else {
        panic!("{config:?}")
    };
    let tag = |tag: &str| Setting::Rule(RuleKind::IncludeTag, tag.to_owned());
    let name = Setting::Name("one".to_owned());
    assert_eq!(one.settings, [Setting::Strict(true), tag("all"), name]);
    assert_eq!(other.settings, [tag("x"), tag("y"), Setting::Strict(false)]);
}

#[test]
fn a_builder_is_of_one_server() {
    let server = "[[server]]\nspec = 'a.yaml'\n";
    assert!(read(server).expect("is right").only().is_ok());
    let several = read(&server.repeat(2)).expect("is right").only();
    let error = several.expect_err("has two").to_string();
    assert!(error.contains("the file has 2 servers"), "{error}");
}

#[test]
fn what_is_wrong_has_a_place() {
    let cases = [
        (
            "spec = 'a'\nspce = 1",
            "2:1: unknown key `spce`; did you mean `spec`?",
        ),
        (
            "spec = 'a'\ninclude-tags = 'b'",
            "2:1: unknown key `include-tags`; did you mean `include_tag`?",
        ),
        (
            "spec = 'a'\nserevr = 'b'",
            "2:1: unknown key `serevr`; did you mean `server`?",
        ),
        (
            "spec = 'a'\ncolour = 'b'",
            "2:1: unknown key `colour`; expected `spec`, `out`, `server`, `name`, ",
        ),
        (
            "spec = 'a'\nstrict = 1",
            "2:10: `strict` must be `true` or `false`",
        ),
        ("spec = 'a'\nname = ['b']", "2:8: `name` must be a string"),
        (
            "spec = 'a'\nclient = ['gemini', 'nobody']",
            "2:21: `nobody` is not a client",
        ),
        (
            "spec = 'a'\ninclude = [1]",
            "2:11: `include` must be a string, a number, `true`, `false` or a list",
        ),
        (
            "spec = 'a'\nmax_tokens = -1",
            "2:14: `max_tokens` must be a string, a number",
        ),
        (
            "spec = 1",
            "1:8: `spec` must be a string, the path of a file",
        ),
        ("strict = true", "1:1: `spec` is missing"),
        ("[[server]]\nname = 'ü'\n", "1:1: `spec` is missing"),
        (
            "name = 'ä'\n[[server]]\nspec = 'a'",
            "1:1: `name` must be within a `[[server]]`",
        ),
        ("server = []", "1:10: `server` must be a list of tables"),
        ("spec = 'a'\nspec = 'b'", "2:1: duplicate key"),
        ("spec = 'ü' x", "1:12: "),
    ];
    for (text, expected) in cases {
        let error = error(text);
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    let absent = Config::load("absent/toolwright.toml").expect_err("is not there");
    assert!(
        absent.to_string().starts_with("absent/toolwright.toml: "),
        "{absent}"
    );
}

const SPEC: &str =
    "openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\npaths:\n  /pets:\n    get: {}\n";
const OVERLAY: &str = "overlay: 1.0.0\ninfo: {title: a, version: '1'}\nactions:\n\
                       - {target: '$.paths[\"/pets\"].get', update: {summary: All pets}}\n";

#[test]
fn paths_are_relative_to_the_file_and_the_output_does_not_say_where_that_is() {
    let folder = TempDir::new().expect("a folder");
    let inner = folder.path().join("some/where");
    fs::create_dir_all(&inner).expect("can be made");
    let file = folder.path().join(Config::FILE);
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
    write("pets.yaml", SPEC).expect("can be written");
    write("tools.yaml", OVERLAY).expect("can be written");
    write(Config::FILE, "spec = 'pets.yaml'\noverlay = 'tools.yaml'").expect("can be written");

    assert_eq!(Config::find(&inner), Some(file.clone()));
    let config = Config::load(&file).expect("is right");
    let builder = config.builder(&config.servers()[0]);
    let compiled = builder.compile().expect("a spec");
    assert_eq!(compiled.api().operations[0].title, "All pets");
    let head = "\n// Options: --overlay tools.yaml\n";
    assert!(compiled.rust().contains(head), "{}", compiled.rust());
}

/// It does not name the configuration file, because there may be none where it is run, and several servers in it.
#[test]
fn the_command_that_lists_all_warnings_has_the_settings() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join(Config::FILE);
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
    let careless = SPEC.replace("{title: Pets, version: '1'}", "{title: 5, version: 5}");
    write("pets.yaml", &careless).expect("can be written");
    write("my tools.yaml", OVERLAY).expect("can be written");
    write(
        Config::FILE,
        "spec = 'pets.yaml'\noverlay = 'my tools.yaml'\nread_only = true",
    )
    .expect("can be written");

    let config = Config::load(&file).expect("is right");
    let builder = config.builder(&config.servers()[0]);
    let compiled = builder.compile().expect("a spec");
    let line = compiled.warnings_line().expect("the title and the version");
    let shown = |file: &str| crate::write_portable_path(&folder.path().join(file));
    let (spec, overlay) = (shown("pets.yaml"), shown("my tools.yaml"));
    let command =
        format!("run `toolwright lint {spec} --overlay '{overlay}' --read-only` to see them");
    assert!(line.ends_with(&command), "{line}");
}

#[test]
fn a_setting_that_does_nothing_is_told_at_its_line() {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir_all(folder.path().join("api")).expect("can be made");
    fs::write(folder.path().join("api/pets.yaml"), SPEC).expect("can be written");
    let file = folder.path().join("toolwright.toml");
    let text = "exclude = ['none', 'GET /pest']\n\n[[server]]\nspec = 'api/pets.yaml'\n\
                hide = \"GET /pets=limit\"\nmax_tokens = 1\n";
    fs::write(&file, text).expect("can be written");
    let config = Config::load(&file).expect("is right");
    let builder = config.builder(&config.servers()[0]);
    let compiled = builder
        .with(Setting::Rule(RuleKind::Exclude, "by hand".to_owned()))
        .compile()
        .expect("the spec compiles");
    let lines: Vec<String> = compiled.remark_lines().collect();
    let shown = |file: &str| folder.path().join(file).display().to_string();
    let (config, spec) = (shown("toolwright.toml"), shown("api/pets.yaml"));
    for (line, place) in lines.iter().zip([
        format!("{config}:1:12: warning: the setting `exclude` has the pattern `none`, "),
        format!("{config}:1:20: warning: the setting `exclude` has the pattern `GET /pest`, "),
        format!("{spec}: warning: the setting `exclude` has the pattern `by hand`, "),
        format!("{config}:5:8: warning: hide = "),
        format!("{config}:6:14: warning: the tools take about "),
    ]) {
        assert!(line.starts_with(&place), "{line}\n{place}");
    }
    assert_eq!(lines.len(), 5, "{lines:#?}");
    let rendered = compiled.rendered().collect::<Vec<_>>().join("\n");
    let snippet = "1 | exclude = ['none', 'GET /pest']\n  |                    ^";
    assert!(rendered.contains(snippet), "{rendered}");
    assert_eq!(compiled.files().count(), 1);
}
