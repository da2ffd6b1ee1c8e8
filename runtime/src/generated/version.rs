//! The versions of generated files. A file that was checked in says which version of this crate it requires, and rustc
//! says so if this crate is another one. Without that, the first sign would be errors about names that do not exist,
//! or no sign at all.

/// The oldest version of this crate that runs what its compiler writes. It changes with what generated files need of
/// this crate or mean by it, and never in a patch release; `docs/upgrading.md` has the rules.
pub const REQUIRED_VERSION: &str = "0.1";

/// The oldest requirement that this crate still meets.
const OLDEST_VERSION: &str = "0.1";

/// This crate's own version.
const OWN_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Rejects, at compile time, a generated file that this crate cannot run. Each file has one such line:
///
/// ```
/// const _: () = toolwright::generated::requires_version("0.1");
/// ```
///
/// # Panics
///
/// If the file requires a version that is newer than this crate, or one that it supports no longer. It is evaluated by
/// rustc, so that the message is an error of the compilation, and nothing is left of it in the program.
#[track_caller]
pub const fn requires_version(required: &str) {
    if is_older(required, OLDEST_VERSION) {
        panic_with(&[
            "this file was generated for toolwright ",
            required,
            ", which the crate `toolwright` ",
            OWN_VERSION,
            " that it is compiled with no longer supports; generate it again: run `toolwright generate` of the version \
             in Cargo.lock",
        ]);
    }
    if is_older(REQUIRED_VERSION, required) {
        panic_with(&[
            "this file was generated for toolwright ",
            required,
            " or newer, but the crate `toolwright` that it is compiled with is ",
            OWN_VERSION,
            "; update the crate: run `cargo update -p toolwright`, or raise its version in Cargo.toml",
        ]);
    }
}

/// Whether a version `major.minor` is before another.
const fn is_older(version: &str, other: &str) -> bool {
    let (major, minor) = parse_version(version.as_bytes());
    let (other_major, other_minor) = parse_version(other.as_bytes());
    major < other_major || (major == other_major && minor < other_minor)
}

/// The numbers of `major.minor`. Functions of constants can neither split texts nor parse numbers.
const fn parse_version(version: &[u8]) -> (u64, u64) {
    let mut numbers = (0, 0);
    let mut is_minor = false;
    let mut at = 0;
    while at < version.len() {
        match version[at] {
            b'.' if is_minor => break,
            b'.' => is_minor = true,
            digit @ b'0'..=b'9' => {
                let number = if is_minor {
                    &mut numbers.1
                } else {
                    &mut numbers.0
                };
                *number = *number * 10 + (digit - b'0') as u64;
            }
            _ => panic!("a version is `major.minor`"),
        }
        at += 1;
    }
    numbers
}

/// Bytes of a message; what is beyond is cut off.
const LONGEST_MESSAGE: usize = 400;

/// Panics with texts one after the other, which `panic!` cannot join in a constant.
#[track_caller]
const fn panic_with(texts: &[&str]) -> ! {
    let mut message = [0; LONGEST_MESSAGE];
    let mut length = 0;
    let mut index = 0;
    while index < texts.len() {
        let text = texts[index].as_bytes();
        let mut at = 0;
        while at < text.len() && length < LONGEST_MESSAGE {
            message[length] = text[at];
            length += 1;
            at += 1;
        }
        index += 1;
    }
    let (message, _) = message.split_at(length);
    match std::str::from_utf8(message) {
        Ok(message) => panic!("{}", message),
        Err(_) => panic!("this file was generated for another version of toolwright"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        for (version, other) in [
            ("0.1", "0.2"),
            ("0.9", "0.10"),
            ("0.9", "1.0"),
            ("1", "1.1"),
        ] {
            assert!(is_older(version, other), "{version} {other}");
            assert!(!is_older(other, version), "{other} {version}");
        }
        assert!(!is_older("0.1.3", "0.1"), "a patch release changes nothing");
    }

    #[test]
    fn this_crate_runs_what_its_compiler_writes() {
        requires_version(REQUIRED_VERSION);
        assert!(!is_older(OWN_VERSION, REQUIRED_VERSION));
    }
}
