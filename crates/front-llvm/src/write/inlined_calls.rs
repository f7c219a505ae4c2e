//! Inlined copies of a function whose calls the property looks for, found by what each copy must still do.
//!
//! `reach_error` of a program is `__assert_fail("0", "file.c", 3, "reach_error")` mostly. A function whose first block has a call of
//! an external function that does not return, with constants for arguments, leaves that call in each inlined copy: a compiler may
//! not drop it, as no execution goes on after it. So where no such call stands outside the function, none of its calls was
//! inlined; and where one of the arguments is the function's own name (`__func__`), a call outside is such a copy.
//!
//! Why not by debug information alone: modules come without it. Why no other trace: a call of `abort()` may be anybody's.

use crate::model::{
    Constant, ConstantId, ConstantKind, Instruction, LlvmOperand, LocalId, Module, Operation, Symbol, SymbolKind,
};

/// Whether an instruction is the call that an inlined copy of a function of this name ends with, as far as it names the function.
pub fn is_named_copy(module: &Module, name: &str, instruction: &Instruction) -> bool {
    let operands = ending_call(module, instruction);
    operands.is_some_and(|operands| operands.iter().any(|constant| is_text(module, *constant, name)))
}

/// Whether it is known of each call of a function that the module defines where it is: none was inlined, or each copy is
/// known by [`is_named_copy`].
pub fn are_all_known(module: &Module, name: &str) -> bool {
    let defined = module.symbols.iter_ids().find_map(|(id, symbol)| match &symbol.kind {
        SymbolKind::Function(function) if symbol.name == name => Some((id, function)),
        _ => None,
    });
    let Some((id, function)) = defined else { return false };
    let Some(first) = function.blocks.iter().next() else { return false };
    let instruction = |local: &LocalId| function.locals[*local].instruction.as_ref();
    let ends = |local: &LocalId| Some((instruction(local)?, ending_call(module, instruction(local)?)?));
    let Some((call, operands)) = first.instructions.iter().find_map(ends) else { return false };
    is_named_copy(module, name, call)
        || !module.symbols.iter_ids().any(|(other, symbol)| other != id && has_call(module, symbol, &operands))
}

fn has_call(module: &Module, symbol: &Symbol, operands: &[ConstantId]) -> bool {
    let SymbolKind::Function(function) = &symbol.kind else { return false };
    let mut instructions = function.locals.iter().filter_map(|local| local.instruction.as_ref());
    instructions.any(|instruction| ending_call(module, instruction).is_some_and(|found| found == operands))
}

/// Callee and arguments of a call of an external function that does not return, all constants.
fn ending_call(module: &Module, instruction: &Instruction) -> Option<Vec<ConstantId>> {
    let Operation::Call { noreturn, .. } = instruction.operation else { return None };
    let operands = constants(&instruction.operands)?;
    let callee = match module.constants[*operands.last()?].kind {
        ConstantKind::Symbol(symbol) => &module.symbols[symbol],
        _ => return None,
    };
    let SymbolKind::Function(of) = &callee.kind else { return None };
    let ends = of.blocks.iter().next().is_none() && (noreturn || of.noreturn) && !callee.name.starts_with("llvm.");
    ends.then_some(operands)
}

/// The operands, when all of them are constants.
fn constants(operands: &[LlvmOperand]) -> Option<Vec<ConstantId>> {
    let one = |operand: &LlvmOperand| match operand {
        LlvmOperand::Constant(constant) => Some(*constant),
        _ => None,
    };
    operands.iter().map(one).collect()
}

/// Whether a constant is the address of this text.
fn is_text(module: &Module, constant: ConstantId, text: &str) -> bool {
    let ConstantKind::Symbol(symbol) = module.constants[constant].kind else { return false };
    let SymbolKind::Variable { initial: Some(initial), constant: true, .. } = module.symbols[symbol].kind else {
        return false;
    };
    match &module.constants[initial] {
        Constant { kind: ConstantKind::Bytes(bytes), .. } => bytes.strip_suffix(&[0]) == Some(text.as_bytes()),
        _ => false,
    }
}
