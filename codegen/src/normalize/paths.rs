//! Reads `paths`: each operation, with what its path item and the document say around it, becomes a typed `Operation`.
//! An operation that cannot be read is left out with its reason; the others are not affected.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::context::{Context, Located, Unreadable};
use super::declared_operation::{DeclaredOperation, read_head};
use super::declared_parameters::{DeclaredParameter, ParameterList, join_parameters};
use super::document::SecurityScheme;
use super::fields;
use super::path_item::PathItem;
use super::place::Place;
use super::skip::Skip;
use super::version::Version;
use super::x_mcp::XMcpHolder;
use super::{
    Operation, XMcp, ignored_headers, methods, openapi3, path_item, security, swagger2, template,
    x_mcp,
};
use crate::model::{BaseUrl, Method};
use crate::selection::Candidate;

/// The longest path in bytes: servers take no URLs beyond it.
const LONGEST_PATH: usize = 8000;

/// The method and the path of an operation.
#[derive(Clone, Copy)]
struct Endpoint<'e> {
    method: &'e Method,
    path: &'e str,
}

/// What operations take from the document around them.
struct DocumentContext<'s> {
    root: &'s Map<String, Value>,
    schemes: &'s IndexMap<String, SecurityScheme>,
    servers: &'s [BaseUrl],
}

/// All operations, in the order of the spec.
pub(super) fn read_paths<'a>(
    cx: &mut Context<'a>,
    root: &'a Map<String, Value>,
    schemes: &IndexMap<String, SecurityScheme>,
    servers: &[BaseUrl],
) -> Vec<Operation> {
    let mut operations = Vec::new();
    let surroundings = DocumentContext {
        root,
        schemes,
        servers,
    };
    let Some(paths) = follow_paths(cx, root) else {
        return operations;
    };
    let at = Place::At(&paths.pointer);
    let mut templates: HashMap<String, String> = HashMap::new();
    for (path, value) in paths.object {
        // Specification extensions may stand among the paths (OpenAPI 3.0.3, "Paths Object").
        if path.starts_with("x-") {
            continue;
        }
        let at = at.key(path);
        if path.len() > LONGEST_PATH {
            let start: String = path.chars().take(40).collect();
            let reason = format!("the path is longer than {LONGEST_PATH} bytes");
            let place = Place::At(&paths.pointer);
            cx.diagnostics
                .skipped('*', format!("{start}..."), place.to_pointer(), reason);
            continue;
        }
        let path = add_leading_slash(cx, path, &at);
        template::check_template(cx, &path, &at);
        // Templates that differ in the names of parameters alone are identical and invalid (OpenAPI 3.0.3,
        // "Paths Object").
        match templates.entry(template::erase_names(&path)) {
            Entry::Vacant(entry) => {
                entry.insert(path.clone());
            }
            Entry::Occupied(entry) => {
                let first = entry.get();
                let message =
                    format!("this path and `{first}` differ only in the names of their parameters");
                cx.warn(&at, message);
            }
        }
        if let Some(item) = path_item::read_path_item(cx, value, &path, &at) {
            read_item(cx, &item, &path, &surroundings, &mut operations);
        }
    }
    operations
}

/// `paths`; some specs keep it in a file of its own.
fn follow_paths<'a>(cx: &mut Context<'a>, root: &'a Map<String, Value>) -> Option<Located<'a>> {
    let at = Place::ROOT.key("paths");
    match cx.follow_reference(root.get("paths")?, &at) {
        Ok(located) => Some(located),
        Err(unreadable) => {
            cx.warn(&at, format!("`paths` {unreadable}; it is ignored"));
            None
        }
    }
}

fn add_leading_slash(cx: &mut Context<'_>, path: &str, at: &Place<'_>) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    cx.warn(
        at,
        format!("the path `{path}` must start with a slash; one is added"),
    );
    format!("/{path}")
}

