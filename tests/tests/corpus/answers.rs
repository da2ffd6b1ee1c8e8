//! The generated code of the whole corpus builds without a warning with typed responses, too, and the
//! example answer of every operation is one.

use std::path::PathBuf;

use serde_json::json;
use toolwright_codegen::model::{Operation, Payload, Response};
use toolwright_codegen::{Builder, Compiled};
use toolwright_tests::{Form, build_program, corpus};

use crate::calls::run;

const PROGRAM: &str = include_str!("../../programs/answers.rs");

#[test]
#[ignore = "needs ../shared"]
fn every_example_answer_is_decoded() {
    let specs = corpus(Form::chosen());
    let apis: Vec<(String, Compiled)> = specs
        .iter()
        .enumerate()
        .filter_map(|(index, spec)| Some((format!("api{index}"), compiled(spec)?)))
        .collect();
    let sources: Vec<(&str, String)> = apis
        .iter()
        .map(|(name, compiled)| (name.as_str(), compiled.code().rust_in_one_file()))
        .collect();
    let sources: Vec<(&str, &str)> = sources
        .iter()
        .map(|(name, rust)| (*name, rust.as_str()))
        .collect();
    let program = build_program("answers", &program(&apis), &sources);
    let mut answers = Vec::new();
    let mut streams = 0;
    for (name, compiled) in &apis {
        for operation in &compiled.api().operations {
            if is_stream(operation) {
                streams += 1;
                continue;
            }
            let answer = &operation.answer;
            answers.push(json!({
                "api": name,
                "tool": operation.tool,
                "status": answer.status,
                "content_type": answer.content_type,
                "body": answer.body,
            }));
        }
    }
    let problems = run(&program, &answers);
    let wrong = problems.lines().count();
    eprintln!(
        "{} answers, {streams} streams, {wrong} violations",
        answers.len()
    );
    assert!(problems.is_empty(), "{problems}");
}

/// The program, with a function for each API that reads the response of a tool.
fn program(apis: &[(String, Compiled)]) -> String {
    let arm =
        |(name, _): &(String, Compiled)| format!("        {name:?} => read_{name}(tool, reply),\n");
    let arms: String = apis.iter().map(arm).collect();
    let readers: String = apis.iter().map(|(name, it)| reader(name, it)).collect();
    format!(
        "{PROGRAM}\nfn read(api: &str, tool: &str, reply: &mut Reply) -> bool {{\n    \
         let _ = apis::named;\n    match api {{\n{arms}        _ => false,\n    }}\n}}\n{readers}"
    )
}

fn reader(name: &str, compiled: &Compiled) -> String {
    let arms: String = compiled
        .api()
        .operations
        .iter()
        .map(|operation| {
            format!(
                "        {:?} => drop(<apis::{name}::{1} as toolwright::Operation>::write(\
                 <apis::{name}::{1} as toolwright::Operation>::read(reply))),\n",
                operation.tool, operation.request
            )
        })
        .collect();
    format!(
        "\nfn read_{name}(tool: &str, reply: &mut Reply) -> bool {{\n    match tool {{\n{arms}        \
         _ => return false,\n    }}\n    true\n}}\n"
    )
}

fn is_stream(operation: &Operation) -> bool {
    let payloads = operation.response.as_ref().map(Response::payloads);
    payloads.is_some_and(|payloads| payloads.into_iter().any(Payload::is_stream))
        && operation.answer.content_type != "application/json"
}

fn compiled(spec: &PathBuf) -> Option<Compiled> {
    let builder = Builder::new(spec).responses(true).builtin_upstream(false);
    let compiled = builder.compile().ok()?;
    (!compiled.api().operations.is_empty()).then_some(compiled)
}
