//! Constrained Horn clauses by Z3's Spacer: invariants of relations that show that the last clause never fires.
//!
//! A relation is given by symbols; each application has terms in their places. Clauses may be recursive. Z3's preprocessing is off where it merges relations, because the relations are the cuts that are asked about.

use super::context::{Ast, Context, HornHandle};
use super::read_back::ReadBack;
use super::translate::Translation;
use super::watch::watched_by_turns;
use crate::clauses::clause::Clause;
use crate::clauses::text::HornScript;
use crate::record::{QueryClock, written};
use crate::solver::{SolverError, SolverLimits, Unknown};
use cairn_base::Work;
use cairn_term::{FunctionId, TermId, TermOp, Terms};

/// The answer to a system of clauses.
#[derive(Clone, Debug)]
pub(crate) enum Horn {
    /// An invariant of each relation, over the symbols that it was given.
    Invariants(Vec<TermId>),
    Fires,
    Unknown(Unknown),
}

/// Solves clauses over relations, each given by the symbols that it is about.
pub(crate) fn solve(
    terms: &mut Terms,
    relations: &[Vec<TermId>],
    clauses: &[Clause],
    limits: &SolverLimits,
) -> Result<Horn, SolverError> {
    let query = QueryClock::start();
    let context = Context::new()?;
    let horn = context.horn(limits.work.map_or(0, super::units))?;
    let answer = solve_in(&context, horn, terms, relations, clauses, limits);
    context.free_horn(horn);
    query.end(limits, || answer_text(&answer), || script(terms, relations, clauses));
    answer
}

/// Result of clauses, as a solver says it of a script: it is satisfiable where there are invariants.
fn answer_text(answer: &Result<Horn, SolverError>) -> String {
    match answer {
        Ok(Horn::Invariants(_)) => "sat".to_owned(),
        Ok(Horn::Fires) => "unsat".to_owned(),
        Ok(Horn::Unknown(why)) => format!("unknown: {why}"),
        Err(error) => error.to_string(),
    }
}

fn script(terms: &Terms, relations: &[Vec<TermId>], clauses: &[Clause]) -> Option<String> {
    written(&HornScript { terms, relations, clauses })
}

fn solve_in(
    context: &Context,
    horn: HornHandle,
    terms: &mut Terms,
    relations: &[Vec<TermId>],
    clauses: &[Clause],
    limits: &SolverLimits,
) -> Result<Horn, SolverError> {
    let mut translation = Translation::default();
    let mut symbols: Vec<(Ast, TermId)> = Vec::new();
    let mut applied = Vec::with_capacity(relations.len());
    for (number, args) in relations.iter().enumerate() {
        let mut asts = Vec::with_capacity(args.len());
        for arg in args {
            let ast = translation.term(context, terms, *arg)?;
            symbols.push((ast, *arg));
            asts.push(ast);
        }
        applied.push(context.relation(horn, &format!("R{number}"), &asts)?);
    }
    let error = context.relation(horn, "error", &[])?;
    for clause in clauses {
        let mut body = Vec::with_capacity(clause.body.len() + 1);
        let mut bound: Vec<TermId> =
            terms.symbols_of(&[clause.constraint]).iter().map(|s| terms.symbol_term(*s)).collect();
        for (_, args) in clause.body.iter().chain(&clause.head) {
            bound.extend_from_slice(args);
        }
        bound.sort_unstable();
        bound.dedup();
        let mut applications = Vec::with_capacity(clause.body.len() + 1);
        for (relation, args) in clause.body.iter().chain(&clause.head) {
            let mut asts = Vec::with_capacity(args.len());
            for arg in args {
                asts.push(translation.term(context, terms, *arg)?);
            }
            applications.push(context.applied(applied[*relation], &asts)?);
        }
        let head = if clause.head.is_some() { applications.pop() } else { None };
        body.extend(applications);
        body.push(translation.term(context, terms, clause.constraint)?);
        let body = context.and(&body)?;
        let mut constants = Vec::with_capacity(bound.len());
        for symbol in bound {
            constants.push(translation.term(context, terms, symbol)?);
        }
        context.add_rule(horn, &constants, body, head.unwrap_or(error))?;
    }
    let before = context.work()?;
    let (answer, stopped) = watched_by_turns(context, limits, || context.derivable(horn, error));
    let spent = context.work()?.saturating_sub(before);
    limits.note_work(Work::units(spent));
    if let Some(why) = stopped {
        return Ok(Horn::Unknown(why));
    }
    match answer {
        Ok(Some(false)) => {}
        Ok(Some(true)) => return Ok(Horn::Fires),
        Ok(None) => return Ok(Horn::Unknown(super::reason(context.horn_reason(horn), spent, limits.work))),
        Err(SolverError(words)) => return Ok(Horn::Unknown(super::reason(words, spent, limits.work))),
    }
    let constraints: Vec<TermId> = clauses.iter().map(|clause| clause.constraint).collect();
    let functions: Vec<FunctionId> = terms
        .below(&constraints)
        .into_iter()
        .filter_map(|term| match terms.op(term) {
            TermOp::Call(function) => Some(function),
            _ => None,
        })
        .collect();
    let mut reader = ReadBack::new(symbols.into_iter(), &functions);
    let mut invariants = Vec::with_capacity(applied.len());
    for relation in applied {
        let cover = context.cover(horn, relation)?;
        invariants.push(reader.term(context, terms, cover)?);
    }
    Ok(Horn::Invariants(invariants))
}
