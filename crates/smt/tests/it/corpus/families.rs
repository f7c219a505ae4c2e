//! The families: small programs, unrolled by hand into one group a block.

// tidy: long because it is one list of small programs.

use super::number::Number;
use cairn_term::{Sort, TermId, Terms};

type Built = (Vec<TermId>, Option<Vec<Option<usize>>>);

/// The problem of a family; `None` when there is no such family or not for this theory.
pub fn build(t: &mut Terms, family: &str, n: Number, size: usize) -> Option<Built> {
    let sequence = match family {
        "lockstep" => lockstep(t, n, size),
        "choices" => choices(t, n, size),
        "counter" => counter(t, n, size),
        "bounded" => bounded(t, n, size),
        "sum" => sum(t, n, size),
        "climb" => climb(t, n, size),
        "drift" => drift(t, n, size),
        "parity" => parity(t, n, size)?,
        "locks" => locks(t, n, size),
        "wrapping" => wrapping(t, n, size)?,
        "masks" => masks(t, n, size)?,
        "widths" => widths(t, n, size)?,
        "copies" => copies(t, n, size),
        "states" => states(t, n, size),
        "straight" => straight(t, n, size),
        "branches" => branches(t, n, size),
        "fill" => fill(t, n, size),
        "swap" => swap(t, n, size),
        "cells" => cells(t, n, size),
        "function" => function(t, n, size),
        "congruence" => congruence(t, n, size),
        _ => return tree(t, family, n, size),
    };
    Some((sequence, None))
}

fn tree(t: &mut Terms, family: &str, n: Number, size: usize) -> Option<Built> {
    let (groups, parents) = match family {
        "calls" => calls(t, n, size),
        "maximum" => maximum(t, n, size),
        "flags" => flags(t, n, size),
        _ => return None,
    };
    Some((groups, Some(parents)))
}

/// States of named variables at each cut.
fn trace(t: &mut Terms, n: Number, names: &[&str], cuts: usize) -> Vec<Vec<TermId>> {
    (0..cuts).map(|at| names.iter().map(|name| n.symbol(t, name, at)).collect()).collect()
}

/// x = y = z = 0; (x++; y++; z++)*; assert x == y
fn lockstep(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let s = trace(t, n, &["x", "y", "z"], rounds + 1);
    let init: Vec<TermId> = s[0].iter().map(|v| n.is(t, *v, 0)).collect();
    let mut groups = vec![t.and(&init)];
    for pair in s.windows(2) {
        let step: Vec<TermId> = (0..3)
            .map(|v| {
                let next = n.plus(t, pair[0][v], 1);
                t.eq(pair[1][v], next)
            })
            .collect();
        groups.push(t.and(&step));
    }
    let same = t.eq(s[rounds][0], s[rounds][1]);
    groups.push(t.not(same));
    groups
}

/// x = y = 0; (x += nondet > 0 ? 2 : 1; y++)*; assert x <= 2 * y
fn choices(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let s = trace(t, n, &["x", "y", "in"], rounds + 1);
    let init = [n.is(t, s[0][0], 0), n.is(t, s[0][1], 0)];
    let mut groups = vec![t.and(&init)];
    for pair in s.windows(2) {
        let choice = n.at_least(t, pair[0][2], 1);
        let (one, two) = (n.value(t, 1), n.value(t, 2));
        let amount = t.ite(choice, two, one);
        let (x, y) = (n.add(t, pair[0][0], amount), n.plus(t, pair[0][1], 1));
        let step = [t.eq(pair[1][0], x), t.eq(pair[1][1], y)];
        groups.push(t.and(&step));
    }
    let twice = n.add(t, s[rounds][1], s[rounds][1]);
    groups.push(n.lt(t, twice, s[rounds][0]));
    groups
}

/// i = 0; while (i < size + 3) i++; assert i == size + 3, too few rounds in
fn counter(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let s = trace(t, n, &["i"], rounds + 1);
    let limit = rounds as i128 + 3;
    let mut groups = vec![n.is(t, s[0][0], 0)];
    for pair in s.windows(2) {
        let bound = n.value(t, limit);
        let (inside, next) = (n.lt(t, pair[0][0], bound), n.plus(t, pair[0][0], 1));
        let step = [inside, t.eq(pair[1][0], next)];
        groups.push(t.and(&step));
    }
    groups.push(n.at_least(t, s[rounds][0], limit));
    groups
}

