//! One small change somewhere in a value.

use serde_json::{Map, Value, json};

use super::Generator;

impl Generator<'_> {
    /// Changes one place of a value, which may or may not make it invalid.
    pub fn mutate(&mut self, value: &mut Value) {
        let inner = match value {
            Value::Object(members) if !members.is_empty() => members.len(),
            Value::Array(items) if !items.is_empty() => items.len(),
            _ => 0,
        };
        if inner > 0 && !self.random.one_in(3) {
            let index = self.random.below(inner);
            let inner = match value {
                Value::Object(members) => members.values_mut().nth(index),
                Value::Array(items) => items.get_mut(index),
                _ => None,
            };
            if let Some(inner) = inner {
                self.mutate(inner);
            }
        } else {
            self.change(value);
        }
    }

    fn change(&mut self, value: &mut Value) {
        if self.random.one_in(4) {
            *value = self.junk();
            return;
        }
        match value {
            Value::Object(members) => self.change_members(members),
            Value::Array(items) => match items.first().cloned() {
                Some(first) if self.random.one_in(2) => items.push(first),
                Some(_) => drop(items.pop()),
                None => items.push(self.junk()),
            },
            Value::String(text) => *value = self.changed_text(text),
            Value::Number(number) => *value = self.changed_number(number.as_f64().unwrap_or(0.0)),
            Value::Bool(bool) => *value = json!(u8::from(*bool)),
            Value::Null => *value = self.junk(),
        }
    }

    fn change_members(&mut self, members: &mut Map<String, Value>) {
        let index = self.random.below(members.len());
        let name = members.keys().nth(index).cloned();
        match name {
            Some(name) if self.random.one_in(2) => drop(members.shift_remove(&name)),
            Some(name) if self.random.one_in(2) => {
                let member = members.shift_remove(&name).unwrap_or_default();
                members.insert(format!("{name}_"), member);
            }
            _ => drop(members.insert("unknown".to_owned(), self.junk())),
        }
    }

    fn changed_text(&mut self, text: &str) -> Value {
        match self.random.below(4) {
            0 => json!(format!("{text}{text}")),
            1 => json!(text.chars().skip(1).collect::<String>()),
            2 => json!(text.to_uppercase()),
            _ => json!(format!("{text} \u{e9}")),
        }
    }

    fn changed_number(&mut self, number: f64) -> Value {
        match self.random.below(5) {
            0 => json!(-number),
            1 => json!(number + 0.5),
            2 => json!(number * 1e6),
            3 => json!(number.to_string()),
            _ => json!(number - 1.0),
        }
    }
}
