//! XML bodies.

use serde_json::{Value as Json, json};
use toolwright_tests::compiled::xml_bodies;

use crate::recorder::send;

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

async fn assert_sent(tool: &str, arguments: Json, content_type: &str, expected: &str) {
    let request = send(&xml_bodies::API, tool, arguments)
        .await
        .expect("is sent");
    assert_eq!(
        request.header("content-type").as_deref(),
        Some(content_type)
    );
    assert_eq!(request.body(), format!("{DECLARATION}{expected}"));
}

#[tokio::test]
async fn hints_of_all_kinds() {
    let arguments = json!({
        "name": "R&x", "id": 7, "photoUrls": ["u", "v"], "tags": [{"label": "l"}],
        "nicknames": ["a", "b"], "friend": {"id": 8, "name": "Ada"}, "status": "sold",
    });
    assert_sent(
        "add_pet",
        arguments,
        "application/xml",
        "<pet id=\"7\"><s:name xmlns:s=\"urn:sample\">R&amp;x</s:name>\
         <photoUrls><photoUrl>u</photoUrl><photoUrl>v</photoUrl></photoUrls>\
         <tags><tag><label>l</label></tag></tags><nicknames>a</nicknames><nicknames>b</nicknames>\
         <pet id=\"8\"><s:name xmlns:s=\"urn:sample\">Ada</s:name></pet>\
         <status>sold</status></pet>",
    )
    .await;
}

#[tokio::test]
async fn a_list_has_a_root() {
    let arguments = json!({"body": [{"name": "a"}, {"name": "b"}]});
    let expected = "<pets><pet><s:name xmlns:s=\"urn:sample\">a</s:name></pet>\
                    <pet><s:name xmlns:s=\"urn:sample\">b</s:name></pet></pets>";
    assert_sent("replace_pets", arguments, "text/xml", expected).await;
    let absent = send(&xml_bodies::API, "replace_pets", json!({}))
        .await
        .expect("is sent");
    assert_eq!((absent.body(), absent.header("content-type")), ("", None));
}

#[tokio::test]
async fn a_root_without_a_name_has_that_of_the_component() {
    let arguments = json!({"label": "l", "kind": "k", "note": null});
    let expected = "<Animal><label>l</label><species>k</species></Animal>";
    assert_sent(
        "add_animal",
        arguments,
        "application/vnd.acme+xml",
        expected,
    )
    .await;
}

#[tokio::test]
async fn a_frame_is_not_sent() {
    let arguments = json!({"Config": {"On": true, "Rules": ["a", "b"]}});
    let expected = "<Config><On>true</On><Rule>a</Rule><Rule>b</Rule></Config>";
    assert_sent("put_framed", arguments, "application/xml", expected).await;
}

#[tokio::test]
async fn a_root_without_a_name_does_not_depend_on_the_arguments() {
    for (arguments, expected) in [
        (json!({"a": "1"}), "<root><a>1</a></root>"),
        (json!({"a": "1", "b": "2"}), "<root><a>1</a><b>2</b></root>"),
    ] {
        assert_sent("put_unnamed", arguments, "application/xml", expected).await;
    }
}

#[tokio::test]
async fn a_string_is_a_document() {
    let request = send(&xml_bodies::API, "put_document", json!({"body": "<a/>"})).await;
    let request = request.expect("is sent");
    assert_eq!(request.body(), "<a/>");
    assert_eq!(
        request.header("content-type").as_deref(),
        Some("application/xml")
    );
}

#[tokio::test]
async fn values_stay_in_their_element_or_are_refused() {
    let hostile = "</s:name><evil a=\"'\">]]>\r\n\u{202e}é";
    let arguments = json!({"name": hostile});
    let expected = "<pet><s:name xmlns:s=\"urn:sample\">&lt;/s:name&gt;&lt;evil a=&quot;&apos;&quot;&gt;\
                    ]]&gt;&#13;\n\u{202e}é</s:name></pet>";
    assert_sent("add_pet", arguments, "application/xml", expected).await;
    let refusal = send(&xml_bodies::API, "add_pet", json!({"name": "a\0"})).await;
    let refusal = refusal.expect_err("is refused");
    assert!(
        refusal.contains("/name: contains the character U+0000"),
        "{refusal}"
    );
}
