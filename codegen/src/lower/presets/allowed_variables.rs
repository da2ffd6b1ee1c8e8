//! The environment variables that a spec may have sent in the place of an argument. A spec that somebody
//! else wrote chooses both the variable and the server that gets its value, so it may name those of its
//! own server only, and what the builder allows. Overlays are held to the same rule: they may come from
//! somebody else as well.

use std::collections::BTreeSet;

use crate::lower::arguments::PlacedOverride;
use crate::names::screaming_name;
use crate::normalize::ArgumentSource;

/// Which variables a spec may name, and which permissions were of use.
#[derive(Debug)]
pub(in crate::lower) struct AllowedVariables {
    /// `PETS_` for the server `pets`: what the variables of its credentials begin with, too.
    prefix: String,
    /// The variables that the setting `allow_env` names.
    allowed: BTreeSet<String>,
    /// Those of them that some operation needs.
    used: BTreeSet<String>,
}

impl AllowedVariables {
    pub(in crate::lower) fn for_server(name: &str, allowed: &[String]) -> Self {
        Self {
            prefix: format!("{}_", screaming_name(name)),
            allowed: allowed.iter().cloned().collect(),
            used: BTreeSet::new(),
        }
    }

    /// Why an argument cannot have the variable that the spec names for it, and the place; `None` if it
    /// can, or if it needs none.
    pub(super) fn reject_variable(&mut self, placed: &PlacedOverride) -> Option<(String, String)> {
        let Some(ArgumentSource::Environment {
            variable,
            is_by_setting: false,
        }) = &placed.argument.source
        else {
            return None;
        };
        // The builder trusts this variable by name, so the prefix does not matter.
        if self.allowed.contains(variable) {
            self.used.insert(variable.clone());
            return None;
        }
        let why = match variable.strip_prefix(&self.prefix) {
            // The API behind this server must never see what admits its clients or what it signs with.
            Some(own) if is_secret_of_server(own) => {
                "it is reserved for secrets of the server itself".to_owned()
            }
            Some(_) => return None,
            None => format!("its name does not begin with `{}`", self.prefix),
        };
        let argument = placed.path.last().map_or("", String::as_str);
        let reason = format!(
            "the argument `{argument}` reads the environment variable `{variable}`, which the spec may not \
             send ({why}); to allow it, pass `--allow-env {variable}`, or set `allow_env` in a build script"
        );
        Some((placed.argument.place_and_word("env").0, reason))
    }

    /// The permissions that no operation needs.
    pub(in crate::lower) fn unused_variables(&self) -> impl Iterator<Item = &str> {
        self.allowed.difference(&self.used).map(String::as_str)
    }
}

/// Whether a variable, without the prefix of its server, is a secret of the server itself: tokens that admit its clients, or the
/// key that signs the state of calls. `_FILE` and `_COMMAND` say where such a secret is.
fn is_secret_of_server(own: &str) -> bool {
    ["ACCESS", "STATE_KEY"].iter().any(|secret| {
        let rest = own.strip_prefix(secret);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    })
}
