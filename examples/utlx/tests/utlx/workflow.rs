//! U22: the whole workflow, over the stand-in: schema, functions, examples, write, validate, repair, infer, execute.

use std::path::Path;
use std::process::Command;

use serde_json::json;
use toolwright_tests::python;

use crate::server::Setup;
use crate::stand_in::{StandInProcess, start_stand_in};

const ORDER: &str = include_str!("../../fixtures/order.xml");

#[test]
fn u22_from_the_input_to_the_output_with_an_error_repaired_on_the_way() {
    for dialect in ["seed", "utlx-1"] {
        let config = format!("daemon: {{dialect: {dialect}}}\n");
        let mut server = Setup::new()
            .daemon(&start_stand_in())
            .config(&config)
            .file("order.xml", ORDER)
            .start();
        let schema = server.data(
            "get_input_schema",
            json!({"source": "order.xml", "format": "xml"}),
        );
        assert!(
            schema["summary"]
                .as_str()
                .expect("is text")
                .contains("Items array")
        );
        let functions = server.data("get_stdlib_functions", json!({"search": "sum"}));
        assert_eq!(functions["functions"][0]["name"], "sum");
        let examples = server.data(
            "get_examples",
            json!({"inputFormat": "xml", "outputFormat": "json", "functions": ["sum", "map"], "description": "invoice with totals"}),
        );
        assert_eq!(examples["examples"][0]["name"], "xml_to_json_invoice");
        let broken = "%utlx 1.0\ninput xml\noutput json\n---\n{\n  customer: $input.Order.Customer.Name,\n  total: sum($input.Order.Items.Item |> map(i => i.Price * i.Quantity)\n}";
        let validation = server.data(
            "validate_utlx",
            json!({"transformation": broken, "inputSchema": schema["structure"]}),
        );
        assert_eq!(validation["valid"], false, "{dialect}");
        let error = &validation["errors"][0];
        assert_eq!(error["line"], 7, "{validation}");
        assert!(
            error["message"]
                .as_str()
                .expect("is text")
                .contains("never closed"),
            "{validation}"
        );
        let repaired = broken.replace("i.Quantity)", "i.Quantity))");
        let arguments = json!({"transformation": repaired, "inputSchema": schema["structure"]});
        let validation = server.data("validate_utlx", arguments.clone());
        assert_eq!(validation["valid"], true, "{validation}");
        let inferred = server.data("infer_output_schema", arguments);
        assert_eq!(
            inferred["summary"],
            "Object with customer (string) and total (number)"
        );
        assert_eq!(inferred["confidence"], "high");
        let run = server.data(
            "execute_transformation",
            json!({"transformation": repaired, "inputData": ORDER, "inputFormat": "xml", "outputFormat": "json"}),
        );
        assert_eq!(
            run["output"], "{\"customer\": \"Ada Lovelace\", \"total\": 6}",
            "{run}"
        );
    }
}

#[test]
#[ignore = "needs Python"]
fn u22_the_same_driven_by_the_python_client() {
    let python = python();
    let stand_in = StandInProcess::start("127.0.0.1:0");
    let setup = Setup::new().daemon(&stand_in.url).file("order.xml", ORDER);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/utlx/workflow.py");
    let output = Command::new(python)
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_utlx-mcp"))
        .arg(setup.home())
        .arg(&stand_in.url)
        .output()
        .expect("the client runs");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{stdout}\n{stderr}");
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines.len(), 2, "both protocol eras: {stdout}");
    for line in lines {
        assert!(
            line.contains(r#""output": "{\"customer\": \"Ada Lovelace\", \"total\": 6}""#),
            "{line}"
        );
    }
}
