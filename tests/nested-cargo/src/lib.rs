//! Cargo that is run by a test or a benchmark, which cargo runs. A crate of its own, because `toolwright-tests` is too large for
//! benchmarks to depend on.

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
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if SET_BY_CARGO.iter().any(|prefix| text.starts_with(prefix)) {
            command.env_remove(&name);
        }
    }
    command
}
