//! JSON pointers (RFC 6901), and `$ref`s that are one in a URI fragment.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use serde_json::Value;

/// A token as it is written in a pointer: `~` is `~0` and `/` is `~1`.
///
/// ```
/// use toolwright_codegen::source::pointer::escape;
/// assert_eq!(escape("/pets/{id}"), "~1pets~1{id}");
/// ```
pub fn escape(token: &str) -> Cow<'_, str> {
    if token.contains(['~', '/']) {
        Cow::Owned(token.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(token)
    }
}

/// The key that a token of a pointer stands for: the inverse of [`escape`].
///
/// ```
/// assert_eq!(toolwright_codegen::source::pointer::unescape("~1pets~1{id}"), "/pets/{id}");
/// ```
pub fn unescape(token: &str) -> Cow<'_, str> {
    if token.contains('~') {
        Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(token)
    }
}

/// The pointer of the member `token` of the value at `pointer`.
///
/// ```
/// use toolwright_codegen::source::pointer::join;
/// assert_eq!(join("/paths", "/pets"), "/paths/~1pets");
/// assert_eq!(join("", "info"), "/info");
/// ```
pub fn join(pointer: &str, token: &str) -> String {
    let mut joined = String::with_capacity(pointer.len() + 1 + token.len());
    joined.push_str(pointer);
    push_token(&mut joined, token);
    joined
}

/// Makes a pointer lead to the member `token` of the value that it leads to.
///
/// ```
/// let mut pointer = "/paths".to_owned();
/// toolwright_codegen::source::pointer::push_token(&mut pointer, "/pets");
/// assert_eq!(pointer, "/paths/~1pets");
/// ```
pub fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    pointer.push_str(&escape(token));
}

/// The pointer of the item `index` of the array at `pointer`.
///
/// ```
/// assert_eq!(toolwright_codegen::source::pointer::join_index("/tags", 1), "/tags/1");
/// ```
pub fn join_index(pointer: &str, index: usize) -> String {
    format!("{pointer}/{index}")
}

/// The pointer of the enclosing value and the last key; `None` for the root.
///
/// ```
/// use toolwright_codegen::source::pointer::split;
///
/// assert_eq!(split("/paths/~1pets"), Some(("/paths", "/pets".into())));
/// assert_eq!(split(""), None);
/// ```
pub fn split(pointer: &str) -> Option<(&str, Cow<'_, str>)> {
    let (parent, token) = pointer.rsplit_once('/')?;
    Some((parent, unescape(token)))
}

/// The keys of a pointer, unescaped. The text before the first slash is not looked at.
///
/// ```
/// use toolwright_codegen::source::pointer::unescaped_tokens;
///
/// assert_eq!(unescaped_tokens("/paths/~1pets/get").collect::<Vec<_>>(), ["paths", "/pets", "get"]);
/// ```
pub fn unescaped_tokens(pointer: &str) -> impl Iterator<Item = Cow<'_, str>> {
    pointer.split('/').skip(1).map(unescape)
}

/// The pointer of a reference within the document: `#`, `#/…`, percent-decoded.
///
/// `None` where the reference leads to another file or is no pointer (`#Pet`).
///
/// ```
/// use toolwright_codegen::source::pointer::from_reference;
/// assert_eq!(from_reference("#/definitions/a%20b").as_deref(), Some("/definitions/a b"));
/// assert_eq!(from_reference("pets.yaml#/definitions/Pet"), None);
/// ```
pub fn from_reference(reference: &str) -> Option<String> {
    if !reference.starts_with('#') {
        return None;
    }
    let keys = pointer_steps(reference)?.filter_map(|step| step.candidate_keys().next());
    Some(keys.fold(String::new(), |pointer, key| join(&pointer, &key)))
}

/// The value that a pointer (`/info/title`) or a reference within the document
/// (`#/definitions/a%20b`) leads to.
///
/// Keys that were put into a reference without encoding their percent signs are found too.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::source::pointer::resolve;
/// let root = json!({"paths": {"/pets": {"get": {}}}, "tags": ["a", "b"]});
/// assert_eq!(resolve(&root, "#/paths/~1pets/get"), Some(&json!({})));
/// assert_eq!(resolve(&root, "/tags/1"), Some(&json!("b")));
/// assert_eq!(resolve(&root, "/tags/2"), None);
/// ```
pub fn resolve<'a>(root: &'a Value, pointer: &str) -> Option<&'a Value> {
    pointer_steps(pointer)?.try_fold(root, |value, step| {
        step.candidate_keys()
            .find_map(|key| child_value(value, &key))
    })
}

