//! Values of opaque operations on one path: extensions of sums, quotients and remainders by constants.
//!
//! Polynomials are over one ring. An extension of a sum is the sum of the extensions only where nothing wraps around; twice the
//! quotient by two is the number only where it is even. Whether that is so on a path is asked of a solver, which is good at
//! questions that are linear.
//!
//! Invariant: every lemma is valid by itself (`t = c * (t / c) + t % c`), or a solver found that it holds where the path's literals
//! do. Literals with products of unknowns are left out of the query, which assumes less.

use cairn_base::{Budget, FastMap, QueryKind};
use cairn_cpa::Res;
use cairn_smt::work::HORN_CANDIDATE;
use cairn_smt::{QuerySession, SolverChoice, SolverLimits, Truth};
use cairn_term::polynomial::{Fuel, Polynomials};
use cairn_term::{TermId, TermOp, Terms, signed};

/// Queries about one path, at most.
const MOST_QUERIES: usize = 24;

/// The solver, and what it answered.
pub(super) struct Lemmas {
    session: QuerySession,
}

impl Lemmas {
    pub(super) fn new() -> Self {
        Self { session: QuerySession::new(|| SolverChoice::Z3.start_for_bits(), 60) }
    }

    pub(super) fn asked(&self) -> u64 {
        self.session.asked()
    }

    /// Whether some conditions exclude each other.
    pub(super) fn excludes(&mut self, terms: &Terms, conditions: &[TermId], budget: &Budget) -> Res<bool> {
        budget.look()?;
        let limits = SolverLimits::of(budget, QueryKind::Lemma.limit(HORN_CANDIDATE));
        let truth: Truth = self.session.ask(terms, conditions, &limits, &mut |_| ());
        budget.look()?;
        Ok(truth == Truth::Unsatisfiable)
    }

    /// Whether some conditions can be true together: then, which of some are false in a model.
    pub(super) fn counterexample(
        &mut self,
        terms: &Terms,
        conditions: &[TermId],
        asked: &[TermId],
        budget: &Budget,
    ) -> Res<Truth<Vec<bool>>> {
        budget.look()?;
        let limits = SolverLimits::of(budget, QueryKind::Lemma.limit(HORN_CANDIDATE));
        let truth = self.session.ask(terms, conditions, &limits, &mut |model| {
            asked.iter().map(|one| model.holds(*one) == Some(false)).collect::<Vec<bool>>()
        });
        budget.look()?;
        Ok(truth)
    }

    /// Equations between terms of the same width that hold where some literals do: of the opaque operations in some terms.
    pub(super) fn of(
        &mut self,
        terms: &mut Terms,
        literals: &[TermId],
        roots: &[TermId],
        borders: &[(TermId, TermId)],
        budget: &Budget,
    ) -> Res<Vec<(TermId, TermId)>> {
        let linear: Vec<TermId> = literals.iter().copied().filter(|literal| is_linear(terms, *literal)).collect();
        let mut found = Vec::new();
        let mut queries = 0;
        for border in borders.iter().take(MOST_QUERIES) {
            let holds = terms.eq(border.0, border.1);
            let mut asked = linear.clone();
            asked.push(terms.not(holds));
            if self.excludes(terms, &asked, budget)? {
                found.push(*border);
            }
        }
        for term in terms.below(roots) {
            let (certain, guesses) = guesses(terms, term);
            found.extend(certain);
            for guess in guesses {
                if queries >= MOST_QUERIES {
                    break;
                }
                let holds = terms.eq(guess.0, guess.1);
                if terms.as_bool(holds) == Some(true) {
                    break;
                }
                queries += 1;
                let mut asked = linear.clone();
                asked.push(terms.not(holds));
                if is_linear(terms, holds) && self.excludes(terms, &asked, budget)? {
                    found.push(guess);
                    break;
                }
            }
        }
        Ok(found)
    }
}

/// Whether there is no product, quotient or remainder of unknowns in a term, nor anything that is no machine integer.
pub(super) fn is_linear(terms: &Terms, term: TermId) -> bool {
    terms.below(&[term]).into_iter().all(|part| {
        let is_constant = |at: usize| terms.as_bits(terms.arg(part, at)).is_some();
        match terms.op(part) {
            TermOp::BvMul => is_constant(0) || is_constant(1),
            TermOp::BvUDiv | TermOp::BvSDiv | TermOp::BvURem | TermOp::BvSRem => is_constant(1),
            TermOp::Select | TermOp::Store | TermOp::Call(_) => false,
            _ => !matches!(terms.sort(part), cairn_term::Sort::Float(_)),
        }
    })
}