fn read_item<'a>(
    cx: &mut Context<'a>,
    item: &PathItem<'a>,
    path: &str,
    surroundings: &DocumentContext<'_>,
    operations: &mut Vec<Operation>,
) {
    let mut seen = Vec::new();
    for (object, pointer) in &item.layers {
        let place = Place::At(pointer);
        for (key, value) in *object {
            let at = place.key(key);
            for declared in methods::read_operations(cx, key, value, path, &at) {
                // The first layer is the path item itself, so its operations override those that its `$ref`
                // leads to.
                if seen.contains(&declared.method) {
                    continue;
                }
                seen.push(declared.method.clone());
                let endpoint = Endpoint {
                    method: &declared.method,
                    path,
                };
                let Some(operation) =
                    follow_operation(cx, endpoint, declared.value, &declared.pointer)
                else {
                    continue;
                };
                cx.mentions_security |= operation.object.contains_key("security");
                let Some(mut x_mcp) =
                    read_x_mcp_and_settings(cx, endpoint, &operation, item, surroundings.root)
                else {
                    continue;
                };
                let Some(mut read) = read_operation(cx, endpoint, &operation, item, surroundings)
                else {
                    continue;
                };
                cx.cleaner.clean_x_mcp(&mut x_mcp);
                read.x_mcp = x_mcp;
                operations.push(read);
            }
        }
    }
}

/// The operation at a place; some specs keep it in a file of its own.
fn follow_operation<'a>(
    cx: &mut Context<'a>,
    Endpoint { method, path }: Endpoint<'_>,
    value: &'a Value,
    pointer: &str,
) -> Option<Located<'a>> {
    let at = Place::At(pointer);
    match cx.follow_reference(value, &at) {
        Ok(located) => return Some(located),
        Err(Unreadable::Kind(kind)) => cx.warn(
            &at,
            format!("the operation must be an object, not {kind}; it is ignored"),
        ),
        Err(unreadable) => {
            let reason = format!("it {unreadable}");
            cx.diagnostics.skipped(method, path, pointer, reason);
        }
    }
    None
}

fn read_operation<'a>(
    cx: &mut Context<'a>,
    endpoint: Endpoint<'_>,
    operation: &Located<'a>,
    item: &PathItem<'a>,
    surroundings: &DocumentContext<'_>,
) -> Option<Operation> {
    match read_declared(cx, endpoint, operation, item, surroundings) {
        Ok(read) => Some(read),
        Err(Skip { pointer, reason }) => {
            let Endpoint { method, path } = endpoint;
            let pointer = pointer.unwrap_or_else(|| operation.pointer.clone());
            cx.diagnostics.skipped(method, path, pointer, reason);
            None
        }
    }
}

fn read_declared<'a>(
    cx: &mut Context<'a>,
    Endpoint { method, path }: Endpoint<'_>,
    operation: &Located<'a>,
    item: &PathItem<'a>,
    surroundings: &DocumentContext<'_>,
) -> Result<Operation, Skip> {
    let object = operation.object;
    let at = Place::At(&operation.pointer);
    let names = template::template_names(path);
    // Several paths may refer to one path item.
    cx.shared_parts.count_place(&operation.pointer, object)?;
    let mut parameters = join_declared_parameters(cx, object, &at, item);
    template::drop_unknown_path_parameters(cx, &names, &mut parameters);
    // Before schemas are lifted: the schema of an ignored header must not become a definition.
    ignored_headers::drop_ignored_headers(cx, &mut parameters);
    let undeclared = template::undeclared_names(&names, &parameters);
    let source = DeclaredOperation {
        object,
        at,
        parameters,
    };
    cx.cleaner.inspect_path(path, &operation.pointer);
    let head = read_head(cx, object, &at)?;
    cx.arena.used.clear();
    let (mut parameters, body) = match cx.version {
        Version::Swagger2 => swagger2::read_request(cx, &source, surroundings.root)?,
        _ => openapi3::read_request(cx, &source)?,
    };
    // Everything that was lifted since `clear` belongs to the request. The same list is filled by
    // the responses next, so it is taken in between.
    let sent = std::mem::take(&mut cx.arena.used);
    let responses = match cx.version {
        Version::Swagger2 => swagger2::read_responses(cx, &source, surroundings.root)?,
        _ => openapi3::read_responses(cx, &source)?,
    };
    let received = std::mem::take(&mut cx.arena.used);
    // Last, so that a parameter that nobody declared comes after those that the spec orders itself.
    let undeclared = undeclared.into_iter();
    parameters.extend(undeclared.map(|name| template::make_undeclared(cx, name, &at)));
    let undeclared = std::mem::take(&mut cx.arena.used);
    cx.arena.sent.extend(sent.into_iter().chain(undeclared));
    cx.arena.received.extend(received);
    let security = security::read_own_security(cx, object, surroundings.schemes, &at);
    let mut servers = read_servers(cx, object, &at, item, surroundings);
    cx.cleaner.clean_servers(
        servers.as_deref_mut().unwrap_or_default(),
        &operation.pointer,
    );
    Ok(Operation {
        method: method.clone(),
        path: path.to_owned(),
        pointer: operation.pointer.clone(),
        operation_id: head.operation_id,
        summary: head.summary,
        description: head.description,
        tags: head.tags,
        is_deprecated: head.deprecated,
        security,
        servers,
        x_mcp: XMcp::default(),
        parameters,
        body,
        responses,
    })
}

