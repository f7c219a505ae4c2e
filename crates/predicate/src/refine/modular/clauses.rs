//! The blocks of all counterexamples so far as Horn clauses, with one relation a location.
//!
//! A location has two relations: in a function that is entered with its inputs remembered, and on the way to a target that
//! never returns. A clause is told by its relations, for between two block ends lies one formula of all paths
//! ([`super::segment`]).

use super::tree::InterpolationTree;
use crate::workspace::Workspace;
use cairn_base::{FastIndexMap, FastMap, FastSet};
use cairn_formula::CellId;
use cairn_ir::{NodeId, Program};
use cairn_smt::clauses::Clause;
use cairn_term::TermId;

/// A relation: a location, and whether the inputs of its frame are remembered.
pub type RelationKey = (NodeId, bool);

/// Names of the cells in scope in a clause: plain symbols as the location's function sees them, by symbols.
type Names = FastIndexMap<TermId, TermId>;

/// A clause whose relations' arguments are not chosen yet.
struct Open {
    body: Vec<(RelationKey, Names)>,
    constraint: TermId,
    head: Option<(RelationKey, Names)>,
    /// How many cells were known to matter when it was made.
    touched: usize,
}

pub struct Applied {
    pub keys: Vec<RelationKey>,
    pub relations: Vec<Vec<TermId>>,
    pub clauses: Vec<Clause>,
}

#[derive(Default)]
pub struct Clauses {
    /// Cells that are in no frame and on some path.
    pub touched: FastSet<CellId>,
    clauses: FastIndexMap<(Option<RelationKey>, Vec<RelationKey>), Open>,
    /// New clauses since the last attempt.
    pub news: usize,
}

impl Clauses {
    /// Adds a tree's nodes to the clauses.
    pub fn note(&mut self, workspace: &mut Workspace, tree: &InterpolationTree, program: &Program) {
        for node in 0..tree.groups.len() {
            let is_root = node + 1 == tree.groups.len();
            let children: Vec<usize> = (0..node).filter(|child| tree.parents[*child] == Some(node)).collect();
            let key = |at: usize| (tree.positions[at].node, tree.remembers(at));
            let head = (!is_root).then(|| key(node));
            let signature = (head, children.iter().map(|child| key(*child)).collect());
            let touched = self.touched.len();
            if self.clauses.get(&signature).is_some_and(|known| known.touched == touched) {
                continue;
            }
            let body = children.iter().map(|child| (key(*child), names_at(workspace, tree, *child, program))).collect();
            let head = head.map(|key| (key, names_at(workspace, tree, node, program)));
            self.clauses.insert(signature, Open { body, constraint: tree.groups[node], head, touched });
            self.news += 1;
        }
    }

    /// The clauses with the arguments of their relations: the cells that matter to some clause.
    pub fn applied(&self, workspace: &mut Workspace) -> Applied {
        let terms = &mut workspace.encoder.terms;
        let open: Vec<&Open> = self.clauses.values().collect();
        let mut args: FastIndexMap<RelationKey, FastSet<TermId>> = FastIndexMap::default();
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
        let keys: Vec<RelationKey> = args.keys().copied().collect();
        let number: FastMap<RelationKey, usize> = keys.iter().enumerate().map(|(at, key)| (*key, at)).collect();
        let relations: Vec<Vec<TermId>> = args
            .values()
            .map(|set| {
                let mut cells: Vec<TermId> = set.iter().copied().collect();
                cells.sort_unstable();
                cells
            })
            .collect();
        let applied = |(key, names): &(RelationKey, Names)| {
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
        Applied { keys, relations, clauses }
    }
}

/// Names of the cells in scope behind a node.
fn names_at(workspace: &mut Workspace, tree: &InterpolationTree, node: usize, program: &Program) -> Names {
    let at = &tree.positions[node];
    let mut names = Names::default();
    let cells = tree.touched.iter().filter_map(|cell| workspace.encoder.plain(*cell));
    let mut pairs: Vec<(TermId, TermId)> = Vec::new();
    for plain in cells.collect::<Vec<_>>() {
        pairs.push((plain, tree.symbol_behind(&mut workspace.encoder.terms, node, plain)));
    }
    pairs.extend(tree.inputs_of(node));
    for (plain, symbol) in pairs {
        let seen = match workspace.options.calls_followed {
            true => Some(plain),
            false => workspace.encoder.relocate(program, plain, at.function, at.depth, 0),
        };
        names.extend(seen.map(|seen| (seen, symbol)));
    }
    names
}
