//! A running program: its input and output, and its end.
//!
//! Two threads move the text, so that this side never blocks, whatever the program does: it waits for an answer with an
//! eye on the clock. The program is killed and waited for when this goes, so no zombie stays.

use crate::process::SolverProgram;
use crate::solver::{SolverError, SolverLimits, Unknown};
use cairn_base::CancelToken;
use cairn_base::resident_memory::resident_bytes;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the clock, the flag and the memory are looked at.
const POLL: Duration = Duration::from_millis(20);

/// No answer of use is longer; a program that says more is out of its mind.
const LONGEST: usize = 1 << 28;

/// So much is kept of what a program says besides its answers.
const COMPLAINT: usize = 1 << 10;

pub(super) struct Stop<'a> {
    deadline: Option<Instant>,
    memory: Option<u64>,
    cancel: Option<&'a CancelToken>,
    flag: &'a AtomicBool,
}

impl<'a> Stop<'a> {
    pub(super) fn of(limits: &'a SolverLimits, flag: &'a AtomicBool, start: Instant) -> Self {
        Stop {
            deadline: limits.time.and_then(|time| start.checked_add(time)).into_iter().chain(limits.deadline).min(),
            memory: limits.memory,
            cancel: limits.cancel.as_ref(),
            flag,
        }
    }

    fn reason(&self, child: &Child) -> Option<Unknown> {
        if self.flag.load(Ordering::Acquire) || self.cancel.is_some_and(|cancel| cancel.is_cancelled()) {
            return Some(Unknown::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Unknown::Timeout);
        }
        let used = || resident_bytes().unwrap_or(0).saturating_add(resident_bytes_of(child).unwrap_or(0));
        self.memory.filter(|most| used() > *most).map(|_| Unknown::MemoryLimit)
    }
}

/// Resident memory of the program, where the system tells (Linux).
fn resident_bytes_of(child: &Child) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{}/statm", child.id())).ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Event instead of an answer.
pub(super) enum Silence {
    Stopped(Unknown),
    /// The program ended, or says no end.
    Failed(SolverError),
}

pub(super) struct Pipe {
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<Vec<u8>>,
    pending: Vec<u8>,
    complaints: Arc<Mutex<Vec<u8>>>,
}

impl Pipe {
    pub(super) fn start(program: &SolverProgram) -> Result<Self, SolverError> {
        let failed = |why: &dyn std::fmt::Display| {
            SolverError(format!("the solver program '{}' cannot be started: {why}", program.path.display()))
        };
        let mut child = Command::new(&program.path)
            .args(&program.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| failed(&error))?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (input, commands) = mpsc::channel::<String>();
        let (answers, output) = mpsc::channel::<Vec<u8>>();
        // From here on, dropping the pipe ends the program.
        let complaints = Arc::new(Mutex::new(Vec::new()));
        let pipe = Pipe { child, input: Some(input), output, pending: Vec::new(), complaints: complaints.clone() };
        let (Some(mut stdin), Some(mut stdout), Some(mut stderr)) = (stdin, stdout, stderr) else {
            return Err(failed(&"no pipes"));
        };
        let write = move || {
            for text in commands {
                if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        };
        let read = move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(length @ 1..) = stdout.read(&mut buffer) {
                if answers.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        };
        let listen = move || {
            let mut buffer = vec![0; 1 << 12];
            while let Ok(length @ 1..) = stderr.read(&mut buffer) {
                let mut last = complaints.lock().unwrap_or_else(PoisonError::into_inner);
                last.extend_from_slice(&buffer[..length]);
                let over = last.len().saturating_sub(COMPLAINT);
                last.drain(..over);
            }
        };
        let thread = |name: &str| std::thread::Builder::new().name(name.into());
        thread("solver input").spawn(write).map_err(|error| failed(&error))?;
        thread("solver output").spawn(read).map_err(|error| failed(&error))?;
        thread("solver complaints").spawn(listen).map_err(|error| failed(&error))?;
        Ok(pipe)
    }

    /// That the program ended, with the last line of what it complained of.
    fn ended(&mut self) -> String {
        let text = "the solver program ended without an answer";
        // It may have closed its output and live on; else what it complained of arrives at once.
        for _ in 0..3 {
            std::thread::sleep(POLL);
            if !matches!(self.child.try_wait(), Ok(None)) {
                break;
            }
        }
        let said = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        match String::from_utf8_lossy(&said).lines().rfind(|line| !line.trim().is_empty()) {
            Some(line) => format!("{text}: {}", line.trim()),
            None => text.into(),
        }
    }

    /// Gives the program commands. What goes wrong shows when the answer is read.
    pub(super) fn write(&self, commands: String) {
        if let Some(input) = &self.input {
            // The thread is gone only when the program is.
            let _ = input.send(commands);
        }
    }

    /// The next expression that the program says.
    pub(super) fn read(&mut self, stop: &Stop<'_>) -> Result<String, Silence> {
        let mut scan = Scan::default();
        loop {
            if let Some(end) = scan.end(&self.pending) {
                let text: Vec<u8> = self.pending.drain(..end).collect();
                return String::from_utf8(text)
                    .map(|text| text.trim().to_owned())
                    .map_err(|_| Silence::Failed(SolverError("the solver program says what is no text".into())));
            }
            if self.pending.len() > LONGEST {
                return Err(Silence::Failed(SolverError("the solver program does not stop talking".into())));
            }
            if let Some(why) = stop.reason(&self.child) {
                return Err(Silence::Stopped(why));
            }
            match self.output.recv_timeout(POLL) {
                Ok(more) => self.pending.extend(more),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) if scan.token(&self.pending) => self.pending.push(b'\n'),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(match stop.reason(&self.child) {
                        Some(why) => Silence::Stopped(why),
                        None => Silence::Failed(SolverError(self.ended())),
                    });
                }
            }
        }
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        self.input = None;
        // Fails only when it is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Finds the end of an expression in text that grows.
#[derive(Default)]
struct Scan {
    at: usize,
    depth: usize,
    inside: Option<u8>,
    begun: bool,
}

impl Scan {
    /// Where the first expression ends.
    fn end(&mut self, text: &[u8]) -> Option<usize> {
        while let Some(&byte) = text.get(self.at) {
            self.at += 1;
            if let Some(quote) = self.inside {
                if byte == quote {
                    self.inside = None;
                }
                continue;
            }
            match byte {
                b'"' | b'|' => (self.inside, self.begun) = (Some(byte), true),
                b'(' => (self.depth, self.begun) = (self.depth + 1, true),
                b')' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(self.at);
                    }
                }
                b' ' | b'\t' | b'\r' | b'\n' if self.begun && self.depth == 0 => return Some(self.at),
                b' ' | b'\t' | b'\r' | b'\n' => {}
                _ => self.begun = true,
            }
        }
        None
    }

    /// A single token that only lacks the end of its line.
    fn token(&self, text: &[u8]) -> bool {
        self.begun && self.depth == 0 && self.inside.is_none() && !text.is_empty()
    }
}
