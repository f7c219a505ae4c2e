//! Rows that are violated by an execution of the whole program, as a system runs it (docs/design/fuzzing.md).
//!
//! The program is compiled a second time, so that calls which ask the outside world are the host's, and has all checks. A row is found by its
//! check, its function and its place.
//!
//! Invariant: a violation is told only when the execution does not rest on where objects are in memory.

use super::find::{NOT_MODELLED, shown_name};
use super::{Obligation, ObligationState, Obligations};
use crate::coverage::ReachedLines;
use crate::request::Request;
use crate::unknown_cause::Explanation;
use crate::violation::Violation;
use crate::{coverage, instrument, narrative, pipeline, read};
use cairn_base::{Budget, FastSet, SourceMap, Span};
use cairn_cpa::Specification;
use cairn_front_c::FrontEndOptions;
use cairn_interp::layout::Arrangement;
use cairn_interp::{Code, InterpreterOptions, RunInput};
use cairn_ir::behaviour::Check;
use cairn_ir::machine::Machine;
use cairn_ir::{EdgeId, NondetSource, Op, Program};
use cairn_options::values::CommandLines;
use cairn_random_testing::fuzzing::{Finding, FoundExecution, Fuzzer, PathEnd, TestCase};
use cairn_test_generation::environment::{CallAnswer, Environment, Text, environment};
use cairn_transform::instrumentation::UNFREED;
use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;

/// Steps of the first turn: less than a second.
const FIRST_TURN: u64 = 8_000_000;
/// After so many steps it is looked at whether rows are still open.
const PART_OF_TURN: u64 = 500_000;
/// Steps of an execution that is shown.
const LONGEST: u64 = 1 << 26;
/// A trace of more steps omits its middle; so many are shown at its beginning and at its end.
const WHOLE: u64 = 100_000;
const SHOWN: (u64, u64) = (5_000, 20_000);

/// A program compiled to be run on a system.
pub(super) struct WholeProgram {
    program: Program,
    specification: Specification,
    name: Vec<u8>,
    /// Its branches without the checks.
    branches: FastSet<EdgeId>,
}

impl WholeProgram {
    /// That of a request; `None` where no system runs such a program, or it asks for nothing that a system gives.
    pub fn of(request: &Request) -> Option<Self> {
        let front = &request.front;
        let model = front.model;
        let is_c = |name: &str| !cairn_llvm_protocol::is_module(name);
        if front.entry != "main"
            || !front.interrupts.is_empty()
            || !front.mapped.is_empty()
            || model.machine() == Machine::Arm32
            || model.wchar().bits(model) != 32
            || !request.inputs.iter().all(|input| is_c(&input.name))
            || request.configuration.testing_command_lines == CommandLines::Off
        {
            return None;
        }
        let property = &request.property;
        let (watched, checks) = (property.functions.clone(), property.checks.clone());
        let options = FrontEndOptions { watched, checks, hosted: true, ..front.clone() };
        let mut program = read::compile(&request.inputs, &options).ok()?;
        let asks_verifier = |op: &Op| matches!(op, Op::Havoc { source: NondetSource::Verifier(_), .. });
        if program.edges.iter().any(|edge| asks_verifier(&edge.op)) {
            return None;
        }
        let branches = coverage::branches(&program);
        instrument::put_all(property, &mut program);
        let name = request.inputs.first().map(|input| Path::new(&input.name).file_stem().unwrap_or_default());
        let name = name.map_or(b"a.out".as_slice(), |name| name.as_encoded_bytes());
        let name = [b"./", name].concat();
        Some(Self { program, specification: pipeline::specification(property), name, branches })
    }

    pub fn into_program(self) -> Program {
        self.program
    }

    /// The program made ready to run.
    pub fn code(&self) -> Code<'_> {
        Code::new(&self.program)
    }
}

/// What a system gives a program to which an environment answered so. Which stream a line came from is not known: it is in the input,
/// and in each file that an argument names.
fn cases(environment: &Environment, name: &[u8]) -> Vec<TestCase> {
    let bytes = |text: &Text| text.bytes.iter().map(|byte| byte.unwrap_or(b'a')).collect::<Vec<u8>>();
    let count = environment.count.map_or(usize::MAX, |count| count as usize);
    let rest = environment.arguments.iter().take(count).skip(1).map(bytes);
    let arguments: Vec<Vec<u8>> = std::iter::once(name.to_vec()).chain(rest).collect();
    let mut input = Vec::new();
    for call in &environment.answers {
        match &call.answer {
            CallAnswer::Line(Some(line)) => input.extend_from_slice(line),
            CallAnswer::Number(_, value) if call.function.contains("get") => input.extend(u8::try_from(value.0).ok()),
            _ => {}
        }
    }
    let (has_folder, answers) = (true, Some(0));
    let plain = RunInput { arguments, input: input.clone(), has_folder, answers, ..RunInput::default() };
    let mut with_files = plain.clone();
    let names = with_files.arguments.iter().skip(1).filter(|name| !name.is_empty() && !name.contains(&b'/'));
    with_files.files = names.map(|name| (name.clone(), input.clone())).collect();
    [plain, with_files].map(|given| TestCase { given, ..TestCase::default() }).into()
}

