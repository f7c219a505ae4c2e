//! The transfer relation: a step of the value analysis in which what is not one value is a term; an assumption becomes a
//! constraint.
//!
//! Over-approximation: memory is that of [`crate::value`], with its answers to what a write can hit. An unknown value
//! that is read gets a symbol, which only says that it is what it is; a term is made of operators that compute what the
//! interpreter computes wherever that goes on; whatever has no term is unknown as before. A constraint is what an
//! assumption says of the symbols. So each execution gives the symbols values under which the state holds of it.

use super::constraints::{ConjunctGroup, Constraints};
use super::model::guess;
use super::precision::SymbolicPrecision;
use super::satisfiability::{By, Decider};
use super::state::SymbolicState;
use super::substitute;
use super::symbols::SymbolTable;
use crate::value::ValueState;
use crate::value::memory::Memory;
use crate::value::trace::StepTrace;
use cairn_cpa::{Cx, Res};
use cairn_ir::{EdgeId, ExprId, Op, Program, Step};
use cairn_term::{TermId, TermOp as Term};
use std::sync::Arc;

/// One step of a path.
#[derive(Clone, Copy)]
pub struct At<'a> {
    /// The step.
    pub step: Step,
    /// The frame that executes it.
    pub depth: u32,
    /// The program.
    pub program: &'a Program,
    /// Where accesses are noted, for refinement.
    pub trace: Option<&'a StepTrace>,
}

/// The terms and the solver of an analysis.
#[derive(Default)]
pub struct SymbolicWorkspace {
    /// The terms.
    pub symbols: SymbolTable,
    /// The solver.
    pub decider: Decider,
}

struct Assumed {
    next: Option<(ValueState, Constraints)>,
    by: By,
}

impl SymbolicWorkspace {
    /// The successor of a state; `None` when there is none.
    ///
    /// # Errors
    /// The budget is used up, or the call stack is too deep.
    pub fn step(
        &mut self,
        state: &SymbolicState,
        precision: &SymbolicPrecision,
        at: At<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<SymbolicState>> {
        let known = state.constraints.parts();
        let in_use = known.iter().flat_map(|part| part.symbols.iter().copied());
        self.symbols.begin(state.constraints.marks(), in_use);
        let next = match at.step {
            Step::Edge(edge) if let Op::Assume { cond, truth } = at.program.edges[edge].op => {
                let assumed = self.assume(state, precision, (edge, cond, truth), at, cx)?;
                cx.statistics.add("symbolic-branches", 1);
                cx.statistics.add(assumed.by.counter(), 1);
                assumed.next
            }
            _ => {
                let values = Memory::new(state.values.clone(), at.depth, at.program, &precision.values);
                let next = values.noting(at.trace).with(&self.symbols).step(at.step)?;
                next.map(|values| (values, state.constraints.clone()))
            }
        };
        let given_up = self.symbols.take_given_up();
        if given_up > 0 {
            cx.statistics.add("symbolic-terms-given-up", given_up);
        }
        Ok(next.map(|(values, constraints)| {
            let constraints = self.with_facts(constraints).about(values.marks());
            SymbolicState { values, constraints, assertions: None }
        }))
    }

    /// With what is known of symbols that the step has made. They are new, so it contradicts nothing.
    fn with_facts(&self, constraints: Constraints) -> Constraints {
        let facts = self.symbols.take_facts();
        let open = |term: &TermId| self.symbols.terms.borrow().as_bool(*term).is_none();
        let facts: Vec<TermId> = facts.into_iter().filter(open).collect();
        if facts.is_empty() {
            return constraints;
        }
        let of_facts = Constraints::default().with(facts, &self.symbols);
        let guessed = of_facts.parts().iter().map(|part| {
            let conjuncts: Vec<TermId> = part.conjuncts.iter().copied().collect();
            ConjunctGroup { witness: guess(&conjuncts, &part.symbols, &self.symbols).map(Arc::new), ..part.clone() }
        });
        Constraints::of(guessed.chain(constraints.parts().iter().cloned()).collect())
    }

    fn assume(
        &mut self,
        state: &SymbolicState,
        precision: &SymbolicPrecision,
        (edge, cond, truth): (EdgeId, ExprId, bool),
        at: At<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<Assumed> {
        let At { depth, program, trace, .. } = at;
        let SymbolicWorkspace { symbols, decider } = self;
        let by_values = |next| Ok(Assumed { next, by: By::Values });
        let values = Memory::new(state.values.clone(), depth, program, &precision.values);
        let mut memory = values.noting(trace).with(&*symbols);
        let Some(scalar) = memory.scalar(program.type_of(cond)) else {
            return by_values(Some((memory.state, state.constraints.clone())));
        };
        let datum = memory.value(cond);
        if let Some(known) = memory.truth_of(datum, scalar) {
            return by_values((known == truth).then(|| (memory.state, state.constraints.clone())));
        }
        let Some(term) = symbols.truth(datum, scalar) else {
            let holds = memory.learn_truth(cond, truth, 0);
            return by_values(holds.then(|| (memory.state, state.constraints.clone())));
        };
        let values = memory.state;
        let assumed = if truth { term } else { symbols.terms.borrow_mut().not(term) };
        let mut conjuncts = Vec::new();
        {
            let terms = symbols.terms.borrow();
            match terms.op(assumed) {
                Term::And => conjuncts.extend(terms.get(assumed).args.iter().copied()),
                _ => conjuncts.push(assumed),
            }
        }
        let keeps = precision.keeps(edge);
        let mut now = substitute::StateUnderConstruction { values, constraints: state.constraints.clone() };
        let mut by = By::Simplification;
        while let Some(conjunct) = conjuncts.pop() {
            let truth = symbols.terms.borrow().as_bool(conjunct);
            match truth {
                Some(true) => continue,
                Some(false) => return Ok(Assumed { next: None, by }),
                None => {}
            }
            if let Some((symbol, value)) = substitute::solved(conjunct, symbols) {
                let (mut residue, mut queue) = (Vec::new(), std::mem::take(&mut conjuncts));
                now.substitute(symbol, value, &mut residue, &mut queue, symbols);
                conjuncts = queue;
                // What was known of the symbol is now said of its value.
                for rest in residue {
                    let rest_truth = symbols.terms.borrow().as_bool(rest);
                    match rest_truth {
                        Some(true) => {}
                        Some(false) => return Ok(Assumed { next: None, by }),
                        None if keeps => {
                            let (next, decided) = decider.add(&now.constraints, rest, symbols, cx)?;
                            by = by.max(decided);
                            let Some(next) = next else { return Ok(Assumed { next: None, by }) };
                            now.constraints = next;
                        }
                        None => {
                            now.constraints = now.constraints.with([rest], symbols);
                        }
                    }
                }
            } else if keeps {
                let (next, decided) = decider.add(&now.constraints, conjunct, symbols, cx)?;
                by = by.max(decided);
                let Some(next) = next else { return Ok(Assumed { next: None, by }) };
                now.constraints = next;
            }
        }
        Ok(Assumed { next: Some((now.values, now.constraints)), by })
    }
}
