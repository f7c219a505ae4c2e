//! A program as its makefile builds it: gcc compiles and links it once.
//!
//! The idea: a verdict about a program that no compiler accepts would say nothing, so gcc comes first. The invariant: gcc
//! and the verifier get the same files and flags in the same order, in the root of the sources. The libraries (`-l…`) are
//! for the linker alone, and stand behind the files, where linkers want them.

use super::list::{Package, Program};
use std::path::Path;
use std::process::Stdio;

/// The words of the makefile for a program.
pub struct Command {
    /// Its C files, from the root of the sources.
    pub files: Vec<&'static str>,
    /// Flags of the compiler.
    pub flags: Vec<&'static str>,
    libraries: Vec<&'static str>,
}

impl Command {
    /// The package's flags first, then the program's.
    pub fn new(package: &Package, program: &Program) -> Command {
        let flags = package.project.flags.iter().chain(program.flags).copied();
        let (libraries, flags) = flags.partition(|flag| flag.starts_with("-l"));
        Command { files: program.files.split_whitespace().collect(), flags, libraries }
    }

    /// The lines of the files.
    pub fn lines(&self, root: &Path) -> Result<usize, String> {
        let mut lines = 0;
        for file in &self.files {
            let path = root.join(file);
            let text = std::fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            lines += text.split(|&byte| byte == b'\n').count().saturating_sub(1);
        }
        Ok(lines)
    }

    /// Compiles and links the program; what gcc said where it refuses.
    pub fn link(&self, root: &Path, executable: &Path) -> Result<Option<String>, String> {
        let mut gcc = std::process::Command::new("gcc");
        gcc.current_dir(root).arg("-w").args(&self.flags).args(&self.files).args(&self.libraries);
        let output = gcc.arg("-o").arg(executable).stdin(Stdio::null()).output();
        let output = output.map_err(|error| format!("cannot run gcc: {error}"))?;
        Ok((!output.status.success()).then(|| refusal(&String::from_utf8_lossy(&output.stderr))))
    }
}

/// The line with the mistake among what gcc says.
fn refusal(said: &str) -> String {
    let tells = |line: &&str| line.contains("error: ") || line.contains("undefined reference");
    said.lines().find(tells).or_else(|| said.lines().last()).unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::list::{package, program};
    use super::*;

    #[test]
    fn libraries_are_not_for_the_verifier() {
        let package = package("p", "", &["-DA", "-lm"], &[]);
        let program = Program { flags: &["-DB"], ..program("q", "q.c  r.c") };
        let command = Command::new(&package, &program);
        assert_eq!(
            (command.files, command.flags, command.libraries),
            (vec!["q.c", "r.c"], vec!["-DA", "-DB"], vec!["-lm"])
        );
    }

    #[test]
    fn the_refusal_is_the_line_with_the_mistake() {
        let said = "a.c: In function 'f':\na.c:3:1: error: expected ';'\n    3 | }\n";
        assert_eq!(refusal(said), "a.c:3:1: error: expected ';'");
        assert_eq!(refusal("collect2: killed\n"), "collect2: killed");
    }
}
