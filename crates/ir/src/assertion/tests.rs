//! Leaving out weakens, what is not known decides nothing, and numbers are mathematical.

use super::evaluate::{AssertionReader, wrapped};
use super::{Assertion, AssertionCell, WholeNumber};
use crate::ids::VarId;
use cairn_base::id::Id;

/// Variable `n` holds `n`, up to 9; the others are not known.
struct Small;

impl AssertionReader for Small {
    fn cell(&mut self, cell: &AssertionCell) -> Option<i128> {
        let index = cell.var.index() as i128;
        (index < 10).then_some(index)
    }
}

fn cell(index: usize) -> WholeNumber {
    WholeNumber::Cell(AssertionCell { var: VarId::from_index(index), depth: None, bit: 0, bits: 32, signed: true })
}

#[test]
fn what_is_left_out_weakens() {
    let wrong = Assertion::Equal(cell(1), WholeNumber::Constant(5));
    let right = Assertion::AtMost(cell(2), WholeNumber::Constant(2));
    let both = Assertion::all([wrong.clone(), right.clone()]);
    let known = |cell: &AssertionCell| Some(*cell).filter(|cell| cell.var.index() != 1);
    assert_eq!(both.holds(&mut Small), Some(false));
    assert_eq!(both.renamed(&known), right);
    assert_eq!(Assertion::any([wrong, right]).renamed(&known), Assertion::TRUE);
}

#[test]
fn what_is_not_known_decides_only_where_it_matters() {
    let unknown = Assertion::Differs(cell(77), WholeNumber::Constant(0));
    let (yes, no) = (Assertion::Below(cell(1), cell(2)), Assertion::Below(cell(2), cell(1)));
    assert_eq!(Assertion::any([unknown.clone(), yes.clone()]).holds(&mut Small), Some(true));
    assert_eq!(Assertion::all([unknown.clone(), no]).holds(&mut Small), Some(false));
    assert_eq!(Assertion::all([unknown, yes]).holds(&mut Small), None);
}

#[test]
fn numbers_are_mathematical() {
    assert_eq!(wrapped(255, 8, true), -1);
    assert_eq!(wrapped(-1, 8, false), 255);
    assert_eq!(wrapped(1 << 64, 64, false), 0);
    let seven = WholeNumber::Constant(-7);
    let two = || Box::new(WholeNumber::Constant(2));
    assert_eq!(WholeNumber::Quotient(Box::new(seven.clone()), two()).value(&mut Small), Some(-4));
    assert_eq!(WholeNumber::Remainder(Box::new(seven), two()).value(&mut Small), Some(1));
    assert_eq!(WholeNumber::Quotient(two(), Box::new(WholeNumber::Constant(0))).value(&mut Small), None);
    let huge = WholeNumber::Product(vec![WholeNumber::Constant(i128::MAX), cell(2)]);
    assert_eq!(huge.value(&mut Small), None);
}

#[test]
fn the_tightest_bounds_are_kept() {
    let (three, five) = (WholeNumber::Constant(3), WholeNumber::Constant(5));
    let at_most = |number: &WholeNumber| Assertion::AtMost(cell(1), number.clone());
    assert_eq!(Assertion::all([at_most(&five), at_most(&three), at_most(&five)]), at_most(&three));
    assert_eq!(Assertion::any([at_most(&three), at_most(&five), at_most(&three)]), at_most(&five));
    let equal = Assertion::Equal(cell(1), three.clone());
    let parts =
        [Assertion::Differs(cell(1), five.clone()), Assertion::Below(WholeNumber::Constant(2), cell(1)), equal.clone()];
    assert_eq!(Assertion::all(parts), equal);
    let other = Assertion::AtMost(cell(2), three);
    assert_eq!(Assertion::all([at_most(&five), other]).size(), 2);
}

#[test]
fn a_range_is_said_shortly() {
    assert_eq!(Assertion::within(cell(1), Some(3), Some(3)), Assertion::Equal(cell(1), WholeNumber::Constant(3)));
    assert!(Assertion::within(cell(1), None, None).is_true());
    assert_eq!(Assertion::within(cell(1), Some(0), Some(4)).size(), 2);
}
