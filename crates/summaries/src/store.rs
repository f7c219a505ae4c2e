//! The store of the results of earlier runs, and of those that a run adds.

use crate::file;
use std::collections::BTreeMap;
use std::ops::Bound;
use std::path::PathBuf;

/// Records of a run: those fetched, and new ones.
#[derive(Debug, Default)]
pub struct Store {
    /// None: in memory only, or a file that cannot be used.
    path: Option<PathBuf>,
    records: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Keys of records that the file does not have.
    new: Vec<Vec<u8>>,
    warnings: Vec<String>,
}

impl Store {
    /// One that is in no file.
    pub fn in_memory() -> Self {
        Self::default()
    }

    /// One in a file, which is made when something is written. The file is looked at here, and not used when it is not
    /// what it should be.
    pub fn in_file(path: PathBuf) -> Self {
        let mut this = Self { path: Some(path), ..Self::default() };
        this.fetch(&[]);
        this
    }

    /// Reads the records of a file whose keys begin so.
    pub fn fetch(&mut self, prefixes: &[Vec<u8>]) {
        let Some(path) = &self.path else { return };
        match file::read(path, prefixes) {
            Ok(found) => {
                for (key, value) in found {
                    self.records.entry(key).or_insert(value);
                }
            }
            Err(why) => self.give_up(&why),
        }
    }

    /// The value of a key.
    pub fn get(&self, key: &[u8]) -> Option<&[u8]> {
        self.records.get(key).map(Vec::as_slice)
    }

    /// The records whose keys begin so, in the order of their keys.
    pub fn starting(&self, prefix: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
        let from = (Bound::Included(prefix.to_vec()), Bound::Unbounded);
        let all = self.records.range::<Vec<u8>, _>(from).map(|(key, value)| (key.as_slice(), value.as_slice()));
        let prefix = prefix.to_vec();
        all.take_while(move |(key, _)| key.starts_with(&prefix))
    }

    /// Sets the value of a key; true when it was not so before.
    pub fn put(&mut self, key: Vec<u8>, value: Vec<u8>) -> bool {
        if self.records.get(&key) == Some(&value) {
            return false;
        }
        self.new.push(key.clone());
        self.records.insert(key, value);
        true
    }

    /// Writes what is new to the file.
    pub fn commit(&mut self) {
        let Some(path) = &self.path else { return };
        self.new.sort_unstable();
        self.new.dedup();
        let new: Vec<(&[u8], &[u8])> =
            self.new.iter().filter_map(|key| Some((key.as_slice(), self.records.get(key)?.as_slice()))).collect();
        if new.is_empty() {
            return;
        }
        match file::write(path, &new) {
            Ok(()) => self.new.clear(),
            Err(why) => self.give_up(&why),
        }
    }

    /// Warnings, each a sentence without a full stop.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn give_up(&mut self, why: &str) {
        if let Some(path) = self.path.take() {
            self.warnings.push(format!("{} is not used for summaries: {why}", path.display()));
        }
    }
}
