//! `cairn worker`: takes part in the runs of a server, one after the other.
//!
//! Invariant: what a worker cannot use it refuses by name, to the user of the run and to its own, and goes on.

use crate::arguments::WorkerCommand as Arguments;
use crate::exit::{CommandEnd, Exit, InputError};
use crate::limits::cores;
use crate::machines::{self, VERSION};
use crate::progress::ProgressBoard;
use crate::task_results::done;
use crate::{check, child, console, interrupt, query};
use cairn_base::CancelToken;
use cairn_net::{Server, StreamLog};
use cairn_verify::{Machines, ProcessRole};
use cairn_wire::entry::{Done, Query, Start, WireVerdict, WorkItem, WorkerName};
use cairn_wire::{Claim, Entry, Lane, Log, Lost, SealKey, Tie};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Between two looks for runs, and the longest wait for work before one looks whether the run is still there.
const PERIOD: Duration = Duration::from_millis(100);
/// The first entry of a run is there at once, or never.
const FIRST: Duration = Duration::from_secs(10);
/// How long the server may be gone before a worker leaves a run.
const LOST: Duration = Duration::from_secs(60);
/// A task that so many workers have died of is not tried again.
const TRIES: u64 = 2;
/// The longest report that is sent with a result.
const LONGEST_REPORT: usize = 16 << 20;

/// A run that one takes part in.
struct Part {
    me: WorkerName,
    server: Arc<Server>,
    log: StreamLog,
    key: SealKey,
    tie: Tie,
    cancel: CancelToken,
}

pub fn run(arguments: &Arguments) -> CommandEnd {
    let (server, key) = machines::connect(&arguments.connect, &arguments.connection, "cairn worker")?;
    let me = WorkerName { name: arguments.name.clone().unwrap_or_else(own_name), version: VERSION.to_owned() };
    let jobs = arguments.jobs.unwrap_or_else(cores);
    if jobs == 0 {
        return Err(InputError::new("--jobs 0: a worker with nothing to work with"));
    }
    let cancel = CancelToken::new();
    interrupt::listen(cancel.clone());
    console::err(&format!("worker {} waits for runs on {}\n", me.name, server.url()));
    let mut left: BTreeSet<String> = BTreeSet::new();
    while !cancel.is_cancelled() {
        let runs = server.runs();
        left.retain(|run| runs.contains(run));
        let Some(run) = runs.into_iter().find(|run| !left.contains(run)) else {
            std::thread::sleep(PERIOD);
            continue;
        };
        let ended = take_part(&run, &me, jobs, &server, &key, &cancel);
        let how = ended.map_or_else(|why| format!("left: {why}"), |()| "is over".to_owned());
        console::err(&format!("run {run} {how}\n"));
        left.insert(run);
    }
    Ok(Exit::Interrupted)
}

/// A name that nobody else has, most likely.
fn own_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("{}-{}", host.trim(), std::process::id())
}

fn take_part(
    run: &str,
    me: &WorkerName,
    jobs: usize,
    server: &Arc<Server>,
    key: &SealKey,
    cancel: &CancelToken,
) -> Result<(), String> {
    let log = server.join(run, LOST).map_err(|lost| lost.0)?;
    let since = Instant::now();
    let first = loop {
        match log.observe(PERIOD).map_err(|lost| lost.0)? {
            Some(first) => break first,
            None if since.elapsed() > FIRST || cancel.is_cancelled() => return Err("it does not begin".to_owned()),
            None => {}
        }
    };
    let (tie, entry) = key.open_any(&first.bytes).map_err(|why| format!("its first message was refused: {why}"))?;
    let (me, server, cancel) = (me.clone(), server.clone(), cancel.clone());
    let part = Part { me, server, log, key: key.clone(), tie, cancel };
    let Entry::Start(Start { version, run }) = entry else {
        return Err("its first message was refused: it is no start of a run".to_owned());
    };
    if let Err(why) = same_version(&version) {
        part.say(Lane::Note, &Entry::Refusal { worker: part.me.clone(), why: why.clone() }).map_err(|lost| lost.0)?;
        return Err(why);
    }
    part.log.say_present();
    match run {
        WorkItem::Tasks => part.tasks(jobs),
        WorkItem::Blocks(query) => part.blocks(jobs, query),
    }
}

/// Processes of two versions may read a program differently.
fn same_version(version: &str) -> Result<(), String> {
    if version == VERSION {
        return Ok(());
    }
    Err(format!("the run is of version {version} of Cairn, and this is version {VERSION}"))
}

impl Part {
    fn say(&self, lane: Lane, entry: &Entry) -> Result<u64, Lost> {
        self.log.publish(lane, self.key.seal(self.tie, entry))
    }

    fn is_over(&self) -> bool {
        self.cancel.is_cancelled() || !self.server.is_alive(self.log.run())
    }

