//! The kinds of things that an API has: those behind the placeholders of its paths, and which records are of them.

use std::collections::hash_map::{Entry, HashMap};
use std::collections::{BTreeMap, BTreeSet};

use super::record::{Record, Role};
use super::route::{Placeholder, Route, Segment};
use super::step::Step;
use super::steps_by_route::StepsByRoute;

/// Properties that things of all kinds have.
const COMMON: [&str; 16] = [
    "id",
    "name",
    "object",
    "type",
    "url",
    "created",
    "created_at",
    "updated_at",
    "livemode",
    "metadata",
    "deleted",
    "description",
    "status",
    "title",
    "size",
    "comment",
];
/// Properties beside these that two records must have in common before they can be taken for the same kind of thing.
const LEAST_SHAPE: usize = 3;
/// Definitions of one record: more are not alternatives of one kind.
const MOST_ALTERNATIVES: usize = 3;
/// Properties that no other kind has by which a record is taken for one of a kind.
const LEAST_RARE: usize = 2;
/// The share of one record's properties that the other must have.
const LIKENESS: f32 = 0.8;

/// The share of the properties of a record with the same noun that must be known.
const KINSHIP: f32 = 0.4;

/// Things of one kind: those of the collection that a placeholder follows.
#[derive(Debug)]
pub(super) struct Resource<'a> {
    /// Path of the collection.
    pub(super) collection: Route,
    /// What one of them is called.
    pub(super) noun: Option<String>,
    /// Whether the collection is at the root of the API, behind nothing but what all paths begin with.
    pub(super) is_root_level: bool,
    /// Definitions of the records that are one of them.
    definitions: BTreeSet<&'a str>,
    /// Names of the properties of one as it is returned alone.
    whole: BTreeSet<&'a str>,
    /// Names of the properties that one has in each list.
    item: BTreeSet<&'a str>,
}

/// All of a record that its [kinds](Resources::kinds_of) depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Look<'r> {
    definitions: &'r [&'r str],
    noun: Option<&'r str>,
    is_part: bool,
    is_listed: bool,
    properties: Vec<&'r str>,
}

impl<'r> Look<'r> {
    pub(super) fn of_record(record: &'r Record<'_>) -> Self {
        let properties = record.schema.properties.iter();
        Self {
            definitions: &record.schema.definitions,
            noun: record.noun.as_deref(),
            is_part: record.role == Role::Part,
            is_listed: record.is_listed,
            properties: properties.map(|property| property.name).collect(),
        }
    }
}

/// All kinds of things.
#[derive(Debug)]
pub(super) struct Resources<'a> {
    all: Vec<Resource<'a>>,
    /// Those of each [shape](Route::shape) of their collection.
    by_collection: HashMap<String, usize>,
    /// How many there are of each noun, wherever they are.
    counts_by_noun: BTreeMap<String, usize>,
    /// The kinds that a definition is one of, by its key.
    by_definition: BTreeMap<&'a str, Vec<usize>>,
    /// Those at the root of the API by noun; `/repos` and `/repositories` have the same.
    by_noun: BTreeMap<String, Vec<usize>>,
    /// The kinds that have a property, by its name.
    by_property: BTreeMap<&'a str, Vec<usize>>,
}

