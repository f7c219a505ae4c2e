//! Which analyses run one after the other, and what each may use.
//!
//! No configuration is best for all programs. The value analysis with refinement proves programs of which little matters;
//! with everything tracked from the start, it decides programs whose every variable matters, where refinement would learn
//! one after the other: depth first it reaches the end of a program that has one, breadth first it finds the shallow bugs
//! of one that has none. Each stage's verdict is sound on its own, so the first that is TRUE
//! or FALSE is the answer.
//!
//! Why one after the other and not side by side: a harness counts processor time, and the stages would share the memory.

use crate::request::{Limits, Request};
use cairn_base::Budget;
use cairn_task::Configuration;
use cairn_task::options::{Analysis, Order, ValueRefinement};
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
    if configuration.analysis != Analysis::Auto {
        return vec![Stage { configuration: configuration.clone(), share: None }];
    }
    let value = |refinement: ValueRefinement, order: Order, share: Option<f64>| {
        let mut configuration = configuration.clone();
        configuration.analysis = Analysis::Value;
        configuration.value_refinement = refinement;
        configuration.engine_order = order;
        Stage { configuration, share }
    };
    vec![
        value(configuration.value_refinement, configuration.engine_order, Some(0.5)),
        value(ValueRefinement::None, Order::DepthFirst, Some(0.4)),
        value(ValueRefinement::None, Order::BreadthFirst, None),
    ]
}

impl Stage {
    /// True for the stage after which there is none.
    pub fn is_last(&self) -> bool {
        self.share.is_none()
    }

    /// What the stage may use. `gave_up`: a stage before ended by itself, without a verdict.
    pub fn budget(&self, request: &Request, gave_up: bool) -> Budget {
        let Limits { start, time, processor, memory, steps } = request.limits;
        let (now, elapsed) = (Instant::now(), start.elapsed());
        let left = |limit: Duration| limit.saturating_sub(elapsed);
        // Freed memory stays with the process, so the next stage starts where this one ended.
        let memory = if self.is_last() { memory } else { memory.map(|bytes| bytes / 2) };
        let share = self.share.map(|share| {
            let all = [time, processor].into_iter().flatten().min().unwrap_or(UNLIMITED);
            left(all).mul_f64(share)
        });
        // What values cannot refute, more values cannot: only a bug may be found, and soon.
        let brief = gave_up.then(|| elapsed.max(BRIEF));
        let limit = [share, brief, time.map(left)].into_iter().flatten().min();
        let budget = Budget::unlimited(request.cancel.clone()).with_ticks(steps).with_memory(memory);
        match (limit, time) {
            // So that the user reads the limit that he set.
            (_, Some(_)) if self.is_last() && !gave_up => budget.with_time(start, time),
            _ => budget.with_time(now, limit),
        }
    }
}
