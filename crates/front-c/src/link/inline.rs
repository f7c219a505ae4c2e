//! Inline definitions that a compiler puts in for every call, beside another body of the same function.
//!
//! C leaves open which of an inline and an external definition a call means (C17 6.7.4p7), and Cairn takes the external
//! one. With gcc's `gnu_inline` and `always_inline` it is not open: calls mean the inline body, the address the other. Two
//! functions of one name are not modelled, so the whole is refused.

use super::Definition;
use crate::lower::Lower;
use cairn_base::Span;
use cairn_ir::FunctionId;

impl Lower<'_> {
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
