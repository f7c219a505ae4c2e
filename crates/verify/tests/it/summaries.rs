//! The results that are used again after an edit, and that a file that cannot be used changes nothing.

use crate::asked;

use asked::{count, verify};
use cairn_verify::{Report, ReportedVerdict};
use std::path::Path;

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int calls;
int id(int n) { if (n <= 0) return 0; return id(n - 1) + 1; }
int twice(int x) { calls = calls + 1; return x + x; }
int main(void) {
  int in = __VERIFIER_nondet_int();
  int a = id(10), b = twice(a);
  if (b != 20 || calls != 1) reach_error();
  if (in == 77) b = twice(b);
  if (b > 20 + /*limit*/ 20) reach_error();
  return 0;
}
";

const ANALYSES: [&str; 3] = ["value", "predicate", "value-predicate"];

fn run(text: &str, analysis: &str, path: &Path) -> Report {
    let report = verify("program.c", text, &[("analysis", analysis), ("bam.blocks", "functions")], Some(path));
    assert_eq!(report.warnings, Vec::<String>::new());
    report
}

fn is_known(report: &Report) -> bool {
    report.figures.get("verdict").is_some()
}

#[test]
fn nothing_is_analysed_twice() {
    let folder = tempfile::tempdir().unwrap();
    for analysis in ANALYSES {
        let path = folder.path().join(analysis);
        let first = run(PROGRAM, analysis, &path);
        assert_eq!((first.answer, is_known(&first)), (ReportedVerdict::True, false));
        assert!(count(&first, "summaries-written") > 0);
        let again = run(&PROGRAM.replace("int calls;", "\n\n/* moved */ int calls;"), analysis, &path);
        assert_eq!((again.answer, is_known(&again)), (ReportedVerdict::True, true));
    }
}

#[test]
fn an_edit_of_main_leaves_the_functions_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    for analysis in ANALYSES {
        let path = folder.path().join(analysis);
        run(PROGRAM, analysis, &path);
        let edited = PROGRAM.replace("int in =", "int other = 3; int in =");
        let report = run(&edited, analysis, &path);
        assert_eq!((report.answer, is_known(&report)), (ReportedVerdict::True, false), "{analysis}");
        assert!(count(&report, "summaries-read") >= 2, "{analysis}: {}", report.figures.text());
    }
}

#[test]
fn an_edit_of_a_function_is_seen_and_seen_to_be_undone() {
    let folder = tempfile::tempdir().unwrap();
    for analysis in ANALYSES {
        let path = folder.path().join(analysis);
        run(PROGRAM, analysis, &path);
        let broken = PROGRAM.replace("return x + x;", "return x + x + 1;");
        assert_eq!(run(&broken, analysis, &path).answer, ReportedVerdict::False, "{analysis}");
        let again = run(PROGRAM, analysis, &path);
        assert_eq!((again.answer, is_known(&again)), (ReportedVerdict::True, true), "{analysis}");
    }
}

#[test]
fn a_violation_is_found_again_by_its_inputs_and_only_where_it_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("summaries");
    let broken = PROGRAM.replace("/*limit*/ 20", "19");
    let first = run(&broken, "value", &path);
    assert_eq!((first.answer, is_known(&first)), (ReportedVerdict::False, false));
    let edited = broken.replace("int a =", "int more = 1, a =");
    let again = run(&edited, "value", &path);
    assert_eq!((again.answer, is_known(&again)), (ReportedVerdict::False, true));
    assert!(again.violation.is_some_and(|violation| violation.inputs.iter().any(|(_, value)| value == "77")));
    let mended = run(PROGRAM, "value", &path);
    assert_eq!((mended.answer, is_known(&mended)), (ReportedVerdict::True, false));
}

#[test]
fn what_is_too_coarse_for_a_new_caller_is_explored_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("summaries");
    // Nothing of `twice` matters at first.
    let before = PROGRAM.replace("b != 20 || calls != 1", "0").replace("b > 20 + /*limit*/ 20", "0");
    assert_eq!(run(&before, "value", &path).answer, ReportedVerdict::True);
    let report = run(PROGRAM, "value", &path);
    assert_eq!(report.answer, ReportedVerdict::True);
    assert!(count(&report, "summaries-discarded") > 0, "{}", report.figures.text());
}

#[test]
fn options_and_property_are_not_mixed_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("summaries");
    run(PROGRAM, "value", &path);
    let other = run(PROGRAM, "value-predicate", &path);
    assert_eq!((other.answer, is_known(&other), count(&other, "summaries-read")), (ReportedVerdict::True, false, 0));
}

#[test]
fn a_file_that_is_none_is_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("program.c");
    std::fs::write(&path, PROGRAM).unwrap();
    let options = [("analysis", "value"), ("bam.blocks", "functions")];
    let report = verify("program.c", PROGRAM, &options, Some(&path));
    assert_eq!((report.answer, report.warnings.len()), (ReportedVerdict::True, 1));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), PROGRAM);
    let nowhere = folder.path().join("no/such/folder");
    let report = verify("program.c", PROGRAM, &options, Some(&nowhere));
    assert_eq!((report.answer, report.warnings.len()), (ReportedVerdict::True, 1));
}

#[test]
fn the_default_strategy_profits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("summaries");
    assert_eq!(verify("program.c", PROGRAM, &[], Some(&path)).answer, ReportedVerdict::True);
    let edited = PROGRAM.replace("int in =", "int other = 3; int in =");
    let report = verify("program.c", &edited, &[], Some(&path));
    assert_eq!(report.answer, ReportedVerdict::True);
    assert!(count(&report, "summaries-read") > 0);
}
