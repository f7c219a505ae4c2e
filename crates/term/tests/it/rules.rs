//! Simplifications that other parts of Cairn count on, by example.

use cairn_term::{Rational, Sort, TermId, Terms};

fn bools<const N: usize>(terms: &mut Terms) -> [TermId; N] {
    std::array::from_fn(|i| terms.symbol(format!("p{i}"), Sort::Bool))
}
fn ints<const N: usize>(terms: &mut Terms) -> [TermId; N] {
    std::array::from_fn(|i| terms.symbol(format!("x{i}"), Sort::Int))
}

#[test]
fn what_two_branches_leave_behind_vanishes() {
    let mut t = Terms::new();
    let [p, q, c] = bools(&mut t);
    let not_c = t.not(c);
    let (left, right) = (t.and(&[p, q, c]), t.and(&[p, q, not_c]));
    let both = t.and(&[p, q]);
    assert_eq!(t.or(&[left, right]), both);
    // Also when the condition is an order.
    let [x, y] = ints(&mut t);
    let (below, above) = (t.lt(x, y), t.le(y, x));
    let (left, right) = (t.and(&[p, below]), t.and(&[p, above]));
    assert_eq!(t.or(&[left, right]), p);
    assert_eq!(t.or(&[p, left]), p);
    let not_p = t.not(p);
    let (and, or) = (t.and(&[not_p, q]), t.or(&[p, q]));
    assert_eq!(t.or(&[p, and]), or);
}

#[test]
fn choices_between_constants_are_conditions() {
    let mut t = Terms::new();
    let [c, d] = bools(&mut t);
    let (zero, one, two) = (t.int(0), t.int(1), t.int(2));
    let flag = t.ite(c, one, zero);
    assert_eq!(t.eq(flag, one), c);
    let not_c = t.not(c);
    assert_eq!(t.eq(flag, zero), not_c);
    assert_eq!(t.le(one, flag), c);
    let more = t.ite(d, two, flag);
    let not_d = t.not(d);
    let expected = t.and(&[not_c, not_d]);
    assert_eq!(t.eq(more, zero), expected);
    let inner = t.ite(d, one, zero);
    let (outer, both) = (t.ite(c, inner, zero), t.and(&[c, d]));
    assert_eq!(outer, t.ite(both, one, zero));
    let again = t.ite(c, flag, two);
    assert_eq!(again, t.ite(c, one, two));
}

#[test]
fn sums_have_one_form() {
    let mut t = Terms::new();
    let [x, y] = ints(&mut t);
    let (one, three, seven) = (t.int(1), t.int(3), t.int(7));
    let more = t.add(x, one);
    assert_eq!(t.sub(more, one), x);
    let (a, b) = (t.add(x, y), t.add(y, x));
    assert_eq!(a, b);
    assert_eq!(t.le(a, b), t.bool(true));
    let twice = t.add(x, x);
    let odd = t.eq(twice, three);
    assert_eq!(odd, t.bool(false));
    // 2x <= 7 is x <= 3, and x < 4, and not 4 <= x.
    let (half, four) = (t.le(twice, seven), t.int(4));
    assert_eq!(half, t.le(x, three));
    assert_eq!(half, t.lt(x, four));
    let other = t.le(four, x);
    assert_eq!(half, t.not(other));
    let third = t.real(Rational::new(1, 3).unwrap());
    let r = t.symbol("r", Sort::Real);
    let product = t.mul(third, r);
    let back = t.multiple(3.into(), product);
    assert_eq!(back, r);
}

#[test]
fn bounds_meet() {
    let mut t = Terms::new();
    let [x] = ints(&mut t);
    let (three, four, five) = (t.int(3), t.int(4), t.int(5));
    let (low, high, higher) = (t.le(four, x), t.le(x, three), t.le(x, five));
    assert_eq!(t.and(&[low, high]), t.bool(false));
    assert_eq!(t.or(&[low, higher]), t.bool(true));
    assert_eq!(t.and(&[high, higher]), high);
    assert_eq!(t.or(&[high, higher]), higher);
    let four_only = t.le(x, four);
    assert_eq!(t.and(&[low, four_only]), t.eq(x, four));
}

