//! The results of earlier runs, and those that this one leaves to later ones: verdicts here, results of blocks in
//! `cairn-bam`.
//!
//! **TRUE** is kept for the text of the whole program, the property, the machine and the options.
//!
//! **FALSE** is kept as the inputs that lead to the violation, for programs of the same files' names. They are run again:
//! what violates the property is a violation, whatever the program says by now; all else is as if nothing had been kept.

use crate::check::Checker;
use crate::request::Request;
use crate::violation::Violation;
use cairn_base::{Budget, Stop};
use cairn_cpa::Verdict;
use cairn_interp::{ObjectOrdinal, RecordedInput, RecordedInputs};
use cairn_ir::{Program, Value};
use cairn_options::Configuration;
use cairn_options::quantity::Limit;
use cairn_summaries::{Key, Store};

/// Moves of control that a replay may take beyond those of the run that is repeated.
const SLACK: u64 = 100_000;

/// The inputs of an execution in plain terms: those asked for, indeterminate bytes, bytes without a name, and how many
/// steps it took.
type Plain = (Vec<(bool, Vec<u8>)>, Vec<(u64, u64, u8)>, Vec<(u64, u8)>, u64);

pub struct Summaries {
    store: Store,
    request: Request,
    /// The key of the verdict TRUE; none when the program has no digest.
    proved: Option<Vec<u8>>,
    violated: Vec<u8>,
}

impl Summaries {
    /// Those of the file that the request names.
    pub fn open(request: &Request, program: &Program) -> Option<Self> {
        let mut store = Store::in_file(request.summaries.clone()?);
        let proved = cairn_bam::whole_program(program).ok().map(|text| {
            let key = Key::new("proved").with(&base(&request.configuration, request)).with(&text);
            key.digest().to_vec()
        });
        let names = request.inputs.iter().map(|input| input.name.as_bytes());
        let key = names.fold(Key::hint("violated").with(&task(request)), |key, name| key.with(name));
        let violated = key.digest().to_vec();
        store.fetch(&proved.iter().chain([&violated]).cloned().collect::<Vec<_>>());
        Some(Self { store, request: request.clone(), proved, violated })
    }

    /// The verdict of an earlier run, if it is still one.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn verdict(&self, checker: &mut Checker<'_>, budget: &Budget) -> Result<Option<Verdict<Violation>>, Stop> {
        if self.proved.as_ref().is_some_and(|key| self.store.get(key).is_some()) {
            return Ok(Some(Verdict::True));
        }
        let known = self.store.get(&self.violated).and_then(|bytes| postcard::from_bytes(bytes).ok());
        let Some((inputs, steps)) = known.map(of_plain) else { return Ok(None) };
        Ok(checker.replay(inputs, steps.saturating_add(SLACK), budget)?.map(Verdict::False))
    }

    /// Where the results of the blocks of a stage are kept.
    pub fn blocks(&mut self, configuration: &Configuration) -> cairn_bam::StoreLocation<'_> {
        let base = base(configuration, &self.request);
        cairn_bam::StoreLocation { store: &mut self.store, base }
    }

    /// Keeps a verdict, and writes the file. What was wrong with it are sentences without a full stop.
    pub fn close(mut self, verdict: &Verdict<Violation>, checker: &Checker<'_>) -> Vec<String> {
        match (verdict, &self.proved, checker.confirmed()) {
            (Verdict::True, Some(key), _) => {
                self.store.put(key.clone(), Vec::new());
            }
            (Verdict::False(_), _, Some((inputs, steps))) => {
                if let Ok(bytes) = postcard::to_allocvec(&plain(inputs, steps)) {
                    self.store.put(self.violated.clone(), bytes);
                }
            }
            _ => {}
        }
        self.store.commit();
        self.store.warnings().to_vec()
    }
}

/// Request beside the text of the program.
fn task(request: &Request) -> [u8; 32] {
    let front = format!("{:?}", request.front);
    Key::part("task").with(format!("{:?}", request.property).as_bytes()).with(front.as_bytes()).digest()
}

/// Digest of the request and its options: all options but those that only say when to stop, and how to print.
fn base(configuration: &Configuration, request: &Request) -> [u8; 32] {
    let mut options = configuration.clone();
    options.cpu_limit = Limit::Auto;
    options.time_limit = Limit::Auto;
    options.memory_limit = Limit::Auto;
    options.step_limit = Limit::Auto;
    options.trace = cairn_options::values::TraceLength::Short;
    Key::part("base").with(&task(request)).with(format!("{options:?}").as_bytes()).digest()
}

fn plain(inputs: &RecordedInputs, steps: u64) -> Plain {
    let input = |input: &RecordedInput| match input {
        RecordedInput::Scalar(value) => (true, value.0.to_le_bytes().to_vec()),
        RecordedInput::Bytes(bytes) => (false, bytes.clone()),
    };
    let memory = inputs.memory.iter().map(|((object, offset), byte)| (object.0, *offset, *byte));
    let wild = inputs.wild.iter().map(|(address, byte)| (*address, *byte));
    (inputs.sequence.iter().map(input).collect(), memory.collect(), wild.collect(), steps)
}

fn of_plain((sequence, memory, wild, steps): Plain) -> (RecordedInputs, u64) {
    let input = |(is_scalar, bytes): (bool, Vec<u8>)| match <[u8; 16]>::try_from(bytes.as_slice()) {
        Ok(value) if is_scalar => RecordedInput::Scalar(Value(u128::from_le_bytes(value))),
        _ => RecordedInput::Bytes(bytes),
    };
    let inputs = RecordedInputs {
        sequence: sequence.into_iter().map(input).collect(),
        memory: memory.into_iter().map(|(object, offset, byte)| ((ObjectOrdinal(object), offset), byte)).collect(),
        wild: wild.into_iter().collect(),
        used: 0,
    };
    (inputs, steps)
}
