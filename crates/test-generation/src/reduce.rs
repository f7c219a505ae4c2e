//! Fewer tests with the same coverage: greedily, the test that covers most of what is left first. A smallest suite is
//! hard to find; this one is at most a logarithm larger.

use crate::replay::Test;
use cairn_ir::EdgeId;
use std::collections::BTreeSet;

/// The tests that are needed, those that cover most first.
pub fn reduced(mut tests: Vec<Test>) -> Vec<Test> {
    let mut open: BTreeSet<EdgeId> = tests.iter().flat_map(|test| test.taken.iter().copied()).collect();
    let mut kept = Vec::new();
    while !open.is_empty() {
        let gain = |test: &Test| test.taken.intersection(&open).count();
        // Of equals the shortest, and of these the first.
        let best = (0..tests.len())
            .max_by_key(|at| (gain(&tests[*at]), usize::MAX - tests[*at].given.len(), tests.len() - at));
        let Some(best) = best.filter(|at| gain(&tests[*at]) > 0) else { break };
        let test = tests.swap_remove(best);
        open.retain(|edge| !test.taken.contains(edge));
        kept.push(test);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_base::id::Id;

    #[test]
    fn what_others_cover_is_left_out() {
        let test = |edges: &[usize]| Test {
            given: Vec::new(),
            taken: edges.iter().map(|edge| EdgeId::from_index(*edge)).collect(),
            ends: true,
        };
        let kept = reduced(vec![test(&[1]), test(&[1, 2, 3]), test(&[3]), test(&[4, 1])]);
        assert_eq!(kept, [test(&[1, 2, 3]), test(&[4, 1])]);
    }
}
