//! Reading with the official library: assembly or bitcode to a [`Module`]. All unsafe code of the crate is in this folder.
//!
//! Invariants that the safety rests on: a context and the module in it live from the parse to the end of [`module`], and no
//! pointer of LLVM leaves this folder; a value, type or piece of metadata is only asked what its kind has (LLVM checks
//! nothing in a release), which is why kinds are looked at first; the module passed LLVM's own verifier before anything
//! else is read. Debug records are turned into calls of `llvm.dbg.declare`, since version 19 has no other way to see them
//! through its C interface.
#![allow(unsafe_code)] // Foreign functions; see the invariants above.

mod constants;
mod debug;
mod functions;
mod instructions;
mod newer;
mod types;

use crate::model::{ConstantId, DebugId, Module, SymbolId, TypeId};
use cairn_base::FastMap;
use llvm_sys::prelude::*;
use llvm_sys::{analysis, core, ir_reader, target};
use std::ffi::{CStr, CString, c_char};
use std::ptr;

unsafe extern "C" {
    /// Of LLVM 19's C interface; `llvm-sys` does not declare it.
    fn LLVMSetIsNewDbgInfoFormat(module: LLVMModuleRef, new: i32);
}

/// A context and the module in it.
struct Parsed {
    context: LLVMContextRef,
    module: LLVMModuleRef,
}

impl Drop for Parsed {
    fn drop(&mut self) {
        // SAFETY: both were made by `parse` and are given up once; nothing else holds a pointer into them.
        unsafe {
            core::LLVMDisposeModule(self.module);
            core::LLVMContextDispose(self.context);
        }
    }
}

/// A text of LLVM's, copied and released.
fn take_text(text: *mut c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: LLVM gives a NUL-terminated string that is ours to release with its own function.
    unsafe {
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        core::LLVMDisposeMessage(text);
        copy
    }
}

/// `length` bytes that LLVM keeps.
fn bytes_of(text: *const c_char, length: usize) -> Vec<u8> {
    if text.is_null() || length == 0 {
        return Vec::new();
    }
    // SAFETY: LLVM says that there are so many bytes, and they live as long as the module.
    unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length).to_vec() }
}

fn text_of(text: *const c_char, length: usize) -> String {
    String::from_utf8_lossy(&bytes_of(text, length)).into_owned()
}

fn parse(name: &str, bytes: &[u8]) -> Result<Parsed, String> {
    let name = CString::new(name.replace('\0', "?")).unwrap_or_default();
    let bytes = &*newer::without_newer_words(bytes);
    // SAFETY: the buffer is copied; the parser owns and releases the copy; module and message are written by it.
    unsafe {
        let context = core::LLVMContextCreate();
        // A message of LLVM's would otherwise end the process or go to the standard error.
        core::LLVMContextSetDiagnosticHandler(context, Some(ignore), ptr::null_mut());
        let buffer = core::LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), name.as_ptr());
        let (mut module, mut message) = (ptr::null_mut(), ptr::null_mut());
        if ir_reader::LLVMParseIRInContext(context, buffer, &mut module, &mut message) != 0 {
            core::LLVMContextDispose(context);
            return Err(take_text(message));
        }
        let parsed = Parsed { context, module };
        let mut message = ptr::null_mut();
        let action = analysis::LLVMVerifierFailureAction::LLVMReturnStatusAction;
        let broken = analysis::LLVMVerifyModule(module, action, &mut message) != 0;
        let message = take_text(message);
        if broken { Err(message) } else { Ok(parsed) }
    }
}

extern "C" fn ignore(_: LLVMDiagnosticInfoRef, _: *mut std::ffi::c_void) {}

/// The module in assembly or bitcode.
///
/// # Errors
/// What LLVM says of bytes that are no module.
pub fn module(name: &str, bytes: &[u8]) -> Result<Module, String> {
    let parsed = parse(name, bytes)?;
    // SAFETY: the module lives; the records of debug information are its own.
    unsafe { LLVMSetIsNewDbgInfoFormat(parsed.module, 0) };
    let mut reader = Reader {
        parsed: &parsed,
        // SAFETY: the data layout lives as long as the module.
        layout: unsafe { target::LLVMGetModuleDataLayout(parsed.module) },
        module: Module::default(),
        types: FastMap::default(),
        constants: FastMap::default(),
        symbols: FastMap::default(),
        debug: FastMap::default(),
        full_units: FastMap::default(),
        files: FastMap::default(),
        inlined: FastMap::default(),
    };
    reader.module_data();
    reader.symbols();
    Ok(reader.module)
}

/// The current module, and what of it is known already, by LLVM's addresses.
struct Reader<'a> {
    parsed: &'a Parsed,
    layout: target::LLVMTargetDataRef,
    module: Module,
    types: FastMap<LLVMTypeRef, TypeId>,
    constants: FastMap<LLVMValueRef, ConstantId>,
    symbols: FastMap<LLVMValueRef, SymbolId>,
    debug: FastMap<LLVMMetadataRef, DebugId>,
    full_units: FastMap<LLVMMetadataRef, bool>,
    files: FastMap<String, u32>,
    inlined: FastMap<String, u32>,
}

impl Reader<'_> {
    fn module_data(&mut self) {
        // SAFETY: the module and its layout live.
        unsafe {
            self.module.pointer_bits = target::LLVMPointerSize(self.layout) * 8;
            self.module.little_endian =
                target::LLVMByteOrder(self.layout) == target::LLVMByteOrdering::LLVMLittleEndian;
            let mut length = 0;
            core::LLVMGetModuleInlineAsm(self.parsed.module, &mut length);
            self.module.has_assembler = length > 0;
        }
    }

    /// The name of a value; empty where it has none.
    fn name(&self, value: LLVMValueRef) -> String {
        let mut length = 0;
        // SAFETY: the value lives.
        let text = unsafe { core::LLVMGetValueName2(value, &mut length) };
        text_of(text, length)
    }
}