/// assume 0 <= m <= 100; i = 0; while (i + 1 <= m) i++; assert i <= m
fn bounded(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let s = trace(t, n, &["i", "m"], rounds + 1);
    let init = [n.is(t, s[0][0], 0), n.at_least(t, s[0][1], 0), n.at_most(t, s[0][1], 100)];
    let mut groups = vec![t.and(&init)];
    for pair in s.windows(2) {
        let next = n.plus(t, pair[0][0], 1);
        let step = [n.le(t, next, pair[0][1]), t.eq(pair[1][0], next), t.eq(pair[1][1], pair[0][1])];
        groups.push(t.and(&step));
    }
    groups.push(n.lt(t, s[rounds][1], s[rounds][0]));
    groups
}

/// s = i = 0; (assume i < 50; s += i; i++)*; assert s >= 0
fn sum(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let s = trace(t, n, &["s", "i"], rounds + 1);
    let init = [n.is(t, s[0][0], 0), n.is(t, s[0][1], 0)];
    let mut groups = vec![t.and(&init)];
    for pair in s.windows(2) {
        let (inside, total) = (n.at_most(t, pair[0][1], 49), n.add(t, pair[0][0], pair[0][1]));
        let next = n.plus(t, pair[0][1], 1);
        let step = [inside, t.eq(pair[1][0], total), t.eq(pair[1][1], next)];
        groups.push(t.and(&step));
    }
    groups.push(n.at_most(t, s[rounds][0], -1));
    groups
}

/// x = 0; (assume x < 1000; x++)*; assert x >= 0
fn climb(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let s = trace(t, n, &["x"], rounds + 1);
    let mut groups = vec![n.is(t, s[0][0], 0)];
    for pair in s.windows(2) {
        let (inside, next) = (n.at_most(t, pair[0][0], 999), n.plus(t, pair[0][0], 1));
        let step = [inside, t.eq(pair[1][0], next)];
        groups.push(t.and(&step));
    }
    groups.push(n.at_most(t, s[rounds][0], -1));
    groups
}

/// x = 0; assume 0 <= y <= 9; (assume x < 1000; x += y)*; assert x >= 0
fn drift(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let s = trace(t, n, &["x", "y"], rounds + 1);
    let init = [n.is(t, s[0][0], 0), n.at_least(t, s[0][1], 0), n.at_most(t, s[0][1], 9)];
    let mut groups = vec![t.and(&init)];
    for pair in s.windows(2) {
        let (inside, next) = (n.at_most(t, pair[0][0], 999), n.add(t, pair[0][0], pair[0][1]));
        let step = [inside, t.eq(pair[1][0], next), t.eq(pair[1][1], pair[0][1])];
        groups.push(t.and(&step));
    }
    groups.push(n.at_most(t, s[rounds][0], -1));
    groups
}

/// x = 0; (x += nondet ? 2 : 4)*; assert x % 2 == 0
fn parity(t: &mut Terms, n: Number, rounds: usize) -> Option<Vec<TermId>> {
    let s = trace(t, n, &["x", "in"], rounds + 1);
    let mut groups = vec![n.is(t, s[0][0], 0)];
    for pair in s.windows(2) {
        let choice = n.is(t, pair[0][1], 0);
        let (two, four) = (n.value(t, 2), n.value(t, 4));
        let amount = t.ite(choice, two, four);
        let next = n.add(t, pair[0][0], amount);
        groups.push(t.eq(pair[1][0], next));
    }
    let x = s[rounds][0];
    let odd = match n {
        Number::Int => {
            let two = t.int(2);
            t.int_mod(x, two)
        }
        Number::Bits(width) => {
            let one = t.bits(width, 1);
            t.bv_and(x, one)
        }
        Number::Real => return None,
    };
    groups.push(n.is(t, odd, 1));
    Some(groups)
}

