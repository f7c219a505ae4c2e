//! Ends of blocks. A phi is a variable that is assigned on the edges that lead to it, all phis of a block at once.

use super::Res;
use super::body::{Body, Effect, State};
use super::tree::Tree;
use super::types::Rep;
use crate::model::{BlockId, ConstantKind, Instruction, LlvmOperand, LocalId, Operation};
use cairn_base::id::Id;

impl Body<'_, '_> {
    pub fn terminator(&mut self, instruction: &Instruction) -> Res<()> {
        let operands = &instruction.operands;
        match (&instruction.operation, operands.as_slice()) {
            (Operation::Return, []) => self.line("return;"),
            (Operation::Return, [value]) => {
                let value = self.operand(value)?;
                self.line(&format!("return {};", value.text));
            }
            (Operation::Unreachable, _) => self.line("__builtin_unreachable();"),
            (Operation::Branch, [LlvmOperand::Block(to)]) => self.go(*to)?,
            (Operation::Branch, [cond, LlvmOperand::Block(yes), LlvmOperand::Block(no)]) => {
                let cond = self.operand(cond)?;
                self.before(Effect::Memory);
                self.line(&format!("if ({}) {{", cond.text));
                self.go(*yes)?;
                self.line("}");
                self.go(*no)?;
            }
            (Operation::Switch, [value, LlvmOperand::Block(default), cases @ ..]) => {
                self.switch(value, *default, cases)?
            }
            (Operation::IndirectBranch, [address, targets @ ..]) => {
                let address = self.operand(address)?;
                self.line(&format!("switch ((unsigned long){}) {{", address.text));
                for (position, target) in targets.iter().enumerate() {
                    let LlvmOperand::Block(block) = target else { continue };
                    if targets[..position].contains(target) {
                        continue;
                    }
                    let label = self.unit.label(self.id, *block);
                    self.line(&format!("case {label}UL:"));
                    self.go(*block)?;
                }
                self.line("}");
                self.line("__cairn_unsupported(\"a jump to what is no label of the function\");");
                self.line("__builtin_unreachable();");
            }
            _ => return Err("such an end of a block".to_owned()),
        }
        Ok(())
    }

    fn switch(&mut self, value: &LlvmOperand, default: BlockId, cases: &[LlvmOperand]) -> Res<()> {
        let value = self.operand(value)?;
        self.before(Effect::Memory);
        let model = self.unit.types.model;
        let signed = match value.rep {
            Rep::Int { width, signed } => signed && !super::types::is_odd(width),
            _ => false,
        };
        self.line(&format!("switch ({}) {{", value.text));
        let mut rest = cases.iter();
        while let (Some(LlvmOperand::Constant(case)), Some(LlvmOperand::Block(to))) = (rest.next(), rest.next()) {
            let ConstantKind::Integer(bits) = self.unit.module.constants[*case].kind else {
                return Err("such a case".to_owned());
            };
            let text = match value.rep {
                Rep::Int { width, .. } => super::literal::integer(model, bits, width, signed),
                _ => bits.to_string(),
            };
            self.line(&format!("case {text}:"));
            self.go(*to)?;
        }
        self.line("default: ;");
        self.go(default)?;
        self.line("}");
        Ok(())
    }

    /// Goes to a block: its phis take their values, and control follows.
    fn go(&mut self, to: BlockId) -> Res<()> {
        let mut moves: Vec<(LocalId, String, Tree)> = Vec::new();
        for local in &self.function.blocks[to].instructions {
            let Some(Instruction { operation: Operation::Phi { from }, operands, .. }) =
                &self.function.locals[*local].instruction
            else {
                break;
            };
            let State::Ready(variable) = self.states[*local].clone() else {
                return Err("a phi of a type without a model".to_owned());
            };
            let position = from.iter().position(|block| *block == self.block).ok_or("a phi without this block")?;
            let value = self.operand(&operands[position])?;
            if value.text != variable.text {
                moves.push((*local, variable.text, value));
            }
        }
        let mentions = |text: &str, name: &str| {
            text.match_indices(name).any(|(at, _)| {
                let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
                !text[..at].ends_with(word) && !text[at + name.len()..].starts_with(word)
            })
        };
        let tangled = (1..moves.len()).any(|i| moves[..i].iter().any(|(_, name, _)| mentions(&moves[i].2.text, name)));
        if tangled {
            for (local, _, value) in &mut moves {
                let rep = self.unit.types.rep(self.function.locals[*local].ty)?;
                let name = self.variable(rep, "next");
                self.line(&format!("{name} = {};", value.text));
                value.text = name;
            }
        }
        for (_, name, value) in &moves {
            self.line(&format!("{name} = {};", value.text));
        }
        self.line(&format!("goto L{};", to.index()));
        Ok(())
    }
}
