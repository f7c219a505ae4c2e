//! The search: states from which a violation is reached are excluded frame by frame, until a frame is inductive or one of them
//! is reached from the entry.
//!
//! An obligation is a cube at a head from which some paths lead to a violation. It is excluded from a frame when no edge leads into
//! it from the frame before; a state from which one does is the next obligation, one frame earlier. What is excluded is first
//! generalized: to the literals of the refutations' cores, then without one variable after the other, then without
//! one literal after the other, as long as the rest is still excluded relative to the frame before.
//!
//! Invariant: see [`super::frames`]; an obligation's cube leads to a violation from each of its states, for some inputs.

use super::frames::{Frames, Lemma};
use super::literals::Cube;
use super::queries::{NoAnswer, Queries, Step};
use crate::ground::flow::Edge;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// So many literals in a row that are needed end the search for ones that are not.
const MOST_FAILURES: usize = 10;
/// So many states from which an edge leads into a cube are excluded to drop one literal of it.
const MOST_OTHERS: usize = 3;
/// The longest sequence of visits that is looked at.
const MOST_FRAMES: usize = 2_000;

/// A cube that leads to a violation.
#[derive(Clone)]
pub(super) struct Obligation {
    pub(super) head: usize,
    pub(super) cube: Cube,
    /// By which edge, and to which obligation; the last one leads to the violation itself.
    pub(super) edge: usize,
    pub(super) next: Option<usize>,
}

pub(super) enum Found {
    /// Lemmas that are inductive and exclude all violations: those from a frame on.
    Invariant(usize),
    /// The edge from the entry, and the obligation that it leads to; none where it leads to the violation.
    Counterexample(usize, Option<usize>),
    /// Not decided within so many visits of heads.
    Limit(usize),
}

/// The lemmas of a head with the first frame that counts, and a cube that does not.
type Assumed<'s> = (Option<(&'s [Lemma], usize)>, Option<&'s Cube>);

pub(super) struct Search<'a> {
    pub(super) queries: Queries<'a>,
    pub(super) frames: Frames,
    pub(super) obligations: Vec<Obligation>,
    /// The edges into each head, from elsewhere first.
    into: Vec<Vec<usize>>,
}

impl<'a> Search<'a> {
    pub(super) fn new(queries: Queries<'a>) -> Self {
        let heads = queries.flow.symbols.len();
        let edges = &queries.flow.edges;
        let mut into = vec![Vec::new(); heads];
        for (number, edge) in edges.iter().enumerate() {
            if let Some(to) = edge.to {
                into[to].push(number);
            }
        }
        for (head, numbers) in into.iter_mut().enumerate() {
            numbers.sort_by_key(|number| (edges[*number].from.is_some(), edges[*number].from == Some(head), *number));
        }
        Self { queries, frames: Frames::new(heads), obligations: Vec::new(), into }
    }

    /// Searches until there is an answer; `progress` is told the frame.
    pub(super) fn run(&mut self, progress: &mut dyn FnMut(usize, usize)) -> Result<Found, NoAnswer> {
        let edges = &self.queries.flow.edges;
        let violations: Vec<usize> = (0..edges.len()).filter(|number| edges[*number].to.is_none()).collect();
        for edge in violations.iter().copied().filter(|number| edges[*number].from.is_none()) {
            if let Step::Taken { .. } = self.queries.step(edge, None, None, &Vec::new())? {
                return Ok(Found::Counterexample(edge, None));
            }
        }
        for last in 1..MOST_FRAMES {
            progress(last, self.frames.len());
            for edge in violations.iter().copied() {
                let Some(from) = self.queries.flow.edges[edge].from else { continue };
                loop {
                    let frames = Some((self.frames.of(from), last));
                    let Step::Taken { from: state, inputs } = self.queries.step(edge, frames, None, &Vec::new())?
                    else {
                        break;
                    };
                    let cube = self.queries.lift(edge, state, &inputs, &Vec::new())?;
                    if let Some(found) = self.exclude(Obligation { head: from, cube, edge, next: None }, last)? {
                        return Ok(found);
                    }
                }
            }
            if let Some(frame) = self.propagate(last)? {
                return Ok(Found::Invariant(frame));
            }
        }
        Ok(Found::Limit(MOST_FRAMES))
    }

