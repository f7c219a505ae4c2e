//! The abstract interpretation of memory over-approximates the interpreter: at each location of an execution there is a state
//! for its depth, and what that claims of memory is so.
//!
//! The programs are those on which the value analysis is followed; programs over lists that free what they
//! should not, with checks; loops over buffers, tables and structures by subscripts and by pointers; and recursive functions that
//! write to statics and to locals of their callers, allocate and free, some of them called through tables of functions.

use crate::follow;
use crate::shape_memory::{asked, checked, safety_program};

use cairn_base::{Budget, CancelToken};
use cairn_domains::memory::callee::UNFOLLOWED;
use cairn_domains::memory::{MemoryInvariants, UndefinedAccess, interpret};
use cairn_interp::{Code, Interpreter, InterpreterOptions as RunOptions};
use cairn_ir::behaviour::Check;
use cairn_ir::{MachineModel, Program, Step};
use cairn_test_support::Random;
use follow::{Comparison, Source, program};
use std::fmt::Write;

/// Follows executions; how many facts were compared, `None` without a result of the analysis.
fn follow_all(program: &Program, random: &mut Random, runs: usize) -> Result<Option<usize>, String> {
    let budget = Budget::unlimited(CancelToken::new());
    // A few states of each call are analysed from the start, or soon, or all.
    let soon = random.below(300);
    let steps = [0, 0, soon, 200_000][random.below(4_usize)];
    let known = interpret(program, steps, UndefinedAccess::Ends, &budget).map_err(|error| error.to_string())?;
    let Some(known) = known else { return Ok(None) };
    let mut facts = 0;
    for _ in 0..runs {
        facts += follow_one(program, &known, random)?;
    }
    Ok(Some(facts))
}

fn follow_one(program: &Program, known: &MemoryInvariants, random: &mut Random) -> Result<usize, String> {
    let code = Code::new(program);
    let options = RunOptions { steps: 3000, memory: 1 << 24, depth: 200, ..RunOptions::default() };
    let mut interpreter = Interpreter::new(&code, options);
    // The depths that each frame may have in the states.
    let mut frames = vec![vec![0]];
    let mut facts = 0;
    loop {
        let Ok(step) = interpreter.step(&mut Source { random, wild: false }) else { return Ok(facts) };
        let (node, top) = (interpreter.node(), interpreter.top());
        match step {
            Step::Enter(..) => {
                let callers = &frames[top - 1];
                let followed = callers.iter().map(|depth| depth + 1);
                frames.push(followed.chain([UNFOLLOWED]).collect());
            }
            Step::Leave(..) => drop(frames.pop()),
            Step::Edge(_) | Step::Hidden(_) => {}
        }
        let place = || format!("after {}", follow::place(program, step));
        let mut result = Err("no state".to_owned());
        for (depth, state) in known.at(node).filter(|(depth, _)| frames[top].contains(depth)) {
            let mut comparison = Comparison::new(&interpreter, program, top.wrapping_sub(depth as usize)).joined();
            result = comparison.check(state).map(|_| comparison.facts);
            if result.is_ok() {
                break;
            }
        }
        facts += result.map_err(|wrong| format!("{wrong}\n{}", place()))?;
    }
}

