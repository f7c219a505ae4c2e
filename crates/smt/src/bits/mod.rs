//! Bit-vectors and floats as circuits for a SAT solver: [`BitSolver`]; and [`BitFirst`], which asks it before Z3.
//!
//! Bounded model checking of bit code (checksums, tables, encodings) is a question about thousands of bits and hardly
//! any arithmetic, and Z3's incremental core bit-blasts it badly: the measurement is in
//! `docs/design/bit-vectors.md`. Terms become circuits ([`blast`]), reads of arrays become multiplexers ([`reads`]), and the
//! gates that an assertion needs become clauses ([`clauses`]) that stay for later questions: from bound to bound only
//! what is new is added.
//!
//! Invariants: an answer is about exactly what was asserted, because a term that has no circuit is refused before the
//! question is asked; a model obeys the array axioms, because a read that breaks them is forbidden and the question is
//! asked again.

mod blast;
mod circuits_first;
mod clauses;
mod definitions;
mod floats;
mod gates;
mod machine_words;
mod model;
mod reads;
mod sat;

use crate::record::{QueryClock, answer_text};
use crate::solver::{Answer, Interrupter, Solver, SolverError, SolverLimits, SolverStatistics, Unknown};
use blast::{Blaster, Refused};
use cairn_base::{FastMap, FastSet, Work};
use cairn_term::{Assignment, Sort, TermId, TermOp, TermValue, Terms};
pub use circuits_first::BitFirst;
use clauses::Clauses;
use definitions::{Definitions, definition};
use gates::Lit;
use model::{Model, Source};
use reads::Base;
use sat::Sat;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A solver for formulas over Booleans, bit-vectors, floats, arrays of bit-vectors and uninterpreted functions. What else is asserted
/// makes its answer [`Unknown::Incomplete`].
pub struct BitSolver {
    blaster: Blaster,
    clauses: Clauses,
    sat: Sat,
    levels: Vec<Level>,
    /// That a symbol is an array, as a literal under which the two agree where they are read; and how many of the symbol's reads
    /// that was said of.
    equalities: FastMap<(TermId, TermId), (Lit, FastSet<usize>)>,
    /// Noted cost of making circuits, in work.
    noted: u64,
    last: Last,
    statistics: SolverStatistics,
}

#[derive(Default)]
struct Level {
    /// The variable under which its assertions hold; none for the lowest level, whose assertions hold always.
    switch: Option<i32>,
    /// Assertions not yet circuits: that is done in a check, which has a limit.
    waiting: Vec<TermId>,
    /// Something that has no circuit is asserted.
    refused: bool,
    /// Arrays that are defined, as symbol and definition.
    defined: Vec<(TermId, TermId)>,
}

#[derive(Default)]
struct Last {
    definitions: Definitions,
    model: Option<Model>,
    core: Option<Vec<TermId>>,
}

impl Default for BitSolver {
    fn default() -> Self {
        Self::new()
    }
}

impl BitSolver {
    /// A solver without assertions.
    pub fn new() -> Self {
        Self {
            blaster: Blaster::new(),
            clauses: Clauses::new(),
            sat: Sat::new(),
            levels: vec![Level::default()],
            equalities: FastMap::default(),
            noted: 0,
            last: Last::default(),
            statistics: SolverStatistics::default(),
        }
    }

    /// A solver without assertions, for thousands of small questions with assumptions.
    pub fn for_assumptions() -> Self {
        Self { sat: Sat::plain(), ..Self::new() }
    }

    /// Whether everything that is asserted, and these, has a circuit.
    pub fn takes(&mut self, terms: &Terms, more: &[TermId]) -> bool {
        self.levels.iter().all(|level| !level.refused) && more.iter().all(|term| self.blaster.takes(terms, *term))
    }

    /// The size of all circuits so far, in gates.
    fn size(&self) -> usize {
        self.blaster.size()
    }

    /// Forgets all circuits and clauses, but not the levels, of which none has an assertion.
    fn start_again(&mut self) {
        let interrupted = self.sat.interrupted();
        let fresh = BitSolver { statistics: self.statistics, ..BitSolver::new() };
        let levels = std::mem::replace(self, fresh).levels.len();
        self.sat.share(interrupted);
        for _ in 1..levels {
            let switch = Some(self.clauses.fresh());
            self.levels.push(Level { switch, ..Level::default() });
        }
    }

