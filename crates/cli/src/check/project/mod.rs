//! `cairn check -p DIR` without a file: a whole project.
//!
//! Each entry ([`entries`]) is a process of its own, several at a time, so that one that takes all memory or fails takes no other with
//! it. The time is shared: an entry has an even part of what is left, and at least a few seconds. One for which there was not enough time or
//! memory has its rows all the same, none of them decided. What is found of an obligation from
//! several entries is one row: violated from one of them is violated, and proved only from all that come to it.

#[cfg(test)]
mod configurations;
mod edited;
mod entries;
mod entry_report;
mod needs;
mod rounds;
mod since;
mod vacuity;

pub(super) use edited::functions_of_text;
pub use entry_report::child;

use super::kept::{self, KeptReports};
use super::report::{CheckAssumption, CheckReason, CheckReport, CheckState, CheckedObligation};
use super::{CheckTask, NEXT_OF_TIME, finish, is_without_main, tell_unused, text};
use crate::arguments::{CheckCommand, CheckFormat};
use crate::child::{self, ChildEnd};
use crate::distribute_checks::RemoteChecks;
use crate::exit::{CommandEnd, InputError};
use crate::limits::cores;
use crate::project::{self, Project, Unit};
use crate::report::json;
use crate::{console, inputs, interrupt};
use cairn_base::{CancelToken, SourceMap};
use cairn_front_c::Input;
use cairn_front_c::symbols::Symbols;
use cairn_summaries::Key;
use cairn_wire::entry::Query;
use entries::LinkedEntry;
use entries::{ELEMENTS, FLAT_ELEMENTS};
use rounds::Shared;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The hidden command that a process for an entry is started with.
const COMMAND: &str = "check-query";

/// Has a process of its own check an entry; nothing when `is_over` says so before. It is ended long after its time: a step that cannot
/// be stopped is ended with the process.
///
/// # Errors
/// There is no process, or it was ended for its time, as a sentence.
pub fn ask_child(
    each: &str,
    more: &[String],
    number: u64,
    query: Query,
    is_over: &dyn Fn() -> bool,
) -> Result<Option<ChildEnd>, String> {
    let time = query.options.iter().find(|(name, _)| name == "time-limit");
    let time = time.and_then(|(_, time)| cairn_options::quantity::duration(time).ok());
    let (start, most) = (Instant::now(), time.map(|time| time * 2 + rounds::LEAST_TIME));
    let is_late = || most.is_some_and(|most| start.elapsed() > most);
    let words = [&[COMMAND.to_owned(), each.to_owned()], more].concat();
    match child::ask(&words, number, query, &|| is_over() || is_late())? {
        None if !is_over() => Err("its time was over in a step that could not be stopped".to_owned()),
        end => Ok(end),
    }
}

#[derive(Clone)]
enum EntryEnd {
    Checked(Box<CheckReport>),
    /// The same, from an earlier run.
    Kept(Box<CheckReport>),
    /// Nothing that it can reach has changed since the revision.
    Untouched,
    /// It could not be checked: why, and what to do.
    Refused(CheckReason),
    /// The same, and its rows may be found: a limit ended it, or its process died.
    Stopped(CheckReason),
}

impl EntryEnd {
    /// Something is wrong with the entry.
    fn wrong(why: impl AsRef<str>) -> Self {
        let why = why.as_ref();
        match why.contains(entries::HARNESS_FILE) {
            true => {
                let why = format!("the call that Cairn makes up is no valid C: {why}");
                Self::Refused(CheckReason::new(&why, "this is a bug in Cairn: please report it"))
            }
            false => Self::Refused(CheckReason::new(why, "check it from a function that calls it")),
        }
    }

    fn interrupted() -> Self {
        Self::Refused(CheckReason::new("interrupted", "run it again"))
    }

    /// There was not enough time.
    fn late(why: &str) -> Self {
        Self::Stopped(CheckReason::new(why, NEXT_OF_TIME))
    }
}

