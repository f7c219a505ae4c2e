//! The coverage of executions: lines and branches of the program's own text that ranges do not exclude, and assumptions
//! that no execution gets past (vacuity).
//!
//! Ranges over-approximate, so a line that counts as reached may not be; one that does not count is not reached by any execution, and an
//! assumption that is listed is never true there. What is proved behind it says nothing.

use crate::library::{HARNESS_FILE, is_users};
use cairn_base::{Budget, CancelToken, FastSet, Span};
use cairn_domains::interval::{self, IntervalInvariants};
use cairn_ir::{Edge, EdgeId, NodeId, Op, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// How long ranges may take that only a warning needs.
const LONGEST_LOOK: Duration = Duration::from_millis(300);

/// Lines and branches of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReachedLines {
    /// Lines with a statement, and whether an execution may come there, by file.
    pub lines: BTreeMap<String, BTreeMap<u32, bool>>,
    /// Ways that a branch can go.
    pub branches: usize,
    /// Those that an execution may go.
    pub reached_branches: usize,
    /// Assumptions that no execution gets past.
    pub blocked: Vec<Span>,
}

impl ReachedLines {
    /// Of a program in which ranges hold.
    pub fn new(program: &Program, ranges: &IntervalInvariants) -> Self {
        let is_reached = |node: NodeId| ranges.at(node).is_some();
        let edges = &program.edges;
        let takes = |edge: EdgeId| is_reached(edges[edge].source) && is_reached(edges[edge].target);
        let mut this = Self::of(program, &branches(program), |edge| is_reached(edges[edge].source), takes);
        let is_blocked = |edge: &EdgeId| is_reached(edges[*edge].source) && !is_reached(edges[*edge].target);
        let blocked: BTreeSet<Span> =
            assumptions(program).into_iter().filter(is_blocked).map(|edge| program.edges[edge].span).collect();
        this.blocked = blocked.into_iter().collect();
        this
    }

    /// Of a program whose executions come to some edges and take some, of which these are [`branches`].
    pub(crate) fn of(
        program: &Program,
        branches: &FastSet<EdgeId>,
        comes_to: impl Fn(EdgeId) -> bool,
        takes: impl Fn(EdgeId) -> bool,
    ) -> Self {
        let mut this = Self::default();
        let mut ways: BTreeMap<Span, [Option<bool>; 2]> = BTreeMap::new();
        for (id, edge) in program.edges.iter_ids().filter(|(_, edge)| is_users(program, edge.span)) {
            let is_reached = comes_to(id);
            if let Op::Assume { truth, .. } = edge.op
                && branches.contains(&id)
            {
                let way = ways.entry(edge.span).or_default()[usize::from(truth)].get_or_insert(false);
                *way |= takes(id);
            }
            if let Some(at) = program.sources.locate(edge.span).filter(|_| is_statement(&edge.op)) {
                *this.lines.entry(at.file.to_string()).or_default().entry(at.line).or_insert(false) |= is_reached;
            }
        }
        for way in ways.values().flatten().flatten() {
            this.branches += 1;
            this.reached_branches += usize::from(*way);
        }
        this
    }

    /// Lines with a statement.
    pub fn count_lines(&self) -> usize {
        self.lines.values().map(BTreeMap::len).sum()
    }

    /// Those that an execution may come to.
    pub fn count_reached_lines(&self) -> usize {
        self.lines.values().flat_map(BTreeMap::values).filter(|is_reached| **is_reached).count()
    }
}

/// Lines with a statement that were not looked at, since they stand only behind what is not modelled, by file: with the
/// function, where no line of it was looked at.
pub type NotLookedAt = BTreeMap<String, BTreeMap<u32, Option<String>>>;

/// Unexamined parts of a program, beside the same program in which what is not modelled does nothing.
pub(crate) fn not_looked_at(program: &Program, going_on: &Program) -> NotLookedAt {
    let seen: BTreeSet<(String, u32, &str)> = text_of(program).collect();
    let lines: BTreeSet<(&str, u32)> = seen.iter().map(|(file, line, _)| (file.as_str(), *line)).collect();
    let functions: BTreeSet<&str> = seen.iter().map(|(_, _, function)| *function).collect();
    let mut all = NotLookedAt::new();
    for (file, line, function) in text_of(going_on) {
        if !lines.contains(&(file.as_str(), line)) {
            let whole = (!functions.contains(function)).then(|| function.to_owned());
            all.entry(file).or_default().insert(line, whole);
        }
    }
    all
}

/// The lines with statements of the program's own text, and the functions that they are in.
fn text_of(program: &Program) -> impl Iterator<Item = (String, u32, &str)> {
    program.edges.iter().filter_map(|edge| {
        let is_shown = is_statement(&edge.op) || matches!(edge.op, Op::Unsupported(_));
        let at = program.sources.locate(edge.span).filter(|_| is_shown && is_users(program, edge.span))?;
        let function = program.functions[program.nodes[edge.source].function].name.as_str();
        Some((at.file.to_string(), at.line, function))
    })
}

/// The ways of branches of the program's own text.
pub(crate) fn branches(program: &Program) -> FastSet<EdgeId> {
    let is_branch = |edge: &Edge| {
        matches!(edge.op, Op::Assume { .. })
            && program.nodes[edge.source].leaving.len() > 1
            && program.nodes[edge.source].function != program.start
            && is_users(program, edge.span)
            && !is_of_check(program, edge.source)
    };
    program.edges.iter_ids().filter(|(_, edge)| is_branch(edge)).map(|(id, _)| id).collect()
}

/// Whether a branch is on what is checked, which the program's text does not have.
fn is_of_check(program: &Program, branch: NodeId) -> bool {
    let ways = program.leaving(branch).flat_map(|(_, way)| program.leaving(way.target));
    ways.into_iter().any(|(_, edge)| edge.op.is_end_of_check())
}

/// What a reader sees as a statement: not what only begins or ends a lifetime.
fn is_statement(op: &Op) -> bool {
    matches!(op, Op::Assign { .. } | Op::Assume { .. } | Op::Call(_) | Op::Havoc { .. } | Op::Intrinsic { .. })
}

/// The assumptions of the program's own text: where executions go on only if a condition holds. Those of a call that is made up can be met.
pub fn assumptions(program: &Program) -> Vec<EdgeId> {
    let is_made_up = |span: Span| program.sources.locate(span).is_some_and(|at| &*at.file == HARNESS_FILE);
    let all = program.edges.iter_ids().filter(|(_, edge)| {
        matches!(edge.op, Op::Assume { .. })
            && program.nodes[edge.source].leaving.len() == 1
            && is_users(program, edge.span)
            && !is_made_up(edge.span)
    });
    all.map(|(id, _)| id).collect()
}

/// Assumptions that no execution gets past, as far as ranges tell soon: TRUE says nothing of what is behind.
pub(crate) fn vacuous(program: &Program, cancel: &CancelToken) -> Vec<String> {
    if assumptions(program).is_empty() {
        return Vec::new();
    }
    let budget = Budget::unlimited(cancel.clone()).with_time(Instant::now(), Some(LONGEST_LOOK));
    let Ok(ranges) = interval::invariants(program, &budget) else { return Vec::new() };
    let one = |span: &Span| {
        let at = program.sources.locate(*span).map(|at| format!("{at}: ")).unwrap_or_default();
        let text = program.sources.snippet(*span).split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{at}no execution gets past {text}: TRUE says nothing of what is behind it")
    };
    ReachedLines::new(program, &ranges).blocked.iter().map(one).collect()
}
