use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use toolwright_codegen::{BuildError, Builder, Compiled, Stage};

/// Longer than a blink.
const PATIENCE: Duration = Duration::from_millis(300);

/// Compiles with a progress bar on standard error, where that is a terminal and it takes a while.
pub(crate) fn compile(builder: &Builder) -> Result<Compiled, BuildError> {
    let started = std::time::Instant::now();
    let bar = ProgressBar::new(Stage::ALL.len() as u64).with_style(style());
    bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    let compiled = builder.compile_with(&mut |stage| {
        if started.elapsed() > PATIENCE {
            bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        }
        bar.set_message(doing(stage));
        bar.inc(1);
    });
    bar.finish_and_clear();
    compiled
}

fn doing(stage: Stage) -> &'static str {
    match stage {
        Stage::Read => "reading the spec",
        Stage::Normalize => "bringing it to one form",
        Stage::Lower => "making types",
        Stage::Emit => "writing Rust",
    }
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:20} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar())
}
