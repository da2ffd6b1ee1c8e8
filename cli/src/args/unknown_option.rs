//! Says where options of a server stand, if one is given to the command that runs the server. Knows no option of a server:
//! whatever the command does not know may be one.

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

/// Adds tips to the error for an option that `serve` or `call` does not have; other errors are returned as they are.
pub(crate) fn explain_server_option(mut error: Error) -> Error {
    let usage = error
        .get(ContextKind::Usage)
        .map(ToString::to_string)
        .filter(|usage| usage.contains("SERVER OPTIONS"));
    let (Some(usage), Some(ContextValue::String(option)), ErrorKind::UnknownArgument) = (
        usage,
        error.get(ContextKind::InvalidArg).cloned(),
        error.kind(),
    ) else {
        return error;
    };
    let tip = match option.as_str() {
        // What clap finds similar, `--no-upstream`, is about something else.
        "--upstream" => {
            error.remove(ContextKind::SuggestedArg);
            let usage = usage.replace("--no-upstream ", "");
            error.insert(ContextKind::Usage, ContextValue::StyledStr(usage.into()));
            "`--builtin-upstream` and `--base-url URL` say where calls go".to_owned()
        }
        _ => format!(
            "options of the server stand behind `--`, at the end: `-- {option}`; `-- --help` lists them"
        ),
    };
    error.insert(
        ContextKind::Suggested,
        ContextValue::StyledStrs(vec![tip.into()]),
    );
    error
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::explain_server_option;
    use crate::args::Args;

    fn explain(words: &[&str]) -> String {
        let error = Args::try_parse_from([&["toolwright"], words].concat()).expect_err("is wrong");
        explain_server_option(error).to_string()
    }

    #[test]
    fn options_of_the_server_are_sent_behind_the_dashes() {
        let text = explain(&["serve", "pets.yaml", "--listen", "8001"]);
        assert!(
            text.contains("stand behind `--`, at the end: `-- --listen`"),
            "{text}"
        );
        let text = explain(&["call", "pets.yaml", "get_pet", "--upstream", "builtin"]);
        assert!(text.contains("`--builtin-upstream`"), "{text}");
        assert!(!text.contains("--no-upstream"), "{text}");
    }

    #[test]
    fn other_commands_keep_the_tips_of_their_own() {
        let text = explain(&["list", "pets.yaml", "--includ", "a"]);
        assert!(text.contains("--include"), "{text}");
        assert!(!text.contains("options of the server"), "{text}");
    }
}
