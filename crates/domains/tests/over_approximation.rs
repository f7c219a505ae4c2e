//! The value analysis over-approximates the interpreter: along real executions, whatever a state claims is so.
//!
//! Each program (the files in `programs/` and generated ones) is run with random inputs. Beside each step of the
//! interpreter goes the abstract step, with everything tracked, with nothing but constants of some variables, and with
//! nothing at all; after each, every cell, range, pointer and default of the state is compared with the memory.

mod generate;

use cairn_base::id::Id;
use cairn_domains::value::content::Rest;
use cairn_domains::value::{Base, Datum, Grain, Object, ValuePrecision, ValueState, transfer};
use cairn_front_c::{Input, Options, compile};
use cairn_interp::{Code, Inputs, Interpreter, ObjectOrdinal, Options as RunOptions, Request};
use cairn_ir::{MachineModel, Program, Value, VarKind};
use generate::Random;
use std::collections::BTreeMap;

fn program(name: &str, text: &str, model: MachineModel) -> Program {
    let input = Input { name: name.to_owned(), text: text.into() };
    match compile(&[input], &Options { model, entry: "main".to_owned() }) {
        Ok(program) => program,
        Err(error) => {
            let rendered: String = error.diagnostics.iter().map(|d| d.render(&error.sources)).collect();
            panic!("{name}: {rendered}\n{text}")
        }
    }
}

struct Source<'r>(&'r mut Random);

impl Inputs for Source<'_> {
    fn havoc(&mut self, request: &Request<'_>) -> Value {
        let bits = if self.0.below(3) == 0 { self.0.next() } else { self.0.below(6) };
        let width = request.scalar.map_or(64, |s| s.bits());
        let negated = if self.0.below(4) == 0 { bits.wrapping_neg() } else { bits };
        Value::truncated(i128::from(negated as i64) as u128, width)
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, _: u64) -> u8 {
        self.0.below(3) as u8
    }
}

/// What a state claims, compared with what is.
struct Comparison<'a, 'c> {
    interpreter: &'a Interpreter<'c, 'c>,
    program: &'a Program,
    bases: BTreeMap<Object, u64>,
    facts: usize,
}

impl Comparison<'_, '_> {
    fn base(&self, object: Object) -> Option<u64> {
        if let Some(var) = object.var() {
            let depth = object.frame().unwrap_or(0) as usize;
            return self.interpreter.address_of(depth, var);
        }
        if object == Object::ABSOLUTE { None } else { self.bases.get(&object).copied() }
    }

    fn bits(&self, base: u64, at: u64, width: u32) -> Option<u128> {
        let (first, last) = (at / 8, (at + u64::from(width) - 1) / 8);
        let mut whole = 0u128;
        for index in (first..=last).rev() {
            whole = whole << 8 | u128::from(self.interpreter.byte_at(base + index)?);
        }
        Some(whole >> (at % 8) & cairn_ir::value::mask(width))
    }

    fn check(&mut self, state: &ValueState) -> Result<(), String> {
        // Where allocated objects are is what the first pointer to each says; the others must agree.
        for _ in 0..4 {
            state.for_each(|object, content| {
                let Some(base) = self.base(object) else { return };
                content.cells.for_each(|at, cell| {
                    if let Datum::Address(to, offset) = cell.datum
                        && to.var().is_none()
                        && let Some(bits) = self.bits(base, at, cell.width)
                    {
                        self.bases.entry(to).or_insert((bits as u64).wrapping_sub(offset as u64));
                    }
                });
            });
        }
        let mut wrong = None;
        state.for_each(|object, content| {
            let Some(base) = self.base(object) else { return };
            content.cells.for_each(|at, cell| {
                let Some(bits) = self.bits(base, at, cell.width) else { return };
                let right = match cell.datum {
                    Datum::Unknown => true,
                    Datum::Bits(known) => known == bits,
                    Datum::Range(range) => range.contains_bits(bits, cell.width),
                    Datum::Address(to, offset) => {
                        let mask = cairn_ir::value::mask(cell.width) as u64;
                        self.base(to).is_none_or(|to| to.wrapping_add(offset as u64) & mask == bits as u64)
                    }
                    Datum::Somewhere(to) => self.base(to).is_none_or(|to| bits as u64 >= to),
                    Datum::Function(function) => {
                        self.interpreter.pointee(bits as u64) == cairn_interp::Pointee::Function(function)
                    }
                };
                self.facts += 1;
                if !right && wrong.is_none() {
                    wrong = Some(format!(
                        "{object:?} {} bit {at}: {cell:?}, but it is {bits:#x}",
                        object.name(self.program)
                    ));
                }
            });
            if content.rest == Rest::Zero {
                let bytes = object.var().and_then(|v| self.program.types.size_of(self.program.vars[v].ty)).unwrap_or(0);
                for byte in 0..bytes.min(512) {
                    let is = self.interpreter.byte_at(base + byte);
                    if is.is_some_and(|b| b != 0) && content.overlapping(8 * byte, 8).is_empty() && wrong.is_none() {
                        wrong = Some(format!("{object:?} byte {byte} is {is:?}, not zero"));
                    }
                }
            }
        });
        wrong.map_or(Ok(()), Err)
    }
}

