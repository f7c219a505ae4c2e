//! Equations of bit-vectors that algebra decides: `1 + x*z - x - z*y = 0` where `x` is `z + 1` and `y` is `z`.
//!
//! Products of unknown numbers are what neither circuits nor a bit-vector solver can reason about, and what programs with
//! invariants such as sums of powers are made of; sums of many in two orders take them long. Within a condition, each equation is
//! compared as [polynomials](crate::polynomial) modulo `2^width`; what is thereby known to hold, or not to, is replaced.
//! Equations that are asserted beside it rewrite the polynomials first (reduction as in Buchberger's algorithm, without the
//! completion), which is what the step of an induction needs. A value that is a choice is taken apart by its condition.
//!
//! Invariant: the result is equivalent to the condition, given the definitions. Every replacement is one of an equation
//! by its truth value under what is asserted around it and is itself not replaced, or only by what is further outside. So no
//! two parts are each other's reason.

use crate::polynomial::{Fuel, Polynomial, Polynomials, Product};
use crate::sort::Sort;
use crate::store::Terms;
use crate::term::{Args, TermId, TermOp};
use cairn_base::FastMap;
use std::rc::Rc;

/// Cost limit of one condition, in products of polynomials and terms that are looked at.
const FUEL: u64 = 1_000_000;
/// So many additions of unknown numbers are worth to be looked at: circuits need long for a sum in another order.
const LONG_SUM: usize = 6;
/// Equations that rewrite others, at most.
const MOST_RULES: usize = 40;
/// Boolean operations on one way down, at most.
const MOST_DEPTH: usize = 1_000;
/// Conditions that a value is taken apart by, at most, on one way down.
const MOST_CASES: usize = 600;

/// Replacement of a Boolean term.
enum Plan {
    Keep(TermId),
    Bool(bool),
    Not(Box<Plan>),
    /// `and` or `or` of something new.
    Junction(TermOp, Vec<Plan>),
    /// A choice by an old condition.
    Choice(TermId, Box<Plan>, Box<Plan>),
}

/// Assertions around a term.
#[derive(Clone, Default)]
struct Around {
    /// Conditions of choices that are decided.
    decided: FastMap<TermId, bool>,
    /// The equations, as differences that are zero.
    equations: Vec<Rc<Polynomial>>,
    /// How deep the term is in the condition.
    depth: usize,
}

impl Terms {
    /// The condition with equations replaced by their truth where algebra knows it. `facts` holds whenever the condition is
    /// asked; what it defines symbols as (`symbol = term`) is read through.
    pub fn with_identities(&mut self, condition: TermId, facts: TermId) -> TermId {
        if !self.has_algebra(condition, facts) {
            return condition;
        }
        let definitions = self.definitions_in(&[facts]);
        let mut search = Search::new(self, &definitions);
        match search.decide(condition, &Around::default()) {
            Some(Plan::Keep(_)) | None => condition,
            Some(plan) => self.build(&plan),
        }
    }

    fn build(&mut self, plan: &Plan) -> TermId {
        match plan {
            Plan::Keep(term) => *term,
            Plan::Bool(value) => self.bool(*value),
            Plan::Not(inner) => {
                let inner = self.build(inner);
                self.not(inner)
            }
            Plan::Junction(op, parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| self.build(part)).collect();
                if *op == TermOp::And { self.and(&parts) } else { self.or(&parts) }
            }
            Plan::Choice(condition, a, b) => {
                let (a, b) = (self.build(a), self.build(b));
                self.ite(*condition, a, b)
            }
        }
    }

    /// Whether there is a product of two unknown bit-vectors, or a long sum.
    fn has_algebra(&self, condition: TermId, facts: TermId) -> bool {
        let mut sums = 0;
        self.below(&[condition, facts]).iter().any(|term| {
            let node = self.get(*term);
            let is_unknown = node.args.iter().all(|arg| self.as_bits(*arg).is_none());
            sums += usize::from(is_unknown && node.op == TermOp::BvAdd);
            is_unknown && node.op == TermOp::BvMul || sums >= LONG_SUM
        })
    }

    /// Conjuncts `symbol = term` in which the symbol was made after the term: no definition depends on itself.
    pub fn definitions_in(&self, facts: &[TermId]) -> FastMap<TermId, TermId> {
        let mut definitions = FastMap::default();
        let mut stack = facts.to_vec();
        while let Some(term) = stack.pop() {
            let node = self.get(term);
            match node.op {
                TermOp::And => stack.extend(node.args.iter().copied()),
                TermOp::Eq => {
                    let sides = [(node.args[0], node.args[1]), (node.args[1], node.args[0])];
                    for (symbol, value) in sides {
                        if matches!(self.op(symbol), TermOp::Symbol(_)) && symbol > value {
                            definitions.entry(symbol).or_insert(value);
                        }
                    }
                }
                _ => {}
            }
        }
        definitions
    }
}

