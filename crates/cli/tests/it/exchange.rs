//! Exchange formats: SARIF, annotations for GitHub, and harnesses that really fail.

use crate::cairn;

use cairn::{Folder, cairn};
use cairn_tools::{TestProgram, programs_in, takes_file};
use rayon::prelude::*;
use serde_json::Value;
use serde_sarif::sarif::{ResultLevel, Sarif};
use std::path::Path;
use std::process::Command;

const BUG: &str = "\
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int twice(int value) { return 2 * value; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 100 && twice(x) == 42) /* \u{e4} */ reach_error();
    return 0;
}
";
const SAFE: &str = "int main(void) { return 0; }\n";
const OPEN: &str = "void reach_error(void);\nint main(void) { __asm__(\"inc %eax\"); reach_error(); return 0; }\n";

fn folder() -> Folder {
    let all: &[(&str, &[u8])] = &[
        ("a bug, 100%.c", BUG.as_bytes()),
        ("safe.c", SAFE.as_bytes()),
        ("open.c", OPEN.as_bytes()),
        ("range.c", b"int main(int argc, char **argv) { int a[3] = {0}; (void)argv; return a[argc + 2]; }\n"),
    ];
    Folder::new(all)
}

/// The log as the crate of the standard's types reads it, and as it is.
fn sarif(folder: &Folder, arguments: &[&str], code: i32) -> (Sarif, Value) {
    let ended = cairn(folder, &[&["verify", "--format", "sarif"], arguments].concat(), &[]);
    assert_eq!(ended.code, code, "{}", ended.err);
    (serde_json::from_str(&ended.out).unwrap(), serde_json::from_str(&ended.out).unwrap())
}

#[test]
fn a_violation_is_a_sarif_result_with_its_execution() {
    let (log, raw) = sarif(&folder(), &["a bug, 100%.c"], 1);
    let [run] = &log.runs[..] else { panic!("one run") };
    let [result] = &run.results.as_ref().unwrap()[..] else { panic!("one result") };
    assert_eq!((result.level, result.rule_id.as_deref()), (Some(ResultLevel::Error), Some("unreach-call")));
    let result = &raw["runs"][0]["results"][0];
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20bug%2C%20100%25.c");
    assert_eq!(place["region"]["startLine"], 6);
    // Characters, not bytes: what comes before is two bytes longer in UTF-8 than in UTF-16.
    let line = BUG.lines().nth(5).unwrap();
    let column = line.chars().position(|c| c == '\u{e4}').unwrap() as u64;
    assert_eq!(place["region"]["startColumn"].as_u64().unwrap(), column + 6, "{place}");
    assert!(result["message"]["text"].as_str().unwrap().contains("__VERIFIER_nondet_int() = 21"), "{result}");
    let steps = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    assert!(
        steps.iter().any(|step| step["state"]["x"]["text"].as_str().is_some_and(|x| x.starts_with("21"))),
        "{steps:?}"
    );
    assert!(steps.iter().any(|step| step["nestingLevel"] == 1), "{steps:?}");
}

#[test]
fn the_same_violation_has_the_same_fingerprint_when_lines_are_added() {
    let moved = format!("\n\n/* more */\n{BUG}");
    let folder = Folder::new(&[("b.c", moved.as_bytes()), ("a.c", BUG.as_bytes())]);
    let of = |file: &str| sarif(&folder, &[file], 1).1["runs"][0]["results"][0]["partialFingerprints"].clone();
    assert_eq!(of("a.c"), of("b.c"));
    assert!(of("a.c")["cairnViolation/v1"].is_string());
}

