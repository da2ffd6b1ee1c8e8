//! The operations of a server, found by what people write: the name of a tool, an operation id, or a method and a path.

use thiserror::Error;
use toolwright_codegen::model::Api;
use toolwright_inspect::suggest::{did_you_mean, suggest_names};

/// An operation of a server; method and path are empty if the server does not say them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownOperation {
    pub(crate) tool: String,
    pub(crate) method: String,
    pub(crate) path: String,
}

/// The operations of a server.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownOperations(Vec<KnownOperation>);

/// Why a text does not name one operation.
#[derive(Debug, Error)]
pub(crate) enum OperationError {
    #[error(
        "`{written}` is not an operation of this server{}",
        format_suggestion(suggestions)
    )]
    Unknown {
        written: String,
        suggestions: Vec<String>,
    },
    #[error("`{written}` may be {}: write the name of the tool", tools.join(" or "))]
    Ambiguous { written: String, tools: Vec<String> },
    #[error(
        "this server lists its tools without methods and paths: write the name of the tool instead of \
         `{0}`"
    )]
    NoPaths(String),
}

fn format_suggestion(names: &[String]) -> String {
    let suggestion = did_you_mean(names.iter().map(String::as_str));
    suggestion.map_or_else(String::new, |suggestion| format!("; {suggestion}"))
}

impl KnownOperations {
    pub(crate) fn new(operations: impl IntoIterator<Item = KnownOperation>) -> Self {
        Self(operations.into_iter().collect())
    }

    /// The operations of an API.
    pub(crate) fn from_api(api: &Api) -> Self {
        Self::new(api.operations.iter().map(|operation| KnownOperation {
            tool: operation.tool.clone(),
            method: operation.method.to_string(),
            path: operation.path.clone(),
        }))
    }

    /// The tool that a text means. Separators and case of names do not count, and neither do names of placeholders in
    /// paths, if only one operation fits.
    pub(crate) fn find_tool(&self, written: &str) -> Result<&str, OperationError> {
        if let Some(exact) = self.0.iter().find(|known| known.tool == written) {
            return Ok(&exact.tool);
        }
        let found: Vec<&KnownOperation> = match split_method(written) {
            Some(_) if self.0.iter().all(|known| known.path.is_empty()) => {
                return Err(OperationError::NoPaths(written.to_owned()));
            }
            Some((method, path)) => self.find_by_path(method, path),
            None => {
                let plain = plain_name(written);
                let is_it = |known: &&KnownOperation| plain_name(&known.tool) == plain;
                self.0.iter().filter(is_it).collect()
            }
        };
        match found.as_slice() {
            [only] => Ok(&only.tool),
            [] => Err(self.explain_unknown(written)),
            several => Err(OperationError::Ambiguous {
                written: written.to_owned(),
                tools: several.iter().map(|known| known.tool.clone()).collect(),
            }),
        }
    }

    fn find_by_path(&self, method: &str, path: &str) -> Vec<&KnownOperation> {
        let of_method = |known: &&KnownOperation| known.method.eq_ignore_ascii_case(method);
        let of_method: Vec<_> = self.0.iter().filter(of_method).collect();
        let is_exact = of_method.iter().any(|known| known.path == path);
        let fits = |known: &&&KnownOperation| match is_exact {
            true => known.path == path,
            false => plain_path(&known.path) == plain_path(path),
        };
        of_method.iter().filter(fits).copied().collect()
    }

    fn explain_unknown(&self, written: &str) -> OperationError {
        let described: Vec<String> = match split_method(written) {
            Some(_) => {
                let all = self.0.iter();
                all.map(|known| format!("{} {}", known.method, known.path))
                    .collect()
            }
            None => self.0.iter().map(|known| known.tool.clone()).collect(),
        };
        let suggestions = suggest_names(written, described.iter().map(String::as_str));
        OperationError::Unknown {
            written: written.to_owned(),
            suggestions: suggestions.into_iter().map(str::to_owned).collect(),
        }
    }
}

/// The method and the path, if a text has both.
fn split_method(written: &str) -> Option<(&str, &str)> {
    let (method, path) = written.split_once(char::is_whitespace)?;
    let path = path.trim_start();
    path.starts_with('/').then_some((method, path))
}

/// A name without what differs between an operation id and the name of its tool: `getPet` and `get_pet`.
fn plain_name(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// A path without the names of its placeholders and a slash at its end.
fn plain_path(path: &str) -> String {
    let mut plain = String::with_capacity(path.len());
    let mut is_inside = false;
    for c in path.trim_end_matches('/').chars() {
        is_inside &= c != '}';
        if !is_inside {
            plain.push(c);
        }
        is_inside |= c == '{';
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operation(tool: &str, method: &str, path: &str) -> KnownOperation {
        KnownOperation {
            tool: tool.to_owned(),
            method: method.to_owned(),
            path: path.to_owned(),
        }
    }

    fn pets() -> KnownOperations {
        KnownOperations::new([
            operation("list_pets", "GET", "/pets"),
            operation("get_pet", "GET", "/pets/{petId}"),
            operation("get_pet_photo", "GET", "/pets/{petId}/photo"),
            operation("a_b", "POST", "/{a}"),
            operation("ab", "POST", "/{b}"),
        ])
    }

    #[test]
    fn an_operation_is_found_by_what_people_write() {
        let pets = pets();
        for (written, tool) in [
            ("get_pet", "get_pet"),
            ("getPet", "get_pet"),
            ("pets/getPet", ""),
            ("GET /pets/{petId}", "get_pet"),
            ("get  /pets/{id}/", "get_pet"),
            ("GET /pets/{id}/photo", "get_pet_photo"),
            ("POST /{b}", "ab"),
            ("AB", ""),
            ("POST /{c}", ""),
            ("POST /pets", ""),
        ] {
            assert_eq!(
                pets.find_tool(written).unwrap_or_default(),
                tool,
                "{written}"
            );
        }
    }

    #[test]
    fn an_error_says_what_to_write() {
        let pets = pets();
        let error = |written| pets.find_tool(written).expect_err("is none").to_string();
        assert_eq!(
            error("POST /{c}"),
            "`POST /{c}` may be a_b or ab: write the name of the tool"
        );
        assert!(
            error("GET /pet").contains("did you mean `GET /pets`"),
            "{}",
            error("GET /pet")
        );
        let plain = KnownOperations::new([operation("get_pet", "", "")]);
        let error = plain
            .find_tool("GET /pets")
            .expect_err("is none")
            .to_string();
        assert!(error.contains("write the name of the tool"), "{error}");
    }
}
