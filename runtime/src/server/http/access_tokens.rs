//! The bearer tokens that open a server. They are compared in constant time and shown to nobody.
//! Where they are configured is for the command line to say; this only knows texts and secrets that
//! can change while the server runs.

use std::fmt;
use std::sync::Arc;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

use crate::http::ConfiguredSecret;

/// The tokens that open a server, any one of them; shown to nobody.
///
/// ```
/// use toolwright::server::{AccessTokens, HttpConfig};
///
/// let mut access_tokens = AccessTokens::default();
/// access_tokens.push(" ".trim());
/// assert!(access_tokens.is_empty());
/// access_tokens.push("s3cr3t");
/// let config = HttpConfig { access_tokens, ..HttpConfig::default() };
/// assert!(!format!("{config:?}").contains("s3cr3t"));
/// ```
#[derive(Clone, Default)]
pub struct AccessTokens {
    fixed: Vec<String>,
    /// Tokens that can change while the server runs. If they cannot be read, no token opens it.
    secret: Option<Arc<ConfiguredSecret>>,
}

/// Shorter tokens can be guessed: 16 characters of hexadecimal are 64 bits.
const MIN_SAFE_CHARS: usize = 16;

impl AccessTokens {
    /// Adds a token, unless it is empty.
    pub fn push(&mut self, token: &str) {
        let token = token.trim();
        if !token.is_empty() {
            self.fixed.push(token.to_owned());
        }
    }

    /// Whether there is no token, so that nobody has to show one.
    pub fn is_empty(&self) -> bool {
        self.fixed.is_empty() && self.secret.is_none()
    }

    /// The tokens in a secret of the configuration. Tokens that are easy to guess produce a warning.
    ///
    /// # Errors
    ///
    /// The secret cannot be read, or it holds no token: an empty list would open the server to all.
    pub(crate) async fn from_secret(secret: ConfiguredSecret) -> Result<Self, String> {
        let text = secret.fetch_secret().await?;
        let variable = secret.variable();
        if split_tokens(&text).next().is_none() {
            return Err(format!(
                "{variable} contains no token. Set it to one or more tokens, separated by commas, or unset \
                 it."
            ));
        }
        if split_tokens(&text).any(|token| token.chars().count() < MIN_SAFE_CHARS) {
            tracing::warn!(
                "{variable} contains a token of fewer than {MIN_SAFE_CHARS} characters, which can be \
                 guessed. Use a random one, for example the output of `openssl rand -hex 32`."
            );
        }
        if text
            .split(SEPARATORS)
            .any(|token| without_scheme(token).is_some())
        {
            tracing::warn!(
                "{variable} contains a token that begins with `Bearer `. This word is ignored: clients send \
                 it before the token."
            );
        }
        if secret.is_constant() {
            let fixed = split_tokens(&text).map(str::to_owned).collect();
            return Ok(Self {
                fixed,
                secret: None,
            });
        }
        Ok(Self {
            fixed: Vec::new(),
            secret: Some(Arc::new(secret)),
        })
    }

    /// The place of the token that is shown, if it is one of these.
    ///
    /// # Errors
    ///
    /// The tokens cannot be read at the moment.
    pub(super) async fn find_token(&self, shown: &[u8]) -> Result<Option<usize>, String> {
        let mut fixed = self.fixed.iter();
        let place = fixed.position(|token| equals_in_constant_time(token, shown));
        let (None, Some(secret)) = (place, &self.secret) else {
            return Ok(place);
        };
        let text = secret.fetch_secret_with_pause().await?;
        if split_tokens(&text).next().is_none() {
            tracing::error!("{} no longer contains a token", secret.variable());
            return Err(format!("{} contains no token", secret.variable()));
        }
        let place = split_tokens(&text).position(|token| equals_in_constant_time(token, shown));
        Ok(place.map(|place| self.fixed.len() + place))
    }
}

impl PartialEq for AccessTokens {
    fn eq(&self, other: &Self) -> bool {
        let is_same_secret = match (&self.secret, &other.secret) {
            (None, None) => true,
            (Some(left), Some(right)) => Arc::ptr_eq(left, right),
            _ => false,
        };
        self.fixed == other.fixed && is_same_secret
    }
}

impl Eq for AccessTokens {}

/// Commas stand between tokens in a variable, line breaks in a file.
const SEPARATORS: [char; 3] = [',', '\n', '\r'];

fn split_tokens(text: &str) -> impl Iterator<Item = &str> {
    let tokens = text.split(SEPARATORS).map(str::trim);
    let tokens = tokens.map(|token| without_scheme(token).unwrap_or(token));
    tokens.filter(|token| !token.is_empty())
}

