//! The dialogue with a program: what it was told, and what it is asked.

use crate::process::pipe::{Pipe, Silence, Stop};
use crate::process::{AssumptionStyle, SolverProgram};
use crate::solver::{Answer, SolverError, Unknown};
use cairn_base::{FastMap, FastSet};
use cairn_term::{FunctionId, ScriptPrinter, SymbolId, SymbolNames, TermId, TermOp, Terms};

/// Definitions of a level, to forget with it: a program forgets definitions when it pops.
#[derive(Default)]
struct Level {
    asserted: usize,
    terms: Vec<TermId>,
    symbols: Vec<SymbolId>,
    functions: Vec<FunctionId>,
    literals: Vec<TermId>,
}

/// A program and what it was told.
pub(super) struct Dialogue {
    pub(super) pipe: Pipe,
    names: SymbolNames,
    levels: Vec<Level>,
    /// Texts of terms: names of definitions, or short texts.
    pub(super) known: FastMap<TermId, String>,
    pub(super) symbols: FastSet<SymbolId>,
    pub(super) functions: FastSet<FunctionId>,
    literals: FastMap<TermId, String>,
    literal_count: usize,
    /// Names of the last check's assumptions.
    assumed: Vec<(TermId, String)>,
    /// The last check opened a level for named assertions.
    extra_level: bool,
    assumptions: AssumptionStyle,
}

fn ill_formed<E>(_: E) -> SolverError {
    SolverError("an ill-formed term".into())
}

impl Dialogue {
    pub(super) fn start(program: &SolverProgram) -> Result<Self, SolverError> {
        let pipe = Pipe::start(program)?;
        let mut text = String::from("(set-option :print-success false)\n(set-option :produce-models true)\n");
        text.push_str(match program.assumptions {
            AssumptionStyle::Literals => "(set-option :produce-unsat-assumptions true)\n",
            AssumptionStyle::Named => "(set-option :produce-unsat-cores true)\n",
        });
        for option in &program.options {
            text.push_str(&format!("(set-option {option})\n"));
        }
        if let Some(logic) = &program.logic {
            text.push_str(&format!("(set-logic {logic})\n"));
        }
        pipe.write(text);
        Ok(Self {
            pipe,
            names: SymbolNames::numbered(),
            levels: vec![Level::default()],
            known: FastMap::default(),
            symbols: FastSet::default(),
            functions: FastSet::default(),
            literals: FastMap::default(),
            literal_count: 0,
            assumed: Vec::new(),
            extra_level: false,
            assumptions: program.assumptions,
        })
    }

    /// Pops what is above so many levels.
    pub(super) fn pop_to(&mut self, count: usize) {
        self.close();
        let Some(above) = self.levels.len().checked_sub(count).filter(|above| *above > 0) else { return };
        self.pipe.write(format!("(pop {above})\n"));
        self.forget(count);
    }

    fn forget(&mut self, count: usize) {
        for level in self.levels.drain(count..) {
            for term in level.terms {
                self.known.remove(&term);
            }
            for symbol in level.symbols {
                self.symbols.remove(&symbol);
            }
            for function in level.functions {
                self.functions.remove(&function);
            }
            for literal in level.literals {
                self.literals.remove(&literal);
            }
        }
    }

    /// Leaves the level of the last check.
    fn close(&mut self) {
        if std::mem::take(&mut self.extra_level) {
            self.pipe.write("(pop 1)\n".into());
            let below = self.levels.len() - 1;
            self.forget(below);
        }
    }

    /// Tells the program the assertions that it lacks.
    pub(super) fn catch_up(&mut self, terms: &Terms, levels: &[Vec<TermId>]) -> Result<(), SolverError> {
        self.close();
        for (at, level) in levels.iter().enumerate() {
            let mut text = String::new();
            if at >= self.levels.len() {
                text.push_str("(push 1)\n");
                self.levels.push(Level::default());
            } else if at + 1 < self.levels.len() && self.levels[at].asserted < level.len() {
                return Err(SolverError("an assertion below the top level".into()));
            }
            let from = self.levels[at].asserted;
            for term in &level[from..] {
                let said = self.say(terms, *term, &mut text)?;
                text.push_str(&format!("(assert {said})\n"));
            }
            self.levels[at].asserted = level.len();
            if !text.is_empty() {
                self.pipe.write(text);
            }
        }
        Ok(())
    }

    /// Declares and defines what a term needs; its text.
    fn say(&mut self, terms: &Terms, term: TermId, out: &mut String) -> Result<String, SolverError> {
        let writer = ScriptPrinter { terms, names: &self.names, extended: false };
        let mut definitions = String::new();
        let new = writer.define(&mut definitions, &[term], &mut self.known).map_err(ill_formed)?;
        let Some(level) = self.levels.last_mut() else { return Err(SolverError("no level".into())) };
        for term in &new {
            match terms.op(*term) {
                TermOp::Symbol(symbol) if self.symbols.insert(symbol) => {
                    level.symbols.push(symbol);
                    writer.declare_symbol(out, symbol).map_err(ill_formed)?;
                }
                TermOp::Call(function) if self.functions.insert(function) => {
                    level.functions.push(function);
                    writer.declare_function(out, function).map_err(ill_formed)?;
                }
                _ => {}
            }
        }
        level.terms.extend(new);
        out.push_str(&definitions);
        self.known.get(&term).cloned().ok_or_else(|| SolverError("a term without a text".into()))
    }

