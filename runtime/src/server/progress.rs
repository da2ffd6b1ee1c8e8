use std::convert::Infallible;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use tokio::time::Instant;

use crate::context::CallContext;
use crate::face::Face;

/// How often a client that asked for it is told that a call is still running.
const EVERY: Duration = Duration::from_secs(3);
/// How soon it is told that a call has come further.
const SOON: Duration = Duration::from_millis(500);

/// Sends progress notifications for as long as it is polled; never ends.
///
/// `progress` counts seconds, since what remains to be done is not known.
pub(super) async fn tell(
    tool: &Face,
    call: &CallContext,
    context: &RequestContext<RoleServer>,
) -> Infallible {
    let Some(token) = context.meta.get_progress_token() else {
        return std::future::pending().await;
    };
    let started = Instant::now();
    let mut last = (started, String::new());
    loop {
        tokio::time::sleep(SOON).await;
        let reported = call.reported();
        let (told, said) = &last;
        if *said == reported && told.elapsed() < EVERY {
            continue;
        }
        last = (Instant::now(), reported.clone());
        let message = match reported {
            nothing if nothing.is_empty() => match tool.waits_for {
                Some((method, path)) => format!("waiting for {} {path}", method.as_str()),
                None => format!("{} is running", tool.name),
            },
            reported => reported,
        };
        let seconds = started.elapsed().as_secs_f64();
        let progress = ProgressNotificationParam::new(token.clone(), seconds);
        let told = context
            .peer
            .notify_progress(progress.with_message(message))
            .await;
        if let Err(error) = told {
            tracing::debug!(%error, "progress can't be told");
        }
    }
}