/// Driver style: eight flags, each block may take and must then give back; assert the first is free at the end.
fn locks(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let names = ["l0", "l1", "l2", "l3", "l4", "l5", "l6", "l7"];
    let s = trace(t, n, &names, rounds + 1);
    let init: Vec<TermId> = s[0].iter().map(|v| n.is(t, *v, 0)).collect();
    let mut groups = vec![t.and(&init)];
    for (at, pair) in s.windows(2).enumerate() {
        let mut step = Vec::new();
        for (v, before) in pair[0].iter().enumerate() {
            let request = n.symbol(t, "p", at * names.len() + v);
            let wanted = n.is(t, request, 0);
            let (zero, one) = (n.value(t, 0), n.value(t, 1));
            // Taken when wanted, given back when it was taken.
            let taken = t.ite(wanted, one, *before);
            let is_taken = n.is(t, taken, 1);
            let given = t.ite(is_taken, zero, taken);
            step.push(t.eq(pair[1][v], given));
        }
        groups.push(t.and(&step));
    }
    groups.push(n.is(t, s[rounds][0], 1));
    groups
}

/// 32-bit wrap-around over the integers, exactly: x, y in range; (x = wrap(x + 1), y = wrap(y + 1))*; assert x == y
fn wrapping(t: &mut Terms, n: Number, rounds: usize) -> Option<Vec<TermId>> {
    if n != Number::Int {
        return None;
    }
    let s = trace(t, n, &["x", "y"], rounds + 1);
    let (least, most) = (-(1i128 << 31), (1i128 << 31) - 1);
    let range = |t: &mut Terms, v: TermId| {
        let parts = [n.at_least(t, v, least), n.at_most(t, v, most)];
        t.and(&parts)
    };
    let init = [t.eq(s[0][0], s[0][1]), range(t, s[0][0])];
    let mut groups = vec![t.and(&init)];
    for pair in s.windows(2) {
        let mut step = Vec::new();
        for (before, after) in pair[0].iter().zip(&pair[1]) {
            let sum = n.plus(t, *before, 1);
            let below = n.plus(t, sum, -(1i128 << 32));
            let fits = n.at_most(t, sum, most);
            let wrapped = t.ite(fits, sum, below);
            step.push(t.eq(*after, wrapped));
            step.push(range(t, *after));
        }
        groups.push(t.and(&step));
    }
    let same = t.eq(s[rounds][0], s[rounds][1]);
    groups.push(t.not(same));
    Some(groups)
}

/// x = nondet & 7; (x = (x + 1) & 7)*; assert x <= 7
fn masks(t: &mut Terms, n: Number, rounds: usize) -> Option<Vec<TermId>> {
    let Number::Bits(width) = n else { return None };
    let s = trace(t, n, &["x", "in"], rounds + 1);
    let seven = t.bits(width, 7);
    let low = t.bv_and(s[0][1], seven);
    let mut groups = vec![t.eq(s[0][0], low)];
    for pair in s.windows(2) {
        let next = n.plus(t, pair[0][0], 1);
        let mixed = t.bv_xor(next, pair[0][1]);
        let mixed = t.bv_and(mixed, seven);
        groups.push(t.eq(pair[1][0], mixed));
    }
    groups.push(t.bv_ult(seven, s[rounds][0]));
    Some(groups)
}

/// char c = nondet; (int x = c; c = x / 2)*, by shifts; assert -128 <= c <= 127 after widening
fn widths(t: &mut Terms, n: Number, rounds: usize) -> Option<Vec<TermId>> {
    let Number::Bits(width) = n else { return None };
    if width <= 8 {
        return None;
    }
    let s = trace(t, n, &["x"], rounds + 1);
    let c = t.symbol("c", Sort::BitVec(8));
    let wide = t.sign_extend(c, width);
    let mut groups = vec![t.eq(s[0][0], wide)];
    for pair in s.windows(2) {
        let low = t.extract(pair[0][0], 7, 0);
        let one = t.bits(8, 1);
        let half = t.bitvec_binary(cairn_term::TermOp::BvAShr, low, one);
        let wide = t.sign_extend(half, width);
        groups.push(t.eq(pair[1][0], wide));
    }
    let last = s[rounds][0];
    let outside = [n.at_most(t, last, -129), n.at_least(t, last, 128)];
    groups.push(t.or(&outside));
    Some(groups)
}

