//! The rows of capabilities are true: for each capability about verdicts there is a program (or a pair, safe and with a bug)
//! that an analysis decides where its row says so, and of which it never says the opposite.
//!
//! A capability that a row lacks is tested, too: the safe program is then not proved. So a row that claims too little, by
//! which the strategy would leave out an analysis that is fit, fails as one that claims too much.

use crate::asked;

use cairn_options::{Analysis, Capability};
use cairn_verify::ReportedVerdict;

const PROOFS: &str = include_str!("../capabilities/proofs.c");
const VIOLATIONS: &str = include_str!("../capabilities/violations.c");
const LOOPS: &str = include_str!("../capabilities/loops.c");

/// Capabilities with a safe program and the same with a bug.
const PAIRS: [(Capability, &str, &str); 3] = [
    (
        Capability::Recursion,
        include_str!("../capabilities/recursion_safe.c"),
        include_str!("../capabilities/recursion_bug.c"),
    ),
    (Capability::Heap, include_str!("../capabilities/heap_safe.c"), include_str!("../capabilities/heap_bug.c")),
    (Capability::Floats, include_str!("../capabilities/floats_safe.c"), include_str!("../capabilities/floats_bug.c")),
];

/// What an analysis says, within steps.
fn answer(analysis: Analysis, text: &str) -> ReportedVerdict {
    asked::ask_little("capability.c", text, &[("analysis", analysis.word())], &[], &[]).answer
}

#[test]
fn proofs_violations_and_loops_are_as_the_rows_say() {
    for analysis in Analysis::ALL {
        for (capability, text, verdict) in [
            (Capability::Proofs, PROOFS, ReportedVerdict::True),
            (Capability::Violations, VIOLATIONS, ReportedVerdict::False),
            (Capability::Loops, LOOPS, ReportedVerdict::True),
        ] {
            let expected = if analysis.can(capability) { verdict } else { ReportedVerdict::Unknown };
            assert_eq!(answer(*analysis, text), expected, "{analysis:?}, {capability:?}");
        }
    }
}

#[test]
fn recursion_heap_and_floats_are_as_the_rows_say() {
    for analysis in Analysis::ALL {
        for (capability, safe, bug) in PAIRS {
            let (on_safe, on_bug) = (answer(*analysis, safe), answer(*analysis, bug));
            let claims = analysis.can(capability);
            let proves = claims && analysis.can(Capability::Proofs);
            let expected = if proves { ReportedVerdict::True } else { ReportedVerdict::Unknown };
            assert_eq!(on_safe, expected, "{analysis:?}, {capability:?}, safe");
            if claims && analysis.can(Capability::Violations) {
                assert_eq!(on_bug, ReportedVerdict::False, "{analysis:?}, {capability:?}, bug");
            }
            assert_ne!(on_bug, ReportedVerdict::True, "{analysis:?}, {capability:?}, bug");
        }
    }
}

#[test]
fn proofs_come_with_invariants_where_the_row_says_so() {
    for analysis in Analysis::ALL {
        let report = asked::proof("capability.c", LOOPS, &[("analysis", analysis.word())]);
        let expected = analysis.can(Capability::Invariants);
        assert!(!expected || report.answer == ReportedVerdict::True, "{analysis:?}");
        // The default's proof has what the stage has that gave it.
        if *analysis != Analysis::Auto {
            let found = !report.invariants.is_empty();
            assert_eq!(found, expected, "{analysis:?}");
        }
    }
}

#[test]
fn the_strategy_asks_no_analysis_that_is_not_fit() {
    let (heap, recursion) = (PAIRS[1].1, PAIRS[0].1);
    for (text, capability) in [(heap, Capability::Heap), (recursion, Capability::Recursion)] {
        let report = asked::proof("capability.c", text, &[]);
        let program = report.program.expect("a program");
        let configuration = cairn_options::Configuration::defaults().unwrap();
        let stages = cairn_verify::strategy::stages(&configuration, &program, None, false, true);
        assert!(stages.len() > 3);
        for stage in stages {
            assert!(stage.configuration.analysis.can(capability), "{}", stage.name());
        }
    }
}
