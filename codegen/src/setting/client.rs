//! The MCP clients that a compilation can be for, by their names. What each of them does not accept
//! is in `clients`.

use std::fmt;
use std::str::FromStr;

/// An MCP client, or the API of a model that other clients pass their tools to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Client {
    /// Claude Code and Claude's API.
    Claude,
    /// OpenAI's API, and Codex.
    OpenAi,
    /// Gemini's API, and the Gemini CLI.
    Gemini,
    /// Cursor.
    Cursor,
    /// Visual Studio Code with Copilot.
    VsCode,
    /// The directories of apps for ChatGPT and of connectors for Claude, which review servers.
    AppStores,
}

impl Client {
    /// All clients there are tables for.
    pub const ALL: [Self; 6] = [
        Self::Claude,
        Self::OpenAi,
        Self::Gemini,
        Self::Cursor,
        Self::VsCode,
        Self::AppStores,
    ];

    /// Its name on the command line.
    ///
    /// ```
    /// use toolwright_codegen::Client;
    ///
    /// assert_eq!(Client::VsCode.name(), "vscode");
    /// assert_eq!("vscode".parse(), Ok(Client::VsCode));
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::OpenAi => "openai",
            Self::Gemini => "gemini",
            Self::Cursor => "cursor",
            Self::VsCode => "vscode",
            Self::AppStores => "app-stores",
        }
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A client that there is no table for.
///
/// ```
/// use toolwright_codegen::Client;
///
/// assert_eq!("gemini".parse(), Ok(Client::Gemini));
/// assert!("telnet".parse::<Client>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a client; expected claude, openai, gemini, cursor, vscode or app-stores")]
pub struct UnknownClient(String);

impl FromStr for Client {
    type Err = UnknownClient;

    fn from_str(name: &str) -> Result<Self, UnknownClient> {
        let client = Self::ALL.into_iter().find(|client| client.name() == name);
        client.ok_or_else(|| UnknownClient(name.to_owned()))
    }
}
