//! Following an execution of the interpreter step by step in a path formula.

#![allow(dead_code)]

use cairn_base::FastMap;
use cairn_formula::{Cell, Encoder, Encoding, PathFormula};
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, ObjectOrdinal};
use cairn_ir::types::{MachineModel, Scalar};
use cairn_ir::{Op, Program, Step, Value, VarKind};
use cairn_term::{Sort, TermId};
use cairn_test_support::Random;
use std::path::Path;

/// Inputs made up as they are asked for.
pub struct Dice {
    random: Random,
    wild: u64,
    /// The inputs of operations so far.
    pub given: Vec<Value>,
    /// Indeterminate bytes that were read.
    pub indeterminate: u64,
    bytes: FastMap<(u64, u64), u8>,
}

impl Dice {
    pub fn new(seed: u64, code: &Code<'_>) -> Self {
        let wild = code.layout.ranges.wild() + 0x10_0000;
        Dice { random: Random::new(seed), wild, given: Vec::new(), indeterminate: 0, bytes: FastMap::default() }
    }
}

impl Inputs for Dice {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        let value = match request.scalar {
            // Pointers that the program did not make are apart.
            Some(Scalar::Pointer { .. }) => match self.random.below(3) {
                0 => Value(0),
                _ => Value(u128::from(self.wild + 0x1_0000 * self.given.len() as u64)),
            },
            Some(Scalar::Bool) => Value(u128::from(self.random.word() & 1)),
            Some(of) => match self.random.below(4) {
                0 => Value::truncated(u128::from(self.random.word()), of.bits()),
                1 => Value::from_i128(-1 - i128::from(self.random.below(9)), of.bits()),
                _ => Value(u128::from(self.random.below(32_u8))),
            },
            None => Value(0),
        };
        self.given.push(value);
        value
    }
    fn memory_byte(&mut self, object: ObjectOrdinal, offset: u64) -> u8 {
        self.indeterminate += 1;
        let byte = (self.random.word() & 0x81) as u8;
        *self.bytes.entry((object.0, offset)).or_insert(byte)
    }
    fn wild_byte(&mut self, address: u64) -> u8 {
        self.memory_byte(ObjectOrdinal(1), address)
    }
}

/// The programs of some folders beside this crate.
pub fn programs(model: MachineModel, folders: &[&str]) -> Vec<(String, Program)> {
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut programs = Vec::new();
    for folder in folders {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        files.sort();
        for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "c" || e == "i")) {
            if !file.to_string_lossy().contains(&only) {
                continue;
            }
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(file).unwrap();
            // Some are for one machine only.
            if let Some(program) = program_of(&name, text, model) {
                programs.push((name, program));
            }
        }
    }
    assert!(!programs.is_empty());
    programs
}

pub fn program_of(name: &str, text: String, model: MachineModel) -> Option<Program> {
    let input = Input { name: name.to_owned(), text: text.into() };
    compile(&[input], &FrontEndOptions::new(model, "main")).ok()
}

/// A path followed in a formula.
pub struct Followed {
    pub formula: PathFormula,
    pub steps: Vec<Step>,
    /// The terms of the inputs, with the values that the run took.
    pub inputs: Vec<(TermId, Value, Scalar)>,
    /// What was not modelled, where the following stopped.
    pub unmodelled: Option<String>,
    /// The step at which the condition became false.
    pub dead: Option<usize>,
}

/// The integer type as wide as a place, which may be a bit-field.
fn field(program: &Program, place: cairn_ir::PlaceId, of: Scalar) -> Scalar {
    if let cairn_ir::PlaceKind::Field(record, index) = program.exprs[place].kind
        && let Some(fields) = program.types.fields(program.exprs[record].ty)
        && let (Some(bits), Scalar::Int { signed, .. }) = (fields[index as usize].bits, of)
    {
        return Scalar::Int { bits: bits.width, signed };
    }
    of
}

/// Follows a run for at most so many steps. The run stands behind the last step followed.
pub fn follow(
    program: &Program,
    encoder: &mut Encoder,
    run: &mut Interpreter<'_, '_>,
    dice: &mut Dice,
    most: usize,
) -> Followed {
    let mut followed =
        Followed { formula: encoder.entry(), steps: Vec::new(), inputs: Vec::new(), unmodelled: None, dead: None };
    while followed.steps.len() < most {
        let depth = run.top() as u32;
        let given = dice.given.len();
        let Ok(step) = run.step(dice) else { break };
        match encoder.step(program, &followed.formula, step, depth) {
            Ok(next) => {
                if let (Step::Edge(edge), Some(value)) = (step, dice.given.get(given))
                    && let Op::Havoc { place, .. } = program.edges[edge].op
                    && let Some(of) = program.types.scalar(program.exprs[place].ty)
                {
                    let of = field(program, place, of);
                    let value = Value::truncated(value.0, of.bits());
                    if let Some(term) = encoder.input_of(step, followed.formula.inputs) {
                        followed.inputs.push((term, value, of));
                    }
                }
                followed.formula = next;
            }
            Err(error) => {
                followed.unmodelled = Some(error.what);
                break;
            }
        }
        followed.steps.push(step);
        if encoder.terms.as_bool(followed.formula.condition) == Some(false) {
            followed.dead = Some(followed.steps.len());
            break;
        }
    }
    followed
}

/// The value of a term's sort that a machine value is.
pub fn term_of(encoder: &mut Encoder, like: TermId, value: Value, of: Scalar) -> TermId {
    match encoder.terms.sort(like) {
        Sort::Int if of.is_signed() => encoder.terms.int(value.as_signed(of.bits())),
        Sort::Int => encoder.terms.int(value.0 as i128),
        sort => encoder.terms.bits(sort.width(), value.0),
    }
}

/// The scalar variables of the current frame and the static ones that the formula gives a value, and that the run has a
/// value of.
pub fn scalars(
    program: &Program,
    encoder: &Encoder,
    formula: &PathFormula,
    run: &Interpreter<'_, '_>,
) -> Vec<(String, TermId, Value, Scalar)> {
    let mut found = Vec::new();
    for (cell, term) in &formula.values {
        let Some(Cell::Scalar { var, first: 0, bits, depth }) = encoder.cell(*cell) else { continue };
        let variable = &program.vars[var];
        let Some(of) = program.types.scalar(variable.ty) else { continue };
        let here = variable.frame().is_none() || variable.frame() == run.function(run.top());
        if of.bits() != bits || !here || depth > 0 && depth as usize != run.top() || variable.kind == VarKind::Temp {
            continue;
        }
        // Addresses of locals are their own in formulas.
        if matches!(of, Scalar::Pointer { .. }) {
            continue;
        }
        if let Some(value) = run.variable(run.top(), var) {
            found.push((variable.name.clone(), *term, value, of));
        }
    }
    found
}

pub const MODELS: [MachineModel; 2] = [MachineModel::Ilp32, MachineModel::Lp64];
pub const ENCODINGS: [Encoding; 2] = [Encoding::BitVector, Encoding::Integer];

/// True for a program with arguments beyond parameters, which formulas leave open.
pub fn has_lists(program: &Program) -> bool {
    program.edges.iter().any(|e| matches!(e.op, Op::Intrinsic { which: cairn_ir::Intrinsic::Realloc, .. }))
}
