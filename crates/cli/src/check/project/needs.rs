//! The needs of a function that nobody calls: a conjunction of clauses with which its violated obligations are proved
//! (docs/design/callers.md).
//!
//! Counterexample-guided: the execution of a violated row says what each access path is worth, and the first candidate that is false there
//! is assumed, until the row is proved. In the end each clause is taken away for once, which shows what each row needs.
//!
//! Invariant: a row is *needs* only where a check with its clauses assumed proved it; a row that they make unreachable is not. Why not the
//! weakest precondition: of a function with loops it has no form that a person wants to read.

use super::super::report::{CheckReason, CheckReport, CheckState, CheckedNeed, CheckedObligation};
use cairn_harness::clauses::{CallerClause, PathValues};
use cairn_harness::paths::{self, AccessPath, PathKind};
use std::collections::{BTreeMap, BTreeSet};

/// A function is not checked more often than this for its clauses.
const CHECKS: usize = 60;
/// A row for which so many clauses were tried is given up.
const CLAUSES_OF_A_ROW: usize = 12;
/// How the line about the arguments of a call begins.
const CALLED_WITH: &str = "Called with: ";

/// Checks a function by a caller that ensures clauses. `None` where there is no answer any more.
pub type CheckWith<'c> = &'c dyn Fn(&[CallerClause]) -> Option<CheckReport>;

/// Looks for what the violated rows of a report need; they become *needs* where it is found. All clauses, in the order in which they were found.
pub fn find(
    report: &mut CheckReport,
    entry: &str,
    paths: &[AccessPath],
    candidates: &[CallerClause],
    most: Option<u64>,
    check: CheckWith,
) -> Vec<CallerClause> {
    let mut search = Search { paths, candidates, check, checks: 0, known: BTreeMap::new() };
    let (clauses, closed) = search.run(report);
    let rows = search.minimised(&clauses, &closed);
    let clauses: Vec<CallerClause> =
        clauses.into_iter().filter(|one| rows.values().any(|of| of.contains(one))).collect();
    for one in &mut report.obligations {
        let Some(needed) = rows.get(&one.id) else { continue };
        one.state = CheckState::Needs;
        one.by = closed.get(&one.id).cloned().flatten();
        one.reasons.clear();
        one.up_to_elements = most;
        let known: BTreeSet<&str> = clauses
            .iter()
            .filter_map(|clause| match clause {
                CallerClause::NotNull(of) => Some(of.as_str()),
                _ => None,
            })
            .collect();
        let need = |clause: &CallerClause| CheckedNeed {
            of: entry.to_owned(),
            clause: clause.shown(paths, &known),
            not_call: String::new(),
            beside: Vec::new(),
        };
        one.needs = needed.iter().map(need).collect();
    }
    clauses
}

/// Says of rows that their clauses alone do not prove, whatever static variables hold, which functions of the file the proof rests on besides.
/// `by_clauses` is the check with the clauses and any values of static variables.
pub fn say_beside(report: &mut CheckReport, by_clauses: Option<CheckReport>, others: &[String]) {
    let proved = by_clauses.map(|report| proved(&report)).unwrap_or_default();
    let rests = |one: &&mut CheckedObligation| one.state == CheckState::Needs && !proved.contains_key(&one.id);
    for need in report.obligations.iter_mut().filter(rests).flat_map(|one| &mut one.needs) {
        need.beside = others.to_vec();
    }
}

/// Says up to how many elements what is proved is proved.
pub fn bound(report: &mut CheckReport, most: Option<u64>) {
    for one in report.obligations.iter_mut().filter(|one| one.state == CheckState::Proved) {
        one.up_to_elements = most;
    }
}

