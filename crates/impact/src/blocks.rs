//! Blocks: from a control state all paths to the ends that the size of blocks sets, each end with one formula for all
//! paths to it (LBE section 3: the formula of a summarised edge, made on the fly).
//!
//! The control states of a block are taken in an order in which each comes after all from which it is reached (less
//! recursion, deeper stack, smaller number in reverse post-order), so that formulas are joined before they go on. A block
//! depends on its start alone and is made once.
//!
//! All violations that a block reaches are one end: they are shown unreachable together. What is not modelled is an end
//! too, so that TRUE is lost only where it cannot be shown unreachable.
//!
//! Invariant: whether blocks end at a control state depends on nothing but it, so all vertices there can be compared.

use crate::options::BlockSize;
use cairn_base::{Budget, FastIndexMap, FastMap, IdVec, Span, define_id};
use cairn_cpa::{ControlId, Controls, Res};
use cairn_domains::interval::IntervalInvariants;
use cairn_formula::{Encoder, PathFormula};
use cairn_ir::{CallGraph, Op, Program, Step};
use cairn_predicate::block_invariants::Starts;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

define_id!(
    /// An end of a block.
    pub EndId, "e"
);

/// Kind of a block's end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndKind {
    /// The start of further blocks.
    Inner,
    /// A violation of the specification.
    Target,
    /// Something that is not modelled.
    LeftOut {
        /// What, as a noun phrase.
        what: String,
        /// Where.
        span: Span,
    },
}

/// An end of a block.
#[derive(Clone, Debug)]
pub struct BlockExit {
    /// Its kind.
    pub kind: EndKind,
    /// Where control is; for several violations, at the first.
    pub control: ControlId,
    /// The paths to it.
    pub formula: PathFormula,
}

/// All blocks of a run.
pub(crate) struct Blocks {
    size: BlockSize,
    ends: IdVec<EndId, BlockExit>,
    /// By start, and whether the program itself starts there.
    of: FastMap<(ControlId, bool), Rc<[EndId]>>,
    starts: Starts,
    calls: CallGraph,
    /// Steps that were encoded.
    pub(crate) steps: u64,
}

type Place = (u32, Reverse<u32>, u32, ControlId);

impl Blocks {
    pub(crate) fn new(size: BlockSize, program: &Program) -> Self {
        let (starts, calls) = (Starts::new(None), CallGraph::new(program));
        Self { size, ends: IdVec::new(), of: FastMap::default(), starts, calls, steps: 0 }
    }
    /// From now on what is known to hold in every execution is assumed where blocks start.
    pub(crate) fn assume(&mut self, invariants: Arc<IntervalInvariants>) {
        self.starts = Starts::new(Some(invariants));
    }
    pub(crate) fn end(&self, id: EndId) -> &BlockExit {
        &self.ends[id]
    }
    /// Number of block ends: of formulas that were made.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The ends of the block that starts at a control state, in a fixed order, targets first.
    pub(crate) fn from(
        &mut self,
        start: ControlId,
        is_root: bool,
        controls: &mut Controls<'_>,
        encoder: &mut Encoder,
        budget: &Budget,
    ) -> Res<Rc<[EndId]>> {
        if let Some(ends) = self.of.get(&(start, is_root)) {
            return Ok(ends.clone());
        }
        let mut found = Found::default();
        let formula = if is_root {
            encoder.entry()
        } else {
            let (node, depth, program) = (controls.get(start).node, controls.depth(start), controls.program());
            self.starts.at(node, depth, &self.calls, encoder, program)
        };
        self.run_through(start, formula, controls, encoder, budget, &mut found)?;
        let inner = found.inner.into_iter().map(|((.., control), formula)| (EndKind::Inner, control, formula));
        let target = found.target.into_iter().map(|(control, formula)| (EndKind::Target, control, formula));
        let left_out = found.left_out.into_iter();
        let left_out = left_out.map(|((what, span), (at, formula))| (EndKind::LeftOut { what, span }, at, formula));
        let all = target.chain(left_out).chain(inner);
        let ends: Rc<[EndId]> =
            all.map(|(kind, control, formula)| self.ends.push(BlockExit { kind, control, formula })).collect();
        self.of.insert((start, is_root), ends.clone());
        Ok(ends)
    }

