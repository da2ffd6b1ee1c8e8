//! Access tokens of an authorization server.

use std::io::Read as _;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::issuer::{Issuer, Key, unsigned};
use crate::support::{Http, Response, assert_lists_pets, request};

const RESOURCE: &str = "https://pets.example.com/mcp";

fn server(issuer: &Issuer) -> Http {
    Http::start_in(
        &[
            ("PETS_ACCESS_ISSUER", &issuer.url),
            ("PETS_ACCESS_RESOURCE", RESOURCE),
            ("PETS_ACCESS_SCOPES", "pets:use"),
            ("PETS_ACCESS_TOKENS", "static"),
        ],
        &[],
    )
}

fn list(server: &Http, token: &str) -> Response {
    let authorization = format!("Bearer {token}");
    let list = request(1, "tools/list", json!({}));
    server.post(&[("Authorization", &authorization)], &list)
}

#[track_caller]
fn assert_refused(answer: &Response, status: u16, why: &str) {
    assert_eq!(answer.status, status, "{why}: {}", answer.head);
    assert!(answer.head.contains(why), "{why}: {}", answer.head);
}

#[test]
fn tells_clients_where_to_get_a_token() {
    let issuer = Issuer::start(&[]);
    let server = server(&issuer);
    let refused = server.post(&[], &request(1, "tools/list", json!({})));
    assert_refused(
        &refused,
        401,
        "www-authenticate: bearer scope=\"pets:use\", resource_metadata=\
         \"https://pets.example.com/.well-known/oauth-protected-resource/mcp\"\r\n",
    );
    for path in ["", "/mcp"] {
        let answer = server.get(&format!("/.well-known/oauth-protected-resource{path}"));
        assert_eq!(answer.status, 200);
        assert!(answer.head.contains("content-type: application/json"));
        assert_eq!(
            answer.body,
            json!({
                "resource": RESOURCE, "authorization_servers": [issuer.url],
                "bearer_methods_supported": ["header"], "resource_name": "Pets",
                "scopes_supported": ["pets:use"],
            })
        );
    }
    assert_eq!(issuer.asked(), 0, "nothing was to be checked");
}

#[test]
fn takes_tokens_of_the_issuer_beside_its_own() {
    let keys = [Key::rsa("rsa"), Key::p256("ec"), Key::ed25519("ed")];
    let issuer = Issuer::start(&[&keys[0], &keys[1], &keys[2]]);
    let server = server(&issuer);
    let claims = issuer.claims(RESOURCE);
    for key in &keys {
        assert_lists_pets(&list(&server, &key.sign(&claims)).body);
    }
    assert_lists_pets(&list(&server, "static").body);
    let no_key_named = keys[1].sign_as(&json!({"alg": "ES256"}), &claims);
    assert_lists_pets(&list(&server, &no_key_named).body);
    assert_eq!(issuer.asked(), 1, "keys are kept");
}

