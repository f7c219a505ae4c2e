//! Identities that hold, that do not, and that hold because of others; and random conditions, which must not change.

use cairn_term::{Assignment, Sort, TermId, TermOp, TermValue, Terms};

fn symbols(terms: &mut Terms, width: u32, names: &[&str]) -> Vec<TermId> {
    names.iter().map(|name| terms.symbol(*name, Sort::BitVec(width))).collect()
}

/// `x*z - x - z*y + 1`
fn geometric(terms: &mut Terms, x: TermId, y: TermId, z: TermId) -> TermId {
    let (xz, zy, one) = (terms.bv_mul(x, z), terms.bv_mul(z, y), terms.bits(64, 1));
    let a = terms.bv_sub(xz, x);
    let b = terms.bv_sub(a, zy);
    terms.bv_add(one, b)
}

#[test]
fn an_identity_is_seen_through_choices_and_names() {
    let mut terms = Terms::new();
    let [z, c] = symbols(&mut terms, 64, &["z", "c"])[..] else { panic!() };
    let (one, zero) = (terms.bits(64, 1), terms.bits(64, 0));
    let (mut x, mut y) = (one, one);
    let mut facts = terms.bool(true);
    for round in 0..6 {
        let bound = terms.bits(64, round);
        let goes_on = terms.bv_slt(bound, c);
        let product = terms.bv_mul(x, z);
        let (more, next) = (terms.bv_add(one, product), terms.bv_mul(y, z));
        let name = terms.symbol(format!("x{round}"), Sort::BitVec(64));
        let defines = terms.eq(name, more);
        facts = terms.and(&[facts, defines]);
        (x, y) = (terms.ite(goes_on, name, x), terms.ite(goes_on, next, y));
    }
    let sum = geometric(&mut terms, x, y, z);
    let holds = terms.eq(sum, zero);
    let violated = terms.not(holds);
    let settled = terms.with_identities(violated, facts);
    assert_eq!(terms.as_bool(settled), Some(false));
    // Without what the names mean nothing is known.
    let nothing = terms.bool(true);
    assert_eq!(terms.with_identities(violated, nothing), violated);
    // One off is never right.
    let off = terms.eq(sum, one);
    let settled = terms.with_identities(off, facts);
    assert_eq!(terms.as_bool(settled), Some(false));
}

#[test]
fn what_held_before_a_step_shows_that_it_holds_after_it() {
    let mut terms = Terms::new();
    let [x, y, z] = symbols(&mut terms, 64, &["x", "y", "z"])[..] else { panic!() };
    let (one, zero, facts) = (terms.bits(64, 1), terms.bits(64, 0), terms.bool(true));
    let before = geometric(&mut terms, x, y, z);
    let before = terms.eq(before, zero);
    let product = terms.bv_mul(x, z);
    let (next_x, next_y) = (terms.bv_add(one, product), terms.bv_mul(y, z));
    let after = geometric(&mut terms, next_x, next_y, z);
    let after = terms.eq(after, zero);
    let violated = terms.not(after);
    let step = terms.and(&[before, violated]);
    let settled = terms.with_identities(step, facts);
    assert_eq!(terms.as_bool(settled), Some(false));
    // After alone follows from nothing, and equations beside each other stay.
    assert_eq!(terms.with_identities(violated, facts), violated);
    let both = terms.and(&[before, after]);
    assert_eq!(terms.with_identities(both, facts), both);
}

#[test]
fn quotients_of_a_sum_in_two_orders_are_equal() {
    let mut terms = Terms::new();
    let names: Vec<String> = (0..20).map(|number| format!("x{number}")).collect();
    let mut numbers = symbols(&mut terms, 32, &names.iter().map(String::as_str).collect::<Vec<_>>());
    let average = |terms: &mut Terms, numbers: &[TermId]| {
        let mut sum = terms.bits(64, 0);
        for number in numbers {
            let wide = terms.sign_extend(*number, 64);
            sum = terms.bv_add(sum, wide);
        }
        let count = terms.bits(64, 20);
        let quotient = terms.bitvec_binary(TermOp::BvSDiv, sum, count);
        terms.extract(quotient, 31, 0)
    };
    let before = average(&mut terms, &numbers);
    numbers.rotate_left(7);
    numbers.swap(2, 5);
    let after = average(&mut terms, &numbers);
    let (equal, facts) = (terms.eq(before, after), terms.bool(true));
    let settled = terms.with_identities(equal, facts);
    assert_eq!(terms.as_bool(settled), Some(true));
    // A sum of others is another one.
    numbers[0] = numbers[1];
    let other = average(&mut terms, &numbers);
    let equal = terms.eq(before, other);
    assert_eq!(terms.with_identities(equal, facts), equal);
}

