//! The fields of a log event or a span, collected by a `tracing` visitor.

use std::fmt;

use tracing::field::{Field, Visit};

use crate::value::Json;

/// The fields of an event or a span, each once, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields(Vec<(&'static str, Json)>);

impl Fields {
    /// Adds a field; one of that name gets the new value. Those for OpenTelemetry's exporter alone
    /// are left out.
    pub(super) fn set_field(&mut self, name: &'static str, value: Json) {
        if name.starts_with("otel.") {
            return;
        }
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// The text of an event.
    pub(super) fn message(&self) -> Option<&Json> {
        let mut fields = self.0.iter();
        fields.find_map(|(name, value)| (*name == "message").then_some(value))
    }

    /// All but the message.
    pub(super) fn without_message(&self) -> impl Iterator<Item = &(&'static str, Json)> {
        self.0.iter().filter(|(name, _)| *name != "message")
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.set_field(field.name(), Json::from(format!("{value:?}")));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.set_field(field.name(), Json::from(value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.set_field(field.name(), Json::from(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.set_field(field.name(), Json::from(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.set_field(field.name(), Json::from(value));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.set_field(field.name(), Json::from(value));
    }
}
