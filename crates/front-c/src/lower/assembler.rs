//! Inline assembler.
//!
//! A statement without instructions changes nothing but what its operands say: an output that shares the place of an
//! input takes the input's value, a `+` operand keeps its own, a `memory` clobber only holds the compiler back. Barriers and
//! pauses (`mfence`, `rep; nop`) change nothing either. Of one
//! with other instructions nothing is known but what it promises: it writes its outputs and nothing else. The outputs take any
//! value, and an execution beyond it shows nothing, since no machine need take that value or come back at all. What
//! promises nothing is not modelled: a statement without operands, one that clobbers memory, one that jumps. Nor is one
//! that may run code of the program's, whose calls a property may ask for: a template that names a function with a body,
//! calls what an operand or a register says, or returns. Which functions have bodies is known at the end.

use super::operand::{LValue, Operand};
use super::{Lower, Res};
use crate::ast::{Asm, AsmOperand};
use cairn_base::id::Id;
use cairn_base::{FastSet, Span};
use cairn_ir::types::Type;
use cairn_ir::{EdgeId, ExprId, NondetSource, Op};

const ELSEWHERE: &str = "inline assembler that may run other code";

impl Lower<'_> {
    pub fn assembler(&mut self, asm: &Asm, span: Span) -> Res<()> {
        let mut outputs = Vec::new();
        for AsmOperand { value, .. } in &asm.outputs {
            let lvalue = self.lvalue(value)?;
            outputs.push(self.steady(lvalue, value.span));
        }
        let mut inputs = Vec::new();
        for AsmOperand { value: expr, .. } in &asm.inputs {
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
        if asm.outputs.is_empty() && asm.labels.is_empty() && only_orders(&asm.template) {
            return Ok(());
        }
        let memory = asm.clobbers.iter().any(|clobber| clobber.as_slice() == b"memory");
        if !asm.labels.is_empty() {
            self.unsupported("inline assembler that jumps", span);
        } else if memory {
            self.unsupported("inline assembler that may write any memory", span);
        } else if asm.is_basic {
            self.unsupported("inline assembler without operands", span);
        } else if leaves(&asm.template) {
            self.unsupported(ELSEWHERE, span);
        } else {
            if !self.dead() {
                self.linkage.assembler.push((EdgeId::from_index(self.program.edges.len()), asm.template.clone()));
            }
            // Executions beyond it show nothing, whether it has outputs or none.
            self.any_of(self.basic.int, unmodelled(), span);
            outputs.iter().for_each(|output| self.any_output(*output, span));
        }
        Ok(())
    }

    /// Refuses what names functions of the program.
    pub fn settle_assembler(&mut self) {
        let statements = std::mem::take(&mut self.linkage.assembler);
        if statements.is_empty() {
            return;
        }
        let bodies = self.program.functions.iter().filter(|function| function.body.is_some());
        let bodies: FastSet<&[u8]> = bodies.map(|function| function.name.as_bytes()).collect();
        for (edge, template) in statements {
            if template.split(|byte| !is_of_name(*byte)).any(|word| bodies.contains(word)) {
                self.program.edges[edge].op = Op::Unsupported(ELSEWHERE.into());
            }
        }
    }

    fn empty_assembler(&mut self, asm: &Asm, outputs: &[LValue], inputs: &[Option<ExprId>], span: Span) -> Res<()> {
        for (number, (output, said)) in outputs.iter().zip(&asm.outputs).enumerate() {
            if said.constraint.contains(&b'+') {
                continue;
            }
            // `"0"` names the first operand, `"[name]"` the one of that name.
            let names = |text: &[u8]| {
                let text = text.strip_prefix(b"%").unwrap_or(text);
                let by_number = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()) == Some(number);
                by_number || said.name.as_ref().is_some_and(|name| text == format!("[{name}]").as_bytes())
            };
            let same = asm.inputs.iter().position(|input| names(&input.constraint));
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
        let value = self.any_of(ty, unmodelled(), span);
        self.store(output.place, value, span);
    }
}

/// True for a template that only holds the machine back: barriers, pauses, nothing. Here there is one thread.
fn only_orders(template: &[u8]) -> bool {
    template.split(|byte| matches!(byte, b'\n' | b';')).map(<[u8]>::trim_ascii).all(|statement| {
        let end = statement.iter().position(u8::is_ascii_whitespace).unwrap_or(statement.len());
        let (instruction, operand) = statement.split_at(end);
        let operand = operand.trim_ascii();
        match instruction {
            b"" | b"nop" | b"pause" | b"mfence" | b"lfence" | b"sfence" | b"isb" | b"yield" => operand.is_empty(),
            b"dmb" | b"dsb" => operand.iter().all(u8::is_ascii_alphanumeric),
            b"rep" => matches!(operand, b"" | b"nop"),
            // The older barrier of x86: what is on the stack stays.
            b"lock" => matches!(operand, b"" | b"addl $0,0(%%esp)" | b"addl $0,0(%%rsp)" | b"addl $0,-4(%%rsp)"),
            b"addl" => matches!(operand, b"$0,0(%%esp)" | b"$0,0(%%rsp)" | b"$0,-4(%%rsp)"),
            _ => false,
        }
    })
}

/// True for a template that returns, or that calls or jumps to what an operand or a register says.
fn leaves(template: &[u8]) -> bool {
    template.split(|byte| matches!(byte, b'\n' | b';')).any(|statement| {
        // Behind the labels.
        let statement = statement.rsplit(|byte| *byte == b':').next().unwrap_or_default().trim_ascii();
        let end = statement.iter().position(u8::is_ascii_whitespace).unwrap_or(statement.len());
        let (instruction, operand) = statement.split_at(end);
        let goes = instruction.starts_with(b"call") || instruction.starts_with(b"jmp");
        let by_operand = matches!(operand.trim_ascii_start().first(), Some(b'*' | b'%' | b'$'));
        matches!(instruction, b"ret" | b"retq" | b"retl" | b"iret" | b"iretq" | b"iretl") || (goes && by_operand)
    })
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

fn unmodelled() -> NondetSource {
    NondetSource::Unmodelled("inline assembler".into())
}
