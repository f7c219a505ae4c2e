//! Tells the linker where the Z3 library is, without asking a `pkg-config` program, which a fresh machine does not have.
//!
//! It is looked for in the folder that `CAIRN_Z3_LIB` names; where `cargo xtask z3` puts it, which is `.z3/lib` of the checkout, and
//! `.z3-TARGET/lib` for a foreign target; then by `pkg-config`. A crate of a registry has no checkout around it. Where there is no
//! library, the error says how to get one.
//!
//! The directory is named through a link inside `OUT_DIR`: Cargo puts such directories (and no others) on the loader's
//! path of what `cargo run` and `cargo test` start, so these work with any target directory. Binaries that are started
//! directly find the library by the rpath in `.cargo/config.toml`.

use std::path::{Path, PathBuf};

/// What the linker is given, in the order of systems: Linux, macOS, Windows.
const NAMES: [&str; 4] = ["libz3.so", "libz3.dylib", "libz3.lib", "libz3.dll"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=CAIRN_Z3_LIB");
    let manifest = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = manifest.parent().and_then(Path::parent).unwrap_or(&manifest).to_path_buf();
    let (host, target) = (variable("HOST"), variable("TARGET"));
    let home = if host == target { ".z3".to_owned() } else { format!(".z3-{target}") };
    let given = std::env::var_os("CAIRN_Z3_LIB").map(PathBuf::from);
    let library = given.clone().unwrap_or_else(|| root.join(&home).join("lib"));
    if given.is_some() || root.join(".cargo").is_dir() {
        println!("cargo:rerun-if-changed={}", library.display());
    }
    if !NAMES.iter().any(|name| library.join(name).exists()) {
        if given.is_none() && host == target && is_known() {
            // The crate `z3-sys` tells the linker what `pkg-config` says.
            return;
        }
        complain(given.as_deref(), root.join("xtask").is_dir(), &target, host == target);
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

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// Whether `pkg-config` knows a library of the right version.
fn is_known() -> bool {
    let mut command = std::process::Command::new("pkg-config");
    command.args(["--exists", "z3 >= 5.4", "z3 < 5.5"]).status().is_ok_and(|status| status.success())
}

/// Says which library is missing and how to get it.
fn complain(given: Option<&Path>, is_checkout: bool, target: &str, is_native: bool) {
    let say = |line: &str| println!("cargo:warning={line}");
    if let Some(folder) = given {
        say(&format!("CAIRN_Z3_LIB is {}, where no Z3 library is ({})", folder.display(), NAMES.join(", ")));
    } else if is_checkout && is_native {
        say("the Z3 library is not here yet: run `cargo xtask z3` first");
    } else if is_checkout {
        say(&format!("the Z3 library for {target} is not here yet: run `cargo xtask z3 --target {target}` first"));
    } else {
        say("Cairn needs the Z3 library of version 5.4, and neither CAIRN_Z3_LIB nor pkg-config names one");
        say("get it by `python3 -m pip install z3-solver==5.4.0.0`, and set CAIRN_Z3_LIB to what this prints:");
        say("python3 -c 'import os, z3; print(os.path.join(os.path.dirname(z3.__file__), \"lib\"))'");
    }
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(to, at)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
