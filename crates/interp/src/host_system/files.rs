//! The files of a hosted run: those of a folder, and what the program made of them.
//!
//! A file of the folder is read when it is first opened; others are given with their contents. Everything that the program changes stays here: the folder is never written. A
//! path that leaves the folder, by `..`, a symbolic link or from `/`, is one of no file.

use super::run_input::RunInput;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// Meaning of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileKind {
    /// The number of its content.
    File(usize),
    Folder,
}

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

    /// What a path is of.
    pub fn kind(&mut self, path: &[u8]) -> Option<FileKind> {
        match self.find(path) {
            Some(content) => Some(FileKind::File(content)),
            None => self.is_folder(&self.normal(path)?).then_some(FileKind::Folder),
        }
    }

    fn is_folder(&self, path: &Path) -> bool {
        let has_file = || self.paths.iter().any(|(file, content)| content.is_some() && file.starts_with(path));
        let in_root = || self.root.as_ref().is_some_and(|root| root.join(path).is_dir());
        path.as_os_str().is_empty() || self.folders.contains(path) || has_file() || in_root()
    }

    /// The names in a folder, in order, and which are folders; `None` where there is none.
    pub fn names(&mut self, path: &[u8]) -> Option<Vec<(Vec<u8>, bool)>> {
        let folder = self.normal(path)?;
        if !self.is_folder(&folder) || self.paths.get(&folder).is_some_and(Option::is_some) {
            return None;
        }
        let files = self.paths.iter().filter(|(_, content)| content.is_some()).map(|(path, _)| path.clone());
        let mut all: BTreeSet<PathBuf> = files.chain(self.folders.iter().cloned()).collect();
        if let Some(entries) = self.root.as_ref().and_then(|root| std::fs::read_dir(root.join(&folder)).ok()) {
            let found = entries.filter_map(|entry| Some(folder.join(entry.ok()?.file_name())));
            all.extend(found.filter(|path| !self.paths.contains_key(path)));
        }
        let within = all.iter().filter_map(|path| path.strip_prefix(&folder).ok()?.components().next());
        let names: BTreeSet<&std::ffi::OsStr> = within.map(Component::as_os_str).collect();
        let dots = [b".".to_vec(), b"..".to_vec()].map(|name| (name, true));
        let named =
            names.into_iter().map(|name| (name.as_encoded_bytes().to_vec(), self.is_folder(&folder.join(name))));
        Some(dots.into_iter().chain(named).collect())
    }

    /// A path as it is within the folder, which is not the folder itself.
    fn within(&self, path: &[u8]) -> Option<PathBuf> {
        self.normal(path).filter(|path| !path.as_os_str().is_empty())
    }

    fn normal(&self, path: &[u8]) -> Option<PathBuf> {
        if path.is_empty() {
            return None;
        }
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
        Some(plain)
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
