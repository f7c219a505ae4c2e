//! Any program that speaks SMT-LIB 2 as a solver: [`ProcessSolver`].
//!
//! The assertions live here; the program is given what it lacks right before a check. So a program that had to be killed
//! (the only way to end a check that all of them have) is started again and told everything anew, and nobody notices.
//! Whatever it says that is not the answer to the question is an error, never an answer, and ends the program too.
//!
//! Limits: wall time, memory (ours and the program's together) and cancellation. Work in deterministic units is not
//! limited: every program counts its own way. So an analysis asks a program only when it is told to ([`crate::SolverChoice`]).

mod dialogue;
mod pipe;
mod value;

use crate::record::{QueryClock, answer_text, script};
use crate::solver::{Answer, Interrupter, Solver, SolverError, SolverLimits, SolverStatistics, Unknown};
use cairn_term::{Sort, TermId, TermValue, Terms};
use dialogue::Dialogue;
use pipe::Stop;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Questions about a model or a core take no search; a program that takes longer is not going to answer.
const READING: Duration = Duration::from_secs(60);

/// How assumptions reach the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AssumptionStyle {
    /// By `check-sat-assuming` and `get-unsat-assumptions`.
    Literals,
    /// By named assertions in a level of their own and `get-unsat-core`, which older programs know too.
    Named,
}

/// A program and how to talk to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverProgram {
    /// The file, or a name that is looked up in `PATH`. It must be the solver itself: what it starts is not ended with it.
    pub path: PathBuf,
    /// Arguments that make it read commands from its input, incrementally.
    pub args: Vec<OsString>,
    /// Options to set at the start, as `:name value`, besides those that are needed.
    pub options: Vec<String>,
    /// The logic to set, if any.
    pub logic: Option<String>,
    /// How assumptions reach it.
    pub assumptions: AssumptionStyle,
}

impl SolverProgram {
    /// A program with the arguments that solvers of its name need.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let args: &[&str] = match name.as_str() {
            "z3" => &["-smt2", "-in"],
            "cvc5" => &["--incremental", "--lang=smt2", "--quiet", "--arrays-exp", "--fp-exp"],
            "bitwuzla" => &["--lang", "smt2"],
            "yices-smt2" | "yices_smt2" => &["--incremental"],
            _ => &[],
        };
        Self {
            path,
            args: args.iter().map(OsString::from).collect(),
            options: Vec::new(),
            logic: Some("ALL".into()),
            assumptions: AssumptionStyle::Literals,
        }
    }
}

/// A solver program. Started at the first check, ended with this.
pub struct ProcessSolver {
    program: SolverProgram,
    levels: Vec<Vec<TermId>>,
    dialogue: Option<Dialogue>,
    last: Last,
    flag: Arc<AtomicBool>,
    statistics: SolverStatistics,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Last {
    Nothing,
    Model,
    Core(Vec<TermId>),
}

struct Flag(Arc<AtomicBool>);

impl Interrupter for Flag {
    fn interrupt(&self) {
        self.0.store(true, Ordering::Release);
    }
}

impl ProcessSolver {
    /// A solver without assertions.
    ///
    /// # Errors
    /// When the program cannot be started. What it says to the first commands shows at the first check.
    pub fn new(program: SolverProgram) -> Result<Self, SolverError> {
        let dialogue = Dialogue::start(&program)?;
        Ok(Self {
            program,
            levels: vec![Vec::new()],
            dialogue: Some(dialogue),
            last: Last::Nothing,
            flag: Arc::new(AtomicBool::new(false)),
            statistics: SolverStatistics::default(),
        })
    }

    /// Gives up the program: what state it is in is not known.
    fn end(&mut self) {
        self.dialogue = None;
        self.last = Last::Nothing;
    }

