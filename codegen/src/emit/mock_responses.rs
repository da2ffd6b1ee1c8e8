use std::fmt::Write as _;

use crate::model::Api;

use super::literal::string_source;
use super::method;

/// The module with the mock responses of the built-in upstream.
///
/// It is written as text: what stands in a macro's brackets, the formatter leaves as it finds it.
pub(crate) fn module(api: &Api) -> String {
    let mut module = String::from(
        "\nmod mock_responses {\n    use toolwright::generated::*;\n\n    \
         /// The mock responses of the built-in upstream.\n    \
         pub const ALL: Option<&'static MockResponses> = mock_responses![\n",
    );
    for operation in &api.operations {
        let answer = &operation.answer;
        let _ = write!(
            module,
            "        MockResponse {{\n            \
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
