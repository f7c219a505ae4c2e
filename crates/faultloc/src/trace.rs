//! The trace formula (DCPA 4.3.1, definition 15): the pre-condition, the path formula of the trace step by step, and the
//! negation of the post-condition. Satisfiable it is not, and the question is which statements it is because of.
//!
//! The formula of a step is that of a block of one step ([`cairn_formula`]): there is no second way from C to terms here.
//! The pre-condition are the values that the execution got from outside. Where they alone contradict the negated
//! post-condition, any values are allowed instead (the paper's option `flPreconditionAlwaysTrue`). Where they do not suffice
//! because memory was read that nobody wrote, what is open gets the values of a model of the path (DCPA 4.3.2).
//!
//! A statement that is taken away may write any value. Into an array or through a pointer it may also write at another
//! place, but no more places than it did: all other elements stay. Without that, whoever takes `a[0] = 1` away would get
//! all of memory for free, and every such statement would be to blame for everything. A decision that is taken away may leave out
//! what it led to ([`crate::control`]).

use crate::statement::{Split, StepRole};
use cairn_base::{FastMap, FastSet};
use cairn_formula::{BlockPath, Encoder, Encoding, PathFormula, Unmodelled};
use cairn_interp::{Trace, TraceEntry};
use cairn_ir::{Op, Program, Step};
use cairn_smt::{Solver, SolverError};
use cairn_term::{Sort, TermId, TermOp, TermValue, Terms};

/// Knowledge of the inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precondition {
    /// The values that the execution had.
    Values,
    /// Those, and for memory that nobody wrote the values of one model of the path.
    Model,
    /// Nothing.
    Any,
}

/// The trace formula, by steps.
pub struct TraceFormula {
    /// The terms.
    pub encoder: Encoder,
    /// The steps' formulas, renamed apart, without the post-condition.
    pub path: BlockPath,
    /// Effects of the steps, where they may be left out.
    pub effects: Vec<TermId>,
    /// Constraints whatever statements are taken away, step by step.
    pub always: Vec<TermId>,
    /// Decisions, as steps, that may have left out what they led to, with the symbol that says that one did.
    pub skips: Vec<(usize, TermId)>,
    /// The post-condition, as the execution made it true.
    pub post: TermId,
    /// Facts about the symbols in it.
    pub facts: TermId,
    /// Symbols of scalars that no step gives a value.
    open: Vec<TermId>,
    /// More of the pre-condition.
    pub given: TermId,
}

impl TraceFormula {
    /// The formula of a trace that was split.
    ///
    /// # Errors
    /// A step of which there is no formula.
    pub fn new(program: &Program, trace: &Trace, split: &Split, values: bool) -> Result<Self, Unmodelled> {
        let mut encoder = Encoder::new(program, Encoding::BitVector);
        let mut blocks = Vec::with_capacity(split.roles.len());
        for (at, entry) in trace.entries.iter().take(split.roles.len()).enumerate() {
            let from = if at == 0 { encoder.entry() } else { encoder.block_start() };
            let block = encoder.step(program, &from, entry.step, frames_below(entry))?;
            blocks.push(if values { pinned(program, &mut encoder, entry, block) } else { block });
        }
        let path = encoder.path(&blocks.iter().collect::<Vec<_>>());
        let conditions: Vec<TermId> = (0..blocks.len())
            .filter(|at| split.roles[*at] == StepRole::Post)
            .map(|at| path.instantiate(&mut encoder.terms, at, blocks[at].condition))
            .collect();
        let post = encoder.terms.and(&conditions);
        let facts = encoder.facts(&[post]);
        let given = encoder.terms.bool(true);
        let effects = path.formulas.clone();
        let (always, skips, open) = (Vec::new(), Vec::new(), Vec::new());
        let mut new = Self { encoder, path, effects, always, skips, post, facts, open, given };
        new.relax(split, &blocks);
        new.skip(split, &blocks);
        Ok(new)
    }

    /// Rest of each step when its statement is taken away, and which symbols no step defines.
    fn relax(&mut self, split: &Split, blocks: &[PathFormula]) {
        let mut defined: FastSet<TermId> = FastSet::default();
        for (at, block) in blocks.iter().enumerate() {
            let mut kept = Vec::new();
            for cell in block.values.keys() {
                let Some(plain) = self.encoder.plain(*cell) else { continue };
                let terms = &mut self.encoder.terms;
                let symbol = self.path.instantiate(terms, at + 1, plain);
                defined.insert(symbol);
                if !matches!((split.roles[at], terms.sort(symbol)), (StepRole::Soft(_), Sort::Array(_))) {
                    continue;
                }
                let written = terms
                    .conjuncts(self.path.formulas[at])
                    .into_iter()
                    .find_map(|part| other_side(terms, part, symbol));
                if let Some(elsewhere) = written.and_then(|value| written_elsewhere(terms, value)) {
                    kept.push(terms.eq(symbol, elsewhere));
                }
            }
            self.always.push(self.encoder.terms.and(&kept));
        }
        let terms = &mut self.encoder.terms;
        let mut roots = self.path.formulas.clone();
        roots.extend([self.post, self.facts]);
        for symbol in terms.symbols_of(&roots) {
            let sort = terms.symbol_sort(symbol);
            let term = terms.symbol_term(symbol);
            if matches!(sort, Sort::BitVec(_) | Sort::Bool) && !defined.contains(&term) {
                self.open.push(term);
            }
        }
    }

