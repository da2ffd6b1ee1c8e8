//! Who may call over the bridge, under which names, how often, and where it listens.

use serde_json::json;

use super::client::{TOKEN, ask, exchange, get, post, start};
use crate::server::HttpServer;

#[test]
fn there_is_none_unless_it_is_asked_for() {
    let server = HttpServer::start(&["--upstream", "builtin"], &[]);
    for path in ["/tools", "/mcp/openapi.json", "/docs", "/health"] {
        assert_eq!(get(&server, path).status, 404, "{path}");
    }
    let page = get(&server, "/");
    assert_eq!(page.status, 200);
    assert!(!page.body.contains("<html"), "{}", page.body);
    drop(server);
    let variable = [("PETSTORE_BRIDGE", "true")];
    let server = HttpServer::start(&["--upstream", "builtin"], &variable);
    assert_eq!(get(&server, "/tools").status, 200);
}

/// Clients parse every answer of the bridge, whoever has rejected the request.
#[test]
fn what_is_rejected_before_an_endpoint_has_the_form_of_the_endpoint() {
    let server = HttpServer::start(
        &[
            "--bridge",
            "--upstream",
            "builtin",
            "--client-rate-limit-rpm",
            "60",
        ],
        &[("PETSTORE_ACCESS_TOKENS", TOKEN)],
    );
    let token = format!("Authorization: Bearer {TOKEN}");
    let foreign = "Origin: https://evil.example";
    let check = |request: &str, headers: &[&str], status: u16, said: &str| {
        let answer = ask(&server, request, headers, "{}");
        assert_eq!(answer.status, status, "{request}: {}", answer.body);
        assert_eq!(
            answer.header("content-type"),
            Some("application/json"),
            "{request}"
        );
        let length = answer.header("content-length").map(str::to_owned);
        assert_eq!(length, Some(answer.body.len().to_string()), "{request}");
        let body = answer.json();
        let message = if request.starts_with("POST /tools/") {
            assert_eq!((&body["ok"], &body["data"]), (&json!(false), &json!({})));
            assert!(body["meta"]["tool"].is_string(), "{body}");
            &body["errors"][0]
        } else {
            &body["error"]
        };
        let message = message.as_str().unwrap_or_default();
        assert!(message.contains(said), "{request}: {body}");
        answer
    };
    let endpoints = [
        "POST /tools/get_pet",
        "GET /tools",
        "POST /debug/validate-call?tool_name=get_pet",
        "GET /tools/get_pet/versions",
    ];
    for request in endpoints {
        let answer = check(request, &[], 401, "bearer token");
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
        check(request, &[&token, foreign], 403, "--allow-origin");
    }
    let unreadable = check("POST /tools/%ff", &[&token], 400, "UTF-8");
    assert_eq!(unreadable.json()["meta"]["tool"], "");
    check("GET /tools/%ff/versions", &[&token], 400, "UTF-8");
    let long = format!("POST /tools/{}", "a".repeat(2_000));
    let long = check(&long, &[], 401, "bearer token");
    assert!(long.body.len() < 500, "{}", long.body);
    let spent = (0..80).any(|_| ask(&server, "GET /tools", &[&token], "").status == 429);
    assert!(spent);
    for request in endpoints {
        let answer = check(request, &[&token], 429, "Too many requests");
        assert!(answer.header("retry-after").is_some());
    }
}

