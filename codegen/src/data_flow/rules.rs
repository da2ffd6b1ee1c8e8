//! The rules by which an operation is taken for one that returns what an argument takes.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Method, Producer, Rule};

use super::identify::{find_identifier, find_namesake};
use super::need::Wanted;
use super::record::{Property, Record, Role};
use super::resource::Resources;
use super::route::{Placeholder, Position};
use super::step::Step;
use super::words::{have_common_word, split_name, without_adjective};

/// Properties of what only says that something was created, as `{"Id": "…"}` does.
const FEW: usize = 2;

/// A record that a rule finds.
#[derive(Clone, Copy, Debug)]
struct Source {
    rule: Rule,
    step: usize,
    record: usize,
}

/// Finds producers.
pub(super) struct Producers<'s, 'a> {
    steps: &'s [Step<'a>],
    resources: Resources<'a>,
    /// The records that may be things of each kind.
    sources: Vec<Vec<Source>>,
    /// Properties of what reading operations return, by their words.
    by_name: BTreeMap<String, Vec<Source>>,
    /// Nouns that placeholders of the API have with `id` behind them.
    with_id: BTreeSet<String>,
    /// Items and parts of what reading operations return, by noun.
    by_noun: BTreeMap<String, Vec<Source>>,
}

/// A producer that was found, with what it is sorted by.
struct Candidate {
    /// Whether it takes the same argument itself, so that it only leads on from one thing to another.
    needs_the_same: bool,
    rule: Rule,
    required: usize,
    producer: Producer,
}

