//! Terms to Z3 expressions, each once. Iterative: a term may be as deep as a path is long.

use super::context::{Ast, Context, FunctionHandle, Make1, Make2, Make3, SortHandle};
use crate::solver::SolverError;
use cairn_base::FastMap;
use cairn_base::id::Id;
use cairn_term::{FloatFormat, FunctionId, Rounding, Sort, TermId, TermOp, Terms};
use smallvec::SmallVec;
use z3_sys::*;

#[derive(Default)]
pub(super) struct Translation {
    terms: FastMap<TermId, Ast>,
    sorts: FastMap<Sort, SortHandle>,
    functions: FastMap<FunctionId, FunctionHandle>,
    arithmetic: bool,
    numbers: bool,
    bits: bool,
}

impl Translation {
    /// Whether a float, or a product or quotient of two terms that are not constants, was translated.
    pub(super) fn has_arithmetic(&self) -> bool {
        self.arithmetic
    }

    /// Whether whole or real numbers were translated, and neither bit-vectors nor floats nor products of two terms.
    pub(super) fn is_linear(&self) -> bool {
        self.numbers && !self.bits && !self.arithmetic
    }

    /// Whether whole or real numbers were translated.
    pub(super) fn has_numbers(&self) -> bool {
        self.numbers
    }

