//! The frame of a function with a clause `assigns`: statements that open it before the body is called, and close it behind.
//!
//! What the places of the clause are is said before the body runs, as in ACSL and in CBMC: `*p` is where `p` points then. Which writes are
//! checked against it is no matter of the text: see `cairn_transform::frames`.

use super::Expander;
use super::build::{declaration, expr, int_type, name, statement, unary};
use crate::ast::{Attribute, BlockItem, PrefixOperator, SyntaxExpr, SyntaxExprKind};
use cairn_base::{Diagnostic, Span};

/// Statements around the call of a function's body in its wrapper.
#[derive(Default)]
pub(super) struct FrameStatements {
    pub opens: Vec<BlockItem>,
    pub closes: Vec<BlockItem>,
}

impl Expander<'_> {
    /// Around the call of a body; nothing where no clause says what it may write.
    pub(super) fn frame(&mut self, clauses: &[Attribute], span: Span) -> FrameStatements {
        let mut frame = FrameStatements::default();
        if !self.has_clause(clauses, "assigns") {
            return frame;
        }
        let (before, mine) = (self.fresh("frame before"), self.fresh("is watched"));
        for (of, called) in [(before, "__cairn_frame_enter"), (mine, "__cairn_frame_watch")] {
            let value = self.call(called, Vec::new(), span);
            frame.opens.push(declaration(int_type(), of, Some(value), span));
        }
        for target in self.of_clauses(clauses, "assigns") {
            let span = target.span;
            match self.bytes(target) {
                Some((to, size)) => {
                    let call = self.call("__cairn_frame_target", vec![name(mine, span), to, size], span);
                    frame.opens.push(BlockItem::Statement(statement(call)));
                }
                None => {
                    let message = "this place in a clause 'assigns' is not supported";
                    self.errors.push(Diagnostic::error(message, span));
                }
            }
        }
        for (of, called) in [(mine, "__cairn_frame_unwatch"), (before, "__cairn_frame_leave")] {
            let call = self.call(called, vec![name(of, span)], span);
            frame.closes.push(BlockItem::Statement(statement(call)));
        }
        frame
    }

    /// The address and the size of what a clause names: a place, or so many bytes from a pointer on.
    fn bytes(&self, target: SyntaxExpr) -> Option<(SyntaxExpr, SyntaxExpr)> {
        let span = target.span;
        if let SyntaxExprKind::Call(function, args) = &target.kind {
            let SyntaxExprKind::Name(called) = function.kind else { return None };
            return match (self.symbols.name(called), &args[..]) {
                ("__CPROVER_object_upto", [pointer, size]) => Some((pointer.clone(), size.clone())),
                ("__CPROVER_typed_target", [place]) => self.bytes(place.clone()),
                _ => None,
            };
        }
        let size = expr(SyntaxExprKind::SizeofExpr(Box::new(target.clone())), span);
        Some((unary(PrefixOperator::AddressOf, target, span), size))
    }
}
