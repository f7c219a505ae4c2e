//! Which analyses run, and how they share the time.
//!
//! No analysis is best for all programs, and what decides a program at all mostly decides it soon. So the analyses take
//! turns ([`crate::decide`]), in rounds whose slices double, and each goes on where its last turn ended: no work is done
//! twice. What one of them decides in so much time of its own is decided when all together have used a small multiple of
//! it. Each verdict is sound by itself, so the first that is TRUE or FALSE is the answer. The stages are data ([`rows`]).
//! The reasons and figures behind them are in `docs/design/strategy.md`.
//!
//! Why in turns and not side by side: a harness counts processor time. Who asks for more jobs gets as many turns at once.
//!
//! An analysis that is asked for by name, and the stage that reads kept results of blocks, run before all turns, one after
//! the other ([`crate::decide`]).

mod rows;

pub use rows::{ROWS, StrategyRow, When};

use crate::facts::KnownFacts;
use crate::request::{Request, RunLimits};
use cairn_base::turns::Member;
use cairn_base::{Budget, CancelToken};
use cairn_domains::interval::RangeStates;
use cairn_domains::memory::SharedInvariants;
use cairn_domains::value::Refining;
use cairn_ir::{BinaryOp, CallGraph, ExprId, ExprKind, Op, Place, PlaceKind, Program};
use cairn_options::values::Modules;
use cairn_options::{Analysis, Capability, Configuration, table};
use cairn_predicate::Encoding;
use std::collections::BTreeSet;
use std::time::Duration;

/// One analysis of a strategy.
pub struct Stage {
    /// Its options; the analysis is not `auto`.
    pub configuration: Configuration,
    /// Invariants over the program's integers, for all stages.
    pub known: SharedInvariants,
    /// How it takes turns; `None` for a stage that runs before all that do.
    pub turns: Option<Member>,
    /// No more processor time than this.
    most: Option<Duration>,
    /// The row of the strategy that it is of, if any.
    pub row: Option<&'static StrategyRow>,
    /// It runs only where the one before came to its end and met infeasible paths that it could not refute.
    pub after_unrefuted: bool,
}

struct Features {
    /// Results of blocks are kept from run to run.
    are_kept: bool,
    loops: bool,
    recursion: bool,
    /// Mostly generated: state machines with thousands of branches, whose states are many but known.
    large: bool,
    /// An element of an array is chosen by what is no constant.
    arrays: bool,
    /// Memory is allocated, and some record has a pointer to its like.
    lists: bool,
    /// Several variables are given sums or products: there may be equalities between them.
    sums: bool,
    heap: bool,
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
            arrays: chooses_elements(program),
            lists: has_lists(program),
            sums: has_sums(program),
            heap: allocates(program),
        }
    }
}

impl Features {
    /// Whether an analysis can do what the program asks for, by its row of capabilities. One that cannot would only use up
    /// its turns, and its reason would say nothing about the program.
    fn fit(&self, analysis: Analysis) -> bool {
        let asked = [(self.recursion, Capability::Recursion), (self.heap, Capability::Heap)];
        asked.iter().all(|(is_asked, capability)| !is_asked || analysis.can(*capability))
    }
}

/// Whether an element of an array, or of what a pointer points into, is chosen by what is no constant.
fn chooses_elements(program: &Program) -> bool {
    let exprs = &program.exprs;
    let is_open = |expr: ExprId| !matches!(exprs[expr].kind, ExprKind::Constant(_));
    exprs.places().any(|(_, place)| match place.kind {
        PlaceKind::Index(_, index) => is_open(index),
        PlaceKind::Deref(pointer) => {
            matches!(exprs[pointer].kind, ExprKind::Binary(BinaryOp::PtrAdd, _, index) if is_open(index))
        }
        PlaceKind::Var(_) | PlaceKind::Field(..) => false,
    })
}

/// Whether the program asks for memory.
fn allocates(program: &Program) -> bool {
    let is_allocation = |op: &Op| matches!(op, Op::Intrinsic { which, .. } if which.row().allocates().is_some());
    program.edges.iter().any(|edge| is_allocation(&edge.op))
}

/// Whether the program may make lists: it allocates, and a place is a member that points to a record like its own.
fn has_lists(program: &Program) -> bool {
    let links = |place: &Place| match place.kind {
        PlaceKind::Field(record, _) => program.types.pointee(place.ty) == Some(program.exprs[record].ty),
        _ => false,
    };
    allocates(program) && program.exprs.places().any(|(_, place)| links(place))
}

