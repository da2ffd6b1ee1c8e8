//! Breaks cycles of references that a validator would follow for ever: those that come back to the
//! same schema without a step into the value. Takes the nodes of a spec and changes them in place;
//! each cut becomes a schema that allows anything, and a problem for the diagnostics. Recursion
//! through properties or items stays, since a value is finite.

use indexmap::IndexMap;

use super::Checks;
use super::node::{Keyword, Link, Node};
use crate::stack;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Vertex {
    Node(usize),
    Definition(usize),
}

impl Checks {
    /// Cuts references that come back to where they started without a step into the value, so that
    /// validation ends: `{"a": {"anyOf": [{"$ref": "#/$defs/a"}]}}`.
    pub(super) fn cut_cycles(&mut self) {
        let mut search = Search {
            done: IndexMap::new(),
            cut: Vec::new(),
        };
        for index in 0..self.definitions.len() {
            if let Link::Node(_) = self.definitions[index].link {
                search.visit(self, Vertex::Definition(index));
            }
        }
        for (node, target) in search.cut {
            let mut changed = self.nodes[node].clone();
            for keyword in &mut changed.keywords {
                cut(keyword, |link| {
                    self.resolve(link) == Link::Definition(target)
                });
            }
            if changed != self.nodes[node] {
                // The node is replaced and not changed, because nodes are the keys of a set.
                self.replace(node, changed);
                self.refused_cycle(target);
            }
        }
    }

    fn refused_cycle(&mut self, target: usize) {
        let definition = &self.definitions[target].definition;
        self.problems.push(super::Problem {
            constant: definition.constant.clone(),
            pointer: definition.pointer.clone(),
            message: "the schema refers to itself for the same value, so it is not validated there"
                .to_owned(),
        });
    }

    /// Puts another node in the place of a node; a duplicate of a third one is no harm.
    fn replace(&mut self, index: usize, mut node: Node) {
        while self
            .nodes
            .get_index_of(&node)
            .is_some_and(|other| other != index)
        {
            node.keywords.push(Keyword::Ref(Link::ANY));
        }
        self.nodes.shift_insert(index, node);
        self.nodes.shift_remove_index(index + 1);
    }
}

struct Search {
    /// `false` while the search is within.
    done: IndexMap<Vertex, bool>,
    cut: Vec<(usize, usize)>,
}

impl Search {
    fn visit(&mut self, checks: &Checks, vertex: Vertex) {
        self.done.insert(vertex, false);
        match vertex {
            Vertex::Definition(index) => {
                if let Link::Node(node) = checks.definitions[index].link {
                    self.step(checks, None, Vertex::Node(node));
                }
            }
            Vertex::Node(index) => {
                let keywords = &checks.nodes[index].keywords;
                for link in keywords.iter().flat_map(Keyword::in_place) {
                    match checks.resolve(link) {
                        Link::Constant(_) | Link::Type(_) => {}
                        Link::Node(child) => self.step(checks, None, Vertex::Node(child)),
                        Link::Definition(target) => {
                            self.step(checks, Some(index), Vertex::Definition(target));
                        }
                    }
                }
            }
        }
        self.done.insert(vertex, true);
    }

    fn step(&mut self, checks: &Checks, from: Option<usize>, to: Vertex) {
        match (self.done.get(&to), from, to) {
            // A vertex is visited once, so the search takes linear time even where paths fan out.
            (Some(true), ..) => {}
            (Some(false), Some(node), Vertex::Definition(target)) => self.cut.push((node, target)),
            (Some(false), ..) => {}
            (None, ..) => stack::with_stack_room(|| self.visit(checks, to)),
        }
    }
}

fn cut(keyword: &mut Keyword, is_target: impl Fn(Link) -> bool) {
    let cut = |link: &mut Link| {
        if is_target(*link) {
            *link = Link::ANY;
        }
    };
    match keyword {
        Keyword::Ref(link) | Keyword::Not(link) | Keyword::Unevaluated { beside: link, .. } => {
            cut(link);
        }
        Keyword::Combined(_, links) => links.iter_mut().for_each(cut),
        Keyword::DependentSchemas(all) => all.iter_mut().map(|(_, link)| link).for_each(cut),
        Keyword::If {
            condition,
            then,
            otherwise,
        } => [condition, then, otherwise].into_iter().for_each(cut),
        _ => {}
    }
}
