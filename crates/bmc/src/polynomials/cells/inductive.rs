//! The largest set of closed forms that is inductive, and whether it excludes all violations.
//!
//! A form of a head holds where each path to it shows `low <= k < high -> a[k] = p(k)` of the cell at any `k` at its end. The guard
//! is assumed at the end, with the variables as they are there. What the path read from the arrays of the head where it began is
//! what the forms of that head say, where a solver finds their guards to hold of the index that was read. The rest is
//! algebra ([`super::super::rewriting`]), or a contradiction.
//!
//! Invariant: nothing is used of a read but a form of the head that is in the set, under its guard, which a solver showed
//! from the path's literals. Guards and indices are terms over machine integers, so nothing is said of what cannot wrap around.

use super::super::equation::Equation;
use super::super::lemmas::{Lemmas, is_linear};
use super::super::paths::EdgePath;
use super::super::rewriting::AlgebraicPath;
use super::cell_paths::CellPath;
use super::form::{ClosedForm, solved};
use super::indices::Indexing;
use crate::flow::HeadVariable;
use cairn_base::{Budget, FastMap};
use cairn_cpa::Res;
use cairn_term::{TermId, TermOp, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// What is the same for all paths.
pub(super) struct Checker<'a> {
    pub(super) heads: &'a [Vec<HeadVariable>],
    pub(super) indexing: &'a BTreeMap<TermId, Indexing>,
    /// The cell of each array: its index and what it holds.
    pub(super) cells: &'a BTreeMap<TermId, [HeadVariable; 2]>,
    /// Equalities of the variables of each head.
    pub(super) known: Vec<Vec<Equation>>,
    pub(super) solver: Lemmas,
    pub(super) budget: &'a Budget,
}

