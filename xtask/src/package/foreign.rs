//! `cargo xtask package --target TRIPLE --check`: each package is unpacked, and decides programs under qemu.
//!
//! A root of this machine would have no libraries of the other one, so there is no bare root here: qemu has the libraries of a folder,
//! and the programs have an empty environment. What finds the Z3 library is the rpath of the binary alone.

use super::check::{self, PROGRAMS};
use super::machine::{Machine, Target};
use super::say;
use std::fs;
use std::os::unix::fs::PermissionsExt;
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

/// Unpacks a package; where `cairn` is then.
fn unpack(package: &Path, work: &Path, target: &Target) -> Result<PathBuf, String> {
    match package.extension().and_then(|kind| kind.to_str()) {
        Some("deb") => {
            let architecture = Command::new("dpkg-deb").arg("--field").arg(package).arg("Architecture").output();
            let architecture = architecture.map_err(|error| format!("cannot run dpkg-deb: {error}"))?.stdout;
            if String::from_utf8_lossy(&architecture).trim() != target.debian {
                return Err(format!("its architecture is not {}", target.debian));
            }
            check::must(Command::new("dpkg-deb").arg("--extract").arg(package).arg(work))?;
            Ok(work.join("usr/bin/cairn"))
        }
        Some("whl") => wheel(package, work),
        _ => {
            check::must(Command::new("tar").args(["--strip-components=1", "-xzf"]).arg(package).arg("-C").arg(work))?;
            Ok(work.join("bin/cairn"))
        }
    }
}

/// pip installs a wheel of another machine only without its data. So pip says whether it takes the wheel, by its file's name, and
/// it is unpacked into a prefix as pip does it.
fn wheel(package: &Path, work: &Path) -> Result<PathBuf, String> {
    let name = package.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let platform = name.rsplit('-').next().unwrap_or_default();
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--dry-run", "--quiet", "--no-index", "--no-deps", "--only-binary=:all:"]);
    pip.args(["--disable-pip-version-check", "--platform", platform, "--target"]);
    check::must(pip.arg(work.join("site")).arg(package))?;
    check::must(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(package).arg(work))?;
    let stem: Vec<&str> = name.split('-').take(2).collect();
    let (data, bin) = (work.join(format!("{}.data", stem.join("-"))), work.join("bin"));
    let put = |from: &str, to: &Path| fs::rename(data.join(from), to).map_err(|error| format!("{from}: {error}"));
    put("scripts", &bin)?;
    put("data/lib", &work.join("lib"))?;
    let cairn = bin.join("cairn");
    // Which files are programs is lost on this way.
    fs::set_permissions(&cairn, fs::Permissions::from_mode(0o755)).map_err(|error| error.to_string())?;
    Ok(cairn)
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
