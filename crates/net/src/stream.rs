//! The log of a run: a stream on disk, with a durable consumer for each lane of work, shared by all workers.
//!
//! What is published twice because an answer was lost has one id and counts once. What is observed has to come in the
//! order of its numbers without gaps: else the consumer is made anew behind the last entry that was seen. Consumers of work give numbers
//! only; who works has read the entries, or reads the one.
//!
//! Invariant: [`StreamLog::publish`] returns a number only when the server has the entry, and [`StreamLog::done`] is the only way
//! in which work is acknowledged.

use crate::consumers::{LANES, lane_of, word};
use crate::presence::{self, Coordination, Presence, is_answer};
use crate::server::{Server, stream_name};
use crate::split_entries::{MOST_PARTS, Payload};
use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, DeliverPolicy, pull};
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::message::{AckKind, Acker, PublishMessage};
use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};
use cairn_wire::log::Seen;
use cairn_wire::{Claim, Lane, Log, Lost};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

/// Size of the head of a message and its headers, at most.
const HEADROOM: usize = 1024;
/// How long one request to the server may take.
const REQUEST: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(100);
/// The server forgets a consumer of an observer that has gone.
const FORGOTTEN: Duration = Duration::from_secs(60);
/// How long an entry that the server refuses is published again and again.
const REFUSED: Duration = Duration::from_secs(8);
/// Entries that an observer asks for at once.
const BATCH: usize = 256;

/// Work that the server has given to this process.
struct InHand {
    acker: Arc<Acker>,
}

/// Shared state of network tasks and threads.
struct Inside {
    server: Arc<Server>,
    run: String,
    stream: Stream,
    lost: Duration,
    /// Of the coordinator, who ends the run.
    is_mine: bool,
    in_hand: Mutex<BTreeMap<u64, InHand>>,
    /// Why the server refuses entries just now.
    refusal: Mutex<Option<String>>,
}

/// Where the work of a lane arrives.
struct Lines {
    wanted: Arc<Semaphore>,
    /// Asked for and not yet there.
    open: Arc<AtomicUsize>,
    claims: Receiver<Result<Claim, Lost>>,
}

/// The log of a run on a server. See the module.
pub struct StreamLog {
    inside: Arc<Inside>,
    seen: OnceLock<Receiver<Result<Seen, Lost>>>,
    lines: OnceLock<[Lines; 2]>,
    waiting: AtomicUsize,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    /// Of the coordinator: which workers are there.
    presence: Option<Arc<Mutex<Presence>>>,
}

/// There is no log any more: the coordinator deletes it at the end.
fn over(is_mine: bool) -> Lost {
    let why = if is_mine { "its log was deleted from the server" } else { "the run is over" };
    Lost(why.to_owned())
}

impl Inside {
    /// Whether the server says that there is no such stream (any more).
    async fn is_over(&self) -> bool {
        let asked = tokio::time::timeout(REQUEST, self.server.context().get_stream(stream_name(&self.run))).await;
        matches!(asked, Ok(Err(why)) if matches!(why.kind(),
            GetStreamErrorKind::JetStream(why) if why.error_code() == ErrorCode::STREAM_NOT_FOUND))
    }

    /// Action after a request that failed since a moment: nothing, or give up.
    async fn after_failure(&self, since: Instant, why: &str) -> Result<(), Lost> {
        if self.is_over().await {
            return Err(over(self.is_mine));
        }
        if since.elapsed() > self.lost {
            let (url, lost) = (self.server.url(), self.lost.as_secs());
            return Err(Lost(format!("the server at {url} has not answered for {lost} s ({why})")));
        }
        tokio::time::sleep(PAUSE).await;
        Ok(())
    }

    async fn publish_message(&self, lane: &str, bytes: Vec<u8>) -> Result<u64, Lost> {
        let (since, id, bytes) = (Instant::now(), nuid::next().to_string(), bytes::Bytes::from(bytes));
        loop {
            let message = PublishMessage::build().payload(bytes.clone()).message_id(&id);
            let subject = format!("cairn.run.{}.{lane}", self.run);
            let sent = async { self.server.context().send_publish(subject, message).await?.await };
            let (why, is_refused) = match tokio::time::timeout(REQUEST, sent).await {
                Ok(Ok(answer)) => {
                    *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = None;
                    return Ok(answer.sequence);
                }
                Ok(Err(why)) => (why.to_string(), is_answer(&why)),
                Err(_) => ("timed out".to_owned(), false),
            };
            *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = is_refused.then(|| why.clone());
            if is_refused && since.elapsed() > REFUSED && !self.is_over().await {
                return Err(Lost(format!("the server takes no more entries: {why}")));
            }
            self.after_failure(since, &why).await?;
        }
    }

