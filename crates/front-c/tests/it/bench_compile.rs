//! Every program of the benchmark set reaches an automaton, with its own data model.
#![allow(clippy::print_stderr)]

use cairn_front_c::preprocess;
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_ir::{MachineModel, Op};
use cairn_tools::{Tool, benchmark, needs};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

fn preprocessed(file: &Path, model: MachineModel) -> Result<String, String> {
    let text = String::from_utf8_lossy(&std::fs::read(file).map_err(|e| e.to_string())?).into_owned();
    if !preprocess::needs_preprocessing(&text) {
        return Ok(text);
    }
    let width = if model == MachineModel::Ilp32 { "-m32" } else { "-m64" };
    let output = Command::new("gcc").args(["-E", width]).arg(file).output().map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn all_programs_reach_an_automaton() {
    if !needs(Tool::Benchmark) || !needs(Tool::Gcc32) {
        return;
    }
    let root = benchmark();
    let list = std::fs::read_to_string(root.join("tasks.csv")).expect("a readable list");
    let mut failures = Vec::new();
    let mut unsupported: BTreeMap<String, u32> = BTreeMap::new();
    let mut count = 0;
    for line in list.lines().skip(1) {
        let columns: Vec<&str> = line.split(',').collect();
        let file = root.join("tasks").join(columns[1]).join(columns[2]);
        let model = if columns[4] == "LP64" { MachineModel::Lp64 } else { MachineModel::Ilp32 };
        count += 1;
        let text = match preprocessed(&file, model) {
            Ok(text) => text,
            Err(error) => {
                failures.push(format!("{}: {error}", file.display()));
                continue;
            }
        };
        let input = Input { name: format!("{}/{}", columns[1], columns[2]), text: text.into() };
        match compile(&[input], &FrontEndOptions::new(model, "main")) {
            Ok(program) => {
                for edge in program.edges.iter() {
                    if let Op::Unsupported(what) = &edge.op {
                        *unsupported.entry(what.clone()).or_default() += 1;
                    }
                }
                if let Err(errors) = program.check() {
                    failures.push(format!("{}: {errors:?}", file.display()));
                }
            }
            Err(error) => {
                let text: String = error.diagnostics.iter().map(|d| d.render(&error.sources)).collect();
                failures.push(text.lines().take(3).collect::<Vec<_>>().join("\n"));
            }
        }
    }
    eprintln!("{count} programs; not modelled, by number of edges: {unsupported:#?}");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(count > 1500);
}
