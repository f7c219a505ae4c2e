//! The check that runs: a thread that is asked to stop, and never waited for.
//!
//! Invariant: news carry the number of their check, and those of a check that was given up are passed over. Why a thread and not a process: what
//! is kept and what is known so far is in this one's memory. A step that hears no request to stop goes on in its thread; so many of those
//! are waited for before another check starts, that they do not pile up.

use super::settings::EditorSettings;
use crate::check::{CheckNews, CheckReport, CheckedFunction, EditedCheck, KeptReports};
use crate::inputs::EditedTexts;
use cairn_base::CancelToken;
use crossbeam_channel::Sender;
use std::collections::BTreeSet;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// The stack of a check; less where the system does not give so much.
const STACK_BYTES: [usize; 3] = [256 << 20, 64 << 20, 8 << 20];
/// So long a check may take to stop after it was asked to.
const GRACE: Duration = Duration::from_millis(1500);
/// So long it may go on after its time limit.
const OVERTIME: Duration = Duration::from_secs(3);
/// So many checks may go on that were given up.
const ABANDONED: usize = 3;

pub enum CheckEnd {
    Report(Box<CheckReport>),
    /// The text or the options cannot be used: why.
    Refused(String),
    /// An invariant of Cairn does not hold.
    Failed(String),
}

pub enum CheckMessage {
    Known(CheckNews),
    End(CheckEnd),
}

pub struct RunningCheck {
    pub number: u64,
    pub file: PathBuf,
    pub text: Arc<str>,
    /// The functions of the text, once they are known.
    pub functions: Vec<CheckedFunction>,
    cancel: CancelToken,
    asked: Option<Instant>,
    end: Instant,
}

/// The checks of this process: one at a time.
pub struct Checks {
    /// The one that runs.
    pub running: Option<RunningCheck>,
    abandoned: BTreeSet<u64>,
    number: u64,
    news: Sender<(u64, CheckMessage)>,
    kept: Arc<Mutex<KeptReports>>,
}

impl Checks {
    /// None runs.
    pub fn new(news: Sender<(u64, CheckMessage)>) -> Self {
        let kept = Arc::new(Mutex::new(KeptReports::in_memory()));
        Self { running: None, abandoned: BTreeSet::new(), number: 0, news, kept }
    }

    pub fn is_free(&self) -> bool {
        self.running.is_none() && self.abandoned.len() < ABANDONED
    }

    /// Starts a check; gives its number.
    ///
    /// # Errors
    /// There is no thread.
    pub fn start(&mut self, file: &Path, text: Arc<str>, settings: &EditorSettings) -> Result<u64, String> {
        self.number += 1;
        let (number, cancel) = (self.number, CancelToken::new());
        let (functions, end) = (Vec::new(), Instant::now() + settings.time_limit + OVERTIME);
        let thread = |bytes: usize| {
            let (settings, news, kept) = (settings.clone(), self.news.clone(), Arc::clone(&self.kept));
            let (file, text, cancel) = (file.to_owned(), Arc::clone(&text), cancel.clone());
            let work = move || {
                let check = || {
                    check(&file, text, &settings, &kept, &cancel, &|known| {
                        // Nobody listens when the server is over.
                        let _ = news.send((number, CheckMessage::Known(known)));
                    })
                };
                let end = panic::catch_unwind(AssertUnwindSafe(check));
                let end = end.unwrap_or_else(|payload| CheckEnd::Failed(text_of_panic(payload.as_ref())));
                let _ = news.send((number, CheckMessage::End(end)));
            };
            Builder::new().name("check".to_owned()).stack_size(bytes).spawn(work).ok()
        };
        if STACK_BYTES.into_iter().find_map(thread).is_none() {
            return Err("the system gives no thread for the check".to_owned());
        }
        self.running = Some(RunningCheck { number, file: file.to_owned(), text, functions, cancel, asked: None, end });
        Ok(number)
    }

    /// Asks the check that runs to stop.
    pub fn cancel(&mut self) {
        if let Some(running) = &mut self.running {
            running.cancel.cancel();
            running.asked.get_or_insert_with(Instant::now);
        }
    }

    /// The check that a number is of, if it runs and was not asked to stop.
    pub fn current(&mut self, number: u64) -> Option<&mut RunningCheck> {
        self.running.as_mut().filter(|running| running.number == number && running.asked.is_none())
    }

    /// A check is over; gives it if it ran until then.
    pub fn ended(&mut self, number: u64) -> Option<RunningCheck> {
        self.abandoned.remove(&number);
        self.running.take_if(|running| running.number == number)
    }

    /// When the check that runs is given up.
    pub fn deadline(&self) -> Option<Instant> {
        self.running.as_ref().map(|running| running.asked.map_or(running.end, |asked| asked + GRACE))
    }

    /// Gives up the check that runs, if it is time; gives it when nobody had asked it to stop.
    pub fn give_up(&mut self) -> Option<RunningCheck> {
        if self.deadline().is_none_or(|deadline| deadline > Instant::now()) {
            return None;
        }
        let running = self.running.take()?;
        running.cancel.cancel();
        self.abandoned.insert(running.number);
        running.asked.is_none().then_some(running)
    }
}

fn check(
    file: &Path,
    text: Arc<str>,
    settings: &EditorSettings,
    kept: &Mutex<KeptReports>,
    cancel: &CancelToken,
    tell: &dyn Fn(CheckNews),
) -> CheckEnd {
    let texts = EditedTexts::from([(file.to_owned(), text)]);
    let checked = settings
        .command(file)
        .and_then(|arguments| EditedCheck { arguments: &arguments, texts, kept, cancel }.run(&mut |known| tell(known)));
    match checked {
        Ok(report) => CheckEnd::Report(Box::new(report)),
        Err(why) => CheckEnd::Refused(why.text().to_owned()),
    }
}

fn text_of_panic(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a text").to_owned()
}
