//! Checks that ask about values alone, against their definition: conversions between all integer types at the limits of each,
//! and reads of variables that nothing was assigned to, in generated programs beside an execution of their own.

use crate::checked;

use cairn_ir::behaviour::Check;
use cairn_transform::instrumentation::{self};
use checked::{by_checks, program};

/// Types with their width and sign.
const TYPES: [(&str, u32, bool); 10] = [
    ("signed char", 8, true),
    ("unsigned char", 8, false),
    ("short", 16, true),
    ("unsigned short", 16, false),
    ("int", 32, true),
    ("unsigned", 32, false),
    ("long", 64, true),
    ("unsigned long", 64, false),
    ("__int128", 128, true),
    ("unsigned __int128", 128, false),
];

/// The least and the largest value.
fn limits(bits: u32, signed: bool) -> (i128, u128) {
    let least = if signed { -1i128 << (bits - 1) } else { 0 };
    (least, u128::MAX >> (128 - bits + u32::from(signed)))
}

/// A value of a type, as C.
fn literal(value: i128, above: Option<u128>) -> String {
    let bits = above.unwrap_or(value as u128);
    format!("(((unsigned __int128)0x{:x}UL << 64) | 0x{:x}UL)", bits >> 64, bits as u64)
}

#[test]
fn conversions_that_do_not_fit() {
    let (mut violated, mut fine) = (0, 0);
    for (from, from_bits, from_signed) in TYPES {
        let (low, high) = limits(from_bits, from_signed);
        for (to, to_bits, to_signed) in TYPES {
            let (to_low, to_high) = limits(to_bits, to_signed);
            // Around all limits of both, as far as the first type has them.
            for (value, above) in [
                (low, None),
                (to_low, None),
                (to_low.saturating_sub(1), None),
                (0, None),
                (0, Some(high)),
                (0, Some(to_high)),
                (0, Some(to_high.saturating_add(1))),
            ] {
                if above.map_or(value < low, |above| above > high) {
                    continue;
                }
                let fits = above.map_or(value >= to_low, |above| above <= to_high);
                let text = format!(
                    "int main(void) {{ {from} x = ({from}){}; volatile {to} y = ({to})x; return y != 0; }}",
                    literal(value, above)
                );
                // The first conversion is of a constant, which the front end does: it is no operation of the program.
                let expected = (to_signed && !fits).then_some(Check::Conversion);
                assert_eq!(by_checks(program(&text), &[Check::Conversion]), expected, "{text}");
                if expected.is_some() { violated += 1 } else { fine += 1 }
            }
        }
    }
    assert!(violated > 50 && fine > 200, "{violated} {fine}");
}

/// Pseudo-random numbers: a linear congruence is enough to choose statements.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// When a branch is taken.
#[derive(Clone, Copy, PartialEq)]
enum When {
    Always,
    Never,
    /// In the first round of the loop around it, if there is one.
    First,
}

impl When {
    fn holds(self, round: Option<u64>) -> bool {
        self == When::Always || self == When::First && round.is_none_or(|round| round == 0)
    }
}

enum Statement {
    Set(usize),
    Copy(usize, usize),
    If(When, Vec<Statement>, Vec<Statement>),
    Loop(u64, Vec<Statement>),
    Block(usize, Vec<Statement>),
    Either(usize, bool, usize, usize),
}

const VARIABLES: usize = 4;

fn statements(random: &mut Random, depth: u64) -> Vec<Statement> {
    let count = 1 + random.below(4);
    (0..count).map(|_| statement(random, depth)).collect()
}

fn statement(random: &mut Random, depth: u64) -> Statement {
    let mut var = || random.below(VARIABLES as u64) as usize;
    let (a, b, c) = (var(), var(), var());
    match random.below(if depth == 0 { 7 } else { 13 }) {
        0..=3 => Statement::Set(a),
        4 | 5 => Statement::Copy(a, b),
        6 => Statement::Either(a, random.below(2) == 0, b, c),
        7 | 8 => {
            let when = [When::Always, When::Never, When::First][random.below(3) as usize];
            Statement::If(when, statements(random, depth - 1), statements(random, depth - 1))
        }
        9 => Statement::Loop(random.below(4), statements(random, depth - 1)),
        10 => Statement::Block(a, statements(random, depth - 1)),
        // What a round leaves in a variable of its own is gone in the next.
        _ => {
            let first = Statement::If(When::First, vec![Statement::Set(a)], statements(random, depth - 1));
            Statement::Loop(random.below(4), vec![Statement::Block(a, vec![first, Statement::Copy(b, a)])])
        }
    }
}

