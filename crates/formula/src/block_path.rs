//! The formulas of a path of blocks, renamed apart, for interpolation.
//!
//! Each cell that some block writes has a symbol at each cut behind which it has a value of its own; between writes it
//! keeps its symbol, so that no equations are needed for what does not change. Symbols that are no cell's (inputs, results
//! left open, names) are local to their block.

use crate::cell::CellId;
use crate::encoder::Encoder;
use crate::path_formula::PathFormula;
use cairn_base::{FastIndexMap, FastIndexSet, FastMap};
use cairn_ir::Step;
use cairn_term::{TermId, TermOp, Terms};

/// Constant addresses of a region that are followed back through a path.
const WANTED: usize = 256;

/// Symbols by symbols; shared between cuts.
type Renaming = imbl::OrdMap<TermId, TermId>;

/// A term with its symbols renamed.
fn renamed(terms: &mut Terms, term: TermId, by: &Renaming) -> TermId {
    let mut replace: FastMap<TermId, TermId> = FastMap::default();
    for symbol in terms.symbols_of(&[term]) {
        let old = terms.symbol_term(symbol);
        if let Some(new) = by.get(&old) {
            replace.insert(old, *new);
        }
    }
    if replace.is_empty() { term } else { terms.substitute(term, &replace) }
}

/// A path of blocks. Cut `i` lies before block `i`; the last cut lies behind the last block.
#[derive(Clone, Debug)]
pub struct BlockPath {
    /// For each block its condition over the symbols of the cut before it, equations for the cells that it writes, which
    /// get new symbols at the cut behind it, and what holds of the symbols by their types.
    pub formulas: Vec<TermId>,
    to_cut: Vec<Renaming>,
    to_plain: Vec<Renaming>,
    traces: Vec<(crate::FormulaTrace, FastMap<TermId, TermId>)>,
}

impl BlockPath {
    /// A formula over plain symbols as it reads at a cut.
    pub fn instantiate(&self, terms: &mut Terms, cut: usize, plain: TermId) -> TermId {
        self.to_cut.get(cut).map_or(plain, |map| renamed(terms, plain, map))
    }
    /// A formula over the symbols of a cut, over plain symbols.
    pub fn generalize(&self, terms: &mut Terms, cut: usize, term: TermId) -> TermId {
        self.to_plain.get(cut).map_or(term, |map| renamed(terms, term, map))
    }
    /// The steps of the path that a model takes: `model` gives the value of a Boolean term over the path's symbols.
    pub fn steps(&self, model: &dyn Fn(TermId) -> Option<bool>) -> Vec<Step> {
        let mut steps = Vec::new();
        for (trace, guards) in &self.traces {
            steps.extend(trace.steps(&|guard| model(guards.get(&guard).copied().unwrap_or(guard))));
        }
        steps
    }
    /// The conditions that decide the path, over its symbols: what [`BlockPath::steps`] may ask for.
    pub fn guards(&self) -> Vec<TermId> {
        let mut all: FastIndexSet<TermId> = FastIndexSet::default();
        for (trace, guards) in &self.traces {
            all.extend(trace.guards().iter().map(|guard| guards.get(guard).copied().unwrap_or(*guard)));
        }
        all.into_iter().collect()
    }
}

impl Encoder {
    /// The formulas of consecutive blocks, renamed apart.
    pub fn path(&mut self, blocks: &[&PathFormula]) -> BlockPath {
        // Plain symbols are those of the first cut.
        let mut now = Renaming::new();
        let mut back = Renaming::new();
        let mut path = BlockPath {
            formulas: Vec::new(),
            to_cut: vec![now.clone()],
            to_plain: vec![back.clone()],
            traces: Vec::new(),
        };
        let later = self.said_for_later(blocks);
        for (at, block) in blocks.iter().enumerate() {
            let guards = block.trace.guards();
            let written: Vec<(CellId, TermId)> = block.values.iter().map(|(cell, value)| (*cell, *value)).collect();
            let mut roots: Vec<TermId> = written.iter().map(|(_, value)| *value).collect();
            roots.push(block.condition);
            roots.push(later[at]);
            let facts = self.facts(&roots);
            let facts = self.terms.and(&[facts, later[at]]);
            roots.push(facts);
            roots.extend(&guards);
            // Symbols of the block's own.
            let mut rename: FastMap<TermId, TermId> = FastMap::default();
            for symbol in self.terms.symbols_of(&roots) {
                let term = self.terms.symbol_term(symbol);
                if let Some(new) = now.get(&term) {
                    rename.insert(term, *new);
                } else if at > 0 && self.cell_of(symbol).is_none() {
                    let (sort, name) = (self.terms.symbol_sort(symbol), self.terms.symbol_name(symbol));
                    let name = format!("{name}@{at}");
                    rename.insert(term, self.terms.symbol(name, sort));
                }
            }
            let mut parts =
                vec![self.terms.substitute(block.condition, &rename), self.terms.substitute(facts, &rename)];
            let (mut next, mut next_back) = (now.clone(), back.clone());
            for (cell, value) in written {
                let Some(plain) = self.plain(cell) else { continue };
                let value = self.terms.substitute(value, &rename);
                let (sort, name) = (self.terms.sort(plain), self.symbol_of(plain).map(|s| self.terms.symbol_name(s)));
                let name = format!("{}@{}", name.unwrap_or("cell"), at + 1);
                let symbol = self.terms.symbol(name, sort);
                parts.push(self.terms.eq(symbol, value));
                if let Some(old) = next.insert(plain, symbol) {
                    next_back.remove(&old);
                }
                next_back.insert(symbol, plain);
            }
            path.formulas.push(self.terms.and(&parts));
            let guards = guards.into_iter().map(|guard| (guard, self.terms.substitute(guard, &rename))).collect();
            path.traces.push((block.trace.clone(), guards));
            now = next;
            back = next_back;
            path.to_cut.push(now.clone());
            path.to_plain.push(back.clone());
        }
        path
    }

    /// For each block what the rules of ranges in it say of the constant addresses that later blocks select: these blocks
    /// see only the region's symbol at their cut.
    fn said_for_later(&mut self, blocks: &[&PathFormula]) -> Vec<TermId> {
        let mut wanted: FastIndexMap<CellId, FastIndexSet<TermId>> = FastIndexMap::default();
        let mut said = Vec::new();
        for block in blocks.iter().rev() {
            let mut rules = Vec::new();
            let mut roots = vec![block.condition];
            for (cell, value) in &block.values {
                roots.push(*value);
                for index in wanted.get(cell).into_iter().flatten() {
                    self.rules(*value, *index, &mut rules);
                }
            }
            let rules = self.terms.and(&rules);
            roots.push(rules);
            let facts = self.facts(&roots);
            roots.push(facts);
            for term in self.terms.below(&roots) {
                if self.terms.op(term) != TermOp::Select {
                    continue;
                }
                let (array, index) = (self.terms.arg(term, 0), self.terms.arg(term, 1));
                let constant = self.terms.constant(index).is_some();
                if let Some(cell) = self.symbol_of(array).and_then(|symbol| self.cell_of(symbol))
                    && constant
                {
                    let of_cell = wanted.entry(cell).or_default();
                    if of_cell.len() < WANTED {
                        of_cell.insert(index);
                    }
                }
            }
            said.push(rules);
        }
        said.reverse();
        said
    }
}
