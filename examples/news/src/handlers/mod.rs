//! The handlers, a file for each tag of `news.yaml`. A handler checks what the schema cannot say, calls the
//! storage or the fetcher, and gives what they give.

mod analysis;
mod articles;
mod categories;
mod feeds;
mod sources;
mod system;
mod templates;

use crate::News;
use crate::api::Handlers;

impl Handlers for News {}
