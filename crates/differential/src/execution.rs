//! Executions of a generated program with inputs that are made up.
//!
//! Pointers as inputs, and those in objects that another file defines, are null, addresses of objects that are known
//! outside, or one of few addresses of memory that the program does not name, so that two of them meet. Known outside is
//! what is on the heap or has external linkage (in generated programs: its name starts with `ext_`), what a pointer in
//! something known leads to at that moment, and for the result of a function without a body also what it was given (its
//! name is `given`). That is found here in memory, and not taken from the points-to graph that the analyses share: else a
//! mistake in the graph would hide in every execution.

use crate::configurations::CheckedProperty;
use cairn_interp::{
    Code, InputRequest, Inputs, Interpreter, InterpreterOptions, Object, ObjectKind, ObjectOrdinal, Pointee, RunEnd,
};
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, ExprKind, MachineModel, NodeId, NondetSource, Op, Program, Step, Value};
use cairn_test_support::Random;
use std::collections::BTreeMap;

/// Moves of control of an execution at most.
const LONGEST: u64 = 20_000;

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExecutionEnd {
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
    /// Addresses that a pointer from outside may have, and those that only a function has which was given them.
    known: Vec<u64>,
    given: Vec<u64>,
    /// Objects that are a pointer each, and their contents where these came from outside.
    pointers: BTreeMap<ObjectOrdinal, Option<u64>>,
    word: u32,
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
            _ => i128::from(self.random.word() >> self.random.below(64)),
        }
    }
}

impl Inputs for Source<'_> {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        self.asked = true;
        self.spoiled |= matches!(request.source, NondetSource::Unmodelled(_));
        match request.scalar {
            Some(Scalar::Pointer { .. }) => {
                let is_given = matches!(request.source, NondetSource::Undefined(_)) && !self.given.is_empty();
                let from = if is_given && self.random.chance(50) { &self.given } else { &self.known };
                Value(u128::from(*self.random.pick(from)))
            }
            Some(Scalar::Float(kind)) => {
                let (int, of) = (Scalar::Int { bits: 64, signed: true }, Scalar::Float(kind));
                if self.random.chance(15) {
                    return Value::truncated(
                        u128::from(self.random.word()) << 64 | u128::from(self.random.word()),
                        kind.bits(),
                    );
                }
                let number = self.number(16);
                cairn_ir::eval::cast(Value::from_i128(number, 64), int, of).value
            }
            // Programs ask for a word without a sign when they make a pointer of it.
            Some(Scalar::Int { bits, signed: false }) if bits == self.word && self.random.chance(60) => {
                Value(u128::from(*self.random.pick(&self.known)))
            }
            Some(of) => Value::from_i128(self.number(of.bits()), of.bits()),
            None => Value(0),
        }
    }
    fn havoc_bytes(&mut self, _: &InputRequest<'_>, bytes: &mut [u8]) {
        self.asked = true;
        bytes.iter_mut().for_each(|byte| *byte = *self.random.pick(&[0, 0, 1, 2, 255]));
    }
    fn memory_byte(&mut self, object: ObjectOrdinal, offset: u64) -> u8 {
        self.asked = true;
        match self.pointers.get_mut(&object) {
            Some(content) => {
                let address = *content.get_or_insert_with(|| *self.random.pick(&self.known));
                address.to_le_bytes().get(offset as usize).copied().unwrap_or(0)
            }
            None => *self.random.pick(&[0, 0, 0, 1, 2, 255]),
        }
    }
    fn wild_byte(&mut self, address: u64) -> u8 {
        self.asked = true;
        let random = &mut *self.random;
        *self.wild.entry(address).or_insert_with(|| *random.pick(&[0, 0, 0, 1, 2, 255]))
    }
}

/// Where memory begins that the program does not name, and how much of it is used.
const fn wild(model: MachineModel) -> (u64, u64) {
    match model.pointer_bits() {
        32 => (0x9000_0000, 128),
        _ => (0x1_0000_0000_1000, 128),
    }
}

