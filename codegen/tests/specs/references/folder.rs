//! Folders with a spec and the files that it refers to, made for one test.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use toolwright_codegen::{Builder, Compiled};

/// A directory with the files of one test, gone when the test is over.
pub(crate) struct Folder {
    directory: TempDir,
}

impl Folder {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let directory = TempDir::new().expect("a directory");
        for (name, text) in files {
            let file = directory.path().join(name);
            let parent = file.parent().expect("a file in the folder");
            fs::create_dir_all(parent).expect("a directory");
            fs::write(&file, text).expect("a file");
        }
        Self { directory }
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    pub(crate) fn compile(&self, spec: &str) -> Compiled {
        let builder = Builder::new(self.path().join(spec)).ref_dir(self.path().join("refs"));
        builder.compile().expect("a spec")
    }

    /// The text without the path of the folder.
    pub(crate) fn relative(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.path().display()), "")
    }

    /// All remarks, a line each.
    pub(crate) fn remarks(&self, compiled: &Compiled) -> Vec<String> {
        let remarks = compiled.rendered().map(|text| {
            let mut lines = text.lines();
            let message = lines.next().unwrap_or_default();
            let place = lines.next().unwrap_or_default().trim();
            let at = text
                .lines()
                .find_map(|line| line.trim().strip_prefix("= at: "));
            format!("{message} {place} {}", at.unwrap_or_default())
        });
        remarks.map(|text| self.relative(&text)).collect()
    }
}

/// The names of the tools.
pub(crate) fn tools(compiled: &Compiled) -> Vec<String> {
    compiled
        .report()
        .tools
        .into_iter()
        .map(|tool| tool.name)
        .collect()
}
