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
/// const SHOP: Option<&Bridge> = bridge!(Bridge { contact: "", tags: &[("pets", "For sale")], tools: &[] });
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
/// const SHOP: Option<&Bridge> = bridge!(Bridge { contact: "", tags: &[], tools: &[] });
/// assert!(SHOP.is_none());
/// ```
#[cfg(not(feature = "bridge"))]
#[macro_export]
macro_rules! bridge {
    ($($bridge:tt)*) => {
        None
    };
}
