//! SMT-LIB 2 text of terms: for reports of errors, and for any other solver to read. Shared parts are printed once, as
//! definitions, so the text is linear in the graph.

use crate::sort::{FloatFormat, Sort};
use crate::store::Terms;
use crate::term::{Op, Rounding, TermId};
use cairn_base::id::Id;
use std::fmt;

/// A complete script that asserts the terms: `format!("{}", Smtlib { terms, assertions })`.
#[derive(Clone, Copy, Debug)]
pub struct Smtlib<'a> {
    /// The store.
    pub terms: &'a Terms,
    /// What to assert.
    pub assertions: &'a [TermId],
}

impl fmt::Display for Smtlib<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let below = self.terms.below(self.assertions);
        let called = |term: &TermId| match self.terms.op(*term) {
            Op::Call(function) => Some(function),
            _ => None,
        };
        for function in below.iter().filter_map(called).collect::<std::collections::BTreeSet<_>>() {
            let signature = self.terms.signature(function);
            let domain: Vec<String> = signature.domain.iter().map(|sort| self.sort(*sort)).collect();
            let (index, range) = (function.index(), self.sort(signature.range));
            writeln!(f, "(declare-fun f{index} ({}) {range}) ; {}", domain.join(" "), signature.name)?;
        }
        for term in below {
            let node = self.terms.get(term);
            if node.op == Op::BitsOfFloat {
                // Not in SMT-LIB: a new symbol that encodes the float, canonically when it is NaN.
                let (name, float, sort) = (term.index(), node.args[0].index(), self.sort(node.sort));
                let Sort::Float(format) = self.terms.sort(node.args[0]) else { return Err(fmt::Error) };
                let (exponent, significand) = (format.exponent(), format.significand());
                writeln!(f, "(declare-fun t{name} () {sort})")?;
                writeln!(f, "(assert (= ((_ to_fp {exponent} {significand}) t{name}) t{float}))")?;
                writeln!(f, "(assert (=> (fp.isNaN t{float}) (= t{name} (_ bv{} {}))))", format.nan(), format.bits())?;
                continue;
            }
            if let Op::Symbol(symbol) = node.op {
                writeln!(
                    f,
                    "(declare-fun t{} () {}) ; {}",
                    term.index(),
                    self.sort(node.sort),
                    self.terms.symbol_name(symbol)
                )?;
                continue;
            }
            write!(f, "(define-fun t{} () {} ", term.index(), self.sort(node.sort))?;
            self.head(f, term)?;
            for arg in &node.args {
                write!(f, " t{}", arg.index())?;
            }
            writeln!(f, "{}", if node.args.is_empty() { ")" } else { "))" })?;
        }
        for assertion in self.assertions {
            writeln!(f, "(assert t{})", assertion.index())?;
        }
        writeln!(f, "(check-sat)")
    }
}

