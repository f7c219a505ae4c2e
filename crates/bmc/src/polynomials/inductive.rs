//! The largest set of equalities that is inductive, by algebra: [`crate::ground::houdini`] over the paths of edges.

use super::equation::Equation;
use super::rewriting::AlgebraicPath;
use crate::ground::flow::HeadVariable;
use crate::ground::houdini::{Consecution, Kept, TransitionEnds, inductive};
use cairn_base::Budget;
use cairn_cpa::Res;
use cairn_term::Terms;

/// The candidates of each head that are left.
pub(super) fn equalities(
    terms: &mut Terms,
    heads: &[Vec<HeadVariable>],
    paths: &mut [AlgebraicPath],
    candidates: Vec<Vec<Equation>>,
    budget: &Budget,
) -> Res<Vec<Vec<Equation>>> {
    inductive(&mut AlgebraicPaths { terms, heads, paths, budget }, candidates)
}

struct AlgebraicPaths<'a> {
    terms: &'a mut Terms,
    heads: &'a [Vec<HeadVariable>],
    paths: &'a mut [AlgebraicPath],
    budget: &'a Budget,
}

impl Consecution for AlgebraicPaths<'_> {
    type Candidate = Equation;

    fn ends(&self) -> Vec<TransitionEnds> {
        self.paths.iter().map(|path| path.path.ends()).collect()
    }

    fn kept(&mut self, number: usize, candidates: &[Vec<Equation>]) -> Res<Kept> {
        self.budget.look()?;
        let TransitionEnds { from, to: Some(to) } = self.paths[number].path.ends() else { return Ok(Kept::All) };
        let known = from.map_or(&[][..], |from| &candidates[from]);
        Ok(Kept::These(self.paths[number].kept(self.terms, self.heads, known, &candidates[to])))
    }
}
