//! The parts that the commands of a run over many machines share: the connection, the key, the names.

use crate::arguments::Connection;
use crate::console;
use crate::exit::InputError;
use cairn_net::{Credentials, Server};
use cairn_options::Analysis;
use cairn_options::Configuration;
use cairn_options::quantity::Limit;
use cairn_verify::{Machines, ProcessRole, Request};
use cairn_wire::SealKey;
use cairn_wire::entry::{Query, Start, WorkItem, WorkerName};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The version that all processes of a run must have.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Read where no file with a token is named.
const TOKEN: &str = "CAIRN_NATS_TOKEN";

/// As long as it takes.
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