/// x = nondet; a chain of copies through eight variables, rotated each round; assert one of them is still x
fn copies(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let s = trace(t, n, &names, rounds + 1);
    let x = n.symbol(t, "x", 0);
    let init: Vec<TermId> = (0..8).map(|v| t.eq(s[0][v], x)).collect();
    let mut groups = vec![t.and(&init)];
    for pair in s.windows(2) {
        let step: Vec<TermId> = (0..8).map(|v| t.eq(pair[1][v], pair[0][(v + 1) % 8])).collect();
        groups.push(t.and(&step));
    }
    let same = t.eq(s[rounds][3], x);
    groups.push(t.not(same));
    groups
}

/// A state machine of five states driven by inputs, as one large block a round; assert it is never in a sixth
fn states(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let s = trace(t, n, &["s", "in", "noise"], rounds + 1);
    let init = [n.is(t, s[0][0], 0), n.at_least(t, s[0][2], 0)];
    let mut groups = vec![t.and(&init)];
    for pair in s.windows(2) {
        let go = n.at_least(t, pair[0][1], 7);
        let mut next = pair[0][0];
        for (from, to, other) in [(0, 1, 2), (1, 3, 0), (2, 3, 4), (3, 0, 1), (4, 4, 2)] {
            let here = n.is(t, pair[0][0], from);
            let (to, other) = (n.value(t, to), n.value(t, other));
            let target = t.ite(go, to, other);
            next = t.ite(here, target, next);
        }
        let noise = n.plus(t, pair[0][2], 3);
        let step = [t.eq(pair[1][0], next), t.eq(pair[1][2], noise)];
        groups.push(t.and(&step));
    }
    groups.push(n.is(t, s[rounds][0], 5));
    groups
}

/// A generator of numbers: the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides) as usize
    }
}

/// Straight-line code over four variables; the end denies what it computes, half of it as a bound
fn straight(t: &mut Terms, n: Number, size: usize) -> Vec<TermId> {
    let names = ["a", "b", "c", "d"];
    let (rounds, mut dice) = (4 + size % 20, Dice(size as u64));
    let s = trace(t, n, &names, rounds + 1);
    let inputs: Vec<TermId> = (0..4).map(|v| n.symbol(t, "i", v)).collect();
    let mut exact = inputs.clone();
    let init: Vec<TermId> = (0..4).map(|v| t.eq(s[0][v], inputs[v])).collect();
    let mut groups = vec![t.and(&init)];
    for pair in s.windows(2) {
        let (to, x, y, k) = (dice.roll(4), dice.roll(4), dice.roll(4), dice.roll(9) as i128 - 4);
        let minus = dice.roll(2) == 0;
        let combine = |t: &mut Terms, x: TermId, y: TermId| {
            let both = if minus { n.sub(t, x, y) } else { n.add(t, x, y) };
            n.plus(t, both, k)
        };
        let (next, value) = (combine(t, pair[0][x], pair[0][y]), combine(t, exact[x], exact[y]));
        exact[to] = value;
        let step: Vec<TermId> =
            (0..4).map(|v| if v == to { t.eq(pair[1][v], next) } else { t.eq(pair[1][v], pair[0][v]) }).collect();
        groups.push(t.and(&step));
    }
    let v = dice.roll(4);
    let same = t.eq(s[rounds][v], exact[v]);
    groups.push(t.not(same));
    groups
}

/// Branching code with bounds: each block adds something in 0..=k by cases on inputs; the end denies the sum of the bounds
fn branches(t: &mut Terms, n: Number, size: usize) -> Vec<TermId> {
    let (rounds, mut dice) = (3 + size % 16, Dice(size as u64 + 77));
    let s = trace(t, n, &["x", "y"], rounds + 1);
    let init = [n.at_least(t, s[0][0], 0), n.at_most(t, s[0][0], 9), n.is(t, s[0][1], 0)];
    let mut groups = vec![t.and(&init)];
    let mut most = 9;
    for (at, pair) in s.windows(2).enumerate() {
        let (k, cases) = (1 + dice.roll(9) as i128, 2 + dice.roll(3));
        let input = n.symbol(t, "in", at);
        let mut options = Vec::new();
        for case in 0..cases {
            let amount = k * case as i128 / (cases as i128 - 1);
            let guard = if case == 0 { n.at_most(t, input, 0) } else { n.is(t, input, case as i128) };
            let next = n.plus(t, pair[0][0], amount);
            let parts = [guard, t.eq(pair[1][0], next)];
            options.push(t.and(&parts));
        }
        most += k;
        let y = n.add(t, pair[0][1], pair[0][0]);
        let step = [t.or(&options), t.eq(pair[1][1], y)];
        groups.push(t.and(&step));
    }
    groups.push(n.at_least(t, s[rounds][0], most + 1));
    groups
}

