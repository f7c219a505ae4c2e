//! Who does what for how long: executions, ranking functions, executions without end.
//!
//! Executions come first, for they cost milliseconds: they give transitions, and those that do not end are looked at for a state that comes again. Then each
//! cycle gets a ranking, in rounds whose slices of time double. Where executions were cut off, or rankings fail, it is asked whether an end can be reached at all.
//!
//! Invariant: [`Settled::Ends`] has a ranking for each cycle, proved by [`Safety`]; or the program has one execution, which was seen whole.

use crate::component::{Atoms, Component};
use crate::cycle::Cycle;
use crate::instrument;
use crate::lasso::{self, Lasso};
use crate::outcome::{EndlessExecution, OpenCycle, Ranked, Settled};
use crate::recurrence;
use crate::sampled_program::{SampledExecution, SampledProgram};
use crate::samples::{self, CycleWatch, InputSource, Samples};
use crate::search;
use crate::synthesis::{Clamping, Ranking, tuple};
use cairn_base::{FastMap, FastSet, Span};
use cairn_interp::{Code, RecordedInputs, RunEnd};
use cairn_ir::{EdgeId, NodeId, Program, Value};
use fastrand::Rng;
use std::time::Duration;

/// What a task of safety came to.
#[derive(Clone, Debug)]
pub enum SafetyAnswer {
    /// No execution passes the label, nor does what is undefined where that was asked.
    Holds,
    /// An execution with these inputs passes it.
    Violated(RecordedInputs),
    /// Neither was shown; why not.
    Unknown(String),
}

/// Whether undefined behaviour counts as a violation too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undefinedness {
    /// It does not.
    Ignored,
    /// It does.
    Counts,
}

/// Who decides tasks of safety.
pub trait Safety {
    /// Whether an execution passes a label.
    fn decide(&mut self, program: Program, label: &str, undefined: Undefinedness, time: Duration) -> SafetyAnswer;
    /// Whether the program has one execution, which comes to its end.
    fn ends_as_its_only_execution(&mut self, program: &Program, time: Duration) -> bool;
    /// The program in which an execution ends where signed arithmetic overflows.
    fn ending_at_overflow(&mut self, program: &Program) -> Program;
    /// How much time is left; none when there is no limit.
    fn left(&self) -> Option<Duration>;
    /// Whether to stop.
    fn is_over(&self) -> bool;
}

/// Decides whether every execution of a program ends.
pub fn decide(program: &Program, safety: &mut dyn Safety) -> Settled {
    let mut run = Run::new(program, safety);
    run.decide()
}

struct Run<'s> {
    safety: &'s mut dyn Safety,
    plain: SampledProgram,
    /// Made where it is needed.
    ending: Option<SampledProgram>,
    ranked: Vec<Option<Ranked>>,
    why: Vec<String>,
    /// Rankings that were not decided in a slice of time, by cycle.
    undecided: FastSet<(usize, bool, Ranking, u64)>,
    /// Strategies under which executions were cut off.
    suspects: Vec<(FastMap<EdgeId, Value>, Option<usize>)>,
}

const FIRST_SLICE: Duration = Duration::from_millis(1_000);
/// How long the only execution of a program may take.
const ONLY: Duration = Duration::from_secs(4);
/// Moves of control of executions that give transitions.
const SAMPLED: u64 = 1_500_000;
/// Moves of control of executions in which a state that comes again is looked for.
const SEARCHED: u64 = 3_000_000;
/// So many counterexamples of one cycle's rankings in a round.
const REFINEMENTS: usize = 8;
/// A bound on rounds is tried up to this.
const MOST_ROUNDS: u64 = 300;

impl<'s> Run<'s> {
    fn new(program: &Program, safety: &'s mut dyn Safety) -> Self {
        let plain = SampledProgram::new(program.clone());
        let count = plain.cycles.len();
        Self {
            safety,
            plain,
            ending: None,
            ranked: vec![None; count],
            why: vec![String::new(); count],
            undecided: FastSet::default(),
            suspects: Vec::new(),
        }
    }

