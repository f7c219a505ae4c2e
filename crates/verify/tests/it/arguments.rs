//! Strings that `main` is given are objects of their own, apart from one another and from the vector that points to them. No
//! violation rests on anything else, also where the entry that is read is not modelled; analyses that end at once are asked.

use crate::asked;

use asked::ask;
use cairn_verify::ReportedVerdict;

const OVERLAPPING: [&str; 3] = [
    "if (argc > 1) { argv[1][0] = 'z'; if (argv[argc]) reach_error(); }",
    "if (argc > 1) { char *a = argv[1]; a[0] = 'z'; if (argv[1] != a) reach_error(); }",
    "if (argc > 1 && (char *)argv == argv[1]) reach_error();",
];

#[test]
fn no_violation_rests_on_strings_that_overlap() {
    for body in OVERLAPPING {
        let text = format!("extern void reach_error(void);\nint main(int argc, char **argv) {{ {body} return 0; }}");
        for analysis in ["bmc", "value", "predicate"] {
            let answer = ask("arguments.c", &text, &[("analysis", analysis)], &[]).answer;
            assert_ne!(answer, ReportedVerdict::False, "{analysis}: {body}");
        }
    }
}
