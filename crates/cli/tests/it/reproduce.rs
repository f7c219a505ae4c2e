//! `cairn check` on command lines that it makes up: what is violated is so for the compiled program, which the scripts of `--reproduce` show.
//!
//! The programs are `tests/whole`, each of which has one fault at the line that ends in `/* BUG */`, and the faults of
//! `tests/realistic/faults.tsv`, at the line with `/* fault N */`. The script of a violation must fail, and name a line of the program
//! that is violated. Nothing is asked of an engine here.

use crate::cairn;

use cairn::{Folder, cairn};
use cairn_tools::{Tool, needs, takes, takes_file};
use rayon::prelude::*;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Checks that sanitizers and valgrind do not see.
const UNSEEN: [&str; 6] =
    ["library", "conversion", "call-type", "pointer-arithmetic", "pointer-comparison", "data-race"];

/// A program with a fault.
struct Faulty {
    files: Vec<PathBuf>,
    check: String,
    /// The file and the line of the fault; 0 where any line will do.
    at: (String, usize),
    flags: Vec<String>,
}

fn tests(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder)
}

/// What is wrong with the answer for a program, if something is.
fn wrong(program: &Faulty) -> Option<String> {
    let name = program.files.last()?.file_name()?.to_str()?.to_owned();
    let folder = Folder::new(&[]);
    let mut arguments =
        vec!["check", "--option", "testing.command-lines=only", "--stop-at-first", "--time-limit", "90s"];
    arguments.extend(["--format", "json", "--reproduce", "scripts", "--check", &program.check]);
    arguments.extend(program.files.iter().map(|file| file.to_str().unwrap()));
    arguments.push("--");
    arguments.extend(program.flags.iter().map(String::as_str));
    let ended = cairn(&folder, &arguments, &[]);
    let Ok(report) = serde_json::from_str::<Value>(&ended.out) else {
        return Some(format!("{name}: no report: {ended:?}"));
    };
    let violated: Vec<&Value> =
        report["obligations"].as_array()?.iter().filter(|one| one["state"] == "violated").collect();
    let [row] = violated[..] else {
        return Some(format!("{name} {:?}: {} violations", program.flags, violated.len()));
    };
    let file = Path::new(row["at"]["file"].as_str()?).file_name()?.to_str()?.to_owned();
    let at = (file, usize::try_from(row["at"]["line"].as_u64()?).ok()?);
    let line = row["command_line"].as_str().unwrap_or("no command line").to_owned();
    if program.at.1 != 0 && at != program.at {
        return Some(format!("{name} {:?}: violated at {at:?} and not at {:?}: {line}", program.flags, program.at));
    }
    if row["kind"].as_str().is_some_and(|kind| UNSEEN.contains(&kind)) {
        return None;
    }
    let scripts: Vec<PathBuf> =
        std::fs::read_dir(folder.path("scripts")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [script] = &scripts[..] else { return Some(format!("{name}: {} scripts", scripts.len())) };
    let ran = Command::new("timeout").arg("60").arg(script).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr) + String::from_utf8_lossy(&ran.stdout);
    // What a function of the library does with too large a size, or memory that is lost, is reported at another line.
    let names_a_line = said.contains(&format!("{}:", at.0));
    (ran.status.success() || !names_a_line)
        .then(|| format!("{name} {:?}: {line}: the script says {said}", program.flags))
}

fn all(programs: &[Faulty]) {
    let wrong: Vec<String> = programs.par_iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}

#[test]
fn what_a_made_up_command_line_violates_really_happens() {
    if !needs(Tool::Gcc) {
        return;
    }
    // A generator of random numbers without a seed is another one on each system.
    const OTHERS: [&str; 1] = ["random_dice.c"];
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(tests("whole")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 60, "only {} programs", paths.len());
    let programs = paths.into_iter().enumerate().filter_map(|(index, path)| {
        let name = path.file_name()?.to_str()?.to_owned();
        if !takes_file(&path, index) || OTHERS.contains(&name.as_str()) {
            return None;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let line = text.lines().position(|line| line.ends_with("/* BUG */"))? + 1;
        let check = text.lines().find_map(|line| line.strip_prefix("// check:"))?.trim().to_owned();
        Some(Faulty { files: vec![path], check, at: (name, line), flags: Vec::new() })
    });
    all(&programs.collect::<Vec<_>>());
}

#[test]
fn realistic_faults_are_found_and_reproduced() {
    if !needs(Tool::Gcc) || !needs(Tool::Valgrind) {
        return;
    }
    // A read that ends early, a file of the system that can be executed, and equal values in two arguments at once.
    const MISSED: [(&str, usize); 5] =
        [("hexdump.c", 1), ("which.c", 2), ("stack_calculator.c", 2), ("job_queue.c", 2), ("libraries/packer.c", 1)];
    let table = std::fs::read_to_string(tests("realistic/faults.tsv")).unwrap();
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert!(rows.len() >= 54, "only {} faults", rows.len());
    let programs = rows.iter().enumerate().filter_map(|(index, row)| {
        let cells: Vec<&str> = row.split('\t').collect();
        let (file, number) = (cells[0], cells[1].parse::<usize>().unwrap());
        if !takes(index) || MISSED.contains(&(file, number)) {
            return None;
        }
        let path = tests("realistic").join(file);
        let name = path.file_name()?.to_str()?.to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        // In `log_buffer.c` the write goes into the next member, and what reads too much then is another line; what `arena.c` has freed is used
        // by the next allocation, too.
        let is_of_end = matches!(cells[3], "valid-memtrack" | "resources")
            || [("log_buffer.c", 1), ("libraries/arena.c", 2)].contains(&(file, number));
        let mark = format!("/* fault {number} */");
        let line = text.lines().position(|line| line.contains(&mark))? + 1;
        let mut files = vec![path.clone()];
        if file.starts_with("libraries/") {
            files.insert(0, path.with_file_name(format!("use_{name}")));
        }
        let at = (name, if is_of_end { 0 } else { line });
        Some(Faulty { files, check: cells[3].to_owned(), at, flags: vec![format!("-DFAULT={number}")] })
    });
    all(&programs.collect::<Vec<_>>());
}

/// More arguments than the fuzzer makes up, and no text leads to their number: an engine finds it, and what the model of the library answered
/// becomes a command line.
#[test]
fn what_an_engine_finds_has_a_command_line() {
    let text = "int main(int argc, char **argv) {\n  int cells[20] = {0};\n  if (argc < 21)\n    return 1;\n  cells[argc - 1] = 1;\n  \
                return cells[0];\n}\n";
    let folder = Folder::new(&[("many.c", text.as_bytes())]);
    let ended = cairn(&folder, &["check", "--format", "json", "--reproduce", "scripts", "many.c"], &[]);
    let report: Value = serde_json::from_str(&ended.out).unwrap();
    let rows: Vec<&Value> = report["obligations"].as_array().unwrap().iter().collect();
    let violated = rows.iter().find(|one| one["state"] == "violated").unwrap();
    let line = violated["command_line"].as_str().unwrap();
    assert_eq!(line.matches("''").count(), 20, "{line}");
    assert_eq!(std::fs::read_dir(folder.path("scripts")).unwrap().count(), 1);
    assert_eq!(report["coverage"]["executed"]["branches"], 2);
}
