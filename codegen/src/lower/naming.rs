//! What operations are called: tools and request structs.

use std::collections::HashSet;

use super::Lowering;
use super::types::RESERVED_TYPES;
use crate::model::Handler;
use crate::names::{
    AssignedName, LockedOperation, NameLengths, NameLock, Scope, ToolName, UnnamedOperation,
    WantedName, assign_unique_names, choose_tool_names, field_name, fit_with_hash, handler_trait,
    human_name, operation_key, pascal_name, screaming_name, snake_name,
};
use crate::normalize::Operation;

/// What clients take of a name.
const LONGEST: usize = 64;

/// The names of one operation.
pub(super) struct Names {
    pub(super) tool: String,
    /// The tool's name in words, for a spec that has none for people.
    pub(super) title: String,
    pub(super) request: String,
    pub(super) constant: String,
    pub(super) handler: Handler,
}

/// The names of all operations.
pub(super) struct Named {
    /// In the order of the document.
    pub(super) operations: Vec<Names>,
    pub(super) lock: NameLock,
    /// Whether any of them had to be made unique.
    pub(super) is_contested: bool,
}

impl Lowering<'_> {
    /// Chooses the names of all operations at once, so that none depends on their order.
    pub(super) fn choose_names(&mut self) -> Named {
        let given = self.given_names();
        let tools = self.plain_tools(&given);
        self.remark_on_operation_ids(&tools);
        let requests = self.request_names(&tools);
        let mut shown = self.shown_names(&tools, &given).into_iter();
        let mut traits = HashSet::new();
        let mut named = Named {
            operations: Vec::with_capacity(tools.len()),
            lock: NameLock::default(),
            is_contested: false,
        };
        let operations = self.document.operations.iter().zip(given);
        for (((raw, given), tool), request) in operations.zip(tools).zip(requests) {
            // A request that is named after its tool needs no line in the file of names.
            let follows = pascal_name(&tool.name) == request.name;
            // A name that the spec gives is not written to the file of names: the spec is where it
            // is kept.
            if given.is_none() {
                named.is_contested |= tool.is_contested || !follows;
                let names = LockedOperation {
                    tool: tool.name.clone(),
                    request: (!follows).then(|| request.name.clone()),
                };
                named.lock.add_operation(&raw.method, &raw.path, names);
            }
            let constant = screaming_name(&snake_name(&tool.name));
            let candidates = [constant.clone(), format!("{constant}_TOOL")];
            let handler = match raw.x_mcp.manual {
                true => Handler::Manual {
                    method: handler_method(&tool.name, &mut traits),
                },
                false => Handler::Upstream,
            };
            named.operations.push(Names {
                handler,
                title: tool.title,
                tool: shown.next().unwrap_or_default(),
                request: request.name,
                constant: self.constants.claim(candidates),
            });
        }
        let requests: Vec<&str> = named
            .operations
            .iter()
            .map(|names| names.request.as_str())
            .collect();
        let reserved: Vec<&str> = self.reserved_requests().collect();
        self.request_names = Scope::reserving(requests.into_iter().chain(reserved));
        named
    }

    /// Names at the root of a generated file that are not those of requests.
    fn reserved_requests(&self) -> impl Iterator<Item = &'static str> + use<> {
        let of_handlers = self
            .is_manual
            .then_some("Handlers HandlerDispatch")
            .into_iter();
        let reserved = [RESERVED_TYPES].into_iter().chain(of_handlers);
        reserved.flat_map(str::split_whitespace)
    }

    /// The names that the spec or a setting gives.
    fn given_names(&mut self) -> Vec<Option<String>> {
        let mut taken = HashSet::new();
        let operations = self.document.operations.iter();
        let mut given = Vec::with_capacity(operations.len());
        for operation in operations {
            let Some(name) = &operation.x_mcp.name else {
                given.push(None);
                continue;
            };
            // The limit holds for the whole name that clients see, so the prefix counts.
            let wrong = match name_flaw(&self.settings.with_prefix(&name.text)) {
                None if taken.insert(name.text.clone()) => None,
                None => Some("another tool has this name"),
                flaw => flaw,
            };
            if let Some(wrong) = wrong {
                let message = format!(
                    "a tool cannot be named `{}`: {wrong}; this name is ignored",
                    name.text
                );
                self.diagnostics.warning(name.pointer.as_str(), message);
            }
            given.push(wrong.is_none().then(|| name.text.clone()));
        }
        given
    }

    /// The names without the prefix, those that are given among them.
    fn plain_tools(&self, given: &[Option<String>]) -> Vec<ToolName> {
        let lock = &self.settings.lock;
        let operations = || self.document.operations.iter().zip(given);
        let mut taken: HashSet<String> = given.iter().flatten().cloned().collect();
        // An operation that is left out for the moment keeps its name.
        let here: HashSet<_> = operations()
            .map(|(raw, _)| operation_key(&raw.method, &raw.path))
            .collect();
        // Otherwise its name could go to another operation, and clients would call that one when
        // the first returns.
        let absent = lock.operations.iter().filter(|(at, _)| !here.contains(*at));
        taken.extend(absent.map(|(_, names)| names.tool.clone()));
        let nameless: Vec<UnnamedOperation<'_>> = operations()
            .filter(|(_, given)| given.is_none())
            .map(|(raw, _)| {
                let locked = lock.operation_names(&raw.method, &raw.path);
                let locked = locked.map(|names| names.tool.clone());
                nameless_operation(raw, locked.filter(|name| name_flaw(name).is_none()))
            })
            .collect();
        let lengths = NameLengths::new(
            self.longest_tool_name(),
            self.settings.with_prefix("").len(),
        );
        let mut chosen = choose_tool_names(&nameless, taken, lengths).into_iter();
        let names = given.iter().map(|given| match given {
            Some(name) => Some(ToolName {
                title: human_name(name),
                name: name.clone(),
                is_contested: false,
            }),
            None => chosen.next(),
        });
        names.flatten().collect()
    }

    fn request_names(&self, tools: &[ToolName]) -> Vec<AssignedName> {
        let operations = self.document.operations.iter().zip(tools);
        let reserved: HashSet<String> = self.reserved_requests().map(str::to_owned).collect();
        let wanted: Vec<WantedName> = operations
            .map(|(raw, tool)| {
                let name = pascal_name(&tool.name);
                let locked = self.settings.lock.operation_names(&raw.method, &raw.path);
                let locked = locked.filter(|names| names.tool == tool.name);
                let locked = locked.and_then(|names| names.request.clone());
                WantedName {
                    name: match reserved.contains(&name) {
                        true => format!("{name}Request"),
                        false => name,
                    },
                    place: format!("{} {}", raw.method, raw.path),
                    rank: 0,
                    locked: locked.filter(|name| !reserved.contains(name)),
                }
            })
            .collect();
        assign_unique_names(&wanted, reserved, |name, hash| {
            pascal_name(&format!("{name} {hash}"))
        })
    }

    /// The names that clients are shown: with the prefix, and as short as they need it.
    fn shown_names(&self, tools: &[ToolName], given: &[Option<String>]) -> Vec<String> {
        let names = self.short_names(tools, given).into_iter();
        let operations = self.document.operations.iter().zip(given);
        names
            .zip(operations)
            .map(|(name, (raw, given))| {
                let name = self.settings.with_prefix(&name);
                if given.is_some() {
                    return name;
                }
                let place = format!("{} {}", raw.method, raw.path);
                let clients = self.settings.clients;
                clients.accepted_tool_name(fit_with_hash(&name, &place, self.longest_tool_name()))
            })
            .collect()
    }

    /// The names without the prefix. A name in the file may be from before there was a prefix or a client that
    /// leaves less room: then it is chosen anew here, from the words of its operation as all names are, and the file
    /// keeps what it says.
    fn short_names(&self, tools: &[ToolName], given: &[Option<String>]) -> Vec<String> {
        let prefix = self.settings.with_prefix("").len();
        let room = self.longest_tool_name().saturating_sub(prefix);
        let is_short = |tool: &ToolName| tool.name.len() <= room;
        let all = || tools.iter().zip(given);
        if all().all(|(tool, given)| given.is_some() || is_short(tool)) {
            return tools.iter().map(|tool| tool.name.clone()).collect();
        }
        let taken: HashSet<String> = given.iter().flatten().cloned().collect();
        let operations = self.document.operations.iter().zip(all());
        let nameless: Vec<UnnamedOperation<'_>> = operations
            .filter(|(_, (_, given))| given.is_none())
            .map(|(raw, (tool, _))| {
                nameless_operation(raw, is_short(tool).then(|| tool.name.clone()))
            })
            .collect();
        let lengths = NameLengths::new(self.longest_tool_name(), prefix);
        let mut chosen = choose_tool_names(&nameless, taken, lengths).into_iter();
        let names = all().map(|(tool, given)| match given {
            Some(_) => Some(tool.name.clone()),
            None => chosen.next().map(|chosen| chosen.name),
        });
        names.flatten().collect()
    }

    /// How many characters of a name, its prefix among them, the chosen clients take.
    fn longest_tool_name(&self) -> usize {
        let longest = self.settings.clients.longest_tool_name(&self.settings.name);
        longest.unwrap_or(LONGEST)
    }

    fn remark_on_operation_ids(&mut self, tools: &[ToolName]) {
        let mut seen = HashSet::new();
        for (raw, tool) in self.document.operations.iter().zip(tools) {
            if let Some(id) = raw.operation_id.as_deref()
                && !seen.insert(id)
            {
                self.diagnostics.warning(
                    raw.pointer.as_str(),
                    format!(
                        "an earlier operation has the same operationId `{id}`; this one becomes the tool \
                         `{}`",
                        tool.name
                    ),
                );
            }
        }
    }
}

/// The method of a tool that is run by hand. `taken` are the names of the other methods' traits.
fn handler_method(tool: &str, taken: &mut HashSet<String>) -> String {
    let numbered = (2..).map(|number| field_name(&format!("{tool}_{number}")));
    let mut candidates = std::iter::once(field_name(tool)).chain(numbered);
    let free = candidates.find(|method| taken.insert(handler_trait(method)));
    free.unwrap_or_default()
}

fn nameless_operation(raw: &Operation, locked: Option<String>) -> UnnamedOperation<'_> {
    UnnamedOperation {
        operation_id: raw.operation_id.as_deref(),
        summary: raw.summary.as_deref(),
        method: &raw.method,
        path: &raw.path,
        locked,
    }
}

/// Why clients would not take a name.
fn name_flaw(name: &str) -> Option<&'static str> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !name.chars().all(is_allowed) {
        return Some("a name must have only letters, digits, `_` and `-`");
    }
    if !name.contains(|c: char| c.is_ascii_alphabetic()) {
        return Some("a name must contain a letter");
    }
    (name.len() > LONGEST).then_some("a name must have at most 64 characters")
}
