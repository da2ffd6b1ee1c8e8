//! Decodes responses of generated operations: a line of JSON each on standard input, `{"api", "tool",
//! "status", "content_type", "body"}`. A line on standard output says what is wrong with one.

use std::io::{self, BufRead as _, Write as _};

use toolwright::Reply;
use toolwright::value::Json;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let answer: Json = serde_json::from_str(&line?)?;
        let text = |name: &str| answer[name].as_str().unwrap_or_default();
        let status = answer["status"].as_u64().and_then(|status| status.try_into().ok());
        let mut reply = Reply::new(status.unwrap_or(200), text("content_type"), text("body"));
        let (api, tool) = (text("api"), text("tool"));
        if !read(api, tool, &mut reply) {
            writeln!(out, "{api} has no operation {tool}")?;
        }
        for violation in reply.violations() {
            writeln!(out, "{api} {tool}: {violation} in {}", text("body"))?;
        }
    }
    Ok(())
}
