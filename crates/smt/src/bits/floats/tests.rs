//! Circuits of floats against `rustc_apfloat`: in C's formats through terms and their folding, in small ones directly and on
//! all operands.
//!
//! A circuit is built once, of operands that are inputs, and its gates are computed for 64 operands at a time. So nothing is
//! folded away, and a case costs a microsecond. `CAIRN_FLOAT_CASES` says how many cases there are of each operation, mode and
//! format: 100,000 of each were run once (six minutes).
//!
//! It was shown to find mistakes, seeded one at a time, each of which at least three of these tests found: a sticky bit dropped when the
//! significand is narrowed, when a subnormal result is moved down, and when a sum is aligned; one extra bit instead of
//! three in a sum; ties away instead of to even; infinity instead of the largest number below zero by mode; the move to a subnormal
//! off by one; comparisons that hold of NaN; a wrong sign of a cancelled sum; a quotient's exponent off by one; an odd
//! exponent of a root taken for an even one; the lowest integer refused; infinities of one sign that cancel; a cancelled
//! sum moved up below the smallest exponent.

use super::Layout;
use crate::bits::blast::Blaster;
use crate::bits::gates::{Gate, Gates, Lit};
use crate::bits::machine_words::{Word, number};
use crate::{Answer, BitSolver, Solver, SolverLimits};
use cairn_term::{Assignment, FloatFormat, Rounding, Sort, TermId, TermOp, TermValue, Terms, mask};
use cairn_test_support::Random;
use rustc_apfloat::ieee::{Double, IeeeFloat, Semantics, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use std::cmp::Ordering;

const MODES: [(Rounding, Round); 5] = [
    (Rounding::NearestEven, Round::NearestTiesToEven),
    (Rounding::NearestAway, Round::NearestTiesToAway),
    (Rounding::Up, Round::TowardPositive),
    (Rounding::Down, Round::TowardNegative),
    (Rounding::Zero, Round::TowardZero),
];

const FORMATS: [FloatFormat; 4] = [FloatFormat::Single, FloatFormat::Double, FloatFormat::Extended, FloatFormat::Quad];

fn cases(default: usize) -> usize {
    std::env::var("CAIRN_FLOAT_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}

/// Words of a circuit for many values of its inputs.
fn simulate(gates: &Gates, inputs: &[Word], values: &[Vec<u128>], results: &[Word]) -> Vec<Vec<u128>> {
    let mut all = vec![Vec::new(); results.len()];
    let mut lanes = vec![0u64; gates.len()];
    for block in values.chunks(64) {
        for (position, input) in inputs.iter().enumerate() {
            for (bit, lit) in input.iter().enumerate() {
                let of = |(lane, value): (usize, &Vec<u128>)| ((value[position] >> bit & 1) as u64) << lane;
                lanes[lit.gate()] = block.iter().enumerate().map(of).sum();
            }
        }
        for gate in 0..gates.len() {
            let of = |lit: Lit| lanes[lit.gate()] ^ if lit.is_negated() { u64::MAX } else { 0 };
            lanes[gate] = match gates.get(gate) {
                Gate::False => 0,
                Gate::Input => lanes[gate],
                Gate::And(a, b) => of(a) & of(b),
                Gate::Xor(a, b) => of(a) ^ of(b),
                Gate::Mux(c, a, b) => of(c) & of(a) | !of(c) & of(b),
                Gate::Majority(a, b, c) => of(a) & of(b) | of(c) & (of(a) | of(b)),
            };
        }
        for (result, all) in results.iter().zip(&mut all) {
            for lane in 0..block.len() {
                let bit = |lit: &Lit| u128::from((lanes[lit.gate()] >> lane & 1 == 1) != lit.is_negated());
                all.push(result.iter().rev().fold(0, |value, lit| value << 1 | bit(lit)));
            }
        }
    }
    all
}

/// An encoding that is often special.
fn encoding(random: &mut Random, layout: Layout) -> u128 {
    let fraction = layout.fraction();
    let wide = u128::from(random.word()) << 64 | u128::from(random.word());
    let ones = layout.ones() as u128;
    let near = (layout.bias() as u64 + random.below(2 * layout.significand as u64 + 4))
        .saturating_sub(layout.significand as u64 + 2);
    let exponent = match random.below(8) {
        0 => 0,
        1 => 1,
        2 => ones - 1,
        3 => ones,
        4 | 5 => u128::from(near).min(ones - 1),
        _ => wide >> 70 & mask(layout.exponent as u32),
    };
    let bits = match random.below(8) {
        0 => 0,
        1 => 1,
        2 => u128::MAX,
        3 => 1 << random.below(fraction),
        4 => 1 << random.below(fraction) | 1 << random.below(fraction),
        5 => u128::MAX << random.below(fraction),
        _ => wide,
    };
    (wide >> 127) << (layout.bits() - 1) | exponent << fraction | bits & mask(fraction as u32)
}

/// An encoding that is often close to another one.
fn close(random: &mut Random, layout: Layout, to: u128) -> u128 {
    let sign = u128::from(random.below(2u64)) << (layout.bits() - 1);
    let fresh = encoding(random, layout);
    let magnitude = match random.below(6) {
        0 => to,
        1 => to.wrapping_add(1),
        2 => to.wrapping_sub(1),
        3 => {
            let exponent = (to >> layout.fraction()) as u64 % (layout.ones() as u64 + 1);
            let exponent = (exponent + random.below(2 * layout.significand as u64 + 6))
                .saturating_sub(layout.significand as u64 + 3);
            u128::from(exponent).min(layout.ones() as u128 - 1) << layout.fraction()
                | fresh & mask(layout.fraction() as u32)
        }
        _ => fresh,
    };
    magnitude & mask(layout.bits() as u32 - 1) | sign
}

/// Compares the word of an operation with its folding. Says how many cases had a value.
fn against_folding(op: TermOp, from: Sort, to: Sort, two: bool, count: usize) -> usize {
    let mut terms = Terms::new();
    let mut random = Random::new(u64::from(from.width()) << 8 | count as u64);
    let width = match from {
        Sort::Float(format) => format.bits(),
        sort => sort.width(),
    };
    let symbols: Vec<TermId> =
        (0..1 + usize::from(two)).map(|at| terms.symbol(format!("x{at}"), Sort::BitVec(width))).collect();
    let args: Vec<TermId> = symbols
        .iter()
        .map(|symbol| match from {
            Sort::Float(format) => terms.float_of_bits(format, *symbol),
            _ => *symbol,
        })
        .collect();
    let term = terms.intern(op, &args, to);
    let mut blaster = Blaster::new();
    let word = blaster.word(&terms, term).unwrap();
    let inputs: Vec<Word> = symbols.iter().map(|symbol| blaster.known(*symbol).unwrap().to_vec()).collect();
    let values: Vec<Vec<u128>> = (0..count)
        .map(|_| match from {
            Sort::Float(format) => {
                let layout = Layout::of(format);
                let a = encoding(&mut random, layout);
                vec![a, close(&mut random, layout, a)]
            }
            _ => {
                let shift = random.below(width);
                let value = encoding(&mut random, Layout { exponent: 15, significand: 113 });
                vec![(value >> shift ^ u128::from(random.word() & 3)) & mask(width)]
            }
        })
        .collect();
    let theirs = simulate(&blaster.gates, &inputs, &values, &[word]).remove(0);
    let mut compared = 0;
    for (values, theirs) in values.iter().zip(theirs) {
        let mut assignment = Assignment::new();
        for (symbol, value) in symbols.iter().zip(values) {
            let TermOp::Symbol(symbol) = terms.op(*symbol) else { continue };
            assignment.set(symbol, TermValue::BitVec(*value));
        }
        let Some(ours) = terms.evaluate(term, &assignment) else { continue };
        assert_eq!(TermValue::of_bits(theirs, to), Some(ours), "{op:?} from {from:?} to {to:?} of {values:x?}");
        compared += 1;
    }
    compared
}

fn arithmetic(format: FloatFormat) {
    let (sort, count) = (Sort::Float(format), cases(600));
    let mut compared = 0;
    for (mode, _) in MODES {
        for op in [TermOp::FloatAdd(mode), TermOp::FloatSub(mode), TermOp::FloatMul(mode), TermOp::FloatDiv(mode)] {
            compared += against_folding(op, sort, sort, true, count);
        }
        for op in [TermOp::FloatSqrt(mode), TermOp::FloatRound(mode)] {
            compared += against_folding(op, sort, sort, false, count);
        }
    }
    assert!(compared >= 25 * count);
    for op in [TermOp::FloatEq, TermOp::FloatLt, TermOp::FloatLe] {
        against_folding(op, sort, Sort::Bool, true, count);
    }
    for op in [TermOp::FloatIsNan, TermOp::FloatIsInf, TermOp::FloatIsZero, TermOp::FloatIsNormal] {
        against_folding(op, sort, Sort::Bool, false, count);
    }
    for op in [TermOp::FloatNeg, TermOp::FloatAbs] {
        against_folding(op, sort, sort, false, count);
    }
    against_folding(TermOp::BitsOfFloat, sort, Sort::BitVec(format.bits()), false, count);
}

#[test]
fn single_as_folded() {
    arithmetic(FloatFormat::Single);
}

#[test]
fn double_as_folded() {
    arithmetic(FloatFormat::Double);
}

#[test]
fn extended_as_folded() {
    arithmetic(FloatFormat::Extended);
}

#[test]
fn quad_as_folded() {
    arithmetic(FloatFormat::Quad);
}

#[test]
fn conversions_as_folded() {
    let count = cases(300);
    for format in FORMATS {
        let float = Sort::Float(format);
        for (mode, _) in MODES {
            for to in FORMATS.into_iter().filter(|to| *to != format) {
                against_folding(TermOp::FloatOfFloat(mode), float, Sort::Float(to), false, count);
            }
            for width in [8, 16, 31, 32, 64, 128] {
                let integer = Sort::BitVec(width);
                let mut compared = against_folding(TermOp::SignedOfFloat(mode), float, integer, false, count);
                compared += against_folding(TermOp::UnsignedOfFloat(mode), float, integer, false, count);
                assert!(compared > count / 8, "{format:?} {width}: {compared}");
                against_folding(TermOp::FloatOfSigned(mode), integer, float, false, count);
                against_folding(TermOp::FloatOfUnsigned(mode), integer, float, false, count);
            }
        }
    }
}

/// A format for tests: bits of the encoding, of the exponent.
struct Small<const BITS: usize, const EXPONENT: usize>;

impl<const BITS: usize, const EXPONENT: usize> Semantics for Small<BITS, EXPONENT> {
    const BITS: usize = BITS;
    const EXP_BITS: usize = EXPONENT;
}

fn layout_of<S: Semantics>() -> Layout {
    Layout { exponent: S::EXP_BITS, significand: S::BITS - S::EXP_BITS }
}

fn bits<S: Semantics>(value: IeeeFloat<S>) -> u128 {
    if value.is_nan() { layout_of::<S>().nan() } else { value.to_bits() }
}

/// The root, by that of an integer with a sticky bit at its end.
fn root<S: Semantics>(value: u128, mode: Round) -> u128 {
    let layout = layout_of::<S>();
    let float = IeeeFloat::<S>::from_bits(value);
    if float.is_zero() || float.is_nan() || float.is_infinite() && !float.is_negative() {
        return bits(float);
    }
    if float.is_negative() {
        return layout.nan();
    }
    let fraction = layout.fraction() as i64;
    let field = value >> layout.fraction();
    let mut significand = value & mask(layout.fraction() as u32) | u128::from(field > 0) << layout.fraction();
    let mut exponent = (field as i64).max(1) - layout.bias() - fraction;
    while significand >> 125 == 0 || exponent % 2 != 0 {
        significand <<= 1;
        exponent -= 1;
    }
    let whole = significand.isqrt();
    let sticky = u128::from(whole * whole != significand);
    // As a quad number, which holds it exactly, and then rounded once.
    let exact = rustc_apfloat::ieee::Quad::from_u128(whole << 1 | sticky).value.scalbn((exponent / 2 - 1) as i32);
    bits(FloatConvert::<IeeeFloat<S>>::convert_r(exact, mode, &mut false).value)
}

fn operands(gates: &mut Gates, layout: Layout) -> (Word, Word) {
    let mut word = || (0..layout.bits()).map(|_| gates.input()).collect();
    (word(), word())
}

/// Every operation on all pairs of operands that are given, which have one NaN.
fn directly<S: Semantics>(pairs: &[Vec<u128>]) {
    let layout = layout_of::<S>();
    let pairs: Vec<Vec<u128>> =
        pairs.iter().map(|pair| pair.iter().map(|x| bits(IeeeFloat::<S>::from_bits(*x))).collect()).collect();
    for (mode, round) in MODES {
        let mut gates = Gates::new();
        let (a, b) = operands(&mut gates, layout);
        let mut words = vec![
            gates.float_sum(layout, mode, &a, &b),
            gates.float_product(layout, mode, &a, &b),
            gates.float_quotient(layout, mode, &a, &b),
            gates.float_root(layout, mode, &a),
            gates.float_to_integral(layout, mode, &a),
            gates.float_of_integer(layout, mode, Lit::FALSE, &a),
            gates.float_of_float(layout, layout_of::<Small<6, 3>>(), mode, &a),
            gates.float_of_float(layout, layout_of::<Small<8, 4>>(), mode, &a),
        ];
        for op in [TermOp::FloatEq, TermOp::FloatLt, TermOp::FloatLe] {
            words.push(gates.float_bits(layout, op, &a, &b).unwrap());
        }
        let integers = words.len();
        for (width, is_signed) in [(4, true), (4, false), (9, true), (2, true)] {
            let (mut word, fits) = gates.integer_of_float(layout, mode, &a, width, is_signed);
            word.push(fits);
            words.push(word);
        }
        let results = simulate(&gates, &[a, b], &pairs, &words);
        for (at, pair) in pairs.iter().enumerate() {
            let (x, y) = (IeeeFloat::<S>::from_bits(pair[0]), IeeeFloat::<S>::from_bits(pair[1]));
            let order = x.partial_cmp(&y);
            let mut expected = vec![
                bits(x.add_r(y, round).value),
                bits(x.mul_r(y, round).value),
                bits(x.div_r(y, round).value),
                root::<S>(pair[0], round),
                bits(x.round_to_integral(round).value),
                bits(IeeeFloat::<S>::from_u128_r(pair[0], round).value),
                bits(FloatConvert::<IeeeFloat<Small<6, 3>>>::convert_r(x, round, &mut false).value),
                bits(FloatConvert::<IeeeFloat<Small<8, 4>>>::convert_r(x, round, &mut false).value),
                u128::from(order == Some(Ordering::Equal)),
                u128::from(order == Some(Ordering::Less)),
                u128::from(order.is_some_and(Ordering::is_le)),
            ];
            let fitting = |status: Status, value: u128, width: u32| match status.contains(Status::INVALID_OP) {
                true => None,
                false => Some(value & mask(width) | 1 << width),
            };
            for (width, is_signed) in [(4, true), (4, false), (9, true), (2, true)] {
                let integer = if is_signed {
                    let result = x.to_i128_r(width, round, &mut false);
                    fitting(result.status, result.value as u128, width as u32)
                } else {
                    let result = x.to_u128_r(width, round, &mut false);
                    fitting(result.status, result.value, width as u32)
                };
                expected.push(integer.unwrap_or(0));
            }
            for (number, (result, expected)) in results.iter().zip(expected).enumerate() {
                if number == 4 && layout.bias() < layout.significand as i64 {
                    // There it adds a power of two that is none of the format's.
                    continue;
                }
                let (result, fits) = (result[at], words[number].len() - 1);
                let result = if number >= integers && result >> fits & 1 == 0 { 0 } else { result };
                assert_eq!(result, expected, "{layout:?} {mode:?}, word {number} of {pair:x?}");
            }
        }
    }
}

fn all_pairs(bits: u32) -> Vec<Vec<u128>> {
    (0..1 << bits).flat_map(|a| (0..1 << bits).map(move |b| vec![a, b])).collect()
}

#[test]
fn small_formats_on_all_operands() {
    directly::<Small<7, 3>>(&all_pairs(7));
    directly::<Small<6, 3>>(&all_pairs(6));
    directly::<Small<8, 4>>(&all_pairs(8));
    directly::<Small<7, 4>>(&all_pairs(7));
}

#[test]
fn half_and_roots_of_all_modes() {
    fn random<S: Semantics>(count: usize) {
        let mut random = Random::new(count as u64);
        let layout = layout_of::<S>();
        let pair = |random: &mut Random| {
            let a = encoding(random, layout);
            vec![a, close(random, layout, a)]
        };
        directly::<S>(&(0..count).map(|_| pair(&mut random)).collect::<Vec<_>>());
    }
    random::<Small<16, 5>>(cases(5_000));
    random::<Small<16, 8>>(cases(2_000));
    random::<Small<32, 8>>(cases(2_000));
    random::<Small<64, 11>>(cases(2_000));
    assert_eq!(root::<Small<32, 8>>(u128::from(2f32.to_bits()), Round::NearestTiesToEven), {
        u128::from(2f32.sqrt().to_bits())
    });
    assert!(Single::from_bits(0).is_zero() && Double::from_bits(0).is_zero());
}

/// Through the solver: operands that are symbols, a result that is none but the right one, models that are read back.
#[test]
fn queries_with_models() {
    let mut random = Random::new(7);
    for round in 0..cases(40).min(400) {
        let format = [FloatFormat::Single, FloatFormat::Double][round % 2];
        let (layout, sort) = (Layout::of(format), Sort::Float(format));
        let (mode, _) = MODES[random.below(5)];
        let op = [TermOp::FloatAdd(mode), TermOp::FloatMul(mode), TermOp::FloatSub(mode)][random.below(3)];
        let mut terms = Terms::new();
        let symbols = [terms.symbol("a", sort), terms.symbol("b", sort)];
        let a = format.canonical(encoding(&mut random, layout));
        let b = format.canonical(close(&mut random, layout, a));
        let term = terms.intern(op, &symbols, sort);
        let mut solver = BitSolver::new();
        let constants = [a, b].map(|value| terms.of_value(&TermValue::Float(value), sort).unwrap());
        for (symbol, constant) in symbols.into_iter().zip(constants) {
            let equal = terms.intern(TermOp::Eq, &[symbol, constant], Sort::Bool);
            solver.assert(&terms, equal).unwrap();
        }
        let result = terms.float_binary(op, constants[0], constants[1]);
        assert!(matches!(terms.op(result), TermOp::Float(_)));
        let same = terms.intern(TermOp::Eq, &[term, result], Sort::Bool);
        let other = terms.not(same);
        assert_eq!(solver.check(&terms, &[other], &SolverLimits::default()).unwrap(), Answer::Unsat);
        assert_eq!(solver.check(&terms, &[same], &SolverLimits::default()).unwrap(), Answer::Sat);
        let model = solver.model(&terms, &[symbols[0], symbols[1], term]).unwrap();
        assert_eq!(model[..2], [TermValue::Float(a), TermValue::Float(b)]);
        assert!(matches!((&model[2], terms.op(result)), (TermValue::Float(x), TermOp::Float(y)) if *x == y));
    }
    assert_eq!(number(5, 3), vec![Lit::TRUE, Lit::FALSE, Lit::TRUE]);
}