/// The units that a command is about, and their entries; those that were chosen are to be checked.
///
/// # Errors
/// A file cannot be read, an entry that is named is none, or there is none at all.
fn linked(arguments: &CheckCommand, task: &CheckTask) -> Result<(Vec<Unit>, Vec<LinkedEntry>), InputError> {
    let is_project = arguments.program.files.is_empty();
    let mut units = match (&task.wanted.project, is_project) {
        (_, false) => units_of_files(task)?,
        (Some(project), true) => {
            let model = cairn_verify::front_options(&task.wanted.configuration).model;
            project.units(model, task.wanted.cc.as_deref(), &[])?
        }
        (None, true) => {
            let why = crate::project::no_list(&task.wanted.project_file.folder);
            return Err(InputError::new(format!("no file is named, and {why}")));
        }
    };
    // An entry that is given with the command stands above those of cairn.toml.
    let given = task.wanted.options.iter().find(|(name, _)| name == "entry").map(|(_, entry)| vec![entry.clone()]);
    let wanted = given.as_ref().filter(|_| is_project).unwrap_or(&task.wanted.project_file.entries);
    let functions = match (is_project, arguments.functions || !wanted.is_empty()) {
        (false, _) if !arguments.contracts && is_without_main(arguments) => entries::Functions::Unreached,
        (false, _) => entries::Functions::None,
        (true, false) => entries::Functions::Unreached,
        (true, true) => entries::Functions::All,
    };
    let mut linked = entries::all(&mut units, functions, arguments.contracts);
    if is_project {
        entries::choose(&mut linked, &units, wanted)?;
    }
    let left_out = task.wanted.project.as_ref().filter(|_| is_project).and_then(Project::left_out);
    if !linked.iter().any(|one| one.is_checked) {
        let why = "there is no `main`, and no function that other files know or that has a contract";
        return Err(InputError::new(left_out.map_or(why.to_owned(), |left_out| format!("{why}: {left_out}"))));
    }
    if let Some(left_out) = left_out {
        console::err(&format!("note: {left_out}\n"));
    }
    Ok((units, linked))
}

pub fn run(arguments: &CheckCommand, task: CheckTask) -> CommandEnd {
    let (units, linked) = linked(arguments, &task)?;
    let base = base_key(&task);
    let before = match &arguments.since {
        Some(revision) => unchanged(revision, arguments, &task)?,
        None => BTreeSet::new(),
    };
    let mut kept = arguments.summaries.clone().map(KeptReports::open);
    let cancel = CancelToken::new();
    interrupt::listen(cancel.clone());
    let mut ends: Vec<Option<EntryEnd>> = linked.iter().map(|_| None).collect();
    let keys: Vec<Option<Vec<u8>>> =
        linked.iter().map(|one| one.text_key(&linked, &units, base.clone()).map(kept::key_bytes)).collect();
    for (at, one) in linked.iter().enumerate() {
        let Some(key) = &keys[at] else { continue };
        let found = kept.as_ref().filter(|_| arguments.reproduce.is_none());
        let found = found.and_then(|kept| kept.get(key, &one.places(&units)));
        ends[at] = match found {
            Some(report) => Some(EntryEnd::Kept(Box::new(report))),
            None if before.contains(key) => Some(EntryEnd::Untouched),
            None => None,
        };
    }
    let open: Vec<usize> = (0..linked.len()).filter(|at| ends[*at].is_none() && linked[*at].is_checked).collect();
    if task.view.format == CheckFormat::Text && !open.is_empty() {
        console::err(&plan(&linked, &open, &task));
    }
    let remote = match &arguments.distributed {
        Some(url) => Some(RemoteChecks::begin(url, &arguments.connection, &task.wanted.configuration)?),
        None => None,
    };
    let here = || arguments.jobs.map_or_else(cores, usize::from);
    let jobs = remote.as_ref().map_or_else(here, |_| RemoteChecks::MOST_OPEN);
    let mut shared = Shared {
        task: &task,
        units: &units,
        linked: &linked,
        open: &open,
        cancel: &cancel,
        remote: remote.as_ref(),
        looks: BTreeMap::new(),
        scripts: arguments.reproduce.as_deref(),
    };
    let is_short = shared.is_short_of_time(jobs);
    let of_look = |at: &usize| is_short || !linked[*at].before.is_empty();
    let looked: Vec<usize> = open.iter().copied().filter(of_look).collect();
    if remote.is_none() && !looked.is_empty() {
        let mut looks = BTreeMap::new();
        shared.first_look(jobs, &looked, &mut |at, look, is_whole| {
            if is_whole {
                looks.insert(at, look);
            }
        });
        shared.looks = looks;
    }
    let is_over = AtomicBool::new(false);
    let unstable = std::thread::scope(|scope| {
        if let Some(remote) = &remote {
            scope.spawn(|| remote.listen(&|| is_over.load(Ordering::Relaxed)));
        }
        let unstable = shared.check_all(jobs, &mut |at, end| {
            if let (Some(kept), Some(key), EntryEnd::Checked(report)) = (&mut kept, &keys[at], &end) {
                kept.put(key, report, &linked[at].places(&units));
                kept.commit();
            }
            ends[at] = Some(end);
        });
        is_over.store(true, Ordering::Relaxed);
        unstable
    });
    for at in unstable {
        if let Some(EntryEnd::Checked(report)) = &mut ends[at] {
            needs::unstable(report);
        }
    }
    for (at, look) in std::mem::take(&mut shared.looks) {
        if let Some(EntryEnd::Checked(report)) = &mut ends[at] {
            needs::take_proved(report, look);
        }
    }
    let mut rows = Vec::new();
    let mut merged = Merged::default();
    for (one, end) in linked.iter().zip(ends).filter(|(one, _)| one.is_checked) {
        let said = merged.add(&one.entry.name(&units), end);
        rows.push((one.entry.name(&units), said));
    }
    let mut report = merged.report;
    report.assumptions.extend(by_themselves(&linked));
    report.is_interrupted = cancel.is_cancelled();
    if let Some(folder) = &arguments.reproduce {
        let count = report.obligations.iter().filter(|one| one.command_line.is_some()).count();
        console::err(&format!(
            "note: of {count} violations by a command line there are scripts in {}\n",
            folder.display()
        ));
    }
    tell_unused(arguments, task.start, &report);
    finish(report, &task.view, &rows, None)
}

