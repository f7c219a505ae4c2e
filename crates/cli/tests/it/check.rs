//! `cairn check`: the state of each obligation of the programs in `tests/check`, as comments at their lines say it; against
//! `cairn verify` on the programs of `tests/verdicts`; forms, baselines and exit codes.
//!
//! `// division: violated, overflow: proved` behind a line are all obligations of that line; a line without such a comment has none. A
//! line `// known: …` below it is what some of them say of a value. The first line of a program has its flags.

use crate::cairn;

use cairn::{Ended, Folder, cairn};
use cairn_tools::{programs_in, takes, takes_file};
use rayon::prelude::*;
use serde_json::Value;
use serde_sarif::sarif::Sarif;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Limits of each query by steps and work of solvers, which are the same on each machine. Those of time end programs of which much stays open.
const BY_STEPS: [&str; 8] =
    ["--option", "step-limit=5000", "--option", "solver-limit=500000", "--each-limit", "1min", "--time-limit", "10s"];
/// Of how many programs on a share is asked for, and how many of a hundred that are TRUE have all of their rows decided at least.
const SHARE: (usize, usize) = (5, 60);

const STATES: [&str; 4] = ["proved", "violated", "unknown", "unreachable"];

fn programs(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "c"));
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

fn check(path: &Path, flags: &str, more: &[&str]) -> (Ended, Value) {
    let folder = Folder::new(&[]);
    let mut arguments = vec!["check", "--format", "json"];
    arguments.extend(flags.split_whitespace());
    arguments.extend(more);
    arguments.push(path.to_str().unwrap());
    let ended = cairn(&folder, &arguments, &[]);
    let value: Value = serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{path:?}: {error}: {ended:?}"));
    // Before checks are in the program, and past their marks: what a query needs of it is handed down.
    // With contracts each function is an entry by itself.
    let times = value["memory_interpretations"].as_u64().unwrap();
    assert!(times <= 2 || flags.contains("--contracts"), "{path:?}: memory was interpreted {times} times");
    (ended, value)
}

fn obligations(value: &Value) -> &[Value] {
    value["obligations"].as_array().unwrap()
}

/// Line, kind and state.
type States = Vec<(usize, String, String)>;

fn expected(text: &str) -> States {
    let mut all = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let comment = line.split_once("// ").filter(|(code, _)| !code.trim().is_empty()).map(|(_, comment)| comment);
        for (kind, state) in
            comment.into_iter().flat_map(|said| said.split(", ")).filter_map(|one| one.split_once(": "))
        {
            assert!(STATES.contains(&state), "line {}: {state}", index + 1);
            all.push((index + 1, kind.to_owned(), state.to_owned()));
        }
    }
    all.sort();
    all
}

fn found(value: &Value) -> States {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let one = |one: &Value| {
        let line = one["at"]["line"].as_u64().unwrap();
        (usize::try_from(line).unwrap(), text(&one["kind"]), text(&one["state"]))
    };
    let mut all: States = obligations(value).iter().map(one).collect();
    all.sort();
    all
}

/// What lines `// known: …` say that no obligation above says; only whole sentences, or their beginnings up to a comma.
fn untold<'t>(text: &'t str, value: &Value) -> Vec<&'t str> {
    let (mut above, mut untold) = (0, Vec::new());
    for (index, line) in text.lines().enumerate() {
        let Some(said) = line.trim_start().strip_prefix("// known: ") else {
            above = index + 1;
            continue;
        };
        let is_above = |one: &&Value| one["at"]["line"].as_u64() == Some(above as u64);
        let told = obligations(value).iter().filter(is_above).filter_map(|one| one["known"].as_array()).flatten();
        let says = |known: &str| known == said || known.strip_prefix(said).is_some_and(|rest| rest.starts_with(", "));
        if !told.filter_map(Value::as_str).any(says) {
            untold.push(said);
        }
    }
    untold
}