/// Random conditions over three numbers of 4 bits, with random values: the condition means what it meant.
#[test]
fn conditions_mean_what_they_meant() {
    let mut seed = 7_u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut changed = 0;
    for _ in 0..5_000 {
        let mut terms = Terms::new();
        let mut numbers = symbols(&mut terms, 4, &["a", "b", "c"]);
        numbers.extend([terms.bits(4, 0), terms.bits(4, 1), terms.bits(4, 13)]);
        let mut conditions: Vec<TermId> = Vec::new();
        let mut definitions: Vec<TermId> = Vec::new();
        for step in 0..22 {
            let (x, y) = (numbers[random(numbers.len())], numbers[random(numbers.len())]);
            let number = match random(12) {
                0 => terms.bv_add(x, y),
                1 => terms.bv_sub(x, y),
                2 | 3 => terms.bv_mul(x, y),
                4 => terms.bv_neg(x),
                5 if !conditions.is_empty() => terms.ite(conditions[random(conditions.len())], x, y),
                6 => {
                    let wide = terms.zero_extend(x, 6);
                    let other = terms.sign_extend(y, 6);
                    let product = terms.bv_mul(wide, other);
                    terms.extract(product, 3, 0)
                }
                7 => {
                    let name = terms.symbol(format!("n{step}"), Sort::BitVec(4));
                    definitions.push(terms.eq(name, x));
                    name
                }
                8 => match random(3) {
                    0 => terms.bitvec_binary(TermOp::BvUDiv, x, y),
                    1 => terms.bitvec_binary(TermOp::BvSRem, x, y),
                    _ => terms.bitvec_binary(TermOp::BvLShr, x, y),
                },
                9 | 10 => {
                    let (low, other) = (terms.extract(x, 1, 0), terms.extract(y, 1, 0));
                    let sum = if random(2) == 0 { low } else { terms.bv_add(low, other) };
                    if random(2) == 0 { terms.sign_extend(sum, 4) } else { terms.zero_extend(sum, 4) }
                }
                _ => terms.bv_not(x),
            };
            numbers.push(number);
            let condition = match random(8) {
                0 | 1 => terms.eq(number, y),
                5 => terms.eq(number, x),
                6 if conditions.len() > 1 => {
                    // Neither a conjunction nor an equation at the first look.
                    let (p, q) = (conditions[random(conditions.len())], conditions[random(conditions.len())]);
                    let not_p = terms.not(p);
                    let either = terms.or(&[not_p, q]);
                    terms.not(either)
                }
                2 if conditions.len() > 1 => {
                    let (p, q) = (conditions[random(conditions.len())], conditions[random(conditions.len())]);
                    if random(2) == 0 { terms.and(&[p, q]) } else { terms.or(&[p, q]) }
                }
                3 if conditions.len() > 2 => {
                    let at = random(conditions.len() - 2);
                    terms.ite(conditions[at], conditions[at + 1], conditions[at + 2])
                }
                4 if !conditions.is_empty() => terms.not(conditions[random(conditions.len())]),
                _ => terms.bv_ult(x, y),
            };
            conditions.push(condition);
            if random(5) == 0 {
                let name = terms.symbol(format!("c{step}"), Sort::Bool);
                definitions.push(terms.eq(name, condition));
                conditions.push(name);
            }
        }
        let some: Vec<TermId> = (0..4).map(|_| conditions[random(conditions.len())]).collect();
        let condition = if random(2) == 0 { terms.and(&some) } else { terms.or(&some) };
        let facts = terms.and(&definitions);
        let settled = terms.with_identities(condition, facts);
        if settled == condition {
            continue;
        }
        changed += 1;
        let means =
            |terms: &Terms, of: TermId, values: &Assignment| terms.evaluate(of, values).unwrap().as_bool().unwrap();
        for _ in 0..400 {
            let bits = random(1 << 12) as u128;
            let mut values = Assignment::new();
            for (number, symbol) in terms.symbols_of(&numbers[..3]).into_iter().enumerate() {
                values.set(symbol, TermValue::of_bits(bits >> (4 * number) & 15, Sort::BitVec(4)).unwrap());
            }
            // In the order in which they were made: none mentions a later one.
            for definition in &definitions {
                let [one, other] = terms.get(*definition).args[..] else { continue };
                let (name, value) = if one > other { (one, other) } else { (other, one) };
                if let TermOp::Symbol(symbol) = terms.op(name) {
                    let value = terms.evaluate(value, &values).unwrap();
                    values.set(symbol, value);
                }
            }
            if !means(&terms, facts, &values) {
                continue;
            }
            assert_eq!(means(&terms, condition, &values), means(&terms, settled, &values));
        }
    }
    assert!(changed >= 200, "only {changed} conditions changed");
}
