//! From terms to words of literals.
//!
//! Each term becomes a word once: bit-vectors and Booleans by the circuits of [`super::machine_words`], reads of arrays and calls of
//! functions by [`super::reads`], floats, which are words of their encoding, by [`super::floats`].
//!
//! Invariant: a term that has a word is the word, bit by bit, in every model of the array axioms; anything else is
//! refused ([`Refused`]) and asked of another solver. Why not an approximation of the rest: nobody would notice.

use super::floats;
use super::gates::{Gates, Lit};
use super::machine_words::{self, Word};
use super::reads::{Base, Reads};
use cairn_base::FastMap;
use cairn_term::{Sort, TermId, TermOp, Terms};

/// No circuit: an operation that is none of bits, or one that is too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refused {
    /// Numbers, the remainder of floats, equality of arrays.
    Operation,
    /// More gates than one solver holds.
    Size,
    /// More work than the check may use.
    Work,
}

/// No more gates than this in one solver: half a gigabyte.
const MOST_GATES: usize = 4_000_000;

pub(super) struct Blaster {
    pub gates: Gates,
    pub reads: Reads,
    /// Cost limit of all circuits together.
    pub allowed: u64,
    words: FastMap<TermId, Word>,
    /// Terms looked through, and whether there is a circuit for them.
    looked: FastMap<TermId, bool>,
}

impl Blaster {
    pub fn new() -> Self {
        Self {
            gates: Gates::new(),
            reads: Reads::default(),
            allowed: u64::MAX,
            words: FastMap::default(),
            looked: FastMap::default(),
        }
    }

    /// The word of a term that has one already. Arrays have none.
    pub fn known(&self, term: TermId) -> Option<&[Lit]> {
        self.words.get(&term).map(Vec::as_slice)
    }

    /// Gives words to all that an array is made of, so that it can be read.
    pub fn array_below(&mut self, terms: &Terms, array: TermId) -> Result<(), Refused> {
        self.below(terms, array)
    }

    /// An array at an index; what it is made of has words.
    pub fn read(&mut self, terms: &Terms, array: TermId, index: &[Lit], width: usize) -> Word {
        let words = &self.words;
        let word = |term: TermId| words.get(&term).map(Vec::as_slice);
        self.reads.select(&mut self.gates, terms, &word, array, index, width)
    }

    pub fn word(&mut self, terms: &Terms, root: TermId) -> Result<Word, Refused> {
        if let Some(word) = self.words.get(&root) {
            return Ok(word.clone());
        }
        self.below(terms, root)?;
        Ok(self.words.get(&root).cloned().unwrap_or_default())
    }

    pub fn literal(&mut self, terms: &Terms, root: TermId) -> Result<Lit, Refused> {
        Ok(self.word(terms, root)?.first().copied().unwrap_or(Lit::FALSE))
    }

    /// How large everything is together, in gates.
    pub fn size(&self) -> usize {
        self.gates.len() + 4 * self.reads.len()
    }

    /// Cost of everything, in units of work: a gate and its clauses are some microseconds, one that was there already is
    /// looked up.
    pub fn cost(&self) -> u64 {
        4 * self.size() as u64 + self.gates.asked() / 4
    }

    /// Whether there is more than the solver can hold, or than may be done.
    pub fn check_size(&self) -> Result<(), Refused> {
        match (self.size() > MOST_GATES, self.cost() > self.allowed) {
            (true, _) => Err(Refused::Size),
            (_, true) => Err(Refused::Work),
            _ => Ok(()),
        }
    }

    /// Whether there is a circuit for all operations below a term. Says so without making one.
    pub fn takes(&mut self, terms: &Terms, root: TermId) -> bool {
        let mut stack = vec![(root, false)];
        while let Some((term, after)) = stack.pop() {
            if self.looked.contains_key(&term) {
                continue;
            }
            let args = &terms.get(term).args;
            if !after {
                stack.push((term, true));
                stack.extend(args.iter().filter(|arg| !self.looked.contains_key(arg)).map(|arg| (*arg, false)));
                continue;
            }
            let takes = has_circuit(terms, term) && args.iter().all(|arg| self.looked.get(arg) == Some(&true));
            self.looked.insert(term, takes);
        }
        self.looked.get(&root) == Some(&true)
    }

    /// Gives words to all that is below a term, arguments first.
    fn below(&mut self, terms: &Terms, root: TermId) -> Result<(), Refused> {
        let mut new = vec![root];
        let mut seen: cairn_base::FastSet<TermId> = [root].into_iter().collect();
        let mut at = 0;
        while at < new.len() {
            for arg in &terms.get(new[at]).args {
                if !self.words.contains_key(arg) && seen.insert(*arg) {
                    new.push(*arg);
                }
            }
            at += 1;
        }
        // Before the first gate: what is refused costs nothing.
        if !self.takes(terms, root) {
            return Err(Refused::Operation);
        }
        // Arguments have smaller ids.
        new.sort_unstable();
        for term in new {
            if !matches!(terms.sort(term), Sort::Array(_)) {
                let word = self.operation(terms, term)?;
                self.words.insert(term, word);
            }
            self.check_size()?;
        }
        Ok(())
    }

    fn arg(&self, terms: &Terms, term: TermId, position: usize) -> Word {
        self.words.get(&terms.arg(term, position)).cloned().unwrap_or_default()
    }

