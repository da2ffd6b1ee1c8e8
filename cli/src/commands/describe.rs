//! `describe`: prints how tools are called, in one of four formats. The tools come from specs,
//! which are compiled and not built, or from an MCP server that runs or is started. Texts of other
//! servers are escaped before they are printed.

use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Map, Value};
use toolwright::inspection::{ToolInfo, ToolNotFound, find_ignoring_case};

use super::CommandResult;
use crate::args::{DescribeArgs, DescribeFormat, Described, resolve_targets};
use crate::remote::{DescribedTools, Session};
use crate::terminal::{escape_json, escape_name, escape_tool};
use crate::{progress, remote};

pub(crate) fn describe_tools(args: &DescribeArgs) -> CommandResult {
    let (described, tool) = args.source_and_tool()?;
    let tools = match described {
        Described::Spec(spec) => list_spec_tools(spec, args)?,
        Described::Server(address) => remote::ask_server(
            &address,
            args.server.answer_timeout(),
            Session::describe_tools,
        )?
        .into(),
    };
    let format = args.output_format(tool.is_some());
    let text = match tool {
        Some(name) => format_tool(tools.find_tool(name)?, format),
        None => format_tools(&tools.tools, format),
    };
    writeln!(std::io::stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

/// The tools of a server, or of what will be servers.
struct Tools {
    /// Its name, if it is one.
    server: Option<String>,
    tools: Vec<ToolInfo>,
}

impl Tools {
    fn find_tool(&self, name: &str) -> Result<&ToolInfo, ToolNotFound> {
        let find = |name: &str| self.tools.iter().find(|tool| tool.name == name);
        let names = || self.tools.iter().map(|tool| tool.name.as_str());
        let found = find(name).or_else(|| find(find_ignoring_case(name, names())?));
        found.ok_or_else(|| {
            let names: Vec<String> = self
                .tools
                .iter()
                .map(|tool| escape_name(&tool.name))
                .collect();
            let server = self.server.as_deref().map(escape_name);
            ToolNotFound::new(name, server.as_deref(), names.iter().map(String::as_str))
        })
    }
}

impl From<DescribedTools> for Tools {
    fn from(listed: DescribedTools) -> Self {
        Self {
            server: Some(listed.server),
            tools: listed.tools,
        }
    }
}

/// The tools as `tools/list` of their servers would show them. None is built.
fn list_spec_tools(spec: Option<&Path>, args: &DescribeArgs) -> Result<Tools, Box<dyn Error>> {
    let targets = resolve_targets(spec, &args.config, &args.options.to_settings())?;
    let server = match targets.as_slice() {
        [only] => Some(only.to_builder().server_name()),
        _ => None,
    };
    let mut tools = Vec::new();
    for target in targets {
        let compiled = progress::compile_with_bar(&target.to_builder())?;
        for line in compiled.skipped_lines().chain(compiled.remark_lines()) {
            eprintln!("{line}");
        }
        // The report has the client schemas and the truncated descriptions, which are what
        // `tools/list` of the built server shows.
        let listed = compiled.full_report().tools.into_iter();
        tools.extend(listed.map(|tool| ToolInfo {
            description: tool.shown_description().to_owned(),
            name: tool.name,
            input_schema: Some(tool.input_schema),
        }));
    }
    Ok(Tools { server, tools })
}

/// A tool as it may be printed, whoever wrote its texts.
fn format_tool(tool: &ToolInfo, format: DescribeFormat) -> String {
    let schema = || escape_tool(tool).schema();
    match format {
        DescribeFormat::Text => schema().format_for_llm(),
        DescribeFormat::Nested => schema().format_nested(),
        DescribeFormat::Compact => schema().format_compact(),
        DescribeFormat::Json => escape_json(&format!("{:#}", tool.schema().raw_schema)),
    }
}

fn format_tools(tools: &[ToolInfo], format: DescribeFormat) -> String {
    let between = match format {
        DescribeFormat::Json => {
            let schemas = tools.iter();
            let schemas = schemas.map(|tool| (tool.name.clone(), tool.schema().raw_schema));
            return escape_json(&format!("{:#}", Value::Object(Map::from_iter(schemas))));
        }
        DescribeFormat::Compact => "\n",
        DescribeFormat::Text | DescribeFormat::Nested => "\n\n",
    };
    let texts: Vec<String> = tools.iter().map(|tool| format_tool(tool, format)).collect();
    texts.join(between)
}
