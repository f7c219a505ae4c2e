//! Constants. What has no model is kept as LLVM prints it, and refused where it is used.

use super::{Reader, bytes_of, take_text};
use crate::model::{BlockId, Constant, ConstantId, ConstantKind, LlvmOperand, TypeKind};
use cairn_base::FastMap;
use cairn_base::id::Id;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMValueKind as Kind, core};

impl Reader<'_> {
    pub(super) fn constant(&mut self, of: LLVMValueRef) -> ConstantId {
        if let Some(known) = self.constants.get(&of) {
            return *known;
        }
        // SAFETY: the constant lives; all have a type.
        let ty = self.ty(unsafe { core::LLVMTypeOf(of) });
        let kind = self.constant_kind(of, &self.module.types[ty].kind.clone());
        let id = self.module.constants.push(Constant { ty, kind });
        self.constants.insert(of, id);
        id
    }

    fn constant_kind(&mut self, of: LLVMValueRef, ty: &TypeKind) -> ConstantKind {
        if let Some(symbol) = self.symbols.get(&of) {
            return ConstantKind::Symbol(*symbol);
        }
        // SAFETY: the constant lives, and is asked only what its kind has.
        unsafe {
            match core::LLVMGetValueKind(of) {
                Kind::LLVMConstantIntValueKind => match integer(of, ty) {
                    Some(value) => ConstantKind::Integer(value),
                    None => printed(of),
                },
                Kind::LLVMConstantFPValueKind => match ty {
                    TypeKind::Float | TypeKind::Double => {
                        let mut inexact = 0;
                        let value = core::LLVMConstRealGetDouble(of, &mut inexact);
                        if inexact != 0 || value.is_nan() { printed(of) } else { ConstantKind::Real(value) }
                    }
                    TypeKind::LongDouble => {
                        let text = take_text(core::LLVMPrintValueToString(of));
                        let bits = text.rsplit_once("0xK").and_then(|(_, hex)| u128::from_str_radix(hex, 16).ok());
                        bits.map_or(ConstantKind::Other(text), ConstantKind::LongDouble)
                    }
                    _ => printed(of),
                },
                Kind::LLVMConstantPointerNullValueKind => ConstantKind::Null,
                Kind::LLVMUndefValueValueKind | Kind::LLVMPoisonValueKind => ConstantKind::Undefined,
                Kind::LLVMConstantAggregateZeroValueKind => ConstantKind::Zero,
                Kind::LLVMConstantArrayValueKind
                | Kind::LLVMConstantStructValueKind
                | Kind::LLVMConstantVectorValueKind => {
                    let count = core::LLVMGetNumOperands(of) as u32;
                    ConstantKind::Aggregate((0..count).map(|i| self.constant(core::LLVMGetOperand(of, i))).collect())
                }
                Kind::LLVMConstantDataArrayValueKind if core::LLVMIsConstantString(of) != 0 => {
                    let mut length = 0;
                    let text = core::LLVMGetAsString(of, &mut length);
                    ConstantKind::Bytes(bytes_of(text, length))
                }
                Kind::LLVMConstantDataArrayValueKind | Kind::LLVMConstantDataVectorValueKind => {
                    let count = match ty {
                        TypeKind::Array { length, .. } => *length as u32,
                        TypeKind::Vector { length, .. } => *length,
                        _ => 0,
                    };
                    let element = |i| core::LLVMGetAggregateElement(of, i);
                    ConstantKind::Aggregate((0..count).map(|i| self.constant(element(i))).collect())
                }
                Kind::LLVMConstantExprValueKind => {
                    let (operation, operands) = self.operation(of, &FastMap::default(), &FastMap::default());
                    ConstantKind::Expression(operation, operands)
                }
                Kind::LLVMBlockAddressValueKind => {
                    let function = core::LLVMGetBlockAddressFunction(of);
                    let wanted = core::LLVMGetBlockAddressBasicBlock(of);
                    let mut block = core::LLVMGetFirstBasicBlock(function);
                    let mut index = 0;
                    while !block.is_null() && block != wanted {
                        block = core::LLVMGetNextBasicBlock(block);
                        index += 1;
                    }
                    match self.symbols.get(&function) {
                        Some(function) => ConstantKind::BlockAddress(*function, BlockId::from_index(index)),
                        None => printed(of),
                    }
                }
                _ => printed(of),
            }
        }
    }

    /// A value that is no argument or instruction.
    pub(super) fn constant_value(&mut self, of: LLVMValueRef) -> LlvmOperand {
        LlvmOperand::Constant(self.constant(of))
    }
}

/// # Safety
/// The value is an integer constant that lives.
unsafe fn integer(of: LLVMValueRef, ty: &TypeKind) -> Option<u128> {
    let TypeKind::Integer(bits) = *ty else { return None };
    // SAFETY: as the function's own; LLVM takes no more than 64 bits for a number.
    unsafe {
        if bits <= 64 {
            return Some(u128::from(core::LLVMConstIntGetZExtValue(of)));
        }
        if bits > 128 {
            return None;
        }
        let text = take_text(core::LLVMPrintValueToString(of));
        let (_, number) = text.rsplit_once(' ')?;
        let value: i128 = match number.parse::<i128>() {
            Ok(value) => value,
            Err(_) => number.parse::<u128>().ok()? as i128,
        };
        let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
        Some(value as u128 & mask)
    }
}

/// # Safety
/// The value lives.
unsafe fn printed(of: LLVMValueRef) -> ConstantKind {
    // SAFETY: as the function's own.
    ConstantKind::Other(take_text(unsafe { core::LLVMPrintValueToString(of) }))
}
