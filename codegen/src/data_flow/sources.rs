//! The records that may be things of each kind, by the rules that need no name of an argument.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::HashMap;

use crate::model::{Method, Rule};

use super::record::{Record, Role};
use super::resource::{Look, Resource, Resources};
use super::route::Route;
use super::step::Step;

/// Properties of what only says that something was created, as `{"Id": "…"}` does.
const FEW: usize = 2;

/// A record that a rule finds. There are millions of them in an enormous API.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) rule: Rule,
    step: u32,
    record: u32,
}

impl Source {
    pub(super) fn new(rule: Rule, step: &Step<'_>, record: usize) -> Self {
        // What has no place among four billion is not found.
        let index = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        Self {
            rule,
            step: index(step.index),
            record: index(record),
        }
    }

    pub(super) fn find_step<'s, 'a>(&self, steps: &'s [Step<'a>]) -> Option<&'s Step<'a>> {
        steps.get(usize::try_from(self.step).ok()?)
    }

    pub(super) fn find_record<'s, 'a>(&self, steps: &'s [Step<'a>]) -> Option<&'s Record<'a>> {
        let records = &self.find_step(steps)?.records;
        records.get(usize::try_from(self.record).ok()?)
    }
}

/// The sources of each kind.
pub(super) fn collect_sources(steps: &[Step<'_>], resources: &Resources<'_>) -> Vec<Vec<Source>> {
    let mut sources: Vec<Vec<Source>> = vec![Vec::new(); resources.all().len()];
    let reaches = resources.all().iter().map(Reach::for_resource);
    let reaches: Vec<Reach> = reaches.collect();
    // Many operations return the same thing.
    let mut known_kinds: HashMap<Look<'_>, BTreeSet<usize>> = HashMap::default();
    let none = BTreeSet::new();
    for step in steps {
        let rules = find_rules(step, resources);
        for (index, record) in step.records.iter().enumerate() {
            let kinds_of_record = match record.is_result() {
                true => known_kinds
                    .entry(Look::of_record(record))
                    .or_insert_with(|| resources.kinds_of(record)),
                false => &none,
            };
            let others = rules.keys().filter(|kind| !kinds_of_record.contains(kind));
            for kind in kinds_of_record.iter().chain(others).copied() {
                let membership = Membership {
                    step,
                    record,
                    kind,
                    is_of_kind: kinds_of_record.contains(&kind),
                };
                let rule = membership.find_rule(rules.get(&kind).copied(), resources);
                let rule = rule.filter(|rule| reaches[kind].has_source(*rule, step));
                sources[kind].extend(rule.map(|rule| Source::new(rule, step, index)));
            }
        }
    }
    sources
}

/// Where the things of a kind are found. Comments of an issue are not those of a gist: things of a collection inside of another
/// are found there.
struct Reach {
    is_everywhere: bool,
    outer: Route,
}

impl Reach {
    fn for_resource(resource: &Resource<'_>) -> Self {
        Self {
            is_everywhere: resource.is_root_level,
            outer: resource.collection.outer_collection(),
        }
    }

    /// Whether what an operation returns is found by a rule.
    fn has_source(&self, rule: Rule, step: &Step<'_>) -> bool {
        let is_elsewhere = matches!(rule, Rule::Noun | Rule::Schema);
        !is_elsewhere || self.is_everywhere || step.route.begins_like(&self.outer)
    }
}

/// A record of an operation, and a kind that it may be one of.
struct Membership<'s, 'a> {
    step: &'s Step<'a>,
    record: &'s Record<'a>,
    kind: usize,
    /// Whether the record alone says so.
    is_of_kind: bool,
}

impl Membership<'_, '_> {
    /// The rule by which the record is one of the kind, if the operation's path makes it a source by `rule`.
    fn find_rule(&self, rule: Option<Rule>, resources: &Resources<'_>) -> Option<Rule> {
        let Self {
            step,
            record,
            kind,
            is_of_kind,
        } = *self;
        let resource = resources.all().get(kind)?;
        let is_like = || is_of_kind || resource.is_like(record);
        match (rule, record.role) {
            (Some(Rule::Creation), Role::Whole)
                if step.route.static_rest(&resource.collection).is_some()
                    || is_of_kind
                    || record.schema.properties.len() <= FEW =>
            {
                rule
            }
            (Some(Rule::Creation), _) => None,
            (Some(Rule::Selection), Role::Item | Role::Whole)
                if is_of_kind || resource.is_unknown() =>
            {
                Some(Rule::Selection)
            }
            (Some(Rule::Collection), Role::Item) => rule,
            (Some(Rule::Search), Role::Item) if is_like() => rule,
            (Some(Rule::Noun), Role::Item)
                if is_of_kind
                    || (is_like() && !resources.is_other_collection(&step.route, kind)) =>
            {
                rule
            }
            _ if is_of_kind && step.is_read() && record.role != Role::Whole => Some(Rule::Schema),
            _ => None,
        }
    }
}

/// The kinds that an operation's path makes it return things of, each with the rule.
fn find_rules(step: &Step<'_>, resources: &Resources<'_>) -> BTreeMap<usize, Rule> {
    let parent = step.route.static_parent();
    let by_path = [Some(&step.route), parent.as_ref()].into_iter().flatten();
    let by_path = by_path.filter_map(|route| resources.find_by_collection(route));
    let searched = step.nouns.iter().filter(|_| step.is_search);
    let nouns = step.noun.iter().chain(searched);
    let by_noun = nouns.flat_map(|noun| resources.at_root_with_noun(noun));
    let kinds: BTreeSet<usize> = by_path.chain(by_noun.copied()).collect();
    let rules = kinds.into_iter();
    rules
        .filter_map(|kind| Some((kind, find_rule(step, kind, resources)?)))
        .collect()
}

/// The rule by which an operation's path makes it one that returns things of a kind.
fn find_rule(step: &Step<'_>, kind: usize, resources: &Resources<'_>) -> Option<Rule> {
    let resource = resources.all().get(kind)?;
    let rest = step.route.static_rest(&resource.collection);
    let is_unique = resources.has_own_noun(kind);
    let has_noun = is_unique && step.noun == resource.noun;
    if !step.is_read() {
        let is_creation =
            rest == Some(0) || has_noun || (rest == Some(1) && step.route.has_word(&["create"]));
        return (is_creation && *step.method == Method::Post).then_some(Rule::Creation);
    }
    match rest {
        Some(0) => Some(Rule::Collection),
        _ if is_unique && step.is_search && step.names_noun(resource.noun.as_deref()) => {
            Some(Rule::Search)
        }
        // What would be there if it were created has no lasting id.
        Some(1) if !step.route.has_word(&["preview"]) => Some(Rule::Selection),
        _ if has_noun => Some(Rule::Noun),
        _ => None,
    }
}
