//! Executions of a generated program with inputs that are made up.
//!
//! Pointers as inputs are null, addresses of objects that may be known outside (heap, and external linkage: in generated
//! programs the objects whose name starts with `ext_`), or one of few addresses of memory that the program does not name,
//! so that two of them meet.

use crate::random::Random;
use cairn_cpa::Specification;
use cairn_interp::{Code, End, Inputs, Interpreter, ObjectKind, ObjectOrdinal, Options, Request};
use cairn_ir::types::Scalar;
use cairn_ir::{MachineModel, NondetSource, Program, Step, Value};
use std::collections::BTreeMap;

/// Moves of control of an execution at most.
const LONGEST: u64 = 20_000;

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It violates the property.
    Violation,
    /// The program came to its end.
    Done {
        /// True when it asked for an input.
        asked: bool,
    },
    /// Anything else: undefined behaviour, a limit, an operation that is not modelled.
    Cut,
}

struct Source<'a> {
    random: &'a mut Random,
    constants: &'a [i128],
    /// Addresses that a pointer from outside may have.
    known: Vec<u64>,
    asked: bool,
    spoiled: bool,
    wild: BTreeMap<u64, u8>,
}

impl Source<'_> {
    fn number(&mut self, bits: u32) -> i128 {
        let most = 1_i128 << bits.min(64);
        match self.random.below(8) {
            0 | 1 => self.random.below(4) as i128,
            2 => self.random.below(22) as i128 - 11,
            3 | 4 if !self.constants.is_empty() => *self.random.pick(self.constants),
            5 => *self.random.pick(&[-1, most / 2, most / 2 - 1, most - 1, most / 2 + 1]),
            // An integer may be an address that somebody knew.
            6 if bits >= 32 && !self.known.is_empty() => i128::from(*self.random.pick(&self.known)),
            _ => i128::from(self.random.bits() >> self.random.below(64)),
        }
    }
}

impl Inputs for Source<'_> {
    fn havoc(&mut self, request: &Request<'_>) -> Value {
        self.asked = true;
        self.spoiled |= matches!(request.source, NondetSource::Unmodelled(_));
        match request.scalar {
            Some(Scalar::Pointer { .. }) if !self.known.is_empty() => Value(u128::from(*self.random.pick(&self.known))),
            Some(Scalar::Float(kind)) => {
                let (int, of) = (Scalar::Int { bits: 64, signed: true }, Scalar::Float(kind));
                if self.random.chance(15) {
                    return Value::truncated(
                        u128::from(self.random.bits()) << 64 | u128::from(self.random.bits()),
                        kind.bits(),
                    );
                }
                let number = self.number(16);
                cairn_ir::eval::cast(Value::from_i128(number, 64), int, of).value
            }
            Some(of) => Value::from_i128(self.number(of.bits()), of.bits()),
            None => Value(0),
        }
    }
    fn havoc_bytes(&mut self, _: &Request<'_>, bytes: &mut [u8]) {
        self.asked = true;
        bytes.iter_mut().for_each(|byte| *byte = *self.random.pick(&[0, 0, 1, 2, 255]));
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, _: u64) -> u8 {
        self.asked = true;
        *self.random.pick(&[0, 0, 0, 1, 2, 255])
    }
    fn wild_byte(&mut self, address: u64) -> u8 {
        self.asked = true;
        let random = &mut *self.random;
        *self.wild.entry(address).or_insert_with(|| *random.pick(&[0, 0, 0, 1, 2, 255]))
    }
}

/// The addresses that are known outside now.
fn known(run: &Interpreter<'_, '_>, program: &Program, model: MachineModel) -> Vec<u64> {
    let wild = match model {
        MachineModel::Ilp32 => 0x9000_0000,
        MachineModel::Lp64 => 0x1_0000_0000_1000,
    };
    let mut known = vec![0, 0, wild, wild, wild + 64];
    for object in run.global_objects() {
        known.extend(match object.kind {
            ObjectKind::Variable(var) if program.vars[var].name.starts_with("ext_") => Some(object.address),
            ObjectKind::Heap if object.live => Some(object.address),
            _ => None,
        });
    }
    known
}

/// The integer constants of a program.
pub fn constants(program: &Program) -> Vec<i128> {
    let mut found = std::collections::BTreeSet::new();
    for (_, expr) in program.exprs.exprs() {
        if let cairn_ir::ExprKind::Constant(bits) = expr.kind
            && let Some(Scalar::Int { bits: width, signed }) = program.types.scalar(expr.ty)
        {
            let number = if signed { Value(bits).as_signed(width) } else { Value(bits).as_unsigned() as i128 };
            found.extend([number, number.saturating_add(1), number.saturating_sub(1)]);
        }
    }
    found.into_iter().collect()
}

/// Executes a program once; `seen` gets the numbers and values given to its function `watch`.
pub fn execute(
    program: &Program,
    code: &Code<'_>,
    constants: &[i128],
    random: &mut Random,
    mut seen: impl FnMut(usize, i128),
) -> Ended {
    let specification = Specification::default_reachability();
    let model = program.types.model();
    let watch = program.function_named("watch");
    let mut state = specification.initial();
    let options = Options { steps: LONGEST, memory: 1 << 24, depth: 500, watches_objects: true, ..Options::default() };
    let mut run = Interpreter::new(code, options);
    let mut source = Source {
        random,
        constants,
        known: known(&run, program, model),
        asked: false,
        spoiled: false,
        wild: BTreeMap::new(),
    };
    loop {
        match run.step(&mut source) {
            // What lies outside of the object that an address is computed from, C does not say.
            Ok(_) if source.spoiled || run.left_object().is_some() => return Ended::Cut,
            Ok(step) => {
                state = specification.next(state, step, program);
                if specification.is_violated(state) {
                    return Ended::Violation;
                }
                match step {
                    Step::Enter(call) if watch.is_some() && program.calls[call].callee == watch => {
                        let params = watch.map_or(&[][..], |f| &program.functions[f].params);
                        let at = |i: usize, bits| {
                            params.get(i).and_then(|v| run.variable(run.top(), *v)).map(|v| v.as_signed(bits))
                        };
                        if let (Some(number), Some(value)) = (at(0, 32), at(1, 64)) {
                            seen(number as usize, value);
                        }
                    }
                    // Objects come with operations of the library.
                    Step::Edge(edge) if matches!(program.edges[edge].op, cairn_ir::Op::Intrinsic { .. }) => {
                        source.known = known(&run, program, model);
                    }
                    _ => {}
                }
            }
            Err(End::Halted { .. } | End::Returned(_)) => return Ended::Done { asked: source.asked },
            Err(_) => return Ended::Cut,
        }
    }
}
