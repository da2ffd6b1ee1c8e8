//! Second chances for arguments: models send `"5"` for `5` and `null` for what they leave out.

use crate::json_scan::{MAX_VALUES_IN_STRINGS, count_values};
use crate::schema::report::{Collect, Report};
use crate::schema::{Keyword, Literal, Property, Schema, Types};
use crate::value::Json;

/// How many schemas a coercion applies before it gives up.
const BUDGET: u32 = 100_000;

/// Brings a value nearer to a schema, and says whether anything was changed. A string is parsed
/// as JSON where the schema takes none and what comes out has a type that it takes; a property
/// that is `null` is removed where it is optional and can't be null.
pub(super) fn coerce(schema: &Schema, value: &mut Json) -> bool {
    Coercion {
        checks: Collect::with_budget(BUDGET),
        parsed_values: 0,
    }
    .value(schema, value)
}

struct Coercion {
    checks: Collect,
    /// Values that came out of strings. A string of two megabytes may hold a million of them.
    parsed_values: usize,
}

impl Coercion {
    fn value(&mut self, schema: &Schema, value: &mut Json) -> bool {
        if self.checks.spend().is_break() {
            return false;
        }
        let mut changed = self.parse(schema, value);
        for keyword in schema.1 {
            changed |= self.keyword(keyword, value);
        }
        changed
    }

    fn keyword(&mut self, keyword: &Keyword, value: &mut Json) -> bool {
        match *keyword {
            Keyword::Object(properties) | Keyword::ClosedObject(properties) => {
                self.properties(properties, value)
            }
            Keyword::Members(members) => {
                let changed = self.properties(members.properties, value);
                let named =
                    |name: &str| members.properties.iter().any(|known| known.name() == name);
                self.each_member(value, |name| (!named(name)).then_some(members.additional))
                    | changed
            }
            Keyword::Map(schema) => self.each_member(value, |_| Some(schema)),
            Keyword::Items(schema) => self.items(value, |_| Some(schema)),
            Keyword::ItemsAfter(prefix, schema) => {
                self.items(value, |index| (index >= prefix).then_some(schema))
            }
            Keyword::PrefixItems(schemas) => self.items(value, |index| schemas.get(index).copied()),
            Keyword::Ref(schema) => self.value(schema, value),
            Keyword::Type(schema) => self.value(schema(), value),
            Keyword::UnevaluatedProperties(inner) | Keyword::UnevaluatedItems(inner) => {
                self.value(inner.beside, value)
            }
            Keyword::AllOf(schemas) => schemas
                .iter()
                .fold(false, |changed, schema| self.value(schema, value) | changed),
            Keyword::AnyOf(schemas) | Keyword::OneOf(schemas) => self.alternative(schemas, value),
            _ => false,
        }
    }

    fn properties(&mut self, properties: &[Property], value: &mut Json) -> bool {
        let Json::Object(members) = value else {
            return false;
        };
        let mut changed = false;
        for property in properties {
            let Some(member) = members.get_mut(property.name()) else {
                continue;
            };
            if member.is_null() && !property.is_required() && !takes(property.schema(), Types::NULL)
            {
                members.shift_remove(property.name());
                changed = true;
            } else {
                changed |= self.value(property.schema(), member);
            }
        }
        changed
    }

    fn each_member(
        &mut self,
        value: &mut Json,
        schema: impl Fn(&str) -> Option<&'static Schema>,
    ) -> bool {
        let Json::Object(members) = value else {
            return false;
        };
        members.iter_mut().fold(false, |changed, (name, member)| {
            schema(name).is_some_and(|schema| self.value(schema, member)) | changed
        })
    }

    fn items(
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
                schema(index).is_some_and(|schema| self.value(schema, item)) | changed
            })
    }

    /// Takes the first alternative that the value can be made valid for.
    fn alternative(&mut self, schemas: &[&'static Schema], value: &mut Json) -> bool {
        if schemas
            .iter()
            .any(|schema| self.checks.holds(schema, value))
        {
            return false;
        }
        for schema in schemas {
            let mut copy = value.clone();
            if self.value(schema, &mut copy) && self.checks.holds(schema, &copy) {
                *value = copy;
                return true;
            }
        }
        false
    }

    fn parse(&mut self, schema: &Schema, value: &mut Json) -> bool {
        let Json::String(text) = &*value else {
            return false;
        };
        if takes(schema, Types::STRING) {
            return false;
        }
        self.parsed_values += count_values(text.as_bytes());
        if self.parsed_values > MAX_VALUES_IN_STRINGS {
            return false;
        }
        match serde_json::from_str::<Json>(text) {
            Ok(parsed) if !parsed.is_null() && takes(schema, Types::of(&parsed)) => {
                *value = parsed;
                true
            }
            _ => false,
        }
    }
}

/// Whether a schema has room for values of one of these types, as far as `type`, `enum` and
/// `const` tell.
fn takes(schema: &Schema, types: Types) -> bool {
    schema.0.intersect(types)
        && schema.1.iter().all(|keyword| match keyword {
            Keyword::Enum(literals) => literals.iter().any(|literal| of(literal).intersect(types)),
            Keyword::EnumOfStrings(_) => Types::STRING.intersect(types),
            Keyword::Const(literal) => of(literal).intersect(types),
            Keyword::Ref(schema) => takes(schema, types),
            Keyword::Type(schema) => takes(schema(), types),
            Keyword::UnevaluatedProperties(inner) | Keyword::UnevaluatedItems(inner) => {
                takes(inner.beside, types)
            }
            Keyword::AllOf(schemas) => schemas.iter().all(|schema| takes(schema, types)),
            Keyword::AnyOf(schemas) | Keyword::OneOf(schemas) => {
                schemas.iter().any(|schema| takes(schema, types))
            }
            _ => true,
        })
}

fn of(literal: &Literal) -> Types {
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
