use std::fmt::Write as _;

use crate::model::Api;

use super::literal::string_source;
use super::method;

/// The module of what the built-in upstream answers.
///
/// It is written as text: what stands in a macro's brackets, the formatter leaves as it finds it.
pub(crate) fn module(api: &Api) -> String {
    let mut module = String::from(
        "\nmod answers {\n    use toolwright::generated::*;\n\n    \
         /// What the built-in upstream answers.\n    \
         pub const ALL: Option<&'static Answers> = answers![\n",
    );
    for operation in &api.operations {
        let answer = &operation.answer;
        let _ = write!(
            module,
            "        Answer {{\n            \
             method: {},\n            \
             path: {},\n            \
             status: {},\n            \
             content_type: {},\n            \
             body: {},\n        }},\n",
            method::source(&operation.method),
            string_source(&operation.path),
            answer.status,
            string_source(&answer.content_type),
            string_source(&answer.body),
        );
    }
    module.push_str("    ];\n}\n");
    module
}
