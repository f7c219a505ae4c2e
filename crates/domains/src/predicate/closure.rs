//! Predicates for all unwindings at once: the blocks of all counterexamples so far as Horn clauses, with one relation a
//! location.
//!
//! Interpolants of one tree refute one unwinding of a recursion; those of the next are others, and nothing ends that. In
//! the tree each node is a clause: the relations of its children and its formula imply its own. With one relation for all
//! nodes at a location the clauses are recursive as the program is, and a solution, if Spacer finds one with little work,
//! holds for all unwindings of the blocks seen so far. Its atoms become predicates like those of interpolants: whether they
//! suffice is for the analysis to find out, so nothing rests on the solution being right.
//!
//! A location has two relations: in a function that is entered with its inputs remembered, and on the way to a target that
//! never returns. A clause is told by its relations, for between two block ends lies one formula of all paths
//! ([`super::segment`]).

use super::templates::Templates;
use super::tree::Tree;
use super::workspace::Workspace;
use cairn_base::{FastIndexMap, FastMap, FastSet, Work};
use cairn_cpa::{Cx, Res};
use cairn_formula::CellId;
use cairn_ir::{NodeId, Program};
use cairn_smt::Limits;
use cairn_smt::clauses::{Clause, Solution, solve};
use cairn_smt::work::{CLOSURE, CLOSURE_CREDIT, LONGEST_CLOSURE};
use cairn_term::TermId;

/// Templates are not tried for more relations.
const MOST_RELATIONS: usize = 60;

/// A relation: a location, and whether the inputs of its frame are remembered.
type Key = (NodeId, bool);

/// What the cells in scope are called in a clause: plain symbols as the location's function sees them, by symbols.
type Names = FastIndexMap<TermId, TermId>;

/// A clause whose relations' arguments are not chosen yet.
struct Open {
    body: Vec<(Key, Names)>,
    constraint: TermId,
    head: Option<(Key, Names)>,
    /// How many cells were known to matter when it was made.
    touched: usize,
}

/// The clauses so far.
#[derive(Default)]
pub struct Closure {
    /// Cells that are in no frame and on some path.
    pub(super) touched: FastSet<CellId>,
    clauses: FastIndexMap<(Option<Key>, Vec<Key>), Open>,
    /// New clauses since the last attempt.
    news: usize,
    /// Attempts in vain.
    failures: u32,
    /// Refinements to wait for until the next attempt.
    wait: u32,
    /// What attempts cost.
    spent: Work,
    /// What interpolation cost.
    pub(super) interpolating: Work,
}

impl Workspace {
    /// Adds a tree's nodes to the clauses.
    fn note_clauses(&mut self, tree: &Tree, program: &Program) {
        for node in 0..tree.groups.len() {
            let is_root = node + 1 == tree.groups.len();
            let children: Vec<usize> = (0..node).filter(|child| tree.parents[*child] == Some(node)).collect();
            let key = |at: usize| (tree.positions[at].node, tree.remembers(at));
            let head = (!is_root).then(|| key(node));
            let signature = (head, children.iter().map(|child| key(*child)).collect());
            let touched = self.closure.touched.len();
            if self.closure.clauses.get(&signature).is_some_and(|known| known.touched == touched) {
                continue;
            }
            let body = children.iter().map(|child| (key(*child), self.names_at(tree, *child, program))).collect();
            let head = head.map(|key| (key, self.names_at(tree, node, program)));
            self.closure.clauses.insert(signature, Open { body, constraint: tree.groups[node], head, touched });
            self.closure.news += 1;
        }
    }

    /// What the cells in scope behind a node are called there.
    fn names_at(&mut self, tree: &Tree, node: usize, program: &Program) -> Names {
        let at = &tree.positions[node];
        let mut names = Names::default();
        let cells = tree.touched.iter().filter_map(|cell| self.encoder.plain(*cell));
        let mut pairs: Vec<(TermId, TermId)> = Vec::new();
        for plain in cells.collect::<Vec<_>>() {
            pairs.push((plain, tree.symbol_behind(&mut self.encoder.terms, node, plain)));
        }
        pairs.extend(tree.inputs_of(node));
        for (plain, symbol) in pairs {
            let seen = match self.options.calls_followed {
                true => Some(plain),
                false => self.encoder.relocate(program, plain, at.function, at.depth, 0),
            };
            names.extend(seen.map(|seen| (seen, symbol)));
        }
        names
    }

    /// Invariants for the locations of the clauses so far, as formulas of the locations' functions.
    pub(super) fn closed(&mut self, tree: &Tree, cx: &mut Cx<'_>) -> Res<Vec<(NodeId, TermId)>> {
        self.note_clauses(tree, cx.program);
        if self.closure.wait > 0 {
            self.closure.wait -= 1;
            return Ok(Vec::new());
        }
        // Nothing is unwound yet, or nothing but this is done.
        if !tree.unwinds() || self.closure.spent > self.closure.interpolating.plus(CLOSURE_CREDIT) {
            return Ok(Vec::new());
        }
        if std::mem::take(&mut self.closure.news) == 0 {
            return Ok(Vec::new());
        }
        let before = cx.budget.work();
        let found = self.closed_now(cx);
        self.closure.spent = self.closure.spent.plus(cx.budget.work().minus(before));
        found
    }

