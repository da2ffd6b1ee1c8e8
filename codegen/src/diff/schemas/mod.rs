//! Two schemas, keyword by keyword, through references: each pair of definitions once.

mod compare_alternatives;
mod compare_annotations;
mod compare_bounds;
mod compare_conditions;
mod compare_enum_docs;
mod compare_enums;
mod compare_objects;
mod compare_references;
mod compare_types;
mod describe_schema;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, VecDeque};

use serde_json::{Map, Value};

use super::change_rules::{Class, Rule};
use super::entry::{Change, ChangeText, Side};
use super::spec_version::{SpecVersion, component_name};
use crate::schema::keyword::{Object, referenced_key};
use crate::source::pointer;

pub(super) use describe_schema::{describe_list, describe_schema, truncate_line};

/// What a schema that admits more does where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Polarity {
    /// The whole admits more.
    Along,
    /// The whole admits less: in `not`.
    Against,
    /// That cannot be said: in `if`.
    Either,
}

impl Polarity {
    fn negated(self) -> Self {
        match self {
            Self::Along => Self::Against,
            Self::Against => Self::Along,
            Self::Either => Self::Either,
        }
    }

    /// The class of a rule for the model.
    fn class_of_rule(self, rule: &Rule, side: Side) -> Class {
        match (self, side) {
            (Self::Along, Side::Arguments) | (Self::Against, Side::Results) => rule.arguments,
            (Self::Along, Side::Results) | (Self::Against, Side::Arguments) => rule.results,
            (Self::Either, _) if rule.arguments.max(rule.results) == Class::Neutral => {
                Class::Neutral
            }
            // Whether more or less is accepted cannot be decided, so the worse is assumed.
            (Self::Either, _) => Class::Breaking,
        }
    }
}

/// A schema of each spec that are to be compared, and where they stand.
#[derive(Clone, Copy)]
pub(super) struct SchemaPair<'p> {
    pub(super) old: &'p Value,
    pub(super) new: &'p Value,
    pub(super) old_at: &'p str,
    pub(super) new_at: &'p str,
    /// What people call it: `Pet.name`, `tags[]`.
    pub(super) subject: &'p str,
    pub(super) sense: Polarity,
}

/// A pair that is compared once, however many lead to it.
struct ComparisonUnit<'a> {
    old: Cow<'a, Value>,
    new: Cow<'a, Value>,
    old_at: String,
    new_at: String,
    subject: String,
    side: Side,
    sense: Polarity,
    changes: Vec<Change>,
    /// The units that this one refers to.
    leads_to: BTreeSet<usize>,
}

#[derive(PartialEq, Eq, Hash)]
struct UnitKey {
    old: String,
    new: String,
    side: Side,
    sense: Polarity,
}

/// Compares schemas of two specs.
pub(super) struct SchemaComparison<'a> {
    old: SpecVersion<'a>,
    new: SpecVersion<'a>,
    units: Vec<ComparisonUnit<'a>>,
    by_key: HashMap<UnitKey, usize>,
    open: VecDeque<usize>,
}

/// A root from which units are reached: the schema of a tool.
#[derive(Clone, Copy)]
pub(super) struct ComparisonRoot(usize);

impl<'a> SchemaComparison<'a> {
    pub(super) fn new(old: SpecVersion<'a>, new: SpecVersion<'a>) -> Self {
        Self {
            old,
            new,
            units: Vec::new(),
            by_key: HashMap::new(),
            open: VecDeque::new(),
        }
    }

    /// A root of its own, whose schemas are compared one by one with [`SchemaComparison::compare_within`].
    pub(super) fn new_root(&mut self, side: Side) -> ComparisonRoot {
        self.units.push(ComparisonUnit {
            old: Cow::Owned(Value::Bool(true)),
            new: Cow::Owned(Value::Bool(true)),
            old_at: String::new(),
            new_at: String::new(),
            subject: String::new(),
            side,
            sense: Polarity::Along,
            changes: Vec::new(),
            leads_to: BTreeSet::new(),
        });
        ComparisonRoot(self.units.len() - 1)
    }

    /// Compares a pair as a part of a root.
    pub(super) fn compare_within(&mut self, root: ComparisonRoot, pair: SchemaPair<'_>) {
        self.comparison_of_unit(root.0).compare_pair(pair);
        while let Some(unit) = self.open.pop_front() {
            self.compare_unit(unit);
        }
    }

