//! The output of `cairn check` for people: the worst first, what is open by its cause, what the author allows, and what
//! fails a run.

use crate::cairn;

use cairn::{Folder, cairn};
use serde_json::Value;

const FAULTY: &str = "int main(int argc, char **argv) {
  int cells[4] = {0};
  int count = argc;
  cells[1] = 1;
  if (count > 4)
    return 0;
  return cells[count];
}
";

/// Two calls that are not modelled, and what stands behind them.
const OPEN: &str = "#include <setjmp.h>
static jmp_buf at;
static int deep(int n) { if (n > 3) longjmp(at, 1); return n; }
static int deeper(int n) { if (n > 5) longjmp(at, 2); return deep(n); }
int main(int argc, char **argv) {
  int cells[3] = {0};
  return cells[setjmp(at)] + deeper(argc);
}
";

fn folder(files: &[(&str, &str)]) -> Folder {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    Folder::new(&files)
}

#[test]
fn a_violation_has_the_values_at_its_place() {
    let folder = folder(&[("a.c", FAULTY)]);
    let ended = cairn(&folder, &["check", "--check", "array-index", "a.c"], &[]);
    assert_eq!(ended.code, 1);
    let rows: Vec<&str> = ended.out.lines().take(3).collect();
    assert!(rows[0].starts_with("a.c:7:3: violated: array-index in main: return cells[count];"), "{rows:?}");
    assert_eq!(rows[1], "  There count = 4 (line 3).");
    assert!(rows[2].starts_with("  Run: ./a "), "{rows:?}");
}

#[test]
fn what_is_open_is_said_by_its_cause() {
    let folder = folder(&[("a.c", OPEN)]);
    let ended = cairn(&folder, &["check", "--option", "testing.command-lines=off", "a.c"], &[]);
    assert_eq!(ended.code, 3);
    assert!(ended.out.starts_with("Open, by cause (--list shows each):\n"), "{}", ended.out);
    let of_cause = ended.out.lines().filter(|line| line.contains("Next: ")).count();
    let listed = cairn(&folder, &["check", "--option", "testing.command-lines=off", "--list", "a.c"], &[]).out;
    let open = listed.lines().filter(|line| line.contains(": unknown")).count();
    assert!(of_cause < open, "{of_cause} causes of {open} rows:\n{listed}");
    assert!(!listed.contains("Open, by cause"));
}

#[test]
fn a_finding_is_allowed_with_a_reason() {
    let allowed =
        FAULTY.replace("return cells[count];", "return cells[count]; // cairn: allow(array-index) the caller counts");
    let with = folder(&[("a.c", &allowed)]);
    let arguments = ["check", "--check", "array-index", "a.c"];
    let ended = cairn(&with, &arguments, &[]);
    assert_eq!(ended.code, 0, "{}", ended.out);
    assert!(ended.out.contains("Suppressed by a.c:7: 1 (reason: the caller counts).\n"), "{}", ended.out);
    assert!(ended.out.ends_with("0 proved, 0 violated, 0 unknown, 0 unreachable, 1 suppressed.\n"), "{}", ended.out);
    let listed = cairn(&with, &[&arguments[..3], &["--list", "a.c"]].concat(), &[]).out;
    assert!(listed.contains("a.c:7:3: suppressed (violated): array-index in main"), "{listed}");
    let json = cairn(&with, &[&arguments[..], &["--format", "json"]].concat(), &[]).out;
    let json: Value = serde_json::from_str(&json).unwrap();
    let row = json["obligations"].as_array().unwrap().iter().find(|one| one["state"] == "suppressed").unwrap();
    assert_eq!(row["suppressed"]["state"], "violated");
    let sarif = cairn(&with, &[&arguments[..], &["--format", "sarif"]].concat(), &[]).out;
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap().clone();
    let row = results.iter().find(|one| one["kind"] == "fail").unwrap();
    assert_eq!(row["suppressions"][0]["kind"], "inSource");
    assert_eq!(row["suppressions"][0]["justification"], "the caller counts");
}

