//! Inline definitions that a compiler puts in for every call, beside another body of the same function.
//!
//! C leaves open which of an inline and an external definition a call means (C17 6.7.4p7), and Cairn takes the external
//! one. With gcc's `gnu_inline` and `always_inline` it is not open: calls mean the inline body, the address the other. Two
//! functions of one name are not modelled, so the whole is refused.

use super::Definition;
use crate::ast::{ExternalDeclaration, StorageClass, TranslationUnit};
use crate::library;
use crate::lower::Lower;
use cairn_base::Span;
use cairn_ir::FunctionId;
use cairn_ir::external::SYSTEM_HEADERS;

impl Lower<'_> {
    /// Takes away what the system's headers would have put in for calls of library functions (`extern inline`, `gnu_inline`): with
    /// optimisation and with `_FORTIFY_SOURCE`, which aborts where an access is out of bounds. The function itself is the library's,
    /// and so is its model: it asks of each call what is undefined, and knows no `__builtin_va_arg_pack`.
    pub(super) fn without_wrappers(&self, unit: &mut TranslationUnit) {
        unit.items.retain(|item| {
            let ExternalDeclaration::Function(function) = item else { return true };
            let mut attributes = function.specifiers.attributes.iter().chain(&function.declarator.attributes);
            let is_wrapper = function.specifiers.storage == Some(StorageClass::Extern)
                && function.specifiers.inline
                && attributes.any(|attribute| matches!(self.text(attribute.name), "gnu_inline" | "__gnu_inline__"));
            let is_librarys =
                function.declarator.name.is_some_and(|name| library::is_library_function(self.text(name)));
            let of_system = || {
                let file = self.program.sources.locate(function.declarator.span).map(|at| at.file);
                file.is_some_and(|file| file.starts_with(SYSTEM_HEADERS))
            };
            !(is_wrapper && is_librarys && of_system())
        });
    }

    /// A body that gcc puts in for every call (`gnu_inline` and `always_inline`) beside the body that the address leads to,
    /// in another file, makes two functions of one name: not modelled.
    pub(super) fn refuse_two_bodies(&mut self, function: FunctionId, always: bool, replaceable: bool, span: Span) {
        if self.in_prelude {
            return;
        }
        let has_other = matches!(self.linkage.functions.get(&function), Some((Definition::Full, _)));
        if always {
            self.linkage.always_inline.insert(function);
        }
        let becomes_other = !replaceable && self.linkage.always_inline.contains(&function);
        if (always && has_other) || becomes_other {
            let what = "an 'always_inline' body beside another of the same function".into();
            self.linkage.refused.push((what, span));
        }
    }
}
