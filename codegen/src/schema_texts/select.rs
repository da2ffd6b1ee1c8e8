//! Decides for each tool which definitions stand under `$defs` and which are written in place.
//! Takes the graph of texts and a limit in bytes, and gives the keys that are chosen: definitions
//! that contain themselves always, others only while the schema is too large or too deep.

use super::graph::{Graph, Node};
use super::{DefinitionsMode, PartPlan, TextSettings};

/// Bytes of a schema above which even [`DefinitionsMode::Inline`] uses `$defs`.
const LARGEST: usize = 1 << 18;

/// What readers of JSON take: `serde_json` gives up at 128.
const DEEPEST: usize = 110;

/// The definitions that go under `$defs` in a tool, in the order in which the text names them.
pub(super) fn under_defs(
    graph: &Graph,
    parts: &[PartPlan],
    settings: &TextSettings,
) -> Vec<String> {
    let root = graph.root(parts);
    if root.uses.is_empty() {
        return Vec::new();
    }
    let mut selection = Selection::new(graph, &root);
    match settings.definitions {
        DefinitionsMode::Defs => selection.chosen = selection.order.clone(),
        DefinitionsMode::Auto => selection.shrink(settings.inline_budget),
        DefinitionsMode::Inline => selection.shrink(LARGEST),
    }
    selection.flatten();
    let chosen = |definition: &&usize| selection.chosen.contains(definition);
    selection
        .order
        .iter()
        .filter(chosen)
        .map(|definition| graph.key(*definition).to_owned())
        .collect()
}

/// Whether readers of JSON take a schema without definitions.
pub(super) fn is_readable(graph: &Graph, parts: &[PartPlan]) -> bool {
    graph.root(parts).depth <= DEEPEST
}

struct Selection<'a> {
    graph: &'a Graph<'a>,
    root: &'a Node,
    /// What the root reaches, in the order of the text.
    order: Vec<usize>,
    /// What goes under `$defs`.
    chosen: Vec<usize>,
}

/// What a selection costs.
struct Cost {
    /// Bytes of the whole schema.
    total: usize,
    /// For each definition: its bytes with all that is put in place inside of it.
    size: Vec<usize>,
    /// For each definition: how often it is put in place or referred to.
    count: Vec<usize>,
}

impl<'a> Selection<'a> {
    /// Chooses the definitions that would contain themselves.
    fn new(graph: &'a Graph<'a>, root: &'a Node) -> Self {
        let mut selection = Self {
            graph,
            root,
            order: Vec::new(),
            chosen: Vec::new(),
        };
        let mut state = vec![State::New; graph.len()];
        let mut stack: Vec<(Option<usize>, usize)> = vec![(None, 0)];
        while let Some((definition, next)) = stack.pop() {
            let node = definition.map_or(root, |definition| graph.node(definition));
            let Some(used) = node.uses.get(next) else {
                if let Some(definition) = definition {
                    state[definition] = State::Done;
                }
                continue;
            };
            stack.push((definition, next + 1));
            let used = used.definition;
            match state[used] {
                State::New => {
                    state[used] = State::Open;
                    selection.order.push(used);
                    stack.push((Some(used), 0));
                }
                State::Open if !selection.chosen.contains(&used) => selection.chosen.push(used),
                _ => {}
            }
        }
        selection
    }

    /// Chooses definitions, those that save most first, until the schema fits.
    fn shrink(&mut self, budget: usize) {
        loop {
            let cost = self.cost();
            if cost.total <= budget {
                return;
            }
            let mut savings: Vec<(usize, usize)> = self
                .order
                .iter()
                .filter(|definition| !self.chosen.contains(definition))
                .filter_map(|definition| {
                    let (size, count) = (cost.size[*definition], cost.count[*definition]);
                    let inline = size.saturating_mul(count);
                    let named = reference_size(self.graph, *definition)
                        .saturating_mul(count.saturating_add(1))
                        .saturating_add(size);
                    let saving = inline.checked_sub(named).filter(|saving| *saving > 0)?;
                    Some((saving, *definition))
                })
                .collect();
            if savings.is_empty() {
                return;
            }
            savings.sort_by_key(|(saving, _)| std::cmp::Reverse(*saving));
            let some = 1 + savings.len() / 8;
            self.chosen
                .extend(savings.iter().take(some).map(|(_, definition)| *definition));
        }
    }

