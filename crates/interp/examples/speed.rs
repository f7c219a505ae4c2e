//! How fast the interpreter is: edges a second of processor time on a few loops (Linux). `cargo run --release -p cairn-interp --example speed`.
#![allow(clippy::print_stdout)]

use cairn_front_c::{FrontEndOptions, Input};
use cairn_interp::{Code, Interpreter, RecordedInputs};
use cairn_ir::MachineModel;

const PROGRAMS: [(&str, &str); 4] = [
    ("counting", "int main(void) { unsigned s = 0; for (int i = 0; i < 10000000; i++) s += i; return s; }"),
    (
        "array",
        "int a[1000]; int main(void) { int s = 0; for (int k = 0; k < 5000; k++) for (int i = 0; i < 1000; i++) { a[i] += i ^ k; \
         s += a[i] & 7; } return s & 127; }",
    ),
    (
        "calls",
        "int f(int a, int b) { return a * 3 + b; } int main(void) { int s = 0; for (int i = 0; i < 2000000; i++) s = f(s, i); \
         return s & 127; }",
    ),
    (
        "floats",
        "int main(void) { double x = 1; for (int i = 0; i < 5000000; i++) x = (x + 2 / x) / 2; return (int)(x * 100); }",
    ),
];

/// Processor time of this process so far, in seconds.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds: u64 = text.split_ascii_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(0);
    nanoseconds as f64 / 1e9
}

fn main() {
    for (name, text) in PROGRAMS {
        let input = Input { name: name.into(), text: text.into() };
        let options = FrontEndOptions::new(MachineModel::Lp64, "main");
        let Ok(program) = cairn_front_c::compile(&[input], &options) else { continue };
        let code = Code::new(&program);
        let mut run = Interpreter::new(&code, Default::default());
        let start = processor_seconds();
        let end = run.run(&mut RecordedInputs::default());
        let seconds = processor_seconds() - start;
        println!("{name}: {:.1} million edges/s, {end:?}", run.steps() as f64 / seconds / 1e6);
    }
}
