//! Arbitrary bytes through the whole C front end: a program or an error, never a panic, an overflow or a hang.
//!
//! `cargo +nightly fuzz run front_c -- -max_total_time=600 -dict=fuzz/c.dict`; seeds: `fuzz/seed.sh` fills the corpus
//! with the parser's test programs.

#![no_main]

use cairn_front_c::{Input, FrontEndOptions, compile};
use cairn_ir::MachineModel;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut text = String::from_utf8_lossy(data).into_owned();
    // Most inputs have no start function, and without one nothing is lowered.
    if !text.contains("main") {
        text.push_str("\nint main(void) { return 0; }\n");
    }
    for model in [MachineModel::Ilp32, MachineModel::Lp64] {
        let input = Input { name: "fuzz.c".into(), text: text.as_str().into() };
        let result = compile(&[input], &FrontEndOptions { model, entry: "main".into(), ..FrontEndOptions::default() });
        if let Err(error) = result {
            assert!(!error.diagnostics.is_empty(), "an error without a message");
            for diagnostic in &error.diagnostics {
                assert!(!diagnostic.render(&error.sources).is_empty());
            }
        }
    }
});
