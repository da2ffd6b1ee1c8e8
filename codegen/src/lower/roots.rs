use crate::normalize::{Document, RawOperation};

/// The lifted schemas of all that operations send.
pub(super) fn of_requests(document: &Document) -> Vec<usize> {
    of(document, |operation| &operation.sent_schemas)
}

/// The lifted schemas of all that operations are answered with.
pub(super) fn of_responses(document: &Document) -> Vec<usize> {
    of(document, |operation| &operation.received_schemas)
}

fn of(document: &Document, schemas: impl Fn(&RawOperation) -> &Vec<usize>) -> Vec<usize> {
    let operations = document.operations.iter();
    let mut found: Vec<usize> = operations.flat_map(schemas).copied().collect();
    found.sort_unstable();
    found.dedup();
    found
}
