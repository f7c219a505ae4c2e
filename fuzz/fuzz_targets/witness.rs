//! Arbitrary bytes as a witness: read, refused, or made a part of a program that still says no more than the witness may.
//!
//! `cargo +nightly fuzz run witness -- -max_total_time=600`; seeds: `fuzz/seed.sh`. What comes first in an input, up to a
//! byte 0, is the program's text, where the bytes have one.

#![no_main]

use cairn_witness::condition::accepted;
use cairn_witness::instrument;
use cairn_witness::model::{self, WitnessContent, WitnessInvariant};
use cairn_witness::source::Source;
use libfuzzer_sys::fuzz_target;

const PROGRAM: &str = "int f(void);\nint main(void) {\n  int x = f();\n  while (x < 5) {\n    x = x + 1;\n  }\n  \
                       for (int i = 0; i < x; i++) if (f()) x--;\n  do { x = f(); } while (x);\n  return 0;\n}\n";

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (program, yaml) = text.split_once('\0').unwrap_or((PROGRAM, &*text));
    let source = Source::new(program.to_owned());
    let Ok(entries) = model::read(yaml) else { return };
    for entry in &entries {
        // What is written is read as the same.
        let written = model::write(std::slice::from_ref(entry)).unwrap();
        assert_eq!(model::read(&written).unwrap(), std::slice::from_ref(entry));
        let of = |content: &WitnessContent| match content {
            WitnessContent::Invariant { invariant } => Some(invariant.clone()),
            WitnessContent::Segment { .. } => None,
        };
        let invariants: Vec<WitnessInvariant> = entry.content.iter().filter_map(of).collect();
        for WitnessInvariant { value, .. } in &invariants {
            if accepted(value, false, &|_| true).is_ok() {
                assert!(!value.contains([';', '{', '}', '"', '\'', '#', '\\']), "{value}");
            }
        }
        let all: Vec<&WitnessInvariant> = invariants.iter().collect();
        if let Ok(text) = instrument::invariants(&source, "p.c", &all) {
            assert_eq!(text.lines().count(), program.lines().count() + 2 + breaks(&invariants));
        }
        let _ = instrument::waypoints(&source, "p.c", &entry.content);
    }
});

/// Line ends within conditions, which are put into the text with them: a loop has its condition once.
fn breaks(invariants: &[WitnessInvariant]) -> usize {
    invariants.iter().map(|invariant| invariant.value.matches('\n').count()).sum()
}
