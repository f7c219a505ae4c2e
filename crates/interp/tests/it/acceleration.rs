//! Skipping rounds of loops gives the state that executing them gives.

use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_interp::{Accelerator, Code, InputRequest, Inputs, Interpreter, InterpreterOptions, ObjectOrdinal, RunEnd};
use cairn_ir::eval::Undefined;
use cairn_ir::{MachineModel, Op, Program, Step, Value};
use std::fmt::Write;

fn program(text: &str) -> Program {
    let input = Input { name: "loops.c".to_owned(), text: text.to_owned().into() };
    match compile(&[input], &FrontEndOptions::new(MachineModel::Ilp32, "main")) {
        Ok(program) => program,
        Err(error) => panic!("{}\n{text}", error.diagnostics.iter().map(|d| d.message.clone()).collect::<String>()),
    }
}

/// Indeterminate bytes show the number of their object, and inputs how many there were.
#[derive(Default)]
struct Numbers(u128);

impl Inputs for Numbers {
    fn havoc(&mut self, _: &InputRequest<'_>) -> Value {
        self.0 += 1;
        Value(self.0)
    }
    fn memory_byte(&mut self, object: ObjectOrdinal, offset: u64) -> u8 {
        object.0.wrapping_mul(37).wrapping_add(offset) as u8
    }
}

/// What is to be seen of an execution.
#[derive(PartialEq, Eq, Debug)]
struct Seen {
    end: RunEnd,
    steps: u64,
    undefined: Option<Undefined>,
    left_object: bool,
    statics: Vec<Option<u8>>,
}

/// The execution with or without an accelerator, and how many steps were skipped.
fn execute(program: &Program, accelerates: bool, options: InterpreterOptions) -> (Seen, u64) {
    let code = Code::new(program);
    let mut interpreter = Interpreter::new(&code, options);
    let (mut inputs, mut accelerator) = (Numbers::default(), Accelerator::default());
    let end = loop {
        match interpreter.step(&mut inputs) {
            Ok(step) if accelerates => _ = accelerator.after(&mut interpreter, step, |_| true),
            Ok(_) => {}
            Err(end) => break end,
        }
    };
    let objects = interpreter.global_objects();
    let statics = objects.iter().flat_map(|o| (o.address..o.address + o.size).map(|at| interpreter.byte_at(at)));
    let seen = Seen {
        end,
        steps: interpreter.steps(),
        undefined: interpreter.recorded_undefined().map(|(what, _)| what),
        left_object: interpreter.left_object().is_some(),
        statics: statics.collect(),
    };
    (seen, accelerator.skipped())
}

/// How many steps were skipped; the states are equal.
fn compared(text: &str) -> u64 {
    let program = program(text);
    let options = InterpreterOptions { steps: 30_000_000, watches_addresses: true, ..InterpreterOptions::default() };
    let (with, skipped) = execute(&program, true, options);
    let (without, _) = execute(&program, false, options);
    assert_eq!(with, without, "{text}");
    skipped
}

/// Pseudorandom numbers: the low bits of a linear congruence are no good, so the high ones are taken.
struct Choice(u64);

impl Choice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u64) as usize]
    }
}

const VARIABLES: [&str; 9] = ["u", "s", "c", "h", "l", "g", "a[2]", "r.x", "*p"];

fn statement(choice: &mut Choice, depth: u32) -> String {
    let (x, y) = (choice.of(&VARIABLES), choice.of(&VARIABLES));
    let (small, large) = (choice.below(5), choice.below(40_000));
    let compare = choice.of(&["<", "<=", ">", ">=", "==", "!="]);
    match choice.below(if depth == 0 { 11 } else { 14 }) {
        0..=2 => format!("{x} += {small};"),
        3 => format!("{x} -= {small};"),
        4 => format!("{x} = {y} + {small};"),
        5 => format!("{{ int t = {x}; t = t + {small}; g = t; }}"),
        6 => format!("{x} = {small};"),
        7 => format!("{x} = f({y});"),
        8 => format!("{{ int z[1]; if (k == {large}) l += z[0]; }}"),
        9 => format!("{x} += 3 * {small} - 2;"),
        10 => format!("b = {y} {compare} {large};"),
        11 => format!("if ({x} {compare} {large}) {{ {} }}", statement(choice, depth - 1)),
        12 => format!("if ({x} {compare} {y}) {{ {} }} else {{ {} }}", statement(choice, 0), statement(choice, 0)),
        _ => format!("for (j = 0; j < {small}; j++) {{ {} }}", statement(choice, 0)),
    }
}

fn generated(choice: &mut Choice) -> String {
    let mut body = String::new();
    for _ in 0..1 + choice.below(4) {
        let _ = writeln!(body, "    {}", statement(choice, 2));
    }
    let head = match choice.below(6) {
        0 => "for (k = 0; k < 30000; k++)".to_owned(),
        1 => format!("for (k = {}; k > 1; k -= 2)", choice.of(&["40001", "40000"])),
        2 => "for (k = 0; k != 30000; k += 3)".to_owned(),
        3 => "for (k = 5; k <= 20000 && u < 50000; k++)".to_owned(),
        4 => "for (k = 4294957296u; k != 9000; k++)".to_owned(),
        _ => "for (k = 0; (short)k < 20000 && k < 20000; k++)".to_owned(),
    };
    format!(
        "unsigned u = 7; static signed char c; unsigned char h = 9; long long l; int g = 3, r1; _Bool b;
struct {{ int x, y; }} r;
int f(int n) {{ int m = n; return m + 1; }}
int main(void) {{
  unsigned k; int s = -5, j, i, a[4], *p = &r.y;
  for (i = 0; i < 4; i++) a[i] = i;
  {head} {{
{body}  }}
  int z[2];
  r1 = s ^ z[0] ^ z[1];
  return (int)(u ^ s * 31 ^ a[2] * 7 ^ k) ^ z[0];
}}\n"
    )
}

