//! When a run executes the whole program ([`super::fuzz`]): before the first query, between queries, or without any.

use super::decide::Run;
use crate::unknown_cause::{Cause, Explanation};
use crate::violation::Violation;
use cairn_base::Budget;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A turn of the fuzzer has at most this part of the time that is left.
const PART: u32 = 4;

impl Run<'_> {
    /// What executions of the whole program violate: one turn, or with `only` all until the time is over. False where the run ends here.
    pub(super) fn by_executions(&mut self, only: bool) -> bool {
        loop {
            let end = match (self.is_over(), self.turn(only)) {
                (_, true) if self.limits.stop_at_first => Some(stopped_at_first()),
                (Some(over), _) if only => Some(over),
                _ if only && (self.fuzzing.is_none() || self.open().is_empty()) => {
                    let next = "leave out --option testing.command-lines=only";
                    let text = "nothing but executions on made-up command lines was asked for";
                    Some(Explanation::new(Cause::Limit, text, next))
                }
                _ => None,
            };
            if let Some(end) = end {
                self.known.give_up(&end);
                (self.tell)(&self.known);
                return false;
            }
            if !only {
                return true;
            }
        }
    }

    /// A violation that an engine found, as an execution of the whole program where it is one.
    pub(super) fn repeated(&mut self, row: usize, violation: Violation) -> Violation {
        let Some(fuzzing) = &mut self.fuzzing else { return violation };
        let program = Arc::clone(&self.known.program);
        let repeated = fuzzing.repeated(&violation, &program, &mut self.known.all, (row, &program.sources));
        repeated.unwrap_or(violation)
    }

    /// One turn; whether a row became violated.
    fn turn(&mut self, only: bool) -> bool {
        let part = if only { 1 } else { PART };
        let (time, first) = (self.left().map(|left| left / part), self.limits.stop_at_first);
        let Some(fuzzing) = &mut self.fuzzing else { return false };
        let start = Instant::now();
        let budget = Budget::unlimited(self.request.cancel.clone()).with_time(start, time);
        let is_found = fuzzing.turn(&mut self.known, self.tell, &budget, first);
        self.known.executed = Some(fuzzing.executed());
        (self.in_queries, self.in_fuzzing) = (Duration::ZERO, start.elapsed());
        (self.tell)(&self.known);
        is_found
    }
}

/// Why the rest is not decided where the run ends with the first violation.
pub(super) fn stopped_at_first() -> Explanation {
    Explanation::new(Cause::Limit, "another obligation is violated", "run without --stop-at-first")
}
