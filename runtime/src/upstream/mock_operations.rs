//! The operations of an API, found by method, path and query, and by what they do to a collection: list, create,
//! read, change or delete.

use toolwright_inspect::suggest::suggest_names;

use super::path_template::{PathTemplate, split_path};
use crate::mock_response::MockResponse;
use crate::request::Method;

/// The operations of an API, to be found by what a request line says.
#[derive(Debug)]
pub(super) struct OperationIndex {
    all: Vec<MockOperation>,
}

#[derive(Debug)]
pub(super) struct MockOperation {
    pub(super) answer: &'static MockResponse,
    pub(super) template: PathTemplate,
    /// What the path of the spec has for its query.
    query: Vec<&'static str>,
}

/// What a request line comes to.
#[derive(Debug)]
pub(super) enum FoundOperation<'a> {
    Operation(&'a MockOperation),
    /// The path is one of the API's, with these methods.
    OtherMethods(Vec<Method>),
    /// No such path; these are like it.
    Nothing(Vec<&'static str>),
}

impl OperationIndex {
    pub(super) fn new(answers: &'static [MockResponse]) -> Self {
        let mut all: Vec<MockOperation> = answers
            .iter()
            .map(|answer| MockOperation {
                answer,
                template: PathTemplate::new(without_query(answer.path)),
                query: required_query(answer.path),
            })
            .collect();
        // Literal paths come before templates, and more query pairs before fewer, so the first match is the best.
        all.sort_by(|left, right| {
            let by_path = left.template.parameters().cmp(right.template.parameters());
            by_path.then(right.query.len().cmp(&left.query.len()))
        });
        Self { all }
    }

    /// The operation for a request; of several, the one whose path is literal for longest.
    pub(super) fn find_operation(
        &self,
        method: &str,
        path: &str,
        query: &str,
    ) -> FoundOperation<'_> {
        let segments: Vec<&str> = split_path(path).collect();
        let mut methods = Vec::new();
        for operation in &self.all {
            if !operation.template.matches_path(&segments) || !operation.has_query(query) {
                continue;
            }
            if operation.answer.method.as_str() == method {
                return FoundOperation::Operation(operation);
            }
            methods.push(operation.answer.method);
        }
        if methods.is_empty() {
            return FoundOperation::Nothing(self.similar_paths(path));
        }
        FoundOperation::OtherMethods(methods)
    }

    fn similar_paths(&self, path: &str) -> Vec<&'static str> {
        suggest_names(path, self.all.iter().map(|one| one.answer.path))
    }

    /// The operation `method` on one item of the collection `collection`.
    pub(super) fn operation_on_item(
        &self,
        collection: &PathTemplate,
        method: Method,
    ) -> Option<&MockOperation> {
        self.all.iter().find(|operation| {
            operation.answer.method == method && operation.template.is_item_of(collection)
        })
    }

    /// Any operation on one item of the collection `collection`; reading it, if that is one.
    pub(super) fn any_operation_on_item(
        &self,
        collection: &PathTemplate,
    ) -> Option<&MockOperation> {
        self.operation_on_item(collection, Method::Get).or_else(|| {
            self.all
                .iter()
                .find(|operation| operation.template.is_item_of(collection))
        })
    }

    /// The operation that creates an item of the collection of which `item` is one.
    pub(super) fn find_creation(&self, item: &PathTemplate) -> Option<&MockOperation> {
        self.all.iter().find(|operation| {
            operation.answer.method == Method::Post && item.is_item_of(&operation.template)
        })
    }

    /// The operation that lists what `template` is the path of.
    pub(super) fn find_listing(&self, path: &str) -> Option<&MockOperation> {
        self.all.iter().find(|operation| {
            operation.answer.method == Method::Get && operation.answer.path == path
        })
    }
}

impl MockOperation {
    fn has_query(&self, sent: &str) -> bool {
        let is_sent = |pair: &&str| sent.split('&').any(|sent| sent == *pair);
        self.query.iter().all(is_sent)
    }
}

fn without_query(path: &'static str) -> &'static str {
    path.split_once('?').map_or(path, |(path, _)| path)
}

fn required_query(path: &'static str) -> Vec<&'static str> {
    let query = path.split_once('?').map_or("", |(_, query)| query);
    let pairs = query.split('&');
    pairs
        .filter(|pair| !pair.is_empty() && !pair.contains('{'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn answer(method: Method, path: &'static str) -> MockResponse {
        MockResponse {
            method,
            path,
            status: 200,
            content_type: "",
            body: "",
        }
    }

    static MOCK_RESPONSES: [MockResponse; 7] = [
        answer(Method::Get, "/users/{name}"),
        answer(Method::Get, "/users/login"),
        answer(Method::Post, "/users"),
        answer(Method::Get, "/{kind}/login"),
        answer(Method::Delete, "/users/{name}"),
        answer(Method::Get, "/messages"),
        answer(Method::Get, "/messages?beta=true&v=1"),
    ];

    #[test]
    fn prefers_literal_segments_from_the_left() {
        let operations = OperationIndex::new(&MOCK_RESPONSES);
        let path = |path: &str| match operations.find_operation("GET", path, "") {
            FoundOperation::Operation(operation) => operation.answer.path,
            other => panic!("{other:?}"),
        };
        assert_eq!(path("/users/login"), "/users/login");
        assert_eq!(path("/users/rex"), "/users/{name}");
        assert_eq!(path("/shops/login"), "/{kind}/login");
    }

    #[test]
    fn a_path_may_have_a_query_of_its_own() {
        let operations = OperationIndex::new(&MOCK_RESPONSES);
        for (query, expected) in [
            ("", "/messages"),
            ("beta=true", "/messages"),
            ("limit=1&v=1&beta=true", "/messages?beta=true&v=1"),
        ] {
            match operations.find_operation("GET", "/messages", query) {
                FoundOperation::Operation(operation) => assert_eq!(operation.answer.path, expected),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn tells_a_wrong_method_from_a_wrong_path() {
        let operations = OperationIndex::new(&MOCK_RESPONSES);
        match operations.find_operation("PUT", "/users/rex", "") {
            FoundOperation::OtherMethods(methods) => {
                assert_eq!(methods, [Method::Get, Method::Delete])
            }
            other => panic!("{other:?}"),
        }
        match operations.find_operation("GET", "/user", "") {
            FoundOperation::Nothing(similar) => assert_eq!(similar.first(), Some(&"/users")),
            other => panic!("{other:?}"),
        }
    }
}
