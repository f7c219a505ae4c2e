//! The messages of the server to its client.
//!
//! Invariant: a client is only asked for what it says that it can do: progress and fresh lenses. Why answers to requests are not waited for: all
//! that is asked has one answer that matters, that it was heard.

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use lsp_types::notification as to;
use lsp_types::request as ask;
use lsp_types::{
    InitializeParams, LogMessageParams, MessageType, ProgressParams, ProgressParamsValue, ProgressToken,
    ShowMessageParams, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressCreateParams, WorkDoneProgressEnd,
    WorkDoneProgressReport,
};
use std::path::Path;
use std::sync::atomic::{AtomicI32, Ordering};

pub struct Client<'c> {
    connection: &'c Connection,
    shows_progress: bool,
    refreshes_lenses: bool,
    requests: AtomicI32,
}

impl<'c> Client<'c> {
    pub fn new(connection: &'c Connection, params: &InitializeParams) -> Self {
        let window = params.capabilities.window.as_ref();
        let lenses = params.capabilities.workspace.as_ref().and_then(|workspace| workspace.code_lens.as_ref());
        Self {
            connection,
            shows_progress: window.and_then(|window| window.work_done_progress).unwrap_or(false),
            refreshes_lenses: lenses.and_then(|lenses| lenses.refresh_support).unwrap_or(false),
            requests: AtomicI32::new(1),
        }
    }

    pub fn refresh_lenses(&self) {
        if self.refreshes_lenses {
            self.ask::<ask::CodeLensRefresh>(());
        }
    }

    pub fn begin_progress(&self, number: u64, file: &Path) {
        if self.shows_progress {
            self.ask::<ask::WorkDoneProgressCreate>(WorkDoneProgressCreateParams { token: token(number) });
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let (title, message) = ("cairn".to_owned(), Some(name));
            let begin = WorkDoneProgressBegin { title, message, ..WorkDoneProgressBegin::default() };
            self.progress(number, WorkDoneProgress::Begin(begin));
        }
    }

    pub fn report_progress(&self, number: u64, message: String) {
        let report = WorkDoneProgressReport { message: Some(message), ..WorkDoneProgressReport::default() };
        self.progress(number, WorkDoneProgress::Report(report));
    }

    pub fn end_progress(&self, number: u64, message: &str) {
        self.progress(number, WorkDoneProgress::End(WorkDoneProgressEnd { message: Some(message.to_owned()) }));
    }

    fn progress(&self, number: u64, progress: WorkDoneProgress) {
        if self.shows_progress {
            let value = ProgressParamsValue::WorkDone(progress);
            self.notify::<to::Progress>(ProgressParams { token: token(number), value });
        }
    }

    /// Has the client show a message.
    pub fn show(&self, typ: MessageType, message: String) {
        self.notify::<to::ShowMessage>(ShowMessageParams { typ, message });
    }

    /// Has the client log a message.
    pub fn log(&self, message: String) {
        self.notify::<to::LogMessage>(LogMessageParams { typ: MessageType::INFO, message });
    }

    /// Asks the client; what it answers is not looked at.
    pub fn ask<R: ask::Request>(&self, params: R::Params) {
        let number = self.requests.fetch_add(1, Ordering::Relaxed);
        let id = RequestId::from(number);
        self.send(Message::Request(Request::new(id, R::METHOD.to_owned(), params)));
    }

    pub fn notify<N: to::Notification>(&self, params: N::Params) {
        self.send(Message::Notification(Notification::new(N::METHOD.to_owned(), params)));
    }

    pub fn send(&self, message: Message) {
        // A client that has gone is noticed by the loop.
        let _ = self.connection.sender.send(message);
    }
}

fn token(number: u64) -> ProgressToken {
    ProgressToken::String(format!("cairn-{number}"))
}
