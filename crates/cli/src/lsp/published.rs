//! Which files have diagnostics at the client, and from whose check.
//!
//! The check of a document finds rows in other files too: headers, and what is linked. Invariant: a document that is open has the
//! diagnostics of its own check only; another file has those of the last check that says something of it; what a check no longer
//! says is taken back. Why not all of all checks in a file: those of a text that has changed since would stay.

use super::client::Client;
use super::diagnostics;
use super::documents::{Documents, uri_of};
use lsp_types::PublishDiagnosticsParams;
use lsp_types::notification::PublishDiagnostics;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Documents, each with a file that has diagnostics of the document's check.
#[derive(Debug)]
pub struct PublishedFiles {
    all: BTreeSet<(PathBuf, PathBuf)>,
    /// What is open has diagnostics.
    unknown: bool,
}

impl PublishedFiles {
    pub const fn new(unknown: bool) -> Self {
        Self { all: BTreeSet::new(), unknown }
    }

    /// Sends the diagnostics of a document's check, and takes back those that there are no more.
    pub fn publish(&mut self, documents: &Documents, own: &Path, client: &Client<'_>) {
        let mut files = diagnostics::of(documents, own, self.unknown);
        for (_, file) in self.all.iter().filter(|(of, _)| of == own) {
            files.entry(file.clone()).or_default();
        }
        self.all.retain(|(of, _)| of != own);
        for (file, diagnostics) in files {
            if file != own && documents.contains_key(&file) {
                continue;
            }
            if !diagnostics.is_empty() {
                self.all.insert((own.to_owned(), file.clone()));
            }
            let document = documents.get(&file).filter(|document| document.text == document.known.text);
            let version = document.map(|document| document.version);
            if let Some(uri) = uri_of(documents, &file) {
                client.notify::<PublishDiagnostics>(PublishDiagnosticsParams { uri, diagnostics, version });
            }
        }
        if documents.contains_key(own) {
            client.refresh_lenses();
        }
    }
}
