//! A spec cannot read the machine that builds it, and cannot speak to cargo.

use std::fs;
use std::process::Command;

use toolwright_codegen::diagnostics::Severity;
use toolwright_codegen::{Builder, Compiled, lint::Lint};

use crate::references::folder::Folder;

const SECRET: &str = "type: service_account\nprivate_key: TOPSECRET\n";

/// A spec with one operation whose body has a schema behind a reference.
fn spec_with(reference: &str) -> String {
    let reference = serde_json::Value::from(reference);
    format!(
        "openapi: 3.0.3\ninfo: {{title: Notes, version: '1'}}\npaths:\n  /notes:\n    post:\n      \
         operationId: addNote\n      requestBody: {{content: {{application/json: {{schema: \
         {{$ref: {reference}}}}}}}}}\n      responses: {{}}\n"
    )
}

/// All that anybody is told of a compilation, and what it wrote.
fn everything_said(compiled: &Compiled) -> String {
    let lint = Lint::from_compiled(compiled);
    let parts = [
        compiled.rendered().collect(),
        compiled.lines().collect(),
        compiled.unread_lines().concat(),
        compiled.cargo_directives().to_string(),
        lint.to_text(),
        compiled.rust().to_owned(),
    ];
    parts.concat()
}

#[test]
fn nothing_outside_of_the_directory_is_read() {
    let folder = Folder::new(&[("secret.yaml", SECRET), ("api/inside.yaml", "type: object")]);
    let link = folder.path().join("api/link.yaml");
    let absolute = folder.path().join("secret.yaml");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.yaml", &link).expect("a link");
        std::os::unix::fs::symlink("..", folder.path().join("api/up")).expect("a link");
    }
    let absolute = absolute.display();
    for reference in [
        "../secret.yaml".to_owned(),
        "..%2fsecret.yaml".to_owned(),
        "%2e%2e/secret.yaml".to_owned(),
        "x/../../secret.yaml".to_owned(),
        "link.yaml".to_owned(),
        "up/secret.yaml".to_owned(),
        absolute.to_string(),
        format!("file://{absolute}"),
        format!("file:{absolute}"),
        "/proc/kmsg".to_owned(),
        "/proc/self/environ".to_owned(),
        "/etc/passwd".to_owned(),
        "../not-there.yaml".to_owned(),
    ] {
        fs::write(folder.path().join("api/api.yaml"), spec_with(&reference)).expect("a file");
        let compiled = folder.compile("api/api.yaml");
        let said = everything_said(&compiled);
        assert!(
            said.contains("is outside the spec's directory"),
            "{reference}: {said}"
        );
        assert!(said.contains("`--ref-root`"), "{reference}: {said}");
        assert!(
            !said.contains("TOPSECRET") && !said.contains("service_account"),
            "{said}"
        );
        assert_eq!(compiled.files().count(), 1, "{reference}");
        assert_eq!(compiled.watched().len(), 1, "{reference}");
    }
    fs::write(
        folder.path().join("api/api.yaml"),
        spec_with("x/../inside.yaml"),
    )
    .expect("a file");
    let compiled = folder.compile("api/api.yaml");
    assert_eq!(folder.remarks(&compiled), Vec::<String>::new());
}

#[test]
fn a_setting_lets_references_out_and_notes_tell() {
    let files = [
        ("api/api.yaml", &*spec_with("../common/note.yaml")),
        (
            "common/note.yaml",
            "type: service_account\nproperties: {pin: {type: integer}}",
        ),
        ("elsewhere.yaml", SECRET),
    ];
    let folder = Folder::new(&files);
    let builder = Builder::new(folder.path().join("api/api.yaml")).ref_root(folder.path());
    let compiled = builder.compile().expect("a spec");
    assert!(compiled.rust().contains("pub pin:"), "{}", compiled.rust());
    let notes: Vec<String> = compiled
        .diagnostics()
        .with_severity(Severity::Note)
        .map(ToString::to_string)
        .collect();
    let note = "`../common/note.yaml` is read from outside the spec's directory, because `ref_root` allows it";
    assert_eq!(notes, [note]);
    let directives = compiled.cargo_directives().to_string();
    assert!(directives.contains(note), "{directives}");
    // A diagnostic tells the place, and shows no line of the file.
    let rendered: String = compiled.rendered().collect();
    assert!(rendered.contains("common/note.yaml:1:"), "{rendered}");
    assert!(!rendered.contains("1 | type"), "{rendered}");

    let other = Builder::new(folder.path().join("api/api.yaml"))
        .ref_root(folder.path().join("api/deeper"))
        .compile()
        .expect("a spec");
    let said = everything_said(&other);
    assert!(said.contains("is outside the spec's directory"), "{said}");
    assert!(
        said.contains("has no effect: the directory does not exist"),
        "{said}"
    );
}

#[test]
fn a_note_does_not_fail_a_strict_compilation() {
    let files = [
        ("api/api.yaml", &*spec_with("../note.yaml")),
        (
            "note.yaml",
            "type: object\nproperties: {pin: {type: integer}}",
        ),
    ];
    let folder = Folder::new(&files);
    let builder = Builder::new(folder.path().join("api/api.yaml"));
    let strict = builder.clone().ref_root(folder.path()).strict(true);
    let compiled = strict.compile().expect("only a note is told");
    assert_eq!(compiled.diagnostics().count(Severity::Note), 1);
    assert!(builder.strict(true).compile().is_err());
}

