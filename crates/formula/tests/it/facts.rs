//! A fact holds of its term whatever path the term was made on: what predicates take from one path is asked about on others.

use crate::follow;

use cairn_formula::{Encoder, Encoding};
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_interp::{Code, Interpreter};
use cairn_smt::{Answer, Solver, SolverLimits, Z3Solver};
use cairn_term::{Sort, TermId, TermOp};
use follow::{Dice, follow};

const PROGRAM: &str = "
    extern int __VERIFIER_nondet_int(void);
    static int table[8];
    int main(void) {
      int i = __VERIFIER_nondet_int() & 7, value = __VERIFIER_nondet_int();
      table[i] = value;
      if (table[value & 7] == i)
        return 1;
      return 0;
    }";

fn answer(encoder: &mut Encoder, parts: &[TermId]) -> Answer {
    let facts = encoder.facts(parts);
    let mut solver = Z3Solver::new().unwrap();
    for part in parts.iter().copied().chain([facts]) {
        solver.assert(&encoder.terms, part).unwrap();
    }
    solver.check(&encoder.terms, &[], &SolverLimits::work(cairn_smt::work::SECOND.times(5))).unwrap()
}

#[test]
fn what_is_read_is_in_range_but_where_a_stray_term_was_stored() {
    let program = compile(&[Input { name: "f.c".into(), text: PROGRAM.into() }], &FrontEndOptions::default()).unwrap();
    let code = Code::new(&program);
    let mut encoder = Encoder::new(&program, Encoding::Integer);
    let mut run = Interpreter::new(&code, cairn_interp::InterpreterOptions::default());
    let followed = follow(&program, &mut encoder, &mut run, &mut Dice::new(1, &code), 100);
    let below = encoder.terms.below(&[followed.formula.condition]);
    let is = |sort: &dyn Fn(Sort) -> bool, term: &TermId| {
        matches!(encoder.terms.op(*term), TermOp::Symbol(_)) && sort(encoder.terms.sort(*term))
    };
    let array = below.iter().copied().find(|term| is(&|sort| matches!(sort, Sort::Array(_)), term)).unwrap();
    let value = followed.inputs.last().unwrap().0;
    assert_eq!(encoder.terms.sort(value), Sort::Int);
    let (i, j) = (encoder.terms.symbol("i", Sort::Int), encoder.terms.symbol("j", Sort::Int));
    let above = encoder.terms.int(1 << 32);
    let stray = encoder.terms.add(value, above);
    let large = encoder.terms.int(i128::from(i32::MAX));
    let [fine, stray] = [value, stray].map(|value| encoder.terms.store(array, i, value));
    for (array, at_i) in [(fine, Answer::Unsat), (stray, Answer::Sat)] {
        let read = encoder.terms.select(array, j);
        let is_large = encoder.terms.lt(large, read);
        let is_i = encoder.terms.eq(i, j);
        let not_i = encoder.terms.not(is_i);
        assert_eq!(answer(&mut encoder, &[is_large, is_i]), at_i);
        assert_eq!(answer(&mut encoder, &[is_large, not_i]), Answer::Unsat);
    }
}
