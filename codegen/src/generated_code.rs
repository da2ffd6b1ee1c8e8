//! The result of `emit`: Rust, and the JSON that it includes; as two files or as one text.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::output_file::{WriteError, write_if_changed};

/// What the Rust has the JSON in. Nothing from a spec begins a line like this.
const DECLARATION: &str = "\nstatic DOCUMENT:";

/// Generated code: Rust, which people read, and JSON, which the Rust includes.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let compiled = Builder::new("tests/doc/shop.yaml").compile()?;
/// let code = compiled.code();
/// assert!(code.rust().contains("include_str!(\"shop.json\")"));
/// assert!(code.json().contains("\"list_pets\""));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GeneratedCode {
    rust: String,
    json: String,
    json_file: String,
}

impl GeneratedCode {
    /// Rust that includes the JSON as the file of that name.
    pub(crate) fn new(rust: String, json: String, json_file: String) -> Self {
        Self {
            rust,
            json,
            json_file,
        }
    }

    /// The Rust, which includes the JSON as `{server}.json` beside it.
    pub fn rust(&self) -> &str {
        &self.rust
    }

    /// The JSON.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// The Rust for a file at `path`, and the path of the JSON beside it, which has the same name.
    ///
    /// ```
    /// use std::path::Path;
    /// use toolwright_codegen::Builder;
    ///
    /// let compiled = Builder::new("tests/doc/shop.yaml").compile()?;
    /// let (rust, json_file) = compiled.code().rust_at(Path::new("src/api.rs"));
    /// assert!(rust.contains("include_str!(\"api.json\")"));
    /// assert_eq!(json_file, Path::new("src/api.json"));
    /// # Ok::<(), toolwright_codegen::BuildError>(())
    /// ```
    pub fn rust_at(&self, path: &Path) -> (String, PathBuf) {
        let json_file = path.with_extension("json");
        let name = json_file.file_name().unwrap_or(OsStr::new("api.json"));
        let include = format!("include_str!({:?})", name.to_string_lossy());
        (self.with_document(&include), json_file)
    }

    /// The Rust with the JSON in it, for where there is no second file.
    ///
    /// ```
    /// use toolwright_codegen::Builder;
    ///
    /// let compiled = Builder::new("tests/doc/shop.yaml").compile()?;
    /// assert!(!compiled.code().rust_in_one_file().contains("include_str!"));
    /// # Ok::<(), toolwright_codegen::BuildError>(())
    /// ```
    pub fn rust_in_one_file(&self) -> String {
        // The JSON has escapes for all that a raw string cannot hold.
        let mut hashes = String::from("#");
        while self.json.contains(&format!("\"{hashes}")) {
            hashes.push('#');
        }
        self.with_document(&format!("r{hashes}\"{}\"{hashes}", self.json))
    }

    /// Writes both files: the Rust at `path`, and the JSON beside it. What is no file, such as `/dev/stdout`, gets all in
    /// one.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        if path.exists() && !path.is_file() {
            return write_if_changed(path, &self.rust_in_one_file());
        }
        let (rust, json_file) = self.rust_at(path);
        write_if_changed(&json_file, &self.json)?;
        write_if_changed(path, &rust)
    }

    fn with_document(&self, expression: &str) -> String {
        let include = format!("include_str!({:?})", self.json_file);
        let Some(declaration) = self.rust.find(DECLARATION) else {
            return self.rust.clone();
        };
        let start = self.rust[declaration..].find(&include);
        let Some(start) = start.map(|start| declaration + start) else {
            return self.rust.clone();
        };
        // The text of an enormous API must not be there three times while it is put together.
        let mut rust = String::with_capacity(self.rust.len() + expression.len());
        rust.push_str(&self.rust[..start]);
        rust.push_str(expression);
        rust.push_str(&self.rust[start + include.len()..]);
        rust
    }
}