    fn forget(&mut self) {
        self.last = Last::default();
    }

    /// The assumption's literal for the solver, or the constant that it is.
    fn assumption(&mut self, terms: &Terms, term: TermId) -> Result<Result<i32, bool>, Refused> {
        let lit = self.blaster.literal(terms, term)?;
        Ok(match lit.constant() {
            Some(value) => Err(value),
            None => Ok(self.clauses.literal(&self.blaster.gates, &mut self.sat, lit)),
        })
    }

    /// Asks until the answer obeys the axioms of arrays and functions.
    fn search(&mut self, terms: &Terms, assumptions: &[i32], limits: &SolverLimits) -> Answer {
        let mut left = limits.work;
        loop {
            if let Err(refused) = self.read_definitions(terms) {
                return unknown(refused);
            }
            let built = self.note_size(limits);
            left = left.map(|left| left.minus(built));
            if left == Some(Work::ZERO) {
                return Answer::Unknown(Unknown::WorkLimit);
            }
            let (answer, spent) = self.sat.solve(assumptions, limits, left);
            self.note_work(spent, limits);
            left = left.map(|left| left.minus(spent));
            match answer {
                Err(why) => return Answer::Unknown(why),
                Ok(false) => return Answer::Unsat,
                Ok(true) => {}
            }
            let mut model = Model::default();
            let broken = model.broken(self.source(terms));
            if broken.is_empty() {
                self.last.model = Some(model);
                return Answer::Sat;
            }
            for (base, one, other) in broken {
                self.agree(base, one, other);
            }
        }
    }

    fn note_work(&mut self, work: Work, limits: &SolverLimits) {
        self.statistics.work = self.statistics.work.plus(work);
        limits.note_work(work);
    }

    /// Notes what was done for circuits as work.
    fn note_size(&mut self, limits: &SolverLimits) -> Work {
        let cost = self.blaster.cost();
        let built = Work::units(cost - self.noted);
        self.noted = cost;
        self.note_work(built, limits);
        built
    }

    fn source<'a>(&'a self, terms: &'a Terms) -> Source<'a> {
        let Self { blaster, clauses, sat, last, .. } = self;
        Source { terms, blaster, clauses, sat, definitions: &last.definitions }
    }

    /// Reads each definition where its symbol is read. Such a read may be one of another defined symbol.
    fn read_definitions(&mut self, terms: &Terms) -> Result<(), Refused> {
        let definitions: Vec<(TermId, TermId)> = self.last.definitions.iter().collect();
        loop {
            let mut new = false;
            for (symbol, array) in &definitions {
                let Some(base) = self.blaster.reads.number(Base::Array(*symbol)) else { continue };
                for number in 0..self.blaster.reads.bases()[base].len() {
                    new |= self.read_definition(terms, (*symbol, *array), base, number)?;
                }
            }
            if !new {
                return Ok(());
            }
        }
    }

    fn read_definition(
        &mut self,
        terms: &Terms,
        (symbol, array): (TermId, TermId),
        base: usize,
        number: usize,
    ) -> Result<bool, Refused> {
        let read = &self.blaster.reads.bases()[base][number];
        if !read.value.iter().any(|bit| self.clauses.of_gate(bit.gate()).is_some()) {
            return Ok(false);
        }
        let Some((holds, said)) = self.equalities.get_mut(&(symbol, array)) else { return Ok(false) };
        if !said.insert(number) {
            return Ok(false);
        }
        let (holds, index, value) = (*holds, read.index.clone(), read.value.clone());
        let defined = self.blaster.read(terms, array, &index, value.len());
        self.blaster.check_size()?;
        let gates = &mut self.blaster.gates;
        for (a, b) in value.iter().zip(&defined) {
            let differ = gates.xor(*a, *b);
            let lemma = gates.and(holds, differ);
            self.clauses.require(gates, &mut self.sat, !lemma);
        }
        Ok(true)
    }

