//! The tool that compares schemas.

use toolwright::{Call, ToolError};

use crate::Probe;
use crate::api::types::CompareSchemasResponse;
use crate::api::{self, handlers};

impl handlers::CompareSchemas for Probe {
    async fn compare_schemas(
        &self,
        _: api::CompareSchemas,
        _: &Call<'_>,
    ) -> Result<CompareSchemasResponse, ToolError> {
        Err(ToolError::new("not written"))
    }
}
