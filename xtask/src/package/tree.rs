//! The files of an installed Cairn below a prefix such as `/usr`, sorted by path: binary, `cairn-llvm` where it was built,
//! library, manual page, completions, documentation, integrations.
//!
//! The manual page and the completions come from the binary that is packed, so that they cannot belong to another.

use super::machine::Machine;
use super::{NAME, Programs};
use flate2::{Compression, GzBuilder};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// The library as the binary asks for it.
pub const LIBRARY: &str = "libz3.so.5.4";
/// What the copyright says where LLVM is linked into a program.
const OF_LLVM: &str = "Files: bin/cairn-llvm\nCopyright: the developers of Cairn, and of LLVM 19 (https://llvm.org)\n\
                       License: (MIT or Apache-2.0) and Apache-2.0 with LLVM exception\n\n";
/// Kinds of completions, and where shells look for them.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/cairn"),
    ("zsh", "share/zsh/site-functions/_cairn"),
    ("fish", "share/fish/vendor_completions.d/cairn.fish"),
];

/// A file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// What is in it.
    pub content: Vec<u8>,
    /// Whether it is executed.
    pub is_program: bool,
}

impl File {
    /// Its permissions.
    pub fn mode(&self) -> u32 {
        if self.is_program { 0o755 } else { 0o644 }
    }
}

/// Files by their paths below the prefix.
pub type Files = BTreeMap<String, File>;

/// All files.
pub fn files(root: &Path, programs: &Programs, machine: &Machine) -> Result<Files, String> {
    let binary = programs.cairn.as_path();
    let libraries = machine.library(root);
    let said = |arguments: &[&str]| said(&libraries, binary, machine, arguments);
    let mut files = Files::new();
    let mut put = |path: &str, content: Vec<u8>, is_program: bool| {
        files.insert(path.to_owned(), File { content, is_program });
    };
    put("bin/cairn", read(binary)?, true);
    if let Some(llvm) = &programs.llvm {
        put("bin/cairn-llvm", read(llvm)?, true);
    }
    put(&format!("lib/cairn/{LIBRARY}"), read(&libraries.join(LIBRARY))?, false);
    put("share/man/man1/cairn.1.gz", gzip(&said(&["man"])?)?, false);
    for (shell, path) in SHELLS {
        put(path, said(&["completions", shell])?, false);
    }
    let documents = format!("share/doc/{NAME}");
    for name in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        put(&format!("{documents}/{name}"), read(&root.join(name))?, false);
    }
    put(&format!("{documents}/copyright"), copyright(root, programs, machine)?.into_bytes(), false);
    for (folder, target) in [
        ("docs", documents.clone()),
        ("examples", "share/cairn/examples".to_owned()),
        ("integrations", "share/cairn/integrations".to_owned()),
    ] {
        let mut found = Vec::new();
        collect(&root.join(folder), "", &mut found)?;
        for (name, is_program) in found {
            put(&format!("{target}/{name}"), read(&root.join(folder).join(&name))?, is_program);
        }
    }
    Ok(files)
}

/// Files below a folder that belong to the repository, as paths with `/`.
pub fn collect(folder: &Path, prefix: &str, found: &mut Vec<(String, bool)>) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    let wrong = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let generated = ["book", "reference", "__pycache__"].contains(&name.rsplit('/').next().unwrap_or_default());
        let metadata = entry.metadata().map_err(wrong)?;
        if metadata.is_dir() && !generated {
            collect(&entry.path(), &format!("{name}/"), found)?;
        } else if metadata.is_file() {
            found.push((name, metadata.permissions().mode() & 0o100 != 0));
        }
    }
    Ok(())
}

/// What the binary prints.
fn said(libraries: &Path, binary: &Path, machine: &Machine, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let output = machine.run(binary, Some(libraries)).args(arguments).output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", binary.display()))?;
    if output.status.success() { Ok(output.stdout) } else { Err(format!("cairn {} failed", arguments.join(" "))) }
}

/// The smallest, without a time.
pub fn gzip(content: &[u8]) -> Result<Vec<u8>, String> {
    let mut encoder = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    encoder.write_all(content).and_then(|()| encoder.finish()).map_err(|error| format!("cannot compress: {error}"))
}

/// Debian's form (DEP 5) of whose work this is. The library is Microsoft's, under the same licence; the binary has crates in
/// it, which are listed with theirs.
fn copyright(root: &Path, programs: &Programs, machine: &Machine) -> Result<String, String> {
    let licence = String::from_utf8_lossy(&read(&root.join("LICENSE-MIT"))?).into_owned();
    let holder = licence.lines().find(|line| line.starts_with("Copyright")).unwrap_or("Copyright (c) its authors");
    let terms = licence.split_once("Permission is hereby").map_or("", |(_, terms)| terms);
    let terms = format!("Permission is hereby{terms}");
    let indented: String = terms
        .lines()
        .map(|line| if line.trim().is_empty() { " .\n".to_owned() } else { format!(" {}\n", line.trim_end()) })
        .collect();
    let whose = |line: &str| line.trim_start_matches("Copyright (c) ").to_owned();
    let mut text = format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\
         Upstream-Name: Cairn\n\n\
         Files: *\nCopyright: {}\nLicense: MIT or Apache-2.0\n\n\
         Files: lib/cairn/{LIBRARY}\nCopyright: Microsoft Corporation\nLicense: MIT\n\n{}\
         License: MIT or Apache-2.0\n The MIT licence below, or the Apache License 2.0 (LICENSE-APACHE), at your choice.\n\n\
         License: MIT\n{indented}",
        whose(holder),
        if programs.llvm.is_some() { OF_LLVM } else { "" }
    );
    text.push_str("\nComment: Crates that the programs are made of\n");
    for line in crates(root, programs.llvm.is_some(), machine)? {
        text.push_str(&format!(" {line}\n"));
    }
    Ok(text)
}

/// The crates in the programs, each with its version and licence.
fn crates(root: &Path, has_llvm: bool, machine: &Machine) -> Result<Vec<String>, String> {
    let mut arguments = vec![
        "tree",
        "--package",
        "cairn-cli",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}, {l}",
        "--locked",
    ];
    if has_llvm {
        arguments.extend(["--package", "cairn-front-llvm", "--features", "cairn-front-llvm/static"]);
    }
    if let Machine::Other(target, _) = machine {
        arguments.extend(["--target", target.triple]);
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo).current_dir(root).args(arguments).output();
    let output = output.map_err(|error| format!("cannot run cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // What has a path is part of Cairn.
    let of_others = text.lines().filter(|line| !line.contains(" (/") && !line.is_empty());
    let mut lines: Vec<String> =
        of_others.map(|line| line.replace(" (proc-macro)", "").replace(" (*)", "").replace(", ,", ",")).collect();
    lines.sort();
    lines.dedup();
    if lines.is_empty() { Err("cargo tree lists no crate".to_owned()) } else { Ok(lines) }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}