    pub(super) fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        style: AssumptionStyle,
        stop: &Stop<'_>,
    ) -> Result<Answer, SolverError> {
        let mut text = String::new();
        self.assumed.clear();
        if assumptions.is_empty() {
            text.push_str("(check-sat)\n");
        } else if style == AssumptionStyle::Named {
            text.push_str("(push 1)\n");
            self.levels.push(Level::default());
            self.extra_level = true;
            for term in assumptions {
                let said = self.say(terms, *term, &mut text)?;
                let name = format!("a{}", self.literal_count);
                self.literal_count += 1;
                text.push_str(&format!("(assert (! {said} :named {name}))\n"));
                self.assumed.push((*term, name));
            }
            text.push_str("(check-sat)\n");
        } else {
            for term in assumptions {
                let literal = match self.literals.get(term) {
                    Some(literal) => literal.clone(),
                    None => self.literal(terms, *term, &mut text)?,
                };
                self.assumed.push((*term, literal));
            }
            let literals: Vec<&str> = self.assumed.iter().map(|(_, literal)| literal.as_str()).collect();
            text.push_str(&format!("(check-sat-assuming ({}))\n", literals.join(" ")));
        }
        self.pipe.write(text);
        let answer = match self.answer(stop) {
            Ok(answer) => answer,
            Err(Silence::Stopped(why)) => return Ok(Answer::Unknown(why)),
            Err(Silence::Failed(error)) => return Err(error),
        };
        match answer.as_str() {
            "sat" => Ok(Answer::Sat),
            "unsat" => Ok(Answer::Unsat),
            "unknown" => Ok(Answer::Unknown(Unknown::Incomplete("unknown".into()))),
            "timeout" => Ok(Answer::Unknown(Unknown::Timeout)),
            _ => Err(not_an_answer(&answer)),
        }
    }

    /// A new Boolean that implies the assumption.
    fn literal(&mut self, terms: &Terms, term: TermId, text: &mut String) -> Result<String, SolverError> {
        let said = self.say(terms, term, text)?;
        let literal = format!("a{}", self.literal_count);
        self.literal_count += 1;
        text.push_str(&format!("(declare-fun {literal} () Bool)\n(assert (=> {literal} {said}))\n"));
        self.literals.insert(term, literal.clone());
        if let Some(level) = self.levels.last_mut() {
            level.literals.push(term);
        }
        Ok(literal)
    }

    /// The next thing that the program says and that matters.
    fn answer(&mut self, stop: &Stop<'_>) -> Result<String, Silence> {
        loop {
            let text = self.pipe.read(stop)?;
            // Options that a program does not know are its business; those that are needed show soon enough.
            if !matches!(text.as_str(), "success" | "unsupported") {
                return Ok(text);
            }
        }
    }

    /// The answer to a question that takes no search.
    pub(super) fn ask(&mut self, query: String, stop: &Stop<'_>) -> Result<String, SolverError> {
        self.pipe.write(query);
        self.answer(stop).map_err(|silence| match silence {
            Silence::Stopped(why) => SolverError(format!("no answer from the solver program: {why}")),
            Silence::Failed(error) => error,
        })
    }

    /// The assumptions that contradict the assertions.
    pub(super) fn core(&mut self, stop: &Stop<'_>) -> Result<Vec<TermId>, SolverError> {
        let query = match self.assumptions {
            AssumptionStyle::Literals => "(get-unsat-assumptions)\n",
            AssumptionStyle::Named => "(get-unsat-core)\n",
        };
        let answer = self.ask(query.into(), stop)?;
        let inside = answer.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let words = inside.filter(|text| !text.contains(['(', '"'])).ok_or_else(|| not_an_answer(&answer))?;
        let mut core = FastSet::default();
        for word in words.split_ascii_whitespace() {
            let word = word.trim_matches('|');
            let Some((term, _)) = self.assumed.iter().find(|(_, name)| name == word) else {
                return Err(not_an_answer(&answer));
            };
            core.insert(*term);
        }
        Ok(self.assumed.iter().map(|(term, _)| *term).filter(|term| core.remove(term)).collect())
    }
}

/// Reply of a program instead of an answer.
pub(super) fn not_an_answer(text: &str) -> SolverError {
    const SHOWN: usize = 300;
    let shown: String = text.chars().take(SHOWN).collect();
    SolverError(format!("the solver program says: {shown}"))
}
