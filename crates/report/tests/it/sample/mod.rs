//! A small log with hostile texts.

use cairn_dss::MessageLog;
use cairn_dss::log::{Event, LogEvent, LoggedBlock, MessageKind, MessageOutcome, Receivers, Sent, Treated};

/// Would end the element that it is in, and run.
pub const HOSTILE: &str = "</script><script>document.title = 'broken'</script><b>bold</b>";

/// Two blocks; a state, a loop's state, a condition that is refuted, a new epoch, and the end.
pub fn log() -> MessageLog {
    let block = |id: &str, is_entry, successors: &[usize]| LoggedBlock {
        id: id.to_owned(),
        name: format!("main:{id}"),
        is_entry,
        operations: vec![format!("puts(\"{HOSTILE}\");")],
        successors: successors.to_vec(),
    };
    let sent = |kind, sender, to: &[usize], cause, description: &str| {
        LogEvent::Sent(Sent {
            kind,
            epoch: 0,
            sender,
            receivers: Receivers::Blocks(to.to_vec()),
            cause,
            bytes: 12,
            description: description.to_owned(),
        })
    };
    let treated = |message, outcome| LogEvent::Treated(Treated { message, thread: 0, outcome, work: 1 });
    let end = Sent {
        kind: MessageKind::Result,
        epoch: 1,
        sender: None,
        receivers: Receivers::All,
        cause: None,
        bytes: 0,
        description: "no message is left".to_owned(),
    };
    let events = [
        sent(MessageKind::BlockPostcondition, None, &[0], None, ""),
        treated(0, MessageOutcome::Explored),
        sent(MessageKind::BlockPostcondition, Some(0), &[1], Some(0), "(main::x = 0)"),
        sent(MessageKind::BlockPostcondition, Some(1), &[1], Some(2), HOSTILE),
        sent(MessageKind::ErrorCondition, Some(1), &[0, 1], Some(2), "a violation is met"),
        treated(4, MessageOutcome::Refuted),
        sent(MessageKind::ErrorConditionUnreachable, Some(1), &[1], Some(4), "at main:2: (main::x <= 0)"),
        LogEvent::Sent(end),
    ];
    let events = events.into_iter().zip(0..).map(|(what, time)| Event { time, what });
    MessageLog {
        program: vec!["a<b>.c".to_owned()],
        blocks: vec![block("B0", true, &[1]), block("B1", false, &[1])],
        events: events.collect(),
        left_out: 0,
        verdict: Some("TRUE".to_owned()),
        reasons: Vec::new(),
    }
}
