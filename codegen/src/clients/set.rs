//! A set of clients, and what follows from all of them together: the shortest allowed name and the
//! strictest rule for names of arguments. It is a bit set because it is copied into every stage
//! that writes names or schemas.

use super::{Client, Limit, Rule};

/// Some of the clients.
///
/// ```
/// use toolwright_codegen::{Client, Clients};
///
/// let some: Clients = [Client::Gemini, Client::Claude].into_iter().collect();
/// assert!(some.iter().eq([Client::Claude, Client::Gemini]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clients(u8);

/// Tool names are not made shorter than this: the server's name has to be.
const SHORTEST_NAME: usize = 16;

impl Clients {
    /// All of them, but for app stores: what their reviews want is nothing that a client needs.
    pub fn all() -> Self {
        let clients = Client::ALL.into_iter();
        clients
            .filter(|client| *client != Client::AppStores)
            .collect()
    }

    /// Adds one.
    #[must_use]
    pub fn with(self, client: Client) -> Self {
        Self(self.0 | client_bit(client))
    }

    /// Whether that one is among them.
    pub fn contains(self, client: Client) -> bool {
        self.0 & client_bit(client) != 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Client> {
        Client::ALL
            .into_iter()
            .filter(move |client| self.contains(*client))
    }

    /// The limits of all of them.
    pub(crate) fn limits(self) -> impl Iterator<Item = &'static Limit> {
        self.iter().flat_map(Client::limits)
    }

    /// A tool's name in snake_case, with an underscore before a digit that one of them would refuse.
    pub(crate) fn accepted_tool_name(self, name: String) -> String {
        let is_refused = name.starts_with(|c: char| c.is_ascii_digit())
            && self.limits().any(|limit| limit.rule == Rule::ToolNameStart);
        if is_refused { format!("_{name}") } else { name }
    }

    /// Whether any of them accepts nothing but identifiers as names of arguments.
    pub(crate) fn need_identifiers(self) -> bool {
        self.limits().any(|limit| limit.rule == Rule::Identifiers)
    }

    /// How long a tool's name may be beside the server's, if any of them limits that and names of
    /// such a length tell anything.
    pub(crate) fn longest_tool_name(self, server: &str) -> Option<usize> {
        self.limits()
            .filter_map(|limit| match limit.rule {
                Rule::ToolName { longest, prefix } => {
                    Some(longest.saturating_sub(prefix.map_or(0, |prefix| prefix.length(server))))
                }
                _ => None,
            })
            // With a longer server name no tool name would fit. The limit is then ignored here and
            // reported by `check`, which says that the server needs a shorter name.
            .filter(|longest| *longest >= SHORTEST_NAME)
            .min()
    }
}

impl FromIterator<Client> for Clients {
    fn from_iter<I: IntoIterator<Item = Client>>(clients: I) -> Self {
        clients.into_iter().fold(Self::default(), Self::with)
    }
}

fn client_bit(client: Client) -> u8 {
    // A `u8` holds eight clients. A ninth would overflow the shift, which panics in the tests.
    1 << client as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_strictest() {
        let cursor = Clients::default().with(Client::Cursor);
        assert_eq!(Clients::default().longest_tool_name("pets"), None);
        assert_eq!(cursor.longest_tool_name("pets"), Some(55));
        assert_eq!(
            Clients::all().longest_tool_name("a_long_name_of_a_server"),
            Some(34)
        );
        assert_eq!(cursor.longest_tool_name(&"x".repeat(50)), None);
        let gemini = cursor.with(Client::Gemini);
        assert_eq!(cursor.accepted_tool_name("3d".into()), "3d");
        assert_eq!(gemini.accepted_tool_name("3d".into()), "_3d");
        assert!(gemini.need_identifiers() && !cursor.need_identifiers());
    }
}