/// The token of `Bearer …`, which is what people copy from the header of a working request.
fn without_scheme(token: &str) -> Option<&str> {
    let token = token.trim();
    let (scheme, token) = token.split_once(' ').unwrap_or((token, ""));
    scheme
        .eq_ignore_ascii_case("Bearer")
        .then_some(token.trim())
}

impl fmt::Debug for AccessTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.secret {
            Some(secret) => write!(f, "tokens of {}", secret.variable()),
            None => write!(f, "{} tokens", self.fixed.len()),
        }
    }
}

/// The token of `Authorization: Bearer …` (RFC 6750, section 2.1).
pub(super) fn bearer_token(headers: &HeaderMap) -> Option<&[u8]> {
    let value = headers.get(AUTHORIZATION)?;
    let (scheme, token) = value.as_bytes().split_at_checked(7)?;
    scheme.eq_ignore_ascii_case(b"Bearer ").then_some(token)
}

/// Compares in a time that does not tell where the difference is.
fn equals_in_constant_time(token: &str, shown: &[u8]) -> bool {
    let token = token.as_bytes();
    // Without an early exit, the time says nothing about how many characters were right.
    let different = token
        .iter()
        .zip(shown)
        .fold(0, |different, (left, right)| different | (left ^ right));
    // `black_box` keeps the compiler from turning the loop into one that stops early.
    token.len() == shown.len() && std::hint::black_box(different) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_a_whole_token_opens() {
        let mut tokens = AccessTokens::default();
        tokens.push(" ");
        assert!(tokens.is_empty());
        tokens.push("first");
        tokens.push("second\n");
        for (value, found) in [
            ("Bearer first", Some(0)),
            ("bearer second", Some(1)),
            ("Bearer firs", None),
            ("Bearer firstt", None),
            ("Bearer ", None),
            ("Basic first", None),
            ("first", None),
            ("", None),
        ] {
            let headers = HeaderMap::from_iter([(AUTHORIZATION, value.parse().unwrap())]);
            let place = match bearer_token(&headers) {
                Some(shown) => tokens.find_token(shown).await.expect("are fixed"),
                None => None,
            };
            assert_eq!(place, found, "{value}");
        }
        assert_eq!(bearer_token(&HeaderMap::new()), None);
        assert_eq!(format!("{tokens:?}"), "2 tokens");
    }

    fn secret(variable: &'static str, value: String) -> ConfiguredSecret {
        let lookup = |name: &str| (name == variable).then(|| value.clone());
        ConfiguredSecret::from_variables("PETS_ACCESS_TOKENS", &lookup).expect("is set")
    }

    #[tokio::test]
    async fn a_secret_without_tokens_is_an_error() {
        for value in [",", " , ,", "\n,\n", "Bearer ,"] {
            let secret = secret("PETS_ACCESS_TOKENS", value.to_owned());
            let why = AccessTokens::from_secret(secret).await.unwrap_err();
            assert!(
                why.starts_with("PETS_ACCESS_TOKENS contains no token."),
                "{why}"
            );
        }
    }

    #[tokio::test]
    async fn a_token_may_be_written_as_in_its_header() {
        let secret = secret("PETS_ACCESS_TOKENS", "Bearer one, bearer  two".to_owned());
        let tokens = AccessTokens::from_secret(secret).await.unwrap();
        assert_eq!(tokens.find_token(b"one").await, Ok(Some(0)));
        assert_eq!(tokens.find_token(b"two").await, Ok(Some(1)));
        assert_eq!(tokens.find_token(b"Bearer one").await, Ok(None));
    }

    #[tokio::test]
    async fn tokens_of_a_file_change_with_it() {
        let folder = std::env::temp_dir();
        let path = folder.join(format!("toolwright-access-tokens-{}", std::process::id()));
        let write = |text: &str| std::fs::write(&path, text).expect("can be written");
        write("first\nsecond\n");
        let secret = secret("PETS_ACCESS_TOKENS_FILE", path.display().to_string());
        let tokens = AccessTokens::from_secret(secret).await.unwrap();
        assert!(!tokens.is_empty());
        assert_eq!(format!("{tokens:?}"), "tokens of PETS_ACCESS_TOKENS_FILE");
        assert_eq!(tokens.find_token(b"second").await, Ok(Some(1)));
        write("third");
        assert_eq!(tokens.find_token(b"third").await, Ok(Some(0)));
        assert_eq!(tokens.find_token(b"second").await, Ok(None));
        // Fails closed, with tokens that opened it before, too.
        write(" , ");
        assert!(tokens.find_token(b"third").await.is_err());
        std::fs::remove_file(&path).expect("is there");
        assert!(tokens.find_token(b"third").await.is_err());
    }
}
