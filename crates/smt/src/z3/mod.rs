//! Z3 in process: [`Z3Solver`].
//!
//! A check runs in two stages. The first is Z3's incremental core, selected by a push before the first assertion: on the
//! small and mostly propositional formulas of paths it is some fifteen times faster than the tactics (DESIGN section 5).
//! When it is not done after a share of the work, a second solver gets the same assertions without a push and so runs
//! Z3's tactics for the logic (bit-blasting and SAT), which is better at arithmetic. Over whole and real numbers it is a
//! sequence of tactics of our own, because Z3's leave off by a clock.
//!
//! Invariant: a check is limited by work, never by time. Time only ends it when the run that asks is at its end.

mod context;
pub(crate) mod horn;
mod read_back;
mod translate;
mod watch;

use crate::record::{QueryClock, answer_text, script};
use crate::solver::{Answer, Interrupter, Solver, SolverError, SolverLimits, SolverStatistics, Unknown};
use crate::work::{FIRST_STAGE, FIRST_STAGE_ARITHMETIC};
use cairn_base::{FastMap, Work};
use cairn_term::{Rational, Sort, TermId, TermOp, TermValue, Terms};
use context::{Ast, Context, ModelHandle, SolverHandle};
use read_back::ReadBack;
use std::time::Instant;
use translate::Translation;
use watch::{watched, watched_by_turns};

/// The version of the Z3 library, as `5.4.0.0`.
pub fn version() -> String {
    context::library_version()
}

/// A Z3 solver with memory of its own. Not shared between threads: make one a worker.
pub struct Z3Solver {
    /// After a failed or successful check: where model and core come from.
    last: Last,
    incremental: SolverHandle,
    translation: Translation,
    /// Assertions by level, for the second stage.
    levels: Vec<Vec<Ast>>,
    /// The same as terms, without the definitions of stand-ins.
    asserted: Vec<Vec<TermId>>,
    /// Stand-ins of assumptions that are no literals, by level: their definitions are assertions of that level.
    proxies: Vec<FastMap<TermId, Ast>>,
    proxy_count: usize,
    statistics: SolverStatistics,
    first_stage: Option<Work>,
    /// The work of the context up to now that is noted.
    noted: u64,
    context: Context,
}

#[derive(Default)]
struct Last {
    model: Option<ModelHandle>,
    core: Option<Vec<TermId>>,
}

impl Z3Solver {
    /// A solver without assertions.
    ///
    /// # Errors
    /// When the library is not Z3 5.4, or has no memory.
    pub fn new() -> Result<Self, SolverError> {
        let version = version();
        if !version.starts_with("5.4.") {
            return Err(SolverError(format!("the Z3 library is version {version}, but 5.4 is needed")));
        }
        let context = Context::new()?;
        let incremental = context.solver()?;
        context.push(incremental)?;
        Ok(Self {
            last: Last::default(),
            incremental,
            translation: Translation::default(),
            levels: vec![Vec::new()],
            asserted: vec![Vec::new()],
            proxies: vec![FastMap::default()],
            proxy_count: 0,
            statistics: SolverStatistics::default(),
            first_stage: None,
            noted: 0,
            context,
        })
    }

    /// Limits the first stage of each check: for many small questions about bit-vector arithmetic, where the tactics need
    /// milliseconds and the incremental core seconds. Linear formulas over whole numbers are not limited so.
    pub fn limit_first_stage(&mut self, most: Work) {
        self.first_stage = Some(most);
    }

    fn forget(&mut self) {
        if let Some(model) = self.last.model.take() {
            self.context.free_model(model);
        }
        self.last.core = None;
    }

    fn translate(&mut self, terms: &Terms, term: TermId) -> Result<Ast, SolverError> {
        if terms.sort(term) != Sort::Bool {
            return Err(SolverError("an assertion that is no Boolean".into()));
        }
        self.translation.term(&self.context, terms, term)
    }

    fn add(&mut self, ast: Ast) -> Result<(), SolverError> {
        self.context.assert(self.incremental, ast)?;
        if let Some(level) = self.levels.last_mut() {
            level.push(ast);
        }
        Ok(())
    }

