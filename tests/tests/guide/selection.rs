//! Overlays and `x-mcp` do what their pages say.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use toolwright_codegen::Builder;
use toolwright_codegen::source::Source;

/// The first block of YAML behind a heading of a page.
fn block(page: &str, heading: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let page = fs::read_to_string(docs.join(page)).expect("there is a page");
    let (_, rest) = page.split_once(heading).expect("there is a heading");
    let (_, rest) = rest.split_once("```yaml\n").expect("a block follows");
    let (block, _) = rest.split_once("```").expect("the block ends");
    block.to_owned()
}

const HEAD: &str = "openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\n";

#[test]
fn the_overlay_of_the_docs_does_what_they_say() {
    let folder = TempDir::new().expect("a folder");
    let spec = format!(
        "{HEAD}paths:\n  /admin: {{get: {{}}}}\n  /pets:\n    get:\n      parameters:\n      \
         - {{name: tenant, in: query, required: true, schema: {{type: string}}}}\n"
    );
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("can be written");
        path
    };
    let overlay = file("tools.yaml", &block("selection.md", "## Overlays"));
    let builder = Builder::new(file("pets.yaml", &spec)).overlay(&overlay);
    let compiled = builder.compile().expect("a spec");
    assert!(
        compiled.diagnostics().is_empty(),
        "{:?}",
        compiled.diagnostics()
    );
    assert!(compiled.watched().contains(&overlay));
    let [tool] = compiled.api().operations.as_slice() else {
        panic!("{:?}", compiled.api().operations);
    };
    assert_eq!(tool.description, "All pets in the shop, newest first.");
    assert_eq!(tool.input["properties"], serde_json::json!({}));
}

#[test]
fn the_examples_of_x_mcp_are_read_without_a_remark() {
    let operations = block("x-mcp.md", "## Operations").replace("next: meta.next_cursor}\n", "\
        next: meta.next_cursor}\n      parameters: [{name: after, in: query, schema: {type: string}}]\n");
    let arguments = block("x-mcp.md", "## Arguments").replace("\n", "\n      ");
    let arguments = format!("paths:\n  /pets/{{tenant}}:\n    get:\n      {arguments}");
    let tools = |text: String| {
        let source = Source::from_text("pets.yaml", format!("{HEAD}{text}")).expect("is YAML");
        let compiled = Builder::new("pets.yaml").compile_source(source, &mut |_| {});
        let compiled = compiled.expect("a spec");
        assert!(
            compiled.diagnostics().is_empty(),
            "{:?}",
            compiled.diagnostics()
        );
        compiled.api().operations.clone()
    };
    assert_eq!(tools(operations)[0].tool, "pets");
    let shown = tools(arguments)[0].input["properties"].clone();
    let shown = shown.as_object().expect("an object");
    assert_eq!(shown.keys().collect::<Vec<_>>(), ["limit", "page"]);
}