fn name(variable: usize) -> char {
    char::from(b'a' + variable as u8)
}

fn text(of: &[Statement], out: &mut String, depth: usize, inside: Option<usize>) {
    let truth = |truth: bool| if truth { "yes" } else { "no" };
    for statement in of {
        match statement {
            Statement::Set(a) => *out += &format!("{} = 1;\n", name(*a)),
            Statement::Copy(a, b) => *out += &format!("{} = {} % 7 + 1;\n", name(*a), name(*b)),
            Statement::Either(a, taken, b, c) => {
                *out += &format!("{} = {} ? {} : {};\n", name(*a), truth(*taken), name(*b), name(*c));
            }
            Statement::If(when, yes, no) => {
                let condition = match (when, inside) {
                    (When::First, Some(loop_depth)) => format!("i{loop_depth} == 0"),
                    (When::Never, _) => "no".to_owned(),
                    _ => "yes".to_owned(),
                };
                *out += &format!("if ({condition}) {{\n");
                text(yes, out, depth + 1, inside);
                *out += "} else {\n";
                text(no, out, depth + 1, inside);
                *out += "}\n";
            }
            Statement::Loop(times, body) => {
                *out += &format!("for (int i{depth} = 0; i{depth} < {times} * yes; i{depth}++) {{\n");
                text(body, out, depth + 1, Some(depth));
                *out += "}\n";
            }
            Statement::Block(a, body) => {
                *out += &format!("{{ int {};\n", name(*a));
                text(body, out, depth + 1, inside);
                *out += "}\n";
            }
        }
    }
}

/// Runs the statements on whether variables have values; an error where one that has none is read.
fn run(of: &[Statement], assigned: &mut [bool; VARIABLES], round: Option<u64>) -> Result<(), ()> {
    let read = |variable: usize, assigned: &[bool; VARIABLES]| if assigned[variable] { Ok(()) } else { Err(()) };
    for statement in of {
        match statement {
            Statement::Set(a) => assigned[*a] = true,
            Statement::Copy(a, b) => {
                read(*b, assigned)?;
                assigned[*a] = true;
            }
            Statement::Either(a, taken, b, c) => {
                read(if *taken { *b } else { *c }, assigned)?;
                assigned[*a] = true;
            }
            Statement::If(when, yes, no) => run(if when.holds(round) { yes } else { no }, assigned, round)?,
            Statement::Loop(times, body) => (0..*times).try_for_each(|round| run(body, assigned, Some(round)))?,
            Statement::Block(a, body) => {
                let outer = std::mem::replace(&mut assigned[*a], false);
                run(body, assigned, round)?;
                assigned[*a] = outer;
            }
        }
    }
    Ok(())
}

#[test]
fn variables_that_nothing_was_assigned_to() {
    let (mut violated, mut fine) = (0, 0);
    for seed in 0..1_500 {
        let mut random = Random(seed);
        let body: Vec<Statement> = (0..2).flat_map(|_| statements(&mut random, 3)).collect();
        // Where all have a value at first, only blocks take one away.
        let all = seed % 2 == 1;
        let others = if all { "b = 1, c = 1, d = 1" } else { "b, c, d" };
        let mut lines = String::new();
        text(&body, &mut lines, 0, None);
        let text =
            format!("static int yes = 1, no = 0;\nint main(void) {{\nint a = 1, {others};\n{lines}return 0;\n}}\n");
        let ends = run(&body, &mut [true, all, all, all], None);
        let found = by_checks(program(&text), &[Check::Uninitialised]);
        assert_eq!(found, ends.err().map(|()| Check::Uninitialised), "seed {seed}:\n{text}");
        if found.is_some() { violated += 1 } else { fine += 1 }
    }
    assert!(violated > 100 && fine > 100, "{violated} {fine}");
}

#[test]
fn behind_a_declaration_that_is_jumped_over_nobody_knows() {
    let text = "int main(int n, char **v) { int sum = 0; if (n > 3) goto behind; int own; own = 3; behind: sum += own; return sum; }";
    let mut program = program(text);
    let flags = instrumentation::track(&mut program);
    let checks = instrumentation::find(&mut program, &[Check::Uninitialised], &|_| false, &flags);
    instrumentation::splice(&mut program, &checks);
    let doubts = program.edges.iter().filter_map(|edge| edge.op.marked_doubt());
    assert_eq!(doubts.collect::<Vec<_>>(), ["a read of a variable whose declaration may have been jumped over"]);
    assert!(program.edges.iter().all(|edge| edge.op.marked_check().is_none()));
}
