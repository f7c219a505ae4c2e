//! `cairn run`: executes a program bit by bit as the analyses understand it, with given inputs or on a system.

use crate::arguments::RunCommand;
use crate::console;
use crate::exit::{CommandEnd, Exit, InputError};
use crate::host_system;
use crate::inputs;
use crate::report::trace::{self, Telling};
use cairn_base::Span;
use cairn_ir::Program;
use cairn_ir::machine::Machine;
use cairn_options::values::TraceLength;
use cairn_verify::execute::{Finish, execute};

pub fn run(arguments: &RunCommand) -> CommandEnd {
    let mut wanted = inputs::select(&arguments.program, arguments.property.as_deref(), &[])?;
    let system = host_system::system(arguments, &wanted)?;
    let model = wanted.configuration.machine_model;
    if system.is_some() && (model.machine() == Machine::Arm32 || model.wchar().bits(model) != 32) {
        return Err(InputError::new(format!("on a system, programs for ILP32 and LP64 run, not for {}", model.word())));
    }
    // What a program prints is not mixed with what is said of it.
    let say = if system.is_some() { console::err } else { console::out };
    wanted.hosted = system.is_some();
    let program = inputs::compile(&wanted)?;
    let execution = match system {
        Some(system) => host_system::execute(system, &program, &wanted.property, arguments),
        None => execute(&program, &wanted.property, &arguments.input, arguments.steps, arguments.trace),
    };
    if arguments.trace {
        say(&trace::render(&execution.narrative, &program.sources, &Telling::of(TraceLength::Short)));
    }
    let at = |span: Span| place(&program, span);
    let (text, exit) = match execution.finish {
        Finish::Input(mistake) => return Err(InputError::new(mistake)),
        Finish::Done(Some(value)) => (format!("The program returned {value}"), Exit::Done),
        Finish::Done(None) => ("The program ended".to_owned(), Exit::Done),
        Finish::Exited(status) => (format!("The program ended with the status {status}"), Exit::Done),
        Finish::Violation(check, span) => {
            let what = check.map_or(String::new(), |check| format!(": {} ({})", check.violation(), check.word()));
            (format!("{}The property ({}) is violated{what}", at(span), wanted.property.part(check)), Exit::Violation)
        }
        Finish::Undefined(what, span) => (format!("{}undefined behaviour: {what}", at(span)), Exit::Violation),
        Finish::Blocked => ("An assumption does not hold".to_owned(), Exit::Unknown),
        Finish::Stuck(why, span) => (format!("{}{why}", at(span)), Exit::Unknown),
    };
    say(&format!("{text} after {} steps.\n", execution.steps));
    Ok(exit)
}

fn place(program: &Program, span: Span) -> String {
    program.sources.locate(span).map_or(String::new(), |location| format!("{location}: "))
}
