//! Reading: from the inputs of a request to a program that the analyses take.
//!
//! A language is one row of [`LANGUAGES`]: how its files end, and the function that makes a program of them. What follows is
//! the same for all of them: functions of the property that the program does not name are warned of, and what depends on
//! where objects are in memory becomes any value ([`cairn_formula::prepare`]).

use crate::figures::Figures;
use crate::request::Request;
use cairn_base::{Diagnostic, Severity, Span};
use cairn_front_c::{CompileError, Options};
use cairn_ir::Program;
use cairn_task::Property;

/// An input language.
struct Language {
    /// How the names of its files end; the first language takes all others.
    endings: &'static [&'static str],
    /// Makes a program of the inputs.
    read: fn(&Request) -> Result<Program, CompileError>,
}

const LANGUAGES: &[Language] = &[Language { endings: &[".c", ".i"], read: read_c }];

/// The program of a request, ready for the analyses.
///
/// # Errors
/// The inputs are no program of their language, or have no entry function.
pub fn read(request: &Request, figures: &mut Figures) -> Result<Program, CompileError> {
    let is_one_of = |language: &&Language| {
        request.inputs.iter().any(|input| language.endings.iter().any(|ending| input.name.ends_with(ending)))
    };
    let language = LANGUAGES.iter().find(is_one_of).unwrap_or(&LANGUAGES[0]);
    let mut program = (language.read)(request)?;
    warn_of_unseen(&request.property, &mut program);
    let hidden = cairn_formula::prepare(&mut program);
    describe(&program, request, figures);
    figures.count("Program", "layout-observations", hidden);
    Ok(program)
}

fn read_c(request: &Request) -> Result<Program, CompileError> {
    let options = Options { watched: request.property.functions.clone(), ..request.front.clone() };
    cairn_front_c::compile(&request.inputs, &options)
}

/// Warns of functions of the property that the program does not name: a slip in the name makes any program safe.
fn warn_of_unseen(property: &Property, program: &mut Program) {
    if *property == Property::default_reachability() {
        return;
    }
    for (name, named) in &program.outside.watched {
        if !named {
            let message = format!("the property is about calls of '{name}', which the program does not name");
            program.diagnostics.push(Diagnostic::warning(message, Span::NONE));
        }
    }
}

fn describe(program: &Program, request: &Request, figures: &mut Figures) {
    let heading = "Program";
    figures.count(heading, "source-bytes", request.inputs.iter().map(|input| input.text.len()).sum());
    figures.count(heading, "functions", program.functions.iter().filter(|function| function.body.is_some()).count());
    figures.count(heading, "variables", program.vars.len());
    figures.count(heading, "locations", program.nodes.len());
    figures.count(heading, "edges", program.edges.len());
    figures.count(heading, "loop-heads", program.nodes.iter().filter(|node| node.loop_head).count());
    let warnings = program.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Warning);
    figures.count(heading, "warnings", warnings.count());
}