fn flags(text: &str) -> &str {
    text.lines().next().and_then(|line| line.strip_prefix("// flags: ")).expect("flags in the first line")
}

#[test]
fn each_obligation_has_its_state() {
    let programs = programs("check");
    assert!(programs.len() >= 5);
    let taken = programs.par_iter().enumerate().filter(|(index, (path, _))| takes_file(path, *index));
    let wrong: Vec<String> = taken
        .filter_map(|(_, (path, text))| {
            let (ended, value) = check(path, flags(text), &[]);
            let (found, expected) = (found(&value), expected(text));
            let has = |state: &str| expected.iter().any(|(_, _, other)| other == state);
            let code = if has("violated") {
                1
            } else if has("unknown") {
                3
            } else {
                0
            };
            let untold = untold(text, &value);
            (found != expected || ended.code != code || !untold.is_empty())
                .then(|| format!("{path:?}: {} {found:?}\nexpected {expected:?}\nnot told {untold:?}", ended.code))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A doubt ends no execution, whether it is asked about with others or by itself: what certainly fails behind it is not proved.
#[test]
fn nothing_is_proved_behind_a_doubt() {
    const DOUBTS: [&str; 5] = [
        "char *p = a; p += d; p -= d;",
        "char *q = a; char *p = q + d; p = p - d;",
        "char *p = &a[5]; for (int k = 0; k < 3; k++) p += d;",
        "char *p = (char *)(long)d; if (d == 170) free(p);",
        "char *p = malloc(4); if (p) { p += d; p -= d; free(p); }",
    ];
    // Each with the kind of its row that fails.
    const FAULTS: [(&str, &str); 3] = [
        ("return 10 / zero;", "division"),
        ("int *none = 0; return *none;", "null-dereference"),
        ("a[zero + 12] = 1; return 0;", "array-index"),
    ];
    let all: Vec<(&str, &str, &str)> =
        DOUBTS.iter().flat_map(|doubt| FAULTS.iter().map(|(fault, kind)| (*doubt, *fault, *kind))).collect();
    let taken: Vec<_> = all.into_iter().enumerate().filter(|(index, _)| takes(*index)).collect();
    assert!(!taken.is_empty());
    let wrong: Vec<String> = (taken.into_par_iter())
        .filter_map(|(_, (doubt, fault, kind))| {
            let text = format!(
                "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nstatic char a[10];\nint main(void) {{\n  int d = \
                 __VERIFIER_nondet_int(), zero = 0;\n  if (d < 100 || d > 200) return 0;\n  {doubt}\n  {fault}\n}}\n"
            );
            let folder = Folder::new(&[("doubt.c", text.as_bytes())]);
            let checks = "valid-deref,division,valid-free,null-dereference,array-index";
            let ended = cairn(&folder, &[&["check", "--format", "json", "--check", checks], &BY_STEPS[..], &["doubt.c"]].concat(), &[]);
            let value: Value = serde_json::from_str(&ended.out).expect("a report");
            let rows = found(&value);
            let is_wrong = !rows.iter().any(|(line, of, state)| {
                (*line, of.as_str()) == (8, kind) && (state == "violated" || state == "unknown")
            });
            is_wrong.then(|| format!("{text}{rows:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Decided together or apart, the answers do not contradict those of `verify`, and most of what is TRUE is proved.
#[test]
fn verify_and_check_do_not_contradict() {
    let programs = programs_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts"));
    let runs = programs.par_iter().enumerate().filter(|(index, _)| takes(*index));
    let compared: Vec<Result<Option<bool>, String>> = runs
        .filter_map(|(_, program)| {
            let mut lines = program.text.lines();
            let expected = lines.next()?.strip_prefix("// expect: ")?;
            let flags = lines.next()?.strip_prefix("// flags: ").unwrap_or("");
            // How a violation is looked for is not what is asked here, nor what `check` has no flag for.
            let plain = |flag: &str| ["--check", "--32", "--competition"].iter().any(|known| flag.starts_with(known));
            if !flags.split_whitespace().filter(|flag| flag.starts_with('-')).all(plain) {
                return None;
            }
            let property: &[&str] = if flags.contains("--check") { &[] } else { &["--property", "unreach-call"] };
            // What `verify` takes for granted and `check` does not.
            let taken = ["--option", "memory.malloc-may-fail=false"];
            let (folder, more) = (Folder::new(&[]), [property, &BY_STEPS, &taken].concat());
            let (ended, value) = check(&program.file(&folder.path("")), flags, &more);
            let states: Vec<&str> = obligations(&value).iter().filter_map(|one| one["state"].as_str()).collect();
            let contradicts = match expected {
                "TRUE" => states.contains(&"violated"),
                "FALSE" => !states.contains(&"violated") && !states.contains(&"unknown"),
                _ => false,
            };
            let is_broken = ended.code == 101;
            let is_proved = (expected == "TRUE").then(|| !states.contains(&"unknown"));
            Some(if contradicts || is_broken {
                Err(format!("{}: {expected}, {states:?}", program.name))
            } else {
                Ok(is_proved)
            })
        })
        .collect();
    let wrong: Vec<&String> = compared.iter().filter_map(|one| one.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let of_true: Vec<bool> = compared.iter().filter_map(|one| *one.as_ref().ok()?).collect();
    let (proved, least) = (of_true.iter().filter(|is_proved| **is_proved).count(), of_true.len() * SHARE.1 / 100);
    assert!(of_true.len() < SHARE.0 || proved >= least, "{proved} of {} TRUE programs are proved", of_true.len());
    assert!(programs.len() >= 60, "only {} programs", programs.len());
}

/// The seeded fault of a whole program is what is violated first. The limit is only there so that the test ends.
#[test]
fn seeded_faults_are_violated_and_nothing_else() {
    let programs = programs("whole");
    let runs = programs.par_iter().enumerate().filter(|(index, _)| takes(*index));
    let compared: Vec<Result<(), String>> = runs
        .map(|(_, (path, text))| {
            let faults: Vec<u64> =
                (1..).zip(text.lines()).filter(|(_, line)| line.contains("BUG")).map(|(number, _)| number).collect();
            let (_, value) = check(path, "--check all", &["--stop-at-first", "--time-limit", "60s"]);
            let is_violated = |one: &&Value| one["state"] == "violated";
            let lines: Vec<u64> =
                obligations(&value).iter().filter(is_violated).filter_map(|one| one["at"]["line"].as_u64()).collect();
            let is_right = !lines.is_empty() && lines.iter().all(|line| faults.contains(line));
            if is_right { Ok(()) } else { Err(format!("{path:?}: faults {faults:?}, violated {lines:?}")) }
        })
        .collect();
    assert!(programs.len() >= 20 && !compared.is_empty(), "{} of {}", compared.len(), programs.len());
    let wrong: Vec<String> = compared.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Lines and functions that stand only behind what is not modelled are counted, and the exit code is not 0.
#[test]
fn what_was_not_looked_at_is_said() {
    let text = "#include <setjmp.h>\nstatic jmp_buf there;\nstatic int twice(int x) {\n  return x * 2;\n}\n\
                static int unused(int x) {\n  return x;\n}\n\
                int main(void) {\n  int n = 3;\n  longjmp(there, 1);\n  n = twice(n);\n  return 10 / n;\n}\n";
    let folder = Folder::new(&[("a.c", text.as_bytes())]);
    let ended = cairn(&folder, &["check", "--check", "division", "a.c"], &[]);
    let said =
        "Not looked at: 3 lines and 1 whole function (twice), behind what is not modelled.\nOf the rest, executions";
    assert!(ended.code == 3 && ended.out.contains(said), "{ended:?}");
    let (modelled, _) = text.split_once("  longjmp").unwrap();
    let modelled = format!("{modelled}  return 10 / twice(n);\n}}\n");
    std::fs::write(folder.path("a.c"), modelled).unwrap();
    let ended = cairn(&folder, &["check", "--check", "division", "a.c"], &[]);
    assert!(ended.code == 0 && !ended.out.contains("Not looked at"), "{ended:?}");
}

#[test]
fn a_baseline_tells_what_is_new() {
    let before = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  return 10 / n;\n}\n";
    let moved = before.replace("int main", "\n\nint main");
    let more = before.replace("  return", "  n = 5 % n;\n  return");
    let mended = before.replace("10 / n", "10 / 3");
    let folder = Folder::new(&[("a.c", before.as_bytes())]);
    let arguments = ["check", "--check", "division", "a.c"];
    let first = cairn(&folder, &[&arguments as &[_], &["--format", "json"]].concat(), &[]);
    assert_eq!(first.code, 1, "{first:?}");
    std::fs::write(folder.path("before.json"), &first.out).unwrap();
    let again = |text: &str| {
        std::fs::write(folder.path("a.c"), text).unwrap();
        cairn(&folder, &[&arguments as &[_], &["--baseline", "before.json"]].concat(), &[])
    };
    let same = again(&moved);
    assert!(same.code == 0 && same.out.contains("a.c:6:3: violated: division"), "{same:?}");
    let new = again(&more);
    assert!(new.code == 1 && new.out.contains("violated (new): division in main: n = 5 % n"), "{new:?}");
    let gone = again(&mended);
    assert_eq!(gone.code, 0, "{gone:?}");
    std::fs::write(folder.path("before.json"), "{}").unwrap();
    let other = again(before);
    assert!(other.code == 2 && other.err.contains("is not what `cairn check --format json` prints"), "{other:?}");
}

#[test]
fn forms_and_options() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check/mixed.c");
    let folder = Folder::new(&[("mixed.c", &std::fs::read(&path).unwrap())]);
    let run =
        |more: &[&str]| cairn(&folder, &[&["check", "--check", "overflow,division"], more, &["mixed.c"]].concat(), &[]);
    let text = run(&["--executions", "--list"]);
    assert!(
        text.code == 1 && text.out.contains("8 obligations: 4 proved, 2 violated, 0 unknown, 2 unreachable."),
        "{text:?}"
    );
    assert!(
        text.out.contains("[main > share]") && text.out.contains("proved by memory: overflow in main: i++"),
        "{text:?}"
    );
    let first = run(&["--stop-at-first"]);
    assert!(first.out.contains("1 violated") && first.out.contains("another obligation is violated"), "{first:?}");
    let sarif = run(&["--format", "sarif"]);
    let _: Sarif = serde_json::from_str(&sarif.out).unwrap();
    let value: Value = serde_json::from_str(&sarif.out).unwrap();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for result in value["runs"][0]["results"].as_array().unwrap() {
        *kinds.entry(result["kind"].as_str().unwrap()).or_default() += 1;
    }
    assert_eq!(kinds, BTreeMap::from([("fail", 2), ("pass", 6)]));
    for refused in [&["--executions", "--format", "json"] as &[_], &["--each-limit", "soon"]] {
        assert_eq!(run(refused).code, 2, "{refused:?}");
    }
}

#[test]
fn json_is_what_the_schema_describes() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/check.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(schema).unwrap()).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    // Of those that the other test does not take.
    let taken = programs("check").into_iter().enumerate().filter(|(index, _)| takes(index + 6));
    for (_, (path, text)) in taken {
        let (_, value) = check(&path, flags(&text), &[]);
        let wrong: Vec<String> =
            validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{path:?}: {wrong:?}");
        let mut other = value.clone();
        other["obligations"][0]["state"] = Value::from("maybe");
        assert!(!validator.is_valid(&other));
    }
}