    /// Chooses definitions that would make the schema too deep in place.
    fn flatten(&mut self) {
        let graph = self.graph;
        let mut chosen = self.flags();
        let mut height = vec![0; graph.len()];
        let inner_first = self.inner_first(&chosen).into_iter().map(Some);
        for definition in inner_first.chain([None]) {
            let node = definition.map_or(self.root, |definition| graph.node(definition));
            let mut highest = node.depth;
            for used in &node.uses {
                let inner = used.definition;
                if !chosen[inner] && used.at + height[inner] > DEEPEST {
                    chosen[inner] = true;
                    self.chosen.push(inner);
                }
                let above = if chosen[inner] { 1 } else { height[inner] };
                highest = highest.max(used.at + above);
            }
            if let Some(definition) = definition {
                height[definition] = highest;
            }
        }
    }

    fn flags(&self) -> Vec<bool> {
        let mut chosen = vec![false; self.graph.len()];
        for definition in &self.chosen {
            chosen[*definition] = true;
        }
        chosen
    }

    fn cost(&self) -> Cost {
        let graph = self.graph;
        let chosen = self.flags();
        let inner_first = self.inner_first(&chosen);
        let mut cost = Cost {
            total: 0,
            size: vec![0; graph.len()],
            count: vec![0; graph.len()],
        };
        for definition in &inner_first {
            cost.size[*definition] = expanded(graph, graph.node(*definition), &chosen, &cost.size);
        }
        cost.total = expanded(graph, self.root, &chosen, &cost.size);
        for used in &self.root.uses {
            cost.count[used.definition] += 1;
        }
        for definition in inner_first.iter().rev() {
            let times = match chosen[*definition] {
                true => 1,
                false => cost.count[*definition],
            };
            if chosen[*definition] {
                let key = reference_size(graph, *definition);
                cost.total = cost.total.saturating_add(cost.size[*definition]);
                cost.total = cost.total.saturating_add(key);
            }
            for used in &graph.node(*definition).uses {
                let count = &mut cost.count[used.definition];
                *count = count.saturating_add(times);
            }
        }
        cost
    }

    /// The reached definitions, each after those that are put in place inside of it.
    fn inner_first(&self, chosen: &[bool]) -> Vec<usize> {
        let mut done = vec![false; self.graph.len()];
        let mut sorted = Vec::with_capacity(self.order.len());
        for start in &self.order {
            if std::mem::replace(&mut done[*start], true) {
                continue;
            }
            let mut stack = vec![(*start, 0)];
            while let Some((definition, next)) = stack.pop() {
                let Some(used) = self.graph.node(definition).uses.get(next) else {
                    sorted.push(definition);
                    continue;
                };
                stack.push((definition, next + 1));
                let used = used.definition;
                if !chosen[used] && !std::mem::replace(&mut done[used], true) {
                    stack.push((used, 0));
                }
            }
        }
        sorted
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

/// Bytes of a text with what is put in place inside of it.
fn expanded(graph: &Graph, node: &Node, chosen: &[bool], size: &[usize]) -> usize {
    node.uses.iter().fold(node.own, |sum, used| {
        let definition = used.definition;
        let bytes = match (chosen[definition], used.annotated) {
            (true, _) => reference_size(graph, definition),
            (false, false) => size[definition],
            (false, true) => size[definition].saturating_sub(graph.node(definition).opening),
        };
        sum.saturating_add(bytes)
    })
}

/// Bytes of `{"$ref":"#/$defs/{key}"}`.
fn reference_size(graph: &Graph, definition: usize) -> usize {
    18 + graph.key(definition).len()
}
