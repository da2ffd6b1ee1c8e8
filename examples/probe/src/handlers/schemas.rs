//! The tool that compares the tools of the server under test with those of a file.

use std::path::PathBuf;

use toolwright::{Call, ToolError};
use toolwright_codegen::diff::Class;
use toolwright_codegen::history::RecordedList;

use super::tools::{list_tools_of, tools_metadata};
use super::{describe_connection, to_count};
use crate::Probe;
use crate::api::types::{
    ChangeCounts, CompareSchemasResponse, ExpectedTools, ExpectedToolsKind, SchemaChange,
    SchemaChangeClass,
};
use crate::api::{self, handlers};
use crate::arguments::invalid_arguments;
use crate::clock::Stopwatch;
use crate::compare::{Change, Expected, ExpectedKind, compare, read_expected, record_advertised};
use crate::failure::{Failure, FailureKind};

impl handlers::CompareSchemas for Probe {
    async fn compare_schemas(
        &self,
        request: api::CompareSchemas,
        _: &Call<'_>,
    ) -> Result<CompareSchemasResponse, ToolError> {
        let stopwatch = Stopwatch::start();
        let file = request.body.file;
        let comparing = async {
            let connection = self.connection()?;
            if !self.settings().allows_files {
                let message = "this probe does not read files (MCP_PROBE_FILES is `off`)";
                return Err(Failure::new(FailureKind::InvalidArguments, message));
            }
            let listing = list_tools_of(&connection).await?;
            let advertised = record_advertised(&listing.items);
            let (expected, changes) =
                compare_with_file(file.clone(), request.body.prefix, advertised.clone()).await?;
            Ok((connection, advertised, expected, changes))
        };
        let (connection, advertised, expected, changes) = comparing
            .await
            .map_err(|failure| self.report(failure, stopwatch))?;
        Ok(CompareSchemasResponse {
            success: true,
            connection: describe_connection(&connection),
            matches: changes.is_empty(),
            expected: ExpectedTools {
                file,
                kind: match expected.kind {
                    ExpectedKind::Spec => ExpectedToolsKind::Spec,
                    ExpectedKind::RecordedList => ExpectedToolsKind::RecordedList,
                    ExpectedKind::ToolsList => ExpectedToolsKind::ToolsList,
                },
                version: expected.version,
                total_tools: to_count(expected.list.tools.len()),
            },
            counts: describe_counts(&changes),
            changes: changes.into_iter().map(describe_change).collect(),
            metadata: tools_metadata(&connection, advertised.tools.len(), stopwatch),
        })
    }
}

/// Reads and compares on a thread of its own: a large spec takes seconds.
async fn compare_with_file(
    file: String,
    prefix: Option<String>,
    advertised: RecordedList,
) -> Result<(Expected, Vec<Change>), Failure> {
    let working = tokio::task::spawn_blocking(move || {
        let has_outputs = advertised
            .tools
            .iter()
            .any(|tool| tool.output_schema.is_some());
        let expected = read_expected(&PathBuf::from(&file), prefix.as_deref(), has_outputs);
        let expected = expected.map_err(|message| {
            let violation = toolwright::value::Violation::new("/file".to_owned(), message);
            invalid_arguments("compare_schemas", &[violation])
        })?;
        let changes = compare(&expected.list, &advertised);
        Ok((expected, changes))
    });
    working.await.unwrap_or_else(|_| {
        let message = "the comparison has failed by a mistake of this program";
        Err(Failure::new(FailureKind::ExecutionError, message))
    })
}

fn describe_counts(changes: &[Change]) -> ChangeCounts {
    let of = |class: Option<Class>| {
        to_count(
            changes
                .iter()
                .filter(|change| change.class == class)
                .count(),
        )
    };
    ChangeCounts {
        breaking: of(Some(Class::Breaking)),
        additive: of(Some(Class::Additive)),
        neutral: of(Some(Class::Neutral)),
        unclassified: of(None),
    }
}

fn describe_change(change: Change) -> SchemaChange {
    SchemaChange {
        rule: change.rule,
        class: match change.class {
            Some(Class::Breaking) => SchemaChangeClass::Breaking,
            Some(Class::Additive) => SchemaChangeClass::Additive,
            Some(Class::Neutral) => SchemaChangeClass::Neutral,
            None => SchemaChangeClass::Unclassified,
        },
        security: change.is_security,
        r#in: change.side.map(str::to_owned),
        subject: change.subject,
        was: change.was,
        is: change.is,
        tools: change.tools,
    }
}
