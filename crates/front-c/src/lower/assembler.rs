//! Inline assembler: its outputs take any value.
//!
//! What may write other memory (a `memory` clobber with instructions) or jump (`asm goto`) is not modelled.

use super::operand::Operand;
use super::{Lower, Res};
use crate::ast::Asm;
use cairn_base::Span;
use cairn_ir::types::Type;
use cairn_ir::{NondetSource, Op, VarKind};

impl Lower<'_> {
    pub fn assembler(&mut self, asm: &Asm, span: Span) -> Res<()> {
        let mut outputs = Vec::new();
        for (_, expr) in &asm.outputs {
            let lvalue = self.lvalue(expr)?;
            outputs.push(self.steady(lvalue, expr.span));
        }
        let mut pointers = false;
        for (_, expr) in &asm.inputs {
            let operand = self.operand(expr)?;
            if let Operand::Place(lvalue) = operand {
                pointers |= self.is_pointer(lvalue.ty.ty);
            } else if operand != Operand::Void {
                let value = self.value(operand, expr.span)?;
                pointers |= self.is_pointer(self.type_of(value));
            }
        }
        if !asm.labels.is_empty() {
            self.unsupported("inline assembler that jumps", span);
            return Ok(());
        }
        let blank = asm.template.iter().all(u8::is_ascii_whitespace);
        let memory = asm.clobbers.iter().any(|clobber| clobber.as_slice() == b"memory");
        if memory && !blank {
            self.unsupported("inline assembler that may write any memory", span);
            return Ok(());
        }
        let _ = pointers;
        for lvalue in outputs {
            if matches!(self.program.types.get(lvalue.ty.ty), Type::Void | Type::Function(_))
                || self.program.types.size_of(lvalue.ty.ty).is_none()
            {
                self.unsupported("inline assembler with an output of incomplete type", span);
                return Ok(());
            }
            let source = NondetSource::Other("inline assembler".into());
            if self.bit_width(lvalue.place).is_none() {
                self.emit(Op::Havoc { place: lvalue.place, source }, span);
                continue;
            }
            let temp = self.temp(lvalue.ty.ty, span);
            debug_assert_eq!(self.program.vars[temp].kind, VarKind::Temp);
            let place = self.var_place(temp);
            self.emit(Op::Havoc { place, source }, span);
            let value = self.load(place);
            self.store(lvalue.place, value, span);
        }
        Ok(())
    }
}
