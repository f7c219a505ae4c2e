//! Debug metadata: where instructions come from, and what LLVM's types do not say of the source's (signs, names).
//!
//! The C interface has getters for little of it; the rest are the operands of the nodes, whose order is fixed for each kind
//! of node (LLVM's `DebugInfoMetadata.h`). Whatever is not as expected is taken for not there.

use super::{Reader, text_of};
use crate::model::{DebugId, DebugLocation, DebugType, RecordMember};
use llvm_sys::prelude::*;
use llvm_sys::{core, debuginfo};

// Tags of DWARF.
const ARRAY: u16 = 0x01;
const ENUMERATION: u16 = 0x04;
const LEXICAL_BLOCK: u16 = 0x0b;
const MEMBER: u16 = 0x0d;
const STRUCTURE: u16 = 0x13;
const TYPEDEF: u16 = 0x16;
const UNION: u16 = 0x17;
const BASE: u16 = 0x24;
const CONST: u16 = 0x26;
const SUBPROGRAM: u16 = 0x2e;
const VOLATILE: u16 = 0x35;
const ATOMIC: u16 = 0x47;

impl Reader<'_> {
    fn as_value(&self, metadata: LLVMMetadataRef) -> LLVMValueRef {
        // SAFETY: context and metadata live.
        unsafe { core::LLVMMetadataAsValue(self.parsed.context, metadata) }
    }

    /// The operands of a node, null where there is none.
    fn operands(&self, metadata: LLVMMetadataRef) -> Vec<LLVMMetadataRef> {
        if metadata.is_null() {
            return Vec::new();
        }
        let value = self.as_value(metadata);
        // SAFETY: the value wraps a node; LLVM writes as many operands as it says there are.
        unsafe {
            if core::LLVMIsAMDNode(value).is_null() {
                return Vec::new();
            }
            let mut operands = vec![std::ptr::null_mut(); core::LLVMGetMDNodeNumOperands(value) as usize];
            core::LLVMGetMDNodeOperands(value, operands.as_mut_ptr());
            let wrapped = |value: LLVMValueRef| match value.is_null() || core::LLVMIsAMDNode(value).is_null() {
                true => match value.is_null() || core::LLVMIsAMDString(value).is_null() {
                    true => std::ptr::null_mut(),
                    false => core::LLVMValueAsMetadata(value),
                },
                false => core::LLVMValueAsMetadata(value),
            };
            operands.into_iter().map(wrapped).collect()
        }
    }

    fn string(&self, metadata: LLVMMetadataRef) -> Option<String> {
        if metadata.is_null() {
            return None;
        }
        let value = self.as_value(metadata);
        // SAFETY: the value wraps a string when LLVM says so.
        unsafe {
            if core::LLVMIsAMDString(value).is_null() {
                return None;
            }
            let mut length = 0;
            let text = core::LLVMGetMDString(value, &mut length);
            Some(text_of(text, length as usize))
        }
    }

    fn operand(&self, node: LLVMMetadataRef, index: usize) -> LLVMMetadataRef {
        self.operands(node).get(index).copied().unwrap_or(std::ptr::null_mut())
    }

    /// The tag of a node that has one; 0 for others.
    fn tag(&self, node: LLVMMetadataRef) -> u16 {
        use debuginfo::LLVMMetadataKind as Kind;
        if node.is_null() {
            return 0;
        }
        // SAFETY: the node lives; only nodes of debug information are asked for their tag.
        unsafe {
            let has_tag = [
                Kind::LLVMDIBasicTypeMetadataKind as u32,
                Kind::LLVMDIDerivedTypeMetadataKind as u32,
                Kind::LLVMDICompositeTypeMetadataKind as u32,
                Kind::LLVMDISubroutineTypeMetadataKind as u32,
                Kind::LLVMDISubprogramMetadataKind as u32,
                Kind::LLVMDILexicalBlockMetadataKind as u32,
                Kind::LLVMDILexicalBlockFileMetadataKind as u32,
            ];
            match has_tag.contains(&(debuginfo::LLVMGetMetadataKind(node) as u32)) {
                true => debuginfo::LLVMGetDINodeTag(node),
                false => 0,
            }
        }
    }

    /// Name and type of the variable that a metadata node is.
    pub(super) fn variable(&mut self, node: LLVMMetadataRef) -> (Option<String>, Option<DebugId>) {
        let operands = self.operands(node);
        let [_, name, _, ty, ..] = operands[..] else { return (None, None) };
        (self.string(name), self.debug_type(ty))
    }

    /// The variable that `llvm.dbg.declare` is about, and its description.
    pub(super) fn declared(&mut self, call: LLVMValueRef) -> Option<(LLVMValueRef, Option<String>, Option<DebugId>)> {
        // SAFETY: the call lives and has three operands that wrap metadata; a node that wraps a value gives that value
        // as its only operand.
        unsafe {
            let address = core::LLVMGetOperand(call, 0);
            if core::LLVMGetMDNodeNumOperands(address) != 1 {
                return None;
            }
            let mut value = std::ptr::null_mut();
            core::LLVMGetMDNodeOperands(address, &mut value);
            if value.is_null() {
                return None;
            }
            let variable = core::LLVMValueAsMetadata(core::LLVMGetOperand(call, 1));
            let (name, ty) = self.variable(variable);
            Some((value, name, ty))
        }
    }

    /// The label of the source that `llvm.dbg.label` stands for.
    pub(super) fn label(&self, call: LLVMValueRef) -> Option<String> {
        // SAFETY: the call lives; its operand wraps metadata.
        let label = unsafe { core::LLVMValueAsMetadata(core::LLVMGetOperand(call, 0)) };
        self.string(self.operand(label, 1))
    }

    /// Whether a function has all its debug information: with line tables only, it has a description and no labels. How much a
    /// unit has is no operand, so LLVM prints the unit, once.
    pub(super) fn is_of_full_unit(&mut self, subprogram: LLVMMetadataRef) -> bool {
        if self.tag(subprogram) != SUBPROGRAM {
            return false;
        }
        let kind = debuginfo::LLVMMetadataKind::LLVMDICompileUnitMetadataKind as u32;
        // SAFETY: operands that are there live.
        let is_unit =
            |node: &LLVMMetadataRef| unsafe { !node.is_null() && debuginfo::LLVMGetMetadataKind(*node) as u32 == kind };
        let Some(unit) = self.operands(subprogram).into_iter().find(is_unit) else { return false };
        if let Some(known) = self.full_units.get(&unit) {
            return *known;
        }
        // SAFETY: the value wraps a node that lives; the text is ours to release.
        let text = super::take_text(unsafe { core::LLVMPrintValueToString(self.as_value(unit)) });
        let is_full = text.contains("emissionKind: FullDebug");
        self.full_units.insert(unit, is_full);
        is_full
    }

    /// The type of the variable that a global's attachment describes.
    pub(super) fn global_variable(&mut self, expression: LLVMMetadataRef) -> (Option<String>, Option<DebugId>) {
        let variable = self.operand(expression, 0);
        self.variable(variable)
    }

    /// The types of a function's result and parameters.
    pub(super) fn signature(&mut self, subprogram: LLVMMetadataRef) -> Vec<Option<DebugId>> {
        if self.tag(subprogram) != SUBPROGRAM {
            return Vec::new();
        }
        let ty = self.operand(subprogram, 5);
        let types = self.operand(ty, 3);
        self.operands(types).into_iter().map(|ty| self.debug_type(ty)).collect()
    }

    fn debug_type(&mut self, node: LLVMMetadataRef) -> Option<DebugId> {
        if node.is_null() {
            return None;
        }
        if let Some(known) = self.debug.get(&node) {
            return Some(*known);
        }
        let tag = self.tag(node);
        if matches!(tag, TYPEDEF | CONST | VOLATILE | ATOMIC) {
            let inner = self.operand(node, 3);
            return self.debug_type(inner);
        }
        // Records contain themselves behind pointers only, and those say nothing.
        // SAFETY: nodes with these tags are types.
        let bits = match tag {
            BASE | ENUMERATION => unsafe { debuginfo::LLVMDITypeGetSizeInBits(node) },
            _ => 0,
        };
        let found = match tag {
            BASE => {
                let name = self.operand(node, 2);
                let name = self.string(name).unwrap_or_default();
                DebugType::Integer { unsigned: name.contains("unsigned") || name == "_Bool", bits }
            }
            ENUMERATION => {
                let base = self.operand(node, 3);
                match self.debug_type(base).map(|base| &self.module.debug[base]) {
                    Some(DebugType::Integer { unsigned, .. }) => DebugType::Integer { unsigned: *unsigned, bits },
                    _ => DebugType::Other,
                }
            }
            ARRAY => {
                let element = self.operand(node, 3);
                DebugType::Array(self.debug_type(element))
            }
            STRUCTURE | UNION => self.record(node),
            _ => DebugType::Other,
        };
        let id = self.module.debug.push(found);
        self.debug.insert(node, id);
        Some(id)
    }

    fn record(&mut self, node: LLVMMetadataRef) -> DebugType {
        let name = self.operand(node, 2);
        let name = self.string(name).unwrap_or_default();
        let elements = self.operand(node, 4);
        let mut members = Vec::new();
        for member in self.operands(elements) {
            if self.tag(member) != MEMBER {
                continue;
            }
            let name = self.operand(member, 2);
            let name = self.string(name).unwrap_or_default();
            // SAFETY: members are types to LLVM.
            let (offset, bits) =
                unsafe { (debuginfo::LLVMDITypeGetOffsetInBits(member), debuginfo::LLVMDITypeGetSizeInBits(member)) };
            let ty = self.operand(member, 3);
            let ty = self.debug_type(ty);
            members.push(RecordMember { name, offset, bits, ty });
        }
        DebugType::Record { name, members }
    }

    /// Where an instruction comes from, and the functions that it was inlined from, innermost first.
    pub(super) fn place(&mut self, instruction: LLVMValueRef) -> (Option<DebugLocation>, Vec<u32>) {
        // SAFETY: the instruction lives; locations and scopes are asked what they have.
        unsafe {
            let location = debuginfo::LLVMInstructionGetDebugLoc(instruction);
            if location.is_null() {
                return (None, Vec::new());
            }
            let line = debuginfo::LLVMDILocationGetLine(location);
            let column = debuginfo::LLVMDILocationGetColumn(location);
            let scope = debuginfo::LLVMDILocationGetScope(location);
            let place = (line > 0).then(|| DebugLocation { file: self.file(scope), line, column });
            let mut inlined = Vec::new();
            let mut at = location;
            loop {
                let outer = debuginfo::LLVMDILocationGetInlinedAt(at);
                if outer.is_null() {
                    return (place, inlined);
                }
                if let Some(name) = self.function_of(debuginfo::LLVMDILocationGetScope(at)) {
                    let known = self.inlined.get(&name).copied();
                    inlined.push(known.unwrap_or_else(|| {
                        self.module.inlined.push(name.clone());
                        let index = self.module.inlined.len() as u32 - 1;
                        self.inlined.insert(name, index);
                        index
                    }));
                }
                at = outer;
            }
        }
    }

    pub(super) fn function_place(&mut self, subprogram: LLVMMetadataRef) -> Option<DebugLocation> {
        if self.tag(subprogram) != SUBPROGRAM {
            return None;
        }
        // SAFETY: the node is a subprogram.
        let line = unsafe { debuginfo::LLVMDISubprogramGetLine(subprogram) };
        Some(DebugLocation { file: self.file(subprogram), line, column: 1 })
    }

    fn function_of(&self, mut scope: LLVMMetadataRef) -> Option<String> {
        // Blocks lie in blocks, and at last in a function.
        for _ in 0..10_000 {
            match self.tag(scope) {
                SUBPROGRAM => {
                    let name = self.operand(scope, 2);
                    return self.string(name);
                }
                LEXICAL_BLOCK => scope = self.operand(scope, 1),
                _ => return None,
            }
        }
        None
    }

    fn file(&mut self, scope: LLVMMetadataRef) -> u32 {
        // SAFETY: scopes have a file or none.
        let name = unsafe {
            let file = debuginfo::LLVMDIScopeGetFile(scope);
            let mut length = 0;
            match file.is_null() {
                true => String::new(),
                false => {
                    let text = debuginfo::LLVMDIFileGetFilename(file, &mut length);
                    text_of(text, length as usize)
                }
            }
        };
        if let Some(known) = self.files.get(&name) {
            return *known;
        }
        self.module.files.push(name.clone());
        let index = self.module.files.len() as u32 - 1;
        self.files.insert(name, index);
        index
    }
}
