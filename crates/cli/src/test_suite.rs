//! `cairn test-suite`: inputs that cover the branches of a program, as tests.

use crate::arguments::TestSuite;
use crate::exit::{CommandEnd, Exit, InputError};
use crate::{clock, console, inputs, interrupt, limits};
use cairn_base::{Budget, CancelToken};
use cairn_interp::Code;
use cairn_ir::MachineModel;
use cairn_test_generation::{GeneratedSuite, format};
use std::path::Path;
use std::time::Instant;

/// Looks for tests, and writes them.
pub fn run(arguments: &TestSuite) -> CommandEnd {
    let start = Instant::now();
    let more: Vec<_> = arguments.time_limit.iter().map(|limit| ("time-limit", limit.as_str())).collect();
    let wanted = inputs::select(&arguments.program, None, &more)?;
    let model = wanted.configuration.machine_model;
    if ![MachineModel::Ilp32, MachineModel::Lp64].contains(&model) {
        return Err(InputError::new(format!("tests are made for ILP32 and LP64 only, not for {}", model.word())));
    }
    let mut program = inputs::compile(&wanted)?;
    cairn_test_generation::prepare(&mut program);
    let cancel = CancelToken::new();
    interrupt::listen(cancel.clone());
    let configuration = &wanted.configuration;
    let budget = Budget::unlimited(cancel)
        .with_time(start, limits::time(configuration.time_limit))
        .with_processor_time(limits::cpu(configuration.cpu_limit))
        .with_memory(limits::memory(configuration.memory_limit))
        .with_ticks(limits::count(configuration.step_limit));
    let code = Code::new(&program);
    let found = cairn_test_generation::run(&program, &code, arguments.coverage, &budget).map_err(InputError::new)?;
    if let Some(folder) = &arguments.output_dir {
        let [file, ..] = &wanted.files[..] else { return Err(InputError::new("no file")) };
        let bits = program.types.model().pointer_bits();
        write(folder, file, &configuration.entry, bits, &found).map_err(InputError::new)?;
    }
    if let Some(why) = &found.stopped {
        console::err(&format!("note: the search ended early: {why}\n"));
    }
    let (covered, all) = (found.covered.len(), found.goals.len());
    let percent = if all == 0 { 100.0 } else { 100.0 * covered as f64 / all as f64 };
    let tests = match found.tests.len() {
        1 => "1 test".to_owned(),
        count => format!("{count} tests"),
    };
    console::out(&format!(
        "{tests} cover {covered} of {all} {} ({percent:.1} %); {} states explored, {} paths checked.\n",
        arguments.coverage.word(),
        found.states,
        found.paths
    ));
    Ok(Exit::Done)
}

fn write(folder: &Path, file: &Path, entry: &str, bits: u32, found: &GeneratedSuite) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
    };
    let text = std::fs::read(file).unwrap_or_default();
    put("metadata.xml", &format::metadata(&file.display().to_string(), &text, entry, bits, &clock::now()))?;
    for (number, test) in found.tests.iter().enumerate() {
        put(&format!("testcase-{}.xml", number + 1), &format::testcase(test))?;
        put(&format!("testcase-{}.c", number + 1), &format::harness(test))?;
    }
    Ok(())
}
