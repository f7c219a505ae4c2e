//! Functions of the outside world and of arithmetic that is not computed: what they write, and what they answer.
//!
//! What they write takes any value, and so does `errno` where they may set it; the result is in its range. A result that
//! the arguments determine (`sin`) is told apart from an input (`read`): an execution that takes any value for it shows
//! nothing. Bytes of any value are the content of a new object, so that there is no loop over them.

use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::types::FunctionType;
use cairn_ir::{BinaryOp, ExprId, ExprKind, Intrinsic, NondetSource, Op, PlaceKind, TypeId};

/// How much is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Amount {
    /// The object of the type that the parameter is declared to point to.
    Pointee,
    /// The same, but the program knows nothing of what is inside: nothing when the type is incomplete.
    Opaque,
    /// As many bytes as this argument says.
    Bytes(usize),
    /// So many bytes.
    Size(u64),
}

/// One parameter that is written through, unless it is null.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Write {
    pub to: usize,
    pub amount: Amount,
}

/// What a call answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Any value of the type.
    Any,
    /// Any value of the type, which what went before determines.
    Unknown,
    /// A number from the first to the second.
    Range(i64, i64),
    /// A number from here on.
    From(i64),
    /// From the number to what this argument says.
    UpTo(i64, usize),
    /// This argument as a byte, or -1.
    ByteOrError(usize),
    /// This argument, or null.
    ArgumentOrNull(usize),
    /// Null, or a new object of the type that the result points to.
    Object,
    /// Null, or an object of that type that an earlier call may have answered with and that is written again.
    Shared,
    /// The same for a string, of any length.
    TextOrNull,
    /// The program ends as by `exit` with this argument, unless that is zero.
    ExitsUnlessZero(usize),
    /// The program ends, or a number from the first to the second.
    EndsOr(i64, i64),
}

/// What a function does whose meaning is not computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effect {
    pub writes: &'static [Write],
    pub answer: Answer,
    /// May set `errno`.
    pub errno: bool,
    /// The arguments determine what it does.
    pub determined: bool,
}