    async fn publish(&self, lane: &str, bytes: Vec<u8>) -> Result<u64, Lost> {
        let most = self.server.client().max_payload().saturating_sub(HEADROOM).max(HEADROOM);
        if bytes.len() < most {
            return self.publish_message(lane, Payload::Whole(bytes).into_bytes()).await;
        }
        if bytes.len().div_ceil(most) > MOST_PARTS {
            return Err(Lost(format!("an entry of {} bytes is too large for the server", bytes.len())));
        }
        let mut parts = Vec::new();
        for part in bytes.chunks(most) {
            parts.push(self.publish_message("part", part.to_vec()).await?);
        }
        self.publish_message(lane, Payload::Parts(parts).into_bytes()).await
    }

    /// The bytes of a message in the log.
    async fn raw(&self, number: u64) -> Result<bytes::Bytes, Lost> {
        let since = Instant::now();
        loop {
            let why = match tokio::time::timeout(REQUEST, self.stream.get_raw_message(number)).await {
                Ok(Ok(message)) => return Ok(message.payload),
                Ok(Err(why)) => why.to_string(),
                Err(_) => "timed out".to_owned(),
            };
            self.after_failure(since, &why).await?;
        }
    }

    /// The entry of a message, its parts put together. What names parts that are not there has none of their bytes, and is refused by
    /// who opens it.
    async fn entry(&self, number: u64, payload: &[u8]) -> Result<Vec<u8>, Lost> {
        let parts = match Payload::of_bytes(payload) {
            Payload::Whole(bytes) => return Ok(bytes),
            Payload::Parts(parts) => parts,
        };
        let mut bytes = Vec::new();
        for part in parts {
            if part >= number || bytes.len() > cairn_wire::seal::MOST_BYTES {
                return Ok(Vec::new());
            }
            bytes.extend_from_slice(&self.raw(part).await?);
        }
        Ok(bytes)
    }

    /// Reads the log from its first entry on, for as long as somebody listens.
    async fn observe(&self, out: &Sender<Result<Seen, Lost>>) -> Result<(), Lost> {
        let (mut next, mut since) = (1, Instant::now());
        loop {
            let config = pull::Config {
                deliver_policy: match next {
                    1 => DeliverPolicy::All,
                    start_sequence => DeliverPolicy::ByStartSequence { start_sequence },
                },
                ack_policy: AckPolicy::None,
                inactive_threshold: FORGOTTEN,
                memory_storage: true,
                ..Default::default()
            };
            let made = tokio::time::timeout(REQUEST, self.stream.create_consumer(config)).await;
            let why = match made {
                Ok(Ok(consumer)) => match self.follow(&consumer, &mut next, &mut since, out).await? {
                    Some(why) => why,
                    None => return Ok(()),
                },
                Ok(Err(why)) => why.to_string(),
                Err(_) => "timed out".to_owned(),
            };
            self.after_failure(since, &why).await?;
        }
    }

    /// Reads from one consumer; why it has to be made anew, or `None` when nobody listens.
    async fn follow(
        &self,
        consumer: &Consumer<pull::Config>,
        next: &mut u64,
        since: &mut Instant,
        out: &Sender<Result<Seen, Lost>>,
    ) -> Result<Option<String>, Lost> {
        loop {
            let batch = consumer.batch().max_messages(BATCH).expires(Duration::from_secs(1));
            let mut batch = match tokio::time::timeout(REQUEST, batch.messages()).await {
                Ok(Ok(batch)) => batch,
                Ok(Err(why)) => return Ok(Some(why.to_string())),
                Err(_) => return Ok(Some("timed out".to_owned())),
            };
            loop {
                let message = match tokio::time::timeout(2 * REQUEST, batch.next()).await {
                    Ok(Some(Ok(message))) => message,
                    Ok(Some(Err(why))) => return Ok(Some(why.to_string())),
                    Ok(None) => break,
                    Err(_) => return Ok(Some("timed out".to_owned())),
                };
                let Ok(number) = message.info().map(|info| info.stream_sequence) else {
                    return Ok(Some("a message without a number".to_owned()));
                };
                if number != *next {
                    return Ok(Some(format!("entry {next} was skipped")));
                }
                *next += 1;
                if let Some(lane) = lane_of(&message.subject) {
                    let bytes = self.entry(number, &message.payload).await?;
                    if out.send(Ok(Seen { number, lane, bytes })).is_err() {
                        return Ok(None);
                    }
                }
            }
            *since = Instant::now();
        }
    }

