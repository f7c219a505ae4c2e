//! The store: interning of terms, symbols and array sorts, and queries on them.

use crate::fold::fold;
use crate::sort::{ArraySortId, FloatFormat, Sort};
use crate::term::{Args, FunctionId, FunctionSignature, SymbolId, Term, TermId, TermOp};
use crate::value::{TermValue, mask};
use cairn_base::{IdVec, Interner};
use smallvec::SmallVec;

#[derive(Clone, Debug)]
struct Symbol {
    name: String,
    sort: Sort,
}

/// A store of terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    terms: Interner<TermId, Term>,
    depths: Vec<u32>,
    symbols: IdVec<SymbolId, Symbol>,
    array_sorts: Interner<ArraySortId, (Sort, Sort)>,
    pub(crate) functions: Interner<FunctionId, FunctionSignature>,
}

impl Terms {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// A new symbol, different from all others, the name notwithstanding.
    pub fn symbol(&mut self, name: impl Into<String>, sort: Sort) -> TermId {
        let id = self.symbols.push(Symbol { name: name.into(), sort });
        self.intern(TermOp::Symbol(id), &[], sort)
    }
    /// The term of a symbol.
    pub fn symbol_term(&mut self, symbol: SymbolId) -> TermId {
        let sort = self.symbols[symbol].sort;
        self.intern(TermOp::Symbol(symbol), &[], sort)
    }
    /// The name that a symbol was made with.
    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol].name
    }
    /// The sort of a symbol.
    pub fn symbol_sort(&self, symbol: SymbolId) -> Sort {
        self.symbols[symbol].sort
    }
    /// Number of symbols: ids are dense below it.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// The sort of arrays from `index` to `element`.
    pub fn array_sort(&mut self, index: Sort, element: Sort) -> Sort {
        Sort::Array(self.array_sorts.intern((index, element)))
    }
    /// Index and element sort of an array sort.
    pub fn array_parts(&self, sort: ArraySortId) -> (Sort, Sort) {
        self.array_sorts[sort]
    }

    /// The term behind an id.
    pub fn get(&self, term: TermId) -> &Term {
        &self.terms[term]
    }
    /// The operation of a term.
    pub fn op(&self, term: TermId) -> TermOp {
        self.terms[term].op
    }
    /// An argument of a term.
    pub fn arg(&self, term: TermId, position: usize) -> TermId {
        self.terms[term].args[position]
    }
    /// The sort of a term.
    pub fn sort(&self, term: TermId) -> Sort {
        self.terms[term].sort
    }
    /// Width of a bit-vector term; 0 for another sort.
    pub fn width(&self, term: TermId) -> u32 {
        self.terms[term].sort.width()
    }
    /// Number of distinct terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }
    /// True when there are no terms.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
    /// Length of the longest way down from a term; 0 for constants and symbols.
    pub fn depth(&self, term: TermId) -> u32 {
        self.depths[cairn_base::id::Id::index(term)]
    }

    /// The value of a constant of a scalar sort.
    pub fn constant(&self, term: TermId) -> Option<TermValue> {
        match self.terms[term].op {
            TermOp::Bool(value) => Some(TermValue::Bool(value)),
            TermOp::BitVec(bits) => Some(TermValue::BitVec(bits)),
            TermOp::Float(bits) => Some(TermValue::Float(bits)),
            TermOp::Int(value) => Some(TermValue::Int(value)),
            TermOp::Real(value) => Some(TermValue::Real(value)),
            _ => None,
        }
    }
    /// The value of a constant Boolean.
    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        match self.terms[term].op {
            TermOp::Bool(value) => Some(value),
            _ => None,
        }
    }
    /// The value of a constant bit-vector.
    pub fn as_bits(&self, term: TermId) -> Option<u128> {
        match self.terms[term].op {
            TermOp::BitVec(bits) => Some(bits),
            _ => None,
        }
    }

    /// `true` or `false`.
    pub fn bool(&mut self, value: bool) -> TermId {
        self.intern(TermOp::Bool(value), &[], Sort::Bool)
    }
    /// A constant bit-vector: the low bits of `value`.
    pub fn bits(&mut self, width: u32, value: u128) -> TermId {
        debug_assert!((1..=128).contains(&width), "width {width}");
        self.intern(TermOp::BitVec(value & mask(width)), &[], Sort::BitVec(width))
    }
    /// A constant float by its encoding.
    pub fn float(&mut self, format: FloatFormat, bits: u128) -> TermId {
        self.intern(TermOp::Float(format.canonical(bits & mask(format.bits()))), &[], Sort::Float(format))
    }
    /// The constant of a value: for an array, stores over a constant array. `None` when the value is not of the sort.
    pub fn of_value(&mut self, value: &TermValue, sort: Sort) -> Option<TermId> {
        match (value, sort) {
            (TermValue::Bool(value), Sort::Bool) => Some(self.bool(*value)),
            (TermValue::BitVec(bits), Sort::BitVec(width)) => Some(self.bits(width, *bits)),
            (TermValue::Float(bits), Sort::Float(format)) => Some(self.float(format, *bits)),
            (TermValue::Int(value), Sort::Int) => Some(self.int(*value)),
            (TermValue::Real(value), Sort::Real) => Some(self.real(*value)),
            (TermValue::Array(array), Sort::Array(id)) => {
                let (index_sort, element_sort) = self.array_parts(id);
                let default = self.of_value(&array.default, element_sort)?;
                let mut term = self.array_const(sort, default);
                for (index, element) in &array.entries {
                    let (index, element) = (self.of_value(index, index_sort)?, self.of_value(element, element_sort)?);
                    term = self.intern(TermOp::Store, &[term, index, element], sort);
                }
                Some(term)
            }
            _ => None,
        }
    }

    /// The term as it is said, without simplification. For tests and for the simplifying constructors.
    pub fn intern(&mut self, op: TermOp, args: &[TermId], sort: Sort) -> TermId {
        let id = self.terms.intern(Term { op, args: Args::from_slice(args), sort });
        if self.depths.len() < self.terms.len() {
            let below = args.iter().map(|arg| self.depth(*arg) + 1).max();
            self.depths.push(below.unwrap_or(0));
        }
        id
    }

    /// Folds when all arguments are constants, else interns.
    pub(crate) fn fold_or_intern(&mut self, op: TermOp, args: &[TermId], sort: Sort) -> TermId {
        let values: Option<SmallVec<[TermValue; 3]>> = args.iter().map(|arg| self.constant(*arg)).collect();
        if let Some(values) = values {
            let sorts: SmallVec<[Sort; 3]> = args.iter().map(|arg| self.sort(*arg)).collect();
            if let Some(term) = fold(op, &values, &sorts, sort).and_then(|value| self.of_value(&value, sort)) {
                return term;
            }
        }
        self.intern(op, args, sort)
    }

    /// The simplified term of an operation; `sort` is used where the arguments do not determine it.
    pub fn apply(&mut self, op: TermOp, args: &[TermId], sort: Sort) -> TermId {
        match (op, args) {
            (TermOp::Not, [a]) => self.not(*a),
            (TermOp::And, _) => self.and(args),
            (TermOp::Or, _) => self.or(args),
            (TermOp::Ite, [c, a, b]) => self.ite(*c, *a, *b),
            (TermOp::Eq, [a, b]) => self.eq(*a, *b),
            (TermOp::ArrayConst, [a]) => self.array_const(sort, *a),
            (TermOp::Select, [a, i]) => self.select(*a, *i),
            (TermOp::Store, [a, i, v]) => self.store(*a, *i, *v),
            (TermOp::Add, _) => self.sum(args, sort),
            (TermOp::Mul, _) => self.product(args, sort),
            (TermOp::Le, [a, b]) => self.le(*a, *b),
            (TermOp::IntDiv, [a, b]) => self.int_div(*a, *b),
            (TermOp::IntMod, [a, b]) => self.int_mod(*a, *b),
            (TermOp::ToReal, [a]) => self.to_real(*a),
            (TermOp::Call(function), _) => self.call(function, args),
            (TermOp::FloatOfBits, [a]) if self.op(*a) == TermOp::BitsOfFloat => self.arg(*a, 0),
            (_, [a]) if matches!(self.sort(*a), Sort::BitVec(_)) && matches!(sort, Sort::BitVec(_)) => {
                self.bitvec_unary(op, *a, sort.width())
            }
            (_, [a, b]) if matches!(self.sort(*a), Sort::BitVec(_)) => self.bitvec_binary(op, *a, *b),
            _ => self.fold_or_intern(op, args, sort),
        }
    }
}