/// Plan of a run, and how long it may take.
fn plan(linked: &[LinkedEntry], open: &[usize], task: &CheckTask) -> String {
    let programs = open.iter().filter(|at| linked[**at].entry.is_program()).count();
    let plural = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let time = task.wanted.options.iter().find(|(name, _)| name == "time-limit");
    let time = time.map_or(String::new(), |(_, time)| format!(" in {time} at most (--time-limit)"));
    let known = linked.iter().filter(|one| one.is_checked).count() - open.len();
    let known = if known > 0 { format!("; {known} known already") } else { String::new() };
    format!(
        "note: checking {} and {}, each by itself,{time}{known}; Ctrl-C prints what is known by then\n",
        plural(programs, "program"),
        plural(open.len() - programs, "function"),
    )
}

/// Assumptions of functions that are checked by themselves, and those of bodies that are proved against contracts.
fn by_themselves(linked: &[LinkedEntry]) -> Vec<CheckAssumption> {
    let by_itself = format!(
        "a function that is checked by itself has any caller whose pointers are null or go to one or more elements, up to the number that is \
         said ({FLAT_ELEMENTS} numbers or structures of numbers, {ELEMENTS} others, one structure with pointers), at one place or at \
         places apart; a pointer to char goes to a string; static variables have what calls of the functions of the file leave there"
    );
    let proof = format!(
        "a body is proved against its contract for pointers that are not null and go to {ELEMENTS} elements each, apart from one another, \
         and for any values of static variables"
    );
    let of = |is_proof: bool| {
        let is_meant = |one: &&LinkedEntry| !one.entry.is_program() && one.entry.is_proof == is_proof;
        let meant = linked.iter().filter(|one| one.is_checked).filter(is_meant);
        meant.map(|one| one.entry.function.clone()).collect::<Vec<_>>()
    };
    let all = [("functions-by-themselves", by_itself, of(false)), ("functions-with-contracts", proof, of(true))];
    let all = all.into_iter().filter(|(_, _, names)| !names.is_empty());
    all.map(|(what, text, names)| CheckAssumption { what: what.to_owned(), text, names }).collect()
}

/// The files that were named, taken apart.
fn units_of_files(task: &CheckTask) -> Result<Vec<Unit>, InputError> {
    let inputs = inputs::read(&task.wanted)?;
    if let Some(module) = inputs.iter().find(|input| inputs::is_translated(input)) {
        return Err(InputError::new(format!(
            "{} is a module of LLVM: only C is taken apart into functions",
            module.name
        )));
    }
    let one = |input: Input| match project::unit(input.name.clone(), input.text.to_string()) {
        Some(unit) => Ok(unit),
        None => Err(not_understood(&input)),
    };
    inputs.into_iter().map(one).collect()
}

/// Why a file is no unit, with the place.
fn not_understood(input: &Input) -> InputError {
    let (mut sources, mut symbols) = (SourceMap::new(), Symbols::new());
    let file = sources.add(&input.name, input.text.clone());
    let parsed = file.map(|file| cairn_front_c::parse::parse(&mut sources, file, &mut symbols));
    match parsed {
        Some(Err(error)) => InputError::at(&[error], &sources),
        _ => InputError::new(format!("{}: it is no C that is understood", input.name)),
    }
}

/// The programs of a project, and how many functions none of them reaches.
pub fn entries_of(mut units: Vec<Unit>) -> (Vec<String>, usize) {
    let linked = entries::all(&mut units, entries::Functions::Unreached, false);
    let programs = linked.iter().filter(|one| one.entry.is_program()).map(|one| one.entry.name(&units));
    let programs: Vec<String> = programs.collect();
    let functions = linked.iter().filter(|one| one.is_checked).count() - programs.len();
    (programs, functions)
}

/// Base of all keys: all that a report rests on but the text.
fn base_key(task: &CheckTask) -> Key {
    let checks: Vec<&str> = task.wanted.property.checks.iter().map(|check| check.word()).collect();
    kept::key_of_options(&task.wanted.options, &checks, task.limits)
}

