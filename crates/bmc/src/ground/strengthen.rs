//! Invariants of the interval analysis as conditions of the program, so that the encoder can be asked for their terms.
//!
//! They need expressions that the program does not have, so a copy of it is extended; all ids of the original mean the
//! same in it. At a loop head the ranges of statics and of the function's own variables hold; of the frames below, those
//! that held at the call, for nobody changes a variable of a waiting frame whose address is not taken.

use cairn_base::Budget;
use cairn_cpa::lemmas::{Lemma, Lemmas};
use cairn_cpa::{ControlId, Controls, Res, SharedLemmas};
use cairn_domains::interval::IntervalInvariants;
use cairn_domains::memory::SharedInvariants;
use cairn_formula::{Bound, Encoder, PathFormula};
use cairn_ir::interval::Interval;
use cairn_ir::{BinaryOp, ExprId, ExprKind, IntKind, NodeId, Op, PlaceKind, Program, Value, VarId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Ranges at a location, as conditions.
#[derive(Default)]
struct Conditions {
    of_statics: Vec<ExprId>,
    of_frame: Vec<ExprId>,
}

/// Invariants as conditions, at the heads of loops and before calls.
pub(crate) struct Strengthening {
    known: Arc<IntervalInvariants>,
    conditions: BTreeMap<NodeId, Conditions>,
    shared: SharedLemmas,
    lemmas: Lemmas,
    /// How many lemmas were read.
    read: usize,
}

impl Strengthening {
    /// The invariants of a program; adds their expressions to it.
    pub(crate) fn new(
        program: &mut Program,
        shared: &SharedInvariants,
        is_head: &dyn Fn(NodeId) -> bool,
        budget: &Budget,
    ) -> Res<Self> {
        let known = shared.of(program, budget)?;
        let mut conditions = BTreeMap::new();
        let calls =
            |node: NodeId, program: &Program| program.leaving(node).any(|(_, edge)| matches!(edge.op, Op::Call(_)));
        let nodes: Vec<NodeId> = program.nodes.ids().filter(|node| is_head(*node) || calls(*node, program)).collect();
        for node in nodes {
            let Some(state) = known.at(node) else { continue };
            let mut here = Conditions::default();
            state.for_each(|cell, interval| {
                if cell.bit == 0
                    && let Some(condition) = condition(cell.var, interval, program)
                {
                    let list = if cell.depth.is_some() { &mut here.of_frame } else { &mut here.of_statics };
                    list.extend(condition);
                }
            });
            conditions.insert(node, here);
        }
        let mut new = Self { known, conditions, shared: shared.lemmas().clone(), lemmas: Lemmas::default(), read: 0 };
        new.read_lemmas(program);
        Ok(new)
    }

    /// Whether engines have proved more since lemmas were read last.
    pub(crate) fn read_lemmas(&mut self, program: &Program) -> bool {
        match self.shared.after(self.read, program) {
            Some((read, lemmas)) => {
                (self.read, self.lemmas) = (read, lemmas);
                true
            }
            None => false,
        }
    }

    /// What is proved of a control state.
    pub(crate) fn lemmas(&self, control: ControlId, controls: &Controls<'_>) -> &[Lemma] {
        self.lemmas.get(&controls.place(control)).map_or(&[], Vec::as_slice)
    }

    /// A formula that ends at a control state, with what is proved there.
    fn with_lemmas(
        &self,
        formula: PathFormula,
        control: ControlId,
        controls: &Controls<'_>,
        encoder: &mut Encoder,
        program: &Program,
    ) -> PathFormula {
        match self.lemmas(control, controls) {
            [] => formula,
            lemmas => encoder.assuming(program, &formula, lemmas.iter().map(|lemma| &lemma.holds)),
        }
    }

    /// Ranges at each location.
    pub(crate) fn known(&self) -> &IntervalInvariants {
        &self.known
    }

    /// Ranges at each location, kept.
    pub(crate) fn into_known(self) -> Arc<IntervalInvariants> {
        self.known
    }

    /// The empty path from a control state over whole numbers. What is known there is known of the operations that follow, too:
    /// that they cannot wrap around; what has one value is that value.
    pub(crate) fn start(
        &self,
        control: ControlId,
        controls: &Controls<'_>,
        encoder: &mut Encoder,
        program: &Program,
    ) -> PathFormula {
        let here = controls.get(control);
        let mut known = vec![(here.node, controls.depth(control), true)];
        let mut stack = here.stack;
        while let Some(frame) = controls.frame(stack) {
            known.push((program.edges[frame.edge].source, frame.depth.saturating_sub(1), false));
            stack = frame.below;
        }
        let mut formula = encoder.block_start();
        for (node, depth, with_statics) in known {
            let Some(state) = self.known.at(node) else { continue };
            let (mut bounds, mut values) = (Vec::new(), Vec::new());
            state.for_each(|cell, Interval { low, high }| {
                let bit = u64::from(cell.bit);
                if cell.depth.is_none() && !with_statics {
                } else if low == high {
                    values.push((cell.var, bit, low));
                } else {
                    bounds.push(Bound { var: cell.var, bit, low, high });
                }
            });
            formula = encoder.bounded(program, &formula, depth, &bounds);
            formula = encoder.fixed(program, &formula, depth, &values);
        }
        self.with_lemmas(formula, control, controls, encoder, program)
    }

    /// A formula that ends at a control state, with what is known there.
    pub(crate) fn apply(
        &self,
        formula: &PathFormula,
        control: ControlId,
        controls: &Controls<'_>,
        encoder: &mut Encoder,
        program: &Program,
    ) -> PathFormula {
        let mut parts = vec![formula.condition];
        let mut assume = |conditions: &[ExprId], depth: u32, encoder: &mut Encoder| {
            for condition in conditions {
                // What cannot be said is not assumed.
                parts.extend(encoder.value_of_condition(program, formula, *condition, depth).ok());
            }
        };
        let here = controls.get(control);
        if let Some(conditions) = self.conditions.get(&here.node) {
            assume(&conditions.of_statics, controls.depth(control), encoder);
            assume(&conditions.of_frame, controls.depth(control), encoder);
        }
        let mut stack = here.stack;
        while let Some(frame) = controls.frame(stack) {
            if let Some(conditions) = self.conditions.get(&program.edges[frame.edge].source) {
                assume(&conditions.of_frame, frame.depth.saturating_sub(1), encoder);
            }
            stack = frame.below;
        }
        let condition = encoder.terms.and(&parts);
        let mut strengthened = formula.clone();
        strengthened.condition = condition;
        self.with_lemmas(strengthened, control, controls, encoder, program)
    }
}

/// "The variable is in the interval", as one or two conditions; `None` for what is no integer variable.
fn condition(var: VarId, interval: Interval, program: &mut Program) -> Option<Vec<ExprId>> {
    let ty = program.vars[var].ty;
    let scalar = program.types.scalar(ty)?;
    let int = program.types.int(IntKind::Int);
    let exprs = &mut program.exprs;
    let place = exprs.place(PlaceKind::Var(var), ty);
    let load = exprs.expr(ExprKind::Load(place), ty);
    let mut compare = |op, value| {
        let constant = exprs.expr(ExprKind::Constant(Value::from_i128(value, scalar.bits()).0), ty);
        exprs.expr(ExprKind::Binary(op, load, constant), int)
    };
    Some(if interval.low == interval.high {
        vec![compare(BinaryOp::Eq, interval.low)]
    } else {
        vec![compare(BinaryOp::Ge, interval.low), compare(BinaryOp::Le, interval.high)]
    })
}
