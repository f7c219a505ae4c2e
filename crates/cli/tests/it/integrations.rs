//! `integrations/` against the binary: every option that they pass is there, and every pattern matches what is printed.

use crate::cairn;

use cairn::{Folder, cairn, command};
use regex::Regex;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

const BUG: &[u8] = b"extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 84)
    reach_error();
  return 0;
}
";
const DIVISION: &[u8] = b"extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return 100 / x;
}
";
const SAFE: &[u8] = b"int main(void) { return 0; }\n";
const BROKEN: &[u8] = b"int main(void) { return 1 +; }\n";
const WAVE: &[u8] = b"extern double sin(double);
extern void reach_error(void);
int main(void) {
  if (sin(1) > 2)
    reach_error();
}
";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn yaml(name: &str) -> serde_yaml_ng::Value {
    serde_yaml_ng::from_str(&read(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Whether `--format` knows a word.
fn has_format(word: &str) -> bool {
    let help = cairn(&Folder::new(&[]), &["verify", "--help"], &[]).out;
    help.lines().any(|line| line.trim_start().trim_start_matches("- ").starts_with(&format!("{word}:")))
}

/// Every word that begins with `--` behind a `cairn verify` in a text is an option of it.
fn options_exist(text: &str, whose: &str) {
    let help = cairn(&Folder::new(&[]), &["verify", "--help"], &[]).out;
    let option = Regex::new(r"--[a-z0-9][a-z0-9-]*").unwrap();
    for found in option.find_iter(text) {
        let known = Regex::new(&format!(r"(?m)(^|[\s,]){}([\s,=\[\]]|$)", found.as_str())).unwrap();
        assert!(known.is_match(&help), "{whose}: cairn verify has no {}", found.as_str());
    }
}

#[test]
fn the_problem_matcher_matches_what_is_printed() {
    let tasks: Value = serde_json::from_str(&read("integrations/vscode/tasks.json")).unwrap();
    let manifest: Value = serde_json::from_str(&read("integrations/vscode/package.json")).unwrap();
    let matchers = manifest["contributes"]["problemMatchers"].as_array().unwrap();
    let of_name = |name: &Value| {
        let name = name.as_str().unwrap().strip_prefix('$').unwrap();
        matchers.iter().find(|matcher| matcher["name"] == name).unwrap()
    };
    let folder = Folder::new(&[("bug.c", BUG), ("division.c", DIVISION), ("broken.c", BROKEN), ("wave.c", WAVE)]);
    let (none, value): (&[&str], &[&str]) = (&[], &["--analysis", "value"]);
    // Which pattern of which task takes a line of which program: the place, and a part of the message.
    let all = [
        (0, "cairn-diagnostic", "broken.c", none, ["broken.c", "1", "28", "expected"]),
        (0, "cairn-annotation", "bug.c", none, ["bug.c", "6", "", ""]),
        (0, "cairn-annotation", "division.c", none, ["division.c", "4", "", ""]),
        (1, "cairn-diagnostic", "broken.c", none, ["broken.c", "1", "28", "expected"]),
        (1, "cairn-behaviour", "division.c", none, ["division.c", "4", "3", "division"]),
        (1, "cairn-unknown", "wave.c", value, ["wave.c", "4", "7", "'sin'"]),
    ];
    for (task, owner, file, flags, [name, line, column, message]) in all {
        let task = &tasks["tasks"][task];
        assert_eq!(task["command"], "${config:cairn.path}");
        let words: Vec<&str> = task["args"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        options_exist(&words.join(" "), "tasks.json");
        let words: Vec<&str> =
            words.into_iter().map(|word| if word == "${relativeFile}" { file } else { word }).collect();
        if words.contains(&"github") && !has_format("github") {
            continue;
        }
        let ended = cairn(&folder, &[&words[..], flags].concat(), &[]);
        let text = format!("{}{}", ended.out, ended.err);
        // One line is listed, by one pattern.
        let mut found = Vec::new();
        for matcher in task["problemMatcher"].as_array().unwrap().iter().map(of_name) {
            let regex = Regex::new(matcher["pattern"]["regexp"].as_str().unwrap()).unwrap();
            let lines = text.lines().filter_map(|line| regex.captures(line).map(|_| line.to_owned()));
            found.extend(lines.map(|line| (matcher, regex.clone(), line)));
        }
        let [(matcher, regex, shown)] = &found[..] else { panic!("{owner}: {found:?} in\n{text}") };
        assert_eq!(matcher["owner"], owner, "{shown}");
        let captures = regex.captures(shown).unwrap();
        let part = |member: &str| {
            let group = usize::try_from(matcher["pattern"][member].as_u64().unwrap()).unwrap();
            captures.get(group).map_or("", |part| part.as_str())
        };
        assert_eq!((part("file"), part("line")), (name, line), "{owner} in\n{text}");
        assert!(part("column").contains(column) && part("message").contains(message), "{owner} in\n{text}");
    }
}

#[test]
fn the_hook_refuses_violations_only() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    for (hook, id) in [(&hooks[0], "cairn"), (&hooks[1], "cairn-check")] {
        refuses_violations_only(hook, id);
    }
}

fn refuses_violations_only(hook: &serde_yaml_ng::Value, id: &str) {
    assert_eq!((hook["id"].as_str(), hook["language"].as_str()), (Some(id), Some("system")));
    let entry = hook["entry"].as_str().unwrap();
    if let Some((_, options)) = entry.split_once("cairn verify") {
        options_exist(options.split('|').next().unwrap(), "the hook");
    }
    let folder = Folder::new(&[("safe.c", SAFE), ("bug.c", BUG), ("broken.c", BROKEN), ("wave.c", WAVE)]);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_cairn"), folder.path("cairn")).unwrap();
    let path = format!("{}:{}", folder.path("").display(), std::env::var("PATH").unwrap_or_default());
    // pre-commit splits the entry as a shell does, and appends arguments and files.
    let words = shlex::split(entry).unwrap();
    for (files, passes) in [
        (&["safe.c"][..], true),
        (&["--option=analysis=value", "wave.c", "safe.c"], true),
        (&["safe.c", "bug.c", "safe.c"], false),
        (&["broken.c"], false),
        (&["--no-such-option", "safe.c"], false),
    ] {
        let mut hook = Command::new(&words[0]);
        let output =
            hook.args(&words[1..]).args(files).current_dir(folder.path("")).env("PATH", &path).output().unwrap();
        assert_eq!(output.status.success(), passes, "{files:?}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

/// The step of the GitHub action that verifies, run by bash as GitHub runs it.
#[test]
fn the_action_says_and_fails_as_it_should() {
    let action = yaml("integrations/github/action.yml");
    let steps = action["runs"]["steps"].as_sequence().unwrap();
    let step = steps.iter().find(|step| step["id"] == "verify").unwrap();
    let script = step["run"].as_str().unwrap();
    let given = action["inputs"]["arguments"]["default"].as_str().unwrap();
    options_exist(given, "the action");
    options_exist(script.split_once("cairn verify").unwrap().1.lines().next().unwrap(), "the action");
    // Every variable that the script reads is set, from an input that exists.
    for (name, value) in step["env"].as_mapping().unwrap() {
        assert!(script.contains(name.as_str().unwrap()));
        let input = value.as_str().unwrap().trim_start_matches("${{ inputs.").trim_end_matches(" }}");
        assert!(action["inputs"].get(input).is_some(), "{input}");
    }
    let folder = Folder::new(&[("safe.c", SAFE), ("bug.c", BUG), ("broken.c", BROKEN), ("wave.c", WAVE)]);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_cairn"), folder.path("cairn")).unwrap();
    let path = format!("{}:{}", folder.path("").display(), std::env::var("PATH").unwrap_or_default());
    let format = if has_format("github") { "github" } else { "concise" };
    for (command, file, more, strict, verdict, passes) in [
        ("check", "safe.c", given, "false", "TRUE", true),
        ("check", "bug.c", given, "false", "FALSE", false),
        ("verify", "safe.c", given, "false", "TRUE", true),
        ("verify", "bug.c", given, "false", "FALSE", false),
        ("verify", "broken.c", given, "false", "ERROR", false),
        ("verify", "wave.c", "--analysis value", "false", "UNKNOWN", true),
        ("verify", "wave.c", "--analysis value", "true", "UNKNOWN", false),
    ] {
        let temporary = folder.path("").display().to_string();
        let output = Command::new("bash")
            .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
            .current_dir(folder.path(""))
            .env("PATH", &path)
            .env("COMMAND", command)
            .envs([("FILES", file), ("ARGUMENTS", more), ("FORMAT", format), ("FAIL_ON_UNKNOWN", strict)])
            .envs([("RUNNER_TEMP", &temporary), ("GITHUB_OUTPUT", &format!("{temporary}/output"))])
            .env("GITHUB_STEP_SUMMARY", folder.path("summary"))
            .output()
            .unwrap();
        let said = format!("{output:?}");
        assert_eq!(output.status.success(), passes, "{file}: {said}");
        assert_eq!(folder.read("output").lines().last(), Some(format!("verdict={verdict}").as_str()), "{said}");
    }
}

/// The tool-info module and the benchmark, with BenchExec where the machine has it.
#[test]
fn benchexec_runs_it() {
    let folder = Folder::new(&[]);
    options_exist(&read("integrations/benchexec/cairn.xml").replace("name=\"", " ").replace("<!--", ""), "cairn.xml");
    let compiled = Command::new("python3")
        .args(["-c", "import ast, sys; ast.parse(open(sys.argv[1]).read())"])
        .arg(root().join("integrations/benchexec/tools/cairn.py"))
        .status();
    assert!(compiled.is_ok_and(|status| status.success()));
    for task in ["elevator", "mean", "ring"] {
        let file = root().join(format!("integrations/benchexec/tasks/{task}.yml"));
        let expected = if read(&format!("integrations/benchexec/tasks/{task}.yml")).contains("expected_verdict: true") {
            0
        } else {
            1
        };
        let ended = command(&folder).args(["verify", "-q", "--competition"]).arg(file).output().unwrap();
        assert_eq!(ended.status.code(), Some(expected), "{task}");
    }
    if !cairn_tools::needs(cairn_tools::Tool::BenchExec) {
        return;
    }
    let script = root().join("integrations/benchexec/check.sh");
    let output = Command::new(script).arg(env!("CARGO_BIN_EXE_cairn")).arg("python3").output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains("3 of 3 verdicts as expected"), "{said}");
}
