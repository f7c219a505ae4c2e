//! Addresses against numbers. Objects have fixed addresses in a formula, which the program does not know: whether
//! `&x == 128` holds depends on a layout that no C program may rely on. So a comparison of an address with a number that
//! is no address is left open, but for null, and but for the last page, where no object is (`IS_ERR`).
//!
//! Arithmetic on an address that was converted to an integer stays with the fixed one: what depends on its very bits is
//! decided for the layout of the interpreter, as every replay is.

use crate::cell::Shape;
use crate::step_context::{Res, Work};
use crate::symbol_table::OpaqueOp;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind};
use cairn_term::TermId;

/// Numbers this far below zero are no addresses.
const LAST_PAGE: i128 = 4096;

impl Work<'_, '_> {
    /// The truth of a comparison of an address with a number; `None` for any other comparison.
    pub(crate) fn address_against_number(&mut self, op: BinaryOp, x: ExprId, y: ExprId) -> Res<Option<TermId>> {
        let number = match (self.as_written(x)?, self.as_written(y)?) {
            (Written::Address, Written::Number) => y,
            (Written::Number, Written::Address) => x,
            _ => return Ok(None),
        };
        let of = self.scalar_of(x)?;
        let (a, b) = (cairn_semantics::value(self, x)?, cairn_semantics::value(self, y)?);
        let (value, address) = if number == y { (b, a) } else { (a, b) };
        if let Some(known) = self.as_constant(value, of) {
            let known = known.as_signed(of.bits());
            if known <= 0 && known > -LAST_PAGE {
                return Ok(None);
            }
        }
        let exact = self.compare(op, a, b, of)?;
        let int = Shape::whole(Scalar::Int { bits: 32, signed: true });
        let open = self.e.opaque(OpaqueOp::Binary(op), &[a, b], int).0;
        let open = self.is_true(open, Scalar::Int { bits: 32, signed: true });
        let (some, other) = (self.is_true(value, of), self.is_true(address, of));
        let both = self.e.terms.and(&[some, other]);
        Ok(Some(self.e.terms.ite(both, open, exact)))
    }

    /// A value before conversions that keep its bits.
    fn as_written(&self, mut expr: ExprId) -> Res<Written> {
        let bits = self.scalar_of(expr)?.bits();
        while let ExprKind::Cast(inner) = self.program.exprs[expr].kind
            && self.scalar_of(inner)?.bits() == bits
        {
            expr = inner;
        }
        let is_pointer = matches!(self.scalar_of(expr)?, Scalar::Pointer { .. });
        let is_constant = matches!(self.program.exprs[expr].kind, ExprKind::Constant(_));
        Ok(match (is_pointer && !is_constant, self.e.memory.regions.partition.is_address(expr)) {
            (true, true) => Written::Address,
            (false, false) => Written::Number,
            _ => Written::Either,
        })
    }
}

/// Operand of a comparison.
enum Written {
    /// A pointer that may be the address of something that the program names or allocates.
    Address,
    /// An integer or a constant that no address flows into.
    Number,
    /// An integer that may be an address, or a pointer that is none.
    Either,
}
