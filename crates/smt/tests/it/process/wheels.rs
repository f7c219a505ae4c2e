//! The solver programs that the tests talk to: on `PATH`, else out of the wheels that pip provides.
//!
//! Each test is a process and may be the first: a lock on a file beside the wheels lets one of them install at a time, since
//! pip takes away what is there before it puts the same in place.

use cairn_smt::SolverProgram;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Where the wheels are unpacked: in the target directory, once.
fn wheels() -> Option<&'static Path> {
    static WHEELS: OnceLock<Option<PathBuf>> = OnceLock::new();
    let install = || {
        let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("solver-wheels");
        let lock = std::fs::File::create(to.with_extension("lock")).ok()?;
        // Held until this returns: who waited finds them complete.
        lock.lock().ok()?;
        if to.join("complete").exists() {
            return Some(to);
        }
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:", "--upgrade", "--target"]);
        pip.arg(&to).args(["z3-solver==5.4.0.0", "cvc5"]);
        // What it has to say is in the end only that the tests were skipped.
        let done = pip.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        done.then(|| std::fs::write(to.join("complete"), "").ok()).flatten().map(|()| to)
    };
    WHEELS.get_or_init(install).as_deref()
}

fn on_path(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|dir| dir.join(name)).find(|file| file.is_file())
}

/// The program `z3`, which its wheel puts into `bin`.
pub fn z3() -> Option<SolverProgram> {
    let path = on_path("z3").or_else(|| Some(wheels()?.join("bin/z3")).filter(|path| path.is_file()));
    if path.is_none() {
        cairn_tools::leave_out("there is no z3 on PATH, and pip does not provide one");
    }
    path.map(SolverProgram::new)
}

/// The program `cvc5`, else a few lines of Python around the library in its wheel.
pub fn cvc5() -> Option<SolverProgram> {
    if let Some(path) = on_path("cvc5") {
        return Some(SolverProgram::new(path));
    }
    let library = wheels().filter(|wheels| wheels.join("cvc5").is_dir());
    let Some(library) = library else {
        cairn_tools::leave_out("there is no cvc5 on PATH, and pip does not provide one");
        return None;
    };
    let start = format!(
        "import sys; sys.path.insert(0, {library:?}); exec(open({script:?}).read())",
        script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/process/commands.py")
    );
    let mut program = SolverProgram::new("python3");
    program.args = ["-c", &start].iter().map(Into::into).collect();
    Some(program)
}