    /// Compares a pair that several roots may have, known by the places of the two schemas.
    pub(super) fn compare_shared(&mut self, root: ComparisonRoot, pair: SchemaPair<'_>) {
        let schemas = KeyedSchemas {
            old_key: format!("@{}", pair.old_at),
            new_key: format!("@{}", pair.new_at),
            old: Cow::Owned(pair.old.clone()),
            new: Cow::Owned(pair.new.clone()),
        };
        self.comparison_of_unit(root.0).refer_to_unit(schemas, pair);
        while let Some(unit) = self.open.pop_front() {
            self.compare_unit(unit);
        }
    }

    /// Notes a change of a root itself.
    pub(super) fn note_root_change(
        &mut self,
        root: ComparisonRoot,
        rule: &'static Rule,
        pair: SchemaPair<'_>,
        text: ChangeText,
    ) {
        self.comparison_of_unit(root.0)
            .note_change(rule, pair, text);
    }

    /// Notes what is said of something that is new.
    pub(super) fn note_new_text(&mut self, root: ComparisonRoot, pair: SchemaPair<'_>) {
        self.comparison_of_unit(root.0).note_new_text(pair);
    }

    /// The changes that a root leads to.
    pub(super) fn changes_reached_from(&self, root: ComparisonRoot) -> Vec<&Change> {
        let mut found = Vec::new();
        let mut seen = vec![false; self.units.len()];
        let mut open = vec![root.0];
        while let Some(index) = open.pop() {
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            found.extend(&self.units[index].changes);
            open.extend(self.units[index].leads_to.iter().rev());
        }
        found
    }

    fn comparison_of_unit(&mut self, unit: usize) -> UnitComparison<'_, 'a> {
        let side = self.units[unit].side;
        UnitComparison {
            schemas: self,
            unit,
            side,
        }
    }

    fn compare_unit(&mut self, index: usize) {
        let unit = &mut self.units[index];
        let take = |value: &mut Cow<'a, Value>| std::mem::replace(value, Cow::Owned(Value::Null));
        let (old, new) = (take(&mut unit.old), take(&mut unit.new));
        let (old_at, new_at) = (unit.old_at.clone(), unit.new_at.clone());
        let subject = unit.subject.clone();
        let sense = unit.sense;
        let pair = SchemaPair {
            old: &old,
            new: &new,
            old_at: &old_at,
            new_at: &new_at,
            subject: &subject,
            sense,
        };
        self.comparison_of_unit(index).compare_pair(pair);
    }
}

/// The members of two schemas that are compared.
#[derive(Clone, Copy)]
struct MemberPair<'o> {
    old: &'o Object,
    new: &'o Object,
}

/// Two schemas with the keys that they are known by: units with the same keys are one.
struct KeyedSchemas<'v> {
    old_key: String,
    new_key: String,
    old: Cow<'v, Value>,
    new: Cow<'v, Value>,
}

/// The comparison of what belongs to one unit.
struct UnitComparison<'s, 'a> {
    schemas: &'s mut SchemaComparison<'a>,
    unit: usize,
    side: Side,
}

impl UnitComparison<'_, '_> {
    fn compare_pair(&mut self, pair: SchemaPair<'_>) {
        crate::stack::with_stack_room(|| {
            let old = unwrap_single_all_of(pair.old);
            let new = unwrap_single_all_of(pair.new);
            let pair = SchemaPair {
                old: &old,
                new: &new,
                ..pair
            };
            self.compare_unwrapped(pair);
        });
    }

    /// Compares two schemas in which an `allOf` of one part is no more.
    fn compare_unwrapped(&mut self, pair: SchemaPair<'_>) {
        if self.compare_references(pair) || self.compare_nullability(pair) {
            return;
        }
        let (Some(old), Some(new)) = (schema_members(pair.old), schema_members(pair.new)) else {
            return self.note_false_schema(pair);
        };
        if self.compare_all_of(pair, &old, &new) {
            return;
        }
        self.compare_annotations(pair, &old, &new);
        if self.compare_alternatives(pair, &old, &new) && self.compare_types(pair, &old, &new) {
            self.compare_enums(pair, &old, &new);
            self.compare_numbers(pair, &old, &new);
            self.compare_objects(pair, &old, &new);
            self.compare_conditions(pair, &old, &new);
        }
    }

    /// One of the schemas admits nothing.
    fn note_false_schema(&mut self, pair: SchemaPair<'_>) {
        let rule = match (pair.old, pair.new) {
            (Value::Bool(false), Value::Bool(false)) => return,
            (Value::Bool(false), _) => &super::change_rules::TYPE_WIDENED,
            _ => &super::change_rules::TYPE_NARROWED,
        };
        self.note_change(
            rule,
            pair,
            ChangeText::replaced(describe_schema(pair.old), describe_schema(pair.new)),
        );
    }

