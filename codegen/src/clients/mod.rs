//! What MCP clients, and the models behind them, do not accept in a list of tools: a table of
//! limits for each, every one with the place where it is documented or was reported.

mod check;
mod fit;
mod limit;
mod lint;
mod profiles;
mod set;

pub use check::{CheckedTool, Finding, check};
pub(crate) use fit::{Fitter, LARGEST_SCHEMA, unroll_recursion};
pub use limit::{Limit, Prefix, Rule};
pub use lint::lint;
pub(crate) use profiles::common;
pub use set::Clients;

pub use crate::setting::{Client, UnknownClient};

impl Client {
    /// What it does not accept, beside what no known client accepts.
    pub fn limits(self) -> &'static [Limit] {
        match self {
            Self::Claude => profiles::CLAUDE,
            Self::OpenAi => profiles::OPENAI,
            Self::Gemini => profiles::GEMINI,
            Self::Cursor => profiles::CURSOR,
            Self::VsCode => profiles::VSCODE,
            Self::AppStores => profiles::APP_STORES,
        }
    }
}
