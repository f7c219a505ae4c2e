//! Functions that write the program's memory with what is not known: input, formatting.
//!
//! An object that an argument points to plainly takes any value as a whole; anything else is not modelled.

use super::Action;
use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::types::FunctionType;
use cairn_ir::{ExprId, ExprKind, NondetSource, Op, PlaceId, PlaceKind};

impl Lower<'_> {
    pub(super) fn filling_function(
        &mut self,
        action: Action,
        name: &str,
        ty: &FunctionType,
        args: &[ExprId],
        span: Span,
        want: Want,
    ) -> Res<Operand> {
        let (from, only) = match action {
            Action::Fills(position) => (position, true),
            Action::Scan(position) => (position, false),
            _ => (0, false),
        };
        // What formatting and `frexp` write is determined; what input functions write is not.
        let determined = name.contains("printf") || name.starts_with("frexp");
        let source =
            || if determined { NondetSource::Unmodelled(name.into()) } else { NondetSource::Undefined(name.into()) };
        for (position, arg) in args.iter().enumerate().skip(from) {
            if only && position != from {
                break;
            }
            if self.is_null(*arg) || self.constant_value(*arg).is_some_and(|v| v.is_zero()) {
                continue;
            }
            let Some(place) = self.whole_object(*arg, only) else {
                self.unsupported(format!("memory that '{name}' writes through a pointer"), span);
                return self.deliver_phantom(Operand::Void, ty.result, span, want);
            };
            self.emit(Op::Havoc { place, source: source() }, span);
        }
        if want == Want::Nothing || ty.result == self.basic.void {
            return Ok(Operand::Void);
        }
        self.any_value(ty.result, source(), span, want)
    }

    /// What a pointer argument lets a function write: the whole array that it points into, or a scalar.
    fn whole_object(&mut self, pointer: ExprId, array_only: bool) -> Option<PlaceId> {
        let mut pointer = pointer;
        while let ExprKind::Cast(inner) = self.program.exprs[pointer].kind {
            if !self.is_pointer(self.type_of(inner)) {
                break;
            }
            pointer = inner;
        }
        if let ExprKind::AddressOf(place) = self.program.exprs[pointer].kind {
            let mut place = place;
            while let PlaceKind::Index(base, _) = self.program.exprs[place].kind {
                place = base;
            }
            return self.bit_width(place).is_none().then_some(place);
        }
        if array_only {
            return None;
        }
        let to = self.program.types.pointee(self.type_of(pointer))?;
        let is_text = self.int_kind(to).is_some_and(|kind| kind.bits(self.model()) == 8);
        if is_text || !self.is_scalar(to) {
            return None;
        }
        self.deref(pointer, Span::NONE).ok().map(|lvalue| lvalue.place)
    }
}
