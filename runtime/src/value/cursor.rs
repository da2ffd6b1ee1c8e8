//! Where a decoder is in the arguments, and what it has found wrong. Decoders never fail: they note a violation and
//! go on, so that generated code has no error paths. Nothing here depends on the decoded type, and so it is
//! compiled once.

use crate::json::{Json, quote_name};
use crate::json_scan::{MAX_VALUES_IN_STRINGS, parse_bounded};
use crate::value::cursor_frame::Frame;
use crate::value::{Decode, Members};
use crate::violation::{Description, Violation, ViolationList};

/// Where a decoder stands in the arguments, the value there, and what was found wrong so far.
///
/// Nothing here depends on the type that is decoded: every type adds its decoder to a program, and
/// what all of them do is here once.
///
/// A type of one's own decodes what is at the cursor, and notes what it has no place for:
///
/// ```
/// use serde_json::json;
/// use toolwright::generated::*;
///
/// #[derive(Debug, PartialEq)]
/// struct Percent(u8);
///
/// impl Decode for Percent {
///     fn decode(at: &mut Cursor) -> Self {
///         if at.is_absent() {
///             return Self(100);
///         }
///         match at.value().and_then(|value| value.as_u64()) {
///             Some(percent @ 0..=100) => Self(percent as u8),
///             _ => {
///                 at.violation("is no percentage");
///                 Self(0)
///             }
///         }
///     }
/// }
///
/// let mut cursor = Cursor::new();
/// let mut fields = Fields::new([("discount".to_owned(), json!(120))], &mut cursor);
/// assert_eq!(fields.take::<Percent>("share"), Percent(100));
/// let _: Percent = fields.take("discount");
/// assert_eq!(cursor.violations().len(), 1);
/// assert_eq!(cursor.into_violations()[0].to_string(), "/discount: is no percentage");
/// ```
#[derive(Debug, Default)]
pub struct Cursor {
    frames: Vec<Frame>,
    value: Value,
    violations: ViolationList,
    is_lenient: bool,
    /// Whether nothing is to be started with what is decoded. Without a server, nothing ever is.
    #[cfg(feature = "server")]
    is_dry_run: bool,
}

/// The value at a cursor.
#[derive(Debug, Default)]
pub(super) enum Value {
    /// The object has no such member.
    #[default]
    Absent,
    /// It was reported as wrong already, so whatever takes its place is fine.
    Wrong,
    /// Any value.
    Json(Json),
    /// An object that is part of another: its members, the last one first.
    Members(Members),
    /// The same where what is left of it belongs to the other.
    Part(Members),
}

impl Cursor {
    /// A cursor at the root of the arguments.
    pub fn new() -> Self {
        Self::default()
    }

    /// A cursor at the root of a value that somebody else made, and not quite by its schema: members
    /// that the type does not have are passed over, `null` is nothing where there is no place for it, a
    /// list or a map that is not there is empty, and numbers, objects and lists may be written in
    /// strings.
    pub(crate) fn for_lenient_value(value: Json) -> Self {
        Self {
            value: Value::Json(value),
            is_lenient: true,
            ..Self::default()
        }
    }

    /// A cursor at the root of arguments that are decoded to see whether they fit: nothing is started with them.
    #[cfg(feature = "bridge")]
    pub(crate) fn for_dry_run() -> Self {
        Self {
            is_dry_run: true,
            ..Self::default()
        }
    }

    /// Whether nothing is to be started with what is decoded.
    #[cfg(feature = "server")]
    pub(super) fn is_dry_run(&self) -> bool {
        self.is_dry_run
    }

    /// A cursor in the place of a value that was reported as wrong already.
    pub(crate) fn for_reported_value() -> Self {
        Self {
            value: Value::Wrong,
            is_lenient: true,
            ..Self::default()
        }
    }

    /// Whether values need not be quite as their schema says.
    pub(super) fn is_lenient(&self) -> bool {
        self.is_lenient
    }