fn child_value<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Object(members) => members.get(key),
        Value::Array(items) => items.get(array_index(key)?),
        _ => None,
    }
}

/// The index that a token stands for: digits without a leading zero (RFC 6901, section 4).
pub(crate) fn array_index(token: &str) -> Option<usize> {
    let canonical = token == "0" || !token.starts_with(['0', '+']);
    canonical.then(|| token.parse().ok()).flatten()
}

/// One token of a pointer or of a reference, as written.
pub(super) struct PointerStep<'a> {
    token: &'a str,
    in_fragment: bool,
}

impl<'a> PointerStep<'a> {
    /// The keys it may stand for, the likeliest first.
    pub(super) fn candidate_keys(&self) -> impl Iterator<Item = Cow<'a, str>> + use<'a> {
        let decoded = (self.in_fragment && self.token.contains('%'))
            .then(|| Cow::Owned(unescape(&decode_percent(self.token)).into_owned()));
        decoded.into_iter().chain([unescape(self.token)])
    }
}

/// The steps of a pointer or of a reference within the document.
pub(super) fn pointer_steps(pointer: &str) -> Option<impl Iterator<Item = PointerStep<'_>>> {
    let fragment = pointer.strip_prefix('#');
    let path = fragment.unwrap_or(pointer);
    (path.is_empty() || path.starts_with('/')).then(|| {
        path.split('/').skip(1).map(move |token| PointerStep {
            token,
            in_fragment: fragment.is_some(),
        })
    })
}

fn decode_percent(text: &str) -> Cow<'_, str> {
    percent_decode_str(text)
        .decode_utf8()
        .unwrap_or(Cow::Borrowed(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn escaping_is_undone_in_the_right_order() {
        for key in ["", "~1", "~01", "a/b", "~", "m~n/o", "/pets/{id}", "%2F"] {
            assert_eq!(unescape(&escape(key)), key);
        }
        assert_eq!(unescape("~01"), "~1");
    }

    #[test]
    fn pointers_are_taken_literally_and_references_are_decoded() {
        let root =
            json!({"a b": 1, "a%20b": 2, "c%25": 3, "50%": 4, "~": 5, "x/y": 6, "": {"": 7}});
        let at = |pointer| resolve(&root, pointer).and_then(Value::as_i64);
        assert_eq!(at("/a b"), Some(1));
        assert_eq!(at("/a%20b"), Some(2));
        assert_eq!(at("#/a%20b"), Some(1));
        assert_eq!(at("#/c%25"), Some(3), "not encoded by its author");
        assert_eq!(at("#/50%"), Some(4), "no escape at all");
        assert_eq!(at("#/%7E0"), Some(5));
        assert_eq!(at("#/x~1y"), Some(6));
        assert_eq!(at("#/x%2Fy"), Some(6), "as the field's tools read it");
        assert_eq!(at("//"), Some(7));
    }

    #[test]
    fn only_canonical_indices_name_array_items() {
        let root = json!([[0, 1, 2]]);
        assert_eq!(resolve(&root, "/0/2"), Some(&json!(2)));
        for pointer in ["/0/02", "/0/-", "/0/+1", "/0/3", "/0/", "/0/-1", "0"] {
            assert_eq!(resolve(&root, pointer), None, "{pointer}");
        }
        assert_eq!(resolve(&root, ""), Some(&root));
        assert_eq!(resolve(&root, "#"), Some(&root));
    }

    #[test]
    fn references_elsewhere_are_no_pointers() {
        assert_eq!(from_reference("#").as_deref(), Some(""));
        assert_eq!(from_reference("#Pet"), None);
        assert_eq!(from_reference("#/x%2Fy/%7E1").as_deref(), Some("/x~1y/~1"));
        assert_eq!(from_reference("/definitions/Pet"), None);
        assert_eq!(resolve(&json!({"Pet": 1}), "#Pet"), None);
    }

    #[test]
    fn split_is_the_inverse_of_join() {
        assert_eq!(split("/paths/~1pets"), Some(("/paths", "/pets".into())));
        assert_eq!(split(""), None);
        let keys: Vec<_> = unescaped_tokens("/paths/~1pets/get").collect();
        assert_eq!(keys, ["paths", "/pets", "get"]);
    }
}