#[test]
fn what_a_parser_says_of_an_outside_file_is_not_shown() {
    let files = [
        ("api/api.yaml", &*spec_with("../broken.yaml")),
        ("broken.yaml", "a: 1\nTOPSECRET: [\n"),
    ];
    let folder = Folder::new(&files);
    let builder = Builder::new(folder.path().join("api/api.yaml")).ref_root(folder.path());
    let said = everything_said(&builder.compile().expect("a spec"));
    assert!(said.contains("not JSON or YAML"), "{said}");
    assert!(!said.contains("TOPSECRET"), "{said}");
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out_of_the_directory_of_copies() {
    let files = [
        ("api/api.yaml", &*spec_with("https://example.com/note.yaml")),
        ("api/refs/example.com/other.yaml", "type: object"),
        ("secret.yaml", SECRET),
    ];
    let folder = Folder::new(&files);
    let copy = folder.path().join("api/refs/example.com/note.yaml");
    std::os::unix::fs::symlink(folder.path().join("secret.yaml"), copy).expect("a link");
    let builder = Builder::new(folder.path().join("api/api.yaml"));
    let builder = builder.ref_dir(folder.path().join("api/refs"));
    let said = everything_said(&builder.compile().expect("a spec"));
    assert!(said.contains("is outside the spec's directory"), "{said}");
    assert!(!said.contains("TOPSECRET"), "{said}");
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_opened() {
    let folder = Folder::new(&[("api.yaml", &spec_with("pipe.yaml"))]);
    let pipe = folder.path().join("pipe.yaml");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    // It would wait for a writer for ever.
    let said = everything_said(&folder.compile("api.yaml"));
    assert!(said.contains("a pipe or a device is not read"), "{said}");
    let error = Builder::new(&pipe).compile().expect_err("is no file");
    assert!(
        error.to_string().contains("a pipe or a device is not read"),
        "{error}"
    );
    let overlaid = Builder::new(folder.path().join("api.yaml")).overlay(&pipe);
    assert!(overlaid.compile().is_err());
}

/// The attack of the review: with the line end raw or encoded, a reference told cargo to have the linker
/// run a shell.
#[test]
fn no_reference_adds_a_directive_for_cargo() {
    let directive = "cargo::rustc-link-arg=-wrapper";
    for line_end in [
        "\n", "\r\n", "\r", "%0A", "%0a", "%0D%0A", "\u{85}", "\u{2028}", "\0", "%00",
    ] {
        let names = [
            format!("x{line_end}{directive}{line_end}y.yaml"),
            format!("https://example.com/x{line_end}{directive}{line_end}y.yaml"),
            format!("https://example.com/x?{line_end}{directive}{line_end}y.yaml"),
            format!("file:x{line_end}{directive}"),
            format!("#/components/schemas/x{line_end}{directive}{line_end}y"),
        ];
        for reference in names {
            let folder = Folder::new(&[("api.yaml", &spec_with(&reference))]);
            hold_directives(&folder.compile("api.yaml"));
            let json = serde_json::json!({
                "openapi": "3.0.3",
                "info": {"title": format!("a{line_end}{directive}"), "version": "1"},
                "paths": {
                    (format!("/x{line_end}{directive}{line_end}")): {"get": {
                        "operationId": format!("x{line_end}{directive}{line_end}"),
                        "parameters": [{"$ref": reference}],
                        "responses": {},
                    }},
                    "/y": {"$ref": reference},
                },
            });
            let folder = Folder::new(&[("api.json", &json.to_string())]);
            hold_directives(&folder.compile("api.json"));
        }
    }
}

/// A file that is there under such a name is not read, and its name is no directive.
#[cfg(unix)]
#[test]
fn a_file_with_a_line_end_in_its_name_is_no_directive() {
    let name = "x\ncargo::rustc-link-arg=-wrapper\ny.yaml";
    let folder = Folder::new(&[(name, "type: object"), ("api.yaml", &spec_with(name))]);
    let compiled = folder.compile("api.yaml");
    assert_eq!(compiled.files().count(), 1);
    hold_directives(&compiled);
    assert!(everything_said(&compiled).contains("contains control characters"));
    // The builder's own choice, which is read; cargo is not told to watch it.
    let spec = "api\ncargo::rustc-link-arg=-wrapper\n.yaml";
    let overlay = "o\ncargo::rustc-link-arg=-wrapper\n.yaml";
    let overlaid =
        "overlay: 1.0.0\ninfo: {title: a, version: '1'}\nactions: [{target: $.x, remove: true}]";
    let folder = Folder::new(&[(spec, &spec_with("x.yaml")), (overlay, overlaid)]);
    let compiled = Builder::new(folder.path().join(spec)).overlay(folder.path().join(overlay));
    hold_directives(&compiled.compile().expect("a spec"));
}

fn hold_directives(compiled: &Compiled) {
    let directives = compiled.cargo_directives().to_string();
    for line in directives.split('\n').filter(|line| !line.is_empty()) {
        let is_known =
            line.starts_with("cargo::warning=") || line.starts_with("cargo::rerun-if-changed=");
        assert!(is_known && !line.chars().any(char::is_control), "{line:?}");
    }
}