#[test]
fn generated_loops_end_in_the_same_state() {
    let mut choice = Choice(20_261_126);
    let skipping = (0..200).filter(|_| compared(&generated(&mut choice)) > 0).count();
    // Most of them have rounds to skip: what is compared is not two plain executions.
    assert!(skipping > 100, "{skipping}");
}

#[test]
fn what_must_be_skipped_is() {
    for (text, least) in [
        // Every round is the same.
        ("int main(void) { unsigned x = 0; while (x < 300000) x += 3; return x % 7; }", 150_000),
        // A call in the loop, and a loop with a constant number of rounds.
        (
            "int f(int n) { return n + 2; } int main(void) { int x = 0; while (x < 100000) x = f(x); return x % 7; }",
            100_000,
        ),
        (
            "int main(void) { unsigned x = 0, y; while (x < 30000) { y = 0; while (y < 10) y++; x++; } return x + y; }",
            300_000,
        ),
        // It wraps around, signed and unsigned.
        (
            "int main(void) { unsigned x = 4294900000u, n = 0; while (x != 100000) { x++; n++; } return n % 251; }",
            300_000,
        ),
        ("int main(void) { unsigned char c = 3; int n = 0; while (n < 200000) { n++; } return c + n; }", 300_000),
        // Two paths, one after the other.
        (
            "int main(void) { int x = 0, y = 50; while (x < 100000) { x++; if (x > 50000) y++; } return y % 251; }",
            300_000,
        ),
    ] {
        let skipped = compared(text);
        assert!(skipped >= least, "{skipped} of {least}: {text}");
    }
}

#[test]
fn what_must_be_executed_is() {
    for text in [
        // What is added is not constant.
        "int main(void) { unsigned x = 0, y = 0; while (x < 30000) { x++; y += x; } return y % 251; }",
        // A condition that is not linear.
        "int main(void) { unsigned x = 0, y = 0; while (x < 30000) { x++; if (x % 3) y++; } return y % 251; }",
        // Different cells each round.
        "int a[30000]; int main(void) { int x; for (x = 0; x < 30000; x++) a[x] = 1; return a[77]; }",
        // A union: the bytes of a counter are read as something else.
        "union { int i; short s[2]; } u; int main(void) { int n = 0; while (u.i < 30000) { u.i++; n = n + u.s[0] - n; } return n % 251; }",
        // Inputs.
        "extern int input(void); int main(void) { int x = 0, y = 0; while (x < 30000) { x++; y = input(); } return y % 251; }",
        // A variable that is indeterminate in each round anew.
        "int main(void) { int x = 0, y = 0; while (x < 30000) { int z; x++; y = z; } return y % 251; }",
    ] {
        assert_eq!(compared(text), 0, "{text}");
    }
}

#[test]
fn a_trace_without_its_middle_has_the_inputs_and_the_open_calls() {
    let text = "extern int input(void); int f(int n) { return n + 1; }
                int g(int n) { int i; for (i = 0; i < 100000; i++) { n = f(n); } return n + input() + f(n); }
                int main(void) { int x = input(); x = g(x); return f(x); }";
    let program = program(text);
    let whole = InterpreterOptions { trace: true, ..InterpreterOptions::default() };
    let code = Code::new(&program);
    let trace = |options, accelerates: bool| {
        let mut interpreter = Interpreter::new(&code, options);
        let (mut inputs, mut accelerator) = (Numbers::default(), Accelerator::default());
        while let Ok(step) = interpreter.step(&mut inputs) {
            if accelerates {
                accelerator.after(&mut interpreter, step, |_| true);
            }
        }
        (interpreter.into_trace(), accelerator.skipped())
    };
    let (all, skipped) = trace(whole, true);
    // A whole trace has every step.
    assert_eq!((skipped, all.steps()), (0, all.entries.len() as u64));
    let steps = all.steps();
    for (first, last) in [(30, steps - 20), (1000, steps - 2), (5, steps - 5000), (500_000, 500_001)] {
        for accelerates in [false, true] {
            let (short, _) = trace(InterpreterOptions { omits: Some((first, last)), ..whole }, accelerates);
            let omitted = short.omitted.clone().unwrap();
            assert_eq!(short.steps(), steps);
            let (head, tail) = (first as usize - 1, (steps - last) as usize);
            assert_eq!(short.entries[..head], all.entries[..head]);
            assert_eq!(short.entries[omitted.entries.end..], all.entries[all.entries.len() - tail..]);
            assert_eq!(omitted.entries.start, head);
            let inputs = |entries: &[cairn_interp::TraceEntry]| {
                let is_input = |step: Step| {
                    let Step::Edge(edge) = step else { return false };
                    matches!(program.edges[edge].op, Op::Havoc { .. })
                };
                entries.iter().filter(|entry| is_input(entry.step)).map(|e| e.changes.clone()).collect::<Vec<_>>()
            };
            assert_eq!(inputs(&short.entries), inputs(&all.entries));
            // Calls and returns match.
            let mut open = Vec::new();
            for entry in &short.entries {
                match entry.step {
                    Step::Enter(call, _) => open.push(call),
                    Step::Leave(call, _) => assert_eq!(open.pop(), Some(call)),
                    _ => {}
                }
            }
        }
    }
}