impl<'a> Resources<'a> {
    pub(super) fn from_steps(steps: &[Step<'a>]) -> Self {
        let mut all: Vec<Resource<'a>> = Vec::new();
        let mut by_collection = HashMap::new();
        let prefix = common_prefix(steps);
        let steps_by_route = StepsByRoute::new(steps);
        for placeholder in steps.iter().flat_map(|step| &step.placeholders) {
            if let Entry::Vacant(entry) = by_collection.entry(placeholder.collection.shape()) {
                entry.insert(all.len());
                all.push(Resource::from_steps(placeholder, prefix, &steps_by_route));
            }
        }
        Self {
            by_collection,
            counts_by_noun: count_nouns(&all),
            by_definition: kinds_by_definition(&all),
            by_noun: kinds_by_noun(&all),
            by_property: kinds_by_property(&all),
            all,
        }
    }

    pub(super) fn all(&self) -> &[Resource<'a>] {
        &self.all
    }

    pub(super) fn find_by_collection(&self, collection: &Route) -> Option<usize> {
        self.by_collection.get(&collection.shape()).copied()
    }

    /// How many collections have things of a noun, wherever they are.
    pub(super) fn count_with_noun(&self, noun: &str) -> usize {
        self.counts_by_noun.get(noun).copied().unwrap_or_default()
    }

    /// Whether a path is that of the collection of another kind.
    pub(super) fn is_other_collection(&self, route: &Route, kind: usize) -> bool {
        self.find_by_collection(route)
            .is_some_and(|found| found != kind)
    }

    pub(super) fn find_by_noun(&self, noun: &str) -> Option<usize> {
        self.at_root_with_noun(noun).first().copied()
    }

    /// The kinds at the root of the API that have a noun.
    pub(super) fn at_root_with_noun(&self, noun: &str) -> &[usize] {
        self.by_noun.get(noun).map_or(&[], Vec::as_slice)
    }

    /// Whether a kind is at the root of the API and has a noun.
    pub(super) fn is_at_root(&self, kind: usize, noun: &str) -> bool {
        self.at_root_with_noun(noun).contains(&kind)
    }

    /// Whether a kind is at the root of the API.
    pub(super) fn has_own_noun(&self, kind: usize) -> bool {
        let noun = self.all.get(kind).and_then(|it| it.noun.as_deref());
        noun.is_some_and(|noun| self.is_at_root(kind, noun))
    }

    /// The kinds of things that a record may be one of: by its noun, else by its definition, else by its shape.
    pub(super) fn kinds_of(&self, record: &Record<'_>) -> BTreeSet<usize> {
        // What may be anything is nothing in particular.
        if record.schema.definitions.len() > MOST_ALTERNATIVES {
            return BTreeSet::new();
        }
        let noun = record.noun.as_ref().filter(|_| record.role == Role::Part);
        let is_possible = |kind: &usize| {
            self.all
                .get(*kind)
                .is_some_and(|it| it.may_be_defined_as(record))
        };
        if let Some(kind) = noun
            .and_then(|noun| self.find_by_noun(noun))
            .filter(is_possible)
        {
            return BTreeSet::from([kind]);
        }
        // `production_companies` are companies, unless their definition says what they are.
        let last = noun
            .and_then(|noun| noun.rsplit_once(' '))
            .filter(|_| record.schema.definitions.is_empty());
        if let Some(kind) = last.and_then(|(_, last)| self.find_by_noun(last)) {
            return BTreeSet::from([kind]);
        }
        let definitions = record.schema.definitions.iter();
        let of_definition = definitions.filter_map(|key| self.by_definition.get(key));
        let of_definition: BTreeSet<usize> = of_definition.flatten().copied().collect();
        if !of_definition.is_empty() {
            return of_definition;
        }
        let found = self
            .find_by_shape(record)
            .or_else(|| self.find_by_rare_properties(record));
        found.into_iter().collect()
    }

    /// The kind whose properties a record has, unless several are as like it.
    fn find_by_shape(&self, record: &Record<'_>) -> Option<usize> {
        let names = distinctive_names(record);
        let mut common: BTreeMap<usize, usize> = BTreeMap::new();
        for kind in names
            .iter()
            .filter_map(|name| self.by_property.get(name))
            .flatten()
        {
            *common.entry(*kind).or_default() += 1;
        }
        common.retain(|kind, common| {
            *common >= LEAST_SHAPE
                && self
                    .all
                    .get(*kind)
                    .is_some_and(|it| it.has_shape_of(&names))
        });
        let best = common.values().max().copied()?;
        let mut found = common.iter().filter(|(_, common)| **common == best);
        let kind = found.next().map(|(kind, _)| *kind);
        kind.filter(|_| found.next().is_none())
    }

    /// The kind that alone has some properties of a record without a definition: of `gender` and `profile_path`,
    /// in an API in which only people have them, a cast is made of people.
    fn find_by_rare_properties(&self, record: &Record<'_>) -> Option<usize> {
        let is_inline = record.schema.definitions.is_empty() && record.is_listed;
        let names = distinctive_names(record);
        let owners = names
            .iter()
            .filter(|_| is_inline)
            .filter_map(|name| self.by_property.get(name));
        let alone: Vec<usize> = owners
            .filter_map(|kinds| match kinds.as_slice() {
                [kind] => Some(*kind),
                _ => None,
            })
            .collect();
        let (first, others) = alone.split_first()?;
        (others.len() + 1 >= LEAST_RARE && others.iter().all(|kind| kind == first))
            .then_some(*first)
    }
}

impl<'a> Resource<'a> {
    /// What the operations at the path of one thing and those that list them return.
    fn from_steps(placeholder: &Placeholder, prefix: usize, steps: &StepsByRoute<'_, 'a>) -> Self {
        let collection = placeholder.collection.clone();
        let mut resource = Self {
            is_root_level: collection.segments.len() == prefix + 1,
            noun: collection.noun(),
            collection,
            definitions: BTreeSet::new(),
            whole: BTreeSet::new(),
            item: BTreeSet::new(),
        };
        let mut one = placeholder.collection.clone();
        let length = steps.shortest_run(&one);
        one.segments.extend(std::iter::repeat_n(
            Segment::Placeholder(String::new()),
            length,
        ));
        for step in steps.with_route(&one) {
            for record in step.results_in_role(Role::Whole) {
                resource.add_whole(record, step.is_read());
            }
        }
        let lists = steps.with_route(&resource.collection);
        for step in lists.iter().filter(|step| step.is_read()) {
            for record in step.results_in_role(Role::Item) {
                resource.add_item(record);
            }
        }
        if resource.is_root_level {
            resource.add_searches(&steps.searches);
        }
        resource
    }

