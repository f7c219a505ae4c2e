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
use crate::ground::flow::HeadVariable;
use crate::ground::houdini::{Consecution, Kept, TransitionEnds};
use cairn_base::{Budget, FastMap};
use cairn_cpa::Res;
use cairn_term::{TermId, TermOp, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// Candidate at a head.
#[derive(Clone)]
pub(super) enum CellFact {
    Equality(Equation),
    /// Of the cells of an array.
    Form(ClosedForm),
}

fn equalities(facts: &[CellFact]) -> Vec<Equation> {
    let equality =
        |fact: &CellFact| if let CellFact::Equality(equation) = fact { Some(equation.clone()) } else { None };
    facts.iter().filter_map(equality).collect()
}

/// The closed forms among some facts.
pub(super) fn forms(facts: &[CellFact]) -> impl Iterator<Item = &ClosedForm> {
    facts.iter().filter_map(|fact| if let CellFact::Form(form) = fact { Some(form) } else { None })
}

pub(super) struct Checker<'a> {
    pub(super) terms: &'a mut Terms,
    pub(super) heads: &'a [Vec<HeadVariable>],
    pub(super) paths: &'a [CellPath],
    pub(super) indexing: &'a BTreeMap<TermId, Indexing>,
    /// The cell of each array: its index and what it holds.
    pub(super) cells: &'a BTreeMap<TermId, [HeadVariable; 2]>,
    pub(super) solver: Lemmas,
    pub(super) budget: &'a Budget,
}

impl Consecution for Checker<'_> {
    type Candidate = CellFact;

    fn ends(&self) -> Vec<TransitionEnds> {
        self.paths.iter().map(|path| path.path.ends()).collect()
    }

    /// Paths with a cell at their end are there for forms of its array, those without for equalities.
    fn kept(&mut self, number: usize, facts: &[Vec<CellFact>]) -> Res<Kept> {
        let path = &self.paths[number];
        let Some(to) = path.path.to else { return Ok(Kept::All) };
        let mut keep = Vec::new();
        let mut of_equalities = match path.array {
            None => self.kept_equalities(path, facts)?.into_iter(),
            Some(_) => Vec::new().into_iter(),
        };
        for fact in &facts[to] {
            keep.push(match fact {
                CellFact::Equality(_) => of_equalities.next() != Some(false),
                CellFact::Form(form) => Some(form.array) != path.array || self.shows(path, form, facts)?,
            });
        }
        Ok(Kept::These(keep))
    }
}

