//! Hand-written handlers, and the upstream that they and the other tools use.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use toolwright::generated::start_own_tool;
use toolwright::schema::{Keyword, Property, Schema, Types};
use toolwright::value::{Cursor, Decode, Fields};
use toolwright::{Annotations, Call, File, InputSchema, Json, Method, Outcome, OwnTool, ToolError};
use toolwright_tests::compiled::handlers as shop;

use shop::{GetPet, OrderStatus, Photo, PlaceOrder, ReleasePet, types};

/// What was done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn say(&self, text: impl Into<String>) {
        self.0.lock().expect("is whole").push(text.into());
    }

    pub(crate) fn said(&self) -> Vec<String> {
        self.0.lock().expect("is whole").clone()
    }

    pub(crate) async fn wait_for(&self, text: &str) {
        for _ in 0..200 {
            if self.said().iter().any(|said| said == text) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("nobody said {text:?}");
    }
}

/// A pet whose answer takes more than half of the memory that a server has for the values of answers.
pub(crate) const LARGE: &str = "large";

pub(crate) struct Shop {
    pub(crate) log: Log,
}

#[toolwright::handlers]
impl shop::Handlers for Shop {
    async fn release_pet(&self, request: ReleasePet, call: &Call<'_>) -> Result<(), ToolError> {
        assert_ne!(request.pet_id, "panic", "a secret");
        if request.pet_id == LARGE {
            let [one, other] = [(); 2].map(|()| GetPet {
                pet_id: LARGE.to_owned(),
            });
            let (one, other) = tokio::join!(call.send(&one), call.send(&other));
            self.log
                .say(format!("{} and {}", one?.body().name, other?.body().name));
        }
        self.log.say(format!("release of {}", request.pet_id));
        Ok(())
    }

    async fn photo(&self, _: Photo, _: &Call<'_>) -> Result<File, ToolError> {
        Ok(File::new(*b"\x89PNG").with_media_type("image/png"))
    }

    async fn place_order(
        &self,
        request: PlaceOrder,
        call: &Call<'_>,
    ) -> Result<types::Order, ToolError> {
        let order = request.body;
        match order.pet_id.as_str() {
            "unlucky" => {
                let message = "nobody may order this one";
                return Err(ToolError::invalid_argument("/petId", message));
            }
            "slow" => tokio::time::sleep(Duration::from_secs(60)).await,
            _ => {}
        }
        let pet_id = order.pet_id;
        let pet = call.send(&GetPet { pet_id }).await?.into_body();
        self.log.say(format!("order of {}", pet.id));
        Ok(types::Order {
            id: 1,
            pet,
            count: order.count.unwrap_or(1),
        })
    }

    async fn order_status(
        &self,
        request: OrderStatus,
        call: &Call<'_>,
    ) -> Result<String, ToolError> {
        match request.order_id {
            0 => {
                call.report("waiting for the warehouse");
                let (log, cancellation) = (self.log.clone(), call.cancellation());
                tokio::spawn(async move {
                    cancellation.cancelled().await;
                    log.say("cancelled");
                });
                std::future::pending().await
            }
            2 => Err(ToolError::outcome(Outcome::success("As it is."))),
            404 => Err(ToolError::not_found("an order with the id 404")),
            500 => {
                let read = "seven".parse::<u8>().map_err(ToolError::from);
                Err(read
                    .expect_err("is no number")
                    .context("the book of orders"))
            }
            _ => Ok("on its way".to_owned()),
        }
    }
}

struct Restock {
    count: i64,
}

impl Decode for Restock {
    fn decode(at: &mut Cursor) -> Self {
        let mut fields = Fields::open(at);
        let count = fields.take("count");
        fields.close();
        Self { count }
    }
}

async fn restock(log: &Log, input: Restock, call: &Call<'_>) -> Result<Json, ToolError> {
    log.say(format!("restock {}", input.count));
    let client = call
        .client_info()
        .ok_or_else(|| ToolError::new("no client"))?;
    let by = format!("{} {}", client.name, client.version);
    Ok(json!({"ordered": input.count, "by": by}))
}

static RESTOCK: InputSchema = InputSchema::new(
    r#"{"type":"object","properties":{"count":{"type":"integer"}},"required":["count"],"additionalProperties":false}"#,
    &RESTOCK_CHECK,
);

static RESTOCK_CHECK: Schema = Schema(
    Types::OBJECT,
    &[Keyword::ClosedObject(&[Property::Required(
        "count",
        &Schema(Types::INTEGER, &[]),
    )])],
);

pub(crate) static OWN: &[OwnTool<Log>] = &[OwnTool {
    name: "restock",
    title: "",
    description: "Orders what is sold out.",
    annotations: Annotations {
        open_world: false,
        ..Annotations::of(Method::Post)
    },
    input: || &RESTOCK,
    output: None,
    start: |log, fields, call| start_own_tool(fields, move |input| restock(log, input, call)),
}];

/// An upstream that knows one pet.
pub(crate) struct Upstream(u16);

impl Upstream {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port is free");
        let port = listener.local_addr().expect("it listens").port();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let mut head = Vec::new();
                    while !head.ends_with(b"\r\n\r\n") {
                        match stream.read_u8().await {
                            Ok(byte) => head.push(byte),
                            Err(_) => return,
                        }
                    }
                    let answer = answer(&String::from_utf8_lossy(&head));
                    let _ = stream.write_all(answer.as_bytes()).await;
                });
            }
        });
        Self(port)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.0)
    }
}

fn answer(head: &str) -> String {
    let large = format!(
        r#"{{"id":"large","name":"Eve","more":[0{}]}}"#,
        ",0".repeat(200_000)
    );
    let path = head.split(' ').nth(1).unwrap_or_default();
    let (status, body) = match path {
        "/pets" => ("200 OK", r#"[{"id":"7","name":"Ada"}]"#),
        "/pets/7" => ("200 OK", r#"{"id":"7","name":"Ada"}"#),
        "/pets/large" => ("200 OK", large.as_str()),
        "/ping" => ("200 OK", r#""pong""#),
        _ => ("404 Not Found", r#"{"message":"no such pet"}"#),
    };
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         connection: close\r\n\r\n{body}"
    )
}
