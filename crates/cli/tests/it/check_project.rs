//! `cairn check` on whole projects, its pages and forms for build servers, what is kept from run to run, what executions come to.

use crate::cairn;

use cairn::{Ended, Folder, cairn};
use cairn_wire::Entry;
use cairn_wire::entry::{Query, WireProperty};
use serde_json::Value;
use serde_sarif::sarif::Sarif;
use std::io::Write;
use std::process::{Command, Stdio};

const HEADER: &str = "int mean(const int *values, int count);\nint ratio(int a, int b);\nint worst(void);\n";
const LIBRARY: &str = "#include \"all.h\"
static int clamp(int v) { return v > 10 ? 10 : v < 0 ? 0 : v; }
int mean(const int *values, int count) {
  int s = 0;
  for (int i = 0; i < count; i++)
    s += clamp(values[i]);
  return s / count;
}
int ratio(int a, int b) {
  if (b == 0)
    return 0;
  return a / b;
}
int worst(void) { return ratio(-2147483647 - 1, -1); }
";
const TOOL: &str = "#include \"all.h\"
int main(void) {
  int values[4] = {1, 2, 3, 4};
  return mean(values, 4);
}
";

/// A library and a program that uses a part of it.
fn project() -> Folder {
    let folder =
        Folder::new(&[("all.h", HEADER.as_bytes()), ("library.c", LIBRARY.as_bytes()), ("tool.c", TOOL.as_bytes())]);
    let here = folder.path("").display().to_string();
    let row =
        |file: &str| serde_json::json!({ "directory": here, "file": file, "command": format!("cc -c -I. {file}") });
    let list = Value::from(vec![row("library.c"), row("tool.c")]);
    std::fs::write(folder.path("compile_commands.json"), list.to_string()).unwrap();
    folder
}

fn check(folder: &Folder, more: &[&str]) -> Ended {
    // Steps and work decide; the time is only there so that a test ends.
    let limits = ["--option", "step-limit=20000", "--option", "solver-limit=2000000", "--time-limit", "5min"];
    let plain = ["check", "-p", ".", "--check", "overflow,division"];
    cairn(folder, &[&plain as &[_], &limits, more].concat(), &[])
}

fn json(ended: &Ended) -> Value {
    serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {ended:?}"))
}

/// Function, kind and state of each obligation, and where it was checked from, without the folder.
fn rows(value: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let all = value["obligations"].as_array().unwrap();
    let mut rows: Vec<String> = all
        .iter()
        .map(|one| {
            let entry = text(&one["entry"]);
            let entry = entry.rsplit('/').next().unwrap();
            format!("{} {} {} from {entry}", text(&one["function"]), text(&one["kind"]), text(&one["state"]))
        })
        .collect();
    rows.sort();
    rows
}

#[test]
fn programs_and_functions_that_none_reaches() {
    let folder = project();
    let ended = check(&folder, &["--format", "json", "--jobs", "2"]);
    let found = rows(&json(&ended));
    let expected = [
        "mean division proved from tool.c: main",
        "mean overflow proved from tool.c: main",
        "mean overflow proved from tool.c: main",
        "mean overflow proved from tool.c: main",
        "ratio division proved from library.c: ratio",
        "ratio overflow violated from library.c: worst",
    ];
    assert_eq!(found, expected, "{ended:?}");
    assert_eq!(ended.code, 1);
    let every = check(&folder, &["--format", "json", "--functions"]);
    let found = rows(&json(&every));
    assert!(found.contains(&"mean division needs from library.c: mean".to_owned()), "{found:?}");
    let text = check(&folder, &[]);
    assert!(
        text.out.contains("library.c: ratio: 2 obligations: 1 proved, 0 violated, 1 with needs of callers"),
        "{text:?}"
    );
    let sarif: Value = json(&check(&folder, &["--format", "sarif"]));
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.iter().filter(|one| one["level"] == "error").count(), 1, "{sarif}");
    let typed: Sarif = serde_json::from_value(sarif.clone()).unwrap();
    assert_eq!(serde_json::to_value(typed).unwrap(), sarif, "by the types of the schema nothing is left out");
    // What the answers of functions by themselves rest on is in each form.
    assert!(
        text.out.contains("Assumption: a function that is checked by itself") && text.out.contains(": ratio"),
        "{text:?}"
    );
    let listed = check(&folder, &["--list"]);
    assert!(!listed.out.contains("proved up to ") && listed.out.contains(" proved by "), "{listed:?}");
    let assumed = |value: &Value| value[0]["names"] == serde_json::json!(["ratio", "worst"]);
    assert!(assumed(&sarif["runs"][0]["properties"]["assumptions"]), "{sarif}");
    assert!(assumed(&json(&ended)["assumptions"]), "{ended:?}");
}

