//! The spans that are open, kept so that events can be written with the fields of the spans around them.
//!
//! This is the part of `tracing-subscriber`'s `Registry` that a log needs. ARCHITECTURE.md has the figures for both.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tracing::span::{Attributes, Id, Record};

use super::fields::Fields;

/// The spans that are open, for the fields of the events within.
#[derive(Debug, Default)]
pub(super) struct Spans {
    last: AtomicU64,
    open: Mutex<HashMap<u64, Span>>,
}

/// A span's name and fields, as far as they are known.
#[derive(Clone, Debug)]
pub(super) struct Span {
    pub(super) name: &'static str,
    pub(super) fields: Fields,
    parent: Option<u64>,
    /// Its handles and its children.
    users: usize,
}

thread_local! {
    /// The spans that this thread is in, the innermost last.
    static ENTERED: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// This thread is in the span from now on.
pub(super) fn enter_span(id: &Id) {
    ENTERED.with_borrow_mut(|entered| entered.push(id.into_u64()));
}

/// This thread has left the span.
pub(super) fn exit_span(id: &Id) {
    ENTERED.with_borrow_mut(|entered| {
        // Spans are not always left in the order they were entered: async tasks interleave on a thread.
        if let Some(place) = entered.iter().rposition(|known| *known == id.into_u64()) {
            entered.remove(place);
        }
    });
}

fn innermost_span() -> Option<u64> {
    ENTERED.with_borrow(|entered| entered.last().copied())
}

impl Spans {
    pub(super) fn open_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let parent = match attributes.parent() {
            Some(parent) => Some(parent.into_u64()),
            None if attributes.is_contextual() => innermost_span(),
            None => None,
        };
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let mut open = self.lock_spans();
        // A child keeps its parent open, so that the fields of closed parents are still written.
        let parent = parent.filter(|parent| match open.get_mut(parent) {
            Some(parent) => {
                parent.users += 1;
                true
            }
            None => false,
        });
        let span = Span {
            name: attributes.metadata().name(),
            fields,
            parent,
            users: 1,
        };
        open.insert(id, span);
        Id::from_u64(id)
    }

    pub(super) fn record_values(&self, id: &Id, values: &Record<'_>) {
        if let Some(span) = self.lock_spans().get_mut(&id.into_u64()) {
            values.record(&mut span.fields);
        }
    }

    pub(super) fn add_user(&self, id: &Id) {
        if let Some(span) = self.lock_spans().get_mut(&id.into_u64()) {
            span.users += 1;
        }
    }

    /// Drops a handle. Says whether the span is closed.
    pub(super) fn close_span(&self, id: &Id) -> bool {
        let mut open = self.lock_spans();
        let mut next = Some(id.into_u64());
        let mut is_closed = false;
        while let Some(id) = next {
            let Some(span) = open.get_mut(&id) else {
                break;
            };
            span.users = span.users.saturating_sub(1);
            if span.users > 0 {
                break;
            }
            next = open.remove(&id).and_then(|span| span.parent);
            is_closed = true;
        }
        is_closed
    }

    /// The spans that this thread is in, the outermost first.
    pub(super) fn current_spans(&self) -> Vec<Span> {
        innermost_span().map_or_else(Vec::new, |id| self.collect_ancestors(id))
    }

    /// A span and those around it, the outermost first.
    pub(super) fn span_with_ancestors(&self, id: &Id) -> Vec<Span> {
        self.collect_ancestors(id.into_u64())
    }

    fn collect_ancestors(&self, id: u64) -> Vec<Span> {
        let mut spans = Vec::new();
        let mut next = Some(id);
        let open = self.lock_spans();
        while let Some(span) = next.and_then(|id| open.get(&id)) {
            spans.push(span.clone());
            next = span.parent;
        }
        spans.reverse();
        spans
    }

    fn lock_spans(&self) -> MutexGuard<'_, HashMap<u64, Span>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
