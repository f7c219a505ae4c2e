//! Fetches the Z3 shared library from the official Python wheel, which is the one prebuilt form of Z3 that a fresh
//! machine with Python can get without a compiler newer than its own.
//!
//! `.z3` has that of this machine, and `.z3-TARGET` that of another one, for which packages are cross-built.
//!
//! Invariants: each folder is either absent or complete (everything is prepared beside it and renamed into place); where the
//! wheel comes from is pip's configuration and nothing in this repository; a second run does nothing.

use crate::package::Target;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The wheel's version. `crates/smt` refuses any library of another 5.4.
const WHEEL: &str = "5.4.0.0";
/// The library's own version, for pkg-config.
const VERSION: &str = "5.4.0";

/// Takes the library and the headers out of the wheel `argv[1]` into the directory `argv[2]`.
const UNPACK: &str = r#"
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    for name in wheel.namelist():
        parts = name.split("/")
        if len(parts) == 3 and parts[0] == "z3" and parts[2]:
            if parts[1] == "lib" or parts[1] == "include":
                target = os.path.join(sys.argv[2], parts[1])
                os.makedirs(target, exist_ok=True)
                with open(os.path.join(target, parts[2]), "wb") as out:
                    out.write(wheel.read(name))
"#;

/// The glibc versions whose wheels are taken for another machine: pip knows only those of this one by itself.
const GLIBC: std::ops::RangeInclusive<u32> = 17..=39;

/// The folder for this machine, or for another one.
pub fn home(root: &Path, target: Option<&Target>) -> PathBuf {
    root.join(target.map_or_else(|| ".z3".to_owned(), |target| format!(".z3-{}", target.triple)))
}

/// Makes `.z3/{lib,include}` in the root of the checkout.
pub fn fetch(root: &Path) -> Result<(), String> {
    fetch_into(root, None)
}

/// Makes the same for another machine.
pub fn fetch_for(root: &Path, target: &Target) -> Result<(), String> {
    fetch_into(root, Some(target))
}

fn fetch_into(root: &Path, target: Option<&Target>) -> Result<(), String> {
    let home = home(root, target);
    if fs::read_to_string(home.join("VERSION")).is_ok_and(|version| version.trim() == WHEEL) {
        return Ok(());
    }
    let work = root.join(format!(".z3.new-{}", std::process::id()));
    let made = prepare(&work, target).and_then(|tree| replace(&home, &tree, &work));
    let _ = fs::remove_dir_all(&work);
    made
}

/// Downloads and unpacks below `work`; the result is the finished tree.
fn prepare(work: &Path, target: Option<&Target>) -> Result<PathBuf, String> {
    fs::create_dir_all(work).map_err(|e| format!("cannot create {}: {e}", work.display()))?;
    download(work, target)?;
    let wheel = fs::read_dir(work)
        .map_err(|e| format!("cannot read {}: {e}", work.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|ext| ext == "whl"))
        .ok_or("pip reported success but left no wheel")?;
    let tree = work.join("tree");
    fs::create_dir_all(&tree).map_err(|e| format!("cannot create {}: {e}", tree.display()))?;
    run(Command::new("python3").args(["-c", UNPACK]).arg(&wheel).arg(&tree))?;
    link_library(&tree.join("lib"))?;
    let pkgconfig = tree.join("lib").join("pkgconfig");
    write(&pkgconfig.join("z3.pc"), &pc_file())?;
    write(&tree.join("VERSION"), WHEEL)?;
    Ok(tree)
}

/// pip as it is, else pip in a throw-away virtual environment.
fn download(work: &Path, target: Option<&Target>) -> Result<(), String> {
    run(Command::new("python3").arg("--version"))
        .map_err(|_| "python3 is needed to fetch Z3: install it".to_owned())?;
    let wheel = format!("z3-solver=={WHEEL}");
    let pip = |python: &Path| {
        let mut command = Command::new(python);
        command.args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest"]);
        command.arg(work).arg(&wheel);
        if let Some(target) = target {
            let platforms = GLIBC.rev().map(|minor| format!("--platform=manylinux_2_{minor}_{}", target.arch));
            command.args(platforms);
        }
        command
    };
    let python = Path::new("python3");
    if run(Command::new(python).args(["-m", "pip", "--version"])).is_ok() {
        return run(&mut pip(python)).map_err(|e| format!("cannot fetch {wheel}: {e}"));
    }
    let venv = work.join("venv");
    if run(Command::new(python).args(["-m", "venv"]).arg(&venv)).is_ok() {
        return run(&mut pip(&venv.join("bin/python3"))).map_err(|e| format!("cannot fetch {wheel}: {e}"));
    }
    Err("Python's pip is needed to fetch Z3: apt-get install python3-pip".to_owned())
}

/// The wheel holds the library twice; keep the one that programs ask for at run time, and name it for the linker.
fn link_library(lib: &Path) -> Result<(), String> {
    let plain = lib.join("libz3.so");
    let versioned = lib.join("libz3.so.5.4");
    if !versioned.exists() {
        fs::rename(&plain, &versioned).map_err(|e| format!("the wheel holds no libz3.so: {e}"))?;
    }
    let _ = fs::remove_file(&plain);
    std::os::unix::fs::symlink("libz3.so.5.4", &plain).map_err(|e| format!("cannot link {}: {e}", plain.display()))
}

fn pc_file() -> String {
    format!(
        "prefix=${{pcfiledir}}/../..\nlibdir=${{prefix}}/lib\nincludedir=${{prefix}}/include\n\nName: z3\n\
         Description: The Z3 theorem prover\nVersion: {VERSION}\nLibs: -L${{libdir}} -lz3\nCflags: -I${{includedir}}\n"
    )
}

/// Puts the finished tree in place of what was there.
fn replace(home: &Path, tree: &Path, work: &Path) -> Result<(), String> {
    if home.exists() {
        fs::rename(home, work.join("old")).map_err(|e| format!("cannot move {} away: {e}", home.display()))?;
    }
    fs::rename(tree, home).map_err(|e| format!("cannot put {} in place: {e}", home.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, text));
    made.map_err(|e| format!("cannot write {}: {e}", path.display()))
}

/// Runs a program to its end; its error output is the error.
fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|e| format!("cannot run {name}: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{name} failed: {}", String::from_utf8_lossy(&output.stderr).trim()))
}
