//! Lets what `cargo install` and `cargo build` leave anywhere find the library in the checkout, as a last resort: cargo installs
//! a binary alone, and the folders of `.cargo/config.toml` are those beside it.
//!
//! Packages must not name a folder of the machine that they were made on: `cargo xtask package` sets `CAIRN_RELOCATABLE`.

fn main() {
    println!("cargo::rerun-if-env-changed=CAIRN_RELOCATABLE");
    println!("cargo::rerun-if-changed=build.rs");
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = here.join("../../.z3/lib");
    let is_linux = std::env::var_os("CARGO_CFG_TARGET_OS").is_some_and(|system| system == "linux");
    let is_relocatable = std::env::var_os("CAIRN_RELOCATABLE").is_some();
    if is_linux && is_relocatable {
        // Functions with the same code are kept once.
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=safe");
    }
    if let Ok(library) = library.canonicalize()
        && is_linux
        && !is_relocatable
    {
        println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{}", library.display());
    }
}
