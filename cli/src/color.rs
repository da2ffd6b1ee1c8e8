//! Whether output has colours: `--color`, the terminal, and the environment.

use std::env;
use std::sync::OnceLock;

use clap::ValueEnum;
use console::Term;

/// What `--color` says, for the whole run of the command.
static CHOICE: OnceLock<ColorChoice> = OnceLock::new();

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal that shows colours, unless `NO_COLOR` is set.
    Auto,
    /// Also in a file or a pipe.
    Always,
    /// None.
    Never,
}

impl ColorChoice {
    /// Makes it the choice of this run. The first one stays.
    pub(crate) fn set_for_run(self) {
        let _ = CHOICE.set(self);
    }
}

/// Whether what is written to this stream has colours.
pub(crate) fn has_colors(stream: &Term) -> bool {
    match CHOICE.get().copied().unwrap_or(ColorChoice::Auto) {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            // An empty NO_COLOR counts as unset (no-color.org).
            let is_refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            !is_refused && stream.is_term() && stream.features().colors_supported()
        }
    }
}
