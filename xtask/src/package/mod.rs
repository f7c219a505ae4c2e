//! `cargo xtask package`: a relocatable archive, a Debian package and a Python wheel of the same files.
//!
//! One list of files below a prefix ([`tree`]) is packed three times ([`archive`], [`debian`], [`wheel`]), with crates for the
//! formats. Invariant: the same checkout and the same binary give the same bytes, on any day and for any user: entries are
//! sorted, times are that of the commit (or `SOURCE_DATE_EPOCH`), nobody owns anything. Why neither `cargo deb` nor `maturin`:
//! each builds by itself, has to be installed first, and neither knows that a library goes beside the binary; a Debian package
//! and a wheel are archives with a page of text each (`docs/design/packages.md`).

mod archive;
mod check;
mod debian;
mod foreign;
mod machine;
mod needs;
mod parts;
mod sysroot;
pub mod tree;
mod wheel;

use crate::command;
use crate::llvm::{self, Linking};
use machine::Machine;
pub use machine::Target;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name under which package managers know Cairn.
pub const NAME: &str = "cairn-verifier";
/// One line for those who look for it.
pub const SUMMARY: &str = "Software model checker for C: proves programs correct, or shows how they fail";

/// `cargo xtask package`.
#[derive(clap::Args)]
pub struct Package {
    /// Where the packages go [default: target/package]
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Installs each package into a bare root, and verifies a program there
    #[arg(long)]
    check: bool,
    /// Packages for another machine, built by its cross compiler and tried by qemu [default: this machine]
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// Packs this binary instead of building one
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// Packs this cairn-llvm beside it [default: one is built with the binary]
    #[arg(long, value_name = "FILE")]
    llvm: Option<PathBuf>,
}

/// The programs that are packed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Programs {
    /// `cairn`.
    pub cairn: PathBuf,
    /// `cairn-llvm`, where it was built.
    pub llvm: Option<PathBuf>,
}

/// What all packages say of themselves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// The version of Cairn.
    pub version: String,
    /// Seconds since 1970 that every file bears.
    pub time: u64,
    /// Where it runs.
    pub machine: Machine,
    /// What the binary needs of the system.
    pub needs: needs::Needs,
}

/// A package: its file's name and its bytes.
pub struct Packed {
    /// The name of the file.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

/// Makes the packages and sees that they have all parts; with `--check` tries them in a bare root.
pub fn run(root: &Path, arguments: &Package) -> Result<(), String> {
    let target = arguments.target.as_deref().map_or(Ok(None), Target::named)?;
    match &target {
        Some(target) => crate::z3::fetch_for(root, target)?,
        None => crate::prepare(root)?,
    }
    let mut programs = match (&arguments.binary, &target) {
        (Some(binary), _) => Programs { cairn: binary.clone(), llvm: None },
        (None, Some(target)) => build_for(root, target)?,
        (None, None) => build(root)?,
    };
    programs.llvm = arguments.llvm.clone().or(programs.llvm);
    let library = target.map(|target| crate::z3::home(root, Some(&target)).join("lib").join(tree::LIBRARY));
    let read = [Some(&programs.cairn), programs.llvm.as_ref(), library.as_ref()];
    let read: Vec<&Path> = read.into_iter().flatten().map(PathBuf::as_path).collect();
    let machine = Machine::of(root, target, &read)?;
    let output = arguments.output.clone().unwrap_or_else(|| command::built(root).join("package"));
    let packages = pack(root, &programs, &machine)?;
    fs::create_dir_all(&output).map_err(|error| format!("cannot create {}: {error}", output.display()))?;
    let mut paths = Vec::new();
    for package in &packages {
        let path = output.join(&package.name);
        fs::write(&path, &package.content).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        say(&format!("{:>6.1} MB  {}", package.content.len() as f64 / 1e6, path.display()));
        paths.push(path);
    }
    if machine == Machine::Here {
        parts::all(&paths, &programs)?;
    }
    if !arguments.check {
        return Ok(());
    }
    let again = pack(root, &programs, &machine)?;
    if packages.iter().zip(&again).any(|(one, other)| one.content != other.content) {
        return Err("packing twice gave different bytes".to_owned());
    }
    say("packed twice: the same bytes");
    match &machine {
        Machine::Here => check::all(&paths, &programs),
        Machine::Other(target, sysroot) => foreign::all(&paths, target, sysroot),
    }
}

/// The programs of the profile `dist`: the binary looks for the library beside itself only, and they name no folder of this
/// machine. LLVM is linked in: it is part of no system that the packages are for.
fn build(root: &Path) -> Result<Programs, String> {
    llvm::must_be_there()?;
    let flags = flags(root, &[]);
    let environment = [("CARGO_ENCODED_RUSTFLAGS", flags.as_str()), ("CAIRN_RELOCATABLE", "1")];
    command::cargo_with(root, &BUILD, &environment)?;
    let llvm = llvm::build(root, "dist", Linking::Static, &environment)?;
    Ok(Programs { cairn: command::built(root).join("dist/cairn"), llvm: Some(llvm) })
}

/// The same for another machine. There is no LLVM for it here.
fn build_for(root: &Path, target: &Target) -> Result<Programs, String> {
    target.can_be_built()?;
    // The Z3 library may want later libraries than the compiler's: they are those of the machine that runs it.
    let flags = flags(root, &["-Clink-arg=-Wl,--allow-shlib-undefined"]);
    let mut environment = target.environment();
    environment.push(("CARGO_ENCODED_RUSTFLAGS".to_owned(), flags));
    environment.push(("CAIRN_RELOCATABLE".to_owned(), "1".to_owned()));
    let environment: Vec<(&str, &str)> = environment.iter().map(|(name, value)| (&**name, &**value)).collect();
    command::cargo_with(root, &[&BUILD[..], &["--target", target.triple]].concat(), &environment)?;
    say("packages for another machine have no cairn-llvm");
    Ok(Programs { cairn: command::built(root).join(target.triple).join("dist/cairn"), llvm: None })
}

/// What cargo is asked to build.
const BUILD: [&str; 6] = ["build", "--profile", "dist", "--locked", "--package", "cairn-cli"];

/// The flags of the compiler, as cargo reads them from the environment.
fn flags(root: &Path, more: &[&str]) -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let mut flags = vec!["-Clink-arg=-Wl,-rpath,$ORIGIN/../lib/cairn".to_owned()];
    flags.push(format!("--remap-path-prefix={}=.", root.display()));
    flags.extend(home.map(|home| format!("--remap-path-prefix={}=cargo", home.display())));
    flags.extend(more.iter().map(|flag| (*flag).to_owned()));
    flags.join("\u{1f}")
}

fn pack(root: &Path, programs: &Programs, machine: &Machine) -> Result<Vec<Packed>, String> {
    let files = tree::files(root, programs, machine)?;
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let about = About { version, time: time(root), machine: machine.clone(), needs: needs::of(&files) };
    Ok(vec![archive::pack(&files, &about)?, debian::pack(&files, &about)?, wheel::pack(&files, &about)?])
}

/// `SOURCE_DATE_EPOCH`, else the time of the last commit, else that of no commit.
fn time(root: &Path) -> u64 {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|time| time.trim().parse().ok());
    let commit = || {
        let output = Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root).output().ok()?;
        String::from_utf8_lossy(&output.stdout).trim().parse().ok()
    };
    given.or_else(commit).unwrap_or(0)
}

/// A line for the person who runs the chore.
#[allow(clippy::print_stdout)]
fn say(text: &str) {
    println!("{text}");
}