    pub(super) fn term(&mut self, context: &Context, terms: &Terms, root: TermId) -> Result<Ast, SolverError> {
        if let Some(done) = self.terms.get(&root) {
            return Ok(*done);
        }
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.terms.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(terms.get(term).args.iter().filter(|arg| !self.terms.contains_key(arg)));
            if stack.len() == before {
                let made = self.one(context, terms, term)?;
                self.terms.insert(term, made);
                stack.pop();
            }
        }
        self.terms.get(&root).copied().ok_or_else(|| SolverError("a term was not translated".into()))
    }

    fn sort(&mut self, context: &Context, terms: &Terms, sort: Sort) -> Result<SortHandle, SolverError> {
        if let Some(done) = self.sorts.get(&sort) {
            return Ok(*done);
        }
        let made = match sort {
            Sort::Bool => context.bool_sort()?,
            Sort::BitVec(width) => context.bitvec_sort(width)?,
            Sort::Float(format) => context.float_sort(format.exponent(), format.significand())?,
            Sort::Int => context.int_sort()?,
            Sort::Real => context.real_sort()?,
            Sort::Array(id) => {
                let (index, element) = terms.array_parts(id);
                let (index, element) = (self.sort(context, terms, index)?, self.sort(context, terms, element)?);
                context.array_sort(index, element)?
            }
            _ => return Err(SolverError(format!("no Z3 sort for {sort:?}"))),
        };
        self.sorts.insert(sort, made);
        Ok(made)
    }

    fn function(
        &mut self,
        context: &Context,
        terms: &Terms,
        function: FunctionId,
    ) -> Result<FunctionHandle, SolverError> {
        if let Some(done) = self.functions.get(&function) {
            return Ok(*done);
        }
        let signature = terms.signature(function);
        let domain: Vec<SortHandle> =
            signature.domain.iter().map(|sort| self.sort(context, terms, *sort)).collect::<Result<_, _>>()?;
        let range = self.sort(context, terms, signature.range)?;
        let made = context.function(&format!("f{}", function.index()), &domain, range)?;
        self.functions.insert(function, made);
        Ok(made)
    }

    /// A term whose arguments are translated.
    fn one(&mut self, context: &Context, terms: &Terms, term: TermId) -> Result<Ast, SolverError> {
        let node = terms.get(term);
        self.arithmetic |= is_arithmetic(terms, term);
        self.numbers |= matches!(node.sort, Sort::Int | Sort::Real);
        self.bits |= matches!(node.sort, Sort::BitVec(_) | Sort::Float(_));
        let args: SmallVec<[Ast; 4]> = node.args.iter().filter_map(|arg| self.terms.get(arg).copied()).collect();
        if args.len() != node.args.len() {
            return Err(SolverError("a term before its arguments".into()));
        }
        match node.op {
            TermOp::Symbol(symbol) => {
                // The number makes it unique, and a name would only cost time.
                let sort = self.sort(context, terms, node.sort)?;
                return context.constant(&format!("s{}", symbol.index()), sort);
            }
            TermOp::Bool(value) => return context.bool(value),
            TermOp::BitVec(bits) => {
                let sort = self.sort(context, terms, node.sort)?;
                return context.numeral(bits, sort);
            }
            TermOp::Float(bits) => {
                let Sort::Float(format) = node.sort else { return Err(ill_formed(node.op)) };
                let encoding = self.sort(context, terms, Sort::BitVec(format.bits()))?;
                let bits = context.numeral(bits, encoding)?;
                let sort = self.sort(context, terms, node.sort)?;
                return context.float_of_bits(bits, sort);
            }
            TermOp::Int(value) => {
                let sort = self.sort(context, terms, node.sort)?;
                return context.number(&value.to_string(), sort);
            }
            TermOp::Real(value) => {
                let sort = self.sort(context, terms, node.sort)?;
                return context.number(&format!("{}/{}", value.num(), value.den()), sort);
            }
            TermOp::Add => return context.sum(&args),
            TermOp::Mul => return context.product(&args),
            TermOp::Call(function) => {
                let function = self.function(context, terms, function)?;
                return context.call(function, &args);
            }
            TermOp::And => return context.and(&args),
            TermOp::Or => return context.or(&args),
            _ => {}
        }
        match *args {
            [a] => self.of_one(context, terms, term, a),
            [a, b] => match (binary(node.op), rounded(node.op)) {
                (Some(make), _) => context.make2(make, a, b),
                (None, Some((make, mode))) => context.make3(make, rounding(context, mode)?, a, b),
                (None, None) => Err(ill_formed(node.op)),
            },
            [a, b, c] => match node.op {
                TermOp::Ite => context.make3(Z3_mk_ite, a, b, c),
                TermOp::Store => context.make3(Z3_mk_store, a, b, c),
                _ => Err(ill_formed(node.op)),
            },
            _ => Err(ill_formed(node.op)),
        }
    }

    /// The encoding of a float: Z3's own function leaves NaN open, ours does not.
    pub(super) fn bits_of_float(
        &mut self,
        context: &Context,
        terms: &Terms,
        format: FloatFormat,
        a: Ast,
    ) -> Result<Ast, SolverError> {
        let sort = self.sort(context, terms, Sort::BitVec(format.bits()))?;
        let nan = context.numeral(format.nan(), sort)?;
        let is_nan = context.make1(Z3_mk_fpa_is_nan, a)?;
        let bits = context.make1(Z3_mk_fpa_to_ieee_bv, a)?;
        context.make3(Z3_mk_ite, is_nan, nan, bits)
    }

    fn of_one(&mut self, context: &Context, terms: &Terms, term: TermId, a: Ast) -> Result<Ast, SolverError> {
        let node = terms.get(term);
        if let Some(make) = unary(node.op) {
            return context.make1(make, a);
        }
        let width = node.sort.width();
        let extension = width.wrapping_sub(terms.width(terms.arg(term, 0)));
        if let (TermOp::BitsOfFloat, Sort::Float(format)) = (node.op, terms.sort(terms.arg(term, 0))) {
            return self.bits_of_float(context, terms, format, a);
        }
        match node.op {
            TermOp::Extract { high, low } => context.extract(high, low, a),
            TermOp::ZeroExtend => context.zero_extend(extension, a),
            TermOp::SignExtend => context.sign_extend(extension, a),
            TermOp::FloatSqrt(mode) => context.make2(Z3_mk_fpa_sqrt, rounding(context, mode)?, a),
            TermOp::FloatRound(mode) => context.make2(Z3_mk_fpa_round_to_integral, rounding(context, mode)?, a),
            TermOp::SignedOfFloat(mode) => context.signed_of_float(rounding(context, mode)?, a, width),
            TermOp::UnsignedOfFloat(mode) => context.unsigned_of_float(rounding(context, mode)?, a, width),
            TermOp::ArrayConst => {
                let Sort::Array(id) = node.sort else { return Err(ill_formed(node.op)) };
                let index = self.sort(context, terms, terms.array_parts(id).0)?;
                context.const_array(index, a)
            }
            op => {
                let to = self.sort(context, terms, node.sort)?;
                match op {
                    TermOp::FloatOfBits => context.float_of_bits(a, to),
                    TermOp::FloatOfFloat(mode) => context.float_of_float(rounding(context, mode)?, a, to),
                    TermOp::FloatOfSigned(mode) => context.float_of_signed(rounding(context, mode)?, a, to),
                    TermOp::FloatOfUnsigned(mode) => context.float_of_unsigned(rounding(context, mode)?, a, to),
                    _ => Err(ill_formed(op)),
                }
            }
        }
    }
}

