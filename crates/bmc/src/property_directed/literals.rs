//! The literals that cubes and lemmas are made of: bits of the variables at a head, and comparisons of the program.
//!
//! Bits make the search complete for what machine integers hold. Comparisons with constants of the program, and values that are
//! assigned, make lemmas short: `state = 8464` is one literal instead of 32. (Implicit abstraction: Cimatti, Griggio, Mover and
//! Tonetta, "IC3 modulo theories via implicit predicate abstraction", TACAS 2014; here the abstraction has all bits, so it needs
//! no refinement.)
//!
//! A cell of an array that is read at an address over the scalars of a head (`s->state`) has bits like a scalar.
//!
//! Invariant: a literal is a term over the symbols of its head alone. What has no literal (other cells, floats) is any value at a
//! head.

use super::comparisons::{Related, comparisons, has_bits, of_related};
use crate::ground::addresses::bases;
use crate::ground::flow::Flow;
use cairn_base::{FastIndexSet, FastMap};
use cairn_term::{Sort, TermId, TermOp, TermValue, Terms};

/// Comparisons of one head, at most.
const MOST_COMPARISONS: usize = 900;
/// Cells of arrays at one head, at most, and how often those that are read behind an edge are looked for.
const MOST_CELLS: usize = 48;
const ROUNDS: usize = 8;
/// Bits of one head, at most: a head with more has too many states for cubes of bits.
pub(super) const MOST_BITS: usize = 6_000;

/// An atom of a head, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Literal(u32);

impl Literal {
    fn new(atom: usize, holds: bool) -> Self {
        Self(u32::try_from(atom).unwrap_or(0) << 1 | u32::from(!holds))
    }
    /// The number of its atom at the head.
    pub(super) fn atom(self) -> usize {
        (self.0 >> 1) as usize
    }
    pub(super) fn holds(self) -> bool {
        self.0 & 1 == 0
    }
}

/// A conjunction of literals of one head, in order.
pub(super) type Cube = Vec<Literal>;

pub(super) struct HeadAtoms {
    /// What has bits: the scalars at the head, and the cells of arrays that are read where scalars of the head say.
    pub(super) variables: Vec<TermId>,
    /// Comparisons first: where a contradiction has a choice, the solver meets them first.
    pub(super) atoms: Vec<TermId>,
    /// How many of them are comparisons.
    pub(super) comparisons: usize,
    /// Which variable the atom is a bit of.
    pub(super) variable_of: Vec<Option<usize>>,
    /// 0 for comparisons and for bits of variables that no comparison has; 1 for bits of those that are compared with constants only,
    /// and for comparisons with constants of those that are compared with each other; 2 for other bits. Where literals of a
    /// lower rank suffice, a cube has no others.
    pub(super) ranks: Vec<u8>,
}

pub(super) const RANKS: u8 = 3;

impl HeadAtoms {
    pub(super) fn of(terms: &mut Terms, flow: &Flow) -> Vec<Self> {
        let cells = cells_read(terms, flow);
        let comparisons = comparisons(terms, flow, &cells);
        let related = Related::of(terms, flow);
        let heads = flow.symbols.iter().zip(&cells);
        heads.map(|(symbols, cells)| Self::new(terms, symbols, cells, &comparisons, &related)).collect()
    }

    fn new(
        terms: &mut Terms,
        symbols: &[TermId],
        cells: &FastIndexSet<TermId>,
        comparisons: &FastIndexSet<TermId>,
        related: &Related,
    ) -> Self {
        let variables: Vec<TermId> =
            symbols.iter().chain(cells).copied().filter(|variable| has_bits(terms.sort(*variable))).collect();
        let mut atoms = FastIndexSet::default();
        for comparison in comparisons {
            if is_over(terms, *comparison, symbols) {
                atoms.insert(*comparison);
            }
        }
        atoms.extend(of_related(terms, &variables, related));
        atoms.truncate(MOST_COMPARISONS);
        let mut atoms: Vec<TermId> = atoms.into_iter().collect();
        let comparisons = atoms.len();
        let mut variable_of = vec![None; comparisons];
        let read: Vec<Vec<usize>> = (atoms.iter())
            .map(|atom| {
                let below = terms.below(&[*atom]);
                (0..variables.len()).filter(|number| below.contains(&variables[*number])).collect()
            })
            .collect();
        let has_relation = |number: &usize| read.iter().any(|read| read.len() > 1 && read.contains(number));
        let related: Vec<bool> = (0..variables.len()).map(|number| has_relation(&number)).collect();
        let mut ranks: Vec<u8> = read.iter().map(|read| u8::from(read.len() == 1 && related[read[0]])).collect();
        for (number, variable) in variables.iter().enumerate() {
            let rank = if related[number] { 2 } else { u8::from(read.iter().any(|read| read.contains(&number))) };
            let bits = if let Sort::BitVec(width) = terms.sort(*variable) { width as usize } else { 1 };
            ranks.resize(ranks.len() + bits, rank);
            let Sort::BitVec(width) = terms.sort(*variable) else {
                atoms.push(*variable);
                variable_of.push(Some(number));
                continue;
            };
            for bit in (0..width).rev() {
                let bit = terms.extract(*variable, bit, bit);
                let one = terms.bits(1, 1);
                atoms.push(terms.eq(bit, one));
                variable_of.push(Some(number));
            }
        }
        Self { variables, atoms, comparisons, variable_of, ranks }
    }

