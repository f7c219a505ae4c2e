//! `--since REV`: the files of a project as a revision of git has them, so that only what has changed since is checked.
//!
//! The revision is unpacked into a folder, and preprocessed with the same flags, each file and folder of which is looked for
//! there first. An entry whose texts are the same then and now cannot behave otherwise, so it is left out. Why not by the lines of the
//! difference: a changed macro or type of a header is in no line of a function.

use crate::exit::InputError;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A revision, unpacked; the folder goes with it.
pub struct Revision {
    pub root: PathBuf,
    pub folder: PathBuf,
}

impl Revision {
    /// Unpacks a revision of the checkout that a folder is in.
    ///
    /// # Errors
    /// It is in none, or git knows no such revision, with what it says.
    pub fn unpack(revision: &str, inside: &Path) -> Result<Self, InputError> {
        let root = git(inside, &["rev-parse", "--show-toplevel"])?;
        let root = PathBuf::from(String::from_utf8_lossy(&root).trim_end());
        let commit = git(&root, &["rev-parse", "--verify", "--end-of-options", &format!("{revision}^{{commit}}")])?;
        let commit = String::from_utf8_lossy(&commit).trim().to_owned();
        let folder = std::env::temp_dir().join(format!("cairn-since-{}-{}", std::process::id(), &commit));
        let this = Self { root, folder };
        std::fs::create_dir_all(&this.folder)
            .map_err(|why| InputError::new(format!("cannot make {}: {why}", this.folder.display())))?;
        let archive = git(&this.root, &["archive", "--format=tar", &commit])?;
        let mut tar = Command::new("tar")
            .args(["-x", "-C"])
            .arg(&this.folder)
            .stdin(Stdio::piped())
            .spawn()
            .map_err(|why| InputError::new(format!("tar, which --since needs: {why}")))?;
        if let Some(mut stdin) = tar.stdin.take() {
            let _ = std::io::Write::write_all(&mut stdin, &archive);
        }
        match tar.wait() {
            Ok(status) if status.success() => Ok(this),
            _ => Err(InputError::new("tar did not unpack the revision")),
        }
    }

    /// Where a path of the checkout is in the revision.
    pub fn moved(&self, path: &Path) -> Option<PathBuf> {
        let root = self.root.canonicalize().ok()?;
        let path = path.canonicalize().ok()?;
        Some(self.folder.join(path.strip_prefix(root).ok()?))
    }
}

impl Drop for Revision {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn git(inside: &Path, arguments: &[&str]) -> Result<Vec<u8>, InputError> {
    let folder = if inside.as_os_str().is_empty() { Path::new(".") } else { inside };
    let ran = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let output = ran.map_err(|why| InputError::new(format!("git, which --since needs: {why}")))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(InputError::new(format!("--since: {}", String::from_utf8_lossy(&output.stderr).trim_end()))),
    }
}
