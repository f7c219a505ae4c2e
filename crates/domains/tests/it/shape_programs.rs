//! The shape analysis on generated programs over linked lists, compared with executions: where an execution comes, the
//! analysis has a state.
//!
//! The analysis runs to its fixed point, with coverage as in a verification. Every branch of a program is an assertion: one
//! that the analysis takes for unreachable, and that an execution takes, is a wrong TRUE. So the programs ask much of their
//! lists: data, links, aliases, lengths. They are made of the operations in [`OPERATIONS`], with variables and numbers
//! drawn at random. Those in `tests/shape` are about writes and copies that random ones do not have.

use crate::follow::program;
use cairn_base::{Budget, CancelToken};
use cairn_cpa::{ControlId, Controls, Cpa, Cx, Move, Specification, Statistics, Successors};
use cairn_domains::shape::{ShapeAnalysis, ShapePrecision, ShapeState};
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, InterpreterOptions, ObjectOrdinal};
use cairn_ir::{MachineModel, Op, Program, Step, Value};
use cairn_test_support::Random;
use cairn_tools::has_rates;
use std::collections::{BTreeMap, BTreeSet};

/// The operations. `X`, `Y` and `Z` are variables, `D` and `E` are numbers, `N` is an input, `{...}` after `DLL` is there for
/// doubly linked lists only, and after `SLL` for singly linked ones.
pub const OPERATIONS: &[&str] = &[
    // Build.
    "while (N) { MAKE t->data = D; t->next = X; DLL{ if (X) X->prev = t; } X = t; }",
    "while (N) { MAKE t->data = N ? D : E; t->next = X; DLL{ if (X) X->prev = t; } X = t; }",
    "MAKE t->data = D; t->next = X; DLL{ if (X) X->prev = t; } X = t;",
    "if (X) { t = X; while (t->next) t = t->next; s = t; MAKE t->data = D; t->next = 0; DLL{ t->prev = s; } s->next = t; }",
    "MAKE t->data = D; t->next = 0; X = Y = t; while (N) { MAKE t->data = E; t->next = 0; DLL{ t->prev = Y; } Y->next = t; Y = t; }",
    "if (Y) while (N) { MAKE t->data = D; t->next = Y->next; DLL{ t->prev = Y; if (t->next) t->next->prev = t; } Y->next = t; }",
    "Y = X; while (Y && N) Y = Y->next; if (Y) { MAKE t->data = D; t->next = Y->next; DLL{ t->prev = Y; if (t->next) t->next->prev = t; } Y->next = t; }",
    // Change.
    "for (t = X; t; t = t->next) if (t->data == D) t->data = E;",
    "for (t = X; t; t = t->next) if (N) t->data = D;",
    "for (t = X; t; t = t->next) t->data = D;",
    "for (t = X; t; t = t->next) { if (N) { t->data = D; break; } }",
    "if (X) X->data = D;",
    "if (X && X->next) X->next->data = D;",
    "if (X) X->next = 0;",
    "if (X) X->next = Y;",
    "for (t = X; t; t = t->next) t->other = Y;",
    "for (t = X; t; t = t->next) t->other = t;",
    "if (X) X->other = Y;",
    // Remove.
    "if (X) { t = X; X = X->next; free(t); DLL{ if (X) X->prev = 0; } }",
    "if (X && X->next) { t = X->next; X->next = t->next; DLL{ if (t->next) t->next->prev = X; } free(t); }",
    "while (X) { t = X->next; free(X); X = t; }",
    "while (X && N) { t = X->next; free(X); X = t; DLL{ if (X) X->prev = 0; } }",
    "for (t = X; t && t->next; t = t->next) if (t->next->data == D) { s = t->next; t->next = s->next; DLL{ if (s->next) s->next->prev = t; } free(s); }",
    "DLL{ if (Y && Y->prev) { Y->prev->next = Y->next; if (Y->next) Y->next->prev = Y->prev; free(Y); Y = 0; } }",
    // Move.
    "s = 0; while (X) { t = X->next; X->next = s; DLL{ if (s) s->prev = X; X->prev = 0; } s = X; X = t; } X = s;",
    "Y = X;",
    "X = 0;",
    "Y = X; while (Y && N) Y = Y->next;",
    "Y = X; while (Y && Y->next) Y = Y->next;",
    "Y = X; while (Y && Y->data != D) Y = Y->next;",
    "DLL{ while (Y && Y->prev && N) Y = Y->prev; }",
    "if (X) Y = X->next;",
    "if (X) { t = X; while (t->next && N) t = t->next; t->next = Y; DLL{ if (Y) Y->prev = t; } }",
    "while (X && N) { t = X->next; X->next = Y; DLL{ if (Y) Y->prev = X; X->prev = 0; if (t) t->prev = 0; } Y = X; X = t; }",
    "if (X) { t = X; while (t->next && t->next != X) t = t->next; t->next = X; DLL{ X->prev = t; } }",
];

