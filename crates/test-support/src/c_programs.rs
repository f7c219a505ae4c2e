//! Random C programs that are hard on a memory model: pointers into arrays and records, unions, bit-fields, copies of
//! bytes, allocation, recursion. They may do something undefined; the run ends there.

use crate::random::Random;
use std::fmt::Write;

const PRELUDE: &str = "
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);
struct s { int x; unsigned char c; short h; unsigned b : 3; int d : 5; struct s *next; };
union u { int i; unsigned char c[4]; unsigned short h[2]; };
int g, k = 3;
int ga[4];
unsigned char bytes[8] = { 1, 2, 3 };
struct s gs, gt = { 1, 2, 3, 4, 5, 0 };
union u gu;
int *gp = &g;
struct s *list;
";

/// The text of a program.
pub fn program(random: &mut Random) -> String {
    let mut text = PRELUDE.to_owned();
    text.push_str("int twice(int *p, int n) {\n  int r = n;\n  if (n > 0 && n < 6) r = twice(p, n - 1) + 1;\n");
    statements(random, &mut text, 2, 1, false);
    text.push_str("  return r + *p;\n}\nint main(void) {\n");
    text.push_str("  int x, y = 7, z = 0; unsigned w = 5; long l = 1; char c = 'a';\n");
    text.push_str("  int a[3] = { 1, 2 }; struct s s, t = { 9 }; union u v; int *p = &x, *q = a; struct s *r = &s;\n");
    text.push_str("  unsigned char *b = (unsigned char *)&y;\n");
    statements(random, &mut text, 12, 2, true);
    text.push_str("  return 0;\n}\n");
    text
}

/// The text of a program of conditions on converted inputs: integers of all widths, read as others, shifted by constants, and compared with
/// constants near the ends of types. What a branch says of the input is what an analysis may get wrong.
pub fn conversions(random: &mut Random) -> String {
    const TYPES: [&str; 8] =
        ["char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long long", "unsigned long long"];
    const NAMES: [&str; 8] = ["char", "uchar", "short", "ushort", "int", "uint", "longlong", "ulonglong"];
    const ENDS: [&str; 12] =
        ["0", "1", "-1", "5", "-7", "127", "255", "-128", "32768", "2147483647", "4294967295u", "(-2147483647 - 1)"];
    let mut text = String::new();
    for (ty, name) in TYPES.iter().zip(NAMES) {
        let _ = writeln!(text, "extern {ty} __VERIFIER_nondet_{name}(void);");
    }
    text.push_str("int main(void) {\n  int r = 0;\n");
    for _ in 0..10 {
        let (number, other) = (random.below(8_usize), random.below(8_usize));
        let through = if random.below(3) == 0 { format!("({})", random.pick(&TYPES)) } else { String::new() };
        let moved = match random.below(4) {
            0 => format!(" {} {}", random.pick(&["+", "-"]), random.below(9)),
            _ => String::new(),
        };
        let compared = random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let end = random.pick(&ENDS);
        let condition = match random.below(5) {
            0 => format!("({})({through}x{moved})", TYPES[other]),
            _ => format!("({})({through}x{moved}) {compared} {end}", TYPES[other]),
        };
        let _ = writeln!(text, "  {{ {} x = __VERIFIER_nondet_{}();", TYPES[number], NAMES[number]);
        if random.below(3) == 0 {
            let _ = writeln!(text, "    if (x < {}) x = {};", random.pick(&ENDS), random.pick(&ENDS));
        }
        let _ = writeln!(text, "    if ({condition}) r = x > {end}; else r = x < {};", random.pick(&ENDS));
        text.push_str("    r = (int)x; }\n");
    }
    text.push_str("  return r;\n}\n");
    text
}

fn value(random: &mut Random, depth: u32, in_main: bool) -> String {
    let leaf = depth == 0 || random.below(3) == 0;
    if leaf {
        let constant = (random.below(20) as i64 - 6).to_string();
        return match random.below(4) {
            0 => format!("({constant})"),
            1 => random.pick(&["g", "k", "ga[1]", "gs.x", "gt.b", "gt.d", "gu.c[1]", "bytes[2]", "gs.h"]).to_string(),
            _ if in_main => random
                .pick(&[
                    "x",
                    "y",
                    "z",
                    "w",
                    "l",
                    "c",
                    "a[0]",
                    "a[z & 1]",
                    "*p",
                    "q[1]",
                    "s.x",
                    "t.b",
                    "r->x",
                    "v.h[1]",
                    "b[1]",
                    "(q - a)",
                    "(int)(&a[2] - q)",
                ])
                .to_string(),
            _ => random.pick(&["n", "r", "*p"]).to_string(),
        };
    }
    let (l, r) = (value(random, depth - 1, in_main), value(random, depth - 1, in_main));
    match random.below(8) {
        0 => format!("({l} ? {r} : 3)"),
        1 => format!("(unsigned char)({l})"),
        2 => format!("!({l})"),
        3 => format!("({l} {} ({r} & 7))", random.pick(&["<<", ">>"])),
        4 => format!("({l} {} {r})", random.pick(&["<", "<=", "==", "!=", ">", ">="])),
        _ => format!("({l} {} {r})", random.pick(&["+", "-", "*", "&", "|", "^", "&&", "||"])),
    }
}