struct Search<'t> {
    terms: &'t Terms,
    polynomials: Polynomials<'t>,
    definitions: &'t FastMap<TermId, TermId>,
    /// Whether there is an equation of bit-vectors in it, among Boolean operations.
    interesting: FastMap<TermId, bool>,
    fuel: Fuel,
}

impl<'t> Search<'t> {
    fn new(terms: &'t Terms, definitions: &'t FastMap<TermId, TermId>) -> Self {
        let polynomials = Polynomials::new(terms, definitions).with_congruence();
        Self { terms, polynomials, definitions, interesting: FastMap::default(), fuel: Fuel(FUEL) }
    }

    fn is_equation(&self, term: TermId) -> bool {
        self.terms.op(term) == TermOp::Eq && matches!(self.terms.sort(self.terms.arg(term, 0)), Sort::BitVec(_))
    }

    fn is_interesting(&mut self, root: TermId) -> bool {
        let mut stack = vec![(root, false)];
        while let Some((term, after)) = stack.pop() {
            if self.interesting.contains_key(&term) {
                continue;
            }
            let parts: Args = match self.terms.op(term) {
                TermOp::And | TermOp::Or | TermOp::Not | TermOp::Ite => self.terms.get(term).args.clone(),
                _ => self.definitions.get(&term).copied().into_iter().collect(),
            };
            if !parts.is_empty() && !after {
                stack.push((term, true));
                stack.extend(parts.iter().map(|part| (*part, false)));
                continue;
            }
            let within = parts.iter().any(|part| self.interesting.get(part) == Some(&true));
            self.interesting.insert(term, within || self.is_equation(term));
        }
        self.interesting.get(&root) == Some(&true)
    }

    /// Replacement of a condition. `None`: it would cost too much.
    fn decide(&mut self, term: TermId, around: &Around) -> Option<Plan> {
        self.fuel.burn(around.depth + around.decided.len() / 4)?;
        if around.depth > MOST_DEPTH || !self.is_interesting(term) {
            return Some(Plan::Keep(term));
        }
        let args = self.terms.get(term).args.clone();
        let deeper = || Around { depth: around.depth + 1, ..around.clone() };
        match self.terms.op(term) {
            TermOp::And => {
                // What is never replaced itself may be a reason: else two parts could be each other's.
                let mut inner = deeper();
                for part in &args {
                    if self.is_equation(*part) || !self.is_interesting(*part) {
                        self.assume(&mut inner, *part, true);
                    }
                }
                let mut parts = Vec::with_capacity(args.len());
                for part in &args {
                    parts.push(self.decide(*part, if self.is_equation(*part) { around } else { &inner })?);
                }
                Some(junction(TermOp::And, term, parts))
            }
            TermOp::Or => {
                let inner = deeper();
                let parts = args.iter().map(|part| self.decide(*part, &inner)).collect::<Option<Vec<_>>>()?;
                Some(junction(TermOp::Or, term, parts))
            }
            TermOp::Not => Some(match self.decide(args[0], &deeper())? {
                Plan::Keep(_) => Plan::Keep(term),
                Plan::Bool(value) => Plan::Bool(!value),
                plan => Plan::Not(Box::new(plan)),
            }),
            TermOp::Ite => {
                let (mut yes, mut no) = (deeper(), deeper());
                self.assume(&mut yes, args[0], true);
                self.assume(&mut no, args[0], false);
                let (a, b) = (self.decide(args[1], &yes)?, self.decide(args[2], &no)?);
                if matches!((&a, &b), (Plan::Keep(_), Plan::Keep(_))) {
                    return Some(Plan::Keep(term));
                }
                Some(Plan::Choice(args[0], Box::new(a), Box::new(b)))
            }
            // The name of a condition.
            TermOp::Symbol(_) => {
                let plan = match self.definitions.get(&term).copied() {
                    Some(meaning) => self.decide(meaning, &deeper())?,
                    None => Plan::Keep(term),
                };
                Some(if let Plan::Keep(_) = plan { Plan::Keep(term) } else { plan })
            }
            _ => {
                let difference = self.difference(args[0], args[1])?;
                let holds = self.settle(&difference, around, MOST_CASES)?;
                Some(holds.map_or(Plan::Keep(term), Plan::Bool))
            }
        }
    }

    fn difference(&mut self, a: TermId, b: TermId) -> Option<Polynomial> {
        let width = self.terms.width(a);
        let (a, b) = (self.polynomials.of(a, width, &mut self.fuel)?, self.polynomials.of(b, width, &mut self.fuel)?);
        let mut difference = (*a).clone();
        difference.add(&b, u128::MAX, &mut self.fuel)?;
        Some(difference)
    }

