//! What the compiler made of an API for discovery, as tables that generated code fills. The module `discovery` serves
//! them; nothing here knows how.

/// What the compiler made of an API for its discovery.
///
/// ```
/// # mod shop { toolwright::tools!("tests/doc/pets.yaml", name = "shop", discovery = true); }
/// // There is none without the feature `discovery`.
/// if let Some(discovery) = shop::API.discovery {
///     assert_eq!(discovery.prefix, "shop");
///     assert_eq!(discovery.endpoints.len(), shop::API.tools.len());
/// }
/// ```
#[derive(Debug)]
pub struct Discovery {
    /// What the names of the three tools begin with, unless the server says otherwise: `cms` for
    /// `cms_endpoint_lister`.
    pub prefix: &'static str,
    /// One for each tool of the API, in the same order.
    pub endpoints: &'static [Endpoint],
    /// Values that several answers hold, which refer to them by index.
    pub pieces: &'static [&'static str],
    /// Words and where they occur, sorted by word: what
    /// [`search`](toolwright_inspect::search) reads.
    pub words: &'static [(&'static str, &'static str)],
}

/// What discovery says of one tool.
///
/// ```
/// # mod shop { toolwright::tools!("tests/doc/pets.yaml", name = "shop", discovery = true); }
/// // There is none without the feature `discovery`.
/// if let Some(discovery) = shop::API.discovery {
///     assert_eq!(discovery.endpoints[1].signature, "list_pets(limit?: integer)");
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Endpoint {
    /// The tags of the operation.
    pub tags: &'static [&'static str],
    /// The group that it is listed in.
    pub category: &'static str,
    /// The tool in one line: `get_page(id: string, locale?: string)`.
    pub signature: &'static str,
    /// How many parameters it has.
    pub parameters: u16,
    /// What the schema provider answers: JSON, in which `{"$piece":3}` stands for a value of
    /// [`pieces`](Discovery::pieces) and `"$executor"` for the name of the tool that executes. A `$`
    /// before these words is escaped in data.
    pub answer: &'static str,
}

/// The discovery of an API: `Some` where the feature `discovery` is on, `None` and so no byte in the
/// binary where it is off.
///
/// ```
/// use toolwright::generated::{Discovery, discovery};
///
/// const SHOP: Option<&Discovery> =
///     discovery!(Discovery { prefix: "shop", endpoints: &[], pieces: &[], words: &[] });
/// assert_eq!(SHOP.map(|discovery| discovery.prefix), Some("shop"));
/// ```
#[cfg(feature = "discovery")]
#[macro_export]
macro_rules! discovery {
    ($discovery:expr) => {{
        static DISCOVERY: $crate::discovery::Discovery = $discovery;
        Some(&DISCOVERY)
    }};
}

/// The discovery of an API: `Some` where the feature `discovery` is on, `None` and so no byte in the
/// binary where it is off.
///
/// ```
/// use toolwright::generated::{Discovery, discovery};
///
/// const SHOP: Option<&Discovery> =
///     discovery!(Discovery { prefix: "shop", endpoints: &[], pieces: &[], words: &[] });
/// assert!(SHOP.is_none());
/// ```
#[cfg(not(feature = "discovery"))]
#[macro_export]
macro_rules! discovery {
    ($($discovery:tt)*) => {
        None
    };
}
