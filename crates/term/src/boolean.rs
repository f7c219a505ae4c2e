//! Constructors of Boolean terms, `ite` and `=`.
//!
//! Normal forms: no double negation; a condition of `ite` is never negated; `=` puts the smaller id first and never stands between a term and a constant
//! that its operation can pass on (C's `(a < b) != 0` becomes `a < b`).

use crate::sort::Sort;
use crate::store::Terms;
use crate::term::{TermId, TermOp};
use crate::value::{mask, signed};

/// Nested choices between constants, of no more terms than this, are compared with a constant leaf by leaf.
const LEAVES: u32 = 33;

impl Terms {
    /// `not a`.
    pub fn not(&mut self, a: TermId) -> TermId {
        match self.op(a) {
            TermOp::Bool(value) => self.bool(!value),
            TermOp::Not => self.arg(a, 0),
            _ => self.intern(TermOp::Not, &[a], Sort::Bool),
        }
    }

    /// `ite(c, a, b)` of any sort.
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let (c, a, b) = match self.op(c) {
            TermOp::Bool(true) => return a,
            TermOp::Bool(false) => return b,
            TermOp::Not => (self.arg(c, 0), b, a),
            _ => (c, a, b),
        };
        // Inside an arm the condition is known.
        let a = if self.op(a) == TermOp::Ite && self.arg(a, 0) == c { self.arg(a, 1) } else { a };
        let b = if self.op(b) == TermOp::Ite && self.arg(b, 0) == c { self.arg(b, 2) } else { b };
        if a == b {
            return a;
        }
        if self.sort(a) == Sort::Bool {
            match (self.op(a), self.op(b)) {
                (TermOp::Bool(true), _) => return self.or(&[c, b]),
                (_, TermOp::Bool(false)) => return self.and(&[c, a]),
                (TermOp::Bool(false), _) => {
                    let not_c = self.not(c);
                    return self.and(&[not_c, b]);
                }
                (_, TermOp::Bool(true)) => {
                    let not_c = self.not(c);
                    return self.or(&[not_c, a]);
                }
                _ if a == c => return self.or(&[c, b]),
                _ if b == c => return self.and(&[c, a]),
                (TermOp::Not, _) if self.arg(a, 0) == b => {
                    let same = self.eq(c, b);
                    return self.not(same);
                }
                (_, TermOp::Not) if self.arg(b, 0) == a => return self.eq(c, a),
                _ => {}
            }
        }
        if let Some(merged) = self.shared_arm(c, a, b) {
            return merged;
        }
        let sort = self.sort(a);
        self.intern(TermOp::Ite, &[c, a, b], sort)
    }

    /// `ite(c, a, b)` where an arm is a choice between the other arm and something: one choice fewer.
    fn shared_arm(&mut self, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
        if self.op(b) == TermOp::Ite {
            let (d, x, y) = (self.arg(b, 0), self.arg(b, 1), self.arg(b, 2));
            if x == a || y == a {
                let d = if x == a { d } else { self.not(d) };
                let either = self.or(&[c, d]);
                return Some(self.ite(either, a, if x == a { y } else { x }));
            }
        }
        if self.op(a) == TermOp::Ite {
            let (d, x, y) = (self.arg(a, 0), self.arg(a, 1), self.arg(a, 2));
            if x == b || y == b {
                let d = if y == b { d } else { self.not(d) };
                let both = self.and(&[c, d]);
                return Some(self.ite(both, if y == b { x } else { y }, b));
            }
        }
        None
    }

    /// `a = b`, of any sort.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if a == b {
            return self.bool(true);
        }
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => return self.bool(x == y),
            (Some(_), None) | (None, Some(_)) if matches!(self.sort(a), Sort::Int | Sort::Real) => {}
            (Some(_), None) => return self.eq_constant(b, a),
            (None, Some(_)) => return self.eq_constant(a, b),
            (None, None) => {}
        }
        if matches!(self.sort(a), Sort::Int | Sort::Real) {
            return self.number_eq(a, b);
        }
        if self.sort(a) == Sort::Bool
            && (self.op(a) == TermOp::Not && self.arg(a, 0) == b || self.op(b) == TermOp::Not && self.arg(b, 0) == a)
        {
            return self.bool(false);
        }
        if let (Some((x, c)), Some((y, d))) = (self.as_sum(a), self.as_sum(b))
            && x == y
        {
            return self.bool(c == d);
        }
        // Equal extensions of equally wide terms are extensions of equal terms.
        let (op_a, op_b) = (self.op(a), self.op(b));
        if op_a == op_b && matches!(op_a, TermOp::ZeroExtend | TermOp::SignExtend) {
            let (x, y) = (self.arg(a, 0), self.arg(b, 0));
            if self.sort(x) == self.sort(y) {
                return self.eq(x, y);
            }
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        self.intern(TermOp::Eq, &[a, b], Sort::Bool)
    }

    /// `a = k` for a constant `k` and an `a` that is none.
    fn eq_constant(&mut self, a: TermId, k: TermId) -> TermId {
        if let TermOp::Bool(value) = self.op(k) {
            return if value { a } else { self.not(a) };
        }
        if let Some(result) = self.over_arms(a, &mut |terms, arm| terms.eq(arm, k)) {
            return result;
        }
        let TermOp::BitVec(bits) = self.op(k) else {
            return self.eq_interned(a, k);
        };
        let width = self.width(a);
        match self.op(a) {
            TermOp::BvAdd => {
                if let TermOp::BitVec(c) = self.op(self.arg(a, 0)) {
                    let rest = self.arg(a, 1);
                    let k = self.bits(width, bits.wrapping_sub(c));
                    return self.eq(rest, k);
                }
            }
            TermOp::BvXor => {
                if let TermOp::BitVec(c) = self.op(self.arg(a, 0)) {
                    let rest = self.arg(a, 1);
                    let k = self.bits(width, bits ^ c);
                    return self.eq(rest, k);
                }
            }
            TermOp::BvSub if bits == 0 => {
                let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                return self.eq(x, y);
            }
            TermOp::BvNot => {
                let inner = self.arg(a, 0);
                let k = self.bits(width, !bits);
                return self.eq(inner, k);
            }
            TermOp::BvNeg => {
                let inner = self.arg(a, 0);
                let k = self.bits(width, bits.wrapping_neg());
                return self.eq(inner, k);
            }
            TermOp::ZeroExtend | TermOp::SignExtend => {
                let inner = self.arg(a, 0);
                let narrow = self.width(inner);
                let again =
                    if self.op(a) == TermOp::ZeroExtend { bits & mask(narrow) } else { signed(bits, narrow) as u128 };
                if again & mask(width) != bits {
                    return self.bool(false);
                }
                let k = self.bits(narrow, bits);
                return self.eq(inner, k);
            }
            TermOp::Concat => {
                let (high, low) = (self.arg(a, 0), self.arg(a, 1));
                let low_width = self.width(low);
                let (k_high, k_low) = (self.bits(width - low_width, bits >> low_width), self.bits(low_width, bits));
                let parts = [self.eq(high, k_high), self.eq(low, k_low)];
                return self.and(&parts);
            }
            _ => {}
        }
        self.eq_interned(a, k)
    }

    pub(crate) fn eq_interned(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        self.intern(TermOp::Eq, &[a, b], Sort::Bool)
    }

    /// For `a = ite(c, x, y)` with constants at the leaves: `ite(c, f(x), f(y))`. `f` makes a Boolean of a constant, so
    /// what comes out has no more than the conditions.
    pub(crate) fn over_arms(&mut self, a: TermId, f: &mut dyn FnMut(&mut Terms, TermId) -> TermId) -> Option<TermId> {
        if self.op(a) != TermOp::Ite || !self.has_constant_leaves(a, &mut { LEAVES }) {
            return None;
        }
        Some(self.at_leaves(a, f))
    }

    /// Every leaf of nested choices is a constant, and leaves and choices are no more than `most`.
    fn has_constant_leaves(&self, a: TermId, most: &mut u32) -> bool {
        if *most == 0 {
            return false;
        }
        *most -= 1;
        if self.op(a) != TermOp::Ite {
            return self.constant(a).is_some();
        }
        self.has_constant_leaves(self.arg(a, 1), most) && self.has_constant_leaves(self.arg(a, 2), most)
    }

    fn at_leaves(&mut self, a: TermId, f: &mut dyn FnMut(&mut Terms, TermId) -> TermId) -> TermId {
        if self.op(a) != TermOp::Ite {
            return f(self, a);
        }
        let (c, x, y) = (self.arg(a, 0), self.arg(a, 1), self.arg(a, 2));
        let (x, y) = (self.at_leaves(x, f), self.at_leaves(y, f));
        self.ite(c, x, y)
    }
}
