use std::fmt::Display;

use proc_macro2::Span;

/// All that is wrong with an item, each where it stands.
#[derive(Default)]
pub(crate) struct Problems(Option<syn::Error>);

impl Problems {
    pub(crate) fn add_problem(&mut self, span: Span, message: impl Display) {
        self.push_error(syn::Error::new(span, message));
    }

    pub(crate) fn push_error(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(all) => all.combine(error),
            none => *none = Some(error),
        }
    }

    /// What was read, if nothing is wrong.
    pub(crate) fn ok_or_errors<T>(self, read: T) -> syn::Result<T> {
        self.0.map_or(Ok(read), Err)
    }

    /// The value of a result whose error is noted.
    pub(crate) fn take_ok<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push_error(error)).ok()
    }
}
