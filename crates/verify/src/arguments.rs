//! Whether an execution is given arguments of `main` that a system gives (C11 5.1.2.2.1).
//!
//! A system gives `argc` strings that are there, however many these are, in memory that is apart from all objects of the
//! program and from the vector that points to them. The program's automata say it of the first few strings only, since
//! there is no formula for all of them. So a proof covers more executions than there are, and an execution that is to be
//! shown to a person is looked at here: those entries of the vector that it reads before it writes them.
//!
//! A solver gives an entry that does not matter whatever it likes. So the inputs are mended, by a string elsewhere with the
//! same text, and the program is run with those: only when it does not fail then does the violation rest on the entry.

use cairn_base::FastSet;
use cairn_interp::layout::Range;
use cairn_interp::{Code, Inputs, Interpreter, ObjectOrdinal, Options, RecordedInputs, Request};
use cairn_ir::{PlaceKind, Value, VarId};

/// Room for the text of a string that is put elsewhere.
const ROOM: u64 = 4096;

/// Arguments that no system gives.
pub(crate) struct Impossible {
    /// Why, for a person.
    pub why: String,
    /// The inputs with others in their place, where there is a way.
    pub mended: Option<RecordedInputs>,
}

/// What is impossible about the arguments that an execution of so many steps is given.
pub(crate) fn impossible(code: &Code<'_>, inputs: &RecordedInputs, steps: usize) -> Option<Impossible> {
    let (count, vector) = code.program.outside.arguments?;
    let given = inputs.clone();
    let mut seen = Seen { code, given, vars: [count, vector], values: [None; 2], asked: FastSet::default() };
    let options = Options { null_is_memory: true, ..Options::default() };
    let mut interpreter = Interpreter::new(code, options);
    for _ in 0..steps {
        if interpreter.step(&mut seen).is_err() {
            break;
        }
    }
    let [Some(count), Some(vector)] = seen.values.map(|value| value.and_then(|value| u64::try_from(value.0).ok()))
    else {
        return None;
    };
    seen.impossible(count, vector)
}

/// Inputs that note what is asked of them.
struct Seen<'c, 'p> {
    code: &'c Code<'p>,
    given: RecordedInputs,
    /// The variables of the number of arguments and of their vector, and what these take.
    vars: [VarId; 2],
    values: [Option<Value>; 2],
    /// Addresses of memory that the program does not name.
    asked: FastSet<u64>,
}

impl Seen<'_, '_> {
    fn impossible(mut self, count: u64, vector: u64) -> Option<Impossible> {
        if !self.is_apart(vector) {
            let why = "the path rests on a vector of arguments that lies in an object of the program".to_owned();
            return Some(Impossible { why, mended: None });
        }
        let width = u64::from(self.code.program.types.model().pointer_bits() / 8);
        let end = vector.saturating_add(count.saturating_add(1).saturating_mul(width));
        let mut read: Vec<u64> = self.asked.iter().filter(|at| (vector..end).contains(*at)).copied().collect();
        read.iter_mut().for_each(|at| *at = (*at - vector) / width);
        read.sort_unstable();
        read.dedup();
        let is_wrong = |number: &u64| {
            let string = self.string(vector + number * width, width);
            *number < count && (!self.is_apart(string) || (vector..end).contains(&string))
        };
        let wrong: Vec<u64> = read.into_iter().filter(is_wrong).collect();
        let first = wrong.first()?;
        let why = format!("the path rests on an argv[{first}] that is no string apart from everything else");
        let Some(room) = self.room(vector, end, ROOM * wrong.len() as u64) else {
            return Some(Impossible { why, mended: None });
        };
        for (number, to) in wrong.into_iter().zip((room..).step_by(ROOM as usize)) {
            let entry = vector + number * width;
            let from = self.string(entry, width);
            if self.is_apart(from) {
                for at in 0..ROOM {
                    if let Some(byte) = self.given.wild.get(&from.wrapping_add(at)).copied() {
                        self.given.wild.insert(to + at, byte);
                    }
                }
            }
            let bytes = (entry..).zip(to.to_le_bytes()).take(width as usize);
            self.given.wild.extend(bytes);
        }
        self.given.used = 0;
        Some(Impossible { why, mended: Some(self.given) })
    }

    fn is_apart(&self, address: u64) -> bool {
        self.code.layout.ranges.classify(address) == Range::Wild
    }

    /// The pointer that the vector holds at the start.
    fn string(&self, entry: u64, width: u64) -> u64 {
        let byte = |at: u64| self.given.wild.get(&at).copied().unwrap_or(0);
        (0..width).rev().fold(0, |value, at| value << 8 | u64::from(byte(entry + at)))
    }

    /// An address at which there are so many bytes that nobody has asked about, outside of the vector.
    fn room(&self, vector: u64, end: u64, size: u64) -> Option<u64> {
        let ranges = self.code.layout.ranges;
        let above = |address: &u64| address.checked_next_multiple_of(ROOM);
        let starts = [ranges.wild(), end].into_iter().chain(self.asked.iter().map(|at| at.saturating_add(1)));
        let mut starts: Vec<u64> = starts.filter_map(|at| above(&at)).collect();
        starts.sort_unstable();
        starts.into_iter().find(|start| {
            let Some(until) = start.checked_add(size) else { return false };
            let is_free = until <= vector || *start >= end;
            is_free && until < ranges.null_memory() && !self.asked.iter().any(|at| (*start..until).contains(at))
        })
    }
}

impl Inputs for Seen<'_, '_> {
    fn havoc(&mut self, request: &Request<'_>) -> Value {
        let value = self.given.havoc(request);
        if let PlaceKind::Var(var) = self.code.program.exprs[request.place].kind {
            for (of, taken) in self.vars.iter().zip(&mut self.values) {
                if *of == var {
                    *taken = Some(value);
                }
            }
        }
        value
    }

    fn havoc_bytes(&mut self, request: &Request<'_>, bytes: &mut [u8]) {
        self.given.havoc_bytes(request, bytes);
    }

    fn memory_byte(&mut self, object: ObjectOrdinal, offset: u64) -> u8 {
        self.given.memory_byte(object, offset)
    }

    fn wild_byte(&mut self, address: u64) -> u8 {
        self.asked.insert(address);
        self.given.wild_byte(address)
    }
}
