//! Values of words in a model.
//!
//! The solver has values for the gates that are clauses. Any other gate is computed from its inputs, and an input that the
//! solver does not know is zero: but for a read at an index at which another read of the same base has a value, which it
//! then has too, and for a read of an array that is defined, which has the value that the definition has there.
//!
//! Invariant: reads of one base at equal values of their indices have equal values.

use super::blast::Blaster;
use super::clauses::Clauses;
use super::definitions::Definitions;
use super::gates::{Gate, Lit};
use super::reads::Base;
use super::sat::Sat;
use cairn_base::FastMap;
use cairn_term::{TermId, TermOp, Terms};

/// Source of a model.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub terms: &'a Terms,
    pub blaster: &'a Blaster,
    pub clauses: &'a Clauses,
    pub sat: &'a Sat,
    pub definitions: &'a Definitions,
}

/// Values of gates, as far as they were asked for.
#[derive(Default)]
pub(super) struct Model {
    known: FastMap<usize, bool>,
    /// Reads that are clauses: by base and value of the index, the first of them.
    reads: FastMap<(usize, Vec<bool>), usize>,
    /// Gates of reads: the base, the read, the bit. Made when first needed.
    inputs: FastMap<usize, (usize, usize, usize)>,
    /// How many reads of each base are in `inputs`.
    noted: Vec<usize>,
}

impl Model {
    /// Pairs of reads that break the axioms, as the base and the reads' numbers. None are left when the result is empty.
    pub fn broken(&mut self, from: Source<'_>) -> Vec<(usize, usize, usize)> {
        let mut broken = Vec::new();
        for (base, reads) in from.blaster.reads.bases().iter().enumerate() {
            for (number, read) in reads.iter().enumerate() {
                if !read.value.iter().any(|bit| from.clauses.of_gate(bit.gate()).is_some()) {
                    continue;
                }
                let index = self.bits(from, &read.index);
                let first = *self.reads.entry((base, index)).or_insert(number);
                if first != number && self.bits(from, &reads[first].value) != self.bits(from, &read.value) {
                    broken.push((base, first, number));
                }
            }
        }
        broken
    }

    /// The number that a word has.
    pub fn word(&mut self, from: Source<'_>, word: &[Lit]) -> u128 {
        let bits = self.bits(from, word);
        bits.iter().rev().fold(0, |number, bit| number << 1 | u128::from(*bit))
    }

    fn bits(&mut self, from: Source<'_>, word: &[Lit]) -> Vec<bool> {
        word.iter().map(|lit| self.lit(from, *lit)).collect()
    }

    fn lit(&mut self, from: Source<'_>, lit: Lit) -> bool {
        let mut stack = vec![lit.gate()];
        while let Some(gate) = stack.last().copied() {
            if self.known.contains_key(&gate) {
                stack.pop();
                continue;
            }
            if let Some(literal) = from.clauses.of_gate(gate) {
                self.known.insert(gate, from.sat.value(literal));
                continue;
            }
            let missing = stack.len();
            let mut of = |lit: Lit| match self.known.get(&lit.gate()) {
                Some(value) => *value != lit.is_negated(),
                None => {
                    stack.push(lit.gate());
                    false
                }
            };
            let value = match from.blaster.gates.get(gate) {
                Gate::False => false,
                Gate::Input => {
                    let value = self.unknown_input(from, gate);
                    self.known.insert(gate, value);
                    continue;
                }
                Gate::And(a, b) => of(a) & of(b),
                Gate::Xor(a, b) => of(a) ^ of(b),
                Gate::Mux(c, a, b) => {
                    let (c, a, b) = (of(c), of(a), of(b));
                    if c { a } else { b }
                }
                Gate::Majority(a, b, c) => u8::from(of(a)) + u8::from(of(b)) + u8::from(of(c)) >= 2,
            };
            if stack.len() == missing {
                self.known.insert(gate, value);
            }
        }
        self.known.get(&lit.gate()).copied().unwrap_or(false) != lit.is_negated()
    }

    /// The value of an input that the solver does not know.
    fn unknown_input(&mut self, from: Source<'_>, gate: usize) -> bool {
        let bases = from.blaster.reads.bases();
        self.noted.resize(bases.len(), 0);
        for (base, reads) in bases.iter().enumerate() {
            for (number, read) in reads.iter().enumerate().skip(self.noted[base]) {
                for (bit, lit) in read.value.iter().enumerate() {
                    self.inputs.insert(lit.gate(), (base, number, bit));
                }
            }
            self.noted[base] = reads.len();
        }
        let Some((base, number, bit)) = self.inputs.get(&gate).copied() else { return false };
        // Indices are made of older gates, and definitions go around in no circle, so this ends.
        let index = self.bits(from, &bases[base][number].index);
        if let Some(first) = self.reads.get(&(base, index.clone())).copied() {
            let same = bases[base][first].value[bit];
            return from.clauses.of_gate(same.gate()).is_some_and(|literal| from.sat.value(literal));
        }
        let Base::Array(array) = from.blaster.reads.base(base) else { return false };
        let Some(defined) = from.definitions.of(array) else { return false };
        self.element(from, defined, &index).get(bit).copied().unwrap_or(false)
    }

    /// Element of an array at an index.
    fn element(&mut self, from: Source<'_>, mut array: TermId, index: &[bool]) -> Vec<bool> {
        let terms = from.terms;
        loop {
            let word = |term: TermId| from.blaster.known(term).unwrap_or_default();
            match terms.op(array) {
                TermOp::Store => {
                    if self.bits(from, word(terms.arg(array, 1))) == index {
                        return self.bits(from, word(terms.arg(array, 2)));
                    }
                    array = terms.arg(array, 0);
                }
                TermOp::Ite => {
                    let first = self.bits(from, word(terms.arg(array, 0))) == [true];
                    array = terms.arg(array, if first { 1 } else { 2 });
                }
                TermOp::ArrayConst => return self.bits(from, word(terms.arg(array, 0))),
                _ => {
                    let read = from.blaster.reads.number(Base::Array(array));
                    let read = read.and_then(|base| Some((base, *self.reads.get(&(base, index.to_vec()))?)));
                    if let Some((base, number)) = read {
                        let value = &from.blaster.reads.bases()[base][number].value;
                        return self.bits(from, value);
                    }
                    match from.definitions.of(array) {
                        Some(defined) => array = defined,
                        None => return Vec::new(),
                    }
                }
            }
        }
    }
}
