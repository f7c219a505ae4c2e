//! `cairn check`: each check of a program, or of all programs and functions of a project, with its own answer.
//!
//! The results so far are kept beside the run, so that they are printed where the user interrupts, or where a step that cannot
//! be stopped goes on past the limit.

mod access_rows;
mod baseline;
mod causes;
mod coverage;
mod edited;
mod execution;
mod first_table;
mod github;
mod json;
mod junit;
mod kept;
mod page;
mod project;
mod report;
mod reproduce;
mod sarif;
mod story;
mod suppressions;
mod text;
mod translated;

pub use access_rows::access_rows;
pub use edited::{CheckNews, CheckedFunction, EditedCheck};
pub use execution::{ExecutionSearch, PlayedExecution, SearchNews};
pub use kept::KeptReports;
#[cfg(feature = "net")]
pub use project::ask_child;
pub use project::{child, entries_of as project_entries};
pub use text::row_text;

use crate::allowed_finding::AllowedFinding;
use crate::arguments::{CheckCommand, CheckFormat, FailOn};
use crate::exit::{CommandEnd, Exit, InputError};
use crate::inputs::CommandDefaults;
use crate::progress::ProgressBoard;
use crate::watch::{Overdue, Watch};
use crate::{console, inputs, interrupt, requests};
use baseline::Baseline;
use cairn_base::CancelToken;
use cairn_ir::behaviour::Check;
use cairn_options::quantity;
use cairn_verify::Request;
use cairn_verify::obligations::{self, ObligationLimits, Obligations};
use first_table::{FirstTable, SoFar};
pub use report::{CheckAssumption, CheckReport, CheckState, CheckedObligation, ShownRange};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// The time limit of a program where none is given: queries about single obligations would have no end.
const TIME: &str = "60s";
/// Who checks a project for the first time waits so long for what is worth reading.
const PROJECT_TIME: &str = "60s";

/// How long the rows of what was not decided are looked for.
const TIME_FOR_ROWS: Duration = Duration::from_secs(5);
/// Next step for a limit of time.
const NEXT_OF_TIME: &str = "allow more with --time-limit";

#[derive(Clone)]
struct View {
    format: CheckFormat,
    executions: bool,
    list: bool,
    baseline: Option<Arc<Baseline>>,
    page: Option<PathBuf>,
    /// Assumptions from cairn.toml.
    assumptions: Vec<String>,
    /// The folder that ids name files from.
    root: PathBuf,
    allowed: Vec<AllowedFinding>,
    fail_on: Vec<FailOn>,
    /// Where all checks are asked about: those that are not among them.
    left_out: Vec<&'static str>,
}

/// A check with its limits.
struct CheckTask {
    wanted: inputs::InputSelection,
    limits: ObligationLimits,
    view: View,
    start: Instant,
}

/// Decides all obligations, and prints what is known of each.
pub fn run(arguments: &CheckCommand) -> CommandEnd {
    let task = prepared(arguments)?;
    match has_entries(arguments) {
        true => project::run(arguments, task),
        false => program(arguments, task),
    }
}

/// Whether entries are checked, each in a process of its own.
fn has_entries(arguments: &CheckCommand) -> bool {
    arguments.program.files.is_empty() || arguments.contracts || is_without_main(arguments)
}

/// Whether files are named of which none can have a `main`: their functions are checked. By the word, so that who has one is not read twice.
fn is_without_main(arguments: &CheckCommand) -> bool {
    let program = &arguments.program;
    let has_word = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "main");
    let is_c = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "c" || ending == "i");
    let is_without = |file: &PathBuf| is_c(file) && std::fs::read_to_string(file).is_ok_and(|text| !has_word(&text));
    program.entry.is_none() && !program.files.is_empty() && program.files.iter().all(is_without)
}

