//! The loop of the language server: what the client says, what a check says, and what time says.
//!
//! Invariant: each turn of the loop is short, and the diagnostics of a file are those of the last text that was checked. An edit
//! cancels the check of its document and waits a moment for the next edit. Why one check at a time: two share the cores and the memory,
//! and the one that the user waits for is late.

use super::client::Client;
use super::documents::{Document, Documents, KnownOfText};
use super::published::PublishedFiles;
use super::running::{CheckEnd, CheckMessage, Checks};
use super::settings::EditorSettings;
use super::{answers, locations};
use crate::check::{CheckNews, CheckReport, CheckState};
use crossbeam_channel::{Receiver, at, never, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification as to;
use lsp_types::request as ask;
use lsp_types::{
    CodeActionParams, CodeLensParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, HoverParams, InitializeParams, MessageType, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// So long no other edit has come before an edit is checked.
const QUIET: Duration = Duration::from_millis(300);

/// The server of one client.
pub struct LanguageServer<'c> {
    connection: &'c Connection,
    client: Client<'c>,
    settings: EditorSettings,
    documents: Documents,
    checks: Checks,
    news: Receiver<(u64, CheckMessage)>,
    published: PublishedFiles,
    is_shut_down: bool,
    is_over: bool,
}

impl<'c> LanguageServer<'c> {
    pub fn new(connection: &'c Connection, params: &InitializeParams) -> Self {
        let (settings, wrong) = EditorSettings::read(params.initialization_options.as_ref());
        let (send, news) = unbounded();
        let this = Self {
            connection,
            client: Client::new(connection, params),
            published: PublishedFiles::new(settings.unknown),
            settings,
            documents: Documents::new(),
            checks: Checks::new(send),
            news,
            is_shut_down: false,
            is_over: false,
        };
        for why in wrong {
            this.client.show(MessageType::WARNING, format!("cairn: {why}"));
        }
        this
    }

    /// Serves until the client ends; whether it ends as the protocol has it: it is gone, or had asked to shut down.
    pub fn serve(&mut self) -> bool {
        let mut is_gone = false;
        while !self.is_over {
            let time = self.next_time().map_or_else(never, at);
            select! {
                recv(self.connection.receiver) -> message => match message {
                    Ok(Message::Request(request)) => self.request(request),
                    Ok(Message::Notification(notification)) => self.notification(notification),
                    // Answers to what this server asks say nothing that it needs.
                    Ok(Message::Response(_)) => {}
                    Err(_) => (is_gone, self.is_over) = (true, true),
                },
                recv(self.news) -> news => if let Ok((number, news)) = news { self.news(number, news) },
                recv(time) -> _ => {}
            }
            self.on_time();
        }
        self.checks.cancel();
        is_gone || self.is_shut_down
    }

    /// When something is to be done next.
    fn next_time(&self) -> Option<Instant> {
        let due = self.documents.values().filter_map(|document| document.due).min().filter(|_| self.checks.is_free());
        due.into_iter().chain(self.checks.deadline()).min()
    }

    fn on_time(&mut self) {
        if let Some(running) = self.checks.give_up() {
            self.client
                .log(format!("the check of {} is over in a step that could not be stopped", running.file.display()));
            self.client.end_progress(running.number, "time limit reached");
            if let Some(document) = self.documents.get_mut(&running.file) {
                document.known.is_last = true;
            }
            self.published.publish(&self.documents, &running.file, &self.client);
        }
        let is_due = |document: &Document| document.due.is_some_and(|due| due <= Instant::now());
        let next = self.documents.iter().filter(|(_, document)| is_due(document));
        let next =
            next.max_by_key(|(_, document)| document.due).map(|(file, document)| (file.clone(), document.text.clone()));
        if let Some((file, text)) = next.filter(|_| self.checks.is_free()) {
            if let Some(document) = self.documents.get_mut(&file) {
                document.due = None;
            }
            match self.checks.start(&file, text, &self.settings) {
                Ok(number) => self.client.begin_progress(number, &file),
                Err(why) => self.client.show(MessageType::ERROR, format!("cairn: {why}")),
            }
        }
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if self.is_shut_down {
            let why = "the server is shut down".to_owned();
            self.client.send(Message::Response(Response::new_err(id, ErrorCode::InvalidRequest as i32, why)));
            return;
        }
        match method.as_str() {
            <ask::Shutdown as ask::Request>::METHOD => {
                self.is_shut_down = true;
                self.cancel();
                self.documents.clear();
                self.client.send(Message::Response(Response::new_ok(id, ())));
            }
            <ask::CodeLensRequest as ask::Request>::METHOD => {
                self.answer(id, params, |this, params: CodeLensParams| {
                    let file = locations::path(&params.text_document.uri)?;
                    Some(answers::lenses(this.documents.get(&file)?, &file))
                })
            }
            <ask::HoverRequest as ask::Request>::METHOD => self.answer(id, params, |this, params: HoverParams| {
                let place = params.text_document_position_params;
                let file = locations::path(&place.text_document.uri)?;
                let document = this.documents.get(&file).filter(|document| document.text == document.known.text)?;
                answers::hover(&this.documents, &document.known, &file, place.position)
            }),
            <ask::CodeActionRequest as ask::Request>::METHOD => {
                self.answer(id, params, |this, params: CodeActionParams| {
                    let file = locations::path(&params.text_document.uri)?;
                    Some(answers::actions(&this.documents, &file, params.range))
                });
            }
            _ => {
                let why = format!("there is no request '{method}'");
                self.client.send(Message::Response(Response::new_err(id, ErrorCode::MethodNotFound as i32, why)));
            }
        }
    }

    /// Answers a request; without an answer, with null.
    fn answer<P: DeserializeOwned, A: serde::Serialize>(
        &self,
        id: RequestId,
        params: Value,
        of: impl FnOnce(&Self, P) -> Option<A>,
    ) {
        self.client.send(Message::Response(match serde_json::from_value(params) {
            Ok(params) => Response::new_ok(id, of(self, params)),
            Err(why) => Response::new_err(id, ErrorCode::InvalidParams as i32, why.to_string()),
        }));
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            <to::DidOpenTextDocument as to::Notification>::METHOD => self.take(params, Self::opened),
            <to::DidChangeTextDocument as to::Notification>::METHOD => self.take(params, Self::changed),
            <to::DidSaveTextDocument as to::Notification>::METHOD => self.take(params, Self::saved),
            <to::DidCloseTextDocument as to::Notification>::METHOD => self.take(params, Self::closed),
            // The client says only what it was told to watch: cairn.toml, headers and lists of compile commands.
            <to::DidChangeWatchedFiles as to::Notification>::METHOD => self.check_all(),
            <to::Exit as to::Notification>::METHOD => self.is_over = true,
            _ => {}
        }
    }

    fn take<P: DeserializeOwned>(&mut self, params: Value, then: impl FnOnce(&mut Self, P)) {
        match serde_json::from_value(params) {
            Ok(params) => then(self, params),
            Err(why) => self.client.log(format!("what the client says is not understood: {why}")),
        }
    }

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let is_header = |file: &Path| file.extension().is_some_and(|extension| extension == "h");
        let Some(file) = self.file(&document.uri).filter(|file| document.language_id == "c" && !is_header(file)) else {
            return;
        };
        let (uri, text, version, due) = (document.uri, document.text.into(), document.version, Some(Instant::now()));
        self.documents.insert(file, Document { uri, text, version, due, known: KnownOfText::default() });
    }

    fn changed(&mut self, params: DidChangeTextDocumentParams) {
        let file = locations::path(&params.text_document.uri).unwrap_or_default();
        let Some(document) = self.documents.get_mut(&file) else { return };
        // The whole text: nothing else was offered.
        if let Some(change) = params.content_changes.into_iter().next_back() {
            document.text = change.text.into();
        }
        document.version = params.text_document.version;
        document.due = Some(Instant::now() + QUIET);
        if self.checks.running.as_ref().is_some_and(|running| running.file == file) {
            self.cancel();
        }
    }

    /// A file is saved: other texts may include it.
    fn saved(&mut self, params: DidSaveTextDocumentParams) {
        let file = locations::path(&params.text_document.uri).unwrap_or_default();
        let running = self.checks.running.as_ref().map(|running| (running.file.clone(), running.text.clone()));
        for (other, document) in &mut self.documents {
            let is_running = running.as_ref().is_some_and(|(file, text)| file == other && *text == document.text);
            if *other != file || !is_running {
                document.due = Some(Instant::now());
            }
        }
    }

    /// What texts are checked with has changed on the disk.
    fn check_all(&mut self) {
        for document in self.documents.values_mut() {
            document.due = Some(Instant::now());
        }
    }

    fn closed(&mut self, params: DidCloseTextDocumentParams) {
        let file = locations::path(&params.text_document.uri).unwrap_or_default();
        if self.checks.running.as_ref().is_some_and(|running| running.file == file) {
            self.cancel();
        }
        // What is taken back is called as the client calls it.
        if let Some(document) = self.documents.get_mut(&file) {
            document.known = KnownOfText::default();
        }
        self.published.publish(&self.documents, &file, &self.client);
        self.documents.remove(&file);
    }

    /// The file of a URI; what is no file cannot be preprocessed.
    fn file(&self, uri: &Uri) -> Option<PathBuf> {
        let file = locations::path(uri);
        if file.is_none() {
            self.client.log(format!("{} is no file on this machine, and is not checked", uri.as_str()));
        }
        file
    }

    /// Asks the check that runs to stop.
    fn cancel(&mut self) {
        if let Some(number) = self.checks.running.as_ref().map(|running| running.number) {
            self.checks.cancel();
            self.client.end_progress(number, "cancelled");
        }
    }

    fn news(&mut self, number: u64, news: CheckMessage) {
        let Some(running) = self.checks.current(number) else {
            if matches!(news, CheckMessage::End(_)) {
                self.checks.ended(number);
            }
            return;
        };
        if let CheckMessage::Known(CheckNews::Functions(functions)) = news {
            running.functions = functions;
            return;
        }
        let (file, text, functions) = (running.file.clone(), running.text.clone(), running.functions.clone());
        let Some(known) = self.documents.get_mut(&file).map(|document| &mut document.known) else { return };
        let mut refresh = |is_last: bool, report: CheckReport, refusal: Option<String>| {
            *known = KnownOfText { text: text.clone(), functions: functions.clone(), report, refusal, is_last };
        };
        let message = match news {
            CheckMessage::Known(CheckNews::Functions(_)) => return,
            CheckMessage::Known(CheckNews::SoFar(report)) => {
                let message = sum(&report);
                refresh(false, *report, None);
                self.client.report_progress(number, message);
                self.published.publish(&self.documents, &file, &self.client);
                return;
            }
            CheckMessage::End(CheckEnd::Report(report)) => {
                let message = sum(&report);
                refresh(true, *report, None);
                message
            }
            CheckMessage::End(CheckEnd::Refused(why)) => {
                refresh(true, CheckReport::default(), Some(why));
                "not checked".to_owned()
            }
            CheckMessage::End(CheckEnd::Failed(why)) => {
                known.is_last = true;
                self.client.show(MessageType::ERROR, format!("cairn: internal error, please report it: {why}"));
                "not checked".to_owned()
            }
        };
        self.checks.ended(number);
        self.client.end_progress(number, &message);
        self.published.publish(&self.documents, &file, &self.client);
    }
}

/// How many there are of each state, in short.
fn sum(report: &CheckReport) -> String {
    let count = |state: CheckState| report.count(state);
    let needs = match count(CheckState::Needs) {
        0 => String::new(),
        needs => format!(" {needs} with needs of callers,"),
    };
    let (proved, open, violated) = (count(CheckState::Proved), count(CheckState::Unknown), count(CheckState::Violated));
    format!("{proved} proved,{needs} {open} open, {violated} violated")
}