type Equations = Vec<(TermId, TermId)>;

/// Equations about an operation: those that always hold, and those of which the first that holds is wanted.
fn guesses(terms: &mut Terms, term: TermId) -> (Equations, Equations) {
    let width = terms.width(term);
    let (mut certain, mut guesses) = (Vec::new(), Vec::new());
    match terms.op(term) {
        TermOp::SignExtend | TermOp::ZeroExtend => {
            let inner = terms.arg(term, 0);
            let is_leaf = matches!(terms.op(inner), TermOp::Symbol(_));
            if !is_leaf {
                let is_signed = terms.op(term) == TermOp::SignExtend;
                guesses.extend(expanded(terms, inner, width, is_signed).map(|sum| (term, sum)));
                guesses.extend(expanded(terms, inner, width, !is_signed).map(|sum| (term, sum)));
            }
        }
        op @ (TermOp::BvUDiv | TermOp::BvSDiv | TermOp::BvLShr | TermOp::BvAShr) => {
            let (number, by) = (terms.arg(term, 0), terms.arg(term, 1));
            if matches!(op, TermOp::BvUDiv | TermOp::BvSDiv) {
                // It holds of a divisor that is zero, too, as SMT-LIB defines both.
                let rest = if op == TermOp::BvUDiv { TermOp::BvURem } else { TermOp::BvSRem };
                let rest = terms.bitvec_binary(rest, number, by);
                let product = terms.bv_mul(by, term);
                let sum = terms.bv_add(product, rest);
                certain.push((number, sum));
            }
            let Some(bits) = terms.as_bits(by) else { return (certain, guesses) };
            let is_shift = matches!(op, TermOp::BvLShr | TermOp::BvAShr);
            if is_shift && bits >= u128::from(width) {
                return (certain, guesses);
            }
            let divisor = if is_shift { terms.bits(width, 1 << bits) } else { by };
            let product = terms.bv_mul(divisor, term);
            for rest in 0..2 {
                let rest = terms.bits(width, rest);
                let sum = terms.bv_add(product, rest);
                guesses.push((number, sum));
            }
        }
        // Of zero by zero, too: it is the dividend.
        TermOp::BvURem | TermOp::BvSRem if terms.arg(term, 0) == terms.arg(term, 1) => {
            certain.push((term, terms.bits(width, 0)));
        }
        TermOp::BvURem | TermOp::BvSRem if terms.as_bits(terms.arg(term, 1)).is_some_and(|by| by != 0) => {
            for rest in 0..2 {
                let rest = terms.bits(width, rest);
                guesses.push((term, rest));
            }
        }
        _ => {}
    }
    (certain, guesses)
}

/// The sum of the extensions where a term is a sum of multiples: with the coefficients nearest to zero.
fn expanded(terms: &mut Terms, inner: TermId, width: u32, is_signed: bool) -> Option<TermId> {
    let own = terms.width(inner);
    let mut fuel = Fuel(5_000);
    let none = FastMap::default();
    let sum = Polynomials::new(terms, &none).of(inner, own, &mut fuel)?;
    let parts: Vec<(Option<TermId>, u128)> = (sum.products())
        .map(|(product, coefficient)| (product.degree() <= 1).then(|| (product.atoms().next(), coefficient)))
        .collect::<Option<_>>()?;
    // An atom by itself is no sum.
    if let [(Some(atom), 1)] = parts[..]
        && atom == inner
    {
        return None;
    }
    let mut all = terms.bits(width, 0);
    for (atom, coefficient) in parts {
        let coefficient = terms.bits(width, signed(coefficient, own) as u128);
        let part = match atom {
            None => coefficient,
            Some(atom) => {
                // An atom that is wider than the ring counts with its low bits, a narrower one is extended by zeros.
                let atom = if terms.width(atom) > own { terms.extract(atom, own - 1, 0) } else { atom };
                let as_signed = is_signed && terms.width(atom) == own;
                let wide = if as_signed { terms.sign_extend(atom, width) } else { terms.zero_extend(atom, width) };
                terms.bv_mul(coefficient, wide)
            }
        };
        all = terms.bv_add(all, part);
    }
    Some(all)
}
