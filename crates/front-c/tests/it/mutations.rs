//! Programs with a few tokens changed: the front end never panics, and what it accepts satisfies every invariant of the
//! automata, prints, draws, and does not change when it is finished again. Most mutants are not C; that is the point.

use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_ir::{MachineModel, dot, json, print};
use cairn_test_support::Random;
use cairn_transform::finish;

/// Mutants that are tried.
const COUNT: usize = 12_000;

const INSERTED: [&str; 36] = [
    "0",
    "1",
    "-1",
    "&",
    "*",
    "->",
    "[0]",
    "(char)",
    "goto",
    "a",
    "sizeof",
    "{",
    "}",
    "1.5",
    "\"s\"",
    ",",
    "?",
    "void",
    "struct",
    "unsigned",
    "long long",
    "static",
    "volatile",
    "const",
    "case 3:",
    "break;",
    "return",
    "i++",
    "&&",
    "!",
    "~",
    "<<31",
    "%",
    "__int128",
    "float",
    "_Bool",
];

fn tokens(text: &str) -> Vec<&str> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match () {
            () if word(first) => rest.find(|c| !word(c)),
            () if first.is_whitespace() => rest.find(|c: char| !c.is_whitespace()),
            () => Some(first.len_utf8()),
        };
        let (token, after) = rest.split_at(end.unwrap_or(rest.len()));
        out.push(token);
        rest = after;
    }
    out
}

fn mutate(text: &str, random: &mut Random) -> String {
    let original = tokens(text);
    let mut tokens = original.clone();
    for _ in 0..1 + random.below(3) {
        let at = random.below(tokens.len());
        let other = original[random.below(original.len())];
        let inserted = INSERTED[random.below(INSERTED.len())];
        match random.below(7) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[at]),
            2 => {
                let with = random.below(tokens.len());
                tokens.swap(at, with);
            }
            3 => tokens[at] = other,
            4 => tokens.insert(at, other),
            5 => tokens[at] = inserted,
            _ => tokens.insert(at, inserted),
        }
    }
    tokens.concat()
}

#[test]
fn what_is_accepted_is_sound() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../interp/tests/programs");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "c"));
    paths.sort();
    let texts: Vec<String> = paths.iter().map(|p| std::fs::read_to_string(p).unwrap()).collect();
    let mut random = Random::new(1);
    let mut accepted = 0;
    for _ in 0..COUNT {
        let text = mutate(&texts[random.below(texts.len())], &mut random);
        let model = [MachineModel::Ilp32, MachineModel::Lp64][random.below(2)];
        let input = Input { name: "mutant.c".into(), text: text.as_str().into() };
        let Ok(mut program) = compile(&[input], &FrontEndOptions::new(model, "main")) else { continue };
        accepted += 1;
        assert_eq!(program.check(), Ok(()), "{text}");
        let before = print::text(&program);
        assert!(!dot(&program).is_empty() && !json(&program).is_empty());
        finish(&mut program);
        assert_eq!(before, print::text(&program), "{text}");
    }
    assert!(accepted > COUNT / 10, "{accepted} of {COUNT} are accepted");
}
