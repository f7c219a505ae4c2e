//! Noting what queries cost: by kind in the book of a budget, and the slowest of a run with their texts.

use crate::solver::{Answer, SolverError, SolverLimits};
use cairn_base::Work;
use cairn_base::clock::thread_time;
use cairn_term::{Smtlib, TermId, Terms};
use std::fmt::{self, Write};
use std::time::Duration;

/// Of a query with more terms no text is made: it would take as long as some queries.
const MOST_TERMS: usize = 100_000;

/// A query from its beginning on. Its time is the processor's for the thread, so that waiting for a turn is no part of it.
pub(crate) struct QueryClock(Duration);

impl QueryClock {
    pub(crate) fn start() -> Self {
        Self(thread_time())
    }

    /// It is over, unless it is only a part of another; `text` is a script that asks the same, if one can be made.
    pub(crate) fn end(
        &self,
        limits: &SolverLimits,
        answer: impl FnOnce() -> String,
        text: impl FnOnce() -> Option<String>,
    ) {
        if limits.is_part {
            return;
        }
        if let Some(ledger) = &limits.ledger {
            let time = thread_time().saturating_sub(self.0);
            ledger.book().note_query(limits.kind, time, || Some((answer(), text()?)));
        }
    }
}

impl SolverLimits {
    pub(crate) fn note_work(&self, work: Work) {
        if let Some(ledger) = &self.ledger {
            ledger.add_for(self.kind, work);
        }
    }
}

/// Result of a check, in a word or a sentence.
pub(crate) fn answer_text(answer: &Result<Answer, SolverError>) -> String {
    match answer {
        Ok(Answer::Sat) => "sat".to_owned(),
        Ok(Answer::Unsat) => "unsat".to_owned(),
        Ok(Answer::Unknown(why)) => format!("unknown: {why}"),
        Err(error) => error.to_string(),
    }
}

/// A script that asks whether some terms have a common model.
pub(crate) fn script<'t>(terms: &Terms, all: impl IntoIterator<Item = &'t TermId>) -> Option<String> {
    let mut assertions: Vec<TermId> = all.into_iter().copied().collect();
    assertions.dedup();
    if terms.below(&assertions).len() > MOST_TERMS {
        return None;
    }
    written(&format_args!("(set-logic ALL)\n{}", Smtlib { terms, assertions: &assertions }))
}

/// A text, if it can be written.
pub(crate) fn written(text: &dyn fmt::Display) -> Option<String> {
    let mut out = String::new();
    write!(out, "{text}").ok()?;
    Some(out)
}
