//! The comparisons of an execution: where one side of a comparison stands in the input, the other side is worth a try there
//! (input-to-state correspondence: Aschermann and others, "REDQUEEN", NDSS 2019).

use cairn_base::FastSet;
use cairn_interp::{Inputs, Interpreter};
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind, Op, Program};

/// More of one execution are not kept.
const MOST: usize = 256;

/// The pairs of different integers that an execution compared, in their order.
#[derive(Debug, Default)]
pub struct Comparisons {
    pairs: Vec<(i128, i128)>,
    known: FastSet<(i128, i128)>,
}

impl Comparisons {
    /// Notes what the next step of a run compares.
    pub fn note(&mut self, program: &Program, run: &mut Interpreter<'_, '_>, inputs: &mut dyn Inputs) {
        if self.pairs.len() >= MOST {
            return;
        }
        let Some(&edge) = program.nodes[run.node()].leaving.first() else { return };
        let (Op::Assume { cond: root, .. } | Op::Assign { value: root, .. }) = program.edges[edge].op else { return };
        let mut open = vec![root];
        while let Some(expr) = open.pop() {
            match program.exprs[expr].kind {
                ExprKind::Unary(_, inner) | ExprKind::Cast(inner) => open.push(inner),
                ExprKind::Binary(op, a, b) => match operands(program, op, a) {
                    Some(of) => self.pair(a, b, of, run, inputs),
                    None => open.extend([b, a]),
                },
                _ => {}
            }
        }
    }

    fn pair(&mut self, a: ExprId, b: ExprId, of: Scalar, run: &mut Interpreter<'_, '_>, inputs: &mut dyn Inputs) {
        let mut number = |expr: ExprId| {
            let value = run.value_of(expr, inputs)?;
            Some(if of.is_signed() { value.as_signed(of.bits()) } else { value.as_unsigned() as i128 })
        };
        let (Some(a), Some(b)) = (number(a), number(b)) else { return };
        if a != b && self.known.insert((a, b)) {
            self.pairs.push((a, b));
        }
    }

    pub fn into_pairs(self) -> Vec<(i128, i128)> {
        self.pairs
    }
}

/// The type of what a comparison of integers compares.
fn operands(program: &Program, op: BinaryOp, a: ExprId) -> Option<Scalar> {
    use BinaryOp::{Eq, Le, Lt, Ne};
    let of = program.types.scalar(program.type_of(a))?;
    (matches!(op, Eq | Ne | Lt | Le) && matches!(of, Scalar::Int { .. } | Scalar::Bool)).then_some(of)
}
