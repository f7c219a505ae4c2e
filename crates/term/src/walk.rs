//! Walks over the graph of a term: substitution, evaluation, symbols, size. None recurses, because a term may be as
//! deep as a path is long; each shared part is visited once.

use crate::fold::fold;
use crate::sort::Sort;
use crate::store::Terms;
use crate::term::{Args, FunctionId, SymbolId, TermId, TermOp};
use crate::value::{FunctionValue, TermValue};
use cairn_base::{FastMap, FastSet};
use smallvec::SmallVec;

/// Values of symbols and functions. What has none is zero.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    values: FastMap<SymbolId, TermValue>,
    functions: FastMap<FunctionId, FunctionValue>,
}

impl Assignment {
    /// Every symbol is zero.
    pub fn new() -> Self {
        Self::default()
    }
    /// Sets the value of a symbol.
    pub fn set(&mut self, symbol: SymbolId, value: TermValue) {
        self.values.insert(symbol, value);
    }
    /// Sets the values of a function.
    pub fn set_function(&mut self, function: FunctionId, value: FunctionValue) {
        self.functions.insert(function, value);
    }
    /// The value of a symbol, when it was set.
    pub fn get(&self, symbol: SymbolId) -> Option<&TermValue> {
        self.values.get(&symbol)
    }
}

/// The size of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermSize {
    /// Distinct terms in it.
    pub nodes: usize,
    /// Distinct symbols in it.
    pub symbols: usize,
    /// Length of the longest way down.
    pub depth: u32,
}

impl Terms {
    /// All terms below `roots` and the roots themselves, each after its arguments.
    pub fn below(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen: FastSet<TermId> = roots.iter().copied().collect();
        let mut stack: Vec<TermId> = seen.iter().copied().collect();
        let mut all = Vec::new();
        while let Some(term) = stack.pop() {
            all.push(term);
            stack.extend(self.get(term).args.iter().filter(|arg| seen.insert(**arg)));
        }
        // Arguments have smaller ids.
        all.sort_unstable();
        all
    }

    /// The symbols in a term, in the order they were first used.
    pub fn symbols_of(&self, roots: &[TermId]) -> Vec<SymbolId> {
        let symbol = |term: TermId| match self.op(term) {
            TermOp::Symbol(symbol) => Some(symbol),
            _ => None,
        };
        self.below(roots).into_iter().filter_map(symbol).collect()
    }

    /// The size of the graph of some terms.
    pub fn statistics(&self, roots: &[TermId]) -> TermSize {
        let below = self.below(roots);
        TermSize {
            nodes: below.len(),
            symbols: below.iter().filter(|term| matches!(self.op(**term), TermOp::Symbol(_))).count(),
            depth: roots.iter().map(|root| self.depth(*root)).max().unwrap_or(0),
        }
    }

    /// `root` with terms replaced by others of the same sort, simplified again. What is put in is not looked into.
    pub fn substitute(&mut self, root: TermId, replace: &FastMap<TermId, TermId>) -> TermId {
        self.substitute_all(&[root], replace).pop().unwrap_or(root)
    }

    /// [`Terms::substitute`] in several terms, which costs their shared parts once.
    pub fn substitute_all(&mut self, roots: &[TermId], replace: &FastMap<TermId, TermId>) -> Vec<TermId> {
        let mut done: FastMap<TermId, TermId> = FastMap::default();
        for term in self.below(roots) {
            let new = match replace.get(&term) {
                Some(new) => *new,
                None => {
                    let old = self.get(term).clone();
                    let args: Args = old.args.iter().map(|arg| done[arg]).collect();
                    if args == old.args { term } else { self.apply(old.op, &args, old.sort) }
                }
            };
            done.insert(term, new);
        }
        roots.iter().map(|root| done[root]).collect()
    }

    /// Some terms with each symbol replaced by what `name` says of it, a term of its sort, simplified again.
    pub fn rename(&mut self, roots: &[TermId], mut name: impl FnMut(&mut Terms, SymbolId) -> TermId) -> Vec<TermId> {
        let mut replace = FastMap::default();
        for symbol in self.symbols_of(roots) {
            let (old, new) = (self.symbol_term(symbol), name(self, symbol));
            debug_assert_eq!(self.sort(old), self.sort(new));
            if old != new {
                replace.insert(old, new);
            }
        }
        if replace.is_empty() { roots.to_vec() } else { self.substitute_all(roots, &replace) }
    }

    /// Number of distinct terms in a term.
    pub fn size(&self, root: TermId) -> usize {
        self.below(&[root]).len()
    }

    /// The value of a term under an assignment. `None` when it depends on something that [`fold`] does not define.
    pub fn evaluate(&self, root: TermId, assignment: &Assignment) -> Option<TermValue> {
        self.evaluate_all(&[root], assignment).pop().flatten()
    }

    /// The values of several terms under one assignment.
    pub fn evaluate_all(&self, roots: &[TermId], assignment: &Assignment) -> Vec<Option<TermValue>> {
        let mut done: FastMap<TermId, Option<TermValue>> = FastMap::default();
        for term in self.below(roots) {
            let value = self.value_of(term, assignment, &done);
            done.insert(term, value);
        }
        roots.iter().map(|root| done.get(root).cloned().flatten()).collect()
    }

    fn value_of(
        &self,
        term: TermId,
        assignment: &Assignment,
        done: &FastMap<TermId, Option<TermValue>>,
    ) -> Option<TermValue> {
        let node = self.get(term);
        if let TermOp::Symbol(symbol) = node.op {
            let zero = || TermValue::zero(node.sort, &|id| self.array_parts(id));
            return Some(assignment.get(symbol).cloned().unwrap_or_else(zero));
        }
        if let TermOp::Call(function) = node.op {
            let args = node.args.iter().map(|arg| done.get(arg).cloned().flatten()).collect::<Option<Vec<_>>>()?;
            return Some(match assignment.functions.get(&function) {
                Some(value) => value.entries.get(&args).unwrap_or(&value.default).clone(),
                None => TermValue::zero(node.sort, &|id| self.array_parts(id)),
            });
        }
        let value = |arg: &TermId| done.get(arg).cloned().flatten();
        // Only the arm that counts need have a value.
        if node.op == TermOp::Ite {
            let chosen = if value(&node.args[0])?.as_bool()? { 1 } else { 2 };
            return value(&node.args[chosen]);
        }
        // So with one part that decides.
        if let TermOp::And | TermOp::Or = node.op {
            let decides = TermValue::Bool(node.op == TermOp::Or);
            if node.args.iter().any(|arg| value(arg).as_ref() == Some(&decides)) {
                return Some(decides);
            }
        }
        let args: SmallVec<[TermValue; 3]> = node.args.iter().map(value).collect::<Option<_>>()?;
        let sorts: SmallVec<[Sort; 3]> = node.args.iter().map(|arg| self.sort(*arg)).collect();
        fold(node.op, &args, &sorts, node.sort)
    }
}