/// Reads what a command asks.
///
/// # Errors
/// Something is wrong with it, or does not fit to something else.
fn prepared(arguments: &CheckCommand) -> Result<CheckTask, InputError> {
    let has_entries = has_entries(arguments);
    let is_project = arguments.program.files.is_empty();
    let of_project = [("--since", arguments.since.is_some()), ("--functions", arguments.functions)];
    if let Some((flag, _)) = of_project.iter().find(|(_, is_given)| *is_given && !is_project) {
        return Err(InputError::new(format!("{flag} is for a whole project: give -p, and no file")));
    }
    if arguments.jobs.is_some() && !has_entries {
        return Err(InputError::new("--jobs is for a whole project (-p, and no file) or --contracts"));
    }
    if arguments.distributed.is_some() && !has_entries {
        return Err(InputError::new(
            "--distributed is for a whole project (-p, and no file) or --contracts: it hands out their entries",
        ));
    }
    if arguments.reproduce.is_some() && (arguments.contracts || arguments.distributed.is_some()) {
        return Err(InputError::new(
            "--reproduce is for programs on this machine: leave out --contracts and --distributed",
        ));
    }
    if has_entries && arguments.stats {
        return Err(InputError::new("--stats is for one program, without --contracts: name its files"));
    }
    if has_entries && arguments.stop_at_first {
        return Err(InputError::new("--stop-at-first is for one program, without --contracts: name its file"));
    }
    let mut task = task(arguments, if is_project { PROJECT_TIME } else { TIME })?;
    if let Some(project) = &mut task.wanted.project {
        project.name_from_here();
    }
    Ok(task)
}

fn task(arguments: &CheckCommand, time: &str) -> Result<CheckTask, InputError> {
    let start = Instant::now();
    let mut given: Vec<_> = arguments.time_limit.iter().map(|time| ("time-limit", time.as_str())).collect();
    given.extend(arguments.contracts.then_some(("contracts", "prove")));
    let defaults =
        CommandDefaults { options: &[("time-limit", time), ("memory.malloc-may-fail", "true")], checks: Some("all") };
    let wanted = inputs::select_with_defaults(&arguments.program, arguments.property.as_deref(), &given, &defaults)?;
    if wanted.property.terminates
        && (wanted.project.is_some() && arguments.program.files.is_empty() || arguments.contracts)
    {
        return Err(InputError::new("termination is checked of one program, without --contracts: name its files"));
    }
    let limits = ObligationLimits {
        each: each(&arguments.each_limit)?,
        stop_at_first: arguments.stop_at_first,
        keeps_ranges: false,
        only_memory: false,
    };
    let baseline = arguments.baseline.as_deref().map(Baseline::read).transpose()?.map(Arc::new);
    if let Some(folder) = arguments.reproduce.as_ref().filter(|_| has_entries(arguments)) {
        reproduce::prepare(folder)?;
    }
    let page = arguments.report.clone();
    page.as_deref().map(page::prepare).transpose()?;
    let view = View {
        format: arguments.format,
        executions: arguments.executions,
        list: arguments.list,
        baseline,
        page,
        assumptions: wanted.project_file.assumptions.clone(),
        root: root(&wanted.project_file.folder, arguments.program.project.as_deref()),
        allowed: wanted.project_file.allowed.clone(),
        fail_on: arguments.fail_on.clone(),
        left_out: left_out(&wanted.property.checks, &wanted.unanswered),
    };
    Ok(CheckTask { wanted, limits, view, start })
}

/// Checks outside of `--check all`; nothing where less is asked about.
fn left_out(asked: &[Check], unanswered: &[Check]) -> Vec<&'static str> {
    let mut wanted = Check::ALL.iter().filter(|check| check.is_in_all() && !unanswered.contains(check));
    let has_all = wanted.all(|check| asked.contains(check));
    Check::ALL.iter().filter(|check| has_all && !asked.contains(check)).map(|check| check.word()).collect()
}

/// The folder of cairn.toml, or else of the project, or else the current one.
fn root(of_file: &Path, project: Option<&Path>) -> PathBuf {
    let of_project = project.map(|path| if path.is_dir() { path } else { path.parent().unwrap_or(Path::new("")) });
    let folder = if of_file.as_os_str().is_empty() { of_project.unwrap_or(of_file) } else { of_file };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
}

/// Files as they are called from a folder that they are in: ids that begin so are the same in another checkout.
struct FromRoot<'r> {
    root: &'r Path,
    files: BTreeMap<String, Option<String>>,
}

