//! A wheel: a zip whose `.data/scripts` pip puts beside Python and whose `.data/data` it puts into the prefix, so that binary
//! and library lie to each other as they do anywhere else. There is no module to import.

use super::tree::{File, Files};
use super::{About, NAME, Packed, SUMMARY};
use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// `cairn_verifier-VERSION-py3-none-PLATFORM.whl`.
pub fn pack(files: &Files, about: &About) -> Result<Packed, String> {
    let (stem, (major, minor)) = (format!("{}-{}", NAME.replace('-', "_"), about.version), about.needs.glibc);
    let tag = format!("py3-none-manylinux_{major}_{minor}_{}", about.machine.arch());
    let text = |text: String| File { content: text.into_bytes(), is_program: false };
    let mut all = Files::new();
    for (path, file) in files {
        if let Some(path) = placed(path) {
            all.insert(format!("{stem}.{path}"), file.clone());
        }
    }
    let read = |name: &str| files.get(name).map(|file| String::from_utf8_lossy(&file.content).into_owned());
    let readme = read(&format!("share/doc/{NAME}/README.md")).unwrap_or_default();
    all.insert(format!("{stem}.dist-info/METADATA"), text(metadata(about, &readme)));
    let wheel = format!("Wheel-Version: 1.0\nGenerator: cargo xtask package\nRoot-Is-Purelib: false\nTag: {tag}\n");
    all.insert(format!("{stem}.dist-info/WHEEL"), text(wheel));
    let record = format!("{stem}.dist-info/RECORD");
    let mut sums = String::new();
    for (path, file) in &all {
        let sum = BASE64URL_NOPAD.encode(&Sha256::digest(&file.content));
        let _ = writeln!(sums, "{path},sha256={sum},{}", file.content.len());
    }
    let _ = writeln!(sums, "{record},,");
    all.insert(record, text(sums));
    Ok(Packed { name: format!("{stem}-{tag}.whl"), content: zipped(&all)? })
}

/// Where a wheel has a file of the prefix; documents stay out, but for licences.
fn placed(path: &str) -> Option<String> {
    if let Some(name) = path.strip_prefix("bin/") {
        return Some(format!("data/scripts/{name}"));
    }
    match path.strip_prefix(&format!("share/doc/{NAME}/")) {
        Some(name) if name == "copyright" || name.starts_with("LICENSE-") => Some(format!("dist-info/licenses/{name}")),
        Some(_) => None,
        None => Some(format!("data/data/{path}")),
    }
}

fn metadata(about: &About, readme: &str) -> String {
    format!(
        "Metadata-Version: 2.4\nName: {NAME}\nVersion: {}\nSummary: {SUMMARY}\nLicense-Expression: MIT OR Apache-2.0\n\
         License-File: LICENSE-APACHE\nLicense-File: LICENSE-MIT\nLicense-File: copyright\n\
         Keywords: model checking,verification,C,static analysis\nRequires-Python: >=3.7\n\
         Description-Content-Type: text/markdown\n\n{readme}",
        about.version
    )
}

/// Every entry bears the first day that zip knows.
fn zipped(files: &Files) -> Result<Vec<u8>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("cannot pack the wheel: {error}");
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, file) in files {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(9))
            .last_modified_time(DateTime::default())
            .unix_permissions(file.mode());
        writer.start_file(path.as_str(), options).map_err(|error| wrong(&error))?;
        writer.write_all(&file.content).map_err(|error| wrong(&error))?;
    }
    Ok(writer.finish().map_err(|error| wrong(&error))?.into_inner())
}
