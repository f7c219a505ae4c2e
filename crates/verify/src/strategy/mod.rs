//! Which analyses run one after the other, and what each may use.
//!
//! No analysis is best for all programs, and what decides a program at all mostly decides it soon. So there are three
//! rounds: each analysis gets some tenths of a second, then a few seconds, then those that are not at their end get shares
//! of the time that is left. What is done twice costs a quarter of the time at most, for each round is some four times as
//! long as the one before. Each verdict is sound by itself, so the first that is TRUE or FALSE is the answer. The stages are data
//! ([`rows`]). The figures behind the order are in `docs/design/strategy.md`.
//!
//! One finding changes the order: where an unrolling has all executions in its formula and was stopped at the question, the
//! question is what is left, and its long round comes next ([`crate::stages`]).
//!
//! Why one after the other and not side by side: a harness counts processor time, and the stages would share the memory.
//! Who asks for more jobs gets them side by side ([`crate::race`]), in the same order.

mod rows;

pub use rows::{ROWS, Share, StrategyRow};

use crate::request::{Request, RunLimits};
use cairn_base::clock::{process_time, thread_time};
use cairn_base::{Budget, CancelToken};
use cairn_domains::value::Refining;
use cairn_ir::{CallGraph, Program};
use cairn_options::values::Modules;
use cairn_options::{Analysis, Configuration, table};
use cairn_predicate::Encoding;
use std::time::Duration;

/// What a run without any limit counts as its time, for the shares of the stages.
const UNLIMITED: Duration = Duration::from_secs(900);

/// A stage of the first two rounds never takes more than this share of the time that is left.
const BRIEF_SHARE: f64 = 0.2;

/// One analysis of a strategy.
pub struct Stage {
    /// Its options; the analysis is not `auto`.
    pub configuration: Configuration,
    /// Its share of the time that is left when it starts; `None` for a stage without others.
    share: Option<f64>,
    /// In the first rounds, no more than this.
    most: Option<Duration>,
    /// It runs only where the one before came to its end and met infeasible paths that it could not refute.
    pub after_unrefuted: bool,
}

/// What the choice depends on.
struct Features {
    /// Results of blocks are kept from run to run.
    are_kept: bool,
    loops: bool,
    recursion: bool,
    /// Mostly generated: state machines with thousands of branches, whose states are many but known.
    large: bool,
}

/// From so many edges on a program is large.
const LARGE: usize = 2_000;

impl Features {
    fn of(program: &Program, are_kept: bool) -> Self {
        let calls = CallGraph::new(program);
        Self {
            are_kept,
            loops: program.nodes.iter().any(|node| node.loop_head),
            recursion: program.functions.ids().any(|function| calls.is_recursive(function)),
            large: program.edges.len() >= LARGE,
        }
    }
}

/// The stages that the options ask for; at least one. When results of blocks are kept, blocks come first.
///
/// Predicates over whole numbers go on over bit-vectors where whole numbers refute too little: products of what is not
/// constant, and operations on bits, have any value there. Functions by themselves meet that more often, for an argument
/// that is a constant of the caller is none inside.
pub fn stages(configuration: &Configuration, program: &Program, are_kept: bool) -> Vec<Stage> {
    if configuration.analysis != Analysis::Auto {
        let only = |configuration, after_unrefuted| Stage { configuration, share: None, most: None, after_unrefuted };
        let mut stages = vec![only(configuration.clone(), false)];
        let has_predicates = matches!(configuration.analysis, Analysis::Predicate | Analysis::ValuePredicate);
        if has_predicates && configuration.encoding == Encoding::Integer {
            stages.push(only(Configuration { encoding: Encoding::BitVector, ..configuration.clone() }, true));
        }
        return stages;
    }
    let features = Features::of(program, are_kept);
    ROWS.iter().filter(|row| row.condition.holds(&features)).map(|row| stage(configuration, row)).collect()
}

