//! The rules by which an operation is taken for one that returns what an argument takes.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::model::{Producer, Rule};

use super::identify::{find_identifier, find_namesake};
use super::need::Wanted;
use super::record::{Property, Record, Role};
use super::resource::Resources;
use super::route::{Placeholder, Position};
use super::sources::{Source, collect_sources};
use super::step::Step;
use super::words::{have_common_word, split_name, without_adjective};

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
    /// What was found before. Operations behind one placeholder take the same argument.
    known: HashMap<Wanted<'a>, Vec<Producer>>,
    /// How many producers are wanted, of those that create things and of all others.
    most: usize,
}

/// A producer that was found, with what it is sorted by.
struct Candidate<'p> {
    /// Whether it takes the same argument itself, so that it only leads on from one thing to another.
    needs_the_same: bool,
    rule: Rule,
    required: usize,
    operation: usize,
    identified: Identified<'p>,
}

impl<'s, 'a> Producers<'s, 'a> {
    pub(super) fn new(steps: &'s [Step<'a>], most: usize) -> Self {
        let resources = Resources::from_steps(steps);
        let sources = collect_sources(steps, &resources);
        let (mut by_name, mut by_noun) = (
            BTreeMap::<_, Vec<Source>>::new(),
            BTreeMap::<_, Vec<Source>>::new(),
        );
        for step in steps.iter().filter(|step| step.is_read()) {
            for (index, record) in step.records.iter().enumerate() {
                let source = |rule| Source::new(rule, step, index);
                if !record.is_result() {
                    continue;
                }
                // An argument of one word is looked for by what it is the noun of.
                let names = record.schema.properties.iter();
                for property in names.filter(|it| it.parts.words.len() > 1) {
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
            known: HashMap::new(),
            most,
        }
    }

    /// The operations that return what `wanted`, an argument of the operation `consumer`, takes; the likeliest
    /// first.
    pub(super) fn find_producers(&mut self, consumer: usize, wanted: &Wanted<'a>) -> Vec<Producer> {
        let mut producers = match self.known.get(wanted) {
            Some(known) => known.clone(),
            None => {
                let found = self.sort_candidates(self.find_candidates(wanted));
                self.known.insert(wanted.clone(), found.clone());
                found
            }
        };
        producers.retain(|it| it.operation != consumer);
        producers
    }

    fn find_candidates(&self, wanted: &Wanted<'_>) -> Vec<Candidate<'_>> {
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
        found
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

    fn add_things<'p>(&'p self, kind: usize, wanted: &Wanted<'_>, found: &mut Vec<Candidate<'p>>) {
        let sources = self.sources.get(kind).map_or(&[][..], Vec::as_slice);
        let mut lists = sources
            .iter()
            .filter(|source| source.rule == Rule::Collection);
        let is_listed = lists.any(|source| self.find_property(*source, wanted).is_some());
        let Some(resource) = self.resources.all().get(kind) else {
            return;
        };
        let is_found = |source: &Source| {
            let is_elsewhere = matches!(source.rule, Rule::Noun | Rule::Schema);
            !is_elsewhere || resource.is_root_level || !is_listed
        };
        // Most of what has the schema of a thing is elsewhere, and looking at its properties takes long.
        for source in sources.iter().filter(|source| is_found(source)) {
            if let Some(identified) = self.find_property(*source, wanted) {
                found.extend(self.build_candidate(*source, wanted, identified));
            }
        }
    }

    /// The property of a record, or of a part of it, that an argument takes.
    fn find_property(&self, source: Source, wanted: &Wanted<'_>) -> Option<Identified<'_>> {
        let step = source.find_step(self.steps)?;
        let record = source.find_record(self.steps)?;
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
        source.find_record(self.steps)
    }

    fn add_candidate<'p>(
        &'p self,
        source: Source,
        wanted: &Wanted<'_>,
        property: Option<&'p Property<'a>>,
        found: &mut Vec<Candidate<'p>>,
    ) {
        if let (Some(record), Some(property)) = (self.find_record(source), property) {
            let identified = Identified { record, property };
            found.extend(self.build_candidate(source, wanted, identified));
        }
    }

    fn build_candidate<'p>(
        &self,
        source: Source,
        wanted: &Wanted<'_>,
        identified: Identified<'p>,
    ) -> Option<Candidate<'p>> {
        let step = source.find_step(self.steps)?;
        let takes_the_same = |it: &Placeholder| {
            let own = wanted.placeholder.as_ref();
            it.name == wanted.argument
                || own.is_some_and(|own| own.collection.is_like(&it.collection))
        };
        let needs_the_same = step.placeholders.iter().any(takes_the_same);
        // What an operation is told, it does not return: only others of the kind lead on.
        if needs_the_same && !identified.record.is_listed {
            return None;
        }
        Some(Candidate {
            needs_the_same,
            rule: source.rule,
            required: step.required,
            operation: step.index,
            identified,
        })
    }

    /// Each operation once, by the likeliest rule, the likeliest first, and no more than are wanted.
    fn sort_candidates(&self, mut found: Vec<Candidate<'_>>) -> Vec<Producer> {
        found.sort_by_key(|it| (it.needs_the_same, it.rule, it.required, it.operation));
        let mut seen = HashSet::new();
        found.retain(|it| seen.insert(it.operation));
        let (mut others, mut creations) = (0, 0);
        found.retain(|it| {
            let count = match it.rule < Rule::Creation {
                true => &mut others,
                false => &mut creations,
            };
            *count += 1;
            *count <= self.most
        });
        let producers = found.into_iter().map(|it| Producer {
            operation: it.operation,
            place: it.identified.record.place_of(it.identified.property.name),
            rule: it.rule,
        });
        producers.collect()
    }
}

/// A property that identifies a thing, and the record that has it.
#[derive(Clone, Copy)]
struct Identified<'r> {
    record: &'r Record<'r>,
    property: &'r Property<'r>,
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