/// Where each execution ends at a violation that is allowed, what follows is proved of none that goes on: each form says so.
#[test]
fn what_is_behind_a_suppressed_violation_says_so() {
    let text = "int main(void) {\n  int a[2] = {0}, n = 3;\n  a[n] = 1; // cairn: allow(array-index) the device is there\n  return 7 / (n - 3);\n}\n";
    let allowed = folder(&[("a.c", text)]);
    let run = |form: &str| {
        let words = ["check", "--check", "array-index,division", "--format", form, "a.c"];
        cairn(&allowed, &words, &[])
    };
    let said = "rows behind a suppressed finding are proved or unreachable for executions that do not violate it";
    let plain = run("text");
    assert!(plain.code == 0 && plain.out.contains(&format!("Assumption: {said}: a.c:3.\n")), "{plain:?}");
    assert!(plain.out.contains("0 violated, 0 unknown"), "{plain:?}");
    for form in ["github", "junit"] {
        let ended = run(form);
        assert!(ended.out.contains(&format!("{said}: a.c:3")), "{form}: {ended:?}");
    }
    let json: Value = serde_json::from_str(&run("json").out).unwrap();
    let sarif: Value = serde_json::from_str(&run("sarif").out).unwrap();
    for all in [&json["assumptions"], &sarif["runs"][0]["properties"]["assumptions"]] {
        let one = all.as_array().unwrap().iter().find(|one| one["what"] == "suppressed").unwrap();
        assert_eq!((one["text"].as_str(), &one["names"]), (Some(said), &serde_json::json!(["a.c:3"])));
    }
    cairn(&allowed, &["check", "--check", "array-index,division", "--report", "pages", "a.c"], &[]);
    assert!(allowed.read("pages/index.html").contains(said));
    // Without the comment it is violated, which says enough.
    let violated = folder(&[("a.c", &text.replace("cairn: allow", "it is"))]);
    let ended = cairn(&violated, &["check", "--check", "array-index,division", "a.c"], &[]);
    assert!(ended.code == 1 && !ended.out.contains("suppressed finding"), "{ended:?}");
}

#[test]
fn a_suppression_that_does_nothing_is_a_warning() {
    for (comment, warning) in [
        ("// cairn: allow(array-index)", "a.c:7: a suppression has a reason"),
        ("// cairn: allow(array-indx) so", "a.c:7: no check is called 'array-indx'"),
        ("// cairn: allow(array-index", "a.c:7: a suppression is written // cairn: allow(CHECK) REASON"),
    ] {
        let with = folder(&[("a.c", &FAULTY.replace("[count];", &format!("[count]; {comment}")))]);
        let ended = cairn(&with, &["check", "--check", "array-index", "a.c"], &[]);
        assert_eq!(ended.code, 1, "{comment}");
        assert!(ended.out.contains(&format!("Warning: {warning}.\n")), "{}", ended.out);
    }
    let with = folder(&[("a.c", &FAULTY.replace("= 1;", "= 1; // cairn: allow(array-index) it is small"))]);
    let ended = cairn(&with, &["check", "--check", "array-index", "a.c"], &[]);
    assert!(ended.out.contains("Warning: a.c:4: allow(array-index) suppresses nothing; remove it.\n"), "{}", ended.out);
}

#[test]
fn a_project_allows_findings_in_its_file() {
    let toml = "[[allow]]\ncheck = \"array-index\"\nfile = \"a.c\"\nfunction = \"main\"\nreason = \"known\"\n";
    let with = folder(&[("a.c", FAULTY), ("cairn.toml", toml)]);
    let ended = cairn(&with, &["check", "--check", "array-index", "a.c"], &[]);
    assert_eq!(ended.code, 0, "{}", ended.out);
    assert!(ended.out.contains("cairn.toml: 1 (reason: known).\n"), "{}", ended.out);
    for wrong in [
        toml.replace("reason = \"known\"\n", ""),
        toml.replace("check = \"array-index\"\n", ""),
        toml.replace("array-index", "array-indx"),
        toml.replace("function", "method"),
    ] {
        let with = folder(&[("a.c", FAULTY), ("cairn.toml", &wrong)]);
        assert_eq!(cairn(&with, &["check", "a.c"], &[]).code, 2, "{wrong}");
    }
}

#[test]
fn what_fails_a_run_can_be_said() {
    let faulty = folder(&[("a.c", FAULTY)]);
    let code = |folder: &Folder, fails: &str| {
        let arguments =
            ["check", "--check", "array-index", "--option", "testing.command-lines=off", "--fail-on", fails];
        cairn(folder, &[&arguments[..], &["a.c"]].concat(), &[]).code
    };
    assert_eq!((code(&faulty, "violated"), code(&faulty, "open"), code(&faulty, "needs")), (1, 0, 0));
    let open = folder(&[("a.c", OPEN)]);
    assert_eq!((code(&open, "violated"), code(&open, "open"), code(&open, "violated,open")), (0, 3, 3));
}

/// A file without `main` is checked function by function, and its rows show what was written there.
#[test]
fn functions_of_a_file_and_macros_as_written() {
    let text = "#include <errno.h>\n#define AT(of, i) ((of)[(i) * 2u])\nint pick(const int *of, unsigned i) {\n  \
                return AT(of, i); // a macro\n}\nint failed(int by) {\n  return errno / by;\n}\n";
    let folder = Folder::new(&[("a.c", text.as_bytes())]);
    let ended = cairn(&folder, &["check", "--format", "json", "--time-limit", "5min", "a.c"], &[]);
    let report: Value = serde_json::from_str(&ended.out).unwrap_or_else(|why| panic!("{why}: {ended:?}"));
    let texts: Vec<&str> =
        report["obligations"].as_array().unwrap().iter().map(|row| row["text"].as_str().unwrap()).collect();
    for written in ["return AT(of, i); // a macro", "return errno / by;"] {
        assert!(texts.contains(&written), "{texts:?}");
    }
    assert_eq!(ended.code, 0, "needs fail no run: {ended:?}");
}
