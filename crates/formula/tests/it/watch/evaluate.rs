//! Values of expressions and addresses of places where a run stands, with every scalar place that is read on the way.

use cairn_interp::{Inputs, Interpreter};
use cairn_ir::types::Scalar;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{ExprId, ExprKind, PlaceId, Program, Value, eval};

/// A run, seen before its next step.
pub struct Look<'a, 'c, 'p> {
    pub program: &'p Program,
    pub run: &'a mut Interpreter<'c, 'p>,
    /// Of memory that was never written.
    pub inputs: &'a mut dyn Inputs,
    /// Scalar places read, and where.
    pub reads: Vec<(PlaceId, u64)>,
}

impl Look<'_, '_, '_> {
    fn scalar(&self, expr: ExprId) -> Option<Scalar> {
        self.program.types.scalar(self.program.exprs[expr].ty)
    }

    /// The address of a place.
    pub fn address(&mut self, place: PlaceId) -> Option<u64> {
        self.note_reads(ExprOrPlace::Place(place));
        self.run.place_of(place, self.inputs)
    }
    /// The value of a scalar expression; `None` when it is undefined.
    pub fn value(&mut self, expr: ExprId) -> Option<Value> {
        self.scalar(expr)?;
        self.note_reads(ExprOrPlace::Expr(expr));
        self.run.value_of(expr, self.inputs)
    }

    /// The scalars that are read for a value or an address; of a choice those of the arm that is taken.
    fn note_reads(&mut self, whole: ExprOrPlace) {
        let program = self.program;
        let mut open = vec![whole];
        while let Some(part) = open.pop() {
            match part {
                ExprOrPlace::Expr(expr) => match program.exprs[expr].kind {
                    ExprKind::Load(place) if self.scalar(expr).is_some() => {
                        open.push(ExprOrPlace::Place(place));
                        let address = self.run.place_of(place, self.inputs);
                        self.reads.extend(address.map(|address| (place, address)));
                    }
                    ExprKind::Conditional(cond, yes, no) => {
                        open.push(ExprOrPlace::Expr(cond));
                        let taken = self.run.value_of(cond, self.inputs).zip(self.scalar(cond));
                        open.extend(
                            taken.map(|(value, of)| ExprOrPlace::Expr(if eval::is_true(value, of) { yes } else { no })),
                        );
                    }
                    _ => open.extend(program.exprs.parts(part)),
                },
                ExprOrPlace::Place(_) => open.extend(program.exprs.parts(part)),
            }
        }
    }
}
