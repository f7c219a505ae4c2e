//! Which analyses run one after the other, and what each may use.
//!
//! No configuration is best for all programs. The value analysis with refinement proves programs of which little matters;
//! with everything tracked from the start, breadth first, it finds shallow bugs in programs whose every variable matters,
//! where refinement would learn one after the other. Each stage's verdict is sound on its own, so the first that is TRUE
//! or FALSE is the answer.
//!
//! Why one after the other and not side by side: a harness counts processor time, and the stages would share the memory.

use crate::request::{Limits, Request};
use cairn_base::Budget;
use cairn_task::Configuration;
use cairn_task::options::{Order, Strategy, ValueRefinement};
use std::time::{Duration, Instant};

/// What a run without any limit counts as its time, for the shares of the stages.
const UNLIMITED: Duration = Duration::from_secs(900);

/// The least time of a stage after one that gave up.
const BRIEF: Duration = Duration::from_secs(2);

/// One analysis of a strategy.
pub struct Stage {
    /// Its options.
    pub configuration: Configuration,
    /// Its share of the time that is left when it starts; the last takes all.
    share: Option<f64>,
}

/// The stages that the options ask for; at least one.
pub fn stages(configuration: &Configuration) -> Vec<Stage> {
    let last = |configuration: &Configuration| Stage { configuration: configuration.clone(), share: None };
    match configuration.strategy {
        Strategy::Single => vec![last(configuration)],
        Strategy::Sequence => {
            let first = Stage { configuration: configuration.clone(), share: Some(0.6) };
            let mut everything = configuration.clone();
            everything.value_refinement = ValueRefinement::None;
            everything.engine_order = Order::BreadthFirst;
            vec![first, last(&everything)]
        }
    }
}

impl Stage {
    /// True for the stage after which there is none.
    pub fn is_last(&self) -> bool {
        self.share.is_none()
    }

    /// What the stage may use. `gave_up`: the stage before ended by itself.
    pub fn budget(&self, request: &Request, gave_up: bool) -> Budget {
        let Limits { start, time, processor, memory, steps } = request.limits;
        let budget = Budget::unlimited(request.cancel.clone()).with_ticks(steps);
        let now = Instant::now();
        let Some(share) = self.share else {
            let budget = budget.with_memory(memory);
            // What values cannot refute, more values cannot: only a bug may be found, and soon.
            let brief = (start.elapsed() * 3).max(BRIEF);
            let left = time.map(|time| time.saturating_sub(start.elapsed()));
            return match gave_up {
                true => budget.with_time(now, Some(left.map_or(brief, |left| left.min(brief)))),
                false => budget.with_time(start, time),
            };
        };
        let all = [time, processor].into_iter().flatten().min().unwrap_or(UNLIMITED);
        let left = all.saturating_sub(start.elapsed());
        // Freed memory stays with the process, so the next stage starts where this one ended.
        budget.with_time(now, Some(left.mul_f64(share))).with_memory(memory.map(|bytes| bytes / 2))
    }
}
