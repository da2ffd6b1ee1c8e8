//! The recorded cases of the daemon's REST API, replayed against the typed client of its dialect: the request that the
//! client sends is the recorded one, and the recorded response decodes.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use toolwright::generated::decode_arguments;
use toolwright::value::{Cursor, Decode, Fields};
use toolwright::{File, HttpExecutor, Operation, SendError};
use utlx_mcp::daemon_client_utlx1::{self as client, types};

use crate::mock_daemon::{Asked, MockDaemon, Reply};
use crate::oracles::{parse_yaml, suite_directory};

/// What a recorded response says, with a value for each placeholder.
fn fill(expected: &Value) -> Value {
    match expected {
        Value::String(text) => match text.as_str() {
            "{{STRING}}" => json!("some text"),
            "{{NUMBER}}" => json!(42),
            "{{JSON}}" => json!("{\"a\": 1}"),
            "{{ANY}}" => Value::Null,
            _ => expected.clone(),
        },
        Value::Array(items) => items.iter().map(fill).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), fill(value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}

/// A response with what the daemon's document requires and the recording leaves open.
fn complete(endpoint: &str, status: u64, body: Value) -> Value {
    let mut whole = match (endpoint, status) {
        ("/api/validate", _) => json!({"valid": true, "diagnostics": []}),
        ("/api/execute" | "/api/execute-multipart", 200 | 400) => {
            json!({"success": true, "executionTimeMs": 1})
        }
        ("/api/infer-schema", _) => json!({"success": true, "schemaFormat": "json-schema"}),
        _ => json!({}),
    };
    for (name, value) in body.as_object().into_iter().flatten() {
        if !value.is_null() {
            whole[name] = value.clone();
        }
    }
    whole
}

fn decode<T: Decode>(body: &Value) -> Result<T, String> {
    let members = body.as_object().cloned().unwrap_or_default();
    let mut cursor = Cursor::new();
    let decoded = decode_arguments(&mut Fields::new(members, &mut cursor));
    let violations = cursor.into_violations();
    decoded.ok_or_else(|| {
        violations
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("; ")
    })
}

/// How a step of a case ended.
#[derive(Debug, PartialEq)]
enum Replayed {
    /// The request was sent, and its response decoded.
    Decoded,
    /// The request was sent, and its refusal decoded.
    Refused(u16),
    /// The types have no place for the request, which says where it is wrong.
    Impossible(String),
}

async fn send<R: Operation>(executor: &HttpExecutor, request: &R) -> Replayed
where
    R::Response: std::fmt::Debug,
{
    match executor.send(request).await {
        Ok(_) => Replayed::Decoded,
        Err(SendError::Status(refusal)) => {
            let is_known = refusal.decode::<types::ExecutionResponse>().is_ok()
                || refusal.decode::<types::InferSchemaResponse>().is_ok()
                || refusal.decode::<types::ParseSchemaResponse>().is_ok()
                || refusal
                    .json()
                    .is_some_and(|body| body["error"].is_string() && body["message"].is_string());
            assert!(is_known, "{}", refusal.text());
            Replayed::Refused(refusal.status)
        }
        Err(error) => panic!("{error}"),
    }
}

async fn replay(step: &Value, url: &str) -> Replayed {
    let executor = HttpExecutor::builder(&client::API)
        .base_url(url)
        .max_retries(0)
        .build()
        .expect("is built");
    let body = &step["body"];
    macro_rules! replay_json {
        ($operation:ident, $type:ident) => {
            match decode::<types::$type>(body) {
                Ok(body) => send(&executor, &client::$operation { body }).await,
                Err(reason) => Replayed::Impossible(reason),
            }
        };
    }
    match step["endpoint"].as_str().expect("has an endpoint") {
        "/api/health" => send(&executor, &client::GetHealth {}).await,
        "/api/validate" => replay_json!(ValidateUtlx, ValidationRequest),
        "/api/execute" => replay_json!(ExecuteTransformation, ExecutionRequest),
        "/api/infer-schema" => replay_json!(InferSchema, InferSchemaRequest),
        "/api/parse-schema" => replay_json!(ParseSchema, ParseSchemaRequest),
        "/api/execute-multipart" => {
            let parts = step["multipart"].as_array().expect("has parts");
            let text = |part: &Value, name: &str| part[name].as_str().expect("is text").to_owned();
            let files = parts.iter().filter(|part| part["type"] == "file");
            let files = files.map(|part| {
                File::new(text(part, "content").into_bytes()).with_filename(text(part, "filename"))
            });
            let body = types::ExecuteTransformationMultipartBody {
                utlx: text(&parts[0], "content"),
                files: Some(files.collect()),
            };
            send(&executor, &client::ExecuteTransformationMultipart { body }).await
        }
        other => panic!("{other}"),
    }
}

fn check_request(step: &Value, asked: &Asked) {
    assert_eq!(asked.method, step["method"].as_str().expect("has a method"));
    assert_eq!(
        asked.path,
        step["endpoint"].as_str().expect("has an endpoint")
    );
    if step["body"].is_object() {
        assert!(
            asked.content_type.starts_with("application/json"),
            "{}",
            asked.content_type
        );
        assert_eq!(asked.json(), step["body"]);
    }
    let sent = String::from_utf8_lossy(&asked.body);
    for part in step["multipart"].as_array().into_iter().flatten() {
        // The daemon's document has one property for all files, so the name of a part is that; its file name is the
        // one that was recorded, and is what the daemon names the input by.
        assert!(
            asked.content_type.starts_with("multipart/form-data"),
            "{}",
            asked.content_type
        );
        assert!(
            sent.contains(part["content"].as_str().expect("is text").trim_end()),
            "{sent}"
        );
        if let Some(name) = part["filename"].as_str() {
            assert!(sent.contains(&format!("filename=\"{name}\"")), "{sent}");
        }
    }
}

fn cases(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("is a directory").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(cases(&path));
        } else if path.extension().is_some_and(|it| it == "yaml") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
#[ignore = "needs ../shared"]
async fn u21_the_recorded_cases_replay_against_the_typed_client() {
    let cases = cases(&suite_directory().join("daemon-rest-api/tests"));
    assert_eq!(cases.len(), 14);
    let (mut decoded, mut refused, mut impossible) = (0, 0, Vec::new());
    for case in &cases {
        let name = case
            .file_stem()
            .expect("has a name")
            .to_string_lossy()
            .into_owned();
        let document = parse_yaml(&fs::read_to_string(case).expect("is text"));
        for step in document["sequence"].as_array().expect("is a list") {
            let status = step["expect"]["status"].as_u64().expect("has a status");
            let endpoint = step["endpoint"]
                .as_str()
                .expect("has an endpoint")
                .to_owned();
            let response = complete(&endpoint, status, fill(&step["expect"]["body"]));
            let status = u16::try_from(status).expect("is a status");
            let daemon = MockDaemon::always(Reply::Json(status, response));
            let replayed = replay(step, &daemon.url()).await;
            match &replayed {
                Replayed::Decoded => decoded += 1,
                Replayed::Refused(seen) => {
                    assert_eq!(*seen, status, "{name}");
                    refused += 1;
                }
                Replayed::Impossible(reason) => {
                    assert!(daemon.asked().is_empty());
                    impossible.push(format!("{name}: {reason}"));
                    continue;
                }
            }
            assert_eq!(
                replayed == Replayed::Decoded,
                status == 200,
                "{name}: {step}"
            );
            check_request(step, &daemon.only_request());
        }
    }
    assert_eq!((decoded, refused), (43, 4), "{impossible:?}");
    // The two requests that the daemon itself calls wrong have no place in its types.
    assert_eq!(impossible.len(), 2, "{impossible:?}");
    assert!(
        impossible[0].contains("invalid_script") && impossible[0].contains("/utlx: is required"),
        "{impossible:?}"
    );
    assert!(
        impossible[1].contains("parse_schema") && impossible[1].contains("/format"),
        "{impossible:?}"
    );
}
