//! Lowers C files and prints the automata, or only the time: `lower [--32] [--quiet] FILE…`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_ir::MachineModel;
use std::time::Instant;

fn main() {
    let mut model = MachineModel::Lp64;
    let mut quiet = false;
    let mut each = false;
    let mut inputs = Vec::new();
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "--32" => model = MachineModel::Ilp32,
            "--64" => model = MachineModel::Lp64,
            "--quiet" => quiet = true,
            "--each" => each = true,
            file => {
                let bytes = std::fs::read(file).expect("a readable file");
                inputs.push(Input { name: file.into(), text: cairn_base::text::of_bytes(bytes).into() });
            }
        }
    }
    let groups: Vec<Vec<Input>> = if each { inputs.into_iter().map(|i| vec![i]).collect() } else { vec![inputs] };
    for inputs in groups {
        let bytes: usize = inputs.iter().map(|i| i.text.len()).sum();
        let started = Instant::now();
        match compile(&inputs, &FrontEndOptions::new(model, "main")) {
            Ok(program) => {
                let time = started.elapsed().as_secs_f64();
                for diagnostic in &program.diagnostics {
                    eprint!("{}", diagnostic.render(&program.sources));
                }
                if !quiet {
                    print!("{}", cairn_ir::print::text(&program));
                }
                eprintln!(
                    "{bytes} bytes, {time:.3} s, {:.1} MB/s, {} edges, {} expressions",
                    bytes as f64 / time / 1e6,
                    program.edges.len(),
                    program.exprs.expr_count()
                );
            }
            Err(error) => {
                for diagnostic in &error.diagnostics {
                    eprint!("{}", diagnostic.render(&error.sources));
                }
            }
        }
    }
}
