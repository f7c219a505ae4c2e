//! Circuits of gates: what bit-vectors are made of before they are clauses.
//!
//! A gate is `and`, `xor`, a multiplexer or a majority of three literals. Each is made once (structural hashing) and
//! simplified by what its inputs are: constants, equal or opposite literals, and for `and` the gates one level below
//! (Brummayer and Biere, *Local two-level and-inverter graph minimization without blowup*, MEMICS 2006). So a loop that is
//! unrolled over known bits costs nothing, and two circuits that compute the same in the same way are one.
//!
//! Invariant: the literals of a gate are older than the gate. Why not `and` alone, as in and-inverter graphs: a sum has three
//! times the gates then, and its clauses propagate less.

use cairn_base::{FastMap, FastSet};
use std::ops::Not;

/// A gate's output, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Lit(u32);

impl Lit {
    pub const FALSE: Lit = Lit(0);
    pub const TRUE: Lit = Lit(1);

    pub fn of(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }
    /// Its value, where it is a constant.
    pub fn constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self == Lit::TRUE)
    }
    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }
    /// Whether it is the negation of the gate's output.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
    /// Negated where `sign` is.
    pub fn signed(self, sign: bool) -> Lit {
        Lit(self.0 ^ u32::from(sign))
    }
    fn positive(gate: usize) -> Lit {
        Lit((gate as u32) << 1)
    }
    fn plain(self) -> Lit {
        Lit(self.0 & !1)
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Gate {
    /// `false`: gate 0 alone.
    False,
    Input,
    And(Lit, Lit),
    Xor(Lit, Lit),
    /// The second where the first is, else the third.
    Mux(Lit, Lit, Lit),
    /// At least two of the three.
    Majority(Lit, Lit, Lit),
}

pub(super) struct Gates {
    gates: Vec<Gate>,
    uses: Vec<u32>,
    made: FastMap<Gate, u32>,
    /// How many were asked for, new or not.
    asked: u64,
}

impl Gates {
    pub fn new() -> Self {
        Self { gates: vec![Gate::False], uses: vec![0], made: FastMap::default(), asked: 0 }
    }
    pub fn len(&self) -> usize {
        self.gates.len()
    }
    /// How many were asked for, new or not: what making circuits cost.
    pub fn asked(&self) -> u64 {
        self.asked
    }
    pub fn get(&self, gate: usize) -> Gate {
        self.gates[gate]
    }
    pub fn uses(&self, gate: usize) -> u32 {
        self.uses[gate]
    }
    pub fn input(&mut self) -> Lit {
        self.add(Gate::Input, &[])
    }

    fn add(&mut self, gate: Gate, of: &[Lit]) -> Lit {
        for lit in of {
            self.uses[lit.gate()] = self.uses[lit.gate()].saturating_add(1);
        }
        self.gates.push(gate);
        self.uses.push(0);
        Lit::positive(self.gates.len() - 1)
    }

    fn make(&mut self, gate: Gate, of: &[Lit]) -> Lit {
        self.asked += 1;
        if let Some(made) = self.made.get(&gate) {
            return Lit::positive(*made as usize);
        }
        let lit = self.add(gate, of);
        self.made.insert(gate, lit.gate() as u32);
        lit
    }

    /// The gate whose output or negated output this is, if it is an `and`.
    fn and_below(&self, lit: Lit) -> Option<(Lit, Lit)> {
        match self.gates[lit.gate()] {
            Gate::And(a, b) => Some((a, b)),
            _ => None,
        }
    }

    /// `a ∧ b`.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        for (upper, other) in [(b, a), (a, b)] {
            let Some((x, y)) = self.and_below(upper) else { continue };
            if !upper.is_negated() {
                if other == x || other == y {
                    return upper;
                }
                if other == !x || other == !y {
                    return Lit::FALSE;
                }
            } else {
                if other == !x || other == !y {
                    return other;
                }
                if other == x {
                    return self.and(other, !y);
                }
                if other == y {
                    return self.and(other, !x);
                }
            }
        }
        self.make(Gate::And(a, b), &[a, b])
    }

    /// Conjuncts of a literal, each once.
    pub fn conjuncts(&self, lit: Lit) -> Vec<Lit> {
        let (mut parts, mut stack, mut seen) = (Vec::new(), vec![lit], FastSet::default());
        while let Some(lit) = stack.pop() {
            match self.and_below(lit) {
                Some((a, b)) if !lit.is_negated() => stack.extend([a, b].into_iter().filter(|lit| seen.insert(*lit))),
                _ => parts.push(lit),
            }
        }
        parts
    }

    /// `a ∨ b`.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// `a ≠ b`.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let sign = a.is_negated() != b.is_negated();
        let (a, b) = (a.plain(), b.plain());
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a == b {
            return Lit::FALSE.signed(sign);
        }
        if a == Lit::FALSE {
            return b.signed(sign);
        }
        self.make(Gate::Xor(a, b), &[a, b]).signed(sign)
    }

    /// `c ? a : b`.
    pub fn mux(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if let Some(c) = c.constant() {
            return if c { a } else { b };
        }
        if a == b {
            return a;
        }
        let (c, a, b) = if c.is_negated() { (!c, b, a) } else { (c, a, b) };
        if a == !b {
            return !self.xor(c, a);
        }
        if a == Lit::TRUE || a == c {
            return self.or(c, b);
        }
        if a == Lit::FALSE || a == !c {
            return self.and(!c, b);
        }
        if b == Lit::TRUE || b == !c {
            return self.or(!c, a);
        }
        if b == Lit::FALSE || b == c {
            return self.and(c, a);
        }
        let sign = a.is_negated();
        let (a, b) = (a.signed(sign), b.signed(sign));
        self.make(Gate::Mux(c, a, b), &[c, a, b]).signed(sign)
    }

    /// At least two of three.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut of = [a, b, c];
        of.sort_unstable();
        for (one, other, third) in [(of[0], of[1], of[2]), (of[1], of[2], of[0]), (of[0], of[2], of[1])] {
            if one == other {
                return one;
            }
            if one == !other {
                return third;
            }
        }
        match of[0].constant() {
            Some(true) => return self.or(of[1], of[2]),
            Some(false) => return self.and(of[1], of[2]),
            None => {}
        }
        // The negation of all three negates the result.
        let sign = of.iter().filter(|lit| lit.is_negated()).count() >= 2;
        let of = of.map(|lit| lit.signed(sign));
        self.make(Gate::Majority(of[0], of[1], of[2]), &of).signed(sign)
    }
}
