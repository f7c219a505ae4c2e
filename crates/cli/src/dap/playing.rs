//! A session with an execution: it is moved, and its stack and its variables are shown.
//!
//! Invariant: after each answer to a movement one `stopped` event says where the run stands and why; at the violation it is an exception. Why
//! going on there does not end the session: a slip would lose the place that the user has come to.

use super::breakpoints::{self, Breakpoint};
use super::client::{ClientRequest, RequestAnswer};
use super::expressions;
use super::player::{PlayedCall, Player};
use super::scopes::{self, OpenedParts};
use super::session::DebugSession;
use super::stops::Stride;
use super::values::Looking;
use crate::check::PlayedExecution;
use cairn_interp::Printed;
use serde_json::{Value, json};

/// Plays an execution until the client ends.
pub fn play(session: &mut DebugSession, found: &PlayedExecution) {
    let code = found.replay.code();
    let player = Player::new(&found.replay, found.replay.chosen(&code));
    let steps = found.replay.violation.steps;
    let opened = OpenedParts::default();
    let mut playing = Playing { session, found, player, opened };
    let stops = playing.player.stops.all().len();
    playing
        .session
        .client
        .output("console", &format!("The execution has {steps} steps, and {stops} moments to stop at.\n"));
    if playing.player.stops.are_forgotten() {
        playing.session.client.output("console", "It is long: its beginning can not be played.\n");
    }
    let all: Vec<(String, Breakpoint)> =
        playing.session.breakpoints.all().map(|(file, one)| (file.to_owned(), one)).collect();
    for (file, one) in all {
        let shown = playing.breakpoint(&file, one);
        playing.session.client.event("breakpoint", json!({ "reason": "changed", "breakpoint": shown }));
    }
    if playing.session.stops_on_entry {
        playing.go(0, "entry");
    } else {
        playing.run(true);
    }
    while !playing.session.is_over {
        match playing.session.messages.recv() {
            Ok(request) => playing.request(&request),
            Err(_) => playing.session.is_over = true,
        }
    }
}

struct Playing<'s, 'f, 'c, 'p> {
    session: &'s mut DebugSession,
    found: &'f PlayedExecution,
    player: Player<'c, 'p>,
    opened: OpenedParts,
}

impl Playing<'_, '_, '_, '_> {
    fn request(&mut self, request: &ClientRequest) {
        let movement = match request.command.as_str() {
            "next" => Some((true, Some(Stride::Over))),
            "stepIn" => Some((true, Some(Stride::Into))),
            "stepOut" => Some((true, Some(Stride::Out))),
            "stepBack" => Some((false, Some(Stride::Over))),
            "continue" => Some((true, None)),
            "reverseContinue" => Some((false, None)),
            _ => None,
        };
        let answer = match request.command.as_str() {
            "continue" => Ok(json!({ "allThreadsContinued": true })),
            _ if movement.is_some() => Ok(Value::Null),
            "setBreakpoints" => self.session.set_breakpoints(request).map(|(file, new)| {
                json!({ "breakpoints": new.iter().map(|one| self.breakpoint(&file, *one)).collect::<Vec<_>>() })
            }),
            "stackTrace" => Ok(self.stack(request)),
            "scopes" => self.scopes(request),
            "variables" => self.variables(request),
            "evaluate" => self.evaluate(request),
            "exceptionInfo" => self.exception(),
            "launch" | "initialize" => Err("the execution is played already".to_owned()),
            "configurationDone" => Ok(Value::Null),
            // It stands all the time.
            "pause" => Ok(Value::Null),
            _ => self.session.common(request),
        };
        self.session.client.answer(request, answer);
        match movement {
            Some((forward, Some(stride))) => self.step(forward, stride),
            Some((forward, None)) => self.run(forward),
            None => self.session.after(request),
        }
    }

    /// Moves by a line, or to a breakpoint that comes before it.
    fn step(&mut self, forward: bool, stride: Stride) {
        let (stops, at) = (&self.player.stops, self.player.at);
        let to = if forward { stops.after(at, stride) } else { stops.before(at, stride) };
        let met = stops.on_line(at, forward, &self.session.breakpoints.lines(&self.player));
        match met.filter(|met| if forward { *met < to } else { *met > to }) {
            Some(met) => self.go(met, "breakpoint"),
            None => self.go(to, "step"),
        }
    }

    /// Moves to the next breakpoint, or to an end of the execution.
    fn run(&mut self, forward: bool) {
        let (stops, at) = (&self.player.stops, self.player.at);
        let lines = self.session.breakpoints.lines(&self.player);
        // At the beginning the first line is still to come.
        let is_here =
            forward && self.opened.is_new() && stops.all().first().is_some_and(|stop| lines.contains(&stop.line));
        let met = if is_here && stops.last() > 0 { Some(0) } else { stops.on_line(at, forward, &lines) };
        match met {
            Some(met) => self.go(met, "breakpoint"),
            None if forward => self.go(self.player.stops.last(), "exception"),
            None => self.go(0, "entry"),
        }
    }

