//! `docs/kubernetes.yaml` is valid, and this server runs as it says.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::server::HttpServer;
use serde_json::Value;
use toolwright_tests::pages::root;
use toolwright_tests::python_with;

/// The first version of Kubernetes that the manifest is for, and the last that there are schemas of.
const VERSIONS: [&str; 2] = ["1.30", "1.37"];

/// The documents of the manifest, which is valid in all versions.
fn manifest() -> Vec<Value> {
    let python = python_with("kubernetes_validate");
    let mut documents = Vec::new();
    for version in VERSIONS {
        let output = Command::new(&python)
            .arg(root().join("tests/clients/manifest.py"))
            .arg(root().join("docs/kubernetes.yaml"))
            .arg(version)
            .output()
            .expect("Python runs");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "Kubernetes {version}: {complaint}");
        documents = serde_json::from_slice(&output.stdout).expect("is JSON");
    }
    documents
}

#[test]
#[ignore = "needs Python"]
fn the_manifest_is_valid_and_fits_together() {
    let documents = manifest();
    let [deployment, service, budget, scaler] = documents.as_slice() else {
        panic!("{} documents", documents.len());
    };
    let pod = &deployment["spec"]["template"];
    let labels = &pod["metadata"]["labels"];
    for selector in [
        &deployment["spec"]["selector"]["matchLabels"],
        &service["spec"]["selector"],
        &budget["spec"]["selector"]["matchLabels"],
        &pod["spec"]["topologySpreadConstraints"][0]["labelSelector"]["matchLabels"],
    ] {
        assert_eq!(selector, labels);
    }
    let name = &deployment["metadata"]["name"];
    assert_eq!(&scaler["spec"]["scaleTargetRef"]["name"], name);
    assert!(
        deployment["spec"]["replicas"].is_null(),
        "the autoscaler sets it"
    );
    let container = &pod["spec"]["containers"][0];
    let port = &container["ports"][0];
    assert_eq!(service["spec"]["ports"][0]["targetPort"], port["name"]);
    assert_eq!(
        argument(container, "--listen"),
        format!("0.0.0.0:{}", port["containerPort"])
    );
    let seconds = |value: &Value| value.as_u64().expect("are seconds");
    let drain: u64 = argument(container, "--drain").parse().expect("are seconds");
    let needed = seconds(&container["lifecycle"]["preStop"]["sleep"]["seconds"]) + drain;
    assert!(seconds(&pod["spec"]["terminationGracePeriodSeconds"]) > needed);
    let mount = container["volumeMounts"][0]["mountPath"]
        .as_str()
        .expect("a path");
    let items = &pod["spec"]["volumes"][0]["secret"]["items"];
    for (index, name) in ["PETSTORE_API_KEY_FILE", "PETSTORE_ACCESS_TOKENS_FILE"]
        .into_iter()
        .enumerate()
    {
        let file = items[index]["path"].as_str().expect("a path");
        assert_eq!(
            variable(container, name)["value"],
            format!("{mount}/{file}")
        );
    }
}

fn words_of(container: &Value) -> impl Iterator<Item = &str> {
    let words = container["args"].as_array().into_iter().flatten();
    words.filter_map(Value::as_str)
}

fn argument<'a>(container: &'a Value, option: &str) -> &'a str {
    let mut words = words_of(container);
    let value = words.find_map(|word| word.strip_prefix(option)?.strip_prefix('='));
    value.unwrap_or_else(|| panic!("there is no {option}"))
}

fn variable<'a>(container: &'a Value, name: &str) -> &'a Value {
    let variables = container["env"].as_array().into_iter().flatten();
    let mut named = variables.filter(|variable| variable["name"] == name);
    named.next().unwrap_or_else(|| panic!("there is no {name}"))
}

/// With its arguments and variables, but on a port of its own and in front of the built-in upstream.
#[test]
#[ignore = "needs Python"]
#[cfg(unix)]
fn the_server_runs_as_the_manifest_says() {
    let documents = manifest();
    let container = &documents[0]["spec"]["template"]["spec"]["containers"][0];
    let own = |word: &&str| !word.starts_with("--listen") && !word.starts_with("--transport");
    let mut options: Vec<&str> = words_of(container).filter(own).collect();
    options.extend(["--upstream", "builtin"]);
    let names = container["env"].as_array().into_iter().flatten();
    let names: Vec<&str> = names
        .filter_map(|variable| variable["name"].as_str())
        .collect();
    assert_eq!(
        names,
        [
            "PETSTORE_BASE_URL",
            "PETSTORE_API_KEY_FILE",
            "PETSTORE_ACCESS_TOKENS_FILE",
            "MIMALLOC_PURGE_DELAY"
        ]
    );
    let base_url = variable(container, names[0])["value"]
        .as_str()
        .expect("is a URL");
    let key = root().join("LICENSE-MIT");
    let folder = std::env::temp_dir();
    let tokens = folder.join(format!("toolwright-access-tokens-{}", std::process::id()));
    let token = "second-token-of-a-client";
    std::fs::write(&tokens, format!("first-token-of-a-client,{token}\n")).expect("is written");
    let variables = [
        (names[0], base_url),
        (names[1], key.to_str().expect("is text")),
        (names[2], tokens.to_str().expect("is text")),
    ];
    let mut server = HttpServer::start(&options, &variables);
    for probe in ["startupProbe", "livenessProbe", "readinessProbe"] {
        let path = container[probe]["httpGet"]["path"]
            .as_str()
            .expect("a path");
        let response = server.ask(&format!("GET {path} HTTP/1.1"), "10.1.2.3:8000", "");
        assert!(response.starts_with("HTTP/1.1 200"), "{probe}: {response}");
    }
    let accepted = "accept: application/json, text/event-stream\r\ncontent-type: application/json";
    let list = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#;
    let authorization = format!("authorization: Bearer {token}");
    let tokened = format!("POST /mcp HTTP/1.1\r\n{accepted}\r\n{authorization}");
    let names = words_of(container).filter_map(|word| word.strip_prefix("--allow-host="));
    for name in names {
        let headers = [accepted, &authorization];
        let answer = server.call(name, &headers, list);
        assert!(answer["result"]["tools"].is_array(), "{answer}");
        let refused = server.ask(&format!("POST /mcp HTTP/1.1\r\n{accepted}"), name, list);
        assert!(refused.starts_with("HTTP/1.1 401"), "{refused}");
    }
    let refused = server.ask(&tokened, "evil.example.com", list);
    assert!(refused.starts_with("HTTP/1.1 403"), "{refused}");
    let _ = std::fs::remove_file(&tokens);
    let id = server.child().id().to_string();
    let asked = Command::new("kill").args(["-TERM", &id]).status();
    assert!(asked.expect("kill runs").success());
    let since = Instant::now();
    let status = server.child().wait().expect("it ends");
    assert!(status.success(), "{status}");
    assert!(
        since.elapsed() < Duration::from_secs(5),
        "nothing was running"
    );
}
