//! Who does what for how long: executions, ranking functions, executions without end.
//!
//! Executions come first, for they cost milliseconds: they give transitions, and those that do not end are looked at for a state that comes again. Then each
//! cycle gets a ranking, in rounds whose slices of time double. Where executions were cut off, or rankings fail, it is asked whether an end can be reached at all.
//!
//! Invariant: a cycle is [`CycleState::Ranked`] with a ranking that [`Safety`] proved, and [`CycleState::Executed`] where the program has one
//! execution, which was seen whole.

use crate::component::{Atoms, Component};
use crate::cycle::Cycle;
use crate::instrument;
use crate::lasso::{self, Lasso};
use crate::outcome::{CycleAnswer, CycleState, EndlessExecution, RankingFound, TerminationAnswer};
use crate::recurrence;
use crate::relevant_part;
use crate::safety::{Safety, SafetyAnswer, SafetyTask, Undefinedness};
use crate::sampled_program::{SampledExecution, SampledProgram};
use crate::samples::{self, CycleWatch, InputSource, Samples};
use crate::search;
use crate::splice::LABEL;
use crate::synthesis::{Clamping, Ranking, tuple};
use cairn_base::{FastMap, FastSet, Span};
use cairn_interp::{Code, RecordedInputs, RunEnd};
use cairn_ir::{EdgeId, NodeId, Program, Value};
use fastrand::Rng;
use std::time::Duration;

/// Scope of the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TerminationScope {
    /// Whether every execution ends: one that does not is enough.
    Verdict,
    /// The same of each cycle by itself.
    EachCycle,
}

/// Decides whether every execution of a program ends.
pub fn decide(program: &Program, wanted: TerminationScope, safety: &mut dyn Safety) -> TerminationAnswer {
    let mut run = Run::new(program, wanted, safety);
    run.decide();
    run.answer()
}

struct Run<'s> {
    safety: &'s mut dyn Safety,
    plain: SampledProgram,
    /// Made where it is needed.
    ending: Option<SampledProgram>,
    wanted: TerminationScope,
    states: Vec<CycleState>,
    endless: Option<Box<EndlessExecution>>,
    /// Tasks that are not asked again in a slice of time: those that were refuted, and those that were not decided in as much.
    settled: FastMap<(usize, String), Duration>,
    asked: u64,
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
/// Cycle of a task about no cycle.
const NO_CYCLE: usize = usize::MAX;
/// So many counterexamples of one cycle's rankings in a round.
const REFINEMENTS: usize = 8;
/// A bound on rounds is tried up to this.
const MOST_ROUNDS: u64 = 300;

impl<'s> Run<'s> {
    fn new(program: &Program, wanted: TerminationScope, safety: &'s mut dyn Safety) -> Self {
        let plain =
            SampledProgram::new(program.clone(), &|program, function| safety.is_taken_to_end(program, function));
        let count = plain.cycles.len();
        Self {
            safety,
            plain,
            ending: None,
            wanted,
            states: vec![CycleState::Open(String::new()); count],
            endless: None,
            settled: FastMap::default(),
            asked: 0,
            suspects: Vec::new(),
        }
    }

    fn decide(&mut self) {
        if self.plain.cycles.is_empty() {
            return;
        }
        self.executions();
        let mut slice = FIRST_SLICE;
        for round in 0..8_u32 {
            let asked = self.asked;
            if round == 0 && !self.is_done() {
                self.no_end(slice, 1);
            }
            for cycle in 0..self.plain.cycles.len() {
                if self.is_done() {
                    return;
                }
                if self.is_open(cycle) {
                    self.rank(cycle, slice);
                }
            }
            if !self.is_done() {
                self.state_again(slice);
            }
            if !self.is_done() {
                self.no_end(slice, 4);
            }
            if self.asked == asked {
                return;
            }
            slice *= 2;
        }
    }

    fn is_open(&self, cycle: usize) -> bool {
        matches!(self.states[cycle], CycleState::Open(_))
    }

    /// Whether nothing more is to be found, or there is no time for it.
    fn is_done(&self) -> bool {
        let is_endless = |state: &CycleState| matches!(state, CycleState::Endless(_));
        let has_endless = self.endless.is_some() || self.states.iter().any(is_endless);
        self.wanted == TerminationScope::Verdict && has_endless
            || (0..self.states.len()).all(|cycle| !self.is_open(cycle))
            || self.safety.is_over()
    }

    fn answer(self) -> TerminationAnswer {
        let program = &self.plain.program;
        let cycles = self.plain.cycles.iter().zip(self.states).map(|((cycle, _), state)| CycleAnswer {
            span: cycle.span,
            function: program.functions[cycle.function()].name.clone(),
            is_loop: cycle.is_loop(),
            state,
        });
        TerminationAnswer { cycles: cycles.collect(), endless: self.endless }
    }

    fn found(&mut self, cycle: Option<usize>, endless: EndlessExecution) {
        match cycle {
            Some(cycle) if self.is_open(cycle) => self.states[cycle] = CycleState::Endless(Box::new(endless)),
            Some(_) => {}
            None => self.endless = Some(Box::new(endless)),
        }
    }

