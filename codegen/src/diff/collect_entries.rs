//! All changes at all places to entries: one for each change, however many tools it affects.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::change_rules::{
    BASE_URL_CHANGED, Class, DESCRIPTION_CHANGED, ITEM_ADDED, ITEM_REMOVED, ITEM_RENAMED, Rule,
    RustClass, TOOL_ADDED, TOOL_REMOVED,
};
use super::entry::{Change, ChangeText, Entry, Side, Site};
use super::match_operations::match_operations;
use super::operation::{OperationPair, environment_presets_of_new_tool, own_description};
use super::rust_change::RustChange;
use super::rust_items::TypeComparison;
use super::schemas::SchemaComparison;
use super::spec_version::{SpecVersion, VersionPair};
use super::{compare_apis, schemas};
use crate::model::Operation;
use crate::modelled::Modelled;
use crate::source::pointer;

pub(super) fn collect_entries(old: &Modelled, new: &Modelled) -> Vec<Entry> {
    let (old, new) = (SpecVersion::from_model(old), SpecVersion::from_model(new));
    let matched = match_operations(old.api(), new.api());
    let both: Vec<OperationPair<'_>> = matched
        .both
        .iter()
        .map(|(was, is)| OperationPair {
            old: was,
            new: is,
            versions: VersionPair { old, new },
        })
        .collect();
    let rust = rust_changes(&both, old, new);
    let mut gathered = EntryCollector::default();
    for change in compare_apis::compare_apis(old.api(), new.api()) {
        gathered.add_change(&change, None);
    }
    for operation in &matched.removed {
        gathered.add_change(&removed_tool_change(operation, new), Some(&operation.tool));
    }
    let mut compared = SchemaComparison::new(old, new);
    // All schemas are compared first. A shared definition is compared once, and its changes are
    // then listed under each tool that reaches it.
    let roots: Vec<_> = both
        .iter()
        .map(|both| both.compare_schemas(&mut compared))
        .collect();
    for (both, roots) in both.iter().zip(roots) {
        let tool = Some(both.new.tool.as_str());
        for change in both.compare_facts() {
            gathered.add_change(&change, tool);
        }
        for change in roots
            .into_iter()
            .flat_map(|root| compared.changes_reached_from(root))
        {
            gathered.add_change(change, tool);
        }
    }
    for operation in &matched.added {
        let call = format!("{} {}", operation.method, operation.path);
        let change = Change {
            new_at: Some(operation.pointer.clone()),
            ..Change::new(&TOOL_ADDED, ChangeText::added(call))
        };
        gathered.add_change(&change, Some(&operation.tool));
        let text = own_description(operation);
        if !text.is_empty() {
            let change = Change {
                new_at: Some(pointer::join(&operation.pointer, "description")),
                ..Change::new(&DESCRIPTION_CHANGED, ChangeText::added(text))
            };
            gathered.add_change(&change, Some(&operation.tool));
        }
        for change in environment_presets_of_new_tool(operation) {
            gathered.add_change(&change, Some(&operation.tool));
        }
        if !operation.call.servers.is_empty() {
            let urls = compare_apis::list_urls(&operation.call.servers);
            let change = Change {
                new_at: Some(pointer::join(&operation.pointer, "servers")),
                ..Change::new(&BASE_URL_CHANGED, ChangeText::added(urls))
            };
            gathered.add_change(&change, Some(&operation.tool));
        }
    }
    gathered.into_entries(&rust, old, new)
}

fn removed_tool_change(operation: &Operation, new: SpecVersion<'_>) -> Change {
    let call = format!("{} {}", operation.method, operation.path);
    let skipped = new.why_skipped(operation);
    let text = ChangeText {
        was: Some(call),
        is: skipped.map(|why| format!("skipped: {}", schemas::truncate_line(why))),
    };
    Change {
        old_at: Some(operation.pointer.clone()),
        ..Change::new(&TOOL_REMOVED, text)
    }
}