fn condition(random: &mut Random, in_main: bool) -> String {
    let op = random.pick(&["<", "<=", "==", "!=", ">", ">="]);
    match random.below(4) {
        0 => value(random, 1, in_main),
        1 if in_main => {
            random.pick(&["p == &x", "p != q", "r", "r == &s", "list", "list == r", "p == &a[1]"]).to_string()
        }
        _ => format!("{} {op} {}", value(random, 1, in_main), value(random, 0, in_main)),
    }
}

fn statements(random: &mut Random, text: &mut String, count: u64, depth: u32, in_main: bool) {
    for _ in 0..=random.below(count) + count / 2 {
        statement(random, text, depth, in_main);
    }
}

fn statement(random: &mut Random, text: &mut String, depth: u32, in_main: bool) {
    let e = value(random, 2, in_main);
    let kind = random.below(if depth > 0 { 15 } else { 11 });
    let _ = match kind {
        0 => writeln!(text, "  g = {e};"),
        1 => writeln!(text, "  ga[({e}) & 3] = {};", value(random, 1, in_main)),
        2 => {
            let target = random
                .pick(&["gs.x", "gs.c", "gs.h", "gs.b", "gt.b", "gt.d", "gu.i", "gu.c[2]", "gu.h[1]", "bytes[3]"]);
            writeln!(text, "  {target} = {e};")
        }
        3 => writeln!(text, "  k = __VERIFIER_nondet_int();"),
        4 => writeln!(
            text,
            "  {}",
            random.pick(&[
                "gs = gt;",
                "gt = gs;",
                "memset(bytes, 3, 5);",
                "memset(&gs, 0, sizeof gs);",
                "memcpy(bytes, &g, sizeof g);",
                "memcpy(&gu, bytes + 2, 4);",
                "gp = &ga[2];",
                "gp = &k;",
                "*gp = 4;",
                "memset(ga, 0, sizeof ga);"
            ])
        ),
        5..=7 if in_main => {
            let target = random.pick(&[
                "x", "y", "z", "w", "l", "c", "a[1]", "a[z & 1]", "*p", "q[1]", "s.x", "s.b", "t.d", "r->x", "r->d",
                "v.i", "v.c[1]", "b[2]", "r->h",
            ]);
            writeln!(text, "  {target} = {e};")
        }
        8 if in_main => writeln!(
            text,
            "  {}",
            random.pick(&[
                "p = &x;",
                "p = &a[2];",
                "p = q;",
                "q = a;",
                "q = ga + 1;",
                "p = &g;",
                "r = &s;",
                "r = &t;",
                "r = &gs;",
                "b = (unsigned char *)&w;",
                "b = (unsigned char *)&s;",
                "b = bytes;",
                "p = gp;"
            ])
        ),
        9 if in_main => writeln!(
            text,
            "  {}",
            random.pick(&[
                "s = t;",
                "*r = s;",
                "t = *r;",
                "gs = s;",
                "s = gt;",
                "memcpy(&s, &t, sizeof s);",
                "x = __VERIFIER_nondet_int();",
                "c = __VERIFIER_nondet_uchar();",
                "p = (int *)malloc(sizeof(int) * 2);",
                "r = (struct s *)malloc(sizeof(struct s));",
                "r = (struct s *)calloc(1, sizeof(struct s));",
                "{ struct s *n = malloc(sizeof *n); n->next = list; n->x = z; list = n; }",
                "if (list) { struct s *n = list; list = list->next; free(n); }",
                "if (list) { r = list; z = list->x; }"
            ])
        ),
        10 if in_main => writeln!(
            text,
            "  z = twice({}, {});",
            random.pick(&["&x", "&g", "p", "&a[1]", "gp"]),
            value(random, 0, true)
        ),
        11 | 12 => {
            let _ = writeln!(text, "  if ({}) {{", condition(random, in_main));
            statements(random, text, 2, depth - 1, in_main);
            let _ = writeln!(text, "  }} else {{");
            statements(random, text, 2, depth - 1, in_main);
            writeln!(text, "  }}")
        }
        13 => {
            let _ = writeln!(text, "  for (int i = 0; i < {}; i++) {{", random.below(5));
            statements(random, text, 2, depth - 1, in_main);
            writeln!(text, "  }}")
        }
        _ => writeln!(text, "  g = g + 1;"),
    };
}
