//! One instruction: an expression that waits for its use, or statements.

use super::Res;
use super::body::{Body, Effect, State};
use super::slots::Slot;
use super::tree::{Reads, Tree};
use super::types::Rep;
use crate::model::{Binary, Instruction, LlvmOperand, LocalId, Modify, Operation, TypeId, TypeKind};

impl Body<'_, '_> {
    pub fn instruction(&mut self, local: LocalId, instruction: &Instruction) -> Res<()> {
        let ty = self.function.locals[local].ty;
        let operands = &instruction.operands;
        match &instruction.operation {
            Operation::Return
            | Operation::Branch
            | Operation::Switch
            | Operation::IndirectBranch
            | Operation::Unreachable => self.terminator(instruction),
            Operation::Phi { .. } | Operation::Fence => Ok(()),
            Operation::Label(name) => {
                self.before(Effect::Memory);
                let name = super::names::identifier(name);
                self.line(&format!("{{ __label__ {name}; {name}: ; }}"));
                Ok(())
            }
            Operation::Alloca { of, .. } => self.alloca(local, *of, operands),
            Operation::Load { volatile } => self.load(local, ty, &operands[0], *volatile),
            Operation::Store { volatile } => self.store(&operands[0], &operands[1], *volatile),
            Operation::Call { .. } => self.call(local, instruction),
            Operation::ExtractValue(path) => {
                let of = self.operand(&operands[0])?;
                let (text, ct) = self.member(&of, path)?;
                let rep = self.rep_as(ty, ct).ok_or("a member of such a type")?;
                let tree = Tree::new(text, rep, of.reads);
                self.define(local, tree);
                Ok(())
            }
            Operation::InsertValue(path) => {
                let (of, value) = (self.operand(&operands[0])?, self.operand(&operands[1])?);
                let undefined = matches!(operands[0], LlvmOperand::Constant(id) if self.is_undefined(id));
                let name = self.own_variable(local, of.rep);
                if !undefined {
                    self.line(&format!("{name} = {};", of.text));
                }
                let target = Tree::new(name, of.rep, Reads::default());
                let (text, _) = self.member(&target, path)?;
                self.line(&format!("{text} = {};", value.text));
                Ok(())
            }
            Operation::Freeze => {
                // From here on it is one value.
                let value = self.operand(&operands[0])?;
                self.assign(local, &value);
                Ok(())
            }
            Operation::CompareExchange => self.compare_exchange(local, operands),
            Operation::ReadModifyWrite(how) => self.read_modify_write(local, ty, *how, operands),
            Operation::ExtractElement | Operation::InsertElement | Operation::ShuffleVector(_) => {
                self.elements(local, ty, &instruction.operation, operands)
            }
            Operation::Other(name) => Err(format!("the instruction '{name}'")),
            pure => {
                if let Some(length) = self.lanes(ty) {
                    return self.by_lanes(local, ty, length, pure, operands);
                }
                if let Some(tree) = self.truths_as_number(pure, ty, operands)? {
                    self.define(local, tree);
                    return Ok(());
                }
                let parts: Res<Vec<Tree>> = operands.iter().map(|operand| self.operand(operand)).collect();
                let tree = self.unit.pure(pure, &parts?, ty)?;
                self.define(local, tree);
                Ok(())
            }
        }
    }

    fn is_undefined(&self, id: crate::model::ConstantId) -> bool {
        self.unit.module.constants[id].kind == crate::model::ConstantKind::Undefined
    }

    pub fn type_of(&self, value: &LlvmOperand) -> Res<TypeId> {
        match value {
            LlvmOperand::Local(local) => Ok(self.function.locals[*local].ty),
            LlvmOperand::Constant(id) => Ok(self.unit.module.constants[*id].ty),
            _ => Err("an operand without a value".to_owned()),
        }
    }

    fn alloca(&mut self, local: LocalId, of: TypeId, operands: &[LlvmOperand]) -> Res<()> {
        if self.known.slots[local] != Some(Slot::Dynamic) {
            // Declared where the function begins, unless it has no model.
            self.unit.types.in_memory(of, None)?;
            return Ok(());
        }
        let count = self.operand(&operands[0])?;
        let size = self.unit.module.types[of].size;
        let text =
            format!("__builtin_alloca((unsigned long){} * {size}UL)", count.number(self.unit.types.model, false));
        self.before(Effect::Memory);
        self.assign(local, &Tree::new(text, Rep::Pointer, Reads::default()));
        Ok(())
    }

    /// The variable without a pointer to it that a value is the address of.
    fn direct(&self, value: &LlvmOperand) -> Option<LocalId> {
        match value {
            LlvmOperand::Local(local) if self.known.slots[*local] == Some(Slot::Direct) => Some(*local),
            _ => None,
        }
    }

    fn load(&mut self, local: LocalId, ty: TypeId, from: &LlvmOperand, volatile: bool) -> Res<()> {
        let pointer = self.operand(from)?;
        let mut tree = match self.lanes(ty) {
            Some(_) => {
                let (text, ct) = self.unit.place(&pointer, ty, volatile)?;
                let rep = self.unit.types.rep_of(ct).ok_or("a value of such a type")?;
                Tree::new(text, rep, Reads { memory: true, ..pointer.reads.clone() })
            }
            None => self.unit.loaded(&pointer, ty, volatile && !self.is_variable(&pointer))?,
        };
        if let Some(slot) = self.direct(from) {
            tree.reads = Reads { slots: vec![slot], ..Reads::default() };
        }
        match volatile {
            true => {
                self.before(Effect::Memory);
                self.assign(local, &tree);
            }
            // A read that goes wrong is shown where it is.
            false if tree.reads.memory && self.is_used_on_another_line(local) => self.assign(local, &tree),
            false => self.define(local, tree),
        }
        Ok(())
    }