fn arrays(t: &mut Terms, n: Number, name: &str, cuts: usize) -> Vec<TermId> {
    let sort = t.array_sort(n.sort(), n.sort());
    (0..cuts).map(|at| t.symbol(format!("{name}@{at}"), sort)).collect()
}

/// i = 0; (m[i] = 7; i++)*; assert m[0] == 7
fn fill(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let (m, s) = (arrays(t, n, "m", rounds + 1), trace(t, n, &["i"], rounds + 1));
    let mut groups = vec![n.is(t, s[0][0], 0)];
    for at in 0..rounds {
        let seven = n.value(t, 7);
        let (stored, next) = (t.store(m[at], s[at][0], seven), n.plus(t, s[at][0], 1));
        let step = [t.eq(m[at + 1], stored), t.eq(s[at + 1][0], next)];
        groups.push(t.and(&step));
    }
    let zero = n.value(t, 0);
    let first = t.select(m[rounds], zero);
    let right = n.is(t, first, 7);
    groups.push(t.not(right));
    groups
}

/// m[p] = 1, m[q] = 2, p != q; (swap m[p], m[q])*; assert m[p] + m[q] == 3
fn swap(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let m = arrays(t, n, "m", rounds + 1);
    let (p, q) = (n.symbol(t, "p", 0), n.symbol(t, "q", 0));
    let same = t.eq(p, q);
    let (at_p, at_q) = (t.select(m[0], p), t.select(m[0], q));
    let init = [t.not(same), n.is(t, at_p, 1), n.is(t, at_q, 2)];
    let mut groups = vec![t.and(&init)];
    for at in 0..rounds {
        let (at_p, at_q) = (t.select(m[at], p), t.select(m[at], q));
        let one = t.store(m[at], p, at_q);
        let both = t.store(one, q, at_p);
        groups.push(t.eq(m[at + 1], both));
    }
    let (at_p, at_q) = (t.select(m[rounds], p), t.select(m[rounds], q));
    let total = n.add(t, at_p, at_q);
    let right = n.is(t, total, 3);
    groups.push(t.not(right));
    groups
}

/// m[8] = 0; (m[8]++; m[16] = nondet)*; assert m[8] >= 0
fn cells(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let m = arrays(t, n, "m", rounds + 1);
    let (eight, sixteen) = (n.value(t, 8), n.value(t, 16));
    let first = t.select(m[0], eight);
    let mut groups = vec![n.is(t, first, 0)];
    for at in 0..rounds {
        let input = n.symbol(t, "in", at);
        let old = t.select(m[at], eight);
        let more = n.plus(t, old, 1);
        let one = t.store(m[at], eight, more);
        let both = t.store(one, sixteen, input);
        groups.push(t.eq(m[at + 1], both));
    }
    let last = t.select(m[rounds], eight);
    groups.push(n.at_most(t, last, -1));
    groups
}

/// x = y; (x = f(x); y = f(y))*; assert x == y
fn function(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let f = t.function("f", &[n.sort()], n.sort());
    let s = trace(t, n, &["x", "y"], rounds + 1);
    let mut groups = vec![t.eq(s[0][0], s[0][1])];
    for pair in s.windows(2) {
        let (x, y) = (t.call(f, &[pair[0][0]]), t.call(f, &[pair[0][1]]));
        let step = [t.eq(pair[1][0], x), t.eq(pair[1][1], y)];
        groups.push(t.and(&step));
    }
    let same = t.eq(s[rounds][0], s[rounds][1]);
    groups.push(t.not(same));
    groups
}

