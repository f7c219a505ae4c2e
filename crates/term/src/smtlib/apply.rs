//! Reading applications: operations of the table, those that are defined by others, and names of the scope.

use super::scope::{Meaning, Scope, format_of};
use super::sexpr::{NodeId, Sexprs, SmtlibError};
use crate::op_name::{op_of_name, with_rounding};
use crate::rational::Rational;
use crate::sort::Sort;
use crate::store::Terms;
use crate::term::{Rounding, TermId, TermOp};
use cairn_base::FastMap;

impl Scope {
    /// The head of a list applied to terms.
    pub(super) fn application(
        &self,
        terms: &mut Terms,
        text: &Sexprs<'_>,
        head: NodeId,
        args: &[TermId],
        mode: Option<Rounding>,
    ) -> Result<TermId, SmtlibError> {
        let wrong = || {
            let name = text.symbol(head).or_else(|| text.symbol(*text.list(head).get(1)?)).unwrap_or("this");
            text.error(head, format!("`{name}` is not known, or not of arguments like these"))
        };
        let made = match text.list(head) {
            [] => {
                let name = text.symbol(head).ok_or_else(wrong)?;
                match self.meaning(name) {
                    Some(meaning) => called(terms, meaning, args),
                    None => named(terms, name, args, mode),
                }
            }
            [r#as, r#const, sort] if text.atom(*r#as) == Some("as") && text.symbol(*r#const) == Some("const") => {
                let sort = self.sort(terms, text, *sort)?;
                terms.apply_checked(TermOp::ArrayConst, args, sort)
            }
            [underscore, name, indices @ ..] if text.atom(*underscore) == Some("_") => {
                let name = text.symbol(*name).ok_or_else(wrong)?;
                let indices: Option<Vec<i128>> = indices.iter().map(|index| text.atom(*index)?.parse().ok()).collect();
                indices.and_then(|indices| indexed(terms, name, &indices, args, mode))
            }
            _ => None,
        };
        made.ok_or_else(wrong)
    }
}

/// A declared or defined function of some arguments.
fn called(terms: &mut Terms, meaning: &Meaning, args: &[TermId]) -> Option<TermId> {
    match meaning {
        Meaning::Function(function) => {
            let sort = terms.signature(*function).range;
            terms.apply_checked(TermOp::Call(*function), args, sort)
        }
        Meaning::Macro(defined) if defined.parameters.len() == args.len() => {
            let mut replace = FastMap::default();
            for (parameter, arg) in defined.parameters.iter().zip(args) {
                if terms.sort(*parameter) != terms.sort(*arg) {
                    return None;
                }
                replace.insert(*parameter, *arg);
            }
            Some(terms.substitute(defined.body, &replace))
        }
        _ => None,
    }
}

fn checked(terms: &mut Terms, op: TermOp, args: &[TermId]) -> Option<TermId> {
    let sort = terms.natural_sort(op, args)?;
    terms.apply_checked(op, args, sort)
}

/// `a op b op c`, from the left.
fn folded(terms: &mut Terms, op: TermOp, args: &[TermId]) -> Option<TermId> {
    let (first, rest) = args.split_first()?;
    rest.iter().try_fold(*first, |left, right| checked(terms, op, &[left, *right]))
}

/// `a op b and b op c`; swapped, `b op a and c op b`; negated, their negations.
fn chained(terms: &mut Terms, op: TermOp, args: &[TermId], swapped: bool, negated: bool) -> Option<TermId> {
    if args.len() < 2 {
        return None;
    }
    let mut all = Vec::new();
    for pair in args.windows(2) {
        let pair = if swapped { [pair[1], pair[0]] } else { [pair[0], pair[1]] };
        let holds = checked(terms, op, &pair)?;
        all.push(if negated { terms.not(holds) } else { holds });
    }
    Some(terms.and(&all))
}

/// Numbers of one sort: whole ones among real ones are converted.
fn numbers(terms: &mut Terms, args: &[TermId]) -> Vec<TermId> {
    let mixed = args.iter().any(|arg| terms.sort(*arg) == Sort::Real);
    let convert = |arg: &TermId| if mixed && terms.sort(*arg) == Sort::Int { terms.to_real(*arg) } else { *arg };
    args.iter().map(convert).collect()
}