/// Takes from a check with fewer elements what is open with more: what it decides of a row that is unknown, and what a violated row needs.
pub fn take_decided(report: &mut CheckReport, small: CheckReport) {
    let mut decided: BTreeMap<String, CheckedObligation> =
        small.obligations.into_iter().map(|one| (one.id.clone(), one)).collect();
    for one in &mut report.obligations {
        let Some(known) = decided.remove(&one.id) else { continue };
        match (one.state, known.state) {
            (CheckState::Unknown, state) if state != CheckState::Unknown => *one = known,
            (CheckState::Violated, CheckState::Needs) => *one = known,
            _ => {}
        }
    }
}

/// Takes what a first look proved of rows that are open.
pub fn take_proved(report: &mut CheckReport, mut look: CheckReport) {
    look.obligations.retain(|one| one.state == CheckState::Proved);
    take_decided(report, look);
}

/// A row that is violated in a call before that of the function, of which nothing is noted then, is not decided for the function.
pub fn settle_others(report: &mut CheckReport) {
    let why = "a function of the file that may be called before violates it, and no execution got further";
    for row in report.obligations.iter_mut().filter(|row| row.state == CheckState::Violated && !is_called(row)) {
        (row.counterexample, row.steps, row.inputs) = (None, None, None);
        open(row, why, "look at that function first");
    }
}

/// What a made-up caller violates is *needs* all the same where no clause was found: a caller that is there may be none like it. What every caller
/// violates stays violated.
pub fn without_clause(report: &mut CheckReport, entry: &str) {
    let function = entry.rsplit(": ").next().unwrap_or_default();
    let is_meant = |row: &&mut CheckedObligation| row.state == CheckState::Violated && !row.every_caller;
    for row in report.obligations.iter_mut().filter(is_meant) {
        row.state = CheckState::Needs;
        let with = row.inputs.as_deref().and_then(|said| said.strip_prefix(CALLED_WITH)).unwrap_or("…");
        let not_call = format!("{function}({with})");
        row.needs = vec![CheckedNeed { of: entry.to_owned(), clause: String::new(), not_call, beside: Vec::new() }];
    }
}

/// Nothing is proved of a function that was checked behind calls by callers that ensure more than is asked of them.
pub fn unstable(report: &mut CheckReport) {
    let why = "what callers of the functions of the file must ensure did not settle";
    let proved = |row: &&mut CheckedObligation| row.state != CheckState::Violated && row.state != CheckState::Unknown;
    for row in report.obligations.iter_mut().filter(proved) {
        row.needs.clear();
        row.by = None;
        open(row, why, "write what it needs as a contract");
    }
}

/// Makes a row unknown for a reason.
pub fn open(row: &mut CheckedObligation, why: &str, next: &str) {
    row.state = CheckState::Unknown;
    row.reasons = vec![CheckReason::new(why, next)];
}

/// Says of each violated row what its function was called with, and takes the notes of the harness out of its execution.
pub fn tell_calls(report: &mut CheckReport, paths: &[AccessPath]) {
    report.obligations.iter_mut().for_each(|one| tell_call(one, paths));
}

struct Search<'s> {
    paths: &'s [AccessPath],
    candidates: &'s [CallerClause],
    check: CheckWith<'s>,
    checks: usize,
    /// Proved rows by clauses.
    known: BTreeMap<Vec<CallerClause>, BTreeSet<String>>,
}

/// Rows that clauses close, each with what proved it.
type Closed = BTreeMap<String, Option<String>>;

