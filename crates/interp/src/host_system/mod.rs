//! The system that a program runs on in a hosted run: streams, files, the environment, formatted text.
//!
//! A function without a body that is in [`cairn_ir::Outside::hosted`] is called here, with the address of the record of its
//! arguments (`cairn_transform::variadic`). The host reads and writes the program's memory as the program does, so that what is
//! undefined about a call (a buffer that is too small, a string without an end) ends the run as an access does. It has no
//! clock and asks nothing: the same inputs give the same run.

mod calendar;
mod call;
mod decimal;
mod files;
mod folders;
mod format;
mod random;
mod run_input;
mod scan;
mod stdio;
mod stdlib;
mod streams;
mod strerror;
mod strtod;

use crate::inputs::Inputs;
use crate::machine::Activation;
use crate::object::ObjectKind;
use crate::run::Interpreter;
use crate::trace::{Target, WrittenValue};
use crate::undefined::{Fault, Res};
use cairn_base::Span;
use cairn_ir::behaviour::is_of_library;
use cairn_ir::{EdgeId, FunctionId, NondetSource, Value};
use call::Call;
use files::Files;
use random::Random;
pub use run_input::{Missing, RunInput, Transfer, TransferSource};
use scan::{Conversion, Place};
use std::collections::{BTreeMap, BTreeSet};
use streams::Streams;

/// The numbers of errors that the host sets, as Linux has them.
pub(crate) mod errno {
    pub const ENOENT: i32 = 2;
    pub const EBADF: i32 = 9;
    pub const EEXIST: i32 = 17;
    pub const EINVAL: i32 = 22;
    pub const EMFILE: i32 = 24;
    pub const ENOTTY: i32 = 25;
    pub const ESPIPE: i32 = 29;
    pub const ERANGE: i32 = 34;
    pub const EOVERFLOW: i32 = 75;
}

/// Functions of the prelude of which C leaves something open.
const OPEN: &[&str] = &["qsort", "qsort_r", "option", "bsearch", "malloc", "setlocale", "note_open", "note_closed"];

/// The number of the user and of the group: not root, as most are.
const USER: u128 = 1000;

/// The status of a program that called `abort`, as a shell has it: 128 and the signal's number.
const ABORTED: i32 = 134;

/// One of the streams that a program prints on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Printed {
    /// The standard output.
    Out,
    /// The standard error.
    Err,
}

/// System of a program: its inputs, and what the program made of them.
#[derive(Clone, Debug)]
pub struct Host {
    arguments: Vec<Vec<u8>>,
    /// The entries of the environment as they were at the start.
    entries: Vec<Vec<u8>>,
    streams: Streams,
    files: Files,
    open_folders: Vec<folders::OpenFolder>,
    environment: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Where the texts are in memory that the program was given, by what they are.
    texts: BTreeMap<(&'static str, Vec<u8>), u64>,
    random: Random,
    status: Option<i32>,
    /// Where answers are made up: what they follow from, none where all are 0.
    answers: Option<Option<Random>>,
    answered: BTreeSet<String>,
    missing: Missing,
    /// Actions of the call that runs, for a person: what it is about, and what became of that.
    done: Vec<(String, String)>,
    printed: Vec<u8>,
    /// Where the last call put what it read.
    written: Option<u64>,
    /// Conversions of the last call.
    conversions: Vec<Conversion>,
}

/// An answer that follows from random numbers: most often 0, -1 or small.
fn answer(random: &mut Random) -> u64 {
    let number = random.next() as u64;
    match number >> 3 & 7 {
        0..=2 => 0,
        3 | 4 => u64::MAX,
        5 => 1,
        6 => number >> 6 & 0xff,
        _ => (random.next() as u64) << 32 | number,
    }
}

/// Bytes of a text that are shown.
const SHOWN: usize = 60;

/// Bytes as C would write them.
fn quoted(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(SHOWN)];
    let more = if shown.len() < bytes.len() { "…" } else { "" };
    format!("\"{}\"{more}", shown.escape_ascii())
}

impl Host {
    /// A host that gives this.
    pub fn new(mut given: RunInput) -> Self {
        let pair = |entry: &Vec<u8>| {
            let at = entry.iter().position(|byte| *byte == b'=')?;
            Some((entry[..at].to_vec(), entry[at + 1..].to_vec()))
        };
        Self {
            files: Files::new(&mut given),
            streams: Streams::new(given.input),
            open_folders: Vec::new(),
            environment: given.environment.iter().filter_map(pair).collect(),
            arguments: given.arguments,
            entries: given.environment,
            texts: BTreeMap::new(),
            random: Random::seeded(1),
            status: None,
            answers: given.answers.map(|seed| (seed != 0).then(|| Random::seeded(seed))),
            answered: BTreeSet::new(),
            missing: Missing::default(),
            done: Vec::new(),
            printed: Vec::new(),
            written: None,
            conversions: Vec::new(),
        }
    }

    /// Actions of the call that has just run.
    fn answers(&mut self) -> Vec<(String, String)> {
        let mut done = std::mem::take(&mut self.done);
        if let Some((from, bytes)) = self.streams.taken() {
            let text = if bytes.is_empty() { "at its end".to_owned() } else { quoted(&bytes) };
            done.push((from.to_owned(), text));
        }
        let printed = std::mem::take(&mut self.printed);
        if !printed.is_empty() {
            done.push(("printed".to_owned(), quoted(&printed)));
        }
        done
    }

