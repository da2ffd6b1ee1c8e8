//! APIs do not quite do as their specs say.

use toolwright::SendError;
use toolwright_tests::compiled::responses_plain as plain;

use crate::upstream::answering;

const JSON: &str = "application/json";

async fn pets(content_type: &str, body: &str) -> Result<Vec<plain::types::Pet>, SendError> {
    let executor = answering(&plain::API, "200 OK", content_type, body).await;
    let response = executor.send(&plain::ListPets { status: None }).await?;
    Ok(response.into_body())
}

#[tokio::test]
async fn what_can_be_understood_is() {
    let body = r#"[{"name": 5, "more": {}, "status": null}, {"name": "x", "status": "lost"}]"#;
    for content_type in [JSON, "text/plain", "application/vnd.shop+json"] {
        let pets = pets(content_type, body).await.expect("is fine");
        assert_eq!(pets[0].name, "5");
        assert!(pets[0].status.is_none());
        let Some(plain::types::Status::Other(lost)) = &pets[1].status else {
            panic!("{:?}", pets[1].status);
        };
        assert_eq!(lost, "lost");
    }
    assert!(pets(JSON, "null").await.expect("is fine").is_empty());
}

#[tokio::test]
async fn numbers_beside_the_known_ones_and_in_strings() {
    let body = r#"{"count": "12", "size": "huge", "level": 3}"#;
    let executor = answering(&plain::API, "200 OK", JSON, body).await;
    let response = executor.send(&plain::CountPets {}).await;
    let counted = response.expect("is fine").into_body();
    assert_eq!(counted.count, 12);
    assert!(
        matches!(counted.size, plain::types::CountPetsResponseSize::OtherValue(size) if size == "huge")
    );
    assert!(matches!(
        counted.level,
        Some(plain::types::CountPetsResponseLevel::Other(3))
    ));
}

#[tokio::test]
async fn what_cannot_be_is_told_with_its_place() {
    let error = pets(JSON, r#"[{"name": "a"}, {"status": 5}, {"name": {}}]"#).await;
    let error = error.expect_err("is not as the spec says");
    assert_eq!(
        error.to_string(),
        "GET /pets: the response (HTTP 200) does not match the spec\n\
         /1/name: is required\n\
         /2/name: is not a string"
    );
    let SendError::Decode(error) = error else {
        panic!("{error:?}");
    };
    assert_eq!((error.status, error.violations.len()), (200, 2));
    assert!(error.text().starts_with("[{\"name\""));

    let said = async |content_type, body| {
        let error = pets(content_type, body).await;
        let error = error.expect_err("is no list").to_string();
        error.lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(said("text/html", "<p>Sign in</p>").await, "is not an array");
    assert_eq!(said(JSON, "").await, "there is no body");
    assert!(said(JSON, "[1,").await.starts_with("is not JSON: EOF"));
}
