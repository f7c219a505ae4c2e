//! The check that looks for an execution: a thread that is asked to stop, and never waited for.
//!
//! Invariant: the session hears of its end, whether it has answers, was refused or failed. Why a thread and not a process: the execution that it
//! finds is in this one's memory.

use super::launch::LaunchSettings;
use crate::check::{ExecutionSearch, PlayedExecution, SearchNews};
use cairn_base::CancelToken;
use crossbeam_channel::{Receiver, unbounded};
use std::panic::{self, AssertUnwindSafe};
use std::thread::Builder;

/// The stack of a check; less where the system does not give so much.
const STACK_BYTES: [usize; 3] = [256 << 20, 64 << 20, 8 << 20];

pub enum SearchMessage {
    Progress(String),
    Found(Box<PlayedExecution>),
    /// It is over without one: what is known.
    Nothing(String),
    /// The text or the options cannot be used, or an invariant of Cairn does not hold.
    Refused(String),
}

pub struct RunningSearch {
    pub news: Receiver<SearchMessage>,
    cancel: CancelToken,
}

impl RunningSearch {
    /// Starts the check.
    ///
    /// # Errors
    /// There is no thread.
    pub fn start(settings: LaunchSettings) -> Result<Self, String> {
        let (send, news) = unbounded();
        let cancel = CancelToken::new();
        let settings = std::sync::Arc::new(settings);
        let thread = |bytes: usize| {
            let (send, cancel, settings) = (send.clone(), cancel.clone(), settings.clone());
            let work = move || {
                // Nobody listens when the session is over.
                let mut tell = |news| {
                    let _ = send.send(match news {
                        SearchNews::Progress(text) => SearchMessage::Progress(text),
                        SearchNews::Found(found) => SearchMessage::Found(found),
                    });
                };
                let search = ExecutionSearch {
                    arguments: &settings.command,
                    obligation: settings.obligation.as_deref(),
                    cancel: &cancel,
                };
                let end = panic::catch_unwind(AssertUnwindSafe(|| search.run(&mut tell)));
                let _ = send.send(match end {
                    Ok(Ok(known)) => SearchMessage::Nothing(known),
                    Ok(Err(why)) => SearchMessage::Refused(why.text().to_owned()),
                    Err(_) => SearchMessage::Refused("error: internal error, please report it\n".to_owned()),
                });
            };
            Builder::new().name("check".to_owned()).stack_size(bytes).spawn(work).ok()
        };
        match STACK_BYTES.into_iter().find_map(thread) {
            Some(_) => Ok(Self { news, cancel }),
            None => Err("the system gives no thread for the check".to_owned()),
        }
    }

    pub fn cancel(&self) {
        self.cancel.cancel();
    }
}
