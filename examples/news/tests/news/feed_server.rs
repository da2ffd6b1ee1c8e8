//! A web server with feeds, which notes the requests that it gets.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

pub(crate) const RSS: &str = r#"<?xml version="1.0"?>
<rss version="2.0"><channel>
  <title>Local &amp; small</title><link>https://example.com</link><description>Test feed</description>
  <item><guid>a</guid><title>A wonderful day</title><link>https://example.com/a</link>
    <description>&lt;p&gt;Everybody is &lt;b&gt;happy&lt;/b&gt;.&lt;/p&gt;</description>
    <pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate></item>
  <item><guid>b</guid><title>A terrible night</title><link>javascript:alert(1)</link>
    <description>A deadly disaster.</description></item>
</channel></rss>"#;

const ATOM: &str = r#"<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:x</id><title>Atoms</title>
<updated>2026-03-02T10:00:00Z</updated>
<entry><id>urn:1</id><title>One</title><updated>2026-03-02T10:00:00Z</updated></entry></feed>"#;

/// A server that runs until the test's process ends.
pub(crate) struct FeedServer {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl FeedServer {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let requests = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&requests);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let noted = Arc::clone(&noted);
                std::thread::spawn(move || answer(stream, &noted));
            }
        });
        Self { address, requests }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The requests so far: the lines of each head.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("nobody panicked").clone()
    }
}

fn answer(stream: TcpStream, requests: &Mutex<Vec<String>>) {
    let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
    let head: Vec<String> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
    let head = head.join("\n").to_lowercase();
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    requests.lock().expect("nobody panicked").push(head.clone());
    let (status, headers, body) = match path.as_str() {
        "/deep" => ("200 OK", "", nested_feed("x")),
        // In UTF-16BE, the bytes of the title are the beginning of a comment.
        "/deep-utf-16" => ("200 OK", "", nested_feed("\u{3c21}\u{2d2d}")),
        "/rss" if head.contains("if-none-match: \"v1\"") => ("304 Not Modified", "", String::new()),
        "/rss" => (
            "200 OK",
            "ETag: \"v1\"\r\nLast-Modified: Mon, 02 Mar 2026 10:00:00 GMT\r\n",
            RSS.to_owned(),
        ),
        "/atom" => ("200 OK", "", ATOM.to_owned()),
        "/page" => ("200 OK", "", "<html><h1>No feed</h1></html>".to_owned()),
        "/huge" => ("200 OK", "", " ".repeat(6 * 1024 * 1024)),
        "/moved" => ("302 Found", "Location: /rss\r\n", String::new()),
        "/to-file" => (
            "302 Found",
            "Location: file:///etc/passwd\r\n",
            String::new(),
        ),
        "/circle" => ("302 Found", "Location: /circle\r\n", String::new()),
        _ => ("404 Not Found", "", String::new()),
    };
    let body = match path.as_str() {
        "/deep-utf-16" => body.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => body.into_bytes(),
    };
    let length = body.len();
    let mut stream = &stream;
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let _ = stream.write_all(&body);
}

/// The byte order mark.
const MARK: char = '\u{feff}';

/// `feed-rs` calls itself for each of these elements.
fn nested_feed(title: &str) -> String {
    let (open, close) = ("<media:content>", "</media:content>");
    let nested = format!("{}{}", open.repeat(50_000), close.repeat(50_000));
    let media = "http://search.yahoo.com/mrss/";
    let head =
        format!("<rss version=\"2.0\" xmlns:media=\"{media}\"><channel><title>{title}</title>");
    format!("{MARK}{head}<item>{nested}</item></channel></rss>")
}