    /// Adds Boolean terms to the current level within limits, for Z3 simplifies what is asserted at once: a sum of thousands
    /// of terms takes it many seconds. Why it was stopped, if it was; some of the terms may not be asserted then.
    ///
    /// # Errors
    /// As [`Solver::assert`].
    pub(crate) fn assert_within(
        &mut self,
        terms: &Terms,
        all: &[TermId],
        limits: &SolverLimits,
    ) -> Result<Option<Unknown>, SolverError> {
        self.forget();
        let mut asts = Vec::with_capacity(all.len());
        for term in all {
            asts.push(self.translate(terms, *term)?);
        }
        let (done, stopped) = watched(&self.context, limits, || {
            asts.iter().try_for_each(|ast| self.context.assert(self.incremental, *ast))
        });
        if stopped.is_some() {
            return Ok(stopped);
        }
        done?;
        if let Some(level) = self.levels.last_mut() {
            level.extend(asts);
        }
        if let Some(level) = self.asserted.last_mut() {
            level.extend(all);
        }
        Ok(None)
    }

    /// A Boolean constant that implies the assumption. Z3 takes only literals.
    fn proxy(&mut self, terms: &Terms, term: TermId) -> Result<Ast, SolverError> {
        if let Some(proxy) = self.proxies.iter().find_map(|level| level.get(&term)) {
            return Ok(*proxy);
        }
        let ast = self.translate(terms, term)?;
        let atom = if terms.op(term) == TermOp::Not { terms.arg(term, 0) } else { term };
        if matches!(terms.op(atom), TermOp::Symbol(_)) {
            return Ok(ast);
        }
        let sort = self.context.bool_sort()?;
        let proxy = self.context.constant(&format!("a{}", self.proxy_count), sort)?;
        self.proxy_count += 1;
        let implication = self.context.make2(z3_sys::Z3_mk_implies, proxy, ast)?;
        self.add(implication)?;
        if let Some(level) = self.proxies.last_mut() {
            level.insert(term, proxy);
        }
        Ok(proxy)
    }

    /// Notes the work that was done since this was last asked.
    fn note_work(&mut self, limits: &SolverLimits) -> Result<Work, SolverError> {
        let now = self.context.work()?;
        let spent = Work::units(now.saturating_sub(self.noted));
        self.noted = now;
        self.statistics.work = self.statistics.work.plus(spent);
        limits.note_work(spent);
        Ok(spent)
    }

    /// One stage: a check with so much work, watched for what else ends it.
    fn stage(
        &mut self,
        solver: SolverHandle,
        assumptions: &[(TermId, Ast)],
        work: Option<Work>,
        limits: &SolverLimits,
    ) -> Result<(Answer, Work), SolverError> {
        self.context.limit(solver, work.map_or(0, units))?;
        let asts: Vec<Ast> = assumptions.iter().map(|(_, ast)| *ast).collect();
        // What models cost since the last check is no part of this one.
        self.note_work(limits)?;
        let (answer, stopped) = watched_by_turns(&self.context, limits, || self.context.check(solver, &asts));
        let spent = self.note_work(limits)?;
        Ok((self.answer_of(solver, assumptions, answer, stopped, (spent, work))?, spent))
    }

    fn answer_of(
        &mut self,
        solver: SolverHandle,
        assumptions: &[(TermId, Ast)],
        answer: Result<Option<bool>, SolverError>,
        stopped: Option<Unknown>,
        (spent, work): (Work, Option<Work>),
    ) -> Result<Answer, SolverError> {
        if let Some(why) = stopped {
            return Ok(Answer::Unknown(why));
        }
        let answer = match answer {
            Err(SolverError(message)) => return failed_check(message, spent, work),
            Ok(answer) => answer,
        };
        match answer {
            Some(true) => {
                self.last.model = Some(self.context.model(solver)?);
                Ok(Answer::Sat)
            }
            Some(false) => {
                let core = self.context.core(solver)?;
                let named = assumptions.iter().filter(|(_, ast)| core.contains(ast)).map(|(term, _)| *term);
                self.last.core = Some(named.collect());
                Ok(Answer::Unsat)
            }
            None => Ok(Answer::Unknown(reason(self.context.reason_unknown(solver), spent.get(), work))),
        }
    }

