//! Opening a connection: in the newest way that the server knows, `server/discover` or `initialize`, within one time
//! for both.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use chrono::Utc;
use rmcp::RoleClient;
use rmcp::model::ProtocolVersion;
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, RunningService, serve_client_with_lifecycle_and_ct,
};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, Transport};
use tokio::time::Instant;
use tokio::time::error::Elapsed;
use tokio_util::sync::CancellationToken;

use super::client::ProbeClient;
use super::counting::CountingTransport;
use super::describe::{describe_refusal, is_answer, is_unreachable};
use super::journal::Journal;
use super::process::ServerProcess;
use super::stdio::StdioTransport;
use super::target::{CommandLine, Endpoint, Target};
use super::{Connection, REASON};
use crate::Settings;
use crate::failure::{Failure, FailureKind};

/// POST requests to one server at a time. A tester may call a tool some hundred times at once.
const MAX_CONCURRENT_REQUESTS: usize = 512;

type Running = RunningService<RoleClient, ProbeClient>;

/// A client that has introduced itself, with what it runs on.
struct Opened {
    running: Running,
    process: Option<ServerProcess>,
    journal: Arc<Journal>,
}

/// Why an attempt came to nothing.
struct Attempt {
    failure: Failure,
    /// Whether the server may know the older way of introduction only.
    may_be_older: bool,
    /// Whether the server itself said so, in an answer.
    is_answer: bool,
}

impl Connection {
    /// Connects to a server.
    ///
    /// # Errors
    ///
    /// `connection_failed`, with all that is known of the reason.
    pub(crate) async fn open(
        target: Target,
        settings: &Settings,
        http: &reqwest::Client,
    ) -> Result<Self, Failure> {
        let opening = Opening {
            target: &target,
            settings,
            http,
            deadline: Instant::now() + settings.connect_timeout,
        };
        let newest_first = ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::LATEST],
            legacy_version: None,
        };
        let opened = match opening.attempt(newest_first).await {
            // Some servers end, or answer with something that is not JSON-RPC, when the first message is not
            // `initialize`.
            Err(attempt) if attempt.may_be_older => {
                let older = opening.attempt(ClientLifecycleMode::Initialize).await;
                // What a server says itself is the better reason.
                older.map_err(|older| match older.is_answer {
                    true => older.failure,
                    false => attempt.failure,
                })?
            }
            first => first.map_err(|attempt| attempt.failure)?,
        };
        let peer = opened.running.peer().clone();
        let Some(info) = peer.peer_info() else {
            let message = "the server has not said what it is";
            return Err(Failure::new(FailureKind::ConnectionFailed, message));
        };
        Ok(Self {
            target,
            connected_at: Utc::now(),
            tools_called: AtomicU64::new(0),
            resources_read: AtomicU64::new(0),
            prompts_retrieved: AtomicU64::new(0),
            settings: settings.clone(),
            peer,
            info,
            running: Mutex::new(Some(opened.running)),
            process: opened.process,
            journal: opened.journal,
        })
    }
}

struct Opening<'a> {
    target: &'a Target,
    settings: &'a Settings,
    http: &'a reqwest::Client,
    deadline: Instant,
}