#[test]
fn what_is_proved_has_no_result_and_what_is_open_a_notification() {
    let (log, raw) = sarif(&folder(), &["safe.c"], 0);
    assert_eq!(log.runs[0].results.as_ref().unwrap().len(), 0);
    assert_eq!(raw["runs"][0]["properties"]["verdict"], "TRUE");
    let (log, raw) = sarif(&folder(), &["open.c"], 3);
    assert_eq!(log.runs[0].results.as_ref().unwrap().len(), 0);
    let notes = &raw["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert!(notes[0]["message"]["text"].as_str().unwrap().contains("Next: "), "{notes}");
    assert_eq!(notes[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
    let (_, raw) = sarif(&folder(), &["--check", "all", "range.c"], 1);
    let result = &raw["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], raw["runs"][0]["tool"]["driver"]["rules"][0]["id"]);
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 1);
}

#[test]
fn annotations_say_where_and_what() {
    let ended = cairn(&folder(), &["verify", "--format", "github", "a bug, 100%.c"], &[]);
    let line = ended.out.lines().find(|line| line.starts_with("::error ")).unwrap();
    assert!(line.starts_with("::error file=a bug%2C 100%25.c,line=6,col="), "{line}");
    assert!(line.contains(",title=Cairn%3A unreach-call::"), "{line}");
    assert!(ended.out.contains("Verification result: FALSE"), "{}", ended.out);
    let ended = cairn(&folder(), &["verify", "--format", "github", "open.c"], &[]);
    assert!(ended.out.contains("::warning file=open.c,line=2,col="), "{}", ended.out);
    assert!(ended.out.contains("Verification result: UNKNOWN"), "{}", ended.out);
}

/// Compiles a program with its harness as the harness's head says, and runs it. What is wrong, if something is.
fn fails(folder: &Folder, program: &Path, harness: &str) -> Result<(), String> {
    let text = folder.read(harness);
    let command =
        text.lines().filter_map(|line| line.strip_prefix(" *     ")).next().ok_or("the head says no command")?;
    let (command, run) = command.rsplit_once(" && ").ok_or("the head does not run it")?;
    let options = run.strip_suffix("./a.out").ok_or("the head does not run it")?.trim();
    let options = options.strip_prefix("ASAN_OPTIONS=").unwrap_or(options);
    if !command.contains(&program.display().to_string()) || !command.contains(" THIS-FILE ") {
        return Err(format!("strange command: {command}"));
    }
    // Each in a folder of its own: the command may write a file.
    let own = folder.path(&format!("{harness}.run"));
    std::fs::create_dir_all(&own).unwrap();
    let binary = format!("{harness}.out");
    let file = format!("{}", folder.path(harness).display());
    let command = command.replace("cc -g", "gcc -w -O0").replace("THIS-FILE", &file);
    let compiled =
        Command::new("sh").current_dir(&own).args(["-c", &format!("{command} -o ../{binary}")]).output().unwrap();
    if !compiled.status.success() {
        return Err(format!("{command}: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let mut run = Command::new("timeout");
    run.arg("20").arg(folder.path(&binary));
    if !options.is_empty() {
        run.env("ASAN_OPTIONS", options);
    }
    let ran = run.output().unwrap();
    match ran.status.code() {
        Some(0) => Err("it ended well".to_owned()),
        Some(124) => Err("it did not end".to_owned()),
        _ => Ok(()),
    }
}

/// What became of the harnesses of some programs: how many there are, how many say that they cannot give all, and what is
/// wrong with the others.
fn harnesses(programs: &[(TestProgram, Vec<String>)]) -> (usize, usize, Vec<String>) {
    let folder = Folder::new(&[]);
    let one = |(number, (program, flags)): (usize, &(TestProgram, Vec<String>))| {
        let name = format!("harness-{number}.c");
        let file = program.file(&folder.path(""));
        let path = file.to_str().unwrap();
        let mut arguments = vec!["verify", "--time-limit", "60s", "--harness", &name, path];
        arguments.extend(flags.iter().map(String::as_str));
        let ended = cairn(&folder, &arguments, &[]);
        if ended.code != 1 {
            return None;
        }
        if ended.err.contains("the harness cannot give all") {
            return Some((1, None));
        }
        Some((0, fails(&folder, &file, &name).err().map(|why| format!("{path}: {why}"))))
    };
    let all: Vec<_> = programs.par_iter().enumerate().filter_map(one).collect();
    let partial = all.iter().map(|(partial, _)| partial).sum();
    (all.len(), partial, all.into_iter().filter_map(|(_, wrong)| wrong).collect())
}

/// The C programs of a folder of tests, with their flags.
fn programs(folder: &str, wanted: impl Fn(&TestProgram) -> Option<Vec<String>>) -> Vec<(TestProgram, Vec<String>)> {
    let programs = programs_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).into_iter();
    programs.filter_map(|program| wanted(&program).map(|flags| (program, flags))).collect()
}

#[test]
fn harnesses_of_violations_really_fail() {
    let wanted = |TestProgram { name, text, .. }: &TestProgram| {
        // A write behind an allocation of no byte, for which the sanitizers keep one.
        // And no harness gives a schedule.
        if name == "valid_memsafety with BUG" || text.contains("pthread_create") || text.contains("thrd_create") {
            return None;
        }
        let first = text.lines().find_map(|line| line.strip_prefix("// expect:"))?;
        let flags = text.lines().find_map(|line| line.strip_prefix("// flags:")).unwrap_or("");
        // Without 32-bit headers there is nothing to compile with.
        (first.trim() == "FALSE" && !flags.contains("--32"))
            .then(|| flags.split_whitespace().map(str::to_owned).collect())
    };
    let violations = programs("tests/verdicts", wanted);
    assert!(violations.len() >= 60, "only {} violations", violations.len());
    let taken = violations.into_iter().enumerate().filter(|(index, (program, _))| takes_file(&program.path, *index));
    let (all, partial, wrong) = harnesses(&taken.map(|(_, violation)| violation).collect::<Vec<_>>());
    assert!(wrong.is_empty(), "{} of {all} ({partial} partial):\n{}", wrong.len(), wrong.join("\n"));
    assert!(all < 20 || partial * 2 <= all, "{partial} of {all} are partial");
}

#[test]
fn a_harness_gives_what_a_compiler_and_a_system_leave_out() {
    let (all, partial, wrong) = harnesses(&programs("tests/failing", |_| Some(Vec::new())));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!((all, partial), (6, 0));

    let folder = Folder::new(&[]);
    let verify = |name: &str, more: &[&str]| {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/failing").join(name);
        let arguments = [&["verify", "--harness", "h.c", program.to_str().unwrap()], more].concat();
        let ended = cairn(&folder, &arguments, &[]);
        assert_eq!(ended.code, 1, "{}", ended.err);
        folder.read("h.c")
    };
    let text = verify("only_inline.c", &["--32"]);
    assert!(text.contains(" -m32 -msse2 -mfpmath=sse -fgnu89-inline "), "{text}");
}

#[test]
fn sanitizers_see_the_undefined_behaviour_of_a_harness() {
    let wanted = |TestProgram { text, .. }: &TestProgram| {
        let check = text.lines().find_map(|line| line.strip_prefix("// check:"))?.trim().to_owned();
        text.starts_with("// expect: FALSE").then(|| vec!["--property".to_owned(), check])
    };
    let chosen: Vec<_> = programs("../verify/tests/behaviour", wanted).into_iter().step_by(8).collect();
    let (all, partial, wrong) = harnesses(&chosen);
    assert!(all >= 10, "only {all} violations");
    assert!(wrong.is_empty(), "{} of {all} ({partial} partial):\n{}", wrong.len(), wrong.join("\n"));
}
