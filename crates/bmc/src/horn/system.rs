//! The clauses of a program's segments.
//!
//! A relation is about the cells that matter at its head: those that a segment from there reads, in a condition, in what it
//! says of a violation, or in the value of a cell that matters where it ends. The others would only be quantified away.

use super::arguments::{Arguments, MOST_APPLICATIONS, choices};
use super::cells::{Reads, element_range, is_scalar};
use super::keys::Keys;
use crate::ground::segments::Segment;
use crate::relevance::relevant;
use crate::unroll::Unroller;
use cairn_base::{FastMap, FastSet};
use cairn_cpa::{ControlId, Res};
use cairn_formula::{CellId, Encoder, PathFormula};
use cairn_smt::clauses::{Application, Clause};
use cairn_term::{Sort, TermId, TermOp, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// A relation about more cells is not solved in any time.
const MOST_CELLS: usize = 400;
/// So often facts about reads are asked for, which read further.
const ROUNDS: usize = 4;

/// Relations, each by its symbols, and clauses.
#[derive(Default)]
pub(crate) struct System {
    pub(crate) relations: Vec<Vec<TermId>>,
    /// The control state of each relation's head.
    pub(crate) controls: Vec<ControlId>,
    pub(crate) clauses: Vec<Clause>,
    /// Symbols of each relation.
    pub(crate) shapes: Vec<RelationShape>,
    /// The cells that each clause reads and writes.
    pub(crate) cells: Vec<ClauseCells>,
    /// The least and the greatest value of the elements of arrays, by their plain symbols.
    pub(crate) elements: FastMap<TermId, (i128, i128)>,
}

/// Symbols of a relation.
#[derive(Clone, Default)]
pub(crate) struct RelationShape {
    pub(crate) scalars: Vec<TermId>,
    /// The distinguished cell of each array.
    pub(crate) arrays: Vec<CellAccess>,
    /// Sums of the first elements of arrays, where they are arguments.
    pub(crate) sums: Vec<PrefixSum>,
}

/// The sum of so many elements of an array as a variable says, from the one with the index `first`.
#[derive(Clone, Copy)]
pub(crate) struct PrefixSum {
    pub(crate) array: TermId,
    pub(crate) first: i128,
    pub(crate) below: TermId,
    pub(crate) sum: TermId,
}

/// A cell: the plain symbol of its array, its index, and what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct CellAccess {
    pub(crate) array: TermId,
    pub(crate) index: TermId,
    pub(crate) value: TermId,
}

/// The cells of a clause, over its symbols.
#[derive(Clone, Default)]
pub(crate) struct ClauseCells {
    pub(crate) read: Vec<CellAccess>,
    pub(crate) written: Vec<CellAccess>,
    /// Of the head's arrays, the indices at which they may differ from the array of that name in the body; `None` where
    /// they may differ anywhere.
    pub(crate) changed: FastMap<TermId, Option<Vec<TermId>>>,
}

#[derive(Default)]
struct Relation {
    number: usize,
    scalars: Vec<CellId>,
    arrays: Vec<CellId>,
}

/// The end of some paths: in a head, or in a violation.
struct End<'s> {
    from: Option<ControlId>,
    to: Option<ControlId>,
    formula: &'s PathFormula,
    /// Assumptions where they begin.
    assumed: &'s FastSet<TermId>,
}