impl Opening<'_> {
    async fn attempt(&self, lifecycle: ClientLifecycleMode) -> Result<Opened, Attempt> {
        match self.target {
            Target::Http(endpoint) => self.attempt_http(endpoint, lifecycle).await,
            Target::Stdio(command) => self.attempt_stdio(command, lifecycle).await,
        }
    }

    async fn attempt_http(
        &self,
        endpoint: &Endpoint,
        lifecycle: ClientLifecycleMode,
    ) -> Result<Opened, Attempt> {
        let mut config = StreamableHttpClientTransportConfig::with_uri(endpoint.url.as_str())
            .max_concurrent_requests(MAX_CONCURRENT_REQUESTS);
        // rmcp limits a body of JSON by itself, to 16 MiB; the lowest version that this builds with has no setting for it.
        config.max_sse_event_size = self.settings.max_message_bytes;
        for (name, value) in &endpoint.headers {
            let (Ok(name), Ok(mut value)) = (
                reqwest::header::HeaderName::try_from(name.as_str()),
                reqwest::header::HeaderValue::try_from(value.as_str()),
            ) else {
                let message = format!("`{name}` is not a header that can be sent");
                return Err(Attempt::last(Failure::new(
                    FailureKind::ConnectionFailed,
                    message,
                )));
            };
            value.set_sensitive(true);
            config.custom_headers.insert(name, value);
        }
        let transport = StreamableHttpClientTransport::with_client(self.http.clone(), config);
        let journal = Arc::new(Journal::default());
        match self.introduce_client(transport, lifecycle, &journal).await {
            Ok(Ok(running)) => Ok(Opened {
                running,
                process: None,
                journal,
            }),
            Ok(Err(refusal)) => {
                let url = endpoint.shown_url();
                let why = describe_refusal(&refusal);
                let failure = Failure::new(
                    FailureKind::ConnectionFailed,
                    format!("no MCP server answers at {url}: {why}"),
                )
                .with_detail("server_url", url.as_str())
                .with_suggestion(match refusal.is_authorization_required() {
                    true => {
                        "the server asks for credentials; `mcp-probe check --header` sends them"
                    }
                    false => {
                        "check that the server runs and that this is its MCP endpoint, such as \
                         http://127.0.0.1:8000/mcp"
                    }
                });
                Err(Attempt {
                    failure,
                    may_be_older: !is_unreachable(&refusal),
                    is_answer: is_answer(&refusal),
                })
            }
            Err(_) => Err(self.overdue(None, &journal)),
        }
    }

    async fn attempt_stdio(
        &self,
        command: &CommandLine,
        lifecycle: ClientLifecycleMode,
    ) -> Result<Opened, Attempt> {
        let (process, pipes) = ServerProcess::start(command).map_err(|error| {
            let failure = Failure::new(
                FailureKind::ConnectionFailed,
                format!("`{}` cannot be started: {error}", command.program),
            );
            Attempt::last(
                failure
                    .with_detail("server_url", command.to_string())
                    .with_suggestion(
                        "give the program as `command`, with its path unless it is in PATH, and its arguments one by \
                         one as `args`",
                    ),
            )
        })?;
        let journal = Arc::new(Journal::default());
        let limit = self.settings.max_message_bytes;
        let transport = StdioTransport::new(pipes, Arc::clone(&journal), limit);
        match self.introduce_client(transport, lifecycle, &journal).await {
            Ok(Ok(running)) => Ok(Opened {
                running,
                process: Some(process),
                journal,
            }),
            Ok(Err(refusal)) => Err(describe_silent_process(&process, &journal, &refusal).await),
            Err(_) => {
                let attempt = self.overdue(Some(&process), &journal);
                process.stop().await;
                Err(attempt)
            }
        }
    }

    /// Speaks with the server until it has answered the first request, or the time for that is over.
    async fn introduce_client<T: Transport<RoleClient> + 'static>(
        &self,
        transport: T,
        lifecycle: ClientLifecycleMode,
        journal: &Arc<Journal>,
    ) -> Result<Result<Running, ClientInitializeError>, Elapsed> {
        let transport = CountingTransport::new(transport, Arc::clone(journal));
        let end = CancellationToken::new();
        let client = ProbeClient::new(Arc::clone(journal), end.clone());
        let serving = serve_client_with_lifecycle_and_ct(client, transport, lifecycle, end);
        tokio::time::timeout_at(self.deadline, serving).await
    }

    fn overdue(&self, process: Option<&ServerProcess>, journal: &Journal) -> Attempt {
        let limit = self.settings.connect_timeout.as_secs_f64();
        let failure = Failure::new(
            FailureKind::ConnectionFailed,
            format!(
                "{} did not answer the first request within {limit} s",
                self.target.server_url()
            ),
        )
        .with_detail("server_url", self.target.server_url())
        .with_some_detail("stderr_tail", process.and_then(ServerProcess::stderr_tail))
        .with_some_detail("not_json_rpc", journal.noise())
        .with_suggestion(
            "check that it is an MCP server; MCP_PROBE_CONNECT_TIMEOUT gives it more time to start",
        );
        Attempt::last(failure)
    }
}

impl Attempt {
    /// One after which no other makes sense.
    fn last(failure: Failure) -> Self {
        Self {
            failure,
            may_be_older: false,
            is_answer: false,
        }
    }
}

/// What is to be said of a process with which no connection came about. It is ended.
async fn describe_silent_process(
    process: &ServerProcess,
    journal: &Journal,
    refusal: &ClientInitializeError,
) -> Attempt {
    let is_answer = is_answer(refusal);
    // If it has ended, that says more than a broken pipe. One that has refused ends as it is told to.
    let ended_by_itself = process.wait_for_end(REASON).await;
    process.stop().await;
    let message = match (&ended_by_itself, journal.closing()) {
        _ if is_answer => format!(
            "the server refuses to connect: {}",
            describe_refusal(refusal)
        ),
        (Some(status), _) => format!("the server ended before it answered ({status})"),
        (None, Some(closing)) if matches!(refusal, ClientInitializeError::ConnectionClosed(_)) => {
            format!("the server did not answer: {}", closing.reason)
        }
        _ => format!(
            "the program does not answer as an MCP server: {}",
            describe_refusal(refusal)
        ),
    };
    let failure = Failure::new(FailureKind::ConnectionFailed, message)
        .with_some_detail("exit_status", ended_by_itself)
        .with_some_detail("stderr_tail", process.stderr_tail())
        .with_some_detail("not_json_rpc", journal.noise())
        .with_suggestion(
            "run the command in a terminal to see what it says; it has to be an MCP server on its standard streams",
        );
    Attempt {
        failure,
        may_be_older: true,
        is_answer,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Answers every request with an error, until its standard input ends.
    const REFUSING: &str = r#"while read line; do
        id=$(echo "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
        echo '{"jsonrpc":"2.0","id":'$id',"error":{"code":-32000,"message":"API_KEY is not set"}}'
    done"#;

    #[tokio::test]
    async fn what_a_server_says_when_it_refuses_is_told() {
        let target = Target::Stdio(CommandLine {
            program: "sh".to_owned(),
            arguments: vec!["-c".to_owned(), REFUSING.to_owned()],
            environment: BTreeMap::new(),
        });
        let http = crate::probe::build_http_client().expect("can be built");
        let opened = Connection::open(target, &Settings::default(), &http).await;
        let failure = opened.err().expect("is refused").to_string();
        assert!(
            failure.contains("the server refuses to connect"),
            "{failure}"
        );
        assert!(failure.contains("API_KEY is not set"), "{failure}");
    }
}
