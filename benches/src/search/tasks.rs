//! What somebody wants done, and the operations that do it.

/// A set of tasks, in the words of people and models and not in those of the specs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// A hundred, for three APIs; written before the search, which was tuned by them.
    Tuned,
    /// Thirty for two other APIs; written before the search, and first run when it had been tuned by the others:
    /// 21 came first and 28 among the first five.
    Unseen,
    /// Thirty for three further APIs; written and first run when nothing of the search was changed any more.
    Last,
}

/// A task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Name of the API, of `super::spec`.
    pub api: &'static str,
    /// What is wanted.
    pub text: &'static str,
    /// Method and path of the operation that does it.
    pub wanted: &'static str,
    /// The same of another one that does it as well, else empty.
    pub or: &'static str,
}

impl Set {
    /// All sets.
    pub const ALL: [Self; 3] = [Self::Tuned, Self::Unseen, Self::Last];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tuned => "tuned by",
            Self::Unseen => "unseen",
            Self::Last => "unseen, other APIs",
        }
    }

    /// Its tasks, in the order of their APIs.
    pub fn tasks(self) -> Vec<Task> {
        let text = match self {
            Self::Tuned => include_str!("../../search/tasks.csv"),
            Self::Unseen => include_str!("../../search/unseen.csv"),
            Self::Last => include_str!("../../search/last.csv"),
        };
        text.lines().skip(1).filter_map(task).collect()
    }
}

fn task(line: &'static str) -> Option<Task> {
    let mut fields = line.split(',');
    Some(Task {
        api: fields.next()?,
        text: fields.next()?,
        wanted: fields.next()?,
        or: fields.next()?,
    })
}