    /// Whether there is nothing to decode for a type that has a notion of that, but perhaps no place
    /// for `null`.
    pub(super) fn is_absent_option<T: Decode>(&mut self) -> bool {
        self.is_absent()
            || (!T::TAKES_NULL && self.is_tolerated_absence())
            || (!T::MAY_TAKE_NULL && self.take_null())
    }

    /// Whether nothing, or `null` in its place, is tolerated here and is what there is.
    pub(super) fn is_tolerated_absence(&mut self) -> bool {
        let is_nothing =
            self.is_lenient && matches!(self.value, Value::Absent | Value::Json(Json::Null));
        if is_nothing {
            self.value = Value::Absent;
        }
        is_nothing
    }

    /// What was found wrong: the first 20 violations.
    pub fn violations(&self) -> &[Violation] {
        self.violations.listed()
    }

    /// What was found wrong, when decoding is over: the first 20 violations, and one more that says
    /// how many others there are (`and 981 more`).
    pub fn into_violations(self) -> Vec<Violation> {
        self.violations.into_vec()
    }

    /// Notes that the value at this place is wrong.
    #[cold]
    pub fn violation(&mut self, message: impl Into<String>) {
        self.push_violation(message.into().into());
    }

    /// Notes that the type has no such variant, and decodes a value that nobody gets to see: what a generated
    /// [`Choice`](crate::value::Choice) does with a number that is none of its variants.
    ///
    /// ```
    /// use toolwright::value::Cursor;
    ///
    /// let mut cursor = Cursor::new();
    /// let _: i64 = cursor.unknown_variant(7);
    /// assert_eq!(cursor.violations()[0].message, "is alternative 7, which the type does not have");
    /// ```
    #[cold]
    pub fn unknown_variant<T: Decode>(&mut self, variant: usize) -> T {
        self.violation(format!(
            "is alternative {variant}, which the type does not have"
        ));
        self.value = Value::Wrong;
        T::decode(self)
    }

    /// Whether there is no value to decode.
    pub fn is_absent(&self) -> bool {
        matches!(self.value, Value::Absent | Value::Wrong)
    }

    /// Takes the value; `None`, and noted, where there is none to decode.
    #[inline]
    pub fn value(&mut self) -> Option<Json> {
        match std::mem::take(&mut self.value) {
            Value::Json(value) => Some(value),
            other => self.take_other_value(other),
        }
    }

    #[cold]
    fn take_other_value(&mut self, value: Value) -> Option<Json> {
        match value {
            Value::Json(value) => Some(value),
            Value::Members(members) | Value::Part(members) => {
                Some(Json::Object(members.into_iter().rev().collect()))
            }
            Value::Absent => {
                self.violation("is required");
                None
            }
            Value::Wrong => None,
        }
    }

    /// Takes the value if it is `null`.
    pub(super) fn take_null(&mut self) -> bool {
        let is_null = matches!(self.value, Value::Json(Json::Null));
        if is_null {
            self.value = Value::Absent;
        }
        is_null
    }

    /// Puts a value at this place.
    pub(super) fn put_value(&mut self, value: Value) {
        self.value = value;
    }

    /// Enters an object that stands outside of any other.
    pub(super) fn enter_members(&mut self, mut members: Members) {
        // Frames take members from the end, which moves nothing.
        members.reverse();
        self.frames.push(Frame::for_object(members));
    }

    /// Enters the object at this place. Anything else is noted, and all members of it are wrong.
    pub(super) fn enter_object(&mut self) {
        let frame = match std::mem::take(&mut self.value) {
            Value::Members(members) => Frame::for_object(members),
            Value::Part(members) => Frame::for_flattened(members),
            value => {
                self.value = value;
                match self.take_object_or_array() {
                    Some(Json::Object(members)) => {
                        Frame::for_object(members.into_iter().rev().collect())
                    }
                    other => {
                        self.report_mismatch(other.as_ref(), "is not an object");
                        Frame::for_wrong_value()
                    }
                }
            }
        };
        self.frames.push(frame);
    }

