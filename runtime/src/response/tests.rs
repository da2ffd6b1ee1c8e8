//! Lenient decoding of responses: what is tolerated, what is a violation, and what errors say.

use serde_json::json;

use super::*;
use crate::value::{Cursor, Decode, Json, Map, Nullable, OpenIntegerEnum, OpenStringEnum};
use crate::{File, open_integer_enum, open_string_enum};

/// A JSON body.
fn reply(body: Json) -> Reply {
    Reply::new(200, "application/json", body.to_string())
}

fn read<T: Decode>(body: Json) -> Result<T, Vec<String>> {
    let mut reply = reply(body);
    let value = reply.json();
    match reply.violations() {
        [] => Ok(value),
        some => Err(some.iter().map(ToString::to_string).collect()),
    }
}

#[test]
fn what_is_not_quite_as_it_should_be_is_read() {
    assert_eq!(read::<String>(json!(5)), Ok("5".to_owned()));
    assert_eq!(read::<i64>(json!(" 5 ")), Ok(5));
    assert_eq!(read::<f64>(json!("1e3")), Ok(1000.0));
    assert_eq!(
        read::<f64>(json!(9_007_199_254_740_993_i64)),
        Ok(9_007_199_254_740_992.0)
    );
    assert_eq!(read::<bool>(json!("true")), Ok(true));
    assert_eq!(read::<Vec<i64>>(json!(null)), Ok(vec![]));
    assert_eq!(read::<Map<i64>>(json!(null)), Ok(Map::new()));
    assert_eq!(
        read::<Vec<Option<i64>>>(json!([1, null])),
        Ok(vec![Some(1), None])
    );
    assert_eq!(read::<Vec<i64>>(json!("[1]")), Ok(vec![1]));
    assert!(read::<Vec<i64>>(json!("1")).is_err());
    let event = read::<Event<Nullable<i64>>>(json!({"id": null, "more": 1}));
    assert_eq!(
        event,
        Ok(Event {
            event: None,
            id: None,
            data: Nullable::Null
        })
    );
    assert_eq!(
        read::<Option<Nullable<i64>>>(json!(null)),
        Ok(Some(Nullable::Null))
    );
    assert_eq!(read::<Option<Json>>(json!(null)), Ok(Some(Json::Null)));
}

#[test]
fn arguments_are_held_to_their_types_all_the_same() {
    let strict = |value: Json| {
        let mut cursor = Cursor::new();
        let mut fields = crate::value::Fields::new([("a".to_owned(), value)], &mut cursor);
        let _: Option<i64> = fields.take("a");
        cursor.into_violations().len()
    };
    assert_eq!([json!(5), json!("5"), json!([5])].map(strict), [0, 1, 1]);
}

#[test]
fn what_cannot_be_read_has_a_place() {
    assert_eq!(
        read::<Event<Vec<i64>>>(json!({"data": [1, "x", {}]})),
        Err(vec![
            "/data/1: \"x\" is not an integer of 64 bits".to_owned(),
            "/data/2: {} is not an integer of 64 bits".to_owned(),
        ])
    );
    assert_eq!(
        read::<Event<Json>>(json!([])),
        Err(vec!["is not an object".to_owned()])
    );
    assert_eq!(
        read::<String>(json!(null)),
        Err(vec!["is not a string".to_owned()])
    );
}

#[derive(Debug, PartialEq)]
enum Size {
    Small,
    Other(String),
}

impl OpenStringEnum for Size {
    fn from_name(name: String) -> Self {
        match name.as_str() {
            "small" => Self::Small,
            _ => Self::Other(name),
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Small => "small",
            Self::Other(name) => name,
        }
    }
}

open_string_enum!(
    #[inline]
    Size
);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Level(i64);

impl OpenIntegerEnum for Level {
    fn from_value(value: i64) -> Self {
        Self(value)
    }

    fn value(self) -> i64 {
        self.0
    }
}

open_integer_enum!(Level);

#[test]
fn unknown_values_are_kept() {
    let sizes = read::<Vec<Size>>(json!(["small", "huge"])).expect("are sizes");
    assert_eq!(sizes, [Size::Small, Size::Other("huge".to_owned())]);
    let Content::Json(text) = Content::json(&sizes) else {
        panic!("is JSON");
    };
    assert_eq!(text, r#"["small","huge"]"#);
    let Content::Json(text) = Content::json(&read::<Level>(json!(7)).expect("is a level")) else {
        panic!("is JSON");
    };
    assert_eq!(text, "7");
    assert_eq!(
        read::<Size>(json!({})),
        Err(vec!["is not a string".to_owned()])
    );
}

#[test]
fn texts_and_files_are_what_came() {
    let mut latin = Reply::new(200, "text/plain; charset=iso-8859-1", b"\xe9".to_vec());
    assert_eq!(latin.text(), "é");
    let mut bytes = Reply::new(200, "text/plain", b"\xff".to_vec());
    assert_eq!((bytes.text(), bytes.violations().len()), (String::new(), 1));
    let mut file = Reply::new(200, "", b"\xff".to_vec());
    assert_eq!(file.file(), File::new(b"\xff".to_vec()));
    let mut text = Reply::new(200, "text/plain", "\u{feff}[1]");
    assert_eq!(text.json::<Vec<i64>>(), [1]);
    let mut text = Reply::new(200, "text/plain", "hello");
    assert_eq!(text.json::<String>(), "hello");
    assert!(text.violations().is_empty());
    assert!(Reply::new(204, "", "").is_empty());
}

#[test]
fn a_refusal_is_read_as_leniently() {
    let refusal = Refusal {
        status: 400,
        headers: ResponseHeaders::default(),
        body: b"{\"data\": \"3\", \"more\": 1}".to_vec(),
        message: "no".to_owned(),
    };
    assert_eq!(
        refusal.decode::<Event<i64>>().map(|event| event.data),
        Ok(3)
    );
    assert!(refusal.decode::<Vec<i64>>().is_err());
    assert_eq!(format!("{refusal:?}").matches("24 bytes").count(), 1);
}

#[cfg(feature = "client")]
#[tokio::test]
async fn what_a_handler_gives_becomes_a_result() {
    let outcome = |content: Content| async { content.into_outcome(2).await.expect("is fine") };
    assert_eq!(outcome(Content::Nothing).await.text, "Done.");
    let json = outcome(Content::json(&vec![1_i64])).await;
    assert_eq!(
        (json.text.as_str(), json.structured),
        ("[1]", Some(json!([1])))
    );
    assert_eq!(outcome(Content::Text("a".to_owned())).await.text, "a");
    let file = File::new("abc")
        .with_filename("a.png")
        .with_media_type("image/png");
    let file = outcome(Content::File(file)).await;
    assert_eq!(
        file.text,
        "The file \"a.png\", 3 bytes of image/png, attached."
    );
    assert_eq!(file.attachments[0].data, b"abc");
    let items = outcome(Content::from_items(Items::from(vec![1_i64, 2, 3]))).await;
    assert_eq!(items.structured, Some(json!([1, 2])));
    let all = Items::from(vec![1_i64, 2]).collect().await;
    assert_eq!(all.expect("are known"), [1, 2]);
}
