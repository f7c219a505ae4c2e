//! The parts that the commands of a run over many machines share: the connection, the key, the names.

use crate::arguments::Connection;
use crate::console;
use crate::exit::InputError;
use cairn_net::{Credentials, Server, StreamLog};
use cairn_options::Analysis;
use cairn_options::Configuration;
use cairn_options::quantity::Limit;
use cairn_verify::{Machines, ProcessRole, Request};
use cairn_wire::entry::{Done, Query, Start, WorkItem, WorkerName};
use cairn_wire::{Entry, Lane, Log, SealKey, Tie};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The version that all processes of a run must have.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Read where no file with a token is named.
const TOKEN: &str = "CAIRN_NATS_TOKEN";

const FOREVER: Duration = Duration::from_secs(365 * 24 * 3600);

fn secret(file: &Path) -> Result<String, InputError> {
    let text = cairn_task::input::read(file)?;
    let text = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(['#', '-']));
    text.map(str::to_owned).ok_or_else(|| InputError::new(format!("{} is empty", file.display())))
}

/// Connects to a server; beside the connection, the key that messages are sealed with.
///
/// # Errors
/// A message for the user.
pub fn connect(url: &str, connection: &Connection, name: &str) -> Result<(Arc<Server>, SealKey), InputError> {
    let file = |file: &Option<std::path::PathBuf>| file.as_deref().map(secret).transpose();
    let token = file(&connection.token_file)?.or_else(|| std::env::var(TOKEN).ok().filter(|token| !token.is_empty()));
    let key = file(&connection.secret_file)?.or_else(|| token.clone()).unwrap_or_default();
    let nkey = file(&connection.nkey_file)?;
    let credentials = Credentials { token, nkey, authorities: connection.ca_file.clone() };
    let server = Server::connect(url, &credentials, name).map_err(InputError::new)?;
    Ok((server, SealKey(key.into_bytes())))
}

/// Begins a run in which workers analyse blocks of a program.
///
/// # Errors
/// A message for the user.
pub fn begin(
    url: &str,
    connection: &Connection,
    query: Option<Query>,
    request: &Request,
) -> Result<Machines, InputError> {
    if request.configuration.analysis != Analysis::Distributed {
        let word = request.configuration.analysis.word();
        return Err(InputError::new(format!("--distributed is an analysis by itself: it does not go with {word}")));
    }
    let query = query.ok_or_else(|| InputError::new("no question"))?;
    let (server, key) = connect(url, connection, "cairn verify")?;
    let (deadline, lost) = times(&request.configuration);
    let log = server.begin(deadline, lost).map_err(|lost| InputError::new(lost.0))?;
    let start = Start { version: VERSION.to_owned(), run: WorkItem::Blocks(query) };
    let me = WorkerName { name: "coordinator".to_owned(), version: VERSION.to_owned() };
    let tell = Arc::new(|what: &str| console::err(&format!("note: {what}\n")));
    Ok(Machines { log: Arc::new(log), key, start, role: ProcessRole::Coordinator, me, tell })
}

/// After so long without a worker the user is told.
const NO_WORKER: Duration = Duration::from_secs(3);

/// A run in which workers are handed whole queries, as the process has it that asks: tasks of a list, or entries of a project.
pub struct Coordinator {
    server: Arc<Server>,
    log: StreamLog,
    key: SealKey,
    tie: Tie,
    start: Instant,
    workers: AtomicUsize,
    is_said: AtomicBool,
}

impl Coordinator {
    /// Begins a run. `command`: who asks, for the server; `what`: what is handed out, a word that the run's messages are tied to.
    ///
    /// # Errors
    /// A message for the user.
    pub fn begin(
        url: &str,
        connection: &Connection,
        configuration: &Configuration,
        command: &str,
        what: &str,
    ) -> Result<Self, InputError> {
        let start = Instant::now();
        let (server, key) = connect(url, connection, command)?;
        let (deadline, lost) = times(configuration);
        let log = server.begin(deadline, lost).map_err(|lost| InputError::new(lost.0))?;
        let tie = Tie::of([what.as_bytes(), log.run().as_bytes()]);
        let (workers, is_said) = (AtomicUsize::new(0), AtomicBool::new(false));
        let run = Self { server, log, key, tie, start, workers, is_said };
        let start = Start { version: VERSION.to_owned(), run: WorkItem::Tasks };
        run.say(Lane::Start, &Entry::Start(start)).map_err(InputError::new)?;
        Ok(run)
    }

    /// Publishes an entry.
    ///
    /// # Errors
    /// The server does not take it, as a sentence.
    pub fn say(&self, lane: Lane, entry: &Entry) -> Result<(), String> {
        self.log.publish(lane, self.key.seal(self.tie, entry)).map(|_| ()).map_err(|lost| lost.0)
    }

    pub fn workers(&self) -> usize {
        self.workers.load(Ordering::Relaxed)
    }

    /// The next result, if there is one within the time. What else is heard is told to the user.
    ///
    /// # Errors
    /// The server is gone, as a sentence.
    pub fn hear(&self, wait: Duration) -> Result<Option<Done>, String> {
        let seen = self.log.observe(wait).map_err(|lost| lost.0)?;
        let mut result = None;
        match seen.filter(|seen| seen.lane == Lane::Note).map(|seen| self.key.open(self.tie, &seen.bytes)) {
            Some(Ok(Entry::Done(done))) => result = Some(done),
            Some(Ok(Entry::Joined(worker))) => {
                self.workers.fetch_add(1, Ordering::Relaxed);
                console::err(&format!("note: worker {} takes part\n", worker.name));
            }
            Some(Ok(Entry::Refusal { worker, why })) => {
                console::err(&format!("warning: worker {}: {why}\n", worker.name));
            }
            Some(Ok(_)) => console::err("warning: a message was refused: nobody asked for it\n"),
            Some(Err(refused)) => console::err(&format!("warning: a message was refused: {refused}\n")),
            None => {}
        }
        let lacks_workers = self.workers() == 0 && self.start.elapsed() > NO_WORKER;
        if lacks_workers && !self.is_said.swap(true, Ordering::Relaxed) {
            let url = self.server.url();
            console::err(&format!("note: no worker yet: start `cairn worker --connect {url}`\n"));
        }
        Ok(result)
    }
}

/// How long a worker may say nothing, and how long the server may be gone.
pub fn times(configuration: &Configuration) -> (Duration, Duration) {
    let of = |limit: Limit<Duration>, auto| match limit {
        Limit::At(time) => time,
        Limit::Auto => auto,
        Limit::Unlimited => FOREVER,
    };
    let deadline = of(configuration.distributed_deadline, Duration::from_secs(5)).max(Duration::from_millis(100));
    (deadline, of(configuration.distributed_lost, Duration::from_secs(60)))
}
