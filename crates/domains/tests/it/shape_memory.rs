//! The shape analysis's answers to the checks of memory safety, on generated programs over linked lists: what it calls safe,
//! no execution violates.
//!
//! The programs are those of [`crate::shape_programs`], with operations that go wrong on some lists, and most of them free
//! what they have at the end. Checks stand before each access, each `free` and the end, as in a verification. Where an
//! execution comes, violations included, the analysis must come.

use crate::shape_programs::{OPERATIONS, Source, drawn, filled, question, reached};
use cairn_cpa::{ControlId, Controls, Specification};
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_interp::{Code, Interpreter, InterpreterOptions, RunEnd};
use cairn_ir::behaviour::Check;
use cairn_ir::{MachineModel, Program, Step};
use cairn_test_support::Random;
use cairn_tools::has_rates;
use cairn_transform::instrumentation::{self, InitialisationFlags};
use std::collections::{BTreeMap, BTreeSet};

const CHECKS: [Check; 3] = [Check::ValidDeref, Check::ValidFree, Check::ValidMemtrack];

/// Operations that are wrong for some lists; in the language of [`OPERATIONS`].
const RISKS: &[&str] = &[
    "X->data = D;",
    "X->next->data = D;",
    "X = Y->next;",
    "if (X) X->next->data = D;",
    "if (X && X->next) X->next->next->data = D;",
    "if (X && X->next && X->next->next) X->next->next->next->data = D;",
    "if (X) { t = X->next; t->data = D; }",
    "if (X) X->other->data = D;",
    "if (X) X->next = X->next->next;",
    "while (X->next) X = X->next;",
    "while (X->data != D) X = X->next;",
    "for (t = X; t->next; t = t->next) t->data = D;",
    "Y = X; while (Y && N) Y = Y->next; Y->data = D;",
    "Y = X; while (Y && N) Y = Y->next; if (Y) Y->next->data = D;",
    "free(X);",
    "free(X); X = 0;",
    "if (X) free(X->next);",
    "if (X) { free(X->next); X->next = 0; }",
    "if (X && X->other) free(X->other);",
    "while (X) { free(X); X = X->next; }",
    "for (t = X; t; t = t->next) free(t);",
    "for (t = X; t; t = s) { s = t->next; free(t); }",
    "while (X) { t = X->next; if (N) free(X); X = t; }",
    "while (X) { t = X->next; free(X); X = t ? t->next : t; }",
    "if (X) { t = realloc(X, sizeof *t); X = t; }",
    "if (X) { t = realloc(Y, sizeof *t); t->next = 0; X = t; }",
    "MAKE t->data = D; t->next = 0; X = t;",
    "DLL{ X->prev->data = D; }",
    "DLL{ if (X) X->prev->next = X->next; }",
    "DLL{ if (X) free(X->prev); }",
];

/// Calls of `free` that are wrong for some lists, though nothing is read or written that was freed.
const FREES: &[&str] = &[
    "s = X; free(X); free(s);",
    "if (X) { s = X; X = X->next; free(s); if (N) free(s); }",
    "if (X && X->next) { s = X->next; free(s); if (Y == s) free(Y); }",
    "if (X && N) free(&X->next);",
    "if (X) free(X); if (Y && X != Y) free(Y);",
    "Y = X; while (Y && N) Y = Y->next; free(Y); free(X);",
    "if (X) { t = X; X = X->next; free(t); } if (X) { t = X; X = X->next; free(t); }",
    "while (N) { MAKE t->next = X; X = t; } if (X) { t = X; X = X->next; free(t); } if (X) { t = X; X = X->next; free(t); }",
    "while (N) { MAKE t->next = X; X = t; } if (X && X->next) { t = X->next->next; free(X->next); free(X); free(t); X = 0; }",
    "{ struct node *u[2] = {X, Y}; k = N != 0; free(u[k]); k = 0; }",
    "{ struct node *u[2] = {X, Y}; k = N != 0; t = realloc(u[k], sizeof *t); t->next = 0; X = t; k = 0; }",
    "{ struct node *u[2] = {X, Y}; k = N != 0; t = realloc(u[k], sizeof *t); MAKE t->next = 0; X = t; k = 0; }",
    "s = X; while (s && N) s = s->next; while (X) { t = X->next; free(X); X = t; } if (N) free(s);",
];

/// A program over lists that frees, at times what it should not.
pub fn safety_program(random: &mut Random) -> String {
    let is_double = random.chance(50);
    let mut text = String::from(
        "extern int __VERIFIER_nondet_int(void); extern void *malloc(unsigned long); extern void free(void *);\n\
         extern void *realloc(void *, unsigned long);\n",
    );
    text += if is_double {
        "struct node { int data; struct node *next, *prev, *other; };\n"
    } else {
        "struct node { struct node *next; int data; struct node *other; };\n"
    };
    text += "int main(void) { struct node *a = 0, *b = 0, *c = 0, *s = 0, *t = 0; int k = 0;\n";
    for _ in 0..1 + random.below(4) {
        let pool = match random.below(10) {
            0..4 => &OPERATIONS[..7],
            4..7 => OPERATIONS,
            7..9 => RISKS,
            _ => FREES,
        };
        text += &format!("  {}\n", filled(drawn(pool, random), is_double, None, random));
        if random.chance(15) {
            text += &format!("  {}\n", question(is_double, random));
        }
    }
    let cleans = random.chance(75);
    for variable in ["a", "b", "c"] {
        if cleans && random.chance(75) {
            text += &format!("  while ({variable}) {{ t = {variable}->next; free({variable}); {variable} = t; }}\n");
        }
    }
    text + "  return k; }\n"
}

