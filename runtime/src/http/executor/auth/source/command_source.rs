//! A credential that a shell command prints, kept until it expires. The command comes from the operator's
//! environment; nothing of a call gets into it. Errors repeat neither its output nor the command.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::process::Command;
use tokio::time::timeout;

use crate::http::executor::auth::lease::{Lease, LeasedToken};
use crate::http::executor::auth::secret::Secret;
use crate::http::executor::auth::token::{Token, parse_expiry};
use crate::http::executor::auth::vault::Vault;
use crate::value::Json;

/// A credential that a command prints, kept until it expires.
///
/// The shell runs it: it comes from the operator's own environment, with the quotes, pipes and
/// variables that people expect there, and nothing of a call gets into it.
#[derive(Debug)]
pub(in crate::http::executor::auth) struct CommandSource {
    run: Arc<CommandRun>,
    lease: Lease,
}

struct CommandRun {
    variable: String,
    command: String,
    vault: Arc<Vault>,
}

/// A person may have to unlock something first.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// In bytes. Tokens with many claims have some KiB.
const LARGEST: usize = 64 * 1024;

impl CommandSource {
    pub(super) fn new(variable: String, command: String, vault: Arc<Vault>) -> Self {
        Self {
            run: Arc::new(CommandRun {
                variable,
                command,
                vault,
            }),
            lease: Lease::default(),
        }
    }

    pub(super) async fn fetch_secret(&self, rejected: &[Secret]) -> Result<LeasedToken, String> {
        let run = self.run.clone();
        let fetch = |_| async move { run.run_for_token(TIME_LIMIT).await };
        self.lease.get_or_fetch(rejected, fetch).await
    }
}

impl CommandRun {
    async fn run_for_token(&self, limit: Duration) -> Result<Token, String> {
        let output = timeout(limit, self.run_command())
            .await
            .map_err(|_| {
                self.describe_failure(&format!("it did not end within {} s", limit.as_secs()))
            })?
            .map_err(|error| self.describe_failure(&error.to_string()))?;
        let (is_success, status, output) = output;
        if !is_success {
            return Err(self.describe_failure(&format!("it ended with {status}")));
        }
        if output.len() > LARGEST {
            return Err(self.describe_failure(&format!("it printed more than {LARGEST} bytes")));
        }
        let text = String::from_utf8(output)
            .map_err(|_| self.describe_failure("it printed something that is not UTF-8"))?;
        let token = parse_output(text.trim()).ok_or_else(|| {
            self.describe_failure("it printed neither a credential nor JSON with a string `token`")
        })?;
        self.vault.remember_secret(token.access.clone());
        Ok(token)
    }

    async fn run_command(&self) -> std::io::Result<(bool, String, Vec<u8>)> {
        // What a command says about its failure may have the secret in it, and standard input
        // belongs to the protocol.
        let mut child = shell(&self.command)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let mut output = Vec::new();
        if let Some(stdout) = child.stdout.take() {
            // A command that prints without end must not fill the memory. One byte more than is allowed tells that
            // there was more.
            let limit = LARGEST as u64 + 1;
            stdout.take(limit).read_to_end(&mut output).await?;
        }
        if output.len() > LARGEST {
            // It may go on to print, and would wait for ever for somebody to read that.
            child.kill().await?;
            return Ok((true, String::new(), output));
        }
        let status = child.wait().await?;
        Ok((status.success(), status.to_string(), output))
    }

    fn describe_failure(&self, why: &str) -> String {
        format!(
            "The command in {} did not provide a credential: {why}. Run it by hand to see its output.",
            self.variable
        )
    }
}

impl std::fmt::Debug for CommandRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.variable)
    }
}

#[cfg(not(windows))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(command);
    shell
}

#[cfg(windows)]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.arg("/C").raw_arg(command);
    shell
}

/// JSON with `token` (or `access_token`) and when it expires, or the credential itself.
fn parse_output(text: &str) -> Option<Token> {
    if text.starts_with('{')
        && let Ok(answer) = serde_json::from_str::<Json>(text)
    {
        let token = answer.get("token").or_else(|| answer.get("access_token"))?;
        let token = token.as_str().filter(|token| !token.is_empty())?;
        return Some(Token::new(Secret::new(token), parse_expiry(&answer)));
    }
    (!text.is_empty()).then(|| Token::new(Secret::new(text), None))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    async fn run(command: &str) -> Result<Token, String> {
        let run = CommandRun {
            variable: "PETS_COMMAND".to_owned(),
            command: command.to_owned(),
            vault: Arc::default(),
        };
        run.run_for_token(Duration::from_millis(1500)).await
    }

    #[tokio::test]
    async fn takes_text_and_json() {
        let plain = run("printf 'hunter two\\n\\n'").await.unwrap();
        assert_eq!(plain.access.expose(), "hunter two");
        assert!(plain.expires.is_none());
        let json = run(r#"echo '{"token": "hunter3", "expires_at": "2999-01-01T00:00:00Z"}'"#);
        let json = json.await.unwrap();
        assert_eq!(json.access.expose(), "hunter3");
        assert!(json.expires.is_some() && json.is_current());
    }

    #[tokio::test]
    async fn says_why_there_is_none_and_nothing_of_the_command() {
        for (command, expected) in [
            ("echo hunter2 >&2; exit 3", "it ended with exit status: 3"),
            ("sleep 20 # hunter2", "it did not end within 1 s"),
            ("true hunter2", "neither a credential nor JSON"),
            (
                "head -c 70000 /dev/zero",
                "it printed more than 65536 bytes",
            ),
            (
                "printf '\\377hunter2'",
                "it printed something that is not UTF-8",
            ),
            ("echo '{\"key\": \"hunter2\"}'", "neither a credential nor"),
        ] {
            let why = run(command).await.unwrap_err();
            assert!(why.contains(expected), "{why}");
            assert!(why.starts_with("The command in PETS_COMMAND"), "{why}");
            assert!(!why.contains("hunter"), "{why}");
        }
    }
}
