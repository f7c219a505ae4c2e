//! Runs without inputs: every condition on the way folds to true, and what formulas say of scalars is what the
//! interpreter has. In the integer encoding what is left open may be anything, but no condition folds to false.

mod follow;

use cairn_formula::{Encoder, Encoding};
use cairn_interp::{Code, Interpreter};
use follow::{Dice, ENCODINGS, MODELS, follow, programs, scalars, term_of};

#[test]
fn runs_without_inputs() {
    let mut wrong = Vec::new();
    let mut unmodelled = std::collections::BTreeSet::new();
    let (mut exact, mut open, mut steps) = (0, 0, 0);
    for model in MODELS {
        for (name, program) in programs(model, &["../interp/tests/programs"]) {
            let code = Code::new(&program);
            for (encoding, most) in ENCODINGS.into_iter().flat_map(|e| [40, 130, 400, 2000].map(|most| (e, most))) {
                let mut encoder = Encoder::new(&program, encoding);
                let mut dice = Dice::new(7, &code);
                let mut run = Interpreter::new(&code, cairn_interp::Options::default());
                let start = std::time::Instant::now();
                let followed = follow(&program, &mut encoder, &mut run, &mut dice, most);
                steps += followed.steps.len();
                unmodelled.extend(followed.unmodelled.iter().map(|what| format!("{name}: {what}")));
                if std::env::var("SHOW").is_ok() {
                    let size = encoder.terms.len();
                    eprintln!(
                        "{name} {encoding:?}: {} steps {:?} {size} terms {:?}",
                        followed.steps.len(),
                        start.elapsed(),
                        followed.unmodelled
                    );
                }
                if let Some(at) = followed.dead {
                    wrong.push(format!(
                        "{name} {model:?} {encoding:?}: dead after {at} steps: {:?}",
                        place(&program, followed.steps[at - 1])
                    ));
                    continue;
                }
                if encoding == Encoding::BitVector
                    && dice.indeterminate == 0
                    && !only_names(&mut encoder, followed.formula.condition)
                    && followed.inputs.is_empty()
                {
                    let shown = encoder.terms.conjuncts(followed.formula.condition);
                    let shown: Vec<String> = shown
                        .iter()
                        .take(2)
                        .map(|t| {
                            cairn_term::Smtlib { terms: &encoder.terms, assertions: &[*t] }
                                .to_string()
                                .chars()
                                .skip(0)
                                .take(400)
                                .collect()
                        })
                        .collect();
                    wrong.push(format!("{name} {model:?} {encoding:?}: undecided {shown:?}"));
                }
                for (var, term, value, of) in scalars(&program, &encoder, &followed.formula, &run) {
                    let expected = term_of(&mut encoder, term, value, of);
                    if encoder.terms.constant(term).is_none() {
                        open += 1;
                    } else if term != expected {
                        wrong.push(format!("{name} {model:?} {encoding:?}: {var} is {term:?}, not {value:?}"));
                    } else {
                        exact += 1;
                    }
                }
            }
        }
    }
    eprintln!("{steps} steps, {exact} exact, {open} open");
    eprintln!("{unmodelled:#?}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(exact > 1000);
}

fn place(program: &cairn_ir::Program, step: cairn_ir::Step) -> String {
    match step {
        cairn_ir::Step::Edge(edge) => {
            let of = &program.edges[edge];
            format!("{} {}", program.sources.snippet(of.span), cairn_ir::format_op(program, &of.op))
        }
        other => format!("{other:?}"),
    }
}

/// True for a condition that only says what names are short for.
fn only_names(encoder: &mut Encoder, condition: cairn_term::TermId) -> bool {
    let is_name = |encoder: &Encoder, term| match encoder.terms.op(term) {
        cairn_term::Op::Symbol(symbol) => encoder.terms.symbol_name(symbol) == "name",
        _ => false,
    };
    let is_definition = |term: &cairn_term::TermId| {
        encoder.terms.op(*term) == cairn_term::Op::Eq
            && encoder.terms.get(*term).args.iter().any(|arg| is_name(encoder, *arg))
    };
    encoder.terms.clone().conjuncts(condition).iter().all(is_definition)
}