impl Checker<'_> {
    /// The forms of each head that are left when those that some path does not show were dropped.
    pub(super) fn inductive(
        &mut self,
        terms: &mut Terms,
        paths: &[CellPath],
        mut forms: Vec<Vec<ClosedForm>>,
    ) -> Res<Vec<Vec<ClosedForm>>> {
        // Entries first: what does not hold there is not assumed elsewhere.
        let mut open: BTreeSet<(bool, usize)> = (paths.iter().enumerate())
            .filter(|(_, path)| path.path.to.is_some())
            .map(|(at, path)| (path.path.from.is_some(), at))
            .collect();
        let leaving = |head: usize| {
            let is_one = move |at: &usize| paths[*at].path.from == Some(head) && paths[*at].path.to.is_some();
            (0..paths.len()).filter(is_one).map(|at| (true, at))
        };
        while let Some((_, number)) = open.pop_first() {
            let path = &paths[number];
            let Some(to) = path.path.to else { continue };
            if path.array.is_none() {
                let kept = self.kept(terms, path, &forms)?;
                if kept.contains(&false) {
                    let mut kept = kept.into_iter();
                    self.known[to].retain(|_| kept.next() == Some(true));
                    open.extend(leaving(to));
                }
                continue;
            }
            let mut kept = Vec::new();
            for form in &forms[to] {
                kept.push(Some(form.array) != path.array || self.shows(terms, path, form, &forms)?);
            }
            if kept.iter().all(|kept| *kept) {
                continue;
            }
            let mut kept = kept.into_iter();
            forms[to].retain(|_| kept.next() == Some(true));
            open.extend(leaving(to));
        }
        Ok(forms)
    }

    /// Which equalities of the variables hold at the end of a path.
    fn kept(&mut self, terms: &mut Terms, path: &CellPath, forms: &[Vec<ClosedForm>]) -> Res<Vec<bool>> {
        let Some(to) = path.path.to.filter(|to| !self.known[*to].is_empty()) else { return Ok(Vec::new()) };
        let (literals, values) = (path.path.literals.clone(), path.path.values.clone());
        let path = self.instantiated(terms, path, forms, literals, values, FastMap::default())?;
        let known = path.from.map_or(Vec::new(), |from| self.known[from].clone());
        let mut path = AlgebraicPath::new(terms, path, &[], &mut self.solver, self.budget)?;
        let kept = path.kept(terms, self.heads, &known, &self.known[to]);
        if kept.contains(&false) && path.is_excluded(terms, self.heads, &known, &mut self.solver, self.budget)? {
            return Ok(vec![true; kept.len()]);
        }
        Ok(kept)
    }

    /// Whether a form holds at the end of a path.
    fn shows(&mut self, terms: &mut Terms, path: &CellPath, form: &ClosedForm, forms: &[Vec<ClosedForm>]) -> Res<bool> {
        let (Some(to), Some(cell)) = (path.path.to, self.cells.get(&form.array)) else { return Ok(false) };
        let Some(indexing) = self.indexing.get(&form.array) else { return Ok(false) };
        let values: FastMap<TermId, TermId> = path.path.values.iter().map(|(plain, value)| (*plain, *value)).collect();
        let index = cell[0].plain;
        let mut literals = path.path.literals.clone();
        literals.extend(form.guard(terms, &self.heads[to], &values, index));
        if self.excludes(terms, &literals, None)? {
            return Ok(true);
        }
        let mut replace: FastMap<TermId, TermId> = FastMap::default();
        let pointer = indexing.pointer.map(|pointer| values.get(&pointer).copied().unwrap_or(pointer));
        // The cell may be one that was written, or the only one of the range.
        let written = path.written.iter().filter_map(|address| indexing.index(terms, *address, pointer));
        let mut places: Vec<TermId> = written.collect();
        places.push(form.low.term(terms, &self.heads[to], &values));
        for written in places {
            let is_here = terms.eq(index, written);
            if is_linear(terms, is_here) && self.excludes(terms, &literals, Some(is_here))? {
                replace.insert(index, written);
                break;
            }
        }
        let mut ends = path.path.values.clone();
        ends.insert(index, index);
        let path = self.instantiated(terms, path, forms, literals, ends, replace)?;
        if path.literals.iter().any(|literal| terms.as_bool(*literal) == Some(false)) {
            return Ok(true);
        }
        let mut heads = self.heads.to_vec();
        heads[to].extend(cell);
        let known = path.from.map_or(Vec::new(), |from| self.known[from].clone());
        let mut path = AlgebraicPath::new(terms, path, &[], &mut self.solver, self.budget)?;
        Ok(path.kept(terms, &heads, &known, std::slice::from_ref(&form.equation)) == [true]
            || path.is_excluded(terms, &heads, &known, &mut self.solver, self.budget)?)
    }

    /// Whether a path to a violation cannot be taken.
    pub(super) fn is_excluded(&mut self, terms: &mut Terms, path: &CellPath, forms: &[Vec<ClosedForm>]) -> Res<bool> {
        let (literals, values) = (path.path.literals.clone(), path.path.values.clone());
        let path = self.instantiated(terms, path, forms, literals, values, FastMap::default())?;
        if path.literals.iter().any(|literal| terms.as_bool(*literal) == Some(false)) {
            return Ok(true);
        }
        let known = path.from.map_or(Vec::new(), |from| self.known[from].clone());
        let mut path = AlgebraicPath::new(terms, path, &[], &mut self.solver, self.budget)?;
        path.is_excluded(terms, self.heads, &known, &mut self.solver, self.budget)
    }

    /// A path in which what was read is what the forms say of it.
    fn instantiated(
        &mut self,
        terms: &mut Terms,
        path: &CellPath,
        forms: &[Vec<ClosedForm>],
        literals: Vec<TermId>,
        values: BTreeMap<TermId, TermId>,
        mut replace: FastMap<TermId, TermId>,
    ) -> Res<EdgePath> {
        let EdgePath { from, to, .. } = path.path;
        let none = FastMap::default();
        for read in &path.reads {
            let Some((from, indexing)) = from.zip(self.indexing.get(&read.array)) else { continue };
            let of_array: Vec<&ClosedForm> = forms[from].iter().filter(|form| form.array == read.array).collect();
            if of_array.is_empty() {
                continue;
            }
            let address = terms.substitute(read.address, &replace);
            let Some(index) = indexing.index(terms, address, indexing.pointer) else { continue };
            let assumed = terms.substitute_all(&literals, &replace);
            for form in of_array {
                let guard = form.guard(terms, &self.heads[from], &none, index);
                let holds = terms.and(&guard);
                if !is_linear(terms, holds) || !self.excludes(terms, &assumed, Some(holds))? {
                    continue;
                }
                if let Some(value) = form.value(terms, &self.heads[from], index) {
                    replace.insert(read.symbol, value);
                    break;
                }
            }
        }
        if let Some(from) = from {
            self.replace_divisors(terms, from, &literals, &values, &mut replace);
        }
        let literals = terms.substitute_all(&literals, &replace);
        let places: Vec<TermId> = values.keys().copied().collect();
        let held: Vec<TermId> = values.values().copied().collect();
        let held = terms.substitute_all(&held, &replace);
        let literals = literals.into_iter().filter(|literal| terms.as_bool(*literal) != Some(true)).collect();
        Ok(EdgePath { from, to, literals, values: places.into_iter().zip(held).collect() })
    }

    /// Variables in divisors that an equality says by others: divisions are opaque to algebra, and equal only where their
    /// terms are.
    fn replace_divisors(
        &self,
        terms: &mut Terms,
        from: usize,
        literals: &[TermId],
        values: &BTreeMap<TermId, TermId>,
        replace: &mut FastMap<TermId, TermId>,
    ) {
        let roots: Vec<TermId> = literals.iter().chain(values.values()).copied().collect();
        let is_division = |term: &TermId| {
            use TermOp::{BvSDiv, BvSRem, BvUDiv, BvURem};
            matches!(terms.op(*term), BvUDiv | BvSDiv | BvURem | BvSRem)
        };
        let divisors: Vec<TermId> =
            terms.below(&roots).into_iter().filter(is_division).map(|term| terms.arg(term, 1)).collect();
        let below: BTreeSet<TermId> = terms.below(&divisors).into_iter().collect();
        for equation in &self.known[from] {
            for (at, variable) in self.heads[from].iter().enumerate() {
                if !below.contains(&variable.plain) || replace.contains_key(&variable.plain) {
                    continue;
                }
                let Some(value) = solved(terms, equation, &self.heads[from], at) else { continue };
                let value = terms.substitute(value, replace);
                if !terms.below(&[value]).contains(&variable.plain) {
                    let own = FastMap::from_iter([(variable.plain, value)]);
                    for held in replace.values_mut() {
                        *held = terms.substitute(*held, &own);
                    }
                    replace.insert(variable.plain, value);
                }
            }
        }
    }

    /// Whether some literals exclude each other, or imply a condition.
    fn excludes(&mut self, terms: &mut Terms, literals: &[TermId], implied: Option<TermId>) -> Res<bool> {
        let mut asked: Vec<TermId> = literals.iter().copied().filter(|literal| is_linear(terms, *literal)).collect();
        asked.extend(implied.map(|implied| terms.not(implied)));
        if asked.iter().any(|condition| terms.as_bool(*condition) == Some(false)) {
            return Ok(true);
        }
        self.solver.excludes(terms, &asked, self.budget)
    }
}
