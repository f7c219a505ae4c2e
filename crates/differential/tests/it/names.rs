//! No two classes declare a variable or define a function of one name: what a class writes into `main` would mean the
//! other's.

use std::collections::{BTreeMap, BTreeSet};

use cairn_differential::grammar::{Class, classes, program};
use cairn_differential::seeded::compile;
use cairn_ir::MachineModel;
use cairn_test_support::Random;

#[test]
fn classes_share_no_name() {
    let of: Vec<(&str, BTreeSet<String>)> = classes().into_iter().map(|class| (class.name, names(class))).collect();
    let in_all = |name: &String| of.iter().all(|(_, names)| names.contains(name));
    let mut owners: BTreeMap<&String, &str> = BTreeMap::new();
    for (class, names) in &of {
        for name in names.iter().filter(|name| !in_all(name)) {
            if let Some(other) = owners.insert(name, class) {
                panic!("`{name}` is of the classes {other} and {class}");
            }
        }
    }
    assert!(owners.len() > 100, "{owners:?}");
}

/// What a program of this class declares for the whole of `main`.
fn names(class: &'static Class) -> BTreeSet<String> {
    let text = program(&mut Random::new(0), &[class]).text();
    let program = compile(&text, MachineModel::Lp64).unwrap_or_else(|why| panic!("{why}{text}"));
    let main = program.function_named("main").expect("every program has a `main`");
    let variables = program.vars.iter().filter(|v| v.function.is_none_or(|of| of == main) && v.name != "errno");
    let functions = program.functions.iter().filter(|f| f.body.is_some() && !f.external);
    let all = variables.map(|v| &v.name).chain(functions.map(|f| &f.name));
    // Names of statements end with a number that the program has once; the front end's own begin with no letter.
    all.filter(|n| n.starts_with(|c: char| c.is_ascii_alphabetic()) && !n.ends_with(|c: char| c.is_ascii_digit()))
        .cloned()
        .collect()
}
