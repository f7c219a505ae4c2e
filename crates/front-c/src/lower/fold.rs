//! Calls of string functions on literals, and of `abs`, where C wants a constant: gcc computes them
//! (`static char room[strlen("abc")]`).
//!
//! Elsewhere they are calls like all others.

use super::Lower;
use crate::ast::{LiteralEncoding, SyntaxExpr, SyntaxExprKind, strip};
use cairn_ir::ExprId;
use std::cmp::Ordering;

impl Lower<'_> {
    /// The value of such a call, where a constant is wanted.
    pub(super) fn folded_call(&mut self, callee: &SyntaxExpr, args: &[SyntaxExpr]) -> Option<ExprId> {
        if self.constant == 0 {
            return None;
        }
        let SyntaxExprKind::Name(name) = strip(callee).kind else { return None };
        if self.has_body(name) {
            return None;
        }
        let text = self.text(name);
        let plain = text.strip_prefix("__builtin_").unwrap_or(text).to_owned();
        match (plain.as_str(), args) {
            ("strlen", [text]) => {
                let length = characters(text)?.len() as i128;
                Some(self.int_constant(length, self.basic.size_t))
            }
            ("strcmp", [one, other]) => {
                let order = characters(one)?.cmp(characters(other)?);
                Some(self.sign(order))
            }
            ("strncmp", [one, other, most]) => {
                let (one, other) = (characters(one)?, characters(other)?);
                let most = self.try_constant_int(most).ok()??;
                let start = |text: &[u32]| text[..text.len().min(usize::try_from(most).unwrap_or(usize::MAX))].to_vec();
                let order = start(one).cmp(&start(other));
                Some(self.sign(order))
            }
            ("abs" | "labs" | "llabs", [number]) => {
                let ty = match plain.as_str() {
                    "abs" => self.basic.int,
                    "labs" => self.program.types.int(cairn_ir::IntKind::Long),
                    _ => self.program.types.int(cairn_ir::IntKind::LongLong),
                };
                let number = self.try_constant_int(number).ok()??;
                Some(self.int_constant(number.checked_abs()?, ty))
            }
            _ => None,
        }
    }

    fn sign(&mut self, order: Ordering) -> ExprId {
        self.int_constant(order as i128, self.basic.int)
    }
}

/// The characters of a narrow literal up to the first null.
fn characters(text: &SyntaxExpr) -> Option<&[u32]> {
    match &strip(text).kind {
        SyntaxExprKind::String(units, LiteralEncoding::Plain | LiteralEncoding::Utf8) => {
            let end = units.iter().position(|unit| *unit == 0).unwrap_or(units.len());
            Some(&units[..end])
        }
        _ => None,
    }
}
