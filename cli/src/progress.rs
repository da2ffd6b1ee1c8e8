//! Signs of progress on standard error: a bar for the stages of the compiler, a bar for the crates
//! that cargo builds, and lines where no bar can be drawn. Nothing is shown for what ends
//! within 300 ms. Knows what is built only by the names it is given.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io::{IsTerminal as _, stderr};
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use toolwright_codegen::{BuildError, Builder, Compiled, Stage};

/// Longer than a blink.
const PATIENCE: Duration = Duration::from_millis(300);

/// How long nothing is said at most while crates are built where no bar can be drawn.
const SILENCE: Duration = Duration::from_secs(15);

/// Compiles with a progress bar on standard error, where that is a terminal and it takes a while.
pub(crate) fn compile_with_bar(builder: &Builder) -> Result<Compiled, BuildError> {
    let started = Instant::now();
    let bar = ProgressBar::new(Stage::ALL.len() as u64).with_style(stage_style());
    bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    let compiled = builder.compile_with(&mut |stage| {
        if started.elapsed() > PATIENCE {
            bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        }
        bar.set_message(describe_stage(stage));
        bar.inc(1);
    });
    bar.finish_and_clear();
    compiled
}

fn describe_stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Read => "reading the spec",
        Stage::Normalize => "normalizing the spec",
        Stage::Lower => "making types",
        Stage::Emit => "writing Rust",
    }
}

fn stage_style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:20} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A progress bar on standard error of the crates that cargo builds, where that is a terminal and it
/// takes a while.
pub(crate) struct Crates<F> {
    bar: ProgressBar,
    started: Instant,
    seen: RefCell<BTreeSet<String>>,
    is_shown: Cell<bool>,
    /// When the last line was printed, where no bar can be drawn.
    last_line: Cell<Instant>,
    count: F,
}

impl<F: Fn() -> Option<usize>> Crates<F> {
    /// `count` is how many there are, if that is known; it is asked once, if there is a bar at all.
    pub(crate) fn new(count: F) -> Self {
        let bar = ProgressBar::new(0);
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
        Self {
            bar: bar.with_style(crate_style()),
            started: Instant::now(),
            seen: RefCell::default(),
            is_shown: Cell::new(false),
            last_line: Cell::new(Instant::now()),
            count,
        }
    }

    /// A part of a crate was built, or was there already.
    pub(crate) fn mark_built(&self, package: Option<&str>, was_there: bool) {
        let package = package.unwrap_or_default();
        let mut seen = self.seen.borrow_mut();
        seen.insert(package.to_owned());
        // Crates that are up to date are reported at once, hundreds of them in a second. A bar for
        // those would only flicker.
        let takes_a_while = !was_there && self.started.elapsed() > PATIENCE;
        if takes_a_while && !self.is_shown.replace(true) {
            self.bar
                .set_length((self.count)().unwrap_or_default() as u64);
            self.bar
                .set_draw_target(indicatif::ProgressDrawTarget::stderr());
        }
        self.bar.set_position(seen.len() as u64);
        self.bar.set_message(crate_name(package).to_owned());
        if takes_a_while && !stderr().is_terminal() && self.last_line.get().elapsed() > SILENCE {
            self.last_line.set(Instant::now());
            let all = self.bar.length().unwrap_or_default();
            eprintln!("compiled {} of {all} crates", seen.len());
        }
    }
}

impl<F> Drop for Crates<F> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Lines on standard error, before and after a build that takes a while, where no bar can be drawn: whoever started it has
/// no other sign that anything goes on.
pub(crate) struct Lines(Option<Instant>);

impl Lines {
    pub(crate) fn print_start(spec: &Path, was_built: bool) -> Self {
        if was_built || stderr().is_terminal() {
            return Self(None);
        }
        eprintln!(
            "compiling the server of {}: a minute or more the first time, a few seconds later",
            spec.display()
        );
        Self(Some(Instant::now()))
    }

    pub(crate) fn print_end(self) {
        if let Some(started) = self.0 {
            eprintln!("compiled in {} s", started.elapsed().as_secs().max(1));
        }
    }
}

/// The name in a package's id: `path+file:///a/b#name@1.0.0`, `registry+https://…#name@1.0.0`, or
/// `path+file:///a/name#1.0.0`.
fn crate_name(package: &str) -> &str {
    let Some((place, name)) = package.rsplit_once('#') else {
        return package;
    };
    match name.split_once('@') {
        Some((name, _)) => name,
        None => place.rsplit('/').next().unwrap_or(name),
    }
}

fn crate_style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:20} {pos}/{len} building the server: {msg}");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

#[cfg(test)]
mod tests {
    use super::crate_name;

    #[test]
    fn packages_have_names() {
        let ids = [
            "registry+https://github.com/rust-lang/crates.io-index#tokio@1.50.0",
            "path+file:///home/a/tokio#0.1.0",
            "tokio",
        ];
        assert!(ids.iter().all(|id| crate_name(id) == "tokio"));
    }
}
