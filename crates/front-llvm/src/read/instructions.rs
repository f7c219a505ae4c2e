//! Instructions, and constant expressions, which are instructions of constants.

use super::{Reader, text_of};
use crate::model::{
    Binary, BlockId, Cast, Compare, FloatCompare, Instruction, LlvmOperand, LocalId, Modify, Operation,
};
use cairn_base::FastMap;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMAtomicRMWBinOp as Rmw, LLVMIntPredicate as P, LLVMOpcode as O, LLVMValueKind as Kind, core};

type Locals = FastMap<LLVMValueRef, LocalId>;
type Blocks = FastMap<LLVMBasicBlockRef, BlockId>;

impl Reader<'_> {
    /// # Safety
    /// The value is an instruction that lives, of a function with these locals and blocks.
    pub(super) unsafe fn instruction(&mut self, of: LLVMValueRef, locals: &Locals, blocks: &Blocks) -> Instruction {
        let (place, inlined) = self.place(of);
        // SAFETY: as the function's own.
        let (operation, operands) = unsafe { self.operation(of, locals, blocks) };
        Instruction { operation, operands, place, inlined }
    }

    fn value(&mut self, of: LLVMValueRef, locals: &Locals, blocks: &Blocks) -> LlvmOperand {
        if let Some(local) = locals.get(&of) {
            return LlvmOperand::Local(*local);
        }
        // SAFETY: the value lives, and is asked what its kind has.
        unsafe {
            match core::LLVMGetValueKind(of) {
                Kind::LLVMBasicBlockValueKind => match blocks.get(&core::LLVMValueAsBasicBlock(of)) {
                    Some(block) => LlvmOperand::Block(*block),
                    None => LlvmOperand::Metadata,
                },
                Kind::LLVMMetadataAsValueValueKind => LlvmOperand::Metadata,
                Kind::LLVMInlineAsmValueKind => {
                    let (mut text, mut constraints) = (0, 0);
                    let of_text = core::LLVMGetInlineAsmAsmString(of, &mut text);
                    let of_constraints = core::LLVMGetInlineAsmConstraintString(of, &mut constraints);
                    LlvmOperand::Assembler(text_of(of_text, text), text_of(of_constraints, constraints))
                }
                _ => self.constant_value(of),
            }
        }
    }

    /// # Safety
    /// The value is an instruction or a constant expression that lives.
    pub(super) unsafe fn operation(
        &mut self,
        of: LLVMValueRef,
        locals: &Locals,
        blocks: &Blocks,
    ) -> (Operation, Vec<LlvmOperand>) {
        // SAFETY: as the function's own; each getter is called for its instructions only.
        unsafe {
            let opcode = match core::LLVMGetValueKind(of) {
                Kind::LLVMConstantExprValueKind => core::LLVMGetConstOpcode(of),
                _ => core::LLVMGetInstructionOpcode(of),
            };
            if opcode == O::LLVMPHI {
                let count = core::LLVMCountIncoming(of);
                let values =
                    (0..count).map(|i| self.value(core::LLVMGetIncomingValue(of, i), locals, blocks)).collect();
                let from = (0..count).filter_map(|i| blocks.get(&core::LLVMGetIncomingBlock(of, i)).copied()).collect();
                return (Operation::Phi { from }, values);
            }
            let count = core::LLVMGetNumOperands(of) as u32;
            let mut operands: Vec<LlvmOperand> =
                (0..count).map(|i| self.value(core::LLVMGetOperand(of, i), locals, blocks)).collect();
            let operation = match opcode {
                O::LLVMRet => Operation::Return,
                O::LLVMBr => {
                    // LLVM keeps the targets in reverse.
                    let targets = (0..core::LLVMGetNumSuccessors(of)).filter_map(|i| {
                        blocks.get(&core::LLVMGetSuccessor(of, i)).map(|block| LlvmOperand::Block(*block))
                    });
                    operands.retain(|operand| !matches!(operand, LlvmOperand::Block(_)));
                    operands.extend(targets);
                    Operation::Branch
                }
                O::LLVMSwitch => Operation::Switch,
                O::LLVMIndirectBr => Operation::IndirectBranch,
                O::LLVMUnreachable => Operation::Unreachable,
                O::LLVMFNeg => Operation::FloatNegate,
                O::LLVMAlloca => Operation::Alloca {
                    of: self.ty(core::LLVMGetAllocatedType(of)),
                    align: u64::from(core::LLVMGetAlignment(of)),
                },
                O::LLVMLoad => Operation::Load { volatile: core::LLVMGetVolatile(of) != 0 },
                O::LLVMStore => Operation::Store { volatile: core::LLVMGetVolatile(of) != 0 },
                O::LLVMGetElementPtr => {
                    Operation::GetElementPointer { source: self.ty(core::LLVMGetGEPSourceElementType(of)) }
                }
                O::LLVMICmp => Operation::CompareIntegers(match core::LLVMGetICmpPredicate(of) {
                    P::LLVMIntEQ => Compare::Eq,
                    P::LLVMIntNE => Compare::Ne,
                    P::LLVMIntUGT => Compare::Ugt,
                    P::LLVMIntUGE => Compare::Uge,
                    P::LLVMIntULT => Compare::Ult,
                    P::LLVMIntULE => Compare::Ule,
                    P::LLVMIntSGT => Compare::Sgt,
                    P::LLVMIntSGE => Compare::Sge,
                    P::LLVMIntSLT => Compare::Slt,
                    P::LLVMIntSLE => Compare::Sle,
                }),
                O::LLVMFCmp => Operation::CompareFloats(FloatCompare(core::LLVMGetFCmpPredicate(of) as u8)),
                O::LLVMCall | O::LLVMInvoke => {
                    operands.retain(|operand| !matches!(operand, LlvmOperand::Block(_)));
                    self.call(of)
                }
                O::LLVMSelect => Operation::Select,
                O::LLVMExtractElement => Operation::ExtractElement,
                O::LLVMInsertElement => Operation::InsertElement,
                O::LLVMShuffleVector => {
                    let undefined = core::LLVMGetUndefMaskElem();
                    let mask = (0..core::LLVMGetNumMaskElements(of)).map(|i| core::LLVMGetMaskValue(of, i));
                    Operation::ShuffleVector(mask.map(|from| if from == undefined { -1 } else { from }).collect())
                }
                O::LLVMExtractValue | O::LLVMInsertValue => {
                    let count = core::LLVMGetNumIndices(of) as usize;
                    let indices = std::slice::from_raw_parts(core::LLVMGetIndices(of), count).to_vec();
                    match opcode {
                        O::LLVMExtractValue => Operation::ExtractValue(indices),
                        _ => Operation::InsertValue(indices),
                    }
                }
                O::LLVMFence => Operation::Fence,
                O::LLVMAtomicCmpXchg => Operation::CompareExchange,
                O::LLVMAtomicRMW => Operation::ReadModifyWrite(match core::LLVMGetAtomicRMWBinOp(of) {
                    Rmw::LLVMAtomicRMWBinOpXchg => Modify::Exchange,
                    Rmw::LLVMAtomicRMWBinOpAdd => Modify::By(Binary::Add),
                    Rmw::LLVMAtomicRMWBinOpSub => Modify::By(Binary::Sub),
                    Rmw::LLVMAtomicRMWBinOpAnd => Modify::By(Binary::And),
                    Rmw::LLVMAtomicRMWBinOpOr => Modify::By(Binary::Or),
                    Rmw::LLVMAtomicRMWBinOpXor => Modify::By(Binary::Xor),
                    Rmw::LLVMAtomicRMWBinOpNand => Modify::Nand,
                    Rmw::LLVMAtomicRMWBinOpMax => Modify::Max,
                    Rmw::LLVMAtomicRMWBinOpMin => Modify::Min,
                    Rmw::LLVMAtomicRMWBinOpUMax => Modify::UMax,
                    Rmw::LLVMAtomicRMWBinOpUMin => Modify::UMin,
                    _ => Modify::Other,
                }),
                O::LLVMFreeze => Operation::Freeze,
                _ => match (binary(opcode), cast(opcode)) {
                    (Some(op), _) => {
                        let wraps = matches!(op, Binary::Add | Binary::Sub | Binary::Mul | Binary::Shl);
                        Operation::Binary { op, nsw: wraps && core::LLVMGetNSW(of) != 0 }
                    }
                    (_, Some(cast)) => Operation::Cast(cast),
                    _ => Operation::Other(other(opcode)),
                },
            };
            (operation, operands)
        }
    }

    /// # Safety
    /// The value is a call that lives.
    unsafe fn call(&mut self, of: LLVMValueRef) -> Operation {
        // SAFETY: as the function's own.
        unsafe {
            let by_value = core::LLVMGetEnumAttributeKindForName(c"byval".as_ptr(), 5);
            let noreturn = core::LLVMGetEnumAttributeKindForName(c"noreturn".as_ptr(), 8);
            let ty = self.ty(core::LLVMGetCalledFunctionType(of));
            let mut types = Vec::new();
            for index in 0..core::LLVMGetNumArgOperands(of) {
                let attribute = core::LLVMGetCallSiteEnumAttribute(of, index + 1, by_value);
                types.push((!attribute.is_null()).then(|| self.ty(core::LLVMGetTypeAttributeValue(attribute))));
            }
            let noreturn = !core::LLVMGetCallSiteEnumAttribute(of, u32::MAX, noreturn).is_null();
            Operation::Call { ty, by_value: types, noreturn }
        }
    }
}