/// A program with the checks of memory safety.
pub fn checked(name: &str, text: &str) -> Program {
    asked(name, text, &CHECKS)
}

/// A program with checks.
pub fn asked(name: &str, text: &str, checks: &[Check]) -> Program {
    let input = Input { name: name.to_owned(), text: text.into() };
    let options = FrontEndOptions { checks: checks.to_vec(), ..FrontEndOptions::new(MachineModel::Lp64, "main") };
    let mut program = compile(&[input], &options).unwrap_or_else(|error| panic!("{:?}\n{text}", error.diagnostics));
    // No address of a local is taken, so that no pointer goes to one after its lifetime.
    let checks = instrumentation::find(&mut program, checks, &|_| false, &InitialisationFlags::default());
    instrumentation::splice(&mut program, &checks);
    assert_eq!(program.check(), Ok(()));
    cairn_pointer_analysis::MemoryPartition::find_exposure(&mut program);
    program
}

/// Executes a program; the control states on the way, with a place for each. True when it ended with what is undefined.
fn execute(
    program: &Program,
    controls: &mut Controls<'_>,
    random: &mut Random,
    seen: &mut BTreeMap<ControlId, String>,
) -> bool {
    let code = Code::new(program);
    let options = InterpreterOptions { steps: 3000, memory: 1 << 20, depth: 20, ..InterpreterOptions::default() };
    let mut interpreter = Interpreter::new(&code, options);
    let (mut control, mut moves) = (controls.initial(), Vec::new());
    while let Ok(step) = interpreter.step(&mut Source(random)) {
        controls.moves(control, &mut moves).expect("moves");
        let Some((_, to)) = moves.iter().find(|(of, _)| *of == step) else { break };
        control = *to;
        seen.entry(control).or_insert_with(|| match step {
            Step::Edge(edge) => {
                let edge = &program.edges[edge];
                format!("{:?}: {:?}", program.sources.locate(edge.span).map(|l| l.to_string()), edge.op)
            }
            step => format!("{step:?}"),
        });
    }
    matches!(interpreter.end(), Some(RunEnd::Undefined { .. }))
}

/// The checks whose violations are among some control states.
fn violated(program: &Program, controls: &Controls<'_>, states: impl Iterator<Item = ControlId>) -> BTreeSet<Check> {
    let marks: BTreeMap<_, Check> =
        program.edges.iter().filter_map(|edge| Some((edge.target, edge.op.marked_check()?))).collect();
    states.filter_map(|state| marks.get(&controls.get(state).node).copied()).collect()
}

#[test]
fn what_is_called_safe_is_violated_by_no_execution() {
    let seeds = cairn_tools::seeds(63);
    let count = seeds.end - seeds.start;
    let specification = Specification::default_reachability();
    let (mut finished, mut proved, mut found) = (0, BTreeMap::new(), BTreeMap::new());
    for seed in seeds {
        let mut random = Random::new(seed);
        let text = safety_program(&mut random);
        let program = checked(&format!("seed-{seed}.c"), &text);
        let mut controls = Controls::new(&program, &specification);
        // Where lists of one only are exact, most hangs on segments.
        let exact = [1, 1, 2, 3][random.below(4)];
        let Some(reached) = reached(&program, &mut controls, exact, 600) else { continue };
        let may_be = violated(&program, &controls, reached.iter().copied());
        let mut seen = BTreeMap::new();
        for _ in 0..25 {
            let is_undefined = execute(&program, &mut controls, &mut random, &mut seen);
            let is_safe = !may_be.contains(&Check::ValidDeref) && !may_be.contains(&Check::ValidFree);
            assert!(!(is_undefined && is_safe), "seed {seed}: called safe, and undefined\n{text}");
        }
        for (control, place) in &seen {
            assert!(
                reached.contains(control),
                "seed {seed}, {exact} exact: an execution comes to {place}, the analysis does not\n{text}"
            );
        }
        let are = violated(&program, &controls, seen.keys().copied());
        for check in CHECKS {
            *proved.entry(check).or_insert(0) += u64::from(!may_be.contains(&check));
            *found.entry(check).or_insert(0) += u64::from(are.contains(&check));
        }
        finished += 1;
    }
    // Each check is often proved, and violated by some program.
    assert!(has_rates(count, finished * 2 > count), "{finished} of {count}");
    assert!(has_rates(count, proved.values().all(|number| number * 4 > finished)), "{proved:?}");
    assert!(has_rates(count, found.values().all(|number| *number > 0)), "{found:?}");
}
