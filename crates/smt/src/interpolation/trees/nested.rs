//! Nested interpolants (Heizmann, Hoenicke and Podelski, *Nested interpolants*, POPL 2010): one sequence for each branch
//! of the tree, the outermost first.
//!
//! A branch goes from a leaf to where it meets the one around it. In its sequence, what another branch brings in is part
//! of the block where it meets. That branch then has to show no more than what this block still needs: it is followed by
//! the block with the interpolants around it.

use super::super::oracle::Failure;
use super::super::problem::Problem;
use super::Sequences;
use cairn_term::TermId;

pub(super) fn interpolants(
    sequences: &mut Sequences<'_, '_>,
    tree: &Problem,
    labels: &[TermId],
) -> Result<Vec<TermId>, Failure> {
    let (yes, no) = (sequences.terms.bool(true), sequences.terms.bool(false));
    let mut found = vec![yes; labels.len()];
    found[tree.root()] = no;
    // Ends of branches, with what is around them.
    // Ends of branches, with the node where each meets another, and as which of its children.
    let mut open = vec![(tree.root(), None::<(usize, usize)>)];
    while let Some((last, meets)) = open.pop() {
        let around = meets.map(|(node, at)| {
            let mut rest = vec![labels[node], sequences.terms.not(found[node])];
            for (other, sibling) in tree.children[node].iter().enumerate() {
                if other < at {
                    // What is around, and branches that are done.
                    rest.push(found[*sibling]);
                } else if other > at {
                    rest.extend(tree.subtree(*sibling).into_iter().map(|inner| labels[inner]));
                }
            }
            sequences.terms.and(&rest)
        });
        let mut branch = vec![last];
        while let Some(child) = branch.last().and_then(|node| tree.children[*node].first()) {
            branch.push(*child);
        }
        branch.reverse();
        let mut groups = Vec::with_capacity(branch.len() + 1);
        for node in &branch {
            let mut all = vec![labels[*node]];
            for child in tree.children[*node].iter().skip(1) {
                all.extend(tree.subtree(*child).into_iter().map(|inner| labels[inner]));
            }
            groups.push(sequences.terms.and(&all));
        }
        groups.extend(around);
        let interpolants = if groups.len() > 1 { sequences.of(&groups)? } else { Vec::new() };
        for (node, interpolant) in branch.iter().zip(interpolants) {
            found[*node] = interpolant;
        }
        for node in branch {
            let others = tree.children[node].iter().enumerate().skip(1).rev();
            open.extend(others.map(|(at, child)| (*child, Some((node, at)))));
        }
    }
    found.truncate(tree.root());
    Ok(found)
}
