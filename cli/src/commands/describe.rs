use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Map, Value};
use toolwright::inspection::{ToolInfo, ToolNotFound, ToolSchema};

use super::CommandResult;
use crate::args::{DescribeArgs, DescribeFormat, Described, targets};
use crate::{progress, remote};

pub(crate) fn describe(args: &DescribeArgs) -> CommandResult {
    let (described, tool) = args.parts()?;
    let tools = match described {
        Described::Spec(spec) => of_specs(spec, args)?,
        Described::Url(url, headers) => remote::at_url(url, &headers)?.into(),
        Described::Command(words) => remote::of_command(words)?.into(),
    };
    let format = args.format(tool.is_some());
    let text = match tool {
        Some(name) => one(tools.find(name)?, format),
        None => all(&tools.schemas, format),
    };
    writeln!(std::io::stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

/// The tools of a server, or of what will be servers.
struct Tools {
    /// Its name, if it is one.
    server: Option<String>,
    schemas: Vec<ToolSchema>,
}

impl Tools {
    fn find(&self, name: &str) -> Result<&ToolSchema, ToolNotFound> {
        let found = self.schemas.iter().find(|tool| tool.tool_name == name);
        found.ok_or_else(|| {
            let names = self.schemas.iter().map(|tool| tool.tool_name.as_str());
            ToolNotFound::new(name, self.server.as_deref(), names)
        })
    }
}

impl From<remote::Listed> for Tools {
    fn from(listed: remote::Listed) -> Self {
        Self {
            server: Some(listed.server),
            schemas: listed.tools.iter().map(ToolInfo::schema).collect(),
        }
    }
}

/// The tools as `tools/list` of their servers would show them. None is built.
fn of_specs(spec: Option<&Path>, args: &DescribeArgs) -> Result<Tools, Box<dyn Error>> {
    let targets = targets(spec, &args.config, &args.options.settings())?;
    let server = match targets.as_slice() {
        [only] => Some(only.builder().server_name()),
        _ => None,
    };
    let mut schemas = Vec::new();
    for target in targets {
        let compiled = progress::compile(&target.builder())?;
        for line in compiled.skipped_lines().chain(compiled.remark_lines()) {
            eprintln!("{line}");
        }
        let listed = compiled.report().tools.into_iter();
        schemas.extend(listed.map(|tool| {
            let description = tool.shown_description();
            ToolSchema::parse(tool.name.as_str(), description, &tool.input_schema)
        }));
    }
    Ok(Tools { server, schemas })
}

fn one(tool: &ToolSchema, format: DescribeFormat) -> String {
    match format {
        DescribeFormat::Text => tool.format_for_llm(),
        DescribeFormat::Nested => tool.format_nested(),
        DescribeFormat::Compact => tool.format_compact(),
        DescribeFormat::Json => format!("{:#}", tool.raw_schema),
    }
}

fn all(tools: &[ToolSchema], format: DescribeFormat) -> String {
    let between = match format {
        DescribeFormat::Json => {
            let schemas = tools.iter();
            let schemas = schemas.map(|tool| (tool.tool_name.clone(), tool.raw_schema.clone()));
            return format!("{:#}", Value::Object(Map::from_iter(schemas)));
        }
        DescribeFormat::Compact => "\n",
        DescribeFormat::Text | DescribeFormat::Nested => "\n\n",
    };
    let texts: Vec<String> = tools.iter().map(|tool| one(tool, format)).collect();
    texts.join(between)
}
