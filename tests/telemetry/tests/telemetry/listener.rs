use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// Something that takes requests over HTTP and answers each with the same.
pub(crate) struct Listener {
    pub(crate) url: String,
    requests: Receiver<Request>,
}

pub(crate) struct Request {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let (_, value) = lines.find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(value)
    }
}

impl Listener {
    pub(crate) fn start(content_type: &'static str, answer: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("is bound"));
        let (sender, requests) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                take(stream, content_type, answer, &sender);
            }
        });
        Self { url, requests }
    }

    /// The next request, which has to come soon.
    pub(crate) fn request(&self) -> Request {
        let patience = Duration::from_secs(20);
        self.requests.recv_timeout(patience).expect("a request")
    }

    /// A request that has come.
    pub(crate) fn another(&self) -> Option<Request> {
        self.requests.try_recv().ok()
    }
}

fn take(mut stream: TcpStream, content_type: &str, answer: &str, requests: &Sender<Request>) {
    let mut reader = BufReader::new(stream.try_clone().expect("is open"));
    let (mut head, mut line) = (String::new(), String::new());
    while reader.read_line(&mut line).unwrap_or_default() > 2 {
        head.push_str(&line);
        line.clear();
    }
    let mut request = Request {
        head,
        body: Vec::new(),
    };
    let length = request.header("content-length").unwrap_or("0").parse();
    request.body.resize(length.expect("is a number"), 0);
    if reader.read_exact(&mut request.body).is_err() {
        return;
    }
    let _ = requests.send(request);
    let length = answer.len();
    let _ = write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nConnection: close\r\n\
         Content-Length: {length}\r\n\r\n{answer}"
    );
}