    /// Excludes an obligation from the last frame, or finds an execution that meets it.
    fn exclude(&mut self, obligation: Obligation, last: usize) -> Result<Option<Found>, NoAnswer> {
        self.obligations.push(obligation);
        let mut waiting = BinaryHeap::from([Reverse((last, Reverse(self.obligations.len() - 1)))]);
        while let Some(Reverse((frame, Reverse(number)))) = waiting.pop() {
            self.queries.look()?;
            let Obligation { head, cube, .. } = self.obligations[number].clone();
            if self.frames.exclude(head, &cube, frame) {
                if frame < last {
                    waiting.push(Reverse((frame + 1, Reverse(number))));
                }
                continue;
            }
            match self.excluded(head, &cube, frame)? {
                Ok(core) => {
                    let lemma = self.generalize(head, core, frame)?;
                    let (lemma, frame) = self.advance(head, lemma, frame, last)?;
                    self.learn(head, Lemma { cube: lemma, frame })?;
                    if frame < last {
                        waiting.push(Reverse((frame + 1, Reverse(number))));
                    }
                }
                Err((edge, state)) => {
                    let Some(from) = self.queries.flow.edges[edge].from else {
                        return Ok(Some(Found::Counterexample(edge, Some(number))));
                    };
                    self.obligations.push(Obligation { head: from, cube: state, edge, next: Some(number) });
                    waiting.push(Reverse((frame - 1, Reverse(self.obligations.len() - 1))));
                    waiting.push(Reverse((frame, Reverse(number))));
                }
            }
        }
        Ok(None)
    }

    /// Whether no edge leads into a cube from the frame before: the literals that suffice for that. Else an edge, and the cube
    /// from which it leads there.
    fn excluded(&mut self, head: usize, cube: &Cube, frame: usize) -> Result<Result<Cube, (usize, Cube)>, NoAnswer> {
        let mut needed = BTreeSet::new();
        for at in 0..self.into[head].len() {
            let edge = self.into[head][at];
            let Some((frames, outside)) = before(&self.frames, &self.queries.flow.edges[edge], cube, frame) else {
                continue;
            };
            match self.queries.step(edge, frames, outside, cube)? {
                Step::Blocked(core) => needed.extend(core),
                Step::Taken { from, inputs } => {
                    let from = self.queries.lift(edge, from, &inputs, cube)?;
                    return Ok(Err((edge, from)));
                }
            }
        }
        Ok(Ok(needed.into_iter().collect()))
    }

    /// The same where the state does not matter.
    fn still_excluded(&mut self, head: usize, cube: &Cube, frame: usize) -> Result<Option<Cube>, NoAnswer> {
        let mut needed = BTreeSet::new();
        for at in 0..self.into[head].len() {
            let edge = self.into[head][at];
            let Some((frames, outside)) = before(&self.frames, &self.queries.flow.edges[edge], cube, frame) else {
                continue;
            };
            match self.queries.blocked(edge, frames, outside, cube)? {
                Some(core) => needed.extend(core),
                None => {
                    // What failed once fails again: it is asked first, behind the entry.
                    let edges = &self.queries.flow.edges;
                    let first = self.into[head].iter().take_while(|edge| edges[**edge].from.is_none()).count();
                    if at > first {
                        self.into[head][first..=at].rotate_right(1);
                    }
                    return Ok(None);
                }
            }
        }
        Ok(Some(needed.into_iter().collect()))
    }

