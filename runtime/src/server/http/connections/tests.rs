use super::*;

use axum::routing::{get, post};
use tokio::task::JoinHandle;

use crate::memory::Memory;
use crate::server::http::intake;

/// Short enough to wait for, long enough for a busy machine to send something within it.
const SHORT: Duration = Duration::from_millis(300);
const LONG: Duration = Duration::from_secs(30);

struct Running {
    address: SocketAddr,
    stop: CancellationToken,
    serving: JoinHandle<()>,
}

async fn start(config: HttpConfig) -> Running {
    let limits = HttpConfig {
        max_request_bytes: 100,
        ..config.clone()
    };
    let read = async move |request: axum::extract::Request| {
        let (head, body) = request.into_parts();
        match intake::read_body(&head, body, &limits, &Memory::default()).await {
            Ok(intake) => Response::new(format!("{} bytes", intake.body.len()).into()),
            Err(rejected) => rejected.into_json_rpc(),
        }
    };
    let peer = async |ConnectInfo(peer): ConnectInfo<SocketAddr>| peer.ip().to_string();
    let slow = async || {
        sleep(2 * SHORT).await;
        "slow"
    };
    let routes = Router::new()
        .route("/", get(peer))
        .route("/slow", get(slow))
        .route("/read", post(read));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("is bound");
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    let serving =
        tokio::spawn(async move { serve_connections(listener, routes, &config, stopped).await });
    Running {
        address,
        stop,
        serving,
    }
}

fn config() -> HttpConfig {
    HttpConfig {
        header_timeout: LONG,
        body_timeout: LONG,
        idle_timeout: LONG,
        ..HttpConfig::default()
    }
}

async fn connect(server: &Running) -> TcpStream {
    TcpStream::connect(server.address)
        .await
        .expect("it listens")
}

async fn send(stream: &mut TcpStream, text: &str) {
    stream.write_all(text.as_bytes()).await.expect("it reads");
}

/// What comes until the server closes the connection, which takes a while and not for ever.
async fn rest(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    let read = timeout(LONG, stream.read_to_end(&mut text)).await;
    // A connection that is reset is closed as well.
    let _ = read.expect("the connection is closed");
    String::from_utf8_lossy(&text).into_owned()
}

async fn response(stream: &mut TcpStream, end: &str) -> String {
    let mut text = Vec::new();
    while !text.ends_with(end.as_bytes()) {
        let byte = timeout(LONG, stream.read_u8()).await.expect("it answers");
        text.push(byte.expect("it answers before it closes"));
    }
    String::from_utf8_lossy(&text).into_owned()
}

const GET: &str = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

#[tokio::test]
async fn a_client_that_does_not_finish_a_head_is_left() {
    let server = start(HttpConfig {
        header_timeout: SHORT,
        ..config()
    })
    .await;
    for text in ["", "GET / HTTP/1.1\r\nHost: "] {
        let mut stream = connect(&server).await;
        send(&mut stream, text).await;
        rest(&mut stream).await;
    }
    // Also on a connection that has answered.
    let mut stream = connect(&server).await;
    send(&mut stream, GET).await;
    response(&mut stream, "127.0.0.1").await;
    send(&mut stream, "GET /").await;
    rest(&mut stream).await;
}

#[tokio::test]
async fn between_requests_and_while_one_runs_there_is_more_time() {
    let server = start(HttpConfig {
        header_timeout: SHORT,
        ..config()
    })
    .await;
    let mut stream = connect(&server).await;
    for _ in 0..2 {
        send(&mut stream, GET).await;
        response(&mut stream, "127.0.0.1").await;
        sleep(2 * SHORT).await;
    }
    send(&mut stream, "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n").await;
    response(&mut stream, "slow").await;
    let post = "POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n1";
    send(&mut stream, post).await;
    sleep(2 * SHORT).await;
    send(&mut stream, "2").await;
    response(&mut stream, "2 bytes").await;
}

#[tokio::test]
async fn an_idle_connection_is_closed() {
    let server = start(HttpConfig {
        header_timeout: SHORT,
        idle_timeout: SHORT,
        ..config()
    })
    .await;
    let mut stream = connect(&server).await;
    send(&mut stream, GET).await;
    response(&mut stream, "127.0.0.1").await;
    assert_eq!(rest(&mut stream).await, "");
}

#[tokio::test]
async fn a_body_that_does_not_come_is_answered() {
    let server = start(HttpConfig {
        body_timeout: SHORT,
        ..config()
    })
    .await;
    let mut stream = connect(&server).await;
    let post = "POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf";
    send(&mut stream, post).await;
    let answer = rest(&mut stream).await.to_ascii_lowercase();
    assert!(answer.starts_with("http/1.1 408 "), "{answer}");
    assert!(answer.contains("connection: close"), "{answer}");
}

#[tokio::test]
async fn surplus_connections_are_told_so() {
    let server = start(HttpConfig {
        max_connections: 2,
        ..config()
    })
    .await;
    let (mut first, mut second) = (connect(&server).await, connect(&server).await);
    for stream in [&mut first, &mut second] {
        send(stream, GET).await;
        response(stream, "127.0.0.1").await;
    }
    let mut third = connect(&server).await;
    send(&mut third, GET).await;
    let answer = rest(&mut third).await;
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(answer.ends_with("too many connections.\r\n"), "{answer}");
    send(&mut first, GET).await;
    response(&mut first, "127.0.0.1").await;
    drop(second);
    let again = async {
        loop {
            let mut stream = connect(&server).await;
            send(
                &mut stream,
                "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            )
            .await;
            if rest(&mut stream).await.starts_with("HTTP/1.1 200 ") {
                return;
            }
        }
    };
    timeout(LONG, again)
        .await
        .expect("a closed connection is free again");
}

#[tokio::test]
async fn what_runs_is_finished_and_what_idles_is_closed() {
    let server = start(config()).await;
    let mut idle = connect(&server).await;
    send(&mut idle, GET).await;
    response(&mut idle, "127.0.0.1").await;
    let mut running = connect(&server).await;
    send(&mut running, "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n").await;
    sleep(SHORT).await;
    server.stop.cancel();
    assert_eq!(rest(&mut idle).await, "");
    assert!(rest(&mut running).await.ends_with("slow"));
    timeout(LONG, server.serving)
        .await
        .expect("it ends")
        .expect("without a panic");
}

#[tokio::test]
async fn http_2_is_not_spoken() {
    let server = start(config()).await;
    let mut stream = connect(&server).await;
    send(&mut stream, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    let answer = rest(&mut stream).await;
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
        "{answer:?}"
    );
}

#[test]
fn the_limit_of_open_files_is_read() {
    let limits = "Limit                     Soft Limit           Hard Limit           Units     \n\
                  Max processes             63432                63432                processes \n\
                  Max open files            1024                 1048576              files     \n";
    assert_eq!(parse_open_file_limit(limits), Some(1024));
    assert_eq!(parse_open_file_limit(""), None);
    assert!((1..=1_000).contains(&default_max_connections()));
}
