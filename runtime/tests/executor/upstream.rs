use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A server that records what it is sent, byte by byte.
pub struct Upstream {
    address: SocketAddr,
    received: Arc<Mutex<Vec<String>>>,
}

/// What a message is answered, and after how long.
type Answers = Arc<dyn Fn(&str) -> (Duration, Vec<u8>) + Send + Sync>;

impl Upstream {
    /// One that always answers the same.
    pub async fn answering(response: impl Into<Vec<u8>>) -> Self {
        let response = response.into();
        let delay = Duration::from_secs(if response.is_empty() { 60 } else { 0 });
        Self::with(move |_| (delay, response.clone())).await
    }

    /// One that answers what it is asked.
    pub async fn with(
        answer: impl Fn(&str) -> (Duration, Vec<u8>) + Send + Sync + 'static,
    ) -> Self {
        let answers: Answers = Arc::new(answer);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let received = Arc::new(Mutex::new(Vec::new()));
        let record = received.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, answers.clone(), record.clone()));
            }
        });
        Self { address, received }
    }

    /// `200 OK` with JSON.
    pub async fn ok() -> Self {
        Self::answering(response(
            "200 OK",
            "Content-Type: application/json\r\n",
            "{}",
        ))
        .await
    }

    pub fn base_url(&self) -> String {
        format!("http://{}/v1/", self.address)
    }

    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// The messages whose first line begins like that.
    pub fn received_for(&self, start: &str) -> Vec<String> {
        let mut received = self.received();
        received.retain(|message| message.starts_with(start));
        received
    }

    pub fn received(&self) -> Vec<String> {
        self.received.lock().unwrap().clone()
    }

    /// The one request that was received, without the headers that every request has.
    pub fn request(&self) -> String {
        let received = self.received();
        assert_eq!(received.len(), 1, "{received:?}");
        received[0]
            .split_inclusive("\r\n")
            .filter(|line| {
                !["host:", "user-agent:", "accept:", "accept-encoding:"]
                    .iter()
                    .any(|name| line.to_ascii_lowercase().starts_with(name))
            })
            .collect()
    }
}

pub fn response(status: &str, headers: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

async fn serve(mut stream: TcpStream, answers: Answers, record: Arc<Mutex<Vec<String>>>) {
    let _ = stream.set_nodelay(true);
    let mut buffer = Vec::new();
    loop {
        let end = loop {
            if let Some(end) = message_end(&buffer) {
                break end;
            }
            let mut chunk = [0; 4096];
            match stream.read(&mut chunk).await {
                Ok(0) | Err(_) => return,
                Ok(count) => buffer.extend_from_slice(&chunk[..count]),
            }
        };
        let message: Vec<u8> = buffer.drain(..end).collect();
        let message = String::from_utf8(message).unwrap();
        let (delay, response) = answers(&message);
        record.lock().unwrap().push(message);
        tokio::time::sleep(delay).await;
        if stream.write_all(&response).await.is_err() {
            return;
        }
    }
}

fn message_end(buffer: &[u8]) -> Option<usize> {
    let head = buffer.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let text = String::from_utf8_lossy(&buffer[..head]).to_ascii_lowercase();
    let length = text
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .map_or(0, |length| length.parse().unwrap());
    (buffer.len() >= head + length).then_some(head + length)
}
