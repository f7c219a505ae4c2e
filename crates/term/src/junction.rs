//! Constructors of conjunctions and disjunctions.
//!
//! Normal form: sorted, without duplicates, of two or more. Small ones are simplified further, written here for
//! disjunctions and meant for both: `p ∨ (p ∧ q)` is `p`, `p ∨ (¬p ∧ q)` is `p ∨ q`, `(p ∧ c) ∨ (p ∧ ¬c)` is `p` (what
//! two branches that meet again leave behind), and bounds on one sum over `Int` are intersected.

use crate::sort::Sort;
use crate::store::Terms;
use crate::term::{Args, TermId, TermOp};
use cairn_base::FastIndexMap;

/// Conjunctions inside a conjunction are merged up to this many, which keeps construction linear.
const FLATTEN: usize = 8;

/// Junctions of more parts are not looked through pair by pair.
const MOST_PARTS: usize = 12;

/// Parts of more literals are not looked into.
const MOST_LITERALS: usize = 24;

enum Pair {
    Disjoint,
    /// The first is enough.
    First,
    /// The second is enough.
    Second,
    /// They differ in one literal and its complement: the common ones are enough.
    Common(Args),
}

impl Terms {
    /// The conjunction of any number of terms.
    pub fn and(&mut self, args: &[TermId]) -> TermId {
        self.junction(TermOp::And, args)
    }
    /// The disjunction of any number of terms.
    pub fn or(&mut self, args: &[TermId]) -> TermId {
        self.junction(TermOp::Or, args)
    }
    /// `a => b`.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(&[not_a, b])
    }

    fn junction(&mut self, op: TermOp, args: &[TermId]) -> TermId {
        let mut parts = Args::from_slice(args);
        // Each round has fewer literals than the one before.
        loop {
            match self.flat(op, &parts) {
                Err(decided) => return decided,
                Ok(flat) => parts = flat,
            }
            if parts.len() < 2 || !(self.bounds_met(op, &mut parts) || self.absorbed(op, &mut parts)) {
                break;
            }
        }
        match parts.len() {
            0 => self.bool(op == TermOp::And),
            1 => parts[0],
            _ => self.intern(op, &parts, Sort::Bool),
        }
    }

    /// The parts, small nested junctions merged, sorted; or the term when that decides it.
    fn flat(&mut self, op: TermOp, args: &[TermId]) -> Result<Args, TermId> {
        let neutral = op == TermOp::And;
        let mut parts = Args::new();
        for arg in args {
            match self.op(*arg) {
                TermOp::Bool(value) if value == neutral => {}
                TermOp::Bool(_) => return Err(*arg),
                inner if inner == op && self.get(*arg).args.len() <= FLATTEN => {
                    parts.extend_from_slice(&self.get(*arg).args);
                }
                _ => parts.push(*arg),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        for part in &parts {
            if self.op(*part) == TermOp::Not && parts.binary_search(&self.arg(*part, 0)).is_ok() {
                return Err(self.bool(!neutral));
            }
        }
        Ok(parts)
    }

    /// Parts of a part of a junction, the other way round; sorted.
    fn literals(&mut self, op: TermOp, part: TermId) -> Option<Args> {
        let dual = if op == TermOp::And { TermOp::Or } else { TermOp::And };
        let inner = if self.op(part) == TermOp::Not { self.arg(part, 0) } else { part };
        let args = &self.get(inner).args;
        if args.len() > MOST_LITERALS {
            return None;
        }
        if inner == part {
            return (self.op(part) == dual).then(|| args.clone());
        }
        if self.op(inner) != op {
            return None;
        }
        let mut literals: Args = args.clone().iter().map(|arg| self.not(*arg)).collect();
        literals.sort_unstable();
        Some(literals)
    }

    /// One round of absorption. True when something changed, and then there are fewer literals.
    fn absorbed(&mut self, op: TermOp, parts: &mut Args) -> bool {
        if parts.len() > MOST_PARTS {
            return false;
        }
        let dual = if op == TermOp::And { TermOp::Or } else { TermOp::And };
        let literals: Vec<Option<Args>> = parts.iter().map(|part| self.literals(op, *part)).collect();
        for i in 0..parts.len() {
            let Some(inside) = &literals[i] else { continue };
            if inside.iter().any(|literal| parts.binary_search(literal).is_ok()) {
                parts.remove(i);
                return true;
            }
            let mut kept = Args::new();
            for literal in inside {
                let complement = self.not(*literal);
                if parts.binary_search(&complement).is_err() {
                    kept.push(*literal);
                }
            }
            if kept.len() < inside.len() {
                parts[i] = self.junction(dual, &kept);
                return true;
            }
        }
        for i in 0..parts.len() {
            for j in i + 1..parts.len() {
                let (Some(a), Some(b)) = (&literals[i], &literals[j]) else { continue };
                match self.pair(a, b) {
                    Pair::Disjoint => continue,
                    Pair::First => {
                        parts.remove(j);
                    }
                    Pair::Second => {
                        parts.remove(i);
                    }
                    Pair::Common(common) => {
                        parts[i] = self.junction(dual, &common);
                        parts.remove(j);
                    }
                }
                return true;
            }
        }
        false
    }

    fn pair(&self, a: &[TermId], b: &[TermId]) -> Pair {
        let only = |a: &[TermId], b: &[TermId]| -> Args {
            a.iter().copied().filter(|literal| b.binary_search(literal).is_err()).collect()
        };
        let (only_a, only_b) = (only(a, b), only(b, a));
        match (&*only_a, &*only_b) {
            ([], _) => Pair::First,
            (_, []) => Pair::Second,
            ([x], [y])
                if self.op(*x) == TermOp::Not && self.arg(*x, 0) == *y
                    || self.op(*y) == TermOp::Not && self.arg(*y, 0) == *x =>
            {
                Pair::Common(a.iter().copied().filter(|literal| literal != x).collect())
            }
            _ => Pair::Disjoint,
        }
    }

    /// Intersects what the parts of a conjunction say of one sum over `Int` (of a disjunction: what their complements
    /// say). True when something changed, and then there are fewer parts.
    fn bounds_met(&mut self, op: TermOp, parts: &mut Args) -> bool {
        let bounds: Vec<Option<Bound>> = parts.iter().map(|part| self.bound(*part, op == TermOp::And)).collect();
        if bounds.iter().flatten().count() < 2 {
            return false;
        }
        let mut met: FastIndexMap<TermId, (Option<i128>, Option<i128>)> = FastIndexMap::default();
        for bound in bounds.iter().flatten() {
            let (low, high) = met.entry(bound.sum).or_default();
            *low = (*low).max(bound.low);
            *high = [*high, bound.high].into_iter().flatten().min();
        }
        if met.values().any(|(low, high)| low.zip(*high).is_some_and(|(low, high)| low > high)) {
            parts.clear();
            let decided = self.bool(op == TermOp::Or);
            parts.push(decided);
            return true;
        }
        let before = parts.len();
        let mut kept = Args::new();
        let mut points = Args::new();
        for (part, bound) in parts.iter().zip(&bounds) {
            let Some(bound) = bound else {
                kept.push(*part);
                continue;
            };
            let (low, high) = met[&bound.sum];
            if let (Some(low), Some(high)) = (low, high)
                && low == high
            {
                points.push(if op == TermOp::And {
                    self.point(bound.sum, low)
                } else {
                    let point = self.point(bound.sum, low);
                    self.not(point)
                });
            } else if bound.low.is_some() && bound.low == low || bound.high.is_some() && bound.high == high {
                kept.push(*part);
            }
        }
        points.sort_unstable();
        points.dedup();
        kept.extend(points);
        kept.sort_unstable();
        kept.dedup();
        *parts = kept;
        parts.len() < before
    }

    fn point(&mut self, sum: TermId, value: i128) -> TermId {
        let value = self.int(value);
        self.eq(sum, value)
    }

    /// Bound of a literal, or else its complement, for a sum over `Int`.
    fn bound(&self, literal: TermId, positive: bool) -> Option<Bound> {
        let (atom, positive) =
            if self.op(literal) == TermOp::Not { (self.arg(literal, 0), !positive) } else { (literal, positive) };
        let node = self.get(atom);
        let (TermOp::Le | TermOp::Eq, [a, b]) = (node.op, &*node.args) else { return None };
        let (sum, value) = match (self.as_int(*a), self.as_int(*b)) {
            (None, Some(value)) => (*a, value),
            (Some(value), None) if node.op == TermOp::Eq => (*b, value),
            _ => return None,
        };
        match (node.op, positive) {
            (TermOp::Le, true) => Some(Bound { sum, low: None, high: Some(value) }),
            (TermOp::Le, false) => Some(Bound { sum, low: Some(value.checked_add(1)?), high: None }),
            (_, true) => Some(Bound { sum, low: Some(value), high: Some(value) }),
            (_, false) => None,
        }
    }
}

/// Bound of a literal for a sum.
struct Bound {
    sum: TermId,
    low: Option<i128>,
    high: Option<i128>,
}