/// A statement over an array, a string, a table, a structure and pointers into them.
fn statement(random: &mut Random, depth: u32, text: &mut String) {
    let number = random.below(9);
    let plain = [
        "a[i] = k;",
        "k = a[i];",
        "p = a + i;",
        "p = &a[3];",
        "p = &a[i];",
        "{ unsigned n = (unsigned)__VERIFIER_nondet_int() % 9; p = &a[n]; k = *p; }",
        "{ unsigned n = (unsigned)__VERIFIER_nondet_int() % 9; b[n].x = 2; q = &b[n]; k = q[0].x; }",
        "if (p) *p = i;",
        "if (p && p < a + 7) p++;",
        "k = p ? *p : 2;",
        "p = 0;",
        "b[i].x = k; b[i].next = &b[1];",
        "k = b[i].x;",
        "if (b[i].next) k = b[i].next->x;",
        "t = text + i;",
        "t = __VERIFIER_nondet_int() ? text : wide;",
        "{ char *const old = t; n = spanned(t, c); if (t[n]) t += n + 1; else t += n; l = t - old; }",
        "n = spanned(t, c); if (t[n]) k = t[n + 1];",
        "if (*t) t++;",
        "{ n = counted(t); while (n > 0 && t[n - 1] == 'b') t[--n] = 0; }",
        "{ char *at = (char *)find(t, c); if (at) { l = at - t; t[l] = c; *at++ = 0; t = at; } }",
        "if (t[0] && t[1]) { t++; c = t[1]; }",
        "{ n = counted(t); t = text + 2; k = n & 7; }",
        "{ n = spanned(t, 'a'); wide[i % 5] = 0; if (t[n]) t[n] = 'y'; }",
        "q = &b[i];",
        "if (q) q->x = 4;",
        "s = names[i & 1];",
        "if (s) c = *s;",
        "c = text[i];",
        "text[i] = 'x';",
        "s = text + i;",
        "fill(text, i, c);",
        "k = sum(a, i);",
        "p = last(a, k);",
        "h = malloc(sizeof *h);",
        "if (h) h->x = k;",
        "if (h) { free(h); h = 0; }",
        "g = k;",
        "gp = &g;",
        "*gp = 3;",
        "gp = &k;",
        "k = __VERIFIER_nondet_int();",
        "k &= 7;",
        "k++;",
        "l = p ? p - a : 0;",
        "q = h;",
        "s = __VERIFIER_nondet_int() ? text + 1 : text + 3;",
        "s = __VERIFIER_nondet_int() ? text : text + 5;",
        "for (s = text; *s; s++) k++;",
        "for (s = names[i & 1]; *s; s++) c = *s;",
        "s = \"abc\"; while (*s) s++;",
        "s = text; while (*s && *s != 'x') s++;",
        "t = text; while (*t) { *t = 'y'; t++; }",
        "t = text; while (*t != 0) { if (__VERIFIER_nondet_int()) *t = 0; else t++; }",
        "t = text; while (*t) t++; *t = 'z';",
        "text[i & 7] = c;",
        "text[k & 7] = 0;",
        "text[8] = 0;",
        "if (s && *s) { s++; c = *s; }",
        "if (s && *s == 'b') c = s[1];",
        "t = text; while (*t) { t++; if (__VERIFIER_nondet_int()) text[2] = 'w'; }",
        "{ unsigned n = (unsigned)__VERIFIER_nondet_int() % 6; char *m = malloc(n + 1); m[n] = 0; for (s = m; *s; s++) k++; }",
        "{ unsigned n = (unsigned)__VERIFIER_nondet_int() % 6; t = malloc(n + 2); t[n] = 0; s = t; if (*s) { *t = c; s++; } c = *s; }",
        "k = length(text);",
        "{ char z[2]; z[0] = c; if (__VERIFIER_nondet_int()) z[0] = 1; z[1] = 0; s = z; if (*s) s++; int n = __VERIFIER_nondet_int() & 1; z[n] = 'v'; z[1 - n] = 'w'; s = 0; }",
        "{ char z[4] = \"ab\"; int n = __VERIFIER_nondet_int(); s = z + (n & 1); s++; z[2] = 'x'; z[3] = 'y'; s = 0; }",
        "{ char z[2]; z[0] = c; z[1] = 0; s = z; if (*s) s++; z[1] = 'w'; s = 0; }",
        "{ unsigned n = (unsigned)__VERIFIER_nondet_int() % 3; char *m = malloc(n + 2); m[n + 1] = 0; m[n + 1] = 'q'; t = m; t = text; }",
        "{ unsigned n = (unsigned)__VERIFIER_nondet_int() % 2; char *m = malloc(n + 4); if (__VERIFIER_nondet_int()) m[n] = 0; else m[n + 2] = 0; t = m; t = text; }",
        "{ char z[4] = \"abc\"; s = __VERIFIER_nondet_int() ? &z[3] : &z[2]; s++; s = 0; }",
        "k = length(names[i & 1]);",
        "{ struct row *o = malloc(8), *m = malloc(16), *u[2] = {m, o}; int n = __VERIFIER_nondet_int() & 1; free(u[n]); k = m->x; }",
        "if (q) k = q->x;",
        "p = __VERIFIER_nondet_int() ? &a[2] : &k; *p = i; k = *p;",
        "p = __VERIFIER_nondet_int() ? a + (i & 7) : &g; if (p != &g) *p = 1; p++; p = 0;",
        "{ int *tp[3] = {&k, a + 2, p}; p = tp[(unsigned)i % 3]; if (p) { *p = 5; k = a[2]; } }",
        "q = __VERIFIER_nondet_int() ? &b[i & 7] : h; if (q) { q->x = 3; q->next = &b[1]; k = b[1].x; }",
        "q = __VERIFIER_nondet_int() ? &b[2] : h; if (q) { *q = b[1]; b[3] = *q; k = b[2].x; }",
        "q = __VERIFIER_nondet_int() ? &b[2] : h; if (q) memset(q, 0, sizeof *q);",
        "t = __VERIFIER_nondet_int() ? text : wide; while (*t) { t++; if (__VERIFIER_nondet_int()) *t = c; }",
        "s = __VERIFIER_nondet_int() ? text : names[i & 1]; while (*s) s++;",
        "t = __VERIFIER_nondet_int() ? wide : text; if (*t) { t++; text[2] = 'w'; wide[3] = 'v'; c = *t; }",
        "s = wide; t = __VERIFIER_nondet_int() ? wide : text; *t = 'u'; wide[1] = 'u'; if (*s) s++;",
        "wide[i & 3] = 0;",
        "k = length(__VERIFIER_nondet_int() ? wide : text);",
        "{ struct row *o = malloc(8), *m = malloc(16); m->x = 1; o->x = 2; free(__VERIFIER_nondet_int() ? o : m); }",
        "if (p == &k) k = *p; else if (p) *p = 2;",
        "{ unsigned n = (unsigned)__VERIFIER_nondet_int() % 6; int *m = malloc(n * sizeof *m); for (i = 0; (unsigned)i < n; i++) m[i] = k; gp = &k; free(m); i = 0; }",
        "{ unsigned n = (unsigned)__VERIFIER_nondet_int() % 6; int *m = malloc((n + 1) * sizeof *m); unsigned j = 0; while (j != n) { m[j] = 1; if (c) m[n - j] = 2; j++; } m[n] = k; p = m; j = n / 2; m[j] = 3; p = m + j; p = 0; }",
        "{ unsigned j = 0; s = names[i & 1]; while (s[j]) j++; char *m = malloc(j + 1); for (j = 0; s[j]; j++) m[j] = s[j]; m[j] = 0; s = m; while (*s) s++; }",
        "{ unsigned j = 0; while (text[j]) { if (text[j] == 'b') text[j] = 'z'; j++; } k = text[j]; s = text + j; }",
        "{ unsigned j; t = wide; for (j = 0; t[j] != 0; j++) { if (__VERIFIER_nondet_int()) t[j] = c; } l = j; k = t[l]; wide[2] = c; l++; }",
        "{ unsigned j = 0, n = 0; s = __VERIFIER_nondet_int() ? wide : text; while (s[n]) n++; t = malloc(n + 1); for (j = 0; j < n; j++) t[j] = s[j]; t[n] = 0; k = length(t); t = text; }",
        "{ unsigned n = 0; s = wide; while (s[n]) n++; t = malloc(n + 1); memcpy(t, s, n + 1); k = length(t); t[n] = 'q'; free(t); t = text; l = n; }",
        "{ unsigned n = (unsigned)__VERIFIER_nondet_int() % 6; char *m = malloc(n + 3); memset(m, 0, n + 1); for (t = m; t < m + n; t++) *t = c; c = *t; t = text; }",
        "{ unsigned n = (unsigned)__VERIFIER_nondet_int() % 6 + 1; int *m = malloc(n * sizeof *m); struct { unsigned n; int *m; } v = {n, m}; for (i = 0; (unsigned)i < v.n; i++) v.m[i] = i; n = (unsigned)k % v.n; p = v.m + n; *p = 1; if (__VERIFIER_nondet_int()) free(v.m); else { free(m); m = malloc(4); } l = v.n; i = 0; p = 0; }",
        "{ unsigned n = (unsigned)__VERIFIER_nondet_int() % 6; if (n != 0 && n < 4) { char *m = malloc(n); char *e = m + n; for (t = m; t < e; t++) *t = c; for (t = m; t != e; t++) *t = 1; t = text; l = n - 1; m[l] = 0; m[0] = 'x'; } }",
        "l = (long)length(text); text[l] = 0; c = text[l]; l = 0;",
        "n = 0; while (text[n] && n < 5) n++; text[3] = 'x'; s = text; if (text[n] == 0) text[n] = 'y'; k = n;",
        "if (text[n & 7] == 0) { k = n & 7; text[2] = 0; n = 0; } else { n &= 7; text[7] = 0; }",
        "memcpy(wide, text, (unsigned)n % 5); n++;",
        "k = counted(names[i & 1]); c = names[i & 1][k];",
        "k = counted(__VERIFIER_nondet_int() ? wide : text); s = find(names[i & 1], 'r'); if (s) c = s[1];",
        "s = find(__VERIFIER_nondet_int() ? text : 0, c); if (s) { k = (int)(s - text); text[k] = 'k'; }",
        "t = (char *)find(__VERIFIER_nondet_int() ? text : wide, 'b'); if (t && *t) { *t = 'm'; wide[1] = 0; }",
        "if (same(names[0], names[i & 1])) k = counted(names[i & 1]);",
        "k = same(text, __VERIFIER_nondet_int() ? text : wide); n = counted(text); text[n] = 0;",
        "{ struct row *z = 0, *y; for (i = 0; i < 7; i++) { y = malloc(16); y->x = i & 3; y->next = z; z = y; } k = z->x; for (y = z; y; y = y->next) { k = y->x; if (k == 2) y->x = 1; } q = z->next; if (__VERIFIER_nondet_int()) free(z); h = q; q = 0; h = 0; i = 0; }",
        "{ struct row *z = 0; while (__VERIFIER_nondet_int()) { struct row *y = malloc(16); y->x = 4; y->next = z; if (z) z->x = 5; z = y; } if (z && z->next) { z->next->x = 6; k = z->x; z->next->next = 0; } while (z) { struct row *y = z->next; k = z->x; free(z); z = y; } }",
        "{ struct row *z = 0, *y; for (i = 0; i < 7; i++) { y = make(i & 3); y->next = z; z = y; } for (y = z; y; y = y->next) { k = y->x; if (k == 2) y->x = 1; } k = z->next->next->next->next->next->x; q = z->next; q = 0; i = 0; }",
        "{ char *z[6]; for (i = 0; i < 6; i++) { z[i] = malloc(i + 2); z[i][i] = 0; z[i][i + 1] = c; } t = z[k & 3]; while (*t) t++; k = (int)(t - z[k & 3]); free(z[1]); t = text; i = 0; }",
        "{ struct row *z = make(1), *y = make(2), *x = make(3), *w = make(4), *v = make(5), *u = make(6); z->next = y; k = u->x; v->next = w; w->x = 7; x->x = v->next->x; if (__VERIFIER_nondet_int()) free(z); else free(y); k = w->x; w = make(k); k = v->x; q = u; free(q); q = w; k = w->x; q = 0; }",
        "{ struct row *z = make(1); z = realloc(z, (unsigned)__VERIFIER_nondet_int() % 3 + 16); k = z->x; z->next = z; z = realloc(z, 32); k = z->x; q = z->next; q = 0; free(z); }",
        "{ unsigned j = counted(text), m = counted(wide); t = malloc(j + m + 2); memcpy(t, text, j); t[j] = '/'; memcpy(t + j + 1, wide, m + 1); k = counted(t); n = j + m; t[m] = 0; free(t); t = text; }",
        "s = text; while (kinds[(unsigned char)*s] & 2) s++; c = *s; if (kinds[n & 255] & 2) k = n & 255;",
        "s = find(__VERIFIER_nondet_int() ? text : __VERIFIER_nondet_int() ? wide : 0, c);",
        "{ unsigned j = (unsigned)__VERIFIER_nondet_int() % 6; int *m = malloc((j + 1) * sizeof *m); for (i = 0; i <= (int)j; i++) m[i] = k; l = i; n = i - 1; if (n <= j) m[n] = 2; free(m); i = 0; l = 0; }",
        "{ unsigned j = counted(text), w = 0; t = malloc(j + 1); while (text[w]) { t[w] = text[w]; w++; } t[w] = 0; k = counted(t); free(t); t = text; }",
        "{ unsigned j = counted(wide), w = 0; t = malloc(j + 1); if (__VERIFIER_nondet_int()) wide[k & 3] = c; while (wide[w]) { t[w] = 'x'; w++; } free(t); t = text; }",
        "{ unsigned j = 0, w = 0; while (text[j]) j++; if (__VERIFIER_nondet_int()) text[n & 7] = 0; w = j; text[j] = 'q'; j = counted(text); w = j; n = w & 7; }",
        "{ unsigned j = counted(text); char *m = malloc(j + 1); for (i = 0; text[i]; i++) { m[i] = text[i]; if (__VERIFIER_nondet_int()) text[i & 3] = 0; } m[i] = 0; free(m); i = 0; }",
        "{ unsigned j = counted(text), w = 0; char *m = malloc(j + 1); while (text[w]) { s = m + w; w++; } s = m + w; s = 0; free(m); }",
        "{ unsigned j = counted(text), w = (unsigned)__VERIFIER_nondet_int() & 7; char *m = malloc(j + 1); if (text[w] == 0) { s = m + w; s = 0; } free(m); }",
        "{ char *z[7]; for (i = 0; i < 7; i++) { if (i & 1) z[i] = made(text); else z[i] = made(wide); } t = z[k & 3]; t = text; i = 0; }",
        "{ unsigned w = 0; for (i = 0; i < 3; i++) { unsigned j = (unsigned)__VERIFIER_nondet_int() % 6; char *m = malloc(j + 1); if (!i) w = j; n = j; m[w < j ? w : j] = c; if (__VERIFIER_nondet_int()) m = realloc(m, 9); free(m); } k = w; i = 0; }",
        "k = value(__VERIFIER_nondet_int() ? &g : 0);",
        "{ unsigned j = 0; while (text[j] && j < 2) j++; t = malloc(j + 1); memcpy(t, text, j + 1); k = t[j]; free(t); t = text; n = j; }",
        "for (i = 0; rows[i].name; i++) if (*rows[i].name == c) break; k = rows[i].x; i = 0;",
        "{ const char *const *v = ends; n = 0; while (v[n]) { s = v[n]; n++; } k = n; if (ends[i & 3]) c = *ends[i & 3]; }",
        "p = gone(k & 1, &a[2]); if (p) *p = 3; k = a[2]; p = 0;",
        "t = wide; while (*t && kinds[(unsigned char)*t] & 1) { *t = c; t++; } if (kinds[n & 7] & 4) a[n & 7] = 1;",
        "{ char *n[3] = {text, wide, 0}; char **v; for (v = n; *v; v++) for (t = *v; *t; t++) k++; }",
    ];
    match random.below(10) {
        0 if depth > 0 => {
            let _ = write!(text, "for (i = 0; i < {number}; i++) {{ ");
            statement(random, depth - 1, text);
            statement(random, depth - 1, text);
            *text += "} i = 0;\n";
        }
        1 if depth > 0 => {
            let _ = write!(text, "for (p = a; p < a + {}; p++) {{ ", number.min(8));
            statement(random, depth - 1, text);
            *text += "if (!p) break; }\n";
        }
        2 if depth > 0 => {
            *text += "if (__VERIFIER_nondet_int()) { ";
            statement(random, depth - 1, text);
            *text += "} else { ";
            statement(random, depth - 1, text);
            *text += "}\n";
        }
        3 if depth > 0 => {
            *text += "while (k < 5) { ";
            statement(random, depth - 1, text);
            *text += "k++; }\n";
        }
        _ => {
            *text += random.pick::<&str>(&plain);
            *text += "\n";
        }
    }
}