/// What is asked of the lists: each condition is a branch.
const CONDITIONS: &[&str] = &[
    "X == 0",
    "X == Y",
    "X && X->data == D",
    "X && X->data != D",
    "X && X->next && X->next->data == D",
    "X && X->next && X->next->next && X->next->next->data != D",
    "X && X->next == Y",
    "X && X->next == 0",
    "X && X->next && X->next->next == 0",
    "X && X->next && X->next->next && X->next->next->next == 0",
    "X && X->next == X",
    "X && Y && X->data == Y->data",
    "X && X->other == X",
    "X && X->other == Y",
    "X && Y && X->other && X->other->data == Y->data",
    "DLL{ X && X->prev == 0 } SLL{ X && X->next && X->next->next == X }",
    "DLL{ X && X->prev == Y } SLL{ X && X->next && X->next->next == Y }",
    "DLL{ X && X->next && X->next->prev != X } SLL{ X && Y && X->next == Y->next }",
    "DLL{ X && X->prev && X->prev->data == D } SLL{ X && X->next && X->next->next && X->next->next->data == D }",
    "DLL{ X && X->prev && X->prev->next != X } SLL{ X && X->next && X->next->other == X }",
];

/// Walks that ask of each node: `?` is a question with `t` as its variable.
const WALKS: &[&str] = &[
    "for (t = X; t; t = t->next) { ? }",
    "for (t = X; t && t->next; t = t->next) { ? }",
    "k = 0; for (t = X; t; t = t->next) { if (k < 4) k++; ? } if (k == D) k = 7;",
    "for (t = X; t && t != Y; t = t->next) { ? }",
    "DLL{ for (t = X; t; t = t->prev) { ? } }",
];

/// Keeps or leaves out the parts that are for one kind of lists.
fn for_kind(text: &str, is_double: bool) -> String {
    let (mut rest, mut out) = (text, String::new());
    while let Some(at) = rest.find("LL{") {
        let kept = (rest.as_bytes()[at - 1] == b'D') == is_double;
        out.push_str(&rest[..at - 1]);
        let inner = &rest[at + 3..];
        let mut depth = 1;
        let end = inner.find(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        });
        let end = end.expect("a part ends");
        if kept {
            out.push_str(&inner[..end]);
        }
        rest = &inner[end + 1..];
    }
    out.push_str(rest);
    out
}