    fn decide(&mut self) -> Settled {
        if self.plain.cycles.is_empty() {
            return Settled::Ends(Vec::new());
        }
        if let Some(settled) = self.executions() {
            return settled;
        }
        let mut slice = FIRST_SLICE;
        for round in 0..8_u32 {
            if round == 0
                && let Some(endless) = self.no_end(slice, 1)
            {
                return endless;
            }
            for cycle in 0..self.plain.cycles.len() {
                if self.safety.is_over() {
                    return self.open();
                }
                if self.ranked[cycle].is_none() {
                    self.rank(cycle, slice);
                }
            }
            if self.ranked.iter().all(Option::is_some) {
                return Settled::Ends(self.ranked.iter().flatten().cloned().collect());
            }
            if let Some(endless) = self.state_again(slice).or_else(|| self.no_end(slice, 4)) {
                return endless;
            }
            slice *= 2;
        }
        self.open()
    }

    fn open(&self) -> Settled {
        let mut open = Vec::new();
        for (index, (cycle, _)) in self.plain.cycles.iter().enumerate() {
            if self.ranked[index].is_none() {
                open.push(OpenCycle {
                    span: cycle.span,
                    function: self.plain.program.functions[cycle.function()].name.clone(),
                    is_loop: cycle.is_loop(),
                    why: self.why[index].clone(),
                });
            }
        }
        Settled::Open(open, self.ranked.iter().flatten().cloned().collect())
    }

    /// Executions with inputs made up; the answer where they are enough.
    fn executions(&mut self) -> Option<Settled> {
        let program = self.plain.program.clone();
        let code = Code::new(&program);
        let first = self.plain.execute(&code, InputSource::ByPlace(FastMap::default(), Value(0)), 200_000);
        let ends =
            |execution: &SampledExecution| matches!(execution.end, Some(RunEnd::Returned(_) | RunEnd::Halted { .. }));
        if first.is_only && ends(&first) && self.safety.ends_as_its_only_execution(&program, ONLY) {
            return Some(Settled::Ends(Vec::new()));
        }
        let heads = heads(&self.plain.cycles);
        let doubts = lasso::doubts(&program);
        let is_head = |node: NodeId| heads.contains(&node);
        if first.is_only {
            // The only execution is long: is it without end?
            let source = InputSource::ByPlace(FastMap::default(), Value(0));
            if let Some(found) = lasso::by_place(&code, &is_head, source, 400_000, &doubts, &mut 0) {
                return Some(self.endless(found));
            }
            if !ends(&first) && self.safety.ends_as_its_only_execution(&program, ONLY) {
                return Some(Settled::Ends(Vec::new()));
            }
            self.suspects.push((FastMap::default(), first.last));
            return None;
        }
        let cut = self.plain.sample(SAMPLED, 1);
        let mut made = 0;
        let mut sources: Vec<(FastMap<EdgeId, Value>, Value)> = Vec::new();
        let all = |value: i128| (FastMap::default(), Value(value as u128));
        sources.extend([0, 1, -1, 2, 3, 5, 10, -5, 100, -100, 1000].map(all));
        for execution in &cut {
            sources.push((execution.by_place.clone(), Value(0)));
        }
        let asking = recurrence::asking(&program);
        let mut rng = Rng::with_seed(7);
        for round in 0..200 {
            let value = |rng: &mut Rng| {
                let constants = &self.plain.constants;
                let number = match round % 3 {
                    0 if !constants.is_empty() => constants[rng.usize(..constants.len())],
                    1 => i128::from(rng.i64(-5..=5)),
                    _ => i128::from(rng.i32(..)) >> rng.u32(0..31),
                };
                Value(number as u128)
            };
            sources.push((asking.iter().map(|edge| (*edge, value(&mut rng))).collect(), Value(0)));
        }
        for (values, otherwise) in sources {
            let source = InputSource::ByPlace(values, otherwise);
            if let Some(found) = lasso::by_place(&code, &is_head, source, 20_000, &doubts, &mut made) {
                return Some(self.endless(found));
            }
            if made > SEARCHED || self.safety.is_over() {
                break;
            }
        }
        for execution in cut {
            if self.suspects.len() < 6 && self.suspects.iter().all(|(known, _)| *known != execution.by_place) {
                self.suspects.push((execution.by_place, execution.last));
            }
        }
        None
    }

    fn endless(&self, found: Lasso) -> Settled {
        let span = self.span_of(found.node);
        Settled::Endless(Box::new(EndlessExecution {
            inputs: lasso::repeated(&found, 2),
            steps: found.before + 2 * found.length,
            repeats: Some((found.before, found.before + found.length)),
            span,
        }))
    }

