//! `cairn lsp`: a language server, so that an editor shows each check's answer where it stands in the text.
//!
//! The idea: an edit is checked as `cairn check FILE` checks a file, with the text that the editor has. Parts: what the user set
//! ([`settings`]), the texts and what is known of them ([`documents`]), the thread of a check ([`running`]), what the protocol is told
//! ([`diagnostics`], [`published`], [`answers`], [`client`]), and the loop over all that happens ([`server`]).
//!
//! Invariant: only the loop writes to the client, and it never waits for a check; a check that fails ends no more than itself. Why not a
//! request of the client that starts a check and waits: editors ask for lenses with each key, and a check takes seconds.

mod answers;
mod client;
mod diagnostics;
mod documents;
mod locations;
mod published;
mod running;
mod server;
mod settings;

use crate::arguments::Lsp;
use crate::exit::{CommandEnd, Exit, InputError};
use lsp_server::Connection;
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, HoverProviderCapability,
    InitializeParams, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions,
};

/// Serves the client on the standard input and output until it says that it is done.
pub fn run(_: &Lsp) -> CommandEnd {
    let failed = |why: &dyn std::fmt::Display| InputError::new(format!("the language server's client: {why}"));
    let (connection, threads) = Connection::stdio();
    let capabilities = serde_json::to_value(capabilities()).map_err(|why| failed(&why))?;
    let (id, params) = connection.initialize_start().map_err(|why| failed(&why))?;
    let server = serde_json::json!({ "name": "cairn", "version": env!("CARGO_PKG_VERSION") });
    let answer = serde_json::json!({ "capabilities": capabilities, "serverInfo": server });
    connection.initialize_finish(id, answer).map_err(|why| failed(&why))?;
    let params: InitializeParams = serde_json::from_value(params).map_err(|why| failed(&why))?;
    let is_orderly = server::LanguageServer::new(&connection, &params).serve();
    drop(connection);
    threads.join().map_err(|why| failed(&why))?;
    Ok(if is_orderly { Exit::Done } else { Exit::Violation })
}

fn capabilities() -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::FULL),
        save: Some(TextDocumentSyncSaveOptions::Supported(true)),
        ..TextDocumentSyncOptions::default()
    };
    let actions =
        CodeActionOptions { code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]), ..CodeActionOptions::default() };
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(actions)),
        ..ServerCapabilities::default()
    }
}
