//! The class that every generated program has: inputs, integers of several types, branches.

use super::Class;

pub(super) const BASE: Class = Class {
    name: "base",
    globals: &[
        "extern void reach_error(void);",
        "extern int __VERIFIER_nondet_int(void);",
        "static void watch(int number, long long value) {}",
        "static int g = 4;",
    ],
    locals: &[
        "int n = __VERIFIER_nondet_int(); if (n < -1 || n > $k) return 0;",
        "int x = 1, y = 2;",
        "unsigned char u = 250;",
    ],
    statements: &[
        "$v = $i;",
        "$v = $i;",
        "$v += $i;",
        "if ($c) { ¦ } else { ¦ }",
        "if ($c) { ¦ }",
        "$v = __VERIFIER_nondet_int();",
        "$v++;",
    ],
    integers: &["x", "y", "n", "n", "g", "u"],
    variables: &["x", "y", "g", "u"],
    pointers: &["&x", "&g"],
    conditions: &["n", "(n == $k)", "(x < y)", "(u > 250)"],
    ..Class::EMPTY
};