/// Two servers on the way of a request may each take another name of several (RFC 9112, sections 3.2 and 3.2.2).
#[test]
fn every_name_in_a_request_has_to_be_one_of_the_servers() {
    let server = start(&[]);
    for (target, hosts, expected) in [
        ("/tools/get_inventory", &["127.0.0.1"][..], 200),
        ("/tools/get_inventory", &["127.0.0.1", "evil"], 400),
        ("/tools/get_inventory", &["evil", "127.0.0.1"], 400),
        ("/tools/get_inventory", &["127.0.0.1", "127.0.0.1"], 400),
        ("/tools/get_inventory", &[], 403),
        ("http://127.0.0.1/tools/get_inventory", &["127.0.0.1"], 200),
        ("http://evil/tools/get_inventory", &["127.0.0.1"], 403),
        ("http://127.0.0.1/tools/get_inventory", &["evil"], 403),
        ("/mcp", &["127.0.0.1"], 200),
        ("/mcp", &["127.0.0.1", "evil"], 400),
        ("http://evil/mcp", &["127.0.0.1"], 403),
        ("http://127.0.0.1/mcp", &["127.0.0.1"], 200),
    ] {
        let body = match target.ends_with("/mcp") {
            true => r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            false => "{}",
        };
        let hosts: String = hosts
            .iter()
            .map(|host| format!("Host: {host}\r\n"))
            .collect();
        let request = format!(
            "POST {target} HTTP/1.1\r\n{hosts}Content-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let answer = String::from_utf8(exchange(&server, &request)).expect("is UTF-8");
        let status = format!("HTTP/1.1 {expected}");
        assert!(answer.starts_with(&status), "{target} {hosts}: {answer}");
    }
}

#[test]
fn whoever_may_not_call_over_mcp_may_not_call_here() {
    let options = ["--bridge", "--upstream", "builtin"];
    let server = HttpServer::start(&options, &[("PETSTORE_ACCESS_TOKENS", TOKEN)]);
    let token = format!("Authorization: Bearer {TOKEN}");
    for request in [
        "GET /",
        "GET /tools",
        "GET /tools?format=openapi",
        "GET /mcp/openapi.json",
        "GET /page/tools.json",
        "GET /debug/tools/schema?tool_name=get_pet",
        "GET /debug/tools/diff?tool1=get_pet&tool2=get_pet",
        "POST /debug/validate-call?tool_name=get_pet",
        "POST /tools/get_pet",
        "POST /mcp/tools/get_pet",
    ] {
        let refused = ask(&server, request, &[], "{}");
        assert_eq!(refused.status, 401, "{request}");
        assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
        assert_eq!(
            ask(&server, request, &[&token], "{}").status,
            200,
            "{request}"
        );
    }
    // A browser that opens a page sends no token, and there is nothing of the server's in it.
    for request in ["GET /docs", "GET /docs/swagger-ui.css", "GET /health"] {
        assert_eq!(ask(&server, request, &[], "").status, 200, "{request}");
    }
    assert_eq!(
        ask(&server, "GET /", &["Accept: text/html"], "").status,
        200
    );
}

#[test]
fn web_pages_of_others_and_foreign_names_are_refused() {
    let server = start(&[]);
    for request in [
        "GET /tools",
        "GET /docs",
        "POST /tools/get_inventory",
        "GET /page/style.css",
    ] {
        let foreign = ask(&server, request, &["Origin: https://evil.example"], "");
        assert_eq!(foreign.status, 403, "{request}");
        assert!(foreign.body.contains("--allow-origin"), "{}", foreign.body);
        let renamed = server.ask(&format!("{request} HTTP/1.1"), "evil.example", "");
        assert!(renamed.starts_with("HTTP/1.1 403"), "{request}: {renamed}");
    }
    let own = server.url().replace("/mcp", "");
    let own = ask(
        &server,
        "POST /tools/get_inventory",
        &[&format!("Origin: {own}")],
        "{}",
    );
    assert_eq!(own.status, 200);
}

#[test]
fn limits_and_read_only_hold_here_too() {
    let server = start(&["--read-only", "--client-rate-limit-rpm", "5"]);
    let tools = get(&server, "/tools").json();
    assert!(
        tools
            .as_array()
            .is_some_and(|tools| tools.iter().all(|tool| tool["name"] != "delete_pet"))
    );
    let paths = get(&server, "/mcp/openapi.json").json();
    assert!(paths["paths"]["/tools/delete_pet"].is_null());
    assert_eq!(
        post(&server, "/tools/delete_pet", &json!({"petId": 1})).status,
        404
    );
    let more: Vec<u16> = (0..5).map(|_| get(&server, "/tools").status).collect();
    assert!(more.contains(&429), "{more:?}");
}

#[test]
fn n23_the_health_is_told() {
    let server = start(&[]);
    let health = get(&server, "/health");
    assert_eq!(health.status, 200);
    assert_eq!(
        health.json(),
        json!({"status": "healthy", "mcp_server": "initialized"})
    );
}

#[test]
fn n25_the_variables_say_where_it_listens() {
    let port = free_port();
    let mut child = std::process::Command::new(crate::server::server())
        .args(["--transport", "http", "--bridge", "--upstream", "builtin"])
        .envs([
            ("HTTP_BRIDGE_HOST", "127.0.0.1"),
            ("HTTP_BRIDGE_PORT", port.as_str()),
            ("LOG_LEVEL", "INFO"),
        ])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the server starts");
    let stderr = child.stderr.take().expect("is piped");
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(stderr)).map_while(Result::ok);
    let said: Vec<String> = lines
        .by_ref()
        .take_while(|line| !line.contains("found 12 tools"))
        .collect();
    let _ = child.kill();
    let _ = child.wait();
    assert!(
        said.iter()
            .any(|line| line.contains(&format!("listening on http://127.0.0.1:{port}/"))),
        "{said:?}"
    );
    let exposed = std::process::Command::new(crate::server::server())
        .args(["--transport", "http", "--bridge", "--upstream", "builtin"])
        .env("HTTP_BRIDGE_HOST", "0.0.0.0")
        .output()
        .expect("the server runs");
    assert!(!exposed.status.success());
    let said = String::from_utf8_lossy(&exposed.stderr).into_owned();
    assert!(said.contains("--open"), "{said}");
}

fn free_port() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("is bound").port().to_string()
}
