//! The files of a hosted run: those of a folder, and what the program made of them.
//!
//! A file of the folder is read when it is first opened; others are given with their contents. Everything that the program changes stays here: the folder is never written. A
//! path that leaves the folder, by `..`, a symbolic link or from `/`, is one of no file.

use super::run_input::RunInput;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

#[derive(Clone, Debug)]
pub(crate) struct Files {
    root: Option<PathBuf>,
    is_there: bool,
    folders: BTreeSet<PathBuf>,
    /// Known paths: the number of a content, or that there is no file.
    paths: BTreeMap<PathBuf, Option<usize>>,
    /// Contents; one that was removed is still there for who has it open.
    pub contents: Vec<Vec<u8>>,
}

impl Files {
    pub fn new(given: &mut RunInput) -> Self {
        let root = given.root.take().and_then(|root| root.canonicalize().ok());
        let is_there = root.is_some() || given.has_folder;
        let mut files = Self { root, is_there, folders: BTreeSet::new(), paths: BTreeMap::new(), contents: Vec::new() };
        for (name, content) in std::mem::take(&mut given.files) {
            if let Some(path) = files.within(&name) {
                files.put(path, content);
            }
        }
        let folders: Vec<PathBuf> = given.folders.iter().filter_map(|name| files.within(name)).collect();
        files.folders.extend(folders);
        files
    }

    /// A path as it is within the folder.
    fn within(&self, path: &[u8]) -> Option<PathBuf> {
        self.is_there.then_some(())?;
        let mut plain = PathBuf::new();
        for part in Path::new(std::str::from_utf8(path).ok()?).components() {
            match part {
                Component::Normal(name) => plain.push(name),
                Component::CurDir => {}
                Component::ParentDir => plain.pop().then_some(())?,
                Component::RootDir | Component::Prefix(_) => return None,
            }
        }
        (!plain.as_os_str().is_empty()).then_some(plain)
    }

    /// The path of the file that has a content.
    pub fn path_of(&self, content: usize) -> Option<&Path> {
        self.paths.iter().find(|(_, of)| **of == Some(content)).map(|(path, _)| path.as_path())
    }

    /// The number of a file's content.
    pub fn find(&mut self, path: &[u8]) -> Option<usize> {
        let path = self.within(path)?;
        if let Some(known) = self.paths.get(&path) {
            return *known;
        }
        let root = self.root.as_ref()?;
        let file = root.join(&path).canonicalize().ok().filter(|file| file.starts_with(root) && file.is_file());
        let content = std::fs::read(file?).ok()?;
        Some(self.put(path, content))
    }

    fn put(&mut self, path: PathBuf, content: Vec<u8>) -> usize {
        self.contents.push(content);
        self.paths.insert(path, Some(self.contents.len() - 1));
        self.contents.len() - 1
    }

    /// A new, empty file where there is a folder for it.
    pub fn create(&mut self, path: &[u8]) -> Option<usize> {
        let path = self.within(path)?;
        let Some(root) = self.root.as_ref() else {
            return (path.components().count() == 1 && !self.folders.contains(&path))
                .then(|| self.put(path, Vec::new()));
        };
        let folder = root.join(&path).parent()?.canonicalize().ok()?;
        if !folder.starts_with(root) || root.join(&path).is_dir() {
            return None;
        }
        Some(self.put(path, Vec::new()))
    }

    /// Whether there was such a file.
    pub fn remove(&mut self, path: &[u8]) -> bool {
        let found = self.find(path).is_some();
        if found && let Some(path) = self.within(path) {
            self.paths.insert(path, None);
        }
        found
    }

    /// Whether there was such a file, which has another name now.
    pub fn rename(&mut self, from: &[u8], to: &[u8]) -> bool {
        let Some(content) = self.find(from) else { return false };
        let (Some(from), Some(to)) = (self.within(from), self.within(to)) else { return false };
        self.paths.insert(from, None);
        self.paths.insert(to, Some(content));
        true
    }
}
