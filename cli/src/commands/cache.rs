use std::io::Write as _;
use std::process::ExitCode;

use super::CommandResult;
use crate::args::CacheAction;
use crate::run::Cache;

pub(crate) fn manage_cache(action: CacheAction) -> CommandResult {
    let cache = Cache::for_user()?;
    match action {
        CacheAction::Path => writeln!(std::io::stdout(), "{}", cache.path().display())?,
        CacheAction::Clean => {
            let found = cache.delete_contents()?;
            let said = if found { "deleted" } else { "is empty" };
            eprintln!("{}: {said}", cache.path().display());
        }
    }
    Ok(ExitCode::SUCCESS)
}
