//! The commands, end to end: what is printed where, what is written, with which exit code.

use crate::cairn;

use cairn::{Folder, cairn, command};
use std::time::Duration;

const SAFE: &[u8] = b"extern void reach_error(void);
int main(void) {
  int x = 2;
  if (x * x != 4)
    reach_error();
  return 0;
}
";
const BUG: &[u8] = b"extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int twice(int n) { return n + n; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (twice(x) == 84)
    reach_error();
  return 0;
}
";
/// A program whose analysis does not end.
const ENDLESS: &[u8] = b"extern void reach_error(void);
int main(void) {
  unsigned long long x = 1;
  while (x != 42)
    x = x * 6364136223846793005 + 1442695040888963407;
  reach_error();
  return 0;
}
";
/// What harnesses pass that know CPAchecker.
const PROPERTY: &[u8] = b"CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

#[test]
fn version_and_help() {
    let folder = Folder::new(&[]);
    let version = cairn(&folder, &["--version"], &[]);
    assert_eq!((version.code, version.out.starts_with("cairn 0.")), (0, true));
    let help = cairn(&folder, &["--help"], &[]);
    assert!(help.out.contains("Exit codes:") && help.out.contains("Examples:"), "{}", help.out);
}

#[test]
fn true_is_the_last_line() {
    let ended = cairn(&Folder::new(&[("a.c", SAFE)]), &["verify", "a.c"], &[]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_eq!(
        ended.out.lines().last(),
        Some("Verification result: TRUE. No property violation found by chosen configuration.")
    );
}

#[test]
fn false_shows_the_execution() {
    let ended = cairn(&Folder::new(&[("a.c", BUG)]), &["verify", "a.c"], &[]);
    assert_eq!(ended.code, 1, "{ended:?}");
    assert_eq!(
        ended.out.lines().last(),
        Some("Verification result: FALSE. Property violation (unreach-call) found by chosen configuration.")
    );
    for part in ["Inputs: __VERIFIER_nondet_int() = ", "x = ", "(input)", "→ twice(n = ", "     7 | reach_error();"] {
        assert!(ended.out.contains(part), "no '{part}' in\n{}", ended.out);
    }
}

/// Several properties at once, by name and by file; FALSE names the one that is violated.
#[test]
fn several_properties() {
    let sum = b"extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) { int x = __VERIFIER_nondet_int();\n  if (x == 7) reach_error();\n  return x > 9 ? x * 2 : 0; }\n";
    let folder = Folder::new(&[("a.c", sum), ("p.prp", PROPERTY), ("b.c", BUG)]);
    let violated = |arguments: &[&str]| {
        let ended = cairn(&folder, &[&["verify", "--format", "concise", "--property"], arguments].concat(), &[]);
        (ended.code, ended.out.lines().last().unwrap_or_default().to_owned())
    };
    let is = |name: &str| {
        (1, format!("Verification result: FALSE. Property violation ({name}) found by chosen configuration."))
    };
    assert_eq!(violated(&["no-overflow", "a.c"]), is("no-overflow"));
    assert_eq!(violated(&["no-overflow,valid-memsafety", "a.c"]), is("overflow"));
    assert_eq!(violated(&["p.prp,valid-deref", "a.c"]), is("unreach-call"));
    assert_eq!(violated(&["unreach-call", "--check", "all", "b.c"]).0, 1);
    let wrong = cairn(&folder, &["verify", "--property", "no-overflow,nonsense", "a.c"], &[]);
    assert!(wrong.code == 2 && wrong.err.contains("unknown property 'nonsense'"), "{wrong:?}");
}

#[test]
fn concise_shows_the_verdict_and_its_place() {
    let ended = cairn(&Folder::new(&[("a.c", BUG)]), &["verify", "--format", "concise", "a.c"], &[]);
    assert_eq!((ended.code, ended.out.lines().count()), (1, 2), "{ended:?}");
    assert!(ended.out.starts_with("a.c:7:5: the property unreach-call is violated\n"), "{ended:?}");
}

#[test]
fn json_is_one_object() {
    let ended = cairn(&Folder::new(&[("a.c", BUG)]), &["verify", "--format", "json", "a.c"], &[]);
    let value: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(value["verdict"], "FALSE");
    assert_eq!(value["property"], "unreach-call");
    assert_eq!(value["counterexample"]["inputs"][0]["from"], "__VERIFIER_nondet_int()");
    let execution = value["counterexample"]["execution"].as_array().unwrap();
    assert!(execution.iter().any(|moment| moment["function"] == "twice" && moment["what"] == "enter"));
    assert!(value["statistics"]["exploration"]["states"].as_u64().unwrap() > 0);
}

#[test]
fn files_are_left_behind() {
    let folder = Folder::new(&[("a.c", BUG)]);
    let ended = cairn(&folder, &["verify", "--output-dir", "out/deep", "a.c"], &[]);
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(folder.read("out/deep/ARG.dot").starts_with("digraph"));
    assert!(folder.read("out/deep/cfa.dot").starts_with("digraph"));
    assert!(folder.read("out/deep/counterexample.txt").contains("twice"));
    assert!(folder.read("out/deep/statistics.txt").contains("refinements"));
    assert!(folder.read("out/deep/report.txt").ends_with("found by chosen configuration.\n"));
    for name in ["statistics.json", "counterexample.json", "report.json"] {
        let value: Result<serde_json::Value, _> = serde_json::from_str(&folder.read(&format!("out/deep/{name}")));
        assert!(value.is_ok(), "{name}");
    }
}

#[test]
fn a_proof_leaves_its_invariants_behind() {
    let text = "int main(void) { int i = 0; while (i < 4) { i++; } if (i != 4) { reach_error(); } return 0; }";
    let text = format!("extern void reach_error(void);\n{text}\n");
    let folder = Folder::new(&[("a.c", text.as_bytes())]);
    let arguments = ["verify", "--analysis", "interval", "--output-dir", "out", "a.c"];
    let ended = cairn(&folder, &arguments, &[]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_eq!(folder.read("out/invariants.txt"), "a.c:2:36: loop in main: 0 <= i && i <= 4\n");
    let value: serde_json::Value = serde_json::from_str(&folder.read("out/report.json")).unwrap();
    let known = &value["invariants"][0];
    assert_eq!((known["location"].as_str(), known["at"]["line"].as_u64()), (Some("loop"), Some(2)), "{value}");
    let plain = cairn(&folder, &["verify", "--analysis", "interval", "--format", "json", "a.c"], &[]);
    let value: serde_json::Value = serde_json::from_str(&plain.out).unwrap();
    assert_eq!(value["invariants"], serde_json::json!([]), "nobody asked");
}

#[test]
fn statistics_on_demand() {
    let folder = Folder::new(&[("a.c", SAFE)]);
    let without = cairn(&folder, &["verify", "a.c"], &[]);
    let with = cairn(&folder, &["verify", "--stats", "a.c"], &[]);
    assert!(!without.out.contains("peak-memory") && with.out.contains("peak-memory"), "{}", with.out);
}

#[test]
fn what_harnesses_pass_is_understood() {
    let folder = Folder::new(&[("a.c", BUG), ("p.prp", PROPERTY)]);
    let arguments = [
        "verify",
        "-spec",
        "p.prp",
        "--32",
        "--timelimit",
        "60s",
        "--heap",
        "2000M",
        "-stats",
        "--witness",
        "w",
        "a.c",
    ];
    let ended = cairn(&folder, &arguments, &[]);
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(folder.read("w").contains("entry_type: violation_sequence"), "{ended:?}");
}

#[test]
fn a_task_definition_says_everything() {
    let task: &[u8] = b"format_version: '2.0'
input_files: 'a.c'
properties:
  - property_file: termination.prp
    expected_verdict: true
  - property_file: p.prp
    expected_verdict: false
options:
  language: C
  data_model: ILP32
";
    let termination: &[u8] = b"CHECK( init(main()), LTL(F end) )\n";
    let files: &[(&str, &[u8])] =
        &[("a.c", BUG), ("p.prp", PROPERTY), ("termination.prp", termination), ("t.yml", task)];
    let ended = cairn(&Folder::new(files), &["verify", "t.yml"], &[]);
    assert_eq!(ended.code, 1, "{ended:?}");
}

#[test]
fn a_configuration_file_sets_options_and_flags_win() {
    let program = String::from_utf8_lossy(BUG).replace("static ", "");
    let folder =
        Folder::new(&[("a.c", program.as_bytes()), ("c.toml", b"entry = \"twice\"\n[engine]\norder = \"bfs\"\n")]);
    let ended = cairn(&folder, &["verify", "--config", "c.toml", "a.c"], &[]);
    assert_eq!(ended.code, 0, "{ended:?}");
    let ended = cairn(&folder, &["verify", "--config", "c.toml", "--entry", "main", "a.c"], &[]);
    assert_eq!(ended.code, 1, "{ended:?}");
}

#[test]
fn the_standard_input_is_a_file() {
    use std::io::Write;
    let folder = Folder::new(&[]);
    let mut command = command(&folder);
    let command = command.args(["verify", "-"]);
    let mut child = command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(SAFE).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_standard_input_is_preprocessed() {
    use std::io::Write;
    let folder = Folder::new(&[("here.h", b"extern void reach_error(void);\n#define WRONG(x) ((x) == 3)\n")]);
    // More than a pipe holds, so that the compiler must be fed while it speaks.
    let mut text = String::from("#include <limits.h>\n#include \"here.h\"\n");
    (0..9000).for_each(|i| text.push_str(&format!("extern int unused_{i};\n")));
    text.push_str("int main(void) {\n  int x = CHAR_BIT - 5;\n  if (WRONG(x))\n    reach_error();\n}\n");
    let mut command = command(&folder);
    let command = command.args(["verify", "-"]);
    let mut child = command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(out.contains("<stdin>:"), "{out}");
}

/// A loop whose states do not end and need the decision diagrams and the solver.
const HUNGRY: &[u8] = b"extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n\
    int main(void) {\n  unsigned s = 0, n = __VERIFIER_nondet_uint();\n  for (unsigned i = 0; i < n; i++) {\n    s += i * i;\n\
    s ^= i;\n  }\n  if (s == 123456789u)\n    reach_error();\n}\n";

#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_unknown() {
    let folder = Folder::new(&[("a.c", HUNGRY)]);
    let binary = env!("CARGO_BIN_EXE_cairn");
    let mut told = 0;
    for kilobytes in [100_000, 200_000, 300_000] {
        let line = format!("ulimit -v {kilobytes}; exec {binary} verify --time-limit 60s a.c");
        let output =
            std::process::Command::new("sh").args(["-c", &line]).current_dir(folder.path("")).output().unwrap();
        let out = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{kilobytes}: {out}{}", String::from_utf8_lossy(&output.stderr));
        assert!(out.contains("Verification result: UNKNOWN"), "{kilobytes}: {out}");
        told += u32::from(out.contains("memory that this process may use is used up. Next: allow more with ulimit -v"));
    }
    assert!(told >= 2, "{told} of the runs were short of memory");
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_comes_through_a_limit_on_memory() {
    let folder = Folder::new(&[("a.c", SAFE), ("b.c", b"int main(void) { return 1 +; }\n")]);
    let binary = env!("CARGO_BIN_EXE_cairn");
    for (line, code) in [("verify a.c", 0), ("verify --format json a.c", 0), ("verify b.c", 2), ("run a.c", 0)] {
        let line = format!("ulimit -v 4000000; exec {binary} {line}");
        let output =
            std::process::Command::new("sh").args(["-c", &line]).current_dir(folder.path("")).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// What `cargo xtask install` leaves behind works without the checkout.
#[cfg(target_os = "linux")]
#[test]
fn an_installed_binary_finds_its_library() {
    let folder = Folder::new(&[("a.c", SAFE)]);
    let library = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.z3/lib/libz3.so.5.4");
    std::fs::create_dir_all(folder.path("in/bin")).unwrap();
    std::fs::create_dir_all(folder.path("in/lib/cairn")).unwrap();
    std::fs::copy(env!("CARGO_BIN_EXE_cairn"), folder.path("in/bin/cairn")).unwrap();
    std::fs::copy(library, folder.path("in/lib/cairn/libz3.so.5.4")).unwrap();
    let mut command = std::process::Command::new(folder.path("in/bin/cairn"));
    // Cargo names the checkout's library to what it runs.
    let output = command.env_remove("LD_LIBRARY_PATH").args(["verify", "a.c"]).current_dir(folder.path("")).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_is_handed_on_where_memory_is_limited() {
    let folder = Folder::new(&[("a.c", ENDLESS)]);
    // What a shell runs in the background ignores the signal of Ctrl-C until it listens.
    let line = format!("trap '' INT; ulimit -v 4000000; exec {} verify a.c", env!("CARGO_BIN_EXE_cairn"));
    // On a busy machine it may be long until the process listens; killed before, it has no exit code.
    let after = |pause: u64| {
        let mut command = std::process::Command::new("sh");
        let command = command.args(["-c", &line]).current_dir(folder.path("")).stdout(std::process::Stdio::piped());
        let child = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        let killed = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()));
        child.wait_with_output().unwrap()
    };
    let output = [50, 500, 3_000, 20_000].into_iter().map(after).find(|output| output.status.code().is_some());
    let output = output.expect("an orderly end");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{out}");
    assert!(out.contains("Reason: interrupted"), "{out}");
}

#[test]
fn inputs_of_an_entry_function_bear_its_parameters_names() {
    let text = b"extern void reach_error(void);\nstatic int scale(int amount, struct { int low, high; } range) {\n\
        if (amount == -7 && range.high == 9)\n    reach_error();\n  return 0;\n}\n";
    let folder = Folder::new(&[("a.c", text)]);
    let ended = cairn(&folder, &["verify", "--entry", "scale", "a.c"], &[]);
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.out.contains("Inputs: amount = -7"), "{}", ended.out);
}

#[test]
fn a_limit_ends_in_an_orderly_unknown() {
    let folder = Folder::new(&[("a.c", ENDLESS)]);
    for limit in [&["--time-limit", "300ms"][..], &["--option", "cpu-limit=300ms"], &["--option", "step-limit=2000"]] {
        let ended = cairn(&folder, &[&["verify", "--stats"], limit, &["a.c"]].concat(), &[]);
        assert_eq!(ended.code, 3, "{limit:?}: {ended:?}");
        let unknown = "Verification result: UNKNOWN, incomplete analysis.\nReason: ";
        assert!(ended.out.starts_with(unknown) && ended.out.contains(" Next: "), "{}", ended.out);
        assert!(ended.out.contains("limit of") && ended.out.contains("states"), "{}", ended.out);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_reports_what_there_is() {
    let folder = Folder::new(&[("a.c", ENDLESS)]);
    // On a busy machine it may be long until the process listens; killed before, it has no exit code.
    let after = |pause: u64| {
        let mut child = command(&folder);
        let child = child.args(["verify", "--stats", "a.c"]).stdout(std::process::Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()));
        child.wait_with_output().unwrap()
    };
    let output = [400, 2_000, 10_000].into_iter().map(after).find(|output| output.status.code().is_some());
    let output = output.expect("an orderly end");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{out}");
    assert!(out.contains("Reason: interrupted") && out.contains("states"), "{out}");
}

/// Two signals in a row, as from a key that is pressed twice.
#[cfg(unix)]
#[test]
fn a_second_signal_within_a_moment_loses_no_verdict() {
    let folder = Folder::new(&[("a.c", ENDLESS)]);
    let after = |pause: u64| {
        let mut child = command(&folder);
        let child = child.args(["verify", "a.c"]).stdout(std::process::Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        let line = format!("kill -INT {0}; kill -TERM {0}; kill -INT {0}", child.id());
        let _ = std::process::Command::new("sh").args(["-c", &line]).status();
        child.wait_with_output().unwrap()
    };
    let output = [400, 2_000, 10_000].into_iter().map(after).find(|output| output.status.code().is_some());
    let output = output.expect("an orderly end");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{out}");
    assert!(out.contains("Reason: interrupted"), "{out}");
}

#[test]
fn automata_in_every_format() {
    let folder = Folder::new(&[("a.c", BUG)]);
    let dot = cairn(&folder, &["cfa", "--format", "dot", "a.c"], &[]);
    assert!(dot.code == 0 && dot.out.starts_with("digraph") && dot.out.contains("twice"), "{dot:?}");
    let json = cairn(&folder, &["cfa", "--format", "json", "a.c"], &[]);
    let value: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert!(value.is_object());
    let text = cairn(&folder, &["cfa", "--format", "text", "a.c"], &[]);
    assert!(text.code == 0 && text.out.contains("twice"), "{text:?}");
}

/// The example of the paper on large-block encoding, figure 2.
#[test]
fn automata_are_summarised() {
    let text = b"int i, x, z; int main(void) { while (i > 0) { if (x == 1) z = 0; else z = 1; i = i - 1; } }";
    let folder = Folder::new(&[("a.c", text)]);
    let text = cairn(&folder, &["cfa", "--summarize", "a.c"], &[]);
    let expected = "
  [i > 0]
  {
    [x == 1]
    z = 0;
  ||
    [!(x == 1)]
    z = 1;
  }
  i = i - 1;
";
    assert!(
        text.code == 0 && text.out.contains("// 2 paths, up to 4 steps") && text.out.contains(expected),
        "{text:?}"
    );
    let json = cairn(&folder, &["cfa", "--summarize=borders", "--format", "json", "a.c"], &[]);
    let value: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert!(value["kept"].as_array().unwrap().len() > 2, "{value}");
    let dot = cairn(&folder, &["cfa", "--summarize", "--format", "dot", "a.c"], &[]);
    assert!(dot.out.starts_with("digraph"), "{dot:?}");
}

#[test]
fn a_program_is_executed() {
    let folder = Folder::new(&[("a.c", BUG)]);
    let ended = cairn(&folder, &["run", "--input", "5", "a.c"], &[]);
    assert!(ended.code == 0 && ended.out.starts_with("The program returned 0 after "), "{ended:?}");
    let ended = cairn(&folder, &["run", "--trace", "--input", "42", "a.c"], &[]);
    assert!(ended.code == 1 && ended.out.contains("The property (unreach-call) is violated"), "{ended:?}");
    assert!(ended.out.contains("→ twice(n = 42)"), "{}", ended.out);
    assert!(ended.out.contains("a.c:7:5: The property (unreach-call) is violated after"), "{ended:?}");
    std::fs::write(folder.path("b.c"), "int main(void) {\n  int x = 0;\n  return 4 / x;\n}\n").unwrap();
    let ended = cairn(&folder, &["run", "--check", "overflow,division", "b.c"], &[]);
    let said = "b.c:3:3: The property (division) is violated: division by zero (division) after";
    assert!(ended.code == 1 && ended.out.contains(said), "{ended:?}");
    let ended = cairn(&folder, &["run", "--input", "many", "a.c"], &[]);
    assert!(ended.code == 2 && ended.err.contains("'many'"), "{ended:?}");
}

#[test]
fn generated_pages() {
    let folder = Folder::new(&[]);
    for columns in [("COLUMNS", "100"), ("COLUMNS", "160"), ("NOTHING", "")] {
        let width = columns.1.parse().unwrap_or(100);
        let table = cairn(&folder, &["options", "--all"], &[columns]).out;
        assert!(table.lines().all(|line| line.chars().count() <= width), "{columns:?}: {table}");
    }
    let help = cairn(&folder, &["verify", "--help"], &[]).out;
    for heading in ["Program:", "What must hold:", "Limits:", "What is written:", "What is printed:"] {
        assert!(help.lines().any(|line| line == heading), "{heading}: {help}");
    }
    assert!(cairn(&folder, &["man"], &[]).out.contains(".TH cairn"));
    for shell in ["bash", "zsh", "fish"] {
        assert!(cairn(&folder, &["completions", shell], &[]).out.contains("verify"), "{shell}");
    }
}

#[test]
fn functions_without_a_body_are_told() {
    let text = b"extern int sensor(void);\nint main(void) { return sensor(); }\n";
    let ended = cairn(&Folder::new(&[("a.c", text)]), &["verify", "a.c"], &[]);
    assert!(ended.err.contains("a.c:2:25: warning: ") && ended.err.contains("sensor"), "{}", ended.err);
}

#[test]
fn bytes_that_are_not_utf8_keep_their_value() {
    let text = b"extern void reach_error(void);
int main(void) { /* caf\xe9 */
  const char *s = \"\xff\xe9\";
  if ((unsigned char)s[0] != 0xff || sizeof(\"\xe9\") != 2 || '\xe9' != -23) reach_error();
  return 0;
}
";
    let folder = Folder::new(&[("latin1.c", text)]);
    let ended = cairn(&folder, &["verify", "latin1.c"], &[]);
    assert!(ended.out.contains("Verification result: TRUE"), "{}{}", ended.out, ended.err);
    let stray = Folder::new(&[("stray.c", b"int x; // \xe9\nint caf\xe9;\n")]);
    let ended = cairn(&stray, &["verify", "stray.c"], &[]);
    assert!(ended.err.contains("stray.c:2:8: error: stray byte 0xe9 in program"), "{}", ended.err);
}
