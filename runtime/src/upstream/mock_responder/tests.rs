//! The built-in upstream as a client sees it: create, read, list, change and delete.

use super::*;

const JSON: &str = "application/json";

const fn answer(
    method: Method,
    path: &'static str,
    status: u16,
    body: &'static str,
) -> MockResponse {
    MockResponse {
        method,
        path,
        status,
        content_type: if body.is_empty() { "" } else { JSON },
        body,
    }
}

static MOCK_RESPONSES: &[MockResponse] = &[
    answer(
        Method::Get,
        "/pets",
        200,
        r#"[{"id":1,"name":"Rex","owner":{"id":5}}]"#,
    ),
    answer(
        Method::Post,
        "/pets",
        201,
        r#"{"id":1,"name":"Rex","owner":{"id":5}}"#,
    ),
    answer(
        Method::Get,
        "/pets/{petId}",
        200,
        r#"{"id":1,"name":"Rex","owner":{"id":5}}"#,
    ),
    answer(
        Method::Patch,
        "/pets/{petId}",
        200,
        r#"{"id":1,"name":"Rex"}"#,
    ),
    answer(Method::Put, "/pets/{petId}", 204, ""),
    answer(Method::Delete, "/pets/{petId}", 204, ""),
    answer(
        Method::Get,
        "/pets/find",
        200,
        r#"[{"id":1,"name":"Found"}]"#,
    ),
    answer(Method::Put, "/user", 200, r#"{"username":"u","age":1}"#),
    answer(Method::Post, "/user", 200, r#"{"username":"u","age":1}"#),
    answer(
        Method::Get,
        "/user/{username}",
        200,
        r#"{"username":"u","age":1}"#,
    ),
    answer(
        Method::Get,
        "/drops",
        200,
        r#"{"drops":[{"id":"a"}],"total":1}"#,
    ),
    answer(
        Method::Post,
        "/drops",
        202,
        r#"{"drop":{"id":"a","size":1}}"#,
    ),
    answer(
        Method::Get,
        "/drops/{drop_id}",
        200,
        r#"{"drop":{"id":"a","size":1}}"#,
    ),
    answer(Method::Post, "/search", 200, r#"{"hits":3}"#),
    answer(Method::Other("COPY"), "/pets/{petId}", 201, r#"{"id":2}"#),
];

fn responder() -> Responder {
    Responder::new(MOCK_RESPONSES, &[BaseUrl::new("https://example.com/v2")])
}

fn ask(responder: &Responder, method: &str, path: &str, body: Json) -> (u16, Json) {
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    let reply = responder.answer_request(MockRequest {
        method,
        path,
        query: "",
        content_type: JSON,
        body: body.as_bytes(),
    });
    (
        reply.status,
        serde_json::from_str(&reply.body).unwrap_or(Json::Null),
    )
}

fn get(responder: &Responder, path: &str) -> (u16, Json) {
    ask(responder, "GET", path, Json::Null)
}

#[test]
fn answers_the_example_with_the_key_asked_for() {
    let pet = json!({"id": 77, "name": "Rex", "owner": {"id": 5}});
    assert_eq!(get(&responder(), "/pets/77"), (200, pet));
    let user = json!({"username": "å b", "age": 1});
    assert_eq!(get(&responder(), "/user/%C3%A5%20b"), (200, user));
    let drop = json!({"drop": {"id": "x", "size": 1}});
    assert_eq!(get(&responder(), "/drops/x"), (200, drop));
}

#[test]
fn keeps_what_is_created() {
    let responder = responder();
    let (status, made) = ask(
        &responder,
        "POST",
        "/pets",
        json!({"name": "Ada", "owner": "me"}),
    );
    assert_eq!(status, 201);
    assert_eq!(made, json!({"id": 1001, "name": "Ada", "owner": {"id": 5}}));
    assert_eq!(get(&responder, "/pets/1001"), (200, made.clone()));
    let (_, list) = get(&responder, "/pets");
    assert_eq!(list.as_array().map(Vec::len), Some(2));
    assert_eq!(list[1], made);
}

#[test]
fn keeps_the_key_that_was_sent() {
    let responder = responder();
    ask(&responder, "POST", "/pets", json!({"id": 1, "name": "Ada"}));
    assert_eq!(get(&responder, "/pets/1").1["name"], "Ada");
    let (_, list) = get(&responder, "/pets");
    assert_eq!(list.as_array().map(Vec::len), Some(1), "{list}");
    assert_eq!(list[0]["name"], "Ada");
}

#[test]
fn changes() {
    let responder = responder();
    let (_, changed) = ask(&responder, "PATCH", "/pets/8", json!({"name": "Ada"}));
    assert_eq!(changed, json!({"id": 8, "name": "Ada"}));
    let put = ask(&responder, "PUT", "/pets/8", json!({"tag": "cat"}));
    assert_eq!(put, (204, Json::Null));
    let pet = json!({"id": 8, "name": "Ada", "owner": {"id": 5}, "tag": "cat"});
    assert_eq!(get(&responder, "/pets/8"), (200, pet));
}

#[test]
fn changes_by_the_key_in_the_body() {
    let responder = responder();
    ask(
        &responder,
        "POST",
        "/user",
        json!({"username": "ada", "age": 36}),
    );
    ask(
        &responder,
        "PUT",
        "/user",
        json!({"username": "ada", "age": 37}),
    );
    let ada = json!({"username": "ada", "age": 37});
    assert_eq!(get(&responder, "/user/ada"), (200, ada));
}

#[test]
fn deletes() {
    let responder = responder();
    let delete = || ask(&responder, "DELETE", "/pets/1", Json::Null);
    assert_eq!(delete(), (204, Json::Null));
    let (status, body) = get(&responder, "/pets/1");
    assert_eq!(
        (status, &body["message"]),
        (404, &json!("/pets/1 was deleted"))
    );
    assert_eq!(get(&responder, "/pets"), (200, json!([])));
    assert_eq!(delete().0, 404);
    assert_eq!(ask(&responder, "PATCH", "/pets/1", json!({})).0, 404);
    assert_eq!(
        ask(&responder, "PUT", "/pets/1", json!({"name": "Eve"})).0,
        204
    );
    assert_eq!(get(&responder, "/pets/1").1["name"], "Eve");
}

#[test]
fn sees_through_envelopes() {
    let responder = responder();
    let (_, made) = ask(&responder, "POST", "/drops", json!({"size": 9}));
    assert_eq!(made, json!({"drop": {"id": "1001", "size": 9}}));
    assert_eq!(get(&responder, "/drops/1001"), (200, made));
    let (_, list) = get(&responder, "/drops");
    assert_eq!(
        list["drops"],
        json!([{"id": "a"}, {"id": "1001", "size": 9}])
    );
}

#[test]
fn answers_the_example_for_everything_else() {
    let responder = responder();
    let (status, hits) = ask(&responder, "POST", "/search", json!({"q": "x"}));
    assert_eq!((status, hits), (200, json!({"hits": 3})));
    let found = get(&responder, "/pets/find");
    assert_eq!(found, (200, json!([{"id": 1, "name": "Found"}])));
    assert_eq!(ask(&responder, "POST", "/pets", json!([1])).0, 201);
}

#[test]
fn ignores_the_base_path() {
    let responder = responder();
    ask(&responder, "DELETE", "/v2/pets/1", Json::Null);
    assert_eq!(get(&responder, "/pets/1").0, 404);
    assert_eq!(get(&responder, "/v3/pets/1").0, 404);
}

#[test]
fn says_what_there_is() {
    let responder = responder();
    let (status, body) = get(&responder, "/pet");
    assert_eq!(status, 404);
    let message =
        "no operation has the path /pet; did you mean `/pets`, `/pets/find` or `/pets/{petId}`?";
    assert_eq!(body["message"], message);
    let reply = responder.answer_request(MockRequest {
        method: "PUT",
        path: "/pets",
        query: "",
        content_type: "",
        body: b"",
    });
    assert_eq!(reply.status, 405);
    assert_eq!(reply.allow.as_deref(), Some("GET, POST"));
}

#[test]
fn reads_forms() {
    let responder = responder();
    let form = "application/x-www-form-urlencoded; charset=utf-8";
    let reply = responder.answer_request(MockRequest {
        method: "POST",
        path: "/pets",
        query: "",
        content_type: form,
        body: b"id=9&name=Ada+%26+Co",
    });
    let made: Json = serde_json::from_str(&reply.body).unwrap();
    assert_eq!(
        made,
        json!({"id": 9, "name": "Ada & Co", "owner": {"id": 5}})
    );
    assert_eq!(get(&responder, "/pets/9"), (200, made));
}

#[test]
fn keeps_every_item_of_a_sequence() {
    let responder = responder();
    let reply = responder.answer_request(MockRequest {
        method: "POST",
        path: "/pets",
        query: "",
        content_type: "application/jsonl",
        body: b"{\"id\":8,\"name\":\"Ada\"}\n{\"id\":9,\"name\":\"Eve\"}\n",
    });
    assert_eq!(reply.status, 201);
    assert_eq!(get(&responder, "/pets/8").1["name"], "Ada");
    assert_eq!(get(&responder, "/pets/9").1["name"], "Eve");
}

#[test]
fn other_methods_are_answered_with_their_example() {
    let responder = responder();
    let copied = ask(&responder, "COPY", "/pets/1", json!({"id": 7}));
    assert_eq!(copied, (201, json!({"id": 2})));
    assert_eq!(ask(&responder, "copy", "/pets/1", Json::Null).0, 405);
}
