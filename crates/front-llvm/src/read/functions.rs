//! Symbols of the module, and the bodies of its functions.

use super::Reader;
use crate::model::{
    BasicBlock, BlockId, Instruction, Linkage, LlvmFunction, LlvmOperand, Local, LocalId, Operation, Symbol, SymbolId,
    SymbolKind,
};
use cairn_base::FastMap;
use cairn_base::id::Id;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMLinkage as L, LLVMOpcode as O, LLVMValueKind as Kind, core, debuginfo};
use std::ffi::CStr;

/// Positions of attributes: of a function, and of its first parameter.
const OF_FUNCTION: u32 = u32::MAX;
const FIRST: u32 = 1;

impl Reader<'_> {
    /// All symbols are known before the first body is read.
    pub(super) fn symbols(&mut self) {
        let module = self.parsed.module;
        let mut all = Vec::new();
        // SAFETY: the module lives, and nothing changes it.
        unsafe {
            let mut add = |mut value: LLVMValueRef, next: unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef| {
                while !value.is_null() {
                    all.push(value);
                    value = next(value);
                }
            };
            add(core::LLVMGetFirstGlobal(module), core::LLVMGetNextGlobal);
            add(core::LLVMGetFirstFunction(module), core::LLVMGetNextFunction);
            add(core::LLVMGetFirstGlobalAlias(module), core::LLVMGetNextGlobalAlias);
            add(core::LLVMGetFirstGlobalIFunc(module), core::LLVMGetNextGlobalIFunc);
        }
        for (index, value) in all.iter().enumerate() {
            self.symbols.insert(*value, SymbolId::from_index(index));
        }
        for value in all {
            let symbol = self.symbol(value);
            self.module.symbols.push(symbol);
        }
    }

    fn symbol(&mut self, value: LLVMValueRef) -> Symbol {
        let name = self.name(value);
        // SAFETY: the value is a global, asked what its kind has.
        unsafe {
            let linkage = match core::LLVMGetLinkage(value) {
                L::LLVMInternalLinkage => Linkage::Internal,
                L::LLVMPrivateLinkage | L::LLVMLinkerPrivateLinkage | L::LLVMLinkerPrivateWeakLinkage => {
                    Linkage::Private
                }
                L::LLVMWeakAnyLinkage
                | L::LLVMWeakODRLinkage
                | L::LLVMLinkOnceAnyLinkage
                | L::LLVMLinkOnceODRLinkage
                | L::LLVMLinkOnceODRAutoHideLinkage
                | L::LLVMAvailableExternallyLinkage => Linkage::Weak,
                L::LLVMExternalWeakLinkage => Linkage::ExternWeak,
                L::LLVMAppendingLinkage => Linkage::Appending,
                _ => Linkage::External,
            };
            let ty = self.ty(core::LLVMGlobalGetValueType(value));
            let mut place = None;
            let kind = match core::LLVMGetValueKind(value) {
                Kind::LLVMGlobalVariableValueKind => {
                    let initial = core::LLVMGetInitializer(value);
                    let initial = (!initial.is_null()).then(|| self.constant(initial));
                    SymbolKind::Variable {
                        constant: core::LLVMIsGlobalConstant(value) != 0,
                        thread_local: core::LLVMIsThreadLocal(value) != 0,
                        align: u64::from(core::LLVMGetAlignment(value)),
                        initial,
                        debug: self.attached(value).and_then(|node| self.global_variable(node).1),
                    }
                }
                Kind::LLVMFunctionValueKind => {
                    let subprogram = debuginfo::LLVMGetSubprogram(value);
                    place = self.function_place(subprogram);
                    SymbolKind::Function(Box::new(self.function(value, subprogram)))
                }
                Kind::LLVMGlobalAliasValueKind => SymbolKind::Alias(self.constant(core::LLVMAliasGetAliasee(value))),
                _ => SymbolKind::Other("a function that is chosen when the program is loaded"),
            };
            let section = core::LLVMGetSection(value);
            let section = match section.is_null() {
                true => String::new(),
                false => CStr::from_ptr(section).to_string_lossy().into_owned(),
            };
            Symbol { name, linkage, ty, kind, place, section }
        }
    }

    /// The debug metadata of a global variable.
    ///
    /// # Safety
    /// The value is a global that lives.
    unsafe fn attached(&mut self, value: LLVMValueRef) -> Option<LLVMMetadataRef> {
        // SAFETY: as the function's own; the list is ours to release.
        unsafe {
            let mut count = 0;
            let entries = core::LLVMGlobalCopyAllMetadata(value, &mut count);
            let node = (count > 0).then(|| core::LLVMValueMetadataEntriesGetMetadata(entries, 0));
            core::LLVMDisposeValueMetadataEntries(entries);
            node
        }
    }

    /// # Safety
    /// The value is a function that lives.
    unsafe fn has_attribute(&self, function: LLVMValueRef, name: &str) -> bool {
        // SAFETY: as the caller's; the name is given with its length.
        unsafe {
            let kind = core::LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !core::LLVMGetEnumAttributeAtIndex(function, OF_FUNCTION, kind).is_null()
        }
    }

    /// # Safety
    /// The value is a function that lives.
    unsafe fn function(&mut self, value: LLVMValueRef, subprogram: LLVMMetadataRef) -> LlvmFunction {
        // SAFETY: as the function's own; blocks and instructions are walked as LLVM links them.
        unsafe {
            let mut function = LlvmFunction {
                noreturn: self.has_attribute(value, "noreturn"),
                noinline: self.has_attribute(value, "noinline"),
                has_all_labels: self.has_attribute(value, "optnone") && self.is_of_full_unit(subprogram),
                optnone: self.has_attribute(value, "optnone"),
                always_inline: self.has_attribute(value, "alwaysinline"),
                ..LlvmFunction::default()
            };
            let count = core::LLVMCountParams(value);
            let kind = core::LLVMGetEnumAttributeKindForName(c"byval".as_ptr(), 5);
            for index in 0..count {
                let attribute = core::LLVMGetEnumAttributeAtIndex(value, FIRST + index, kind);
                let ty = (!attribute.is_null()).then(|| self.ty(core::LLVMGetTypeAttributeValue(attribute)));
                function.by_value.push(ty);
            }
            let signature = self.signature(subprogram);
            if signature.len() == count as usize + 1 {
                function.debug = signature;
            }
            function.arguments = count as usize;
            let mut locals: FastMap<LLVMValueRef, LocalId> = FastMap::default();
            for index in 0..count {
                let param = core::LLVMGetParam(value, index);
                let (name, ty) = (self.name(param), self.ty(core::LLVMTypeOf(param)));
                let debug = function.debug.get(index as usize + 1).copied().flatten();
                locals.insert(param, function.locals.push(Local { name, ty, debug, instruction: None }));
            }
            self.body(value, &mut function, &mut locals);
            function
        }
    }

    /// # Safety
    /// The value is a function that lives.
    unsafe fn body(
        &mut self,
        value: LLVMValueRef,
        function: &mut LlvmFunction,
        locals: &mut FastMap<LLVMValueRef, LocalId>,
    ) {
        // SAFETY: as the function's own.
        unsafe {
            let mut blocks: FastMap<LLVMBasicBlockRef, BlockId> = FastMap::default();
            let mut instructions = Vec::new();
            let mut declared = Vec::new();
            let mut block = core::LLVMGetFirstBasicBlock(value);
            while !block.is_null() {
                let id = function.blocks.push(BasicBlock::default());
                blocks.insert(block, id);
                let mut instruction = core::LLVMGetFirstInstruction(block);
                while !instruction.is_null() {
                    match self.is_debug(instruction) {
                        Some("llvm.dbg.declare") => declared.extend(self.declared(instruction)),
                        Some("llvm.dbg.label") => {
                            if let Some(name) = self.label(instruction) {
                                let ty = self.ty(core::LLVMTypeOf(instruction));
                                let (place, inlined) = self.place(instruction);
                                let operation = Operation::Label(name);
                                let label = Instruction { operation, operands: Vec::new(), place, inlined };
                                let local = Local { name: String::new(), ty, debug: None, instruction: Some(label) };
                                let local = function.locals.push(local);
                                function.blocks[id].instructions.push(local);
                            }
                        }
                        Some(_) => {}
                        None => {
                            let ty = self.ty(core::LLVMTypeOf(instruction));
                            let name = self.name(instruction);
                            let local = function.locals.push(Local { name, ty, debug: None, instruction: None });
                            locals.insert(instruction, local);
                            function.blocks[id].instructions.push(local);
                            instructions.push((instruction, local));
                        }
                    }
                    instruction = core::LLVMGetNextInstruction(instruction);
                }
                block = core::LLVMGetNextBasicBlock(block);
            }
            for (instruction, local) in instructions {
                function.locals[local].instruction = Some(self.instruction(instruction, locals, &blocks));
                if core::LLVMGetInstructionOpcode(instruction) == O::LLVMInvoke {
                    self.returns(instruction, &blocks, function);
                }
            }
            for (address, name, ty) in declared {
                if let Some(local) = locals.get(&address) {
                    let local = &mut function.locals[*local];
                    local.name = name.unwrap_or_else(|| std::mem::take(&mut local.name));
                    if local.instruction.is_some() {
                        local.debug = ty;
                    }
                }
            }
        }
    }

    /// A call that ends its block is a call, and a branch to where it returns to. What is thrown has no model: `write/runtime.rs`
    /// refuses what throws, so that nothing comes to the other block.
    ///
    /// # Safety
    /// The value is an `invoke` that lives, of a function with these blocks.
    unsafe fn returns(
        &mut self,
        invoke: LLVMValueRef,
        blocks: &FastMap<LLVMBasicBlockRef, BlockId>,
        function: &mut LlvmFunction,
    ) {
        // SAFETY: as the function's own.
        unsafe {
            let to = blocks.get(&core::LLVMGetNormalDest(invoke)).copied();
            let of = blocks.get(&core::LLVMGetInstructionParent(invoke)).copied();
            let (Some(to), Some(of)) = (to, of) else { return };
            let (place, inlined) = self.place(invoke);
            let ty = self.ty(core::LLVMVoidTypeInContext(self.parsed.context));
            let branch =
                Instruction { operation: Operation::Branch, operands: vec![LlvmOperand::Block(to)], place, inlined };
            let local = Local { name: String::new(), ty, debug: None, instruction: Some(branch) };
            let local = function.locals.push(local);
            function.blocks[of].instructions.push(local);
        }
    }

    /// The name of the debug intrinsic that an instruction calls.
    ///
    /// # Safety
    /// The value is an instruction that lives.
    unsafe fn is_debug(&self, instruction: LLVMValueRef) -> Option<&'static str> {
        // SAFETY: as the function's own.
        unsafe {
            if core::LLVMGetInstructionOpcode(instruction) != llvm_sys::LLVMOpcode::LLVMCall {
                return None;
            }
            let callee = core::LLVMGetCalledValue(instruction);
            if core::LLVMGetValueKind(callee) != Kind::LLVMFunctionValueKind {
                return None;
            }
            match self.name(callee).as_str() {
                "llvm.dbg.declare" => Some("llvm.dbg.declare"),
                "llvm.dbg.label" => Some("llvm.dbg.label"),
                name if name.starts_with("llvm.dbg.") => Some("llvm.dbg"),
                _ => None,
            }
        }
    }
}