    /// Enters the array at this place and says how many items it has. Anything else is noted and
    /// has none.
    pub(super) fn enter_array(&mut self) -> usize {
        if self.is_tolerated_absence() {
            self.frames.push(Frame::for_array(Vec::new()));
            return 0;
        }
        let frame = match self.take_object_or_array() {
            Some(Json::Array(items)) => Frame::for_array(items),
            other => {
                self.report_mismatch(other.as_ref(), "is not an array");
                Frame::for_wrong_value()
            }
        };
        let count = frame.items_left();
        self.frames.push(frame);
        count
    }

    /// Takes the value, which is to be an object or an array; where that is tolerated, JSON in a string
    /// is parsed.
    fn take_object_or_array(&mut self) -> Option<Json> {
        let value = self.value()?;
        let text = value.as_str().filter(|_| self.is_lenient);
        // A short string may hold very many values, so parsing is bounded.
        let inner = text.and_then(|text| parse_bounded(text, MAX_VALUES_IN_STRINGS));
        let inner = inner.filter(|inner| inner.is_object() || inner.is_array());
        Some(inner.unwrap_or(value))
    }

    /// Whether no members of the object are left.
    pub(super) fn has_no_members(&self) -> bool {
        self.frames.last().is_none_or(Frame::is_empty)
    }

    /// Goes to the member `name`.
    pub(super) fn go_to_member(&mut self, name: &'static str) {
        if let Some(frame) = self.frames.last_mut() {
            self.value = frame.take_member(name);
        }
    }

    /// Goes to the members that are left, as an object of their own.
    pub(super) fn go_to_rest(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            self.value = frame.take_rest();
        }
    }

    /// Goes to the members that are left, as an object that leaves to this one what it does not take.
    pub(super) fn go_to_part(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            self.value = match frame.take_rest() {
                Value::Members(members) => Value::Part(members),
                other => other,
            };
        }
    }

    /// Whether the object has a member of that name left.
    pub(super) fn has_member(&self, name: &str) -> bool {
        self.frames
            .last()
            .is_some_and(|frame| frame.has_member(name))
    }

    /// Goes to the next item or member; `false` at the end.
    pub(super) fn go_to_next(&mut self) -> bool {
        let next = self.frames.last_mut().and_then(Frame::take_next);
        let is_some = next.is_some();
        if let Some(value) = next {
            self.value = Value::Json(value);
        }
        is_some
    }

    /// The name of the member that [`go_to_next`](Self::go_to_next) went to, when that is decoded.
    pub(super) fn take_key(&mut self) -> String {
        self.frames
            .last_mut()
            .map_or_else(String::new, Frame::take_key)
    }

    /// Leaves an array, or an object.
    ///
    /// Every member that was not taken is noted: it has no place in the type, and nothing is
    /// dropped in silence.
    pub(super) fn leave_frame(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        if frame.is_flattened() {
            return self.return_rest(frame);
        }
        if self.is_lenient {
            return;
        }
        // The words of the validation, so that callers see one kind of message.
        for name in frame.into_names() {
            let message = format!(
                "Additional properties are not allowed ({} was unexpected)",
                quote_name(&name)
            );
            self.push_violation(Description::of_unexpected_properties([&*name], message));
        }
    }

    /// Leaves an object that may have members which its type has no place for.
    pub(super) fn leave_frame_ignoring_rest(&mut self) {
        if let Some(frame) = self.frames.pop()
            && frame.is_flattened()
        {
            self.return_rest(frame);
        }
    }

    fn return_rest(&mut self, part: Frame) {
        if let Some(whole) = self.frames.last_mut() {
            whole.take_back(part);
        }
    }

    /// Notes a value of another type; one that is not there has been noted.
    pub(super) fn report_mismatch(&mut self, value: Option<&Json>, message: &str) {
        if value.is_some() {
            self.violation(message);
        }
    }

    fn push_violation(&mut self, description: Description) {
        let frames = &self.frames;
        self.violations.push_with(|| {
            let mut pointer = String::new();
            for frame in frames {
                frame.push_step(&mut pointer);
            }
            Violation::from_description(pointer, description)
        });
    }
}
