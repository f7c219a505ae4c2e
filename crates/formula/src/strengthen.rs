//! The strengthening of a path formula by what another analysis knows about a state: the operator ↓ of a composite analysis.
//!
//! Sound when what is known holds in every execution that the path formula is used for: the formula then describes the
//! same executions, and fewer states beside them.

use crate::cell::Shape;
use crate::encoder::Encoder;
use crate::encoding::Unmodelled;
use crate::path_formula::PathFormula;
use crate::step_context::Work;
use cairn_base::Span;
use cairn_ir::types::Scalar;
use cairn_ir::{ExprId, Program, Step, Value};

impl Encoder {
    /// The path formula of those executions only in which integer expressions, evaluated in the frame at `depth`, have the
    /// given values at the end. Floats and pointers are passed over.
    ///
    /// # Errors
    /// What is not modelled.
    pub fn strengthen(
        &mut self,
        program: &Program,
        from: &PathFormula,
        values: &[(ExprId, Value)],
        depth: u32,
    ) -> Result<PathFormula, Unmodelled> {
        // Evaluation without a step of its own: nothing here asks for an input.
        let step = Step::Edge(cairn_base::id::Id::from_index(0));
        let mut work = Work::new(self, program, from, step, depth);
        work.span = Span::NONE;
        for (expr, value) in values {
            let of = work.scalar_of(*expr)?;
            if !matches!(of, Scalar::Int { .. } | Scalar::Bool) {
                continue;
            }
            let term = cairn_semantics::value(&mut work, *expr)?;
            let constant = work.e.constant(Shape::whole(of), value.0);
            let same = work.e.terms.eq(term, constant);
            work.require(same);
        }
        let mut new = work.finish();
        new.trace = from.trace.clone();
        new.inputs = from.inputs;
        Ok(new)
    }
}
