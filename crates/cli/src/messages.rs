//! `cairn verify --message-log FILE` and `--serve`: what the workers of the distributed analysis send each other.
//!
//! Without either there is no log, and the run is the same but for that.

use crate::console;
use crate::exit::InputError;
use cairn_base::CancelToken;
use cairn_dss::Recorder;
use cairn_options::Analysis;
use cairn_options::Configuration;
use cairn_report::messages::{MessageSource, json, page};
use cairn_report::serve::Serving;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often it is asked whether the user has enough.
const PERIOD: Duration = Duration::from_millis(50);

/// Where the messages of a run go.
pub struct Messages {
    recorder: Option<Recorder>,
    file: Option<PathBuf>,
    serving: Option<Serving>,
}

impl Messages {
    /// Gets ready, before the run.
    ///
    /// # Errors
    /// A sentence for the user: the file is of another form, the analysis sends no messages, or the port cannot be had.
    pub fn new(file: Option<&Path>, port: Option<u16>, configuration: &Configuration) -> Result<Self, InputError> {
        let is_wanted = file.is_some() || port.is_some();
        if is_wanted && configuration.analysis != Analysis::Distributed {
            let why = "only workers send messages: --message-log and --serve need --analysis distributed";
            return Err(InputError::new(why));
        }
        if let Some(file) = file {
            form(file)?;
        }
        let recorder = is_wanted.then(Recorder::default);
        let serving = match port.zip(recorder.clone()) {
            Some((port, recorder)) => {
                let serving = Serving::start(recorder, port)
                    .map_err(|error| InputError::new(format!("cannot serve at port {port}: {error}")))?;
                console::err(&format!("messages: {}\n", serving.url()));
                Some(serving)
            }
            None => None,
        };
        Ok(Self { recorder, file: file.map(Path::to_owned), serving })
    }

    pub fn recorder(&self) -> Option<Recorder> {
        self.recorder.clone()
    }

    /// Writes the file.
    ///
    /// # Errors
    /// It cannot be written, as a sentence.
    pub fn write(&self) -> Result<(), InputError> {
        let (Some(file), Some(recorder)) = (&self.file, &self.recorder) else { return Ok(()) };
        let log = recorder.log();
        let text = match form(file)? {
            Form::Html => page(&log, MessageSource::File),
            Form::Json => json(&log) + "\n",
        };
        std::fs::write(file, text).map_err(|error| InputError::new(format!("cannot write {}: {error}", file.display())))
    }

    /// Serves on after the run, until the user interrupts.
    pub fn stay(self, interrupted: &CancelToken) {
        if self.serving.is_some() && !interrupted.is_cancelled() {
            console::err("the messages are served until you interrupt (Ctrl-C)\n");
            while !interrupted.is_cancelled() {
                std::thread::sleep(PERIOD);
            }
        }
    }
}

enum Form {
    Html,
    Json,
}

fn form(file: &Path) -> Result<Form, InputError> {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => Ok(Form::Html),
        Some("json") => Ok(Form::Json),
        _ => Err(InputError::new(format!("{}: a message log is .html or .json", file.display()))),
    }
}
