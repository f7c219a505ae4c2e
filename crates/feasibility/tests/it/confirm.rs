//! From a path to a replayed execution, or not.

use cairn_base::{Budget, CancelToken};
use cairn_feasibility::{Confirmation, confirm};
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_interp::{Code, RecordedInput as Given};
use cairn_ir::types::MachineModel;
use cairn_ir::{EdgeId, NodeId, Op, PassedValues, Program, Step};

fn program(text: &str) -> Program {
    let input = Input { name: "confirm.c".into(), text: text.into() };
    compile(&[input], &FrontEndOptions::new(MachineModel::Lp64, "main")).unwrap()
}

/// Some way through the automata to the label `target`, which is in `main`: the first that a search finds.
fn path_to_target(program: &Program) -> (Vec<Step>, EdgeId) {
    let is_target = |edge: EdgeId| matches!(&program.edges[edge].op, Op::Label(name) if name == "target");
    let start = program.functions[program.start].body.unwrap();
    let mut stack: Vec<(NodeId, Vec<Step>, Vec<EdgeId>)> = vec![(start.entry, Vec::new(), Vec::new())];
    while let Some((node, steps, calls)) = stack.pop() {
        let is_exit = program.functions[program.nodes[node].function].body.unwrap().exit == node;
        if let (true, Some((edge, below))) = (is_exit, calls.split_last()) {
            let Op::Call(call) = program.edges[*edge].op else { panic!() };
            let steps = steps.iter().copied().chain([Step::Leave(call, PassedValues::ALL)]).collect();
            stack.push((program.edges[*edge].target, steps, below.to_vec()));
        }
        for (edge, of) in program.leaving(node).collect::<Vec<_>>().into_iter().rev() {
            let (mut steps, mut calls) = (steps.clone(), calls.clone());
            match of.op {
                Op::Call(call) => {
                    steps.push(Step::Enter(call, PassedValues::ALL));
                    let callee = program.calls[call].callee.unwrap();
                    calls.push(edge);
                    stack.push((program.functions[callee].body.unwrap().entry, steps, calls));
                }
                _ => {
                    steps.push(Step::Edge(edge));
                    if is_target(edge) {
                        return (steps, edge);
                    }
                    stack.push((of.target, steps, calls));
                }
            }
        }
    }
    panic!("no target");
}

fn confirmed(text: &str) -> Confirmation {
    let program = program(text);
    let (path, target) = path_to_target(&program);
    let code = Code::new(&program);
    let budget = Budget::unlimited(CancelToken::new());
    confirm(&code, &path, &budget, |_, step| step == Step::Edge(target)).unwrap().0
}

#[test]
fn a_violation_is_replayed() {
    let text = "extern int __VERIFIER_nondet_int(void);
        int main(void) { int x = __VERIFIER_nondet_int(); if (x * 3 == 2001 && x > 0) { target: return 1; } return 0; }";
    let Confirmation::Confirmed(execution) = confirmed(text) else { panic!() };
    let [Given::Scalar(x)] = execution.inputs.sequence[..] else { panic!("{:?}", execution.inputs) };
    assert_eq!(x.as_signed(32) as i32, 667);
    assert!(!execution.trace.entries.is_empty());
}

#[test]
fn an_infeasible_path_is_spurious_from_where_it_is() {
    let text = "extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int x = __VERIFIER_nondet_int();
          if (x % 2 == 0) { if (x == 5) { x = __VERIFIER_nondet_int(); if (x == 7) { target: return 1; } } }
          return 0;
        }";
    let program = program(text);
    let (path, _) = path_to_target(&program);
    let Confirmation::Spurious { prefix } = confirmed(text) else { panic!() };
    // Two branches, an input and an assignment follow the contradiction.
    assert!(prefix < path.len() - 2, "{prefix} of {}", path.len());
}

#[test]
fn undefined_behaviour_is_no_violation() {
    let texts = [
        "extern int input(void); int main(void) { int x, *p = &x; if (input()) p = 0; *p = 1; target: return 1; }",
        "extern int input(void); int *f(void) { if (input()) return 0; static int x; return &x; }
         int main(void) { int *p = f(); *p = 1; target: return 1; }",
        "int main(void) { *(int *)0 = 1; target: return 1; }",
        "extern int *input(void); int main(void) { int *p = input(); if (!p) { p = 0; *p = 1; target: } return 1; }",
        // An address that is lent where something else is written, that is kept, or that is calculated with.
        "int x; extern int input(void); void f(int **to) { *to = input() ? (int *)1 : &x; }
         int main(void) { int *p; f(&p); if (p != &x) { *p = 1; target: } return 1; }",
        "int x, **kept; void f(int **to) { kept = to; *to = 0; }
         int main(void) { int *p; f(&p); if (0) *kept = &x; *p = 1; target: return 1; }",
        "int x; void g(int **to) { *to = &x; } void f(int **to) { g(to); *to = 0; }
         int main(void) { int *p; f(&p); *p = 1; target: return 1; }",
        "int x; void f(int **to) { to[0] = 0; } int main(void) { int *p[2]; f(p); *p[0] = 1; target: return 1; }",
        "int x; void f(int **to) { static int *other; *to = 0; to = &other; *to = &x; **to = 1; }
         int main(void) { int *p; f(&p); *p = 1; target: return 1; }",
    ];
    for text in texts {
        let Confirmation::Unconfirmed(why, _) = confirmed(text) else { panic!("{text}") };
        assert!(why.contains("a dereference of null"), "{why}");
    }
}

