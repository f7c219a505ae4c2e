//! One execution after the other, from turn to turn.

use super::comparisons::Comparisons;
use super::concolic::{self, Flips};
use super::corpus::{Corpus, CorpusEntry};
use super::dictionary::Dictionary;
use super::execution::{Ended, Finding, Found, FoundExecution, Target, TestCase};
use super::minimise;
use super::mutate::Mutator;
use crate::coverage::{Counts, Coverage};
use cairn_base::{Budget, CancelToken, Stop};
use cairn_cpa::Specification;
use cairn_interp::{Code, Interpreter, InterpreterOptions, RunInput};
use cairn_ir::{EdgeId, Program};
use fastrand::Rng;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Steps of an execution at first, and at most.
const FIRST_LIMIT: u64 = 1 << 15;
const LAST_LIMIT: u64 = 1 << 24;
/// After so many executions that did not come to their end they may be twice as long.
const CUT: u32 = 32;
/// The same while none came to its end, and then four times as long.
const CUT_OF_ALL: u32 = 2;
/// That is done when as many of the length so far are at most this part of all steps.
const PART_FOR_CUT: u64 = 8;
/// Following executions costs this part of all steps.
const PART_FOLLOWED: u64 = 3;
/// Steps of all executions that make one case small: a second, whatever time is left.
const STEPS_OF_MINIMISING: u64 = 16_000_000;
/// A check takes at most so many steps: a question about memory, and its branches.
const STEPS_OF_CHECK: u64 = 8;

/// How an execution ends that violates something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathEnd {
    /// Violation at its end.
    pub finding: Finding,
    /// Its length.
    pub steps: u64,
    /// The same number for the same path ([`Fuzzer::path`]).
    pub path: u64,
}

/// The fuzzer of a program that was compiled to be hosted. It goes on where it stopped.
pub struct Fuzzer<'a, 'p> {
    target: Target<'a, 'p>,
    dictionary: Dictionary,
    coverage: Coverage,
    corpus: Corpus,
    rng: Rng,
    limit: u64,
    cut: u32,
    any_done: bool,
    found: Found,
    /// Next cases, the first one last.
    seeds: Vec<TestCase>,
    /// The program's name and nothing else: what is changed where nothing was kept.
    plain: TestCase,
    flips: Flips,
    /// Cost of following executions so far, in steps.
    followed: u64,
    /// Executions so far.
    pub executions: u64,
    /// Steps of all of them.
    pub steps: u64,
}

impl<'a, 'p> Fuzzer<'a, 'p> {
    /// A fuzzer that has run nothing. `name` is what the program is called.
    pub fn new(
        program: &'p Program,
        code: &'a Code<'p>,
        specification: &'a Specification,
        name: &[u8],
        seed: u64,
    ) -> Self {
        let dictionary = Dictionary::new(program, &started(program, code));
        let seeds = seeds(name, &dictionary);
        let plain = seeds.last().cloned().unwrap_or_default();
        Self {
            target: Target { program, code, specification },
            dictionary,
            coverage: Coverage::new(program, Counts::Magnitudes),
            corpus: Corpus::default(),
            rng: Rng::with_seed(seed),
            limit: FIRST_LIMIT,
            cut: 0,
            any_done: false,
            found: Found::default(),
            seeds,
            plain,
            flips: Flips::default(),
            followed: 0,
            executions: 0,
            steps: 0,
        }
    }

    /// Executes until so many steps more were made, or with `first` something was found; what was found the first time.
    ///
    /// # Errors
    /// The budget is used up before; what was found until then is in `found`.
    pub fn turn(
        &mut self,
        steps: u64,
        budget: &Budget,
        first: bool,
        found: &mut Vec<FoundExecution>,
    ) -> Result<(), Stop> {
        let end = self.steps.saturating_add(steps);
        while self.steps < end && (!first || found.is_empty()) {
            self.follow(budget)?;
            let case = self.next();
            self.execute(case, budget, found)?;
        }
        Ok(())
    }

