//! Types with their layout.

use super::{Reader, take_text};
use crate::model::{LlvmType, TypeId, TypeKind};
use llvm_sys::prelude::*;
use llvm_sys::{LLVMTypeKind as Kind, core, target};
use std::ffi::CStr;

impl Reader<'_> {
    pub(super) fn ty(&mut self, of: LLVMTypeRef) -> TypeId {
        if let Some(known) = self.types.get(&of) {
            return *known;
        }
        // Types are not recursive: pointers do not say what they point to.
        let kind = self.type_kind(of);
        let has_size = !matches!(kind, TypeKind::Void | TypeKind::Function { .. } | TypeKind::Other(_));
        // SAFETY: the type lives; it is asked for its size only where it has one.
        let (size, align) = unsafe {
            match has_size && core::LLVMTypeIsSized(of) != 0 {
                true => (
                    target::LLVMABISizeOfType(self.layout, of),
                    u64::from(target::LLVMABIAlignmentOfType(self.layout, of)),
                ),
                false => (0, 1),
            }
        };
        let id = self.module.types.push(LlvmType { kind, size, align });
        self.types.insert(of, id);
        id
    }

    fn type_kind(&mut self, of: LLVMTypeRef) -> TypeKind {
        // SAFETY: the type lives, and is asked only what its kind has.
        unsafe {
            match core::LLVMGetTypeKind(of) {
                Kind::LLVMVoidTypeKind => TypeKind::Void,
                Kind::LLVMIntegerTypeKind => TypeKind::Integer(core::LLVMGetIntTypeWidth(of)),
                Kind::LLVMFloatTypeKind => TypeKind::Float,
                Kind::LLVMDoubleTypeKind => TypeKind::Double,
                Kind::LLVMX86_FP80TypeKind => TypeKind::LongDouble,
                Kind::LLVMFP128TypeKind => TypeKind::Quad,
                Kind::LLVMPointerTypeKind if core::LLVMGetPointerAddressSpace(of) == 0 => TypeKind::Pointer,
                Kind::LLVMArrayTypeKind => {
                    let length = core::LLVMGetArrayLength2(of);
                    TypeKind::Array { of: self.ty(core::LLVMGetElementType(of)), length }
                }
                Kind::LLVMVectorTypeKind => {
                    let length = core::LLVMGetVectorSize(of);
                    TypeKind::Vector { of: self.ty(core::LLVMGetElementType(of)), length }
                }
                Kind::LLVMStructTypeKind => self.structure(of),
                Kind::LLVMFunctionTypeKind => {
                    let mut params = vec![std::ptr::null_mut(); core::LLVMCountParamTypes(of) as usize];
                    core::LLVMGetParamTypes(of, params.as_mut_ptr());
                    let result = self.ty(core::LLVMGetReturnType(of));
                    let params = params.into_iter().map(|param| self.ty(param)).collect();
                    TypeKind::Function { result, params, variadic: core::LLVMIsFunctionVarArg(of) != 0 }
                }
                _ => TypeKind::Other(take_text(core::LLVMPrintTypeToString(of))),
            }
        }
    }

    /// # Safety
    /// The type is a structure that lives.
    unsafe fn structure(&mut self, of: LLVMTypeRef) -> TypeKind {
        // SAFETY: as the function's own.
        unsafe {
            let name = core::LLVMGetStructName(of);
            let name = (!name.is_null()).then(|| CStr::from_ptr(name).to_string_lossy().into_owned());
            let packed = core::LLVMIsPackedStruct(of) != 0;
            if core::LLVMIsOpaqueStruct(of) != 0 {
                return TypeKind::Struct { name, fields: None, packed };
            }
            let mut types = vec![std::ptr::null_mut(); core::LLVMCountStructElementTypes(of) as usize];
            core::LLVMGetStructElementTypes(of, types.as_mut_ptr());
            let sized = core::LLVMTypeIsSized(of) != 0;
            let mut fields = Vec::with_capacity(types.len());
            for (index, field) in types.into_iter().enumerate() {
                let offset = if sized { target::LLVMOffsetOfElement(self.layout, of, index as u32) } else { 0 };
                fields.push((self.ty(field), offset));
            }
            TypeKind::Struct { name, fields: sized.then_some(fields), packed }
        }
    }
}
