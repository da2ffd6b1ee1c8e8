//! Decides whether a compilation fails although the spec could be compiled: `strict` makes warnings
//! errors, and `max_tokens` adds a warning if the list of tools is too large. It looks at the
//! finished result and changes only its diagnostics.

use std::fmt;

use crate::compiled::Compiled;
use crate::diagnostics::{Diagnostic, Mark, Severity};
use crate::report::Report;
use crate::setting::Setting;

/// How many of the largest tools a remark names, and how many remarks an error lists.
const NAMED: usize = 5;

/// What a compilation is held to beyond the spec being one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Policy {
    pub(crate) max_tokens: Option<usize>,
    pub(crate) strict: bool,
}

impl Policy {
    /// Adds what the policy has to remark.
    ///
    /// # Errors
    ///
    /// If it is strict and there is any remark that is not a note.
    pub(crate) fn hold(self, mut compiled: Compiled) -> Result<Compiled, StrictError> {
        let over = self
            .max_tokens
            .and_then(|most| over_budget(&compiled.report(), most));
        // Added before `strict` is checked, so that a list that is too large fails a strict build.
        if let Some(remark) = over {
            compiled.add_diagnostic(remark);
        }
        if self.strict {
            StrictError::check(&compiled)?;
        }
        Ok(compiled)
    }
}

fn over_budget(report: &Report, most: usize) -> Option<Diagnostic> {
    let tokens = report.cost().tokens();
    if tokens <= most {
        return None;
    }
    let mut largest: Vec<(&str, usize)> = report
        .tools
        .iter()
        .map(|tool| (tool.name.as_str(), tool.cost().tokens()))
        .collect();
    largest.sort_by_key(|(_, tokens)| std::cmp::Reverse(*tokens));
    let largest: Vec<String> = largest
        .iter()
        .take(NAMED)
        .map(|(name, tokens)| format!("{name} ({tokens})"))
        .collect();
    Some(Diagnostic {
        severity: Severity::Warning,
        message: format!(
            "the tools take about {tokens} tokens, but `max_tokens` allows only {most}"
        ),
        pointer: String::new(),
        mark: Mark::Setting(Box::new(Setting::MaxTokens(most))),
        help: Some(format!(
            "the largest are {}; shorten their descriptions, hide arguments that are not needed, split \
             the spec into several servers, or set `discovery`, with which a server lists three tools that \
             find and call the others",
            largest.join(", "),
        )),
        operation: None,
    })
}

/// Why a strict compilation failed: there are remarks.
///
/// ```
/// use toolwright_codegen::source::Source;
/// use toolwright_codegen::{BuildError, Builder};
///
/// let source = Source::from_text("a.yaml", "\
/// openapi: 3.0.3
/// info: {title: Pets, version: '1'}
/// paths:
///   /pets/{id}: {get: {operationId: getPet, parameters: [{$ref: '#/nowhere'}]}}
/// ".to_owned())?;
/// let error = Builder::new("a.yaml").strict(true).compile_source(source, &mut |_| {}).err();
/// assert!(matches!(error, Some(BuildError::Strict(error)) if !error.first.is_empty()));
/// # Ok::<(), toolwright_codegen::source::SourceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrictError {
    /// The first of them, `file:line:column: warning: message`.
    pub first: Vec<String>,
    /// How many more there are.
    pub more: usize,
}

impl StrictError {
    fn check(compiled: &Compiled) -> Result<(), Self> {
        let remarks = compiled.diagnostics().iter();
        // Notes describe decisions that are right. If they were errors, a strict build could not be
        // satisfied.
        let remarks = remarks.filter(|remark| remark.severity > Severity::Note);
        let lines = remarks.map(|remark| {
            compiled
                .source_of_address(&remark.pointer)
                .render_line(remark)
        });
        let mut lines = lines.chain(compiled.portability_lines());
        let first: Vec<String> = lines.by_ref().take(NAMED).collect();
        match lines.count() {
            _ if first.is_empty() => Ok(()),
            more => Err(Self { first, more }),
        }
    }
}

impl fmt::Display for StrictError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("strict mode treats warnings as errors")?;
        for line in &self.first {
            write!(f, "\n  {line}")?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more"),
        }
    }
}

impl std::error::Error for StrictError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Builder;
    use crate::report::ListedTool;
    use crate::schema::testing;
    use crate::schema_texts::{TextSettings, plan};
    use crate::source::Source;

    #[test]
    fn the_first_remarks_are_listed_and_the_rest_counted() {
        let error = StrictError {
            first: vec!["api.yaml:1:1: warning: no version".to_owned()],
            more: 2,
        };
        insta::assert_snapshot!(error, @"
        strict mode treats warnings as errors
          api.yaml:1:1: warning: no version
          and 2 more
        ");
    }

    #[test]
    fn a_budget_names_the_largest_tools() {
        let input = serde_json::json!({"type": "object"});
        let api = testing::api_with_inputs(&[input.clone(), input], serde_json::json!({}));
        let texts = plan(&api, &TextSettings::default());
        let mut report = Report::new(&api, &texts, &Default::default(), |_| String::new());
        report.tools[1].name = "large".to_owned();
        report.tools[1].description = "x".repeat(400);
        let tokens = report.cost().tokens();
        assert_eq!(over_budget(&report, tokens), None);
        let remark = over_budget(&report, tokens - 1).expect("over the budget");
        let help = remark.help.unwrap_or_default();
        let large = report.tools.last().map(ListedTool::cost);
        let largest = format!(
            "the largest are large ({})",
            large.unwrap_or_default().tokens()
        );
        assert!(help.starts_with(&largest), "{help}");
    }

    #[test]
    fn a_list_that_is_not_shown_is_not_too_large() {
        let spec = "openapi: 3.0.3\ninfo: {title: A, version: '1'}\npaths:\n  /a: {get: {operationId: listA, responses: {}}}\n";
        let warn = |has_discovery: bool| -> Vec<String> {
            let source = Source::from_text("a.yaml", spec.to_owned()).expect("is YAML");
            let builder = Builder::new("a.yaml").discovery(has_discovery);
            let compiled = builder
                .max_tokens(1)
                .compile_source(source, &mut |_| {})
                .expect("is a spec");
            let diagnostics = compiled.diagnostics().iter();
            diagnostics.map(|remark| remark.message.clone()).collect()
        };
        let [listed] = warn(false).try_into().expect("one warning");
        assert!(listed.contains("`max_tokens` allows only 1"), "{listed}");
        let [discovered] = warn(true).try_into().expect("one warning");
        assert!(
            discovered.starts_with("max_tokens = 1 has no effect"),
            "{discovered}"
        );
    }
}
