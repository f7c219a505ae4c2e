//! The relocatable archive, and tar for whoever needs it: sorted, one time for all, owned by nobody.

use super::tree::{Files, gzip};
use super::{About, NAME, Packed};
use std::collections::BTreeSet;
use tar::{Builder, EntryType, Header};

/// `NAME-VERSION-MACHINE-linux-gnu.tar.gz`, with one folder in it that can be put anywhere.
pub fn pack(files: &Files, about: &About) -> Result<Packed, String> {
    let folder = format!("{NAME}-{}", about.version);
    let content = gzip(&tar(files, &format!("{folder}/"), about.time)?)?;
    let machine = about.machine.arch();
    Ok(Packed { name: format!("{folder}-{machine}-linux-gnu.tar.gz"), content })
}

/// Files and the folders that they are in, each path after a prefix.
pub fn tar(files: &Files, prefix: &str, time: u64) -> Result<Vec<u8>, String> {
    let mut builder = Builder::new(Vec::new());
    let mut folders = BTreeSet::new();
    for path in files.keys() {
        let path = format!("{prefix}{path}");
        let ends = path.match_indices('/').map(|(end, _)| &path[..=end]);
        folders.extend(ends.filter(|folder| *folder != "./").map(str::to_owned));
    }
    let mut put = |path: &str, kind: EntryType, mode: u32, content: &[u8]| {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_mode(mode);
        header.set_mtime(time);
        header.set_uid(0);
        header.set_gid(0);
        header.set_size(content.len() as u64);
        builder.append_data(&mut header, path, content).map_err(|error| format!("cannot pack {path}: {error}"))
    };
    for folder in &folders {
        put(folder, EntryType::Directory, 0o755, &[])?;
    }
    for (path, file) in files {
        put(&format!("{prefix}{path}"), EntryType::Regular, file.mode(), &file.content)?;
    }
    builder.into_inner().map_err(|error| format!("cannot pack: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::tree::File;

    #[test]
    fn folders_come_before_what_is_in_them() {
        let file = |text: &str| File { content: text.as_bytes().to_vec(), is_program: false };
        let files = Files::from([("a/b/c".to_owned(), file("1")), ("a/d".to_owned(), file("2"))]);
        let bytes = tar(&files, "top/", 7).unwrap();
        assert_eq!(bytes, tar(&files, "top/", 7).unwrap());
        let mut archive = tar::Archive::new(&bytes[..]);
        let paths: Vec<String> =
            archive.entries().unwrap().map(|entry| entry.unwrap().path().unwrap().display().to_string()).collect();
        assert_eq!(paths, ["top/", "top/a/", "top/a/b/", "top/a/b/c", "top/a/d"]);
    }
}
