//! Reads and writes the list of names that were given so far, a line for each. It is checked in beside the spec and
//! merged by people, so its order is stable and a line never depends on another one.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

use crate::model::Method;
use crate::source::pointer::unescape;

/// The names that were given so far: the file beside a spec, `pets.names` beside `pets.yaml`.
///
/// ```
/// use toolwright_codegen::names::NameLock;
///
/// let lock: NameLock = "GET /pets = list_pets\n".parse()?;
/// assert!(lock.to_string().ends_with("\n\nGET /pets = list_pets\n"));
/// # Ok::<(), toolwright_codegen::names::LockError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameLock {
    /// By path and method.
    pub(crate) operations: BTreeMap<(String, String), LockedOperation>,
    /// By the address of the schema and the name that was wanted for its type.
    pub(crate) types: BTreeMap<(String, String), String>,
}

/// The names of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LockedOperation {
    /// That of the tool, without the prefix of a setting.
    pub(crate) tool: String,
    /// That of the request struct, where it does not follow from the tool's.
    pub(crate) request: Option<String>,
}

/// Why a file is no list of names.
///
/// ```
/// use toolwright_codegen::names::NameLock;
///
/// let error = "GET /pets = list_pets\nlist_pets\n".parse::<NameLock>().err();
/// assert_eq!(error.map(|error| error.line), Some(2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct LockError {
    /// From 1.
    pub line: usize,
    /// What is wrong, and what to do about it.
    pub reason: String,
}

const HEAD: &str = "\
# The names of tools, and of types that the schemas do not name clearly: commit this file.
# `toolwright generate` adds and removes lines as the spec changes, and keeps the names that are here.
";
const TYPES: &str = "types::";

impl NameLock {
    pub(crate) fn operation_names(&self, method: &Method, path: &str) -> Option<&LockedOperation> {
        self.operations.get(&operation_key(method, path))
    }

    pub(crate) fn type_name(&self, address: &str, wanted: &str) -> Option<&String> {
        self.types.get(&(address.to_owned(), wanted.to_owned()))
    }

    /// Whether an address is in an operation that has no line, while others have one.
    pub(crate) fn is_in_new_operation(&self, address: &str) -> bool {
        let mut steps = address.split('/').skip(1);
        let (Some("paths"), Some(path), Some(key)) = (steps.next(), steps.next(), steps.next())
        else {
            return false;
        };
        // A parameter of the path item belongs to all operations of the path, new or not.
        let method = match key {
            "additionalOperations" => steps.next().map(str::to_owned),
            key => Method::ALL
                .iter()
                .find(|method| method.key() == key)
                .map(Method::to_string),
        };
        let path = unescape(path).into_owned();
        method.is_some_and(|method| {
            !self.operations.is_empty() && !self.operations.contains_key(&(path, method))
        })
    }

    pub(crate) fn add_operation(&mut self, method: &Method, path: &str, names: LockedOperation) {
        if fits_in_line(path) {
            self.operations.insert(operation_key(method, path), names);
        }
    }

    pub(crate) fn add_type(&mut self, address: &str, wanted: &str, name: &str) {
        if fits_in_line(address) {
            let key = (address.to_owned(), wanted.to_owned());
            self.types.insert(key, name.to_owned());
        }
    }

    /// The first operation of these names that another has no line for, or another line.
    pub(crate) fn first_missing_line(&self, other: &Self) -> Option<String> {
        let operations = self.operations.iter();
        let mut operations =
            operations.filter(|(key, names)| other.operations.get(key) != Some(names));
        let types = self.types.iter();
        let mut types = types.filter(|(key, name)| other.types.get(key) != Some(name));
        match (operations.next(), types.next()) {
            (Some(((path, method), names)), _) => Some(format!("{method} {path} = {names}")),
            (None, Some(((address, wanted), name))) => {
                Some(format!("{TYPES}{wanted} {address} = {name}"))
            }
            (None, None) => None,
        }
    }
}

