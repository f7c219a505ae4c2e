//! The shape analysis: linked lists without a bound (Dudka, Peringer and Vojnar, "Byte-precise verification of low-level
//! list manipulation", SAS 2013).
//!
//! A state is a graph ([`state`]) of objects ([`object`]): variables, allocated regions, and list segments, which stand
//! for any number of nodes. Cells hold values ([`value`]). Steps ([`transfer`], [`machine`], [`assume`]) follow memory as
//! the value analysis does; where one needs a node of a segment, it is done in each case of it ([`unfold`]). At loop heads
//! chains of nodes are folded into segments ([`mod@fold`]), what is dead is forgotten ([`liveness`]), and so are numbers
//! without a part in the program ([`precision`]), so that there are finitely many graphs of one list. A state is covered by
//! one of which it is a case ([`inclusion`]); states are not merged.
//!
//! Invariant: a state over-approximates. What an object without an entry holds, and where an unknown pointer goes, is not
//! said. The precision is fixed: a spurious error path is not refuted but given up.

mod access;
mod assume;
pub mod fold;
pub mod inclusion;
pub mod liveness;
pub mod machine;
pub mod object;
pub mod precision;
pub mod state;
pub mod transfer;
pub mod unfold;
pub mod value;

pub use precision::ShapePrecision;
pub use state::ShapeState;

use cairn_base::Span;
use cairn_cpa::{Cpa, Cx, Failure, Move, Res, Successors};
use cairn_ir::types::Scalar;
use cairn_ir::{Program, Step};
use value::GraphObject;

/// More allocated objects at a loop head, none of which can be folded, are no list.
const MOST_OBJECTS: usize = 40;

/// The analysis.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShapeAnalysis;

fn pointer(program: &Program) -> Scalar {
    Scalar::Pointer { bits: program.types.model().pointer_bits() }
}

/// Forgets what is not read any more.
fn forget_dead(state: &mut ShapeState, precision: &ShapePrecision, at: &Move<'_>) {
    let program = at.program;
    let depth = match at.step {
        Step::Enter(..) => at.depth + 1,
        Step::Leave(..) => at.depth.saturating_sub(1),
        Step::Edge(_) | Step::Hidden(_) => at.depth,
    };
    let is_dead = |object: &GraphObject| match object {
        GraphObject::Local(of, var) => *of == depth && !precision.live().is_live(*var, at.target, program),
        _ => false,
    };
    let dead: Vec<GraphObject> = state.iter().map(|(object, _)| object).filter(is_dead).collect();
    dead.into_iter().for_each(|object| state.remove(object));
}

/// Forgets numbers that are no constants of the program.
fn forget_numbers(state: &mut ShapeState, precision: &ShapePrecision) {
    let has_others = |node: &object::GraphNode| node.cells.values().any(|cell| !precision.keeps(cell.value));
    let found: Vec<GraphObject> = state.iter().filter(|(_, node)| has_others(node)).map(|(o, _)| o).collect();
    for object in found {
        let Some(mut node) = state.get(object).cloned() else { continue };
        let cells: Vec<(u64, u64)> = node
            .cells
            .iter()
            .filter(|(_, cell)| !precision.keeps(cell.value))
            .map(|(at, cell)| (*at, cell.width))
            .collect();
        cells.into_iter().for_each(|(at, width)| node.write(at, width, value::ShapeValue::Unknown));
        state.set(object, node);
    }
}

impl Cpa for ShapeAnalysis {
    type State = ShapeState;
    type Precision = ShapePrecision;

    fn name(&self) -> &'static str {
        "shape"
    }

    fn initial(&self, cx: &mut Cx<'_>) -> Res<(ShapeState, ShapePrecision)> {
        Ok((
            if access::asks_for_leaks(cx.program) { ShapeState::with_all() } else { ShapeState::default() },
            ShapePrecision::of(cx.program),
        ))
    }

    fn leq(&self, a: &ShapeState, b: &ShapeState, cx: &mut Cx<'_>) -> Res<bool> {
        Ok(inclusion::is_below(a, b, pointer(cx.program)))
    }

    fn post(
        &self,
        state: &ShapeState,
        precision: &ShapePrecision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
        out: &mut Successors<ShapeState>,
    ) -> Res<()> {
        for mut next in transfer::step(state, at.step, at.depth, at.program)? {
            cx.budget.tick()?;
            forget_dead(&mut next, precision, at);
            if at.program.nodes[at.target].loop_head {
                forget_numbers(&mut next, precision);
                fold::fold(&mut next, u64::from(pointer(at.program).bits()), precision.exact_length());
                if next.allocated() > MOST_OBJECTS {
                    let span = match at.step {
                        Step::Edge(edge) => at.program.edges[edge].span,
                        _ => Span::NONE,
                    };
                    let what = format!("a loop over more than {MOST_OBJECTS} objects that are no lists");
                    return Err(Failure::Unsupported { what, span });
                }
            }
            out.push(next);
        }
        Ok(())
    }
}
