//! What `main` may rely on about its arguments (C11 5.1.2.2.1): `argc` is not negative, `argv[argc]` is null, and the
//! pointers before it are not.
//!
//! How many arguments there are is not bounded, and an assumption about each would be a loop in front of every program.
//! So it is said of the first few, and only to a `main` that looks at `argv`. An execution in which another one is null, or
//! in which the vector or a string lies where none can, shows nothing (`cairn_verify`, `arguments.rs`). Strings end: memory
//! that the program does not name is zero where nothing else is said of it. `argc` may be 0, as it may be in C.

use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::{BinaryOp, ExprId, ExprKind, FunctionId, Op, PlaceKind, VarId};

/// Of how many arguments it is said that they are there.
const SAID: i128 = 8;

impl Lower<'_> {
    /// Assumes what holds of the arguments that `main` is about to be called with.
    pub fn assume_arguments(&mut self, function: FunctionId, args: &[ExprId], span: Span) -> Res<()> {
        let [count, vector, ..] = *args else { return Ok(()) };
        let is_main = self.program.functions[function].name == "main";
        let strings = self.program.types.pointee(self.type_of(vector));
        let are_strings = strings.is_some_and(|ty| self.is_pointer(ty));
        if !is_main || !are_strings || !self.is_integer(self.type_of(count)) || !self.looks_at(function, 1) {
            return Ok(());
        }
        if let (Some(count), Some(vector)) = (self.variable_read(count), self.variable_read(vector)) {
            self.program.outside.arguments = Some((count, vector));
        }
        let int = self.basic.int;
        let index = self.cast(count, self.basic.ptrdiff);
        let end = self.string_at(vector, index, span)?;
        let null = self.zero(self.type_of(end));
        let cond = self.binary(BinaryOp::Eq, end, null, int);
        self.emit(Op::Assume { cond, truth: true }, span);
        for number in 0..SAID {
            let position = self.int_constant(number, self.basic.ptrdiff);
            let is_there = self.binary(BinaryOp::Lt, position, index, int);
            let string = self.string_at(vector, position, span)?;
            let is_string = self.binary(BinaryOp::Ne, string, null, int);
            let one = self.int_constant(1, int);
            let cond = self.program.exprs.expr(ExprKind::Conditional(is_there, is_string, one), int);
            self.emit(Op::Assume { cond, truth: true }, span);
        }
        Ok(())
    }

    fn string_at(&mut self, vector: ExprId, index: ExprId, span: Span) -> Res<ExprId> {
        let at = self.pointer_add(vector, index, span)?;
        let of = self.deref(at, span)?;
        Ok(self.load(of.place))
    }

    /// The variable whose value an expression is.
    fn variable_read(&self, value: ExprId) -> Option<VarId> {
        let ExprKind::Load(place) = self.program.exprs[value].kind else { return None };
        match self.program.exprs[place].kind {
            PlaceKind::Var(var) => Some(var),
            _ => None,
        }
    }

    /// True when the program reads a parameter.
    fn looks_at(&self, function: FunctionId, position: usize) -> bool {
        let Some(param) = self.program.functions[function].params.get(position) else { return false };
        let exprs = &self.program.exprs;
        let is_param = |place: cairn_ir::PlaceId| exprs[place].kind == PlaceKind::Var(*param);
        exprs.exprs().any(|(_, expr)| match expr.kind {
            ExprKind::Load(place) | ExprKind::AddressOf(place) => is_param(place),
            _ => false,
        })
    }
}
