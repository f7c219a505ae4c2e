//! Transitions of cycles, from executions of the program.
//!
//! Invariant: every transition is one of an execution, so a ranking function that does not fit it is none. What executions do not
//! show is the business of the proof.

use crate::component::{Atom, Atoms, number};
use crate::cycle::{Cycle, CycleKind};
use cairn_base::{FastMap, FastSet};
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, InterpreterOptions, RecordedInputs, RunEnd};
use cairn_ir::types::Scalar;
use cairn_ir::{CallSiteId, EdgeId, FunctionId, Op, Program, Step, Value};
use fastrand::Rng;
use std::collections::BTreeSet;

/// Values of atoms at one arrival and at the next.
pub type CycleTransition = (Vec<i128>, Vec<i128>);

/// Transitions of a cycle in executions.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The transitions, each once.
    pub transitions: Vec<CycleTransition>,
    seen: FastSet<CycleTransition>,
    /// Atoms that have no value at some arrival: variables whose lifetime has not begun.
    pub unusable: BTreeSet<usize>,
    /// The most arrivals one after the other.
    pub longest: u64,
    /// How many activations were seen whole.
    pub activations: u64,
}

/// More transitions of a cycle are not kept, but for those of counterexamples.
const MOST: usize = 3_000;
/// Of one activation the first so many transitions are kept, and later ones at powers of two.
const FIRST: u64 = 60;

impl Samples {
    fn add(&mut self, transition: CycleTransition, round: u64, always: bool) {
        let is_wanted = always || self.transitions.len() < MOST && (round <= FIRST || round.is_power_of_two());
        if is_wanted && self.seen.insert(transition.clone()) {
            self.transitions.push(transition);
        }
    }
}

/// How an execution's inputs are chosen.
#[derive(Clone, Debug)]
pub enum InputSource {
    /// These, then zeros.
    Recorded(RecordedInputs),
    /// For each place that asks a value of its own, always the same.
    ByPlace(FastMap<EdgeId, Value>, Value),
    /// Any, of a kind.
    Any(Rng, Mix),
}

/// Which numbers are made up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mix {
    /// From -3 to 10.
    Small,
    /// Numbers of the program and their neighbours.
    Constants,
    /// So many random bits.
    Bits,
    /// All of these.
    Mixed,
}

/// Inputs that are written down as they are given.
pub struct GivenInputs<'a> {
    source: InputSource,
    constants: &'a [i128],
    /// Inputs, in order.
    pub sequence: Vec<(EdgeId, Value)>,
    /// Whether something was given that no execution may choose.
    pub is_spoiled: bool,
    /// Whether an indeterminate byte was read.
    pub read_memory: bool,
}

impl<'a> GivenInputs<'a> {
    /// Inputs of a source; `constants` are the program's numbers.
    pub fn new(source: InputSource, constants: &'a [i128]) -> Self {
        Self { source, constants, sequence: Vec::new(), is_spoiled: false, read_memory: false }
    }
    /// Inputs, for who repeats them.
    pub fn recorded(&self) -> RecordedInputs {
        match &self.source {
            InputSource::Recorded(recorded) => RecordedInputs { used: 0, ..recorded.clone() },
            _ => RecordedInputs::of(self.sequence.iter().map(|(_, value)| *value)),
        }
    }
    /// The values that this input has for each place that asked: the last.
    pub fn by_place(&self) -> FastMap<EdgeId, Value> {
        self.sequence.iter().copied().collect()
    }
}

fn any(rng: &mut Rng, mix: Mix, constants: &[i128], of: Option<Scalar>) -> i128 {
    let bits = of.map_or(32, Scalar::bits).min(64);
    match mix {
        Mix::Small => i128::from(rng.i64(-3..=10)),
        Mix::Constants if !constants.is_empty() => constants[rng.usize(..constants.len())],
        Mix::Constants | Mix::Bits => {
            let width = rng.u32(0..=bits);
            let magnitude = if width == 0 { 0 } else { rng.u64(..) >> (64 - width) };
            let value = i128::from(magnitude);
            if rng.bool() { -value } else { value }
        }
        Mix::Mixed => {
            let mix = [Mix::Small, Mix::Small, Mix::Constants, Mix::Bits][rng.usize(..4)];
            any(rng, mix, constants, of)
        }
    }
}