    /// Fetches work of a lane, as much as is wanted.
    async fn fetch(
        &self,
        lane: &str,
        wanted: &Semaphore,
        open: &AtomicUsize,
        out: &Sender<Result<Claim, Lost>>,
    ) -> Result<(), Lost> {
        loop {
            match wanted.acquire().await {
                Ok(permit) => permit.forget(),
                Err(_) => return Ok(()),
            }
            let mut since = Instant::now();
            let claim = loop {
                match self.one(lane).await {
                    Ok(Some(claim)) => break claim,
                    Ok(None) => since = Instant::now(),
                    Err(why) => self.after_failure(since, &why).await?,
                }
            };
            open.fetch_sub(1, Ordering::SeqCst);
            if out.send(Ok(claim)).is_err() {
                return Ok(());
            }
        }
    }

    /// One piece of work, if there is any soon.
    async fn one(&self, lane: &str) -> Result<Option<Claim>, String> {
        let consumer = tokio::time::timeout(REQUEST, self.stream.get_consumer::<pull::Config>(lane)).await;
        let consumer = consumer.map_err(|_| "timed out".to_owned())?.map_err(|why| why.to_string())?;
        loop {
            let batch = consumer.batch().max_messages(1).expires(REQUEST).messages().await;
            let mut batch = batch.map_err(|why| why.to_string())?;
            let Some(message) =
                tokio::time::timeout(2 * REQUEST, batch.next()).await.map_err(|_| "timed out".to_owned())?
            else {
                // The consumer is asked for again now and then: with the server, it may have gone.
                return Ok(None);
            };
            let message = message.map_err(|why| why.to_string())?;
            let info = message.info().map_err(|why| why.to_string())?;
            let (number, times) = (info.stream_sequence, u64::try_from(info.delivered).unwrap_or(1));
            let (_, acker) = message.split();
            let in_hand = &mut self.in_hand.lock().unwrap_or_else(PoisonError::into_inner);
            // What is here already is given again when this process was slow: one treatment is enough.
            if let Some(old) = in_hand.get_mut(&number) {
                old.acker = Arc::new(acker);
                continue;
            }
            in_hand.insert(number, InHand { acker: Arc::new(acker) });
            return Ok(Some(Claim { number, times }));
        }
    }

    /// Says again and again that work is in hand.
    async fn keep(&self, deadline: Duration) {
        loop {
            tokio::time::sleep(deadline / 3).await;
            let numbers: Vec<u64> =
                self.in_hand.lock().unwrap_or_else(PoisonError::into_inner).keys().copied().collect();
            for number in numbers {
                let subject = {
                    let in_hand = self.in_hand.lock().unwrap_or_else(PoisonError::into_inner);
                    in_hand.get(&number).map(|held| held.acker.clone())
                };
                if let Some(acker) = subject {
                    let _ = acker.ack_with(AckKind::Progress).await;
                }
            }
        }
    }

    async fn quiet(&self) -> Result<Option<u64>, String> {
        let before = self.stream.get_info().await.map_err(|why| why.to_string())?.state.last_sequence;
        for (_, lane) in LANES {
            let info = self.stream.consumer_info(lane).await.map_err(|why| why.to_string())?;
            if info.num_pending > 0 || info.num_ack_pending > 0 {
                return Ok(None);
            }
            let subject = format!("cairn.run.{}.{lane}", self.run);
            let last = match self.stream.get_last_raw_message_by_subject(&subject).await {
                Ok(message) => message.sequence,
                Err(why) if matches!(why.kind(), LastRawMessageErrorKind::NoMessageFound) => 0,
                Err(why) => return Err(why.to_string()),
            };
            if info.ack_floor.stream_sequence < last {
                return Ok(None);
            }
        }
        let after = self.stream.get_info().await.map_err(|why| why.to_string())?.state.last_sequence;
        Ok((before == after).then_some(after))
    }
}

impl StreamLog {
    pub(crate) fn open(
        server: &Arc<Server>,
        run: &str,
        lost: Duration,
        mine: Option<Coordination>,
    ) -> Result<Self, Lost> {
        let runtime = server.runtime();
        let stream = runtime.block_on(server.context().get_stream(stream_name(run)));
        let stream = stream.map_err(|why| Lost(format!("there is no run {run}: {why}")))?;
        let (in_hand, server, run) = (Mutex::default(), server.clone(), run.to_owned());
        let (is_mine, refusal) = (mine.is_some(), Mutex::default());
        let inside = Arc::new(Inside { server, run, stream, lost, is_mine, in_hand, refusal });
        let (seen, lines, waiting) = (OnceLock::new(), OnceLock::new(), AtomicUsize::new(0));
        let (presence, tasks) = mine.map_or((None, Vec::new()), |mine| (Some(mine.presence), mine.tasks));
        Ok(Self { inside, seen, lines, waiting, tasks: Mutex::new(tasks), presence })
    }

    /// Its name.
    pub fn run(&self) -> &str {
        &self.inside.run
    }