fn buffers(random: &mut Random) -> String {
    let mut text = String::from(
        "extern int __VERIFIER_nondet_int(void); extern void *malloc(unsigned long); extern void free(void *);\n\
         struct row { int x; struct row *next; };\n\
         static const char *names[2] = { \"first\", \"second\" };\n\
         int g; int *gp = &g;\n\
         static void fill(char *to, int n, char c) { for (int j = 0; j < n; j++) to[j] = c; to[n] = 0; }\n\
         static int length(const char *of) { const char *at = of; while (*at) at++; return (int)(at - of); }\n\
         extern void *realloc(void *, unsigned long);\n\
         static const unsigned short kinds[256] = {0, 3, 2, 1, 2, 3, 1, 2, ['a'] = 2, ['b'] = 3, ['c'] = 6, ['x'] = 2};\n\
         static struct row *make(int x) { struct row *r = malloc(16); r->x = x; r->next = 0; return r; }\n\
         static int value(int *of) { return of ? *of : 4; }\n\
         static const struct { int x; const char *name; } rows[4] = {{1, \"a\"}, {2, \"cd\"}, {3, \"x\"}, {4, 0}};\n\
         static const char *const ends[4] = {0, \"e\", \"fg\", 0};\n\
         static int *gone(int k, int *of) { int here = k; int *at = &here; *at = 2; return k ? of : 0; }\n\
         static unsigned counted(const char *of) { unsigned m = 0; while (of[m]) m++; return m; }\n\
         static unsigned spanned(const char *in, char c) { unsigned m = 0; while (in[m] && in[m] == c) m++; return m; }\n\
         static char *made(const char *of) { unsigned m = counted(of); char *n = malloc(m + 1); n[m] = 0; return n; }\n\
         static const char *find(const char *in, char c) { if (!in) return 0; for (; *in; in++) if (*in == c) return in; return 0; }\n\
         static int same(const char *x, const char *y) { unsigned m = 0; if (x == y) return 1; while (x[m] && y[m] && x[m] == y[m]) m++; return x[m] == y[m]; }\n\
         static int sum(int *from, int n) { int s = 0; while (n > 0) { s = from[n - 1] & 15; n--; } return s; }\n\
         static int *last(int *from, int k) { int *l = from; for (int j = 0; j < 8; j++) if (from[j] == k) l = from + j; return l; }\n\
         extern void *memset(void *, int, unsigned long), *memcpy(void *, const void *, unsigned long);\n\
         int main(void) { int a[8] = {1, 2, 3}; char text[9] = \"abc\", wide[5] = \"de\"; struct row b[9] = {{0, 0}}, *q = 0, *h = 0;\n\
         int i = 0, k = 0; unsigned n = 0; long l = 0; int *p = 0; const char *s = 0; char *t = text, c = 'a';\n",
    );
    for _ in 0..4 + random.below(8) {
        statement(random, 2, &mut text);
    }
    text + "return (int)(k + l + c); }\n"
}