fn named(terms: &mut Terms, name: &str, args: &[TermId], mode: Option<Rounding>) -> Option<TermId> {
    if let Some(mode) = mode {
        let op = with_rounding(op_of_name(name)?, mode);
        return if crate::op_name::rounding_of(op).is_some() && op_needs_no_sort(op) {
            checked(terms, op, args)
        } else {
            None
        };
    }
    match name {
        "=" | "<=" | "<" | ">=" | ">" | "+" | "-" | "*" | "/" | "distinct" => {
            let args = numbers(terms, args);
            return arithmetic(terms, name, &args);
        }
        "=>" => {
            let (last, before) = args.split_last()?;
            return before.iter().rev().try_fold(*last, |right, left| {
                let not_left = checked(terms, TermOp::Not, &[*left])?;
                checked(terms, TermOp::Or, &[not_left, right])
            });
        }
        "xor" => {
            let same = folded(terms, TermOp::Eq, args)
                .filter(|term| terms.sort(args[0]) == Sort::Bool && terms.sort(*term) == Sort::Bool)?;
            // Each equality is a negated exclusive or; an even number of them cancels out.
            return Some(if args.len().is_multiple_of(2) { terms.not(same) } else { same });
        }
        "abs" => {
            let [a] = *args else { return None };
            let minus = if terms.sort(a) == Sort::Int { terms.neg(a) } else { return None };
            let zero = terms.int(0);
            let negative = terms.lt(a, zero);
            return Some(terms.ite(negative, minus, a));
        }
        "ite" => {
            let [condition, arms @ ..] = args else { return None };
            let arms = numbers(terms, arms);
            let [a, b] = *arms else { return None };
            return checked(terms, TermOp::Ite, &[*condition, a, b]);
        }
        _ => {}
    }
    if let Some(made) = bit_vector(terms, name, args).or_else(|| floating(terms, name, args)) {
        return Some(made);
    }
    let op = op_of_name(name).filter(|op| op_needs_no_sort(*op) && crate::op_name::rounding_of(*op).is_none())?;
    match op {
        TermOp::BvAdd
        | TermOp::BvMul
        | TermOp::BvAnd
        | TermOp::BvOr
        | TermOp::BvXor
        | TermOp::Concat
        | TermOp::IntDiv => folded(terms, op, args),
        TermOp::FloatEq | TermOp::FloatLt | TermOp::FloatLe => chained(terms, op, args, false, false),
        _ => checked(terms, op, args),
    }
}

/// The sort of the result is not an index of the name.
fn op_needs_no_sort(op: TermOp) -> bool {
    !matches!(op, TermOp::SignedOfFloat(_) | TermOp::UnsignedOfFloat(_) | TermOp::FloatOfUnsigned(_))
}

fn arithmetic(terms: &mut Terms, name: &str, args: &[TermId]) -> Option<TermId> {
    let is_number = |terms: &Terms, arg: &TermId| matches!(terms.sort(*arg), Sort::Int | Sort::Real);
    match name {
        "=" => return chained(terms, TermOp::Eq, args, false, false),
        "distinct" => {
            let mut all = Vec::new();
            for (i, a) in args.iter().enumerate() {
                for b in &args[i + 1..] {
                    let equal = checked(terms, TermOp::Eq, &[*a, *b])?;
                    all.push(terms.not(equal));
                }
            }
            return (args.len() > 1).then(|| terms.and(&all));
        }
        _ if args.is_empty() || !args.iter().all(|arg| is_number(terms, arg)) => return None,
        _ => {}
    }
    match (name, args) {
        ("<=", _) => chained(terms, TermOp::Le, args, false, false),
        (">=", _) => chained(terms, TermOp::Le, args, true, false),
        ("<", _) => chained(terms, TermOp::Le, args, true, true),
        (">", _) => chained(terms, TermOp::Le, args, false, true),
        ("+", _) => checked(terms, TermOp::Add, args),
        ("*", _) => checked(terms, TermOp::Mul, args),
        ("-", [a]) => Some(terms.neg(*a)),
        ("-", [first, rest @ ..]) => Some(rest.iter().fold(*first, |left, right| terms.sub(left, *right))),
        ("/", [first, rest @ ..]) if !rest.is_empty() => {
            let as_real = |terms: &mut Terms, term: TermId| {
                if terms.sort(term) == Sort::Int { terms.to_real(term) } else { term }
            };
            let first = as_real(terms, *first);
            rest.iter().try_fold(first, |left, right| {
                let right = as_real(terms, *right);
                let by: Rational = terms.as_number(right)?;
                Some(terms.multiple(by.inverse()?, left))
            })
        }
        _ => None,
    }
}

/// Operations on bit-vectors that are defined by others.
fn bit_vector(terms: &mut Terms, name: &str, args: &[TermId]) -> Option<TermId> {
    let [a, b] = *args else { return None };
    if !matches!(terms.sort(a), Sort::BitVec(_)) || terms.sort(a) != terms.sort(b) {
        return None;
    }
    Some(match name {
        "bvule" => terms.bv_ule(a, b),
        "bvugt" => terms.bv_ult(b, a),
        "bvuge" => terms.bv_ule(b, a),
        "bvsle" => terms.bv_sle(a, b),
        "bvsgt" => terms.bv_slt(b, a),
        "bvsge" => terms.bv_sle(b, a),
        "bvnand" | "bvnor" | "bvxnor" => {
            let inner = match name {
                "bvnand" => terms.bv_and(a, b),
                "bvnor" => terms.bv_or(a, b),
                _ => terms.bv_xor(a, b),
            };
            terms.bv_not(inner)
        }
        "bvcomp" => {
            let (equal, one, zero) = (terms.eq(a, b), terms.bits(1, 1), terms.bits(1, 0));
            terms.ite(equal, one, zero)
        }
        "bvsmod" => {
            // The remainder with the sign of the divisor.
            let rest = terms.bitvec_binary(TermOp::BvSRem, a, b);
            let zero = terms.bits(terms.width(a), 0);
            let (exact, rest_negative, negative) =
                (terms.eq(rest, zero), terms.bv_slt(rest, zero), terms.bv_slt(b, zero));
            let same_sign = terms.eq(rest_negative, negative);
            let keep = terms.or(&[exact, same_sign]);
            let shifted = terms.bv_add(rest, b);
            terms.ite(keep, rest, shifted)
        }
        _ => return None,
    })
}

