//! Expressions that ask of memory: `__CPROVER_r_ok(p, n)` and its kin, which C text may have anywhere.
//!
//! The answer is 1 exactly if `n` bytes at `p` are in one living object, that may be written for `w_ok`; for no bytes it is 1, of null 0. Where that
//! is not known ([`Access::Unknown`]: a pointer that left its object, a variable whose lifetime is over) executions end with a doubt, so the answer is
//! never taken for one of the two.

use crate::ast::SyntaxExpr;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::behaviour::{Access, How};
use cairn_ir::types::Type;
use cairn_ir::{BinaryOp, ExprId, Intrinsic, Op};

/// Why an execution ends where the answer is not known.
const NOT_KNOWN: &str = "memory of which it is not known whether it may be accessed";
/// Why one ends where what is not memory of the program is compared with other memory.
const NO_MEMORY: &str = "separation of what may not be accessed";

impl Lower<'_> {
    /// `(p, n)`, or `(p)` for the object that the type of `p` says.
    pub(super) fn may_access(&mut self, name: &str, args: &[SyntaxExpr], how: How, span: Span) -> Res<Operand> {
        let (pointer, bytes) = match args {
            [pointer] => self.pointer_and_bytes(name, pointer, None)?,
            [pointer, bytes] => self.pointer_and_bytes(name, pointer, Some(bytes))?,
            _ => return self.error(format!("'{name}' takes a pointer and a number of bytes"), span),
        };
        let answer = self.accessible(pointer, bytes, how, span);
        Ok(Operand::Value(answer))
    }

    /// `(p, n, q, m)`.
    pub(super) fn separated(&mut self, name: &str, args: &[SyntaxExpr], span: Span) -> Res<Operand> {
        let [a, of_a, b, of_b] = args else { return self.error(format!("'{name}' takes four arguments"), span) };
        let (a, of_a) = self.pointer_and_bytes(name, a, Some(of_a))?;
        let (b, of_b) = self.pointer_and_bytes(name, b, Some(of_b))?;
        for (pointer, bytes) in [(a, of_a), (b, of_b)] {
            let is_memory = self.accessible(pointer, bytes, How::default(), span);
            let (other, next) = (self.node(), self.node());
            self.branch(is_memory, next, other, span);
            self.resume(other);
            self.ends_in_doubt(NO_MEMORY, span);
            self.resume(next);
        }
        let (int, zero) = (self.basic.int, self.zero(self.basic.int));
        let answer = self.temp(int, span);
        let place = self.var_place(answer);
        let one = self.int_constant(1, int);
        self.store(place, one, span);
        // Of no bytes none is shared.
        let next = self.node();
        for bytes in [of_a, of_b] {
            let some = self.node();
            let is_some = self.is_some(bytes);
            self.branch(is_some, some, next, span);
            self.resume(some);
        }
        let shares = self.overlaps(a, b, [of_a, of_b], span);
        let separated = self.binary(BinaryOp::Eq, shares, zero, int);
        self.store(place, separated, span);
        self.jump(next, span);
        self.resume(next);
        Ok(Operand::Value(self.load(place)))
    }

    fn pointer_and_bytes(
        &mut self,
        name: &str,
        pointer: &SyntaxExpr,
        bytes: Option<&SyntaxExpr>,
    ) -> Res<(ExprId, ExprId)> {
        let span = pointer.span;
        let value = self.rvalue(pointer)?;
        let Type::Pointer(to) = *self.program.types.get(self.type_of(value)) else {
            return self.error(format!("'{name}' is asked of what is no pointer"), span);
        };
        let value = self.save(value, span);
        let size_t = self.basic.size_t;
        let bytes = match bytes {
            Some(bytes) => {
                let given = self.rvalue(bytes)?;
                self.number_of_bytes(given, bytes.span)?
            }
            None => {
                let bytes = if to.ty == self.basic.void { Some(1) } else { self.program.types.size_of(to.ty) };
                let Some(bytes) = bytes else {
                    return self.error(format!("'{name}' is asked of an object of no known size"), span);
                };
                self.int_constant(i128::from(bytes), size_t)
            }
        };
        Ok((value, bytes))
    }

    /// A number of bytes; one that no `size_t` holds is the largest, which no object has.
    fn number_of_bytes(&mut self, given: ExprId, span: Span) -> Res<ExprId> {
        let size_t = self.basic.size_t;
        let is_wide = self.program.types.size_of(self.type_of(given)) > self.program.types.size_of(size_t);
        if !is_wide {
            let given = self.convert(given, size_t, span)?;
            return Ok(self.save(given, span));
        }
        let (ty, int) = (self.type_of(given), self.basic.int);
        let (given, number) = (self.save(given, span), self.temp(size_t, span));
        let place = self.var_place(number);
        let (most, least) = (self.int_constant(-1, size_t), self.zero(ty));
        self.store(place, most, span);
        let most = self.cast(most, ty);
        let [at_least, fits, next] = [(); 3].map(|()| self.node());
        let is_below = self.binary(BinaryOp::Lt, given, least, int);
        self.branch(is_below, next, at_least, span);
        self.resume(at_least);
        let is_above = self.binary(BinaryOp::Gt, given, most, int);
        self.branch(is_above, next, fits, span);
        self.resume(fits);
        let cast = self.cast(given, size_t);
        self.store(place, cast, span);
        self.jump(next, span);
        self.resume(next);
        Ok(self.load(place))
    }

    fn is_some(&mut self, bytes: ExprId) -> ExprId {
        let zero = self.zero(self.basic.size_t);
        self.binary(BinaryOp::Ne, bytes, zero, self.basic.int)
    }

    /// 1 or 0.
    fn accessible(&mut self, pointer: ExprId, bytes: ExprId, how: How, span: Span) -> ExprId {
        let int = self.basic.int;
        let answer = self.temp(int, span);
        let place = self.var_place(answer);
        let (some, next, doubt, known) = (self.node(), self.node(), self.node(), self.node());
        let yes = self.int_constant(1, int);
        self.store(place, yes, span);
        let is_some = self.is_some(bytes);
        self.branch(is_some, some, next, span);
        self.resume(some);
        let how = self.int_constant(how.bits() as i128, int);
        let args = vec![pointer, pointer, bytes, how];
        self.emit(Op::Intrinsic { which: Intrinsic::Access, args, result: Some(place) }, span);
        let is = |this: &mut Self, answer: Access| {
            let (said, answer) = (this.load(place), this.int_constant(answer as i128, int));
            this.binary(BinaryOp::Eq, said, answer, int)
        };
        let is_unknown = is(self, Access::Unknown);
        self.branch(is_unknown, doubt, known, span);
        self.resume(doubt);
        self.ends_in_doubt(NOT_KNOWN, span);
        self.resume(known);
        let is_yes = is(self, Access::Yes);
        self.store(place, is_yes, span);
        self.jump(next, span);
        self.resume(next);
        self.load(place)
    }

    fn ends_in_doubt(&mut self, why: &str, span: Span) {
        self.emit(Op::mark_doubt(why), span);
        self.stop(Op::Unsupported(why.to_owned()), span);
    }
}
