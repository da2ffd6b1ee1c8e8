use crate::clients::{Client, Clients, Rule};

/// What a schema must be like for several clients.
#[derive(Debug, Default)]
pub(super) struct Demands {
    /// `nullable` says that a value may be null: all clients know it.
    pub(super) nullable: bool,
    /// The values of an `enum` are strings.
    pub(super) string_enums: bool,
    /// Each schema has a type.
    pub(super) typed: bool,
    /// Nothing stands beside `anyOf`.
    pub(super) lone_any_of: bool,
    /// The formats of strings, if not all.
    pub(super) formats: Option<&'static [&'static str]>,
    /// Levels of objects, if not any.
    pub(super) depth: Option<usize>,
    known: Option<&'static [&'static str]>,
    refused: Vec<&'static str>,
}

impl Demands {
    pub(super) fn from_clients(clients: Clients) -> Self {
        let mut demands = Self {
            nullable: clients.iter().eq([Client::Gemini]),
            ..Self::default()
        };
        for limit in clients.limits() {
            match limit.rule {
                Rule::StringEnums => demands.string_enums = true,
                Rule::Typed => demands.typed = true,
                Rule::LoneAnyOf => demands.lone_any_of = true,
                Rule::StringFormats(formats) => demands.formats = Some(formats),
                Rule::Keywords(known) => demands.known = Some(known),
                Rule::NoKeywords(refused) => demands.refused.extend(refused),
                Rule::Depth(most) => demands.depth = Some(most),
                _ => {}
            }
        }
        demands
    }

    /// Whether all clients accept a keyword.
    pub(super) fn admits_keyword(&self, keyword: &str) -> bool {
        self.known.is_none_or(|known| known.contains(&keyword)) && !self.refused.contains(&keyword)
    }
}
