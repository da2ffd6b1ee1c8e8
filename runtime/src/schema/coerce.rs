//! Second chances for arguments: models send `"5"` for `5` and `null` for what they leave out.

use crate::json::Json;
use crate::json_scan::{JsonScan, MAX_VALUES_IN_STRINGS};
use crate::rounded_integer::find_rounded_integer;
use crate::schema::quoting::Quoting;
use crate::schema::validation_report::{CollectFirst, Report};
use crate::schema::{Keyword, Literal, Property, Schema, Types};

/// How many schemas a coercion applies before it gives up.
const BUDGET: u32 = 100_000;

/// Brings a value nearer to a schema, and says whether anything was changed. A string is parsed
/// as JSON where the schema takes none and what comes out has a type that it takes; a property
/// that is `null` is removed where it is optional and can't be null.
pub(super) fn coerce(schema: &Schema, value: &mut Json) -> bool {
    Coercion {
        checks: CollectFirst::new(Quoting::Json, BUDGET),
        parsed_values: 0,
    }
    .coerce_value(schema, value)
}

struct Coercion {
    checks: CollectFirst,
    /// Values that came out of strings. A string of two megabytes may hold a million of them.
    parsed_values: usize,
}

impl Coercion {
    fn coerce_value(&mut self, schema: &Schema, value: &mut Json) -> bool {
        // Giving up is safe: what was not coerced is validated as it is.
        if self.checks.spend_budget().is_break() {
            return false;
        }
        let mut changed = self.parse_string(schema, value);
        for keyword in schema.1 {
            changed |= self.coerce_by_keyword(keyword, value);
        }
        changed
    }

    fn coerce_by_keyword(&mut self, keyword: &Keyword, value: &mut Json) -> bool {
        match *keyword {
            Keyword::Object(properties) | Keyword::ClosedObject(properties) => {
                self.coerce_properties(properties, value)
            }
            Keyword::Members(members) => {
                let changed = self.coerce_properties(members.properties, value);
                let named =
                    |name: &str| members.properties.iter().any(|known| known.name() == name);
                self.coerce_members(value, |name| (!named(name)).then_some(members.additional))
                    | changed
            }
            Keyword::Map(schema) => self.coerce_members(value, |_| Some(schema)),
            Keyword::Items(schema) => self.coerce_items(value, |_| Some(schema)),
            Keyword::ItemsAfter(prefix, schema) => {
                self.coerce_items(value, |index| (index >= prefix).then_some(schema))
            }
            Keyword::PrefixItems(schemas) => {
                self.coerce_items(value, |index| schemas.get(index).copied())
            }
            Keyword::Ref(schema) => self.coerce_value(schema, value),
            Keyword::Type(schema) => self.coerce_value(schema(), value),
            Keyword::UnevaluatedProperties(inner) | Keyword::UnevaluatedItems(inner) => {
                self.coerce_value(inner.beside, value)
            }
            Keyword::AllOf(schemas) => schemas.iter().fold(false, |changed, schema| {
                self.coerce_value(schema, value) | changed
            }),
            Keyword::AnyOf(schemas) | Keyword::OneOf(schemas) => {
                self.coerce_to_alternative(schemas, value)
            }
            _ => false,
        }
    }

    fn coerce_properties(&mut self, properties: &[Property], value: &mut Json) -> bool {
        let Json::Object(members) = value else {
            return false;
        };
        let mut changed = false;
        for property in properties {
            let Some(member) = members.get_mut(property.name()) else {
                continue;
            };
            if member.is_null()
                && !property.is_required()
                && !admits_types(property.schema(), Types::NULL)
            {
                // Many models send null for every optional argument. The property is removed, since
                // the schema would reject null.
                members.shift_remove(property.name());
                changed = true;
            } else {
                changed |= self.coerce_value(property.schema(), member);
            }
        }
        changed
    }

    fn coerce_members(
        &mut self,
        value: &mut Json,
        schema: impl Fn(&str) -> Option<&'static Schema>,
    ) -> bool {
        let Json::Object(members) = value else {
            return false;
        };
        members.iter_mut().fold(false, |changed, (name, member)| {
            schema(name).is_some_and(|schema| self.coerce_value(schema, member)) | changed
        })
    }

    fn coerce_items(
        &mut self,
        value: &mut Json,
        schema: impl Fn(usize) -> Option<&'static Schema>,
    ) -> bool {
        let Json::Array(items) = value else {
            return false;
        };
        items
            .iter_mut()
            .enumerate()
            .fold(false, |changed, (index, item)| {
                schema(index).is_some_and(|schema| self.coerce_value(schema, item)) | changed
            })
    }

    /// Takes the first alternative that the value can be made valid for.
    fn coerce_to_alternative(&mut self, schemas: &[&'static Schema], value: &mut Json) -> bool {
        if schemas
            .iter()
            .any(|schema| self.checks.is_valid_by(schema, value))
        {
            return false;
        }
        for schema in schemas {
            // A copy, because a coercion that leads to no valid value must leave no trace for the
            // next alternative.
            let mut copy = value.clone();
            if self.coerce_value(schema, &mut copy) && self.checks.is_valid_by(schema, &copy) {
                *value = copy;
                return true;
            }
        }
        false
    }

    fn parse_string(&mut self, schema: &Schema, value: &mut Json) -> bool {
        let Json::String(text) = &*value else {
            return false;
        };
        // A text stays a text if the schema takes one: "123" may be a name.
        if admits_types(schema, Types::STRING) {
            return false;
        }
        let scan = JsonScan::of_text(text.as_bytes());
        self.parsed_values += scan.value_count();
        if self.parsed_values > MAX_VALUES_IN_STRINGS {
            return false;
        }
        if scan.may_have_rounded_integers() && find_rounded_integer(text.as_bytes()).is_some() {
            return false;
        }
        match serde_json::from_str::<Json>(text) {
            // A string "null" is more likely a text than an absent value.
            Ok(parsed) if !parsed.is_null() && admits_types(schema, Types::of_value(&parsed)) => {
                *value = parsed;
                true
            }
            _ => false,
        }
    }
}

/// Whether a schema has room for values of one of these types, as far as `type`, `enum` and
/// `const` tell.
fn admits_types(schema: &Schema, types: Types) -> bool {
    schema.0.has_common(types)
        && schema.1.iter().all(|keyword| match keyword {
            Keyword::Enum(literals) => literals
                .iter()
                .any(|literal| literal_types(literal).has_common(types)),
            Keyword::EnumOfStrings(_) => Types::STRING.has_common(types),
            Keyword::Const(literal) => literal_types(literal).has_common(types),
            Keyword::Ref(schema) => admits_types(schema, types),
            Keyword::Type(schema) => admits_types(schema(), types),
            Keyword::UnevaluatedProperties(inner) | Keyword::UnevaluatedItems(inner) => {
                admits_types(inner.beside, types)
            }
            Keyword::AllOf(schemas) => schemas.iter().all(|schema| admits_types(schema, types)),
            Keyword::AnyOf(schemas) | Keyword::OneOf(schemas) => {
                schemas.iter().any(|schema| admits_types(schema, types))
            }
            _ => true,
        })
}

fn literal_types(literal: &Literal) -> Types {
    match literal {
        Literal::Null => Types::NULL,
        Literal::Bool(_) => Types::BOOLEAN,
        Literal::Int(_) | Literal::Uint(_) | Literal::Float(_) => {
            Types(Types::INTEGER.0 | Types::NUMBER.0)
        }
        Literal::Str(_) => Types::STRING,
        Literal::Array(_) => Types::ARRAY,
        Literal::Object(_) => Types::OBJECT,
    }
}
