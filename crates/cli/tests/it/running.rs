//! `cairn run` on a system: what a program of `tests/running` does is what gcc makes of it, on generated inputs.
//!
//! A program's first two lines say what it is given: `// arguments:` a pattern of [`arguments`], `// input:` a kind of
//! [`input`]. Each is compiled by gcc and run on 20 inputs, as is `cairn run`; what is printed and the status are compared.
//! Invariant: the inputs are those of a seed, the same on every machine.

use crate::cairn;
use cairn_test_support::Random;

use cairn::{Folder, cairn, command};
use cairn_tools::takes_file;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const INPUTS: u64 = 20;
/// In the order in which `Command` gives it.
const ENVIRONMENT: [&str; 3] = ["EMPTY=", "HOME=/home/ada", "WORD=first=second"];

/// Splitmix64.
struct Writer(Random);

impl Writer {
    fn below(&mut self, limit: u64) -> u64 {
        self.0.below(limit)
    }
    fn one_of<'a>(&mut self, of: &[&'a str]) -> &'a str {
        self.0.pick::<&str>(of)
    }
    fn word(&mut self) -> String {
        if self.below(2) == 0 {
            return self.one_of(&["the", "a", "Stone", "cairn", "of", "on", "heap", "THE", "path"]).to_owned();
        }
        (0..1 + self.below(7)).map(|_| char::from(b'a' + self.below(26) as u8)).collect()
    }
    fn number(&mut self) -> String {
        let value = self.below(2000) as i64 - 1000;
        match self.below(6) {
            0 => format!("{}.{}", value, self.below(1000)),
            1 => (value * 1_234_567).to_string(),
            _ => (value / 10).to_string(),
        }
    }
    fn expression(&mut self, depth: u32) -> String {
        let number = |this: &mut Self| format!("{}", this.below(100) as f64 / 4.0);
        if depth == 0 {
            return number(self);
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.below(7) {
            0 => format!("({a})"),
            1 => format!("-{a}"),
            2 => format!("{a})"),
            choice => format!("{a}{}{b}", ["+", "-", "*", "/"][choice as usize - 3]),
        }
    }
    fn json(&mut self, depth: u32) -> String {
        match self.below(if depth == 0 { 2 } else { 4 }) {
            0 => self.number(),
            1 => self.one_of(&["true", "null", "x"]).to_owned(),
            _ => {
                let parts: Vec<String> = (0..self.below(4)).map(|_| self.json(depth - 1)).collect();
                format!("[{}]", parts.join(self.one_of(&[",", ", ", " "])))
            }
        }
    }
    /// So many pieces, with something behind each.
    fn pieces(&mut self, most: u64, ends: &[&str], piece: impl Fn(&mut Self) -> String) -> String {
        (0..self.below(most)).map(|_| piece(self) + self.one_of(ends)).collect()
    }
}

/// Arguments of a pattern: words as they are, or `{w}` a word, `{n}` a number, `{d}` a small one, `{p}` one from 1 to 9, `{x}`
/// an expression, `{l}` a text with blanks, `{o:a|b}` one of these; with `?` behind it, or not at all.
fn arguments(pattern: &str, random: &mut Writer) -> Vec<String> {
    let one = |pattern: &str, random: &mut Writer| match pattern {
        "{w}" => random.word(),
        "{n}" => random.number(),
        "{d}" => (random.below(40) as i64 - 5).to_string(),
        "{p}" => (1 + random.below(9)).to_string(),
        "{x}" => random.expression(3),
        "{l}" => format!("{} {}", random.word(), random.word()),
        _ => match pattern.strip_prefix("{o:") {
            Some(choices) => random.one_of(&choices.trim_end_matches('}').split('|').collect::<Vec<_>>()).to_owned(),
            None => pattern.to_owned(),
        },
    };
    let given = pattern.split_whitespace().filter_map(|part| match part.strip_suffix('?') {
        Some(_) if random.below(3) == 0 => None,
        Some(part) => Some(one(part, random)),
        None => Some(one(part, random)),
    });
    given.collect()
}

/// A standard input, or a file, of a kind.
fn input(kind: &str, random: &mut Writer) -> Vec<u8> {
    match kind {
        "none" => Vec::new(),
        "text" | "file" => random.pieces(60, &[" ", " ", " ", "\n", "\n", "\n\n", "\t", ""], Writer::word).into_bytes(),
        "words" => random.pieces(30, &[" ", "\n"], Writer::word).into_bytes(),
        "numbers" => random.pieces(40, &[" ", "\n", "  "], Writer::number).into_bytes(),
        "csv" => random
            .pieces(15, &["\n"], |random| {
                let cells: Vec<String> = (0..random.below(5)).map(|_| random.number()).collect();
                format!("{},{}", random.word(), cells.join(","))
            })
            .into_bytes(),
        "source" => random
            .pieces(40, &[" ", "\n", ""], |random| match random.below(5) {
                0 => random.number(),
                1 => format!("\"{}\"", random.word()),
                2 => random.one_of(&["+=", "(", ")", ";", "0x1F", "017", "\"open", "@"]).to_owned(),
                _ => random.word(),
            })
            .into_bytes(),
        "bytes" => (0..random.below(150)).map(|_| random.0.below(256_u64) as u8).collect(),
        "runs" => random
            .pieces(20, &[""], |random| random.one_of(&["a", "b", "\n", "z"]).repeat(1 + random.below(14) as usize))
            .into_bytes(),
        "commands" => random
            .pieces(40, &[" "], |random| random.one_of(&["add", "mul", "show", "3", "17", "-4", "x"]).to_owned())
            .into_bytes(),
        "json" => random.json(4).into_bytes(),
        _ => panic!("no kind of input: {kind}"),
    }
}