    /// The value of a term in the model.
    fn value(&mut self, terms: &Terms, term: TermId) -> Result<TermValue, SolverError> {
        let sort = terms.sort(term);
        let none = || SolverError(format!("no model value of a term of sort {sort:?}"));
        let Ok(word) = self.blaster.word(terms, term) else {
            if matches!(terms.op(term), TermOp::Symbol(_)) {
                // The question did not have it.
                return if sort == Sort::Int || sort == Sort::Real {
                    Ok(TermValue::zero(sort, &|array| terms.array_parts(array)))
                } else {
                    Err(none())
                };
            }
            return self.computed(terms, term)?.ok_or_else(none);
        };
        let mut model = self.last.model.take().ok_or_else(|| SolverError("no model to read".into()))?;
        let bits = model.word(self.source(terms), &word);
        self.last.model = Some(model);
        TermValue::of_bits(bits, sort).ok_or_else(none)
    }

    /// The value of a term that has no circuit, computed from those of its symbols.
    fn computed(&mut self, terms: &Terms, term: TermId) -> Result<Option<TermValue>, SolverError> {
        let mut assignment = Assignment::new();
        for below in terms.below(&[term]) {
            if let TermOp::Symbol(symbol) = terms.op(below) {
                assignment.set(symbol, self.value(terms, below)?);
            }
        }
        Ok(terms.evaluate(term, &assignment))
    }

    /// The literal of one conjunct of a level.
    fn conjunct(&mut self, terms: &Terms, level: usize, term: TermId) -> Result<Lit, Refused> {
        let Some((symbol, array)) = definition(terms, term) else { return self.blaster.literal(terms, term) };
        self.blaster.array_below(terms, symbol)?;
        self.blaster.array_below(terms, array)?;
        let holds = match self.equalities.get(&(symbol, array)) {
            Some((holds, _)) => *holds,
            None => {
                let holds = self.blaster.gates.input();
                self.equalities.insert((symbol, array), (holds, FastSet::default()));
                holds
            }
        };
        self.levels[level].defined.push((symbol, array));
        Ok(holds)
    }

    /// Makes circuits and clauses of what is asserted.
    fn build(&mut self, terms: &Terms) -> Result<(), Refused> {
        for level in 0..self.levels.len() {
            if self.levels[level].refused {
                return Err(Refused::Operation);
            }
            let mut waiting = std::mem::take(&mut self.levels[level].waiting);
            let mut done = 0;
            let mut built = Ok(());
            for part in &waiting {
                match self.conjunct(terms, level, *part) {
                    Ok(lit) => {
                        let gates = &self.blaster.gates;
                        match self.levels[level].switch {
                            None => self.clauses.require(gates, &mut self.sat, lit),
                            Some(switch) => self.clauses.require_under(gates, &mut self.sat, switch, lit),
                        }
                        done += 1;
                    }
                    Err(refused) => {
                        built = Err(refused);
                        break;
                    }
                }
            }
            self.levels[level].waiting = waiting.split_off(done);
            built?;
        }
        Ok(())
    }

    /// Two reads of one base are equal where their indices are.
    fn agree(&mut self, base: usize, one: usize, other: usize) {
        let Blaster { gates, reads, .. } = &mut self.blaster;
        let (one, other) = (&reads.bases()[base][one], &reads.bases()[base][other]);
        let here = gates.equal(&one.index, &other.index);
        for (a, b) in one.value.iter().zip(&other.value) {
            let differ = gates.xor(*a, *b);
            let lemma = gates.and(here, differ);
            self.clauses.require(gates, &mut self.sat, !lemma);
        }
    }
}

impl Solver for BitSolver {
    fn push(&mut self) -> Result<(), SolverError> {
        self.forget();
        let switch = Some(self.clauses.fresh());
        self.levels.push(Level { switch, ..Level::default() });
        Ok(())
    }

    fn pop(&mut self, levels: usize) -> Result<(), SolverError> {
        self.forget();
        if levels >= self.levels.len() {
            return Err(SolverError("more levels popped than pushed".into()));
        }
        for level in self.levels.split_off(self.levels.len() - levels) {
            if let Some(switch) = level.switch {
                self.sat.clause(&[-switch]);
            }
        }
        Ok(())
    }