    fn blocks(self, jobs: usize, query: Query) -> Result<(), String> {
        let over = self.cancel.below();
        let (run, me) = (self.log.run().to_owned(), self.me.clone());
        console::err(&format!("run {run}: blocks of {}\n", query.files.first().map_or("-", |file| &file.0)));
        let mut request = query::request(query.clone(), Instant::now(), &over)?;
        request.configuration.jobs = jobs as u64;
        let start = Start { version: VERSION.to_owned(), run: WorkItem::Blocks(query) };
        let name = me.name.clone();
        let tell = Arc::new(move |what: &str| console::err(&format!("warning: {name}: {what}\n")));
        let (server, role) = (self.server.clone(), ProcessRole::Worker(self.tie));
        request.machines = Some(Machines { log: Arc::new(self.log), key: self.key, start, role, me, tell });
        let report = std::thread::scope(|scope| {
            let (ended, has_ended) = std::sync::mpsc::channel::<()>();
            scope.spawn(move || {
                // Whoever asked may have gone without a word.
                while has_ended.recv_timeout(PERIOD) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                    if !server.is_alive(&run) {
                        over.cancel();
                    }
                }
            });
            let report = cairn_verify::verify(&request, &mut ProgressBoard::default());
            drop(ended);
            report
        });
        let report = report.map_err(|_| "its program cannot be used".to_owned())?;
        match report.reasons.first() {
            Some(reason) if !reason.text.contains("the run is over") => Err(reason.text.clone()),
            _ => Ok(()),
        }
    }

    fn tasks(&self, jobs: usize) -> Result<(), String> {
        console::err(&format!("run {}: tasks\n", self.log.run()));
        self.say(Lane::Note, &Entry::Joined(self.me.clone())).map_err(|lost| lost.0)?;
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(|| self.verify())).collect();
            for thread in threads {
                let _ = thread.join();
            }
        });
        Ok(())
    }

    fn verify(&self) -> Result<(), Lost> {
        while !self.is_over() {
            let Some(Claim { number, times }) = self.log.claim(PERIOD)? else { continue };
            match self.key.open(self.tie, &self.log.read(number)?) {
                Ok(Entry::Task { number: task, query }) => {
                    let Some(done) = self.decide(task, query, times) else { return Ok(()) };
                    self.say(Lane::Note, &Entry::Done(done))?;
                }
                Ok(Entry::Check { number: task, each, query }) => {
                    let Some(done) = self.check(task, &each, query, times) else { return Ok(()) };
                    self.say(Lane::Note, &Entry::Done(done))?;
                }
                other => {
                    let why = other.map_or_else(|refused| refused.to_string(), |_| "it is no task".to_owned());
                    let why = format!("message {number} was refused: {why}");
                    console::err(&format!("warning: {why}\n"));
                    self.say(Lane::Note, &Entry::Refusal { worker: self.me.clone(), why })?;
                }
            }
            self.log.done(number);
        }
        Ok(())
    }

    /// The result of work that other workers have died of.
    fn given_up(&self, number: u64) -> Done {
        let reason = format!("{TRIES} workers have died of it, or lost the server");
        let (worker, verdict) = (self.me.clone(), Some(WireVerdict::Unknown));
        Done { number, worker, verdict, reason, wall: 0, report: String::new() }
    }

    /// Checks an entry of a project. The process is ended when it goes on long after its time.
    fn check(&self, number: u64, each: &str, query: Query, times: u64) -> Option<Done> {
        if times > TRIES {
            return Some(self.given_up(number));
        }
        let start = Instant::now();
        let (report, reason) = match check::ask_child(each, &[], number, query, &|| self.is_over()) {
            Ok(None) => return None,
            Ok(Some(end)) => match end.refusal() {
                Some(why) => (String::new(), why),
                None if end.out.len() > LONGEST_REPORT => (String::new(), "its report is too long to send".to_owned()),
                None => {
                    let failure = end.failure();
                    (end.out, failure)
                }
            },
            Err(why) => (String::new(), why),
        };
        let (worker, wall) = (self.me.clone(), u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX));
        Some(Done { number, worker, verdict: Some(WireVerdict::Unknown), reason, wall, report })
    }

    fn decide(&self, number: u64, query: Query, times: u64) -> Option<Done> {
        if times > TRIES {
            return Some(self.given_up(number));
        }
        let mut found = child::decide(number, query, &|| self.is_over())?;
        if found.report.len() > LONGEST_REPORT {
            found.report.clear();
        }
        Some(done(number, found, self.me.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::{VERSION, same_version};

    #[test]
    fn another_version_is_refused_by_name() {
        assert_eq!(same_version(VERSION), Ok(()));
        assert!(same_version("99.0.0").is_err_and(|why| why.contains("99.0.0") && why.contains(VERSION)));
    }
}
