//! Functions of the outside world and of arithmetic that is not computed: what they write, and what they answer.
//!
//! What they write takes any value, and so does `errno` where they may set it; the result is in its range. Where the
//! answer -1 says that they failed, they have written nothing. A result that
//! the arguments determine (`sin`) is told apart from an input (`read`): an execution that takes any value for it shows
//! nothing. Bytes of any value are the content of a new object, so that there is no loop over them.

use super::call::LibraryCall;
use super::environment::KEPT_TEXT;
use super::written_parameters::Write;
use crate::lower::assign::Want;
use crate::lower::operand::{LValue, Operand};
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::types::{Field, Record, Scalar};
use cairn_ir::{BinaryOp, ExprId, ExprKind, Intrinsic, NondetSource, Op, PlaceKind, Type, TypeId};

/// Bytes before an object that the library keeps, in what was allocated for it.
const INSIDE: i128 = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Any,
    /// Any value of the type, which what went before determines.
    Unknown,
    /// A number from the first to the second.
    Range(i64, i64),
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
    /// The same, and never null.
    Text,
    /// The program ends as by `exit` with this argument, unless that is zero.
    ExitsUnlessZero(usize),
    /// The program ends, or a number from the first to the second.
    EndsOr(i64, i64),
}

/// Effects of a function whose meaning is not computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effect {
    pub writes: &'static [Write],
    pub answer: Answer,
    /// Writes also where the answer is -1, which says that it failed.
    pub writes_failing: bool,
    /// May set `errno`.
    pub errno: bool,
    /// The arguments determine what it does.
    pub determined: bool,
}

