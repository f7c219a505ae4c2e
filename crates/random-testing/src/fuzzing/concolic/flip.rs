//! Which branches of a path are asked to go the other way, and with which bytes they do.

use super::input_byte::InputByte;
use super::path::{PathCondition, follow};
use crate::coverage::Coverage;
use crate::fuzzing::execution::{Target, TestCase};
use cairn_base::{Budget, FastMap, FastSet, QueryLimit, Stop};
use cairn_ir::EdgeId;
use cairn_smt::work::FLIP;
use cairn_smt::{Answer, BitFirst, Solver, SolverError, SolverLimits};
use cairn_term::{SymbolId, TermId, TermOp, TermValue};

/// Queries about one execution that covered something new, and about another one.
const QUERIES: usize = 64;
const FEW_QUERIES: usize = 8;
/// Queries about one edge along one path: the first ones.
const OF_EDGE: u32 = 3;
/// Queries about the same time of an edge that is covered, along all paths.
const OF_COVERED: u32 = 2;
/// Later times of a covered edge are not asked about.
const TIMES: u32 = 12;
/// How often the work of a query about an edge is doubled, one time for each query in vain.
const DOUBLED: u32 = 4;
/// A query costs as much as so many steps, and more for each unit of the solver's work.
const STEPS_OF_QUERY: u64 = 4_000;
const STEPS_OF_WORK: u64 = 4;
/// A step that is followed costs as much as so many others.
const STEPS_OF_STEP: u64 = 8;

/// The branches that were asked about.
#[derive(Default)]
pub(in crate::fuzzing) struct Flips {
    /// How often each edge was that nothing covers.
    open: FastMap<EdgeId, u32>,
    /// How often each time of an edge was that is covered.
    covered: FastMap<(EdgeId, u32), u32>,
    pub queries: u64,
}

struct BranchQuery {
    at: usize,
    /// In this work, doubled so often.
    doubled: u32,
}

impl Flips {
    /// Follows a case; other cases that may leave its path, and what that cost, in steps. Where the case `is_kept`, the edges that are covered
    /// count too.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn of(
        &mut self,
        target: Target<'_, '_>,
        case: &TestCase,
        (steps, is_kept): (u64, bool),
        coverage: &Coverage,
        budget: &Budget,
    ) -> Result<(Vec<TestCase>, u64), Stop> {
        let mut path = follow(target, case, steps, budget)?;
        let mut cost = path.steps * STEPS_OF_STEP;
        let mut branches = self.about_open(&path, coverage);
        branches.truncate(if is_kept { QUERIES } else { FEW_QUERIES });
        if is_kept {
            let left = QUERIES - branches.len();
            branches.extend(self.about_covered(&path, coverage).into_iter().take(left));
        }
        if branches.is_empty() {
            return Ok((Vec::new(), cost));
        }
        let mut solver = BitFirst::new();
        let symbols: Vec<FastSet<SymbolId>> =
            path.branches.iter().map(|branch| path.terms.symbols_of(&[branch.holds]).into_iter().collect()).collect();
        let mut cases = Vec::new();
        for BranchQuery { at, doubled } in branches {
            budget.tick()?;
            self.queries += 1;
            cost += STEPS_OF_QUERY;
            let limit = QueryLimit { work: FLIP.work.times(1 << doubled), ..FLIP };
            match solved(&mut path, &symbols, at, &mut solver, &SolverLimits::of(budget, limit)) {
                Ok(Some(bytes)) => {
                    let mut other = case.clone();
                    InputByte::put_all(&mut other, &bytes);
                    cases.push(other);
                }
                Ok(None) => {}
                // Such a solver is not asked again.
                Err(_) => break,
            }
        }
        cost += solver.statistics().work.get() * STEPS_OF_WORK;
        Ok((cases, cost))
    }

    /// The branches behind which nothing was yet, those first that were asked about least.
    fn about_open(&mut self, path: &PathCondition, coverage: &Coverage) -> Vec<BranchQuery> {
        let mut of_path: FastMap<EdgeId, u32> = FastMap::default();
        let mut found: Vec<(u32, usize)> = Vec::new();
        for (at, other) in path.others().filter(|(_, other)| !coverage.has(*other)) {
            let times = of_path.entry(other).or_default();
            if *times < OF_EDGE {
                *times += 1;
                let asked = self.open.entry(other).or_default();
                found.push((*asked, at));
                *asked += 1;
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(asked, at)| BranchQuery { at, doubled: (asked / OF_EDGE).min(DOUBLED) }).collect()
    }

    /// Other branches, each time of each edge a few times.
    fn about_covered(&mut self, path: &PathCondition, coverage: &Coverage) -> Vec<BranchQuery> {
        let mut of_path: FastMap<EdgeId, u32> = FastMap::default();
        let mut found = Vec::new();
        for (at, other) in path.others().filter(|(_, other)| coverage.has(*other)) {
            let times = of_path.entry(other).or_default();
            *times += 1;
            let asked = self.covered.entry((other, *times)).or_default();
            if *times <= TIMES && *asked < OF_COVERED {
                *asked += 1;
                found.push(BranchQuery { at, doubled: 0 });
            }
        }
        found
    }
}

/// Bytes with which the path goes on to a branch and takes the other edge there: of the branches before, those count that share bytes with it, or
/// with one that counts.
fn solved(
    path: &mut PathCondition,
    symbols: &[FastSet<SymbolId>],
    at: usize,
    solver: &mut BitFirst,
    limits: &SolverLimits,
) -> Result<Option<Vec<(InputByte, u8)>>, SolverError> {
    let mut shared = symbols[at].clone();
    let mut counts = vec![false; at];
    loop {
        let mut is_more = false;
        for earlier in (0..at).rev() {
            if !counts[earlier] && symbols[earlier].iter().any(|symbol| shared.contains(symbol)) {
                counts[earlier] = true;
                is_more = true;
                shared.extend(&symbols[earlier]);
            }
        }
        if !is_more {
            break;
        }
    }
    solver.push()?;
    for (earlier, branch) in path.branches[..at].iter().enumerate() {
        if counts[earlier] {
            solver.assert(&path.terms, branch.holds)?;
        }
    }
    let other = path.terms.not(path.branches[at].holds);
    solver.assert(&path.terms, other)?;
    let answer = solver.check(&path.terms, &[], limits)?;
    let mut found = None;
    if answer == Answer::Sat {
        let is_shared =
            |term: TermId| matches!(path.terms.op(term), TermOp::Symbol(symbol) if shared.contains(&symbol));
        let mut bytes: Vec<(TermId, &InputByte)> =
            path.symbols.iter().map(|(term, byte)| (*term, byte)).filter(|(term, _)| is_shared(*term)).collect();
        bytes.sort();
        let wanted: Vec<TermId> = bytes.iter().map(|(term, _)| *term).collect();
        let values = solver.model(&path.terms, &wanted)?;
        let value = |of: &TermValue| of.bits().map_or(0, |bits| bits as u8);
        found = Some(bytes.iter().zip(&values).map(|((_, byte), of)| ((*byte).clone(), value(of))).collect());
    }
    solver.pop(1)?;
    Ok(found)
}