fn rust_changes(
    both: &[OperationPair<'_>],
    old: SpecVersion<'_>,
    new: SpecVersion<'_>,
) -> Vec<RustChange> {
    let moved: HashMap<&str, &str> = both
        .iter()
        .filter(|both| both.old.pointer != both.new.pointer)
        .map(|both| (both.old.pointer.as_str(), both.new.pointer.as_str()))
        .collect();
    let mut types = TypeComparison::new(old.api(), new.api(), |at| {
        // The fourth slash ends the pointer of an operation, `/paths/~1pets/get`. An operation that
        // moved takes its inner addresses along.
        let end = at
            .match_indices('/')
            .nth(3)
            .map_or(at.len(), |(end, _)| end);
        match moved.get(&at[..end]) {
            Some(now) => format!("{now}{}", &at[end..]),
            None => at.to_owned(),
        }
    });
    for both in both {
        both.compare_fields(&mut types);
    }
    types.changes
}

#[derive(PartialEq, Eq, Hash)]
struct EntryKey {
    rule: &'static str,
    model: Class,
    side: Option<Side>,
    subject: String,
    was: Option<String>,
    is: Option<String>,
    /// What is said of a tool as a whole is an entry for each tool.
    tool: Option<String>,
}

type Sites = IndexMap<(Option<String>, Option<String>), Vec<String>>;

#[derive(Default)]
struct EntryCollector {
    entries: IndexMap<EntryKey, (Option<&'static Rule>, Sites)>,
}

impl EntryCollector {
    fn add_change(&mut self, change: &Change, tool: Option<&str>) {
        let is_whole = change.side.is_none() && change.subject.is_empty();
        let key = EntryKey {
            rule: change.rule.id,
            model: change.model,
            side: change.side,
            subject: change.subject.clone(),
            was: change.was.clone(),
            is: change.is.clone(),
            // A change of a shared schema is one entry with many tools, and not one entry for each
            // tool.
            tool: tool
                .filter(|_| is_whole && !change.rule.applies_to_many_tools())
                .map(str::to_owned),
        };
        let (rule, sites) = self.entries.entry(key).or_default();
        *rule = Some(change.rule);
        let at = (change.old_at.clone(), change.new_at.clone());
        let tools = sites.entry(at).or_default();
        if let Some(tool) = tool
            && tools.last().is_none_or(|last| last != tool)
        {
            tools.push(tool.to_owned());
        }
    }

    fn into_entries(
        self,
        rust: &[RustChange],
        old: SpecVersion<'_>,
        new: SpecVersion<'_>,
    ) -> Vec<Entry> {
        let index = RustChangeIndex::from_changes(rust);
        let mut used = vec![false; rust.len()];
        let mut entries = Vec::new();
        for (key, (rule, sites)) in self.entries {
            let Some(rule) = rule else { continue };
            let mut found = Vec::new();
            // Nothing is generated for results.
            if key.side != Some(Side::Results) {
                for ((old_at, new_at), tools) in &sites {
                    index.find_affected_items(rule, [old_at, new_at], tools, &mut found);
                }
            }
            // A change of one schema may be found by its address in both specs.
            found.sort_unstable();
            found.dedup();
            let mut class = match rule.rust {
                RustClass::Always(class) => class,
                RustClass::Types => Class::Neutral,
            };
            let mut notes = Vec::new();
            for at in found
                .into_iter()
                .filter(|at| explains_item_change(rule, rust[*at].rule))
            {
                used[at] = true;
                class = class.max(rust_class(rust[at].rule));
                notes.push(rust[at].describe_change());
            }
            let request = |tool: &str, was: bool| {
                let api = if was { old.api() } else { new.api() };
                let operation = api.operations.iter().find(|one| one.tool == tool);
                operation.map(|operation| operation.request.clone())
            };
            if rule.id == "tool-renamed"
                && let (Some(was), Some(is)) = (&key.was, &key.is)
                && let (Some(was), Some(is)) = (request(was, true), request(is, false))
                && was != is
            {
                class = Class::Breaking;
                notes.insert(0, format!("`{was}` → `{is}`"));
            }
            let place = |version: SpecVersion<'_>, at: &Option<String>| {
                at.as_ref().map(|at| version.locate_address(at))
            };
            let sites = sites.into_iter().map(|((old_at, new_at), tools)| Site {
                tools,
                old: place(old, &old_at),
                new: place(new, &new_at),
            });
            entries.push(Entry {
                rule,
                model: key.model,
                rust: class,
                side: key.side,
                subject: key.subject,
                was: key.was,
                is: key.is,
                rust_notes: notes,
                sites: sites.collect(),
            });
        }
        let left = rust.iter().zip(used).filter(|(_, used)| !used);
        entries.extend(left.map(|(change, _)| rust_only_entry(change, old, new)));
        entries
    }
}

/// Whether a change of a Rust item follows from a change by that rule: of an enum, variants come with
/// its new values, and go with the old ones.
fn explains_item_change(rule: &Rule, item: &Rule) -> bool {
    match rule.id {
        "enum-values-added" => !["variant-removed", "field-type-changed"].contains(&item.id),
        "enum-values-removed" => !["variant-added", "field-type-changed"].contains(&item.id),
        _ => true,
    }
}

/// The class of a change of a Rust item.
fn rust_class(rule: &Rule) -> Class {
    match rule.rust {
        RustClass::Always(class) => class,
        RustClass::Types => Class::Neutral,
    }
}

/// A change of a Rust item that nothing else explains.
fn rust_only_entry(change: &RustChange, old: SpecVersion<'_>, new: SpecVersion<'_>) -> Entry {
    Entry {
        rule: change.rule,
        model: Class::Neutral,
        rust: rust_class(change.rule),
        side: None,
        subject: change.item.clone(),
        was: change.was.clone(),
        is: change.is.clone(),
        rust_notes: Vec::new(),
        sites: vec![Site {
            tools: change.tool.iter().cloned().collect(),
            old: change.old_at.as_ref().map(|at| old.locate_address(at)),
            new: change.new_at.as_ref().map(|at| new.locate_address(at)),
        }],
    }
}

/// The changes of Rust items by the addresses of their schemas.
struct RustChangeIndex<'a> {
    rust: &'a [RustChange],
    by_address: [HashMap<&'a str, Vec<usize>>; 2],
    /// Items that came or went or have another name, in the order of their addresses.
    items: [Vec<(&'a str, usize)>; 2],
}

impl<'a> RustChangeIndex<'a> {
    fn from_changes(rust: &'a [RustChange]) -> Self {
        let mut index = Self {
            rust,
            by_address: [HashMap::new(), HashMap::new()],
            items: [Vec::new(), Vec::new()],
        };
        for (number, change) in rust.iter().enumerate() {
            let is_item = [&ITEM_ADDED, &ITEM_REMOVED, &ITEM_RENAMED].contains(&change.rule);
            for (side, at) in [&change.old_at, &change.new_at].into_iter().enumerate() {
                let Some(at) = at else { continue };
                index.by_address[side].entry(at).or_default().push(number);
                if is_item {
                    index.items[side].push((at, number));
                }
            }
        }
        for items in &mut index.items {
            items.sort_unstable();
        }
        index
    }

    /// What a change of a schema does to items: to the field that holds the schema, and to the types
    /// that are made of what is in it.
    fn find_affected_items(
        &self,
        rule: &Rule,
        at: [&Option<String>; 2],
        tools: &[String],
        found: &mut Vec<usize>,
    ) {
        let comes_or_goes = [
            "tool-added",
            "tool-removed",
            "tool-renamed",
            "property-added",
            "required-property-added",
            "property-removed",
            "alternative-added",
            "alternative-removed",
        ];
        let takes_items = comes_or_goes.contains(&rule.id);
        if rule.rust != RustClass::Types && !takes_items {
            return;
        }
        for (side, at) in at.into_iter().enumerate() {
            let Some(at) = at else { continue };
            // What is not there stands for what is around it.
            let is_there = match rule.id {
                "property-added" | "required-property-added" => side == 1,
                "property-removed" => side == 0,
                _ => true,
            };
            if rule.rust == RustClass::Types && is_there {
                let near = self.nearest_changes(side, at, tools);
                found.extend(near);
            }
            if takes_items {
                let items = &self.items[side];
                let start = items.partition_point(|(item, _)| *item < at.as_str());
                let within = items[start..]
                    .iter()
                    .take_while(|(item, _)| item.starts_with(at.as_str()));
                let is_within =
                    |item: &str| matches!(item.as_bytes().get(at.len()), None | Some(b'/' | b'#'));
                found.extend(
                    within
                        .filter(|(item, _)| is_within(item))
                        .map(|(_, number)| *number),
                );
            }
        }
    }

    /// The changes at an address, or at the nearest place around it up to the next property.
    fn nearest_changes(&self, side: usize, at: &str, tools: &[String]) -> Vec<usize> {
        let mut at = at;
        loop {
            let known = self.by_address[side].get(at).into_iter().flatten().copied();
            let of_tools = known.filter(|number| {
                let tool = self.rust[*number].tool.as_ref();
                tool.is_none_or(|tool| tools.contains(tool))
            });
            let found: Vec<usize> = of_tools.collect();
            if !found.is_empty() {
                return found;
            }
            let Some((around, _)) = pointer::split(at) else {
                return found;
            };
            // Beyond the property that holds the schema, a change is about something else.
            if around.ends_with("/properties")
                || around.ends_with("/schemas")
                || around == "/definitions"
            {
                return found;
            }
            at = around;
        }
    }
}
