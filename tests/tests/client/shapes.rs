//! What comes back is what the spec says, as Rust.

use std::time::Duration;

use toolwright::{File, Nullable};
use toolwright_tests::compiled::{
    responses_directions as directions, responses_plain as plain, responses_recursion as recursion,
    responses_statuses as statuses, responses_texts_and_files as texts, responses_unions as unions,
};

use crate::upstream::{answering, executor, head, message};

const JSON: &str = "application/json; charset=utf-8";

#[tokio::test]
async fn a_list_with_status_and_headers() {
    let body = r#"[{"name": "Rex", "nick": null, "status": "sold"}, {"name": "Tom"}]"#;
    let executor = answering(&plain::API, "200 OK", JSON, body).await;
    let response = executor.send(&plain::ListPets { status: None }).await;
    let response = response.expect("is fine");
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers().get("ETag"), Some("\"7\""));
    let [rex, tom] = response.body().as_slice() else {
        panic!("two pets");
    };
    assert_eq!((rex.name.as_str(), tom.name.as_str()), ("Rex", "Tom"));
    assert_eq!((&rex.nick, &tom.nick), (&Some(Nullable::Null), &None));
    assert!(matches!(rex.status, Some(plain::types::Status::Sold)));
}

#[tokio::test]
async fn nothing_is_a_response() {
    let executor = answering(&plain::API, "204 No Content", JSON, "").await;
    let id = "a b".to_owned();
    let response = executor.send(&plain::DeletePet { id: id.clone() }).await;
    assert_eq!(response.expect("is fine").status(), 204);
    let executor = answering(&plain::API, "200 OK", JSON, "").await;
    executor
        .send(&plain::HasPet { id })
        .await
        .expect("has no body")
        .into_body();
}

#[tokio::test]
async fn responses_have_what_requests_do_not() {
    let body = r#"{"id": 7, "name": "Ada", "password": "never sent"}"#;
    let executor = answering(&directions::API, "201 Created", JSON, body).await;
    let request = directions::AddUser {
        body: directions::types::User {
            name: "Ada".to_owned(),
            password: "secret".to_owned(),
            role: None,
            address: None,
        },
    };
    let user: directions::types::UserResponse =
        executor.send(&request).await.expect("is fine").into_body();
    assert_eq!((user.id, user.name.as_str()), (7, "Ada"));
    let executor = answering(&directions::API, "200 OK", JSON, r#"[{"id": 1}]"#).await;
    let orders = executor.send(&directions::ListOrders {}).await;
    let orders: Vec<directions::types::Order> = orders.expect("is fine").into_body();
    assert_eq!(orders.len(), 1);
}

#[tokio::test]
async fn the_status_says_which() {
    let job = r#"{"id": 1}"#;
    let get = async |status, content_type, body| {
        let executor = answering(&statuses::API, status, content_type, body).await;
        let response = executor.send(&statuses::GetJob {}).await;
        response.expect("is fine").into_body()
    };
    use statuses::GetJobResponse::{Accepted, NoContent, Ok, Other};
    assert!(matches!(get("200 OK", JSON, job).await, Ok(job) if job.id == 1));
    let percent = r#"{"percent": 40}"#;
    assert!(matches!(get("202 Accepted", JSON, percent).await, Accepted(it) if it.percent == 40));
    assert!(matches!(get("204 No Content", JSON, "").await, NoContent));
    assert!(matches!(get("203 Else", "text/plain", "é").await, Other(text) if text == "é"));

    let start = async |status, body| {
        let executor = answering(&statuses::API, status, JSON, body).await;
        let response = executor.send(&statuses::StartJob {}).await;
        response.expect("is fine").into_body()
    };
    assert_eq!(start("200 OK", job).await.map(|job| job.id), Some(1));
    assert!(start("202 Accepted", "").await.is_none());
    let executor = answering(&statuses::API, "201 Created", JSON, job).await;
    let response = executor.send(&statuses::ReplaceJob {}).await;
    assert_eq!(response.expect("is fine").into_body().id, 1);
}

#[tokio::test]
async fn texts_and_files() {
    let executor = answering(&texts::API, "200 OK", "text/csv; charset=utf-8", "a,b\n").await;
    let table = executor.send(&texts::GetTable {}).await;
    assert_eq!(table.expect("is fine").into_body(), "a,b\n");
    let executor = answering(&texts::API, "200 OK", "image/png", "png").await;
    let photo = executor.send(&texts::GetPhoto {}).await;
    assert_eq!(
        photo.expect("is fine").into_body(),
        File::new("png").with_media_type("image/png")
    );
    let executor = answering(&texts::API, "200 OK", "application/json", "{not json").await;
    let export = executor.send(&texts::GetExport {}).await;
    assert_eq!(export.expect("is fine").into_body().content, b"{not json");
}

#[tokio::test]
async fn a_file_is_read_as_it_comes() {
    let pieces = [head("image/png"), "one".to_owned(), "two".to_owned()];
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    let executor = executor(&texts::API, &pieces, Duration::from_millis(50)).await;
    let response = executor.download(&texts::GetPhoto {}).await;
    let mut chunks = response.expect("is fine").into_body();
    let mut all = Vec::new();
    while let Some(chunk) = chunks.next().await {
        all.push(chunk.expect("comes"));
    }
    assert!(all.len() > 1, "{all:?}");
    assert_eq!(all.concat(), b"onetwo");
}

#[tokio::test]
async fn what_contains_itself() {
    let body =
        r#"{"name": "a", "children": [{"name": "b", "children": [], "parent": {"name": "c"}}]}"#;
    let executor = answering(&recursion::API, "200 OK", JSON, body).await;
    let tree = executor.send(&recursion::GetTree {}).await;
    let tree = tree.expect("is fine").into_body();
    let parent = tree.children[0].parent.as_ref().expect("has one");
    assert_eq!(parent.name, "c");
}

#[tokio::test]
async fn alternatives() {
    use unions::types::{AnimalResponse, PutAnimalResponse};
    let get = async |body| {
        let executor = answering(&unions::API, "200 OK", JSON, body).await;
        let response = executor.send(&unions::GetAnimal {}).await;
        response.expect("is fine").into_body()
    };
    let cat = get(r#"{"kind": "cat", "id": 3, "lives": "9"}"#).await;
    assert!(matches!(cat, AnimalResponse::Cat(cat) if (cat.id, cat.lives) == (Some(3), Some(9))));
    let dog = get(r#"{"kind": "dog", "tricks": null}"#).await;
    assert!(matches!(dog, AnimalResponse::Dog(dog) if dog.tricks.is_none()));
    let fish = get(r#"{"kind": "fish", "fins": 2}"#).await;
    assert!(matches!(fish, AnimalResponse::Other(fish) if fish["fins"] == 2));

    let message = message("200 OK", JSON, "5");
    let executor = executor(&unions::API, &[&message], Duration::ZERO).await;
    let request = unions::PutAnimal {
        body: unions::types::Animal::Dog(unions::types::Dog {
            kind: unions::types::DogKind::Dog,
            tricks: None,
        }),
    };
    let id = executor.send(&request).await.expect("is fine").into_body();
    assert!(matches!(id, PutAnimalResponse::Integer(5)));
}
