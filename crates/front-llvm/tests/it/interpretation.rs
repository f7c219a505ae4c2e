//! The interpreter returns for a module what the program compiled of that module returns: the programs of the
//! interpreter's tests, and those of `programs/`, which show what C does not show at -O0. Needs clang-19.

use cairn_front_c::{FrontEndOptions, Input};
use cairn_ir::MachineModel;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Prints what a program emits.
const EMIT: &str = "#include <stdio.h>\nvoid emit(unsigned long long value) { printf(\"%llu\\n\", value); }\n";

/// Programs of which the module says something else, or that it does not say, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("bitfields_wide", "clang computes in 64 bits what gcc computes in 33, and converts a float that does not fit"),
    ("integer_parsing", "not modelled: llvm.load.relative"),
    ("library_formatted", "undefined, as clang sees it: the compiled program is killed"),
    ("library_numbers", "not modelled: div returns its record in one register"),
    ("overflow_builtins", "not modelled: checked arithmetic on i33"),
    ("variadic_corners", "not modelled: variadic arguments of 16 bytes"),
    ("variadic_list", "not modelled: variadic arguments of 16 bytes"),
];

fn clang(arguments: &[&str], files: &[&Path]) -> Result<(), String> {
    let ended = Command::new("clang-19").args(arguments).args(files).output().map_err(|error| error.to_string())?;
    if ended.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&ended.stderr).into_owned()) }
}

/// What the compiled module emits and returns.
fn compiled(module: &Path, scratch: &Path, name: &str) -> Result<(Vec<u64>, u8), String> {
    let (emit, program) = (scratch.join("emit.c"), scratch.join(format!("{name}.exe")));
    clang(&["-w", "-lm", "-o", program.to_str().unwrap()], &[module, &emit])?;
    let ended = Command::new(&program).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&ended.stdout).into_owned();
    let status = ended.status.code().ok_or("killed by a signal")?;
    Ok((text.lines().filter_map(|line| line.parse().ok()).collect(), status as u8))
}

/// What the interpreter finds.
fn interpreted(module: &Path) -> Result<(Vec<u64>, u8), String> {
    let bytes = std::fs::read(module).map_err(|error| error.to_string())?;
    let name = module.file_name().unwrap().to_string_lossy().into_owned();
    let text = cairn_front_llvm::translate(&name, &bytes, MachineModel::Lp64, &[])?.into();
    let module = Input { name, text };
    let emit = Input { name: "emit.c".into(), text: "void emit(long value) {}\n".into() };
    let program = cairn_front_c::compile_translated(&[module, emit], &FrontEndOptions::new(MachineModel::Lp64, "main"))
        .map_err(|e| e.diagnostics.iter().map(|d| d.render(&e.sources)).collect::<String>())?;
    cairn_test_support::emitted::emitted(&program)
}

fn complaint(source: &Path, level: &str, scratch: &Path) -> Option<String> {
    let stem = source.file_stem().unwrap().to_string_lossy().into_owned();
    if EXCEPTIONS.iter().any(|(name, _)| *name == stem) {
        return None;
    }
    let name = format!("{stem}{level}");
    let module = scratch.join(format!("{name}.ll"));
    let level = level.split('-').next_back().map_or("-O0".to_owned(), |level| format!("-{level}"));
    let said = if source.extension().is_some_and(|extension| extension == "ll") {
        std::fs::copy(source, &module).map(drop).map_err(|error| error.to_string())
    } else {
        clang(&[&level, "-g", "-w", "-S", "-emit-llvm", "-o", module.to_str().unwrap()], &[source])
    };
    // What is no program for clang (nested functions) is none for this front end.
    said.ok()?;
    let expected = match compiled(&module, scratch, &name) {
        Ok(expected) => expected,
        Err(why) => return Some(format!("{name}: {why}")),
    };
    match interpreted(&module) {
        Ok(found) if found == expected => None,
        Ok(found) => {
            let at = expected.0.iter().zip(&found.0).position(|(a, b)| a != b);
            let values = at.map(|at| (at, expected.0[at], found.0[at]));
            Some(format!("{name}: first difference {values:?}; returned {} and {}", expected.1, found.1))
        }
        Err(why) => Some(format!("{name}: {why}")),
    }
}

#[test]
fn modules_run_as_they_do_when_compiled() {
    if !cairn_tools::needs(cairn_tools::Tool::Clang) {
        return;
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources: Vec<PathBuf> = [here.join("../interp/tests/programs"), here.join("tests/programs")]
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()))
        .collect();
    sources.sort();
    if let Ok(only) = std::env::var("ONLY") {
        sources.retain(|source| source.to_string_lossy().contains(&only));
    }
    let scratch = tempfile::tempdir().unwrap();
    std::fs::write(scratch.path().join("emit.c"), EMIT).unwrap();
    let runs: Vec<(&PathBuf, &str)> =
        sources.iter().flat_map(|source| ["-O0", "-O2"].map(|level| (source, level))).collect();
    let complaints: Vec<String> =
        runs.par_iter().filter_map(|(source, level)| complaint(source, level, scratch.path())).collect();
    assert!(complaints.is_empty(), "{} of {} runs differ:\n{}", complaints.len(), runs.len(), complaints.join("\n"));
}
