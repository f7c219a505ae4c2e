//! On runs of the interpreter: no byte is in two regions, every access is in its object, at its offset, of its size; and by a pointer in an object
//! that inclusion finds for it.

use crate::watch;

use cairn_front_c::{FrontEndOptions, Input};
use cairn_ir::{MachineModel, Program};
use cairn_pointer_analysis::MemoryPartition;
use std::path::{Path, PathBuf};

fn sources(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|f| f.extension().is_some_and(|e| e == "c")).collect();
    files.sort();
    files
}

fn compile(source: &Path, model: MachineModel) -> Option<Program> {
    let text = std::fs::read_to_string(source).unwrap();
    let text = if text.contains("\n#") || text.starts_with('#') || text.contains("_TYPE__") {
        let word = if model == MachineModel::Ilp32 { "-m32" } else { "-m64" };
        let out = std::process::Command::new("gcc").args(["-std=gnu11", "-E", word]).arg(source).output().ok()?;
        String::from_utf8_lossy(&out.stdout).into_owned()
    } else {
        text
    };
    let input = Input { name: source.file_name()?.to_string_lossy().into_owned(), text: text.into() };
    cairn_front_c::compile(&[input], &FrontEndOptions::new(model, "main")).ok()
}

#[test]
fn runs_stay_in_the_partition() {
    if !cairn_tools::needs(cairn_tools::Tool::Gcc32) {
        return;
    }
    let mut complaints = Vec::new();
    let (mut programs, mut accesses, mut followed, mut copies, mut elsewhere, mut named) = (0, 0, 0, 0, 0, 0);
    let only = std::env::var("ONLY").ok();
    for source in sources("../interp/tests/programs").into_iter().chain(sources("../pointer-analysis/tests/partitions"))
    {
        if only.as_ref().is_some_and(|only| !source.to_string_lossy().contains(only)) {
            continue;
        }
        for model in [MachineModel::Lp64, MachineModel::Ilp32] {
            let Some(program) = compile(&source, model) else { continue };
            let partition = MemoryPartition::new(&program);
            let (report, _) = watch::watch(&program, &partition, 20_000, 7);
            programs += 1;
            accesses += report.accesses;
            followed += report.followed;
            named += report.named;
            copies += report.copies;
            elsewhere += report.elsewhere;
            let name = source.file_name().unwrap().to_string_lossy();
            complaints.extend(report.complaints.iter().take(3).map(|c| format!("{name} {model:?}: {c}")));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    if only.is_none() {
        // The runs show something.
        assert!(programs > 200 && accesses > 100_000 && followed > 10_000, "{programs} {accesses} {followed}");
        assert!(copies > 500 && elsewhere > 5, "{copies} {elsewhere}");
        assert!(10 * named > 9 * followed, "{named} of {followed}");
    }
}

#[test]
fn generated_runs_stay_in_the_partition() {
    let scratch = tempfile::tempdir().unwrap();
    let mut accesses = 0;
    for seed in 0..6 {
        for model in [MachineModel::Lp64, MachineModel::Ilp32] {
            let source = scratch.path().join("generated.c");
            std::fs::write(&source, cairn_test_support::defined_programs::file(7000 + seed, 20, model)).unwrap();
            let program = compile(&source, model).expect("the generator writes C");
            let partition = MemoryPartition::new(&program);
            let (report, _) = watch::watch(&program, &partition, 20_000, 7);
            assert!(report.complaints.is_empty(), "{seed} {model:?}: {:?}", report.complaints);
            accesses += report.accesses;
        }
    }
    assert!(accesses > 100_000, "{accesses}");
}