impl System {
    /// The clauses of some segments, or why there are none.
    pub(crate) fn new(unroller: &mut Unroller<'_, '_>, segments: &[Segment]) -> Res<Result<Self, String>> {
        let mut ends = Vec::new();
        for Segment { from, heads, obligations, assumed } in segments {
            ends.extend(heads.iter().map(|(to, formula)| End { from: *from, to: Some(*to), formula, assumed }));
            ends.extend(obligations.iter().map(|each| End { from: *from, to: None, formula: &each.formula, assumed }));
        }
        let needed = needed(unroller, &ends)?;
        if needed.values().any(|cells| cells.len() > MOST_CELLS) {
            return Ok(Err("a loop has more variables than Horn clauses are solved for".to_owned()));
        }
        let encoder = &mut unroller.encoder;
        let (mut relations, mut controls) = (BTreeMap::new(), Vec::new());
        let (mut symbols, mut shapes, mut elements) = (Vec::new(), Vec::new(), FastMap::default());
        for (number, (control, cells)) in needed.into_iter().enumerate() {
            let mut relation = Relation { number, ..Relation::default() };
            let mut formals = Vec::new();
            for cell in cells {
                let Some(plain) = encoder.plain(cell) else { continue };
                match encoder.terms.sort(plain) {
                    sort if is_scalar(sort) => {
                        relation.scalars.push(cell);
                        formals.push(plain);
                    }
                    Sort::Array(_) if holds_numbers(&encoder.terms, plain) => relation.arrays.push(cell),
                    _ => {}
                }
            }
            let mut shape = RelationShape { scalars: formals.clone(), ..RelationShape::default() };
            for cell in &relation.arrays {
                let Some(array) = encoder.plain(*cell) else { continue };
                let index = encoder.terms.symbol(format!("index of {cell} in {number}"), Sort::Int);
                let value = encoder.terms.symbol(format!("value of {cell} in {number}"), Sort::Int);
                formals.extend([index, value]);
                shape.arrays.push(CellAccess { array, index, value });
                if let Some(range) = element_range(encoder, array) {
                    elements.insert(array, range);
                }
            }
            shapes.push(shape);
            symbols.push(formals);
            controls.push(control);
            relations.insert(control, relation);
        }
        let mut roots: Vec<TermId> = Vec::new();
        for end in &ends {
            roots.push(end.formula.condition);
            roots.extend(end.formula.values.values());
        }
        let keys = Keys::new(encoder, unroller.program, &roots);
        let (mut clauses, mut cells) = (Vec::new(), Vec::new());
        for end in &ends {
            unroller.budget.tick()?;
            let number = clauses.len();
            let mut maker = ClauseMaker { encoder: &mut unroller.encoder, relations: &relations, keys: &keys };
            let (clause, of_clause) = maker.clause(number, end);
            if unroller.encoder.terms.as_bool(clause.constraint) != Some(false) {
                clauses.push(clause);
                cells.push(of_clause);
            }
        }
        Ok(Ok(Self { relations: symbols, controls, clauses, shapes, cells, elements }))
    }
}

impl System {
    /// The clauses where a solution of those with a head is known: it holds of every application in a body. A solution of
    /// these clauses is one of the original ones together with what is known.
    pub(crate) fn assuming(&self, terms: &mut Terms, known: &[TermId]) -> Self {
        let mut clauses = Vec::new();
        for clause in &self.clauses {
            let mut parts = vec![clause.constraint];
            for application in &clause.body {
                parts.extend(self.applied(terms, application, &known[application.0..=application.0]));
            }
            clauses.push(Clause { constraint: terms.and(&parts), ..clause.clone() });
        }
        Self { relations: self.relations.clone(), clauses, ..Self::default() }
    }

    /// Formulas about a relation's symbols, of its arguments in an application.
    pub(crate) fn applied(
        &self,
        terms: &mut Terms,
        (relation, args): &Application,
        formulas: &[TermId],
    ) -> Vec<TermId> {
        let formals = self.relations[*relation].iter().copied();
        let replace: FastMap<TermId, TermId> = formals.zip(args.iter().copied()).collect();
        terms.substitute_all(formulas, &replace)
    }
}