/// An entry whose turn does not come within the time has the rows that it has otherwise, and the reason. It does not matter here whether there was
/// time for some.
#[test]
fn an_entry_without_time_has_its_rows() {
    let folder = project();
    let ids = |ended: &Ended| -> Vec<String> {
        let value = json(ended);
        let all = value["obligations"].as_array().unwrap();
        let mut ids: Vec<String> = all.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect();
        ids.sort();
        ids
    };
    let run = |limits: &[&str]| {
        let more = ["--check", "overflow,division", "--summaries", "kept", "--format", "json"];
        cairn(&folder, &[&["check", "-p", "."] as &[_], &more, limits].concat(), &[])
    };
    let late = run(&["--time-limit", "1ms"]);
    let all = run(&["--time-limit", "5s"]);
    assert_eq!(ids(&late), ids(&all), "{late:?}");
    assert!(ids(&all).len() >= 6 && !late.out.contains("not-checked"), "{late:?}");
    let value = json(&late);
    for one in value["obligations"].as_array().unwrap().iter().filter(|one| one["state"] == "unknown") {
        assert!(one["reasons"][0]["text"].as_str().is_some_and(|why| why.contains("time limit")), "{one}");
        assert_eq!(one["reasons"][0]["next"], "allow more with --time-limit", "{one}");
    }
    // What there was no time for is no answer to be kept.
    let again = run(&["--time-limit", "1ms"]);
    assert_eq!(ids(&again), ids(&all), "{again:?}");
}

/// Files in C++ are named as left out, with what checks one.
#[test]
fn a_project_with_other_languages_says_so() {
    let folder = Folder::new(&[("a.c", b"int main(void) { return 0; }\n"), ("b.cpp", b"int f() { return 0; }\n")]);
    let here = folder.path("").display().to_string();
    let row = |file: &str| serde_json::json!({ "directory": here, "file": file, "command": format!("cc -c {file}") });
    let said = "only the C of a project is checked, not b.cpp; a program of one file is, by `cairn check b.cpp`";
    for (files, code) in [(vec![row("a.c"), row("b.cpp")], 0), (vec![row("b.cpp")], 2)] {
        std::fs::write(folder.path("compile_commands.json"), Value::from(files).to_string()).unwrap();
        let ended = check(&folder, &[]);
        assert!(ended.code == code && ended.err.contains(said), "{ended:?}");
    }
}

/// A process that finds the rows only decides nothing, whatever ranges know; where its program is no C it says so.
#[test]
fn a_program_of_which_nothing_is_decided_has_its_rows() {
    let folder = Folder::new(&[]);
    let ask = |text: &str| {
        let files = vec![("a.c".to_owned(), text.to_owned())];
        let checks = vec!["division".to_owned()];
        let property =
            WireProperty { name: String::new(), entry: None, functions: Vec::new(), labels: Vec::new(), checks };
        let bytes = Entry::Task { number: 1, query: Query { files, property, options: Vec::new() } }.to_bytes();
        let mut child = cairn::command(&folder);
        child.args(["check-query", "0s", "--only-rows", "there is no time", "wait"]);
        let child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.unwrap();
        child.stdin.take().unwrap().write_all(&bytes).unwrap();
        child.wait_with_output().unwrap()
    };
    let rows = ask("int main(int n, char **a) { int z = 3; z = 7 / z; return 8 / n; }\n");
    let value: Value = serde_json::from_slice(&rows.stdout).unwrap();
    let of = |one: &Value| (one["state"].clone(), one["reasons"][0]["text"].clone(), one["reasons"][0]["next"].clone());
    let found: Vec<_> = value["obligations"].as_array().unwrap().iter().map(of).collect();
    assert_eq!(found, vec![("unknown".into(), "there is no time".into(), "wait".into()); 2]);
    let wrong = ask("int main(void) { return }\n");
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = project();
    for more in [
        &["--jobs", "2", "tool.c"] as &[_],
        &["--since", "HEAD", "tool.c"],
        &["--functions", "tool.c"],
        &["--jobs", "0"],
    ] {
        let ended = check(&folder, more);
        assert_eq!(ended.code, 2, "{more:?}: {ended:?}");
    }
    let ended = cairn(&folder, &["verify", "-p", "."], &[]);
    assert!(ended.code == 2 && ended.err.contains("name a file of the program"), "{ended:?}");
    // A function that cannot be called is a row, and the others are checked.
    std::fs::write(folder.path("library.c"), format!("{LIBRARY}int odd(struct nobody_knows *p, int n) {{ return p != 0 && n > 0; }}\nint odder(int n) {{ return (({{ goto *0; 1; }})); }}\n")).unwrap();
    let ended = check(&folder, &["--format", "json"]);
    let found = rows(&json(&ended));
    assert!(found.iter().any(|row| row.contains("ratio division proved")), "{ended:?}");
}