impl Search<'_> {
    /// Clauses that close rows, and which.
    fn run(&mut self, report: &CheckReport) -> (Vec<CallerClause>, Closed) {
        let (mut clauses, mut current) = (Vec::new(), report.clone());
        // Rows for which nothing was found. What is not decided at first may be violated where others are not.
        let mut given_up: BTreeSet<String> = BTreeSet::new();
        let is_next = |one: &&CheckedObligation, given_up: &BTreeSet<String>| {
            one.state == CheckState::Violated && !one.every_caller && !given_up.contains(&one.id)
        };
        while let Some(row) = current.obligations.iter().find(|one| is_next(one, &given_up)).cloned() {
            let (before, at_first, mut tried) = (clauses.len(), current.clone(), Vec::new());
            loop {
                let now = current.obligations.iter().find(|one| one.id == row.id);
                let Some(now) = now.filter(|now| now.state == CheckState::Violated) else { break };
                let values = values_of(now, self.paths);
                let assumed: &[CallerClause] = &clauses;
                let excludes = |clause: &&CallerClause| {
                    !clause.holds(self.paths, &values) && !assumed.contains(clause) && !tried.contains(*clause)
                };
                let fitting = self.candidates.iter().filter(|clause| clause.fits(&now.kind));
                let found = fitting.chain(self.candidates).find(excludes).cloned();
                let Some(clause) = found.filter(|_| tried.len() < CLAUSES_OF_A_ROW) else { break };
                tried.push(clause.clone());
                let mut next = clauses.clone();
                // A narrower range of a number replaces a wider one.
                if let CallerClause::Range(of, Some(0), Some(_)) = &clause {
                    let is_wider =
                        |one: &CallerClause| matches!(one, CallerClause::Range(other, Some(0), Some(_)) if other == of);
                    let at = next.iter().skip(before).position(is_wider);
                    at.map(|at| next.remove(before + at));
                }
                next.push(clause);
                let Some(report) = self.ask(&next) else { break };
                self.known.insert(next.clone(), proved(&report).into_keys().collect());
                // A clause with which nothing comes to the place is none.
                let is_reached = |one: &CheckedObligation| one.id == row.id && one.state != CheckState::Unreachable;
                if report.obligations.iter().any(is_reached) {
                    (clauses, current) = (next, report);
                }
            }
            if !proved(&current).contains_key(&row.id) {
                clauses.truncate(before);
                current = at_first;
                given_up.insert(row.id);
            }
        }
        let is_open = |state| matches!(state, CheckState::Violated | CheckState::Unknown);
        let was_open = |id: &String| report.obligations.iter().any(|one| one.id == *id && is_open(one.state));
        let mut closed = proved(&current);
        closed.retain(|id, _| was_open(id));
        if clauses.is_empty() {
            closed.clear();
        }
        (clauses, closed)
    }

    /// Which clauses each closed row needs; those that none needs are left out. What is said of a row was checked: with its clauses alone it is
    /// proved.
    fn minimised(&mut self, clauses: &[CallerClause], closed: &Closed) -> BTreeMap<String, Vec<CallerClause>> {
        let mut kept = clauses.to_vec();
        // The special ones first: what is general is rather kept.
        let mut order = clauses.to_vec();
        order.sort_by_key(|clause| std::cmp::Reverse(self.candidates.iter().position(|one| one == clause)));
        for clause in &order {
            let rest = without(&kept, clause);
            if !rest.is_empty()
                && self.proved_with(&rest).is_some_and(|still| closed.keys().all(|id| still.contains(id)))
            {
                kept = rest;
            }
        }
        let mut rows: BTreeMap<String, Vec<CallerClause>> = closed.keys().map(|id| (id.clone(), Vec::new())).collect();
        for clause in &kept {
            let still = self.proved_with(&without(&kept, clause)).unwrap_or_default();
            rows.iter_mut().filter(|(id, _)| !still.contains(*id)).for_each(|(_, of)| of.push(clause.clone()));
        }
        for (id, of) in &mut rows {
            // Of two clauses each of which is enough, neither was missed.
            if !self.proved_with(of).is_some_and(|proved| proved.contains(id)) {
                of.clone_from(&kept);
            }
            of.sort_by_key(|clause| self.candidates.iter().position(|one| one == clause));
        }
        rows
    }

    /// The rows that are proved where some clauses are ensured. Without any, none of those that are looked at is.
    fn proved_with(&mut self, clauses: &[CallerClause]) -> Option<BTreeSet<String>> {
        if clauses.is_empty() {
            return Some(BTreeSet::new());
        }
        if let Some(known) = self.known.get(clauses) {
            return Some(known.clone());
        }
        let proved: BTreeSet<String> = self.ask(clauses).map(|report| proved(&report).into_keys().collect())?;
        self.known.insert(clauses.to_vec(), proved.clone());
        Some(proved)
    }

    fn ask(&mut self, clauses: &[CallerClause]) -> Option<CheckReport> {
        self.checks += 1;
        if self.checks > CHECKS { None } else { (self.check)(clauses) }
    }
}

