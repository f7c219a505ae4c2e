//! The bounds of a quantifier's range as whole numbers, as `crate::contracts` writes them.
//!
//! `low <= i` compares in the type that both have in common. As long as that type has all numbers of the type of `i`, the numbers that satisfy
//! it are those from `low` on. Where it has not (a signed cell and an unsigned lower bound), a negative cell may satisfy it, too: that is
//! refused. Of the upper bound it does not matter, since what satisfies both is not above the bound as a number.

use crate::ast::SyntaxExpr;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::TypeId;
use cairn_ir::types::{IntKind, Scalar};

impl Lower<'_> {
    /// The type of a cell: an integer.
    pub(super) fn quantified_type(&mut self, cell: &SyntaxExpr) -> Res<TypeId> {
        let value = self.unevaluated(|this| this.operand(cell).and_then(|operand| this.value(operand, cell.span)))?;
        let ty = self.type_of(value);
        match self.program.types.scalar(ty) {
            Some(Scalar::Int { bits, signed }) if bits <= 64 || signed => Ok(ty),
            _ => self.error("what a quantifier is about is no integer of at most 64 bits", cell.span),
        }
    }

    /// `(cell, bound)`
    pub(super) fn bound(&mut self, name: &str, args: &[SyntaxExpr], lower: bool, span: Span) -> Res<Operand> {
        let [cell, bound] = args else { return self.error(format!("'{name}' takes two arguments"), span) };
        let ty = self.quantified_type(cell)?;
        let value = self.rvalue(bound)?;
        let common = self.common(ty, self.type_of(value));
        let Some(common) = common else { return self.error("a bound of a quantifier is no number", bound.span) };
        let is_exact = match (self.program.types.scalar(common), self.program.types.scalar(ty)) {
            (Some(Scalar::Int { bits, signed: false }), Some(Scalar::Int { signed, .. })) => {
                bits <= 64 && !(lower && signed)
            }
            (Some(Scalar::Int { .. }), Some(_)) => true,
            _ => false,
        };
        if !is_exact {
            return self.error(
                "a quantifier compares numbers of different signs at its lower bound, or wide ones",
                bound.span,
            );
        }
        let value = self.convert(value, common, bound.span)?;
        let wide = self.program.types.int(IntKind::Int128);
        Ok(Operand::Value(self.cast(value, wide)))
    }
}