    /// An object by its name: it is declared volatile where that matters.
    fn is_variable(&self, pointer: &Tree) -> bool {
        pointer.object.as_ref().is_some_and(|object| object.text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
    }

    fn store(&mut self, value: &LlvmOperand, to: &LlvmOperand, volatile: bool) -> Res<()> {
        let ty = self.type_of(value)?;
        let odd = matches!(self.unit.module.types[ty].kind, TypeKind::Integer(width) if super::types::is_odd(width));
        let tree = if odd && self.unit.module.types[ty].kind != TypeKind::Integer(1) {
            self.repeatable(value)?
        } else {
            self.operand(value)?
        };
        let pointer = self.operand(to)?;
        let lines = self.unit.stored(&pointer, &tree, ty, volatile && !self.is_variable(&pointer))?;
        self.before(self.direct(to).map_or(Effect::Memory, Effect::Slot));
        lines.iter().for_each(|line| self.line(line));
        Ok(())
    }

    /// A member of a record, by a path of indices.
    fn member(&mut self, of: &Tree, path: &[u32]) -> Res<(String, super::types::CType)> {
        use super::types::CKind;
        let Rep::Record(mut ct) = of.rep else { return Err("a member of no record".to_owned()) };
        let mut text = of.text.clone();
        for index in path {
            match *self.unit.types.kind(ct) {
                CKind::Record(record) => {
                    let record = &self.unit.types.records[record];
                    // An array that is a value is a record of one array.
                    match (record.fields.as_slice(), record.types.as_slice()) {
                        ([only], [array]) if only == "e" => {
                            let CKind::Array(of, _) = *self.unit.types.kind(*array) else {
                                return Err("a member of such a record".to_owned());
                            };
                            text = format!("{text}.e[{index}]");
                            ct = of;
                        }
                        (fields, types) => {
                            let name = fields.get(*index as usize).ok_or("a member that is not there")?;
                            text = format!("{text}.{name}");
                            ct = types[*index as usize];
                        }
                    }
                }
                CKind::Array(of, _) => {
                    text = format!("{text}[{index}]");
                    ct = of;
                }
                _ => return Err("a member of no record".to_owned()),
            }
        }
        Ok((text, ct))
    }

    /// `cmpxchg`: the old value, and whether it was the expected one.
    fn compare_exchange(&mut self, local: LocalId, operands: &[LlvmOperand]) -> Res<()> {
        let ty = self.type_of(&operands[1])?;
        let (pointer, expected) = (self.repeatable(&operands[0])?, self.repeatable(&operands[1])?);
        let new = self.operand(&operands[2])?;
        let rep = self.unit.types.rep(self.function.locals[local].ty)?;
        self.before(Effect::Memory);
        let old = self.unit.loaded(&pointer, ty, false)?;
        let lines = self.unit.stored(&pointer, &new, ty, false)?;
        let name = self.own_variable(local, rep);
        let result = Tree::new(name, rep, Reads::default());
        let (value, value_ct) = self.member(&result, &[0])?;
        let (done, _) = self.member(&result, &[1])?;
        self.line(&format!("{value} = {};", old.text));
        let now = Tree::new(value, self.rep_as(ty, value_ct).ok_or("such a value")?, Reads::default());
        let same = self.unit.compare(crate::model::Compare::Eq, &now, &expected)?;
        self.line(&format!("{done} = {};", same.text));
        self.line(&format!("if ({done}) {{ {} }}", lines.join(" ")));
        Ok(())
    }

    /// `atomicrmw`: the old value.
    fn read_modify_write(&mut self, local: LocalId, ty: TypeId, how: Modify, operands: &[LlvmOperand]) -> Res<()> {
        let pointer = self.repeatable(&operands[0])?;
        let value = self.repeatable(&operands[1])?;
        self.before(Effect::Memory);
        let old = self.unit.loaded(&pointer, ty, false)?;
        self.assign(local, &old);
        let State::Ready(old) = self.states[local].clone() else { return Err("such a value".to_owned()) };
        let new = match how {
            Modify::Exchange => value,
            Modify::By(op) => self.unit.binary(op, false, &old, &value)?,
            Modify::Nand => {
                let both = self.unit.binary(Binary::And, false, &old, &value)?;
                let Rep::Int { width, .. } = both.rep else { return Err("nand of such values".to_owned()) };
                let ones = Tree::integer(self.unit.types.model, u128::MAX, width);
                self.unit.binary(Binary::Xor, false, &both, &ones)?
            }
            Modify::Max => self.unit.extreme("smax", &old, &value)?,
            Modify::Min => self.unit.extreme("smin", &old, &value)?,
            Modify::UMax => self.unit.extreme("umax", &old, &value)?,
            Modify::UMin => self.unit.extreme("umin", &old, &value)?,
            Modify::Other => return Err("such an atomicrmw".to_owned()),
        };
        let lines = self.unit.stored(&pointer, &new, ty, false)?;
        lines.iter().for_each(|line| self.line(line));
        Ok(())
    }
}
