//! The laws of an analysis, as checks on samples: every implementation of [`Cpa`] runs them in its tests.
//!
//! [`sample`] walks a program and collects states with moves; [`check`] tries each law on all pairs of them. What a check
//! cannot see is whether abstract states stand for the concrete states they should: the tests that follow the interpreter
//! see that.

use crate::algebra::{Cpa, Move, Successors};
use crate::context::{Cx, Failure, Res, Statistics};
use crate::control::{ControlId, Controls};
use crate::specification::Specification;
use cairn_base::Budget;
use cairn_ir::{Op, Program, Step};

/// A state of an analysis where it occurs, with a move from there.
#[derive(Clone, Debug)]
pub struct Sample<S> {
    /// The state.
    pub state: S,
    /// Where it is.
    pub control: ControlId,
    /// A move from there.
    pub step: Step,
    /// Where the move leads.
    pub to: ControlId,
}

/// A law that does not hold, as a sentence with the states.
pub type BrokenLaw = String;

/// The samples of a program, and the control states that they name.
pub type Sampled<'p, S> = (Controls<'p>, Vec<Sample<S>>);

fn run<T>(result: Res<T>) -> Result<Option<T>, BrokenLaw> {
    match result {
        Ok(value) => Ok(Some(value)),
        // What an analysis refuses breaks no law.
        Err(Failure::Unsupported { .. }) => Ok(None),
        Err(failure) => Err(format!("an operation failed: {failure}")),
    }
}

/// Follows a program's moves under `precision` and collects up to `limit` samples, each state with each of its moves. All
/// states of a location are kept, covered or not, so that there is something to compare.
///
/// # Errors
/// An operation of the analysis fails.
pub fn sample<'p, C: Cpa>(
    cpa: &C,
    precision: &C::Precision,
    program: &'p Program,
    specification: &'p Specification,
    budget: &Budget,
    limit: usize,
) -> Result<Sampled<'p, C::State>, BrokenLaw> {
    let mut controls = Controls::new(program, specification);
    let mut statistics = Statistics::default();
    let mut cx = Cx { program, budget, statistics: &mut statistics };
    let mut queue = std::collections::VecDeque::new();
    if let Some((state, _)) = run(cpa.initial(&mut cx))? {
        queue.push_back((state, controls.initial()));
    }
    let (mut samples, mut moves) = (Vec::new(), Vec::new());
    while let Some((state, control)) = queue.pop_front() {
        controls.moves(control, &mut moves).map_err(|failure| failure.to_string())?;
        for (step, to) in moves.iter().copied() {
            if let Step::Edge(edge) = step
                && matches!(program.edges[edge].op, Op::Halt | Op::Unsupported(_))
            {
                continue;
            }
            if samples.len() >= limit {
                return Ok((controls, samples));
            }
            samples.push(Sample { state: state.clone(), control, step, to });
            let mut out = Successors::new();
            let at = move_of(&controls, program, control, step, to);
            if run(cpa.post(&state, precision, &at, &mut cx, &mut out))?.is_some() {
                queue.extend(out.into_iter().map(|next| (next, to)));
            }
        }
    }
    Ok((controls, samples))
}

fn move_of<'p>(controls: &Controls<'_>, program: &'p Program, from: ControlId, step: Step, to: ControlId) -> Move<'p> {
    let (source, target) = (controls.get(from).node, controls.get(to).node);
    Move { program, step, source, target, depth: controls.depth(from), from, to, is_target: controls.is_target(to) }
}

/// Checks the laws of [`Cpa`] on samples: `leq` is reflexive and transitive; equal states are mutually below
/// (that mutually below ones are equal is not asked for: an order may be coarser than the representation); `partition`, `shape` and `key` never separate comparable states; a merged state
/// is above both parts and only comes from an analysis that says it merges; `stop` agrees with `leq` on one state; `post`
/// is monotone; `adjust` only goes up; a step whose operation is hidden has a
/// successor when the operation has one.
///
/// # Errors
/// The first law that does not hold.
pub fn check<C: Cpa>(
    cpa: &C,
    precision: &C::Precision,
    program: &Program,
    controls: &Controls<'_>,
    samples: &[Sample<C::State>],
    budget: &Budget,
) -> Result<LawFigures, BrokenLaw> {
    let mut statistics = Statistics::default();
    let mut laws = Laws {
        cpa,
        precision,
        cx: Cx { program, budget, statistics: &mut statistics },
        figures: LawFigures::default(),
    };
    for a in samples {
        laws.of_one(a, &move_of(controls, program, a.control, a.step, a.to))?;
        for b in samples.iter().filter(|b| b.control == a.control) {
            laws.of_two(&a.state, &b.state)?;
            if a.step == b.step {
                laws.monotone(&a.state, &b.state, &move_of(controls, program, a.control, a.step, a.to))?;
            }
            for c in samples.iter().filter(|c| c.control == a.control).take(TRIPLES) {
                laws.transitive(&a.state, &b.state, &c.state)?;
            }
        }
    }
    Ok(laws.figures)
}

