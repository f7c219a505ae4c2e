//! Functions: parameters, recursion, variable arguments, static locals, escaping locals.

use super::Class;

pub(super) const CLASSES: &[Class] = &[
    Class {
        name: "recursion",
        globals: &[
            "static int sum(int k) { if (k <= 0) return 0; return k + sum(k - 1); }",
            "static int even(int k); static int odd(int k) { return k <= 0 ? 0 : even(k - 1); }",
            "static int even(int k) { return k <= 0 ? 1 : odd(k - 1); }",
            "static int deep(int *at, int k) { int own = k; if (k > 0) deep(&own, k - 1); *at += own; return own; }",
        ],
        locals: &[],
        statements: &["$v = sum($i & 3);", "$v = deep($p, $i & 3);", "$v = even($k);", "$v = sum(n);", "deep(&x, $k);"],
        integers: &["sum($k)", "even(n)", "odd(3)", "sum(n & 3)"],
        conditions: &["even($k)", "sum(2) == 3", "odd(n)"],
        ..Class::EMPTY
    },
    Class {
        name: "variadic",
        globals: &[
            "static int total(int count, ...) {\n  __builtin_va_list l; int s = 0;\n  __builtin_va_start(l, count);\n  \
             while (count-- > 0) s += __builtin_va_arg(l, int);\n  __builtin_va_end(l);\n  return s;\n}",
            "static int second(const char *kinds, ...) {\n  __builtin_va_list l; int r;\n  __builtin_va_start(l, kinds);\n  \
             if (*kinds == 'l') r = (int)__builtin_va_arg(l, long long); else r = *__builtin_va_arg(l, int *);\n  \
             r += __builtin_va_arg(l, int);\n  __builtin_va_end(l);\n  return r;\n}",
        ],
        locals: &[],
        statements: &[
            "$v = total(2, (int)($i), (int)($i));",
            "$v = second(\"l\", (long long)$i, $k);",
            "$v = second(\"p\", $p, $k);",
            "$v = total(n & 1, (int)($i));",
            "$v = total(3, u, (int)x, (int)($i));",
        ],
        integers: &["total(1, n)", "total(2, 3, u)", "second(\"l\", 7LL, 1)", "second(\"p\", &x, n)"],
        conditions: &["total(0) == 0", "total(1, n) == n"],
        ..Class::EMPTY
    },
    Class {
        name: "locals",
        globals: &[
            "static int count(int by) { static int c = 1; c += by; return c; }",
            "static int *kept;",
            "static void keep(int *p) { kept = p; }",
            "static void change(void) { if (kept) *kept = 9; }",
            "static int *where(int which) { static int s[2]; return &s[which & 1]; }",
            "static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }",
        ],
        locals: &["int lm = 5;"],
        statements: &[
            "$v = count($i);",
            "keep($p);",
            "keep(&lm);",
            "change();",
            "*where($i) = $i;",
            "swap($p, &lm);",
            "swap(&x, &y);",
            "if (kept) $v = *kept;",
            "lm = $i;",
        ],
        integers: &["lm", "count(0)", "*where(n)", "*where(1)", "(kept ? *kept : 0)"],
        variables: &["lm", "(*where(0))"],
        pointers: &["&lm", "where(n)"],
        conditions: &["kept == &lm", "kept", "where(0) == where(n)"],
        ..Class::EMPTY
    },
];
