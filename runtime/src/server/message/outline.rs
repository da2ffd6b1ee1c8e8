//! Finds the `id` of a message that no parser accepts.
//!
//! An [`Outline`] reads bytes, in pieces of any size, and follows strings and brackets alone. So it
//! works on invalid UTF-8, on any depth and on lines that are too long to be kept. It knows the
//! names of the members of the outermost object, and keeps the value of one of them.

use serde_json::Value as Json;

/// What can be said of a text without parsing it.
#[derive(Debug, Default)]
pub(in crate::server) struct Outline {
    kind: Kind,
    /// How many brackets are open.
    depth: u64,
    string: StringState,
    part: MemberPart,
    /// The name or the scalar that is being read in the outermost object.
    token: Vec<u8>,
    is_id: bool,
    /// Whether there is an id, be it one that a request may not have.
    has_id: bool,
    id: Option<Json>,
    has_method: bool,
    has_outcome: bool,
    is_complete: bool,
}

/// What the outermost value is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Nothing,
    Object,
    Array,
    Other,
}

/// Where the reader is in regard to strings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum StringState {
    #[default]
    Outside,
    Inside,
    /// Behind a backslash.
    Escaped,
}

/// Which part of a member of the outermost object is being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MemberPart {
    #[default]
    Name,
    Value,
    /// A value that is an object or an array, which is not kept.
    Nested,
}

/// Longer names and ids are not kept.
const MAX_TOKEN: usize = 256;

impl Outline {
    /// The outline of a whole text.
    pub(in crate::server) fn from_text(text: &[u8]) -> Self {
        let mut outline = Self::default();
        outline.read_bytes(text);
        outline
    }

    /// Reads on, up to the end of the first object or array. Returns how many bytes were read.
    pub(in crate::server) fn read_bytes(&mut self, bytes: &[u8]) -> usize {
        for (read, byte) in bytes.iter().enumerate() {
            if self.is_complete {
                return read;
            }
            self.read_byte(*byte);
        }
        bytes.len()
    }

    /// The id of the message, a string or a number, if it has one.
    pub(in crate::server) fn into_id(self) -> Option<Json> {
        self.id
    }

    pub(in crate::server) fn is_array(&self) -> bool {
        self.kind == Kind::Array
    }

    /// Whether JSON-RPC forbids an answer: the text is a notification, or itself an answer.
    pub(in crate::server) fn wants_no_answer(&self) -> bool {
        self.is_complete
            && self.kind == Kind::Object
            && ((self.has_method && !self.has_id) || (self.has_outcome && !self.has_method))
    }

    fn read_byte(&mut self, byte: u8) {
        match self.string {
            StringState::Escaped => self.string = StringState::Inside,
            StringState::Inside => match byte {
                b'\\' => self.string = StringState::Escaped,
                b'"' => self.string = StringState::Outside,
                _ => {}
            },
            StringState::Outside => return self.read_between_strings(byte),
        }
        self.keep_byte(byte);
    }

    fn read_between_strings(&mut self, byte: u8) {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {}
            b'{' | b'[' => self.open_bracket(byte),
            b'}' | b']' => self.close_bracket(),
            // Only members of the outermost object count: `params` may have an `id`, too.
            b':' if self.is_at_members() => {
                self.is_id = self.token == br#""id""#;
                self.has_id |= self.is_id;
                self.has_method |= self.token == br#""method""#;
                self.has_outcome |= self.token == br#""result""# || self.token == br#""error""#;
                self.token.clear();
                self.part = MemberPart::Value;
            }
            b',' if self.is_at_members() => self.end_member(),
            byte => {
                if byte == b'"' {
                    self.string = StringState::Inside;
                }
                if self.depth == 0 && self.kind == Kind::Nothing {
                    self.kind = Kind::Other;
                }
                self.keep_byte(byte);
            }
        }
    }

    fn is_at_members(&self) -> bool {
        self.depth == 1 && self.kind == Kind::Object
    }

    fn open_bracket(&mut self, bracket: u8) {
        if self.kind == Kind::Nothing {
            self.kind = match bracket {
                b'{' => Kind::Object,
                _ => Kind::Array,
            };
        }
        if self.is_at_members() {
            self.part = MemberPart::Nested;
            self.token.clear();
        }
        self.depth += 1;
    }

    fn close_bracket(&mut self) {
        if self.is_at_members() {
            self.end_member();
        }
        self.depth = self.depth.saturating_sub(1);
        self.is_complete = self.depth == 0 && self.kind != Kind::Other;
    }

    /// Keeps a value only once it has ended: `1` may be the beginning of `12`.
    fn end_member(&mut self) {
        if self.is_id && self.part == MemberPart::Value && self.id.is_none() {
            let value = serde_json::from_slice(&self.token).ok();
            // A number that cannot be repeated as it was sent is no id of anything that runs.
            let is_exact = |id: &Json| id.is_string() || id.to_string().as_bytes() == self.token;
            self.id = value.filter(|id: &Json| (id.is_string() || id.is_number()) && is_exact(id));
        }
        self.is_id = false;
        self.token.clear();
        self.part = MemberPart::Name;
    }

    fn keep_byte(&mut self, byte: u8) {
        if self.is_at_members() && self.part != MemberPart::Nested && self.token.len() <= MAX_TOKEN
        {
            self.token.push(byte);
        }
    }
}
