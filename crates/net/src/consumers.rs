//! The consumers of a run on a server: each lane has a subject, and there is a durable consumer for each lane of work, which all workers share.

use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::Stream;
use cairn_wire::Lane;
use std::time::Duration;

/// Work that may be in hand at once, of all workers.
const MOST_IN_HAND: i64 = 100_000;

pub(crate) const LANES: [(Lane, &str); 2] = [(Lane::Urgent, "urgent"), (Lane::Work, "work")];

/// The last word of a lane's subject.
pub(crate) const fn word(lane: Lane) -> &'static str {
    match lane {
        Lane::Start => "start",
        Lane::Urgent => "urgent",
        Lane::Work => "work",
        Lane::Note => "note",
    }
}

/// The lane of a subject; parts have none.
pub(crate) fn lane_of(subject: &str) -> Option<Lane> {
    let last = subject.rsplit('.').next()?;
    [Lane::Start, Lane::Urgent, Lane::Work, Lane::Note].into_iter().find(|lane| word(*lane) == last)
}

/// Makes the consumers of a run.
pub(crate) async fn make(stream: &Stream, run: &str, deadline: Duration) -> Result<(), String> {
    for (_, lane) in LANES {
        let config = pull::Config {
            durable_name: Some(lane.to_owned()),
            filter_subject: format!("cairn.run.{run}.{lane}"),
            ack_policy: AckPolicy::Explicit,
            ack_wait: deadline,
            max_ack_pending: MOST_IN_HAND,
            headers_only: true,
            ..Default::default()
        };
        stream.create_consumer(config).await.map_err(|why| why.to_string())?;
    }
    Ok(())
}
