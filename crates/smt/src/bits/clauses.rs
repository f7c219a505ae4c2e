//! Clauses of gates (Tseitin's transformation), made when a literal is first asked about.
//!
//! Each gate is a variable that is equal to what the gate computes. An `and` that nobody else uses is part of the `and`
//! above it. Multiplexers have the two clauses more that let their output follow from equal inputs.
//!
//! Invariant: any assignment of the inputs can be extended to the variables of the gates, so clauses that are here for nothing
//! do not change an answer.

use super::gates::{Gate, Gates, Lit};
use super::sat::Sat;

pub(super) struct Clauses {
    /// The literal of each gate; 0 is none.
    literals: Vec<i32>,
    next: i32,
}

impl Clauses {
    pub fn new() -> Self {
        Self { literals: Vec::new(), next: 1 }
    }

    /// The solver's literal of a gate, if it has one.
    pub fn of_gate(&self, gate: usize) -> Option<i32> {
        self.literals.get(gate).copied().filter(|literal| *literal != 0)
    }

    /// A variable that is no gate's.
    pub fn fresh(&mut self) -> i32 {
        self.next += 1;
        self.next - 1
    }

    pub fn require(&mut self, gates: &Gates, sat: &mut Sat, lit: Lit) {
        for part in gates.conjuncts(lit) {
            match part.constant() {
                Some(true) => {}
                Some(false) => sat.clause(&[]),
                None => {
                    let one = self.literal(gates, sat, part);
                    sat.clause(&[one]);
                }
            }
        }
    }

    /// Says that a literal holds where a switch is on.
    pub fn require_under(&mut self, gates: &Gates, sat: &mut Sat, switch: i32, lit: Lit) {
        for part in gates.conjuncts(lit) {
            match part.constant() {
                Some(true) => {}
                Some(false) => sat.clause(&[-switch]),
                None => {
                    let part = self.literal(gates, sat, part);
                    sat.clause(&[-switch, part]);
                }
            }
        }
    }

    /// The solver's literal, with the clauses of all that it is computed from.
    pub fn literal(&mut self, gates: &Gates, sat: &mut Sat, lit: Lit) -> i32 {
        if self.literals.len() < gates.len() {
            self.literals.resize(gates.len(), 0);
        }
        let mut todo = Vec::new();
        let literal = self.number(gates, lit, &mut todo);
        while let Some(gate) = todo.pop() {
            self.define(gates, sat, gate, &mut todo);
        }
        literal
    }

    /// The solver's literal; a gate that gets its variable now gets its clauses later. The solver tries `true` first, so an
    /// input is the negation of its variable: then models are near zero, which is what people want to read.
    fn number(&mut self, gates: &Gates, lit: Lit, todo: &mut Vec<usize>) -> i32 {
        let gate = lit.gate();
        if self.literals[gate] == 0 {
            let variable = self.fresh();
            self.literals[gate] = if gates.get(gate) == Gate::Input { -variable } else { variable };
            todo.push(gate);
        }
        if lit.is_negated() { -self.literals[gate] } else { self.literals[gate] }
    }

    fn define(&mut self, gates: &Gates, sat: &mut Sat, gate: usize, todo: &mut Vec<usize>) {
        let out = self.literals[gate];
        match gates.get(gate) {
            Gate::False => sat.clause(&[-out]),
            Gate::Input => {}
            Gate::And(a, b) => {
                let mut all = vec![out];
                for part in conjuncts(gates, [a, b]) {
                    let part = self.number(gates, part, todo);
                    sat.clause(&[-out, part]);
                    all.push(-part);
                }
                sat.clause(&all);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (self.number(gates, a, todo), self.number(gates, b, todo));
                for clause in [[-out, a, b], [-out, -a, -b], [out, -a, b], [out, a, -b]] {
                    sat.clause(&clause);
                }
            }
            Gate::Mux(c, a, b) => {
                let (c, a, b) = (self.number(gates, c, todo), self.number(gates, a, todo), self.number(gates, b, todo));
                for clause in [[-c, -a, out], [-c, a, -out], [c, -b, out], [c, b, -out], [-a, -b, out], [a, b, -out]] {
                    sat.clause(&clause);
                }
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (self.number(gates, a, todo), self.number(gates, b, todo), self.number(gates, c, todo));
                for (one, other) in [(a, b), (b, c), (a, c)] {
                    sat.clause(&[-one, -other, out]);
                    sat.clause(&[one, other, -out]);
                }
            }
        }
    }
}

/// Conjuncts of an `and`, with what only this gate uses taken apart.
fn conjuncts(gates: &Gates, of: [Lit; 2]) -> Vec<Lit> {
    let mut parts = Vec::new();
    let mut stack: Vec<Lit> = of.to_vec();
    while let Some(lit) = stack.pop() {
        match gates.get(lit.gate()) {
            Gate::And(a, b) if !lit.is_negated() && gates.uses(lit.gate()) == 1 => stack.extend([a, b]),
            _ => parts.push(lit),
        }
    }
    parts
}
