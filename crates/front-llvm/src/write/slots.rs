//! The facts about a function before it is written: how often each value is used and where, and which of its allocated
//! objects nothing points to.

use super::Unit;
use crate::model::{
    BlockId, ConstantKind, LlvmFunction, LlvmOperand, LocalId, Operation, SymbolId, SymbolKind, TypeKind,
};
use cairn_base::id::{Id, IdVec};
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    pub count: u32,
    /// Some use is in another block, or on an edge together with others.
    pub elsewhere: bool,
}

/// How an `alloca` is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    /// A variable that only plain loads and stores of its type touch.
    Direct,
    /// A variable whose address is used.
    Variable {
        /// Some access to it is volatile.
        volatile: bool,
    },
    /// Made each time that it is run.
    Dynamic,
}

/// Facts about a function.
pub(super) struct Known {
    pub uses: IdVec<LocalId, Uses>,
    pub slots: IdVec<LocalId, Option<Slot>>,
}

pub(super) fn look(unit: &Unit<'_>, function: &LlvmFunction) -> Known {
    let mut uses: IdVec<LocalId, Uses> = function.locals.iter().map(|_| Uses::default()).collect();
    let mut slots: IdVec<LocalId, Option<Slot>> = function.locals.iter().map(|_| None).collect();
    let mut home: IdVec<LocalId, Option<BlockId>> = function.locals.iter().map(|_| None).collect();
    for (block, content) in function.blocks.iter_ids() {
        for local in &content.instructions {
            home[*local] = Some(block);
            let Some(instruction) = &function.locals[*local].instruction else { continue };
            if let Operation::Alloca { .. } = instruction.operation {
                let one = match instruction.operands.first() {
                    Some(LlvmOperand::Constant(count)) => {
                        unit.module.constants[*count].kind == ConstantKind::Integer(1)
                    }
                    _ => false,
                };
                slots[*local] = Some(if one && block.index() == 0 { Slot::Direct } else { Slot::Dynamic });
            }
        }
    }
    for (block, content) in function.blocks.iter_ids() {
        for local in &content.instructions {
            let Some(instruction) = &function.locals[*local].instruction else { continue };
            for (position, operand) in instruction.operands.iter().enumerate() {
                let LlvmOperand::Local(used) = operand else { continue };
                let (at, on_edge) = match &instruction.operation {
                    Operation::Phi { from } => (from.get(position).copied().unwrap_or(block), true),
                    _ => (block, false),
                };
                let record = &mut uses[*used];
                record.elsewhere |=
                    home[*used] != Some(at) || (on_edge && record.count > 0) || record.count == u32::MAX;
                record.count = if on_edge { u32::MAX - 1 } else { record.count };
                record.count = record.count.saturating_add(1);
                if slots[*used].is_some() {
                    note_access(unit, function, &mut slots, *used, *local, position);
                }
            }
        }
    }
    Known { uses, slots }
}

/// Sees what an instruction does with the address of an object.
fn note_access(
    unit: &Unit<'_>,
    function: &LlvmFunction,
    slots: &mut IdVec<LocalId, Option<Slot>>,
    slot: LocalId,
    user: LocalId,
    position: usize,
) {
    let (Some(of), Some(instruction)) = (&function.locals[slot].instruction, &function.locals[user].instruction) else {
        return;
    };
    let Operation::Alloca { of, .. } = of.operation else { return };
    let type_of = |value: &LlvmOperand| match value {
        LlvmOperand::Local(local) => Some(function.locals[*local].ty),
        LlvmOperand::Constant(constant) => Some(unit.module.constants[*constant].ty),
        _ => None,
    };
    let plain = !matches!(
        unit.module.types[of].kind,
        TypeKind::Struct { .. } | TypeKind::Array { .. } | TypeKind::Vector { .. }
    );
    let (same, makes_volatile) = match &instruction.operation {
        Operation::Load { volatile } => (function.locals[user].ty == of, *volatile),
        Operation::Store { volatile } if position == 1 => {
            (instruction.operands.first().and_then(type_of) == Some(of), *volatile)
        }
        Operation::Call { .. } => match unit.intrinsic(instruction) {
            Some(name) if name.starts_with("llvm.lifetime.") => return,
            _ => (false, false),
        },
        _ => (false, false),
    };
    slots[slot] = match slots[slot] {
        Some(Slot::Direct) if same && plain && !makes_volatile => Some(Slot::Direct),
        Some(Slot::Direct) => Some(Slot::Variable { volatile: makes_volatile }),
        Some(Slot::Variable { volatile }) => Some(Slot::Variable { volatile: volatile | makes_volatile }),
        other => other,
    };
}

impl Unit<'_> {
    /// True for an object that some instruction reads or writes as volatile.
    pub fn is_volatile(&mut self, symbol: SymbolId) -> bool {
        if self.volatile.is_none() {
            let mut found = BTreeSet::new();
            for symbol in self.module.symbols.iter() {
                let SymbolKind::Function(function) = &symbol.kind else { continue };
                for instruction in function.locals.iter().filter_map(|local| local.instruction.as_ref()) {
                    let pointer = match instruction.operation {
                        Operation::Load { volatile: true } => instruction.operands.first(),
                        Operation::Store { volatile: true } => instruction.operands.get(1),
                        _ => None,
                    };
                    if let Some(LlvmOperand::Constant(constant)) = pointer
                        && let ConstantKind::Symbol(symbol) = self.module.constants[*constant].kind
                    {
                        found.insert(symbol);
                    }
                }
            }
            self.volatile = Some(found);
        }
        self.volatile.as_ref().is_some_and(|found| found.contains(&symbol))
    }
}
