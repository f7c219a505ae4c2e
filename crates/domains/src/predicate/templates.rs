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
//! Besides numbers, what memory holds at the addresses that clauses access is an argument here.

use super::affine::AffineHull;
use super::oracle::Possible;
use super::workspace::Workspace;
use cairn_base::{FastIndexSet, FastMap};
use cairn_cpa::{Cx, Res};
use cairn_smt::clauses::{Application, Clause};
use cairn_smt::work::TEMPLATE;
use cairn_term::{Op, Rational, Sort, TermId, Value};
use std::collections::{BTreeSet, VecDeque};

/// So many questions in all.
const QUESTIONS: u32 = 1_500;
/// Relations of more numbers are only taken for equations.
const MOST_FOR_PAIRS: usize = 14;
/// Relations of more numbers are left out.
const MOST: usize = 40;
/// Larger constants are no bounds.
const LARGEST: u128 = 1 << 20;
/// Points are looked for so near to the first one.
const NEAR: i128 = 1 << 13;
/// So many constants of the clauses are tried as bounds.
const BOUNDS: usize = 10;

/// A search for invariants of clauses.
pub(super) struct Templates<'c> {
    relations: &'c [Vec<TermId>],
    clauses: &'c [Clause],
    /// For each relation the numbers that equations and bounds are about, over its symbols.
    numbers: Vec<Vec<TermId>>,
    questions: u32,
}

/// For each relation formulas over its symbols.
pub(super) type Guess = Vec<Vec<TermId>>;

impl<'c> Templates<'c> {
    /// A search; it asks nothing yet.
    pub(super) fn new(workspace: &mut Workspace, relations: &'c [Vec<TermId>], clauses: &'c [Clause]) -> Self {
        let mut numbers: Vec<Vec<TermId>> = Vec::new();
        for symbols in relations {
            let terms = &workspace.encoder.terms;
            numbers.push(symbols.iter().copied().filter(|symbol| terms.sort(*symbol) == Sort::Int).collect());
        }
        let mut new = Self { relations, clauses, numbers, questions: 0 };
        new.add_contents(workspace);
        for numbers in &mut new.numbers {
            if numbers.len() > MOST {
                numbers.clear();
            }
        }
        new
    }

