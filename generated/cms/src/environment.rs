//! The short names that operators of the CMS know its settings by.

/// What the server uses where neither name of a setting is set.
const MAX_RETRIES: &str = "3";
const RATE_LIMIT_RPM: &str = "100";

/// What the short names begin with. Those that are longer have the names of the server's own behind the prefix.
const SHORT_NAMES: [&str; 4] = ["API_TIMEOUT", "MAX_RETRIES", "RATE_LIMIT_RPM", "OAUTH_"];

/// A variable with a short name whose value is not UTF-8. It would pass for one that is not set, and a default would take
/// its place. The server itself rejects those with its own names.
pub(crate) fn find_unreadable() -> Option<String> {
    let unreadable = std::env::vars_os().filter(|(_, value)| value.to_str().is_none());
    let mut names = unreadable.filter_map(|(name, _)| name.into_string().ok());
    names.find(|name| SHORT_NAMES.iter().any(|short| name.starts_with(short)))
}

/// A variable of the server: under its own name, or else under the short one.
pub(crate) fn variable(name: &str) -> Option<String> {
    looked_up(name, |name| {
        let value = std::env::var(name).ok()?;
        (!value.trim().is_empty()).then_some(value)
    })
}

fn looked_up(name: &str, environment: impl Fn(&str) -> Option<String>) -> Option<String> {
    environment(name).or_else(|| match name {
        "CMS_TIMEOUT_SECS" => environment("API_TIMEOUT").map(|text| seconds(&text)),
        "CMS_MAX_RETRIES" => environment("MAX_RETRIES").or_else(|| Some(MAX_RETRIES.to_owned())),
        "CMS_RATE_LIMIT_RPM" => {
            environment("RATE_LIMIT_RPM").or_else(|| Some(RATE_LIMIT_RPM.to_owned()))
        }
        // With `_FILE` and `_COMMAND` behind the name, too.
        _ if name.starts_with("CMS_OAUTH_") => environment(name.strip_prefix("CMS_")?),
        _ => None,
    })
}

/// Milliseconds as seconds. What is no number stays a text, so that it is refused under its name.
fn seconds(milliseconds: &str) -> String {
    match milliseconds.trim().parse::<u64>() {
        Ok(number) => format!("{}.{:03}", number / 1000, number % 1000),
        Err(_) => format!("API_TIMEOUT={milliseconds}"),
    }
}

#[cfg(test)]
mod tests {
    use super::looked_up;

    fn with(variables: &[(&str, &str)], name: &str) -> Option<String> {
        looked_up(name, |wanted| {
            let found = variables.iter().find(|(name, _)| *name == wanted);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn short_names_stand_in_for_the_servers_own() {
        for (name, short, value, expected) in [
            ("CMS_OAUTH_CLIENT_ID", "OAUTH_CLIENT_ID", "editor", "editor"),
            ("CMS_OAUTH_CLIENT_SECRET", "OAUTH_CLIENT_SECRET", "s", "s"),
            (
                "CMS_OAUTH_CLIENT_SECRET_FILE",
                "OAUTH_CLIENT_SECRET_FILE",
                "/run/s",
                "/run/s",
            ),
            (
                "CMS_OAUTH_REDIRECT_URI",
                "OAUTH_REDIRECT_URI",
                "http://localhost:1/",
                "http://localhost:1/",
            ),
            ("CMS_TIMEOUT_SECS", "API_TIMEOUT", "30000", "30.000"),
            ("CMS_TIMEOUT_SECS", "API_TIMEOUT", "1500", "1.500"),
            ("CMS_MAX_RETRIES", "MAX_RETRIES", "0", "0"),
            ("CMS_RATE_LIMIT_RPM", "RATE_LIMIT_RPM", "60", "60"),
        ] {
            assert_eq!(
                with(&[(short, value)], name).as_deref(),
                Some(expected),
                "{short}"
            );
            let both = [(short, value), (name, "own")];
            assert_eq!(with(&both, name).as_deref(), Some("own"), "{name}");
        }
    }

    #[test]
    fn what_is_not_set_has_the_defaults_of_the_cms() {
        assert_eq!(with(&[], "CMS_MAX_RETRIES").as_deref(), Some("3"));
        assert_eq!(with(&[], "CMS_RATE_LIMIT_RPM").as_deref(), Some("100"));
        assert_eq!(with(&[], "CMS_TIMEOUT_SECS"), None, "the runtime's, 30 s");
        assert_eq!(with(&[], "CMS_OAUTH_CLIENT_ID"), None);
    }

    #[test]
    fn no_other_variable_has_a_short_name() {
        let all = [("OAUTH", "x"), ("HEADERS", "x"), ("ACCESS_TOKENS", "x")];
        for name in ["CMS_OAUTH", "CMS_HEADERS", "CMS_ACCESS_TOKENS"] {
            assert_eq!(with(&all, name), None, "{name}");
        }
    }
}
