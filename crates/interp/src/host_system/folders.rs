//! `<sys/stat.h>` and `<dirent.h>`: what the host's files are, and what is in its folders. Records are those that the program declares, found by
//! their tags; a member that the host knows nothing of is 0.

use super::call::{Call, unsupported};
use super::files::FileKind;
use super::streams::Mode;
use super::{Host, errno};
use crate::undefined::{Misbehaviour, Res};
use std::collections::VecDeque;

const MINUS_ONE: u128 = u128::MAX;
/// Bits of `st_mode`, and of `d_type`, as Linux has them.
const FILE: (u128, u128) = (0o100_644, 8);
const FOLDER: (u128, u128) = (0o040_755, 4);
const TERMINAL: u128 = 0o020_620;

/// A folder that is being read: the names that were not read yet.
#[derive(Clone, Debug)]
pub(super) struct OpenFolder {
    identity: u64,
    names: VecDeque<(Vec<u8>, bool)>,
    /// The record that `readdir` gives.
    entry: u64,
}

impl Host {
    /// Runs a function of these headers; `None` where it is none.
    pub(super) fn folders(&mut self, name: &str, call: &mut Call<'_, '_, '_>) -> Res<Option<u128>> {
        Ok(Some(match name {
            "stat" | "lstat" | "stat64" | "lstat64" => {
                let (path, to) = (call.text()?, call.size()?);
                match self.files.kind(&path) {
                    Some(kind) => self.status_of(call, name, kind, to)?,
                    None => {
                        self.missing.files.insert(path);
                        call.fail(errno::ENOENT, MINUS_ONE)?
                    }
                }
            }
            "fstat" | "fstat64" => {
                let (file, to) = (call.int()? as usize, call.size()?);
                match self.streams.get(file).map(|stream| stream.target) {
                    Some(super::streams::Target::File(content)) => {
                        self.status_of(call, name, FileKind::File(content), to)?
                    }
                    Some(_) => self.put_status(call, name, (TERMINAL, 0), to)?,
                    None => call.fail(errno::EBADF, MINUS_ONE)?,
                }
            }
            "mkstemp" | "mkstemp64" => {
                let at = call.size()?;
                let mut path = call.text_at(at)?;
                let Some(stem) = path.len().checked_sub(6).filter(|stem| path[*stem..] == *b"XXXXXX") else {
                    return call.fail(errno::EINVAL, Some(MINUS_ONE));
                };
                let number = format!("{:06}", self.files.contents.len());
                path.splice(stem.., number.bytes());
                let mode = Mode { reads: true, writes: true, creates: true, must_be_new: true, ..Mode::default() };
                match self.streams.open(&mut self.files, &path, mode) {
                    Ok(file) => {
                        call.put_bytes(at, &path)?;
                        file as u128
                    }
                    Err(error) => call.fail(error, MINUS_ONE)?,
                }
            }
            "opendir" => {
                let path = call.text()?;
                let Some(names) = self.files.names(&path) else {
                    self.missing.files.insert(path);
                    return call.fail(errno::ENOENT, Some(0));
                };
                let identity = call.new_text_of_library(b"")?;
                self.open_folders.push(OpenFolder { identity, names: names.into(), entry: 0 });
                u128::from(identity)
            }
            "readdir" | "readdir64" => self.next_entry(call, name)?,
            "closedir" => {
                let at = self.open_folder(call)?;
                self.open_folders.remove(at);
                0
            }
            _ => return Ok(None),
        }))
    }

    /// The number of the open folder that the next argument points to.
    fn open_folder(&self, call: &mut Call<'_, '_, '_>) -> Res<usize> {
        let pointer = call.size()?;
        let found = self.open_folders.iter().position(|folder| folder.identity == pointer);
        found.ok_or_else(|| match pointer {
            0 => Misbehaviour::NullDereference(0).into(),
            _ => Misbehaviour::UseAfterFree(pointer).into(),
        })
    }

    fn next_entry(&mut self, call: &mut Call<'_, '_, '_>, name: &str) -> Res<u128> {
        let at = self.open_folder(call)?;
        let tag = name.replace("readdir", "dirent");
        let Some(((offset, room), size)) = call.member(&tag, "d_name").zip(call.record_size(&tag)) else {
            return unsupported("an entry of a folder, whose type is not declared,");
        };
        let folder = &mut self.open_folders[at];
        let Some((text, is_folder)) = folder.names.pop_front() else { return Ok(0) };
        if folder.entry == 0 {
            folder.entry = call.new_text_of_library(&vec![0; size as usize])?;
        }
        let entry = folder.entry;
        let text = [&text[..text.len().min(room as usize - 1)], &[0]].concat();
        call.put_bytes(entry + offset, &text)?;
        let (_, kind) = if is_folder { FOLDER } else { FILE };
        for (member, value) in [("d_type", kind), ("d_ino", 1)] {
            if let Some((offset, size)) = call.member(&tag, member) {
                call.store(entry + offset, value, size as usize)?;
            }
        }
        Ok(u128::from(entry))
    }

    fn status_of(&self, call: &mut Call<'_, '_, '_>, name: &str, kind: FileKind, to: u64) -> Res<u128> {
        let (mode, size) = match kind {
            FileKind::File(content) => (FILE.0, self.files.contents[content].len() as u128),
            FileKind::Folder => (FOLDER.0, 4096),
        };
        self.put_status(call, name, (mode, size), to)
    }

    fn put_status(&self, call: &mut Call<'_, '_, '_>, name: &str, (mode, size): (u128, u128), to: u64) -> Res<u128> {
        let tag = name.trim_start_matches(['f', 'l']);
        let Some(whole) = call.record_size(tag) else {
            return unsupported("the status of a file, whose type is not declared,");
        };
        call.put_bytes(to, &vec![0; whole as usize])?;
        let members = [("st_mode", mode), ("st_size", size), ("st_nlink", 1), ("st_ino", 1), ("st_blksize", 4096)];
        for (member, value) in members.into_iter().chain(["st_uid", "st_gid"].map(|member| (member, super::USER))) {
            if let Some((offset, size)) = call.member(tag, member) {
                call.store(to + offset, value, size as usize)?;
            }
        }
        Ok(0)
    }
}