    /// Cases to execute next.
    pub fn seed(&mut self, cases: impl IntoIterator<Item = TestCase>) {
        self.seeds.extend(cases);
    }

    /// Whether some execution took an edge.
    pub fn has_taken(&self, edge: EdgeId) -> bool {
        self.coverage.has(edge)
    }

    /// How the execution of a case ends with objects as `code` has them.
    pub fn ends_with(&self, code: &Code<'p>, case: &TestCase) -> Option<PathEnd> {
        let ended = self.again(code, case, LAST_LIMIT, |_| {})?;
        Some(PathEnd { finding: ended.finding?, steps: ended.steps, path: self.path(code, case, ended.steps)?.0 })
    }

    /// A case that is as small as can be with the same violation at its end, as far as some tries show.
    pub fn minimised(&self, case: &TestCase, finding: Finding) -> TestCase {
        let mut left = STEPS_OF_MINIMISING;
        minimise::minimised(case, |case| {
            let ended = self.again(self.target.code, case, left, |_| {});
            left = left.saturating_sub(ended.as_ref().map_or(left, |ended| ended.steps));
            ended.is_some_and(|ended| ended.finding == Some(finding))
        })
    }

    /// The same number for the same path of so many steps up to the check at its end, and what the execution violates there.
    pub fn path(&self, code: &Code<'p>, case: &TestCase, steps: u64) -> Option<(u64, Option<Finding>)> {
        let (mut path, mut taken) = (DefaultHasher::new(), 0);
        let note = |run: &mut Interpreter<'_, '_>| {
            taken += 1;
            if taken + STEPS_OF_CHECK < steps {
                run.node().hash(&mut path);
            }
        };
        let ended = self.again(code, case, steps, note)?;
        Some((path.finish(), ended.finding))
    }

    fn again(
        &self,
        code: &Code<'p>,
        case: &TestCase,
        most: u64,
        each: impl FnMut(&mut Interpreter<'_, '_>),
    ) -> Option<Ended> {
        let target = Target { code, ..self.target };
        let (mut coverage, budget) =
            (Coverage::new(target.program, Counts::Magnitudes), Budget::unlimited(CancelToken::new()));
        target.execute(case, most, &mut coverage, &budget, each).ok()
    }

    /// Asks how an execution that was kept could leave its path, where that has its part of all work.
    fn follow(&mut self, budget: &Budget) -> Result<(), Stop> {
        if !self.seeds.is_empty() || self.followed * PART_FOLLOWED > self.steps {
            return Ok(());
        }
        let kept = self.corpus.unfollowed().map(|entry| {
            let is_padded = entry.followed > 0;
            entry.followed += 1;
            (entry.case.clone(), is_padded)
        });
        let is_kept = kept.is_some();
        // Where all that was kept was followed: anything.
        let (mut case, is_padded) = kept.unwrap_or_else(|| (self.next(), self.rng.bool()));
        if is_padded {
            concolic::pad_numbers(&mut case);
        }
        let (cases, cost) = self.flips.of(self.target, &case, (self.limit, is_kept), &self.coverage, budget)?;
        self.seeds.extend(cases.into_iter().rev());
        if !is_kept {
            self.seeds.push(case);
        }
        self.followed += cost;
        self.steps += cost;
        Ok(())
    }

    fn next(&mut self) -> TestCase {
        if let Some(seed) = self.seeds.pop() {
            return seed;
        }
        let Some((base, other)) = self.corpus.pick(&mut self.rng) else { return self.plain.clone() };
        Mutator { rng: &mut self.rng, dictionary: &self.dictionary }.changed(base, other)
    }

