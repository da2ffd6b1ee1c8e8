//! Runs a query on SQLite in a process of its own: this program, started with a hidden argument. A thread that is
//! within a function of SQLite cannot be stopped, and keeps its processor and its memory for as long as it likes; a
//! process can be ended at any time. The answer comes as JSON over a pipe.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, Command};
use tokio::time::timeout;
use toolwright::ToolError;

use super::{BYTE_LIMIT, GRACE, Rows, TIME_LIMIT, query_error, sqlite, timeout_error};

/// The first argument of a process that runs a query; the limit of rows and the file follow.
const ARGUMENT: &str = "--run-query-in-this-process";

/// When the process ends by itself, in case that the server was killed and does not end it.
const LIFETIME: Duration = TIME_LIMIT.saturating_add(GRACE.saturating_mul(2));

/// Bytes of an answer. JSON may write six for a byte of a text.
const LONGEST_ANSWER: u64 = 8 * BYTE_LIMIT as u64;

/// What the process says.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    Rows(Rows),
    Error(String),
    Timeout,
}

/// Runs the query, and returns when the process has ended. If the caller no longer waits, the process is ended.
pub(super) async fn run(file: &Path, query: &str, rows: &mut Rows) -> Result<(), ToolError> {
    let mut process = start(file, rows.limit)?;
    let answer = timeout(TIME_LIMIT + GRACE, ask(&mut process, query)).await;
    // Ends it, if it has not ended, and waits for that.
    process.kill().await?;
    let Ok(answer) = answer else {
        return Err(timeout_error());
    };
    match serde_json::from_slice(&answer?) {
        Ok(Answer::Rows(read)) => {
            *rows = read;
            Ok(())
        }
        Ok(Answer::Error(error)) => Err(query_error(&error, "SQLite")),
        Ok(Answer::Timeout) => Err(timeout_error()),
        // It was ended from outside, for example because the machine has too little memory.
        Err(_) => Err(query_error(
            &"its process ended without an answer",
            "SQLite",
        )),
    }
}

fn start(file: &Path, limit: usize) -> Result<Child, ToolError> {
    let process = Command::new(program()?)
        .arg(ARGUMENT)
        .arg(limit.to_string())
        .arg(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn();
    process.map_err(|error| {
        ToolError::from(error).context("The process for the query could not be started")
    })
}

/// This program, even if its file has been replaced since it started.
fn program() -> Result<PathBuf, ToolError> {
    if cfg!(target_os = "linux") {
        return Ok("/proc/self/exe".into());
    }
    Ok(std::env::current_exe()?)
}

async fn ask(process: &mut Child, query: &str) -> Result<Vec<u8>, ToolError> {
    if let Some(mut stdin) = process.stdin.take() {
        // If the process has ended already, the answer is missing, too.
        let _ = stdin.write_all(query.as_bytes()).await;
    }
    let mut answer = Vec::new();
    if let Some(stdout) = &mut process.stdout {
        stdout.take(LONGEST_ANSWER).read_to_end(&mut answer).await?;
    }
    Ok(answer)
}

/// Does the work of a process that `execute_query` started, if this is one. A program calls it before anything else,
/// and ends with the code that it gives.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     if let Some(code) = news_mcp::run_query_process() {
///         return code;
///     }
///     // …
///     ExitCode::SUCCESS
/// }
/// ```
pub fn run_query_process() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != ARGUMENT {
        return None;
    }
    let limit = arguments.next()?.to_str()?.parse().ok()?;
    let file = PathBuf::from(arguments.next()?);
    std::thread::spawn(|| {
        std::thread::sleep(LIFETIME);
        std::process::exit(1);
    });
    Some(match answer_query(&file, limit) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

fn answer_query(file: &Path, limit: usize) -> std::io::Result<()> {
    let mut query = String::new();
    std::io::stdin().read_to_string(&mut query)?;
    let answer = sqlite::read_rows_in_time(file, &query, limit);
    let mut stdout = std::io::stdout().lock();
    serde_json::to_writer(&mut stdout, &answer)?;
    stdout.flush()
}
