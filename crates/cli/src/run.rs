//! `cairn run`: executes a program with given inputs, bit by bit as the analyses understand it.

use crate::arguments::Run;
use crate::console;
use crate::exit::{Ended, Exit, InputError};
use crate::inputs;
use crate::report::trace::{self, Telling};
use cairn_base::Span;
use cairn_ir::Program;
use cairn_task::options::TraceLength;
use cairn_verify::execute::{Finish, execute};

/// Executes.
pub fn run(arguments: &Run) -> Ended {
    let wanted = inputs::wanted(&arguments.program, arguments.property.as_deref(), &[])?;
    let program = inputs::compile(&wanted)?;
    let execution = execute(&program, &wanted.property, &arguments.input, arguments.steps, arguments.trace);
    if arguments.trace {
        console::out(&trace::render(&execution.told, &program.sources, &Telling::of(TraceLength::Short)));
    }
    let at = |span: Span| place(&program, span);
    let (text, exit) = match execution.finish {
        Finish::Input(mistake) => return Err(InputError::new(mistake)),
        Finish::Done(Some(value)) => (format!("The program returned {value}"), Exit::Done),
        Finish::Done(None) => ("The program ended".to_owned(), Exit::Done),
        Finish::Violation => (format!("The property ({}) is violated", wanted.property.name), Exit::Violation),
        Finish::Undefined(what, span) => (format!("{}undefined behaviour: {what}", at(span)), Exit::Violation),
        Finish::Blocked => ("An assumption does not hold".to_owned(), Exit::Unknown),
        Finish::Stuck(why, span) => (format!("{}{why}", at(span)), Exit::Unknown),
    };
    console::out(&format!("{text} after {} steps.\n", execution.steps));
    Ok(exit)
}

fn place(program: &Program, span: Span) -> String {
    program.sources.locate(span).map_or(String::new(), |location| format!("{location}: "))
}
