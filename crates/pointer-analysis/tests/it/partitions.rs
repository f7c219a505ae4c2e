//! The partition of small programs, as text beside each. `BLESS=1` writes what is found.

use cairn_front_c::{FrontEndOptions, Input};
use cairn_ir::MachineModel;
use cairn_pointer_analysis::MemoryPartition;
use std::path::{Path, PathBuf};

#[test]
fn partitions_are_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/partitions");
    let mut sources: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    sources.retain(|s| s.extension().is_some_and(|e| e == "c"));
    sources.sort();
    assert!(sources.len() >= 11);
    let mut wrong = Vec::new();
    for source in sources {
        let name = source.file_name().unwrap().to_string_lossy().into_owned();
        let input = Input { name: name.clone(), text: std::fs::read_to_string(&source).unwrap().into() };
        let options = FrontEndOptions::new(MachineModel::Lp64, "main");
        let program = cairn_front_c::compile(&[input], &options).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let found = MemoryPartition::new(&program).to_text(&program);
        let expected = source.with_extension("txt");
        if std::env::var("BLESS").is_ok() {
            std::fs::write(&expected, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        if found != expected {
            wrong.push(format!("{name}: found\n{found}but expected\n{expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
