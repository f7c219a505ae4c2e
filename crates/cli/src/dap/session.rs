//! A session up to the execution: what the client says, and what the check says.
//!
//! Invariant: the loop never waits for the check alone, so a client that ends the session is heard at once. Why breakpoints are taken before the
//! execution is known: editors send them at the beginning; each is verified when there is something to verify it by.

use super::breakpoints::{self, Breakpoint, Breakpoints};
use super::client::{Client, ClientRequest, RequestAnswer};
use super::launch::LaunchSettings;
use super::search::{RunningSearch, SearchMessage};
use crate::check::PlayedExecution;
use crossbeam_channel::{Receiver, never, select};
use serde_json::{Value, json};

/// A session of one client.
pub struct DebugSession {
    pub client: Client,
    pub messages: Receiver<ClientRequest>,
    pub breakpoints: Breakpoints,
    /// It stops at the first line.
    pub stops_on_entry: bool,
    /// The client has gone, or says so.
    pub is_over: bool,
    search: Option<RunningSearch>,
    is_configured: bool,
    found: Option<Box<PlayedExecution>>,
}

impl DebugSession {
    pub fn new(client: Client, messages: Receiver<ClientRequest>) -> Self {
        Self {
            client,
            messages,
            breakpoints: Breakpoints::default(),
            stops_on_entry: false,
            is_over: false,
            search: None,
            is_configured: false,
            found: None,
        }
    }

    /// Serves until there is an execution to play, which the client is ready for; `None` where it has ended.
    pub fn until_found(&mut self) -> Option<Box<PlayedExecution>> {
        while !self.is_over {
            let news = self.search.as_ref().map_or_else(never, |search| search.news.clone());
            select! {
                recv(self.messages) -> message => match message {
                    Ok(request) => self.request(&request),
                    Err(_) => self.is_over = true,
                },
                recv(news) -> news => match news {
                    Ok(news) => self.news(news),
                    Err(_) => self.search = None,
                },
            }
            if self.is_configured && self.found.is_some() {
                return self.found.take();
            }
        }
        if let Some(search) = &self.search {
            search.cancel();
        }
        None
    }

    fn request(&mut self, request: &ClientRequest) {
        let answer = match request.command.as_str() {
            "initialize" => self.initialize(&request.arguments),
            "launch" => self.launch(&request.arguments),
            "attach" => Err("there is nothing to attach to: use the request 'launch'".to_owned()),
            "configurationDone" => {
                self.is_configured = true;
                Ok(Value::Null)
            }
            "setBreakpoints" => self.set_breakpoints(request).map(|(_, new)| {
                let first = self.client.first_line;
                let one = |one: &Breakpoint| breakpoints::pending(*one, u64::from(one.line).saturating_sub(1) + first);
                json!({ "breakpoints": new.iter().map(one).collect::<Vec<_>>() })
            }),
            _ => self.common(request),
        };
        let is_initialised = request.command == "initialize" && answer.is_ok();
        self.client.answer(request, answer);
        if is_initialised {
            self.client.event("initialized", json!({}));
        }
        self.after(request);
    }

    /// Requests that do not depend on a known execution.
    pub fn common(&mut self, request: &ClientRequest) -> RequestAnswer {
        match request.command.as_str() {
            "threads" => Ok(json!({ "threads": [{ "id": 1, "name": "the execution" }] })),
            // The violation is the one exception, and always stops.
            "setExceptionBreakpoints" => Ok(Value::Null),
            "disconnect" | "terminate" => Ok(Value::Null),
            "stackTrace" | "scopes" | "variables" | "evaluate" | "exceptionInfo" | "next" | "stepIn" | "stepOut"
            | "stepBack" | "continue" | "reverseContinue" | "pause" => {
                Err("there is no execution: it is not known yet, or has ended".to_owned())
            }
            other => Err(format!("there is no request '{other}'")),
        }
    }

    pub fn after(&mut self, request: &ClientRequest) {
        match request.command.as_str() {
            "disconnect" => self.is_over = true,
            "terminate" => self.client.event("terminated", json!({})),
            _ => {}
        }
    }

    fn initialize(&mut self, arguments: &Value) -> RequestAnswer {
        let first = |name: &str| u64::from(arguments[name].as_bool().unwrap_or(true));
        (self.client.first_line, self.client.first_column) = (first("linesStartAt1"), first("columnsStartAt1"));
        Ok(json!({
            "supportsConfigurationDoneRequest": true,
            "supportsStepBack": true,
            "supportsEvaluateForHovers": true,
            "supportsExceptionInfoRequest": true,
            "supportsTerminateRequest": true,
            "supportsDelayedStackTraceLoading": true,
        }))
    }

    fn launch(&mut self, arguments: &Value) -> RequestAnswer {
        if self.search.is_some() || self.found.is_some() {
            return Err("a program is checked already".to_owned());
        }
        let settings = LaunchSettings::read(arguments)?;
        self.stops_on_entry = settings.stops_on_entry;
        let files: Vec<String> = settings.command.program.files.iter().map(|file| file.display().to_string()).collect();
        self.client.output("console", &format!("Checking {}\n", files.join(" ")));
        self.search = Some(RunningSearch::start(settings)?);
        Ok(Value::Null)
    }

    /// Sets the breakpoints of a file; its name and its breakpoints.
    ///
    /// # Errors
    /// The request names no file.
    pub fn set_breakpoints(&mut self, request: &ClientRequest) -> Result<(String, Vec<Breakpoint>), String> {
        let file = request.arguments["source"]["path"].as_str().ok_or("the breakpoints are of no file")?.to_owned();
        let line = |value: &Value| {
            let line = value.as_u64()?.checked_sub(self.client.first_line)?.checked_add(1)?;
            u32::try_from(line).ok()
        };
        // A line that is none is never met; the answer has a breakpoint for each that was asked for.
        let of = |value: &Value, name: Option<&str>| line(name.map_or(value, |name| &value[name])).unwrap_or(u32::MAX);
        let lines: Vec<u32> = match (&request.arguments["breakpoints"], &request.arguments["lines"]) {
            (Value::Array(all), _) => all.iter().map(|one| of(one, Some("line"))).collect(),
            (_, Value::Array(all)) => all.iter().map(|one| of(one, None)).collect(),
            _ => Vec::new(),
        };
        let new = self.breakpoints.set(&file, &lines);
        Ok((file, new))
    }

    fn news(&mut self, news: SearchMessage) {
        match news {
            SearchMessage::Progress(text) => self.client.output("console", &format!("{text}\n")),
            SearchMessage::Found(found) => {
                self.client.output("console", &format!("{}violated: {}\n", found.place, found.row));
                self.search = None;
                self.found = Some(found);
            }
            SearchMessage::Nothing(known) => {
                self.search = None;
                self.client.output("console", &format!("No violation was found.\n{known}"));
                self.client.event("terminated", json!({}));
            }
            SearchMessage::Refused(why) => {
                self.search = None;
                self.client.output("important", &why);
                self.client.event("terminated", json!({}));
            }
        }
    }
}
