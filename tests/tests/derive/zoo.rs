//! Types of every form, which serde and toolwright both derive.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use toolwright::{ToolInput, ToolOutput};

/// A struct or enum with all four derives, and what is needed to compare.
macro_rules! both {
    ($($item:item)*) => {$(
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolInput, ToolOutput)]
        $item
    )*};
}

both! {
    /// Numbers of all sizes.
    pub(crate) struct Numbers {
        a: i8, b: i16, c: i32, d: i64, e: u8, f: u16, g: u32, h: u64, i: isize, j: usize, k: f64,
    }

    pub(crate) struct Small(f32);

    pub(crate) struct Scalars {
        flag: bool,
        text: String,
        letter: char,
        nothing: (),
        any: serde_json::Value,
    }

    pub(crate) struct Options {
        plain: Option<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        quiet: Option<String>,
        #[serde(default)]
        list: Option<Vec<Option<u8>>>,
        boxed: Option<Box<bool>>,
        nested: Option<Pair>,
    }

    pub(crate) struct Collections {
        list: Vec<String>,
        lists: Vec<Vec<i32>>,
        map: BTreeMap<String, u16>,
        hashed: HashMap<String, Pair>,
        set: BTreeSet<String>,
        numbers: HashSet<i64>,
        three: [u8; 3],
        pair: (i32, String),
        nested: std::vec::Vec<(bool, Option<char>)>,
    }

    #[serde(deny_unknown_fields)]
    pub(crate) struct Closed {
        a: u8,
        b: Option<u8>,
    }

    #[serde(rename_all = "camelCase")]
    pub(crate) struct Renamed {
        first_name: String,
        #[serde(rename = "type")]
        kind: Size,
        r#match: bool,
        #[tool(description = "Not the comment.")]
        last_seen_at: Option<String>,
    }

    pub(crate) struct Pair(i32, String);

    pub(crate) struct Wrapped(Vec<u32>);

    #[serde(transparent)]
    pub(crate) struct Transparent { inner: Option<Size> }

    pub(crate) struct Unit;

    pub(crate) struct Empty {}

    #[serde(rename_all = "SCREAMING-KEBAB-CASE")]
    pub(crate) enum Size {
        VerySmall,
        #[serde(rename = "m")]
        Medium,
        Large,
    }

    pub(crate) struct Defaults {
        #[serde(default)]
        flag: bool,
        #[serde(default = "seven")]
        number: u8,
        #[serde(default)]
        list: Vec<String>,
        #[serde(skip)]
        hidden: u64,
        #[serde(default = "medium")]
        size: Size,
        last: i32,
    }

    #[serde(default)]
    pub(crate) struct Based {
        text: String,
        count: u16,
        #[serde(skip_deserializing)]
        seen: bool,
    }

    pub(crate) struct Node {
        name: String,
        children: Vec<Node>,
        next: Option<Box<Self>>,
        leaf: Option<Leaf>,
    }

    pub(crate) struct Leaf {
        owner: Option<Box<Node>>,
        weight: f64,
    }

    pub(crate) enum External {
        Nothing,
        One(u8),
        Two(u8, String),
        #[serde(rename_all = "camelCase")]
        Named { first_part: bool, second: Option<i32> },
        Inner(Pair),
        Recursive(Box<External>),
    }

    #[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
    pub(crate) enum Internal {
        Nothing,
        NamedFields { some_text: String, number: Option<u8> },
        Struct(Renamed),
        Empty {},
    }

    #[serde(tag = "kind", deny_unknown_fields)]
    pub(crate) enum ClosedInternal {
        A { x: u8 },
        B { y: Option<bool> },
    }

    #[serde(tag = "t", content = "c")]
    pub(crate) enum Adjacent {
        Nothing,
        One(String),
        Two(i32, i32),
        Named { a: u8 },
        List(Vec<Size>),
    }

    #[serde(untagged)]
    pub(crate) enum Untagged {
        Flag(bool),
        Number(i32),
        Named { name: String, size: Option<Size> },
        Other { id: u8 },
        Pair(u8, u8),
        List(Vec<String>),
        Nothing,
    }

    pub(crate) struct Flat {
        id: u32,
        #[serde(flatten)]
        renamed: Renamed,
        #[serde(flatten)]
        options: Extra,
    }

    pub(crate) struct Extra {
        note: Option<String>,
        #[serde(flatten)]
        deep: Deep,
    }

    pub(crate) struct Deep { depth: u8 }

    pub(crate) struct Rest {
        id: u32,
        #[serde(flatten)]
        rest: BTreeMap<String, i32>,
    }

    pub(crate) struct FlatRest {
        #[serde(flatten)]
        deep: Deep,
        id: u32,
        #[serde(flatten)]
        rest: BTreeMap<String, Option<bool>>,
    }

    pub(crate) struct Everything {
        external: Vec<External>,
        internal: Option<Internal>,
        adjacent: BTreeMap<String, Adjacent>,
        untagged: Untagged,
        transparent: Vec<Transparent>,
        unit: Unit,
        elsewhere: elsewhere::Alias,
    }
}

fn seven() -> u8 {
    7
}

fn medium() -> Size {
    Size::Medium
}

impl Default for Based {
    fn default() -> Self {
        Self {
            text: "none".to_owned(),
            count: 3,
            seen: true,
        }
    }
}

/// A type may be known by another name, and its own may be one of toolwright's.
mod elsewhere {
    use super::*;

    pub(crate) type Alias = Vec<Schema>;

    both! {
        pub(crate) struct Schema { keyword: Keyword, types: Option<Types> }
        pub(crate) struct Keyword { required: bool }
        pub(crate) enum Types { Number, Literal }
    }
}