impl<'s, 'a> Producers<'s, 'a> {
    pub(super) fn new(steps: &'s [Step<'a>]) -> Self {
        let resources = Resources::from_steps(steps);
        let sources = collect_sources(steps, &resources);
        let (mut by_name, mut by_noun) = (
            BTreeMap::<_, Vec<Source>>::new(),
            BTreeMap::<_, Vec<Source>>::new(),
        );
        for step in steps.iter().filter(|step| step.is_read()) {
            for (index, record) in step.records.iter().enumerate() {
                let source = |rule| Source {
                    rule,
                    step: step.index,
                    record: index,
                };
                if !record.is_result() {
                    continue;
                }
                for property in &record.properties {
                    let words = property.parts.words.join(" ");
                    by_name.entry(words).or_default().push(source(Rule::Name));
                }
                let nouns = match record.role {
                    Role::Item => [
                        record.noun.as_ref(),
                        step.noun
                            .as_ref()
                            .filter(|it| Some(*it) != record.noun.as_ref()),
                    ],
                    Role::Part => [record.noun.as_ref(), None],
                    Role::Whole => [None, None],
                };
                let rule = match record.role {
                    Role::Part => Rule::Part,
                    _ => Rule::List,
                };
                for noun in nouns.into_iter().flatten() {
                    by_noun.entry(noun.clone()).or_default().push(source(rule));
                }
            }
        }
        Self {
            steps,
            resources,
            sources,
            with_id: nouns_with_id(steps),
            by_name,
            by_noun,
        }
    }

    /// The operations that return what `wanted`, an argument of the operation `consumer`, takes; the likeliest
    /// first.
    pub(super) fn find_producers(&self, consumer: usize, wanted: &Wanted<'_>) -> Vec<Producer> {
        let mut found: Vec<Candidate> = Vec::new();
        let kind = self.kind_of(wanted);
        if let Some(kind) = kind {
            self.add_things(kind, wanted, &mut found);
        }
        if wanted.words.len() > 1 && wanted.attribute.is_some() {
            let sources = self.by_name.get(&wanted.words.join(" "));
            for source in sources.into_iter().flatten() {
                let property = self
                    .find_record(*source)
                    .and_then(|it| find_namesake(wanted, it));
                self.add_candidate(*source, wanted, property, &mut found);
            }
        }
        let noun = wanted.noun.as_deref().unwrap_or_default();
        let is_root_kind = kind.is_some_and(|kind| self.resources.is_at_root(kind, noun));
        let is_ambiguous = self.resources.count_with_noun(noun) > 1
            || (wanted.attribute.is_none() && self.with_id.contains(noun));
        let of_noun = self.by_noun.get(noun);
        for source in of_noun.into_iter().flatten() {
            let is_admitted = match source.rule {
                Rule::List => wanted.placeholder.is_none() && !is_ambiguous,
                _ => is_root_kind,
            };
            if !is_admitted {
                continue;
            }
            let property = self
                .find_record(*source)
                .and_then(|it| find_identifier(wanted, it));
            self.add_candidate(*source, wanted, property, &mut found);
        }
        found.retain(|candidate| candidate.producer.operation != consumer);
        sort_candidates(found)
    }

    /// The kind of things that an argument takes the identifier of: those behind its own place in the path, if
    /// anything lists them, or those at the root of the API that have its noun.
    fn kind_of(&self, wanted: &Wanted<'_>) -> Option<usize> {
        let own = wanted.placeholder.as_ref();
        let own = own.filter(|it| it.position != Position::Detail);
        let own = own.and_then(|it| self.resources.find_by_collection(&it.collection));
        let own = own.filter(|kind| self.is_called_for(*kind, wanted));
        let has_list = |kind: &usize| {
            let sources = self.sources.get(*kind).into_iter().flatten();
            let mut sources = sources.filter(|source| source.rule <= Rule::Selection);
            sources.any(|source| self.find_property(*source, wanted).is_some())
        };
        let by_noun = |noun: &str| self.resources.find_by_noun(noun);
        let noun = wanted.noun.as_deref();
        let of_noun = noun
            .and_then(by_noun)
            .or_else(|| noun.and_then(without_adjective).and_then(by_noun));
        own.filter(has_list).or(of_noun).or(own)
    }

    /// Whether an argument may take what identifies a thing of the kind behind which it stands: `{client_id}`
    /// behind `/applications` takes no `id` of an application.
    fn is_called_for(&self, kind: usize, wanted: &Wanted<'_>) -> bool {
        let nouns = (
            self.resources
                .all()
                .get(kind)
                .and_then(|it| it.noun.as_ref()),
            wanted.noun.as_ref(),
        );
        let (Some(of_kind), Some(of_argument)) = nouns else {
            return true;
        };
        let is_bare = matches!(
            wanted.attribute.as_deref(),
            None | Some("username" | "login")
        );
        is_bare || have_common_word(of_argument, of_kind)
    }

    fn add_things(&self, kind: usize, wanted: &Wanted<'_>, found: &mut Vec<Candidate>) {
        let sources = self.sources.get(kind).into_iter().flatten();
        let identified =
            sources.filter_map(|source| Some((*source, self.find_property(*source, wanted)?)));
        let identified: Vec<(Source, Identified<'_, '_>)> = identified.collect();
        let is_listed = identified
            .iter()
            .any(|(source, _)| source.rule == Rule::Collection);
        let Some(resource) = self.resources.all().get(kind) else {
            return;
        };
        // Comments of an issue are not those of a gist: things of a collection inside of another are found there.
        let outer = resource.collection.outer_collection();
        let is_found = |source: &Source| {
            let is_elsewhere = matches!(source.rule, Rule::Noun | Rule::Schema);
            let is_inside = self
                .steps
                .get(source.step)
                .is_some_and(|step| step.route.begins_like(&outer));
            !is_elsewhere || resource.is_root_level || (is_inside && !is_listed)
        };
        for (source, identified) in identified {
            if is_found(&source) {
                let Identified { record, property } = identified;
                found.extend(self.build_candidate(source, wanted, record, property));
            }
        }
    }

    /// The property of a record, or of a part of it, that an argument takes.
    fn find_property(&self, source: Source, wanted: &Wanted<'_>) -> Option<Identified<'_, 'a>> {
        let step = self.steps.get(source.step)?;
        let record = step.records.get(source.record)?;
        if wanted.placeholder.as_ref().map(|it| it.position) != Some(Position::Parent) {
            let property = find_identifier(wanted, record)?;
            return Some(Identified { record, property });
        }
        // `{owner}` of `/repos/{owner}/{repo}` is a part of the repository.
        let part = step
            .records
            .iter()
            .find(|part| part.path == record.place_of(wanted.argument));
        let of_part = part.and_then(|record| {
            let property = find_identifier(wanted, record)?;
            Some(Identified { record, property })
        });
        of_part.or_else(|| {
            let property = find_namesake(wanted, record)?;
            Some(Identified { record, property })
        })
    }

    fn find_record(&self, source: Source) -> Option<&Record<'a>> {
        self.steps.get(source.step)?.records.get(source.record)
    }

    fn add_candidate(
        &self,
        source: Source,
        wanted: &Wanted<'_>,
        property: Option<&Property<'a>>,
        found: &mut Vec<Candidate>,
    ) {
        if let (Some(record), Some(property)) = (self.find_record(source), property) {
            found.extend(self.build_candidate(source, wanted, record, property));
        }
    }

    fn build_candidate(
        &self,
        source: Source,
        wanted: &Wanted<'_>,
        record: &Record<'_>,
        property: &Property<'_>,
    ) -> Option<Candidate> {
        let step = self.steps.get(source.step)?;
        let takes_the_same = |it: &Placeholder| {
            let own = wanted.placeholder.as_ref();
            it.name == wanted.argument
                || own.is_some_and(|own| own.collection.is_like(&it.collection))
        };
        let needs_the_same = step.placeholders.iter().any(takes_the_same);
        // What an operation is told, it does not return: only others of the kind lead on.
        if needs_the_same && !record.is_listed {
            return None;
        }
        Some(Candidate {
            needs_the_same,
            rule: source.rule,
            required: step.required,
            producer: Producer {
                operation: step.index,
                place: record.place_of(property.name),
                rule: source.rule,
            },
        })
    }
}

