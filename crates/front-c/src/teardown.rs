//! Dropping a syntax tree without overflowing the stack.
//!
//! `a + b + …` with 20,000 terms is a tree 20,000 deep, and so is a chain of `else if`; Rust drops a box by recursion.
//! Every cycle of types in [`ast`](crate::ast) goes through one of the types here, whose `Drop` moves its children to a
//! fresh stack segment when little is left. Not an explicit work list: that would need all types in one enum, and
//! costs an allocation for trees that are shallow, which is nearly all of them.

use crate::ast::{
    Declarator, InitItem, Initializer, IntSuffix, Parameter, RecordSpecifier, StatementKind, SyntaxExpr,
    SyntaxExprKind, SyntaxStatement, TypeName, TypeSpecifier,
};
use cairn_base::Span;

/// Left on the stack for what runs between two checks: a few drops of lists and boxes.
const RED_ZONE: usize = 64 * 1024;
const SEGMENT: usize = 1024 * 1024;

fn low() -> bool {
    stacker::remaining_stack().is_some_and(|left| left < RED_ZONE)
}

fn elsewhere<T>(children: T) {
    stacker::grow(SEGMENT, move || drop(children));
}

impl Drop for SyntaxExpr {
    fn drop(&mut self) {
        if low() {
            let leaf = SyntaxExprKind::Int { value: 0, suffix: IntSuffix::default(), decimal: true };
            elsewhere(std::mem::replace(&mut self.kind, leaf));
        }
    }
}

impl Drop for SyntaxStatement {
    fn drop(&mut self) {
        if low() {
            elsewhere(std::mem::replace(&mut self.kind, StatementKind::Empty));
        }
    }
}

impl Drop for InitItem {
    fn drop(&mut self) {
        if low() {
            elsewhere(std::mem::replace(&mut self.value, Initializer::List(Vec::new(), Span::NONE)));
        }
    }
}

impl Drop for RecordSpecifier {
    fn drop(&mut self) {
        if low() {
            elsewhere(self.members.take());
        }
    }
}

impl Drop for Parameter {
    fn drop(&mut self) {
        if low() {
            elsewhere(take_declared(&mut self.specifiers.ty, &mut self.declarator));
        }
    }
}

impl Drop for TypeName {
    fn drop(&mut self) {
        if low() {
            elsewhere(take_declared(&mut self.specifiers.ty, &mut self.declarator));
        }
    }
}

fn take_declared(ty: &mut TypeSpecifier, declarator: &mut Declarator) -> impl Sized + use<> {
    (std::mem::replace(ty, TypeSpecifier::Missing), std::mem::take(&mut declarator.derived))
}