    fn execute(&mut self, case: TestCase, budget: &Budget, found: &mut Vec<FoundExecution>) -> Result<(), Stop> {
        let ended = self.target.execute(&case, self.limit, &mut self.coverage, budget, |_| {});
        self.executions += 1;
        let Ok(ended) = ended else {
            self.coverage.finish();
            return ended.map(|_| ());
        };
        self.steps += ended.steps;
        match ended.is_cut {
            true => self.cut += 1,
            false => self.any_done = true,
        }
        // What is cut tells little: longer ones are tried where so many of them cost a small part of all steps so far. Where nothing came to
        // its end yet, there is nothing else.
        let factor = match self.any_done {
            true if self.cut >= CUT && self.limit * u64::from(CUT) < self.steps / PART_FOR_CUT => 2,
            false if self.cut >= CUT_OF_ALL => 4,
            _ => 1,
        };
        if factor > 1 {
            (self.cut, self.limit) = (0, (self.limit * factor).min(LAST_LIMIT));
        }
        let edges = self.coverage.edges();
        let is_new = self.coverage.finish();
        let has_new_edge = self.coverage.edges() > edges;
        if let Some(finding) = ended.finding {
            if self.found.insert(finding) {
                found.push(FoundExecution { case, finding });
            }
            return Ok(());
        }
        if is_new {
            let compared = self.compared(&case, budget)?;
            self.steps += ended.steps;
            self.corpus.keep(CorpusEntry {
                case,
                compared,
                missing: ended.missing,
                steps: ended.steps,
                has_new_edge,
                picked: 0,
                followed: 0,
            });
        }
        Ok(())
    }

    /// Comparisons of an execution: it is executed again for that.
    fn compared(&mut self, case: &TestCase, budget: &Budget) -> Result<Vec<(i128, i128)>, Stop> {
        let mut comparisons = Comparisons::default();
        let mut nothing = TestCase::default().inputs();
        let program = self.target.program;
        let note = |run: &mut Interpreter<'_, '_>| comparisons.note(program, run, &mut nothing);
        self.target.execute(case, self.limit, &mut self.coverage, budget, note)?;
        self.coverage.finish();
        Ok(comparisons.into_pairs())
    }
}

/// A run that stands before the call of `main`.
fn started<'c, 'p>(program: &'p Program, code: &'c Code<'p>) -> Interpreter<'c, 'p> {
    const MOST: u64 = 1 << 20;
    let given = RunInput { arguments: vec![b"a".to_vec()], ..RunInput::default() };
    let case = TestCase { given, ..TestCase::default() };
    let mut run = case.start(code, InterpreterOptions { steps: MOST, ..InterpreterOptions::default() });
    let main = program.function_named("main");
    let mut inputs = case.inputs();
    run.run_until(&mut inputs, |run, _| main.is_some() && run.function(run.top()) == main);
    run
}

/// First cases.
fn seeds(name: &[u8], dictionary: &Dictionary) -> Vec<TestCase> {
    let case = |arguments: &[&[u8]], input: &[u8]| {
        let all = std::iter::once(name).chain(arguments.iter().copied()).map(<[u8]>::to_vec).collect();
        let input = input.to_vec();
        let given = RunInput { arguments: all, input, has_folder: true, answers: Some(0), ..RunInput::default() };
        TestCase { given, ..TestCase::default() }
    };
    const LINES: &[u8] = b"one two three\n1 2 3\na,b,c\nkey = value\n";
    let mut cases = vec![
        case(&[], b""),
        case(&[], LINES),
        case(&[], b"a"),
        case(&[], b"1\n"),
        case(&[b"1"], LINES),
        case(&[b"1", b"2"], b"1\n"),
        case(&[b"a", b"b", b"c"], LINES),
        case(&[b"a", b"b", b"c", b"d", b"e"], b""),
        case(&[b""], b"\n"),
        case(&[b"-"], LINES),
    ];
    // What is outside of the program answers otherwise.
    for answers in 1..=8 {
        let mut case = case(&[b"a", b"b"], LINES);
        case.given.answers = Some(answers);
        cases.push(case);
    }
    for option in &dictionary.options {
        cases.push(case(&[option], LINES));
        cases.push(case(&[option], b"a"));
        cases.push(case(&[option, b"1", b"2"], LINES));
    }
    cases.reverse();
    cases
}