    fn span_of(&self, node: NodeId) -> Span {
        let has = |cycle: &&(Cycle, Atoms)| matches!(&cycle.0.kind, crate::cycle::CycleKind::Loop { heads, .. } if heads.contains(&node));
        self.plain.cycles.iter().find(has).map_or(Span::NONE, |(cycle, _)| cycle.span)
    }

    /// Tries rankings of a cycle.
    fn rank(&mut self, cycle: usize, slice: Duration) {
        for ends_at_overflow in [false, true] {
            if ends_at_overflow && self.ending.is_none() {
                let mut ending = SampledProgram::new(self.safety.ending_at_overflow(&self.plain.program));
                // The two have the same cycles in the same order, or the second is of no use.
                let is_same = ending.cycles.len() == self.plain.cycles.len()
                    && ending.cycles.iter().zip(&self.plain.cycles).all(|((one, _), (other, _))| {
                        one.functions == other.functions && one.is_loop() == other.is_loop()
                    });
                if !is_same {
                    ending.cycles.clear();
                }
                ending.constants = self.plain.constants.clone();
                ending.sample(SAMPLED / 2, 2);
                self.ending = Some(ending);
            }
            let clampings: &[Clamping] =
                if ends_at_overflow { &[Clamping::Always] } else { &[Clamping::Never, Clamping::Mixed] };
            for clamping in clampings {
                if self.refine(cycle, slice, ends_at_overflow, *clamping) || self.safety.is_over() {
                    return;
                }
            }
            if !ends_at_overflow && self.bound(cycle, slice) {
                return;
            }
        }
    }

    fn model(&mut self, ends_at_overflow: bool) -> Option<&mut SampledProgram> {
        if ends_at_overflow {
            self.ending.as_mut().filter(|model| !model.cycles.is_empty())
        } else {
            Some(&mut self.plain)
        }
    }

    /// Makes rankings and has them proved, until one is, or there is no other. True when one was.
    fn refine(&mut self, cycle: usize, slice: Duration, ends_at_overflow: bool, clamping: Clamping) -> bool {
        for _ in 0..REFINEMENTS {
            let Some(model) = self.model(ends_at_overflow) else { return false };
            let (_, atoms) = &model.cycles[cycle];
            let Some(components) = tuple(atoms, &model.samples[cycle], &model.constants, clamping) else {
                self.why[cycle] =
                    "no tuple of small sums of its variables becomes smaller on all executions that were tried"
                        .to_owned();
                return false;
            };
            // A pointer wraps, as far as most analyses know, unless leaving its object ends the execution.
            let has_pointer = |of: &Component| of.terms.iter().any(|(_, at)| atoms.pointers.contains(at));
            if !ends_at_overflow && slice == FIRST_SLICE && components.iter().any(has_pointer) {
                return false;
            }
            let ranking = Ranking::Tuple(components);
            let known = model.samples[cycle].transitions.len();
            match self.prove(cycle, &ranking, slice, ends_at_overflow) {
                Some(SafetyAnswer::Holds) => return true,
                Some(SafetyAnswer::Violated(inputs)) => {
                    let Some(model) = self.model(ends_at_overflow) else { return false };
                    let program = model.program.clone();
                    let code = Code::new(&program);
                    model.execute(&code, InputSource::Recorded(inputs), 2_000_000);
                    if model.samples[cycle].transitions.len() == known {
                        return false;
                    }
                }
                _ => return false,
            }
            if self.safety.is_over() {
                return false;
            }
        }
        false
    }

    /// Tries a bound on the number of rounds.
    fn bound(&mut self, cycle: usize, slice: Duration) -> bool {
        let samples = &self.plain.samples[cycle];
        if samples.longest == 0 || samples.longest > MOST_ROUNDS {
            return false;
        }
        let ranking = Ranking::AtMost(samples.longest);
        match self.prove(cycle, &ranking, slice, false) {
            Some(SafetyAnswer::Holds) => true,
            Some(SafetyAnswer::Violated(inputs)) => {
                let program = self.plain.program.clone();
                let code = Code::new(&program);
                self.plain.execute(&code, InputSource::Recorded(inputs), 2_000_000);
                false
            }
            _ => false,
        }
    }

