//! What README and the guide say of the command line.

use clap::{CommandFactory as _, Parser as _};
use toolwright_codegen::{Config, Setting};
use toolwright_tests::pages::{Page, commands};

use super::{Args, Command};

fn settings(command: Command) -> Vec<Setting> {
    let Command::Generate(args) = command else {
        panic!("is another command");
    };
    let spec = args.output.spec;
    [spec.options.to_settings(), spec.policy.to_settings()].concat()
}

#[test]
fn commands_are_understood() {
    let mut read = 0;
    for (place, words) in commands() {
        if words[0] == "toolwright" {
            let args = Args::try_parse_from(&words);
            assert!(args.is_ok(), "{place}: {words:?}: {}", args.unwrap_err());
            read += 1;
        }
    }
    assert!(read > 20, "{read}");
}

#[test]
fn settings_are_those_of_the_file() {
    for [name, _, option, written, _] in Page::read("docs/settings.md").rows("setting") {
        let words = shlex::split(&option).expect("is shell");
        let words = ["toolwright", "generate"]
            .map(str::to_owned)
            .into_iter()
            .chain(words);
        let args = Args::try_parse_from(words).unwrap_or_else(|error| panic!("{name}: {error}"));
        let config = format!("spec = 'a.yaml'\n{written}");
        let config = Config::from_text("toolwright.toml", &config).expect("is such a file");
        assert_eq!(
            settings(args.command),
            config.servers()[0].settings,
            "{name}"
        );
    }
}

#[test]
fn every_command_has_a_row() {
    let page = Page::read("docs/cli.md").text;
    for command in Args::command().get_subcommands() {
        let row = format!("`{}", command.get_name());
        let rows = page.lines().filter(|line| line.starts_with('|'));
        assert!(rows.into_iter().any(|line| line.contains(&row)), "{row}");
    }
}
