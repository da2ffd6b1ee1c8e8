//! The texts of many answers, in which what occurs in several places is there once.

use indexmap::IndexSet;
use serde_json::Value;

use super::template::Template;

/// Bytes that a piece has to save: each costs an entry in a table, and a step when it is read.
const LEAST_SAVING: usize = 64;

/// What a string of data may end in only with its `$` escaped.
const MARKS: [&str; 2] = ["$piece\"", "$executor\""];

const EXECUTOR: &str = "\"$executor\"";

/// A value by its index; equal values have the same.
type Id = usize;

#[derive(PartialEq, Eq, Hash)]
enum Node {
    /// JSON text of what has no members.
    Leaf(String),
    Array(Vec<Id>),
    /// Keys and values.
    Object(Vec<(Id, Id)>),
}

/// Answers, each different value of which is kept once.
#[derive(Default)]
pub(super) struct Pool {
    nodes: IndexSet<Node>,
    answers: Vec<Id>,
}

/// Answers as texts.
#[derive(Debug, PartialEq)]
pub(super) struct Texts {
    /// In the order in which they were added.
    pub(super) answers: Vec<String>,
    /// What they refer to by index, and each piece to those before it.
    pub(super) pieces: Vec<String>,
}

impl Pool {
    /// Adds an answer.
    pub(super) fn add(&mut self, answer: Template) {
        let id = self.template(answer);
        self.answers.push(id);
    }

    /// The texts of all that were added.
    pub(super) fn finish(self) -> Texts {
        let plan = Plan::new(&self);
        let text = |id: Id| {
            let mut text = String::with_capacity(plan.sizes[id]);
            plan.write(id, &mut text);
            text
        };
        Texts {
            answers: self.answers.iter().map(|id| text(*id)).collect(),
            pieces: plan.pieces.iter().map(|id| text(*id)).collect(),
        }
    }

    fn template(&mut self, template: Template) -> Id {
        match template {
            Template::Data(value) => self.value(&value),
            Template::Executor => self.node(Node::Leaf(EXECUTOR.to_owned())),
            Template::Object(members) => {
                let members = members.into_iter();
                let members = members.map(|(key, value)| (self.text(key), self.template(value)));
                let members = members.collect();
                self.node(Node::Object(members))
            }
        }
    }

    fn value(&mut self, value: &Value) -> Id {
        let node = match value {
            Value::Array(items) => Node::Array(items.iter().map(|item| self.value(item)).collect()),
            Value::Object(members) => {
                let members = members.iter();
                let members = members.map(|(key, value)| (self.text(key), self.value(value)));
                Node::Object(members.collect())
            }
            Value::String(text) => return self.text(text),
            scalar => Node::Leaf(scalar.to_string()),
        };
        self.node(node)
    }

    fn text(&mut self, text: &str) -> Id {
        let mut json = Value::from(text).to_string();
        if let Some(mark) = MARKS.iter().find(|mark| json.ends_with(*mark)) {
            let dollar = json.len() - mark.len();
            // The escape means the same in JSON, and can no longer be taken for a mark.
            json.replace_range(dollar..=dollar, "\\u0024");
        }
        self.node(Node::Leaf(json))
    }

    fn node(&mut self, node: Node) -> Id {
        // Children are inserted before their parents, so an index is always larger than those that
        // it refers to.
        self.nodes.insert_full(node).0
    }
}

/// Which values become pieces.
struct Plan<'a> {
    nodes: &'a IndexSet<Node>,
    /// Bytes of each value, with pieces in it as what refers to them.
    sizes: Vec<usize>,
    /// The index of the piece that a value is.
    indices: Vec<Option<usize>>,
    pieces: Vec<Id>,
}

impl<'a> Plan<'a> {
    /// Values come after those that they hold.
    fn new(pool: &'a Pool) -> Self {
        let nodes = &pool.nodes;
        let mut plan = Self {
            nodes,
            sizes: Vec::with_capacity(nodes.len()),
            indices: Vec::with_capacity(nodes.len()),
            pieces: Vec::new(),
        };
        // One pass is enough: when a value is judged, it is settled which of its parts are pieces,
        // and its size counts them as references.
        for (node, uses) in nodes.iter().zip(uses(pool)) {
            let size = plan.size(node);
            let is_piece = node.is_container() && plan.saving(size, uses) >= LEAST_SAVING;
            plan.indices.push(is_piece.then_some(plan.pieces.len()));
            if is_piece {
                plan.pieces.push(plan.sizes.len());
            }
            plan.sizes.push(size);
        }
        plan
    }

    fn size(&self, node: &Node) -> usize {
        let of = |id: &Id| match self.indices[*id] {
            Some(index) => marker(index).len(),
            None => self.sizes[*id],
        };
        match node {
            Node::Leaf(text) => text.len(),
            Node::Array(items) => items.iter().map(|item| of(item) + 1).sum::<usize>() + 2,
            Node::Object(members) => {
                let members = members.iter();
                members
                    .map(|(key, value)| of(key) + of(value) + 2)
                    .sum::<usize>()
                    + 2
            }
        }
    }

    /// Bytes that are saved by writing the next piece once.
    fn saving(&self, size: usize, uses: usize) -> usize {
        let marker = marker(self.pieces.len()).len();
        let apart = size.saturating_mul(uses);
        apart.saturating_sub(marker.saturating_mul(uses).saturating_add(size))
    }

    /// Writes a value, with pieces in it as what refers to them.
    fn write(&self, id: Id, text: &mut String) {
        let inner = |id: Id, text: &mut String| match self.indices[id] {
            Some(index) => text.push_str(&marker(index)),
            None => self.write(id, text),
        };
        match &self.nodes[id] {
            Node::Leaf(leaf) => text.push_str(leaf),
            Node::Array(items) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    text.push_str(if index > 0 { "," } else { "" });
                    inner(*item, text);
                }
                text.push(']');
            }
            Node::Object(members) => {
                text.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    text.push_str(if index > 0 { "," } else { "" });
                    inner(*key, text);
                    text.push(':');
                    inner(*value, text);
                }
                text.push('}');
            }
        }
    }
}

impl Node {
    fn is_container(&self) -> bool {
        !matches!(self, Self::Leaf(_))
    }

    fn each(&self, mut visit: impl FnMut(Id)) {
        match self {
            Self::Leaf(_) => {}
            Self::Array(items) => items.iter().copied().for_each(visit),
            Self::Object(members) => members.iter().for_each(|(key, value)| {
                visit(*key);
                visit(*value);
            }),
        }
    }
}

/// In how many places each value stands, with those inside of equal values counted once.
fn uses(pool: &Pool) -> Vec<usize> {
    let mut uses = vec![0_usize; pool.nodes.len()];
    for node in &pool.nodes {
        node.each(|id| uses[id] += 1);
    }
    uses
}

fn marker(index: usize) -> String {
    format!("{{\"$piece\":{index}}}")
}

#[cfg(test)]
mod tests;
