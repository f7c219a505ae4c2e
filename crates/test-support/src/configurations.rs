//! Random configurations of `cairn`: a folder with a small library, a `cairn.toml`, a list of compile commands, and a command line over them.
//!
//! One of the three ([`Part`]) is made up, the others are plain: what goes wrong is about it. Most of it is nearly right, because the first thing that
//! is wrong is refused, and what is behind it is not tried: how much is odd is drawn first, and is nothing for some. All names of files are inside
//! the folder.

use crate::random::Random;
use std::fmt::Write;

/// Which part of a configuration is made up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// `cairn.toml`.
    ProjectFile,
    /// The command line.
    CommandLine,
    /// `compile_commands.json`.
    CompileCommands,
}

/// Files of a folder, and a command line.
#[derive(Clone, Debug)]
pub struct RandomConfiguration {
    /// Names and texts.
    pub files: Vec<(&'static str, String)>,
    /// The words behind `cairn`.
    pub words: Vec<String>,
}

/// Random choices, of which so many in a hundred are odd.
struct Choices {
    random: Random,
    odd: u64,
}

impl Choices {
    fn is_odd(&mut self) -> bool {
        self.random.chance(self.odd)
    }
    /// One of the usual, or of the odd.
    fn word<'a>(&mut self, usual: &[&'a str], odd: &[&'a str]) -> &'a str {
        let of = if self.is_odd() { odd } else { usual };
        self.random.pick::<&str>(of)
    }
}

/// An option: its name, what values it takes, its default.
pub type KnownOption = (&'static str, &'static str, &'static str);

/// Values that are right for few options and wrong for most.
const ODD: [&str; 20] = [
    "",
    " ",
    "0",
    "-1",
    "1",
    "18446744073709551616",
    "1e400",
    "NaN",
    "0ms",
    "1.5min",
    "-3s",
    "é",
    "a",
    "=",
    ",",
    ":",
    "a,,b",
    "0x10-0x0",
    "true",
    "none",
];
const ENTRIES: [&str; 16] = [
    "a", "b", "c", "main", "f.c:a", "g.c:a", "f.c:b", "f.c:", ":a", ":", "", "h.c:a", "f.c:main", "f.c:a:b", "é",
    "./f.c:c",
];
const USUAL_ENTRIES: [&str; 3] = ["a", "f.c:a", "b"];
const USUAL_CHECKS: [&str; 3] = ["overflow", "division", "all"];
const USUAL_FLAGS: [&str; 5] = ["-DA", "-I.", "-O2", "-Wall", "-std=c99"];
const CHECKS: [&str; 8] =
    ["overflow", "division", "all", "termination", "valid-memcleanup", "", "overflow,,division", "no-such-check"];
const FLAGS: [&str; 24] = [
    "-DA",
    "-D",
    "-DA=1",
    "-I",
    "-I.",
    "-isystem",
    "-include",
    "-U",
    "-m32",
    "-m64",
    "-mx32",
    "-fwrapv",
    "-funsigned-char",
    "-fshort-enums",
    "-O2",
    "-o",
    "f.o",
    "-c",
    "-MF",
    "-Wl,--wrap=a",
    "--",
    "-",
    "",
    "é",
];

/// The configuration of a seed. `folder` is where its files will be.
#[must_use]
pub fn configuration(part: Part, seed: u64, folder: &str, options: &[KnownOption]) -> RandomConfiguration {
    let mut random = Random::new(seed);
    let odd = *random.pick(&[0, 4, 15, 30]);
    let mut choices = Choices { random, odd };
    let choices = &mut choices;
    let list = match part {
        Part::CompileCommands => compile_commands(choices, folder),
        _ => plain_list(folder),
    };
    let project_file = match part {
        Part::ProjectFile => project_file(choices, options),
        _ if choices.random.chance(50) => format!("entries = [\"{}\"]\n", choices.word(&USUAL_ENTRIES, &ENTRIES)),
        _ => String::new(),
    };
    let words = match part {
        Part::CommandLine => command_line(choices, folder, options),
        _ => ["check", "-p", folder].map(str::to_owned).to_vec(),
    };
    let files = vec![
        ("f.c", library(&mut choices.random)),
        ("g.c", library(&mut choices.random)),
        ("cairn.toml", project_file),
        ("compile_commands.json", list),
    ];
    RandomConfiguration { files, words }
}

/// Functions that call each other and share static variables.
fn library(random: &mut Random) -> String {
    const NAMES: [&str; 5] = ["a", "b", "c", "d", "main"];
    let mut text = "static int s, t[3];\nstatic const int u = 2;\nint shared;\n".to_owned();
    if random.chance(50) {
        text = text.replace("int shared;", "extern int shared;");
    }
    let mut known: Vec<&str> = Vec::new();
    for name in NAMES {
        if random.chance(40) {
            continue;
        }
        let is_static = if name != "main" && random.chance(30) { "static " } else { "" };
        let parameter =
            if name == "main" { "void" } else { random.pick(&["int n", "int *p", "void", "char *q, int n"]) };
        let callee = if known.is_empty() || random.chance(40) { "" } else { random.pick(&known) };
        let value = match *random.pick(&["s", "t", "u", "own", "none"]) {
            "s" => "s++",
            "t" => "t[1] = s",
            "u" => "u",
            "own" => "shared",
            _ => "0",
        };
        let own = if random.chance(20) { "static int own; own++; " } else { "" };
        let call = if callee.is_empty() { String::new() } else { format!("(void)sizeof {callee}; ") };
        let _ = writeln!(text, "{is_static}int {name}({parameter}) {{ {own}{call}return {value}; }}");
        known.push(name);
    }
    text
}

fn plain_list(folder: &str) -> String {
    let row = |file: &str| {
        format!("{{\"directory\": \"{folder}\", \"file\": \"{file}\", \"arguments\": [\"cc\", \"{file}\"]}}")
    };
    format!("[{}, {}]", row("f.c"), row("g.c"))
}

/// A value for an option: mostly one that it takes.
fn value(choices: &mut Choices, (_, kind, default): KnownOption) -> String {
    let words: Vec<&str> = kind.split('|').map(str::trim).collect();
    let usual = if words.len() > 1 { words } else { vec![default] };
    choices.word(&usual, &ODD).to_owned()
}

fn project_file(choices: &mut Choices, options: &[KnownOption]) -> String {
    let mut text = String::new();
    let mut keys = ["check", "flags", "entries", "harnesses", "property", "compile-commands", "", ""].to_vec();
    for _ in 0..choices.random.below(5) {
        // A key that stands there twice is no TOML.
        let at = choices.random.below(keys.len());
        let key = if choices.is_odd() { keys[at] } else { keys.swap_remove(at) };
        let (usual, odd): (&[&str], &[&str]) = match key {
            "check" => (&USUAL_CHECKS, &CHECKS),
            "flags" => (&USUAL_FLAGS, &FLAGS),
            "entries" => (&USUAL_ENTRIES, &ENTRIES),
            "property" => (&["unreach-call", "no-overflow"], &["termination", "f.c", "", ",", "."]),
            _ => (&["."], &["absent", "", "f.c"]),
        };
        let _ = match key {
            "" => {
                let option = *choices.random.pick(options);
                let value = value(choices, option);
                let is_bare = value.parse::<i64>().is_ok() || value == "true";
                let quoted = if is_bare { value } else { format!("\"{value}\"") };
                writeln!(text, "{} = {quoted}", option.0)
            }
            "property" | "compile-commands" => writeln!(text, "{key} = \"{}\"", choices.word(usual, odd)),
            _ if choices.is_odd() => {
                writeln!(text, "{key} = {}", choices.random.pick(&["\"a\"", "1", "[1]", "[[]]", "{}", "1979-05-27"]))
            }
            _ => {
                let count = choices.random.below(3);
                let all: Vec<String> = (0..count).map(|_| format!("\"{}\"", choices.word(usual, odd))).collect();
                writeln!(text, "{key} = [{}]", all.join(", "))
            }
        };
    }
    for _ in 0..choices.random.below(3) {
        let table = choices.word(&["[[allow]]", "[[assumption]]"], &["[value]", "[allow]", "[[entries]]", "[a.b]"]);
        let _ = writeln!(text, "{table}");
        let fields: &[(&str, &str)] = match table {
            "[[assumption]]" => &[("option", "undefined-functions=pure"), ("reason", "so")],
            _ => &[("check", "overflow"), ("file", "f.c"), ("reason", "so")],
        };
        for (key, usual) in fields {
            if !choices.is_odd() {
                let _ = writeln!(text, "{key} = \"{}\"", choices.word(&[usual], &["=", "", "é", "overflow,", "a=b=c"]));
            }
        }
    }
    damaged(choices, text)
}

fn compile_commands(choices: &mut Choices, folder: &str) -> String {
    const FILES: [&str; 7] = ["absent.c", "f.cc", "", ".", "é.c", "/", "\\"];
    let text = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut rows = Vec::new();
    for _ in 0..choices.random.below(4) {
        let mut fields = Vec::new();
        if !choices.is_odd() {
            fields.push(format!("\"file\": {}", text(choices.word(&["f.c", "g.c", "./f.c"], &FILES))));
        }
        if !choices.is_odd() {
            fields.push(format!("\"directory\": {}", text(choices.word(&[folder], &["absent", "", "/"]))));
        }
        // Flags that go to a preprocessor take long.
        let mut words = vec!["cc".to_owned()];
        words.extend(["-c", "-o", "x.o"].iter().filter(|_| choices.random.chance(50)).map(|word| (*word).to_owned()));
        let is_long = choices.random.chance(5);
        words.extend((0..usize::from(is_long) * 3).map(|_| choices.word(&USUAL_FLAGS, &FLAGS).to_owned()));
        if choices.is_odd() {
            words.clear();
        }
        match choices.random.chance(50) {
            _ if choices.is_odd() => {}
            true => fields
                .push(format!("\"command\": {}", text(&(words.join(" ") + choices.word(&[""], &["'", "\"", "\\"]))))),
            false => {
                let words: Vec<String> = words.iter().map(|word| text(word)).collect();
                fields.push(format!("\"arguments\": [{}]", words.join(", ")));
            }
        }
        let row = format!("{{{}}}", fields.join(", "));
        rows.push(
            choices
                .word(
                    &[&row],
                    &["{}", "null", "1", "[]", "\"f.c\"", "{\"file\": 1}", "{\"file\": \"f.c\", \"arguments\": []}"],
                )
                .to_owned(),
        );
    }
    damaged(choices, format!("[{}]", rows.join(", ")))
}

fn command_line(choices: &mut Choices, folder: &str, options: &[KnownOption]) -> Vec<String> {
    const SWITCHES: [&str; 6] = ["--functions", "--contracts", "--64", "--competition", "--list", "--stop-at-first"];
    const LIMITS: [&str; 7] =
        ["--time-limit", "--each-limit", "--memory-limit", "--jobs", "--mmio", "--interrupt", "--fail-on"];
    // What is made or read is inside the folder.
    let inside = |name: &str| if name.is_empty() { folder.to_owned() } else { format!("{folder}/{name}") };
    let command = choices.word(&["check", "check", "verify"], &["chek", "", "é", "explain"]);
    let mut words = vec![command.to_owned()];
    let is_project = command == "check" && choices.random.chance(60);
    if is_project {
        words.extend(["-p".to_owned(), inside(choices.word(&["", "compile_commands.json"], &["f.c", "absent"]))]);
    }
    for _ in 0..choices.random.below(4) {
        match choices.random.below(9) {
            0 => words.extend(["--check", choices.word(&USUAL_CHECKS, &CHECKS)].map(str::to_owned)),
            1 if choices.is_odd() => words.push((*choices.random.pick(&FLAGS)).to_owned()),
            2 => words.extend(["--entry", choices.word(&USUAL_ENTRIES, &ENTRIES)].map(str::to_owned)),
            3 => words.extend(
                ["--property", choices.word(&["unreach-call"], &["termination", ",", "", "no-overflow,"])]
                    .map(str::to_owned),
            ),
            4 => {
                let limit = choices.word(&LIMITS[..2], &LIMITS);
                words.extend([limit, choices.word(&["1s", "100ms", "5"], &ODD)].map(str::to_owned));
            }
            5 => words.push(choices.word(&SWITCHES[..2], &SWITCHES).to_owned()),
            6 => words.extend(["--config".to_owned(), inside(choices.word(&["cairn.toml"], &["f.c", "absent", ""]))]),
            _ if choices.is_odd() => words.extend(["--option", *choices.random.pick(&ODD)].map(str::to_owned)),
            _ => {
                let option = *choices.random.pick(options);
                words.extend(["--option".to_owned(), format!("{}={}", option.0, value(choices, option))]);
            }
        }
    }
    if !is_project {
        words.push(inside(choices.word(&["f.c", "g.c"], &["absent.c", "cairn.toml", ""])));
    }
    words
}

/// The text, mostly as it is, else with a few letters more, less or twice.
fn damaged(choices: &mut Choices, text: String) -> String {
    if text.is_empty() || !choices.is_odd() {
        return text;
    }
    let random = &mut choices.random;
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(letters.len());
        match random.below(3) {
            0 => letters.insert(at, *random.pick(&['"', '[', ']', '{', '}', '=', '.', '\n', '\0', 'é', '#', ','])),
            1 if letters.len() > 1 => drop(letters.remove(at)),
            _ => letters.insert(at, letters[at]),
        }
    }
    letters.into_iter().collect()
}