    /// Drops literals of a cube as long as it is excluded.
    fn generalize(&mut self, head: usize, mut cube: Cube, frame: usize) -> Result<Cube, NoAnswer> {
        // All bits, then all bits of one variable after the other.
        let heads = self.queries.heads;
        let variable_of = |atom: usize| heads[head].variable_of[atom];
        let rest: Cube = cube.iter().copied().filter(|literal| variable_of(literal.atom()).is_none()).collect();
        if rest.len() < cube.len()
            && let Some(core) = self.still_excluded(head, &rest, frame)?
        {
            cube = core;
        }
        let variables: BTreeSet<usize> = cube.iter().filter_map(|literal| variable_of(literal.atom())).collect();
        for variable in variables {
            let rest: Cube =
                cube.iter().copied().filter(|literal| variable_of(literal.atom()) != Some(variable)).collect();
            let dropped = cube.len() - rest.len();
            if dropped > 1
                && let Some(core) = self.still_excluded(head, &rest, frame)?
            {
                cube = core;
            }
        }
        let mut failures = 0;
        let mut at = cube.len();
        while at > 0 && failures < MOST_FAILURES {
            at -= 1;
            let mut rest = cube.clone();
            rest.remove(at);
            match self.excluded_after_others(head, &rest, frame)? {
                Some(core) => {
                    // Literals behind this one were tried.
                    at = core.iter().filter(|literal| cube[..at].contains(literal)).count();
                    cube = core;
                    failures = 0;
                }
                None => failures += 1,
            }
        }
        Ok(cube)
    }

    /// The same as [`Self::still_excluded`], but a state from which an edge leads into the cube is excluded first where that is possible
    /// (Hassan, Bradley and Somenzi, "Better generalization in IC3", FMCAD 2013).
    fn excluded_after_others(&mut self, head: usize, cube: &Cube, frame: usize) -> Result<Option<Cube>, NoAnswer> {
        for _ in 0..MOST_OTHERS {
            let (edge, state) = match self.excluded(head, cube, frame)? {
                Ok(core) => return Ok(Some(core)),
                Err(found) => found,
            };
            let Some(from) = self.queries.flow.edges[edge].from else { return Ok(None) };
            let Some(core) = self.still_excluded(from, &state, frame - 1)? else { return Ok(None) };
            let (cube, frame) = self.advance(from, core, frame - 1, frame)?;
            self.learn(from, Lemma { cube, frame })?;
        }
        self.still_excluded(head, cube, frame)
    }

    /// The last frame from which a cube is excluded, and the literals that suffice there.
    fn advance(
        &mut self,
        head: usize,
        mut cube: Cube,
        mut frame: usize,
        last: usize,
    ) -> Result<(Cube, usize), NoAnswer> {
        while frame < last {
            match self.still_excluded(head, &cube, frame + 1)? {
                Some(core) => cube = core,
                None => break,
            }
            frame += 1;
        }
        Ok((cube, frame))
    }

    fn learn(&mut self, head: usize, lemma: Lemma) -> Result<(), NoAnswer> {
        self.queries.add(head, &lemma)?;
        self.frames.add(head, lemma);
        Ok(())
    }

    /// Moves lemmas to the frame behind the last one that they are known for; a frame that is the same as the next.
    fn propagate(&mut self, last: usize) -> Result<Option<usize>, NoAnswer> {
        for frame in 1..=last {
            for head in 0..self.into.len() {
                let ending: Vec<Lemma> =
                    self.frames.of(head).iter().filter(|lemma| lemma.frame == frame).cloned().collect();
                for Lemma { cube, .. } in ending {
                    self.queries.look()?;
                    if let Some(core) = self.still_excluded(head, &cube, frame + 1)? {
                        self.learn(head, Lemma { cube: core, frame: frame + 1 })?;
                    }
                }
            }
            if self.frames.is_closed(frame) {
                return Ok(Some(frame));
            }
        }
        Ok(None)
    }
}

/// Assumptions where an edge into a cube begins: the frame before, and that it begins outside of the cube. `None` where that
/// frame is empty.
fn before<'s>(frames: &'s Frames, edge: &Edge, cube: &'s Cube, frame: usize) -> Option<Assumed<'s>> {
    let Some(from) = edge.from else { return Some((None, None)) };
    let outside = (edge.to == Some(from)).then_some(cube);
    (frame > 1).then(|| (Some((frames.of(from), frame - 1)), outside))
}
