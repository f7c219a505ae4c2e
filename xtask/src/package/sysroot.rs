//! The C and C++ libraries on which programs of another machine are run here.
//!
//! Debian's cross compiler brings some. Where the programs ask for later ones (Z3's wheel for aarch64 wants those of Debian 13), they
//! are fetched by apt from a later Debian release into `target/sysroot-TARGET`: where from is apt's configuration and nothing in this
//! repository, and the packages of the system stay as they are.

use super::machine::Target;
use super::needs::{self, Needs};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The release whose libraries are fetched.
const RELEASE: &str = "trixie";
/// The packages that a C++ program needs.
const PACKAGES: [&str; 3] = ["libc6", "libgcc-s1", "libstdc++6"];

/// A folder for `qemu -L` that has what the files ask for.
pub fn find(root: &Path, target: &Target, files: &[&Path]) -> Result<PathBuf, String> {
    let mut wanted = Needs::default();
    for file in files {
        let content = fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        wanted = wanted.and(needs::of_content(&content));
    }
    let of_compiler = Path::new("/usr").join(target.gnu);
    let fetched = crate::command::built(root).join(format!("sysroot-{}", target.triple));
    for folder in [&of_compiler, &fetched] {
        if has(folder, target, wanted) {
            return Ok(folder.clone());
        }
    }
    fetch(&fetched, target).map_err(|error| {
        let Needs { glibc: (major, minor), .. } = wanted;
        format!(
            "the packages need glibc {major}.{minor} and GCC {} on {}, {} has older ones, and fetching Debian's failed: {error}",
            wanted.compiler(),
            target.arch,
            of_compiler.display()
        )
    })?;
    if has(&fetched, target, wanted) {
        return Ok(fetched);
    }
    Err(format!("the libraries of Debian {RELEASE} are older than what the packages need: {wanted:?}"))
}

/// Whether the libraries of a folder have all versions that are wanted.
fn has(folder: &Path, target: &Target, wanted: Needs) -> bool {
    let read = |name: &str| {
        let places = [folder.join("lib").join(name), folder.join("usr/lib").join(target.gnu).join(name)];
        places.iter().find_map(|place| fs::read(place).ok())
    };
    let (Some(c), Some(cxx)) = (read("libc.so.6"), read("libstdc++.so.6")) else { return false };
    // A library has the names of all versions that it offers.
    needs::of_content(&c).glibc >= wanted.glibc && needs::of_content(&cxx).glibcxx >= wanted.glibcxx
}

/// Fetches and unpacks the packages; the folder is complete or not there.
fn fetch(folder: &Path, target: &Target) -> Result<(), String> {
    super::say(&format!("fetching the C and C++ libraries of Debian {RELEASE} for {}", target.debian));
    let work = folder.with_extension(format!("new-{}", std::process::id()));
    let made = prepare(&work, target).and_then(|tree| {
        let _ = fs::remove_dir_all(folder);
        fs::rename(&tree, folder).map_err(|error| format!("cannot put {} in place: {error}", folder.display()))
    });
    let _ = fs::remove_dir_all(&work);
    made
}

fn prepare(work: &Path, target: &Target) -> Result<PathBuf, String> {
    let wrong = |error: std::io::Error| format!("cannot write {}: {error}", work.display());
    for name in ["lists/partial", "cache/archives/partial", "packages", "tree"] {
        fs::create_dir_all(work.join(name)).map_err(wrong)?;
    }
    let work = work.canonicalize().map_err(wrong)?;
    let site = site()?;
    fs::write(work.join("sources.list"), format!("deb {site} {RELEASE} main\n")).map_err(wrong)?;
    let folder = |name: &str| work.join(name).display().to_string();
    let options = [
        format!("Dir::Etc::SourceList={}", folder("sources.list")),
        "Dir::Etc::SourceParts=/dev/null".to_owned(),
        format!("Dir::State::Lists={}", folder("lists")),
        format!("Dir::Cache={}", folder("cache")),
        format!("APT::Architecture={}", target.debian),
        format!("APT::Architectures::={}", target.debian),
        "APT::Sandbox::User=".to_owned(),
    ];
    let apt = || {
        let mut command = Command::new("apt-get");
        command.arg("-qq").args(options.iter().flat_map(|option| ["-o", option]));
        command
    };
    output(apt().arg("update"))?;
    output(apt().arg("download").args(PACKAGES).current_dir(work.join("packages")))?;
    let tree = work.join("tree");
    for package in fs::read_dir(work.join("packages")).map_err(wrong)?.filter_map(Result::ok) {
        output(Command::new("dpkg-deb").arg("--extract").arg(package.path()).arg(&tree))?;
    }
    // Debian's libraries are below `/usr`, and the loader is asked for in `/lib`.
    if !tree.join("lib").exists() {
        std::os::unix::fs::symlink("usr/lib", tree.join("lib")).map_err(wrong)?;
    }
    Ok(tree)
}

/// Where this machine's apt has Debian from.
fn site() -> Result<String, String> {
    let text = output(Command::new("apt-get").args(["indextargets", "--format", "$(SITE)"]))?;
    let debian = text.lines().find(|line| line.trim_end_matches('/').ends_with("/debian"));
    Ok(debian.ok_or("apt has no archive of Debian in its sources")?.trim().to_owned())
}

/// What a command prints.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot run {name}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{name} failed: {}", String::from_utf8_lossy(&output.stderr).trim()))
}
