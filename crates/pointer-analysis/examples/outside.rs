//! The targets of pointers from outside in a program, and what in it rests on where objects are in memory:
//! `cargo run -p cairn-formula --example outside -- FILE [32|64] [--pure] [--partition]`.

#![allow(clippy::print_stdout)]

use cairn_front_c::{FrontEndOptions, Input};
use cairn_ir::print::format_op;
use cairn_ir::{MachineModel, NondetSource, Op, Treatment};
use cairn_pointer_analysis::{MemoryPartition, prepare};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().ok_or("a file is missing")?;
    let model = if args.next().as_deref() == Some("32") { MachineModel::Ilp32 } else { MachineModel::Lp64 };
    let input = Input { name: name.clone(), text: std::fs::read_to_string(&name)?.into() };
    let undefined = if std::env::args().any(|arg| arg == "--pure") { Treatment::Pure } else { Treatment::Arguments };
    let options = FrontEndOptions { undefined, ..FrontEndOptions::new(model, "main") };
    let mut program = cairn_front_c::compile(&[input], &options).map_err(|error| format!("{error:?}"))?;
    if std::env::args().any(|arg| arg == "--partition") {
        println!("{}", MemoryPartition::new(&program).to_text(&program));
    }
    println!("{} expressions rest on the layout", prepare(&mut program));
    for edge in program.edges.iter() {
        if let Op::Havoc { source, .. } = &edge.op
            && matches!(source, NondetSource::Layout | NondetSource::Unmodelled(_))
        {
            println!("  {:?} {}: {source:?}", edge.span, format_op(&program, &edge.op));
        } else if let Op::Assign { .. } = edge.op
            && format_op(&program, &edge.op).contains("#layout")
        {
            println!("  {}", format_op(&program, &edge.op));
        }
    }
    let outside = &program.facts.exposure;
    println!("{} pointers alone, heap: {}", outside.unaliased.len(), outside.heap);
    for var in &outside.vars {
        println!("variable {}", program.vars[*var].name);
    }
    Ok(())
}
