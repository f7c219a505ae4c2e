//! `cargo xtask package --target TRIPLE --check`: each package is unpacked, and decides programs under qemu.
//!
//! A root of this machine would have no libraries of the other one, so there is no bare root here: qemu has the libraries of a folder,
//! and the programs have an empty environment. What finds the Z3 library is the rpath of the binary alone.

use super::check::{self, PROGRAMS};
use super::machine::{Machine, Target};
use super::{parts, say};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Checks packages.
pub fn all(packages: &[PathBuf], target: &Target, sysroot: &Path) -> Result<(), String> {
    let machine = Machine::Other(*target, sysroot.to_path_buf());
    let work = std::env::temp_dir().join(format!("cairn-package-{}", std::process::id()));
    let checked = packages.iter().try_for_each(|package| {
        let _ = fs::remove_dir_all(&work);
        fs::create_dir_all(&work).map_err(|error| format!("cannot create {}: {error}", work.display()))?;
        let name = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let start = Instant::now();
        let checked = unpack(package, &work, target).and_then(|cairn| decides(&work, &cairn, &machine));
        checked.map_err(|why| format!("{name}: {why}"))?;
        say(&format!("{name}: decides under {} in {:.1} s", target.qemu, start.elapsed().as_secs_f64()));
        Ok(())
    });
    let _ = fs::remove_dir_all(&work);
    checked
}

/// Unpacks a package that is for the machine; where `cairn` is then.
fn unpack(package: &Path, work: &Path, target: &Target) -> Result<PathBuf, String> {
    match package.extension().and_then(|kind| kind.to_str()) {
        Some("deb") => {
            let architecture = Command::new("dpkg-deb").arg("--field").arg(package).arg("Architecture").output();
            let architecture = architecture.map_err(|error| format!("cannot run dpkg-deb: {error}"))?.stdout;
            if String::from_utf8_lossy(&architecture).trim() != target.debian {
                return Err(format!("its architecture is not {}", target.debian));
            }
        }
        Some("whl") => pip_takes(package, work)?,
        _ => {}
    }
    parts::unpack(package, work)
}

/// pip installs a wheel of another machine only without its data. So it says whether it takes the wheel, by its file's name.
fn pip_takes(package: &Path, work: &Path) -> Result<(), String> {
    let name = package.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let platform = name.rsplit('-').next().unwrap_or_default();
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--dry-run", "--quiet", "--no-index", "--no-deps", "--only-binary=:all:"]);
    pip.args(["--disable-pip-version-check", "--platform", platform, "--target"]);
    check::must(pip.arg(work.join("site")).arg(package))
}

/// Runs each program that has no directives: for the others there may be a compiler.
fn decides(work: &Path, cairn: &Path, machine: &Machine) -> Result<(), String> {
    for (name, text, code) in PROGRAMS.into_iter().filter(|(_, text, _)| !text.starts_with('#')) {
        let file = work.join(name);
        fs::write(&file, text).map_err(|error| error.to_string())?;
        let output = machine.run(cairn, None).arg("verify").arg(&file).output();
        let said =
            output.as_ref().map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        check::expect(output, name, code)?;
        // The exit code alone could be that of qemu.
        let verdict = if code == 0 { "TRUE" } else { "FALSE" };
        if !said.contains(&format!("result: {verdict}")) {
            return Err(format!("{name}: not {verdict}: {}", said.trim()));
        }
    }
    Ok(())
}