    /// Terms that a model gives a state by: the comparisons and the variables.
    pub(super) fn asked(&self) -> impl Iterator<Item = TermId> + '_ {
        self.atoms[..self.comparisons].iter().chain(&self.variables).copied()
    }

    /// All literals that hold where that has some values.
    pub(super) fn state(&self, terms: &Terms, values: &[TermValue]) -> Option<Cube> {
        let (comparisons, variables) = values.split_at(self.comparisons);
        let mut truths: Vec<bool> = comparisons.iter().map(TermValue::as_bool).collect::<Option<_>>()?;
        for (variable, value) in self.variables.iter().zip(variables) {
            match terms.sort(*variable) {
                Sort::BitVec(width) => {
                    let bits = value.bits()?;
                    truths.extend((0..width).rev().map(|bit| bits >> bit & 1 == 1));
                }
                _ => truths.push(value.as_bool()?),
            }
        }
        Some(truths.into_iter().enumerate().map(|(atom, holds)| Literal::new(atom, holds)).collect())
    }

    /// The term of a literal, of the atoms as they are or as they are after some paths.
    pub(super) fn term(terms: &mut Terms, atoms: &[TermId], literal: Literal) -> TermId {
        let atom = atoms[literal.atom()];
        if literal.holds() { atom } else { terms.not(atom) }
    }

    /// The atoms after paths that give variables some values.
    pub(super) fn after(&self, terms: &mut Terms, values: &FastMap<TermId, TermId>) -> Vec<TermId> {
        terms.substitute_all(&self.atoms, values)
    }
}

/// Whether a term is about the state at a head alone.
fn is_over(terms: &mut Terms, term: TermId, symbols: &[TermId]) -> bool {
    let read = terms.symbols_of(&[term]);
    read.iter().all(|symbol| symbols.contains(&terms.symbol_term(*symbol)))
}

/// The cells of arrays that edges read at addresses that the scalars of a head say, by head: those that its own edges read, and
/// those that are read where they end.
fn cells_read(terms: &mut Terms, flow: &Flow) -> Vec<FastIndexSet<TermId>> {
    let mut cells = vec![FastIndexSet::default(); flow.symbols.len()];
    for round in 0..ROUNDS {
        let mut changed = false;
        for edge in &flow.edges {
            let Some(from) = edge.from else { continue };
            let mut roots = Vec::new();
            if round == 0 {
                roots.push(edge.condition);
                roots.extend(edge.values.values());
            }
            if let Some(to) = edge.to {
                let values: FastMap<TermId, TermId> = edge.values.iter().map(|(p, value)| (*p, *value)).collect();
                let read: Vec<TermId> = cells[to].iter().copied().collect();
                roots.extend(terms.substitute_all(&read, &values));
            }
            for cell in reads(terms, &roots, &flow.symbols[from]) {
                changed |= cells[from].len() < MOST_CELLS && cells[from].insert(cell);
            }
        }
        if !changed {
            break;
        }
    }
    cells
}

/// Reads of some terms of arrays at a head, where the address is about the state there.
fn reads(terms: &mut Terms, roots: &[TermId], symbols: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::new();
    for term in terms.below(roots) {
        if !matches!(terms.op(term), TermOp::Select) || !has_bits(terms.sort(term)) {
            continue;
        }
        let (array, index) = (terms.arg(term, 0), terms.arg(term, 1));
        if !is_over(terms, index, symbols) {
            continue;
        }
        let of_head = bases(terms, array).into_iter().filter(|array| symbols.contains(array));
        found.extend(of_head.map(|array| terms.select(array, index)).collect::<Vec<_>>());
    }
    found
}
