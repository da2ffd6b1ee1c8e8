//! The vocabulary of client limits: what a client does not accept, where that is documented or
//! reported, and the rule that finds it. The tables in `profiles` are written with it. A limit
//! without a source is not added.

/// Something that a client does not accept.
///
/// ```
/// use toolwright_codegen::Client;
///
/// let limit = &Client::Cursor.limits()[0];
/// println!("{}: {} ({})", limit.id, limit.says, limit.source);
/// # assert!(!limit.says.is_empty());
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Limit {
    /// A name for it, `type-array`.
    pub id: &'static str,
    /// What it is, in one sentence without a full stop.
    pub says: &'static str,
    /// Where it is documented or was reported.
    pub source: &'static str,
    /// When it is broken.
    pub rule: Rule,
}

/// What a [`Limit`] is about.
///
/// ```
/// use toolwright_codegen::Client;
/// use toolwright_codegen::clients::Rule;
///
/// let knows = |client: Client| client.limits().iter().any(|limit| matches!(limit.rule, Rule::ToolName { .. }));
/// assert!(Client::ALL.into_iter().any(knows));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// What no known client accepts: [`lint`](crate::clients::lint()) finds it.
    Common,
    /// Characters of a tool's name, with what the client puts before it.
    ToolName {
        /// The most.
        longest: usize,
        /// What comes before it.
        prefix: Option<Prefix>,
    },
    /// A tool has a title.
    Title,
    /// A tool states these hints.
    Hints(&'static [&'static str]),
    /// A tool's name starts with a letter or an underscore.
    ToolNameStart,
    /// How many tools a server may list.
    Tools(usize),
    /// Bytes of a tool's description.
    Description(usize),
    /// A property's name is an identifier of at most 64 characters.
    Identifiers,
    /// No `$ref`, no `$defs`.
    NoDefinitions,
    /// `type` is one type.
    OneType,
    /// No other keywords than these.
    Keywords(&'static [&'static str]),
    /// None of these keywords.
    NoKeywords(&'static [&'static str]),
    /// The values of an `enum` are strings.
    StringEnums,
    /// Each schema says its `type`, or has `anyOf`.
    Typed,
    /// Nothing stands beside `anyOf`.
    LoneAnyOf,
    /// A string's `format` is one of these.
    StringFormats(&'static [&'static str]),
    /// Objects within objects.
    Depth(usize),
    /// Properties of all objects of a schema.
    Properties(usize),
    /// Values of all `enum`s of a schema.
    EnumValues(usize),
}

/// What a client puts before a tool's name, made from the server's.
///
/// ```
/// use toolwright_codegen::clients::Prefix;
///
/// let prefix = Prefix { before: "mcp_", after: "_", longest: 60 };
/// assert_eq!(prefix.length("shop"), "mcp_shop_".len());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// Before the server's name.
    pub before: &'static str,
    /// After it.
    pub after: &'static str,
    /// Characters of all that, the server's name being cut to fit.
    pub longest: usize,
}

impl Prefix {
    /// Its characters for a server of that name.
    pub fn length(self, server: &str) -> usize {
        let length = self.before.len() + server.chars().count() + self.after.len();
        // Clients truncate the prefix, not the name of the tool.
        length.min(self.longest)
    }
}