fn without(clauses: &[CallerClause], one: &CallerClause) -> Vec<CallerClause> {
    clauses.iter().filter(|other| *other != one).cloned().collect()
}

fn proved(report: &CheckReport) -> Closed {
    let proved = report.obligations.iter().filter(|one| one.state == CheckState::Proved);
    proved.map(|one| (one.id.clone(), one.by.clone())).collect()
}

/// The values of the paths in the execution of a row, by the numbers of the variables that note them.
fn noted(row: &CheckedObligation) -> BTreeMap<String, i128> {
    let mut noted = BTreeMap::new();
    let moments = row.counterexample.iter().filter_map(|trace| trace["execution"].as_array()).flatten();
    for change in moments.filter_map(|moment| moment["changes"].as_array()).flatten() {
        if let (Some(place), Some(value)) = (change["place"].as_str(), change["value"].as_str())
            && let Ok(value) = value.parse()
        {
            noted.insert(place.to_owned(), value);
        }
    }
    noted
}

/// Whether an execution got to a call of the function, and ended in it.
fn is_called(row: &CheckedObligation) -> bool {
    noted(row).get(paths::CALLED) == Some(&1)
}

fn values_of(row: &CheckedObligation, paths: &[AccessPath]) -> PathValues {
    let noted = if is_called(row) { noted(row) } else { BTreeMap::new() };
    let value = |(at, path): (usize, &AccessPath)| Some((path.name.clone(), *noted.get(&AccessPath::note(at))?));
    paths.iter().enumerate().filter_map(value).collect()
}

fn tell_call(row: &mut CheckedObligation, paths: &[AccessPath]) {
    let values = values_of(row, paths);
    if is_called(row) {
        let is_there = |path: &&AccessPath| path.through.iter().all(|(_, name)| values.get(name) != Some(&0));
        let shown = paths.iter().filter(is_there).filter_map(|path| worth(path, *values.get(&path.name)?));
        let shown = shown.collect::<Vec<_>>().join(", ");
        row.inputs = (!shown.is_empty()).then(|| format!("{CALLED_WITH}{shown}"));
    }
    let note = "cairn_argument_";
    if let Some(steps) = &mut row.steps {
        let lines = steps.lines().filter(|line| !line.contains(note));
        *steps = lines.map(|line| format!("{line}\n")).collect();
    }
    let execution = row.counterexample.as_mut().and_then(|trace| trace["execution"].as_array_mut());
    if let Some(execution) = execution {
        execution.retain(|moment| {
            let changes = moment["changes"].as_array();
            !changes
                .is_some_and(|all| all.iter().any(|one| one["place"].as_str().is_some_and(|at| at.starts_with(note))))
        });
    }
}

/// Value of a path, for people. Nothing is said of what is not remarkable.
fn worth(path: &AccessPath, value: i128) -> Option<String> {
    let name = &path.name;
    match (&path.kind, value) {
        (PathKind::Number { .. }, value) => Some(format!("{name} = {value}")),
        (PathKind::Pointer { .. } | PathKind::Address, 0) => Some(format!("{name} = null")),
        (PathKind::Pointer { .. }, 1) => Some(format!("{name} to 1 element")),
        (PathKind::Pointer { .. }, count) => Some(format!("{name} to {count} elements")),
        (PathKind::Same { .. }, 1) => Some(name.clone()),
        _ => None,
    }
}
