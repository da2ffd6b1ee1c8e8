//! Bodies whose schemas have a discriminator and are extended by others.

use serde_json::{Value as Json, json};
use toolwright_tests::compiled::families::API;

use crate::recorder::send;

async fn rejected(tool: &str, body: Json) -> String {
    let sent = send(&API, tool, json!({"body": body})).await;
    sent.expect_err("is rejected")
}

async fn sent(tool: &str, body: Json) -> String {
    let sent = send(&API, tool, json!({"body": body})).await;
    sent.expect("is sent").body().to_owned()
}

#[tokio::test]
async fn a_child_that_extends_its_parent_twice_ends() {
    for body in [
        json!({"kind": "Cat"}),
        json!({"kind": "Cat", "lives": 9}),
        json!({"kind": "Pet"}),
        json!({"kind": "Snake", "length": 2}),
    ] {
        assert_eq!(sent("add_animal", body.clone()).await, body.to_string());
    }
    let error = rejected("add_animal", json!({"kind": "Cat", "lives": "nine"})).await;
    assert!(
        error.contains("/lives: \"nine\" is not of type \"integer\""),
        "{error}"
    );
}

#[tokio::test]
async fn children_of_a_class_in_the_middle_are_held_to_their_own_schema() {
    let error = rejected("add_animal", json!({"kind": "Fish"})).await;
    assert!(error.contains("\"fins\" is a required property"), "{error}");
    let request = send(&API, "add_fish", json!({"kind": "Fish", "fins": 2})).await;
    assert_eq!(
        request.expect("is sent").body(),
        r#"{"kind":"Fish","fins":2}"#
    );
}

#[tokio::test]
async fn null_selects_the_schema_itself() {
    for body in [json!({"kind": null}), json!({"kind": "Memo", "text": "t"})] {
        assert_eq!(sent("add_note", body.clone()).await, body.to_string());
    }
    let error = rejected("add_note", json!({"kind": "Memo"})).await;
    assert!(error.contains("\"text\" is a required property"), "{error}");
}

#[tokio::test]
async fn a_patch_is_held_to_the_schema_that_it_names() {
    let error = rejected("patch_animal", json!({"kind": "Dog"})).await;
    assert!(error.contains("\"bark\" is a required property"), "{error}");
    let body = json!({"kind": "Dog", "name": null, "bark": "loud"});
    assert_eq!(sent("patch_animal", body.clone()).await, body.to_string());
}

#[tokio::test]
async fn an_element_has_the_name_of_the_declared_schema() {
    const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
    let rose = json!({"kind": "Rose", "name": "n", "thorns": 5});
    let written =
        "<g:plant xmlns:g=\"urn:garden\" kind=\"Rose\" thorns=\"5\"><name>n</name></g:plant>";
    let other = json!({"kind": "Moss", "name": "n"});
    let written_other = "<g:plant xmlns:g=\"urn:garden\" kind=\"Moss\"><name>n</name></g:plant>";
    for (body, expected) in [(&rose, written), (&other, written_other)] {
        assert_eq!(
            sent("add_plant", body.clone()).await,
            format!("{DECLARATION}{expected}")
        );
    }
    let oak = json!({"kind": "Oak", "height": 5});
    let tree = "<kind>Oak</kind><height>5</height>";
    assert_eq!(
        sent("add_tree", oak.clone()).await,
        format!("{DECLARATION}<Tree>{tree}</Tree>")
    );
    let garden = json!({"plants": [rose, other], "best": rose, "tree": oak});
    let request = send(&API, "add_garden", garden).await.expect("is sent");
    let expected =
        format!("<garden><all>{written}{written_other}</all>{written}<tree>{tree}</tree></garden>");
    assert_eq!(request.body(), format!("{DECLARATION}{expected}"));
}
