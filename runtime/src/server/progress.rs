use std::convert::Infallible;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use tokio::time::Instant;

use crate::context::CallContext;
use crate::tool::Tool;

/// How often a client that asked for it is told that a call is still running.
const EVERY: Duration = Duration::from_secs(3);

/// Sends progress notifications for as long as it is polled; never ends.
///
/// `progress` counts seconds, since what remains to be done is not known.
pub(super) async fn tell(
    tool: &Tool,
    call: &CallContext,
    context: &RequestContext<RoleServer>,
) -> Infallible {
    let Some(token) = context.meta.get_progress_token() else {
        return std::future::pending().await;
    };
    let started = Instant::now();
    loop {
        tokio::time::sleep(EVERY).await;
        let seconds = started.elapsed().as_secs();
        let message = match call.reported() {
            nothing if nothing.is_empty() => {
                format!("waiting for {} {}", tool.method.as_str(), tool.path)
            }
            reported => reported,
        };
        // Seconds are few enough for a float to be exact.
        let progress = ProgressNotificationParam::new(token.clone(), seconds as f64);
        let told = context
            .peer
            .notify_progress(progress.with_message(message))
            .await;
        if let Err(error) = told {
            tracing::debug!(%error, "progress can't be told");
        }
    }
}
