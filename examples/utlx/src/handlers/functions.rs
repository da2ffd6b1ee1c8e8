//! `get_stdlib_functions`.

use std::sync::Arc;

use toolwright::{Call, ToolError};

use super::run_blocking;
use crate::Assistant;
use crate::api::types::{
    FunctionList, GetStdlibFunctionsBody, GetStdlibFunctionsResponse, StdlibFunction,
};
use crate::api::{self, handlers};
use crate::failure::Failure;
use crate::functions::category::{categories_of, shown_category};
use crate::functions::registry::{Function, Registry};
use crate::functions::search::Query;
use crate::functions::signature::{describe_parameters, format_signature, return_type};
use crate::local_data::LocalData;

const DEFAULT_LIMIT: i64 = 20;
/// Examples of a function: its own, and lines of the suite.
const MAX_EXAMPLES: usize = 3;

impl handlers::GetStdlibFunctions for Assistant {
    async fn get_stdlib_functions(
        &self,
        request: api::GetStdlibFunctions,
        _: &Call<'_>,
    ) -> Result<GetStdlibFunctionsResponse, ToolError> {
        let data = {
            let data = Arc::clone(&self.data);
            let call = request.body.unwrap_or_default();
            run_blocking(move || data.find_functions(&call)).await?
        };
        Ok(GetStdlibFunctionsResponse {
            success: true,
            data,
        })
    }
}

impl LocalData {
    fn find_functions(&self, call: &GetStdlibFunctionsBody) -> Result<FunctionList, Failure> {
        let registry = self.registry()?;
        let mut found = match call
            .search
            .as_deref()
            .map(str::trim)
            .filter(|it| !it.is_empty())
        {
            Some(search) => search_functions(registry, search),
            None => registry.functions.iter().collect(),
        };
        if let Some(category) = call.category {
            found.retain(|function| categories_of(function).contains(&category));
        }
        let limit = usize::try_from(call.limit.unwrap_or(DEFAULT_LIMIT)).unwrap_or(usize::MAX);
        let shown = found.iter().take(limit);
        Ok(FunctionList {
            functions: shown
                .map(|function| self.describe_function(function, call))
                .collect(),
            total: i64::try_from(found.len()).unwrap_or(i64::MAX),
        })
    }

    fn describe_function(
        &self,
        function: &Function,
        call: &GetStdlibFunctionsBody,
    ) -> StdlibFunction {
        let examples = self.find_function_examples(function);
        let message = function.deprecation_message.clone();
        StdlibFunction {
            name: function.name.clone(),
            category: shown_category(function, call.category),
            signature: format_signature(function),
            description: function.description.clone(),
            parameters: describe_parameters(function),
            return_type: return_type(function),
            examples: (!examples.is_empty()).then_some(examples),
            alias_of: function.alias_of.clone(),
            deprecated: function
                .deprecated
                .then(|| message.unwrap_or_else(|| "It is deprecated.".to_owned())),
        }
    }

    /// The registry's examples, but for those that only repeat the name (`filter(...) => result`), and lines of the
    /// suite. Without a suite, there are the registry's.
    fn find_function_examples(&self, function: &Function) -> Vec<String> {
        let own = function.examples.iter().flat_map(|example| example.lines());
        let own = own.filter(|line| !line.contains("(...)") && !line.trim().is_empty());
        let mut examples: Vec<String> = own.map(str::to_owned).take(MAX_EXAMPLES - 1).collect();
        if let Ok(index) = self.index() {
            let lines = index.lines_calling(&function.name).into_iter();
            let lines = lines.take(MAX_EXAMPLES - examples.len());
            examples.extend(lines.map(str::to_owned));
        }
        examples
    }
}

/// The functions that fit, the best first; of equal ones, in the order of the registry.
fn search_functions<'r>(registry: &'r Registry, search: &str) -> Vec<&'r Function> {
    let query = Query::new(search);
    let scores = registry.texts.iter().map(|text| query.score(text));
    let mut scored: Vec<(f64, &Function)> = scores.zip(&registry.functions).collect();
    scored.retain(|(score, _)| *score > 0.0);
    scored.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    scored.into_iter().map(|(_, function)| function).collect()
}