    /// Notes that a condition has a truth value. What is too large is not noted.
    fn assume(&mut self, around: &mut Around, condition: TermId, truth: bool) {
        let args = &self.terms.get(condition).args;
        match (self.terms.op(condition), truth) {
            (TermOp::Not, _) => return self.assume(around, args[0], !truth),
            (TermOp::And, true) | (TermOp::Or, false) if args.len() <= MOST_RULES => {
                for arg in args.clone() {
                    self.assume(around, arg, truth);
                }
            }
            (TermOp::Eq, true) if self.is_equation(condition) && around.equations.len() < MOST_RULES => {
                // One that always holds rewrites nothing.
                let difference = self.difference(args[0], args[1]).filter(|zero| zero.constant() != Some(0));
                if let Some(difference) = difference {
                    around.equations.push(Rc::new(difference));
                }
            }
            (TermOp::Symbol(_), _) => {
                if let Some(meaning) = self.definitions.get(&condition).copied() {
                    self.assume(around, meaning, truth);
                }
            }
            _ => {}
        }
        around.decided.insert(condition, truth);
    }

    /// Whether `difference` is zero. The outer `None`: it costs too much; the inner one: algebra does not know.
    fn settle(&mut self, difference: &Polynomial, around: &Around, cases: usize) -> Option<Option<bool>> {
        let difference = self.chosen(difference, around)?;
        if let Some(value) = difference.constant() {
            return Some(Some(value == 0));
        }
        let mut rules: Vec<(Product, Polynomial)> = Vec::new();
        for equation in &around.equations {
            if equation.width() == difference.width() {
                let equation = self.chosen(equation, around)?.reduced(&rules, &mut self.fuel)?;
                rules.extend(equation.rule());
            }
        }
        let reduced = difference.clone().reduced(&rules, &mut self.fuel)?;
        if let Some(value) = reduced.constant() {
            return Some(Some(value == 0));
        }
        let choices = reduced.products().flat_map(|(product, _)| product.atoms());
        let Some(choice) = choices.filter(|atom| self.terms.op(*atom) == TermOp::Ite).max() else { return Some(None) };
        if cases == 0 {
            return Some(None);
        }
        let condition = self.terms.arg(choice, 0);
        let mut answers = [None; 2];
        for (answer, truth) in answers.iter_mut().zip([true, false]) {
            let mut inner = around.clone();
            self.assume(&mut inner, condition, truth);
            *answer = self.settle(&difference, &inner, cases - 1)?;
            if answer.is_none() {
                return Some(None);
            }
        }
        Some(answers[0].filter(|first| answers[1] == Some(*first)))
    }

    /// With choices replaced by what is chosen, where that is decided.
    fn chosen(&mut self, polynomial: &Polynomial, around: &Around) -> Option<Polynomial> {
        let width = polynomial.width();
        let mut polynomial = polynomial.clone();
        loop {
            let branch = |atom: TermId| {
                let truth = self.truth(self.terms.arg(atom, 0), around)?;
                Some(self.terms.arg(atom, if truth { 1 } else { 2 }))
            };
            let is_choice = |atom: &TermId| self.terms.op(*atom) == TermOp::Ite && self.terms.width(*atom) >= width;
            let atoms = polynomial.products().flat_map(|(product, _)| product.atoms());
            let found: FastMap<TermId, TermId> =
                atoms.filter(is_choice).filter_map(|atom| Some((atom, branch(atom)?))).collect();
            if found.is_empty() {
                return Some(polynomial);
            }
            let polynomials = &mut self.polynomials;
            let by = |atom: TermId, fuel: &mut Fuel| match found.get(&atom) {
                Some(branch) => polynomials.of(*branch, width, fuel).map(Some),
                None => Some(None),
            };
            polynomial = polynomial.replaced(by, &mut self.fuel)?;
        }
    }

    fn truth(&self, condition: TermId, around: &Around) -> Option<bool> {
        match (around.decided.get(&condition), self.terms.op(condition)) {
            (Some(known), _) => Some(*known),
            (None, TermOp::Not) => around.decided.get(&self.terms.arg(condition, 0)).map(|known| !known),
            _ => None,
        }
    }
}

fn junction(op: TermOp, term: TermId, parts: Vec<Plan>) -> Plan {
    let decides = op == TermOp::Or;
    if parts.iter().any(|part| matches!(part, Plan::Bool(value) if *value == decides)) {
        return Plan::Bool(decides);
    }
    if parts.iter().all(|part| matches!(part, Plan::Keep(_))) {
        return Plan::Keep(term);
    }
    Plan::Junction(op, parts)
}
