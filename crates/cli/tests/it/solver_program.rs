//! `--option solver=COMMAND`: a program answers what the library Z3 answers otherwise, and what goes wrong in it is said.

use crate::cairn::{Ended, Folder, cairn};

use cairn_tools::{Tool, needs};

const CLAMP: &str = include_str!("../papers/input_clamp.c");
const CLIMB: &str = include_str!("../papers/climb.c");
const SYMBOLS: &str = include_str!("../papers/symbols.c");
const WRAPS: &str = include_str!("../papers/unsigned_below.c");

fn verify(text: &str, arguments: &[&str]) -> Ended {
    let folder = Folder::new(&[("a.c", text.as_bytes())]);
    cairn(&folder, &[&["verify", "--time-limit", "60s", "a.c"], arguments].concat(), &[])
}

fn option<'a>(analysis: &'a str, solver: &'a str) -> [&'a str; 4] {
    ["--analysis", analysis, "--option", solver]
}

#[test]
fn another_solver_gives_the_same_verdicts() {
    if !needs(Tool::Cvc5) {
        return;
    }
    let blocks: &[&str] = &["--option", "bam.blocks=functions"];
    for (text, analysis, further, verdict) in [
        (CLAMP, "predicate", &[][..], "TRUE"),
        (CLAMP, "bmc", &[], "TRUE"),
        (CLAMP, "symbolic", &[], "TRUE"),
        (CLIMB, "predicate", blocks, "TRUE"),
        (WRAPS, "predicate", blocks, "FALSE"),
        (WRAPS, "k-induction", &[], "FALSE"),
    ] {
        let ended = verify(text, &[&option(analysis, "solver=cvc5 --incremental")[..], further].concat());
        assert!(ended.out.contains(&format!("Verification result: {verdict}")), "{analysis}: {ended:?}");
    }
}

#[test]
fn the_program_is_asked_and_its_failure_is_the_reason_of_unknown() {
    for analysis in ["predicate", "symbolic", "bmc", "k-induction", "value-predicate"] {
        let ended = verify(SYMBOLS, &option(analysis, "solver=false"));
        assert!(ended.out.contains("Verification result: UNKNOWN"), "{analysis}: {ended:?}");
        assert!(ended.out.contains("the solver program ended without an answer"), "{analysis}: {ended:?}");
        assert!(!ended.out.contains("report it"), "it is no bug of Cairn: {ended:?}");
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    for (analysis, setting, why) in [
        ("predicate", "solver=no-such-solver", "'no-such-solver' is neither z3"),
        ("predicate", "solver=", "is neither z3"),
        ("impact", "solver=false", "solver has no effect with analysis=impact"),
        ("auto", "solver=false", "solver has no effect with analysis=auto"),
    ] {
        let ended = verify(CLAMP, &option(analysis, setting));
        assert!(ended.code != 0 && format!("{ended:?}").contains(why), "{setting}: {ended:?}");
    }
    let limited = [&option("predicate", "solver=false")[..], &["--option", "solver-limit=1000"]].concat();
    let ended = verify(CLAMP, &limited);
    assert!(format!("{ended:?}").contains("solver-limit does not count the work of a program"), "{ended:?}");
}

#[test]
fn a_file_of_the_project_starts_no_program() {
    let file: &[u8] = b"analysis = \"predicate\"\nsolver = \"false\"\n";
    let folder = Folder::new(&[("a.c", CLAMP.as_bytes()), ("cairn.toml", file)]);
    let ended = cairn(&folder, &["verify", "a.c"], &[]);
    assert!(ended.code != 0 && ended.err.contains("only --option sets solver to a command"), "{ended:?}");
}
