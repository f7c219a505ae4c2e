//! A Debian package: an `ar` archive of a version, a tar of what the package says of itself, and a tar of its files.

use super::tree::{File, Files, gzip};
use super::{About, NAME, Packed, SUMMARY, archive};
use data_encoding::HEXLOWER;
use md5::{Digest, Md5};
use std::fmt::Write as _;

/// `NAME_VERSION_ARCHITECTURE.deb`.
pub fn pack(files: &Files, about: &About) -> Result<Packed, String> {
    let architecture = about.machine.debian();
    let files: Files = files.iter().map(|(path, file)| (placed(path), file.clone())).collect();
    let said = Files::from([
        ("control".to_owned(), text(control(&files, about, architecture))),
        ("md5sums".to_owned(), text(sums(&files))),
    ]);
    let parts = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", gzip(&archive::tar(&said, "./", about.time)?)?),
        ("data.tar.gz", gzip(&archive::tar(&files, "./", about.time)?)?),
    ];
    let mut builder = ar::Builder::new(Vec::new());
    for (name, content) in parts {
        let mut header = ar::Header::new(name.as_bytes().to_vec(), content.len() as u64);
        header.set_mode(0o100_644);
        header.set_mtime(about.time);
        builder.append(&header, &content[..]).map_err(|error| format!("cannot pack {name}: {error}"))?;
    }
    let content = builder.into_inner().map_err(|error| format!("cannot pack: {error}"))?;
    Ok(Packed { name: format!("{NAME}_{}_{architecture}.deb", about.version), content })
}

/// Where Debian has a file of the prefix.
fn placed(path: &str) -> String {
    format!("usr/{}", path.replace("share/zsh/site-functions/", "share/zsh/vendor-completions/"))
}

fn control(files: &Files, about: &About, architecture: &str) -> String {
    let size: usize = files.values().map(|file| file.content.len().div_ceil(1024)).sum();
    let needs = &about.needs;
    let (major, minor) = needs.glibc;
    // Without a C compiler Cairn reads programs that have no directives.
    format!(
        "Package: {NAME}\n\
         Version: {}\n\
         Architecture: {architecture}\n\
         Maintainer: The Cairn developers <cairn@localhost>\n\
         Installed-Size: {size}\n\
         Depends: libc6 (>= {major}.{minor}), libgcc-s1, libstdc++6 (>= {})\n\
         Recommends: gcc | c-compiler\n\
         Section: devel\n\
         Priority: optional\n\
         Description: {}\n \
         Cairn answers whether an execution of a C program can reach a failing\n \
         assertion or undefined behaviour: TRUE with a proof, FALSE with the\n \
         execution, or UNKNOWN with the reason.\n",
        about.version,
        needs.compiler(),
        SUMMARY.split(':').next().unwrap_or(SUMMARY),
    )
}

fn sums(files: &Files) -> String {
    let mut text = String::new();
    for (path, file) in files {
        let _ = writeln!(text, "{}  {path}", HEXLOWER.encode(&Md5::digest(&file.content)));
    }
    text
}

fn text(text: String) -> File {
    File { content: text.into_bytes(), is_program: false }
}
