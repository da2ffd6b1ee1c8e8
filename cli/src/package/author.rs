//! Who publishes a package: a name and perhaps a mail address, as `authors` of Cargo.toml has them.

use super::texts::{is_mail_address, one_line};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Author {
    pub(crate) name: String,
    pub(crate) mail: Option<String>,
}

impl Author {
    /// A name, perhaps with a mail address in angle brackets; none if there is no name.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (name, mail) = match text.split_once('<') {
            Some((name, rest)) => (name, rest.trim().strip_suffix('>').map(str::trim)),
            None => (text, None),
        };
        let name = one_line(name, 100);
        (!name.is_empty()).then(|| Self {
            name,
            mail: mail.filter(|mail| is_mail_address(mail)).map(str::to_owned),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authors_have_names_and_perhaps_addresses() {
        let parse = |text: &str| Author::parse(text).map(|author| (author.name, author.mail));
        assert_eq!(parse("Ann"), Some(("Ann".to_owned(), None)));
        assert_eq!(parse("Ann <ann>"), Some(("Ann".to_owned(), None)));
        let both = ("Ann Lee".to_owned(), Some("ann@example.com".to_owned()));
        assert_eq!(parse("Ann Lee <ann@example.com>"), Some(both));
        assert_eq!(parse(" <a@example.com>"), None);
    }
}
