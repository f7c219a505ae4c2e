//! `__sync_*` and `__atomic_*`: the plain operations, one after the other. Where there are threads, none comes between.

use super::Atomic;
use super::call::LibraryCall;
use crate::lower::operand::{LValue, Operand};
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::thread_mark::ThreadMark;
use cairn_ir::{Assumption, BinaryOp, ExprId, NondetSource, Op, UnaryOp};

/// How an atomic operation changes its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    Add,
    Sub,
    Or,
    And,
    Xor,
    Nand,
}

impl Lower<'_> {
    pub(super) fn atomic_call(&mut self, atomic: Atomic, call: &LibraryCall<'_>) -> Res<Operand> {
        let args: Vec<ExprId> = call.args.iter().map(|arg| self.before_step(*arg, call.span)).collect();
        self.note_order(atomic, &args, call.span);
        self.begin_step(call.span);
        let operand = self.atomic(atomic, call.name, &args, call.span)?;
        self.end_step(call.span);
        self.deliver(operand, call.span, call.want)
    }

    /// Whether an operation asks for a weaker order than sequential consistency (C17 7.17.3), if there are threads.
    fn note_order(&mut self, atomic: Atomic, args: &[ExprId], span: Span) {
        /// Value of `__ATOMIC_SEQ_CST`.
        const STRONGEST: u128 = 5;
        // Those of `__sync` say none. The order for a failure is behind that for success.
        let orders = match atomic {
            Atomic::LoadN | Atomic::TestAndSet | Atomic::Clear => 1..2,
            Atomic::StoreN | Atomic::Load | Atomic::Store | Atomic::Exchange | Atomic::Fetch(..) => 2..3,
            Atomic::ExchangeInto => 3..4,
            Atomic::CompareExchange(_) => 4..6,
            Atomic::Release | Atomic::CompareSwapBool | Atomic::CompareSwapValue => 0..0,
        };
        let is_weak = |order: &ExprId| self.constant_value(*order).is_none_or(|order| order.0 != STRONGEST);
        if self.threads
            && self.quiet == 0
            && !self.dead()
            && args.iter().take(orders.end).skip(orders.start).any(is_weak)
        {
            self.emit(Op::mark_thread(ThreadMark::WeakOrder), span);
            let place = self.fun.id;
            self.program.assumptions.note(Assumption::SequentiallyConsistent, "", place);
        }
    }

    fn atomic(&mut self, atomic: Atomic, name: &str, args: &[ExprId], span: Span) -> Res<Operand> {
        let Some(pointer) = args.first().copied().filter(|p| self.is_pointer(self.type_of(*p))) else {
            return self.error(format!("'{name}' needs a pointer"), span);
        };
        let arg = |position: usize| args.get(position).copied();
        if matches!(atomic, Atomic::TestAndSet | Atomic::Clear) {
            return self.flag(atomic == Atomic::TestAndSet, pointer, span);
        }
        let object = self.deref(pointer, span)?;
        let object = self.steady(object, span);
        let ty = object.ty.ty;
        if !self.is_scalar(ty) {
            self.unsupported(format!("'{name}' on an object that is no scalar"), span);
            return Ok(Operand::Void);
        }
        let missing = |this: &Self| this.error(format!("'{name}' has too few arguments"), span);
        match atomic {
            Atomic::Fetch(change, give_old) => {
                let Some(by) = arg(1) else { return missing(self) };
                let old = self.read(object, span);
                let new = self.changed(change, old, by, span)?;
                if give_old {
                    self.store(object.place, new, span);
                    return Ok(Operand::Value(old));
                }
                let new = self.save(new, span);
                self.store(object.place, new, span);
                Ok(Operand::Value(new))
            }
            Atomic::Exchange => {
                let Some(new) = arg(1) else { return missing(self) };
                let old = self.read(object, span);
                let new = self.convert(new, ty, span)?;
                self.store(object.place, new, span);
                Ok(Operand::Value(old))
            }
            Atomic::Release => {
                let zero = self.zero(ty);
                self.store(object.place, zero, span);
                Ok(Operand::Void)
            }
            Atomic::LoadN => Ok(Operand::Value(self.read(object, span))),
            Atomic::StoreN => {
                let Some(new) = arg(1) else { return missing(self) };
                let new = self.convert(new, ty, span)?;
                self.store(object.place, new, span);
                Ok(Operand::Void)
            }
            Atomic::Load => {
                let Some(to) = arg(1) else { return missing(self) };
                let value = self.read(object, span);
                self.write_through(to, value, span)?;
                Ok(Operand::Void)
            }
            Atomic::Store => {
                let Some(from) = arg(1) else { return missing(self) };
                let new = self.read_through(from, ty, span)?;
                self.store(object.place, new, span);
                Ok(Operand::Void)
            }
            Atomic::ExchangeInto => {
                let (Some(from), Some(to)) = (arg(1), arg(2)) else { return missing(self) };
                let old = self.read(object, span);
                let new = self.read_through(from, ty, span)?;
                self.store(object.place, new, span);
                self.write_through(to, old, span)?;
                Ok(Operand::Void)
            }
            Atomic::CompareSwapBool | Atomic::CompareSwapValue => {
                let (Some(expected), Some(new)) = (arg(1), arg(2)) else { return missing(self) };
                self.compare_and_swap(object, expected, new, atomic == Atomic::CompareSwapBool, span)
            }
            Atomic::CompareExchange(by_value) => {
                let (Some(expected), Some(new)) = (arg(1), arg(2)) else { return missing(self) };
                let is_weak = arg(3).is_some_and(|weak| self.constant_value(weak).is_none_or(|weak| weak.0 != 0));
                self.compare_exchange(object, expected, new, (by_value, is_weak), span)
            }
            Atomic::TestAndSet | Atomic::Clear => Ok(Operand::Void),
        }
    }

    /// `__atomic_test_and_set` and `__atomic_clear`, of the byte at a pointer.
    fn flag(&mut self, set: bool, pointer: ExprId, span: Span) -> Res<Operand> {
        let byte = self.program.types.pointer(self.basic.uchar);
        let pointer = self.cast(pointer, byte);
        let place = self.deref(pointer, span)?.place;
        let old = self.load(place);
        let old = self.cast(old, self.basic.bool_);
        let old = if set { self.save(old, span) } else { old };
        let new = self.int_constant(i128::from(set), self.basic.uchar);
        self.store(place, new, span);
        Ok(if set { Operand::Value(old) } else { Operand::Void })
    }

    /// `__sync_bool_compare_and_swap` and its like that gives the old value.
    fn compare_and_swap(
        &mut self,
        object: LValue,
        expected: ExprId,
        new: ExprId,
        gives_truth: bool,
        span: Span,
    ) -> Res<Operand> {
        let ty = object.ty.ty;
        let old = self.read(object, span);
        let (expected, new) = (self.convert(expected, ty, span)?, self.convert(new, ty, span)?);
        // What is expected may be read from the object itself.
        let same = self.binary(BinaryOp::Eq, old, expected, self.basic.int);
        let same = self.save(same, span);
        self.swap_if(same, object, new, None, span)?;
        Ok(Operand::Value(if gives_truth { self.cast(same, self.basic.bool_) } else { old }))
    }

    /// `__atomic_compare_exchange`, with the new value itself or a pointer to it. A weak one may fail without a reason (C17 7.17.7.4p5).
    fn compare_exchange(
        &mut self,
        object: LValue,
        expected: ExprId,
        new: ExprId,
        (by_value, is_weak): (bool, bool),
        span: Span,
    ) -> Res<Operand> {
        let ty = object.ty.ty;
        let old = self.read(object, span);
        let wanted = self.read_through(expected, ty, span)?;
        let wanted = self.save(wanted, span);
        let new = if by_value { self.convert(new, ty, span)? } else { self.read_through(new, ty, span)? };
        let mut same = self.binary(BinaryOp::Eq, old, wanted, self.basic.int);
        if is_weak && self.threads {
            let works =
                self.any_of(self.basic.bool_, NondetSource::Undefined("compare_exchange_weak".to_owned()), span);
            let works = self.cast(works, self.basic.int);
            same = self.binary(BinaryOp::And, same, works, self.basic.int);
            same = self.save(same, span);
        }
        self.swap_if(same, object, new, Some((expected, old)), span)?;
        Ok(Operand::Value(self.cast(same, self.basic.bool_)))
    }

    fn read(&mut self, object: LValue, span: Span) -> ExprId {
        let value = self.load(object.place);
        self.save(value, span)
    }

    fn read_through(&mut self, pointer: ExprId, ty: cairn_ir::TypeId, span: Span) -> Res<ExprId> {
        let place = self.deref(pointer, span)?.place;
        let value = self.load(place);
        self.convert(value, ty, span)
    }

    fn write_through(&mut self, pointer: ExprId, value: ExprId, span: Span) -> Res<()> {
        let to = self.deref(pointer, span)?;
        let value = self.convert(value, to.ty.ty, span)?;
        self.store(to.place, value, span);
        Ok(())
    }

    fn swap_if(
        &mut self,
        same: ExprId,
        object: LValue,
        new: ExprId,
        otherwise: Option<(ExprId, ExprId)>,
        span: Span,
    ) -> Res<()> {
        let (yes, no, join) = (self.node(), self.node(), self.node());
        self.branch(same, yes, no, span);
        self.resume(yes);
        self.store(object.place, new, span);
        self.jump(join, span);
        self.resume(no);
        if let Some((to, value)) = otherwise {
            self.write_through(to, value, span)?;
        }
        self.jump(join, span);
        self.resume(join);
        Ok(())
    }

    /// The new value. It wraps: these builtins have no undefined behaviour.
    fn changed(&mut self, change: Change, old: ExprId, by: ExprId, span: Span) -> Res<ExprId> {
        let ty = self.type_of(old);
        if self.is_pointer(ty) {
            // In bytes, whatever the pointee.
            let bytes = self.cast(old, self.basic.size_t);
            let by = self.cast(by, self.basic.size_t);
            let op = if change == Change::Sub { BinaryOp::Sub } else { BinaryOp::Add };
            let sum = self.binary(op, bytes, by, self.basic.size_t);
            return Ok(self.cast(sum, ty));
        }
        let Some(kind) = self.int_kind(ty) else {
            return self.error("an atomic operation on what is no integer", span);
        };
        let unsigned = self.unsigned_of(kind);
        let (x, y) = (self.cast(old, unsigned), self.cast(by, unsigned));
        let op = match change {
            Change::Add => BinaryOp::Add,
            Change::Sub => BinaryOp::Sub,
            Change::Or => BinaryOp::Or,
            Change::And | Change::Nand => BinaryOp::And,
            Change::Xor => BinaryOp::Xor,
        };
        let mut value = self.binary(op, x, y, unsigned);
        if change == Change::Nand {
            value = self.unary(UnaryOp::BitNot, value, unsigned);
        }
        Ok(self.cast(value, ty))
    }
}
