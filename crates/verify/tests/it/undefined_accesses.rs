//! Behind an access that is undefined a violation counts where nobody asks about accesses: no analysis takes such an access for the end of
//! executions (gcc -O0 goes on, and tasks of others rest on that).

use crate::asked;

use cairn_options::Analysis;
use cairn_verify::ReportedVerdict;

/// What stands before the violation.
const ACCESSES: [&str; 7] = [
    "struct s { int a, b; } *p = 0; int x = p->b;",
    "int x = get(0);",
    "int a[4] = {0}; int *p = a; p[5] = 1;",
    "int a[4] = {0}; int *p = a; int i = __VERIFIER_nondet_int(); p[i] = 1;",
    "int v = 1; int *p = __VERIFIER_nondet_int() ? &v : 0; int x = *p; if (p) return 0;",
    "char a[4] = {0}; int i = __VERIFIER_nondet_int(); if (i < 0 || i > 9) return 0; char *p = a + i; *p = 1; if (i < 4) return 0;",
    "int *p = malloc(8); free(p); int x = *p;",
];

#[test]
fn a_violation_behind_one_is_not_excluded() {
    for before in ACCESSES {
        let text = format!(
            "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n\
             void *malloc(unsigned long); void free(void *);\n\
             static int get(int *q) {{ return *q; }}\n\
             int main(void) {{ {before}\n reach_error(); return 0; }}\n"
        );
        for analysis in Analysis::ALL {
            let found = asked::ask_little("behind.c", &text, &[("analysis", analysis.word())], &[], &[]).answer;
            assert_ne!(found, ReportedVerdict::True, "{analysis:?}: {before}");
        }
    }
}

/// The order and the distance of two pointers are defined within one object. Which object one goes to says nothing of the other.
#[test]
fn two_pointers_that_are_compared_may_go_to_different_objects() {
    const OBJECTS: [&str; 3] =
        ["static int f[8], s[8];", "int f[8], s[8];", "int *f = malloc(32), *s = malloc(32); if (!f || !s) return 0;"];
    const POINTERS: [&str; 3] = ["f", "s + 1", "(__VERIFIER_nondet_int() ? f : s)"];
    for objects in OBJECTS {
        for (left, right) in POINTERS.iter().flat_map(|left| POINTERS.iter().map(move |right| (left, right))) {
            for how in ["x < y", "x - y > 0", "x >= y"] {
                let text = format!(
                    "extern int __VERIFIER_nondet_int(void); void *malloc(unsigned long);\n\
                     int main(void) {{ {objects} int *x = {left}; int *y = {right}; return {how}; }}\n"
                );
                let is_one = left == right && *left != POINTERS[2];
                for analysis in ["memory", "value", "interval"] {
                    let checks = ["pointer-comparison"];
                    let found = asked::ask_little("apart.c", &text, &[("analysis", analysis)], &[], &checks).answer;
                    assert!(is_one || found != ReportedVerdict::True, "{analysis}: {text}");
                    assert!(!is_one || found != ReportedVerdict::False, "{analysis}: {text}");
                }
            }
        }
    }
}
