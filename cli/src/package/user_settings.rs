//! The settings of a server that a package lets its users give, and how they are called there.

use thiserror::Error;
use toolwright::inspection::suggest_names;

use super::about::{About, Setting};
use super::texts::one_line;

#[derive(Debug, Error, PartialEq, Eq)]
#[error(
    "`{variable}` is not a setting of this server{suggestion}\n  help: its --help lists all variables"
)]
pub(crate) struct UnknownSetting {
    variable: String,
    suggestion: String,
}

/// Characters of the longest description of a setting.
const LONGEST: usize = 300;

/// The common settings of a server, and those that are asked for.
pub(crate) fn select_settings(
    about: &About,
    wanted: &[String],
) -> Result<Vec<Setting>, UnknownSetting> {
    let known = |variable: &str| about.settings.iter().any(|one| one.variable == variable);
    for variable in wanted {
        if !known(variable) {
            let names = about.settings.iter().map(|one| one.variable.as_str());
            let near = suggest_names(variable, names).first().copied();
            return Err(UnknownSetting {
                variable: one_line(variable, 100),
                suggestion: near.map_or(String::new(), |near| format!("; did you mean `{near}`?")),
            });
        }
    }
    let is_wanted =
        |one: &Setting| one.is_common || one.is_required || wanted.contains(&one.variable);
    let merged = merge_shared(&about.settings).into_iter();
    Ok(merged.filter(is_wanted).collect())
}

/// A variable that several APIs of a server share is one setting: a secret if it is that for one of them, and required
/// likewise. What it is for is said by the first.
fn merge_shared(settings: &[Setting]) -> Vec<Setting> {
    let mut merged: Vec<Setting> = Vec::new();
    for setting in settings {
        let same = |one: &&mut Setting| one.variable == setting.variable;
        match merged.iter_mut().find(same) {
            Some(one) => {
                one.is_secret |= setting.is_secret;
                one.is_required |= setting.is_required;
                one.is_common |= setting.is_common;
            }
            None => merged.push(setting.clone()),
        }
    }
    // Nobody is shown what a secret may be.
    for secret in merged.iter_mut().filter(|one| one.is_secret) {
        secret.default = None;
        secret.choices.clear();
    }
    merged
}

impl Setting {
    /// A name for people: `PET_STORE_API_KEY` of the server `pet_store` is "API key".
    pub(crate) fn title(&self, server: &str) -> String {
        let prefix = format!("{}_", server.to_ascii_uppercase());
        let name = self
            .variable
            .strip_prefix(prefix.as_str())
            .unwrap_or(&self.variable);
        let words = name.split('_').filter(|word| !word.is_empty());
        let words: Vec<String> = words.map(spell_word).collect();
        let title = words.join(" ");
        let mut characters = title.chars();
        match characters.next() {
            Some(first) => first.to_uppercase().chain(characters).collect(),
            None => self.variable.clone(),
        }
    }

    /// What it is for, with its values and its default.
    pub(crate) fn full_description(&self) -> String {
        let mut text = one_line(&self.description, LONGEST);
        if !self.choices.is_empty() {
            text = format!(
                "{text}. One of: {}",
                one_line(&self.choices.join(", "), LONGEST)
            );
        }
        match &self.default {
            Some(default) => format!("{text} (default: {})", one_line(default, LONGEST)),
            None => text,
        }
    }
}

fn spell_word(word: &str) -> String {
    match word {
        "API" | "CA" | "HTTP" | "HTTPS" | "ID" | "JWT" | "TLS" | "URI" | "URIS" | "URL" => {
            word.to_owned()
        }
        "OAUTH" | "OAUTH2" => word.replace("OAUTH", "OAuth"),
        _ => word.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::about::SettingKind;

    fn setting(variable: &str, is_common: bool) -> Setting {
        Setting {
            variable: variable.to_owned(),
            description: "What it is".to_owned(),
            kind: SettingKind::Text,
            is_secret: false,
            is_required: false,
            is_common,
            default: None,
            choices: Vec::new(),
        }
    }

    fn about() -> About {
        About {
            name: "pet_store".to_owned(),
            title: String::new(),
            description: String::new(),
            tools: Vec::new(),
            settings: vec![
                setting("PET_STORE_BASE_URL", true),
                setting("PET_STORE_TIMEOUT_SECS", false),
                setting("PET_STORE_BASE_URL", true),
                Setting {
                    is_required: true,
                    ..setting("TENANT_ID", false)
                },
            ],
        }
    }

    fn names(wanted: &[&str]) -> Result<Vec<String>, UnknownSetting> {
        let wanted: Vec<String> = wanted.iter().map(ToString::to_string).collect();
        let selected = select_settings(&about(), &wanted)?;
        Ok(selected.into_iter().map(|one| one.variable).collect())
    }

    #[test]
    fn common_required_and_wanted_settings_are_selected() {
        assert_eq!(
            names(&[]).expect("is right"),
            ["PET_STORE_BASE_URL", "TENANT_ID"]
        );
        let more = names(&["PET_STORE_TIMEOUT_SECS"]).expect("is right");
        assert_eq!(
            more,
            ["PET_STORE_BASE_URL", "PET_STORE_TIMEOUT_SECS", "TENANT_ID"]
        );
        let error = names(&["PET_STORE_TIMEOUT"])
            .expect_err("is unknown")
            .to_string();
        assert!(
            error.contains("did you mean `PET_STORE_TIMEOUT_SECS`?"),
            "{error}"
        );
    }

    #[test]
    fn a_variable_that_is_a_secret_once_is_a_secret() {
        let key = || setting("SHOP_TOKEN", true);
        let secret = Setting {
            is_secret: true,
            is_required: true,
            default: Some("hunter2".to_owned()),
            ..key()
        };
        for settings in [[key(), secret.clone()], [secret.clone(), key()]] {
            let about = About {
                settings: settings.to_vec(),
                ..about()
            };
            let selected = select_settings(&about, &[]).expect("is right");
            let [one] = selected.as_slice() else {
                panic!("{selected:?}");
            };
            assert!(one.is_secret && one.is_required, "{one:?}");
            assert!(!one.full_description().contains("hunter2"), "{one:?}");
        }
    }

    #[test]
    fn titles_are_for_people() {
        for (variable, title) in [
            ("PET_STORE_API_KEY", "API key"),
            ("PET_STORE_BASE_URL", "Base URL"),
            ("PET_STORE_OAUTH2_CLIENT_ID", "OAuth2 client ID"),
            ("TENANT_ID", "Tenant ID"),
            ("PET_STORE_", "PET_STORE_"),
        ] {
            assert_eq!(setting(variable, true).title("pet_store"), title);
        }
    }

    #[test]
    fn descriptions_have_values_and_defaults() {
        let region = Setting {
            default: Some("eu".to_owned()),
            choices: vec!["eu".to_owned(), "us".to_owned()],
            ..setting("REGION", true)
        };
        assert_eq!(
            region.full_description(),
            "What it is. One of: eu, us (default: eu)"
        );
    }
}
