//! The checks of all entries: several at a time, and those of functions with static variables in rounds (docs/design/callers.md).
//!
//! Invariant: what a round assumes of callers is what all of the round before found, whichever was faster; so the answer does not depend on how many
//! run at a time. The last round is one that changed nothing, or what rests on it is open.

use super::entries::{self, Caller, EntryProgram, EntryTexts, LinkedEntry};
use super::{COMMAND, EntryEnd, ask_child, needs, read, read_text};
use crate::check::CheckTask;
use crate::check::report::{CheckReason, CheckReport, CheckState};
use crate::check::reproduce::Build;
use crate::distribute_checks::RemoteChecks;
use crate::project::Unit;
use crate::{child, console, query};
use cairn_base::CancelToken;
use cairn_harness::clauses::{self, CallerClause};
use cairn_wire::entry::Query;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// An entry has at least so much time, while there is any.
pub(super) const LEAST_TIME: Duration = Duration::from_secs(3);
/// One more check of an entry has at most this part of its time, and at least [`LEAST_TIME`].
const PART: u32 = 8;
/// And so much for each of its obligations by itself.
const EACH_AGAIN: Duration = Duration::from_millis(500);
/// Functions with static variables are checked so often at most: by themselves, behind others, and again until it is settled what these need.
const ROUNDS: usize = 5;

/// The first look at all entries has at most this part of the time.
const PART_OF_LOOKS: u32 = 5;
/// The rows of an entry that was not decided are looked for so long.
const TIME_FOR_ROWS: Duration = Duration::from_secs(5);

/// Result of one check of an entry.
struct CheckedByItself {
    end: EntryEnd,
    clauses: Vec<CallerClause>,
}

impl From<EntryEnd> for CheckedByItself {
    fn from(end: EntryEnd) -> Self {
        Self { end, clauses: Vec::new() }
    }
}

/// Shared start of all processes.
pub(super) struct Shared<'s> {
    pub task: &'s CheckTask,
    pub units: &'s [Unit],
    pub linked: &'s [LinkedEntry],
    pub open: &'s [usize],
    pub cancel: &'s CancelToken,
    /// The workers of a server, where these do the work.
    pub remote: Option<&'s RemoteChecks>,
    /// What a first look found of entries.
    pub looks: BTreeMap<usize, CheckReport>,
    /// Where scripts that repeat violations of programs go.
    pub scripts: Option<&'s Path>,
}

