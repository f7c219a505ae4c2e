//! What pointers from outside may point to in a program: `cargo run -p cairn-formula --example outside -- FILE [32|64]`.

#![allow(clippy::print_stdout)]

use cairn_formula::memory::Partition;
use cairn_front_c::{Input, Options};
use cairn_ir::MachineModel;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().ok_or("a file is missing")?;
    let model = if args.next().as_deref() == Some("32") { MachineModel::Ilp32 } else { MachineModel::Lp64 };
    let input = Input { name: name.clone(), text: std::fs::read_to_string(&name)?.into() };
    let options = Options::new(model, "main");
    let mut program = cairn_front_c::compile(&[input], &options).map_err(|error| format!("{error:?}"))?;
    if std::env::args().any(|arg| arg == "--partition") {
        println!("{}", Partition::new(&program).to_text(&program));
    }
    Partition::find_exposure(&mut program);
    let outside = &program.exposure;
    println!("{} pointers alone, {} sites", outside.alone.len(), outside.sites.len());
    for var in &outside.vars {
        println!("variable {}", program.vars[*var].name);
    }
    Ok(())
}