    /// Asks a task of safety, unless its answer is known, or as much time did not decide it.
    fn ask(&mut self, cycle: usize, mut task: SafetyTask<'_>, slice: Duration) -> Option<SafetyAnswer> {
        let key = (cycle, task.about.clone());
        if self.settled.get(&key).is_some_and(|known| slice <= *known) {
            return None;
        }
        self.asked += 1;
        relevant_part::cut(&mut task.program, task.label);
        let answer = self.safety.decide(task, slice);
        let known = if matches!(answer, SafetyAnswer::Violated(_)) { Duration::MAX } else { slice };
        self.settled.insert(key, known);
        Some(answer)
    }

    /// Executes a program with the inputs of a counterexample; an execution that goes on and on is suspect.
    fn learn(&mut self, inputs: RecordedInputs, ends_at_overflow: bool) {
        let Some(model) = self.model(ends_at_overflow) else { return };
        let program = model.program.clone();
        let code = Code::new(&program);
        let execution = model.execute(&code, InputSource::Recorded(inputs), 1_000_000);
        if !ends_at_overflow && matches!(execution.end, Some(RunEnd::LimitReached(_))) {
            self.suspect(execution);
        }
    }

    fn suspect(&mut self, execution: SampledExecution) {
        if self.suspects.len() < 6 && self.suspects.iter().all(|(known, _)| *known != execution.by_place) {
            self.suspects.push((execution.by_place, execution.last));
        }
    }

    fn note(&mut self, cycle: usize, why: String) {
        if self.is_open(cycle) {
            self.states[cycle] = CycleState::Open(why);
        }
    }