/// A fuzzer, and when it has its turns.
pub(super) struct Fuzzing<'f> {
    whole: &'f WholeProgram,
    code: &'f Code<'f>,
    fuzzer: Fuzzer<'f, 'f>,
    next_turn: u64,
    observes_layout: OnceCell<bool>,
}

impl<'f> Fuzzing<'f> {
    pub fn new(whole: &'f WholeProgram, code: &'f Code<'f>, seed: u64) -> Self {
        let fuzzer = Fuzzer::new(&whole.program, code, &whole.specification, &whole.name, seed);
        Self { whole, code, fuzzer, next_turn: FIRST_TURN, observes_layout: OnceCell::new() }
    }

    /// One turn, twice as long as the one before; `first`: up to the first violation. Rows become violated, of which `tell` hears; whether any
    /// did.
    pub fn turn(
        &mut self,
        known: &mut Obligations,
        tell: &mut dyn FnMut(&Obligations),
        budget: &Budget,
        first: bool,
    ) -> bool {
        let program = Arc::clone(&known.program);
        let (mut left, mut is_found) = (self.next_turn, false);
        self.next_turn = self.next_turn.saturating_mul(2);
        let is_open = |one: &Obligation| matches!(one.state, ObligationState::Open | ObligationState::Unknown(_));
        while left > 0 && known.all.iter().any(is_open) && !(first && is_found) {
            let steps = left.min(PART_OF_TURN);
            left -= steps;
            let mut found = Vec::new();
            let stopped = self.fuzzer.turn(steps, budget, first, &mut found);
            for execution in &found {
                let is_put = self.put(execution, &mut known.all, &program.sources);
                is_found |= is_put;
                if is_put {
                    tell(known);
                }
            }
            if stopped.is_err() {
                break;
            }
        }
        is_found
    }

    /// The violation of a row that an engine found, as an execution of the whole program, where what the model of the library answered makes
    /// one; else the fuzzer goes on from there.
    pub fn repeated(
        &mut self,
        violation: &Violation,
        model: &Program,
        all: &mut [Obligation],
        (row, sources): (usize, &SourceMap),
    ) -> Option<Violation> {
        let of_model = Code::new(model);
        let environment = environment(model, &of_model, &violation.recorded, &violation.trace);
        let cases = cases(&environment, &self.whole.name);
        let id = all[row].id.clone();
        for case in &cases {
            let Some(end) = self.fuzzer.ends_with(self.code, case) else { continue };
            if self.row(end.finding, all, sources).is_some_and(|found| found.id == id) {
                let small = self.fuzzer.minimised(case, end.finding);
                let [small, case] = [small, case.clone()].map(|case| FoundExecution { case, finding: end.finding });
                let repeated = self.replayed(&small, sources).or_else(|| self.replayed(&case, sources));
                if repeated.is_some() {
                    return repeated;
                }
            }
        }
        self.fuzzer.seed(cases);
        None
    }

    /// How many executions there were, and what they came to.
    pub fn executed(&self) -> (u64, ReachedLines) {
        let has = |edge| self.fuzzer.has_taken(edge);
        (self.fuzzer.executions, ReachedLines::of(&self.whole.program, &self.whole.branches, has, has))
    }

    /// Makes the row that an execution violates a violated one.
    fn put(&self, found: &FoundExecution, all: &mut [Obligation], sources: &SourceMap) -> bool {
        // Behind what is not modelled nothing is claimed.
        let is_whole = all.iter().all(|one| one.kind != NOT_MODELLED);
        let Some(row) = self.row(found.finding, all, sources) else { return false };
        match row.state {
            ObligationState::Violated(_) => return false,
            ObligationState::Open | ObligationState::Unknown(_) => {}
            ObligationState::Proved { .. } | ObligationState::Unreachable => {
                if is_whole && self.replayed(found, sources).is_some() {
                    let why = format!("an execution violates what was proved: {:?}", found.case.given);
                    row.state = ObligationState::Unknown(vec![Explanation::internal(&why)]);
                }
                return false;
            }
        }
        let case = self.fuzzer.minimised(&found.case, found.finding);
        let small = FoundExecution { case, finding: found.finding };
        let violation = self.replayed(&small, sources).or_else(|| self.replayed(found, sources));
        let Some(violation) = violation else { return false };
        row.state = ObligationState::Violated(violation.into());
        true
    }