    fn closed_now(&mut self, cx: &mut Cx<'_>) -> Res<Vec<(NodeId, TermId)>> {
        let (keys, relations, clauses) = self.closed_clauses();
        let mut bounded = clauses.clone();
        let mut wraps = false;
        for clause in &mut bounded {
            let (constraint, widths) = self.unwrapped(clause.constraint);
            clause.constraint = constraint;
            wraps |= !widths.is_empty();
        }
        if let Some(guess) = self.guessed(&relations, &clauses, wraps.then_some(&bounded), cx)? {
            cx.statistics.add("predicate-closures-by-templates", 1);
            self.closure.failures = 0;
            let places = keys.iter().map(|(node, _)| *node).zip(guess);
            return Ok(places.flat_map(|(node, all)| all.into_iter().map(move |formula| (node, formula))).collect());
        }
        // As if nothing wrapped around, which is simpler; then as it is.
        let mut found = Vec::new();
        for clauses in wraps.then_some(bounded).iter().chain([&clauses]) {
            cx.budget.look()?;
            let most = CLOSURE.times(1 << self.closure.failures.min(8)).min(LONGEST_CLOSURE);
            let limits = Limits::of_search(cx.budget, most);
            let outcome = solve(&mut self.encoder.terms, &relations, clauses, &limits);
            cx.budget.look()?;
            if let Ok(Solution::Invariants(invariants)) = outcome {
                cx.statistics.add("predicate-closures", 1);
                found.extend(keys.iter().map(|(node, _)| *node).zip(invariants));
            } else {
                cx.statistics.add("predicate-closures-in-vain", 1);
            }
        }
        match found.is_empty() {
            true => {
                self.closure.failures += 1;
                self.closure.wait = 1 << self.closure.failures.min(6);
            }
            false => self.closure.failures = 0,
        }
        Ok(found)
    }

    /// Invariants that refute the clauses, by templates: of the clauses as they are, or as if nothing wrapped around.
    fn guessed(
        &mut self,
        relations: &[Vec<TermId>],
        clauses: &[Clause],
        bounded: Option<&Vec<Clause>>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<Vec<Vec<TermId>>>> {
        if relations.len() > MOST_RELATIONS {
            return Ok(None);
        }
        let mut simple = Templates::new(self, relations, bounded.map_or(clauses, |clauses| clauses));
        let Some(equations) = simple.equations(self, cx)? else { return Ok(None) };
        let mut guess = simple.candidates(self);
        for (all, equations) in guess.iter_mut().zip(equations) {
            all.splice(0..0, equations);
        }
        if bounded.is_some() {
            let mut exact = Templates::new(self, relations, clauses);
            let mut more = guess.clone();
            for all in &mut more {
                let congruences = self.congruences(all);
                all.extend(congruences);
            }
            if let Some(guess) = exact.inductive(self, more, cx)?
                && let Some(needed) = exact.needed(self, &guess, cx)?
            {
                return Ok(Some(needed));
            }
        }
        match simple.inductive(self, guess, cx)? {
            Some(guess) => simple.needed(self, &guess, cx),
            None => Ok(None),
        }
    }

    /// The clauses with the arguments of their relations: the cells that matter to some clause.
    fn closed_clauses(&mut self) -> (Vec<Key>, Vec<Vec<TermId>>, Vec<Clause>) {
        let terms = &mut self.encoder.terms;
        let open: Vec<&Open> = self.closure.clauses.values().collect();
        let mut args: FastIndexMap<Key, FastSet<TermId>> = FastIndexMap::default();
        for clause in &open {
            for (key, _) in clause.body.iter().chain(&clause.head) {
                args.entry(*key).or_default();
            }
        }
        // A cell matters where a clause reads it: in its constraint, or in what another relation of it is about.
        let read: Vec<FastSet<TermId>> = open
            .iter()
            .map(|clause| {
                let symbols = terms.symbols_of(&[clause.constraint]);
                symbols.into_iter().map(|symbol| terms.symbol_term(symbol)).collect()
            })
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (clause, read) in open.iter().zip(&read) {
                for (position, (key, names)) in clause.body.iter().enumerate() {
                    let others =
                        clause.body.iter().enumerate().filter(|(at, _)| *at != position).map(|(_, other)| other);
                    let mut matters = read.clone();
                    for (other, names) in others.chain(&clause.head) {
                        matters.extend(names.iter().filter(|(cell, _)| args[other].contains(*cell)).map(|(_, s)| *s));
                    }
                    for (cell, symbol) in names {
                        if matters.contains(symbol) {
                            changed |= args.get_mut(key).is_some_and(|set| set.insert(*cell));
                        }
                    }
                }
            }
        }
        let keys: Vec<Key> = args.keys().copied().collect();
        let number: FastMap<Key, usize> = keys.iter().enumerate().map(|(at, key)| (*key, at)).collect();
        let relations: Vec<Vec<TermId>> = args
            .values()
            .map(|set| {
                let mut cells: Vec<TermId> = set.iter().copied().collect();
                cells.sort_unstable();
                cells
            })
            .collect();
        let applied = |(key, names): &(Key, Names)| {
            let at = number[key];
            // A cell that a path does not know of has the plain symbol: any value.
            (at, relations[at].iter().map(|cell| names.get(cell).copied().unwrap_or(*cell)).collect())
        };
        let clauses = open.iter().map(|clause| Clause {
            body: clause.body.iter().map(applied).collect(),
            constraint: clause.constraint,
            head: clause.head.as_ref().map(applied),
        });
        let clauses = clauses.collect();
        (keys, relations, clauses)
    }
}