impl<'r> FromRoot<'r> {
    fn new(root: &'r Path) -> Self {
        Self { root, files: BTreeMap::new() }
    }

    /// Makes an id that begins with a file begin with what the file is called from the folder.
    fn rename(&mut self, id: &mut String, file: &str) {
        let Some(rest) = id.strip_prefix(file).filter(|_| !file.is_empty() && !file.starts_with('<')) else { return };
        let root = self.root;
        let short = self.files.entry(file.to_owned()).or_insert_with(|| {
            let path = Path::new(file).canonicalize().ok()?;
            Some(path.strip_prefix(root).ok()?.display().to_string())
        });
        if let Some(short) = short {
            *id = format!("{short}{rest}");
        }
    }
}

fn each(text: &str) -> Result<Duration, InputError> {
    quantity::duration(text).map_err(|why| InputError::new(format!("--each-limit: {why}")))
}

/// Checks one program in this process.
fn program(arguments: &CheckCommand, task: CheckTask) -> CommandEnd {
    let CheckTask { wanted, limits, view, start } = task;
    let build = reproduce::Build::of(&wanted, wanted.files.iter().map(PathBuf::as_path));
    let cancel = CancelToken::new();
    interrupt::listen(cancel.clone());
    let options = wanted.options.clone();
    let request = requests::request(wanted, start, &cancel)?;
    if let Some(warning) = crate::llvm::optimised(&request.inputs, &request.property) {
        console::err(&format!("warning: {warning}\n"));
    }
    let mut kept = arguments.summaries.clone().map(KeptReports::open);
    let key = kept::key_of_texts(&request, &options, limits);
    if let Some(report) = kept.as_ref().and_then(|kept| kept.get(&key, &[]))
        && arguments.reproduce.is_none()
        && !arguments.stats
        && view.format != CheckFormat::Sarif
    {
        return finish(report, &view, &[], None);
    }
    let (shown, folder) = (view.clone(), view.root.clone());
    let print = move |known: Option<&Obligations>, why: &str| match known {
        Some(known) => {
            let _ = finish(CheckReport::of(known), &shown, &[], Some(known));
        }
        None if shown.format == CheckFormat::Json => console::out(&crate::report::json::refusal(why)),
        None => {}
    };
    let known = decided(&request, limits, &cancel, view.format == CheckFormat::Text, Some(folder), print)?;
    if let Some(folder) = &arguments.reproduce {
        console::err(&format!("note: {}\n", reproduce::write(folder, &known, &build)?));
    }
    if arguments.stats {
        console::err(&known.figures.text());
    }
    let report = CheckReport::of(&known);
    tell_unused(arguments, start, &report);
    if let Some(kept) = &mut kept {
        kept.put(&key, &report, &[]);
        kept.commit();
    }
    finish(report, &view, &[], Some(&known))
}

/// Says that time that was given is left, where something is open: more of it would change nothing.
fn tell_unused(arguments: &CheckCommand, start: Instant, report: &CheckReport) {
    let limit = arguments.time_limit.as_deref().and_then(|time| quantity::duration(time).ok());
    let Some(limit) = limit.filter(|limit| start.elapsed() < *limit * 3 / 4) else { return };
    if report.count(CheckState::Unknown) > 0 && !report.is_interrupted {
        let [used, all] = [start.elapsed(), limit].map(|time| time.as_secs_f64().ceil());
        console::err(&format!(
            "note: {used} s of --time-limit's {all} s were used: nothing that was tried needed more\n"
        ));
    }
}

