//! The parser's tests are data: `tests/parse/*.c` with the printed syntax tree in `*.txt`, and `tests/parse/errors.txt`
//! with one wrong program an entry. `CAIRN_BLESS=1` writes the expectations.

use crate::printer;

use cairn_base::SourceMap;
use cairn_front_c::parse::parse;
use cairn_front_c::symbols::Symbols;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parse")
}

fn understood(name: &str, text: &str) -> Result<String, String> {
    let mut sources = SourceMap::new();
    let mut symbols = Symbols::new();
    let file = sources.add(name, text.into()).unwrap();
    match parse(&mut sources, file, &mut symbols) {
        Ok(unit) => Ok(printer::print(&unit, &symbols, &sources)),
        Err(diagnostic) => Err(diagnostic.render(&sources)),
    }
}

fn check(expected: &Path, found: &str) {
    if std::env::var_os("CAIRN_BLESS").is_some() {
        std::fs::write(expected, found).unwrap();
    }
    let text = std::fs::read_to_string(expected).unwrap_or_default();
    assert!(text == found, "{}: expected\n{text}\nfound\n{found}", expected.display());
}

#[test]
fn programs_are_understood() {
    let mut count = 0;
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    for path in paths.iter().filter(|p| p.extension().is_some_and(|e| e == "c")) {
        let name = path.file_name().unwrap().to_string_lossy();
        let text = std::fs::read_to_string(path).unwrap();
        let found = understood(&name, &text).unwrap_or_else(|message| panic!("{message}"));
        check(&path.with_extension("txt"), &found);
        count += 1;
    }
    assert!(count > 0);
}

/// Entries are separated by lines of `----`; each is a program, a line `>>>>`, and the message.
#[test]
fn errors_are_clear() {
    let path = folder().join("errors.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut found = String::new();
    for entry in text.split("----\n") {
        let program = entry.split(">>>>\n").next().unwrap_or("");
        let Err(message) = understood("e.c", program) else { panic!("accepted:\n{program}") };
        if !found.is_empty() {
            found.push_str("----\n");
        }
        found.push_str(&format!("{program}>>>>\n{message}"));
    }
    check(&path, &found);
}

/// C23 6.4.4.1. gcc knows it in that mode only, so the comparison with gcc's does not have it.
#[test]
fn quotes_part_digits() {
    let parted = "unsigned long a[] = {1'000'000, 0xffff'0000ul, 0b1'01, 0'17, '1'-'0'}; double b = 1'0.2'5e1'0;";
    let plain = "unsigned long a[] = {1000000, 0xffff0000ul, 0b101, 017, '1'-'0'}; double b = 10.25e10;";
    assert_eq!(understood("a.c", parted).unwrap(), understood("a.c", plain).unwrap());
    assert!(understood("a.c", "int a = 1'';").is_err());
}
