//! What to do where this `cairn` lacks a part: the program `cairn-llvm`, or the network.
//!
//! In a checkout it is one command, with the arguments of this run. Elsewhere it is the package that has all parts.

use std::path::Path;

/// A command that adds what is missing, as the end of a sentence.
pub fn advice() -> String {
    let exe = std::env::current_exe().ok();
    let is_cargos = std::env::var("CARGO_PKG_NAME").is_ok_and(|name| name == env!("CARGO_PKG_NAME"));
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    advice_for(is_cargos || exe.as_deref().is_some_and(is_of_checkout), &words)
}

fn advice_for(is_of_checkout: bool, words: &[String]) -> String {
    if !is_of_checkout {
        let version = env!("CARGO_PKG_VERSION");
        return format!("the package for x86-64 has it: `sudo apt install ./cairn-verifier_{version}_amd64.deb`");
    }
    let line = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "));
    format!("in the checkout, `cargo xtask run --all -- {line}` adds it")
}

/// Whether an executable is below a checkout of Cairn.
fn is_of_checkout(exe: &Path) -> bool {
    exe.ancestors().any(|folder| folder.join("crates/cli/Cargo.toml").is_file() && folder.join("xtask").is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_that_of_the_run() {
        let words = ["check", "my file.cpp"].map(str::to_owned);
        assert!(advice_for(true, &words).contains("`cargo xtask run --all -- check 'my file.cpp'`"));
        assert!(advice_for(false, &words).contains("sudo apt install ./cairn-verifier_"));
        assert!(is_of_checkout(&std::env::current_exe().unwrap()) || std::env::var_os("CARGO_TARGET_DIR").is_some());
        assert!(!is_of_checkout(Path::new("/usr/bin/cairn")));
    }
}