/// Pointers that move in strings and tables, integers that are counted from where they are, and writes that end what was counted.
fn cursors(random: &mut Random) -> String {
    let plain = [
        "p = text + (unsigned)__VERIFIER_nondet_int() % 5;",
        "p = __VERIFIER_nondet_int() ? text : wide;",
        "p = __VERIFIER_nondet_int() ? text + 2 : text + 3;",
        "n = counted(p);",
        "n = spanned(p, c);",
        "m = 0; while (p[m] && p[m] != c) m++;",
        "m = 1; while (*p && p[m] == 'b') m++;",
        "p += n;",
        "if (*p) p++;",
        "if (p[n]) p += n + 1;",
        "if (p[n] && p[n + 1]) k = p[n + 1];",
        "if (m > 0 && p[m - 1]) k++;",
        "q = find(p, c); if (q) { m = q - p; k = q[0]; }",
        "if (q && q >= p) { n = q - p; }",
        "q = p;",
        "if (q) p = q;",
        "{ char *e = p; while (*p) p++; n = p - e; p = e; }",
        "n = counted(p); while (n > 1) { p++; n--; }",
        "n = counted(p); while (n > 0 && p[n - 1] == c) p[--n] = 0;",
        "if (p[n] == 0 && n > 0) p[n - 1] = 'z';",
        "text[(unsigned)__VERIFIER_nondet_int() % 8] = 'y';",
        "text[(unsigned)__VERIFIER_nondet_int() % 8] = 0;",
        "wide[4] = 'q';",
        "wide[4] = 0;",
        "if (p[m] == 0) p[m] = 'x';",
        "other[0] = c;",
        "c = *p;",
        "k = p[n];",
        "{ char *made = malloc(counted(p) + 1); n = 0; while (p[n]) { made[n] = p[n]; n++; } made[n] = 0; free(made); }",
        "for (at = table; *at; at++) k += **at;",
        "at = table + (unsigned)__VERIFIER_nondet_int() % 4; if (*at) { at++; k = *at != 0; }",
        "p = __VERIFIER_nondet_int() ? text : raw; m = 0; while (m < 3 && p[m] && p[m] != c) m++;",
        "n = counted(gap); p = __VERIFIER_nondet_int() ? gap + 3 : gap + 4; k = p[n & 1];",
        "n = counted(gap); if (k) p = gap + 3; else p = gap + 4;",
        "for (at = argv; *at; at++) k++;",
        "at = argv; while (*at) { at++; if (*at) k++; }",
        "{ int left = argc; at = argv; while (left > 1) { at++; left--; k += *at != 0; } }",
        "if (argc > 2) { at = argv + 1; if (at[1]) p = other; }",
        "{ int left = 4; for (at = table; left > 1; at++, left--) k += at[0] != 0; }",
    ];
    let mut text = String::from(
        "extern int __VERIFIER_nondet_int(void); extern void *malloc(unsigned long); extern void free(void *);\n\
         static unsigned long counted(const char *of) { unsigned long m = 0; while (of[m]) m++; return m; }\n\
         static unsigned long spanned(const char *in, char c) { unsigned long m = 0; while (in[m] && in[m] == c) m++; return m; }\n\
         static char *find(char *in, char c) { for (; *in; in++) if (*in == c) return in; return 0; }\n\
         char text[9] = \"aabba\", wide[6] = \"xbbxx\", other[4] = \"c\", raw[3] = {'a', 'a', 'b'}, gap[8] = \"ab\\0cd\";\n\
         int main(int argc, char **argv) { const char *table[4] = {\"a\", \"bc\", text, 0}, **at = table; char *p = text, *q = 0, c = 'a';\n\
         unsigned long n = 0, m = 0; int k = 0;\n",
    );
    for _ in 0..3 + random.below(6) {
        let is_loop = random.below(3) == 0;
        if is_loop {
            text += "for (int i = 0; i < 3; i++) {\n";
        }
        for _ in 0..1 + random.below(4) {
            text += random.pick::<&str>(&plain);
            text += "\n";
        }
        if is_loop {
            text += "}\n";
        }
    }
    text + "return k + (int)n; }\n"
}

