//! Where a registry gets lists of tools from. rmcp's clients are sources; a program can add its own.

use std::error::Error;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::{Map, Value};
use toolwright_inspect::ToolSchema;

/// Why a server does not list its tools.
///
/// ```
/// use toolwright::inspection::SourceError;
///
/// let error = SourceError::from("the connection is closed");
/// assert_eq!(error.to_string(), "the connection is closed");
/// ```
pub type SourceError = Box<dyn Error + Send + Sync>;

/// What a server says of a tool in its list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolInfo {
    /// Name of the tool.
    pub name: String,
    /// What it does; may be empty.
    pub description: String,
    /// What it accepts (JSON Schema), if the server says.
    pub input_schema: Option<Value>,
}

impl ToolInfo {
    /// The schema, read; one without parameters if the server has none.
    ///
    /// ```
    /// use toolwright::inspection::ToolInfo;
    ///
    /// let ping = ToolInfo { name: "ping".to_owned(), ..ToolInfo::default() };
    /// assert_eq!(ping.schema().format_compact(), "ping()");
    /// ```
    pub fn schema(&self) -> ToolSchema {
        let none = Value::Object(Map::new());
        let schema = self.input_schema.as_ref().unwrap_or(&none);
        ToolSchema::parse(self.name.as_str(), self.description.as_str(), schema)
    }
}

/// A part of a server's list of tools.
///
/// ```
/// use toolwright::inspection::{ToolInfo, ToolPage};
///
/// let ping = ToolInfo { name: "ping".to_owned(), ..ToolInfo::default() };
/// let last = ToolPage { tools: vec![ping], ..ToolPage::default() };
/// assert_eq!(last.next, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolPage {
    /// Tools, in the server's order.
    pub tools: Vec<ToolInfo>,
    /// The cursor of the next part; none if this is the last.
    pub next: Option<String>,
}

/// A server that lists its tools.
///
/// The clients of rmcp are sources, `Peer<RoleClient>` and `RunningService<RoleClient, _>`. Another one
/// is one method:
///
/// ```
/// use toolwright::inspection::{SchemaRegistry, SourceError, ToolInfo, ToolPage, ToolSource};
///
/// struct Fixed;
///
/// impl ToolSource for Fixed {
///     async fn page(&self, _: Option<String>) -> Result<ToolPage, SourceError> {
///         let ping = ToolInfo { name: "ping".to_owned(), ..ToolInfo::default() };
///         Ok(ToolPage { tools: vec![ping], next: None })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// let registry = SchemaRegistry::for_server("fixed", Fixed);
/// assert_eq!(registry.get_schema("ping").await.unwrap().format_compact(), "ping()");
/// # }
/// ```
pub trait ToolSource: Send + Sync + 'static {
    /// The part of the list that the cursor leads to; the first without one.
    ///
    /// # Errors
    ///
    /// When the server cannot be asked, or answers with an error.
    fn page(
        &self,
        cursor: Option<String>,
    ) -> impl Future<Output = Result<ToolPage, SourceError>> + Send;
}

impl<S: ToolSource> ToolSource for Arc<S> {
    fn page(
        &self,
        cursor: Option<String>,
    ) -> impl Future<Output = Result<ToolPage, SourceError>> + Send {
        S::page(self, cursor)
    }
}

type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A source of any type.
pub(super) trait AnySource: Send + Sync {
    fn any_page(&self, cursor: Option<String>) -> Boxed<'_, Result<ToolPage, SourceError>>;
}

impl<S: ToolSource> AnySource for S {
    fn any_page(&self, cursor: Option<String>) -> Boxed<'_, Result<ToolPage, SourceError>> {
        Box::pin(self.page(cursor))
    }
}
