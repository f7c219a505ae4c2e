//! Queries to the solver: at the end of the path, and in the middle of it, where an address or a size must be a constant.

use crate::state::{Give, Res, State};
use cairn_smt::work::WITHIN_PATH;
use cairn_smt::{Answer, BitFirst, Solver, SolverLimits};
use cairn_term::TermId;

/// So many of them, at most.
const QUERIES: usize = 300;

impl State<'_, '_> {
    /// Brings the solver up to date: all constraints so far, and the definitions that they and `more` depend on.
    pub fn tell_solver(&mut self, more: &[TermId]) -> Res<()> {
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert(BitFirst::new()),
        };
        let mut stack = more.to_vec();
        for constraint in &self.constraints[self.asserted..] {
            solver.assert(&self.terms, constraint.term)?;
            stack.push(constraint.term);
        }
        self.asserted = self.constraints.len();
        while let Some(term) = stack.pop() {
            if !self.known.insert(term) {
                continue;
            }
            stack.extend(self.terms.get(term).args.iter());
            if let Some(meaning) = self.definitions.get(&term).copied() {
                let definition = self.terms.eq(term, meaning);
                solver.assert(&self.terms, definition)?;
                self.defined.push(definition);
                stack.push(meaning);
            }
        }
        Ok(())
    }

    /// Whether the constraints contradict each other as polynomials do ([`Terms::with_identities`]).
    ///
    /// [`Terms::with_identities`]: cairn_term::Terms::with_identities
    pub fn contradicts_by_algebra(&mut self) -> bool {
        let constraints: Vec<TermId> = self.constraints.iter().map(|constraint| constraint.term).collect();
        let condition = self.terms.and(&constraints);
        let facts = self.terms.and(&self.defined);
        let settled = self.terms.with_identities(condition, facts);
        self.terms.as_bool(settled) == Some(false)
    }

    /// Lets the next query begin with a new solver, which simplifies what it is told as a whole. One that is asked
    /// again does not.
    pub fn forget_solver(&mut self) {
        self.solver = None;
        self.asserted = 0;
        self.known.clear();
        self.defined.clear();
    }

    /// Whether the solver has an opinion on a symbol.
    pub fn is_known(&self, symbol: TermId) -> bool {
        self.known.contains(&symbol)
    }

    /// A value that a term can have where the guards hold. Asked in the middle of the path: for addresses and sizes that
    /// the model needs as constants. With a wish, one that grants it where there is one. None where the guards never hold.
    pub fn some_value(&mut self, term: TermId, preference: Option<TermId>, what: &str) -> Res<Option<u128>> {
        if let Some(bits) = self.terms.as_bits(term) {
            return Ok(Some(bits));
        }
        self.queries += 1;
        if self.queries > QUERIES {
            return Err(self.unknown(format!("too many symbolic addresses and sizes ({what})")));
        }
        self.budget.look()?;
        let guards = self.guards.clone();
        let limits = SolverLimits::of(self.budget, WITHIN_PATH);
        let mut asked = guards.clone();
        asked.push(term);
        asked.extend(preference);
        self.tell_solver(&asked)?;
        let (Some(solver), terms) = (&mut self.solver, &self.terms) else {
            return Err(self.malformed("no solver"));
        };
        let mut answer = Answer::Unsat;
        if let Some(preference) = preference {
            let with_preference: Vec<TermId> = guards.iter().copied().chain([preference]).collect();
            answer = solver.check(terms, &with_preference, &limits)?;
        }
        if answer == Answer::Unsat {
            answer = solver.check(terms, &guards, &limits)?;
        }
        match answer {
            Answer::Sat => {
                let value = solver.model(terms, &[term])?.pop().and_then(|value| value.bits());
                value.map(Some).ok_or_else(|| self.unknown("a model without a value"))
            }
            Answer::Unsat if guards.is_empty() => Err(Box::new(Give::Contradiction)),
            Answer::Unsat => Ok(None),
            Answer::Unknown(why) => {
                self.budget.look()?;
                Err(self.unknown(format!("{what} is not determined: {why}")))
            }
        }
    }

    /// The size of a copy as one constant, small if it can be: a large one may well be out of bounds.
    pub fn size_of_copy(&mut self, size: TermId) -> Res<u64> {
        let preference = self.is_at_most(size, 16);
        self.fixed_as(size, Some(preference), "the size of a copy")
    }

    pub fn is_at_most(&mut self, size: TermId, most: u64) -> TermId {
        let most = self.terms.bits(self.terms.width(size), u128::from(most));
        self.terms.bv_ule(size, most)
    }

    /// A term as one constant: other values are left out.
    pub fn fixed(&mut self, term: TermId, what: &str) -> Res<u64> {
        self.fixed_as(term, None, what)
    }

    pub fn fixed_as(&mut self, term: TermId, preference: Option<TermId>, what: &str) -> Res<u64> {
        if let Some(bits) = self.terms.as_bits(term) {
            return Ok(bits as u64);
        }
        // Where the expression never counts any value does.
        let bits = self.some_value(term, preference, what)?.unwrap_or(0);
        let constant = self.terms.bits(self.terms.width(term), bits);
        let equal = self.terms.eq(term, constant);
        self.leave_out(what);
        self.require(equal)?;
        Ok(bits as u64)
    }

    /// The size to take for an allocation, and the term that bounds it when that is only a reserve.
    pub fn size_of_allocation(&mut self, size: TermId) -> Res<(u64, Option<TermId>)> {
        if let Some(bits) = self.terms.as_bits(size) {
            return Ok((bits as u64, None));
        }
        let width = self.terms.width(size);
        let at = self.sizes.met.len();
        self.sizes.met.push(size);
        if let Some(given) = self.sizes.given.as_ref().and_then(|given| given.get(at)).copied() {
            let constant = self.terms.bits(width, u128::from(given));
            let equal = self.terms.eq(size, constant);
            self.require(equal)?;
            return Ok((given, None));
        }
        let reserve = if self.pointer_bits() == 32 { 1u64 << 26 } else { 1 << 40 };
        let most = self.terms.bits(width, u128::from(reserve));
        let fits = self.terms.bv_ule(size, most);
        let before = self.constraints.len();
        match self.require(fits) {
            Err(give) if *give == crate::state::Give::Contradiction => {
                return Err(self.unknown("an allocation for which Cairn's address space has no room"));
            }
            result => result?,
        }
        for constraint in &mut self.constraints[before..] {
            constraint.reserve = true;
        }
        let size = self.named(size)?;
        Ok((reserve, Some(size)))
    }
}
