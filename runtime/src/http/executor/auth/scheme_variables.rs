use crate::api::Api;
use crate::http::executor::executor_environment::find_set_value;
use crate::http::executor::stand_in::{is_stand_in, reject_stand_in};

/// The environment, as the credentials of one scheme are read from it.
pub(super) struct SchemeVariables<'a> {
    environment: &'a dyn Fn(&str) -> Option<String>,
    api: &'a Api,
    env: &'static str,
}

impl<'a> SchemeVariables<'a> {
    pub(super) fn new(
        api: &'a Api,
        env: &'static str,
        environment: &'a dyn Fn(&str) -> Option<String>,
    ) -> Self {
        Self {
            environment,
            api,
            env,
        }
    }

    /// The variable with this suffix; `""` is the scheme's own. One that is the own variable of
    /// another scheme belongs to that. One that only stands for a value is none.
    pub(super) fn get(&self, suffix: &str) -> Option<String> {
        reject_stand_in(&self.full_name(suffix), self.read_variable(suffix)?)
    }

    /// Whether the variable with this suffix has a value; of one that only stands for a value, nobody is told.
    pub(super) fn is_set(&self, suffix: &str) -> bool {
        self.read_variable(suffix)
            .is_some_and(|value| !is_stand_in(&value))
    }

    fn read_variable(&self, suffix: &str) -> Option<String> {
        let name = self.full_name(suffix);
        let is_other = |env: &str| !suffix.is_empty() && env == name;
        if self.api.security.iter().any(|other| is_other(other.env)) {
            return None;
        }
        find_set_value(self.environment, &name)
    }

    /// A list, separated by spaces or commas.
    pub(super) fn get_list(&self, suffix: &str) -> Option<Vec<String>> {
        let text = self.get(suffix)?;
        let items = text.split([' ', ',']).filter(|item| !item.is_empty());
        Some(items.map(str::to_owned).collect())
    }

    pub(super) fn full_name(&self, suffix: &str) -> String {
        format!("{}{suffix}", self.env)
    }
}
