//! The costs of queries to solvers by kind, and the slowest of them as files.

use crate::cairn::{Folder, cairn};
use cairn_smt::{Answer, Solver, SolverLimits, Z3Solver, work};
use cairn_term::{Scope, Terms};

const LOOP: &[u8] = b"extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, j = 0;
  if (n < 0 || n > 1000)
    return 0;
  while (i < n) {
    i++;
    j++;
  }
  if (j != n)
    reach_error();
  return 0;
}
";

/// The figures of a run that begin so, and the wall time.
fn figures(folder: &Folder, analysis: &str, begin: &str) -> (Vec<(String, f64)>, f64) {
    let ended = cairn(folder, &["verify", "--analysis", analysis, "--format", "json", "a.c"], &[]);
    assert_eq!(ended.code, 0, "{ended:?}");
    let value: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    let all = value["statistics"]["exploration"].as_object().unwrap();
    let of_kinds = all.iter().filter(|(name, _)| name.starts_with(begin));
    let figures = of_kinds.map(|(name, figure)| (name.clone(), figure.as_f64().unwrap())).collect();
    (figures, value["statistics"]["resources"]["wall-time-seconds"].as_f64().unwrap())
}

#[test]
fn counts_by_kind_are_the_same_in_each_run() {
    let folder = Folder::new(&[("a.c", LOOP)]);
    for (analysis, kind) in [("predicate", "abstraction"), ("impact", "coverage"), ("k-induction", "induction-step")] {
        for begin in ["solver-queries/", "solver-work/"] {
            let (first, _) = figures(&folder, analysis, begin);
            assert_eq!(first, figures(&folder, analysis, begin).0, "{analysis}");
            assert!(first.iter().any(|(name, count)| name.ends_with(kind) && *count > 0.0), "{analysis}: {first:?}");
        }
        let (times, wall_time) = figures(&folder, analysis, "solver-time/");
        let sum: f64 = times.iter().map(|(_, time)| time).sum();
        assert!(!times.is_empty() && sum <= wall_time, "{analysis}: {times:?}, {wall_time}");
    }
}

#[test]
fn the_slowest_queries_are_scripts_with_the_same_answers() {
    let folder = Folder::new(&[("a.c", LOOP)]);
    for analysis in ["predicate", "impact", "k-induction"] {
        let ended = cairn(&folder, &["verify", "--analysis", analysis, "--output-dir", "out", "a.c"], &[]);
        assert_eq!(ended.code, 0, "{ended:?}");
        let files = std::fs::read_dir(folder.path("out/queries")).unwrap();
        let names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        assert!(!names.is_empty() && names.len() <= 10, "{names:?}");
        let mut answered = 0;
        for name in names {
            let text = folder.read(&format!("out/queries/{name}"));
            let (about, script) = text.split_once('\n').unwrap();
            assert!(about.starts_with("; time ") && about.contains(&name[3..name.len() - 5]), "{name}: {about}");
            let answer = about.split_once(", answer ").unwrap().1;
            // What a limit stopped has no answer, and clauses are no formulas.
            if answer.starts_with("unknown") || script.contains("(set-logic HORN)") {
                continue;
            }
            let mut terms = Terms::new();
            let assertions = Scope::new().read_script(&mut terms, script).unwrap();
            let mut solver = Z3Solver::new().unwrap();
            for assertion in assertions {
                solver.assert(&terms, assertion).unwrap();
            }
            let again = match solver.check(&terms, &[], &SolverLimits::work(work::UNROLLING)).unwrap() {
                Answer::Sat => "sat",
                Answer::Unsat => "unsat",
                Answer::Unknown(_) => "unknown",
            };
            assert_eq!(answer, again, "{analysis}, {name}");
            answered += 1;
        }
        assert!(answered > 0, "{analysis}");
    }
}