/// Puts in variables, of which the first may be given, numbers and inputs.
pub fn filled(text: &str, is_double: bool, first: Option<&str>, random: &mut Random) -> String {
    let text = for_kind(text, is_double);
    let mut variables = vec!["a", "b", "c"];
    let mut names: BTreeMap<char, String> = BTreeMap::new();
    for letter in ['X', 'Y', 'Z'] {
        let index = random.below(variables.len());
        names.insert(letter, variables.remove(index).to_owned());
    }
    if let Some(first) = first {
        names.insert('X', first.to_owned());
    }
    names.insert('D', random.below(3).to_string());
    names.insert('E', random.below(3).to_string());
    let text = text.replace(
        "MAKE",
        if is_double {
            "t = malloc(sizeof *t); t->prev = 0; t->other = 0;"
        } else {
            "t = malloc(sizeof *t); t->other = 0;"
        },
    );
    let text = text.replace('N', "__VERIFIER_nondet_int()");
    let mut out = String::new();
    let letters: Vec<char> = text.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let is_alone = |index: Option<usize>| {
            index.and_then(|index| letters.get(index)).is_none_or(|c| !c.is_alphanumeric() && *c != '_')
        };
        match names.get(letter) {
            Some(name) if is_alone(at.checked_sub(1)) && is_alone(Some(at + 1)) => out.push_str(name),
            _ => out.push(*letter),
        }
    }
    out
}

pub fn drawn(of: &'static [&'static str], random: &mut Random) -> &'static str {
    of[random.below(of.len())]
}

pub fn question(is_double: bool, random: &mut Random) -> String {
    format!("if ({}) k = 1;", filled(drawn(CONDITIONS, random), is_double, None, random))
}

/// A program over lists.
fn list_program(random: &mut Random) -> String {
    let is_double = random.chance(50);
    let mut text = String::from(
        "extern int __VERIFIER_nondet_int(void); extern void *malloc(unsigned long); extern void free(void *);\n",
    );
    text += if is_double {
        "struct node { int data; struct node *next, *prev, *other; };\n"
    } else {
        "struct node { struct node *next; int data; struct node *other; };\n"
    };
    text += "int main(void) { struct node *a = 0, *b = 0, *c = 0, *s = 0, *t = 0; int k = 0;\n";
    for _ in 0..2 + random.below(5) {
        // Half of them build, for what is asked of no list says little.
        let pool = if random.chance(40) { &OPERATIONS[..7] } else { OPERATIONS };
        text += &format!("  {}\n", filled(drawn(pool, random), is_double, None, random));
        if random.chance(25) {
            text += &format!("  {}\n", question(is_double, random));
        }
    }
    for _ in 0..3 {
        text += &format!("  {}\n", question(is_double, random));
        let walk = filled(drawn(WALKS, random), is_double, None, random);
        let asked = format!("if ({}) k = 1;", filled(drawn(CONDITIONS, random), is_double, Some("t"), random));
        text += &format!("  {}\n", walk.replace('?', &asked));
    }
    text + "  return k; }\n"
}

pub struct Source<'r>(pub &'r mut Random);

impl Inputs for Source<'_> {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        Value::truncated(u128::from(self.0.below(100) < 55u64), request.scalar.map_or(64, |s| s.bits()))
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, _: u64) -> u8 {
        self.0.below(3) as u8
    }
}

/// The control states that the analysis reaches, with lists of up to `exact` nodes exact; `None` when that is too much work.
pub fn reached(
    program: &Program,
    controls: &mut Controls<'_>,
    exact: usize,
    most: usize,
) -> Option<BTreeSet<ControlId>> {
    let budget = Budget::unlimited(CancelToken::new());
    let mut statistics = Statistics::default();
    let mut cx = Cx { program, budget: &budget, statistics: &mut statistics };
    let cpa = ShapeAnalysis;
    let (first, _) = cpa.initial(&mut cx).ok()?;
    let precision = ShapePrecision::with_exact_length(program, exact);
    let mut known: BTreeMap<ControlId, Vec<ShapeState>> = BTreeMap::new();
    let mut open = vec![(first, controls.initial())];
    let (mut moves, mut count) = (Vec::new(), 0);
    while let Some((state, control)) = open.pop() {
        let states = known.entry(control).or_default();
        let is_covered = states.iter().any(|old| cpa.leq(&state, old, &mut cx).expect("an answer"));
        if is_covered {
            continue;
        }
        states.push(state.clone());
        count += 1;
        if count > most {
            return None;
        }
        controls.moves(control, &mut moves).ok()?;
        for (step, to) in moves.iter().copied() {
            if let Step::Edge(edge) = step
                && matches!(program.edges[edge].op, Op::Halt | Op::Unsupported(_))
            {
                continue;
            }
            let (source, target) = (controls.get(control).node, controls.get(to).node);
            let depth = controls.depth(control);
            let is_target = controls.is_target(to);
            let at = Move { program, step, source, target, depth, from: control, to, is_target };
            let mut out = Successors::new();
            cpa.post(&state, &precision, &at, &mut cx, &mut out).ok()?;
            open.extend(out.into_iter().map(|next| (next, to)));
        }
    }
    Some(known.into_keys().collect())
}

