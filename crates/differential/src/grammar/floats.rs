//! Floating point: signs of zero, NaN, rounding, conversions.

use super::Class;

pub(super) const CLASSES: &[Class] = &[Class {
    name: "floats",
    globals: &[
        "extern float __VERIFIER_nondet_float(void); extern double __VERIFIER_nondet_double(void);",
        "static int whole(double v) { return v > -1000 && v < 1000 ? (int)v : 77; }",
    ],
    locals: &["float ff = n; double fd = 0.5;"],
    statements: &[
        "ff = $i;",
        "fd = ff;",
        "ff = fd;",
        "fd += 0.1;",
        "ff = ff + 1;",
        "fd = -fd;",
        "fd = fd / 2;",
        "ff *= 3;",
        "$v = whole(fd);",
        "$v = whole(ff);",
        "ff = __VERIFIER_nondet_float();",
        "fd = __VERIFIER_nondet_double();",
        "fd = ff - ff;",
        "fd = 1 / fd;",
        "u = whole(fd) & 255;",
        "{ unsigned b$n; __builtin_memcpy(&b$n, &ff, 4); $v = b$n >> 24; }",
        "ff = 16777216.0f; ff += 1;",
    ],
    integers: &[
        "whole(fd)",
        "whole(ff)",
        "(ff == fd)",
        "(fd != fd)",
        "(fd == -fd)",
        "(1 / fd < 0)",
        "(ff < fd)",
        "!(ff >= fd)",
    ],
    conditions: &[
        "fd == fd",
        "ff < 1",
        "fd == 0",
        "ff == (float)fd",
        "ff + 1 == ff",
        "(int)whole(fd) == fd",
        "fd > ff",
        "!(fd > ff)",
    ],
    ..Class::EMPTY
}];