/// The keys of all entries as a revision has them.
fn unchanged(revision: &str, arguments: &CheckCommand, task: &CheckTask) -> Result<BTreeSet<Vec<u8>>, InputError> {
    let Some(project) = &task.wanted.project else { return Ok(BTreeSet::new()) };
    let inside = arguments.program.project.as_deref().unwrap_or(std::path::Path::new("."));
    let inside = if inside.is_dir() { inside } else { inside.parent().unwrap_or(inside) };
    let revision = since::Revision::unpack(revision, inside)?;
    let model = cairn_verify::front_options(&task.wanted.configuration).model;
    let then = project.moved(&|path| revision.moved(path));
    let mut units = then.units(model, task.wanted.cc.as_deref(), &[])?;
    // A unit is called what it is called now.
    let names: BTreeMap<String, String> = project.moved_names(&|path| revision.moved(path));
    for unit in &mut units {
        if let Some(name) = names.get(&unit.name) {
            unit.name.clone_from(name);
        }
    }
    let base = base_key(task);
    let functions = if arguments.functions { entries::Functions::All } else { entries::Functions::Unreached };
    let linked = entries::all(&mut units, functions, arguments.contracts);
    Ok(linked.iter().filter_map(|one| one.text_key(&linked, &units, base.clone())).map(kept::key_bytes).collect())
}

fn read_text(report: &str) -> EntryEnd {
    match serde_json::from_str(report) {
        Ok(report) => EntryEnd::Checked(Box::new(report)),
        Err(_) => EntryEnd::late(&json::refused(report).unwrap_or("the worker's report cannot be read".to_owned())),
    }
}

fn read(end: &ChildEnd) -> EntryEnd {
    match (end.refusal(), serde_json::from_str(&end.out)) {
        (Some(why), _) => EntryEnd::wrong(why),
        (None, Ok(report)) => EntryEnd::Checked(Box::new(report)),
        (None, Err(_)) => EntryEnd::Stopped(CheckReason::new(&end.failure(), end.next())),
    }
}

/// All that was found, an obligation a row.
#[derive(Default)]
struct Merged {
    report: CheckReport,
    at: BTreeMap<String, usize>,
}

impl Merged {
    /// Adds what came of an entry; says what that is.
    fn add(&mut self, name: &str, end: Option<EntryEnd>) -> String {
        let (report, note) = match end {
            Some(EntryEnd::Checked(report)) => (report, ""),
            Some(EntryEnd::Kept(report)) => (report, " (kept from an earlier run)"),
            Some(EntryEnd::Untouched) => return "not touched by what has changed".to_owned(),
            Some(EntryEnd::Refused(why) | EntryEnd::Stopped(why)) => return self.refused(name, why),
            None => return self.add(name, Some(EntryEnd::interrupted())),
        };
        let said = text::sum(&report).trim_end().to_owned() + note;
        self.report.queries += report.queries;
        self.report.memory_interpretations += report.memory_interpretations;
        self.report.is_broken |= report.is_broken;
        self.report.coverage.join(&report.coverage);
        for assumed in report.assumptions {
            match self.report.assumptions.iter_mut().find(|known| known.what == assumed.what) {
                Some(known) => {
                    known.names.extend(assumed.names);
                    known.names.sort();
                    known.names.dedup();
                }
                None => self.report.assumptions.push(assumed),
            }
        }
        for one in report.obligations {
            self.row(name, one);
        }
        said
    }

    fn row(&mut self, name: &str, mut one: CheckedObligation) {
        one.entry = Some(name.to_owned());
        match self.at.get(&one.id) {
            Some(at) if rank(one.state) < rank(self.report.obligations[*at].state) => {
                self.report.obligations[*at] = one
            }
            Some(at) if one.state == CheckState::Needs && self.report.obligations[*at].state == CheckState::Needs => {
                self.report.obligations[*at].needs.extend(one.needs);
            }
            Some(_) => {}
            None => {
                self.at.insert(one.id.clone(), self.report.obligations.len());
                self.report.obligations.push(one);
            }
        }
    }

    /// An entry that could not be checked is a row of its own, so that nobody thinks that it was.
    fn refused(&mut self, name: &str, why: CheckReason) -> String {
        let said = format!("not checked: {}", why.text);
        self.row(name, CheckedObligation::unchecked(name, why));
        said
    }
}

/// From bad to good: what is reached from one entry is not dead.
fn rank(state: CheckState) -> u8 {
    match state {
        CheckState::Violated => 0,
        CheckState::Unknown => 1,
        CheckState::Needs => 2,
        // Entries are merged before anything is suppressed.
        CheckState::Suppressed | CheckState::Proved => 3,
        CheckState::Unreachable => 4,
    }
}