impl Source<'_> {
    /// Finds what is known outside now.
    fn look(&mut self, run: &Interpreter<'_, '_>, program: &Program) {
        let model = program.types.model();
        let (wild, size) = wild(model);
        let name = |object: &Object| match object.kind {
            ObjectKind::Variable(var) => program.vars[var].name.as_str(),
            _ => "",
        };
        self.known = vec![0, 0, wild, wild, wild + size / 2];
        self.given.clear();
        // Ranges of memory in which addresses are looked for.
        let mut open = vec![(wild, size)];
        for object in run.global_objects().iter().chain(run.stack_objects()).filter(|object| object.live) {
            let is_pointer = matches!(object.kind, ObjectKind::Variable(var)
                if program.types.pointee(program.vars[var].ty).is_some());
            if object.kind == ObjectKind::Heap || name(object).starts_with("ext_") {
                // Pointers from outside are `int *` in these programs. What is a pointer itself has no part of that type.
                if is_pointer {
                    self.pointers.entry(object.ordinal).or_insert(None);
                } else {
                    self.known.push(object.address);
                }
                open.push((object.address, object.size.min(size)));
            }
            if name(object) == "given" {
                self.given.push(object.address);
            }
        }
        let width = model.pointer_bytes();
        while let Some((from, size)) = open.pop() {
            for at in (from..from + size).step_by(width as usize) {
                let byte = |i: u64| run.byte_at(at + i).map(u64::from);
                let Some(address) = (0..width).rev().try_fold(0, |all, i| Some(all << 8 | byte(i)?)) else { continue };
                if let Pointee::Object(object) = run.pointee(address)
                    && object.live
                    && !self.known.contains(&address)
                {
                    self.known.push(address);
                    open.push((object.address, object.size.min(128)));
                }
            }
        }
    }
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

/// Whether an operation at a node takes a pointer, or a number that may be one, from outside.
fn asks(program: &Program, node: NodeId) -> bool {
    let takes = |edge: &EdgeId| match &program.edges[*edge].op {
        Op::Havoc { .. } | Op::Declare { .. } => true,
        // The content of an object that another file defines comes with its first use.
        Op::Assign { value, .. } => matches!(program.exprs[*value].kind, ExprKind::Load(_)),
        _ => false,
    };
    program.nodes[node].leaving.iter().any(takes)
}

/// Executes a program once; `seen` gets the numbers and values given to its function `watch`.
pub fn execute(
    program: &Program,
    code: &Code<'_>,
    constants: &[i128],
    random: &mut Random,
    asked: CheckedProperty,
    mut seen: impl FnMut(usize, i128),
) -> ExecutionEnd {
    let specification = cairn_verify::specification(&asked.property());
    let watch = program.function_named("watch");
    let mut state = specification.initial();
    let options = InterpreterOptions {
        steps: LONGEST,
        memory: 1 << 24,
        depth: 500,
        watches_addresses: true,
        ..InterpreterOptions::default()
    };
    let mut run = Interpreter::new(code, options);
    let mut source = Source {
        random,
        constants,
        known: Vec::new(),
        given: Vec::new(),
        pointers: BTreeMap::new(),
        word: program.types.model().pointer_bits(),
        asked: false,
        spoiled: false,
        wild: BTreeMap::new(),
    };
    source.look(&run, program);
    loop {
        if asks(program, run.node()) {
            source.look(&run, program);
        }
        match run.step(&mut source) {
            // What lies outside of the object that an address is computed from, C does not say.
            Ok(_) if source.spoiled || run.left_object().is_some() => return ExecutionEnd::Cut,
            Ok(step) => {
                state = specification.next(state, step, program);
                if cairn_ir::behaviour::doubt(program, step).is_some() {
                    return ExecutionEnd::Cut;
                }
                if specification.is_violated(state) {
                    return ExecutionEnd::Violation;
                }
                match step {
                    Step::Enter(call, _) if watch.is_some() && program.calls[call].callee == watch => {
                        let params = watch.map_or(&[][..], |f| &program.functions[f].params);
                        let at = |i: usize, bits| {
                            params.get(i).and_then(|v| run.variable(run.top(), *v)).map(|v| v.as_signed(bits))
                        };
                        if let (Some(number), Some(value)) = (at(0, 32), at(1, 64)) {
                            seen(number as usize, value);
                        }
                    }
                    _ => {}
                }
            }
            Err(RunEnd::Halted { .. } | RunEnd::Returned(_)) => return ExecutionEnd::Done { asked: source.asked },
            Err(_) => return ExecutionEnd::Cut,
        }
    }
}