/// The cells that matter at each head.
fn needed(unroller: &mut Unroller<'_, '_>, ends: &[End<'_>]) -> Res<BTreeMap<ControlId, BTreeSet<CellId>>> {
    let mut needed: BTreeMap<ControlId, BTreeSet<CellId>> = BTreeMap::new();
    for end in ends {
        for control in end.from.iter().chain(&end.to) {
            needed.entry(*control).or_default();
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for end in ends {
            unroller.budget.tick()?;
            let Some(from) = end.from else { continue };
            let wanted = end.to.map(|to| needed[&to].clone()).unwrap_or_default();
            let encoder = &mut unroller.encoder;
            let mut found: BTreeSet<CellId> = BTreeSet::new();
            let mut roots = Vec::new();
            for cell in wanted {
                match end.formula.values.get(&cell) {
                    Some(value) => roots.push(*value),
                    None => drop(found.insert(cell)),
                }
            }
            roots.push(without_unread_names(encoder, end, &roots, &|_, _| false));
            roots.push(encoder.facts(&roots));
            let symbols = encoder.terms.symbols_of(&roots);
            found.extend(symbols.into_iter().filter_map(|symbol| encoder.cell_of(symbol)));
            let known = needed.entry(from).or_default();
            let before = known.len();
            known.extend(found);
            changed |= known.len() > before;
        }
    }
    Ok(needed)
}

/// The condition of some paths without equations of names that neither it nor the values read. What the state at their start
/// is equal to is no such name. Of what is known at the start, what matters.
fn without_unread_names(
    encoder: &mut Encoder,
    end: &End<'_>,
    values: &[TermId],
    matters: &dyn Fn(&Encoder, TermId) -> bool,
) -> TermId {
    let mut parts = encoder.terms.conjuncts(end.formula.condition);
    parts.retain(|part| !end.assumed.contains(part) || matters(encoder, *part));
    let condition = encoder.terms.and(&parts);
    let symbols = encoder.terms.symbols_of(&[condition]);
    let mut kept = values.to_vec();
    for symbol in symbols {
        if encoder.cell_of(symbol).is_some() {
            kept.push(encoder.terms.symbol_term(symbol));
        }
    }
    relevant(&mut encoder.terms, condition, &kept)
}

/// Whether an array is one from numbers to numbers.
fn holds_numbers(terms: &Terms, array: TermId) -> bool {
    let Sort::Array(id) = terms.sort(array) else { return false };
    terms.array_parts(id) == (Sort::Int, Sort::Int)
}

struct ClauseMaker<'e> {
    encoder: &'e mut Encoder,
    relations: &'e BTreeMap<ControlId, Relation>,
    keys: &'e Keys,
}

impl ClauseMaker<'_> {
    fn clause(&mut self, number: usize, end: &End<'_>) -> (Clause, ClauseCells) {
        let value_of =
            |cell: &CellId, encoder: &Encoder| end.formula.values.get(cell).copied().or_else(|| encoder.plain(*cell));
        let target = end.to.map(|to| &self.relations[&to]);
        let values: Vec<TermId> = target.map_or(Vec::new(), |target| {
            target
                .scalars
                .iter()
                .chain(&target.arrays)
                .filter_map(|cell| end.formula.values.get(cell).copied())
                .collect()
        });
        let body = end.from.map(|from| &self.relations[&from]);
        let is_known = |encoder: &Encoder, part: TermId| {
            let of_body = |cell: &CellId| body.is_some_and(|body| body.scalars.contains(cell));
            let mut cells = encoder.terms.symbols_of(&[part]).into_iter().map(|symbol| encoder.cell_of(symbol));
            cells.all(|cell| cell.as_ref().is_some_and(of_body))
        };
        let condition = without_unread_names(self.encoder, end, &values, &is_known);
        let (names, condition) = named_arrays(&mut self.encoder.terms, condition);
        let mut reads = Reads::new(number, names);
        // What the head says, before arrays are taken out.
        let mut said: Vec<TermId> = Vec::new();
        let mut keys: Vec<TermId> = Vec::new();
        if let Some(target) = target {
            said.extend(target.scalars.iter().filter_map(|cell| value_of(cell, self.encoder)));
            for cell in &target.arrays {
                let index = reads.fresh(&mut self.encoder.terms, Sort::Int);
                keys.push(index);
                if let (Some(plain), Some(array)) = (self.encoder.plain(*cell), value_of(cell, self.encoder)) {
                    let pointer = self.keys.pointer(plain).map(|pointer| self.value_behind(end, pointer));
                    let terms = &mut self.encoder.terms;
                    let address = self.keys.address(terms, plain, index, pointer);
                    said.push(terms.select(array, address));
                }
            }
        }
        let mut roots = said.clone();
        roots.push(condition);
        let facts = self.encoder.facts(&roots);
        let terms = &mut self.encoder.terms;
        let mut parts = vec![reads.scalar(terms, condition), reads.scalar(terms, facts)];
        let said: Vec<TermId> = said.into_iter().map(|term| reads.scalar(terms, term)).collect();
        self.facts_about_reads(&mut reads, &mut parts);
        let terms = &mut self.encoder.terms;
        let mut args = Arguments { parts, named: FastMap::default() };
        let head = target.map(|target| {
            let (scalars, values) = said.split_at(target.scalars.len().min(said.len()));
            let mut all: Vec<TermId> = scalars.iter().map(|term| args.symbol(terms, &mut reads, *term)).collect();
            for (key, value) in keys.iter().zip(values) {
                all.extend([*key, args.symbol(terms, &mut reads, *value)]);
            }
            (target.number, all)
        });
        let body = body.map_or(Vec::new(), |relation| self.body(relation, &mut reads, &mut args));
        args.parts.extend(reads.congruences(&mut self.encoder.terms));
        let mut cells = self.cells(end, &mut reads);
        for cell in target.map_or(&[][..], |target| &target.arrays) {
            if let Some(plain) = self.encoder.plain(*cell) {
                cells.changed.insert(plain, self.changed(end, plain, &mut reads));
            }
        }
        (Clause { body, constraint: self.encoder.terms.and(&args.parts), head }, cells)
    }

    /// Value of the cell of a plain symbol behind some paths.
    fn value_behind(&self, end: &End<'_>, plain: TermId) -> TermId {
        let cell = match self.encoder.terms.op(plain) {
            TermOp::Symbol(symbol) => self.encoder.cell_of(symbol),
            _ => None,
        };
        cell.and_then(|cell| end.formula.values.get(&cell).copied()).unwrap_or(plain)
    }

    /// The indices at which some paths may write an array; `None` where that is not known.
    fn changed(&mut self, end: &End<'_>, plain: TermId, reads: &mut Reads) -> Option<Vec<TermId>> {
        // Indices count from where the pointer points.
        if self.keys.pointer(plain).is_some_and(|pointer| self.value_behind(end, pointer) != pointer) {
            return None;
        }
        let mut indices = Vec::new();
        let mut open = vec![self.value_behind(end, plain)];
        let mut seen: FastSet<TermId> = FastSet::default();
        while let Some(array) = open.pop() {
            if array == plain || !seen.insert(array) {
                continue;
            }
            let terms = &mut self.encoder.terms;
            match terms.op(array) {
                TermOp::Store => {
                    let address = terms.arg(array, 1);
                    let address = reads.scalar(terms, address);
                    indices.push(self.keys.index(terms, plain, address)?);
                    open.push(terms.arg(array, 0));
                }
                TermOp::Ite => open.extend([terms.arg(array, 1), terms.arg(array, 2)]),
                _ => open.push(reads.named(array)?),
            }
            if indices.len() > MOST_APPLICATIONS {
                return None;
            }
        }
        Some(indices)
    }

    /// The cells that are read and written.
    fn cells(&mut self, end: &End<'_>, reads: &mut Reads) -> ClauseCells {
        let terms = &mut self.encoder.terms;
        let mut cells = ClauseCells::default();
        for ((array, address), value) in reads.all() {
            if let Some(index) = self.keys.index(terms, *array, *address) {
                cells.read.push(CellAccess { array: *array, index, value: *value });
            }
        }
        let roots: Vec<TermId> = end.formula.values.values().copied().collect();
        for store in terms.below(&roots) {
            if terms.op(store) != TermOp::Store {
                continue;
            }
            let mut array = store;
            while matches!(terms.op(array), TermOp::Store | TermOp::Ite) {
                array = terms.arg(array, usize::from(terms.op(array) == TermOp::Ite));
            }
            let (address, value) = (terms.arg(store, 1), terms.arg(store, 2));
            if !is_scalar(terms.sort(address)) || !is_scalar(terms.sort(value)) {
                continue;
            }
            let (address, value) = (reads.scalar(terms, address), reads.scalar(terms, value));
            if let Some(index) = self.keys.index(terms, array, address) {
                cells.written.push(CellAccess { array, index, value });
            }
        }
        cells
    }

    /// Facts about the cells that are read, by their types and by what ranges of memory hold.
    fn facts_about_reads(&mut self, reads: &mut Reads, parts: &mut Vec<TermId>) {
        let mut asked = 0;
        for _ in 0..ROUNDS {
            let new: Vec<(TermId, TermId)> = reads.all().keys().skip(asked).copied().collect();
            if new.is_empty() {
                return;
            }
            asked += new.len();
            for (array, index) in new {
                let read = self.encoder.terms.select(array, index);
                let facts = self.encoder.facts(&[read]);
                parts.push(reads.scalar(&mut self.encoder.terms, facts));
            }
        }
    }

    /// The relation of the head where the paths begin, at the indices that are read.
    fn body(&mut self, relation: &Relation, reads: &mut Reads, args: &mut Arguments) -> Vec<Application> {
        let plain = |cell: &CellId, encoder: &Encoder| encoder.plain(*cell);
        let scalars: Vec<TermId> = relation.scalars.iter().filter_map(|cell| plain(cell, self.encoder)).collect();
        // For each array the cells that are read; any one where none is.
        let mut read: Vec<Vec<(TermId, TermId)>> = Vec::new();
        let mut indices: Vec<TermId> = Vec::new();
        for cell in &relation.arrays {
            let array = plain(cell, self.encoder);
            let terms = &mut self.encoder.terms;
            let mut here: Vec<(TermId, TermId)> = (reads.all().iter())
                .filter(|((from, _), _)| Some(*from) == array)
                .filter_map(|((from, address), value)| Some((self.keys.index(terms, *from, *address)?, *value)))
                .collect();
            for (index, _) in &here {
                if !indices.contains(index) {
                    indices.push(*index);
                }
            }
            if here.is_empty() {
                here.push((reads.fresh(terms, Sort::Int), reads.fresh(terms, Sort::Int)));
            }
            read.push(here);
        }
        let mut applications = Vec::new();
        for choice in choices(&read.iter().map(Vec::len).collect::<Vec<_>>()) {
            let mut all = scalars.clone();
            for (here, at) in read.iter().zip(choice) {
                let (index, value) = here[at];
                all.extend([args.symbol(&mut self.encoder.terms, reads, index), value]);
            }
            applications.push((relation.number, all));
        }
        // All arrays at one index: what is copied along a chain of arrays is at the same place of each.
        indices.truncate(MOST_APPLICATIONS);
        for index in indices.into_iter().filter(|_| relation.arrays.len() > 1) {
            let mut all = scalars.clone();
            for (here, cell) in read.iter().zip(&relation.arrays) {
                let known = here.iter().find(|(at, _)| *at == index).map(|(_, value)| *value);
                let value = known.or_else(|| {
                    let array = plain(cell, self.encoder)?;
                    let terms = &mut self.encoder.terms;
                    let address = self.keys.address(terms, array, index, self.keys.pointer(array));
                    let read = terms.select(array, address);
                    Some(reads.scalar(terms, read))
                });
                let terms = &mut self.encoder.terms;
                let value = value.unwrap_or_else(|| reads.fresh(terms, Sort::Int));
                all.extend([args.symbol(terms, reads, index), args.symbol(terms, reads, value)]);
            }
            if !applications.contains(&(relation.number, all.clone())) {
                applications.push((relation.number, all));
            }
        }
        applications
    }
}

/// The equations of a condition that say what an array symbol is, and the rest of it.
fn named_arrays(terms: &mut Terms, condition: TermId) -> (FastMap<TermId, TermId>, TermId) {
    let (mut names, mut rest) = (FastMap::default(), Vec::new());
    let mut defined: FastSet<TermId> = FastSet::default();
    for part in terms.conjuncts(condition) {
        let is_array = |term: TermId| matches!(terms.sort(term), Sort::Array(_));
        let args = terms.get(part).args.clone();
        let is_equation = matches!(terms.op(part), TermOp::Eq) && is_array(args[0]);
        let side = |at: usize| matches!(terms.op(args[at]), TermOp::Symbol(_)).then(|| (args[at], args[1 - at]));
        // A name is made after what it stands for: the greater term, so that names do not go in circles.
        match is_equation.then(|| side(0).into_iter().chain(side(1)).find(|(name, named)| name > named)).flatten() {
            Some((name, named)) if defined.insert(name) => drop(names.insert(name, named)),
            _ => rest.push(part),
        }
    }
    (names, terms.and(&rest))
}
