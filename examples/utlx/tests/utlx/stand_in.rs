//! The stand-in: what it answers, and that it says what it cannot do.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::server::{Server, Setup};

/// The stand-in as a program; it ends with this value.
pub(crate) struct StandInProcess {
    process: Child,
    pub(crate) url: String,
}

impl StandInProcess {
    pub(crate) fn start(address: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_utlx-stand-in"))
            .args(["--listen", address])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the stand-in runs");
        let stderr = process.stderr.take().expect("is piped");
        let mut line = String::new();
        BufReader::new(stderr)
            .read_line(&mut line)
            .expect("says where it listens");
        let url = line
            .trim()
            .rsplit(' ')
            .next()
            .expect("has a URL")
            .to_owned();
        assert!(url.starts_with("http://"), "{line}");
        Self { process, url }
    }
}

impl Drop for StandInProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The URL of a stand-in that runs until the tests end.
pub(crate) fn start_stand_in() -> String {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.expect("has a runtime").block_on(async {
            let address = "127.0.0.1:0".parse().expect("is an address");
            let stand_in = utlx_mcp::StandIn::bind(address).await.expect("listens");
            let url = format!("http://{}", stand_in.address().expect("has an address"));
            sender.send(url).expect("is awaited");
            stand_in.serve().await.expect("serves");
        });
    });
    receiver.recv().expect("starts")
}

fn both_dialects() -> [Server; 2] {
    ["seed", "utlx-1"].map(|dialect| {
        Setup::new()
            .daemon(&start_stand_in())
            .config(&format!("daemon: {{dialect: {dialect}}}\n"))
            .start()
    })
}

pub(crate) fn execution(body: &str, input: &str, formats: [&str; 2]) -> Value {
    let [input_format, output_format] = formats;
    json!({
        "transformation": format!("%utlx 1.0\ninput {input_format}\noutput {output_format}\n---\n{body}"),
        "inputData": input, "inputFormat": input_format, "outputFormat": output_format,
    })
}

#[test]
fn it_runs_paths_literals_map_and_sum_in_both_dialects() {
    for mut server in both_dialects() {
        let mut run = |body: &str, input: &str, formats: [&str; 2]| {
            let data = server.data("execute_transformation", execution(body, input, formats));
            assert_eq!(data["success"], true, "{data}");
            data["output"].as_str().expect("is text").to_owned()
        };
        let json = ["json", "json"];
        assert_eq!(
            run("$input.a.b", "{\"a\": {\"b\": [1, 2]}}", json),
            "[1, 2]"
        );
        assert_eq!(
            run(
                "{ t: \"x\" + $input.n, m: -$input.n, z: $input.q ?? 0 }",
                "{\"n\": 2}",
                json
            ),
            "{\"t\": \"x2\", \"m\": -2, \"z\": 0}"
        );
        assert_eq!(
            run(
                "sum($input |> map(i => i.p * 2))",
                "[{\"p\": 1.5}, {\"p\": 2}]",
                json
            ),
            "7"
        );
        assert_eq!(run("map($input, i => i[0])", "[[1], [2]]", json), "[1, 2]");
        let order = "<O id=\"7\"><I p=\"2\" q=\"3\"/><I p=\"1\" q=\"1\"/></O>";
        assert_eq!(
            run(
                "{ id: $input.O.@id, t: sum($input.O.I |> map(i => i.@p * i.@q)) }",
                order,
                ["xml", "json"]
            ),
            "{\"id\": \"7\", \"t\": 7}"
        );
        assert_eq!(
            run(
                "{ person: { name: $input.n } }",
                "n: A & B\n",
                ["yaml", "xml"]
            ),
            "<person><name>A &amp; B</name></person>"
        );
        assert_eq!(
            run("$input", "a,b\n1,x\n", ["csv", "yaml"]),
            "- a: \"1\"\n  b: x"
        );
        assert_eq!(
            run(
                "$input",
                "[{\"a\": 1}, {\"a\": 2, \"b\": \"x,y\"}]",
                ["json", "csv"]
            ),
            "a,b\n1,\n2,\"x,y\"\n"
        );
    }
}