/// Recursive functions, and calls through tables of functions.
fn recursions(random: &mut Random) -> String {
    let inner = [
        "*p = n;",
        "*p += 1;",
        "count++;",
        "count = 3;",
        "quiet = n;",
        "quiet = 5;",
        "table[n & 3] = r;",
        "shared = p;",
        "if (shared) *shared = 7;",
        "shared = &l; l = 4;",
        "shared = &count;",
        "l = *p;",
        "p = &l;",
        "p = &table[1];",
        "head = malloc(sizeof *head); if (head) { head->x = n; head->next = 0; }",
        "if (head) head->x = n;",
        "if (head) { free(head); head = 0; }",
        "if (owned) { free(owned); owned = 0; }",
        "if (owned) owned->x = 9;",
        "owned = malloc(8 + 8); if (owned) owned->x = n;",
        "name[n & 3] = 'x';",
        "name[2] = 0;",
        "for (int j = 0; j < 4; j++) name[j] = 'x';",
        "if (n == 1) release();",
        "if (n == 1 && owned) { free(owned); owned = make(n); }",
        "{ struct row *h = owned; r = descend(p, n - 1); if (h) r += h->x; }",
        "strange = __VERIFIER_nondet_pointer();",
        "r += even(p, n - 1);",
        "r = descend(p, n - 1);",
        "r = plain(p, n);",
        "r = ops[n & 3](p, n - 1);",
        "for (int j = 0; j < 3; j++) r = descend(&l, n - 2);",
        "{ int m[4] = {1, 2, 3, 4}; r = descend(m + (n & 1), n - 1); r += m[2]; }",
        "{ struct row *h = malloc(sizeof *h); if (h) { h->x = 6; r = descend(&h->x, n - 1); r += h->x; free(h); } }",
    ];
    let outer = [
        "k = descend(&a, 3);",
        "k = descend(&b[i & 3], 2);",
        "k = even(&a, 4);",
        "k = even(q, 1);",
        "k = plain(&a, 2);",
        "k = ops[i](q, 2);",
        "k = ops[1](&a, i);",
        "i = __VERIFIER_nondet_int() & 3;",
        "if (h) k = descend(&h->x, 2);",
        "h = malloc(sizeof *h); if (h) { h->x = 5; h->next = 0; }",
        "h = malloc(sizeof *h); owned = h; if (h) h->x = 5; k = even(&a, 3); if (h && owned) k = h->x;",
        "owned = malloc(sizeof *h); if (owned) owned->x = 1; q = owned ? &owned->x : &a;",
        "if (owned) { owned->x = 2; }",
        "h = make(1); owned = h; k = even(&a, 2); if (h) k = h->x;",
        "h = make(1); owned = h; tidy(i); owned = make(2); if (owned) owned->x = 3;",
        "h = make(1); owned = h; tidy(1); h = make(2);",
        "{ struct row *w = __VERIFIER_nondet_pointer(); k = wonder(i); i = k & 1; w = w; }",
        "{ struct row *w = __VERIFIER_nondet_pointer(); k = even(&a, 2); w = w; }",
        "s = __VERIFIER_nondet_int() ? name : name + 1;",
        "s = __VERIFIER_nondet_int() ? name : name + 1; k = even(&a, 2); if (*s) s++;",
        "if (owned) { free(owned); owned = 0; }",
        "if (h && h != owned) h->x = 1;",
        "head = build(i);",
        "if (head) k = head->x;",
        "drop(head); head = 0;",
        "h = build(2); k = descend(&a, 2); drop(h); h = 0;",
        "a = 2;",
        "b[1] = 8; k = b[1];",
        "q = &b[2];",
        "q = &a;",
        "shared = &a;",
        "shared = q;",
        "k = *q;",
        "count = 1; k = count;",
        "quiet = 2;",
        "s = name; while (*s) s++;",
        "s = name; name[0] = 'q'; name[1] = 0; if (*s) s++; k = even(&a, 2); k = *s;",
        "s = name + 1;",
        "for (i = 0; i < 3; i++) k += descend(&a, i);",
        "for (i = 0; i < 3; i++) { b[i] = plain(&b[i], i); }",
        "while (k < 4) { k += 1 + (even(&a, k) & 1); }",
        "c = 6; k = descend(&a, 1) + c;",
    ];
    let mut text = String::from(
        "extern int __VERIFIER_nondet_int(void); extern void *malloc(unsigned long); extern void free(void *);\n\
         extern void *__VERIFIER_nondet_pointer(void); struct row { int x; struct row *next; }; static struct row *strange;\n\
         int count, table[4]; static int quiet = 1; static int *shared; static struct row *head, *owned; static char name[4] = \"ab\";\n\
         static int even(int *p, int n); static int descend(int *p, int n); static int plain(int *p, int n);\n\
         static int (*ops[4])(int *, int) = { plain, descend, even, plain };\n\
         static struct row *build(int n) { if (n <= 0) return 0; struct row *r = malloc(sizeof *r); if (!r) return 0;\n\
         r->x = n; r->next = build(n - 1); return r; }\n\
         static void drop(struct row *r) { if (!r) return; drop(r->next); free(r); }\n\
         static struct row *make(int n) { struct row *r = malloc(sizeof *r); if (r) { r->x = n; r->next = 0; } return r; }\n\
         static void release(void) { if (owned) { free(owned); owned = 0; } }\n\
         static void tidy(int n) { if (n > 0) release(); }\n\
         static int wonder(int n) { strange = __VERIFIER_nondet_pointer(); return strange ? n : 0; }\n\
         static int plain(int *p, int n) { int r = n, l = 2; if (r > 3) r = 3; *p = r; count = r;\n\
         if (owned && n == 2) owned->x = 3; return r + l; }\n",
    );
    for name in ["even", "descend"] {
        let _ = writeln!(text, "static int {name}(int *p, int n) {{ int r = 1, l = 2; if (n <= 0) return *p & 7;");
        for _ in 0..1 + random.below(5) {
            let statement = random.pick::<&str>(&inner);
            match random.below(4) {
                0 => {
                    let _ = writeln!(text, "if (__VERIFIER_nondet_int()) {{ {statement} }}");
                }
                _ => {
                    let _ = writeln!(text, "{statement}");
                }
            }
        }
        text += "if (shared == &l) shared = 0; return r & 15; }\n";
    }
    text += "int main(void) { int a = 1, b[4] = {1, 2, 3}, c = 0, i = 0, k = 0; int *q = &a; struct row *h = 0; char *s = name;\n";
    for _ in 0..4 + random.below(8) {
        let statement = random.pick::<&str>(&outer);
        let _ = match random.below(5) {
            0 => writeln!(text, "if (__VERIFIER_nondet_int()) {{ {statement} }}"),
            _ => writeln!(text, "{statement}"),
        };
    }
    text + "return k + c + *s; }\n"
}

