//! Assertions about locations, evaluated in executions: what an analysis says of a program, no execution breaks.

use cairn_base::id::Id;
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, InterpreterOptions, ObjectOrdinal};
use cairn_ir::assertion::evaluate::AssertionReader;
use cairn_ir::assertion::{AssertionCell, evaluate::wrapped};
use cairn_ir::{Assertion, NodeId, Program, Value};
use std::collections::BTreeMap;

/// Numbers without a clock.
struct Inventor(u64);

impl Inventor {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}

impl Inputs for Inventor {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        let width = request.scalar.map_or(64, |scalar| scalar.bits());
        let small = i128::from(self.next() % 9) - 4;
        let number = if self.next().is_multiple_of(4) { i128::from(self.next()) } else { small };
        Value::truncated(number as u128, width)
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, _: u64) -> u8 {
        (self.next() % 3) as u8
    }
}

/// The cells of the frame at work.
struct Frame<'a, 'c, 'p>(&'a Interpreter<'c, 'p>);

impl AssertionReader for Frame<'_, '_, '_> {
    fn cell(&mut self, cell: &AssertionCell) -> Option<i128> {
        let base = self.0.address_of(self.0.top(), cell.var)?;
        let (first, last) = (cell.bit / 8, (cell.bit + u64::from(cell.bits) - 1) / 8);
        let mut whole = 0u128;
        for byte in (first..=last).rev() {
            whole = whole << 8 | u128::from(self.0.byte_at(base + byte)?);
        }
        Some(wrapped((whole >> (cell.bit % 8)) as i128, cell.bits, cell.signed))
    }
}

/// Runs a program with inputs of a seed and evaluates the assertions of each location that it comes to: how many held.
///
/// # Errors
/// Which one does not hold.
pub fn follow(program: &Program, known: &[(NodeId, Assertion)], seed: u64) -> Result<usize, String> {
    let mut at: BTreeMap<NodeId, Vec<&Assertion>> = BTreeMap::new();
    known.iter().for_each(|(node, holds)| at.entry(*node).or_default().push(holds));
    let code = Code::new(program);
    let options = InterpreterOptions { steps: 3_000, memory: 1 << 24, depth: 100, ..InterpreterOptions::default() };
    let (mut interpreter, mut inputs) = (Interpreter::new(&code, options), Inventor(seed));
    let mut held = 0;
    loop {
        for holds in at.get(&interpreter.node()).into_iter().flatten() {
            match holds.holds(&mut Frame(&interpreter)) {
                Some(true) => held += 1,
                None => {}
                Some(false) => return Err(format!("n{}: {holds:?} does not hold", interpreter.node().index())),
            }
        }
        if interpreter.step(&mut inputs).is_err() {
            return Ok(held);
        }
    }
}