impl Smtlib<'_> {
    fn sort(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "Bool".into(),
            Sort::BitVec(width) => format!("(_ BitVec {width})"),
            Sort::Float(format) => format!("(_ FloatingPoint {} {})", format.exponent(), format.significand()),
            Sort::Int => "Int".into(),
            Sort::Real => "Real".into(),
            Sort::Array(id) => {
                let (index, element) = self.terms.array_parts(id);
                format!("(Array {} {})", self.sort(index), self.sort(element))
            }
        }
    }

    /// Everything of a term's text but its arguments; an opening parenthesis first when it has some.
    fn head(&self, f: &mut fmt::Formatter<'_>, term: TermId) -> fmt::Result {
        let node = self.terms.get(term);
        let width = node.sort.width();
        let extension = || width - self.terms.width(node.args[0]);
        let format = |sort: Sort| match sort {
            Sort::Float(format) => format,
            _ => FloatFormat::Double,
        };
        let to_fp = |name: &str| {
            let format = format(node.sort);
            format!("(_ {name} {} {})", format.exponent(), format.significand())
        };
        match node.op {
            Op::Symbol(symbol) => write!(f, "|{}|", self.terms.symbol_name(symbol)),
            Op::Bool(value) => write!(f, "{value}"),
            Op::BitVec(bits) => write!(f, "(_ bv{bits} {width})"),
            Op::Float(bits) => {
                let format = format(node.sort);
                let fraction = format.significand() - 1;
                write!(
                    f,
                    "(fp #b{} #b{:0ew$b} #b{:0fw$b})",
                    bits >> (format.bits() - 1),
                    bits >> fraction & crate::mask(format.exponent()),
                    bits & crate::mask(fraction),
                    ew = format.exponent() as usize,
                    fw = fraction as usize
                )
            }
            Op::Not => write!(f, "(not"),
            Op::And => write!(f, "(and"),
            Op::Or => write!(f, "(or"),
            Op::Ite => write!(f, "(ite"),
            Op::Eq => write!(f, "(="),
            Op::BvNot => write!(f, "(bvnot"),
            Op::BvNeg => write!(f, "(bvneg"),
            Op::BvAdd => write!(f, "(bvadd"),
            Op::BvSub => write!(f, "(bvsub"),
            Op::BvMul => write!(f, "(bvmul"),
            Op::BvUDiv => write!(f, "(bvudiv"),
            Op::BvSDiv => write!(f, "(bvsdiv"),
            Op::BvURem => write!(f, "(bvurem"),
            Op::BvSRem => write!(f, "(bvsrem"),
            Op::BvShl => write!(f, "(bvshl"),
            Op::BvLShr => write!(f, "(bvlshr"),
            Op::BvAShr => write!(f, "(bvashr"),
            Op::BvAnd => write!(f, "(bvand"),
            Op::BvOr => write!(f, "(bvor"),
            Op::BvXor => write!(f, "(bvxor"),
            Op::BvULt => write!(f, "(bvult"),
            Op::BvSLt => write!(f, "(bvslt"),
            Op::Extract { high, low } => write!(f, "((_ extract {high} {low})"),
            Op::Concat => write!(f, "(concat"),
            Op::ZeroExtend => write!(f, "((_ zero_extend {})", extension()),
            Op::SignExtend => write!(f, "((_ sign_extend {})", extension()),
            Op::FloatOfBits => write!(f, "({}", to_fp("to_fp")),
            Op::BitsOfFloat => Err(fmt::Error), // Never asked for: written as a declaration above.
            Op::FloatNeg => write!(f, "(fp.neg"),
            Op::FloatAbs => write!(f, "(fp.abs"),
            Op::FloatAdd(mode) => write!(f, "(fp.add {}", rounding(mode)),
            Op::FloatSub(mode) => write!(f, "(fp.sub {}", rounding(mode)),
            Op::FloatMul(mode) => write!(f, "(fp.mul {}", rounding(mode)),
            Op::FloatDiv(mode) => write!(f, "(fp.div {}", rounding(mode)),
            Op::FloatSqrt(mode) => write!(f, "(fp.sqrt {}", rounding(mode)),
            Op::FloatRem => write!(f, "(fp.rem"),
            Op::FloatRound(mode) => write!(f, "(fp.roundToIntegral {}", rounding(mode)),
            Op::FloatOfFloat(mode) | Op::FloatOfSigned(mode) => {
                write!(f, "({} {}", to_fp("to_fp"), rounding(mode))
            }
            Op::FloatOfUnsigned(mode) => write!(f, "({} {}", to_fp("to_fp_unsigned"), rounding(mode)),
            Op::SignedOfFloat(mode) => write!(f, "((_ fp.to_sbv {width}) {}", rounding(mode)),
            Op::UnsignedOfFloat(mode) => write!(f, "((_ fp.to_ubv {width}) {}", rounding(mode)),
            Op::FloatEq => write!(f, "(fp.eq"),
            Op::FloatLt => write!(f, "(fp.lt"),
            Op::FloatLe => write!(f, "(fp.leq"),
            Op::FloatIsNan => write!(f, "(fp.isNaN"),
            Op::FloatIsInf => write!(f, "(fp.isInfinite"),
            Op::FloatIsZero => write!(f, "(fp.isZero"),
            Op::FloatIsNormal => write!(f, "(fp.isNormal"),
            Op::Int(value) => f.write_str(&whole(value)),
            Op::Real(value) if value.den() == 1 => f.write_str(&decimal(value.num())),
            Op::Real(value) => write!(f, "(/ {} {})", decimal(value.num()), decimal(value.den())),
            Op::Add => write!(f, "(+"),
            Op::Mul => write!(f, "(*"),
            Op::Le => write!(f, "(<="),
            Op::IntDiv => write!(f, "(div"),
            Op::IntMod => write!(f, "(mod"),
            Op::ToReal => write!(f, "(to_real"),
            Op::Call(function) => write!(f, "(f{}", function.index()),
            Op::ArrayConst => write!(f, "((as const {})", self.sort(node.sort)),
            Op::Select => write!(f, "(select"),
            Op::Store => write!(f, "(store"),
        }
    }
}

/// SMT-LIB has no negative numerals.
fn whole(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

fn decimal(value: i128) -> String {
    if value < 0 { format!("(- {}.0)", value.unsigned_abs()) } else { format!("{value}.0") }
}

fn rounding(mode: Rounding) -> &'static str {
    match mode {
        Rounding::NearestEven => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::Up => "RTP",
        Rounding::Down => "RTN",
        Rounding::Zero => "RTZ",
    }
}