fn is_arithmetic(terms: &Terms, term: TermId) -> bool {
    let node = terms.get(term);
    match node.op {
        TermOp::BvUDiv | TermOp::BvSDiv | TermOp::BvURem | TermOp::BvSRem => true,
        TermOp::BvMul => node.args.iter().all(|arg| terms.as_bits(*arg).is_none()),
        TermOp::Mul => node.args.iter().filter(|arg| terms.as_number(**arg).is_none()).count() > 1,
        TermOp::IntDiv | TermOp::IntMod => terms.as_int(terms.arg(term, 1)).is_none(),
        _ => matches!(node.sort, Sort::Float(_)),
    }
}

fn ill_formed(op: TermOp) -> SolverError {
    SolverError(format!("ill-formed term {op:?}"))
}

fn rounding(context: &Context, mode: Rounding) -> Result<Ast, SolverError> {
    context.make0(match mode {
        Rounding::NearestEven => Z3_mk_fpa_rne,
        Rounding::NearestAway => Z3_mk_fpa_rna,
        Rounding::Up => Z3_mk_fpa_rtp,
        Rounding::Down => Z3_mk_fpa_rtn,
        Rounding::Zero => Z3_mk_fpa_rtz,
    })
}

fn unary(op: TermOp) -> Option<Make1> {
    Some(match op {
        TermOp::Not => Z3_mk_not,
        TermOp::ToReal => Z3_mk_int2real,
        TermOp::BvNot => Z3_mk_bvnot,
        TermOp::BvNeg => Z3_mk_bvneg,
        TermOp::FloatNeg => Z3_mk_fpa_neg,
        TermOp::FloatAbs => Z3_mk_fpa_abs,
        TermOp::FloatIsNan => Z3_mk_fpa_is_nan,
        TermOp::FloatIsInf => Z3_mk_fpa_is_infinite,
        TermOp::FloatIsZero => Z3_mk_fpa_is_zero,
        TermOp::FloatIsNormal => Z3_mk_fpa_is_normal,
        _ => return None,
    })
}

fn binary(op: TermOp) -> Option<Make2> {
    Some(match op {
        TermOp::Eq => Z3_mk_eq,
        TermOp::BvAdd => Z3_mk_bvadd,
        TermOp::BvSub => Z3_mk_bvsub,
        TermOp::BvMul => Z3_mk_bvmul,
        TermOp::BvUDiv => Z3_mk_bvudiv,
        TermOp::BvSDiv => Z3_mk_bvsdiv,
        TermOp::BvURem => Z3_mk_bvurem,
        TermOp::BvSRem => Z3_mk_bvsrem,
        TermOp::BvShl => Z3_mk_bvshl,
        TermOp::BvLShr => Z3_mk_bvlshr,
        TermOp::BvAShr => Z3_mk_bvashr,
        TermOp::BvAnd => Z3_mk_bvand,
        TermOp::BvOr => Z3_mk_bvor,
        TermOp::BvXor => Z3_mk_bvxor,
        TermOp::BvULt => Z3_mk_bvult,
        TermOp::BvSLt => Z3_mk_bvslt,
        TermOp::Concat => Z3_mk_concat,
        TermOp::FloatRem => Z3_mk_fpa_rem,
        TermOp::FloatEq => Z3_mk_fpa_eq,
        TermOp::FloatLt => Z3_mk_fpa_lt,
        TermOp::FloatLe => Z3_mk_fpa_leq,
        TermOp::Le => Z3_mk_le,
        TermOp::IntDiv => Z3_mk_div,
        TermOp::IntMod => Z3_mk_mod,
        TermOp::Select => Z3_mk_select,
        _ => return None,
    })
}

fn rounded(op: TermOp) -> Option<(Make3, Rounding)> {
    Some(match op {
        TermOp::FloatAdd(mode) => (Z3_mk_fpa_add, mode),
        TermOp::FloatSub(mode) => (Z3_mk_fpa_sub, mode),
        TermOp::FloatMul(mode) => (Z3_mk_fpa_mul, mode),
        TermOp::FloatDiv(mode) => (Z3_mk_fpa_div, mode),
        _ => return None,
    })
}
