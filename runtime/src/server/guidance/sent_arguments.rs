//! What an error about arguments needs of those that were sent: their names. The values go on to the tool, and are not
//! there any more when the error is written.

use rmcp::model::JsonObject;

use crate::schema::Schema;

/// Of an object that is no argument, so many names are kept: a caller may send a million.
const MAX_MEMBERS: usize = 50;

/// The names of the arguments of a call.
#[derive(Debug, Default)]
pub(in crate::server) struct SentArguments {
    names: Vec<String>,
    /// The arguments that the tool does not have and that are objects, with the names in them.
    unknown_objects: Vec<(String, Vec<String>)>,
}

impl SentArguments {
    pub(in crate::server) fn new(arguments: &JsonObject, schema: &Schema) -> Self {
        let properties = schema.properties().unwrap_or_default();
        // A schema that states no properties may have them in compositions.
        let is_unknown = |name: &str| {
            !properties.is_empty() && !properties.iter().any(|known| known.name() == name)
        };
        let objects = arguments
            .iter()
            .filter_map(|(name, value)| Some((name, value.as_object()?)));
        Self {
            names: arguments.keys().cloned().collect(),
            unknown_objects: objects
                .filter(|(name, _)| is_unknown(name))
                .map(|(name, members)| {
                    let members = members.keys().take(MAX_MEMBERS).cloned();
                    (name.clone(), members.collect())
                })
                .collect(),
        }
    }

    /// The names in the order in which they were sent.
    pub(super) fn sent_names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn contains_name(&self, name: &str) -> bool {
        self.names.iter().any(|sent| sent == name)
    }

    /// The names in an object that is no argument of the tool.
    pub(super) fn members_of(&self, name: &str) -> &[String] {
        let found = self.unknown_objects.iter().find(|(sent, _)| sent == name);
        found.map_or(&[], |(_, members)| members)
    }
}