#[test]
fn what_is_claimed_at_a_location_is_so() {
    let (mut facts, mut answered) = (0, 0);
    let seeds = cairn_tools::seeds(12);
    let count = 6 * (seeds.end - seeds.start);
    for seed in seeds {
        let mut random = Random::new(seed);
        let plain = cairn_test_support::c_programs::program(&mut random);
        let (lists, loops) = (safety_program(&mut random), buffers(&mut random));
        let recursive = recursions(&mut random);
        let moving = cursors(&mut random);
        let converted = cairn_test_support::c_programs::conversions(&mut random);
        let name = format!("seed-{seed}.c");
        let all = [
            (program(&name, &plain, MachineModel::Lp64), plain),
            (checked(&name, &lists), lists),
            (program(&name, &loops, MachineModel::Ilp32), loops.clone()),
            (checked(&name, &loops), loops.clone()),
            (asked(&name, &loops, &[Check::PointerArithmetic, Check::ValidDeref]), loops),
            (program(&name, &recursive, MachineModel::Lp64), recursive.clone()),
            (checked(&name, &recursive), recursive),
            (program(&name, &converted, MachineModel::Ilp32), converted),
            (program(&name, &moving, MachineModel::Lp64), moving.clone()),
            (checked(&name, &moving), moving),
        ];
        for (program, text) in &all {
            match follow_all(program, &mut random, 6) {
                Ok(compared) => {
                    facts += compared.unwrap_or(0);
                    answered += u64::from(compared.is_some());
                }
                Err(wrong) => panic!("seed {seed}: {wrong}\n{text}"),
            }
        }
    }
    assert!(cairn_tools::has_rates(count, facts > 100_000 && answered * 10 > count * 9), "{facts} facts, {answered}");
}
