//! Z3's expressions to terms: the way back, for what Z3 invents (invariants of Spacer, projections).
//!
//! Symbols are found by the expressions that the translation made of them. What no term is (quantifiers, Skolem
//! functions, Z3's internal operations) is an error: the interpolation method that asked for it has failed. Iterative, as
//! the way there.

use super::context::{Ast, Context, Shape, SortHandle, SortShape};
use crate::solver::SolverError;
use cairn_base::FastMap;
use cairn_base::id::Id;
use cairn_term::{FunctionId, Rational, Sort, TermId, TermOp, Terms};
use z3_sys::DeclKind;

/// Terms read so far; symbols first.
#[derive(Default)]
pub(super) struct ReadBack {
    known: FastMap<Ast, TermId>,
    functions: FastMap<String, FunctionId>,
}

impl ReadBack {
    /// A reader that knows some symbols, and some functions by the names that the translation gave them.
    pub(super) fn new(symbols: impl Iterator<Item = (Ast, TermId)>, functions: &[FunctionId]) -> ReadBack {
        let functions = functions.iter().map(|function| (format!("f{}", function.index()), *function)).collect();
        ReadBack { known: symbols.collect(), functions }
    }

    pub(super) fn term(&mut self, context: &Context, terms: &mut Terms, root: Ast) -> Result<TermId, SolverError> {
        let mut stack = vec![(root, None::<(DeclKind, Vec<u32>, Vec<Ast>)>)];
        while let Some((ast, operation)) = stack.pop() {
            if self.known.contains_key(&ast) {
                continue;
            }
            let (kind, parameters, args) = match operation {
                Some(operation) => operation,
                None => match context.shape(ast)? {
                    Shape::Numeral(digits) => {
                        let number = number(context, terms, ast, &digits)?;
                        self.known.insert(ast, number);
                        continue;
                    }
                    Shape::Operation(kind, parameters, args) => (kind, parameters, args),
                    Shape::Other => return Err(SolverError("Z3 answers with a quantifier".into())),
                },
            };
            let missing: Vec<Ast> = args.iter().copied().filter(|arg| !self.known.contains_key(arg)).collect();
            if missing.is_empty() {
                let args: Vec<TermId> = args.iter().map(|arg| self.known[arg]).collect();
                let made = operation_of(context, terms, &self.functions, (ast, kind, &parameters), &args)?
                    .ok_or_else(|| SolverError(format!("Z3 answers with {kind:?}, which no term is")))?;
                self.known.insert(ast, made);
            } else {
                stack.push((ast, Some((kind, parameters, args))));
                stack.extend(missing.into_iter().map(|arg| (arg, None)));
            }
        }
        self.known.get(&root).copied().ok_or_else(|| SolverError("an expression was not read".into()))
    }
}

fn sort(context: &Context, terms: &mut Terms, handle: SortHandle) -> Result<Sort, SolverError> {
    Ok(match context.sort_shape(handle)? {
        SortShape::Bool => Sort::Bool,
        SortShape::BitVec(width @ 1..=128) => Sort::BitVec(width),
        SortShape::Int => Sort::Int,
        SortShape::Real => Sort::Real,
        SortShape::Array(index, element) => {
            let (index, element) = (sort(context, terms, index)?, sort(context, terms, element)?);
            terms.array_sort(index, element)
        }
        _ => return Err(SolverError("Z3 answers with a sort that no term has".into())),
    })
}

fn number(context: &Context, terms: &mut Terms, ast: Ast, digits: &str) -> Result<TermId, SolverError> {
    let handle = context.sort_of(ast)?;
    let unread = || SolverError(format!("the number '{digits}' is out of range"));
    match sort(context, terms, handle)? {
        Sort::BitVec(width) => Ok(terms.bits(width, digits.parse().map_err(|_| unread())?)),
        Sort::Int => Ok(terms.int(digits.parse().map_err(|_| unread())?)),
        Sort::Real => {
            let (num, den) = digits.split_once('/').unwrap_or((digits, "1"));
            let (num, den) = (num.parse().map_err(|_| unread())?, den.parse().map_err(|_| unread())?);
            Ok(terms.real(Rational::new(num, den).ok_or_else(unread)?))
        }
        _ => Err(unread()),
    }
}

/// An operation on terms; `None` when there is none of the kind.
fn operation_of(
    context: &Context,
    terms: &mut Terms,
    functions: &FastMap<String, FunctionId>,
    (ast, kind, parameters): (Ast, DeclKind, &[u32]),
    args: &[TermId],
) -> Result<Option<TermId>, SolverError> {
    let made = match (kind, args) {
        (DeclKind::True, []) => terms.bool(true),
        (DeclKind::False, []) => terms.bool(false),
        (DeclKind::Not, [a]) => terms.not(*a),
        (DeclKind::And, _) => terms.and(args),
        (DeclKind::Or, _) => terms.or(args),
        (DeclKind::Implies, [a, b]) => terms.implies(*a, *b),
        (DeclKind::Xor, [a, b]) => {
            let same = terms.eq(*a, *b);
            terms.not(same)
        }
        (DeclKind::Ite, [c, a, b]) => terms.ite(*c, *a, *b),
        (DeclKind::Eq | DeclKind::Iff, [a, b]) => terms.eq(*a, *b),
        (DeclKind::Distinct, _) => distinct(terms, args),
        (DeclKind::Select, [a, i]) => terms.select(*a, *i),
        (DeclKind::Store, [a, i, v]) => terms.store(*a, *i, *v),
        (DeclKind::ConstArray, [value]) => {
            let handle = context.sort_of(ast)?;
            let sort = sort(context, terms, handle)?;
            terms.array_const(sort, *value)
        }
        (DeclKind::Uninterpreted, [_, ..]) => {
            let name = context.name(ast)?;
            let function = functions.get(&name).copied();
            return Ok(function.map(|function| terms.call(function, args)));
        }
        _ => return Ok(bitvec(terms, kind, parameters, args).or_else(|| arithmetic(terms, kind, args))),
    };
    Ok(Some(made))
}

