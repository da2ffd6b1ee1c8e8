use std::time::Duration;

use crate::api::Api;

/// Stand-in until the branch `http` is merged.
#[derive(Debug)]
pub struct HttpExecutor {
    base_url: String,
}

/// Stand-in until the branch `http` is merged.
#[derive(Debug)]
pub struct HttpExecutorBuilder {
    base_url: String,
}

/// Stand-in until the branch `http` is merged.
#[derive(Debug, thiserror::Error)]
#[error("no base URL")]
pub struct ExecutorError;

impl HttpExecutor {
    /// Starts a configuration.
    pub fn builder(api: &'static Api) -> HttpExecutorBuilder {
        HttpExecutorBuilder {
            base_url: api.servers.first().copied().unwrap_or_default().to_owned(),
        }
    }

    pub(crate) fn base_url(&self) -> &str {
        &self.base_url
    }
}

impl HttpExecutorBuilder {
    /// Sets the base URL.
    pub fn base_url(mut self, url: String) -> Self {
        self.base_url = url;
        self
    }

    /// Sets the time limit of a call.
    pub fn timeout(self, _: Duration) -> Self {
        self
    }

    /// The executor.
    pub fn build(self) -> Result<HttpExecutor, ExecutorError> {
        if self.base_url.is_empty() {
            return Err(ExecutorError);
        }
        Ok(HttpExecutor {
            base_url: self.base_url,
        })
    }
}