fn join_declared_parameters<'a>(
    cx: &mut Context<'a>,
    object: &'a Map<String, Value>,
    at: &Place<'_>,
    item: &PathItem<'a>,
) -> Vec<DeclaredParameter<'a>> {
    let mut lists = Vec::with_capacity(2);
    let item_place;
    if let Some((value, pointer)) = item.get("parameters") {
        item_place = Place::At(pointer);
        match value {
            Value::Array(values) => lists.push(ParameterList {
                values,
                at: item_place.key("parameters"),
                shared: true,
            }),
            other => fields::report_wrong_type(
                cx,
                "parameters",
                "a list",
                other,
                "is ignored",
                &item_place,
            ),
        }
    }
    if let Some(values) = fields::read_list(cx, object, "parameters", at) {
        lists.push(ParameterList {
            values,
            at: at.key("parameters"),
            shared: false,
        });
    }
    join_parameters(cx, &lists)
}

fn read_servers(
    cx: &mut Context<'_>,
    object: &Map<String, Value>,
    at: &Place<'_>,
    item: &PathItem<'_>,
    surroundings: &DocumentContext<'_>,
) -> Option<Vec<BaseUrl>> {
    let own = match cx.version {
        Version::Swagger2 => {
            swagger2::host::read_operation_servers(cx, surroundings.root, object, at)
        }
        _ => openapi3::servers::read_servers(cx, object.get("servers"), at).or_else(|| {
            let (value, pointer) = item.get("servers")?;
            openapi3::servers::read_servers(cx, Some(value), &Place::At(pointer))
        }),
    };
    // Some generators repeat the servers of the document in every operation.
    own.filter(|own| own != surroundings.servers)
}

/// What `x-mcp` and the settings say of an operation; none where it is left out by settings.
fn read_x_mcp_and_settings(
    cx: &mut Context<'_>,
    Endpoint { method, path }: Endpoint<'_>,
    operation: &Located<'_>,
    item: &PathItem<'_>,
    root: &Map<String, Value>,
) -> Option<XMcp> {
    // Read from the JSON, because selection comes first: a part of an operation that is left out
    // must not cause a diagnostic.
    let tags = operation.object.get("tags").and_then(Value::as_array);
    let tags: Vec<&str> = tags
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let layers = item.layers.iter().map(|(object, at)| XMcpHolder {
        object,
        pointer: at.clone(),
    });
    let mut around: Vec<_> = layers
        .chain(tags.iter().filter_map(|tag| find_tag(root, tag)))
        .collect();
    // The order decides: what is nearest to the operation holds.
    around.push(XMcpHolder {
        object: root,
        pointer: String::new(),
    });
    let own = XMcpHolder {
        object: operation.object,
        pointer: operation.pointer.clone(),
    };
    let mut x_mcp = x_mcp::read_x_mcp(cx, &own, &around);
    let candidate = Candidate {
        id: operation.object.get("operationId").and_then(Value::as_str),
        tags: &tags,
        method,
        path,
    };
    let admitted = cx
        .selecting
        .admit_operation(&candidate, x_mcp.enabled, x_mcp.hints)?;
    x_mcp.manual |= admitted.is_manual;
    for rewrite in cx.selecting.take_rewrites(&candidate) {
        x_mcp.apply_rewrite(&rewrite, &operation.pointer);
    }
    x_mcp.arguments = cx.selecting.take_argument_rules(&candidate);
    Some(x_mcp)
}

/// What the root of the document says of a tag.
fn find_tag<'r>(root: &'r Map<String, Value>, name: &str) -> Option<XMcpHolder<'r>> {
    let tags = root.get("tags")?.as_array()?.iter().enumerate();
    let mut objects = tags.filter_map(|(index, tag)| Some((index, tag.as_object()?)));
    let (index, tag) =
        objects.find(|(_, tag)| tag.get("name").and_then(Value::as_str) == Some(name))?;
    Some(XMcpHolder {
        object: tag,
        pointer: format!("/tags/{index}"),
    })
}
