//! A digest of the text of all of Cairn: what one build of it has found out is nothing to another.
//!
//! A version number would do for releases, but not while an analysis is being changed: a mistake that was corrected
//! would live on in the file. Where the text is not at hand (the crate by itself), the version must do.

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

fn main() {
    let crates = Path::new("..");
    println!("cargo:rerun-if-changed=build.rs");
    let mut files = vec![PathBuf::from("../../Cargo.lock")];
    println!("cargo:rerun-if-changed=../../Cargo.lock");
    let folders = std::fs::read_dir(crates).into_iter().flatten().flatten().map(|entry| entry.path().join("src"));
    for folder in folders.filter(|folder| folder.is_dir()) {
        println!("cargo:rerun-if-changed={}", folder.display());
        collect(&folder, &mut files);
    }
    files.sort();
    let mut digest = Sha256::new();
    digest.update(env!("CARGO_PKG_VERSION"));
    for file in files {
        let text = std::fs::read(&file).unwrap_or_default();
        digest.update((text.len() as u64).to_le_bytes());
        digest.update(file.as_os_str().as_encoded_bytes());
        digest.update(text);
    }
    let hex: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    println!("cargo:rustc-env=CAIRN_TEXT={hex}");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
