//! Pointers between the program's own objects, as themselves and as integers.

use super::Class;

pub(super) const CLASSES: &[Class] = &[
    Class {
        name: "pointers",
        globals: &["static int ga[3] = {1, 2, 3}, *gp = &ga[1];", "static void bump(int **at, int by) { *at += by; }"],
        locals: &["int a[4] = {5, 6, 7, 8}, *p = &x, *q = a;", "int **pp = &p;"],
        statements: &[
            "p = $p;",
            "q = $p;",
            "*$p = $i;",
            "*$p += 1;",
            "pp = $c ? &p : &q;",
            "*pp = $p;",
            "**pp = $i;",
            "gp = $p;",
            "a[($i) & 3] = $i;",
            "bump(&q, $c ? 1 : 0);",
            "{ int *t$n = p; p = q; q = t$n; }",
            "((unsigned char *)$p)[$k & 3] = $i;",
        ],
        integers: &["*p", "*q", "**pp", "a[$k & 3]", "a[n & 3]", "*gp", "ga[1]", "(int)(p == q)"],
        variables: &["a[1]", "a[2]", "ga[1]", "(*p)"],
        pointers: &["&x", "&y", "a", "&a[2]", "p", "q", "ga", "gp", "*pp", "&a[n & 3]"],
        conditions: &["p == q", "p != &x", "*pp == q", "gp == ga", "p == &a[2]", "pp == &p"],
        ..Class::EMPTY
    },
    Class {
        name: "addresses",
        globals: &["typedef unsigned long word;"],
        locals: &["word w = (word)&x, z = (word)&y;", "int *r = &x;"],
        statements: &[
            "w = (word)$p;",
            "z ^= w; z ^= (word)&x; r = (int *)(z ^ w ^ (word)&x); z = (word)&y;",
            "r = (int *)w;",
            "*(int *)w = $i;",
            "w = $c ? (word)r : z;",
            "r = (int *)(w & ~(word)3);",
            "r = (int *)((w >> 4 << 4) | (w & 15));",
            "{ word t$n = 0; for (unsigned b$n = 0; b$n < sizeof(word); b$n++) t$n |= (w >> 8 * b$n & 255) << 8 * b$n; r = (int *)t$n; }",
            "{ int *t$n; __builtin_memcpy(&t$n, &w, sizeof w); *t$n = $i; }",
        ],
        integers: &["*r", "(int)(w == z)", "(int)(w & 3)", "(int)(w - (word)r)"],
        pointers: &["r", "&x", "&y", "(int *)w"],
        variables: &["(*r)"],
        conditions: &["w == (word)&x", "r == &y", "w == z", "!w"],
        ..Class::EMPTY
    },
    Class {
        name: "callbacks",
        globals: &[
            "static int add(int *at, int by) { *at += by; return *at; }",
            "static int put(int *at, int by) { int old = *at; *at = by; return old; }",
            "static int skip(int *at, int by) { return by; }",
            "typedef int (*action)(int *, int);",
            "static action table[4] = {add, put, skip};",
            "static int twice(action act, int *at, int by) { return act(at, by) + act(at, by + 1); }",
        ],
        locals: &["action act = add;"],
        statements: &[
            "act = table[($i) & 1];",
            "act = $c ? put : skip;",
            "$v = act($p, $i);",
            "$v = twice(act, $p, $i);",
            "table[($i) & 3] = act;",
            "if (table[3]) $v = table[3]($p, $i);",
            "$v = (act == add ? put : add)($p, $k);",
        ],
        integers: &["(int)(act == table[1])", "table[n & 1](&x, 3)"],
        conditions: &["act == add", "table[3] == 0", "act == table[0]"],
        ..Class::EMPTY
    },
];
