//! Tree interpolants by binary interpolation (BAM algorithms 7 and 8; Blanc, Gupta, Kovács and Kragl, *Tree interpolation
//! in Vampire*): from the leaves to the root, each between the node with its children's interpolants and the rest, in
//! which finished subtrees are their interpolants. What comes out is a tree interpolant by construction.

use super::super::oracle::Failure;
use super::super::problem::Problem;
use super::Sequences;
use cairn_term::TermId;

pub(super) fn interpolants(
    sequences: &mut Sequences<'_, '_>,
    tree: &Problem,
    labels: &[TermId],
) -> Result<Vec<TermId>, Failure> {
    let mut found: Vec<TermId> = Vec::with_capacity(tree.root());
    // Children have smaller numbers, so this order is from the leaves on; all before a node is finished.
    for node in 0..tree.root() {
        let mut inside = vec![labels[node]];
        inside.extend(tree.children[node].iter().map(|child| found[*child]));
        // The rest (algorithm 8): labels of what is not finished, and the interpolants of the finished subtrees below.
        let mut outside: Vec<TermId> = labels[node + 1..].to_vec();
        for (other, interpolant) in found.iter().enumerate() {
            if tree.parent[other].is_some_and(|parent| parent > node) {
                outside.push(*interpolant);
            }
        }
        let (inside, outside) = (sequences.terms.and(&inside), sequences.terms.and(&outside));
        found.push(sequences.between(inside, outside)?);
    }
    Ok(found)
}