fn binary(opcode: O) -> Option<Binary> {
    Some(match opcode {
        O::LLVMAdd => Binary::Add,
        O::LLVMSub => Binary::Sub,
        O::LLVMMul => Binary::Mul,
        O::LLVMUDiv => Binary::UDiv,
        O::LLVMSDiv => Binary::SDiv,
        O::LLVMURem => Binary::URem,
        O::LLVMSRem => Binary::SRem,
        O::LLVMShl => Binary::Shl,
        O::LLVMLShr => Binary::LShr,
        O::LLVMAShr => Binary::AShr,
        O::LLVMAnd => Binary::And,
        O::LLVMOr => Binary::Or,
        O::LLVMXor => Binary::Xor,
        O::LLVMFAdd => Binary::FAdd,
        O::LLVMFSub => Binary::FSub,
        O::LLVMFMul => Binary::FMul,
        O::LLVMFDiv => Binary::FDiv,
        O::LLVMFRem => Binary::FRem,
        _ => return None,
    })
}

fn cast(opcode: O) -> Option<Cast> {
    Some(match opcode {
        O::LLVMTrunc => Cast::Trunc,
        O::LLVMZExt => Cast::ZExt,
        O::LLVMSExt => Cast::SExt,
        O::LLVMFPToUI => Cast::FpToUi,
        O::LLVMFPToSI => Cast::FpToSi,
        O::LLVMUIToFP => Cast::UiToFp,
        O::LLVMSIToFP => Cast::SiToFp,
        O::LLVMFPTrunc => Cast::FpTrunc,
        O::LLVMFPExt => Cast::FpExt,
        O::LLVMPtrToInt => Cast::PtrToInt,
        O::LLVMIntToPtr => Cast::IntToPtr,
        O::LLVMBitCast => Cast::BitCast,
        O::LLVMAddrSpaceCast => Cast::AddressSpace,
        _ => return None,
    })
}

/// The names of instructions without a model.
fn other(opcode: O) -> &'static str {
    match opcode {
        O::LLVMInvoke => "invoke",
        O::LLVMCallBr => "callbr",
        O::LLVMVAArg => "va_arg",
        O::LLVMResume => "resume",
        O::LLVMLandingPad => "landingpad",
        _ => "unknown to Cairn",
    }
}
