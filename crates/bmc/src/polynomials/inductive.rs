//! The largest set of candidates that is inductive (Flanagan and Leino, "Houdini", FME 2001): an equality that some path does not
//! keep, all those at its start assumed, is dropped, until none is.
//!
//! Invariant: what is left holds at the end of every path from the entry, where nothing is assumed, and is kept by every path
//! from a head. By induction over the heads that an execution passes it holds at each of them.

use super::equation::Equation;
use super::rewriting::AlgebraicPath;
use crate::flow::HeadVariable;
use cairn_base::Budget;
use cairn_cpa::Res;
use cairn_term::Terms;
use std::collections::BTreeSet;

/// The candidates of each head that are left.
pub(super) fn inductive(
    terms: &mut Terms,
    heads: &[Vec<HeadVariable>],
    paths: &mut [AlgebraicPath],
    mut candidates: Vec<Vec<Equation>>,
    budget: &Budget,
) -> Res<Vec<Vec<Equation>>> {
    // Entries first: what does not hold there is not assumed elsewhere.
    let mut open: BTreeSet<(bool, usize)> = (0..paths.len()).map(|at| (paths[at].path.from.is_some(), at)).collect();
    while let Some((_, number)) = open.pop_first() {
        budget.look()?;
        let (from, to) = (paths[number].path.from, paths[number].path.to);
        let Some(to) = to.filter(|to| !candidates[*to].is_empty()) else { continue };
        let known = from.map_or(&[][..], |from| &candidates[from]);
        let kept = paths[number].kept(terms, heads, known, &candidates[to]);
        if kept.iter().all(|kept| *kept) {
            continue;
        }
        let mut kept = kept.into_iter();
        candidates[to].retain(|_| kept.next() == Some(true));
        open.extend((0..paths.len()).filter(|at| paths[*at].path.from == Some(to)).map(|at| (true, at)));
    }
    Ok(candidates)
}
