//! The first call, as README and the guide show it.

use crate::server::HttpServer;
use serde_json::Value;
use toolwright_tests::pages::{Page, commands};

#[test]
fn the_first_call_is_answered_as_shown() {
    let all = commands();
    let on = |page: &'static str| all.iter().filter(move |(place, _)| place.starts_with(page));
    for page in ["README.md", "docs/quick-start.md"] {
        let run: Vec<&String> = on(page)
            .map(|(_, words)| words)
            .find(|words| words.contains(&"petstore-mcp".to_owned()) && words[1] == "run")
            .expect("the server is started")
            .iter()
            .collect();
        assert_eq!(
            run[4..],
            [
                "--",
                "--transport",
                "http",
                "--bridge",
                "--upstream",
                "builtin"
            ],
            "{page}"
        );
        let server = HttpServer::start(&["--bridge", "--upstream", "builtin"], &[]);
        let (_, words) = on(page)
            .find(|(_, words)| words[0] == "curl")
            .expect("the server is called");
        let after = |option: &'static str| {
            let pairs = words.windows(2).filter(move |pair| pair[0] == option);
            pairs.map(|pair| pair[1].as_str())
        };
        let headers: Vec<&str> = after("-H").collect();
        let answer = server.call(
            "127.0.0.1:8000",
            &headers,
            after("-d").next().expect("a body"),
        );
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        if page == "docs/quick-start.md" {
            let blocks = Page::read(page).blocks();
            let shown = blocks.iter().find(|block| block.language == "json");
            let shown: Value =
                serde_json::from_str(&shown.expect("is shown").text).expect("is JSON");
            assert_eq!(answer["result"]["structuredContent"], shown);
        }
    }
}