/// Decides the obligations of a request. Where a step cannot be stopped, `print` gets what is known so far with the reason, and the
/// process ends.
fn decided(
    request: &Request,
    limits: ObligationLimits,
    cancel: &CancelToken,
    shows: bool,
    root: Option<PathBuf>,
    print: impl Fn(Option<&Obligations>, &str) + Send + 'static,
) -> Result<Obligations, InputError> {
    let so_far: SoFar = Arc::default();
    let (known, board, asked) = (so_far.clone(), ProgressBoard::default(), request.clone());
    let give_up = move |overdue: Overdue| {
        let (reason, exit) = overdue.outcome_text();
        let known = known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let known = if exit == Exit::Interrupted { known } else { known.or_else(|| undecided(asked, &reason)) };
        print(known.as_ref(), &reason);
        console::err(&format!("note: {reason}; what is open was not decided\n"));
        std::process::exit(exit as i32);
    };
    let watch = Watch::start(request.limits, cancel.clone(), board.clone(), shows, give_up);
    let first = shows.then(|| FirstTable::of(Arc::clone(&so_far), request.limits.start));
    let from_root = |known: &Obligations| {
        let mut known = known.clone();
        if let Some(root) = &root {
            let mut files = FromRoot::new(root);
            for one in &mut known.all {
                let file = known.program.sources.locate(one.span).map(|at| at.file.to_string()).unwrap_or_default();
                files.rename(&mut one.id, &file);
            }
        }
        known
    };
    let mut tell = |known: &Obligations| {
        *so_far.lock().unwrap_or_else(PoisonError::into_inner) = Some(from_root(known));
    };
    let known = obligations::decide(request, limits, &mut board.clone(), &mut tell)
        .map_err(|error| InputError::at(&error.diagnostics, &error.sources));
    drop((watch, first));
    known.map(|known| from_root(&known))
}

/// The rows of a request of which nothing is known, where they are found soon.
fn undecided(request: Request, why: &str) -> Option<Obligations> {
    let (why, (send, found)) = (why.to_owned(), mpsc::channel());
    let find = move || {
        let _ = send.send(obligations::undecided(&request, &why, NEXT_OF_TIME));
    };
    // The process ends, whatever this thread does then.
    std::thread::Builder::new().spawn(find).ok()?;
    found.recv_timeout(TIME_FOR_ROWS).ok()?.ok()
}

/// Prints what is known, writes the pages, and says how the command ends. `entries` are what the rows were checked from, with what was
/// found from each.
fn finish(
    mut report: CheckReport,
    view: &View,
    entries: &[(String, String)],
    known: Option<&Obligations>,
) -> CommandEnd {
    report.assumptions.extend(view.assumptions.iter().map(|text| CheckAssumption {
        what: "configured".to_owned(),
        text: text.clone(),
        names: Vec::new(),
    }));
    let mut files = FromRoot::new(&view.root);
    for one in &mut report.obligations {
        files.rename(&mut one.id, one.at.as_ref().map_or("", |at| &at.file));
    }
    suppressions::apply(&mut report, &view.allowed, |file| std::fs::read_to_string(file).ok());
    if let Some(baseline) = &view.baseline {
        baseline.compare(&mut report);
    }
    console::out(&match (view.format, known) {
        (CheckFormat::Text, _) => text::render(&report, view, entries),
        (CheckFormat::Json, _) => json::render(&report),
        (CheckFormat::Junit, _) => junit::render(&report),
        (CheckFormat::Github, _) => github::render(&report) + &text::entries(entries, view) + &text::closing(&report),
        (CheckFormat::Sarif, Some(known)) => sarif::obligations(known, &report),
        (CheckFormat::Sarif, None) => sarif::rows(&report),
    });
    if let Some(folder) = &view.page {
        page::write(folder, &report, entries, &view.root, &view.left_out)?;
    }
    Ok(exit(&report, &view.fail_on))
}

/// The worst that counts: of what fails the run, with a baseline what is new or was better.
fn exit(report: &CheckReport, fail_on: &[FailOn]) -> Exit {
    let counts = |fails: FailOn, state: CheckState| {
        fail_on.contains(&fails) && report.obligations.iter().any(|one| one.state == state && one.is_worse())
    };
    let has_open = report.count(CheckState::Unknown) > 0;
    let is_found = counts(FailOn::Violated, CheckState::Violated) || counts(FailOn::Needs, CheckState::Needs);
    match (is_found, counts(FailOn::Open, CheckState::Unknown)) {
        (true, _) => Exit::Violation,
        // What went wrong is never passed over.
        (false, _) if has_open && report.is_broken => Exit::Internal,
        (false, _) if has_open && report.is_interrupted => Exit::Interrupted,
        (false, true) => Exit::Unknown,
        (false, false) => Exit::Done,
    }
}
