//! Invariants of Horn clauses by guess and check: linear equations, and differences and bounds of few constants.
//!
//! Spacer learns from refuted paths, and where these count turns it never ends. What summaries of recursive functions
//! need is mostly simpler than the way there: `result = n + m`, `count = old count + n`, `result >= n - 1`. So, before
//! Spacer is asked:
//!
//! 1. The affine hull of each relation ([`super::affine`]): a model of a clause is a point of its head's relation; when no
//!    clause has a point outside of the hulls, their equations are invariants. As many questions as there are dimensions
//!    (Reps, Sagiv and Yorsh, *Symbolic implementation of the best transformer*, VMCAI 2004).
//! 2. Of bounds and differences of the arguments those that are inductive together (Flanagan and Leino, *Houdini*, FME
//!    2001): a model that starts in all and ends outside of some removes these.
//! 3. When the clauses without head are refuted by what is left, only what their refutation and its inductiveness use is
//!    kept, by cores: everything else would be predicates for nothing.
//!
//! Besides numbers, what memory holds at the addresses that clauses access is an argument here. This file asks the
//! questions; [`equations`] and [`guess`] are the steps.

mod equations;
mod guess;

use crate::workspace::Workspace;
use crate::workspace::oracle::Possible;
use cairn_base::{FastIndexSet, FastMap};
use cairn_cpa::{Cx, Res};
use cairn_smt::clauses::{Application, Clause};
use cairn_smt::work::TEMPLATE;
use cairn_term::{Sort, TermId, TermOp};

const QUERIES: u32 = 1_500;
/// Relations of more numbers are left out.
const MOST: usize = 40;

/// A search for invariants of clauses.
pub struct Templates<'c> {
    relations: &'c [Vec<TermId>],
    clauses: &'c [Clause],
    /// For each relation the numbers that equations and bounds are about, over its symbols.
    numbers: Vec<Vec<TermId>>,
    queries: u32,
}

/// For each relation formulas over its symbols.
pub type Guess = Vec<Vec<TermId>>;

impl<'c> Templates<'c> {
    /// A search; it asks nothing yet.
    pub fn new(workspace: &mut Workspace, relations: &'c [Vec<TermId>], clauses: &'c [Clause]) -> Self {
        let mut numbers: Vec<Vec<TermId>> = Vec::new();
        for symbols in relations {
            let terms = &workspace.encoder.terms;
            numbers.push(symbols.iter().copied().filter(|symbol| terms.sort(*symbol) == Sort::Int).collect());
        }
        let mut new = Self { relations, clauses, numbers, queries: 0 };
        new.add_contents(workspace);
        for numbers in &mut new.numbers {
            if numbers.len() > MOST {
                numbers.clear();
            }
        }
        new
    }

    /// Contents of arrays at the addresses that clauses access, where these are an argument and a constant.
    fn add_contents(&mut self, workspace: &mut Workspace) {
        let terms = &mut workspace.encoder.terms;
        let mut found: Vec<FastIndexSet<TermId>> = self.relations.iter().map(|_| FastIndexSet::default()).collect();
        for clause in self.clauses {
            let mut indices: FastIndexSet<TermId> = FastIndexSet::default();
            for term in terms.below(&[clause.constraint]) {
                if matches!(terms.op(term), TermOp::Select | TermOp::Store)
                    && terms.sort(terms.arg(term, 1)) == Sort::Int
                {
                    indices.insert(terms.arg(term, 1));
                }
            }
            for (relation, args) in clause.body.iter().chain(&clause.head) {
                let back: FastMap<TermId, TermId> =
                    args.iter().copied().zip(self.relations[*relation].iter().copied()).collect();
                for index in &indices {
                    let symbols = terms.symbols_of(&[*index]);
                    let symbols: Vec<TermId> = symbols.into_iter().map(|symbol| terms.symbol_term(symbol)).collect();
                    if symbols.len() > 1 || symbols.iter().any(|symbol| !back.contains_key(symbol)) {
                        continue;
                    }
                    let at = terms.substitute(*index, &back);
                    for array in self.relations[*relation].clone() {
                        if let Sort::Array(parts) = terms.sort(array)
                            && terms.array_parts(parts) == (Sort::Int, Sort::Int)
                        {
                            found[*relation].insert(terms.select(array, at));
                        }
                    }
                }
            }
        }
        for (numbers, found) in self.numbers.iter_mut().zip(found) {
            numbers.extend(found);
        }
    }

    /// A formula over a relation's symbols where it is applied.
    pub(super) fn at(&self, workspace: &mut Workspace, (relation, args): &Application, formula: TermId) -> TermId {
        let replace: FastMap<TermId, TermId> =
            self.relations[*relation].iter().copied().zip(args.iter().copied()).collect();
        workspace.encoder.terms.substitute(formula, &replace)
    }

    /// Assertions of a clause: its constraint, what holds of its symbols, and guesses of its body.
    pub(super) fn premises(&self, workspace: &mut Workspace, clause: &Clause, guess: &Guess) -> Vec<TermId> {
        let mut premises = vec![clause.constraint];
        for application in &clause.body {
            for formula in &guess[application.0] {
                premises.push(self.at(workspace, application, *formula));
            }
        }
        let facts = workspace.encoder.facts(&premises);
        premises.push(facts);
        premises
    }

    /// Asks for a model of some formulas; `None`: not known, or enough questions.
    pub(super) fn model<T>(
        &mut self,
        workspace: &mut Workspace,
        formulas: &[TermId],
        cx: &mut Cx<'_>,
        read: impl FnOnce(&mut Workspace) -> Res<T>,
    ) -> Res<Option<Option<T>>> {
        self.queries += 1;
        if self.queries > QUERIES {
            return Ok(None);
        }
        workspace.oracle.push()?;
        for formula in formulas {
            workspace.oracle.assert(&workspace.encoder.terms, *formula)?;
        }
        let result = match workspace.oracle.check(&workspace.encoder.terms, &[], TEMPLATE, cx)? {
            Possible::No => Some(None),
            Possible::Unknown => None,
            Possible::Yes => Some(Some(read(workspace)?)),
        };
        workspace.oracle.pop()?;
        Ok(result)
    }
}
