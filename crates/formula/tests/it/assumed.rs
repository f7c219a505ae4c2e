//! Assertions as formulas: where all cells are known, a formula is what the assertion is, in each encoding.

use cairn_formula::{Encoder, Encoding};
use cairn_ir::assertion::evaluate::AssertionReader;
use cairn_ir::assertion::{AssertionCell, WholeNumber};
use cairn_ir::{Assertion, Step, VarId, VarKind};
use cairn_test_support::{Random, program};
use std::fmt::Write;

/// A type, its bits, and whether it has a sign.
const TYPES: [(&str, u32, bool); 6] = [
    ("signed char", 8, true),
    ("unsigned char", 8, false),
    ("short", 16, true),
    ("int", 32, true),
    ("unsigned", 32, false),
    ("long long", 64, true),
];

struct Known(Vec<(VarId, i128)>);

impl AssertionReader for Known {
    fn cell(&mut self, cell: &AssertionCell) -> Option<i128> {
        self.0.iter().find(|(var, _)| *var == cell.var).map(|(_, value)| *value)
    }
}

fn number(random: &mut Random, cells: &[AssertionCell], depth: u32) -> WholeNumber {
    let below = |random: &mut Random| number(random, cells, depth - 1);
    match if depth == 0 { random.below(3) } else { random.below(7) } {
        0 => WholeNumber::Constant(i128::from(random.below(400)) - 200),
        1 | 2 => WholeNumber::Cell(cells[random.below(cells.len() as u64) as usize]),
        3 => WholeNumber::Sum(vec![below(random), below(random), below(random)]),
        4 => WholeNumber::Product(vec![WholeNumber::Constant(i128::from(random.below(9)) - 4), below(random)]),
        5 => {
            let (bits, signed) = ([8, 16, 32, 64][random.below(4) as usize], random.below(2) == 0);
            WholeNumber::Wrapped { of: Box::new(below(random)), bits, signed }
        }
        _ => {
            let condition = Assertion::AtMost(below(random), below(random));
            WholeNumber::Choice(Box::new(condition), Box::new(below(random)), Box::new(below(random)))
        }
    }
}

#[test]
fn a_formula_is_what_the_assertion_is() {
    let (mut random, mut decided, mut loose) = (Random::new(7), 0, 0);
    for _ in 0..30 {
        let (mut text, mut values) = ("int main(void) {\n".to_owned(), Vec::new());
        for (at, (ty, bits, signed)) in TYPES.into_iter().enumerate() {
            let bits = bits.min(32);
            let value = random.below(1u64 << bits) as i64 - if signed { 1i64 << (bits - 1) } else { 0 };
            let value = if random.below(2) == 0 { random.below(6) as i64 - if signed { 3 } else { 0 } } else { value };
            let _ = writeln!(text, "  {ty} v{at} = {value};");
            values.push(i128::from(value));
        }
        let program = program("known.c", &format!("{text}  return 0;\n}}"));
        let main = program.functions.iter().find(|function| function.name == "main").unwrap();
        let locals = program.vars.iter_ids().filter(|(_, var)| matches!(var.kind, VarKind::Local));
        let vars: Vec<VarId> = locals.map(|(id, _)| id).collect();
        let cells: Vec<AssertionCell> = (vars.iter().zip(TYPES))
            .map(|(var, (_, bits, signed))| AssertionCell { var: *var, depth: None, bit: 0, bits, signed })
            .collect();
        let mut known = Known(vars.iter().copied().zip(values).collect());
        for encoding in [Encoding::BitVector, Encoding::Integer] {
            let mut encoder = Encoder::new(&program, encoding);
            let (mut at, mut formula) = (main.body.as_ref().unwrap().entry, encoder.entry());
            while let Some((edge, next)) = program.leaving(at).next() {
                if program.leaving(next.target).next().is_none() {
                    break;
                }
                formula = encoder.step(&program, &formula, Step::Edge(edge), 0).unwrap();
                at = next.target;
            }
            for _ in 0..40 {
                let (a, b) = (number(&mut random, &cells, 2), number(&mut random, &cells, 2));
                let assertion = match random.below(4) {
                    0 => Assertion::Equal(a, b),
                    1 => Assertion::Differs(a, b),
                    2 => Assertion::AtMost(a, b),
                    _ => Assertion::any([
                        Assertion::Below(a.clone(), b.clone()),
                        Assertion::all([Assertion::Equal(a, b)]),
                    ]),
                };
                let holds = assertion.holds(&mut known);
                let assumed = encoder.assuming(&program, &formula, [&assertion]).condition;
                let truth = encoder.terms.as_bool(assumed);
                let is_right = holds.is_none() || truth == holds || truth == Some(true);
                assert!(is_right, "{encoding:?}: {assertion:?} {truth:?}\n{text}");
                decided += u32::from(truth == holds);
                loose += u32::from(truth != holds);
            }
        }
    }
    assert!(decided > 2_000 && loose < 100, "{decided} as the assertion, {loose} weaker");
}
