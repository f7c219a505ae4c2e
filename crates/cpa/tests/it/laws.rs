//! The law checker itself: the toy analysis keeps the laws, and one that breaks each of them is caught.

use cairn_base::{Budget, CancelToken};
use cairn_cpa::{AnyCpa, Composite, Cpa, Cx, Fixed, Move, Res, Specification, Statistics, Successors, laws};
use cairn_test_support::toy::constants::{Known, Tracked};
use cairn_test_support::toy::{Constants, assemble};

const PROGRAM: &str = "
fun main
x = 0
y = ?
if y == 1 goto one
z = 1
goto head
one:
x = 0
head:
if x == 4 goto out
x = x + 1
goto head
out:
if z == 1 goto bad
halt
bad:
error
";

fn check<C: Cpa<Precision = Tracked>>(cpa: &C) -> Result<laws::LawFigures, laws::BrokenLaw> {
    check_under(cpa, &Tracked::All)
}

fn check_under<C: Cpa>(cpa: &C, precision: &C::Precision) -> Result<laws::LawFigures, laws::BrokenLaw> {
    let program = assemble(PROGRAM);
    let specification = Specification::default_reachability();
    let budget = Budget::unlimited(CancelToken::new());
    let (controls, samples) = laws::sample(cpa, precision, &program, &specification, &budget, 200)?;
    laws::check(cpa, precision, &program, &controls, &samples, &budget)
}

#[test]
fn the_toy_analysis_keeps_the_laws() {
    for indexed in [false, true] {
        let figures =
            check(&Constants { indexed, join: true, full: true, ..Constants::default() }).expect("the laws hold");
        assert!(figures.ordered > 0 && figures.monotone > 0 && figures.merged > 0, "{figures:?}");
    }
}

#[test]
fn a_composite_keeps_the_laws() {
    let program = assemble(PROGRAM);
    let budget = Budget::unlimited(CancelToken::new());
    for (first, second, merges) in [(true, true, true), (true, false, false), (false, false, false)] {
        let part = |join| AnyCpa::new(Constants { join, full: true, indexed: join, ..Constants::default() });
        let both = Composite::new(vec![part(first), part(second)]);
        let mut statistics = Statistics::default();
        let mut cx = Cx { program: &program, budget: &budget, statistics: &mut statistics };
        let (_, precision) = both.initial(&mut cx).expect("it begins");
        let figures = check_under(&both, &precision).expect("the laws hold");
        assert!(figures.ordered > 0 && figures.monotone > 0, "{figures:?}");
        // Merge-agree: nothing is merged that one part would keep apart, but for states that differ in nothing there.
        assert_eq!(figures.merged > 0, merges, "{figures:?}");
    }
}

/// Which law an analysis breaks.
#[derive(Clone, Copy, Debug)]
enum Sin {
    NotReflexive,
    MergesToNew,
    MergesUnannounced,
    StopsAlways,
    SeparatesByHash,
    NotMonotone,
    AdjustsDown,
}

struct Sinner(Fixed<Constants>, Sin);

impl Cpa for Sinner {
    type State = Known;
    type Precision = Tracked;

    fn name(&self) -> &'static str {
        "sinner"
    }
    fn initial(&self, cx: &mut Cx<'_>) -> Res<(Known, Tracked)> {
        self.0.initial(cx)
    }
    fn leq(&self, a: &Known, b: &Known, cx: &mut Cx<'_>) -> Res<bool> {
        Ok(!matches!(self.1, Sin::NotReflexive) && self.0.leq(a, b, cx)?)
    }
    fn post(
        &self,
        state: &Known,
        precision: &Tracked,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
        out: &mut Successors<Known>,
    ) -> Res<()> {
        self.0.post(state, precision, at, cx, out)?;
        if matches!(self.1, Sin::NotMonotone) && state.0.values().eq([&2]) {
            out.clear();
        }
        Ok(())
    }
    fn merges(&self) -> bool {
        !matches!(self.1, Sin::MergesUnannounced)
    }
    fn merge(&self, new: &Known, old: &Known, p: &Tracked, cx: &mut Cx<'_>) -> Res<Option<Known>> {
        match self.1 {
            Sin::MergesToNew => Ok(Some(new.clone())),
            _ => self.0.merge(new, old, p, cx),
        }
    }
    fn stop(&self, a: &Known, reached: &mut dyn Iterator<Item = &Known>, cx: &mut Cx<'_>) -> Res<Option<usize>> {
        if matches!(self.1, Sin::StopsAlways) { Ok(Some(0)) } else { self.0.stop(a, reached, cx) }
    }
    fn partition(&self, state: &Known) -> u64 {
        if matches!(self.1, Sin::SeparatesByHash) { state.0.len() as u64 } else { 0 }
    }
    fn adjust(&self, mut state: Known, _: &Tracked, at: &Move<'_>, _: &mut Cx<'_>) -> Res<Known> {
        if matches!(self.1, Sin::AdjustsDown) {
            state.0.extend(at.program.vars.ids().map(|var| (var, 77)));
        }
        Ok(state)
    }
}

#[test]
fn each_broken_law_is_caught() {
    let sins = [
        (Sin::NotReflexive, "not reflexive"),
        (Sin::MergesToNew, "not above both"),
        (Sin::MergesUnannounced, "says that it does not"),
        (Sin::StopsAlways, "stop says"),
        (Sin::SeparatesByHash, "partition separates"),
        (Sin::NotMonotone, "not monotone"),
        (Sin::AdjustsDown, "adjust does not go up"),
    ];
    for (sin, expected) in sins {
        let broken = check(&Sinner(Fixed(Constants { join: true, full: true, ..Constants::default() }), sin));
        let broken = broken.expect_err("the law is broken");
        assert!(broken.contains(expected), "{sin:?}: {broken}");
    }
}
