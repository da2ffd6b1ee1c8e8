use super::*;

fn resource(url: &str) -> ProtectedResource {
    ProtectedResource::new("https://login.example.com", url).expect("is usable")
}

#[test]
fn says_where_its_metadata_are() {
    let pets = resource("https://example.com/pets/mcp").scopes(["use", "keep"]);
    assert_eq!(
        pets.challenge_header(None),
        "Bearer scope=\"use keep\", resource_metadata=\"https://example.com\
         /.well-known/oauth-protected-resource/pets/mcp\""
    );
    let paths = pets.metadata_paths();
    assert_eq!(paths.len(), 3, "{paths:?}");
    let root = resource("https://example.com");
    assert_eq!(root.metadata("")["resource"], "https://example.com");
    assert_eq!(root.metadata_paths().len(), 2);
    let refused = root.challenge_header(Some(TokenError::Expired));
    assert!(refused.starts_with(r#"Bearer error="invalid_token", error_description=""#));
}

#[test]
fn takes_what_can_be_one_only() {
    for (issuer, resource, expected) in [
        ("login", "https://a.example", "the issuer 'login'"),
        ("http://login.example.com", "https://a.example", "https://"),
        ("https://a.example", "mcp", "the resource 'mcp'"),
        ("https://a.example", "ftp://a.example", "neither"),
        ("https://a.example", "https://a.example/#x", "a fragment"),
    ] {
        let error = ProtectedResource::new(issuer, resource).expect_err("is wrong");
        assert!(error.to_string().contains(expected), "{error}");
    }
    assert!(ProtectedResource::new("http://127.0.0.1:1/x", "http://[::1]:2/mcp").is_ok());
}