/// With how many third states transitivity is tried.
const TRIPLES: usize = 12;

/// How much a check had to look at: a test should see that it is not nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LawFigures {
    /// Pairs of different states, one below the other.
    pub ordered: u64,
    /// Pairs of which both have successors and one is below the other.
    pub monotone: u64,
    /// Merged pairs.
    pub merged: u64,
}

struct Laws<'a, 'c, C: Cpa> {
    cpa: &'a C,
    precision: &'a C::Precision,
    cx: Cx<'c>,
    figures: LawFigures,
}

impl<C: Cpa> Laws<'_, '_, C> {
    fn leq(&mut self, a: &C::State, b: &C::State) -> Result<bool, BrokenLaw> {
        Ok(run(self.cpa.leq(a, b, &mut self.cx))?.unwrap_or(false))
    }

    fn of_one(&mut self, sample: &Sample<C::State>, at: &Move<'_>) -> Result<(), BrokenLaw> {
        let state = &sample.state;
        if !self.leq(state, state)? {
            return Err(format!("leq is not reflexive: {state:?}"));
        }
        if self.cpa.key(state, state).is_none() {
            return Err(format!("a state has no key for itself: {state:?}"));
        }
        let adjusted = run(self.cpa.adjust(state.clone(), self.precision, at, &mut self.cx))?;
        if let Some(adjusted) = adjusted
            && !self.leq(state, &adjusted)?
        {
            return Err(format!("adjust does not go up: {state:?} became {adjusted:?}"));
        }
        // A state may stand for no execution, which only shows at a step: so both are asked.
        let mut successors = |step: &Move<'_>| -> Result<Option<bool>, BrokenLaw> {
            let mut out = Successors::new();
            let done = run(self.cpa.post(state, self.precision, step, &mut self.cx, &mut out))?;
            Ok(done.map(|()| !out.is_empty()))
        };
        let hidden = at.hidden();
        if hidden.step != at.step && successors(at)? == Some(true) && successors(&hidden)? == Some(false) {
            return Err(format!("{state:?} has no successor for a step whose operation is hidden"));
        }
        Ok(())
    }

    fn of_two(&mut self, a: &C::State, b: &C::State) -> Result<(), BrokenLaw> {
        let below = self.leq(a, b)?;
        if a == b && !below {
            return Err(format!("equal states are not below each other: {a:?} and {b:?}"));
        }
        self.figures.ordered += u64::from(below && a != b);
        if below && self.cpa.partition(a) != self.cpa.partition(b) {
            return Err(format!("partition separates {a:?} from {b:?}, which is above it"));
        }
        if below && self.cpa.key(a, b) != self.cpa.key(b, b) {
            return Err(format!("key separates {a:?} from {b:?}, which is above it"));
        }
        if self.cpa.shape(a) == self.cpa.shape(b) && self.cpa.key(a, a) != self.cpa.key(a, b) {
            return Err(format!("the key of {a:?} for {b:?} does not depend on the shape only"));
        }
        let stopped = run(self.cpa.stop(a, &mut std::iter::once(b), &mut self.cx))?.flatten().is_some();
        if stopped && !below {
            return Err(format!("stop says that {b:?} covers {a:?}, leq does not"));
        }
        let merged = run(self.cpa.merge(a, b, self.precision, &mut self.cx))?.flatten();
        let Some(merged) = merged else { return Ok(()) };
        self.figures.merged += 1;
        if !self.cpa.merges() {
            return Err(format!("{} merges and says that it does not", self.cpa.name()));
        }
        if !self.leq(a, &merged)? || !self.leq(b, &merged)? {
            return Err(format!("merged {merged:?} is not above both {a:?} and {b:?}"));
        }
        Ok(())
    }

    fn transitive(&mut self, a: &C::State, b: &C::State, c: &C::State) -> Result<(), BrokenLaw> {
        if self.leq(a, b)? && self.leq(b, c)? && !self.leq(a, c)? {
            return Err(format!("leq is not transitive: {a:?}, {b:?}, {c:?}"));
        }
        Ok(())
    }

    fn monotone(&mut self, a: &C::State, b: &C::State, at: &Move<'_>) -> Result<(), BrokenLaw> {
        if a == b || !self.leq(a, b)? {
            return Ok(());
        }
        let (mut from_a, mut from_b) = (Successors::new(), Successors::new());
        let computed = run(self.cpa.post(a, self.precision, at, &mut self.cx, &mut from_a))?;
        if run(self.cpa.post(b, self.precision, at, &mut self.cx, &mut from_b))?.is_none() || computed.is_none() {
            return Ok(());
        }
        self.figures.monotone += u64::from(!from_a.is_empty());
        for next in &from_a {
            let mut covered = false;
            for other in &from_b {
                covered |= self.leq(next, other)?;
            }
            if !covered {
                return Err(format!(
                    "post is not monotone at {:?}: {a:?} is below {b:?}, but {next:?} is below none of {from_b:?}",
                    at.step
                ));
            }
        }
        Ok(())
    }
}
