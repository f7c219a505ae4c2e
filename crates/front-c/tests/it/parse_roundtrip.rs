//! The parser, against gcc: a program and its printed syntax tree must compile to the same assembler.
//!
//! The programs of `tests/parse` are checked always (with their expected text, see `parse_data.rs`), those of the
//! benchmark set on request: `cargo test -p cairn-front-c --test it parse_roundtrip -- --ignored`.

use crate::printer;

use cairn_base::SourceMap;
use cairn_front_c::parse::parse;
use cairn_front_c::preprocess::needs_preprocessing;
use cairn_front_c::symbols::Symbols;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The assembler text, without the lines that name the file.
fn assembler(text: &str, model: &str) -> Result<Vec<String>, String> {
    let mut child = Command::new("gcc")
        .args([model, "-std=gnu11", "-w", "-O0", "-fno-asynchronous-unwind-tables", "-S", "-o", "-", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("gcc: {e}"))?;
    let mut stdin = child.stdin.take().ok_or("no input")?;
    let input = text.to_owned();
    let feeder = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    let _ = feeder.join();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).lines().take(5).collect::<Vec<_>>().join("\n"));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // `nop` depends on which statements share a line.
    let about_the_text = |line: &str| {
        let directives = [".file", ".ident"].iter().any(|word| line.contains(word));
        let marks = ["# ", "#APP", "#NO_APP"].iter().any(|word| line.starts_with(word));
        directives || marks || line.is_empty() || line == "\tnop"
    };
    Ok(text.lines().filter(|line| !about_the_text(line)).map(str::to_owned).collect())
}

/// `None` when gcc does not take the program itself.
fn compare(text: &str, model: &str) -> Option<Result<(), String>> {
    let expected = assembler(text, model).ok()?;
    let mut sources = SourceMap::new();
    let mut symbols = Symbols::new();
    let file = sources.add("input", text.into())?;
    let printed = match parse(&mut sources, file, &mut symbols) {
        Ok(unit) => printer::print(&unit, &symbols, &sources),
        Err(diagnostic) => return Some(Err(diagnostic.render(&sources))),
    };
    Some(match assembler(&printed, model) {
        Ok(found) if found == expected => Ok(()),
        Ok(found) => {
            let at = found.iter().zip(&expected).position(|(a, b)| a != b).unwrap_or(0);
            let from = at.saturating_sub(5);
            let show = |lines: &[String]| lines.iter().skip(from).take(8).cloned().collect::<Vec<_>>().join("\n");
            Err(format!("expected\n{}\nfound\n{}", show(&expected), show(&found)))
        }
        Err(message) => Err(message),
    })
}

#[test]
fn own_programs_mean_the_same_to_gcc() {
    if !cairn_tools::needs(cairn_tools::Tool::Gcc32) {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parse");
    let mut checked = 0;
    let mut failures = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "c") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        // `__int128` is of 64-bit targets only.
        let model = if text.contains("__int128") { "-m64" } else { "-m32" };
        match compare(&text, model) {
            Some(Ok(())) => checked += 1,
            Some(Err(message)) => failures.push(format!("{}: {message}", path.display())),
            None => failures.push(format!("{}: gcc refuses it: {:?}", path.display(), assembler(&text, model).err())),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(checked > 0);
}

#[test]
#[ignore = "minutes of gcc, and needs the benchmark set"]
fn benchmark_programs_mean_the_same_to_gcc() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench");
    let Ok(table) = std::fs::read_to_string(root.join("tasks.csv")) else {
        let _ = writeln!(std::io::stderr(), "SKIPPED: no benchmark programs at {}", root.display());
        return;
    };
    let (mut same, mut refused) = (0, 0);
    let mut failures = Vec::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let path = root.join("tasks").join(fields[1]).join(fields[2]);
        let model = if fields[4] == "LP64" { "-m64" } else { "-m32" };
        let mut text = std::fs::read(&path).unwrap();
        if needs_preprocessing(&String::from_utf8_lossy(&text)) {
            let output = Command::new("gcc").args([model, "-E", "-x", "c"]).arg(&path).output();
            text = output.map(|output| output.stdout).unwrap_or_default();
        }
        let text = String::from_utf8_lossy(&text).into_owned();
        match compare(&text, model) {
            Some(Ok(())) => same += 1,
            Some(Err(message)) => failures.push(format!("{}: {message}", path.display())),
            None => refused += 1,
        }
    }
    let _ = writeln!(std::io::stderr(), "{same} the same, {refused} refused by gcc");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
