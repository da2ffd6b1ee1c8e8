//! How many tasks lead to the operation that was wanted, by what the lister prints.

use toolwright_inspect::evaluation::TaskScore;

use crate::Error;

use super::{Searched, Set, Task};

/// Places at which an operation counts as found.
pub const PLACES: usize = 5;

/// How a set of tasks was met.
#[derive(Clone, Debug, Default)]
pub struct Quality {
    /// Tasks of the set.
    pub tasks: usize,
    /// Those whose operation came first.
    pub first: usize,
    /// Those whose operation was among the first `PLACES`.
    pub found: usize,
    /// The others.
    pub misses: Vec<Miss>,
}

/// A task whose operation was not among the first.
#[derive(Clone, Debug)]
pub struct Miss {
    /// The task.
    pub task: Task,
    /// The place at which its operation came, from 1; nothing where it is not on the first page.
    pub place: Option<usize>,
    /// What came first.
    pub first: String,
}

impl Quality {
    /// Searches for all tasks of a set.
    pub fn measure(set: Set) -> Result<Self, Error> {
        let mut quality = Self::default();
        for tasks in set.tasks().chunk_by(|a, b| a.api == b.api) {
            let api = tasks.first().map_or("", |task| task.api);
            let searched = Searched::load(api)?;
            for task in tasks {
                quality.add(task, searched)?;
            }
        }
        Ok(quality)
    }

    fn add(&mut self, task: &Task, searched: &Searched) -> Result<(), Error> {
        let does_it = |operation: &str| operation == task.wanted || operation == task.or;
        if !searched
            .operations
            .iter()
            .any(|operation| does_it(operation))
        {
            return Err(format!("{} has no {}", task.api, task.wanted).into());
        }
        let printed = searched.find_operations(task.text)?;
        let step = [task.wanted, task.or].map(str::to_owned);
        let place = TaskScore::count_steps(&[step.to_vec()], &printed).first_place;
        self.tasks += 1;
        self.first += usize::from(place == Some(1));
        match place {
            Some(place) if place <= PLACES => self.found += 1,
            _ => self.misses.push(Miss {
                task: *task,
                place,
                first: printed.first().cloned().unwrap_or_default(),
            }),
        }
        Ok(())
    }
}

impl Miss {
    /// The miss in one line.
    pub fn line(&self) -> String {
        let Task {
            api, text, wanted, ..
        } = self.task;
        let place = match self.place {
            Some(place) => format!("came as number {place}"),
            None => "is not on the first page".to_owned(),
        };
        format!(
            "{api}, {text:?}: {wanted} {place}, the first was {}",
            self.first
        )
    }
}
