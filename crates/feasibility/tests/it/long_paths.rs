//! Long paths: the formula grows with what inputs influence, the work with the length.

use crate::build;

use build::steps_of;
use cairn_base::{Budget, CancelToken};
use cairn_feasibility::{Cost, Feasibility, check};
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_interp::{Code, Interpreter, RecordedInputs};
use cairn_ir::types::MachineModel;
use cairn_ir::{Program, Step};
use cairn_smt::work::SECOND;

fn program(text: &str) -> Program {
    let input = Input { name: "long.c".into(), text: text.into() };
    compile(&[input], &FrontEndOptions::new(MachineModel::Lp64, "main")).unwrap()
}

/// The path of a run whose inputs are all one value, checked; the model must take it again. The
/// limits are many times what is needed; a number of steps or of questions that grows with the square of the length uses them up.
fn check_path(text: &str, value: u128, most: usize) -> (Vec<Step>, Cost) {
    let program = program(text);
    let code = Code::new(&program);
    let mut run = Interpreter::new(&code, cairn_interp::InterpreterOptions::default());
    let mut inputs = RecordedInputs::of(std::iter::repeat_n(cairn_ir::Value(value), 100_000));
    let mut path = Vec::new();
    while path.len() < most {
        match run.step(&mut inputs) {
            Ok(step) => path.push(step),
            Err(_) => break,
        }
    }
    let budget = Budget::unlimited(CancelToken::new()).with_ticks(Some(20 * path.len() as u64));
    let budget = budget.with_work(Some(SECOND.times(20)));
    let (answer, cost) = check(&code, &path, &budget).unwrap();
    let Feasibility::Feasible { inputs: mut model, .. } = answer else { panic!("{answer:?}") };
    let (steps, end) = steps_of(&code, &mut model);
    let common = steps.iter().zip(&path).take_while(|(a, b)| a == b).count();
    assert_eq!(common, path.len(), "{end:?}");
    (path, cost)
}

#[test]
fn a_path_without_inputs_asks_no_solver() {
    let text = "int a[100];
        int main(void) { long s = 0; for (int i = 0; i < 25000; i++) { a[i % 100] += i; s ^= a[s & 63]; } return s > 5; }";
    let (path, cost) = check_path(text, 0, 100_000);
    assert!(path.len() >= 99_000, "{}", path.len());
    assert_eq!((cost.queries, cost.constraints), (0, 0));
}

#[test]
fn inputs_that_do_not_decide_cost_little() {
    let text = "extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int last = 0, sum = 0;
          for (int i = 0; i < 12000; i++) { int x = __VERIFIER_nondet_int(); sum += x; last = x; }
          if (last == 5) return sum;
          return 0;
        }";
    let (path, cost) = check_path(text, 5, 100_000);
    assert!(path.len() > 50_000, "{}", path.len());
    assert_eq!(cost.queries, 1);
}

#[test]
fn many_branches_on_inputs() {
    let text = "extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int odd = 0;
          for (int i = 0; i < 1000; i++) { int x = __VERIFIER_nondet_int(); if (x & 1) odd++; if (x > 100) odd--; }
          return odd == 1000 ? 1 : 0;
        }";
    let (path, _) = check_path(text, 5, 100_000);
    assert!(path.len() > 7_000, "{}", path.len());
}