impl Inputs for GivenInputs<'_> {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        self.is_spoiled |= matches!(request.source, cairn_ir::NondetSource::Unmodelled(_));
        let bits = request.scalar.map_or(64, Scalar::bits);
        let value = match &mut self.source {
            InputSource::Recorded(recorded) => recorded.havoc(request),
            InputSource::ByPlace(values, otherwise) => values.get(&request.edge).copied().unwrap_or(*otherwise),
            InputSource::Any(rng, mix) => Value::from_i128(any(rng, *mix, self.constants, request.scalar), bits),
        };
        self.sequence.push((request.edge, value));
        value
    }
    fn havoc_bytes(&mut self, request: &InputRequest<'_>, bytes: &mut [u8]) {
        self.is_spoiled |= matches!(request.source, cairn_ir::NondetSource::Unmodelled(_));
        match &mut self.source {
            InputSource::Recorded(recorded) => recorded.havoc_bytes(request, bytes),
            _ => bytes.fill(0),
        }
        self.sequence.push((request.edge, Value(0)));
    }
    fn memory_byte(&mut self, object: cairn_interp::ObjectOrdinal, offset: u64) -> u8 {
        self.read_memory = true;
        match &mut self.source {
            InputSource::Recorded(recorded) => recorded.memory_byte(object, offset),
            _ => 0,
        }
    }
    fn wild_byte(&mut self, address: u64) -> u8 {
        self.read_memory = true;
        match &mut self.source {
            InputSource::Recorded(recorded) => recorded.wild_byte(address),
            _ => 0,
        }
    }
}

/// Where the cycles of a program are, for who watches executions.
pub struct CycleWatch<'a> {
    program: &'a Program,
    cycles: &'a [(Cycle, Atoms)],
    /// The cycles that an edge begins or repeats.
    by_edge: FastMap<EdgeId, Vec<(usize, Arrival)>>,
    by_function: FastMap<FunctionId, usize>,
    call_edges: FastMap<CallSiteId, usize>,
    edges_of_calls: FastMap<CallSiteId, EdgeId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arrival {
    Begins,
    Repeats,
}

impl<'a> CycleWatch<'a> {
    /// For the cycles of a program, by their position.
    pub fn new(program: &'a Program, cycles: &'a [(Cycle, Atoms)]) -> Self {
        let (mut by_edge, mut by_function) = (FastMap::<_, Vec<_>>::default(), FastMap::default());
        let mut call_edges = FastMap::default();
        for (index, (cycle, _)) in cycles.iter().enumerate() {
            match &cycle.kind {
                CycleKind::Loop { begins, repeats, .. } => {
                    for edge in begins {
                        by_edge.entry(*edge).or_default().push((index, Arrival::Begins));
                    }
                    for edge in repeats {
                        by_edge.entry(*edge).or_default().push((index, Arrival::Repeats));
                    }
                }
                CycleKind::Recursion { calls } => {
                    by_function.extend(cycle.functions.iter().map(|function| (*function, index)));
                    for edge in calls {
                        if let Op::Call(site) = program.edges[*edge].op {
                            call_edges.insert(site, index);
                        }
                    }
                }
            }
        }
        let calls = program.edges.iter_ids().filter_map(|(id, edge)| match edge.op {
            Op::Call(site) => Some((site, id)),
            _ => None,
        });
        let edges_of_calls = calls.filter(|(_, edge)| by_edge.contains_key(edge)).collect();
        Self { program, cycles, by_edge, by_function, call_edges, edges_of_calls }
    }
}

/// How an execution that was watched ended.
pub struct WatchedExecution<'a> {
    /// How.
    pub end: Option<RunEnd>,
    /// Its inputs.
    pub given: GivenInputs<'a>,
    /// Moves of control.
    pub steps: u64,
    /// The cycle that came round last, where the execution was cut off.
    pub last: Option<usize>,
}

