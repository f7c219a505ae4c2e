//! Contracts: what is refused, and that none replaces what it is about. For each program in [`FALSE`] a contract or an invariant in place of
//! a body or a loop would prove an assertion that fails, unless everything that is written were known: it is violated.

use crate::cairn;

use cairn::{Ended, Folder, cairn};

fn check(text: &str, more: &[&str]) -> Ended {
    let folder = Folder::new(&[("a.c", text.as_bytes())]);
    cairn(&folder, &[&["check", "--property", "unreach-call", "--time-limit", "20s"], more, &["a.c"]].concat(), &[])
}

/// Declarations, a function with a contract that says nothing, the statements of `main` before the assertion that fails.
const FALSE: &[(&str, &str, &str)] = &[
    ("a global", "int g; void f(void) __CPROVER_ensures(1) { g = 1; }", "f(); if (g == 1) reach_error();"),
    (
        "a global by a call",
        "int g; void h(void) { g++; } void f(void) __CPROVER_ensures(1) { h(); }",
        "f(); if (g == 1) reach_error();",
    ),
    (
        "a global by recursion",
        "int g; void f(int n) __CPROVER_ensures(1) { if (n > 0) { g = n; f(n - 1); } }",
        "f(2); if (g == 1) reach_error();",
    ),
    (
        "an array",
        "int a[3]; void f(int i) __CPROVER_ensures(1) { if (i >= 0 && i < 3) a[i] = 4; }",
        "f(1); if (a[1] == 4) reach_error();",
    ),
    (
        "a member",
        "struct s { int x, y; } g; void f(void) __CPROVER_ensures(1) { g.y = 4; }",
        "f(); if (g.y == 4) reach_error();",
    ),
    ("a pointee", "void f(int *p) __CPROVER_ensures(1) { *p = 4; }", "int x = 0; f(&x); if (x == 4) reach_error();"),
    (
        "a member behind a pointer",
        "struct s { int x, y; }; void f(struct s *p) __CPROVER_ensures(1) { p->y = 4; }",
        "struct s x = {0, 0}; f(&x); if (x.y == 4) reach_error();",
    ),
    (
        "a pointer that is changed",
        "int g; void f(int *p) __CPROVER_ensures(1) { p = &g; *p = 4; }",
        "int x = 0; f(&x); if (g == 4) reach_error();",
    ),
    (
        "an index",
        "void f(int *p) __CPROVER_ensures(1) { p[1] = 4; }",
        "int x[2] = {0, 0}; f(x); if (x[1] == 4) reach_error();",
    ),
    (
        "an alias of a global",
        "int g; int *q = &g; void f(void) __CPROVER_ensures(1) { *q = 4; }",
        "f(); if (g == 4) reach_error();",
    ),
    (
        "a pointer to the parameter",
        "int g; void f(int *p) __CPROVER_ensures(1) { int **q = &p; *q = &g; *p = 4; }",
        "int x = 0; f(&x); if (g == 4) reach_error();",
    ),
    (
        "a static variable",
        "int f(void) __CPROVER_ensures(1) { static int n; return n++; }",
        "f(); if (f() == 1) reach_error();",
    ),
    (
        "a shadowed name",
        "int g; void f(void) __CPROVER_ensures(1) { g = 4; { int g = 1; g = 2; } }",
        "f(); if (g == 4) reach_error();",
    ),
    (
        "an expression of statements",
        "int g; void f(void) __CPROVER_ensures(1) { int x = ({ g = 4; 1; }); (void)x; }",
        "f(); if (g == 4) reach_error();",
    ),
    (
        "an initialiser",
        "int g; void f(void) __CPROVER_ensures(1) { int x[2] = {g++, 1}; (void)x; }",
        "f(); if (g == 1) reach_error();",
    ),
    (
        "through a function pointer",
        "int g; void h(void) { g = 4; } void f(void (*h)(void)) __CPROVER_ensures(1) { h(); }",
        "f(h); if (g == 4) reach_error();",
    ),
    (
        "a loop",
        "",
        "int x = 0; for (int i = 0; i < 3; i++) __CPROVER_loop_invariant(1) x = i; if (x == 2) reach_error();",
    ),
    (
        "a loop left by break",
        "",
        "int x = 0; while (1) __CPROVER_loop_invariant(1) { x++; if (x > 2) break; } if (x == 3) reach_error();",
    ),
    (
        "a loop with continue",
        "",
        "int x = 0, i = 0; while (i < 3) __CPROVER_loop_invariant(1) { i++; if (i == 3) { x = 7; continue; } } if (x == 7) reach_error();",
    ),
    (
        "a loop that do makes",
        "",
        "int x = 0; do __CPROVER_loop_invariant(1) { x++; } while (x < 3); if (x == 3) reach_error();",
    ),
    (
        "a loop with an inner loop",
        "",
        "int x = 0; for (int i = 0; i < 2; i++) __CPROVER_loop_invariant(1) for (int j = 0; j < 2; j++) __CPROVER_loop_invariant(1) x++; if (x == 4) reach_error();",
    ),
    (
        "a loop with a label",
        "",
        "int x = 0; if (x == 0) goto in; while (x < 5) __CPROVER_loop_invariant(1) { x = 9; in: x = x + 1; } if (x == 10) reach_error();",
    ),
    (
        "a loop that writes by a pointer",
        "",
        "int x = 0; int *p = &x; for (int i = 0; i < 2; i++) __CPROVER_loop_invariant(1) *p = i; if (x == 1) reach_error();",
    ),
    (
        "a loop in which a name is declared",
        "",
        "int x = 0; for (int i = 0; i < 2; i++) __CPROVER_loop_invariant(1) { x = i; { int x = 5; x = 6; } } if (x == 1) reach_error();",
    ),
    (
        "a loop with a call",
        "int g; void h(void) { g = 2; }",
        "while (g < 1) __CPROVER_loop_invariant(1) h(); if (g == 2) reach_error();",
    ),
    (
        "a local pointer",
        "int g; void f(void) __CPROVER_ensures(1) { int *q = &g; *q = 4; }",
        "f(); if (g == 4) reach_error();",
    ),
    (
        "a cleanup",
        "int g; void end(int *p) { g = *p; } void f(void) __CPROVER_ensures(1) { int x __attribute__((cleanup(end))) = 4; }",
        "f(); if (g == 4) reach_error();",
    ),
    (
        "a size of an array whose length has a side effect",
        "int g; int f(int n) __CPROVER_ensures(1) { return (int)sizeof(int[++g + n]); }",
        "f(1); if (g == 1) reach_error();",
    ),
    (
        "a weak function",
        "int g; __attribute__((weak)) void h(void) { g = 4; } void f(void) __CPROVER_ensures(1) { h(); }",
        "f(); if (g == 4) reach_error();",
    ),
    (
        "a variable that a block declares",
        "int g; void f(void) __CPROVER_ensures(1) { extern int g; g = 4; }",
        "f(); if (g == 4) reach_error();",
    ),
    (
        "arguments that are one object",
        "int f(int *p, int *q) __CPROVER_ensures(1) __CPROVER_assigns(*p) { *p = 1; *q = 4; return *p; }",
        "int x = 0; f(&x, &x); if (x == 4) reach_error();",
    ),
    (
        "a write under a condition",
        "int g; void f(int c) __CPROVER_ensures(1) __CPROVER_assigns(g) { if (c) g = 4; }",
        "f(1); if (g == 4) reach_error();",
    ),
    (
        "a call through a pointer",
        "int g; void h(void) { g = 4; } void (*p)(void) = h; void f(void) __CPROVER_ensures(1) { p(); }",
        "f(); if (g == 4) reach_error();",
    ),
];

