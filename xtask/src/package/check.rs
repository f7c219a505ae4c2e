//! `cargo xtask package --check`: each package is installed where there is nothing else, and decides programs there.
//!
//! A bare root has the system's C and C++ libraries and `/proc`, no shell and no compiler; `unshare` and `chroot` make it the
//! root of the process, without rights of the superuser. Where a machine does not allow that, the packages run from an empty
//! prefix without any environment, and the chore says so.

use super::{Programs, say};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A program to verify: a name, the text, the exit code of `cairn verify`.
pub type Task = (&'static str, &'static str, i32);

/// What is verified where `cairn-llvm` is packed.
pub const MODULE: Task = (
    "module.ll",
    "target datalayout = \"e-m:e-p:64:64-i64:64\"\ndeclare void @reach_error()\ndefine i32 @main() {\n  \
     call void @reach_error()\n  ret i32 0\n}\n",
    1,
);

/// Programs without directives.
pub const PROGRAMS: [Task; 3] = [
    (
        "safe.c",
        "extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  \
         unsigned n = __VERIFIER_nondet_uint(), i = 0;\n  while (i < n)\n    i++;\n  if (i != n)\n    reach_error();\n}\n",
        0,
    ),
    (
        "unsafe.c",
        "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  \
         int x = __VERIFIER_nondet_int();\n  if (x * x == 49 && x > 0)\n    reach_error();\n}\n",
        1,
    ),
    ("directives.c", "#define ONE 1\nint main(void) { return ONE - 1; }\n", 2),
];

/// What is verified with programs that were packed.
fn tasks(packed: &Programs) -> impl Iterator<Item = Task> {
    PROGRAMS.into_iter().chain(packed.llvm.is_some().then_some(MODULE))
}

/// Checks packages of programs.
pub fn all(packages: &[PathBuf], packed: &Programs) -> Result<(), String> {
    let work = std::env::temp_dir().join(format!("cairn-package-{}", std::process::id()));
    let checked = packages.iter().try_for_each(|package| {
        let root = work.join("root");
        let _ = fs::remove_dir_all(&work);
        fs::create_dir_all(root.join("proc")).map_err(|error| format!("cannot create {}: {error}", root.display()))?;
        let name = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let checked = match package.extension().and_then(|kind| kind.to_str()) {
            Some("deb") => debian(package, &root, packed),
            Some("whl") => wheel(package, &work, packed),
            _ => archive(package, &root, packed),
        };
        let how = checked.map_err(|why| format!("{name}: {why}"))?;
        say(&format!("{name}: {how}"));
        Ok(())
    });
    let _ = fs::remove_dir_all(&work);
    checked
}

/// Unpacked, run, moved, and run again.
fn archive(package: &Path, root: &Path, packed: &Programs) -> Result<String, String> {
    must(Command::new("tar").arg("-xzf").arg(package).arg("-C").arg(root))?;
    let folder = fs::read_dir(root).map_err(|error| error.to_string())?.filter_map(Result::ok);
    let folder = folder.map(|entry| entry.path()).find(|path| path.join("bin/cairn").exists());
    let folder = folder.ok_or("there is no bin/cairn in it")?;
    system(root, packed)?;
    for prefix in ["opt/one", "opt/other/cairn"] {
        let to = root.join(prefix);
        fs::create_dir_all(to.parent().unwrap_or(root)).map_err(|error| error.to_string())?;
        let from = if folder.exists() { folder.clone() } else { root.join("opt/one") };
        fs::rename(from, &to).map_err(|error| error.to_string())?;
        decides(root, &format!("{prefix}/bin/cairn"), packed)?;
    }
    Ok(format!("decides in {}, also after it was moved", place()))
}

/// Installed by dpkg into a root with nothing in its database.
fn debian(package: &Path, root: &Path, packed: &Programs) -> Result<String, String> {
    system(root, packed)?;
    let how = if Command::new("dpkg").arg("--version").output().is_ok() {
        for folder in ["info", "updates", "triggers"] {
            let folder = root.join("var/lib/dpkg").join(folder);
            fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        }
        fs::write(root.join("var/lib/dpkg/status"), "").map_err(|error| error.to_string())?;
        let mut dpkg = Command::new("dpkg");
        dpkg.arg(format!("--root={}", root.display())).args(["--force-depends", "--force-not-root", "--install"]);
        must(dpkg.arg(package))?;
        must(Command::new("dpkg").arg(format!("--root={}", root.display())).args(["--verify", super::NAME]))?;
        "installed by dpkg"
    } else {
        super::parts::unpack(package, root)?;
        "unpacked (dpkg is not here)"
    };
    decides(root, "usr/bin/cairn", packed)?;
    Ok(format!("{how}, decides in {}", place()))
}