/// Path and method: lines of a path stand together.
pub(crate) fn operation_key(method: &Method, path: &str) -> (String, String) {
    (path.to_owned(), method.to_string())
}

impl fmt::Display for LockedOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tool)?;
        match &self.request {
            Some(request) => write!(f, " {request}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for NameLock {
    /// The text of the file, one line for each name, in the order of paths.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for ((path, method), names) in &self.operations {
            writeln!(f, "{method} {path} = {names}")?;
        }
        for ((address, wanted), name) in &self.types {
            writeln!(f, "{TYPES}{wanted} {address} = {name}")?;
        }
        Ok(())
    }
}

impl std::str::FromStr for NameLock {
    type Err = LockError;

    fn from_str(text: &str) -> Result<Self, LockError> {
        let mut lock = Self::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            lock.read_line(line).map_err(|reason| LockError {
                line: index + 1,
                reason,
            })?;
        }
        Ok(lock)
    }
}

impl NameLock {
    fn read_line(&mut self, line: &str) -> Result<(), String> {
        if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]
            .iter()
            .any(|mark| line.starts_with(mark))
        {
            return Err("this line is left from a merge conflict: keep the lines of both sides and remove it".to_owned());
        }
        let wrong = || {
            format!("`{line}` does not state a name: write, for example, `GET /pets = list_pets`")
        };
        // From the right: a path may contain ` = `, a name cannot.
        let (place, names) = line.rsplit_once(" = ").ok_or_else(wrong)?;
        let (kind, at) = place.split_once(' ').ok_or_else(wrong)?;
        let mut names = names.split_whitespace().map(str::to_owned);
        let first = names.next().ok_or_else(wrong)?;
        let second = names.next();
        if names.next().is_some() {
            return Err(wrong());
        }
        let known = match kind.strip_prefix(TYPES) {
            Some(wanted) => {
                let key = (at.to_owned(), wanted.to_owned());
                require_type_name(&first).ok_or_else(wrong)?;
                self.types.insert(key, first).is_some()
            }
            None => {
                if let Some(request) = &second {
                    require_type_name(request).ok_or_else(wrong)?;
                }
                let key = (at.to_owned(), kind.to_owned());
                let names = LockedOperation {
                    tool: first,
                    request: second,
                };
                self.operations.insert(key, names).is_some()
            }
        };
        match known {
            // Both sides of a merge may have added the operation under different names, and only
            // people know which one clients have seen.
            true => Err(format!("`{place}` has two lines: remove one of them")),
            false => Ok(()),
        }
    }
}

/// Whether a place can stand in a line.
fn fits_in_line(place: &str) -> bool {
    !place.contains(char::is_control) && place.trim() == place
}

/// Whether Rust takes a word for the name of a type.
fn require_type_name(word: &str) -> Option<()> {
    let is_upper = word.starts_with(|c: char| c.is_ascii_uppercase());
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_upper && is_plain && word != "Self").then_some(())
}

#[cfg(test)]
mod tests {
    use super::NameLock;

    #[test]
    fn only_operations_without_a_line_are_new() {
        let lock: NameLock = "GET /pets = list_pets\nCOPY /pets = copy_pets\n"
            .parse()
            .expect("is a file of names");
        for (address, is_new) in [
            ("/paths/~1pets/get/parameters/0/schema", false),
            ("/paths/~1pets/post/requestBody", true),
            ("/paths/~1pets/parameters/0/schema", false),
            (
                "/paths/~1pets/additionalOperations/COPY/parameters/0/schema",
                false,
            ),
            (
                "/paths/~1pets/additionalOperations/LOCK/parameters/0/schema",
                true,
            ),
            ("/components/schemas/Pet", false),
        ] {
            assert_eq!(lock.is_in_new_operation(address), is_new, "{address}");
        }
        let none = NameLock::default();
        assert!(!none.is_in_new_operation("/paths/~1pets/post/requestBody"));
    }
}
