/// A word of HTTP (RFC 9110, section 5.6.2), such as a method that is not among the known ones.
///
/// ```
/// use toolwright_codegen::model::Token;
///
/// assert_eq!(Token::new("M-SEARCH").as_ref().map(Token::as_str), Some("M-SEARCH"));
/// assert_eq!(Token::new("GET /"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Token(Box<str>);

impl Token {
    /// `None` where `text` is no token.
    pub fn new(text: &str) -> Option<Self> {
        is_token(text).then(|| Self(text.into()))
    }

    /// The word.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether a text is a token.
pub(crate) fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_token_byte)
}

fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
