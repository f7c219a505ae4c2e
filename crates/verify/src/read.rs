//! The first phase of a run, reading: from the inputs of a request to a program.
//!
//! A language is one row of [`LANGUAGES`]: how its files end, and the function that makes a program of them. The files of one
//! request are of one language. A module of LLVM is here a translation, C that the program `cairn-llvm` wrote: it is
//! refused where it was made for another machine or property. For all of them, functions of the property that the program does
//! not name are warned of.
//!
//! Invariant: nothing is analysed here. What is known of the program is the business of [`crate::instrument`].

use crate::request::Request;
use crate::waiting::WAITING;
use cairn_base::{Diagnostic, SourceMap, Span};
use cairn_front_c::{CompileError, FrontEndOptions, Input};
use cairn_ir::Program;
use cairn_llvm_protocol::Heading;
use cairn_task::Property;

struct Language {
    name: &'static str,
    /// How the names of its files end; the first language takes all others.
    endings: &'static [&'static str],
    /// Makes a program of the inputs.
    compile: fn(&[Input], &FrontEndOptions) -> Result<Program, CompileError>,
}

const LANGUAGES: &[Language] = &[
    Language { name: "C", endings: &[".c", ".i"], compile: cairn_front_c::compile },
    Language { name: "LLVM", endings: cairn_llvm_protocol::ENDINGS, compile: compile_llvm },
];

/// The program that inputs in one language are.
///
/// # Errors
/// The inputs are no program of their language, are in several, or have no entry function.
pub fn compile(inputs: &[Input], options: &FrontEndOptions) -> Result<Program, CompileError> {
    let is_in = |language: &Language, input: &Input| language.endings.iter().any(|end| input.name.ends_with(end));
    let of = |input: &Input| LANGUAGES.iter().position(|language| is_in(language, input)).unwrap_or(0);
    let first = inputs.first().map_or(0, of);
    if let Some(other) = inputs.iter().find(|input| of(input) != first) {
        let (is, was) = (LANGUAGES[of(other)].name, LANGUAGES[first].name);
        let name = &other.name;
        return Err(refused(format!("{name} is {is}, and other files are {was}: give files of one language")));
    }
    (LANGUAGES[first].compile)(inputs, options)
}

/// The program of a request as its front end makes it.
///
/// # Errors
/// As [`compile`].
pub(crate) fn program(request: &Request) -> Result<Program, CompileError> {
    let (mut watched, checks) = (request.property.functions.clone(), request.property.checks.clone());
    if request.property.terminates {
        watched.extend(WAITING.map(str::to_owned));
    }
    let options = FrontEndOptions { watched, checks, ..request.front.clone() };
    let mut program = compile(&request.inputs, &options)?;
    warn_of_unseen(&request.property, &mut program);
    Ok(program)
}

/// The program of a request in which what is not modelled does nothing: what stands behind that is in it, and nothing is to be
/// proved of it.
///
/// # Errors
/// As [`compile`].
pub(crate) fn program_going_on(request: &Request) -> Result<Program, CompileError> {
    compile(&request.inputs, &FrontEndOptions { goes_on: true, ..request.front.clone() })
}

/// Gaps of modules about the labels of a property.
#[derive(Default)]
pub(crate) struct Unseen {
    /// The labels that may stand where the modules do not say it.
    pub labels: Vec<String>,
    /// The property is about nothing else, and the modules have none of them.
    pub is_everything: bool,
    /// An answer about the default property is one without its label, since the modules may have lost it.
    pub is_default: bool,
}

/// The labels of the property that may stand where modules do not say it: there a label is debug information, and that it is not
/// there does not say that the program has none. A module that kept a label may have lost another one of that name, unless no
/// function lost any. The default property names a label beside its functions for programs in C that have one: see
/// [`Unseen::is_default`].
pub(crate) fn unseen_labels(request: &Request) -> Unseen {
    let property = &request.property;
    if property.labels.is_empty() || !has_modules(request) {
        return Unseen::default();
    }
    let headings: Vec<Heading> =
        request.inputs.iter().map(|input| Heading::of(&input.text).unwrap_or_default()).collect();
    if names_no_label(property) {
        let is_default = !headings.iter().all(|heading| heading.has_all_labels);
        return Unseen { is_default, ..Unseen::default() };
    }
    let is_seen = |label: &&String| headings.iter().any(|heading| heading.labels.contains(label));
    let has_all = headings.iter().all(|heading| heading.has_all_labels);
    let labels: Vec<String> = property.labels.iter().filter(|label| !has_all || !is_seen(label)).cloned().collect();
    let others = !property.functions.is_empty() || !property.checks.is_empty();
    let is_everything = !others && !property.labels.iter().any(|label| is_seen(&label));
    Unseen { is_everything, labels, is_default: false }
}

/// Whether the user asked for no label: the property has none, or only that of the default.
fn names_no_label(property: &Property) -> bool {
    let default = Property::default_reachability();
    property.labels.is_empty() || (property.labels == default.labels && property.functions == default.functions)
}

fn has_modules(request: &Request) -> bool {
    request.inputs.iter().any(|input| cairn_llvm_protocol::is_module(&input.name))
}

fn compile_llvm(inputs: &[Input], options: &FrontEndOptions) -> Result<Program, CompileError> {
    for input in inputs {
        let heading = Heading::of(&input.text);
        let fits = heading.and_then(|heading| heading.fits(options.model, &options.watched));
        fits.map_err(|why| refused(format!("{} {why}", input.name)))?;
    }
    cairn_front_c::compile_translated(inputs, options)
}

fn refused(message: String) -> CompileError {
    CompileError { diagnostics: vec![Diagnostic::error(message, Span::NONE)], sources: SourceMap::new() }
}

/// Warns of functions of the property that the program does not name: a slip in the name makes any program safe.
fn warn_of_unseen(property: &Property, program: &mut Program) {
    if property.functions == Property::default_reachability().functions {
        return;
    }
    for (name, named) in &program.outside.watched {
        // Cairn watches further ones for itself.
        if !named && property.functions.contains(name) {
            let message = format!("the property is about calls of '{name}', which the program does not name");
            program.diagnostics.push(Diagnostic::warning(message, Span::NONE));
        }
    }
}
