use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// Names a binary to test in place of the one that cargo built for these tests.
pub(crate) const OWN_SERVER: &str = "TOOLWRIGHT_OWN_SERVER";

/// The binary.
pub(crate) fn server() -> String {
    let own = std::env::var(OWN_SERVER).ok();
    own.unwrap_or_else(|| env!("CARGO_BIN_EXE_petstore-mcp").to_owned())
}

/// The server over HTTP on a port of its own, until dropped.
pub(crate) struct HttpServer {
    child: Child,
    address: String,
}

impl HttpServer {
    /// With further options, and with variables.
    pub(crate) fn start(options: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut child = Command::new(server())
            .args(["--transport", "http", "--listen", "127.0.0.1:0"])
            .args(options)
            .envs(variables.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let stderr = child.stderr.take().expect("its standard error is piped");
        let mut lines = BufReader::new(stderr).lines().map_while(Result::ok);
        let address = lines
            .find_map(|line| {
                let (_, url) = line.split_once("listening on http://")?;
                let (address, _) = url.split_once("/mcp")?;
                Some(address.to_owned())
            })
            .expect("the server says where it listens");
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// The response to a request with this head, which is completed, and this body.
    pub(crate) fn ask(&self, head: &str, host: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        let length = body.len();
        let request = format!(
            "{head}\r\nhost: {host}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
        );
        stream
            .write_all(request.as_bytes())
            .expect("the server reads");
        let mut response = String::new();
        stream
            .read_to_string(&mut response)
            .expect("the server answers");
        response
    }

    /// The answer to a message with these headers.
    pub(crate) fn call(&self, host: &str, headers: &[&str], message: &str) -> Value {
        let headers: String = headers
            .iter()
            .map(|header| format!("\r\n{header}"))
            .collect();
        let response = self.ask(&format!("POST /mcp HTTP/1.1{headers}"), host, message);
        let (head, body) = response.split_once("\r\n\r\n").expect("has a head");
        assert!(head.starts_with("HTTP/1.1 200"), "{response}");
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {response}"))
    }

    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.child
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
