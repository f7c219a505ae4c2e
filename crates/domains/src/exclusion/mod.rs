//! Path exclusion: remembers which paths no execution takes, and does not take them again.
//!
//! A path is spurious, says the bit-precise checker, but no other analysis can tell why: it relates nondeterministic
//! values, or needs arithmetic on them. Then the path itself is the precision: the automaton of the infeasible traces
//! found so far (Heizmann, Hoenicke and Podelski, "Refinement of Trace Abstraction", SAS 2009, without their
//! generalisation by interpolants). The precision is the tree of the choices of these paths. A state is either at a
//! node of the tree, and then stands for the executions that made exactly these choices, or outside of it, and then
//! stands for all. With this analysis as the last of a composite, CEGAR is complete for programs with finitely many
//! paths, and finds violations behind any number of spurious paths.
//!
//! Soundness: a state in the tree is covered only by itself or by one outside, which stands for more; and a state has no
//! successor only at the end of a prefix that was checked to be infeasible from the program's entry. Refinement is lazy:
//! the ARG is cut where the new path leaves the tree.

mod reduce;
mod serialize;

use cairn_cpa::{AbstractPath, Cpa, Cx, Facts, Move, Refine, Refinement, Res, Successors};
use cairn_ir::{EdgeId, Op, Program, Step};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// An abstract state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Position {
    /// The executions that made exactly the choices that lead to a node of the tree.
    At(u32),
    /// Any executions.
    Outside,
}

impl Facts for Position {
    fn summary(&self, _program: &Program) -> String {
        match self {
            Position::At(node) => format!("near an excluded path ({node})"),
            Position::Outside => String::new(),
        }
    }
}

/// The tree of the excluded paths' choices. Node 0 is its root.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exclusions {
    children: BTreeMap<(u32, EdgeId), u32>,
    dead: BTreeSet<u32>,
}

/// The analysis. Numbers the nodes of all trees of one run, so that a number means the same choices in all of them.
#[derive(Debug, Default)]
pub struct PathExclusion {
    nodes: AtomicU32,
}

impl PathExclusion {
    /// Nothing is excluded.
    pub fn new() -> Self {
        Self::default()
    }
}

/// The edge of a step that not every execution can take: a branch or an assumption. All other steps follow from these.
fn choice(step: Step, program: &Program) -> Option<EdgeId> {
    match step {
        Step::Edge(edge) if matches!(program.edges[edge].op, Op::Assume { .. }) => Some(edge),
        _ => None,
    }
}

impl Cpa for PathExclusion {
    type State = Position;
    type Precision = Arc<Exclusions>;

    fn name(&self) -> &'static str {
        "path-exclusion"
    }

    fn initial(&self, _cx: &mut Cx<'_>) -> Res<(Position, Arc<Exclusions>)> {
        Ok((Position::At(0), Arc::default()))
    }

    fn leq(&self, a: &Position, b: &Position, _cx: &mut Cx<'_>) -> Res<bool> {
        Ok(a == b || *b == Position::Outside)
    }

    fn post(
        &self,
        state: &Position,
        precision: &Arc<Exclusions>,
        at: &Move<'_>,
        _cx: &mut Cx<'_>,
        out: &mut Successors<Position>,
    ) -> Res<()> {
        let next = match (*state, choice(at.step, at.program)) {
            (Position::At(node), Some(edge)) => match precision.children.get(&(node, edge)) {
                Some(child) if precision.dead.contains(child) => return Ok(()),
                Some(child) => Position::At(*child),
                None => Position::Outside,
            },
            (position, _) => position,
        };
        out.push(next);
        Ok(())
    }

    fn shape(&self, state: &Position) -> u64 {
        match state {
            Position::Outside => 0,
            Position::At(node) => u64::from(*node) + 1,
        }
    }

    fn key(&self, state: &Position, like: &Position) -> Option<u64> {
        (state == like || *like == Position::Outside).then_some(0)
    }
}

impl Refine for PathExclusion {
    fn refine(
        &self,
        path: &AbstractPath<Position, Arc<Exclusions>>,
        infeasible_prefix: Option<usize>,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<Arc<Exclusions>>> {
        let end = infeasible_prefix.unwrap_or(path.len()).min(path.len() - 1);
        let choices: Vec<(usize, EdgeId)> =
            (1..=end).filter_map(|index| Some((index, choice(path[index].step?, cx.program)?))).collect();
        if choices.is_empty() {
            return Ok(Refinement::Exhausted("the path makes no choice that could be excluded".to_owned()));
        }
        // Where the path leaves the tree: the last state at a node, with its precision's children.
        let mut leaves = 0;
        while let Some((index, edge)) = choices.get(leaves).copied() {
            let Position::At(node) = path[index - 1].state else { break };
            if !path[index - 1].precision.children.contains_key(&(node, edge)) {
                break;
            }
            leaves += 1;
        }
        let cut = choices.get(leaves).map(|(index, _)| index - 1);
        let Some((cut, Position::At(mut node))) = cut.map(|cut| (cut, path[cut].state)) else {
            return Ok(Refinement::Exhausted("the path is excluded already".to_owned()));
        };
        let mut exclusions = Exclusions::default();
        for (_, edge) in &choices[leaves..] {
            let child = self.nodes.fetch_add(1, Ordering::Relaxed) + 1;
            exclusions.children.insert((node, *edge), child);
            node = child;
        }
        exclusions.dead.insert(node);
        cx.statistics.add("path-exclusions", 1);
        cx.statistics.add("path-exclusion-choices", (choices.len() - leaves) as u64);
        Ok(Refinement::Refined(vec![(cut, Arc::new(exclusions))]))
    }

    fn join_precision(&self, a: &Arc<Exclusions>, b: &Arc<Exclusions>) -> Arc<Exclusions> {
        let (big, small) = if a.children.len() >= b.children.len() { (a, b) } else { (b, a) };
        let has_all =
            small.children.keys().all(|key| big.children.contains_key(key)) && big.dead.is_superset(&small.dead);
        if Arc::ptr_eq(a, b) || has_all {
            return Arc::clone(big);
        }
        let mut joined = Exclusions::clone(big);
        for (key, child) in &small.children {
            // Two nodes for the same choices: one is as good as the other, and what hangs on the other is explored.
            joined.children.entry(*key).or_insert(*child);
        }
        joined.dead.extend(&small.dead);
        Arc::new(joined)
    }

    fn precision_size(&self, precision: &Arc<Exclusions>) -> usize {
        precision.dead.len()
    }
}