impl Lower<'_> {
    pub(super) fn effect(
        &mut self,
        effect: &Effect,
        name: &str,
        ty: &FunctionType,
        args: &[ExprId],
        span: Span,
        want: Want,
    ) -> Res<Operand> {
        let source = || match effect.determined {
            true => NondetSource::Unmodelled(name.into()),
            false => NondetSource::Undefined(name.into()),
        };
        // What is written may be what an argument was read from.
        let mut saved = args.to_vec();
        let answers_by_argument = matches!(
            effect.answer,
            Answer::UpTo(..) | Answer::ByteOrError(_) | Answer::ArgumentOrNull(_) | Answer::ExitsUnlessZero(_)
        );
        if !effect.writes.is_empty() || answers_by_argument {
            saved.iter_mut().for_each(|arg| *arg = self.save(*arg, span));
        }
        for write in effect.writes {
            let Some(to) = args.get(write.to).copied() else { return self.bad_arguments(name, ty.result, span, want) };
            let argument = |position: usize| saved.get(position).copied();
            let size_t = self.basic.size_t;
            let bytes = match write.amount {
                Amount::Bytes(position) => argument(position).map(|n| self.cast(n, size_t)),
                Amount::Size(bytes) => Some(self.int_constant(i128::from(bytes), size_t)),
                Amount::Pointee | Amount::Opaque => None,
            };
            let done = match bytes {
                Some(bytes) => self.fill_bytes(to, bytes, source(), span)?,
                None => self.fill_pointee(to, saved[write.to], write.amount, source(), span)?,
            };
            if !done {
                self.unsupported(format!("memory that '{name}' writes through a pointer"), span);
                return self.deliver_phantom(Operand::Void, ty.result, span, want);
            }
        }
        if effect.errno {
            self.disturb_errno(source(), span);
        }
        self.answer(effect.answer, name, ty, &saved, source(), span, want)
    }

    #[allow(clippy::too_many_arguments)]
    fn answer(
        &mut self,
        answer: Answer,
        name: &str,
        ty: &FunctionType,
        args: &[ExprId],
        source: NondetSource,
        span: Span,
        want: Want,
    ) -> Res<Operand> {
        let result = ty.result;
        let nothing = want == Want::Nothing || result == self.basic.void;
        if let Answer::EndsOr(..) = answer {
            let ends = self.any_of(self.basic.bool_, source.clone(), span);
            let (stop, on) = (self.node(), self.node());
            self.branch(ends, stop, on, span);
            self.resume(stop);
            self.stop(Op::Halt, span);
            self.resume(on);
        }
        if let Answer::ExitsUnlessZero(position) = answer {
            let Some(status) = args.get(position).copied() else {
                return self.bad_arguments(name, result, span, want);
            };
            let (stop, on) = (self.node(), self.node());
            self.branch(status, stop, on, span);
            self.resume(stop);
            self.end_program(false, Some(status), span)?;
            self.resume(on);
        }
        if nothing {
            return Ok(Operand::Void);
        }
        let argument = |position: usize| args.get(position).copied();
        match answer {
            Answer::Any | Answer::ExitsUnlessZero(_) => self.any_value(result, source, span, want),
            Answer::Unknown => self.any_value(result, NondetSource::Unmodelled(name.into()), span, want),
            Answer::Range(low, high) | Answer::EndsOr(low, high) => {
                let value = self.any_in(result, Some(i128::from(low)), Some(i128::from(high)), source, span)?;
                self.deliver(Operand::Value(value), span, want)
            }
            Answer::From(low) => {
                let value = self.any_in(result, Some(i128::from(low)), None, source, span)?;
                self.deliver(Operand::Value(value), span, want)
            }
            Answer::UpTo(low, most) => {
                let Some(most) = argument(most) else { return self.bad_arguments(name, result, span, want) };
                let value = self.any_in(result, None, None, source, span)?;
                let (signed, most) = (self.program.types.ptrdiff_t(), self.cast(most, self.basic.size_t));
                let wide = self.cast(value, signed);
                let least = self.int_constant(i128::from(low), signed);
                let fits = self.binary(BinaryOp::Ge, wide, least, self.basic.int);
                self.emit(Op::Assume { cond: fits, truth: true }, span);
                // Of a negative result there is only -1: the comparison is of what follows it.
                let next = self.cast(wide, self.basic.size_t);
                let one = self.int_constant(i128::from(low < 0), self.basic.size_t);
                let next = self.binary(BinaryOp::Add, next, one, self.basic.size_t);
                let most = self.binary(BinaryOp::Add, most, one, self.basic.size_t);
                let fits = self.binary(BinaryOp::Le, next, most, self.basic.int);
                self.emit(Op::Assume { cond: fits, truth: true }, span);
                self.deliver(Operand::Value(value), span, want)
            }
            Answer::ByteOrError(position) => {
                let Some(byte) = argument(position) else { return self.bad_arguments(name, result, span, want) };
                let (int, byte) = (self.basic.int, self.cast(byte, self.basic.uchar));
                let fails = self.any_of(self.basic.bool_, source, span);
                let (byte, minus) = (self.cast(byte, int), self.int_constant(-1, int));
                let value = self.choose(fails, minus, byte);
                self.deliver_as(value, result, span, want)
            }
            Answer::ArgumentOrNull(position) => {
                let Some(value) = argument(position) else { return self.bad_arguments(name, result, span, want) };
                let works = self.any_of(self.basic.bool_, source, span);
                let null = self.zero(self.type_of(value));
                let value = self.choose(works, value, null);
                self.deliver_as(value, result, span, want)
            }
            Answer::Object | Answer::Shared | Answer::TextOrNull => {
                let value = self.new_object(result, answer, source, span)?;
                self.deliver_as(value, result, span, want)
            }
        }
    }

    /// Null, or the address of an object with any content: a new one, or the one of an earlier call.
    fn new_object(&mut self, pointer: TypeId, answer: Answer, source: NondetSource, span: Span) -> Res<ExprId> {
        let (size_t, text) = (self.basic.size_t, answer == Answer::TextOrNull);
        let result = self.temp(self.basic.void_ptr, span);
        let result = self.var_place(result);
        let pointee = self.program.types.pointee(pointer).unwrap_or(self.basic.void);
        let area = (answer != Answer::Object).then(|| self.area(pointee, text));
        let (yes, no, end) = (self.node(), self.node(), self.node());
        let works = self.any_of(self.basic.bool_, source.clone(), span);
        self.branch(works, yes, no, span);
        self.resume(yes);
        if let Some((kept, kept_size)) = area {
            let again = self.any_of(self.basic.bool_, source.clone(), span);
            let (perhaps, old, new) = (self.node(), self.node(), self.node());
            self.branch(again, perhaps, new, span);
            self.resume(perhaps);
            let address = self.load(kept);
            self.branch(address, old, new, span);
            self.resume(old);
            self.store(result, address, span);
            if text {
                let size = self.load(kept_size);
                self.fill_bytes(address, size, source.clone(), span)?;
                self.end_text(address, size, span)?;
            } else if self.program.types.size_of(pointee).is_some_and(|size| size > 0) && pointee != self.basic.void {
                let typed = self.program.types.pointer(pointee);
                let typed = self.cast(address, typed);
                let place = self.deref(typed, span)?.place;
                self.emit(Op::Havoc { place, source: source.clone() }, span);
            }
            self.jump(end, span);
            self.resume(new);
        }
        let keeping = source.clone();
        let size = match self.program.types.size_of(pointee) {
            _ if text => self.any_in(size_t, Some(1), Some(0x7fff_ffff), source, span)?,
            Some(size) if size > 0 => self.int_constant(i128::from(size), size_t),
            _ => self.int_constant(256, size_t),
        };
        self.emit(Op::Intrinsic { which: Intrinsic::Malloc, args: vec![size], result: Some(result) }, span);
        // That there is none is the other branch.
        let there = self.load(result);
        self.emit(Op::Assume { cond: there, truth: true }, span);
        if text {
            self.end_text(there, size, span)?;
        }
        if let Some((kept, kept_size)) = area {
            // Only one can be kept, which need not be the last: each stream of a directory has its own.
            let keeps = self.any_of(self.basic.bool_, keeping, span);
            let (keep, on) = (self.node(), self.node());
            self.branch(keeps, keep, on, span);
            self.resume(keep);
            self.store(kept, there, span);
            self.store(kept_size, size, span);
            self.jump(on, span);
            self.resume(on);
        }
        self.jump(end, span);
        self.resume(no);
        let null = self.zero(self.basic.void_ptr);
        self.store(result, null, span);
        self.jump(end, span);
        self.resume(end);
        Ok(self.load(result))
    }

    /// Ends a text in an object of a size with a zero.
    fn end_text(&mut self, object: ExprId, size: ExprId, span: Span) -> Res<()> {
        let pointer = self.cast(object, self.basic.char_ptr);
        let one = self.int_constant(1, self.basic.size_t);
        let last = self.binary(BinaryOp::Sub, size, one, self.basic.size_t);
        let end = self.pointer_add(pointer, last, span)?;
        let end = self.deref(end, span)?;
        let zero = self.zero(self.basic.char_);
        self.store(end.place, zero, span);
        Ok(())
    }

    /// Any value of a scalar type.
    pub(crate) fn any_of(&mut self, ty: TypeId, source: NondetSource, span: Span) -> ExprId {
        let temp = self.temp(ty, span);
        let place = self.var_place(temp);
        self.emit(Op::Havoc { place, source }, span);
        self.load(place)
    }

    /// Any value of an integer type from the one to the other; a bound that the type cannot have is none.
    pub(super) fn any_in(
        &mut self,
        ty: TypeId,
        low: Option<i128>,
        high: Option<i128>,
        source: NondetSource,
        span: Span,
    ) -> Res<ExprId> {
        let value = self.any_of(ty, source, span);
        let Some(kind) = self.int_kind(ty) else { return Ok(value) };
        let bits = kind.bits(self.model()).min(100);
        let (least, most) = match kind.is_signed() {
            true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            false => (0, (1i128 << bits) - 1),
        };
        // In an unsigned type, -1 is its greatest value: the range is no range there.
        if low.is_some_and(|low| low < least) {
            return Ok(value);
        }
        for (op, bound) in [(BinaryOp::Ge, low.filter(|l| *l > least)), (BinaryOp::Le, high.filter(|h| *h < most))] {
            let Some(bound) = bound else { continue };
            let bound = self.int_constant(bound, ty);
            let cond = self.binary(op, value, bound, self.basic.int);
            self.emit(Op::Assume { cond, truth: true }, span);
        }
        Ok(value)
    }

    /// Gives the object of a pointer's target type any value; false when that is none.
    fn fill_pointee(
        &mut self,
        pointer: ExprId,
        saved: ExprId,
        amount: Amount,
        source: NondetSource,
        span: Span,
    ) -> Res<bool> {
        if self.is_null(pointer) || self.constant_value(pointer).is_some_and(|v| v.is_zero()) {
            return Ok(true);
        }
        let (mut at, mut known) = (pointer, None);
        loop {
            let to = self.program.types.pointee(self.type_of(at));
            if let Some(to) = to.filter(|to| self.program.types.size_of(*to).is_some() && *to != self.basic.void) {
                known = Some(to);
                break;
            }
            match self.program.exprs[at].kind {
                ExprKind::Cast(inner) if self.is_pointer(self.type_of(inner)) => at = inner,
                _ => break,
            }
        }
        let Some(to) = known else { return Ok(amount == Amount::Opaque) };
        if self.is_function(to) {
            return Ok(false);
        }
        let to = self.program.types.pointer(to);
        let typed = self.cast(saved, to);
        self.unless_null(pointer, saved, span, |this| {
            let place = this.deref(typed, span)?.place;
            this.emit(Op::Havoc { place, source }, span);
            Ok(())
        })?;
        Ok(true)
    }

    /// Gives so many bytes any value.
    pub(super) fn fill_bytes(&mut self, pointer: ExprId, bytes: ExprId, source: NondetSource, span: Span) -> Res<bool> {
        if self.is_null(pointer) || self.constant_value(pointer).is_some_and(|v| v.is_zero()) {
            return Ok(true);
        }
        if let Some(count) = self.constant_integer(bytes) {
            let Ok(count) = u64::try_from(count) else { return Ok(false) };
            if count == 0 {
                return Ok(true);
            }
            let saved = self.save(pointer, span);
            let bytes = self.program.types.array(self.basic.uchar, Some(count));
            let array = self.program.types.pointer(bytes);
            let whole = self.whole_object(pointer, count);
            self.unless_null(pointer, saved, span, |this| {
                let place = match whole {
                    Some(place) => place,
                    None => {
                        let typed = this.cast(saved, array);
                        this.deref(typed, span)?.place
                    }
                };
                this.emit(Op::Havoc { place, source }, span);
                Ok(())
            })?;
            return Ok(true);
        }
        let (to, bytes) = (self.cast(pointer, self.basic.void_ptr), self.save(bytes, span));
        let to = self.save(to, span);
        // A read of a choice that nobody looks at, so that the path is known to rest on it.
        if let NondetSource::Unmodelled(_) = source {
            self.any_of(self.basic.bool_, source, span);
        }
        let temp = self.temp(self.basic.void_ptr, span);
        let place = self.var_place(temp);
        self.emit(Op::Intrinsic { which: Intrinsic::Malloc, args: vec![bytes], result: Some(place) }, span);
        let from = self.load(place);
        self.emit(Op::Assume { cond: from, truth: true }, span);
        self.emit(Op::Intrinsic { which: Intrinsic::MemCopy, args: vec![to, from, bytes], result: None }, span);
        self.emit(Op::Intrinsic { which: Intrinsic::Free, args: vec![from], result: None }, span);
        Ok(true)
    }

    /// The object of just this size at whose beginning a pointer plainly is.
    fn whole_object(&self, mut pointer: ExprId, size: u64) -> Option<cairn_ir::PlaceId> {
        while let ExprKind::Cast(inner) = self.program.exprs[pointer].kind {
            if !self.is_pointer(self.type_of(inner)) {
                return None;
            }
            pointer = inner;
        }
        let ExprKind::AddressOf(mut place) = self.program.exprs[pointer].kind else { return None };
        loop {
            if self.program.types.size_of(self.program.exprs[place].ty) == Some(size) {
                return self.bit_width(place).is_none().then_some(place);
            }
            match self.program.exprs[place].kind {
                PlaceKind::Index(base, index) if self.constant_integer(index) == Some(0) => place = base,
                _ => return None,
            }
        }
    }

    /// Does something where a pointer is not null.
    pub(super) fn unless_null(
        &mut self,
        pointer: ExprId,
        saved: ExprId,
        span: Span,
        body: impl FnOnce(&mut Self) -> Res<()>,
    ) -> Res<()> {
        let mut inner = pointer;
        while let ExprKind::Cast(of) = self.program.exprs[inner].kind {
            inner = of;
        }
        if let ExprKind::AddressOf(place) = self.program.exprs[inner].kind
            && self.is_steady(place)
        {
            return body(self);
        }
        let (yes, end) = (self.node(), self.node());
        self.branch(saved, yes, end, span);
        self.resume(yes);
        let result = body(self);
        self.jump(end, span);
        self.resume(end);
        result
    }
}