/// The stage of a row: the user's options, but for those that the row sets.
fn stage(configuration: &Configuration, row: &StrategyRow) -> Stage {
    let mut configuration = configuration.clone();
    for (name, value) in row.options {
        let set = table::row(name).map(|option| (option.set)(&mut configuration, value));
        debug_assert_eq!(set, Some(Ok(())), "{name}={value}");
    }
    let (share, most) = match row.share {
        Share::Milliseconds(most) => (BRIEF_SHARE, Some(Duration::from_millis(most))),
        Share::Percent(percent) => (f64::from(percent) / 100.0, None),
    };
    Stage { configuration, share: Some(share), most, after_unrefuted: false }
}

/// All that a run may use.
pub fn whole_budget(request: &Request) -> Budget {
    whole_budget_until(request, request.cancel.clone())
}

fn whole_budget_until(request: &Request, cancel: CancelToken) -> Budget {
    let RunLimits { start, time, processor: _, memory, steps, work } = request.limits;
    let budget = Budget::unlimited(cancel).with_ticks(steps).with_work(work);
    budget.with_memory(memory).with_time(start, time)
}

impl Stage {
    /// What statistics call it: the analysis, and the options by which stages of one analysis differ.
    pub fn name(&self) -> String {
        let Configuration { analysis, bam_blocks, value_refinement, value_split, engine_order, encoding, .. } =
            &self.configuration;
        let mut name = analysis.word().to_owned();
        if *analysis == Analysis::Value && *value_refinement == Refining::None {
            let what = if *value_split > 1 { "split" } else { "everything" };
            name = format!("{name}, {what}, {}", engine_order.word());
        }
        if matches!(analysis, Analysis::Predicate | Analysis::Distributed) {
            name = format!("{name}, {}", encoding.word());
        }
        if *bam_blocks != Modules::Off {
            name = format!("{name}, by blocks");
        }
        name
    }

    /// Whether it is of the last round, whose stages get a share of the time that is left.
    pub fn is_long(&self) -> bool {
        self.most.is_none()
    }

    /// What the stage may use; the last one takes what is left. Its share is counted in processor time, so that a busy
    /// machine does not move the border between the stages.
    pub fn budget(&self, request: &Request, is_last: bool) -> Budget {
        let budget = whole_budget(request);
        if is_last { budget } else { self.shared(budget, request, |processor| processor.saturating_sub(thread_time())) }
    }

    /// A budget with the stage's share of what is left of the whole. `left` says what is left of a limit of processor time.
    fn shared(&self, budget: Budget, request: &Request, left: impl Fn(Duration) -> Duration) -> Budget {
        let RunLimits { start, time, processor, .. } = request.limits;
        let share = self.share.map(|share| {
            let wall = time.map(|limit| limit.saturating_sub(start.elapsed()));
            let left = [wall, processor.map(left)].into_iter().flatten().min();
            left.unwrap_or_else(|| UNLIMITED.saturating_sub(start.elapsed())).mul_f64(share)
        });
        let limit = [share, self.most].into_iter().flatten().min();
        budget.with_processor_time(limit)
    }

    /// What the stage may use beside others: `number` of `jobs` says which thread runs it, and `cancel` ends it. Its share
    /// is of the time that is left to each thread. Where memory runs short, the last thread gives way first.
    pub fn budget_beside(
        &self,
        request: &Request,
        is_last: bool,
        number: usize,
        jobs: usize,
        cancel: CancelToken,
    ) -> Budget {
        let jobs = u32::try_from(jobs).unwrap_or(u32::MAX).max(1);
        let number = u32::try_from(number).unwrap_or(u32::MAX).min(jobs - 1);
        let memory = request.limits.memory.map(|limit| limit - limit / u64::from(2 * jobs) * u64::from(number));
        let budget = whole_budget_until(request, cancel).with_memory(memory);
        if is_last {
            return budget;
        }
        self.shared(budget, request, |processor| processor.saturating_sub(process_time()) / jobs)
    }
}
