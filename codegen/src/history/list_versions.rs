//! Compares recorded tool lists, each with the one before. Each list is written as a spec and goes through the
//! compiler and `diff`, so that a change has the same class as between two specs.

use serde_json::{Value, json};

use super::HistoryError;
use super::list_as_spec::write_document;
use super::recorded_list::{RecordedList, RecordedTool};
use crate::diff::{Audience, Class, Diff, Entry, Side};
use crate::lower::LowerSettings;
use crate::modelled::{ModelRequest, Modelled, Values};
use crate::name_file::NameFile;
use crate::selection::Selection;
use crate::source::{Source, Sources};
use crate::stack::on_large_stack;

/// A version of a list, and what changed since the version before.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::history::{ListVersion, RecordedList, compare_versions};
///
/// let report = |builder: Builder| Ok::<_, toolwright_codegen::BuildError>(builder.compile()?.report());
/// let shop = Builder::new("tests/doc/shop.yaml");
/// let old = report(shop.clone())?;
/// let old = RecordedList::from_report(&old, "1.0.0", "2026-11-24T08:00:00Z");
/// let new = RecordedList::from_report(&report(shop.exclude("placeOrder"))?, "1.1.0", "");
/// let versions = compare_versions(&[old], &new)?;
/// let ListVersion { version, recorded, changes, .. } = &versions[1];
/// assert_eq!((version.as_str(), recorded), ("1.1.0", &None));
/// assert_eq!((changes[0].rule, &changes[0].tools), ("tool-removed", &vec!["place_order".to_owned()]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ListVersion {
    /// What it is called.
    pub version: String,
    /// When it was recorded; none for the tools of now, where they are not those of the last recorded version.
    pub recorded: Option<String>,
    /// Its tools.
    pub tools: Vec<RecordedTool>,
    /// What changed for a model since the version before.
    pub changes: Vec<ListChange>,
}

/// A change between two versions, as [`Diff`] tells it.
///
/// ```
/// use toolwright_codegen::diff::Class;
/// use toolwright_codegen::history::ListChange;
///
/// let change = ListChange {
///     rule: "tool-removed",
///     class: Class::Breaking,
///     is_security: false,
///     side: None,
///     subject: String::new(),
///     was: None,
///     is: None,
///     tools: vec!["list_pets".to_owned()],
/// };
/// assert_eq!(change.to_json()["class"], "breaking");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListChange {
    /// The kind of change: the name of a [`Rule`](crate::diff::Rule).
    pub rule: &'static str,
    /// What it means for a model.
    pub class: Class,
    /// Whether it matters for security.
    pub is_security: bool,
    /// Which schema it is in; none where it is about whole tools.
    pub side: Option<Side>,
    /// What of the schema it is about.
    pub subject: String,
    /// What was.
    pub was: Option<String>,
    /// What is.
    pub is: Option<String>,
    /// The tools, by both names if they have changed.
    pub tools: Vec<String>,
}

impl ListChange {
    /// The change in the words of `toolwright diff --format json`, without the tools.
    pub fn to_json(&self) -> Value {
        json!({
            "rule": self.rule,
            "class": self.class.name(),
            "security": self.is_security,
            "in": self.side.map(Side::name),
            "subject": self.subject,
            "was": self.was,
            "is": self.is,
        })
    }

    fn from_entry(entry: &Entry) -> Self {
        let mut tools: Vec<String> = entry.tools().into_iter().map(str::to_owned).collect();
        if entry.rule.id == "tool-renamed" {
            tools.extend(entry.was.clone());
        }
        // Of a tool that came or went, the diff tells method and path, which are made up here.
        let is_whole = ["tool-added", "tool-removed"].contains(&entry.rule.id);
        Self {
            rule: entry.rule.id,
            class: entry.class(Audience::Model),
            is_security: entry.is_security(),
            side: entry.side,
            subject: entry.subject.clone(),
            was: entry.was.clone().filter(|_| !is_whole),
            is: entry.is.clone().filter(|_| !is_whole),
            tools,
        }
    }
}

/// What is of the spec that stands for a list, and not of the list.
const RULES_OF_THE_SPEC: [&str; 2] = ["method-changed", "path-changed"];

/// The recorded lists, the oldest first, and the tools of now behind them if they are others; each with what changed
/// since the one before. Nothing if nothing is recorded.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::history::{RecordedList, compare_versions};
///
/// let report = Builder::new("tests/doc/shop.yaml").compile()?.report();
/// let recorded = RecordedList::from_report(&report, "1.0.0", "2026-11-24T08:00:00Z");
/// let same = RecordedList::from_report(&report, "1.1.0", "");
/// assert_eq!(compare_versions(&[], &same)?, []);
/// assert_eq!(compare_versions(&[recorded], &same)?.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When a list is not as [`RecordedList::from_report`] makes it, so that no spec can be made of it.
pub fn compare_versions(
    recorded: &[RecordedList],
    now: &RecordedList,
) -> Result<Vec<ListVersion>, HistoryError> {
    let Some(last) = recorded.last() else {
        return Ok(Vec::new());
    };
    let is_recorded = last.tools == now.tools;
    let now = (!is_recorded).then_some((now, None));
    let lists = recorded
        .iter()
        .map(|list| (list, Some(list.recorded.clone())));
    let mut before: Option<Modelled> = None;
    let mut versions = Vec::new();
    for (list, recorded) in lists.chain(now) {
        let modelled = model_list(list)?;
        let changes = before.map(|before| compare_lists(&before, &modelled));
        before = Some(modelled);
        versions.push(ListVersion {
            version: list.version.clone(),
            recorded,
            tools: list.tools.clone(),
            changes: changes.unwrap_or_default(),
        });
    }
    Ok(versions)
}

fn model_list(list: &RecordedList) -> Result<Modelled, HistoryError> {
    let wrong = |reason: String| HistoryError::Compare {
        version: list.version.clone(),
        reason,
    };
    let text = write_document(list).to_string();
    let source = Source::from_text("tools.json", text).map_err(|error| wrong(error.to_string()))?;
    let names = NameFile::read_beside(source.path()).map_err(|error| wrong(error.to_string()))?;
    let request = ModelRequest {
        describes_needs: false,
        selection: &Selection::default(),
        settings: LowerSettings {
            name: "tools".to_owned(),
            output_schemas: true,
            max_description: Some(usize::MAX),
            lock: names.known(),
            ..LowerSettings::default()
        },
        values: Values::Keep,
    };
    let diagnostics = source.warnings().clone();
    let sources = Sources::new(source, None);
    let modelled = on_large_stack(|| {
        Modelled::from_sources(sources, names, request, diagnostics, &mut |_| {})
    });
    let modelled = modelled.map_err(|error| wrong(error.to_string()))?;
    if let Some(skipped) = modelled.skipped().next() {
        return Err(wrong(skipped.message.clone()));
    }
    Ok(modelled)
}

fn compare_lists(old: &Modelled, new: &Modelled) -> Vec<ListChange> {
    let diff = Diff::from_models(old, new);
    let entries = diff.entries(Audience::Model);
    let of_tools = entries
        .filter(|entry| !entry.tools().is_empty() && !RULES_OF_THE_SPEC.contains(&entry.rule.id));
    of_tools.map(ListChange::from_entry).collect()
}
