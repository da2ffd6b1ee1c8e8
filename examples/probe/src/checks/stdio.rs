//! What the stdio transport demands: a clean standard output, and an end when standard input ends.

use super::report::Report;
use super::rule;
use super::session::Session;

/// A connection that was closed.
pub(super) struct Closed {
    noise: Vec<String>,
    /// Whether the server ended by itself, and how; none over HTTP.
    end: Option<(bool, Option<String>)>,
}

impl Closed {
    pub(super) async fn close(mut session: Session) -> Self {
        let noise = session
            .wire
            .stdio()
            .map(|wire| std::mem::take(&mut wire.noise));
        let end = session.wire.close().await;
        Self {
            noise: noise.unwrap_or_default(),
            end: end.map(|end| (end.by_itself, end.status)),
        }
    }
}

pub(super) fn check_stdio(closed: &[Closed], report: &mut Report) {
    let ends: Vec<&(bool, Option<String>)> =
        closed.iter().filter_map(|it| it.end.as_ref()).collect();
    let Some((by_itself, status)) = ends.iter().min_by_key(|(by_itself, _)| *by_itself) else {
        return;
    };
    let noise: Vec<String> = closed.iter().flat_map(|it| it.noise.clone()).collect();
    report.judge(rule::STDOUT, &noise, "every line is a message");
    let status = status.as_deref().unwrap_or("its end was not seen");
    match by_itself {
        true => report.pass(rule::EXIT, status),
        false => report.broken(
            rule::EXIT,
            format!("it had to be ended by a signal ({status})"),
        ),
    }
}
