//! `cargo xtask install --prefix DIR`: Cairn for use outside the checkout.
//!
//! The binary goes to `DIR/bin`, and `cairn-llvm` beside it where LLVM is here; the Z3 library goes to `DIR/lib/cairn`,
//! where the binary looks for it (the rpath in `.cargo/config.toml`). So `DIR` can be moved or packed as a whole, and no other program sees the library. `cargo install`
//! would copy the binary alone, which then finds no library.

use crate::llvm::{self, Linking};
use std::fs;
use std::path::Path;

/// The library as the binary asks for it.
const LIBRARY: &str = "libz3.so.5.4";

/// Builds and installs.
pub fn install(root: &Path, prefix: &Path) -> Result<(), String> {
    crate::prepare(root)?;
    crate::command::cargo(root, &["build", "--release", "--package", "cairn-cli"], &[])?;
    put(&crate::command::built(root).join("release/cairn"), &prefix.join("bin"), "cairn")?;
    match llvm::must_be_there() {
        Ok(()) => put(&llvm::build(root, "release", Linking::Dynamic, &[])?, &prefix.join("bin"), "cairn-llvm")?,
        Err(why) => crate::run::say(&format!("without cairn-llvm, which reads C++, Rust and modules of LLVM: {why}")),
    }
    put(&root.join(".z3/lib").join(LIBRARY), &prefix.join("lib/cairn"), LIBRARY)
}

/// Copies a file into a folder under a name. A binary that runs cannot be written to, only replaced.
fn put(from: &Path, folder: &Path, name: &str) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    let (new, to) = (folder.join(format!(".{name}.new")), folder.join(name));
    let copied = fs::copy(from, &new).and_then(|_| fs::rename(&new, &to));
    copied.map_err(|error| format!("cannot write {}: {error}", to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced() {
        let folder = std::env::temp_dir().join(format!("cairn-install-{}", std::process::id()));
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        for _ in 0..2 {
            assert_eq!(put(&from, &folder.join("bin"), "cairn"), Ok(()));
        }
        assert_eq!(fs::read(folder.join("bin/cairn")).ok(), fs::read(&from).ok());
        assert_eq!(fs::read_dir(folder.join("bin")).map(Iterator::count).ok(), Some(1));
        let _ = fs::remove_dir_all(folder);
    }
}
