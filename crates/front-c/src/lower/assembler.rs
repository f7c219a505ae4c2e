//! Inline assembler.
//!
//! A statement without instructions changes nothing but what its operands say: an output that shares the place of an
//! input takes the input's value, a `+` operand keeps its own, a `memory` clobber only holds the compiler back. Of one
//! with instructions nothing is known but what it promises: it writes its outputs and nothing else. The outputs take any
//! value, and an execution beyond it shows nothing, since no machine need take that value or come back at all. What
//! promises nothing is not modelled: a statement without operands, one that clobbers memory, one that jumps.

use super::operand::{LValue, Operand};
use super::{Lower, Res};
use crate::ast::Asm;
use cairn_base::Span;
use cairn_ir::types::Type;
use cairn_ir::{ExprId, NondetSource, Op};

impl Lower<'_> {
    pub fn assembler(&mut self, asm: &Asm, span: Span) -> Res<()> {
        let mut outputs = Vec::new();
        for (_, expr) in &asm.outputs {
            let lvalue = self.lvalue(expr)?;
            outputs.push(self.steady(lvalue, expr.span));
        }
        let mut inputs = Vec::new();
        for (_, expr) in &asm.inputs {
            let value = match self.operand(expr)? {
                Operand::Void => None,
                // In memory: its address is what the assembler gets.
                Operand::Place(lvalue) if !self.is_scalar(lvalue.ty.ty) && !self.is_array(lvalue.ty.ty) => None,
                operand => {
                    let value = self.value(operand, expr.span)?;
                    Some(self.save(value, expr.span))
                }
            };
            inputs.push(value);
        }
        if asm.template.iter().all(u8::is_ascii_whitespace) && asm.labels.is_empty() {
            return self.empty_assembler(asm, &outputs, &inputs, span);
        }
        let memory = asm.clobbers.iter().any(|clobber| clobber.as_slice() == b"memory");
        if !asm.labels.is_empty() {
            self.unsupported("inline assembler that jumps", span);
        } else if memory {
            self.unsupported("inline assembler that may write any memory", span);
        } else if asm.is_basic {
            self.unsupported("inline assembler without operands", span);
        } else if outputs.is_empty() {
            // Executions beyond it show nothing.
            let temp = self.temp(self.basic.int, span);
            let place = self.var_place(temp);
            self.emit(Op::Havoc { place, source: unmodelled() }, span);
        } else {
            outputs.iter().for_each(|output| self.any_output(*output, span));
        }
        Ok(())
    }

    fn empty_assembler(&mut self, asm: &Asm, outputs: &[LValue], inputs: &[Option<ExprId>], span: Span) -> Res<()> {
        for (number, (output, (constraint, _))) in outputs.iter().zip(&asm.outputs).enumerate() {
            if constraint.contains(&b'+') {
                continue;
            }
            // `"0"` names the first operand, `"[name]"` the one of that name.
            let names = |text: &[u8]| {
                let text = text.strip_prefix(b"%").unwrap_or(text);
                let by_number = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()) == Some(number);
                let name = asm.names.get(number).cloned().flatten();
                by_number || name.is_some_and(|name| text == format!("[{name}]").as_bytes())
            };
            let same = asm.inputs.iter().position(|(constraint, _)| names(constraint));
            match same.and_then(|at| inputs.get(at).copied().flatten()) {
                Some(value) if self.is_scalar(output.ty.ty) => {
                    let value = self.convert(value, output.ty.ty, span)?;
                    self.write(*output, value, span);
                }
                _ => self.any_output(*output, span),
            }
        }
        Ok(())
    }

    /// An output of which nothing is known.
    fn any_output(&mut self, output: LValue, span: Span) {
        let ty = output.ty.ty;
        if matches!(self.program.types.get(ty), Type::Void | Type::Function(_))
            || self.program.types.size_of(ty).is_none()
        {
            self.unsupported("inline assembler with an output of incomplete type", span);
            return;
        }
        if self.bit_width(output.place).is_none() {
            self.emit(Op::Havoc { place: output.place, source: unmodelled() }, span);
            return;
        }
        let temp = self.temp(ty, span);
        let place = self.var_place(temp);
        self.emit(Op::Havoc { place, source: unmodelled() }, span);
        let value = self.load(place);
        self.store(output.place, value, span);
    }
}

fn unmodelled() -> NondetSource {
    NondetSource::Unmodelled("inline assembler".into())
}
