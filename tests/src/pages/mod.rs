//! The pages for people, README, ARCHITECTURE and the guide, taken apart: what they show and where they
//! lead.

mod block;
mod commands;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

pub use block::{Block, Source};
pub use commands::commands;

/// The pages beside the guide.
const ROOT_PAGES: [&str; 6] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "RELEASE.md",
    "SECURITY.md",
];

/// One page.
#[derive(Debug)]
pub struct Page {
    /// Where it is, from the repository's root.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

impl Page {
    /// All pages, in the order of their paths.
    ///
    /// # Panics
    ///
    /// When they cannot be read.
    pub fn all() -> Vec<Self> {
        let mut paths: Vec<PathBuf> = ROOT_PAGES.map(PathBuf::from).to_vec();
        add(Path::new("docs"), &mut paths);
        paths.sort();
        paths.into_iter().map(Self::read).collect()
    }

    /// The page at that path from the repository's root.
    ///
    /// # Panics
    ///
    /// When it cannot be read.
    pub fn read(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let text = fs::read_to_string(root().join(&path));
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { path, text }
    }

    /// Its code blocks, in the order in which they stand.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut named = None;
        let mut open: Option<Block> = None;
        for (event, at) in self.events() {
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    let language = match kind {
                        CodeBlockKind::Fenced(words) => words.to_string(),
                        CodeBlockKind::Indented => String::new(),
                    };
                    let place = self.place(&at);
                    open = Some(Block::new(place, language, named.take()));
                }
                Event::End(TagEnd::CodeBlock) => blocks.extend(open.take()),
                Event::Text(text) => match &mut open {
                    Some(block) => block.text.push_str(&text),
                    None => named = None,
                },
                Event::Html(html) => named = Source::read(&html),
                _ => {}
            }
        }
        blocks
    }

    /// Where its links lead, as they are written, each with the place where it stands.
    pub fn links(&self) -> Vec<(String, String)> {
        self.events()
            .filter_map(|(event, at)| match event {
                Event::Start(Tag::Link { dest_url, .. }) => {
                    Some((dest_url.to_string(), self.place(&at)))
                }
                _ => None,
            })
            .collect()
    }

    /// The names of its headings in links.
    pub fn anchors(&self) -> Vec<String> {
        let mut anchors: Vec<String> = Vec::new();
        let mut heading: Option<String> = None;
        for (event, _) in self.events() {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                Event::End(TagEnd::Heading(_)) => {
                    anchors.extend(heading.take().map(|text| slug(&text)));
                }
                _ => {}
            }
        }
        anchors
    }

    /// The rows of all tables whose first heading is that, by their first five cells, without backquotes.
    ///
    /// # Panics
    ///
    /// When there is no such table, or a row has fewer cells.
    pub fn rows(&self, heading: &str) -> Vec<[String; 5]> {
        let start = format!("| {heading} |");
        let mut rows = Vec::new();
        let mut lines = self.text.lines();
        while lines.any(|line| line.starts_with(&start)) {
            // The line of dashes comes first.
            let table = lines
                .by_ref()
                .skip(1)
                .take_while(|line| line.starts_with('|'));
            rows.extend(table.map(first_cells));
        }
        assert!(
            !rows.is_empty(),
            "{} has no table of {heading}",
            self.path.display()
        );
        rows
    }

    fn events(&self) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
        Parser::new_ext(&self.text, Options::ENABLE_TABLES).into_offset_iter()
    }

    fn place(&self, at: &Range<usize>) -> String {
        let line = self.text[..at.start].matches('\n').count() + 1;
        format!("{}:{line}", self.path.display())
    }
}

/// The first five cells of a row, without backquotes.
fn first_cells(row: &str) -> [String; 5] {
    let mut cells = row.split('|').map(|cell| cell.trim().replace('`', ""));
    cells.next();
    std::array::from_fn(|_| cells.next().unwrap_or_else(|| panic!("{row}")))
}

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn add(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(root().join(folder)).expect("the folder can be read");
    for entry in entries {
        let entry = entry.expect("the folder can be read");
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            add(&path, paths);
        } else if path.extension().is_some_and(|kind| kind == "md") {
            paths.push(path);
        }
    }
}

/// The name of a heading, as GitHub and mdBook make it.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter_map(|c| match c {
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    });
    kept.flat_map(char::to_lowercase).collect()
}
