//! Well-scoped interpolation (BAM algorithm 6; Jhala and McMillan, *Interpolant-based transition relation
//! approximation*): for each node the interpolant between its subtree and the rest, all from one proof. Here the proof is
//! a core, and what a method makes of two cuts of it need not fit together: the check of the tree decides.

use super::super::oracle::Failure;
use super::super::problem::Problem;
use super::Sequences;
use cairn_term::TermId;

pub(super) fn interpolants(
    sequences: &mut Sequences<'_, '_>,
    tree: &Problem,
    labels: &[TermId],
) -> Result<Vec<TermId>, Failure> {
    let mut found = Vec::with_capacity(tree.root());
    for node in 0..tree.root() {
        let inside = tree.subtree(node);
        let (mut within, mut without) = (Vec::new(), Vec::new());
        for (other, label) in labels.iter().enumerate() {
            if inside.binary_search(&other).is_ok() { within.push(*label) } else { without.push(*label) }
        }
        let (within, without) = (sequences.terms.and(&within), sequences.terms.and(&without));
        found.push(sequences.between(within, without)?);
    }
    Ok(found)
}
