//! The client against a shop that knows three requests.

use example_client::{order_any, shop, watch};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use toolwright::{HttpExecutor, SendError};

/// The executor for a shop whose orders are answered like that.
async fn executor(order: &'static str) -> HttpExecutor {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("can listen");
    let address = listener.local_addr().expect("has an address");
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = vec![0; 4096];
            let length = stream.read(&mut request).await.unwrap_or_default();
            let request = String::from_utf8_lossy(&request[..length]).into_owned();
            let answer = match request.split(' ').nth(1).unwrap_or_default() {
                "/v1/articles?status=available" => {
                    "200 OK\r\ncontent-type: application/json\r\n\r\n[{\"id\": 7, \"name\": \"Chair\"}]"
                }
                "/v1/orders" if request.ends_with("{\"article\":7}") => order,
                "/v1/changes" => {
                    "200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: {\"id\": 7}\n\n\
                     data: {\"id\": 7, \"name\": \"Chair\"}\n\n"
                }
                other => panic!("{other}"),
            };
            let answer = format!(
                "HTTP/1.1 {}",
                answer.replacen("\r\n", "\r\nconnection: close\r\n", 1)
            );
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    HttpExecutor::builder(&shop::API)
        .base_url(format!("http://{address}/v1"))
        .build()
        .expect("the executor can be built")
}

#[tokio::test]
async fn an_order() {
    let executor = executor(
        "201 Created\r\ncontent-type: application/json\r\n\r\n{\"id\": 3, \"article\": 7}",
    )
    .await;
    assert_eq!(order_any(&executor).await.expect("is placed"), Some(3));
    watch(&executor).await.expect("tells what changes");
}

#[tokio::test]
async fn an_order_without_a_number() {
    let executor = executor("202 Accepted\r\ncontent-length: 0\r\n\r\n").await;
    assert_eq!(order_any(&executor).await.expect("is placed"), None);
}

#[tokio::test]
async fn a_refusal() {
    let executor = executor("409 Conflict\r\ncontent-type: text/plain\r\n\r\nSold").await;
    let error = order_any(&executor).await.expect_err("is refused");
    let SendError::Status(refusal) = error else {
        panic!("{error:?}");
    };
    assert_eq!((refusal.status, &*refusal.text()), (409, "Sold"));
}
