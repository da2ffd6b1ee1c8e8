//! Files by path and URI: what may be read, what must not be, and what errors say.

use std::path::Path;
use std::time::Duration;
use std::{env, fs, process};

use reqwest::Url;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::*;
use crate::http::executor::http_clients::ClientSettings;
use crate::http::executor::proxy::Proxies;
use crate::http::executor::trusted_authorities::TrustedAuthorities;
use crate::schema::{Keyword, Optional, Types};

static SCHEMA: Schema = Schema(
    Types::OBJECT,
    &[Keyword::ClosedObject(&[
        Optional("file", Schema::FILE),
        Optional("files", Schema::FILES),
    ])],
);

/// A folder of a test's own, gone at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("toolwright-files-{name}-{}", process::id()));
        fs::create_dir_all(path.join("open/below")).expect("a folder");
        fs::create_dir_all(path.join("open-too")).expect("a folder");
        for (file, text) in [
            ("open/a.csv", "a,b"),
            ("open/below/b", "b"),
            ("open-too/c", "c"),
            ("secret.txt", "secret"),
        ] {
            fs::write(path.join(file), text).expect("a file");
        }
        Self(fs::canonicalize(path).expect("is there"))
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn clients() -> HttpClients {
    HttpClients::new(ClientSettings {
        user_agent: "test".to_owned(),
        connect_timeout: Duration::from_secs(5),
        timeout: Duration::from_secs(5),
        certificate: None,
        proxies: Proxies::default(),
        trust: TrustedAuthorities::default(),
        ca_variable: String::new(),
    })
}

async fn load(access: &FileAccess, arguments: Json) -> Result<Json, String> {
    let mut arguments = arguments.as_object().cloned().unwrap_or_default();
    match access.load_files(&SCHEMA, &mut arguments, &clients()).await {
        Ok(()) => Ok(Json::Object(arguments)),
        Err(violations) => Err(violations[0].to_string()),
    }
}

fn below(directory: impl AsRef<Path>) -> FileAccess {
    FileAccess::new(&[directory.as_ref().to_owned()], &[], 6).expect("is a directory")
}

#[tokio::test]
async fn files_of_the_directory_are_read() {
    let folder = Folder::new("read");
    let access = below(folder.0.join("open"));
    let path = folder.path("open/a.csv");
    let uri = Url::from_file_path(&path).expect("is absolute");
    let file = json!({"content": "YSxi", "filename": "a.csv"});
    for reference in [
        json!({"path": path}),
        json!({"path": "a.csv"}),
        json!({"path": "./below/../a.csv"}),
        json!({"uri": uri.as_str()}),
        json!(uri.as_str()),
    ] {
        let loaded = load(&access, json!({"file": reference})).await;
        assert_eq!(loaded, Ok(json!({"file": file})), "{reference}");
    }
    let named = json!({"path": path, "filename": "x", "mediaType": "text/csv"});
    let loaded = load(&access, json!({"files": ["YQ==", named]})).await;
    let named = json!({"content": "YSxi", "filename": "x", "mediaType": "text/csv"});
    assert_eq!(loaded, Ok(json!({"files": ["YQ==", named]})));
}

#[tokio::test]
async fn nothing_leads_out_of_the_directory() {
    let folder = Folder::new("out");
    let open = folder.0.join("open");
    let access = below(&open);
    let mut paths = vec![
        folder.path("secret.txt"),
        folder.path("open-too/c"),
        folder.path("open/../secret.txt"),
        "../secret.txt".to_owned(),
        "below".to_owned(),
        "absent".to_owned(),
        "/etc/passwd".to_owned(),
        "/dev/zero".to_owned(),
        String::new(),
    ];
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(folder.0.join("secret.txt"), open.join("link")).expect("a link");
        symlink(&folder.0, open.join("up")).expect("a link");
        paths.extend(["link", "up/secret.txt", "up/open/../secret.txt"].map(str::to_owned));
        assert!(
            load(&access, json!({"file": {"path": "up/open/a.csv"}}))
                .await
                .is_ok()
        );
    }
    for path in paths {
        let refused = load(&access, json!({"file": {"path": path}})).await;
        let expected = format!("/file: '{path}' is not a file in {}", open.display());
        assert_eq!(refused, Err(expected));
    }
}