    /// The functions whose answers were made up.
    pub fn answered(&self) -> &BTreeSet<String> {
        &self.answered
    }

    /// Missing things that the program asked for.
    pub fn missing(&self) -> Missing {
        Missing { input: self.streams.input_is_read, ..self.missing.clone() }
    }

    /// Transfers of the last call from the input, from a file or from a text, each piece with what became of it.
    pub fn transfers(&self) -> Vec<Transfer> {
        let whole = self.streams.piece.map(|(content, first, count)| {
            let from = Place::Stream(content, first);
            Conversion { from, count, to: self.written, number: None }
        });
        let whole = if self.conversions.is_empty() { whole } else { None };
        let all = self.conversions.iter().copied().chain(whole);
        all.filter_map(|Conversion { from, count, to, number }| {
            let from = match from {
                Place::Stream(None, first) => TransferSource::Input(first),
                Place::Stream(Some(content), first) => {
                    TransferSource::File(self.files.path_of(content)?.as_os_str().as_encoded_bytes().to_vec(), first)
                }
                Place::Memory(at) => TransferSource::Memory(at),
            };
            Some(Transfer { from, count, to, number })
        })
        .collect()
    }

    /// Status by the program, where it called a function that ends it.
    pub fn status(&self) -> Option<i32> {
        self.status
    }

    /// Runs a function; the bits of its result.
    fn run(&mut self, name: &str, call: &mut Call<'_, '_, '_>) -> Res<u128> {
        let name = name.trim_start_matches('<').trim_end_matches('>');
        if let Some(result) = self.stdio(name, call)? {
            return Ok(result);
        }
        if let Some(result) = self.stdlib(name, call)? {
            return Ok(result);
        }
        if let Some(result) = self.folders(name, call)? {
            return Ok(result);
        }
        Err(Box::new(Fault::Unsupported(format!("a call of '{name}', which a hosted run does not have,"))))
    }
}

impl Interpreter<'_, '_> {
    /// Makes this a hosted run.
    pub fn set_host(&mut self, host: Host) {
        self.host = Some(Box::new(host));
    }

    /// The host of a hosted run.
    pub fn host(&self) -> Option<&Host> {
        self.host.as_deref()
    }

    /// Where the program called the library that runs, which is written in C; `None` where the program itself runs.
    pub fn place_of_call(&self) -> Option<Span> {
        self.call_of_library().map(|edge| self.machine.code.program.edges[edge].span)
    }

    /// The call of the library that runs; `None` where the program itself runs.
    pub fn call_of_library(&self) -> Option<EdgeId> {
        let program = self.machine.code.program;
        let of_library = |frame: &&Activation| is_of_library(program, &program.functions[frame.function]);
        self.machine.frames.iter().rev().take_while(of_library).last()?.call.map(|(_, edge)| edge)
    }

    /// An answer of the system where a library function's model would take any value, if answers are made up; none where somebody else knows it.
    /// What C leaves open, and a system decides in one way, is 0: `qsort` keeps the order of equal elements, and POSIXLY_CORRECT is not set.
    pub(crate) fn guess(&mut self, source: &NondetSource) -> Res<Option<u64>> {
        let (NondetSource::Undefined(name) | NondetSource::Unmodelled(name)) = source else { return Ok(None) };
        let Some(host) = self.host.as_mut().filter(|_| !OPEN.contains(&name.as_str())) else { return Ok(None) };
        // What arguments determine may never be what is made up.
        if let (NondetSource::Undefined(_), Some(answers)) = (source, &mut host.answers) {
            host.answered.insert(name.clone());
            return Ok(Some(answers.as_mut().map_or(0, answer)));
        }
        Err(Box::new(Fault::Unsupported(format!("a call of '{name}', which a hosted run has no answer for,"))))
    }

    /// Records that a variable has another value.
    fn stored_by_host(&mut self, at: u64, inputs: &mut dyn Inputs) -> Res<()> {
        let program = self.machine.code.program;
        let object = self.machine.memory.objects.holding(at).filter(|object| object.address == at);
        let Some(ObjectKind::Variable(var)) = object.map(|object| object.kind) else { return Ok(()) };
        let data = &program.vars[var];
        let Some(scalar) = program.types.scalar(data.ty) else { return Ok(()) };
        let value = self.machine.memory.read(at, scalar.bits().div_ceil(8) as usize, inputs).map(Value)?;
        let (name, ty, pointed) = (data.name.clone(), data.ty, self.machine.points_to(Some(value), data.ty));
        self.trace.changed(WrittenValue { target: Target::Variable(var), name, ty, value: Some(value), pointed });
        Ok(())
    }

    /// Calls a hosted function with the record of its arguments; its result, and the errno that it leaves.
    pub(crate) fn call_host(&mut self, function: FunctionId, record: u64, inputs: &mut dyn Inputs) -> Res<Value> {
        let name = &self.machine.code.program.functions[function].name;
        let Some(mut host) = self.host.take() else {
            return Err(Box::new(Fault::Malformed(format!("a call of '{name}', which has no body"))));
        };
        host.streams.piece = None;
        let mut call = Call::new(self, inputs, record);
        let result = host.run(name, &mut call).and_then(|value| call.keep_errno().map(|()| Value(value)));
        (host.written, host.conversions) = (call.written, call.conversions);
        let (answers, stores) = (host.answers(), call.stores);
        if self.records {
            self.trace.answered(answers);
            for at in stores {
                self.stored_by_host(at, inputs)?;
            }
        }
        self.host = Some(host);
        result
    }
}
