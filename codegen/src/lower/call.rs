//! How an operation is called: what `x-mcp` says, in the names of the tool's arguments.

use serde_json::Value;

use super::{Lowering, accept, pages, response_headers};
use crate::model::{CallOptions, Counted, Pagination, Parameter, Presets, Step};
use crate::normalize::{Operation, Pages, PaginationSetting};
use crate::schema::resolve_reference;

/// The arguments of a tool.
#[derive(Clone, Copy)]
pub(super) struct ToolArguments<'a> {
    pub(super) parameters: &'a [Parameter],
    /// The schema of the tool's input.
    pub(super) input: &'a Value,
    /// Properties of the body that are arguments of another name: the argument, and the property.
    pub(super) renamed: &'a [(String, String)],
}

impl ToolArguments<'_> {
    /// The argument of that name in the spec.
    pub(super) fn find_argument(&self, name: &str) -> Option<&str> {
        let mut parameters = self.parameters.iter();
        let parameter = parameters.find(|parameter| parameter.name == name);
        let properties = self.input.get("properties")?.as_object()?;
        let renamed = self.renamed.iter().find(|(_, property)| property == name);
        let name = match (parameter, renamed) {
            (Some(parameter), _) => parameter.field.wire.as_str(),
            (None, Some((argument, _))) => argument,
            (None, None) => name,
        };
        Some(properties.get_key_value(name)?.0)
    }

    fn argument_schema(&self, argument: &str) -> Option<&Value> {
        self.input.get("properties")?.get(argument)
    }
}

impl Lowering<'_> {
    pub(super) fn lower_call_options(
        &mut self,
        operation: &Operation,
        given: ToolArguments<'_>,
        presets: Presets,
    ) -> CallOptions {
        let pagination = match &operation.x_mcp.pagination {
            Some(PaginationSetting::None) => None,
            Some(PaginationSetting::By(pages)) => self.resolve_pagination(pages, given),
            None => {
                pages::detect_pagination(self.answers.json_schema(operation), given).or_else(|| {
                    pages::detect_header_pagination(
                        &response_headers::documented_headers(operation),
                        given,
                    )
                })
            }
        };
        let mut headers = response_headers::documented_headers(operation);
        // The tag is needed for `If-Match`, and few specs list it among the headers.
        if self.preconditions.matter_at(&operation.path) {
            response_headers::add_etag(&mut headers);
        }
        CallOptions {
            servers: operation.servers.clone().unwrap_or_default(),
            timeout_ms: operation.x_mcp.timeout_ms,
            pagination,
            accept: accept::accept_header(operation),
            headers,
            presets,
            ..CallOptions::default()
        }
    }

    fn resolve_pagination(
        &mut self,
        pages: &Pages,
        given: ToolArguments<'_>,
    ) -> Option<Pagination> {
        let argument = self.resolve_argument(&pages.argument, pages, given)?;
        let step = match &pages.step {
            step @ (Step::Cursor(_) | Step::Header(_)) => step.clone(),
            Step::Page(stated) => {
                let first = self.default_of(given, &argument).unwrap_or(1);
                Step::Page(self.resolve_counted(stated, first, pages, given))
            }
            Step::Offset(stated) => {
                let first = self.default_of(given, &argument).unwrap_or(0);
                Step::Offset(self.resolve_counted(stated, first, pages, given))
            }
        };
        Some(Pagination { argument, step })
    }

    fn resolve_counted(
        &mut self,
        stated: &Counted,
        first: u64,
        pages: &Pages,
        given: ToolArguments<'_>,
    ) -> Counted {
        let limit = stated.limit.as_deref();
        let limit = limit.and_then(|name| self.resolve_argument(name, pages, given));
        Counted {
            first,
            size: limit
                .as_deref()
                .and_then(|limit| self.default_of(given, limit)),
            limit,
            ..stated.clone()
        }
    }

    /// The argument that the spec means by a name. What is said of many operations need not fit all.
    fn resolve_argument(
        &mut self,
        name: &str,
        pages: &Pages,
        given: ToolArguments<'_>,
    ) -> Option<String> {
        let found = given.find_argument(name).map(str::to_owned);
        if found.is_none() && pages.is_own {
            let message = format!(
                "`pagination` names the argument `{name}`, which the operation does not have; it is ignored"
            );
            self.diagnostics.warning(pages.pointer.as_str(), message);
        }
        found
    }

    /// What an argument is that is not given, by the word of its schema.
    fn default_of(&self, given: ToolArguments<'_>, argument: &str) -> Option<u64> {
        let schema = given.argument_schema(argument)?;
        let default = schema.get("default");
        default
            .or_else(|| resolve_reference(schema, self.types.definitions()).get("default"))?
            .as_u64()
    }
}