    /// What a search for the noun lists, if it is like the things that are known.
    fn add_searches(&mut self, searches: &[&Step<'a>]) {
        let searches = searches
            .iter()
            .filter(|step| step.names_noun(self.noun.as_deref()));
        let items: Vec<&Record<'a>> = searches
            .flat_map(|step| step.results_in_role(Role::Item))
            .collect();
        for record in items {
            if self.is_like(record) {
                self.add_item(record);
            }
        }
    }

    /// Whether a record that is called by the noun is not something else: most of its properties are known.
    pub(super) fn is_like(&self, record: &Record<'_>) -> bool {
        let names = distinctive_names(record);
        let common = names
            .iter()
            .filter(|name| self.whole.contains(*name) || self.item.contains(*name))
            .count();
        self.is_unknown()
            || record
                .schema
                .definitions
                .iter()
                .any(|key| self.definitions.contains(key))
            || common > 0 && common as f32 >= names.len() as f32 * KINSHIP
    }

    fn add_whole(&mut self, record: &Record<'a>, is_read: bool) {
        self.definitions.extend(&record.schema.definitions);
        if is_read {
            self.whole.extend(distinctive_names(record));
        }
    }

    fn add_item(&mut self, record: &Record<'a>) {
        self.definitions.extend(&record.schema.definitions);
        let names = distinctive_names(record);
        self.item = match self.item.is_empty() {
            true => names,
            false => self.item.intersection(&names).copied().collect(),
        };
    }

    /// Whether nearly all of the properties of a record are those of one of the things, or the other way round.
    fn has_shape_of(&self, names: &BTreeSet<&str>) -> bool {
        let is_nearly = |common: usize, all: usize| {
            common >= LEAST_SHAPE && common as f32 >= all as f32 * LIKENESS
        };
        is_nearly(names.intersection(&self.whole).count(), names.len())
            || is_nearly(names.intersection(&self.item).count(), self.item.len())
    }

    /// Whether no definition says that a record is something else.
    fn may_be_defined_as(&self, record: &Record<'_>) -> bool {
        record.schema.definitions.is_empty()
            || self.definitions.is_empty()
            || record
                .schema
                .definitions
                .iter()
                .any(|key| self.definitions.contains(key))
    }

    /// Whether nothing is known of the things.
    pub(super) fn is_unknown(&self) -> bool {
        self.whole.is_empty() && self.item.is_empty()
    }
}

/// How many static segments all paths begin with: one if all begin with `/v1`.
fn common_prefix(steps: &[Step<'_>]) -> usize {
    let Some((first, others)) = steps.split_first().filter(|(_, others)| !others.is_empty()) else {
        return 0;
    };
    let segments = first.route.segments.iter().enumerate();
    let is_common = |(at, segment): &(usize, &Segment)| {
        matches!(segment, Segment::Static(_))
            && others
                .iter()
                .all(|step| step.route.segments.get(*at) == Some(*segment))
    };
    segments.take_while(is_common).count()
}

/// The names of a record's properties, without those that things of all kinds have.
fn distinctive_names<'a>(record: &Record<'a>) -> BTreeSet<&'a str> {
    let names = record
        .schema
        .properties
        .iter()
        .map(|property| property.name);
    names
        .filter(|name| {
            !COMMON
                .iter()
                .any(|common| common.eq_ignore_ascii_case(name))
        })
        .collect()
}

fn count_nouns(all: &[Resource<'_>]) -> BTreeMap<String, usize> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for noun in all.iter().filter_map(|it| it.noun.as_ref()) {
        *counts.entry(noun.clone()).or_default() += 1;
    }
    counts
}

fn kinds_by_definition<'a>(all: &[Resource<'a>]) -> BTreeMap<&'a str, Vec<usize>> {
    let mut found: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (kind, resource) in all.iter().enumerate() {
        for key in &resource.definitions {
            found.entry(*key).or_default().push(kind);
        }
    }
    found
}

fn kinds_by_noun(all: &[Resource<'_>]) -> BTreeMap<String, Vec<usize>> {
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (kind, resource) in all.iter().enumerate() {
        if let (Some(noun), true) = (&resource.noun, resource.is_root_level) {
            found.entry(noun.clone()).or_default().push(kind);
        }
    }
    found
}

fn kinds_by_property<'a>(all: &[Resource<'a>]) -> BTreeMap<&'a str, Vec<usize>> {
    let mut found: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (kind, resource) in all.iter().enumerate() {
        for name in resource.whole.union(&resource.item) {
            found.entry(*name).or_default().push(kind);
        }
    }
    found
}
