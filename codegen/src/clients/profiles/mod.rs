//! The tables.

mod app_stores;
mod claude;
pub(crate) mod common;
mod cursor;
mod gemini;
mod openai;
mod vscode;

pub(super) use app_stores::APP_STORES;
pub(super) use claude::CLAUDE;
pub(super) use cursor::CURSOR;
pub(super) use gemini::GEMINI;
pub(super) use openai::OPENAI;
pub(super) use vscode::VSCODE;

#[cfg(test)]
mod tests;
