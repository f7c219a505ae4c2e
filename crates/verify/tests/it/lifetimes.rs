//! Lifetimes of objects of blocks: each kind of storage times each way out of the block times each way to keep the address, with an
//! access before the block is left or behind it.
//!
//! The interpreter is no oracle here, since it runs what the front end made. The answers are those of a table by hand from C11 6.2.4: what `alloca`
//! gives lives as long as its function, all else as long as its block. A sanitizer agreed on all that it watches (no arrays of variable
//! length, no computed jumps) when the table was written. A run takes a part; of each program the default is asked, and one more analysis.

use crate::asked;

use cairn_options::variants::variants;
use cairn_tools::takes;
use cairn_verify::ReportedVerdict;
use rayon::prelude::*;

/// A declaration in the block, and the address of an `int` in it.
const STORAGE: [(&str, &str, &str); 8] = [
    ("scalar", "int x = 1;", "&x"),
    ("array", "int x[3]; x[0] = 1;", "x"),
    ("record", "struct pair x = {1, 2};", "&x.a"),
    ("literal", "int *x = (int[]){1, 2, 3};", "x"),
    ("vla", "int x[n]; x[0] = 1;", "x"),
    ("rows", "int x[n][n]; x[0][0] = 1;", "&x[0][0]"),
    ("named", "typedef int row[n]; row x; x[0] = 1;", "x"),
    (ALLOCA, "int *x = __builtin_alloca(n * sizeof(int)); x[0] = 1;", "x"),
];
const ALLOCA: &str = "alloca";

/// What is declared around the block, how the address is kept, and how it is followed.
const KEEPERS: [(&str, &str, &str); 3] = [
    ("struct holder h = {&safe};", "h.p = AT;", "*h.p"),
    ("", "keep(AT);", "*kept"),
    ("unsigned long u = (unsigned long)&safe;", "u = (unsigned long)(AT);", "*(int *)u"),
];

/// The block, with what leads out of it.
const WAYS: [&str; 17] = [
    "{ BODY }",
    "for (;;) { BODY break; }",
    "for (int i = 0; i < 2; i++) { BODY if (i == 0) break; }",
    "for (int i = 0; i < 1; i++) { BODY continue; }",
    "{ BODY goto out; } out:;",
    "int c = 0; again:; if (c == 0) { BODY c = 1; goto again; }",
    "switch (n) { case 3: { BODY break; } default:; }",
    "switch (n) { default:; BODY }",
    "(void)({ BODY 1; });",
    "for (int i = 0; i < 1; i++) { BODY }",
    "for (int i = 0; i < 2; i++) { if (i == 1) break; BODY }",
    "{ { BODY { goto out; } } } out:;",
    "if (n == 3) { BODY }",
    "do { BODY } while (0);",
    "do { BODY if (n == 3) break; } while (0);",
    "void *to = &&out; { BODY goto *to; } out:;",
    "for (int *z = 0, i = 0; i < 1; i++) { BODY (void)z; }",
];

fn program(storage: (&str, &str, &str), keeper: (&str, &str, &str), way: &str, is_behind: bool) -> String {
    let ((_, declaration, address), (around, keeps, follows)) = (storage, keeper);
    let inside = if is_behind { String::new() } else { format!("safe += {follows};") };
    let body = format!("{declaration} {} {inside}", keeps.replace("AT", address));
    let behind = if is_behind { follows } else { "0" };
    format!(
        "struct pair {{ int a, b; }};\nstruct holder {{ int *p; }};\nint safe = 1;\nint *kept = &safe;\n\
         void keep(int *p) {{ kept = p; }}\nint main(void) {{\n  int n = 3;\n  {around}\n  {}\n  return {behind};\n}}\n",
        way.replace("BODY", &body)
    )
}

#[test]
fn what_a_block_declares_ends_with_it() {
    let mut all = Vec::new();
    for storage in STORAGE {
        for keeper in KEEPERS {
            for way in WAYS {
                let ends = storage.0 != ALLOCA;
                all.push((program(storage, keeper, way, true), if ends { "FALSE" } else { "TRUE" }));
                all.push((program(storage, keeper, way, false), "TRUE"));
            }
        }
    }
    let analyses = variants();
    let taken: Vec<_> = all.iter().enumerate().filter(|(index, _)| takes(*index)).collect();
    let answers: Vec<(usize, Vec<String>)> = (taken.par_iter())
        .map(|(index, (text, expected))| {
            let variant = &analyses[index % analyses.len()];
            let (mut right, mut wrong) = (0, Vec::new());
            for (at, options) in [Vec::new(), variant.settings()].iter().enumerate() {
                let answer = asked::ask_little("lifetimes.c", text, options, &[], &["valid-deref"]).answer;
                let found = match answer {
                    ReportedVerdict::True => "TRUE",
                    ReportedVerdict::False => "FALSE",
                    ReportedVerdict::Unknown => continue,
                };
                match (found == *expected, at) {
                    (true, 0) => right += 1,
                    (true, _) => {}
                    (false, _) => wrong.push(format!("{found} for {expected} by {options:?}:\n{text}")),
                }
            }
            (right, wrong)
        })
        .collect();
    let wrong: Vec<&String> = answers.iter().flat_map(|(_, wrong)| wrong).collect();
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
    let right: usize = answers.iter().map(|(right, _)| right).sum();
    assert!(right * 10 >= taken.len() * 8, "{right} of {} decided", taken.len());
}