    /// Lets decisions leave out what they led to: what such a step writes then stays as it was.
    fn skip(&mut self, split: &Split, blocks: &[PathFormula]) {
        // For each decision whether it, or one before it, leaves out what follows.
        let mut left_out: FastMap<usize, TermId> = FastMap::default();
        for (at, block) in blocks.iter().enumerate() {
            let Some(decision) = split.control[at] else { continue };
            if !matches!(split.roles[decision], StepRole::Soft(_)) {
                continue;
            }
            let terms = &mut self.encoder.terms;
            let skipped = match left_out.get(&decision) {
                Some(known) => *known,
                None => {
                    let symbol = terms.symbol("skipped", Sort::Bool);
                    self.skips.push((decision, symbol));
                    let before = split.control[decision].and_then(|before| left_out.get(&before).copied());
                    let skipped = before.map_or(symbol, |before| terms.or(&[before, symbol]));
                    left_out.insert(decision, skipped);
                    skipped
                }
            };
            let mut same = Vec::new();
            for cell in block.values.keys() {
                let Some(plain) = self.encoder.plain(*cell) else { continue };
                let terms = &mut self.encoder.terms;
                let (before, behind) =
                    (self.path.instantiate(terms, at, plain), self.path.instantiate(terms, at + 1, plain));
                same.push(terms.eq(before, behind));
            }
            let terms = &mut self.encoder.terms;
            let same = terms.and(&same);
            self.effects[at] = terms.ite(skipped, same, self.effects[at]);
            self.always[at] = terms.ite(skipped, same, self.always[at]);
        }
    }

    /// The negation of the post-condition.
    pub fn wanted(&mut self) -> TermId {
        let terms = &mut self.encoder.terms;
        let not = terms.not(self.post);
        terms.and(&[not, self.facts])
    }

    /// Gives every scalar that no step defines the value that it has in a model.
    ///
    /// # Errors
    /// There is no model to read.
    pub fn give(&mut self, solver: &mut dyn Solver) -> Result<(), SolverError> {
        let values = solver.model(&self.encoder.terms, &self.open)?;
        let terms = &mut self.encoder.terms;
        let mut all = vec![self.given];
        for (symbol, value) in self.open.iter().zip(&values) {
            let sort = terms.sort(*symbol);
            let value = match value {
                TermValue::Bool(value) => terms.bool(*value),
                value => match terms.of_value(value, sort) {
                    Some(value) => value,
                    None => continue,
                },
            };
            all.push(terms.eq(*symbol, value));
        }
        self.given = terms.and(&all);
        Ok(())
    }
}

/// How many frames are below the one that executes the step of an entry.
fn frames_below(entry: &TraceEntry) -> u32 {
    match entry.step {
        Step::Edge(_) | Step::Hidden(_) => entry.depth.saturating_sub(1),
        Step::Enter(..) => entry.depth.saturating_sub(2),
        Step::Leave(..) => entry.depth,
    }
}

/// The formula of a step in which an input has the value that the execution got.
fn pinned(program: &Program, encoder: &mut Encoder, entry: &TraceEntry, mut block: PathFormula) -> PathFormula {
    let Step::Edge(edge) = entry.step else { return block };
    let Op::Havoc { .. } = program.edges[edge].op else { return block };
    let ([change], Some(input)) = (&entry.changes[..], encoder.input_of(entry.step, 0)) else { return block };
    let (Some(value), Sort::BitVec(width)) = (change.value, encoder.terms.sort(input)) else { return block };
    let value = encoder.terms.bits(width, value.0);
    let replace: FastMap<TermId, TermId> = [(input, value)].into_iter().collect();
    block.condition = encoder.terms.substitute(block.condition, &replace);
    let held = block.values.iter().map(|(cell, held)| (*cell, encoder.terms.substitute(*held, &replace)));
    block.values = held.collect();
    block
}

/// Value of a symbol by an equation.
fn other_side(terms: &Terms, equation: TermId, symbol: TermId) -> Option<TermId> {
    if terms.op(equation) != TermOp::Eq {
        return None;
    }
    let (left, right) = (terms.arg(equation, 0), terms.arg(equation, 1));
    if left == symbol {
        Some(right)
    } else if right == symbol {
        Some(left)
    } else {
        None
    }
}

/// An array with as many elements written, but anywhere and with anything. `None` for what is no chain of writes.
fn written_elsewhere(terms: &mut Terms, value: TermId) -> Option<TermId> {
    let (mut below, mut writes) = (value, 0);
    while terms.op(below) == TermOp::Store {
        (below, writes) = (terms.arg(below, 0), writes + 1);
    }
    let Sort::Array(sort) = terms.sort(value) else { return None };
    if writes == 0 || !matches!(terms.op(below), TermOp::Symbol(_)) {
        return None;
    }
    let (index, element) = terms.array_parts(sort);
    let mut array = below;
    for _ in 0..writes {
        let (at, what) = (terms.symbol("elsewhere", index), terms.symbol("other", element));
        array = terms.store(array, at, what);
    }
    Some(array)
}
