//! `get_examples`.

use std::sync::Arc;

use toolwright::{Call, ToolError};

use super::run_blocking;
use crate::Assistant;
use crate::api::types::{ExampleList, GetExamplesBody, GetExamplesResponse, IndexSize};
use crate::api::{self, handlers};
use crate::examples::rank::rank_cases;
use crate::failure::Failure;
use crate::local_data::LocalData;

const DEFAULT_LIMIT: i64 = 5;

impl handlers::GetExamples for Assistant {
    async fn get_examples(
        &self,
        request: api::GetExamples,
        _: &Call<'_>,
    ) -> Result<GetExamplesResponse, ToolError> {
        let data = {
            let data = Arc::clone(&self.data);
            run_blocking(move || data.find_examples(&request.body)).await?
        };
        Ok(GetExamplesResponse {
            success: true,
            data,
        })
    }
}

impl LocalData {
    fn find_examples(&self, call: &GetExamplesBody) -> Result<ExampleList, Failure> {
        let index = self.index()?;
        let limit = usize::try_from(call.limit.unwrap_or(DEFAULT_LIMIT)).unwrap_or(usize::MAX);
        let ranked = rank_cases(index, call);
        let relevant = ranked.iter().filter(|it| it.relevance > 0.0).take(limit);
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        Ok(ExampleList {
            examples: relevant.map(|it| it.to_example()).collect(),
            indexed: IndexSize {
                files: count(index.files),
                cases: count(index.cases.len()),
                unreadable: count(index.unreadable.len()),
            },
        })
    }
}