    fn decide(&mut self, terms: &Terms, assumptions: &[TermId], limits: &SolverLimits) -> Result<Answer, SolverError> {
        self.forget();
        let start = Instant::now();
        self.statistics.queries += 1;
        let mut named = Vec::with_capacity(assumptions.len());
        for term in assumptions {
            named.push((*term, self.proxy(terms, *term)?));
        }
        let (first, quarters) = if self.translation.is_linear() {
            (FIRST_STAGE, 3)
        } else if let Some(most) = self.first_stage {
            (most, 1)
        } else if self.translation.has_arithmetic() {
            (FIRST_STAGE_ARITHMETIC, 1)
        } else {
            (FIRST_STAGE, 1)
        };
        let first = limits.work.map_or(first, |work| first.min(work.part(4).times(quarters)));
        let (mut answer, spent) = self.stage(self.incremental, &named, Some(first), limits)?;
        if matches!(answer, Answer::Unknown(Unknown::WorkLimit | Unknown::Incomplete(_))) {
            let left = limits.work.map(|work| work.minus(spent));
            if left != Some(Work::ZERO) {
                answer = self.second_stage(&named, left, limits)?;
            }
        }
        self.statistics.time += start.elapsed();
        Ok(answer)
    }

    fn second_stage(
        &mut self,
        assumptions: &[(TermId, Ast)],
        work: Option<Work>,
        limits: &SolverLimits,
    ) -> Result<Answer, SolverError> {
        self.statistics.retries += 1;
        // With assumptions, Z3 takes its incremental core in any case, which has no clock.
        let fresh = match assumptions.is_empty() && self.translation.has_numbers() {
            true => self.context.number_solver()?,
            false => self.context.solver()?,
        };
        let all = || self.levels.iter().flatten().try_for_each(|ast| self.context.assert(fresh, *ast));
        let answer = match watched(&self.context, limits, all) {
            (_, Some(why)) => Ok((Answer::Unknown(why), Work::ZERO)),
            (asserted, None) => asserted.and_then(|()| self.stage(fresh, assumptions, work, limits)),
        };
        self.context.free_solver(fresh);
        answer.map(|(answer, _)| answer)
    }
}

/// Work as Z3's parameter. Zero would be no limit.
fn units(work: Work) -> u32 {
    u32::try_from(work.get().max(1)).unwrap_or(u32::MAX)
}

/// Why Z3 stopped: by its words, and by the work that it did. It has several words for having done all that it may.
fn reason(words: String, spent: u64, work: Option<Work>) -> Unknown {
    if work.is_some_and(|most| spent >= u64::from(units(most))) {
        return Unknown::WorkLimit;
    }
    match words.as_str() {
        "max. resource limit exceeded" | "resource limits reached" => Unknown::WorkLimit,
        "timeout" | "canceled" | "interrupted" | "interrupted from keyboard" => Unknown::Interrupted,
        _ => Unknown::Incomplete(words),
    }
}

/// A number in Z3's notation.
fn number(digits: &str, sort: Sort) -> Result<TermValue, SolverError> {
    let (num, den) = digits.split_once('/').unwrap_or((digits, "1"));
    let number = num.parse().ok().zip(den.parse().ok()).and_then(|(num, den)| Rational::new(num, den));
    let value = match sort {
        Sort::Int => number.and_then(Rational::whole).map(TermValue::Int),
        _ => number.map(TermValue::Real),
    };
    value.ok_or_else(|| SolverError(format!("a number that does not fit 128 bits: {digits}")))
}

/// A check that ended in an exception of Z3: limits and memory are reasons not to know, anything else is an error.
fn failed_check(message: String, spent: Work, work: Option<Work>) -> Result<Answer, SolverError> {
    match reason(message, spent.get(), work) {
        Unknown::Incomplete(message) if !message.contains("memory") => Err(SolverError(message)),
        reason => Ok(Answer::Unknown(reason)),
    }
}

impl Solver for Z3Solver {
    fn push(&mut self) -> Result<(), SolverError> {
        self.forget();
        self.context.push(self.incremental)?;
        self.levels.push(Vec::new());
        self.asserted.push(Vec::new());
        self.proxies.push(FastMap::default());
        Ok(())
    }

