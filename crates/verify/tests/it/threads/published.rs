//! Objects whose address gets to another thread: each way from the variable of the allocation to another one, times each way on from there to
//! the thread, with an access of both at once or behind the join.
//!
//! The answers are those of a table by hand: the address gets through on some execution of each way, so an access beside the thread is a
//! race, and one behind the join is none.

use crate::asked;

use cairn_verify::ReportedVerdict;
use rayon::prelude::*;

/// From `p`, which is the address, to `x`. `c` is any number.
const WAYS: [&str; 11] = [
    "x = p;",
    "if (c) x = p; else x = 0;",
    "x = 0; if (c) x = p;",
    "x = c ? p : 0;",
    "x = 0; for (int i = 0; i < 2; i++) if (i == c) x = p;",
    "struct s **q = &x; *q = p;",
    "struct s *both[2] = {0, 0}; both[c & 1] = p; x = both[1];",
    "unsigned long n = (unsigned long)p; x = (struct s *)n;",
    "switch (c) { case 1: x = p; break; default: x = 0; }",
    "x = chosen(p, c);",
    "struct s *y = p; x = 0; while (c-- > 0) { x = y; y = 0; }",
];

/// From `x` to the thread: what `main` does, and what the thread is given.
const PUBLICATIONS: [(&str, &str); 4] =
    [("global = x;", "0"), ("held.at = x;", "0"), ("struct s **w = &global; *w = x;", "0"), ("", "x")];

fn program(way: &str, (published, argument): (&str, &str), is_beside: bool) -> String {
    let (beside, behind) = if is_beside { ("p->v = 1;", "") } else { ("", "p->v = 1;") };
    format!(
        "typedef unsigned long pthread_t;\nextern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\n\
         extern int pthread_join(pthread_t, void **);\nextern void *malloc(unsigned long);\nstruct s {{ int v; }};\nstatic struct s *global;\n\
         static struct {{ struct s *at; }} held;\nextern int __VERIFIER_nondet_int(void);\n\
         static struct s *chosen(struct s *p, int c) {{ return c ? p : 0; }}\n\
         static void *thread(void *argument) {{\n  struct s *g = argument ? argument : global ? global : held.at;\n  if (g) g->v = 2;\n  return 0;\n}}\n\
         int main(void) {{\n  pthread_t t;\n  struct s *p = malloc(sizeof *p), *x = 0;\n  int c = __VERIFIER_nondet_int();\n  if (!p) return 0;\n  {way}\n  {published}\n  \
         pthread_create(&t, 0, thread, {argument});\n  {beside}\n  pthread_join(t, 0);\n  {behind}\n  return chosen(0, 0) != 0;\n}}\n"
    )
}

#[test]
fn what_is_published_on_some_way_meets_its_reader() {
    let mut all = Vec::new();
    for way in WAYS {
        for publication in PUBLICATIONS {
            for is_beside in [true, false] {
                all.push((program(way, publication, is_beside), is_beside));
            }
        }
    }
    let answers: Vec<_> = (all.par_iter())
        .map(|(text, races)| {
            let answer = asked::ask_little("published.c", text, &[], &[], &["data-race"]).answer;
            let wrong = if *races { ReportedVerdict::True } else { ReportedVerdict::False };
            assert_ne!(answer, wrong, "{text}");
            answer != ReportedVerdict::Unknown
        })
        .collect();
    let decided = answers.iter().filter(|decided| **decided).count();
    assert!(decided * 10 >= all.len() * 7, "{decided} of {} decided", all.len());
}