    fn assert(&mut self, terms: &Terms, term: TermId) -> Result<(), SolverError> {
        self.forget();
        if terms.sort(term) != Sort::Bool {
            return Err(SolverError("an assertion that is no Boolean".into()));
        }
        for part in conjuncts(terms, term) {
            let has_circuit = match definition(terms, part) {
                Some((symbol, array)) => self.blaster.takes(terms, symbol) && self.blaster.takes(terms, array),
                None => self.blaster.takes(terms, part),
            };
            let Some(level) = self.levels.last_mut() else { return Ok(()) };
            level.refused |= !has_circuit;
            level.waiting.push(part);
        }
        Ok(())
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId], limits: &SolverLimits) -> Result<Answer, SolverError> {
        self.forget();
        let (start, query) = (Instant::now(), QueryClock::start());
        self.statistics.queries += 1;
        self.blaster.allowed = limits.work.map_or(u64::MAX, |work| self.noted.saturating_add(work.get()));
        let mut refused = self.build(terms);
        let defined = self.levels.iter().flat_map(|level| level.defined.iter().copied());
        match Definitions::new(terms, defined) {
            Some(definitions) => self.last.definitions = definitions,
            None => refused = Err(Refused::Operation),
        }
        let mut literals: Vec<i32> = self.levels.iter().filter_map(|level| level.switch).collect();
        let mut meaning: FastMap<i32, TermId> = FastMap::default();
        let mut failed = None;
        for term in assumptions {
            match self.assumption(terms, *term) {
                Err(why) => refused = Err(why),
                Ok(Ok(literal)) => {
                    literals.push(literal);
                    meaning.entry(literal).or_insert(*term);
                }
                Ok(Err(true)) => {}
                Ok(Err(false)) => failed = failed.or(Some(*term)),
            }
        }
        let answer = match (refused, failed) {
            (Err(refused), _) => {
                self.note_size(limits);
                unknown(refused)
            }
            (Ok(()), Some(term)) => {
                self.last.core = Some(vec![term]);
                Answer::Unsat
            }
            (Ok(()), None) => self.search(terms, &literals, limits),
        };
        if answer == Answer::Unsat && self.last.core.is_none() {
            let named = literals.iter().filter(|literal| self.sat.failed(**literal));
            self.last.core = Some(named.filter_map(|literal| meaning.get(literal).copied()).collect());
        }
        self.statistics.time += start.elapsed();
        let answer = Ok(answer);
        // What is asserted is circuits by now.
        query.end(limits, || answer_text(&answer), || None);
        answer
    }

    fn model(&mut self, terms: &Terms, of: &[TermId]) -> Result<Vec<TermValue>, SolverError> {
        self.blaster.allowed = u64::MAX;
        let mut values = Vec::with_capacity(of.len());
        for term in of {
            values.push(self.value(terms, *term)?);
        }
        Ok(values)
    }

    fn core(&mut self) -> Result<Vec<TermId>, SolverError> {
        self.last.core.clone().ok_or_else(|| SolverError("no core to read".into()))
    }

    fn interrupter(&self) -> Box<dyn Interrupter> {
        Box::new(Flag(self.sat.interrupted()))
    }

    fn statistics(&self) -> SolverStatistics {
        self.statistics
    }
}

fn unknown(refused: Refused) -> Answer {
    Answer::Unknown(match refused {
        Refused::Operation => Unknown::Incomplete("an operation that has no circuit".into()),
        Refused::Size => Unknown::Incomplete("a circuit that is too large".into()),
        Refused::Work => Unknown::WorkLimit,
    })
}

/// Conjuncts of a Boolean term.
fn conjuncts(terms: &Terms, term: TermId) -> Vec<TermId> {
    let (mut parts, mut stack) = (Vec::new(), vec![term]);
    while let Some(term) = stack.pop() {
        match terms.op(term) {
            TermOp::And => stack.extend(terms.get(term).args.iter().rev()),
            _ => parts.push(term),
        }
    }
    parts
}

struct Flag(Arc<AtomicBool>);

impl Interrupter for Flag {
    fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
