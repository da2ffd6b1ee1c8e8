//! The tool that checks a server.

use toolwright::{Call, ToolError};

use crate::Probe;
use crate::api::types::RunChecksResponse;
use crate::api::{self, handlers};

impl handlers::RunChecks for Probe {
    async fn run_checks(
        &self,
        _: api::RunChecks,
        _: &Call<'_>,
    ) -> Result<RunChecksResponse, ToolError> {
        Err(ToolError::new("not written"))
    }
}