#[test]
fn remainders_are_reduced_and_bounded() {
    let mut t = Terms::new();
    let [x, y] = ints(&mut t);
    let wide = t.int(1 << 32);
    let narrow = t.int(1 << 8);
    let multiple = t.mul(wide, y);
    let sum = t.add(x, multiple);
    let (reduced, plain) = (t.int_mod(sum, wide), t.int_mod(x, wide));
    assert_eq!(reduced, plain);
    assert_eq!(t.int_mod(plain, narrow), t.int_mod(x, narrow));
    assert_eq!(t.int_mod(plain, wide), plain);
    let zero = t.int(0);
    assert_eq!(t.le(zero, plain), t.bool(true));
    assert_eq!(t.lt(plain, wide), t.bool(true));
    assert_eq!(t.int_div(plain, wide), zero);
    assert_eq!(t.int_div(multiple, wide), y);
}

#[test]
fn selections_see_through_stores_elsewhere() {
    for index in [Sort::Int, Sort::BitVec(32)] {
        let mut t = Terms::new();
        let offset = |t: &mut Terms, base: TermId, by: u32| match index {
            Sort::Int => {
                let by = t.int(by.into());
                t.add(base, by)
            }
            _ => {
                let by = t.bits(32, by.into());
                t.bv_add(base, by)
            }
        };
        let sort = t.array_sort(index, Sort::Int);
        let (array, p) = (t.symbol("a", sort), t.symbol("p", index));
        let (u, v, w) = (t.int(1), t.int(2), t.int(3));
        let (p4, p8) = (offset(&mut t, p, 4), offset(&mut t, p, 8));
        let first = t.store(array, p4, u);
        let second = t.store(first, p8, v);
        assert_eq!(t.select(second, p4), u);
        assert_eq!(t.select(second, p8), v);
        let below = t.select(array, p);
        assert_eq!(t.select(second, p), below);
        // What is overwritten goes.
        let again = t.store(second, p4, w);
        let (direct, value) = (t.store(array, p8, v), t.select(again, p4));
        assert_eq!(again, t.store(direct, p4, w));
        assert_eq!(value, w);
    }
}

#[test]
fn a_lattice_of_addresses_keeps_apart() {
    let mut t = Terms::new();
    let [x, y] = ints(&mut t);
    let sort = t.array_sort(Sort::Int, Sort::Int);
    let array = t.symbol("a", sort);
    let (a, b) = (t.multiple(4.into(), x), t.multiple(8.into(), y));
    let two = t.int(2);
    let b = t.add(b, two);
    let stored = t.store(array, a, two);
    assert_eq!(t.select(stored, b), t.select(array, b));
}

#[test]
fn numbers_that_do_not_fit_stay_operations() {
    let mut t = Terms::new();
    let most = t.int(i128::MAX);
    let one = t.int(1);
    let sum = t.add(most, one);
    assert!(t.constant(sum).is_none());
    assert!(t.evaluate(sum, &cairn_term::Assignment::new()).is_none());
    let product = t.mul(most, most);
    assert!(t.constant(product).is_none());
    let least = t.int(i128::MIN);
    let minus = t.neg(least);
    assert!(t.constant(minus).is_none());
    let minus_one = t.int(-1);
    let quotient = t.int_div(least, minus_one);
    assert!(t.constant(quotient).is_none());
    t.int_mod(least, minus_one);
    t.int_mod(one, least);
    t.le(sum, least);
    t.eq(minus, one);
}

#[test]
fn conjuncts_and_atoms() {
    let mut t = Terms::new();
    let [p, q, r] = bools(&mut t);
    let [x] = ints(&mut t);
    let five = t.int(5);
    let small = t.le(x, five);
    let either = t.or(&[q, r]);
    let neither = t.not(either);
    let all = t.and(&[p, neither, small]);
    let (not_q, not_r) = (t.not(q), t.not(r));
    let mut parts = t.conjuncts(all);
    parts.sort();
    let mut expected = vec![p, not_q, not_r, small];
    expected.sort();
    assert_eq!(parts, expected);
    assert_eq!(t.atoms(all), [p, q, r, small]);
}
