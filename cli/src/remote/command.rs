//! Starts an MCP server with a command, asks it over its standard streams, and ends it. The
//! server is killed if it does not exit when its input closes, or has missed a deadline.
//! Its standard error goes to that of this process, since it may say why it fails.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::process::{Child, Command};

use super::error::describe_refusal;
use super::{Client, Deadline, RemoteError, Session, block_on, connect};

/// How long a server has to end once nobody speaks to it.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// Asks a server that a command starts, and ends it then. What it writes to its standard error goes to that of this
/// process.
pub(super) fn ask_command<T>(
    words: &[OsString],
    limit: Duration,
    ask: impl AsyncFnOnce(Session) -> Result<T, RemoteError>,
) -> Result<T, RemoteError> {
    let texts = words.iter().map(|word| word.to_string_lossy());
    let command = texts.collect::<Vec<_>>().join(" ");
    block_on(async {
        let mut child = start_server(words).map_err(|error| RemoteError::Start {
            command: command.clone(),
            error,
        })?;
        let deadline = Deadline::new(limit);
        let connecting = connect_to_child(&mut child, command.clone());
        let connected = deadline.run_until(&command, connecting).await;
        let answered = match connected {
            Ok(client) => ask(Session::new(client, &command, deadline)).await,
            Err(error) => Err(error),
        };
        // Closing its input is the signal to exit over stdio (MCP, "Lifecycle", shutdown). A server
        // that already missed its deadline gets no more time.
        let last_words = match answered {
            Err(RemoteError::TimedOut { .. }) => Duration::ZERO,
            _ => LAST_WORDS,
        };
        if tokio::time::timeout(last_words, child.wait())
            .await
            .is_err()
        {
            // That it is gone already is as good.
            let _ = child.kill().await;
        }
        answered
    })
}

fn start_server(words: &[OsString]) -> std::io::Result<Child> {
    let (program, arguments) = words
        .split_first()
        .ok_or(std::io::ErrorKind::InvalidInput)?;
    match start_program(program, arguments) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && cfg!(windows) => {
            match script_of_windows(program) {
                Some(script) => start_program(&script, arguments).map_err(|_| error),
                None => Err(error),
            }
        }
        started => started,
    }
}

/// The script that a name may mean on Windows: npm installs `npx` as `npx.cmd`, and the system completes `.exe` alone.
fn script_of_windows(program: &OsStr) -> Option<OsString> {
    let has_extension = Path::new(program).extension().is_some();
    (!has_extension).then(|| {
        let mut script = program.to_owned();
        script.push(".cmd");
        script
    })
}

fn start_program(program: &OsStr, arguments: &[OsString]) -> std::io::Result<Child> {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Also if a future is dropped at the deadline: no server may outlive the command.
        .kill_on_drop(true)
        .spawn()
}

async fn connect_to_child(child: &mut Child, command: String) -> Result<Client, RemoteError> {
    let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        let why = "its streams are already in use".to_owned();
        return Err(RemoteError::Odd { command, why });
    };
    let refusal = match connect((stdout, stdin)).await {
        Ok(client) => return Ok(client),
        Err(refusal) => refusal,
    };
    let why = describe_refusal(&refusal);
    // Where it has ended, that says more than a broken stream.
    match tokio::time::timeout(LAST_WORDS, child.wait()).await {
        Ok(Ok(status)) => Err(RemoteError::Ended { command, status }),
        _ => Err(RemoteError::Odd { command, why }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_npm_are_scripts_on_windows() {
        for (program, expected) in [
            ("npx", Some("npx.cmd")),
            ("C:/node/npx", Some("C:/node/npx.cmd")),
            ("npx.exe", None),
        ] {
            assert_eq!(
                script_of_windows(program.as_ref()),
                expected.map(OsString::from)
            );
        }
    }
}