    fn prove(
        &mut self,
        cycle: usize,
        ranking: &Ranking,
        slice: Duration,
        ends_at_overflow: bool,
    ) -> Option<SafetyAnswer> {
        let key = (cycle, ends_at_overflow, ranking.clone(), slice.as_millis() as u64);
        if self.undecided.contains(&key) {
            return None;
        }
        let model = self.model(ends_at_overflow)?;
        let (of, atoms) = &model.cycles[cycle];
        let mut program = model.program.clone();
        instrument::put(&mut program, of, atoms, ranking);
        let text = match ranking {
            Ranking::Tuple(components) => {
                let atoms = &atoms.of[0].1;
                let texts: Vec<String> = components.iter().map(|of| of.text(&model.program, atoms)).collect();
                match &texts[..] {
                    [] => "it never comes round".to_owned(),
                    [one] => one.clone(),
                    _ => format!("({})", texts.join(", ")),
                }
            }
            Ranking::AtMost(most) => format!("{most} rounds"),
        };
        let ranked = Ranked {
            span: of.span,
            function: model.program.functions[of.function()].name.clone(),
            is_loop: of.is_loop(),
            ranking: text,
            assumes_no_overflow: ends_at_overflow,
        };
        let answer = self.safety.decide(program, instrument::LABEL, Undefinedness::Ignored, slice);
        match &answer {
            SafetyAnswer::Holds => self.ranked[cycle] = Some(ranked),
            SafetyAnswer::Violated(_) => {}
            SafetyAnswer::Unknown(why) => {
                self.why[cycle] = format!("it was not proved that {} becomes smaller: {why}", ranked.ranking);
                self.undecided.insert(key);
            }
        }
        Some(answer)
    }

    /// Looks for a state that comes again, in the loops that are open.
    fn state_again(&mut self, slice: Duration) -> Option<Settled> {
        let plain = self.plain.program.clone();
        let plain_code = Code::new(&plain);
        let doubts = lasso::doubts(&plain);
        let heads = heads(&self.plain.cycles);
        let is_head = |node: NodeId| heads.contains(&node);
        for cycle in 0..self.plain.cycles.len() {
            if self.ranked[cycle].is_some() || self.safety.is_over() {
                continue;
            }
            let mut program = self.plain.program.clone();
            if !search::put(&mut program, &self.plain.cycles[cycle].0) {
                continue;
            }
            let answer = self.safety.decide(program.clone(), search::LABEL, Undefinedness::Ignored, slice);
            let SafetyAnswer::Violated(inputs) = answer else { continue };
            let code = Code::new(&program);
            let found = search::candidate(&code, inputs, &plain_code, &is_head);
            if let Some(found) = found.and_then(|found| lasso::confirm(&plain_code, found, &doubts)) {
                return Some(self.endless(found));
            }
        }
        None
    }

    /// Asks whether an end can be reached, under some strategies.
    fn no_end(&mut self, slice: Duration, most: usize) -> Option<Settled> {
        let mut strategies: Vec<(FastMap<EdgeId, Value>, Option<usize>)> =
            self.suspects.iter().take(most).cloned().collect();
        if !self.suspects.is_empty() || most > 1 {
            strategies.insert(strategies.len().min(1), (FastMap::default(), None));
        }
        for (strategy, last) in strategies {
            if self.safety.is_over() {
                return None;
            }
            let mut program = self.plain.program.clone();
            recurrence::put(&mut program, &strategy);
            let answer = self.safety.decide(program, recurrence::LABEL, Undefinedness::Counts, slice);
            if matches!(answer, SafetyAnswer::Holds) {
                let steps = 3_000;
                let program = self.plain.program.clone();
                let code = Code::new(&program);
                let watch = CycleWatch::new(&program, &self.plain.cycles);
                let source = InputSource::ByPlace(strategy, Value(0));
                let mut samples = vec![Samples::default(); self.plain.cycles.len()];
                let watched = samples::execute(&code, &watch, &mut samples, source, &[], steps);
                // The execution that is told must be one that goes on.
                if !matches!(watched.end, Some(RunEnd::LimitReached(_))) || watched.given.is_spoiled {
                    continue;
                }
                let last = watched.last.or(last);
                let span = last.map_or(Span::NONE, |cycle| self.plain.cycles[cycle].0.span);
                let endless = EndlessExecution { inputs: watched.given.recorded(), steps, repeats: None, span };
                return Some(Settled::Endless(Box::new(endless)));
            }
        }
        None
    }
}

fn heads(cycles: &[(Cycle, Atoms)]) -> FastSet<NodeId> {
    let mut heads = FastSet::default();
    for (cycle, _) in cycles {
        if let crate::cycle::CycleKind::Loop { heads: of, .. } = &cycle.kind {
            heads.extend(of.iter().copied());
        }
    }
    heads
}
