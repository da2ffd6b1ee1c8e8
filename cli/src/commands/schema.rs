use std::io::Write as _;
use std::process::ExitCode;

use toolwright_codegen::normalize::x_mcp_schema;

use super::CommandResult;
use crate::args::DescribedFile;
use crate::editor_schema::config_schema;

pub(crate) fn print_schema(file: DescribedFile) -> CommandResult {
    let schema = match file {
        DescribedFile::Config => config_schema(),
        DescribedFile::XMcp => x_mcp_schema(),
    };
    writeln!(std::io::stdout(), "{schema:#}")?;
    Ok(ExitCode::SUCCESS)
}
