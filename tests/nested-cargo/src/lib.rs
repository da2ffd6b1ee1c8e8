//! Programs that a test or a benchmark runs, and what they must not know of the environment: cargo of the test that runs it, servers
//! of the settings of whoever runs the test. A crate of its own, because `toolwright-tests` is too large for benchmarks to depend on.

use std::env;
use std::process::Command;

/// What cargo sets for tests and for programs that it runs. Build scripts look at it (that of `ring` does), so that cargo in a test
/// would compile `ring` and all that needs it again, and so would cargo outside of the test.
const SET_BY_CARGO: [&str; 4] = [
    "CARGO_CRATE_NAME",
    "CARGO_MANIFEST_",
    "CARGO_PKG_",
    "OUT_DIR",
];

/// Lets a command that runs cargo know nothing of the test that runs it.
///
/// ```
/// use std::process::Command;
/// use toolwright_nested_cargo::hide_test_from_cargo;
///
/// let mut command = Command::new("cargo");
/// hide_test_from_cargo(&mut command).arg("build");
/// ```
pub fn hide_test_from_cargo(command: &mut Command) -> &mut Command {
    remove_variables(command, &SET_BY_CARGO)
}

/// Lets a command have none of the variables whose names begin with one of these prefixes, but for those that it is given
/// afterwards.
///
/// ```
/// use std::process::Command;
/// use toolwright_nested_cargo::remove_variables;
///
/// let mut command = Command::new("pets");
/// remove_variables(&mut command, &["PETS_", "RUST_LOG"]).env("PETS_TOKEN", "secret");
/// ```
pub fn remove_variables<'c>(command: &'c mut Command, prefixes: &[&str]) -> &'c mut Command {
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if prefixes.iter().any(|prefix| text.starts_with(prefix)) {
            command.env_remove(&name);
        }
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_removed_by_their_prefixes() {
        let mut command = Command::new("env");
        remove_variables(&mut command, &["CARGO_PKG_"]).env("CARGO_PKG_NAME", "given");
        let changes: Vec<_> = command.get_envs().collect();
        let is_removed = |name: &str| changes.contains(&(name.as_ref(), None));
        assert!(is_removed("CARGO_PKG_VERSION"));
        assert!(!is_removed("CARGO_MANIFEST_DIR") && !is_removed("CARGO_PKG_NAME"));
    }
}
