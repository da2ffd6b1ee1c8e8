//! What the REST bridge says of an API's tools, made by the compiler.

/// The tools of an API in the words of OpenAPI.
///
/// ```
/// # mod shop { toolwright::tools!("tests/doc/pets.yaml", name = "shop", bridge = true); }
/// // There is none without the feature `bridge`.
/// if let Some(bridge) = shop::API.bridge {
///     assert_eq!(bridge.tools.len(), shop::API.tools.len());
/// }
/// ```
#[derive(Debug)]
pub struct Bridge {
    /// The Contact Object of the spec (OpenAPI 3.0.3, section 4.7.3), as JSON; empty if there is none.
    pub contact: &'static str,
    /// The tags of the spec, each with its description, which may be empty.
    pub tags: &'static [(&'static str, &'static str)],
    /// One for each tool of the API, in the same order.
    pub tools: &'static [BridgeTool],
    /// The recorded versions of the list of tools, the oldest first; empty if none is.
    pub history: &'static [RecordedVersion],
}

/// The tools of an API as they were once, and what changed since the version before.
///
/// ```
/// use toolwright::generated::RecordedVersion;
///
/// let first = RecordedVersion {
///     version: "1.0.0",
///     recorded: "2026-11-24T08:00:00Z",
///     tools: &[("ping", Some(r#"{"type":"object"}"#))],
///     changes: &[],
/// };
/// assert_eq!(first.tools[0].0, "ping");
/// ```
#[derive(Debug)]
pub struct RecordedVersion {
    /// What it is called.
    pub version: &'static str,
    /// When it was recorded (RFC 3339, in UTC); empty for tools that are not recorded yet.
    pub recorded: &'static str,
    /// The name of each tool and its input schema; none where that is as in the version before.
    pub tools: &'static [(&'static str, Option<&'static str>)],
    /// What changed since the version before.
    pub changes: &'static [RecordedChange],
}

/// A change of the list of tools, as `toolwright diff` classifies it.
///
/// ```
/// use toolwright::generated::RecordedChange;
///
/// let text = r#"{"rule":"tool-removed","class":"breaking"}"#;
/// let gone = RecordedChange { class: "breaking", tools: &["ping"], text };
/// assert_eq!(gone.class, "breaking");
/// ```
#[derive(Debug)]
pub struct RecordedChange {
    /// `breaking`, `additive` or `neutral`
    pub class: &'static str,
    /// The tools that it is about; by both names if one has another.
    pub tools: &'static [&'static str],
    /// The change as JSON.
    pub text: &'static str,
}

/// A tool in the words of OpenAPI 3.0. Each text is what
/// [`ToolTexts`](toolwright_inspect::openapi::ToolTexts) says of it.
///
/// ```
/// use toolwright::generated::BridgeTool;
///
/// let ping = BridgeTool { parameters: "{}", path: r#"{"post":{}}"#, components: "" };
/// assert_eq!(ping.parameters, "{}");
/// ```
#[derive(Debug)]
pub struct BridgeTool {
    /// Its parameters, each with a boolean `required`.
    pub parameters: &'static str,
    /// Its Path Item Object.
    pub path: &'static str,
    /// The schemas that this refers to: members of an object, without braces.
    pub components: &'static str,
}

/// What the bridge says of an API: `Some` where the feature `bridge` is on, `None` and so no byte in the binary where
/// it is off.
///
/// ```
/// use toolwright::generated::{Bridge, bridge};
///
/// const SHOP: Option<&Bridge> = bridge!(Bridge { contact: "", tags: &[("pets", "For sale")], tools: &[], history: &[] });
/// assert_eq!(SHOP.map(|bridge| bridge.tags[0].0), Some("pets"));
/// ```
#[cfg(feature = "bridge")]
#[macro_export]
macro_rules! bridge {
    ($bridge:expr) => {{
        static BRIDGE: $crate::bridge::Bridge = $bridge;
        Some(&BRIDGE)
    }};
}

/// What the bridge says of an API: `Some` where the feature `bridge` is on, `None` and so no byte in the binary where
/// it is off.
///
/// ```
/// use toolwright::generated::{Bridge, bridge};
///
/// const SHOP: Option<&Bridge> = bridge!(Bridge { contact: "", tags: &[], tools: &[], history: &[] });
/// assert!(SHOP.is_none());
/// ```
#[cfg(not(feature = "bridge"))]
#[macro_export]
macro_rules! bridge {
    ($($bridge:tt)*) => {
        None
    };
}
