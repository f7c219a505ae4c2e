//! Tells the linker where `cargo xtask z3` put the Z3 library, without asking a `pkg-config` program, which a fresh
//! machine does not have.
//!
//! The directory is named through a link inside `OUT_DIR`: Cargo puts such directories (and no others) on the loader's
//! path of what `cargo run` and `cargo test` start, so these work with any target directory. Binaries that are started
//! directly find the library by the rpath in `.cargo/config.toml`.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let manifest = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = manifest.parent().and_then(Path::parent).unwrap_or(&manifest).to_path_buf();
    let library = root.join(".z3/lib");
    println!("cargo:rerun-if-changed={}", library.display());
    if !library.join("libz3.so").exists() {
        println!("cargo:warning=the Z3 library is not here yet: run `cargo xtask z3` first");
        std::process::exit(1);
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join("z3");
    let _ = std::fs::remove_file(&out);
    let search = match link(&library, &out) {
        Ok(()) => out,
        Err(_) => library,
    };
    println!("cargo:rustc-link-search=native={}", search.display());
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(to, at)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