/// Operations on floats that are defined by others.
fn floating(terms: &mut Terms, name: &str, args: &[TermId]) -> Option<TermId> {
    match (name, args) {
        ("fp", [sign, exponent, fraction]) => {
            let format = format_of(terms.width(*exponent), terms.width(*fraction).checked_add(1)?)?;
            if terms.width(*sign) != 1 {
                return None;
            }
            let low = terms.concat(*exponent, *fraction);
            let bits = terms.concat(*sign, low);
            Some(terms.float_of_bits(format, bits))
        }
        ("fp.gt", [_, _, ..]) => chained(terms, TermOp::FloatLt, args, true, false),
        ("fp.geq", [_, _, ..]) => chained(terms, TermOp::FloatLe, args, true, false),
        ("fp.isNegative" | "fp.isPositive", [a]) => {
            let Sort::Float(format) = terms.sort(*a) else { return None };
            let bits = terms.bits_of_float(*a);
            let sign = terms.extract(bits, format.bits() - 1, format.bits() - 1);
            let wanted = terms.bits(1, u128::from(name == "fp.isNegative"));
            let signed = terms.eq(sign, wanted);
            let nan = terms.float_test(TermOp::FloatIsNan, &[*a]);
            let number = terms.not(nan);
            Some(terms.and(&[signed, number]))
        }
        ("fp.isSubnormal", [a]) if matches!(terms.sort(*a), Sort::Float(_)) => {
            let others = [TermOp::FloatIsNan, TermOp::FloatIsInf, TermOp::FloatIsZero, TermOp::FloatIsNormal];
            let others = others.map(|op| terms.float_test(op, &[*a]));
            let any = terms.or(&others);
            Some(terms.not(any))
        }
        _ => None,
    }
}

/// `(_ name indices)` of some arguments.
fn indexed(terms: &mut Terms, name: &str, indices: &[i128], args: &[TermId], mode: Option<Rounding>) -> Option<TermId> {
    let small = |index: &i128| u32::try_from(*index).ok();
    let first = args.first().copied()?;
    let width = terms.width(first);
    match (name, indices, mode) {
        ("extract", [high, low], None) => {
            checked(terms, TermOp::Extract { high: small(high)?, low: small(low)? }, args)
        }
        ("zero_extend" | "sign_extend", [by], None) => {
            let op = if name == "zero_extend" { TermOp::ZeroExtend } else { TermOp::SignExtend };
            terms.apply_checked(op, args, Sort::BitVec(width.checked_add(small(by)?)?))
        }
        ("repeat", [times], None) => {
            let times = small(times).filter(|times| (1..=128).contains(times))?;
            let copies = vec![first; times as usize];
            folded(terms, TermOp::Concat, &copies).filter(|_| args.len() == 1 && width > 0)
        }
        ("rotate_left" | "rotate_right", [by], None) if width > 0 && args.len() == 1 => {
            let by = u32::try_from(by.checked_rem(i128::from(width))?).ok()?;
            let by = if name == "rotate_left" { by } else { (width - by) % width };
            if by == 0 {
                return Some(first);
            }
            let (high, low) = (terms.extract(first, width - 1, width - by), terms.extract(first, width - by - 1, 0));
            Some(terms.concat(low, high))
        }
        ("divisible", [by], None) => {
            let (by, zero) = (terms.int(*by), terms.int(0));
            let rest = checked(terms, TermOp::IntMod, &[first, by])?;
            checked(terms, TermOp::Eq, &[rest, zero])
        }
        ("to_fp", [exponent, significand], _) => {
            let sort = Sort::Float(format_of(small(exponent)?, small(significand)?)?);
            let op = match (mode, terms.sort(first)) {
                (None, Sort::BitVec(_)) => TermOp::FloatOfBits,
                (Some(mode), Sort::BitVec(_)) => TermOp::FloatOfSigned(mode),
                (Some(mode), Sort::Float(_)) => TermOp::FloatOfFloat(mode),
                _ => return None,
            };
            terms.apply_checked(op, args, sort)
        }
        ("to_fp_unsigned", [exponent, significand], Some(mode)) => {
            let sort = Sort::Float(format_of(small(exponent)?, small(significand)?)?);
            terms.apply_checked(TermOp::FloatOfUnsigned(mode), args, sort)
        }
        ("fp.to_sbv", [to], Some(mode)) => {
            terms.apply_checked(TermOp::SignedOfFloat(mode), args, Sort::BitVec(small(to)?))
        }
        ("fp.to_ubv", [to], Some(mode)) => {
            terms.apply_checked(TermOp::UnsignedOfFloat(mode), args, Sort::BitVec(small(to)?))
        }
        _ => None,
    }
}
