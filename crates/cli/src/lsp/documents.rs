//! The documents that the editor has open, and what is known of each.
//!
//! Invariant: what is known of a document names the text that it was found of, so that places in it are looked up there and nowhere else. Why not
//! move places with each edit: the client does that with what it was sent.

use super::locations;
use crate::check::{CheckReport, CheckedFunction};
use lsp_types::Uri;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

#[derive(Debug)]
pub struct Document {
    /// Its name in the editor: several URIs name one file, and a client may know only its own.
    pub uri: Uri,
    pub text: Arc<str>,
    pub version: i32,
    /// When it is to be checked.
    pub due: Option<Instant>,
    pub known: KnownOfText,
}

/// Results of a text.
#[derive(Clone, Debug, Default)]
pub struct KnownOfText {
    pub text: Arc<str>,
    pub functions: Vec<CheckedFunction>,
    pub report: CheckReport,
    pub refusal: Option<String>,
    pub is_last: bool,
}

pub type Documents = BTreeMap<PathBuf, Document>;

/// A file's URI.
pub fn uri_of(documents: &Documents, file: &Path) -> Option<Uri> {
    documents.get(file).map(|document| document.uri.clone()).or_else(|| locations::uri(file))
}

/// The text of a file: that of the document, or the file's.
pub fn text_of(documents: &Documents, known: &KnownOfText, own: &Path, file: &Path) -> Arc<str> {
    if file == own {
        return Arc::clone(&known.text);
    }
    match documents.get(file) {
        Some(document) => Arc::clone(&document.text),
        None => std::fs::read_to_string(file).unwrap_or_default().into(),
    }
}