/// Executes a program; the control states on the way, with a place for each.
fn execute(
    program: &Program,
    controls: &mut Controls<'_>,
    random: &mut Random,
    seen: &mut BTreeMap<ControlId, String>,
) {
    let code = Code::new(program);
    let options = InterpreterOptions { steps: 1500, memory: 1 << 20, depth: 20, ..InterpreterOptions::default() };
    let mut interpreter = Interpreter::new(&code, options);
    let (mut control, mut moves) = (controls.initial(), Vec::new());
    while let Ok(step) = interpreter.step(&mut Source(random)) {
        controls.moves(control, &mut moves).expect("moves");
        let Some((_, to)) = moves.iter().find(|(of, _)| *of == step) else { return };
        control = *to;
        seen.entry(control).or_insert_with(|| match step {
            Step::Edge(edge) => {
                let edge = &program.edges[edge];
                format!("{:?}: {:?}", program.sources.locate(edge.span).map(|l| l.to_string()), edge.op)
            }
            step => format!("{step:?}"),
        });
    }
}

/// Compares an analysis with 25 executions: how many control states there are that the analysis does not reach, and how many
/// that executions do; `None` when the analysis is too much work.
fn compare(name: &str, text: &str, exact: usize, random: &mut Random) -> Option<(usize, usize)> {
    let specification = Specification::default_reachability();
    let program = program(name, text, MachineModel::Lp64);
    let mut controls = Controls::new(&program, &specification);
    let reached = reached(&program, &mut controls, exact, 400)?;
    let excluded = controls.len().saturating_sub(reached.len());
    let mut seen = BTreeMap::new();
    for _ in 0..25 {
        execute(&program, &mut controls, random, &mut seen);
    }
    for (control, place) in &seen {
        assert!(reached.contains(control), "{name}: an execution comes to {place}, the analysis does not\n{text}");
    }
    Some((excluded, seen.len()))
}

#[test]
fn executions_of_files_stay_where_the_analysis_comes() {
    let files =
        [("chosen_node.c", include_str!("../shape/chosen_node.c")), ("parts.c", include_str!("../shape/parts.c"))];
    for (name, text) in files {
        let (_, seen) = compare(name, text, 2, &mut Random::new(1)).expect("little work");
        assert!(seen > 10, "{name}: {seen}");
    }
}

#[test]
fn executions_stay_where_the_analysis_comes() {
    let seeds = cairn_tools::seeds(63);
    let count = seeds.end - seeds.start;
    let (mut finished, mut taken, mut excluded) = (0, 0, 0);
    for seed in seeds {
        let mut random = Random::new(seed);
        let text = list_program(&mut random);
        let name = format!("seed-{seed}.c");
        let Some((without, seen)) = compare(&name, &text, 2 + seed as usize % 2, &mut random) else { continue };
        finished += 1;
        taken += seen;
        excluded += without;
    }
    // Most programs are analysed to the end, and something is excluded.
    let are_rates = finished * 2 > count && taken > 1_000 && excluded > 0;
    assert!(has_rates(count, are_rates), "{finished} of {count}, {taken}, {excluded}");
}
