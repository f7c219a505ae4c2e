//! Prints the C that a module in LLVM's assembly or bitcode becomes: `cargo run -p cairn-front-llvm --features dynamic
//! --example translate FILE`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use cairn_front_c::Input;
use cairn_ir::MachineModel;

fn main() {
    for name in std::env::args().skip(1) {
        let translated = std::fs::read(&name).map_err(|error| error.to_string()).and_then(|bytes| {
            let text = cairn_front_llvm::assembly(&name, &bytes)?;
            let input = Input { name: name.clone(), text: text.into() };
            cairn_front_llvm::translate(&input, MachineModel::Lp64, &["reach_error".to_owned()])
        });
        match translated {
            Ok(input) => print!("{}", input.text),
            Err(message) => eprintln!("{message}"),
        }
    }
}