impl Shared<'_> {
    /// Checks what is open, so many at a time: each by itself first, then those with static variables behind calls of what leaves something
    /// there, and again where what callers of these must ensure is known better. Gives those for which that did not settle: they were checked with
    /// callers that ensure something else than what is said in the end.
    pub fn check_all(&self, jobs: usize, done: &mut dyn FnMut(usize, EntryEnd)) -> Vec<usize> {
        let mut clauses: BTreeMap<usize, Vec<CallerClause>> = BTreeMap::new();
        let is_behind = |at: &usize| !self.linked[*at].before.is_empty();
        let behind: Vec<usize> = self.open.iter().copied().filter(is_behind).collect();
        let mut turn = self.open.to_vec();
        for round in 0..ROUNDS {
            let later: &[usize] = if round == 0 { &behind } else { &[] };
            let mut found = clauses.clone();
            self.round(jobs, &turn, later, (round > 0).then_some(&clauses), &mut |at, one| {
                found.insert(at, one.clauses);
                done(at, one.end);
            });
            let is_changed = |other: &usize| found.get(other) != clauses.get(other);
            turn = behind
                .iter()
                .copied()
                .filter(|at| round == 0 || self.linked[*at].before.iter().any(is_changed))
                .collect();
            clauses = found;
        }
        turn
    }

    /// Whether entries are so many that some may have no time of their own: these have at least what a first look says.
    pub fn is_short_of_time(&self, jobs: usize) -> bool {
        let limit = crate::limits::time(self.task.wanted.configuration.time_limit);
        let least = LEAST_TIME * u32::try_from(self.open.len() / jobs.max(1)).unwrap_or(u32::MAX);
        self.remote.is_none() && limit.is_some_and(|limit| least > limit / 2)
    }

    /// What the analysis of memory says of some entries, as far as it comes in a part of the time, before any engine is asked. Static variables that
    /// are numbers have any value, so what is proved is so whatever was called before; of others that is only so for the first call. `done` hears which.
    pub fn first_look(&self, jobs: usize, which: &[usize], done: &mut dyn FnMut(usize, CheckReport, bool)) {
        let limit = crate::limits::time(self.task.wanted.configuration.time_limit);
        let left = || limit.map(|limit| (limit / PART_OF_LOOKS).saturating_sub(self.task.start.elapsed()));
        let look = |index: usize| {
            let (at, time) = (which[index], left());
            let texts = EntryTexts::new(at, self.linked, self.units, &self.task.wanted);
            let has_statics = !self.linked[at].before.is_empty();
            let is_whole = !has_statics || texts.statics_are_numbers();
            let caller = Caller { any_statics: has_statics && is_whole, ..Caller::any() };
            let program = texts.program(&caller).ok()?;
            let query = self.query(&program, time).ok()?;
            let words = [COMMAND, "1s", "--only-memory"].map(str::to_owned);
            let is_over = || self.cancel.is_cancelled() || left().is_some_and(|left| left.is_zero());
            let end = child::ask(&words, at as u64, query, &is_over).ok()??;
            let EntryEnd::Checked(mut report) = read(&end) else { return None };
            needs::bound(&mut report, program.most);
            Some((*report, is_whole))
        };
        self.in_turn(jobs, which.len(), &look, &mut |index, report| {
            if let Some((report, is_whole)) = report {
                done(which[index], report, is_whole);
            }
        });
    }

    /// Works on so many at a time; `done` hears of each by its number.
    fn in_turn<T: Send>(
        &self,
        jobs: usize,
        count: usize,
        of: &(dyn Fn(usize) -> T + Sync),
        done: &mut dyn FnMut(usize, T),
    ) {
        let next = AtomicUsize::new(0);
        let (send, ends) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, count.max(1)) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || {
                    while !self.cancel.is_cancelled() {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= count {
                            break;
                        }
                        let _ = send.send((index, of(index)));
                    }
                });
            }
            drop(send);
            ends.into_iter().for_each(|(index, end)| done(index, end));
        });
    }

    /// One check of each of some entries. `later`: those that come then. `clauses`: what callers of what was called before ensure; without, nothing was.
    fn round(
        &self,
        jobs: usize,
        turn: &[usize],
        later: &[usize],
        clauses: Option<&BTreeMap<usize, Vec<CallerClause>>>,
        done: &mut dyn FnMut(usize, CheckedByItself),
    ) {
        let jobs = jobs.clamp(1, turn.len().max(1));
        let check = |index: usize| {
            let time = self.share(turn[index], turn[index..].iter().chain(later), jobs);
            self.check_by_itself(turn[index], time, clauses)
        };
        let (shows, mut number) = (std::io::stderr().is_terminal(), 0);
        self.in_turn(jobs, turn.len(), &check, &mut |index, one: CheckedByItself| {
            let at = turn[index];
            number += 1;
            if shows {
                let name = self.linked[at].entry.name(self.units);
                let found = match &one.end {
                    EntryEnd::Checked(report) | EntryEnd::Kept(report) => {
                        let count = |state| report.count(state);
                        let (proved, violated) = (count(CheckState::Proved), count(CheckState::Violated));
                        format!(": {proved} proved, {violated} violated, {} open", count(CheckState::Unknown))
                    }
                    EntryEnd::Untouched | EntryEnd::Refused(_) | EntryEnd::Stopped(_) => String::new(),
                };
                console::err(&format!("{number} of {}: {name}{found}\n", turn.len()));
            }
            done(at, one);
        });
    }

    /// How much time an entry has, of those that are left: by how many functions it reaches.
    fn share<'l>(&self, at: usize, left: impl Iterator<Item = &'l usize>, jobs: usize) -> Option<Duration> {
        let limit = crate::limits::time(self.task.wanted.configuration.time_limit)?;
        let rest = limit.saturating_sub(self.task.start.elapsed());
        let jobs = self.remote.map_or(jobs, RemoteChecks::workers);
        let size = |at: &usize| self.linked[*at].needs.as_ref().map_or(1, |needs| needs.pieces.len().max(1));
        let part = size(&at) as f64 / left.map(size).sum::<usize>().max(1) as f64;
        let own = rest.mul_f64((part * jobs as f64).min(1.0));
        Some(own.max(LEAST_TIME).min(rest))
    }

    /// Checks an entry, and looks for what its violated rows need, in what is left of its time. `clauses` as in [`Self::round`].
    fn check_by_itself(
        &self,
        at: usize,
        time: Option<Duration>,
        clauses: Option<&BTreeMap<usize, Vec<CallerClause>>>,
    ) -> CheckedByItself {
        let (start, entry) = (Instant::now(), &self.linked[at].entry);
        let mut caller = Caller::any();
        if let Some(clauses) = clauses {
            let of = |other: &usize| (*other, clauses.get(other).cloned().unwrap_or_default());
            caller.before = self.linked[at].before.iter().map(of).collect();
        }
        let texts = EntryTexts::new(at, self.linked, self.units, &self.task.wanted);
        let program = match texts.program(&caller) {
            Ok(program) => program,
            Err(why) => return EntryEnd::wrong(why).into(),
        };
        let (paths, bounds, most) = (&program.paths, &program.bounds, program.most);
        let is_by_itself = !entry.is_program() && !entry.is_proof;
        // Most of the time is for what a function needs.
        let mut end = self.check(
            at,
            if is_by_itself { time.map(|time| time / 3) } else { time },
            self.task.limits.each,
            &program,
        );
        if let EntryEnd::Stopped(why) = end {
            return self.only_rows(at, &program, why).into();
        }
        let EntryEnd::Checked(report) = &mut end else { return end.into() };
        needs::bound(report, most);
        if !is_by_itself {
            return end.into();
        }
        let name = entry.name(self.units);
        let others: Vec<String> = match caller.before.is_empty() {
            true => Vec::new(),
            false => self.linked[at].before.iter().map(|at| self.linked[*at].entry.function.clone()).collect(),
        };
        let look = |report: &mut CheckReport, flat_elements: u64| {
            let check = |clauses: &[CallerClause]| {
                let caller = Caller { assumed: clauses.to_vec(), flat_elements, ..caller.clone() };
                self.check_again((at, &texts), start, time, &caller)
            };
            let candidates = clauses::candidates(paths, bounds, flat_elements);
            let found =
                needs::find(report, &name, paths, &candidates, most.map(|most| most.min(flat_elements)), &check);
            if !others.is_empty() && !found.is_empty() {
                let by_clauses = Caller { assumed: found.clone(), flat_elements, any_statics: true, ..Caller::any() };
                needs::say_beside(report, self.check_again((at, &texts), start, time, &by_clauses), &others);
            }
            found
        };
        let mut found = look(report, entries::FLAT_ELEMENTS);
        // What is open with many elements may be decided with few.
        let is_large = most.is_some_and(|most| most > entries::ELEMENTS);
        if is_large && report.count(CheckState::Unknown) + report.count(CheckState::Violated) > 0 {
            let few = Caller { flat_elements: entries::ELEMENTS, ..caller.clone() };
            if let Some(mut small) = self.check_again((at, &texts), start, time, &few) {
                needs::bound(&mut small, Some(entries::ELEMENTS));
                found.extend(look(&mut small, entries::ELEMENTS));
                needs::take_decided(report, small);
            }
        }
        needs::settle_others(report);
        needs::tell_calls(report, paths);
        needs::without_clause(report, &name);
        CheckedByItself { end, clauses: found }
    }

    /// Checks an entry once more, in what is left of its time.
    fn check_again(
        &self,
        (at, texts): (usize, &EntryTexts),
        start: Instant,
        time: Option<Duration>,
        caller: &Caller,
    ) -> Option<CheckReport> {
        let left = time.map(|time| time.saturating_sub(start.elapsed()).min(LEAST_TIME.max(time / PART)));
        let program = texts.program(caller).ok()?;
        // What is proved with clauses is so at once, or rarely.
        let each = self.task.limits.each.min(EACH_AGAIN);
        match self.check(at, left.or(Some(LEAST_TIME)), each, &program) {
            EntryEnd::Checked(report) => Some(*report),
            _ => None,
        }
    }

    fn check(&self, at: usize, time: Option<Duration>, each: Duration, program: &EntryProgram) -> EntryEnd {
        if time.is_some_and(|time| time.is_zero()) {
            return EntryEnd::late("the time limit was reached before its turn");
        }
        let wanted = &self.task.wanted;
        let query = match self.query(program, time) {
            Ok(query) => query,
            Err(why) => return EntryEnd::wrong(why),
        };
        let each = format!("{}ms", each.as_millis());
        if let Some(remote) = self.remote {
            // Nobody may come for it, or who has it may die.
            let limit = crate::limits::time(wanted.configuration.time_limit);
            let is_late = || {
                let most = limit.map(|limit| if remote.has_workers() { limit * 2 + LEAST_TIME } else { limit });
                most.is_some_and(|most| self.task.start.elapsed() > most)
            };
            return match remote.ask(&each, query, &|| self.cancel.is_cancelled() || is_late()) {
                Ok(Some(report)) => read_text(&report),
                Ok(None) if self.cancel.is_cancelled() => EntryEnd::interrupted(),
                Ok(None) => EntryEnd::late("no worker has checked it within the time limit"),
                Err(why) => EntryEnd::late(&why),
            };
        }
        match ask_child(&each, &self.reproducing(at), at as u64, query, &|| self.cancel.is_cancelled()) {
            Ok(Some(end)) => read(&end),
            Ok(None) => EntryEnd::interrupted(),
            Err(why) => EntryEnd::late(&why),
        }
    }

    /// The rows of an entry, open for a reason but for those that the first look decided; where they cannot be found either, the entry is one row. Only the front end runs, so that the
    /// time limit is passed by little.
    fn only_rows(&self, at: usize, program: &EntryProgram, why: CheckReason) -> EntryEnd {
        if let Some(look) = self.looks.get(&at) {
            let mut report = CheckReport { is_interrupted: true, ..look.clone() };
            for row in report.obligations.iter_mut().filter(|row| row.state == CheckState::Unknown) {
                needs::open(row, &why.text, &why.next);
            }
            return EntryEnd::Checked(Box::new(report));
        }
        let Ok(query) = self.query(program, None) else { return EntryEnd::Refused(why) };
        let words = [COMMAND, "0s", "--only-rows", &why.text, &why.next].map(str::to_owned);
        let start = Instant::now();
        // All together have so much time after the limit.
        let last = crate::limits::time(self.task.wanted.configuration.time_limit).map(|limit| limit + TIME_FOR_ROWS);
        let is_late = || last.is_some_and(|last| self.task.start.elapsed() > last);
        let is_over = || self.cancel.is_cancelled() || start.elapsed() > TIME_FOR_ROWS || is_late();
        match child::ask(&words, at as u64, query, &is_over) {
            Ok(Some(end)) => match read(&end) {
                EntryEnd::Stopped(_) => EntryEnd::Refused(why),
                found => found,
            },
            _ if self.cancel.is_cancelled() => EntryEnd::interrupted(),
            _ => EntryEnd::Refused(why),
        }
    }

    /// Words for a process that is to write scripts: of a program, into a folder of its own where there are several.
    fn reproducing(&self, at: usize) -> Vec<String> {
        let entry = &self.linked[at].entry;
        let Some(folder) = self.scripts.filter(|_| entry.is_program()) else { return Vec::new() };
        let name = |unit: usize| Path::new(&self.units[unit].name);
        let is_one = self.linked.iter().filter(|one| one.entry.is_program()).count() == 1;
        let own = name(entry.unit).file_stem().filter(|_| !is_one);
        let folder = own.map_or_else(|| folder.to_owned(), |own| folder.join(own));
        let units = self.linked[at].needs.iter().flat_map(|needs| &needs.units);
        let build = Build::of(&self.task.wanted, units.map(|unit| name(*unit)));
        let build = serde_json::to_string(&build).unwrap_or_default();
        vec!["--reproduce".to_owned(), folder.display().to_string(), build]
    }

    /// Query to a process about the program of an entry.
    fn query(&self, program: &EntryProgram, time: Option<Duration>) -> Result<Query, String> {
        let wanted = &self.task.wanted;
        let files = program.inputs.iter().map(|input| (input.name.clone(), input.text.to_string())).collect();
        let mut options: Vec<(String, String)> =
            wanted.options.iter().filter(|(name, _)| name != "time-limit" && name != "entry").cloned().collect();
        options.push(("entry".to_owned(), program.entry.clone()));
        if let Some(time) = time {
            options.push(("time-limit".to_owned(), format!("{}ms", time.as_millis())));
        }
        query::of_files(files, &wanted.property, options)
    }
}
