//! What a call adds to the request that it makes.

use std::time::{Duration, Instant};

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use serde_json::{Map, Value};
use toolwright::HttpExecutor;

use crate::Error;
use crate::issues::API;
use crate::measure::{median, us};

const WARM_UP: usize = 200;
const CALLS: usize = 5_000;
const ISSUE: &str = r#"{"id":1,"number":1347,"state":"open","title":"Found a bug"}"#;

/// Sends the same GET directly and as a call, in turn, to a server on this machine.
pub fn run(_: &[String]) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let base = start_upstream()?;
    let (direct, call) = runtime.block_on(measure(&base))?;
    println!("medians of {CALLS} in turn");
    println!("  GET, directly: {:.1} µs", us(direct));
    println!("  GET, as a call: {:.1} µs", us(call));
    println!("  more: {:.1} µs", us(call) - us(direct));
    Ok(())
}

/// On a thread and a runtime of its own, as another process would be.
fn start_upstream() -> Result<String, Error> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let base = format!("http://{}", listener.local_addr()?);
    std::thread::spawn(move || -> std::io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let answer = || async { ([(CONTENT_TYPE, "application/json")], ISSUE) };
            let router = Router::new().fallback(get(answer));
            let listener = tokio::net::TcpListener::from_std(listener)?;
            axum::serve(listener, router).await
        })
    });
    Ok(base)
}

async fn measure(base: &str) -> Result<(Duration, Duration), Error> {
    let executor = HttpExecutor::builder(&API).base_url(base).build()?;
    let arguments: Map<String, Value> =
        serde_json::from_str(r#"{"owner":"octocat","repo":"hello-world","number":1347}"#)?;
    let url = format!("{base}/repos/octocat/hello-world/issues/1347");
    let tool = API.tool("get_issue").ok_or("there is no such tool")?;
    // The first call has installed what reqwest needs for TLS.
    toolwright::call(tool, &executor, arguments.clone()).await;
    let client = reqwest::Client::new();
    let [mut direct, mut calls] = [const { Vec::new() }; 2];
    for _ in 0..WARM_UP + CALLS {
        let start = Instant::now();
        let body = client.get(&url).send().await?.bytes().await?;
        direct.push(start.elapsed());
        let start = Instant::now();
        let outcome = toolwright::call(tool, &executor, arguments.clone()).await;
        calls.push(start.elapsed());
        if outcome.is_error || body.len() != ISSUE.len() {
            return Err(format!("the call failed: {outcome:?}").into());
        }
    }
    Ok((
        median(direct.get_mut(WARM_UP..).unwrap_or_default()),
        median(calls.get_mut(WARM_UP..).unwrap_or_default()),
    ))
}