impl Lower<'_> {
    pub(super) fn effect(&mut self, effect: &Effect, call: &LibraryCall<'_>) -> Res<Operand> {
        let LibraryCall { name, ty, span, want, .. } = *call;
        let args = &call.args[..];
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
        if effect.writes.iter().any(|write| args.get(write.to).is_none()) {
            return self.bad_arguments(call);
        }
        if effect.errno {
            self.disturb_errno(source(), span);
        }
        let may_fail = matches!(effect.answer, Answer::Range(-1, _) | Answer::From(-1) | Answer::UpTo(-1, _));
        if effect.writes.is_empty() || effect.writes_failing || !may_fail || ty.result == self.basic.void {
            self.write_all(effect.writes, name, args, &saved, &source, span)?;
            return self.answer(effect.answer, call, &saved, source(), want);
        }
        // What fails writes nothing, so the answer comes first.
        let answer = self.answer(effect.answer, call, &saved, source(), Want::Value)?;
        let answer = self.value(answer, span)?;
        let minus = self.int_constant(-1, self.type_of(answer));
        let failed = self.binary(BinaryOp::Eq, answer, minus, self.basic.int);
        let (works, end) = (self.node(), self.node());
        self.branch(failed, end, works, span);
        self.resume(works);
        self.write_all(effect.writes, name, args, &saved, &source, span)?;
        self.jump(end, span);
        self.resume(end);
        match want {
            Want::Nothing => Ok(Operand::Void),
            _ => self.deliver_as(answer, ty.result, span, want),
        }
    }

    /// The result, where the arguments have these values.
    fn answer(
        &mut self,
        answer: Answer,
        call: &LibraryCall<'_>,
        args: &[ExprId],
        source: NondetSource,
        want: Want,
    ) -> Res<Operand> {
        let LibraryCall { name, ty, span, .. } = *call;
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
                return self.bad_arguments(call);
            };
            let (stop, on) = (self.node(), self.node());
            self.branch(status, stop, on, span);
            self.resume(stop);
            self.end_program(false, Some(status), span)?;
            self.resume(on);
        }
        if nothing {
            // A call that asks the system is an input all the same: an execution that is repeated has one for each call.
            let asks = matches!(source, NondetSource::Undefined(_)) && !self.in_prelude && self.is_scalar(result);
            if asks && matches!(answer, Answer::Any | Answer::Range(..) | Answer::From(_)) {
                self.answer(answer, call, args, source, Want::Value)?;
            }
            return Ok(Operand::Void);
        }
        let argument = |position: usize| args.get(position).copied();
        match answer {
            Answer::Any if matches!(source, NondetSource::Unmodelled(_)) && self.is_scalar(result) => {
                let value = self.computed_of(result, args, source, span);
                self.deliver(Operand::Value(value), span, want)
            }
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
                let Some(most) = argument(most) else { return self.bad_arguments(call) };
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
                let Some(byte) = argument(position) else { return self.bad_arguments(call) };
                let (int, byte) = (self.basic.int, self.cast(byte, self.basic.uchar));
                let fails = self.any_of(self.basic.bool_, source, span);
                let (byte, minus) = (self.cast(byte, int), self.int_constant(-1, int));
                let value = self.choose(fails, minus, byte);
                self.deliver_as(value, result, span, want)
            }
            Answer::ArgumentOrNull(position) => {
                let Some(value) = argument(position) else { return self.bad_arguments(call) };
                let works = self.any_of(self.basic.bool_, source, span);
                let null = self.zero(self.type_of(value));
                let value = self.choose(works, value, null);
                self.deliver_as(value, result, span, want)
            }
            Answer::Object | Answer::Shared | Answer::TextOrNull | Answer::Text => {
                let value = self.new_object(result, answer, source, span)?;
                let value = if name.starts_with("readdir") { self.ended_name(result, value, span)? } else { value };
                self.deliver_as(value, result, span, want)
            }
        }
    }

    /// Any value, which may still be the address that an argument was (`fma(address, 1, 0)`): the variable is assigned each
    /// argument that its type may hold, before it takes any value.
    fn computed_of(&mut self, ty: TypeId, args: &[ExprId], source: NondetSource, span: Span) -> ExprId {
        let temp = self.temp(ty, span);
        let place = self.var_place(temp);
        let pointer_bits = self.model().pointer_bits();
        let result = self.scalar(ty);
        for arg in args {
            let may_hold = match (self.program.types.scalar(self.type_of(*arg)), result) {
                (Some(Scalar::Float(_)), Scalar::Float(_)) => true,
                (Some(Scalar::Int { bits, .. }), Scalar::Float(_)) => bits >= pointer_bits,
                (Some(Scalar::Int { bits, .. }), Scalar::Int { .. }) => {
                    bits >= pointer_bits && self.type_of(*arg) == ty
                }
                _ => false,
            };
            if may_hold {
                let value = self.cast(*arg, ty);
                self.store(place, value, span);
            }
        }
        self.emit(Op::Havoc { place, source }, span);
        self.load(place)
    }

    /// Memory that a library function keeps is no memory that the program forgot to free. Nobody tells the two apart.
    pub fn keeps_memory(&mut self, span: Span) {
        if self.program.outside.counts_memory {
            self.unsupported("memory that a library function keeps, where it is asked what is not freed,", span);
        }
    }

    /// An entry of a directory, or null: its name ends within its array (POSIX `<dirent.h>`).
    fn ended_name(&mut self, pointer: TypeId, entry: ExprId, span: Span) -> Res<ExprId> {
        let types = &self.program.types;
        let record = types.pointee(pointer).unwrap_or(self.basic.void);
        let is_name = |field: &Field| field.name == "d_name" && types.element(field.ty).is_some();
        let Some(at) = types.fields(record).and_then(|fields| fields.iter().position(is_name)) else {
            return Ok(entry);
        };
        let Some((offset, Some((_, Some(length))))) =
            types.fields(record).map(|fields| (fields[at].offset, types.element(fields[at].ty)))
        else {
            return Ok(entry);
        };
        let entry = self.save(entry, span);
        let (there, end) = (self.node(), self.node());
        self.branch(entry, there, end, span);
        self.resume(there);
        let bytes = self.cast(entry, self.basic.char_ptr);
        let size = self.int_constant(i128::from(offset + length), self.basic.size_t);
        self.end_text(bytes, size, span)?;
        self.jump(end, span);
        self.resume(end);
        Ok(entry)
    }

    /// Null, or the address of an object with any content: a new one, or the one of an earlier call.
    fn new_object(&mut self, pointer: TypeId, answer: Answer, source: NondetSource, span: Span) -> Res<ExprId> {
        self.keeps_memory(span);
        let (size_t, text) = (self.basic.size_t, matches!(answer, Answer::TextOrNull | Answer::Text));
        let result = self.temp(self.basic.void_ptr, span);
        let result = self.var_place(result);
        let pointee = self.program.types.pointee(pointer).unwrap_or(self.basic.void);
        let (yes, no, end) = (self.node(), self.node(), self.node());
        match answer {
            Answer::Text => self.jump(yes, span),
            // What a system puts into its objects is more than their type says, so answers that are made up have none.
            Answer::Object | Answer::Shared if self.hosted && matches!(source, NondetSource::Undefined(_)) => {
                self.jump(no, span);
            }
            _ => {
                let works = self.any_of(self.basic.bool_, source.clone(), span);
                self.branch(works, yes, no, span);
            }
        }
        self.resume(yes);
        let kept = (answer != Answer::Object && !text).then(|| self.kept_object(pointee));
        if answer != Answer::Object {
            let again = self.any_of(self.basic.bool_, source.clone(), span);
            let (old, new) = (self.node(), self.node());
            self.branch(again, old, new, span);
            self.resume(old);
            match kept {
                None => {
                    let place = self.kept_text();
                    let array = LValue { place, ty: self.program.exprs[place].ty.into() };
                    let address = self.address_of(array, span)?;
                    let most = i128::from(KEPT_TEXT);
                    let size = self.any_in(size_t, Some(1), Some(most), source.clone(), span)?;
                    self.fill_bytes(address, size, source.clone(), span)?;
                    self.end_text(address, size, span)?;
                    self.store(result, address, span);
                }
                Some(kept) => {
                    let address = self.load(kept);
                    let there = self.node();
                    self.branch(address, there, new, span);
                    self.resume(there);
                    self.store(result, address, span);
                    if self.program.types.size_of(pointee).is_some_and(|size| size > 0) && pointee != self.basic.void {
                        let typed = self.program.types.pointer(pointee);
                        let typed = self.cast(address, typed);
                        let place = self.deref(typed, span)?.place;
                        self.emit(Op::Havoc { place, source: source.clone() }, span);
                    }
                }
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
        // Where it is asked what is freed, the object is no allocated one: its address is inside of one, which nobody frees.
        let inside = if self.program.outside.evaluates && !text { INSIDE } else { 0 };
        let ahead = self.int_constant(inside, size_t);
        let all = self.binary(BinaryOp::Add, size, ahead, size_t);
        self.emit(Op::Intrinsic { which: Intrinsic::Malloc, args: vec![all], result: Some(result) }, span);
        // That there is none is the other branch.
        let there = self.load(result);
        self.emit(Op::Assume { cond: there, truth: true }, span);
        if let (true, ExprKind::Constant(bytes)) = (inside > 0, &self.program.exprs[size].kind) {
            let own = u64::try_from(*bytes).unwrap_or(u64::MAX);
            let start = self.own_part(there, own, span)?;
            self.store(result, start, span);
        }
        let there = self.load(result);
        if text {
            self.end_text(there, size, span)?;
            self.note_kept(there, span);
        }
        if let Some(kept) = kept {
            // Only one can be kept, which need not be the last: each stream of a directory has its own.
            let keeps = self.any_of(self.basic.bool_, keeping, span);
            let (keep, on) = (self.node(), self.node());
            self.branch(keeps, keep, on, span);
            self.resume(keep);
            self.store(kept, there, span);
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

    /// The part of an allocated object that is behind what the library keeps. A member's address, not a sum: two such
    /// addresses are never equal, wherever the objects are, while a sum may be the end of its object.
    fn own_part(&mut self, start: ExprId, bytes: u64, span: Span) -> Res<ExprId> {
        let types = &mut self.program.types;
        let kept = types.array(self.basic.char_, Some(INSIDE as u64));
        let own = types.array(self.basic.char_, Some(bytes));
        let field = |name: &str, ty: TypeId, offset: u64| Field {
            name: name.to_owned(),
            ty,
            is_const: false,
            is_volatile: false,
            offset,
            bits: None,
        };
        let fields = Some(vec![field("kept", kept, 0), field("own", own, INSIDE as u64)]);
        let tag = "<object of the library>".to_owned();
        let (is_union, size, align) = (false, INSIDE as u64 + bytes, 1);
        let id = types.records.push(Record { tag, is_union, fields, size, align, span });
        let record = types.intern(Type::Record(id));
        let pointer = types.pointer(record);
        let start = self.cast(start, pointer);
        let whole = self.deref(start, span)?.place;
        let part = self.program.exprs.place(PlaceKind::Field(whole, 1), own);
        let pointer = self.program.types.pointer(own);
        let part = self.program.exprs.expr(ExprKind::AddressOf(part), pointer);
        Ok(self.cast(part, self.basic.void_ptr))
    }

    /// Ends a text in an object of a size with a zero.
    pub(crate) fn end_text(&mut self, object: ExprId, size: ExprId, span: Span) -> Res<()> {
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
    pub(crate) fn any_in(
        &mut self,
        ty: TypeId,
        low: Option<i128>,
        high: Option<i128>,
        source: NondetSource,
        span: Span,
    ) -> Res<ExprId> {
        let value = self.any_of(ty, source, span);
        self.assume_within(value, low, high, span);
        Ok(value)
    }

    /// Assumes that an integer is from the one to the other; a bound that its type cannot have is none.
    pub(crate) fn assume_within(&mut self, value: ExprId, low: Option<i128>, high: Option<i128>, span: Span) {
        let ty = self.type_of(value);
        let Some(kind) = self.int_kind(ty) else { return };
        let bits = kind.bits(self.model()).min(100);
        let (least, most) = match kind.is_signed(self.model()) {
            true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            false => (0, (1i128 << bits) - 1),
        };
        // In an unsigned type, -1 is its greatest value: the range is no range there.
        if low.is_some_and(|low| low < least) {
            return;
        }
        for (op, bound) in [(BinaryOp::Ge, low.filter(|l| *l > least)), (BinaryOp::Le, high.filter(|h| *h < most))] {
            let Some(bound) = bound else { continue };
            let bound = self.int_constant(bound, ty);
            let cond = self.binary(op, value, bound, self.basic.int);
            self.emit(Op::Assume { cond, truth: true }, span);
        }
    }
}
