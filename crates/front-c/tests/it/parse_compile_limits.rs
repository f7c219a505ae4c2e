//! The limits of the front end behind the parser: what that lets through as deep or long overflows no stack. Test
//! threads have 2 MiB of it.

use cairn_front_c::parse::NESTING_LIMIT;
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_ir::MachineModel;

fn compiles(body: &str) {
    let text = format!("int g(int);\nint main(void) {{ int a = 1, b = 2; {body} }}");
    let input = Input { name: "t.c".into(), text: text.into() };
    let options = FrontEndOptions::new(MachineModel::Ilp32, "main");
    if let Err(error) = compile(&[input], &options) {
        let messages: Vec<&str> = error.diagnostics.iter().map(|d| d.message.as_str()).collect();
        panic!("{}: {messages:?}", &body[..body.len().min(60)]);
    }
}

#[test]
fn deep_programs_compile() {
    let many = NESTING_LIMIT as usize - 100;
    for (before, open, middle, close, after) in [
        ("return ", "(", "a", ")", ";"),
        ("return ", "- ", "a", "", ";"),
        ("return ", "!", "a", "", ";"),
        ("", "a = ", "b", "", ";"),
        ("", "{", "a = 2;", "}", ""),
        ("", "if (a) ", "b = 2;", "", ""),
        ("", "while (a) ", "b--;", "", ""),
    ] {
        compiles(&format!("{before}{}{middle}{}{after}", open.repeat(many), close.repeat(many)));
    }
    // These count twice or three times for a level.
    for (before, open, middle, close, after) in [
        ("return ", "g(", "a", ")", ";"),
        ("return ", "a ? ", "b", ": 3", ";"),
        ("return ", "(int)(long)", "a", "", ";"),
        ("return ", "({ ", "a", "; })", ";"),
    ] {
        compiles(&format!("{before}{}{middle}{}{after}", open.repeat(many / 3), close.repeat(many / 3)));
    }
}

#[test]
fn long_programs_compile() {
    let many = 20_000;
    compiles(&format!("return a{};", " + b".repeat(many)));
    compiles(&format!("return a{};", " && b || a".repeat(many)));
    compiles(&format!("return (a{});", ", a++".repeat(many)));
    compiles(&format!("return {}0;", "a ? b : ".repeat(many / 4)));
    compiles(&format!("{} ;", "if (a) b++; else ".repeat(many)));
    compiles(&"a++; ".repeat(many));
    compiles(&format!("int x[] = {{ {} }}; return x[1];", "1, ".repeat(many)));
    compiles(&format!("static int x[] = {{ {} }}; return x[1];", "1, ".repeat(100_000)));
    let cases: String = (0..many / 4).map(|n| format!("case {n}: ")).collect();
    compiles(&format!("switch (a) {{ {cases} a = 3; }}"));
    let labels: String = (0..many / 4).map(|n| format!("l{n}: ")).collect();
    compiles(&format!("{labels} return a;"));
}

/// Found by fuzzing: parts that take no value, and ranges of a thousand million elements.
#[test]
fn initialisers_end() {
    compiles("struct e { } x[] = { 1, 2 }; struct { struct e a; int b; } y[] = { 1, 2, 3 }; return sizeof x;");
    compiles("int x[] = { [0 ... 1999999999] = 1 }; return x[1];");
    compiles("static int x[500000000] = { [0 ... 499999999] = 1 }; return x[1];");
    compiles("static int x[500000000] = { 1 }; static char s[2000000000] = \"x\"; return x[1] + s[1];");
    compiles("int x[] = { [0 ... 9] = 1, [3] = 2, 5 }; _Static_assert(sizeof x == 40, \"\"); return x[1];");
}