impl Checker<'_> {
    /// Which equalities of the variables hold at the end of a path.
    fn kept_equalities(&mut self, path: &CellPath, facts: &[Vec<CellFact>]) -> Res<Vec<bool>> {
        let wanted = path.path.to.map_or(Vec::new(), |to| equalities(&facts[to]));
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let (literals, values) = (path.path.literals.clone(), path.path.values.clone());
        let path = self.instantiated(path, facts, literals, values, FastMap::default())?;
        let known = path.from.map_or(Vec::new(), |from| equalities(&facts[from]));
        let mut path = AlgebraicPath::new(self.terms, path, &[], &mut self.solver, self.budget)?;
        let kept = path.kept(self.terms, self.heads, &known, &wanted);
        if kept.contains(&false) && path.is_excluded(self.terms, self.heads, &known, &mut self.solver, self.budget)? {
            return Ok(vec![true; kept.len()]);
        }
        Ok(kept)
    }

    /// Whether a form holds at the end of a path.
    fn shows(&mut self, path: &CellPath, form: &ClosedForm, facts: &[Vec<CellFact>]) -> Res<bool> {
        let (Some(to), Some(cell)) = (path.path.to, self.cells.get(&form.array)) else { return Ok(false) };
        let Some(indexing) = self.indexing.get(&form.array) else { return Ok(false) };
        let values: FastMap<TermId, TermId> = path.path.values.iter().map(|(plain, value)| (*plain, *value)).collect();
        let index = cell[0].plain;
        let mut literals = path.path.literals.clone();
        literals.extend(form.guard(self.terms, &self.heads[to], &values, index));
        if self.excludes(&literals, None)? {
            return Ok(true);
        }
        let mut replace: FastMap<TermId, TermId> = FastMap::default();
        let pointer = indexing.pointer.map(|pointer| values.get(&pointer).copied().unwrap_or(pointer));
        // The cell may be one that was written, or the only one of the range.
        let written = path.written.iter().filter_map(|address| indexing.index(self.terms, *address, pointer));
        let mut places: Vec<TermId> = written.collect();
        places.push(form.low.term(self.terms, &self.heads[to], &values));
        for written in places {
            let is_here = self.terms.eq(index, written);
            if is_linear(self.terms, is_here) && self.excludes(&literals, Some(is_here))? {
                replace.insert(index, written);
                break;
            }
        }
        let mut ends = path.path.values.clone();
        ends.insert(index, index);
        let path = self.instantiated(path, facts, literals, ends, replace)?;
        if path.literals.iter().any(|literal| self.terms.as_bool(*literal) == Some(false)) {
            return Ok(true);
        }
        let mut heads = self.heads.to_vec();
        heads[to].extend(cell);
        let known = path.from.map_or(Vec::new(), |from| equalities(&facts[from]));
        let mut path = AlgebraicPath::new(self.terms, path, &[], &mut self.solver, self.budget)?;
        Ok(path.kept(self.terms, &heads, &known, std::slice::from_ref(&form.equation)) == [true]
            || path.is_excluded(self.terms, &heads, &known, &mut self.solver, self.budget)?)
    }

    /// Whether a path to a violation cannot be taken.
    pub(super) fn is_excluded(&mut self, path: &CellPath, facts: &[Vec<CellFact>]) -> Res<bool> {
        let (literals, values) = (path.path.literals.clone(), path.path.values.clone());
        let path = self.instantiated(path, facts, literals, values, FastMap::default())?;
        if path.literals.iter().any(|literal| self.terms.as_bool(*literal) == Some(false)) {
            return Ok(true);
        }
        let known = path.from.map_or(Vec::new(), |from| equalities(&facts[from]));
        let mut path = AlgebraicPath::new(self.terms, path, &[], &mut self.solver, self.budget)?;
        path.is_excluded(self.terms, self.heads, &known, &mut self.solver, self.budget)
    }

    /// A path in which what was read is what the forms say of it.
    fn instantiated(
        &mut self,
        path: &CellPath,
        facts: &[Vec<CellFact>],
        literals: Vec<TermId>,
        values: BTreeMap<TermId, TermId>,
        mut replace: FastMap<TermId, TermId>,
    ) -> Res<EdgePath> {
        let EdgePath { from, to, .. } = path.path;
        let none = FastMap::default();
        for read in &path.reads {
            let Some((from, indexing)) = from.zip(self.indexing.get(&read.array)) else { continue };
            let of_array: Vec<&ClosedForm> = forms(&facts[from]).filter(|form| form.array == read.array).collect();
            if of_array.is_empty() {
                continue;
            }
            let address = self.terms.substitute(read.address, &replace);
            let Some(index) = indexing.index(self.terms, address, indexing.pointer) else { continue };
            let assumed = self.terms.substitute_all(&literals, &replace);
            for form in of_array {
                let guard = form.guard(self.terms, &self.heads[from], &none, index);
                let holds = self.terms.and(&guard);
                if !is_linear(self.terms, holds) || !self.excludes(&assumed, Some(holds))? {
                    continue;
                }
                if let Some(value) = form.value(self.terms, &self.heads[from], index) {
                    replace.insert(read.symbol, value);
                    break;
                }
            }
        }
        if let Some(from) = from {
            self.replace_divisors(&equalities(&facts[from]), from, &literals, &values, &mut replace);
        }
        let literals = self.terms.substitute_all(&literals, &replace);
        let places: Vec<TermId> = values.keys().copied().collect();
        let held: Vec<TermId> = values.values().copied().collect();
        let held = self.terms.substitute_all(&held, &replace);
        let literals = literals.into_iter().filter(|literal| self.terms.as_bool(*literal) != Some(true)).collect();
        Ok(EdgePath { from, to, literals, values: places.into_iter().zip(held).collect() })
    }

    /// Variables in divisors that an equality says by others: divisions are opaque to algebra, and equal only where their
    /// terms are.
    fn replace_divisors(
        &mut self,
        known: &[Equation],
        from: usize,
        literals: &[TermId],
        values: &BTreeMap<TermId, TermId>,
        replace: &mut FastMap<TermId, TermId>,
    ) {
        let roots: Vec<TermId> = literals.iter().chain(values.values()).copied().collect();
        let is_division = |term: &TermId| {
            use TermOp::{BvSDiv, BvSRem, BvUDiv, BvURem};
            matches!(self.terms.op(*term), BvUDiv | BvSDiv | BvURem | BvSRem)
        };
        let divisors: Vec<TermId> =
            self.terms.below(&roots).into_iter().filter(is_division).map(|term| self.terms.arg(term, 1)).collect();
        let below: BTreeSet<TermId> = self.terms.below(&divisors).into_iter().collect();
        for equation in known {
            for (at, variable) in self.heads[from].iter().enumerate() {
                if !below.contains(&variable.plain) || replace.contains_key(&variable.plain) {
                    continue;
                }
                let Some(value) = solved(self.terms, equation, &self.heads[from], at) else { continue };
                let value = self.terms.substitute(value, replace);
                if !self.terms.below(&[value]).contains(&variable.plain) {
                    let own = FastMap::from_iter([(variable.plain, value)]);
                    for held in replace.values_mut() {
                        *held = self.terms.substitute(*held, &own);
                    }
                    replace.insert(variable.plain, value);
                }
            }
        }
    }

    /// Whether some literals exclude each other, or imply a condition.
    fn excludes(&mut self, literals: &[TermId], implied: Option<TermId>) -> Res<bool> {
        let mut asked: Vec<TermId> =
            literals.iter().copied().filter(|literal| is_linear(self.terms, *literal)).collect();
        asked.extend(implied.map(|implied| self.terms.not(implied)));
        if asked.iter().any(|condition| self.terms.as_bool(*condition) == Some(false)) {
            return Ok(true);
        }
        self.solver.excludes(self.terms, &asked, self.budget)
    }
}
