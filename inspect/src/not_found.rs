//! The error for a call of an unknown tool: suggestions if a name is close, otherwise the first
//! tools that exist. The server and the command line share it, so that both answer the same
//! misspelling alike.

use std::fmt;

use crate::suggest::suggest_names;

/// How many tools a message lists.
const LISTED: usize = 10;

/// There is no tool of that name.
///
/// ```
/// use toolwright_inspect::ToolNotFound;
///
/// let names = ["read_file", "write_file"];
/// assert_eq!(
///     ToolNotFound::new("read_fil", Some("files"), names).to_string(),
///     "Tool not found: 'read_fil' on server 'files'. Did you mean: read_file, write_file?"
/// );
/// assert_eq!(
///     ToolNotFound::new("weather", None, names).to_string(),
///     "Tool not found: 'weather'. Available tools: read_file, write_file"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct ToolNotFound {
    /// The name that was asked for.
    pub name: String,
    /// The server that was asked, if it has a name.
    pub server: Option<String>,
    /// The tools that may be meant, the likeliest first; at most three.
    pub suggestions: Vec<String>,
    /// The tools that there are, in their order.
    pub available: Vec<String>,
}

impl ToolNotFound {
    /// The error of a server with these tools; [`suggest_names`] suggests some of them.
    pub fn new<'n>(
        name: impl Into<String>,
        server: Option<&str>,
        available: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let name = name.into();
        let available: Vec<&str> = available.into_iter().collect();
        let owned = |names: &[&str]| names.iter().copied().map(str::to_owned).collect();
        Self {
            suggestions: owned(&suggest_names(&name, available.iter().copied())),
            available: owned(&available),
            server: server.map(str::to_owned),
            name,
        }
    }
}

impl fmt::Display for ToolNotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tool not found: '{}'", self.name)?;
        if let Some(server) = &self.server {
            write!(f, " on server '{server}'")?;
        }
        // Never both lists: beside the likely names, others would only take tokens from the model
        // that reads this.
        if !self.suggestions.is_empty() {
            return write!(f, ". Did you mean: {}?", self.suggestions.join(", "));
        }
        // A large API has more than a thousand tools, and a client shows the whole message.
        let (first, others) = self.available.split_at(self.available.len().min(LISTED));
        if !first.is_empty() {
            write!(f, ". Available tools: {}", first.join(", "))?;
        }
        if !others.is_empty() {
            write!(f, " (and {} more)", others.len())?;
        }
        Ok(())
    }
}
