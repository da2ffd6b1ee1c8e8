//! The macros, with examples that are tested here: the crate that they are from does not know this one.

/// The generated trait `Handlers` asks for a trait of each operation that is run by hand. This splits one
/// `impl` with all their methods into those, so that of each that is missing rustc says which operation
/// it is, and what to write.
///
/// ```
/// use toolwright::{Call, ToolError};
///
/// mod pets {
///     toolwright::tools!("tests/doc/pets.yaml", manual = "getPet");
/// }
///
/// struct Shop;
///
/// #[toolwright::handlers]
/// impl pets::Handlers for Shop {
///     async fn get_pet(&self, request: pets::GetPet, _: &Call<'_>) -> Result<pets::types::Pet, ToolError> {
///         Err(ToolError::not_found(format!("a pet {}", request.pet_id)))
///     }
/// }
///
/// let tools = pets::tools(Shop);
/// assert!(format!("{tools:?}").contains("get_pet"));
/// ```
///
/// An operation's trait can be implemented by itself, too, in another file or without this macro:
///
/// ```
/// # use toolwright::{Call, ToolError};
/// # mod pets {
/// #     toolwright::tools!("tests/doc/pets.yaml", manual = "getPet");
/// # }
/// # struct Shop;
/// impl pets::Handlers for Shop {}
///
/// impl pets::handlers::GetPet for Shop {
///     async fn get_pet(&self, request: pets::GetPet, _: &Call<'_>) -> Result<pets::types::Pet, ToolError> {
///         Err(ToolError::not_found(format!("a pet {}", request.pet_id)))
///     }
/// }
/// ```
#[cfg(feature = "handlers")]
pub use toolwright_handlers::handlers;
/// The schema follows from the types of the fields, from doc comments and from attributes; arguments
/// are validated against it and then decoded. serde's attributes are understood and mean the same, so
/// that a type may derive both; whatever is not understood is an error.
///
/// ```
/// use toolwright::ToolInput;
///
/// /// What is to be ordered.
/// #[derive(ToolInput)]
/// struct Order {
///     /// Which pet.
///     #[tool(pattern = "^[a-z]+$", examples = ["rex"])]
///     pet: String,
///     /// How many of it.
///     #[tool(minimum = 1, maximum = 100, default = 1)]
///     count: u32,
///     note: Option<String>,
/// }
///
/// let schema = Order::schema().listed();
/// assert_eq!(schema["description"], "What is to be ordered.");
/// assert_eq!(schema["required"], serde_json::json!(["pet"]));
/// assert_eq!(schema["properties"]["count"]["maximum"], 100);
///
/// let wrong = Order::check().violations(&serde_json::json!({"pet": "rex", "count": 0}));
/// assert_eq!(wrong[0].to_string(), "/count: 0 is less than the minimum of 1");
/// ```
///
/// `docs/derive.md` lists types and attributes.
#[cfg(feature = "macros")]
pub use toolwright_macros::ToolInput;
/// It is written as serde writes it, with the same attributes.
///
/// ```
/// use toolwright::ToolOutput;
/// use toolwright::value::{Encode, Encoder};
///
/// #[derive(ToolOutput)]
/// #[serde(rename_all = "camelCase")]
/// struct Ordered {
///     order_id: u64,
///     #[serde(skip_serializing_if = "Option::is_none")]
///     note: Option<String>,
/// }
///
/// let mut out = Encoder::new();
/// Ordered { order_id: 7, note: None }.encode(&mut out);
/// assert_eq!(out.into_text(), r#"{"orderId":7}"#);
/// assert_eq!(Ordered::schema().output()["required"], serde_json::json!(["orderId"]));
/// ```
#[cfg(feature = "macros")]
pub use toolwright_macros::ToolOutput;
/// ```rs
/// #[derive(ToolServer)]
/// #[tools(spec = "shop.yaml", manual = "placeOrder", methods(restock))]
/// #[tools(spec = "news.yaml", module = news, client = "gemini")]
/// struct Shop {
///     db: Pool,
/// }
/// ```
///
/// Each `#[tools]` compiles a spec, as `tools!` does and with the same settings, into a module of its
/// own beside the struct: `module` names it, and otherwise it has the name of the server. Operations
/// that are run by hand are methods of its trait `Handlers`, which the struct then has to implement with
/// [`macro@handlers`].
///
/// `methods` lists the methods that are tools by themselves, with [`macro@tool`]. Without a spec the
/// server has the name of the struct, or what `name` and `version` say.
///
/// ```
/// use toolwright::{IntoTools, ToolServer, tool};
///
/// #[derive(ToolServer)]
/// #[tools(name = "dice", methods(roll))]
/// struct Dice {
///     sides: u8,
/// }
///
/// impl Dice {
///     /// Rolls a die that is not quite fair.
///     #[tool(read_only)]
///     async fn roll(&self) -> String {
///         self.sides.to_string()
///     }
/// }
///
/// let tools = Dice { sides: 6 }.into_tools();
/// assert!(format!("{tools:?}").contains("roll"));
/// ```
#[cfg(all(feature = "macros", feature = "server"))]
pub use toolwright_macros::ToolServer;
/// The description is the doc comment; arguments are a struct that derives `ToolInput`, or several
/// values, each of which is a property. `&Call<'_>` among them is what is known of the call. The
/// settings are `name`, `title`, `description`, `read_only`, `destructive`, `idempotent`,
/// `open_world = false` and `output_schema`, which advertises what the method gives.
///
/// ```
/// use toolwright::{Call, ToolError, ToolOutput, ToolServer, tool};
///
/// #[derive(ToolServer)]
/// #[tools(methods(add, about))]
/// struct Calculator;
///
/// #[derive(ToolOutput)]
/// struct Sum {
///     sum: i64,
/// }
///
/// impl Calculator {
///     /// Adds two numbers.
///     #[tool(read_only, open_world = false, output_schema)]
///     async fn add(
///         &self,
///         #[tool(description = "One of them.")] one: i64,
///         other: Option<i64>,
///     ) -> Result<Sum, ToolError> {
///         let sum = one.checked_add(other.unwrap_or(1));
///         let sum = sum.ok_or_else(|| ToolError::new("that is more than 64 bits"))?;
///         Ok(Sum { sum })
///     }
///
///     /// Says who asks.
///     #[tool]
///     fn about(&self, call: &Call<'_>) -> String {
///         format!("{:?}", call.client_info().map(|client| client.name.to_owned()))
///     }
/// }
/// # let _ = toolwright::IntoTools::into_tools(Calculator);
/// ```
#[cfg(all(feature = "macros", feature = "server"))]
pub use toolwright_macros::tool;
/// What the spec describes is in the module around it:
///
/// ```
/// mod pets {
///     toolwright::tools!("tests/doc/pets.yaml");
/// }
///
/// // Each operation is a tool, and a struct:
/// assert!(pets::API.tool("list_pets").is_some());
/// assert_eq!(pets::ListPets { limit: Some(10) }.limit, Some(10));
/// ```
#[cfg(feature = "macros")]
pub use toolwright_macros::tools;