#[test]
fn takes_no_other_tokens() {
    let key = Key::p256("known");
    let issuer = Issuer::start(&[&key]);
    let server = server(&issuer);
    let with = |claim: &str, value: Json| {
        let mut claims = issuer.claims(RESOURCE);
        claims[claim] = value;
        list(&server, &key.sign(&claims))
    };
    assert_refused(&with("exp", json!(1_000_000)), 401, "has expired");
    assert_refused(
        &with("aud", json!("https://other.example.com")),
        401,
        "audience",
    );
    assert_refused(
        &with("iss", json!("https://other.example.com")),
        401,
        "another issuer",
    );
    assert_refused(
        &with("nbf", json!(99_999_999_999_u64)),
        401,
        "not valid yet",
    );
    let scope = with("scope", json!("pets"));
    assert_refused(&scope, 403, r#"error="insufficient_scope""#);
    assert!(scope.head.contains(r#"scope="pets:use""#));

    let claims = issuer.claims(RESOURCE);
    let of_another = Key::p256("known").sign(&claims);
    assert_refused(&list(&server, &of_another), 401, "key of the issuer");
    let none = format!("{}.", unsigned(&json!({"alg": "none"}), &claims));
    assert_refused(&list(&server, &none), 401, "not signed with");
    let shared = json!({"alg": "HS256", "kid": "known"});
    assert_refused(
        &list(&server, &key.sign_as(&shared, &claims)),
        401,
        "not signed with",
    );
    let confused = json!({"alg": "RS256", "kid": "known"});
    assert_refused(
        &list(&server, &key.sign_as(&confused, &claims)),
        401,
        "key of the issuer",
    );
    let critical = json!({"alg": "ES256", "kid": "known", "crit": ["x"]});
    assert_refused(
        &list(&server, &key.sign_as(&critical, &claims)),
        401,
        "not an access token",
    );
    let proof = json!({"alg": "ES256", "kid": "known", "typ": "dpop+jwt"});
    assert_refused(
        &list(&server, &key.sign_as(&proof, &claims)),
        401,
        "not an access token",
    );

    let good = key.sign(&claims);
    let (message, _) = good.rsplit_once('.').expect("has parts");
    for broken in [message, "a.b.c", "static2", "...", &good[..good.len() - 2]] {
        let refused = list(&server, broken);
        assert_refused(&refused, 401, r#"error="invalid_token""#);
    }
    assert_lists_pets(&list(&server, &good).body);
}

#[test]
fn follows_the_issuer_to_new_keys() {
    let (old, new) = (Key::p256("old"), Key::ed25519("new"));
    let issuer = Issuer::start(&[&old]);
    let server = server(&issuer);
    let claims = issuer.claims(RESOURCE);
    assert_lists_pets(&list(&server, &old.sign(&claims)).body);
    issuer.replace(&[&new]);
    assert_lists_pets(&list(&server, &new.sign(&claims)).body);
    assert_refused(&list(&server, &old.sign(&claims)), 401, "key of the issuer");
    let asked = issuer.asked();
    for _ in 0..5 {
        let made_up = Key::p256("made up").sign(&claims);
        assert_refused(&list(&server, &made_up), 401, "key of the issuer");
    }
    assert_eq!(
        issuer.asked(),
        asked,
        "made-up keys are not asked for each time"
    );
}

#[test]
fn an_issuer_that_hangs_delays_made_up_tokens_alone() {
    let key = Key::p256("known");
    let issuer = Issuer::start(&[&key]);
    let server = server(&issuer);
    let claims = issuer.claims(RESOURCE);
    let good = key.sign(&claims);
    assert_lists_pets(&list(&server, &good).body);
    issuer.hang();
    let made_up = format!("Bearer {}", Key::p256("made up").sign(&claims));
    let tools = request(1, "tools/list", json!({}));
    let mut waiting: Vec<_> = (0..5)
        .map(|_| server.open(&[("Authorization", &made_up)], &tools))
        .collect();
    let began = Instant::now();
    while issuer.hanging() == 0 {
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "keys are fetched"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    for _ in 0..20 {
        assert_lists_pets(&list(&server, &good).body);
    }
    assert_eq!(issuer.hanging(), 1, "one request for all of them");
    for waiting in &mut waiting {
        let patience = Some(Duration::from_millis(50));
        waiting.set_read_timeout(patience).expect("can be set");
        let read = waiting.read(&mut [0; 1]);
        assert!(
            read.is_err(),
            "the issuer still hangs, so the others did not wait for it"
        );
    }
}

#[test]
fn an_issuer_that_is_gone_is_not_the_clients_fault() {
    let key = Key::p256("known");
    let mut gone = Issuer::start(&[&key]);
    gone.url = "http://127.0.0.1:9/realms/pets".to_owned();
    let server = server(&gone);
    let answer = list(&server, &key.sign(&gone.claims(RESOURCE)));
    assert_refused(&answer, 503, "retry-after");
    assert_lists_pets(&list(&server, "static").body);
}
