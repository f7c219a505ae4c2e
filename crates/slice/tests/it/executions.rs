//! Slices against executions: the program and its slice, on the same inputs, show the criterion the same values, as long
//! as the program runs.

use crate::common;

use cairn_differential::grammar::{self, classes};
use cairn_differential::seeded::compile;
use cairn_ir::MachineModel;
use cairn_test_support::Random;
use common::{Figures, compare, watches};

#[test]
fn generated_programs_and_their_slices_show_the_same() {
    let classes = classes();
    let mut figures = Figures::default();
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let model = if random.chance(25) { MachineModel::Ilp32 } else { MachineModel::Lp64 };
        let chosen = [*random.pick(&classes), *random.pick(&classes)];
        let text = grammar::program(&mut random, &chosen).text();
        let program = compile(&text, model).unwrap_or_else(|why| panic!("{why}{text}"));
        for site in watches(&program).into_iter().take(3) {
            compare(&format!("seed {seed}\n{text}"), &program, site, 6, &mut figures);
        }
    }
    assert!(figures.values > 500 && figures.ended > 300 && figures.kept * 3 < figures.edges * 2, "{figures:?}");
}
