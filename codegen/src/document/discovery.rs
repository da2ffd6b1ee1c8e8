//! The section of discovery: what the schema provider says of each operation, and the table of words. Operations are described on a
//! second thread, a few ahead of what is written, since that takes as long as to find the values that repeat. They come in
//! the order of the tools, so the document is the same on every run.

use std::collections::HashMap;
use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread;

use serde_json::json;

use super::layout::Layout;
use crate::discovery::{AnswerPart, Described, Describer, PlannedDiscovery, collect_words};
use crate::interned::{Id, Interner};
use crate::model::{Api, Operation};
use crate::schema_texts::OutputText;
use crate::stack::on_large_stack;

/// Operations that are described and not written yet. So many are a small part of an API whose memory matters, and even out that
/// some take longer to describe than others.
const MOST_AHEAD: usize = 64;

/// What discovery says of each tool, and the words by which tools are found. In `"34:5,7-9"` a word counts 34 for the
/// tools 5 and 7 to 9.
pub(super) fn lay_out_discovery(
    api: &Api,
    planned: &PlannedDiscovery,
    interner: &mut Interner,
) -> Layout {
    let executor = json!(format!(
        "{}_endpoint_executor",
        planned.name_prefix().as_str()
    ));
    let executor = Layout::Value(interner.intern(&executor));
    let describer = Describer::new(api, planned);
    let (mut endpoints, mut parameters) = (Vec::new(), Vec::new());
    // Most operations of a large API return one of few things.
    let mut outputs: HashMap<Option<&OutputText>, Id> = HashMap::new();
    describe_ahead(&describer, api, |index, operation, described| {
        parameters.push(described.parameters);
        let members = [
            ("tags", json!(operation.tags)),
            ("category", json!(described.category)),
            ("signature", json!(described.signature)),
            ("parameters", json!(described.parameter_count)),
        ];
        let members = members.map(|(key, value)| (key, interner.intern(&value)));
        let answer = described
            .answer
            .write_members(operation, |part| match part {
                AnswerPart::Own(template) => interner.intern_template(&template),
                AnswerPart::OutputSchema => {
                    let output = outputs.entry(describer.output_text(index));
                    *output.or_insert_with(|| interner.intern(&describer.describe_output(index)))
                }
            });
        let answer = interner.intern_object(answer);
        let members = members.into_iter().chain([("answer", answer)]);
        let layout = members.map(|(key, id)| (key.to_owned(), Layout::Value(id)));
        endpoints.push((operation.tool.clone(), Layout::Object(layout.collect())));
    });
    let endpoints = Layout::Object(endpoints);
    let words = collect_words(api, &parameters);
    let words = words.iter();
    let words =
        words.map(|(word, places)| (word.clone(), Layout::Value(interner.intern(&json!(places)))));
    let words = Layout::Object(words.collect());
    Layout::Object(vec![
        ("executor".to_owned(), executor),
        ("endpoints".to_owned(), endpoints),
        ("words".to_owned(), words),
    ])
}

/// Describes the operations on a second thread, and passes each on in the order of the tools. If no thread can be had, each is
/// described when its turn comes.
fn describe_ahead(
    describer: &Describer<'_>,
    api: &Api,
    mut pass_on: impl FnMut(usize, &Operation, Described),
) {
    let (sender, receiver) = mpsc::sync_channel(MOST_AHEAD);
    let operations = api.operations_by_tool();
    let to_describe = &operations;
    thread::scope(|scope| {
        let describe_all = move || {
            on_large_stack(|| {
                for (index, operation) in to_describe {
                    // The receiver is gone if `pass_on` panics.
                    if sender.send(describer.describe(*index, operation)).is_err() {
                        return;
                    }
                }
            });
        };
        let Ok(describing) = thread::Builder::new().spawn_scoped(scope, describe_all) else {
            for (index, operation) in to_describe {
                pass_on(*index, operation, describer.describe(*index, operation));
            }
            return;
        };
        for ((index, operation), described) in operations.iter().zip(receiver) {
            pass_on(*index, operation, described);
        }
        describing
            .join()
            .unwrap_or_else(|panic| resume_unwind(panic));
    });
}
