use toolwright_inspect::suggest::suggest_names;

use super::template::{Template, split};
use super::{MockResponse, MockResponses};
use crate::tool::Method;

/// The operations of an API, to be found by what a request line says.
#[derive(Debug)]
pub(super) struct Operations {
    all: Vec<Operation>,
}

#[derive(Debug)]
pub(super) struct Operation {
    pub(super) answer: &'static MockResponse,
    pub(super) template: Template,
    /// What the path of the spec has for its query.
    query: Vec<&'static str>,
}

/// What a request line comes to.
#[derive(Debug)]
pub(super) enum Found<'a> {
    Operation(&'a Operation),
    /// The path is one of the API's, with these methods.
    OtherMethods(Vec<Method>),
    /// No such path; these are like it.
    Nothing(Vec<&'static str>),
}

impl Operations {
    pub(super) fn new(answers: &'static MockResponses) -> Self {
        let mut all: Vec<Operation> = answers
            .all
            .iter()
            .map(|answer| Operation {
                answer,
                template: Template::new(without_query(answer.path)),
                query: query(answer.path),
            })
            .collect();
        all.sort_by(|left, right| {
            let by_path = left.template.parameters().cmp(right.template.parameters());
            by_path.then(right.query.len().cmp(&left.query.len()))
        });
        Self { all }
    }

    /// The operation for a request; of several, the one whose path is literal for longest.
    pub(super) fn find(&self, method: &str, path: &str, query: &str) -> Found<'_> {
        let segments: Vec<&str> = split(path).collect();
        let mut methods = Vec::new();
        for operation in &self.all {
            if !operation.template.matches(&segments) || !operation.has_query(query) {
                continue;
            }
            if operation.answer.method.as_str() == method {
                return Found::Operation(operation);
            }
            methods.push(operation.answer.method);
        }
        if methods.is_empty() {
            return Found::Nothing(self.similar(path));
        }
        Found::OtherMethods(methods)
    }

    fn similar(&self, path: &str) -> Vec<&'static str> {
        suggest_names(path, self.all.iter().map(|one| one.answer.path))
    }

    /// The operation `method` on one item of the collection `collection`.
    pub(super) fn item_of(&self, collection: &Template, method: Method) -> Option<&Operation> {
        self.all.iter().find(|operation| {
            operation.answer.method == method && operation.template.is_item_of(collection)
        })
    }

    /// Any operation on one item of the collection `collection`; reading it, if that is one.
    pub(super) fn any_item_of(&self, collection: &Template) -> Option<&Operation> {
        self.item_of(collection, Method::Get).or_else(|| {
            self.all
                .iter()
                .find(|operation| operation.template.is_item_of(collection))
        })
    }

    /// The operation that creates an item of the collection of which `item` is one.
    pub(super) fn creation_for(&self, item: &Template) -> Option<&Operation> {
        self.all.iter().find(|operation| {
            operation.answer.method == Method::Post && item.is_item_of(&operation.template)
        })
    }

    /// The operation that lists what `template` is the path of.
    pub(super) fn listing_at(&self, path: &str) -> Option<&Operation> {
        self.all.iter().find(|operation| {
            operation.answer.method == Method::Get && operation.answer.path == path
        })
    }
}

impl Operation {
    fn has_query(&self, sent: &str) -> bool {
        let is_sent = |pair: &&str| sent.split('&').any(|sent| sent == *pair);
        self.query.iter().all(is_sent)
    }
}

fn without_query(path: &'static str) -> &'static str {
    path.split_once('?').map_or(path, |(path, _)| path)
}

fn query(path: &'static str) -> Vec<&'static str> {
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

    static MOCK_RESPONSES: MockResponses = MockResponses {
        all: &[
            answer(Method::Get, "/users/{name}"),
            answer(Method::Get, "/users/login"),
            answer(Method::Post, "/users"),
            answer(Method::Get, "/{kind}/login"),
            answer(Method::Delete, "/users/{name}"),
            answer(Method::Get, "/messages"),
            answer(Method::Get, "/messages?beta=true&v=1"),
        ],
    };

    #[test]
    fn prefers_literal_segments_from_the_left() {
        let operations = Operations::new(&MOCK_RESPONSES);
        let path = |path: &str| match operations.find("GET", path, "") {
            Found::Operation(operation) => operation.answer.path,
            other => panic!("{other:?}"),
        };
        assert_eq!(path("/users/login"), "/users/login");
        assert_eq!(path("/users/rex"), "/users/{name}");
        assert_eq!(path("/shops/login"), "/{kind}/login");
    }

    #[test]
    fn a_path_may_have_a_query_of_its_own() {
        let operations = Operations::new(&MOCK_RESPONSES);
        for (query, expected) in [
            ("", "/messages"),
            ("beta=true", "/messages"),
            ("limit=1&v=1&beta=true", "/messages?beta=true&v=1"),
        ] {
            match operations.find("GET", "/messages", query) {
                Found::Operation(operation) => assert_eq!(operation.answer.path, expected),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn tells_a_wrong_method_from_a_wrong_path() {
        let operations = Operations::new(&MOCK_RESPONSES);
        match operations.find("PUT", "/users/rex", "") {
            Found::OtherMethods(methods) => assert_eq!(methods, [Method::Get, Method::Delete]),
            other => panic!("{other:?}"),
        }
        match operations.find("GET", "/user", "") {
            Found::Nothing(similar) => assert_eq!(similar.first(), Some(&"/users")),
            other => panic!("{other:?}"),
        }
    }
}