    fn run_through(
        &mut self,
        start: ControlId,
        formula: PathFormula,
        controls: &mut Controls<'_>,
        encoder: &mut Encoder,
        budget: &Budget,
        found: &mut Found,
    ) -> Res<()> {
        let program = controls.program();
        let mut pending: BTreeMap<Place, PathFormula> = BTreeMap::new();
        pending.insert(place_of(controls, start), formula);
        let mut moves = Vec::new();
        while let Some(((.., at), formula)) = pending.pop_first() {
            controls.moves(at, &mut moves)?;
            let depth = controls.depth(at);
            for (step, to) in moves.drain(..) {
                budget.tick()?;
                if let Step::Edge(edge) = step {
                    let edge = &program.edges[edge];
                    match &edge.op {
                        Op::Halt => continue,
                        Op::Unsupported(what) => {
                            found.leave_out(encoder, (what.clone(), edge.span), at, &formula);
                            continue;
                        }
                        _ => {}
                    }
                }
                self.steps += 1;
                let next = match encoder.step(program, &formula, step, depth) {
                    Ok(next) => next,
                    Err(unmodelled) => {
                        found.leave_out(encoder, (unmodelled.what, unmodelled.span), at, &formula);
                        continue;
                    }
                };
                if encoder.terms.as_bool(next.condition) == Some(false) {
                    continue;
                }
                if controls.is_target(to) {
                    let joined = match found.target.take() {
                        Some((first, old)) => (first, encoder.join(&old, &next)),
                        None => (to, next),
                    };
                    found.target = Some(joined);
                    continue;
                }
                let ends = if self.ends_at(controls, to) { &mut found.inner } else { &mut pending };
                let place = place_of(controls, to);
                let joined = match ends.remove(&place) {
                    Some(old) => encoder.join(&old, &next),
                    None => next,
                };
                ends.insert(place, joined);
            }
        }
        Ok(())
    }

    fn ends_at(&self, controls: &Controls<'_>, at: ControlId) -> bool {
        match self.size {
            BlockSize::Step => true,
            BlockSize::Straight => !controls.is_plain(at),
            BlockSize::Loop => {
                let program = controls.program();
                let location = controls.get(at).node;
                // Every infinite path passes a loop head or enters a function that is in its own call stack.
                program.nodes[location].loop_head || (program.is_entry(location) && controls.recursion(at) > 1)
            }
        }
    }
}

/// The ends of one block.
#[derive(Default)]
struct Found {
    inner: BTreeMap<Place, PathFormula>,
    target: Option<(ControlId, PathFormula)>,
    left_out: FastIndexMap<(String, Span), (ControlId, PathFormula)>,
}

impl Found {
    fn leave_out(&mut self, encoder: &mut Encoder, what: (String, Span), at: ControlId, formula: &PathFormula) {
        match self.left_out.get_mut(&what) {
            Some((_, old)) => *old = encoder.join(old, formula),
            None => {
                self.left_out.insert(what, (at, formula.clone()));
            }
        }
    }
}

/// Where a control state is in the order of exploration: all that can reach it without a loop has a smaller key.
pub(crate) fn place(controls: &Controls<'_>, control: ControlId) -> (u32, Reverse<u32>, u32) {
    let order = controls.program().nodes[controls.get(control).node].order;
    (controls.recursion(control).max(1), Reverse(controls.depth(control)), order)
}

fn place_of(controls: &Controls<'_>, at: ControlId) -> Place {
    let (recursion, depth, order) = place(controls, at);
    (recursion, depth, order, at)
}
