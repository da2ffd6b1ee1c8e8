//! The specs in OpenAPI, and the tools that are made of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use toolwright_codegen::Builder;
use toolwright_tests::target;

use crate::calls::folder;
use crate::server::node;

/// The versions that the specs are written in.
pub(crate) const VERSIONS: [&str; 3] = ["3.0.0", "3.1.0", "3.2.0"];

/// Where the documents are.
pub(crate) struct Documents(PathBuf);

/// The tools of one version.
pub(crate) struct Tools {
    /// Names of modules and their Rust.
    pub(crate) modules: Vec<(String, String)>,
    /// By module and operation.
    names: BTreeMap<(String, String), String>,
}

/// What the module of a document is called.
pub(crate) fn module(spec: &str, file: &str) -> String {
    let file = file.trim_start_matches("openapi").trim_end_matches("json");
    let name = format!("{spec}{file}");
    name.trim_end_matches('.')
        .replace(['-', '.', '/'], "_")
        .to_lowercase()
}

impl Documents {
    /// Has every spec written in OpenAPI.
    pub(crate) fn write(modules: &Path) -> Self {
        let out = target().join("typespec");
        let _ = fs::remove_dir_all(&out);
        let output = Command::new(node(modules))
            .arg(folder().join("compile.mjs"))
            .args([modules, &out])
            .output()
            .expect("Node.js starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        Self(out)
    }

    /// The tools of all specs in one version.
    pub(crate) fn compile(&self, version: &str) -> Tools {
        let mut files = Vec::new();
        collect(&self.0, &mut files);
        files.retain(|file| file.parent().is_some_and(|it| it.ends_with(version)));
        files.sort();
        let mut tools = Tools {
            modules: Vec::new(),
            names: BTreeMap::new(),
        };
        for file in &files {
            tools.add(&self.module(file), file);
        }
        tools
    }

    /// `{spec}/{version}/openapi.json` is the document of the module `spec`.
    fn module(&self, file: &Path) -> String {
        let spec = file
            .parent()
            .and_then(Path::parent)
            .expect("it is of a spec");
        let spec = spec.strip_prefix(&self.0).expect("it is below the folder");
        let file = file.file_name().expect("it has a name");
        module(&spec.to_string_lossy(), &file.to_string_lossy())
    }
}

impl Tools {
    fn add(&mut self, module: &str, file: &Path) {
        // `HEAD` is a tool where that is asked for.
        let compiled = Builder::new(file)
            .name("spec")
            .include("*")
            .builtin_upstream(false)
            .compile()
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let skipped: Vec<String> = compiled.skipped_lines().collect();
        assert!(
            skipped.is_empty(),
            "{}: {}",
            file.display(),
            skipped.join("\n")
        );
        for operation in &compiled.api().operations {
            let place = format!("{} {}", operation.method, operation.path);
            self.names
                .insert((module.to_owned(), place), operation.tool.clone());
        }
        self.modules
            .push((module.to_owned(), compiled.code().rust_in_one_file()));
    }

    /// The tool of an operation, `GET /pets`.
    pub(crate) fn name(&self, module: &str, operation: &str) -> &str {
        let place = (module.to_owned(), operation.to_owned());
        let name = self.names.get(&place);
        name.unwrap_or_else(|| panic!("{module} has no {operation}"))
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the documents can be listed") {
        let path = entry.expect("the documents can be listed").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
