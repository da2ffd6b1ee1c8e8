//! JSON Schemas as text: what several of them have in common is stored once.

mod join;
mod marker;
#[cfg(test)]
mod tests;

use join::{Form, Joiner, Referenced};

/// A JSON Schema as text.
///
/// Two members stand for what is stored elsewhere, in [`Schemas`]: `"$ref":"#/$defs/Pet"`, the last
/// member of its object, for a definition; `"$shared":"limit"` among `properties` for one or more
/// properties. Data that looks like them has its `$` escaped.
///
/// ```
/// use toolwright::{Definition, SchemaText, Schemas};
///
/// static SCHEMAS: Schemas = Schemas {
///     shared: &[("limit", r#""limit":{"type":"integer"}"#)],
///     ..Schemas::NONE
/// };
///
/// let text = SchemaText(r#"{"type":"object","properties":{"$shared":"limit"}}"#);
/// assert_eq!(
///     SCHEMAS.faithful(text),
///     r#"{"type":"object","properties":{"limit":{"type":"integer"}}}"#
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemaText(pub &'static str);

/// What the schema texts of an API have in common. Each list is sorted by name.
///
/// ```
/// use toolwright::{Definition, SchemaText, Schemas};
///
/// static SCHEMAS: Schemas = Schemas {
///     shared: &[("limit", r#""limit":{"type":"integer"}"#)],
///     definitions: &[Definition { name: "Pet", opening: "{", body: r#""type":"object"}"# }],
///     portable_definitions: &[],
/// };
///
/// let text = SchemaText(r##"{"properties":{"$shared":"limit","pet":{"$ref":"#/$defs/Pet"}}}"##);
/// assert_eq!(
///     SCHEMAS.portable(text, &[]),
///     r#"{"properties":{"limit":{"type":"integer"},"pet":{"type":"object"}}}"#
/// );
/// assert_eq!(
///     SCHEMAS.portable(text, &["Pet"]),
///     r##"{"properties":{"limit":{"type":"integer"},"pet":{"$ref":"#/$defs/Pet"}},"##.to_owned()
///         + r#""$defs":{"Pet":{"type":"object"}}}"#
/// );
/// ```
#[derive(Debug)]
pub struct Schemas {
    /// Properties, by the name under which texts mention them.
    pub shared: &'static [(&'static str, &'static str)],
    /// The definitions of the spec.
    pub definitions: &'static [Definition],
    /// The portable forms of those definitions that are not portable as they are.
    pub portable_definitions: &'static [Definition],
}

/// A schema that others refer to.
///
/// Annotations beside a reference take the place of the definition's own:
///
/// ```
/// use toolwright::{Definition, SchemaText, Schemas};
///
/// static SCHEMAS: Schemas = Schemas {
///     definitions: &[Definition {
///         name: "Pet",
///         opening: r#"{"description":"A pet.","#,
///         body: r#""type":"object"}"#,
///     }],
///     ..Schemas::NONE
/// };
///
/// let text = SchemaText(r##"{"$ref":"#/$defs/Pet"}"##);
/// assert_eq!(SCHEMAS.portable(text, &[]), r#"{"description":"A pet.","type":"object"}"#);
/// ```
#[derive(Debug)]
pub struct Definition {
    /// Its key under `$defs`.
    pub name: &'static str,
    /// The brace and the annotations that begin its text. Annotations beside a `$ref` take their
    /// place.
    pub opening: &'static str,
    /// The rest of its text.
    pub body: &'static str,
}

impl Schemas {
    /// No definition, nothing shared.
    pub const NONE: Self = Self {
        shared: &[],
        definitions: &[],
        portable_definitions: &[],
    };

    /// The whole text of a faithful schema: all definitions that it reaches are under `$defs`.
    ///
    /// ```
    /// use toolwright::{Definition, SchemaText, Schemas};
    ///
    /// static SCHEMAS: Schemas = Schemas {
    ///     definitions: &[Definition { name: "Pet", opening: "{", body: r#""type":"object"}"# }],
    ///     ..Schemas::NONE
    /// };
    ///
    /// let text = SchemaText(r##"{"items":{"$ref":"#/$defs/Pet"}}"##);
    /// assert_eq!(
    ///     SCHEMAS.faithful(text),
    ///     r##"{"items":{"$ref":"#/$defs/Pet"},"$defs":{"Pet":{"type":"object"}}}"##
    /// );
    /// ```
    pub fn faithful(&self, text: SchemaText) -> String {
        Joiner::new(self, Form::Faithful, Referenced::All).join(text)
    }

    /// The whole text of a portable schema: the definitions in `referenced` are under `$defs`, all
    /// others where they are referred to.
    pub fn portable(&self, text: SchemaText, referenced: &[&'static str]) -> String {
        Joiner::new(self, Form::Portable, Referenced::These(referenced)).join(text)
    }

    fn properties(&self, name: &str) -> Option<&'static str> {
        let index = self.shared.binary_search_by(|(key, _)| (*key).cmp(name));
        index.ok().map(|index| self.shared[index].1)
    }

    fn definition(&self, form: Form, name: &str) -> Option<&'static Definition> {
        let portable = match form {
            Form::Portable => find(self.portable_definitions, name),
            Form::Faithful => None,
        };
        portable.or_else(|| find(self.definitions, name))
    }
}

fn find(sorted: &'static [Definition], name: &str) -> Option<&'static Definition> {
    let index = sorted.binary_search_by(|definition| definition.name.cmp(name));
    index.ok().map(|index| &sorted[index])
}
