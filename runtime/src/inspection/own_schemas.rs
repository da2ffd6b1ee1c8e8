//! The schemas of the program's own tools, parsed from constants when they are first needed and kept forever.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use toolwright_inspect::{ArgumentViolation, ToolNotFound, ToolSchema};

use crate::api::Api;
use crate::preset::{Preset, violations_with_presets};
use crate::text::Schemas;
use crate::tool::{InputSchema, Tool};
#[cfg(feature = "server")]
use crate::tools::Tools;

/// What the schema of a tool of one's own is made from: all of it constants.
#[derive(Clone, Copy)]
struct Constants {
    name: &'static str,
    description: &'static str,
    input: &'static InputSchema,
    schemas: &'static Schemas,
    presets: &'static [Preset],
}

/// The constants by which a schema is known: addresses, where there is nothing to compare.
type Key = (&'static str, &'static str, usize, usize);

/// Those that were read. There are never more than a program has constants.
static READ: Mutex<Option<HashMap<Key, &'static ToolSchema>>> = Mutex::new(None);

impl Constants {
    fn cached_schema(self) -> &'static ToolSchema {
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        let read = read.get_or_insert_default();
        read.entry(self.cache_key())
            // Leaked on purpose: the key is made of constants, so the map cannot grow without bound.
            .or_insert_with(|| Box::leak(Box::new(self.parse_schema())))
    }

    fn cache_key(self) -> Key {
        let input = std::ptr::from_ref(self.input).addr();
        let schemas = std::ptr::from_ref(self.schemas).addr();
        (self.name, self.description, input, schemas)
    }

    fn parse_schema(self) -> ToolSchema {
        let text = self.input.client_text(self.schemas, self.name);
        let schema: Value = serde_json::from_str(&text).unwrap_or_else(|error| {
            tracing::error!(tool = self.name, %error, "the schema is not JSON");
            Value::Null
        });
        let validator = self.validator();
        ToolSchema::parse(self.name, self.description, &schema).with_validator(validator)
    }

    /// What a call of the tool would be rejected for, taken literally: `"5"` is not read as 5. Variables
    /// of the environment are the executor's, so what comes from them counts as valid.
    fn validator(self) -> impl Fn(&Value) -> Vec<ArgumentViolation> {
        let Self { presets, input, .. } = self;
        move |arguments| {
            let violations = violations_with_presets(presets, input.check, arguments.clone());
            let violations = violations.into_iter();
            violations
                .map(|it| ArgumentViolation::new(it.pointer, it.message))
                .collect()
        }
    }
}

impl Api {
    /// The schema of the tool of that name, as clients are shown it: made from constants when it is
    /// first asked for, and kept.
    ///
    /// ```
    /// # static API: toolwright::Api = toolwright::Api::new("shop");
    /// let error = API.inspect("list_pets").unwrap_err();
    /// assert_eq!(error.to_string(), "Tool not found: 'list_pets' on server 'shop'");
    /// ```
    ///
    /// # Errors
    ///
    /// There is none of that name.
    pub fn inspect(&'static self, name: &str) -> Result<&'static ToolSchema, ToolNotFound> {
        let Some(tool) = self.tool(name) else {
            let names = self.tools.iter().map(|tool| tool.name);
            return Err(ToolNotFound::new(name, Some(self.name), names));
        };
        let constants = Constants {
            name: tool.name,
            description: tool_description(tool),
            input: &tool.input,
            schemas: self.schemas,
            presets: tool.call.presets,
        };
        Ok(constants.cached_schema())
    }
}

/// What `tools/list` shows as the description.
fn tool_description(tool: &Tool) -> &'static str {
    let texts = [tool.description, tool.title, tool.path];
    let mut texts = texts.into_iter().filter(|text| !text.is_empty());
    texts.next().unwrap_or(tool.name)
}

#[cfg(feature = "server")]
impl Tools {
    /// The schema of the tool of that name, whatever it comes from, as clients are shown it: made
    /// from constants when it is first asked for, and kept. The ways to name a file that an operator
    /// opens are not in it.
    ///
    /// ```
    /// # mod pets { toolwright::tools!("tests/doc/pets.yaml"); }
    /// use toolwright::Tools;
    ///
    /// let tools = Tools::from_api(&pets::API);
    /// let tool = tools.inspect("get_pet").expect("is there");
    /// assert_eq!(tool.format_compact(), "get_pet(petId: integer)");
    /// ```
    ///
    /// # Errors
    ///
    /// There is none of that name.
    pub fn inspect(&self, name: &str) -> Result<&'static ToolSchema, ToolNotFound> {
        let Some(found) = self.find_tool(name) else {
            let server = self.first_api().name;
            return Err(ToolNotFound::new(name, Some(server), self.tool_names()));
        };
        let info = found.info;
        let constants = Constants {
            name: info.name,
            description: info.description_or_name(),
            input: info.input,
            schemas: info.schemas,
            presets: info.call.presets,
        };
        Ok(constants.cached_schema())
    }
}
