//! How a process comes to take part in a run: a coordinator makes one and says from then on that it is there, a worker joins it.
//!
//! Invariant: the log that they get is of one stream, which the coordinator makes with its consumers before anybody joins.

use crate::consumers;
use crate::presence::{BEAT, Coordination, Presence, listen};
use crate::server::{Server, stream_name};
use crate::stream::StreamLog;
use async_nats::jetstream::{self, stream::StorageType};
use cairn_wire::Lost;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The server forgets the ids of messages after so long, which is longer than anybody tries to publish one.
const REMEMBERED: Duration = Duration::from_secs(600);
/// The server drops what is older, of runs whose coordinator was killed; no run takes so long.
const OLDEST: Duration = Duration::from_secs(7 * 24 * 3600);

impl Server {
    /// Makes a run, and says that its coordinator is there until the log is dropped. `deadline`: how long a worker may say nothing before its
    /// work goes to another; `lost`: how long the server may be gone.
    ///
    /// # Errors
    /// A sentence: the server makes no stream.
    pub fn begin(self: &Arc<Self>, deadline: Duration, lost: Duration) -> Result<StreamLog, Lost> {
        let run = nuid::next().to_string().to_ascii_lowercase();
        let config = jetstream::stream::Config {
            name: stream_name(&run),
            subjects: vec![format!("cairn.run.{run}.*")],
            storage: StorageType::File,
            duplicate_window: REMEMBERED,
            max_age: OLDEST,
            ..Default::default()
        };
        let made = self.runtime().block_on(async {
            let stream = self.context().create_stream(config).await.map_err(|why| why.to_string())?;
            consumers::make(&stream, &run, deadline).await
        });
        made.map_err(|why| Lost(format!("the server at {} makes no log for a run: {why}", self.url())))?;
        let (client, subject) = (self.client().clone(), format!("cairn.alive.{run}"));
        let beat = self.runtime().spawn(async move {
            loop {
                let _ = client.publish(subject.clone(), "".into()).await;
                tokio::time::sleep(BEAT).await;
            }
        });
        let presence: Arc<Mutex<Presence>> = Arc::default();
        let ears = self.runtime().spawn(listen(self.client().clone(), run.clone(), presence.clone()));
        StreamLog::open(self, &run, lost, Some(Coordination { presence, tasks: vec![beat, ears] }))
    }

    /// Takes part in a run.
    ///
    /// # Errors
    /// There is no such run.
    pub fn join(self: &Arc<Self>, run: &str, lost: Duration) -> Result<StreamLog, Lost> {
        StreamLog::open(self, run, lost, None)
    }
}