/// Executes a program for so many steps, and adds what cycles do to their samples.
pub fn execute<'a>(
    code: &Code<'_>,
    watch: &CycleWatch<'_>,
    samples: &mut [Samples],
    source: InputSource,
    constants: &'a [i128],
    steps: u64,
) -> WatchedExecution<'a> {
    let options =
        InterpreterOptions { steps, null_is_memory: true, memory: 1 << 26, depth: 20_000, ..Default::default() };
    let mut run = Interpreter::new(code, options);
    let mut given = GivenInputs::new(source, constants);
    // By frame: the values of the last arrival at each of its cycles, and how many arrivals there were.
    let mut frames: Vec<Frame> = vec![Frame::default()];
    let mut last = None;
    let always = matches!(given.source, InputSource::Recorded(_));
    let end = loop {
        let step = match run.step(&mut given) {
            Ok(step) => step,
            Err(end) => break Some(end),
        };
        match step {
            Step::Edge(edge) => last = arrive(watch, edge, &mut frames, samples, &mut run, &mut given).or(last),
            Step::Enter(site, _) => {
                let mut frame = Frame::default();
                let callee = watch.program.calls[site].callee;
                if let Some((callee, index)) =
                    callee.and_then(|callee| Some((callee, *watch.by_function.get(&callee)?)))
                {
                    let atoms = watch.cycles[index].1.within(callee);
                    {
                        let values = values(watch.program, atoms, &mut run, &mut given, &mut samples[index].unusable);
                        let mut depth = 0;
                        if watch.call_edges.get(&site) == Some(&index)
                            && let Some((old, count)) = frames.last().and_then(|frame| frame.get(&index))
                        {
                            depth = count + 1;
                            last = Some(index);
                            samples[index].add((old.clone(), values.clone()), depth, always);
                            samples[index].longest = samples[index].longest.max(depth);
                        }
                        samples[index].activations += 1;
                        frame.insert(index, (values, depth));
                    }
                }
                frames.push(frame);
            }
            Step::Leave(site, _) => {
                frames.pop();
                // A call's edge leads to where the callee returns to.
                if let Some(edge) = watch.edges_of_calls.get(&site) {
                    last = arrive(watch, *edge, &mut frames, samples, &mut run, &mut given).or(last);
                }
            }
            Step::Hidden(_) => {}
        }
    };
    WatchedExecution { end, given, steps: run.steps(), last }
}

/// By cycle, the values of its last arrival in a frame, and how many arrivals there were.
type Frame = FastMap<usize, (Vec<i128>, u64)>;

/// An execution came along an edge, perhaps to a head: a cycle that came round.
fn arrive(
    watch: &CycleWatch<'_>,
    edge: EdgeId,
    frames: &mut [Frame],
    samples: &mut [Samples],
    run: &mut Interpreter<'_, '_>,
    given: &mut GivenInputs<'_>,
) -> Option<usize> {
    let always = matches!(given.source, InputSource::Recorded(_));
    let frame = frames.last_mut()?;
    let mut last = None;
    for (index, arrival) in watch.by_edge.get(&edge)? {
        let (cycle, atoms) = &watch.cycles[*index];
        let samples = &mut samples[*index];
        let atoms = atoms.within(cycle.function());
        let values = values(watch.program, atoms, run, given, &mut samples.unusable);
        let before = frame.insert(*index, (values.clone(), 0));
        if *arrival == Arrival::Begins {
            samples.activations += 1;
            continue;
        }
        last = Some(*index);
        if let Some((old, count)) = before {
            samples.add((old, values), count + 1, always);
            samples.longest = samples.longest.max(count + 1);
            if let Some(kept) = frame.get_mut(index) {
                kept.1 = count + 1;
            }
        }
    }
    last
}

fn values(
    program: &Program,
    atoms: &[Atom],
    run: &mut Interpreter<'_, '_>,
    given: &mut GivenInputs<'_>,
    unusable: &mut BTreeSet<usize>,
) -> Vec<i128> {
    let one = |(at, atom): (usize, &Atom)| match run.value_of(atom.value, given) {
        Some(value) => number(program, atom.value, value),
        None => {
            unusable.insert(at);
            0
        }
    };
    atoms.iter().enumerate().map(one).collect()
}