#[test]
fn what_is_kept_is_used_until_it_changes() {
    let folder = project();
    let run = |more: &[&str]| check(&folder, &[&["--summaries", "kept", "--functions"], more].concat());
    let first = run(&[]);
    let again = run(&[]);
    let count = |ended: &Ended| ended.out.matches("(kept from an earlier run)").count();
    assert_eq!((count(&first), count(&again)), (0, 4), "{again:?}");
    assert_eq!(first.out, again.out.replace(" (kept from an earlier run)", ""));
    // Moved lines: what has no execution is kept, with its places moved.
    let moved = LIBRARY.replace("static int clamp", "\n\nstatic int clamp");
    std::fs::write(folder.path("library.c"), &moved).unwrap();
    let third = run(&["--list"]);
    assert_eq!(count(&third), 1, "{third:?}");
    assert!(third.out.contains("library.c:7:30: proved") && !third.out.contains("library.c:7:3: "), "{third:?}");
    // Another text: what can reach it is checked again.
    run(&[]);
    std::fs::write(folder.path("library.c"), moved.replace("v > 10 ? 10", "v > 20 ? 20")).unwrap();
    let fourth = run(&[]);
    let is_kept =
        |of: &str| fourth.out.lines().any(|line| line.contains(of) && line.ends_with("(kept from an earlier run)"));
    assert!(is_kept("library.c: ratio: ") && !is_kept("tool.c: main: ") && !is_kept("library.c: mean: "), "{fourth:?}");
    // One program.
    let one = |more: &[&str]| {
        cairn(
            &folder,
            &[&["check", "--summaries", "other", "--check", "division", "tool.c", "library.c"], more].concat(),
            &[],
        )
    };
    assert_eq!(one(&[]).out, one(&[]).out);
}

