//! Facts of a state in the program's terms: the value of an expression, an assertion, and a line for people.
//!
//! Invariant: an assertion leaves out the bounds that a cell has by its type.

use super::cell::KeyedCell;
use super::evaluate::View;
use super::state::IntervalState;
use cairn_cpa::Facts;
use cairn_ir::assertion::WholeNumber;
use cairn_ir::assertion::place::integer;
use cairn_ir::{Assertion, ExprId, FunctionId, Program, Value};
use std::fmt::Write;

impl Facts for IntervalState {
    fn value_of(&self, expr: ExprId, depth: u32, program: &Program) -> Option<Value> {
        let scalar = program.types.scalar(program.type_of(expr))?;
        let interval = View::new(self, depth, program).value(expr)?;
        (interval.low == interval.high).then(|| Value::from_i128(interval.low, scalar.bits()))
    }

    fn invariant(&self, function: FunctionId, depth: u32, program: &Program) -> Assertion {
        let mut parts = Vec::new();
        for (key, known) in self.cells(0..=u64::MAX) {
            let (at, (bits, signed, _)) = (KeyedCell::from_key(key), known.shape().parts());
            let cell = integer(at.var, at.depth, u64::from(at.bit), u32::from(bits), program);
            let cell = cell.filter(|cell| cell.signed == signed);
            if let Some(cell) = cell.and_then(|cell| cell.seen_from(function, depth, program)) {
                let (all, known) = (known.shape().all(), known.interval());
                let (low, high) = (Some(known.low), Some(known.high));
                let (low, high) = (low.filter(|low| *low != all.low), high.filter(|high| *high != all.high));
                parts.push(Assertion::within(WholeNumber::Cell(cell), low, high));
            }
        }
        Assertion::all(parts)
    }

    fn summary(&self, program: &Program) -> String {
        let mut text = String::new();
        self.for_each(|cell, interval| {
            let separator = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{separator}{}", program.vars[cell.var].name);
            if cell.bit > 0 {
                let _ = write!(text, "+{}", cell.bit / 8);
            }
            let _ = match interval.low == interval.high {
                true => write!(text, "={}", interval.low),
                false => write!(text, "={}..{}", interval.low, interval.high),
            };
        });
        text
    }
}