    /// Executions with inputs made up: transitions, states that come again, and the only execution of a program that has one.
    fn executions(&mut self) {
        let program = self.plain.program.clone();
        let code = Code::new(&program);
        let first = self.plain.execute(&code, InputSource::ByPlace(FastMap::default(), Value(0)), 200_000);
        let ends =
            |execution: &SampledExecution| matches!(execution.end, Some(RunEnd::Returned(_) | RunEnd::Halted { .. }));
        if first.is_only && ends(&first) && self.safety.ends_as_its_only_execution(&program, ONLY) {
            return self.states.fill(CycleState::Executed);
        }
        let heads = heads(&self.plain.cycles);
        let doubts = lasso::doubts(&program);
        let is_head = |node: NodeId| heads.contains(&node);
        if first.is_only {
            // The only execution is long: is it without end?
            let source = InputSource::ByPlace(FastMap::default(), Value(0));
            if let Some(found) = lasso::by_place(&code, &is_head, source, 400_000, &doubts, &mut 0) {
                return self.comes_again(found);
            }
            if !ends(&first) && self.safety.ends_as_its_only_execution(&program, ONLY) {
                return self.states.fill(CycleState::Executed);
            }
            return self.suspects.push((FastMap::default(), first.last));
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
                self.comes_again(found);
            }
            if self.is_done() {
                return;
            }
            if made > SEARCHED || self.safety.is_over() {
                break;
            }
        }
        cut.into_iter().for_each(|execution| self.suspect(execution));
    }

    fn comes_again(&mut self, found: Lasso) {
        let is_head = |(cycle, _): &(Cycle, Atoms)| matches!(&cycle.kind, crate::cycle::CycleKind::Loop { heads, .. } if heads.contains(&found.node));
        let cycle = self.plain.cycles.iter().position(is_head);
        let endless = EndlessExecution {
            inputs: lasso::repeated(&found, 2),
            steps: found.before + 2 * found.length,
            repeats: Some((found.before, found.before + found.length)),
            span: cycle.map_or(Span::NONE, |cycle| self.plain.cycles[cycle].0.span),
        };
        self.found(cycle, endless);
    }

    fn rank(&mut self, cycle: usize, slice: Duration) {
        for ends_at_overflow in [false, true] {
            if ends_at_overflow && self.ending.is_none() {
                let mut ending = {
                    let program = self.safety.ending_at_overflow(&self.plain.program);
                    let safety = &*self.safety;
                    SampledProgram::new(program, &|program, function| safety.is_taken_to_end(program, function))
                };
                // The two have the same cycles in the same order, or the second is of no use.
                let is_same = ending.cycles.len() == self.plain.cycles.len()
                    && ending.cycles.iter().zip(&self.plain.cycles).all(|((one, _), (other, _))| {
                        one.functions == other.functions && one.span == other.span && one.is_loop() == other.is_loop()
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
            if !ends_at_overflow && (self.never_again(cycle, slice) || self.bound(cycle, slice)) {
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
                let why = "no tuple of small sums of its variables becomes smaller on all executions that were tried";
                self.note(cycle, why.to_owned());
                return false;
            };
            // A pointer wraps, as far as most analyses know, unless leaving its object ends the execution.
            let has_pointer = |of: &Component| of.terms.iter().any(|(_, at)| atoms.pointers.contains(at));
            if !ends_at_overflow && components.iter().any(has_pointer) {
                return false;
            }
            let ranking = Ranking::Tuple(components);
            let known = model.samples[cycle].transitions.len();
            match self.prove(cycle, &ranking, slice, ends_at_overflow) {
                Some(SafetyAnswer::Holds) => return true,
                Some(SafetyAnswer::Violated(inputs)) => {
                    self.learn(inputs, ends_at_overflow);
                    let Some(model) = self.model(ends_at_overflow) else { return false };
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

    /// Tries whether a pointer that the cycle follows has no value twice: there are finitely many.
    fn never_again(&mut self, cycle: usize, slice: Duration) -> bool {
        let (_, atoms) = &self.plain.cycles[cycle];
        let moves = |at: &usize| *at < atoms.changing && !self.plain.samples[cycle].unusable.contains(at);
        let comes_again = |at: &usize| {
            let mut transitions = self.plain.samples[cycle].transitions.iter();
            transitions.any(|(old, new)| old[*at] == new[*at])
        };
        let pointers: Vec<usize> =
            atoms.pointers.iter().copied().filter(|at| moves(at) && !comes_again(at)).take(2).collect();
        pointers.into_iter().any(|at| {
            let answer = self.prove(cycle, &Ranking::NeverAgain(at), slice, false);
            matches!(answer, Some(SafetyAnswer::Holds))
        })
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
                self.learn(inputs, false);
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
            Ranking::NeverAgain(at) => {
                let pointer = cairn_ir::print::format_expr(&model.program, atoms.of[0].1[*at].value);
                format!("the set of values that {pointer} did not have yet")
            }
        };
        let of = &self.plain.program.functions[self.plain.cycles[cycle].0.function()].name;
        let where_ = if ends_at_overflow { ", where nothing overflows" } else { "" };
        let about = format!("{text} becomes smaller in {of}{where_}");
        let (label, undefined) = (LABEL, Undefinedness::Ignored);
        let answer = self.ask(cycle, SafetyTask { about, program, label, undefined }, slice)?;
        match &answer {
            SafetyAnswer::Holds => {
                self.states[cycle] = CycleState::Ranked(RankingFound { text, assumes_no_overflow: ends_at_overflow });
            }
            SafetyAnswer::Violated(_) => {}
            SafetyAnswer::Unknown(why) => {
                self.note(cycle, format!("it was not proved that {text} becomes smaller: {why}"));
            }
        }
        Some(answer)
    }

    /// Looks for a state that comes again, in the loops that are open.
    fn state_again(&mut self, slice: Duration) {
        let plain = self.plain.program.clone();
        let plain_code = Code::new(&plain);
        let doubts = lasso::doubts(&plain);
        let heads = heads(&self.plain.cycles);
        let is_head = |node: NodeId| heads.contains(&node);
        for cycle in 0..self.plain.cycles.len() {
            if !self.is_open(cycle) || self.is_done() {
                continue;
            }
            let mut program = self.plain.program.clone();
            if !search::put(&mut program, &self.plain.cycles[cycle].0) {
                continue;
            }
            let of = &self.plain.program.functions[self.plain.cycles[cycle].0.function()].name;
            let about = format!("no state comes again in a loop of {of}");
            let (label, undefined) = (search::LABEL, Undefinedness::Ignored);
            let task = SafetyTask { about, program: program.clone(), label, undefined };
            let Some(SafetyAnswer::Violated(inputs)) = self.ask(cycle, task, slice) else { continue };
            let code = Code::new(&program);
            let found = search::candidate(&code, inputs, &plain_code, &is_head);
            if let Some(found) = found.and_then(|found| lasso::confirm(&plain_code, found, &doubts)) {
                self.comes_again(found);
            }
        }
    }

    /// Asks whether an end can be reached, under some strategies.
    fn no_end(&mut self, slice: Duration, most: usize) {
        let mut strategies: Vec<(FastMap<EdgeId, Value>, Option<usize>)> =
            self.suspects.iter().take(most).cloned().collect();
        if !self.suspects.is_empty() || most > 1 {
            strategies.push((FastMap::default(), None));
        }
        for (at, (strategy, last)) in strategies.into_iter().enumerate() {
            if self.is_done() {
                return;
            }
            let mut program = self.plain.program.clone();
            recurrence::put(&mut program, &strategy);
            let about = match strategy.len() {
                0 => "no end is reached with any inputs".to_owned(),
                _ => format!("no end is reached with the inputs of long execution {}", at + 1),
            };
            let (label, undefined) = (recurrence::LABEL, Undefinedness::Counts);
            let task = SafetyTask { about, program, label, undefined };
            if matches!(self.ask(NO_CYCLE, task, slice), Some(SafetyAnswer::Holds)) {
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
                // A function of the library that waits for its input is none that its author would look for.
                let Some(last) = watched.last.or(last) else { continue };
                let span = Some(last).map_or(Span::NONE, |cycle| self.plain.cycles[cycle].0.span);
                let endless = EndlessExecution { inputs: watched.given.recorded(), steps, repeats: None, span };
                self.found(Some(last), endless);
            }
        }
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