    fn row<'o>(&self, finding: Finding, all: &'o mut [Obligation], sources: &SourceMap) -> Option<&'o mut Obligation> {
        let program = &self.whole.program;
        let kind = finding.check.map_or("assertion", |check| check.word());
        let function = shown_name(program, finding.function);
        let place = program.sources.locate(finding.span)?;
        let is_there = |span: Span| {
            sources
                .locate(span)
                .is_some_and(|at| at.file == place.file && at.line == place.line && at.column == place.column)
        };
        // Memory that something may still point to is asked about by itself where the check alone cannot say.
        let is_of_kind = |of: &str| of == kind || kind == Check::ValidMemtrack.word() && of == UNFREED;
        all.iter_mut().find(|one| is_of_kind(&one.kind) && one.function == function && is_there(one.span))
    }

    /// Whether an execution may have another end with objects elsewhere: it takes another path there, or the program computes something from
    /// where objects are and does not violate the check there. What is undefined because an object ends, or its life, is so wherever it is,
    /// but seen only where nothing else lies there.
    fn rests_on_layout(&self, found: &FoundExecution, here: &PathEnd) -> bool {
        let program = &self.whole.program;
        let paths = Arrangement::OTHERS.map(|arrangement| {
            let code = Code::arranged(program, arrangement);
            self.fuzzer.path(&code, &found.case, here.steps)
        });
        let takes_path = |path: &Option<(u64, Option<Finding>)>| path.is_some_and(|(path, _)| path == here.path);
        let ends_so = |path: &Option<(u64, Option<Finding>)>| path.is_some_and(|(_, end)| end == Some(here.finding));
        !paths.iter().all(takes_path) || !paths.iter().all(ends_so) && self.observes_layout()
    }

    fn observes_layout(&self) -> bool {
        *self.observes_layout.get_or_init(|| cairn_pointer_analysis::prepare(&mut self.whole.program.clone()) > 0)
    }

    /// The execution once more, for a person to read; nothing where it does not end so with objects arranged otherwise.
    fn replayed(&self, found: &FoundExecution, sources: &SourceMap) -> Option<Violation> {
        let program = &self.whole.program;
        let here = self.fuzzer.ends_with(self.code, &found.case)?;
        if here.finding != found.finding || self.rests_on_layout(found, &here) {
            return None;
        }
        let steps = here.steps;
        let omits = (steps > WHOLE).then(|| (SHOWN.0 + 1, steps - SHOWN.1));
        let options = InterpreterOptions { steps: LONGEST, trace: true, omits, ..InterpreterOptions::default() };
        let mut run = found.case.start(self.code, options);
        let mut inputs = found.case.inputs();
        let mut taken = 0;
        run.run_until(&mut inputs, |_, _| {
            taken += 1;
            taken >= steps
        });
        let mut violation = narrative::tell(program, run.trace());
        violation.inputs.clear();
        let answered = run.host().map(|host| host.answered().clone()).unwrap_or_default();
        let mut given = found.case.given.clone();
        if answered.is_empty() {
            given.answers = None;
        } else {
            let names = answered.into_iter().collect::<Vec<_>>().join(", ");
            violation.assumptions.push(format!("what is outside of the program answers so that it happens: {names}"));
        }
        violation.given = Some(given);
        (violation.watched, violation.steps) = (found.case.watched, steps);
        if found.case.failing > 0 {
            violation.failing_allocation = Some(found.case.failing);
            violation.assumptions.push(format!("allocation number {} gives no memory", found.case.failing));
        }
        // The library is another text in this program.
        let here = |span: Span| match (program.sources.locate(span), sources.locate(span)) {
            (Some(there), Some(here)) if there.file == here.file && there.line == here.line => span,
            _ => Span::NONE,
        };
        violation.moments.iter_mut().for_each(|moment| moment.span = here(moment.span));
        if let Some(check) = found.finding.check {
            violation.undefined = Some((check, here(found.finding.span)));
        }
        Some(violation)
    }
}