    fn query(&mut self, terms: &Terms, assumptions: &[TermId], stop: &Stop<'_>) -> Result<Answer, SolverError> {
        let mut dialogue = match self.dialogue.take() {
            Some(dialogue) => dialogue,
            None => {
                self.statistics.retries += 1;
                Dialogue::start(&self.program)?
            }
        };
        // Until it has answered, the program is not kept.
        dialogue.catch_up(terms, &self.levels)?;
        let answer = dialogue.check(terms, assumptions, self.program.assumptions, stop)?;
        match &answer {
            Answer::Sat => self.last = Last::Model,
            Answer::Unsat => {
                self.last = Last::Core(if assumptions.is_empty() { Vec::new() } else { dialogue.core(stop)? });
            }
            Answer::Unknown(Unknown::Incomplete(_)) => {}
            Answer::Unknown(_) => return Ok(answer),
        }
        self.dialogue = Some(dialogue);
        Ok(answer)
    }
}

impl Solver for ProcessSolver {
    fn push(&mut self) -> Result<(), SolverError> {
        self.last = Last::Nothing;
        self.levels.push(Vec::new());
        Ok(())
    }

    fn pop(&mut self, levels: usize) -> Result<(), SolverError> {
        self.last = Last::Nothing;
        if levels >= self.levels.len() {
            return Err(SolverError("more levels popped than pushed".into()));
        }
        self.levels.truncate(self.levels.len() - levels);
        if let Some(dialogue) = &mut self.dialogue {
            dialogue.pop_to(self.levels.len());
        }
        Ok(())
    }

    fn assert(&mut self, terms: &Terms, term: TermId) -> Result<(), SolverError> {
        self.last = Last::Nothing;
        if terms.sort(term) != Sort::Bool {
            return Err(SolverError("an assertion that is no Boolean".into()));
        }
        if let Some(level) = self.levels.last_mut() {
            level.push(term);
        }
        Ok(())
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId], limits: &SolverLimits) -> Result<Answer, SolverError> {
        if assumptions.iter().any(|term| terms.sort(*term) != Sort::Bool) {
            return Err(SolverError("an assumption that is no Boolean".into()));
        }
        let (start, query) = (Instant::now(), QueryClock::start());
        self.last = Last::Nothing;
        self.statistics.queries += 1;
        self.flag.store(false, Ordering::Release);
        let flag = self.flag.clone();
        let stop = Stop::of(limits, &flag, start);
        let answer = self.query(terms, assumptions, &stop);
        self.statistics.time += start.elapsed();
        match &answer {
            Err(_) => self.end(),
            Ok(Answer::Unknown(why)) => limits.note_stop(why),
            Ok(_) => {}
        }
        let all = || script(terms, self.levels.iter().flatten().chain(assumptions));
        query.end(limits, || answer_text(&answer), all);
        answer
    }

    fn model(&mut self, terms: &Terms, of: &[TermId]) -> Result<Vec<TermValue>, SolverError> {
        let (Last::Model, Some(dialogue)) = (&self.last, &mut self.dialogue) else {
            return Err(SolverError("no model to read".into()));
        };
        if let Some(array) = of.iter().find(|term| matches!(terms.sort(**term), Sort::Array(_))) {
            return Err(SolverError(format!("no model values of {:?}", terms.sort(*array))));
        }
        self.flag.store(false, Ordering::Release);
        let flag = self.flag.clone();
        let limits = SolverLimits { time: Some(READING), ..SolverLimits::default() };
        let values = dialogue.values(terms, of, &Stop::of(&limits, &flag, Instant::now()));
        if values.is_err() {
            self.end();
        }
        values
    }

    fn core(&mut self) -> Result<Vec<TermId>, SolverError> {
        match &self.last {
            Last::Core(core) => Ok(core.clone()),
            _ => Err(SolverError("no core to read".into())),
        }
    }

    fn interrupter(&self) -> Box<dyn Interrupter> {
        Box::new(Flag(self.flag.clone()))
    }

    fn statistics(&self) -> SolverStatistics {
        self.statistics
    }
}
