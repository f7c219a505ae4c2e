//! Reads of arrays, and calls of uninterpreted functions.
//!
//! A read is pushed through the stores and choices of an array down to its bases: a symbol at an index, or a function at
//! arguments, is a new word. That two reads of one base at equal indices are equal is said only where a model breaks it
//! ([`Reads::broken`]; lemmas on demand, Brummayer and Biere, *Lemmas on demand for the extensional theory of arrays*, SMT 2008).
//! Stores at constant indices in a row are one tree over the bits of the index, so a constant table costs what a
//! multiplexer does.
//!
//! Invariant: what a read becomes is equal to it in every model in which reads of bases agree.

use super::gates::{Gates, Lit};
use super::machine_words::{Word, value};
use cairn_base::{FastMap, FastSet};
use cairn_term::{FunctionId, TermId, TermOp, Terms};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Base {
    /// A symbol of an array sort.
    Array(TermId),
    /// An uninterpreted function, read at its arguments.
    Function(FunctionId),
}

pub(super) struct ArrayRead {
    pub index: Word,
    pub value: Word,
}

#[derive(Default)]
pub(super) struct Reads {
    indices: FastMap<Word, u32>,
    known: FastMap<(TermId, u32), Word>,
    at: FastMap<(Base, u32), Word>,
    /// By base, in the order in which they were met.
    bases: Vec<Vec<ArrayRead>>,
    number: FastMap<Base, usize>,
    names: Vec<Base>,
}

/// The word of a term that has one.
type WordOf<'a> = &'a dyn Fn(TermId) -> Option<&'a [Lit]>;

impl Reads {
    pub fn bases(&self) -> &[Vec<ArrayRead>] {
        &self.bases
    }

    /// The number of a base that is read.
    pub fn number(&self, base: Base) -> Option<usize> {
        self.number.get(&base).copied()
    }

    pub fn base(&self, number: usize) -> Base {
        self.names[number]
    }

    pub fn len(&self) -> usize {
        self.known.len()
    }

    fn index(&mut self, index: &[Lit]) -> u32 {
        if let Some(known) = self.indices.get(index) {
            return *known;
        }
        let number = self.indices.len() as u32;
        self.indices.insert(index.to_vec(), number);
        number
    }

    pub fn of_base(&mut self, gates: &mut Gates, base: Base, index: &[Lit], width: usize) -> Word {
        let number = self.index(index);
        if let Some(word) = self.at.get(&(base, number)) {
            return word.clone();
        }
        let word: Word = (0..width).map(|_| gates.input()).collect();
        let next = self.bases.len();
        let place = *self.number.entry(base).or_insert(next);
        if place == next {
            self.bases.push(Vec::new());
            self.names.push(base);
        }
        self.bases[place].push(ArrayRead { index: index.to_vec(), value: word.clone() });
        self.at.insert((base, number), word.clone());
        word
    }

    pub fn select(
        &mut self,
        gates: &mut Gates,
        terms: &Terms,
        word: WordOf<'_>,
        array: TermId,
        index: &[Lit],
        width: usize,
    ) -> Word {
        let number = self.index(index);
        // Arrays that the read gets to, deepest first.
        let (mut reached, mut seen) = (vec![array], FastSet::default());
        let mut at = 0;
        while at < reached.len() {
            let array = reached[at];
            at += 1;
            if self.known.contains_key(&(array, number)) {
                continue;
            }
            for next in next(gates, terms, word, array, index) {
                if seen.insert(next) {
                    reached.push(next);
                }
            }
        }
        reached.sort_unstable();
        reached.dedup();
        for array in reached {
            if self.known.contains_key(&(array, number)) {
                continue;
            }
            let read = self.step(gates, terms, word, array, (index, number), width);
            self.known.insert((array, number), read);
        }
        self.known.get(&(array, number)).cloned().unwrap_or_default()
    }

