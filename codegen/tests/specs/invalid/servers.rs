use crate::invalid::remarks;

#[test]
fn a_server_that_no_request_can_be_sent_to_is_told() {
    let text = r#"openapi: 3.0.3
servers:
  - {url: "ftp://a.example"}
  - {url: "htps://a.example"}
  - {url: "HTTPS://a.example"}
  - {url: "{scheme}://a.example", variables: {scheme: {default: http}}}
  - {url: "/v1?next=http://b.example"}
paths: {/a: {get: {responses: {}}}}
"#;
    assert_eq!(
        remarks("servers.yaml", text),
        [
            "3:11 the scheme of a server must be `http` or `https`, not `ftp`",
            "4:11 the scheme of a server must be `http` or `https`, not `htps`; did you mean `https`?",
        ]
    );
}

#[test]
fn a_scheme_of_swagger_that_is_none_is_told() {
    let text = r#"swagger: "2.0"
host: a.example
schemes: [htps, ws, http]
paths: {/a: {get: {responses: {}}}}
"#;
    assert_eq!(
        remarks("schemes.yaml", text),
        [
            "3:11 the scheme of a server must be `http` or `https`, not `htps`; did you mean `https`?"
        ]
    );
}
