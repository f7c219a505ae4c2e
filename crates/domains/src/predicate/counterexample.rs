//! Whether any of the program paths that a sequence of blocks stands for is feasible, by its formula; and if so, one.
//!
//! The whole formula is asked first. When it has no model, two *windows* of consecutive blocks without one are found by
//! bisection: the shortest prefix with its shortest suffix, and the shortest suffix of the whole. A window is refuted with
//! nothing assumed before it. The shorter one goes first: what contradicts itself within a turn of a loop says nothing of
//! how often the loop was run through before, and neither do its interpolants.

use super::history::BlockId;
use super::oracle::Possible;
use super::workspace::Workspace;
use cairn_cpa::{Cx, Res};
use cairn_formula::BlockPath;
use cairn_ir::{NodeId, Step};
use cairn_term::TermId;
use std::cell::RefCell;
use std::ops::Range;
use std::time::Duration;

/// A path's formula may take so long.
const WHOLE: Duration = Duration::from_secs(60);
/// Each question for the shortest prefix may take so long.
const PREFIX: Duration = Duration::from_secs(5);

/// What is known about a sequence of blocks.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The formula has a model, which takes these steps.
    Feasible(Vec<Step>),
    /// These consecutive blocks have no execution, whatever the state before; the shortest first.
    Infeasible(Vec<Range<usize>>),
    /// The solver does not know.
    Unknown,
}

impl Workspace {
    /// The formulas of the blocks that led to one, renamed apart, and where they end.
    pub(super) fn block_path(&mut self, last: BlockId) -> (BlockPath, Vec<NodeId>) {
        let blocks = self.history.blocks_to(last);
        let nodes = blocks.iter().map(|block| block.node).collect();
        let formulas: Vec<_> = blocks.iter().map(|block| &block.formula).collect();
        (self.encoder.path(&formulas), nodes)
    }

    /// Whether the blocks that led to one have an execution.
    pub(super) fn check_blocks(&mut self, last: BlockId, cx: &mut Cx<'_>) -> Res<Verdict> {
        if let Some(known) = self.verdicts.get(&last) {
            return Ok(known.clone());
        }
        let (path, _) = self.block_path(last);
        let verdict = self.check_formulas(&path, cx)?;
        self.verdicts.insert(last, verdict.clone());
        Ok(verdict)
    }

    fn check_formulas(&mut self, path: &BlockPath, cx: &mut Cx<'_>) -> Res<Verdict> {
        let formulas = &path.formulas;
        match self.has_model(formulas, WHOLE, cx)? {
            Possible::Unknown => return Ok(Verdict::Unknown),
            Possible::Yes => {
                let steps = self.steps_of_model(path)?;
                self.oracle.pop()?;
                return Ok(Verdict::Feasible(steps));
            }
            Possible::No => {}
        }
        let end = self.least(formulas.len(), cx, |length| &formulas[..length])?;
        let start = |workspace: &mut Self, end: usize, cx: &mut Cx<'_>| -> Res<usize> {
            let length = workspace.least(end, cx, |length| &formulas[end - length..end])?;
            Ok(end - length)
        };
        let mut windows = Vec::new();
        windows.push(start(self, end, cx)?..end);
        if end < formulas.len() {
            windows.push(start(self, formulas.len(), cx)?..formulas.len());
        }
        windows.sort_by_key(|window| (window.len(), window.start));
        windows.dedup();
        Ok(Verdict::Infeasible(windows))
    }

    /// The least number of formulas that has no model; `all` have none, and more of them have no more models.
    fn least<'f>(&mut self, all: usize, cx: &mut Cx<'_>, some: impl Fn(usize) -> &'f [TermId]) -> Res<usize> {
        // Invariant: so many may have a model, so many have none.
        let (mut possible, mut impossible) = (0, all);
        while possible + 1 < impossible {
            let middle = usize::midpoint(possible, impossible);
            match self.has_model(some(middle), PREFIX, cx)? {
                Possible::No => impossible = middle,
                Possible::Yes => {
                    self.oracle.pop()?;
                    possible = middle;
                }
                Possible::Unknown => possible = middle,
            }
        }
        Ok(impossible)
    }

    /// Asks about a conjunction; the level is left open for the model when the answer is yes.
    fn has_model(&mut self, formulas: &[TermId], most: Duration, cx: &mut Cx<'_>) -> Res<Possible> {
        self.oracle.push()?;
        for formula in formulas {
            self.oracle.assert(&self.encoder.terms, *formula)?;
        }
        let answer = self.oracle.check(&self.encoder.terms, &[], most, cx)?;
        if answer != Possible::Yes {
            self.oracle.pop()?;
        }
        Ok(answer)
    }

    /// The steps that the solver's model takes.
    fn steps_of_model(&mut self, path: &BlockPath) -> Res<Vec<Step>> {
        let (terms, oracle) = (&self.encoder.terms, RefCell::new(&mut self.oracle));
        let failure = RefCell::new(None);
        let steps = path.steps(&|guard| match oracle.borrow_mut().truth(terms, &[guard]) {
            Ok(truth) => truth.first().copied(),
            Err(why) => {
                failure.replace(Some(why));
                None
            }
        });
        match failure.into_inner() {
            Some(why) => Err(why),
            None => Ok(steps),
        }
    }
}
