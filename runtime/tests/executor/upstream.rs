use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A server that records what it is sent, byte by byte, and always answers the same.
pub struct Upstream {
    address: SocketAddr,
    received: Arc<Mutex<Vec<String>>>,
}

impl Upstream {
    pub async fn answering(response: impl Into<Vec<u8>>) -> Self {
        let response = response.into();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let received = Arc::new(Mutex::new(Vec::new()));
        let record = received.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, response.clone(), record.clone()));
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
                !["host:", "user-agent:", "accept:"]
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

async fn serve(mut stream: TcpStream, response: Vec<u8>, record: Arc<Mutex<Vec<String>>>) {
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
        record.lock().unwrap().push(message);
        if response.is_empty() {
            tokio::time::sleep(Duration::from_secs(60)).await;
        }
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