    fn go(&mut self, at: usize, reason: &str) {
        self.opened.forget();
        for (to, bytes) in self.player.go(at) {
            let category = if to == Printed::Out { "stdout" } else { "stderr" };
            self.session.client.output(category, &String::from_utf8_lossy(&bytes));
        }
        let mut body = json!({ "reason": reason, "threadId": 1, "allThreadsStopped": true });
        if self.player.is_at_end() {
            body["reason"] = "exception".into();
            body["description"] = "violated".into();
            body["text"] = self.violated().into();
        } else if reason == "breakpoint" {
            let line = self.player.stop().map(|stop| stop.line);
            let all = self.session.breakpoints.all();
            let is_here = |(file, one): &(&str, Breakpoint)| {
                let lines = self.player.lines_of(|other| breakpoints::is_same_file(file, other), one.line);
                line.is_some_and(|line| lines.contains(&line))
            };
            body["hitBreakpointIds"] = all.filter(is_here).map(|(_, one)| one.id).collect::<Vec<_>>().into();
        }
        self.session.client.event("stopped", body);
    }

    fn breakpoint(&self, file: &str, one: Breakpoint) -> Value {
        breakpoints::shown(
            file,
            one,
            u64::from(one.line).saturating_sub(1) + self.session.client.first_line,
            &self.player,
        )
    }

    /// The violation, in a sentence without a full stop.
    fn violated(&self) -> String {
        let check = self.found.replay.violation.undefined.map(|(check, _)| check);
        let what = check.map(|check| format!(": {}", check.violation())).unwrap_or_default();
        format!("{}{what}", self.found.row)
    }

    fn exception(&self) -> RequestAnswer {
        if !self.player.is_at_end() {
            return Err("nothing is violated here".to_owned());
        }
        let text = self.violated();
        let details = json!({ "message": text, "typeName": self.found.kind });
        Ok(json!({ "exceptionId": self.found.kind, "description": text, "breakMode": "always", "details": details }))
    }

    fn stack(&self, request: &ClientRequest) -> Value {
        let (program, client) = (self.player.program(), &self.session.client);
        let frames = self.player.frames();
        let from = request.number_of("startFrame").unwrap_or(0).min(frames.len() as u64) as usize;
        let most = request.number_of("levels").filter(|levels| *levels > 0).unwrap_or(u64::MAX);
        let shown = frames.iter().skip(from).take(most.min(frames.len() as u64) as usize);
        let one = |frame: &PlayedCall| {
            let name = &program.functions[frame.function].name;
            let mut shown = json!({ "id": frame.number + 1, "name": name, "line": 0, "column": 0 });
            if let Some(at) = program.sources.locate(frame.span) {
                shown["line"] = (u64::from(at.line).saturating_sub(1) + client.first_line).into();
                shown["column"] = (u64::from(at.column).saturating_sub(1) + client.first_column).into();
                shown["source"] = source(&at.file);
            }
            shown
        };
        json!({ "stackFrames": shown.map(one).collect::<Vec<_>>(), "totalFrames": frames.len() })
    }

    /// The frame that the client means.
    fn frame(&self, request: &ClientRequest) -> Result<usize, String> {
        let frames = self.player.frames();
        let wanted = request.number_of("frameId").and_then(|id| usize::try_from(id).ok());
        let found = match wanted {
            Some(id) => frames.iter().find(|frame| frame.number + 1 == id),
            None => frames.first(),
        };
        found.map(|frame| frame.number).ok_or_else(|| "there is no such frame".to_owned())
    }

    fn scopes(&mut self, request: &ClientRequest) -> RequestAnswer {
        let frame = self.frame(request)?;
        Ok(scopes::scopes(&mut self.opened, frame))
    }

    fn variables(&mut self, request: &ClientRequest) -> RequestAnswer {
        let what = request.number_of("variablesReference").and_then(|number| self.opened.get(number));
        let what = what.ok_or("these variables are of another moment")?;
        let range = (request.number_of("start").unwrap_or(0), request.number_of("count").filter(|count| *count > 0));
        let violation = &self.found.replay.violation;
        let rows = match request.arguments["filter"].as_str() {
            Some("named") if self.opened.is_indexed(what, &self.player) => Vec::new(),
            _ => scopes::rows(&mut self.opened, &self.player, violation, what, range),
        };
        Ok(json!({ "variables": rows }))
    }

    fn evaluate(&mut self, request: &ClientRequest) -> RequestAnswer {
        let text = request.arguments["expression"].as_str().ok_or("there is no expression")?;
        let frame = self.frame(request)?;
        let (globals, locals) = (scopes::variables(&self.player, None), scopes::variables(&self.player, Some(frame)));
        let looking = Looking { run: self.player.run(), program: self.player.program() };
        let at = expressions::place(text, &[globals, locals].concat(), &looking)?;
        let mut shown = self.opened.shown(&looking, text, at);
        if let Some(fields) = shown.as_object_mut()
            && let Some(value) = fields.remove("value")
        {
            fields.insert("result".to_owned(), value);
        }
        Ok(shown)
    }
}

/// A file as the client is told of it.
fn source(file: &str) -> Value {
    let path = breakpoints::full(file);
    let name = path.file_name().map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned());
    json!({ "name": name, "path": path.display().to_string() })
}