#[test]
fn a_pointer_that_is_always_null_stands_for_memory() {
    let records =
        "struct S { int a, b; struct S *next; char text[8]; struct { int c; } d; }; extern unsigned char input(void);";
    let texts = [
        // What is written is read back, what is not is an input.
        "int main(void) { struct S *s = 0; s->a = 5; if (s->a == 5 && s->b == 77) { target: } return 0; }",
        // In a callee, through the address of a member, an unknown pointer, an unknown index, a whole record.
        "int f(struct S *t) { int *b = &t->d.c; *b = 9; return t->d.c; }
         int main(void) { static struct S *s; if (f(s) == 9) { target: } return 0; }",
        "int main(void) { struct S *s = 0; s->next->a = 4; s->a = 3; if (s->a == 3 && s->next->a == 4) { target: } return 0; }",
        "int main(void) { struct S *s = 0; s->text[input()] = 6; if (s->text[3] == 6 && s->text[4] == 7) { target: } return 0; }",
        "extern void *memset(void *, int, unsigned long), *memcpy(void *, const void *, unsigned long);
         int main(void) {
           struct S *s = 0, t; memset(s, 1, sizeof *s); memcpy(&t, s, sizeof t); if (t.b == 0x01010101) { target: } return 0;
         }",
        "int main(void) { struct S *s = 0, t; t.a = 1; *s = t; t = *s; if (s->a == 1 && t.a == 1) { target: } return 0; }",
        // A pointer that is invented elsewhere and handed back through its lent address.
        "char *stub(void) { return input() ? (char *)0 : (char *)1; }
         int get(struct S **to) { *to = (void *)stub(); (*to)->b = 6; return 0; }
         int by(struct S **to) { return get(to); }
         int main(void) { struct S *s; by(&s); s->a = 5; if (s->a == 5 && s->b == 6) { target: } return 0; }",
    ];
    for text in texts {
        let Confirmation::Confirmed(execution) = confirmed(&format!("{records} {text}")) else { panic!("{text}") };
        assert!(execution.followed_null.is_some(), "{text}");
    }
    let other = "int main(void) {
           struct S *s; if (input()) ; else s = 0; s->a = 5; if (s && s->a == 5 && s->text[input()] == 8) { target: } return 0;
         }";
    let Confirmation::Confirmed(execution) = confirmed(&format!("{records} {other}")) else { panic!() };
    assert!(execution.followed_null.is_none());
    let other = "int main(void) { struct S *s = 0; s->a = 5; if (s->a == 6) { target: } return 0; }";
    let Confirmation::Spurious { .. } = confirmed(&format!("{records} {other}")) else { panic!() };
}

#[test]
fn what_is_not_modelled_is_named() {
    let text = "extern double __VERIFIER_nondet_double(void);
        extern double fmod(double, double);
        int main(void) { if (fmod(__VERIFIER_nondet_double(), 1e9) == 123456789.0) { target: return 1; } return 0; }";
    let Confirmation::Unconfirmed(why, _) = confirmed(text) else { panic!() };
    assert_eq!(why, "the path rests on a floating-point remainder, which is not modelled");
}

#[test]
fn memory_behind_a_variable_is_there_where_every_execution_wants_it() {
    let texts = [
        // A stand-in for a record: what is written is read back, what is not is an input, the neighbours are others.
        "struct S { int a, b, c; }; char dummy; int other = 3;
         int main(void) {
           struct S *s = (void *)&dummy; s->b = 5; other = 4;
           if (s->b == 5 && s->c == 77 && dummy == 0 && other == 4) { target: } return 0;
         }",
        "int main(void) { char t = 50; if (*(int *)&t == 50) { target: } return 0; }",
        // No input has decided anything: every execution reads behind the array.
        "int main(void) { int a[2] = {1, 2}, i = 2; if (a[i] == 7) { target: } return 0; }",
    ];
    for text in texts {
        let Confirmation::Confirmed(execution) = confirmed(text) else { panic!("{text}") };
        assert!(execution.tolerated.is_some(), "{text}");
    }
    let texts = [
        "extern int input(void); int a[2]; int main(void) { int i = 1; if (input()) { i = 2; if (a[i] == 7) { target: } } }",
        "extern void *malloc(unsigned long); int main(void) { int *p = malloc(4); if (p[1] == 7) { target: } }",
    ];
    for text in texts {
        let Confirmation::Unconfirmed(why, _) = confirmed(text) else { panic!("{text}") };
        assert!(why.contains("out of bounds"), "{why}");
    }
    // Where an input says where, it must say so in bounds.
    let text =
        "extern int input(void); int main(void) { int x = 1, *p = &x; if (p[input()] == 7) { target: } return 0; }";
    let Confirmation::Spurious { .. } = confirmed(text) else { panic!() };
}