/// Runs a program beside its abstraction; the number of facts compared.
fn run(program: &Program, precision: &ValuePrecision, random: &mut Random) -> Result<usize, String> {
    let code = Code::new(program);
    let options = RunOptions { steps: 3000, memory: 1 << 24, depth: 200, ..RunOptions::default() };
    let mut interpreter = Interpreter::new(&code, options);
    let mut state = ValueState::initial();
    let mut facts = 0;
    loop {
        let depth = interpreter.top() as u32;
        let Ok(step) = interpreter.step(&mut Source(random)) else { return Ok(facts) };
        let place = || match step {
            cairn_ir::Step::Edge(edge) => {
                let edge = &program.edges[edge];
                let line = program.sources.locate(edge.span).map_or(String::new(), |l| l.to_string());
                format!("{line}: {:?}", edge.op)
            }
            other => format!("{other:?}"),
        };
        let next = transfer::step(&state, precision, step, depth, program, None).map_err(|e| e.to_string())?;
        let Some(next) = next else { return Err(format!("no successor at {}", place())) };
        state = next;
        let mut comparison = Comparison { interpreter: &interpreter, program, bases: BTreeMap::new(), facts: 0 };
        comparison.check(&state).map_err(|wrong| format!("{wrong}\nafter {}", place()))?;
        facts += comparison.facts;
    }
}

fn precisions(program: &Program, random: &mut Random) -> Vec<ValuePrecision> {
    let mut some = BTreeMap::new();
    for (var, variable) in program.vars.iter_ids() {
        if random.below(2) == 0 && variable.kind != VarKind::StringLiteral {
            some.insert(Base::Var(var), if random.below(2) == 0 { Grain::Values } else { Grain::Ranges });
        }
    }
    if random.below(2) == 0 {
        some.insert(Base::Unnamed, Grain::Values);
    }
    for edge in program.edges.ids() {
        if random.below(2) == 0 && matches!(program.edges[edge].op, cairn_ir::Op::Intrinsic { .. }) {
            some.insert(Base::Site(edge), Grain::Ranges);
        }
    }
    let _ = cairn_ir::VarId::from_index(0);
    vec![ValuePrecision::Full, ValuePrecision::of(some), ValuePrecision::empty()]
}

fn all_runs(name: &str, text: &str, runs: usize, random: &mut Random) -> usize {
    let mut facts = 0;
    for model in [MachineModel::Ilp32, MachineModel::Lp64] {
        let program = program(name, text, model);
        for _ in 0..runs {
            for precision in precisions(&program, random) {
                match run(&program, &precision, random) {
                    Ok(compared) => facts += compared,
                    Err(wrong) => panic!("{name} on {model:?} with {precision:?}: {wrong}\n{text}"),
                }
            }
        }
    }
    facts
}

#[test]
fn programs_from_files() {
    let mut random = Random::new(1);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "c")) {
        let text = std::fs::read_to_string(file).unwrap();
        let facts = all_runs(&file.display().to_string(), &text, 4, &mut random);
        assert!(facts > 20, "{}: only {facts} facts compared", file.display());
    }
}

#[test]
fn generated_programs() {
    let mut facts = 0;
    let count = std::env::var("CAIRN_GENERATED").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    for seed in 0..count {
        let mut random = Random::new(seed);
        let text = generate::program(&mut random);
        facts += all_runs(&format!("seed-{seed}.c"), &text, 2, &mut random);
    }
    assert!(facts > 10_000, "{facts}");
}
