//! Every program of the benchmark set parses. The set lies beside the checkout and is not part of it: without it the
//! test says so and passes.

use cairn_base::SourceMap;
use cairn_front_c::parse::parse;
use cairn_front_c::preprocess::{self, RunError, Runner};
use cairn_front_c::symbols::Symbols;
use std::io::Write;
use std::process::Command;

struct Processes;
impl Runner for Processes {
    fn run(&mut self, program: &str, args: &[String], _: Option<&str>) -> Result<Vec<u8>, RunError> {
        let output = Command::new(program).args(args).output().map_err(|_| RunError::Missing)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        Err(RunError::Failed(String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}

#[test]
fn all_benchmark_programs_parse() {
    if !cairn_tools::needs(cairn_tools::Tool::Benchmark) {
        return;
    }
    let root = cairn_tools::benchmark();
    let table = std::fs::read_to_string(root.join("tasks.csv")).unwrap();
    let mut lines = table.lines();
    let columns: Vec<&str> = lines.next().unwrap_or("").split(',').collect();
    let column = |name| columns.iter().position(|c| *c == name).unwrap_or_else(|| panic!("no column {name}"));
    let (set, file, model) = (column("set"), column("file"), column("data_model"));
    let (mut count, mut bytes, mut preprocessed) = (0, 0, 0);
    let mut failures = Vec::new();
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let path = root.join("tasks").join(fields[set]).join(fields[file]);
        let mut text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        if preprocess::needs_preprocessing(&text) {
            preprocessed += 1;
            let options = preprocess::PreprocessorOptions { lp64: fields[model] == "LP64", ..Default::default() };
            text = match preprocess::preprocess(&path.to_string_lossy(), "", &options, &mut Processes) {
                Ok(text) => text,
                Err(message) => {
                    failures.push(message);
                    continue;
                }
            };
        }
        count += 1;
        bytes += text.len();
        let mut sources = SourceMap::new();
        let id = sources.add(&path.to_string_lossy(), text.into()).unwrap();
        if let Err(diagnostic) = parse(&mut sources, id, &mut Symbols::new()) {
            failures.push(diagnostic.render(&sources));
        }
    }
    let _ = writeln!(std::io::stderr(), "{count} programs ({preprocessed} preprocessed), {bytes} bytes");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(count > 0);
}
