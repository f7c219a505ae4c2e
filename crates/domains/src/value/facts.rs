//! The facts that a state of values tells its peers, and the person who reads a graph of states: values of expressions, an
//! invariant, a line of text.

use super::datum::{Datum, Symbolic};
use super::memory::Memory;
use super::object::AbstractObject;
use super::object_content::Rest;
use super::precision::ValuePrecision;
use super::state::ValueState;
use cairn_cpa::Facts;
use cairn_ir::assertion::WholeNumber;
use cairn_ir::assertion::place::integer;
use cairn_ir::{Assertion, ExprId, FunctionId, Program, Value};
use std::fmt::Write;

impl Facts for ValueState {
    fn value_of(&self, expr: ExprId, depth: u32, program: &Program) -> Option<Value> {
        Memory::new(self.clone(), depth, program, &ValuePrecision::Full).value(expr).bits()
    }

    fn invariant(&self, function: FunctionId, depth: u32, program: &Program) -> Assertion {
        let mut parts = Vec::new();
        self.for_each(|object, content| {
            let Some(var) = object.var().filter(|_| !object.is_older()) else { return };
            let frame = object.frame().and_then(|frame| u32::try_from(frame).ok());
            content.cells.for_each(|at, known| {
                let cell = integer(var, frame, at, known.width, program);
                let Some(cell) = cell.and_then(|cell| cell.seen_from(function, depth, program)) else { return };
                let (low, high) = match known.datum {
                    Datum::Bits(bits) => {
                        let value = if cell.signed { Value(bits).as_signed(cell.bits) } else { bits as i128 };
                        (value, value)
                    }
                    Datum::Range(range) if range.parts().2 == cell.signed => {
                        (range.interval().low, range.interval().high)
                    }
                    _ => return,
                };
                parts.push(Assertion::within(WholeNumber::Cell(cell), Some(low), Some(high)));
            });
        });
        Assertion::all(parts)
    }

    fn summary(&self, program: &Program) -> String {
        let mut text = String::new();
        self.for_each(|object, content| {
            let name = object.name(program);
            content.cells.for_each(|at, cell| {
                let separator = if text.is_empty() { "" } else { ", " };
                let _ = write!(text, "{separator}{name}");
                if at > 0 {
                    let _ = write!(text, "+{}", at / 8);
                }
                let _ = match cell.datum {
                    Datum::Unknown => write!(text, "=?"),
                    Datum::Bits(bits) => {
                        let scalar = object.var().and_then(|var| program.types.scalar(program.vars[var].ty));
                        match scalar {
                            Some(scalar) if scalar.bits() == cell.width => {
                                write!(text, "={}", cairn_ir::eval::format_value(Value(bits), scalar))
                            }
                            _ => write!(text, "={}", Value(bits).as_signed(cell.width)),
                        }
                    }
                    Datum::Range(range) => {
                        let interval = range.interval();
                        write!(text, "={}..{}", interval.low, interval.high)
                    }
                    Datum::Address(to, offset) if offset != 0 => write!(text, "=&{}+{offset}", to.name(program)),
                    Datum::Address(to, _) | Datum::Somewhere(to) => write!(text, "=&{}", to.name(program)),
                    Datum::Reach(reach) => write!(text, "=&{}", reach.object.name(program)),
                    Datum::Index(_) => write!(text, " is bounded"),
                    Datum::Among(among) => write!(text, "=& one of {}", among.reaches().len()),
                    Datum::Function(function) => write!(text, "={}", program.functions[function].name),
                    Datum::Term(Symbolic { term, .. }) => write!(text, "={term}"),
                };
            });
            if content.rest == Rest::Zero && object != AbstractObject::ABSOLUTE {
                let separator = if text.is_empty() { "" } else { ", " };
                let _ = write!(text, "{separator}{name}=0…");
            }
        });
        text
    }
}
