//! Types of the standard library and of this crate.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use super::{Form, ToolInput, ToolOutput, TypeSchema};
use crate::file::File;
use crate::schema::{Keyword, Number, Schema, Types};
use crate::value::{Json, Map, Nullable};

/// Types whose schema is a constant.
macro_rules! plain {
    ($($type:ty, $form:ident, $check:expr, $faithful:literal, $listed:expr;)*) => {$(
        impl ToolInput for $type {
            const FORM: Form = Form::$form;

            fn check() -> &'static Schema {
                static CHECK: &Schema = $check;
                CHECK
            }

            fn schema() -> &'static TypeSchema {
                static SCHEMA: TypeSchema = TypeSchema {
                    name: "",
                    faithful: $faithful,
                    listed: $listed,
                    types: &[],
                };
                &SCHEMA
            }
        }

        impl ToolOutput for $type {
            const FORM: Form = Form::$form;

            fn schema() -> &'static TypeSchema {
                <Self as ToolInput>::schema()
            }
        }
    )*};
}

macro_rules! between {
    ($min:expr, $max:expr) => {
        &Schema(
            Types::INTEGER,
            &[Keyword::Minimum($min), Keyword::Maximum($max)],
        )
    };
}

use Number::{Int, Uint};

plain! {
    (), Other, Schema::NULL, r#"{"type":"null"}"#, None;
    bool, Other, Schema::BOOLEAN, r#"{"type":"boolean"}"#, None;
    String, Other, Schema::STRING, r#"{"type":"string"}"#, None;
    f32, Other, &Schema(Types::NUMBER, &[
            Keyword::Minimum(Number::Float(f32::MIN as f64)),
            Keyword::Maximum(Number::Float(f32::MAX as f64)),
        ]),
        r#"{"type":"number","minimum":-3.4028234663852886e38,"maximum":3.4028234663852886e38}"#,
        Some(r#"{"type":"number"}"#);
    f64, Other, Schema::NUMBER, r#"{"type":"number"}"#, None;
    i8, Other, between!(Int(-128), Int(127)),
        r#"{"type":"integer","minimum":-128,"maximum":127}"#, None;
    i16, Other, between!(Int(-32_768), Int(32_767)),
        r#"{"type":"integer","minimum":-32768,"maximum":32767}"#, None;
    i32, Other, between!(Int(-2_147_483_648), Int(2_147_483_647)),
        r#"{"type":"integer","minimum":-2147483648,"maximum":2147483647}"#, None;
    i64, Other, between!(Int(i64::MIN), Int(i64::MAX)),
        r#"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"#,
        Some(r#"{"type":"integer"}"#);
    isize, Other, between!(Int(i64::MIN), Int(i64::MAX)),
        r#"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"#,
        Some(r#"{"type":"integer"}"#);
    u8, Other, between!(Int(0), Int(255)),
        r#"{"type":"integer","minimum":0,"maximum":255}"#, None;
    u16, Other, between!(Int(0), Int(65_535)),
        r#"{"type":"integer","minimum":0,"maximum":65535}"#, None;
    u32, Other, between!(Int(0), Int(4_294_967_295)),
        r#"{"type":"integer","minimum":0,"maximum":4294967295}"#, None;
    u64, Other, between!(Int(0), Uint(u64::MAX)),
        r#"{"type":"integer","minimum":0,"maximum":18446744073709551615}"#,
        Some(r#"{"type":"integer","minimum":0}"#);
    usize, Other, between!(Int(0), Uint(u64::MAX)),
        r#"{"type":"integer","minimum":0,"maximum":18446744073709551615}"#,
        Some(r#"{"type":"integer","minimum":0}"#);
    char, Other, &Schema(Types::STRING, &[Keyword::MinLength(1), Keyword::MaxLength(1)]),
        r#"{"type":"string","minLength":1,"maxLength":1}"#, None;
    Json, Other, Schema::ANY, "{}", None;
    File, Other, Schema::FILE,
        r#"{"type":["string","object"],"contentEncoding":"base64","properties":{"content":{"type":"string"},"text":{"type":"string"},"path":{"type":"string"},"uri":{"type":"string"},"filename":{"type":"string"},"mediaType":{"type":"string"}},"additionalProperties":false}"#,
        Some(r#"{"type":"object","properties":{"content":{"type":"string","description":"base64; or use text"},"text":{"type":"string"},"filename":{"type":"string"},"mediaType":{"type":"string"}}}"#);
}

/// Types that have others in them: `$keyword` of them is the table.
macro_rules! around {
    ($([$($generics:tt)*] $type:ty [$($input:tt)*], $form:ident, $types:expr, |$inner:ident| $keywords:expr, $text:literal;)*) => {$(
        impl<T: ToolInput $($input)*, $($generics)*> ToolInput for $type {
            const FORM: Form = Form::$form;

            fn check() -> &'static Schema {
                const {
                    let $inner: &'static Schema = &Schema(Types::ANY, &[Keyword::Type(T::check)]);
                    // In braces, since Rust before 1.89 drops what the parentheses of a call borrow.
                    &Schema { 0: $types, 1: $keywords }
                }
            }

            fn schema() -> &'static TypeSchema {
                const {
                    &TypeSchema { name: "", faithful: $text, listed: None, types: &[T::schema] }
                }
            }
        }

        impl<T: ToolOutput, $($generics)*> ToolOutput for $type {
            const FORM: Form = Form::$form;

            fn schema() -> &'static TypeSchema {
                const {
                    &TypeSchema { name: "", faithful: $text, listed: None, types: &[T::schema] }
                }
            }
        }
    )*};
}

/// The keywords of a type whose values may also be null.
macro_rules! or_null {
    ($value:ident) => {
        // In braces for the same reason.
        &[Keyword::AnyOf {
            0: &[$value, Schema::NULL],
        }]
    };
}

around! {
    [] Vec<T> [], Other, Types::ARRAY, |items| &[Keyword::Items(items)],
        r##"{"type":"array","items":{"$ref":"#/$defs/0"}}"##;
    [] Option<T> [], Other, Types::ANY, |value| or_null!(value),
        r##"{"anyOf":[{"$ref":"#/$defs/0"},{"type":"null"}]}"##;
    [] Nullable<T> [], Other, Types::ANY, |value| or_null!(value),
        r##"{"anyOf":[{"$ref":"#/$defs/0"},{"type":"null"}]}"##;
    [] Map<T> [], Object, Types::OBJECT, |values| &[Keyword::Map(values)],
        r##"{"type":"object","additionalProperties":{"$ref":"#/$defs/0"}}"##;
    [] BTreeMap<String, T> [], Object, Types::OBJECT, |values| &[Keyword::Map(values)],
        r##"{"type":"object","additionalProperties":{"$ref":"#/$defs/0"}}"##;
    [S: BuildHasher + Default] HashMap<String, T, S> [], Object, Types::OBJECT, |values| &[Keyword::Map(values)],
        r##"{"type":"object","additionalProperties":{"$ref":"#/$defs/0"}}"##;
    [] BTreeSet<T> [+ Ord], Other, Types::ARRAY, |items| &[Keyword::UniqueItems, Keyword::Items(items)],
        r##"{"type":"array","uniqueItems":true,"items":{"$ref":"#/$defs/0"}}"##;
    [S: BuildHasher + Default] HashSet<T, S> [+ Eq + Hash], Other, Types::ARRAY, |items| &[Keyword::UniqueItems, Keyword::Items(items)],
        r##"{"type":"array","uniqueItems":true,"items":{"$ref":"#/$defs/0"}}"##;
}

impl<T: ToolInput> ToolInput for Box<T> {
    const FORM: Form = T::FORM;
    const JSON_HAS_AN_END: () = T::JSON_HAS_AN_END;

    fn check() -> &'static Schema {
        T::check()
    }

    fn schema() -> &'static TypeSchema {
        T::schema()
    }
}

impl<T: ToolOutput> ToolOutput for Box<T> {
    const FORM: Form = T::FORM;
    const JSON_HAS_AN_END: () = T::JSON_HAS_AN_END;

    fn schema() -> &'static TypeSchema {
        T::schema()
    }
}
