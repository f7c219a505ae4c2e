//! Lets what `cargo install` and `cargo build` leave anywhere find the library in the checkout, or where `CAIRN_Z3_LIB` says, as a
//! last resort: cargo installs a binary alone, and the folders of `.cargo/config.toml` are those beside it.
//!
//! It also says where the pages of the kinds of checks are: beside the crate by a link, as a package of the crate has them, or, where a checkout has
//! no links (Windows), in the documents.
//!
//! Packages must not name a folder of the machine that they were made on: `cargo xtask package` sets `CAIRN_RELOCATABLE`.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-env-changed=CAIRN_RELOCATABLE");
    println!("cargo::rerun-if-env-changed=CAIRN_Z3_LIB");
    println!("cargo::rerun-if-changed=build.rs");
    let has_link = Path::new(env!("CARGO_MANIFEST_DIR")).join("kinds").is_dir();
    println!("cargo::rustc-env=CAIRN_KINDS={}", if has_link { "../kinds" } else { "../../../docs/checks" });
    let is = |variable: &str, value: &str| std::env::var(variable).is_ok_and(|found| found == value);
    let given = std::env::var_os("CAIRN_Z3_LIB").map(PathBuf::from);
    let library = given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.z3/lib"));
    let is_linux = is("CARGO_CFG_TARGET_OS", "linux");
    let is_relocatable = std::env::var_os("CAIRN_RELOCATABLE").is_some();
    // Elsewhere the linker is GNU's, which does not know the option.
    let links_by_lld = is_linux && is("CARGO_CFG_TARGET_ARCH", "x86_64");
    if is_relocatable && links_by_lld {
        // Functions with the same code are kept once.
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=safe");
    }
    let is_native = std::env::var_os("HOST") == std::env::var_os("TARGET");
    let has_rpath = is_linux || is("CARGO_CFG_TARGET_OS", "macos");
    if let Ok(library) = library.canonicalize()
        && has_rpath
        && is_native
        && !is_relocatable
    {
        println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{}", library.display());
    }
}