    fn operation(&mut self, terms: &Terms, term: TermId) -> Result<Word, Refused> {
        let (op, sort) = (terms.op(term), terms.sort(term));
        let width = match sort {
            Sort::Bool => 1,
            Sort::BitVec(width) => width as usize,
            Sort::Float(format) => format.bits() as usize,
            _ => return Err(Refused::Operation),
        };
        let arity = terms.get(term).args.len();
        let a = if arity > 0 { self.arg(terms, term, 0) } else { Word::new() };
        let b = if arity > 1 { self.arg(terms, term, 1) } else { Word::new() };
        let gates = &mut self.gates;
        Ok(match op {
            TermOp::Symbol(_) => {
                let word: Word = (0..width).map(|_| gates.input()).collect();
                match sort {
                    Sort::Float(format) => floats::canonical(gates, format, &word),
                    _ => word,
                }
            }
            TermOp::Bool(value) => vec![Lit::of(value)],
            TermOp::BitVec(value) | TermOp::Float(value) => machine_words::number(value, width),
            TermOp::Not => vec![!a[0]],
            TermOp::And | TermOp::Or => {
                let args = terms.get(term).args.clone();
                let lits = args.iter().filter_map(|arg| self.words.get(arg)).map(|word| word[0]).collect();
                vec![if op == TermOp::And { gates.all(lits) } else { gates.any(lits) }]
            }
            TermOp::Ite => {
                let c = self.arg(terms, term, 2);
                self.gates.choose(a[0], &b, &c)
            }
            TermOp::Eq => vec![gates.equal(&a, &b)],
            TermOp::BvNot => machine_words::not(&a),
            TermOp::BvNeg => gates.negated(&a),
            TermOp::BvAdd => gates.sum(&a, &b, Lit::FALSE).0,
            TermOp::BvSub => gates.difference(&a, &b).0,
            TermOp::BvMul => gates.product(&a, &b),
            TermOp::BvUDiv => gates.quotient(&a, &b).0,
            TermOp::BvURem => gates.quotient(&a, &b).1,
            TermOp::BvSDiv => gates.signed_quotient(&a, &b).0,
            TermOp::BvSRem => gates.signed_quotient(&a, &b).1,
            TermOp::BvShl => gates.shifted_up(&a, &b),
            TermOp::BvLShr => gates.shifted_down(&a, &b, Lit::FALSE),
            TermOp::BvAShr => gates.shifted_down(&a, &b, a[a.len() - 1]),
            TermOp::BvAnd => gates.zip(&a, &b, Gates::and),
            TermOp::BvOr => gates.zip(&a, &b, Gates::or),
            TermOp::BvXor => gates.zip(&a, &b, Gates::xor),
            TermOp::BvULt => vec![gates.less(&a, &b)],
            TermOp::BvSLt => vec![gates.signed_less(&a, &b)],
            TermOp::Extract { high, low } => a[low as usize..=high as usize].to_vec(),
            TermOp::Concat => b.into_iter().chain(a).collect(),
            TermOp::ZeroExtend => extended(a, width, Lit::FALSE),
            TermOp::SignExtend => {
                let sign = a[a.len() - 1];
                extended(a, width, sign)
            }
            TermOp::FloatOfBits => match sort {
                Sort::Float(format) => floats::canonical(gates, format, &a),
                _ => return Err(Refused::Operation),
            },
            TermOp::BitsOfFloat => a,
            TermOp::Call(function) => {
                let args = terms.get(term).args.clone();
                let index: Word = args.iter().filter_map(|arg| self.words.get(arg)).flatten().copied().collect();
                self.reads.of_base(gates, Base::Function(function), &index, width)
            }
            TermOp::Select => self.read(terms, terms.arg(term, 0), &b, width),
            _ => return floats::operation(gates, terms, term, &a, &b).ok_or(Refused::Operation),
        })
    }
}

/// Whether there is a circuit for an operation on circuits.
fn has_circuit(terms: &Terms, term: TermId) -> bool {
    let plain = |sort: Sort| matches!(sort, Sort::Bool | Sort::BitVec(_));
    let op = terms.op(term);
    match (terms.sort(term), op) {
        // Arrays have no word, but some can be read.
        (Sort::Array(sort), TermOp::Symbol(_) | TermOp::Store | TermOp::Ite | TermOp::ArrayConst) => {
            let (index, element) = terms.array_parts(sort);
            return plain(index) && plain(element);
        }
        (Sort::Array(_) | Sort::Int | Sort::Real, _) => return false,
        (_, TermOp::Eq) => return !matches!(terms.sort(terms.arg(term, 0)), Sort::Array(_)),
        (_, TermOp::Call(_)) => return terms.get(term).args.iter().all(|arg| plain(terms.sort(*arg))),
        _ => {}
    }
    floats::has_circuit(op)
        && !matches!(
            op,
            TermOp::Int(_)
                | TermOp::Real(_)
                | TermOp::Add
                | TermOp::Mul
                | TermOp::Le
                | TermOp::IntDiv
                | TermOp::IntMod
                | TermOp::ToReal
        )
}

fn extended(mut word: Word, width: usize, with: Lit) -> Word {
    word.resize(width, with);
    word
}