    /// Says from now on that a worker is there, until the log is dropped.
    pub fn say_present(&self) {
        let inside = self.inside.clone();
        self.spawn(async move { presence::say(inside.server.client(), &inside.run, &inside.refusal).await });
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let task = self.inside.server.runtime().spawn(task);
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(task);
    }

    fn seen(&self) -> &Receiver<Result<Seen, Lost>> {
        self.seen.get_or_init(|| {
            let ((out, seen), inside) = (unbounded(), self.inside.clone());
            self.spawn(async move {
                if let Err(lost) = inside.observe(&out).await {
                    let _ = out.send(Err(lost));
                }
            });
            seen
        })
    }

    fn lines(&self) -> &[Lines; 2] {
        self.lines.get_or_init(|| {
            let inside = self.inside.clone();
            self.spawn(async move {
                let asked = inside.stream.consumer_info(LANES[1].1).await;
                let deadline = asked.map_or(REQUEST, |info| info.config.ack_wait);
                inside.keep(deadline).await;
            });
            LANES.map(|(_, lane)| {
                let (wanted, open) = (Arc::new(Semaphore::new(0)), Arc::new(AtomicUsize::new(0)));
                let ((out, claims), inside) = (unbounded(), self.inside.clone());
                let (asked, counted) = (wanted.clone(), open.clone());
                self.spawn(async move {
                    if let Err(lost) = inside.fetch(lane, &asked, &counted, &out).await {
                        let _ = out.send(Err(lost));
                    }
                });
                Lines { wanted, open, claims }
            })
        })
    }
}

impl Log for StreamLog {
    fn publish(&self, lane: Lane, bytes: Vec<u8>) -> Result<u64, Lost> {
        self.inside.server.runtime().block_on(self.inside.publish(word(lane), bytes))
    }

    fn observe(&self, wait: Duration) -> Result<Option<Seen>, Lost> {
        if let Some(lost) = self.presence.as_ref().and_then(presence::lost) {
            return Err(lost);
        }
        match self.seen().recv_timeout(wait) {
            Ok(seen) => seen.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(over(self.presence.is_some())),
        }
    }

    fn claim(&self, wait: Duration) -> Result<Option<Claim>, Lost> {
        let [urgent, work] = self.lines();
        let there = urgent.claims.try_recv().or_else(|_| work.claims.try_recv());
        if let Ok(claim) = there {
            return claim.map(Some);
        }
        let waiting = self.waiting.fetch_add(1, Ordering::SeqCst) + 1;
        for line in [urgent, work] {
            if line.open.load(Ordering::SeqCst) < waiting {
                line.open.fetch_add(1, Ordering::SeqCst);
                line.wanted.add_permits(1);
            }
        }
        let claim = crossbeam_channel::select! {
            recv(urgent.claims) -> claim => Some(claim),
            recv(work.claims) -> claim => Some(claim),
            default(wait) => None,
        };
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        match claim {
            Some(Ok(claim)) => claim.map(Some),
            Some(Err(_)) => Err(over(self.presence.is_some())),
            None => Ok(None),
        }
    }

    fn read(&self, number: u64) -> Result<Vec<u8>, Lost> {
        self.inside.server.runtime().block_on(async {
            let payload = self.inside.raw(number).await?;
            self.inside.entry(number, &payload).await
        })
    }

    fn done(&self, number: u64) {
        let held = self.inside.in_hand.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
        if let Some(held) = held {
            // An acknowledgement that is lost means that the work is done once more.
            let _ = self.inside.server.runtime().block_on(held.acker.ack());
        }
    }

    fn quiet(&self) -> Result<Option<u64>, Lost> {
        let since = Instant::now();
        self.inside.server.runtime().block_on(async {
            loop {
                let why = match tokio::time::timeout(4 * REQUEST, self.inside.quiet()).await {
                    Ok(Ok(quiet)) => return Ok(quiet),
                    Ok(Err(why)) => why,
                    Err(_) => "timed out".to_owned(),
                };
                self.inside.after_failure(since, &why).await?;
            }
        })
    }
}

impl Drop for StreamLog {
    /// Gives back what is in hand; a coordinator ends the run.
    fn drop(&mut self) {
        for task in std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner)) {
            task.abort();
        }
        let held = std::mem::take(&mut *self.inside.in_hand.lock().unwrap_or_else(PoisonError::into_inner));
        self.inside.server.runtime().block_on(async {
            let give_back = async {
                for held in held.into_values() {
                    let _ = held.acker.ack_with(AckKind::Nak(None)).await;
                }
                let client = self.inside.server.client();
                let _ = client.flush().await;
                if self.presence.is_some() {
                    let _ = self.inside.server.context().delete_stream(stream_name(&self.inside.run)).await;
                }
            };
            let _ = tokio::time::timeout(REQUEST, give_back).await;
        });
    }
}