/// A property that identifies a thing, and the record that has it.
struct Identified<'r, 'a> {
    record: &'r Record<'a>,
    property: &'r Property<'a>,
}

/// The nouns that placeholders have with `id` behind them. There, the noun alone takes no identifier: `event`
/// beside `{event_id}`.
fn nouns_with_id(steps: &[Step<'_>]) -> BTreeSet<String> {
    let placeholders = steps.iter().flat_map(|step| &step.placeholders);
    let nouns = placeholders.filter_map(|it| match split_name(&it.name).as_slice() {
        [start @ .., last] if last == "id" && !start.is_empty() => Some(start.join(" ")),
        _ => None,
    });
    nouns.collect()
}

/// The records that may be things of each kind, by the rules that need no name of an argument.
fn collect_sources(steps: &[Step<'_>], resources: &Resources<'_>) -> Vec<Vec<Source>> {
    let mut sources: Vec<Vec<Source>> = vec![Vec::new(); resources.all().len()];
    for step in steps {
        let kinds: Vec<Vec<usize>> = step
            .records
            .iter()
            .map(|record| match record.is_result() {
                true => resources.kinds_of(record),
                false => Vec::new(),
            })
            .collect();
        for (kind, found) in sources.iter_mut().enumerate() {
            let rule = find_rule(step, kind, resources);
            if rule.is_none() && !kinds.iter().any(|kinds| kinds.contains(&kind)) {
                continue;
            }
            for (index, record) in step.records.iter().enumerate() {
                let is_of_kind = kinds[index].contains(&kind);
                let is_like = || is_of_kind || resources.all()[kind].is_like(record);
                let rule = match (rule, record.role) {
                    (Some(Rule::Creation), Role::Whole)
                        if step
                            .route
                            .static_rest(&resources.all()[kind].collection)
                            .is_some()
                            || is_of_kind
                            || record.properties.len() <= FEW =>
                    {
                        rule
                    }
                    (Some(Rule::Creation), _) => None,
                    (Some(Rule::Selection), Role::Item | Role::Whole)
                        if is_of_kind || resources.all()[kind].is_unknown() =>
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
                    _ if is_of_kind && step.is_read() && record.role != Role::Whole => {
                        Some(Rule::Schema)
                    }
                    _ => None,
                };
                found.extend(rule.map(|rule| Source {
                    rule,
                    step: step.index,
                    record: index,
                }));
            }
        }
    }
    sources
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

/// Each operation once, by the likeliest rule, the likeliest first.
fn sort_candidates(mut found: Vec<Candidate>) -> Vec<Producer> {
    found.sort_by_key(|it| {
        (
            it.needs_the_same,
            it.rule,
            it.required,
            it.producer.operation,
        )
    });
    let mut producers: Vec<Producer> = Vec::new();
    for candidate in found {
        let is_known = |it: &Producer| it.operation == candidate.producer.operation;
        if !producers.iter().any(is_known) {
            producers.push(candidate.producer);
        }
    }
    producers
}