#[test]
fn it_says_where_a_transformation_fails() {
    for mut server in both_dialects() {
        let data = server.data(
            "execute_transformation",
            execution(
                "{\n  a: 1,\n  b: $input.n / 0\n}",
                "{\"n\": 1}",
                ["json", "json"],
            ),
        );
        assert_eq!(data["success"], false);
        assert_eq!(
            (&data["error"]["line"], &data["error"]["column"]),
            (&json!(7), &json!(15)),
            "{data}"
        );
        let data = server.data(
            "execute_transformation",
            execution("$input.a", "{\"a\": ", ["json", "json"]),
        );
        assert!(
            data["error"]["message"]
                .as_str()
                .expect("is text")
                .contains("not valid JSON"),
            "{data}"
        );
    }
}

#[test]
fn it_says_what_it_does_not_support() {
    for mut server in both_dialects() {
        let json = ["json", "json"];
        for (body, what) in [
            ("$input |> groupBy(i => i.a)", "the function `groupBy`"),
            ("if ($input.a) 1 else 2", "`if`"),
            ("{ let x = 1, y: x }", "`let`"),
        ] {
            let error = server.failure("execute_transformation", execution(body, "[]", json));
            assert_eq!(error["code"], "EXECUTION_ERROR");
            let message = error["message"].as_str().expect("is text");
            assert!(
                message.starts_with("Not supported by the stand-in: ") && message.contains(what),
                "{message}"
            );
        }
        let conditional = json!({"transformation": "if ($input.a) 1 else 2", "inputSchema": {}});
        let error = server.failure("infer_output_schema", conditional);
        assert_eq!(
            error["code"], "INTERNAL_ERROR",
            "it is not said to be invalid"
        );
        assert!(
            error["message"]
                .as_str()
                .expect("is text")
                .starts_with("Not supported by the stand-in: "),
            "{error}"
        );
        let import = "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:import schemaLocation=\"b.xsd\"/><xs:element name=\"a\" type=\"xs:int\"/></xs:schema>";
        let error = server.failure(
            "get_input_schema",
            json!({"source": import, "format": "xsd"}),
        );
        assert_eq!(error["code"], "PARSE_ERROR");
        assert!(
            error["message"]
                .as_str()
                .expect("is text")
                .contains("Not supported by the stand-in: b.xsd is not read"),
            "{error}"
        );
    }
}

#[test]
fn it_tells_what_is_wrong_from_what_it_does_not_know() {
    for mut server in both_dialects() {
        for (body, place) in [
            ("{ a: ", "line 5, column "),
            ("{ a: 1 b: 2}", "line 5, column 8: "),
            ("1 +", "line 5, column 3: "),
        ] {
            let run = execution(body, "{}", ["json", "json"]);
            let infer = json!({"transformation": run["transformation"], "inputSchema": {}});
            let error = server.failure("infer_output_schema", infer);
            assert_eq!(error["code"], "VALIDATION_ERROR", "{error}");
            let message = error["message"].as_str().expect("is text");
            assert!(message.contains(place), "{message}");
            let data = server.data("execute_transformation", run);
            assert_eq!(data["success"], false, "{data}");
            assert_eq!(data["error"]["line"], 5, "{data}");
        }
        let header_missing = json!({"transformation": "{ a: 1 b: 2}", "inputSchema": {}});
        let error = server.failure("infer_output_schema", header_missing);
        assert_eq!(error["code"], "VALIDATION_ERROR", "{error}");
    }
}

#[test]
fn it_survives_transformations_that_nest_without_end() {
    for mut server in both_dialects() {
        let json = ["json", "json"];
        for body in [
            "- ".repeat(50_000) + "1",
            "1".to_owned() + &"+1".repeat(20_000),
            "$input".to_owned() + &".a".repeat(200_000),
            "$input".to_owned() + &"[0]".repeat(100_000),
            "$input".to_owned() + &" |> map(x => x)".repeat(30_000),
        ] {
            let error = server.failure("execute_transformation", execution(&body, "[]", json));
            let message = error["message"].as_str().expect("is text");
            assert!(
                message.contains("line 5, column ") && message.contains("more than "),
                "{message}"
            );
        }
        // What is just allowed is run and inferred, on the stack of a thread.
        for body in [
            "1".to_owned() + &"+1".repeat(199),
            "$input".to_owned() + &"?.a".repeat(199),
            "$input".to_owned() + &" |> map(x => x)".repeat(197),
            "[".repeat(59) + "1" + &"+1".repeat(140) + &"]".repeat(59),
            "$input |> map(x => ".repeat(29) + "1" + &" ?? 1".repeat(140) + &")".repeat(29),
        ] {
            let run = execution(&body, "null", json);
            let infer = json!({"transformation": run["transformation"], "inputSchema": {}});
            let data = server.data("execute_transformation", run);
            assert_eq!(data["success"], true, "{data}");
            server.data("infer_output_schema", infer);
        }
    }
}