    fn note_change(&mut self, rule: &'static Rule, pair: SchemaPair<'_>, text: ChangeText) {
        let change = Change {
            side: Some(self.side),
            model: pair.sense.class_of_rule(rule, self.side),
            subject: pair.subject.to_owned(),
            old_at: Some(pair.old_at.to_owned()),
            new_at: Some(pair.new_at.to_owned()),
            ..Change::new(rule, text)
        };
        self.schemas.units[self.unit].changes.push(change);
    }

    /// Notes a change of a keyword, at its place where a schema has it.
    fn note_keyword_change(
        &mut self,
        rule: &'static Rule,
        pair: SchemaPair<'_>,
        keyword: &str,
        text: ChangeText,
    ) {
        let at = |schema: &Value, at: &str| match schema.get(keyword) {
            Some(_) => pointer::join(at, keyword),
            None => at.to_owned(),
        };
        let (old_at, new_at) = (at(pair.old, pair.old_at), at(pair.new, pair.new_at));
        let pair = SchemaPair {
            old_at: &old_at,
            new_at: &new_at,
            ..pair
        };
        self.note_change(rule, pair, text);
    }

    /// Compares the schemas under a key of each.
    fn compare_inner(
        &mut self,
        pair: SchemaPair<'_>,
        steps: &[&str],
        subject: &str,
        values: [&Value; 2],
    ) {
        let walk = |at: &str| {
            steps
                .iter()
                .fold(at.to_owned(), |at, step| pointer::join(&at, step))
        };
        let (old_at, new_at) = (walk(pair.old_at), walk(pair.new_at));
        let [old, new] = values;
        self.compare_pair(SchemaPair {
            old,
            new,
            old_at: &old_at,
            new_at: &new_at,
            subject,
            sense: pair.sense,
        });
    }

    /// Leads to a unit, which is compared later, once.
    fn refer_to_unit(&mut self, compared: KeyedSchemas<'_>, pair: SchemaPair<'_>) {
        let key = UnitKey {
            old: compared.old_key,
            new: compared.new_key,
            side: self.side,
            sense: pair.sense,
        };
        let schemas = &mut *self.schemas;
        // Definitions may refer to each other in circles; a known pair ends the recursion.
        let index = match schemas.by_key.get(&key) {
            Some(known) => *known,
            None => {
                let index = schemas.units.len();
                schemas.by_key.insert(key, index);
                schemas.units.push(ComparisonUnit {
                    old: Cow::Owned(compared.old.into_owned()),
                    new: Cow::Owned(compared.new.into_owned()),
                    old_at: pair.old_at.to_owned(),
                    new_at: pair.new_at.to_owned(),
                    subject: pair.subject.to_owned(),
                    side: self.side,
                    sense: pair.sense,
                    changes: Vec::new(),
                    leads_to: BTreeSet::new(),
                });
                schemas.open.push_back(index);
                index
            }
        };
        schemas.units[self.unit].leads_to.insert(index);
    }
}

/// The members of a schema; `true` has none, and `false` is no object.
fn schema_members(schema: &Value) -> Option<Cow<'_, Object>> {
    match schema {
        Value::Object(members) => Some(Cow::Borrowed(members)),
        Value::Bool(false) => None,
        _ => Some(Cow::Owned(Map::new())),
    }
}

/// A schema whose `allOf` has but one part, with that part in its place.
fn unwrap_single_all_of(schema: &Value) -> Cow<'_, Value> {
    let only = match schema.get("allOf").and_then(Value::as_array) {
        Some(parts) if parts.len() == 1 => parts[0].as_object(),
        _ => None,
    };
    let (Some(part), Some(members)) = (only, schema.as_object()) else {
        return Cow::Borrowed(schema);
    };
    let collides = part.keys().any(|key| {
        members.contains_key(key) && !crate::schema::keyword::is_annotation_keyword(key)
            || key == "allOf"
    });
    if collides {
        return Cow::Borrowed(schema);
    }
    let mut joined = part.clone();
    for (key, value) in members.iter().filter(|(key, _)| *key != "allOf") {
        joined.insert(key.clone(), value.clone());
    }
    Cow::Owned(Value::Object(joined))
}

/// What people call the definition of a key.
fn definition_name(key: &str, at: &str) -> String {
    component_name(at).unwrap_or_else(|| key.to_owned())
}

/// The keyword's value, which is not there where it says nothing.
fn keyword_value<'o>(object: &'o Object, name: &str) -> Option<&'o Value> {
    object.get(name).filter(|value| !value.is_null())
}
