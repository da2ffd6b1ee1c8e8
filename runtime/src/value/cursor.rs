use std::fmt::{self, Write as _};

/// One thing that is wrong with an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// JSON pointer (RFC 6901) of the faulty value within the arguments.
    pub pointer: String,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.pointer, self.message)
        }
    }
}

/// Where a decoder stands in the arguments, and what it found wrong so far.
#[derive(Debug, Default)]
pub struct Cursor {
    path: Vec<Step>,
    violations: Vec<Violation>,
    muted: usize,
}

#[derive(Debug)]
enum Step {
    Name(&'static str),
    Key(String),
    Index(usize),
}

impl Cursor {
    /// A cursor at the root of the arguments.
    pub fn new() -> Self {
        Self::default()
    }

    /// What was found wrong.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// What was found wrong, when decoding is over.
    pub fn into_violations(self) -> Vec<Violation> {
        self.violations
    }

    /// Notes that the value at this place is wrong.
    pub fn violation(&mut self, message: impl Into<String>) {
        if self.muted == 0 {
            let pointer = self.pointer();
            self.violations.push(Violation {
                pointer,
                message: message.into(),
            });
        }
    }

    pub(crate) fn at_name<T>(&mut self, name: &'static str, run: impl FnOnce(&mut Self) -> T) -> T {
        self.at(Step::Name(name), run)
    }

    pub(crate) fn at_key<T>(&mut self, key: String, run: impl FnOnce(&mut Self) -> T) -> T {
        self.at(Step::Key(key), run)
    }

    pub(crate) fn at_index<T>(&mut self, index: usize, run: impl FnOnce(&mut Self) -> T) -> T {
        self.at(Step::Index(index), run)
    }

    /// Runs a decoder that fills the place of a value already reported as wrong.
    pub(crate) fn muted<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.muted += 1;
        let result = run(self);
        self.muted -= 1;
        result
    }

    fn at<T>(&mut self, step: Step, run: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let result = run(self);
        self.path.pop();
        result
    }

    fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in &self.path {
            pointer.push('/');
            match step {
                Step::Name(name) => push_escaped(&mut pointer, name),
                Step::Key(key) => push_escaped(&mut pointer, key),
                Step::Index(index) => {
                    let _ = write!(pointer, "{index}");
                }
            }
        }
        pointer
    }
}

/// Appends a reference token of a JSON pointer (RFC 6901, section 3).
pub(crate) fn push_escaped(pointer: &mut String, token: &str) {
    for c in token.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            _ => pointer.push(c),
        }
    }
}
