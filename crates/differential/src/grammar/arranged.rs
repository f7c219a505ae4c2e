//! Where objects are, and pointers that travel as bytes or come as numbers.

use super::Class;

pub(super) const CLASSES: &[Class] = &[
    // What depends on where objects lie. Executions are made in several arrangements.
    Class {
        name: "arranged",
        globals: &["extern void *malloc(unsigned long); extern void free(void *);"],
        locals: &[
            "int m1[2] = {1, 2}, m2[2] = {3, 4}, *e1 = m1;",
            "int *k1 = malloc(8), *k2 = malloc(8); if (!k1 || !k2) return 0;",
        ],
        statements: &[
            "e1 = m1 + 2;",
            "e1 = $c ? m2 : m1 + 2;",
            "if (e1 == m1) e1++;",
            "free(k1); k2 = malloc(8); if (!k2) return 0;",
            "{ int *t$n = k1; k1 = k2; k2 = t$n; }",
            "if (e1 == m2) $v = $i;",
            "if (k1 == k2) $v = $i;",
        ],
        integers: &["(e1 == m2)", "(m1 < m2)", "(int)((unsigned long)&x >> 4 & 1)", "(k1 == k2)", "(&x > &y)"],
        conditions: &["e1 == m2", "k1 == k2", "e1 != m1", "(unsigned long)m1 < (unsigned long)m2"],
        ..Class::EMPTY
    },
    Class {
        name: "copied-pointers",
        globals: &[
            "extern void *memcpy(void *, const void *, unsigned long);",
            "struct link { int *to; int own; }; static struct link gl;",
        ],
        locals: &["struct link la = {&x, 1}, lb = {&y, 2};", "int *ca = &x; char raw[sizeof(int *)];"],
        statements: &[
            "lb = la;",
            "memcpy(&lb, &la, sizeof la);",
            "memcpy(&ca, &lb.to, sizeof ca);",
            "memcpy(raw, &la.to, sizeof raw); memcpy(&ca, raw, sizeof raw);",
            "for (unsigned b$n = 0; b$n < sizeof(int *); b$n++) ((char *)&ca)[b$n] = ((char *)&lb.to)[b$n];",
            "gl = lb;",
            "if (gl.to) *gl.to = $i;",
            "la.to = $p;",
            "*lb.to = $i;",
            "*ca = $i;",
            "la.own = $i;",
        ],
        integers: &["*la.to", "*lb.to", "*ca", "lb.own", "(gl.to ? *gl.to : 8)"],
        variables: &["la.own", "(*ca)", "(*lb.to)"],
        pointers: &["&x", "&y", "&la.own", "la.to", "ca"],
        ..Class::EMPTY
    },
    Class {
        name: "input-numbers",
        globals: &["extern unsigned long __VERIFIER_nondet_ulong(void);", "int ext_e = 1, ext_f = 2;"],
        locals: &[
            "int *at = (int *)__VERIFIER_nondet_ulong(), *there = (int *)__VERIFIER_nondet_ulong();",
            "if (!at || !there) return 0;",
        ],
        statements: &[
            "*at = $i;",
            "*there = $i;",
            "ext_e = $i;",
            "there = (int *)__VERIFIER_nondet_ulong(); if (!there) return 0;",
            "if (*at == $k) *there = $i;",
        ],
        integers: &["*at", "*there", "ext_e", "ext_f"],
        variables: &["ext_e", "ext_f"],
        ..Class::EMPTY
    },
];
