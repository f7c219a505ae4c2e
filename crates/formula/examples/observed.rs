//! Prints what of a preprocessed C program depends on where objects are in memory:
//! `cargo run -p cairn-formula --example observed -- [--32] FILE…`

#![allow(clippy::print_stdout)]

use cairn_front_c::{Input, Options};
use cairn_ir::{MachineModel, NondetSource, Op};

fn main() {
    let mut model = MachineModel::Lp64;
    for name in std::env::args().skip(1) {
        if name == "--32" {
            model = MachineModel::Ilp32;
            continue;
        }
        let text = std::fs::read_to_string(&name).unwrap_or_default().into();
        let Ok(mut program) = cairn_front_c::compile(&[Input { name, text }], &Options::new(model, "main")) else {
            println!("not a program");
            continue;
        };
        let before = program.vars.len();
        let count = cairn_formula::hide_layout(&mut program);
        for edge in program.edges.iter() {
            let Op::Assign { place, value } = edge.op else { continue };
            let cairn_ir::PlaceKind::Var(var) = program.exprs[place].kind else { continue };
            if cairn_base::id::Id::index(var) >= before {
                let at = program.sources.locate(edge.span).map_or(String::new(), |at| at.to_string());
                println!("{at}: {}", cairn_ir::format_expr(&program, value));
            }
        }
        let unmodelled = program.edges.iter().filter(|edge| {
            matches!(&edge.op, Op::Havoc { source: NondetSource::Unmodelled(what), .. } if what.starts_with("a comparison"))
        });
        println!("{count} expressions, {} of them never to be decided", unmodelled.count());
    }
}