#[test]
fn what_fails_is_not_proved() {
    use rayon::prelude::*;
    let taken = FALSE.par_iter().enumerate().filter(|(index, _)| cairn_tools::takes_share(*index, 3));
    let wrong: Vec<String> = taken
        .filter_map(|(_, (name, declarations, statements))| {
            let text = format!(
                "extern void reach_error(void);\n{declarations}\nint main(void) {{\n  {statements}\n  return 0;\n}}\n"
            );
            let plain = check(&text, &[]);
            let proved = check(&text, &["--contracts"]);
            let is_violated = |ended: &Ended| ended.out.contains(" violated: assertion in main: reach_error()");
            let is_right = is_violated(&plain) && is_violated(&proved);
            (!is_right).then(|| format!("{name}: {plain:?} {proved:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_not_supported_is_said() {
    let of = |text: &str| check(text, &["--contracts"]);
    let cases = [
        (
            "int f(int n, ...) __CPROVER_requires(n > 0) { return n; }\nint main(void) { return f(1); }\n",
            "variable arguments",
        ),
        (
            "/*@ requires \\fresh(p); */\nint f(int *p) { return *p; }\nint main(void) { return 0; }\n",
            "a.c:1: '\\fresh' of ACSL is not supported",
        ),
        (
            "int f(int a) __CPROVER_requires(__CPROVER_forall { int i; i > 0 }) { return a; }\nint main(void) { return 0; }\n",
            "a quantifier needs a range",
        ),
        (
            "int f(unsigned a) __CPROVER_requires(!__CPROVER_forall { int i; (a <= i && i < 5) ==> i }) { return a; }\nint main(void) { return f(1); }\n",
            "numbers of different signs",
        ),
        (
            "int f(int *a) __CPROVER_ensures(__CPROVER_forall { int i; (0 <= i && i < 2) ==> a[i] == __CPROVER_old(a[i]) }) { return 0; }\nint main(void) { return 0; }\n",
            "an old value of what a quantifier is about",
        ),
        (
            "int f(int *a) __CPROVER_ensures(__CPROVER_is_fresh(a, 4)) { return 0; }\nint main(void) { return 0; }\n",
            "'__CPROVER_is_fresh' is not supported here",
        ),
        (
            "extern void __VERIFIER_assume(int);\nint main(void) { int a = 1; __VERIFIER_assume(__CPROVER_forall { int i; (0 <= i && i < a) ==> a }); return 0; }\n",
            "a quantifier is supported in clauses only",
        ),
        (
            "int main(void) {\n  int i = 0;\n  /*@ loop pragma UNROLL 3; */\n  while (i < 2) i++;\n  return 0;\n}\n",
            "a.c:3: the clause 'pragma' of ACSL is not supported",
        ),
        (
            "/*@ requires n > 0;\n  @ ensures \\lambda; */\nint f(int n) { return n; }\nint main(void) { return 0; }\n",
            "a.c:2: '\\lambda' of ACSL is not supported",
        ),
        (
            "/*@ ensures \\result > 0; */\nint (*p)(int n);\nint main(void) { return 0; }\n",
            "a contract of what is no function",
        ),
        (
            "int f(int cb(int n) __CPROVER_ensures(n > 0)) { return cb(1); }\nint main(void) { return 0; }\n",
            "a contract of a parameter",
        ),
        ("int main(void) { extern int f(int n) __CPROVER_ensures(n > 0); return 0; }\n", "declared in a block"),
        (
            "/*@ ensures \\result == a * b; */\nunsigned long f(unsigned long a, unsigned long b) { return a * b; }\nint main(void) { return 0; }\n",
            "numbers that do not fit in 128 bits",
        ),
    ];
    for (text, said) in cases {
        let ended = of(text);
        assert!(ended.err.contains(said) || ended.out.contains(said), "{text}: {ended:?}");
        assert_ne!(ended.code, 0, "{ended:?}");
    }
    // A type that is defined where a function is stays one type; a contract without a body is not used.
    let types = "enum e { A, B } next(enum e v) __CPROVER_ensures(__CPROVER_return_value != v) { return v == A ? B : A; }\n\
                 extern int g(void) __CPROVER_ensures(__CPROVER_return_value > 3);\n\
                 extern void reach_error(void);\nint main(void) { if (next(A) == A || g() <= 3) reach_error(); return 0; }\n";
    for flags in [&[] as &[_], &["--contracts"]] {
        let ended = check(types, flags);
        assert!(ended.out.contains(" violated: assertion in main: reach_error()"), "{flags:?}: {ended:?}");
        assert!(!ended.out.contains("not-modelled") && !ended.out.contains("not-checked"), "{flags:?}: {ended:?}");
    }
    // Without the flag comments are comments, and no verdict rests on a contract.
    let comment =
        "/*@ requires \\fresh(p); */\nint f(int *p) { return *p; }\nint main(void) { int x = 0; return f(&x); }\n";
    assert_eq!(check(comment, &[]).code, 0);
    let folder = Folder::new(&[("a.c", comment.as_bytes())]);
    let verified = cairn(&folder, &["verify", "--option", "contracts=prove", "a.c"], &[]);
    assert!(verified.code == 2 && verified.err.contains("cairn check --contracts"), "{verified:?}");
}
