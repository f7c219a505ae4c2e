//! Which attributes Cairn knows, and what they mean to it.
//!
//! An allow-list: an attribute that is not on it may change what a program does, and what it stands on is not modelled
//! where it is used. Of those on it the harmless ones change nothing that a program can observe in C's terms: they guide
//! warnings, optimisation, code generation or the symbol table. A false promise (`pure` on a function with effects) is
//! not used by Cairn, so it cannot mislead it.

use crate::ast::{Attribute, SyntaxExprKind};
use crate::lower::{Lower, Res};
use cairn_ir::FunctionId;

/// Treatment of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    Harmless,
    /// Something, where types, declarations and symbols are lowered.
    Honoured,
    /// It changes the meaning in a way that is not modelled, or it is not known.
    Refused,
}

/// The meaning of an attribute, by its name without underscores.
pub(crate) fn meaning(name: &str) -> Meaning {
    match name {
        // Layout and types.
        "aligned" | "packed" | "mode" | "vector_size" | "transparent_union"
        // Control flow and lifetimes.
        | "noreturn" | "_Noreturn" | "cleanup" | "constructor" | "destructor" | "gnu_inline"
        // Symbols.
        | "alias" | "weak" | "asm" | "section" => Meaning::Honoured,
        // Warnings.
        "unused" | "used" | "maybe_unused" | "deprecated" | "unavailable" | "nodiscard" | "warn_unused_result"
        | "format" | "format_arg" | "sentinel" | "nonnull" | "returns_nonnull" | "warning" | "error" | "access"
        | "fallthrough" | "nonstring" | "designated_init" | "warn_if_not_aligned" | "fd_arg" | "fd_arg_read"
        | "fd_arg_write" | "diagnose_if" | "diagnose_as_builtin" | "tainted_args" | "objc_root_class" | "null_terminated_string_arg"
        // Promises to the optimiser, which Cairn does not rely on.
        | "const" | "pure" | "malloc" | "alloc_size" | "alloc_align" | "assume_aligned" | "nothrow" | "leaf" | "hot"
        | "cold" | "returns_twice" | "may_alias" | "assume" | "simd" | "optnone" | "unsequenced" | "reproducible"
        | "expected_throw" | "likely" | "unlikely" | "musttail"
        // How code is made; the same code in C's terms.
        | "always_inline" | "noinline" | "noclone" | "noipa" | "no_icf" | "flatten" | "artificial" | "optimize"
        | "target" | "no_reorder" | "noplt" | "stack_protect" | "no_stack_protector" | "no_split_stack" | "zero_call_used_regs"
        | "no_instrument_function" | "no_profile_instrument_function" | "no_sanitize" | "no_sanitize_address"
        | "no_sanitize_thread" | "no_sanitize_undefined" | "no_sanitize_coverage" | "no_address_safety_analysis"
        | "disable_sanitizer_instrumentation" | "patchable_function_entry" | "cf_check" | "nocf_check"
        | "indirect_branch" | "indirect_return" | "function_return" | "fentry_name" | "fentry_section" | "nodirect_extern_access"
        | "force_align_arg_pointer" | "externally_visible" | "retain" | "no_caller_saved_registers" | "uninitialized"
        // Calling conventions: caller and callee agree, or the program does not link.
        | "cdecl" | "stdcall" | "fastcall" | "thiscall" | "regparm" | "sysv_abi" | "ms_abi" | "sseregparm"
        | "callee_pop_aggregate_return" | "ms_hook_prologue"
        // The symbol table, beyond which name means which object.
        | "visibility" | "nocommon" | "common" | "copy" | "symver" | "unused_symbol" | "dllimport" | "dllexport" | "tls_model"
        | "model" | "btf_decl_tag" | "btf_type_tag" | "preserve_access_index"
        // Of other compilers and analysers; gcc ignores them.
        | "enum_extensibility" | "flag_enum" | "counted_by" | "capability" | "guarded_by"
        | "address_space" | "force" | "safe" | "bitwise" | "noderef" | "context" | "internal_linkage" => Meaning::Harmless,
        _ => Meaning::Refused,
    }
}

/// Whether what lies in a section runs before or after `main`, as linkers put it together: in one of these sections, or in
/// one of them with a priority. (`.initcall6.init` of the Linux kernel is a section like any other.)
fn runs_around_main(section: &str) -> bool {
    const TABLES: [&str; 5] = [".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors"];
    let is_in = |table: &str| section.strip_prefix(table).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    matches!(section, ".init" | ".fini") || TABLES.into_iter().any(is_in)
}

impl Lower<'_> {
    /// Unmodelled part of an attribute.
    pub fn refusal(&self, attribute: &Attribute) -> Option<String> {
        let name = self.text(attribute.name);
        let texts = || {
            attribute.args.iter().filter_map(|arg| match &arg.kind {
                SyntaxExprKind::String(units, _) => {
                    Some(units.iter().map(|unit| *unit as u8 as char).collect::<String>())
                }
                _ => None,
            })
        };
        let says = |words: &[&str]| texts().any(|text| words.iter().any(|word| text.contains(word)));
        match name {
            "optimize" if says(&["fast", "unsafe"]) => Some("the attribute 'optimize' with unsafe arithmetic".into()),
            "scalar_storage_order" if says(&["little"]) => None,
            // What lies there runs before or after `main`, or not at all.
            "section" if texts().any(|name| runs_around_main(&name)) => {
                Some("a section of code that runs before or after 'main'".into())
            }
            _ if meaning(name) == Meaning::Refused => Some(format!("the attribute '{name}'")),
            _ => None,
        }
    }

    /// Refuses what attributes of a type say that is not modelled.
    pub fn check_type_attributes(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            if let Some(what) = self.refusal(attribute) {
                self.linkage.refused.push((what, attribute.span));
            }
        }
    }

    /// Effects of the attributes of a declared function.
    pub fn function_attributes(&mut self, function: FunctionId, noreturn: bool, attributes: &[&Attribute]) -> Res<()> {
        let mut noreturn = noreturn;
        // gcc makes entries in the table of constructors for functions with a body only.
        let is_alias = attributes.iter().any(|attribute| matches!(self.text(attribute.name), "alias" | "weakref"));
        for attribute in attributes {
            self.promises.remove(&attribute.span);
            match self.text(attribute.name) {
                "constructor" | "destructor" if is_alias => {}
                "noreturn" => noreturn = true,
                "aligned" => {
                    let align = self.aligned_attribute(attribute)?;
                    let known = self.function_alignments.entry(function).or_insert(1);
                    *known = align.max(*known);
                }
                "const" | "pure" => drop(self.program.outside.effect_free.insert(function)),
                word @ ("constructor" | "destructor") => {
                    let ends = word == "destructor";
                    let priority = attribute.args.first().and_then(|arg| self.constant_int(arg).ok());
                    let entry = (priority.unwrap_or(65535), function);
                    let list = if ends { &mut self.destructors } else { &mut self.constructors };
                    list.retain(|(_, known)| *known != function);
                    list.push(entry);
                }
                _ => {}
            }
            if let Some(what) = self.refusal(attribute) {
                self.refused_functions.insert(function, what);
            }
        }
        if noreturn {
            self.noreturn.insert(function);
            self.program.outside.noreturn.insert(function);
        }
        Ok(())
    }
}