/// Installed by pip into a fresh environment, found in the PATH.
fn wheel(package: &Path, work: &Path, packed: &Programs) -> Result<String, String> {
    let venv = work.join("venv");
    must(Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
    let mut pip = Command::new(venv.join("bin/pip"));
    must(pip.args(["install", "--quiet", "--no-index", "--disable-pip-version-check"]).arg(package))?;
    let bin = venv.join("bin");
    write(work, packed)?;
    for (name, _, code) in tasks(packed) {
        let mut command = Command::new("env");
        command.arg("-i").arg(format!("PATH={}", bin.display())).args(["cairn", "verify", "-q", name]);
        expect(command.current_dir(work).output(), name, code)?;
    }
    must(Command::new(venv.join("bin/pip")).args(["uninstall", "--quiet", "--yes", super::NAME]))?;
    if bin.join("cairn").exists() || venv.join("lib/cairn/libz3.so.5.4").exists() {
        return Err("pip does not remove all of it".to_owned());
    }
    Ok("installed by pip into a fresh environment, decides without any other, and can be removed".to_owned())
}

/// The system's libraries that programs need, and what they are to decide.
fn system(root: &Path, packed: &Programs) -> Result<(), String> {
    let output = Command::new("ldd")
        .arg(&packed.cairn)
        .args(&packed.llvm)
        .output()
        .map_err(|error| format!("cannot run ldd: {error}"))?;
    let mut libraries = Vec::new();
    // A line without a tab names one of the programs.
    for line in String::from_utf8_lossy(&output.stdout).lines().filter(|line| line.starts_with('\t')) {
        let path = line.split_whitespace().find(|word| word.starts_with('/'));
        libraries.extend(path.filter(|path| !path.contains("libz3")).map(PathBuf::from));
    }
    // What libz3 alone needs.
    let threads = libraries.iter().filter_map(|library| Some(library.parent()?.join("libpthread.so.0")));
    let threads: Vec<PathBuf> = threads.filter(|library| library.exists()).collect();
    for library in libraries.iter().chain(&threads) {
        let to = root.join(library.strip_prefix("/").unwrap_or(library));
        let made = to.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::copy(library, &to)).map_err(|error| format!("{}: {error}", library.display()))?;
    }
    write(root, packed)
}

fn write(folder: &Path, packed: &Programs) -> Result<(), String> {
    tasks(packed).try_for_each(|(name, text, _)| fs::write(folder.join(name), text).map_err(|error| error.to_string()))
}

fn isolated(root: &Path) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "--pid", "--fork"]);
    command.arg(format!("--mount-proc={}", root.join("proc").display())).arg("chroot").arg(root);
    // What is in the new root sees a path to nothing.
    command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    command
}

/// Whether processes can be given another root here.
fn can_isolate() -> bool {
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "--pid", "--fork", "--mount-proc", "chroot", "/", "true"]);
    command.output().is_ok_and(|output| output.status.success())
}

fn place() -> &'static str {
    if can_isolate() { "a bare root" } else { "an empty prefix (no other root can be had here)" }
}

/// Runs each program below the root.
fn decides(root: &Path, cairn: &str, packed: &Programs) -> Result<(), String> {
    for (name, _, code) in tasks(packed) {
        let mut command = if can_isolate() {
            let mut command = isolated(root);
            command.arg(format!("/{cairn}"));
            command
        } else {
            let mut command = Command::new(root.join(cairn));
            command.env_clear();
            command
        };
        let file = if can_isolate() { format!("/{name}") } else { root.join(name).display().to_string() };
        expect(command.args(["verify", "-q", &file]).output(), name, code)?;
    }
    Ok(())
}

/// An error where a run did not end with an exit code.
pub fn expect(output: std::io::Result<Output>, name: &str, code: i32) -> Result<(), String> {
    let output = output.map_err(|error| format!("cannot run cairn: {error}"))?;
    if output.status.code() == Some(code) {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(format!("{name}: {} instead of exit code {code}: {}", output.status, String::from_utf8_lossy(&said).trim()))
}

/// Runs a command that must succeed.
pub fn must(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot run {name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(format!("{name} failed: {}", String::from_utf8_lossy(&said).trim()))
}
