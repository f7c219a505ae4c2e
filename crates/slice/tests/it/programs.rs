//! Slices as the programs say: each line marked `kept` has an operation in the slice of the line marked `criterion`, and
//! none of those marked `left out` has one. The program and its slice show the criterion the same values.

use crate::common;

use cairn_differential::seeded::compile;
use cairn_ir::{MachineModel, Op, Program};
use cairn_slice::{Criterion, Dependences, Slice};
use common::{Figures, compare};
use std::collections::BTreeSet;
use std::sync::Arc;

const PROGRAMS: [(&str, &str); 8] = [
    ("assumed.c", include_str!("../programs/assumed.c")),
    ("bits.c", include_str!("../programs/bits.c")),
    ("branches.c", include_str!("../programs/branches.c")),
    ("context.c", include_str!("../programs/context.c")),
    ("ends.c", include_str!("../programs/ends.c")),
    ("freed.c", include_str!("../programs/freed.c")),
    ("pointers.c", include_str!("../programs/pointers.c")),
    ("recursion.c", include_str!("../programs/recursion.c")),
];

fn marked(text: &str, mark: &str) -> Vec<u32> {
    let lines = text.lines().zip(1..);
    lines.filter(|(line, _)| line.trim_end().ends_with(&format!("// {mark}"))).map(|(_, number)| number).collect()
}

fn lines_of(program: &Program, slice: &Slice) -> BTreeSet<u32> {
    let edges = slice.edges().map(|edge| &program.edges[edge]).filter(|edge| !matches!(edge.op, Op::Skip));
    edges.filter_map(|edge| program.sources.locate(edge.span)).map(|location| location.line).collect()
}

#[test]
fn slices_have_the_lines_that_the_programs_say() {
    let mut wrong = Vec::new();
    for (name, text) in PROGRAMS {
        let program = compile(text, MachineModel::Lp64).expect("a program");
        let [line] = marked(text, "criterion")[..] else { panic!("{name} has no criterion") };
        let criterion = Criterion::line(&program, line).expect("an operation");
        let slice = Slice::new(&mut Dependences::new(&Arc::new(program.clone())), &criterion);
        let lines = lines_of(&program, &slice);
        let (kept, left_out) = (marked(text, "kept"), marked(text, "left out"));
        assert!(!kept.is_empty(), "{name} keeps nothing");
        wrong
            .extend(kept.into_iter().filter(|line| !lines.contains(line)).map(|line| format!("{name}:{line} is lost")));
        wrong.extend(
            left_out.into_iter().filter(|line| lines.contains(line)).map(|line| format!("{name}:{line} is kept")),
        );
        let mut figures = Figures::default();
        for site in common::watches(&program) {
            compare(name, &program, site, 20, &mut figures);
        }
        assert!(figures.values > 0, "{name}: the criterion never runs");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
