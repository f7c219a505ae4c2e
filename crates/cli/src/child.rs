//! A query decided by a process of its own: what it takes, it gives back, and what breaks it breaks nobody else.
//!
//! The child reads the query from its standard input and prints the report as JSON. It ends when this process does
//! (`supervise`).

use crate::arguments::ReportFormat;
use crate::exit::{CommandEnd, Exit, InputError};
use crate::report::json;
use crate::report::text::Style;
use crate::{console, interrupt, parent_process, query, verify};
use cairn_base::CancelToken;
use cairn_wire::Entry;
use cairn_wire::entry::{Query, WireVerdict};
use std::io::{Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The hidden command that the child is started with.
pub const COMMAND: &str = "verify-query";

/// Between two looks at a child.
const PERIOD: Duration = Duration::from_millis(10);

/// Results of a child.
#[derive(Debug)]
pub struct ChildResult {
    /// The verdict; `None` when the task cannot be used as it is.
    pub verdict: Option<WireVerdict>,
    /// Why it is not more.
    pub reason: String,
    pub wall: Duration,
    /// The report as JSON, if there is one.
    pub report: String,
}

/// The child: decides what its standard input asks.
pub fn run() -> CommandEnd {
    let (start, query) = (Instant::now(), read_query()?);
    let cancel = CancelToken::new();
    interrupt::listen(cancel.clone());
    let request = query::request(query, start, &cancel)?;
    let report = verify::answer(&request, &cancel, &Style::of(ReportFormat::Json))?;
    console::out(&json::render(&report));
    Ok(Exit::of(&report))
}

/// Query on a child's standard input.
///
/// # Errors
/// It is not from this version of Cairn.
pub fn read_query() -> Result<Query, InputError> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(|why| InputError::new(format!("no query: {why}")))?;
    match Entry::from_bytes(&bytes) {
        Some(Entry::Task { query, .. }) => Ok(query),
        _ => Err(InputError::new("what was asked cannot be read")),
    }
}

/// How a child ended that was not stopped.
pub struct ChildEnd {
    pub status: ExitStatus,
    pub out: String,
    pub err: String,
}

impl ChildEnd {
    /// Error of the input or the options, if that is how it ended.
    pub fn refusal(&self) -> Option<String> {
        let first =
            || self.err.lines().next().unwrap_or("error: nothing was said").trim_start_matches("error: ").to_owned();
        (self.status.code() == Some(Exit::Input as i32)).then(first)
    }

    /// Next step where there is no report, a sentence without a full stop.
    pub fn next(&self) -> &'static str {
        match (crate::system::signal(self.status), self.status.code()) {
            (Some(_), _) => "check fewer at once with --jobs, or allow more memory",
            (None, Some(code)) if code == Exit::Unknown as i32 => "allow more with --time-limit",
            (None, _) => "this is a bug in Cairn: please report it with the program and the command line",
        }
    }

    /// Why there is no report, a sentence without a full stop.
    pub fn failure(&self) -> String {
        if let Some(why) = json::refused(&self.out) {
            return why;
        }
        match (self.status.code(), crate::system::signal(self.status)) {
            (_, Some(9)) => "the process was killed, as the system does where memory runs short".to_owned(),
            (_, Some(signal)) => format!("the process ended with signal {signal}, perhaps for want of memory"),
            (code, _) => format!("the process ended with code {} and no report", code.unwrap_or(-1)),
        }
    }
}

/// Has a child of this program do what `words` and a query say. `None` when `is_over` says so before it is done; the child is
/// ended then.
///
/// # Errors
/// There is no process, a sentence without a full stop.
pub fn ask(
    words: &[String],
    number: u64,
    query: Query,
    is_over: &dyn Fn() -> bool,
) -> Result<Option<ChildEnd>, String> {
    let program = std::env::current_exe().map_err(|why| format!("cairn does not find itself: {why}"))?;
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    parent_process::adopt(&mut command);
    let mut child = command.spawn().map_err(|why| format!("no process for the task: {why}"))?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    Ok(std::thread::scope(|scope| {
        let write = scope.spawn(move || {
            // A child that has died reads nothing; its end says more.
            let _ = stdin.map(|mut stdin| stdin.write_all(&Entry::Task { number, query }.to_bytes()));
        });
        let out = scope.spawn(move || read(stdout));
        let err = scope.spawn(move || read(stderr));
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if is_over() => {
                    let _ = child.kill();
                    let _ = child.wait();
                    break None;
                }
                Ok(None) => std::thread::sleep(PERIOD),
                Err(_) => break None,
            }
        };
        let _ = write.join();
        let (out, err) = (out.join().unwrap_or_default(), err.join().unwrap_or_default());
        status.map(|status| ChildEnd { status, out, err })
    }))
}

/// Has a child decide a query. `None` when `is_over` says so before it is done; the child is ended then.
pub fn decide(number: u64, query: Query, is_over: &dyn Fn() -> bool) -> Option<ChildResult> {
    let start = Instant::now();
    let failed = |why: String| {
        let verdict = Some(WireVerdict::Unknown);
        Some(ChildResult { verdict, reason: why, wall: start.elapsed(), report: String::new() })
    };
    let end = match ask(&[COMMAND.to_owned()], number, query, is_over) {
        Ok(end) => end?,
        Err(why) => return failed(why),
    };
    let wall = start.elapsed();
    if let Some(reason) = end.refusal() {
        return Some(ChildResult { verdict: None, reason, wall, report: String::new() });
    }
    let Ok(report) = serde_json::from_str::<serde_json::Value>(&end.out) else { return failed(end.failure()) };
    let verdict = match report["verdict"].as_str() {
        Some("TRUE") => WireVerdict::True,
        Some("FALSE") => WireVerdict::False,
        _ => WireVerdict::Unknown,
    };
    let reason = match verdict {
        WireVerdict::Unknown => report["reasons"][0]["line"].as_str().unwrap_or_default().to_owned(),
        _ => String::new(),
    };
    Some(ChildResult { verdict: Some(verdict), reason, wall, report: end.out })
}

fn read(from: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    from.map(|mut from| from.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}