#[test]
fn since_a_revision() {
    let folder = project();
    let git = |arguments: &[&str]| {
        let who = ["-c", "user.name=nobody", "-c", "user.email=nobody@localhost"];
        let ended = Command::new("git").current_dir(folder.path("")).args(who).args(arguments).output().unwrap();
        assert!(ended.status.success(), "{ended:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "first"]);
    let same = check(&folder, &["--since", "HEAD"]);
    assert!(same.code == 0 && same.out.matches("not touched by what has changed").count() == 3, "{same:?}");
    std::fs::write(folder.path("library.c"), LIBRARY.replace("if (b == 0)", "if (b == 1)")).unwrap();
    let changed = check(&folder, &["--since", "HEAD"]);
    assert!(
        changed.out.contains("tool.c: main: not touched") && changed.out.contains("division in ratio"),
        "{changed:?}"
    );
    // A header is in no function's lines, and counts.
    std::fs::write(folder.path("library.c"), LIBRARY).unwrap();
    std::fs::write(folder.path("all.h"), format!("{HEADER}extern int more;\n")).unwrap();
    let header = check(&folder, &["--since", "HEAD"]);
    assert!(!header.out.contains("not touched"), "{header:?}");
    let nothing = check(&folder, &["--since", "no-such-revision"]);
    assert_eq!(nothing.code, 2, "{nothing:?}");
}

const BLOCKED: &str = "extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  __VERIFIER_assume(x CONDITION);
  if (x != 77)
    reach_error();
  return 0;
}
";

/// An assumption that nothing gets past is told, by ranges or by more; one that something gets past is not.
#[test]
fn a_proof_that_rests_on_nothing_says_so() {
    for (condition, is_blocked) in
        [("> 5 && x < 3", true), ("> y && y > x", true), ("== 77", false), ("== y && y == 77", false)]
    {
        let text = BLOCKED.replace("CONDITION", condition);
        let folder = Folder::new(&[("a.c", text.as_bytes())]);
        let ended = cairn(&folder, &["check", "--property", "unreach-call", "a.c"], &[]);
        assert_eq!(ended.code, 0, "{condition}: {ended:?}");
        let told = ended.out.contains("no execution gets past ");
        assert!(
            !told || ended.out.lines().any(|line| line.starts_with("a.c:7:") && line.contains("gets past")),
            "{ended:?}"
        );
        assert_eq!(told, is_blocked, "{condition}: {ended:?}");
        // `verify` tells what ranges do.
        let verified = cairn(&folder, &["verify", "a.c"], &[]);
        let told = verified.err.contains("no execution gets past x < 3: TRUE says nothing of what is behind it");
        assert!(verified.code == 0 && told == condition.contains("x < 3"), "{condition}: {verified:?}");
    }
}

#[test]
fn pages_and_build_servers() {
    let folder = project();
    let ended = check(&folder, &["--report", "pages", "--format", "junit"]);
    assert!(ended.out.contains("<testsuites name=\"cairn\" tests=\"6\" failures=\"1\" skipped=\"0\">"), "{ended:?}");
    assert_eq!(ended.out.matches("<testcase ").count(), 6);
    assert_eq!(ended.out.matches("</testcase>").count(), 1);
    // A file without an obligation has no page.
    let pages = std::fs::read_dir(folder.path("pages")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut pages: Vec<String> = pages.map(|name| name.into_string().unwrap()).collect();
    pages.sort();
    // Where the folder is in a repository, the course is kept too.
    pages.retain(|name| name != "history.json");
    assert_eq!(pages, ["index.html", "kind-division.html", "kind-overflow.html", "library.c.html"]);
    // What is violated comes first, with its place, its text and its values.
    let index = folder.read("pages/index.html");
    let (_, first) = index.split_once("<li class=\"finding ").unwrap();
    let (first, rest) = first.split_once("</li>").unwrap();
    for part in [
        "violated\" data-has=\"violated:overflow\">",
        "<a href=\"library.c.html#L12-overflow\">library.c:12:3</a>",
        "<code>return a / b;</code>",
        "There a = -2147483648 (line 14), b = -1 (line 14).",
    ] {
        assert!(first.contains(part), "{part}: {first}");
    }
    assert!(rest.contains("<h2>Files</h2>") && rest.contains("1 file without an obligation"), "{index}");
    let page = folder.read("pages/library.c.html");
    let (_, found) = page.split_once("<code>  return a / b;</code></div>").unwrap();
    let opened = "<details class=\"finding violated\" id=\"L12-overflow\" data-has=\"violated:overflow\" open>";
    assert!(found.trim_start().starts_with(opened) && found.contains("An execution that violates it"), "{page}");
    let github = check(&folder, &["--format", "github"]);
    let annotation = github.out.lines().find(|line| line.starts_with("::error ")).unwrap();
    assert!(
        annotation.contains("library.c,line=12,col=3,title=Cairn%3A overflow::An execution violates it"),
        "{github:?}"
    );
    let nowhere = check(&folder, &["--report", "tool.c/pages"]);
    assert!(nowhere.code == 2 && nowhere.err.contains("cannot write"), "{nowhere:?}");
}

/// The script of a violation builds all files of its program, with their flags.
#[test]
fn a_violation_of_a_project_is_reproduced() {
    if !cairn_tools::needs(cairn_tools::Tool::Gcc) {
        return;
    }
    let folder = Folder::new(&[
        ("main.c", b"int pick(int at);\nint main(int argc, char **argv) {\n  (void)argv;\n  return pick(argc);\n}\n"),
        ("pick.c", b"int pick(int at) {\n  int of[LENGTH] = {0};\n  return of[at];\n}\n"),
    ]);
    let here = folder.path("").display().to_string();
    let one = |file: &str| serde_json::json!({ "directory": here, "file": file, "command": format!("cc -DLENGTH=3 -c {file}") });
    std::fs::write(folder.path("compile_commands.json"), serde_json::json!([one("main.c"), one("pick.c")]).to_string())
        .unwrap();
    let ended = check(&folder, &["--check", "array-index", "--reproduce", "scripts"]);
    assert!(ended.err.contains("note: of 1 violations by a command line there are scripts in scripts"), "{ended:?}");
    let script = folder.path("scripts/01-pick.c-3-array-index.sh");
    let ran = std::process::Command::new("timeout").arg("60").arg(script).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(!ran.status.success() && said.contains("pick.c:3"), "{ran:?}");
}
