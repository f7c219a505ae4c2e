//! The connection to a server: who one is for it, which runs there are, and making and ending one.
//!
//! A run's coordinator says twice a second that it is there, on a subject that no stream keeps. That is how workers find
//! runs, and notice that a coordinator has gone.

use async_nats::jetstream;
use async_nats::{Client, ConnectErrorKind, ConnectOptions};
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// A coordinator of which nothing was heard for so long has gone.
const SILENCE: Duration = Duration::from_secs(10);
/// How long the first connection may take.
const DEADLINE: Duration = Duration::from_secs(5);
/// The longest name of a run.
const LONGEST_NAME: usize = 32;

/// Who one is for the server; texts of files, without what surrounds them.
#[derive(Clone, Default)]
pub struct Credentials {
    /// A token.
    pub token: Option<String>,
    /// The seed of an nkey.
    pub nkey: Option<String>,
    /// A file with certificates of authorities beside those of the system.
    pub authorities: Option<PathBuf>,
}

impl std::fmt::Debug for Credentials {
    /// Credentials are never shown.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Credentials")
    }
}

/// A connection to a server.
pub struct Server {
    url: String,
    runtime: Runtime,
    client: Client,
    context: jetstream::Context,
    /// When each run's coordinator was heard last.
    last_message: Arc<Mutex<BTreeMap<String, Instant>>>,
}

impl Server {
    /// Connects. `name` is what the server's operator sees.
    ///
    /// # Errors
    /// A sentence for the user: there is no server, it lets nobody in without other credentials, it keeps no streams.
    pub fn connect(url: &str, credentials: &Credentials, name: &str) -> Result<Arc<Self>, String> {
        let shown = without_secrets(url);
        if !["nats://", "tls://"].iter().any(|scheme| url.starts_with(scheme)) {
            return Err(format!("'{shown}' is no address of a NATS server: write nats://HOST:PORT or tls://HOST:PORT"));
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|why| format!("no thread for the network: {why}"))?;
        let mut options = ConnectOptions::new().name(name).connection_timeout(DEADLINE);
        options = options.reconnect_delay_callback(|tries| Duration::from_millis(50 * (tries as u64).min(20)));
        if let Some(token) = &credentials.token {
            options = options.token(token.clone());
        }
        if let Some(seed) = &credentials.nkey {
            options = options.nkey(seed.clone());
        }
        if let Some(file) = &credentials.authorities {
            options = options.add_root_certificates(file.clone());
        }
        let client = runtime.block_on(options.connect(url)).map_err(|why| match why.kind() {
            ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                let how = "--token-file, --nkey-file, or CAIRN_NATS_TOKEN";
                format!("the server at {shown} lets nobody in with these credentials: see {how}")
            }
            ConnectErrorKind::ServerParse => format!("'{shown}' is no address of a NATS server"),
            // A certificate that is refused comes as an error of reading, too.
            kind if kind == ConnectErrorKind::Tls || why.to_string().contains("certificate") => {
                format!("no TLS with the server at {shown}: {why}; see --ca-file")
            }
            _ => format!("there is no NATS server at {shown} ({why}); `nats-server --jetstream` starts one"),
        })?;
        let mut context = {
            let _inside = runtime.enter();
            jetstream::new(client.clone())
        };
        context.set_timeout(DEADLINE);
        // The answer's form has changed from server to server; that there is one without an error is all that is asked.
        let why = match runtime.block_on(client.request("$JS.API.INFO", "".into())) {
            Ok(answer) if !answer.payload.windows(8).any(|text| text == b"\"error\":") => None,
            Ok(_) => Some("not for this user".to_owned()),
            Err(why) => Some(why.to_string()),
        };
        if let Some(why) = why {
            let how = "start it with `nats-server --jetstream`";
            return Err(format!("the server at {shown} keeps no streams ({why}): {how}"));
        }
        let last_message: Arc<Mutex<BTreeMap<String, Instant>>> = Arc::default();
        let (ears, subject) = (last_message.clone(), client.clone());
        runtime.spawn(async move {
            let Ok(mut beats) = subject.subscribe("cairn.alive.*").await else { return };
            while let Some(beat) = beats.next().await {
                let Some(run) = beat.subject.strip_prefix("cairn.alive.").filter(|run| is_name(run)) else { continue };
                let mut last_message = ears.lock().unwrap_or_else(PoisonError::into_inner);
                last_message.retain(|_, last| last.elapsed() < SILENCE);
                last_message.insert(run.to_owned(), Instant::now());
            }
        });
        Ok(Arc::new(Self { url: shown, runtime, client, context, last_message }))
    }

    /// The address, without user and password.
    pub fn url(&self) -> &str {
        &self.url
    }
    pub(crate) fn runtime(&self) -> &Runtime {
        &self.runtime
    }
    pub(crate) fn context(&self) -> &jetstream::Context {
        &self.context
    }
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// The runs whose coordinators are there, by name.
    pub fn runs(&self) -> Vec<String> {
        let last_message = self.last_message.lock().unwrap_or_else(PoisonError::into_inner);
        last_message.iter().filter(|(_, last)| last.elapsed() < SILENCE).map(|(run, _)| run.clone()).collect()
    }

    /// True while a run's coordinator is there.
    pub fn is_alive(&self, run: &str) -> bool {
        let last_message = self.last_message.lock().unwrap_or_else(PoisonError::into_inner);
        last_message.get(run).is_some_and(|last| last.elapsed() < SILENCE)
    }
}

pub(crate) fn stream_name(run: &str) -> String {
    format!("cairn-{run}")
}

/// Whether a name is one that a coordinator gives to a run.
fn is_name(run: &str) -> bool {
    (1..=LONGEST_NAME).contains(&run.len()) && run.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// An address as it may be shown: without user and password.
fn without_secrets(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    format!("{scheme}://{host}")
}

#[cfg(test)]
mod tests {
    use super::{is_name, without_secrets};

    #[test]
    fn names_and_addresses() {
        assert!(is_name("a1b2") && !is_name("") && !is_name("a.b") && !is_name("*") && !is_name(&"a".repeat(33)));
        assert_eq!(without_secrets("nats://user:secret@host:4222"), "nats://host:4222");
        assert_eq!(without_secrets("nats://host"), "nats://host");
    }
}
