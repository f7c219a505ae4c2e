//! The parameters through which a library function writes: any value, as much as its row says.

use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::types::Type;
use cairn_ir::{ExprId, ExprKind, Intrinsic, NondetSource, Op, PlaceId, PlaceKind, TypeId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Amount {
    /// The object of the type that the parameter is declared to point to.
    Pointee,
    /// The same, but the program knows nothing of what is inside: nothing when the type is incomplete.
    Opaque,
    /// The same, which is a time in seconds and so many parts of one.
    Time(i64),
    /// So many numbers of open files.
    Descriptors(u64),
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

impl Lower<'_> {
    /// Writes what a function writes; what is not modelled of that is refused.
    pub(super) fn write_all(
        &mut self,
        writes: &[Write],
        name: &str,
        args: &[ExprId],
        saved: &[ExprId],
        source: &dyn Fn() -> NondetSource,
        span: Span,
    ) -> Res<()> {
        let size_t = self.basic.size_t;
        for write in writes {
            let (Some(to), Some(to_saved)) = (args.get(write.to).copied(), saved.get(write.to).copied()) else {
                continue;
            };
            let done = match write.amount {
                Amount::Bytes(position) => match saved.get(position).copied() {
                    Some(bytes) => {
                        let bytes = self.cast(bytes, size_t);
                        self.fill_bytes(to, bytes, source(), span)?
                    }
                    None => false,
                },
                Amount::Size(bytes) => {
                    let bytes = self.int_constant(i128::from(bytes), size_t);
                    self.fill_bytes(to, bytes, source(), span)?
                }
                Amount::Descriptors(count) => self.fill_descriptors(to, to_saved, count, source(), span)?,
                Amount::Pointee | Amount::Opaque | Amount::Time(_) => {
                    self.fill_pointee(to, to_saved, write.amount, source(), span)?
                }
            };
            if !done {
                self.unsupported(format!("memory that '{name}' writes through a pointer"), span);
                return Ok(());
            }
        }
        Ok(())
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
        let Some(to) = self.target_type(pointer) else { return Ok(amount == Amount::Opaque) };
        if self.is_function(to) {
            return Ok(false);
        }
        let to = self.program.types.pointer(to);
        let typed = self.cast(saved, to);
        self.unless_null(pointer, saved, span, |this| {
            let object = this.deref(typed, span)?;
            this.emit(Op::Havoc { place: object.place, source }, span);
            if let Amount::Time(parts) = amount {
                this.assume_time(object.place, parts, span);
            }
            Ok(())
        })?;
        Ok(true)
    }

    /// The type of the object that a pointer is to, from before it was cast to one without a size.
    pub(super) fn target_type(&self, mut pointer: ExprId) -> Option<TypeId> {
        loop {
            let to = self.program.types.pointee(self.type_of(pointer));
            if let Some(to) = to.filter(|to| self.program.types.size_of(*to).is_some() && *to != self.basic.void) {
                return Some(to);
            }
            match self.program.exprs[pointer].kind {
                ExprKind::Cast(inner) if self.is_pointer(self.type_of(inner)) => pointer = inner,
                _ => return None,
            }
        }
    }

    /// A time is in seconds and so many parts of one: the second member is less than that.
    fn assume_time(&mut self, object: PlaceId, parts: i64, span: Span) {
        let Type::Record(record) = *self.program.types.get(self.program.exprs[object].ty) else { return };
        let fields = self.program.types.records[record].fields.iter().flatten();
        let Some(field) = fields.into_iter().nth(1) else { return };
        let ty = field.ty;
        if field.bits.is_some() || !self.is_integer(ty) {
            return;
        }
        let place = self.program.exprs.place(PlaceKind::Field(object, 1), ty);
        let value = self.load(place);
        self.assume_within(value, Some(0), Some(i128::from(parts) - 1), span);
    }

    /// Writes so many numbers of open files, which are not negative.
    fn fill_descriptors(
        &mut self,
        pointer: ExprId,
        saved: ExprId,
        count: u64,
        source: NondetSource,
        span: Span,
    ) -> Res<bool> {
        let int = self.basic.int;
        let numbers = self.program.types.pointer(int);
        let first = self.cast(saved, numbers);
        self.unless_null(pointer, saved, span, |this| {
            for index in 0..count {
                let number = this.any_in(int, Some(0), None, source.clone(), span)?;
                let index = this.int_constant(i128::from(index), this.basic.ptrdiff);
                let at = this.pointer_add(first, index, span)?;
                let place = this.deref(at, span)?.place;
                this.store(place, number, span);
            }
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
            let whole = self.whole_object(pointer, count).filter(|place| !self.sheds_const(*place, bytes.into()));
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
