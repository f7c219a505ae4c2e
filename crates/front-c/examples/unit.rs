//! Reads preprocessed C files as units of one library and says how far each got: the driver of `cargo xtask projects`.
//!
//! Every function that the files define may be the first to run, so that nothing is pruned away. What it prints is for a
//! program to read: `parsed` and `lowered` when that stage was passed, then `unsupported COUNT WHAT` for each kind of place
//! that is not modelled. It is an example and not a command of `cairn` because no user has such a question.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use cairn_base::{SourceMap, text};
use cairn_front_c::symbols::Symbols;
use cairn_front_c::{Input, compile_library, parse};
use cairn_ir::{MachineModel, Op};
use std::collections::BTreeMap;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut model = MachineModel::Lp64;
    let mut inputs = Vec::new();
    for argument in std::env::args().skip(1) {
        if argument == "--32" {
            model = MachineModel::Ilp32;
            continue;
        }
        match std::fs::read(&argument) {
            Ok(bytes) => {
                inputs.push(Input { name: argument, text: text::of_bytes(bytes).into() });
            }
            Err(error) => {
                eprintln!("cannot read {argument}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    examine(&inputs, model)
}

fn examine(inputs: &[Input], model: MachineModel) -> ExitCode {
    let (mut sources, mut symbols) = (SourceMap::new(), Symbols::new());
    for input in inputs {
        let Some(file) = sources.add(&input.name, input.text.clone()) else { return ExitCode::from(2) };
        if let Err(error) = parse::parse(&mut sources, file, &mut symbols) {
            eprint!("{}", error.render(&sources));
            return ExitCode::from(2);
        }
    }
    println!("parsed");
    let program = match compile_library(inputs, model) {
        Ok(program) => program,
        Err(error) => {
            error.diagnostics.iter().for_each(|diagnostic| eprint!("{}", diagnostic.render(&error.sources)));
            return ExitCode::from(2);
        }
    };
    if let Err(broken) = program.check() {
        eprintln!("broken invariant: {broken}");
        return ExitCode::from(101);
    }
    println!("lowered");
    let mut kinds: BTreeMap<&str, u32> = BTreeMap::new();
    for edge in program.edges.iter() {
        if let Op::Unsupported(what) = &edge.op {
            *kinds.entry(what).or_default() += 1;
            if std::env::var_os("PLACES").is_some() {
                let place = program.sources.locate(edge.span).map_or_else(String::new, |place| place.to_string());
                eprintln!("{place}: {what}");
            }
        }
    }
    for (what, count) in kinds {
        println!("unsupported {count} {what}");
    }
    ExitCode::SUCCESS
}