    /// What arrays hold at the addresses that clauses access, where these are an argument and a constant.
    fn add_contents(&mut self, workspace: &mut Workspace) {
        let terms = &mut workspace.encoder.terms;
        let mut found: Vec<FastIndexSet<TermId>> = self.relations.iter().map(|_| FastIndexSet::default()).collect();
        for clause in self.clauses {
            let mut indices: FastIndexSet<TermId> = FastIndexSet::default();
            for term in terms.below(&[clause.constraint]) {
                if matches!(terms.op(term), Op::Select | Op::Store) && terms.sort(terms.arg(term, 1)) == Sort::Int {
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
    fn at(&self, workspace: &mut Workspace, (relation, args): &Application, formula: TermId) -> TermId {
        let replace: FastMap<TermId, TermId> =
            self.relations[*relation].iter().copied().zip(args.iter().copied()).collect();
        workspace.encoder.terms.substitute(formula, &replace)
    }

    /// What is asserted of a clause: its constraint, what holds of its symbols, and guesses of its body.
    fn premises(&self, workspace: &mut Workspace, clause: &Clause, guess: &Guess) -> Vec<TermId> {
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
    fn model<T>(
        &mut self,
        workspace: &mut Workspace,
        formulas: &[TermId],
        cx: &mut Cx<'_>,
        read: impl FnOnce(&mut Workspace) -> Res<T>,
    ) -> Res<Option<Option<T>>> {
        self.questions += 1;
        if self.questions > QUESTIONS {
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

    /// The linear equations that hold of each relation.
    pub(super) fn equations(&mut self, workspace: &mut Workspace, cx: &mut Cx<'_>) -> Res<Option<Guess>> {
        let mut hulls: Vec<AffineHull> = self.relations.iter().map(|_| AffineHull::default()).collect();
        let mut guess: Guess = self.relations.iter().map(|_| Vec::new()).collect();
        let mut open: VecDeque<usize> = (0..self.clauses.len()).collect();
        while let Some(at) = open.pop_front() {
            let clause = &self.clauses[at];
            let Some(head) = &clause.head else { continue };
            if clause.body.iter().any(|(relation, _)| hulls[*relation].is_empty()) {
                continue;
            }
            let numbers: Vec<TermId> =
                self.numbers[head.0].clone().into_iter().map(|number| self.at(workspace, head, number)).collect();
            let mut grew = false;
            loop {
                let mut question = self.premises(workspace, clause, &guess);
                if !hulls[head.0].is_empty() {
                    let known: Vec<TermId> =
                        guess[head.0].clone().into_iter().map(|formula| self.at(workspace, head, formula)).collect();
                    let terms = &mut workspace.encoder.terms;
                    let all = terms.and(&known);
                    question.push(terms.not(all));
                }
                let read = |workspace: &mut Workspace| workspace.oracle.values(&workspace.encoder.terms, &numbers);
                // A point near the first one, if there is one: numbers stay small.
                let near = self.near(workspace, &hulls[head.0], &numbers);
                let mut values = None;
                if !near.is_empty() {
                    let question: Vec<TermId> = question.iter().chain(&near).copied().collect();
                    values = self.model(workspace, &question, cx, read)?.flatten();
                }
                if values.is_none() {
                    let Some(any) = self.model(workspace, &question, cx, read)? else { return Ok(None) };
                    values = any;
                }
                let Some(values) = values else { break };
                let point: Option<Vec<Rational>> = (values.iter())
                    .map(|value| match value {
                        Value::Int(number) => Some(Rational::from(*number)),
                        _ => None,
                    })
                    .collect();
                let Some(()) = point.and_then(|point| hulls[head.0].add(&point)) else { return Ok(None) };
                let Some(formulas) = self.formulas(workspace, head.0, &hulls[head.0]) else { return Ok(None) };
                guess[head.0] = formulas;
                grew = true;
            }
            if grew {
                let uses = |clause: &Clause| clause.body.iter().any(|(relation, _)| *relation == head.0);
                let again = (0..self.clauses.len()).filter(|other| uses(&self.clauses[*other]));
                for other in again.collect::<Vec<_>>() {
                    if !open.contains(&other) {
                        open.push_back(other);
                    }
                }
            }
        }
        Ok(Some(guess))
    }

    /// That numbers are near a hull's first point.
    fn near(&self, workspace: &mut Workspace, hull: &AffineHull, numbers: &[TermId]) -> Vec<TermId> {
        let terms = &mut workspace.encoder.terms;
        let mut near = Vec::new();
        for (number, first) in numbers.iter().zip(hull.origin().unwrap_or_default()) {
            let Some(first) = first.whole() else { continue };
            let (low, high) = (terms.int(first - NEAR), terms.int(first + NEAR));
            near.extend([terms.le(low, *number), terms.le(*number, high)]);
        }
        near
    }

    fn formulas(&self, workspace: &mut Workspace, relation: usize, hull: &AffineHull) -> Option<Vec<TermId>> {
        let terms = &mut workspace.encoder.terms;
        let mut formulas = Vec::new();
        for (factors, constant) in hull.equations()? {
            let mut sum = terms.number(constant, Sort::Int);
            for (factor, number) in factors.iter().zip(&self.numbers[relation]) {
                if !factor.is_zero() {
                    let product = terms.multiple(*factor, *number);
                    sum = terms.add(sum, product);
                }
            }
            let zero = terms.int(0);
            formulas.push(terms.eq(sum, zero));
        }
        Some(formulas)
    }

    /// Bounds and differences of each relation's numbers.
    pub(super) fn candidates(&self, workspace: &mut Workspace) -> Guess {
        let terms = &mut workspace.encoder.terms;
        let mut constants: BTreeSet<i128> = BTreeSet::from([-1, 0, 1]);
        let constraints: Vec<TermId> = self.clauses.iter().map(|clause| clause.constraint).collect();
        let mut others: Vec<i128> =
            terms.below(&constraints).into_iter().filter_map(|term| terms.as_int(term)).collect();
        others.retain(|number| number.unsigned_abs() <= LARGEST);
        others.sort_unstable_by_key(|number| (number.unsigned_abs(), *number));
        others.dedup();
        constants.extend(others.into_iter().take(BOUNDS));
        let mut guess = Guess::new();
        for numbers in &self.numbers {
            let mut all: FastIndexSet<TermId> = FastIndexSet::default();
            for number in numbers {
                for constant in &constants {
                    let constant = terms.int(*constant);
                    all.insert(terms.le(*number, constant));
                    all.insert(terms.le(constant, *number));
                }
            }
            if numbers.len() <= MOST_FOR_PAIRS {
                for (at, a) in numbers.iter().enumerate() {
                    for b in &numbers[at + 1..] {
                        for constant in [-1, 0, 1] {
                            let constant = terms.int(constant);
                            let more = terms.add(*b, constant);
                            all.insert(terms.le(*a, more));
                            all.insert(terms.le(more, *a));
                        }
                    }
                }
            }
            guess.push(all.into_iter().filter(|formula| terms.as_bool(*formula).is_none()).collect());
        }
        guess
    }

    /// What of the guesses is inductive together; `None` when that is not found out.
    pub(super) fn inductive(
        &mut self,
        workspace: &mut Workspace,
        mut guess: Guess,
        cx: &mut Cx<'_>,
    ) -> Res<Option<Guess>> {
        let mut open: VecDeque<usize> = (0..self.clauses.len()).collect();
        while let Some(at) = open.pop_front() {
            let clause = &self.clauses[at];
            let Some(head) = &clause.head else { continue };
            let mut shrank = false;
            while !guess[head.0].is_empty() {
                let mut question = self.premises(workspace, clause, &guess);
                let conclusions: Vec<TermId> =
                    guess[head.0].clone().into_iter().map(|formula| self.at(workspace, head, formula)).collect();
                let terms = &mut workspace.encoder.terms;
                let all = terms.and(&conclusions);
                question.push(terms.not(all));
                let truth = self.model(workspace, &question, cx, |workspace| {
                    workspace.oracle.truth(&workspace.encoder.terms, &conclusions)
                })?;
                let Some(truth) = truth else { return Ok(None) };
                let Some(truth) = truth else { break };
                let before = guess[head.0].len();
                let mut holds = truth.into_iter();
                guess[head.0].retain(|_| holds.next().unwrap_or(false));
                if guess[head.0].len() == before {
                    // A model that the solver does not stand by.
                    return Ok(None);
                }
                shrank = true;
            }
            if shrank {
                for (other, clause) in self.clauses.iter().enumerate() {
                    if clause.body.iter().any(|(relation, _)| *relation == head.0) && !open.contains(&other) {
                        open.push_back(other);
                    }
                }
            }
        }
        Ok(Some(guess))
    }

    /// What of an inductive guess refutes the clauses without head, with what makes it inductive; `None` when it does not
    /// refute them.
    pub(super) fn needed(&mut self, workspace: &mut Workspace, guess: &Guess, cx: &mut Cx<'_>) -> Res<Option<Guess>> {
        let mut needed: Vec<FastIndexSet<TermId>> = self.relations.iter().map(|_| FastIndexSet::default()).collect();
        // Pairs of a clause and what it must imply of its head.
        let mut open: Vec<(usize, Option<TermId>)> = Vec::new();
        open.extend((0..self.clauses.len()).filter(|at| self.clauses[*at].head.is_none()).map(|at| (at, None)));
        while let Some((at, conclusion)) = open.pop() {
            self.questions += 1;
            if self.questions > QUESTIONS {
                return Ok(None);
            }
            let clause = &self.clauses[at];
            let mut asserted = vec![clause.constraint];
            if let (Some(head), Some(formula)) = (&clause.head, conclusion) {
                let goal = self.at(workspace, head, formula);
                asserted.push(workspace.encoder.terms.not(goal));
            }
            let mut assumed: Vec<(usize, TermId, TermId)> = Vec::new();
            for application in &clause.body {
                // Those that are needed anyway first.
                let (first, then): (Vec<TermId>, Vec<TermId>) =
                    guess[application.0].iter().partition(|formula| needed[application.0].contains(*formula));
                for formula in first.into_iter().chain(then) {
                    assumed.push((application.0, formula, self.at(workspace, application, formula)));
                }
            }
            let mut roots = asserted.clone();
            roots.extend(assumed.iter().map(|(_, _, instance)| *instance));
            asserted.push(workspace.encoder.facts(&roots));
            let mut instances: Vec<TermId> = assumed.iter().map(|(_, _, instance)| *instance).collect();
            let terms = &workspace.encoder.terms;
            instances.retain(|instance| terms.as_bool(*instance).is_none());
            workspace.oracle.push()?;
            for formula in asserted {
                workspace.oracle.assert(&workspace.encoder.terms, formula)?;
            }
            let answer = workspace.oracle.check(&workspace.encoder.terms, &instances, TEMPLATE, cx)?;
            let core = if answer == Possible::No { Some(workspace.oracle.core()?) } else { None };
            workspace.oracle.pop()?;
            let Some(core) = core else { return Ok(None) };
            for (relation, formula, instance) in assumed {
                if core.contains(&instance) && needed[relation].insert(formula) {
                    let heads = self.clauses.iter().enumerate();
                    let of = heads.filter(|(_, clause)| clause.head.as_ref().is_some_and(|head| head.0 == relation));
                    open.extend(of.map(|(clause, _)| (clause, Some(formula))));
                }
            }
        }
        Ok(Some(needed.into_iter().map(|set| set.into_iter().collect()).collect()))
    }
}
