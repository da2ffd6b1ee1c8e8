use crate::api::Api;

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
        let name = self.full_name(suffix);
        let is_other = |env: &str| !suffix.is_empty() && env == name;
        if self.api.security.iter().any(|other| is_other(other.env)) {
            return None;
        }
        let value = (self.environment)(&name)?.trim().to_owned();
        if is_unfilled(&value) {
            tracing::warn!(
                "{name} is ignored: it is `{value}`, which stands for a value in examples"
            );
            return None;
        }
        (!value.is_empty()).then_some(value)
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

/// Whether a value is what configurations of clients have in its place: the ellipsis of a README, or a reference that the client
/// should have replaced, such as `${env:PETS_TOKEN}`. It must not go upstream in place of a credential that is set.
fn is_unfilled(value: &str) -> bool {
    matches!(value, "…" | "...") || value.starts_with("${") && value.ends_with('}')
}

#[cfg(test)]
mod tests {
    use super::is_unfilled;

    #[test]
    fn what_stands_for_a_credential_is_none() {
        for value in ["…", "...", "${env:PETS_TOKEN}", "${PETS_TOKEN}"] {
            assert!(is_unfilled(value), "{value}");
        }
        for value in ["", "$ecret", "${", "a${b}", "{b}", "s…t"] {
            assert!(!is_unfilled(value), "{value}");
        }
    }
}
