//! The C front end: source text to control-flow automata.
//!
//! `lex` → `parse` (→ [`ast`]) → `sema` and `lower` (types, constants, control flow) → `link` (several files, calls
//! through pointers, pruning). Nothing here opens a file or runs a program: `preprocess` is given the means.

pub mod ast;
pub mod contracts;
pub mod lex;
mod library;
mod link;
mod lower;
pub mod outline;
pub mod parse;
pub mod preprocess;
mod sema;
pub mod symbols;
mod teardown;

use cairn_base::{Diagnostic, SourceMap, Span};
use cairn_ir::behaviour::Check;
use cairn_ir::external::VolatileReads;
use cairn_ir::{MachineModel, Program, Treatment};
use contracts::ContractUse;
pub use library::{Answered, Typed, answered, is_library_function, typed};
use link::entry::Entry;
pub use link::symbols::LinkerNames;
use lower::Lower;
use std::sync::Arc;
use symbols::Symbols;

/// A source text that is preprocessed already.
#[derive(Clone, Debug)]
pub struct Input {
    /// The name to show.
    pub name: String,
    /// The text, linemarkers and all.
    pub text: Arc<str>,
}

/// What the meaning of a program depends on beside its text.
#[derive(Clone, Debug)]
pub struct FrontEndOptions {
    /// Sizes of the types.
    pub model: MachineModel,
    /// The function where execution starts, mostly `main`: `name`, or `file:name` where several files have one.
    pub entry: String,
    /// Effects of a call of a function without a body.
    pub undefined: Treatment,
    /// Functions whose calls the property looks for: each call of them is to be seen, whatever it is lowered to.
    pub watched: Vec<String>,
    /// Whether `main` may be given no arguments at all, not even the name of the program.
    pub arguments_may_be_none: bool,
    /// Whether every allocation may give null, not only one that is too large.
    pub malloc_may_fail: bool,
    /// Which volatile objects have any value each time they are read.
    pub volatile: VolatileReads,
    /// Where registers of devices are: the first address of each range, and the first behind it.
    pub mapped: Vec<(u64, u64)>,
    /// Functions that run at any point, with commas: each a name, or `name=times` ([`cairn_transform::interrupts`]).
    pub interrupts: String,
    /// What is not modelled does nothing, and the program goes on behind it: only to see what stands there.
    pub goes_on: bool,
    /// Checks beside those of the program itself: what is computed for that alone is kept then.
    pub checks: Vec<Check>,
    /// Treatment of contracts of functions and loops.
    pub contracts: ContractUse,
    /// The program is run as a system runs it, and not analysed: see docs/design/running-programs.md.
    pub hosted: bool,
}

impl FrontEndOptions {
    /// The options of a run in which nothing else is said.
    pub fn new(model: MachineModel, entry: impl Into<String>) -> Self {
        Self { model, entry: entry.into(), ..Self::default() }
    }
}

impl Default for FrontEndOptions {
    fn default() -> Self {
        Self {
            model: MachineModel::Lp64,
            entry: "main".to_owned(),
            undefined: Treatment::Arguments,
            watched: Vec::new(),
            arguments_may_be_none: false,
            malloc_may_fail: false,
            volatile: VolatileReads::default(),
            mapped: Vec::new(),
            interrupts: String::new(),
            goes_on: false,
            checks: Vec::new(),
            contracts: ContractUse::Check,
            hosted: false,
        }
    }
}

/// Why there is no program: errors, and the texts that they quote.
#[derive(Clone, Debug)]
pub struct CompileError {
    /// At least one error, and perhaps warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts.
    pub sources: SourceMap,
}

/// Compiles and links translation units to a program that is resolved and pruned.
///
/// # Errors
/// What the C standard calls a constraint violation that gcc rejects, or a missing entry function. What is valid C but
/// not modelled is no error: it becomes an [`cairn_ir::Op::Unsupported`] edge.
pub fn compile(inputs: &[Input], options: &FrontEndOptions) -> Result<Program, CompileError> {
    compile_from(inputs, options, Entry::Named(&options.entry), Author::User)
}

/// Compiles C that another front end of Cairn wrote: it may use the names of Cairn's own library, which a user's program
/// may not (`__cairn_unsupported`).
///
/// # Errors
/// As [`compile`].
pub fn compile_translated(inputs: &[Input], options: &FrontEndOptions) -> Result<Program, CompileError> {
    compile_from(inputs, options, Entry::Named(&options.entry), Author::Cairn)
}