#[test]
fn it_refuses_to_copy_without_end() {
    for mut server in both_dialects() {
        let input = json!("x".repeat(1 << 20)).to_string();
        let body = format!("[{}]", "$input,".repeat(20_000));
        let arguments = execution(&body, &input, ["json", "json"]);
        let error = server.failure("execute_transformation", arguments);
        let message = error["message"].as_str().expect("is text");
        assert!(message.contains("copies of more than 64 MB"), "{message}");
    }
}

#[test]
fn it_shows_a_hundred_errors_at_most() {
    for mut server in both_dialects() {
        let text = format!(
            "%utlx 1.0\ninput json\noutput json\n---\n{}",
            "[(".repeat(100_000)
        );
        let data = server.data("validate_utlx", json!({"transformation": text}));
        let errors = data["errors"].as_array().expect("is a list");
        assert_eq!(errors.len(), 100);
        let last = errors[99]["message"].as_str().expect("is text");
        assert!(last.contains("199901 more errors"), "{last}");
    }
}

#[test]
fn it_validates_header_and_brackets() {
    for mut server in both_dialects() {
        let mut errors = |text: &str| {
            let data = server.data("validate_utlx", json!({"transformation": text}));
            let errors = data["errors"].as_array().expect("is a list").clone();
            assert_eq!(data["valid"], errors.is_empty());
            errors
                .iter()
                .map(|it| {
                    format!(
                        "{}:{} {}",
                        it["line"],
                        it["column"],
                        it["message"].as_str().expect("is text")
                    )
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(
            errors("%utlx 1.0\ninput json\noutput json\n---\n{ a: $input.b }"),
            [""; 0]
        );
        assert_eq!(
            errors("%utlx 1.0\ninput: orders json\noutput csv {\n  headers: true\n}\n---\n$orders"),
            [""; 0]
        );
        assert_eq!(
            errors("%utlx 1.0\ninput json\noutput jsn\n---\n{ a: [1, 2 }"),
            [
                "3:1 `jsn` is not a format.",
                "5:6 `[` is never closed: add `]`."
            ]
        );
        assert_eq!(
            errors("%invalid 1.0\n---\n$input"),
            ["1:1 Expected `%utlx 1.0`, found `%invalid 1.0`."]
        );
        assert_eq!(
            errors("%utlx 1.0\ninput json\n$input"),
            ["3:1 The line `---` between header and body is missing."]
        );
    }
}

#[test]
fn it_infers_what_a_transformation_returns() {
    for mut server in both_dialects() {
        let schema = json!({"type": "object", "properties": {"items": {"type": "array", "items": {"type": "object", "properties": {"p": {"type": "number"}}}}}});
        let body = "{ total: sum($input.items |> map(i => i.p)), odd: strange($input), list: $input.items |> map(i => { q: i.p }) }";
        let transformation = format!("%utlx 1.0\ninput json\noutput json\n---\n{body}");
        let data = server.data(
            "infer_output_schema",
            json!({"transformation": transformation, "inputSchema": schema}),
        );
        let properties = &data["outputSchema"]["properties"];
        assert_eq!(properties["total"], json!({"type": "number"}));
        assert_eq!(
            properties["list"]["items"]["properties"]["q"]["type"],
            "number"
        );
        assert_eq!(data["uncertainFields"], json!(["odd"]));
        assert_eq!(data["confidence"], "medium");
    }
}

#[test]
fn it_is_a_program_of_its_own() {
    let stand_in = StandInProcess::start("127.0.0.1:0");
    let mut server = Setup::new().daemon(&stand_in.url).start();
    let data = server.data(
        "validate_utlx",
        json!({"transformation": "%utlx 1.0\n---\n1"}),
    );
    assert_eq!(data["valid"], true);
    let taken = stand_in.url.trim_start_matches("http://");
    let second = Command::new(env!("CARGO_BIN_EXE_utlx-stand-in"))
        .args(["--listen", taken])
        .output();
    let second = second.expect("runs");
    assert!(!second.status.success());
    assert!(
        String::from_utf8_lossy(&second.stderr).contains("can't listen on"),
        "{second:?}"
    );
}
