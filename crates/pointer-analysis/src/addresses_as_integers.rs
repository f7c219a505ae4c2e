//! Which integers are addresses of objects of the program.
//!
//! From the casts of pointers on, these are followed through the cells of memory ([`super::flows`]).

use super::flows::Flow;
use super::layout_dependence::Search;
use cairn_ir::types::Scalar;
use cairn_ir::{ExprId, ExprKind, Op, PlaceKind};

impl Search<'_, '_> {
    /// The values that an operation stores elsewhere than in a variable by name.
    pub(super) fn numbers_stored(&self, op: &Op) -> Vec<ExprId> {
        match op {
            Op::Assign { place, value } => match self.program.exprs[*place].kind {
                PlaceKind::Var(_) => Vec::new(),
                _ => vec![*value],
            },
            _ => Vec::new(),
        }
    }
    pub(super) fn is_function_number(&self, mut x: ExprId) -> bool {
        if self.program.types.is_pointer(self.program.exprs[x].ty)
            || self.program.types.scalar(self.program.exprs[x].ty).is_none()
        {
            return false;
        }
        loop {
            match self.program.exprs[x].kind {
                ExprKind::Cast(inner) if !self.is_function(x) => x = inner,
                ExprKind::Load(place) if !self.is_function(x) => {
                    return self.cell(place).is_some_and(|cell| self.function_numbers.contains(&cell));
                }
                _ => return self.is_function(x) && !self.is_constant(x),
            }
        }
    }

    /// Finds the cells that hold addresses as numbers.
    pub(super) fn find_numbers(&mut self) {
        let (program, from) = (self.program, self.from);
        let is_integer =
            |value: ExprId| matches!(program.types.scalar(program.exprs[value].ty), Some(Scalar::Int { .. }));
        let flows = self.flows(is_integer);
        loop {
            let before = self.numbers.len() + self.function_numbers.len();
            for flow in &flows {
                match *flow {
                    Flow::Value { to, by_name, value } if self.is_function_number(value) => {
                        // Elsewhere it is any value.
                        if by_name {
                            self.function_numbers.insert(to);
                        }
                    }
                    Flow::Value { to, value, .. } => {
                        if self.is_address(value) {
                            self.numbers.insert(to);
                        }
                    }
                    Flow::Result { .. } => {
                        flow.carry(&from.graph, &mut self.numbers);
                        flow.carry(&from.graph, &mut self.function_numbers);
                    }
                    Flow::Copy { .. } => flow.carry(&from.graph, &mut self.numbers),
                }
            }
            if before == self.numbers.len() + self.function_numbers.len() {
                break;
            }
        }
    }
}