fn distinct(terms: &mut Terms, args: &[TermId]) -> TermId {
    let mut pairs = Vec::new();
    for (i, a) in args.iter().enumerate() {
        for b in &args[i + 1..] {
            let same = terms.eq(*a, *b);
            pairs.push(terms.not(same));
        }
    }
    terms.and(&pairs)
}

fn bitvec(terms: &mut Terms, kind: DeclKind, parameters: &[u32], args: &[TermId]) -> Option<TermId> {
    // Operations of any number of arguments lean to the left.
    let chain = match kind {
        DeclKind::Badd => Some(TermOp::BvAdd),
        DeclKind::Bmul => Some(TermOp::BvMul),
        DeclKind::Band => Some(TermOp::BvAnd),
        DeclKind::Bor => Some(TermOp::BvOr),
        DeclKind::Bxor => Some(TermOp::BvXor),
        DeclKind::Concat => Some(TermOp::Concat),
        _ => None,
    };
    if let Some(op) = chain {
        let wide: u32 = args.iter().map(|arg| terms.width(*arg)).sum();
        if op == TermOp::Concat && wide > 128 {
            return None;
        }
        return args.iter().copied().reduce(|a, b| terms.bitvec_binary(op, a, b));
    }
    Some(match (kind, args, parameters) {
        (DeclKind::Bneg, [a], _) => terms.bv_neg(*a),
        (DeclKind::Bnot, [a], _) => terms.bv_not(*a),
        (DeclKind::Bsub, [a, b], _) => terms.bv_sub(*a, *b),
        (DeclKind::Budiv | DeclKind::BudivI, [a, b], _) => terms.bitvec_binary(TermOp::BvUDiv, *a, *b),
        (DeclKind::Bsdiv | DeclKind::BsdivI, [a, b], _) => terms.bitvec_binary(TermOp::BvSDiv, *a, *b),
        (DeclKind::Burem | DeclKind::BuremI, [a, b], _) => terms.bitvec_binary(TermOp::BvURem, *a, *b),
        (DeclKind::Bsrem | DeclKind::BsremI, [a, b], _) => terms.bitvec_binary(TermOp::BvSRem, *a, *b),
        (DeclKind::Bshl, [a, b], _) => terms.bitvec_binary(TermOp::BvShl, *a, *b),
        (DeclKind::Blshr, [a, b], _) => terms.bitvec_binary(TermOp::BvLShr, *a, *b),
        (DeclKind::Bashr, [a, b], _) => terms.bitvec_binary(TermOp::BvAShr, *a, *b),
        (DeclKind::Ult, [a, b], _) | (DeclKind::Ugt, [b, a], _) => terms.bv_ult(*a, *b),
        (DeclKind::Uleq, [a, b], _) | (DeclKind::Ugeq, [b, a], _) => terms.bv_ule(*a, *b),
        (DeclKind::Slt, [a, b], _) | (DeclKind::Sgt, [b, a], _) => terms.bv_slt(*a, *b),
        (DeclKind::Sleq, [a, b], _) | (DeclKind::Sgeq, [b, a], _) => terms.bv_sle(*a, *b),
        (DeclKind::Bcomp, [a, b], _) => {
            let (same, one, zero) = (terms.eq(*a, *b), terms.bits(1, 1), terms.bits(1, 0));
            terms.ite(same, one, zero)
        }
        (DeclKind::Bit2bool, [a], [bit]) if *bit < terms.width(*a) => {
            let (bit, one) = (terms.extract(*a, *bit, *bit), terms.bits(1, 1));
            terms.eq(bit, one)
        }
        (DeclKind::Extract, [a], [high, low]) if low <= high && *high < terms.width(*a) => {
            terms.extract(*a, *high, *low)
        }
        (DeclKind::ZeroExt, [a], [by]) if terms.width(*a) + by <= 128 => terms.zero_extend(*a, terms.width(*a) + by),
        (DeclKind::SignExt, [a], [by]) if terms.width(*a) + by <= 128 => terms.sign_extend(*a, terms.width(*a) + by),
        _ => return None,
    })
}

fn arithmetic(terms: &mut Terms, kind: DeclKind, args: &[TermId]) -> Option<TermId> {
    let sort = terms.sort(*args.first()?);
    if !matches!(sort, Sort::Int | Sort::Real) {
        return None;
    }
    Some(match (kind, args) {
        (DeclKind::Add, _) => terms.sum(args, sort),
        (DeclKind::Mul, _) => terms.product(args, sort),
        (DeclKind::Sub, [first, rest @ ..]) => {
            let rest = terms.sum(rest, sort);
            terms.sub(*first, rest)
        }
        (DeclKind::Uminus, [a]) => terms.neg(*a),
        (DeclKind::Le, [a, b]) | (DeclKind::Ge, [b, a]) => terms.le(*a, *b),
        (DeclKind::Lt, [a, b]) | (DeclKind::Gt, [b, a]) => terms.lt(*a, *b),
        (DeclKind::Idiv, [a, b]) => terms.int_div(*a, *b),
        (DeclKind::Mod, [a, b]) => terms.int_mod(*a, *b),
        (DeclKind::Div, [a, b]) if sort == Sort::Real => {
            let inverse = terms.as_number(*b)?.inverse()?;
            terms.multiple(inverse, *a)
        }
        (DeclKind::ToReal, [a]) => terms.to_real(*a),
        _ => return None,
    })
}