fn heading<'a>(text: &'a str, name: &str) -> &'a str {
    text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("no line {name}")).trim()
}

/// What a run printed, and its status.
type Seen = (String, Option<i32>);

fn compiled(program: &Path, to: &Path, given: &[String], here: &Folder) -> Seen {
    let mut run = Command::new(to);
    run.arg0(program.file_stem().unwrap()).args(given).current_dir(here.path("root")).env_clear();
    run.envs(ENVIRONMENT.iter().filter_map(|entry| entry.split_once('=')));
    let output = run.stdin(Stdio::from(std::fs::File::open(here.path("stdin")).unwrap())).output().unwrap();
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

fn interpreted(program: &Path, given: &[String], here: &Folder) -> (Seen, String) {
    let mut run = command(here);
    run.args(["run", "--stdin", "stdin", "--root", "root"]);
    run.args(given.iter().map(|text| format!("--arg={text}")));
    run.args(ENVIRONMENT.iter().map(|entry| format!("--env={entry}")));
    let output = run.arg(program).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = said.lines().last().unwrap_or("");
    let status = last.strip_prefix("The program ended with the status ").and_then(|rest| rest.split(' ').next());
    let status = status.and_then(|status| status.parse().ok()).filter(|_| output.status.success());
    ((String::from_utf8_lossy(&output.stdout).into_owned(), status), said)
}

#[test]
fn programs_do_what_gcc_makes_of_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/running");
    let listed = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut programs: Vec<PathBuf> = listed.collect();
    programs.sort();
    let mut wrong = Vec::new();
    for (_, program) in programs.iter().enumerate().filter(|(index, program)| takes_file(program, *index)) {
        let text = std::fs::read_to_string(program).unwrap();
        let here = Folder::new(&[]);
        let binary = here.path("program");
        let gcc = Command::new("gcc").args(["-w", "-O0", "-fwrapv", "-o"]).args([&binary, program]).arg("-lm").output();
        let gcc = gcc.unwrap();
        assert!(gcc.status.success(), "{}: {}", program.display(), String::from_utf8_lossy(&gcc.stderr));
        std::fs::create_dir_all(here.path("root/sub")).unwrap();
        for seed in 0..INPUTS {
            let mut random = Writer(Random::new(seed));
            let given = arguments(heading(&text, "// arguments:"), &mut random);
            let kind = heading(&text, "// input:");
            let bytes = input(kind, &mut random);
            let to = if kind == "file" { "root/in.txt" } else { "stdin" };
            std::fs::write(here.path("stdin"), b"").unwrap();
            std::fs::write(here.path(to), &bytes).unwrap();
            let (seen, said) = interpreted(program, &given, &here);
            if kind == "file" {
                assert_eq!(std::fs::read(here.path(to)).unwrap(), bytes, "a file was written");
            }
            let expected = compiled(program, &binary, &given, &here);
            assert!(expected.1.is_some(), "{}, seed {seed}: the compiled program crashes", program.display());
            if seen != expected {
                let name = program.file_name().unwrap_or_default().display();
                wrong.push(format!("{name} {seed} {given:?}:\n{seen:?}\n{expected:?}\n{said}"));
                break;
            }
        }
    }
    assert!(programs.len() >= 40, "only {} programs", programs.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_is_not_hosted_ends_the_run_with_its_place() {
    let program = b"#include <stdlib.h>\nint main(void) {\n  return system(\"ls\");\n}\n";
    let folder = Folder::new(&[("a.c", program)]);
    let ended = cairn(&folder, &["run", "--arg", "x", "a.c"], &[]);
    assert_eq!(ended.code, 3, "{}", ended.err);
    assert!(ended.err.contains("a.c:3:10: a call of 'system'"), "{}", ended.err);
}

#[test]
fn undefined_behaviour_in_a_hosted_call_is_at_the_call() {
    let program = b"#include <stdio.h>\nint main(void) {\n  char text[4];\n  return sprintf(text, \"%d\", 12345);\n}\n";
    let folder = Folder::new(&[("a.c", program)]);
    let ended = cairn(&folder, &["run", "--arg", "x", "a.c"], &[]);
    assert_eq!(ended.code, 1, "{}", ended.err);
    assert!(ended.err.contains("a.c:4:10: undefined behaviour: access out of bounds"), "{}", ended.err);
}

#[test]
fn options_that_cannot_be_used_are_refused() {
    let folder = Folder::new(&[("a.c", b"int main(void) { return 0; }\n")]);
    for (arguments, why) in [
        (&["run", "--env", "NAME", "a.c"] as &[&str], "'NAME' is no variable of an environment"),
        (&["run", "--root", "nowhere", "a.c"], "nowhere is no folder"),
        (&["run", "--stdin", "nowhere", "a.c"], "nowhere: No such file"),
        (&["run", "--arg", "x", "--entry", "f", "a.c"], "that begins at main"),
    ] {
        let ended = cairn(&folder, arguments, &[]);
        assert_eq!(ended.code, 2, "{arguments:?}: {}", ended.err);
        assert!(ended.err.contains(why), "{arguments:?}: {}", ended.err);
    }
}