    fn pop(&mut self, levels: usize) -> Result<(), SolverError> {
        self.forget();
        if levels >= self.levels.len() {
            return Err(SolverError("more levels popped than pushed".into()));
        }
        self.context.pop(self.incremental, levels as u32)?;
        self.levels.truncate(self.levels.len() - levels);
        self.asserted.truncate(self.asserted.len() - levels);
        self.proxies.truncate(self.proxies.len() - levels);
        Ok(())
    }

    fn assert(&mut self, terms: &Terms, term: TermId) -> Result<(), SolverError> {
        self.forget();
        let ast = self.translate(terms, term)?;
        self.add(ast)?;
        if let Some(level) = self.asserted.last_mut() {
            level.push(term);
        }
        Ok(())
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId], limits: &SolverLimits) -> Result<Answer, SolverError> {
        let query = QueryClock::start();
        let answer = self.decide(terms, assumptions, limits);
        let all = || script(terms, self.asserted.iter().flatten().chain(assumptions));
        query.end(limits, || answer_text(&answer), all);
        answer
    }

    fn model(&mut self, terms: &Terms, of: &[TermId]) -> Result<Vec<TermValue>, SolverError> {
        let model = self.last.model.ok_or_else(|| SolverError("no model to read".into()))?;
        let mut values = Vec::with_capacity(of.len());
        for term in of {
            let ast = self.translation.term(&self.context, terms, *term)?;
            values.push(match terms.sort(*term) {
                Sort::Bool => TermValue::Bool(self.context.bool_value(model, ast)?),
                Sort::BitVec(_) if matches!(terms.op(*term), TermOp::Symbol(_)) => {
                    // What the model does not list does not matter.
                    let listed = self.context.listed(model, ast)?;
                    TermValue::BitVec(listed.map_or(Ok(0), |value| self.context.numeral_bits(value))?)
                }
                Sort::Int | Sort::Real if matches!(terms.op(*term), TermOp::Symbol(_)) => {
                    let listed = self.context.listed(model, ast)?;
                    let digits = listed.map_or(Ok("0".into()), |value| self.context.numeral_text(value))?;
                    number(&digits, terms.sort(*term))?
                }
                sort @ (Sort::Int | Sort::Real) => number(&self.context.number_value(model, ast)?, sort)?,
                Sort::BitVec(_) => TermValue::BitVec(self.context.bits_value(model, ast)?),
                Sort::Float(format) => {
                    let bits = self.translation.bits_of_float(&self.context, terms, format, ast)?;
                    TermValue::Float(format.canonical(self.context.bits_value(model, bits)?))
                }
                other => return Err(SolverError(format!("no model values of {other:?}"))),
            });
        }
        Ok(values)
    }

    fn project(&mut self, terms: &mut Terms, bound: &[TermId], formula: TermId) -> Result<TermId, SolverError> {
        let model = self.last.model.ok_or_else(|| SolverError("no model to project with".into()))?;
        let mut symbols = Vec::new();
        let mut functions = Vec::new();
        for term in terms.below(&[formula]) {
            match terms.op(term) {
                TermOp::Symbol(_) => symbols.push((self.translation.term(&self.context, terms, term)?, term)),
                TermOp::Call(function) => functions.push(function),
                _ => {}
            }
        }
        let mut constants = Vec::with_capacity(bound.len());
        for symbol in bound {
            constants.push(self.translation.term(&self.context, terms, *symbol)?);
        }
        let formula = self.translation.term(&self.context, terms, formula)?;
        let projected = self.context.project(model, &constants, formula)?;
        ReadBack::new(symbols.into_iter(), &functions).term(&self.context, terms, projected)
    }

    fn core(&mut self) -> Result<Vec<TermId>, SolverError> {
        self.last.core.clone().ok_or_else(|| SolverError("no core to read".into()))
    }

    fn interrupter(&self) -> Box<dyn Interrupter> {
        Box::new(self.context.interrupter())
    }

    fn statistics(&self) -> SolverStatistics {
        self.statistics
    }
}

impl Drop for Z3Solver {
    fn drop(&mut self) {
        self.forget();
        self.context.free_solver(self.incremental);
    }
}