/// Compiles translation units that need not be a program: any function that they define may be the first to run. For
/// looking at libraries, where nothing may be pruned away.
///
/// # Errors
/// As [`compile`].
pub fn compile_library(inputs: &[Input], model: MachineModel) -> Result<Program, CompileError> {
    compile_from(inputs, &FrontEndOptions { model, ..FrontEndOptions::default() }, Entry::Any, Author::User)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Author {
    User,
    Cairn,
}

fn compile_from(
    inputs: &[Input],
    options: &FrontEndOptions,
    entry: Entry<'_>,
    author: Author,
) -> Result<Program, CompileError> {
    let mut sources = SourceMap::new();
    let mut symbols = Symbols::new();
    let mut units = Vec::with_capacity(inputs.len());
    let mut errors = Vec::new();
    for input in inputs {
        let Some(file) = sources.add(&input.name, input.text.clone()) else {
            errors.push(Diagnostic::error(format!("'{}': the sources are too large", input.name), Span::NONE));
            break;
        };
        match parse::parse(&mut sources, file, &mut symbols) {
            Ok(unit) => units.push(unit),
            Err(error) => errors.push(error),
        }
    }
    if author == Author::User
        && let Some(name) = symbols.beginning(library::OWN)
    {
        errors.push(Diagnostic::error(format!("the name '{name}' is reserved for Cairn's own library"), Span::NONE));
    }
    if !errors.is_empty() {
        return refused(errors, None, sources, options.model);
    }
    let mut warnings = Vec::new();
    for unit in &mut units {
        contracts::expand(unit, &mut symbols, options.contracts, &mut errors, &mut warnings);
    }
    if !errors.is_empty() {
        return refused(errors, None, sources, options.model);
    }
    let mut lower = Lower::new(options.model, sources, &mut symbols);
    lower.program.diagnostics.append(&mut warnings);
    lower.arguments_may_be_none = options.arguments_may_be_none;
    lower.checks = options.checks.clone();
    lower.hosted = options.hosted;
    // A single thread may wait for ever too.
    let asks_for_deadlocks = options.checks.contains(&Check::Deadlock);
    lower.threads =
        !options.hosted && (asks_for_deadlocks || inputs.iter().any(|input| library::starts_threads(&input.text)));
    lower.malloc_may_fail = options.malloc_may_fail;
    lower.volatile = options.volatile;
    lower.mapped = options.mapped.clone();
    lower.goes_on = options.goes_on;
    // A translation says no alignments, which are the instructions' in other languages.
    lower.program.outside.underaligned = author == Author::Cairn;
    lower.program.outside.treatment = options.undefined;
    lower.program.outside.evaluates = !options.checks.is_empty();
    lower.program.outside.asks_for_races = options.checks.contains(&Check::DataRace);
    lower.program.outside.asks_for_deadlocks = asks_for_deadlocks;
    lower.program.outside.only_threads = !options.checks.is_empty()
        && options.checks.iter().all(|check| matches!(check, Check::DataRace | Check::Deadlock))
        && options.watched.is_empty();
    let counts = |check: &Check| matches!(check, Check::ValidMemtrack | Check::ValidMemcleanup);
    lower.program.outside.counts_memory = options.checks.iter().any(counts);
    lower.program.outside.watched = options.watched.iter().map(|name| (name.clone(), false)).collect();
    lower.program_of(units, entry);
    lower.program.outside.atomics = lower.atomic_vars.iter().copied().collect();
    lower.program.outside.atomic_elsewhere = lower.atomic_elsewhere;
    let Lower { mut program, errors, exotic, environment, .. } = lower;
    if !errors.is_empty() {
        let mut diagnostics = errors;
        diagnostics.extend(program.diagnostics);
        return refused(diagnostics, exotic.first().copied(), program.sources, options.model);
    }
    let handlers = options.interrupts.split(',').filter(|handler| !handler.trim().is_empty()).map(str::parse);
    let handlers: Result<Vec<_>, String> = handlers.collect();
    let signals = environment.signals;
    let splice = |handlers: Vec<_>| cairn_transform::interrupts::splice(&mut program, &handlers, &signals);
    if let Err(why) = handlers.and_then(splice) {
        return Err(CompileError { diagnostics: vec![Diagnostic::error(why, Span::NONE)], sources: program.sources });
    }
    if options.goes_on {
        for edge in program.edges.iter_mut() {
            let is_followed = !program.nodes[edge.target].leaving.is_empty();
            if is_followed && matches!(edge.op, cairn_ir::Op::Unsupported(_)) {
                edge.op = cairn_ir::Op::Skip;
            }
        }
    }
    cairn_transform::finish(&mut program);
    cairn_transform::frames::splice(&mut program);
    Ok(program)
}

/// What errors make of a program. Where they come of something that gcc accepts and that is not modelled, the program is
/// one that stops there at once: nothing is said of it, and it is not called wrong. An error that names such a thing says
/// "is not supported"; behind `exotic`, the first type without a model, any error may be a consequence of it.
fn refused(
    diagnostics: Vec<Diagnostic>,
    exotic: Option<Span>,
    sources: SourceMap,
    model: MachineModel,
) -> Result<Program, CompileError> {
    let named = diagnostics.iter().find_map(|error| {
        let what = error.message.strip_suffix(" is not supported")?;
        Some((what.to_owned(), error.span))
    });
    let exotic = exotic.map(|span| ("a type without a model (complex, vector, of variable length)".to_owned(), span));
    let Some((what, span)) = named.or(exotic) else { return Err(CompileError { diagnostics, sources }) };
    let mut program = Program::empty(model);
    program.sources = sources;
    let void = program.types.void();
    let start = program.add_function("<start>", void);
    let body = program.add_body(start);
    program.add_edge(body.entry, body.exit, cairn_ir::Op::Unsupported(what), span);
    cairn_transform::finish(&mut program);
    Ok(program)
}
