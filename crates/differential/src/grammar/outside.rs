//! The class of programs about what comes from outside: pointers as inputs, objects of other files, functions without a body.

use super::Class;

pub(super) const CLASSES: &[Class] = &[
    Class {
        name: "input-pointers",
        globals: &[
            "extern void *__VERIFIER_nondet_pointer(void);",
            "extern unsigned long __VERIFIER_nondet_ulong(void);",
            "int ext_a = 1, ext_b = 2;",
        ],
        locals: &["int *i = __VERIFIER_nondet_pointer(), *j = __VERIFIER_nondet_pointer(); if (!i || !j) return 0;"],
        statements: &[
            "*i = $i;",
            "*j = $i;",
            "if (i == &ext_a) *i = $k;",
            "ext_a = $i;",
            "*j += *i;",
            "j = $c ? i : j;",
            "i = (int *)__VERIFIER_nondet_ulong(); if (i != &ext_a && i != &ext_b) return 0;",
        ],
        integers: &["*i", "*j", "ext_a", "ext_b", "(i == j)"],
        variables: &["ext_a", "(*i)"],
        pointers: &["i", "j", "&ext_b"],
        conditions: &["i == j", "i == &ext_a", "j != &ext_b", "*i == *j"],
        main: None,
        excluded: None,
    },
    Class {
        name: "extern-objects",
        globals: &["extern int ext_n, ext_m; extern int *ext_p, *ext_q; extern struct { int v; } ext_s[2];"],
        locals: &["if (!ext_p || !ext_q) return 0;"],
        statements: &[
            "ext_n = $i;",
            "*ext_p = $i;",
            "*ext_q = $i;",
            "ext_s[n & 1].v = $i;",
            "ext_p = $c ? ext_q : &ext_n;",
            "ext_m += 1;",
        ],
        integers: &["ext_n", "ext_m", "*ext_p", "*ext_q", "ext_s[1].v"],
        variables: &["ext_n", "ext_s[0].v"],
        pointers: &["ext_p", "&ext_n"],
        conditions: &["ext_p == ext_q", "ext_n == ext_m", "ext_p == &ext_m"],
        main: None,
        excluded: None,
    },
    // Nothing here compares pointers: comparing would be reason enough to take two for one.
    Class {
        name: "meeting-pointers",
        globals: &[
            "extern void *__VERIFIER_nondet_pointer(void);",
            "extern int *ext_give(void); extern int *ext_kept;",
            "int ext_c = 1; static int lent = 3;",
        ],
        locals: &["int *one = __VERIFIER_nondet_pointer(), *two = ext_give();", "if (!one || !two) return 0;"],
        statements: &[
            "*one = $i;",
            "*two = $i;",
            "one[$k & 1] = $i;",
            "ext_c = $i;",
            "ext_kept = &lent;",
            "lent = $i;",
            "two = $c ? one : ext_kept; if (!two) return 0;",
        ],
        integers: &["*one", "*two", "one[1]", "ext_c", "lent"],
        variables: &["ext_c", "lent"],
        ..Class::EMPTY
    },
    Class {
        name: "undefined-functions",
        globals: &[
            "extern void ext_fill(int *), ext_look(const int *); extern int ext_number(void);",
            "extern void ext_run(void (*)(void)); extern int *ext_back(const int *);",
            "static int seen = 1; static void mark(void) { seen += 2; }",
        ],
        locals: &["int given = 5, *back = &given;"],
        statements: &[
            "ext_fill(&given);",
            "ext_look(&y);",
            "ext_run(mark);",
            "given = ext_number() & 3;",
            "back = ext_back(&given); if (!back) return 0;",
            "*back = $i;",
            "seen = $k;",
        ],
        integers: &["given", "seen", "*back"],
        variables: &["given", "seen"],
        pointers: &["&given"],
        ..Class::EMPTY
    },
];
