//! An environment variable of a server as data, for `--help` and for packages of the server.
//!
//! It knows what a variable is called, what it means and which values it takes. Which variables there are is in `variables`,
//! and values are read by other modules.

/// An environment variable that a server reads.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Variable {
    pub(super) name: String,
    /// What it means, without the default and the values that are below.
    pub(super) meaning: String,
    pub(super) kind: Kind,
    pub(super) group: Group,
    /// Whether `{name}_FILE` and `{name}_COMMAND` work as well.
    pub(super) is_secret: bool,
    /// Whether the server can do nothing without it.
    pub(super) is_required: bool,
    /// Whether somebody who only uses the server may have to set it. The others are for operators.
    pub(super) is_common: bool,
    pub(super) default: Option<String>,
    /// The values that it may have; empty: any.
    pub(super) choices: Vec<String>,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    /// `true` or `false`.
    Switch,
    /// The path of a file.
    File,
    /// The path of a directory, or several as in `PATH`.
    Directory,
}

/// What a variable is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// Where calls go.
    Upstream,
    /// How calls authenticate.
    Credentials,
    /// Arguments of tools that callers do not give.
    Arguments,
    /// How calls are sent, and their limits.
    Calls,
    /// Which tools are served, and how they are listed.
    Tools,
    /// The server itself, over any transport.
    Server,
    /// What has an effect only over HTTP.
    Http,
}

impl Variable {
    pub(super) fn new(name: String, meaning: impl Into<String>, group: Group) -> Self {
        Self {
            name,
            meaning: meaning.into(),
            kind: Kind::Text,
            group,
            is_secret: false,
            is_required: false,
            is_common: false,
            default: None,
            choices: Vec::new(),
        }
    }

    pub(super) fn with_kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    pub(super) fn mark_secret(mut self) -> Self {
        self.is_secret = true;
        self
    }

    pub(super) fn mark_common(mut self) -> Self {
        self.is_common = true;
        self
    }

    /// What `--help` says about it. The note below the table explains the star.
    pub(super) fn help_line(&self) -> String {
        let values = match self.choices.as_slice() {
            [] => String::new(),
            values => format!(": {}", values.join(", ")),
        };
        let default = match &self.default {
            Some(default) => format!(" (default: {default})"),
            None if self.is_required && !self.is_secret => " (required)".to_owned(),
            None => String::new(),
        };
        let star = if self.is_secret { " *" } else { "" };
        format!("{}{values}{default}{star}", self.meaning)
    }

    /// The names under which it can be set: a secret may also be in a file or come from a command.
    pub(super) fn all_names(&self) -> Vec<String> {
        let suffixes: &[&str] = match self.is_secret {
            true => &["", "_FILE", "_COMMAND"],
            false => &[""],
        };
        let names = suffixes.iter();
        names
            .map(|suffix| format!("{}{suffix}", self.name))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_has_values_defaults_and_a_star_for_secrets() {
        let variable = Variable::new("A_B".to_owned(), "What", Group::Upstream);
        assert_eq!(variable.help_line(), "What");
        assert_eq!(variable.all_names(), ["A_B"]);
        let required = Variable {
            is_required: true,
            ..variable.clone()
        };
        assert_eq!(required.help_line(), "What (required)");
        let chosen = Variable {
            choices: vec!["eu".to_owned(), "us".to_owned()],
            default: Some("eu".to_owned()),
            ..required.clone()
        };
        assert_eq!(chosen.help_line(), "What: eu, us (default: eu)");
        // A credential that all tools need may also be in a file, so that this variable alone is not required.
        assert_eq!(required.clone().mark_secret().help_line(), "What *");
        assert_eq!(
            required.mark_secret().all_names(),
            ["A_B", "A_B_FILE", "A_B_COMMAND"]
        );
    }
}
