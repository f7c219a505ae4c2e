//! Control: loops, jumps, `switch`, short circuits, volatile objects.

use super::Class;

pub(super) const CLASSES: &[Class] = &[
    Class {
        name: "loops",
        globals: &[],
        locals: &["int ls = 0;"],
        statements: &[
            "for (int i$n = 0; i$n < $k; i$n++) { ¦ }",
            "for (int i$n = 0; i$n < n; i$n++) { ¦ }",
            "for (unsigned char i$n = 253; i$n > 2; i$n++) { ¦ }",
            "{ int i$n = $k; while (i$n-- > 0 && $c) { ¦ } }",
            "{ int i$n = 3; do { ¦ } while (--i$n > 0 && $c); }",
            "{ int i$n = 0; while (1) { if (i$n++ >= $k) break; if ($c) continue; ¦ } }",
            "ls += n;",
            "for (ls = 0; ls < $k; ls++) if ($c) break;",
        ],
        integers: &["ls", "(ls & 3)"],
        variables: &["ls"],
        pointers: &["&ls"],
        conditions: &["ls > $k", "ls == n"],
        ..Class::EMPTY
    },
    Class {
        name: "jumps",
        globals: &["static int calls; static int side(int v) { calls++; return v; }"],
        locals: &["int fuel = 3;"],
        statements: &[
            "again$n: { ¦ } if (fuel-- > 0 && $c) goto again$n;",
            "if ($c) goto over$n; { ¦ } over$n: ;",
            "if ($c) goto in$n; for (fuel = 2; fuel > 0; fuel--) { in$n: ; ¦ }",
            "switch ($i) { case 0: ¦ case 1: ¦ break; default: ¦ }",
            "switch ($i & 3) { default: ¦ break; case 2: ¦ case 3: ; }",
            "switch ((unsigned char)$i) { case 255: ¦ break; case 0 ... 2: ¦ }",
            "if (side($i) && side($c)) { ¦ }",
            "if (side($c) || side($i)) { ¦ }",
            "$v = side($c) ? side(1) : $i;",
            "$v = (side(2), $i);",
            "{ static void *to$n[] = {&&l$n, &&m$n}; goto *to$n[($i) & 1]; l$n: ; ¦ m$n: ; }",
        ],
        integers: &["calls", "fuel"],
        variables: &["calls"],
        conditions: &["calls > $k", "fuel == 3"],
        ..Class::EMPTY
    },
    Class {
        name: "volatile",
        globals: &["static volatile int gv = 3; static volatile unsigned char gc;"],
        locals: &["volatile int v = 2; volatile int *pv = &v;"],
        statements: &["v = $i;", "gv += $i;", "pv = $c ? &gv : &v;", "*pv = $i;", "gc = $i;", "gc++;", "$v = *pv;"],
        integers: &["v", "gv", "*pv", "gc"],
        variables: &["v", "(*pv)"],
        conditions: &["v == 2", "pv == &gv", "gc"],
        ..Class::EMPTY
    },
];