    /// An array at an index, when those that it is made of have been read there.
    fn step(
        &mut self,
        gates: &mut Gates,
        terms: &Terms,
        word: WordOf<'_>,
        array: TermId,
        (index, number): (&[Lit], u32),
        width: usize,
    ) -> Word {
        let below = |reads: &Reads, array: TermId| reads.known.get(&(array, number)).cloned().unwrap_or_default();
        let of = |term: TermId| word(term).unwrap_or_default();
        match terms.op(array) {
            TermOp::Store => {
                if let Some((row, base)) = row_of_constants(terms, word, array, index) {
                    let default = below(self, base);
                    return tree(gates, &row, index, &default);
                }
                let (stored, value) = (of(terms.arg(array, 1)), of(terms.arg(array, 2)));
                let here = gates.equal(stored, index);
                match here.constant() {
                    Some(true) => value.to_vec(),
                    Some(false) => below(self, terms.arg(array, 0)),
                    None => {
                        let before = below(self, terms.arg(array, 0));
                        gates.choose(here, value, &before)
                    }
                }
            }
            TermOp::Ite => {
                let (a, b) = (below(self, terms.arg(array, 1)), below(self, terms.arg(array, 2)));
                match of(terms.arg(array, 0)).first().copied().unwrap_or(Lit::FALSE) {
                    Lit::TRUE => a,
                    Lit::FALSE => b,
                    choice => gates.choose(choice, &a, &b),
                }
            }
            TermOp::ArrayConst => of(terms.arg(array, 0)).to_vec(),
            _ => self.of_base(gates, Base::Array(array), index, width),
        }
    }
}

/// The arrays that the value of an array at an index is computed from.
fn next(gates: &mut Gates, terms: &Terms, word: WordOf<'_>, array: TermId, index: &[Lit]) -> Vec<TermId> {
    match terms.op(array) {
        TermOp::Store => {
            if let Some((_, base)) = row_of_constants(terms, word, array, index) {
                return vec![base];
            }
            let here = gates.equal(word(terms.arg(array, 1)).unwrap_or_default(), index);
            if here == Lit::TRUE { Vec::new() } else { vec![terms.arg(array, 0)] }
        }
        TermOp::Ite => match word(terms.arg(array, 0)).unwrap_or_default() {
            [Lit::TRUE] => vec![terms.arg(array, 1)],
            [Lit::FALSE] => vec![terms.arg(array, 2)],
            _ => vec![terms.arg(array, 1), terms.arg(array, 2)],
        },
        _ => Vec::new(),
    }
}

/// Constant indices with what is stored there.
type Row<'a> = Vec<(u128, &'a [Lit])>;

/// Stores at constant indices in a row, sorted, the latest of each index; and the array below them. Only for an index
/// that is not known itself.
fn row_of_constants<'a>(terms: &Terms, word: WordOf<'a>, array: TermId, index: &[Lit]) -> Option<(Row<'a>, TermId)> {
    if value(index).is_some() {
        return None;
    }
    let mut row: Row<'a> = Vec::new();
    let mut at = array;
    while terms.op(at) == TermOp::Store {
        let Some(stored) = word(terms.arg(at, 1)).and_then(value) else { break };
        row.push((stored, word(terms.arg(at, 2))?));
        at = terms.arg(at, 0);
    }
    // The first of an index is the latest store, and sorting keeps their order.
    row.sort_by_key(|(stored, _)| *stored);
    row.dedup_by_key(|(stored, _)| *stored);
    (row.len() > 1).then_some((row, at))
}

/// Element of a row at an index, bit by bit from the top.
fn tree(gates: &mut Gates, row: &[(u128, &[Lit])], index: &[Lit], default: &[Lit]) -> Word {
    let Some(top) = index.len().checked_sub(1) else {
        return row.first().map_or_else(|| default.to_vec(), |(_, value)| value.to_vec());
    };
    match row {
        [] => default.to_vec(),
        [(stored, value)] => {
            let bits: Vec<Lit> =
                index.iter().enumerate().map(|(bit, lit)| lit.signed(stored >> bit & 1 == 0)).collect();
            let here = gates.all(bits);
            gates.choose(here, value, default)
        }
        [(first, _), .., (last, _)] => {
            let differ = (u128::BITS - (first ^ last).leading_zeros()) as usize;
            if differ <= top {
                let prefix: Vec<Lit> = (differ..=top).map(|bit| index[bit].signed(first >> bit & 1 == 0)).collect();
                let within = gates.all(prefix);
                if within == Lit::FALSE {
                    return default.to_vec();
                }
                let inside = tree(gates, row, &index[..differ], default);
                return gates.choose(within, &inside, default);
            }
            let ones = row.partition_point(|(stored, _)| stored >> top & 1 == 0);
            match index[top] {
                Lit::TRUE => tree(gates, &row[ones..], &index[..top], default),
                Lit::FALSE => tree(gates, &row[..ones], &index[..top], default),
                bit => {
                    let high = tree(gates, &row[ones..], &index[..top], default);
                    let low = tree(gates, &row[..ones], &index[..top], default);
                    gates.choose(bit, &high, &low)
                }
            }
        }
    }
}