/// Whether two variables are given the values of sums, differences or products; elements of arrays count as one.
fn has_sums(program: &Program) -> bool {
    let exprs = &program.exprs;
    let mut variables = BTreeSet::new();
    let has_elements = chooses_elements(program);
    for edge in program.edges.iter() {
        let Op::Assign { place, value } = edge.op else { continue };
        let var = match exprs[place].kind {
            PlaceKind::Var(var) => Some(var),
            _ if has_elements => None,
            _ => continue,
        };
        let mut at = value;
        while let ExprKind::Cast(inner) = exprs[at].kind {
            at = inner;
        }
        if let ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..) = exprs[at].kind {
            variables.insert(var);
        }
    }
    variables.len() > 1
}

/// The stages that the options ask for; at least one. Those that take turns come last. When results of blocks are kept,
/// blocks come first.
///
/// Predicates over whole numbers go on over bit-vectors where whole numbers refute too little: products of what is not
/// constant, and operations on bits, have any value there. Functions by themselves meet that more often, for an argument
/// that is a constant of the caller is none inside. `is_local`: the run is in this process alone.
pub fn stages(
    configuration: &Configuration,
    program: &Program,
    facts: Option<&KnownFacts>,
    are_kept: bool,
    is_local: bool,
) -> Vec<Stage> {
    let known = match (facts, configuration.analysis) {
        (Some(facts), _) => facts.shared(program),
        (None, Analysis::Auto) => SharedInvariants::awaited(),
        (None, _) => SharedInvariants::default(),
    };
    if configuration.analysis != Analysis::Auto {
        let only = |configuration, after_unrefuted| Stage {
            configuration,
            known: known.clone(),
            turns: None,
            most: None,
            row: None,
            after_unrefuted,
        };
        let mut stages = vec![only(configuration.clone(), false)];
        let has_predicates = match configuration.analysis {
            Analysis::Predicate | Analysis::ValuePredicate | Analysis::Impact => true,
            // On many machines a run is one analysis.
            Analysis::Distributed => is_local && configuration.distributed_analysis.has_predicates(),
            _ => false,
        };
        if has_predicates && configuration.encoding == Encoding::Integer {
            stages.push(only(Configuration { encoding: Encoding::BitVector, ..configuration.clone() }, true));
        }
        return stages;
    }
    let features = Features::of(program, are_kept);
    let rows = ROWS.iter().filter(|row| row.condition.holds(&features));
    let stages = rows.map(|row| stage(configuration, row, &known));
    // What memory shows is among the facts.
    let is_known = |analysis| facts.is_some() && analysis == Analysis::Memory;
    let is_fit = |analysis| features.fit(analysis) && !is_known(analysis);
    stages.filter(|stage| is_fit(stage.configuration.analysis)).collect()
}

/// The stage of a row: the user's options, but for those that the row sets.
fn stage(configuration: &Configuration, row: &'static StrategyRow, known: &SharedInvariants) -> Stage {
    let mut configuration = configuration.clone();
    for (name, value) in row.options {
        let set = table::row(name).map(|option| (option.set)(&mut configuration, value));
        debug_assert_eq!(set, Some(Ok(())), "{name}={value}");
    }
    let (turns, most) = match row.when {
        When::Before(most) => (None, Some(Duration::from_millis(most))),
        When::Turns(member) => (Some(member), None),
    };
    Stage { configuration, known: known.clone(), turns, most, row: Some(row), after_unrefuted: false }
}

/// All that a run may use.
pub fn whole_budget(request: &Request) -> Budget {
    whole_budget_until(request, request.cancel.clone())
}

/// All that a run may use, with another flag that ends it.
pub fn whole_budget_until(request: &Request, cancel: CancelToken) -> Budget {
    let RunLimits { start, time, processor: _, memory, steps, work } = request.limits;
    let budget = Budget::unlimited(cancel).with_ticks(steps).with_work(work);
    budget.with_memory(memory).with_time(start, time)
}

impl Stage {
    /// Its name in statistics: the analysis, and the options by which stages of one analysis differ.
    pub fn name(&self) -> String {
        let Configuration { analysis, bam_blocks, engine_order, encoding, interval_states, .. } = &self.configuration;
        let Configuration { value_refinement, value_split, .. } = &self.configuration;
        let mut name = analysis.word().to_owned();
        if *analysis == Analysis::Value && *value_refinement == Refining::None {
            let what = if *value_split > 1 { "split" } else { "everything" };
            name = format!("{name}, {what}, {}", engine_order.word());
        }
        if *interval_states == RangeStates::Classes {
            name = format!("{name}, {}", interval_states.word());
        }
        if matches!(analysis, Analysis::Predicate | Analysis::Distributed)
            || (*analysis == Analysis::Impact && *encoding == Encoding::BitVector)
        {
            name = format!("{name}, {}", encoding.word());
        }
        if *bam_blocks != Modules::Off {
            name = format!("{name}, by blocks");
        }
        name
    }

    /// Budget of a stage before all turns. Its time is processor time, so that a busy machine does not move its end.
    pub fn budget(&self, request: &Request) -> Budget {
        whole_budget(request).with_processor_time(self.most).with_book(request.book(self.name()))
    }
}