/// On Windows, the real path of a directory begins with `\\\\?\\`.
#[cfg(unix)]
#[tokio::test]
async fn errors_name_a_directory_as_it_was_given() {
    let folder = Folder::new("given");
    let given = folder.0.join("given");
    std::os::unix::fs::symlink(folder.0.join("open"), &given).expect("a link");
    let access = below(&given);
    let path = folder.path("given/a.csv");
    assert!(load(&access, json!({"file": {"path": path}})).await.is_ok());
    let refused = load(&access, json!({"file": {"path": "absent"}})).await;
    let expected = format!("/file: 'absent' is not a file in {}", given.display());
    assert_eq!(refused, Err(expected));
}

#[tokio::test]
async fn large_files_and_what_nobody_allowed_are_refused() {
    let folder = Folder::new("refused");
    fs::write(folder.0.join("open/large"), "1234567").expect("a file");
    let access = below(folder.0.join("open"));
    let refused = load(&access, json!({"file": {"path": "large"}})).await;
    assert!(refused.is_err_and(|why| why.contains("larger than the 6 bytes")));
    let (small, rest) = (json!({"path": "a.csv"}), json!({"path": "large"}));
    let refused = load(&access, json!({"files": [small, rest]})).await;
    assert!(refused.is_err_and(|why| why.starts_with("/files/1: is larger than the 3 bytes")));
    let refused = load(&access, json!({"file": "https://example.com/a"})).await;
    assert!(refused.is_err_and(|why| why.contains("--allow-uris")));
    let origins = ["https://files.example.com".to_owned()];
    let access = FileAccess::new(&[], &origins, 6).expect("is an origin");
    for reference in [json!({"path": "a"}), json!("file:///a")] {
        let refused = load(&access, json!({"file": reference})).await;
        assert!(refused.is_err_and(|why| why.contains("--allow-files")));
    }
    assert!(FileAccess::new(&["/no/such".into()], &[], 6).is_err());
    assert!(FileAccess::new(&[folder.0.join("secret.txt")], &[], 6).is_err());
    for origin in [
        "example.com",
        "ftp://a",
        "https://a/b",
        "https://a?b",
        "https://u@a",
    ] {
        assert!(
            FileAccess::new(&[], &[origin.to_owned()], 6).is_err(),
            "{origin}"
        );
    }
}

#[tokio::test]
async fn uris_elsewhere_are_refused() {
    let listed = FileAccess::new(&[], &["https://files.example.com".to_owned()], 6);
    let any = FileAccess::new(&[], &["*".to_owned()], 6).expect("stands for all");
    let refusals = [
        (
            listed.expect("is an origin"),
            "https://example.com/a",
            "not below https://files",
        ),
        (any, "", "not a URI"),
    ];
    for (access, uri, expected) in refusals {
        let refused = load(&access, json!({"file": {"uri": uri}})).await;
        assert!(
            refused.clone().is_err_and(|why| why.contains(expected)),
            "{refused:?}"
        );
    }
    let any = FileAccess::new(&[], &["*".to_owned()], 6).expect("stands for all");
    for uri in [
        "http://example.com/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://169.254.169.254/latest",
        "https://0x7f000001/a",
        "https://localhost/a",
        "https://user:word@example.com/a",
        "ftp://example.com/a",
    ] {
        let refused = load(&any, json!({"file": {"uri": uri}})).await;
        assert!(
            refused.is_err_and(|why| why.contains("not fetched") || why.contains("public")),
            "{uri}"
        );
    }
}

/// Answers one request with those bytes.
async fn origin(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("has an address");
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a request");
        let mut request = [0; 1024];
        let _ = stream.read(&mut request).await;
        let _ = stream.write_all(answer.as_bytes()).await;
    });
    format!("http://{address}")
}

#[tokio::test]
async fn files_are_fetched_from_listed_origins() {
    let cases = [
        (
            "HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: 3\r\n\r\na,b",
            Ok(json!({"content": "YSxi", "filename": "t able.csv", "mediaType": "text/csv"})),
        ),
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\n1234567",
            Err("/file: is larger than the 6 bytes that this call may still read"),
        ),
        (
            "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n",
            Err("/file: could not be fetched: its server responded with status 404 Not Found"),
        ),
        (
            "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n",
            Err("/file: could not be fetched: its server responded with status 302 Found"),
        ),
    ];
    for (answer, expected) in cases {
        let origin = origin(answer).await;
        let access = FileAccess::new(&[], std::slice::from_ref(&origin), 6).expect("an origin");
        let uri = format!("{origin}/dir/..%2Ft%20able.csv?key=1");
        let loaded = load(&access, json!({"file": {"uri": uri}})).await;
        let expected = expected.map(|file| json!({"file": file}));
        assert_eq!(loaded, expected.map_err(str::to_owned), "{answer}");
    }
}
