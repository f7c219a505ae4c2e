//! The largest set of candidates that is inductive (Flanagan and Leino, "Houdini, an Annotation Assistant for ESC/Java", FME
//! 2001): a candidate that some transition does not keep, all others assumed where it begins, is dropped, until none is.
//!
//! What a candidate is and how it is asked whether a transition keeps it differ from prover to prover, and are what
//! [`Consecution`] says. Which transitions are looked at again when a candidate was dropped does not differ, and is here.
//!
//! Invariant: what is left holds at the end of every transition from the entry, where nothing is assumed, and is kept by every
//! transition from a head. By induction over the heads that an execution passes it holds at each of them.

use cairn_cpa::Res;
use cairn_smt::Truth;
use std::collections::BTreeSet;

/// Where a transition begins and ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TransitionEnds {
    /// The head where it begins; `None` at the entry.
    pub(crate) from: Option<usize>,
    /// The head where it ends; `None` for what must not happen.
    pub(crate) to: Option<usize>,
}

/// Which candidates of the head where it ends a transition keeps.
pub(crate) enum Kept {
    All,
    /// Each was decided: those that are true are kept.
    These(Vec<bool>),
    /// Some are false in a counterexample: those that are true here. Of the others nothing is known yet.
    AllBut(Vec<bool>),
}

impl Kept {
    /// Answer of a query that excludes all candidates together: with a model, which of them are false in it. A candidate that
    /// was not decided counts as not kept, unless it `is_certain`.
    pub(crate) fn of_query(truth: Truth<Vec<bool>>, count: usize, is_certain: impl Fn(usize) -> bool) -> Self {
        match truth {
            Truth::Unsatisfiable => Kept::All,
            Truth::Satisfiable(fails) if fails.contains(&true) => Kept::AllBut(fails),
            Truth::Satisfiable(_) | Truth::Unknown(_) => Kept::These((0..count).map(is_certain).collect()),
        }
    }
}

/// How it is asked whether a transition keeps candidates, if all that are left are assumed where it begins.
pub(crate) trait Consecution {
    /// Candidate at a head.
    type Candidate;

    /// The ends of all transitions, by their numbers.
    fn ends(&self) -> Vec<TransitionEnds>;

    /// What a transition assumes is as in `candidates` from now on. Said before it is asked about, and again when candidates
    /// of the head where it begins were dropped; for who keeps what is assumed from query to query.
    fn assume(&mut self, number: usize, candidates: &[Vec<Self::Candidate>]) {
        let _ = (number, candidates);
    }

    /// Which candidates of the head where the transition ends it keeps, in their order.
    ///
    /// # Errors
    /// The budget is used up.
    fn kept(&mut self, number: usize, candidates: &[Vec<Self::Candidate>]) -> Res<Kept>;
}

/// The candidates of each head that are left.
///
/// # Errors
/// The budget is used up.
pub(crate) fn inductive<C: Consecution>(
    consecution: &mut C,
    mut candidates: Vec<Vec<C::Candidate>>,
) -> Res<Vec<Vec<C::Candidate>>> {
    let ends = consecution.ends();
    // Entries first: what does not hold there is not assumed elsewhere.
    let mut open: BTreeSet<(bool, usize)> = (0..ends.len()).map(|at| (ends[at].from.is_some(), at)).collect();
    while let Some((_, number)) = open.pop_first() {
        let TransitionEnds { from, to: Some(to) } = ends[number] else { continue };
        let before = candidates[to].len();
        if before > 0 {
            consecution.assume(number, &candidates);
        }
        while !candidates[to].is_empty() {
            let (mut keep, is_decided) = match consecution.kept(number, &candidates)? {
                Kept::All => break,
                Kept::These(keep) => (keep.into_iter(), true),
                Kept::AllBut(fails) => (fails.into_iter().map(|fails| !fails).collect::<Vec<_>>().into_iter(), false),
            };
            candidates[to].retain(|_| keep.next() == Some(true));
            if is_decided {
                break;
            }
            if from == Some(to) {
                consecution.assume(number, &candidates);
            }
        }
        if candidates[to].len() < before {
            open.extend((0..ends.len()).filter(|at| ends[*at].from == Some(to)).map(|at| (true, at)));
        }
    }
    Ok(candidates)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A transition keeps a candidate when the one that it rests on is assumed.
    struct Rests {
        ends: Vec<TransitionEnds>,
        /// For each transition, what each candidate rests on; `None` for one that it does not keep.
        on: Vec<Vec<Option<&'static str>>>,
        names: Vec<&'static str>,
        one_by_one: bool,
    }

    impl Consecution for Rests {
        type Candidate = &'static str;

        fn ends(&self) -> Vec<TransitionEnds> {
            self.ends.clone()
        }

        fn kept(&mut self, number: usize, candidates: &[Vec<&'static str>]) -> Res<Kept> {
            let TransitionEnds { from, to: Some(to) } = self.ends[number] else { return Ok(Kept::All) };
            let is_kept = |name: &&str| {
                let at = self.names.iter().position(|known| known == name).unwrap_or(0);
                self.on[number][at].is_some_and(|on| from.is_none_or(|from| candidates[from].contains(&on)))
            };
            let mut keep: Vec<bool> = candidates[to].iter().map(is_kept).collect();
            if !self.one_by_one {
                return Ok(Kept::These(keep));
            }
            let first = keep.iter().position(|keep| !keep);
            (0..keep.len()).for_each(|at| keep[at] = Some(at) == first);
            Ok(if first.is_some() { Kept::AllBut(keep) } else { Kept::All })
        }
    }

    #[test]
    fn what_rests_on_a_dropped_candidate_is_dropped() {
        let ends = [(None, Some(0)), (Some(0), Some(0)), (Some(0), Some(1)), (Some(1), None)];
        let ends = ends.map(|(from, to)| TransitionEnds { from, to }).to_vec();
        let names = vec!["a", "b", "c", "d"];
        let always = names.iter().copied().map(Some).collect::<Vec<_>>();
        // At the loop `a` rests on `b` and `b` on `c`, which is not kept; `d` rests on itself.
        let looped = vec![Some("b"), Some("c"), None, Some("d")];
        let on = vec![always.clone(), looped, always, Vec::new()];
        for one_by_one in [false, true] {
            let mut rests = Rests { ends: ends.clone(), on: on.clone(), names: names.clone(), one_by_one };
            let left = inductive(&mut rests, vec![names.clone(), names.clone()]).unwrap();
            assert_eq!(left, [["d"], ["d"]], "one by one: {one_by_one}");
        }
        let entered = vec![None, None, Some("c"), Some("d")];
        let (ends, on) = (ends[..1].to_vec(), vec![entered]);
        let mut rests = Rests { ends, on, names: names.clone(), one_by_one: true };
        assert_eq!(inductive(&mut rests, vec![names]).unwrap(), [["c", "d"]], "what does not hold at the entry");
    }

    #[test]
    fn what_is_not_decided_is_not_kept() {
        let is_second = |at| at == 1;
        for truth in [Truth::Unknown(String::new()), Truth::Satisfiable(vec![false, false])] {
            assert!(matches!(Kept::of_query(truth, 2, is_second), Kept::These(keep) if keep == [false, true]));
        }
        assert!(matches!(Kept::of_query(Truth::Unsatisfiable, 2, is_second), Kept::All));
    }
}
