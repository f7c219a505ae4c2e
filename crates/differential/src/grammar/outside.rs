//! What comes from outside the program: pointers as inputs, objects of other files, functions without a body.

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
        excluded: None,
    },
];