/// r = g(x, k); (x, y move on together); assert g(x, k) did not change where x did not
fn congruence(t: &mut Terms, n: Number, rounds: usize) -> Vec<TermId> {
    let g = t.function("g", &[n.sort(), n.sort()], n.sort());
    let s = trace(t, n, &["x", "y", "r"], rounds + 1);
    let k = n.symbol(t, "k", 0);
    let init = [t.eq(s[0][0], s[0][1]), {
        let call = t.call(g, &[s[0][0], k]);
        t.eq(s[0][2], call)
    }];
    let mut groups = vec![t.and(&init)];
    for pair in s.windows(2) {
        let (x, y) = (n.plus(t, pair[0][0], 2), n.plus(t, pair[0][1], 2));
        let r = t.call(g, &[x, k]);
        let step = [t.eq(pair[1][0], x), t.eq(pair[1][1], y), t.eq(pair[1][2], r)];
        groups.push(t.and(&step));
    }
    let again = t.call(g, &[s[rounds][1], k]);
    let same = t.eq(s[rounds][2], again);
    groups.push(t.not(same));
    groups
}

/// A binary tree with its nodes in an order where children come first: the parents.
fn binary(nodes: usize) -> Vec<Option<usize>> {
    // Node i of a heap counted from the end: the root is last.
    (0..nodes).map(|node| (nodes - 1 - node).checked_sub(1).map(|down| nodes - 1 - down / 2)).collect()
}

/// Procedures as a tree: each returns something not below its argument, the root denies it
fn calls(t: &mut Terms, n: Number, nodes: usize) -> (Vec<TermId>, Vec<Option<usize>>) {
    let parents = binary(nodes);
    let s = trace(t, n, &["arg", "ret", "local"], nodes);
    let mut groups = Vec::new();
    for node in 0..nodes {
        let [arg, ret, local] = *s[node] else { continue };
        let children: Vec<usize> = (0..node).filter(|child| parents[*child] == Some(node)).collect();
        let mut parts = vec![n.at_least(t, local, 0), n.at_most(t, local, 5)];
        // Bit-vectors must not wrap.
        parts.extend([n.at_least(t, arg, 0), n.at_most(t, arg, 50)]);
        let mut result = n.add(t, arg, local);
        for child in &children {
            let passed = n.plus(t, arg, 1);
            parts.push(t.eq(s[*child][0], passed));
            let both = n.sub(t, s[*child][1], arg);
            result = n.add(t, result, both);
        }
        parts.push(t.eq(ret, result));
        if node + 1 == nodes {
            parts.push(n.lt(t, ret, arg));
        }
        groups.push(t.and(&parts));
    }
    (groups, parents)
}

/// The maximum of a tree: each node returns the larger result of its children or its own input; the root denies a bound
fn maximum(t: &mut Terms, n: Number, nodes: usize) -> (Vec<TermId>, Vec<Option<usize>>) {
    let parents = binary(nodes);
    let s = trace(t, n, &["ret", "in"], nodes);
    let mut groups = Vec::new();
    for node in 0..nodes {
        let mut most = s[node][1];
        for child in (0..node).filter(|child| parents[*child] == Some(node)) {
            let larger = n.lt(t, most, s[child][0]);
            most = t.ite(larger, s[child][0], most);
        }
        let mut parts = vec![n.at_most(t, s[node][1], 10), t.eq(s[node][0], most)];
        if node + 1 == nodes {
            parts.push(n.at_least(t, s[node][0], 11));
        }
        groups.push(t.and(&parts));
    }
    (groups, parents)
}

/// A flag that every procedure takes and gives back, whatever its callees did, if they did
fn flags(t: &mut Terms, n: Number, nodes: usize) -> (Vec<TermId>, Vec<Option<usize>>) {
    let parents = binary(nodes);
    let s = trace(t, n, &["before", "after", "in"], nodes);
    let mut groups = Vec::new();
    for node in 0..nodes {
        let mut parts = Vec::new();
        let mut flag = s[node][0];
        for child in (0..node).filter(|child| parents[*child] == Some(node)) {
            let one = n.plus(t, flag, 1);
            parts.push(t.eq(s[child][0], one));
            let skipped = n.is(t, s[node][2], child as i128);
            let given = n.plus(t, s[child][1], -1);
            flag = t.ite(skipped, flag, given);
        }
        parts.push(t.eq(s[node][1], flag));
        if node + 1 == nodes {
            let same = t.eq(s[node][1], s[node][0]);
            parts.push(t.not(same));
        }
        groups.push(t.and(&parts));
    }
    (groups, parents)
}
