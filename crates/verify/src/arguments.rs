//! Whether an execution rests on arguments of `main` that are not modelled.
//!
//! The start function makes the first few strings of a vector as objects of their own, and leaves the entries between these
//! and the last one indeterminate ([`cairn_ir::external::Vector`]): any number, null too, which is more than a system gives.
//! So a proof covers more executions than there are, and an execution that is to be shown to a person is looked at here: it
//! shows nothing when it reads such an entry before anything was written there.
//!
//! Why not one string for all of them: the program could see that they are the same, and writes to one would show in another.

use cairn_base::FastSet;
use cairn_interp::{
    Accelerator, Code, InputRequest, Inputs, Interpreter, InterpreterOptions, ObjectOrdinal, RecordedInputs,
};
use cairn_ir::Value;
use cairn_ir::external::Vector;

/// Why an execution of so many steps shows nothing: what it reads of the arguments is not modelled.
pub(crate) fn not_modelled(code: &Code<'_>, inputs: &RecordedInputs, steps: u64) -> Option<String> {
    let vectors = &code.program.outside.vectors;
    if vectors.is_empty() {
        return None;
    }
    let mut seen = Seen { given: inputs.clone(), read: FastSet::default() };
    let options = InterpreterOptions { steps, null_is_memory: true, ..InterpreterOptions::default() };
    let mut interpreter = Interpreter::new(code, options);
    let mut made: Vec<Option<Made>> = vectors.iter().map(|_| None).collect();
    let mut accelerator = Accelerator::default();
    while interpreter.steps() < steps
        && let Ok(step) = interpreter.step(&mut seen)
    {
        // What is made of a vector is made outside of loops that could be skipped.
        accelerator.after(&mut interpreter, step, |_| true);
        for (vector, made) in vectors.iter().zip(&mut made).filter(|(_, made)| made.is_none()) {
            *made = object(&interpreter, vector);
        }
    }
    let width = u64::from(code.program.types.model().pointer_bits() / 8);
    vectors.iter().zip(made).find_map(|(vector, made)| {
        let made = made?;
        let of_vector = seen.read.iter().filter(|(object, _)| *object == made.ordinal).map(|(_, at)| at / width);
        let number = of_vector.filter(|number| (vector.modelled..made.size / width).contains(number)).min()?;
        let Vector { name, modelled, .. } = vector;
        let why = "strings of a vector are objects of their own";
        Some(format!("the path reads {name}[{number}], and only the first {modelled} {why}"))
    })
}

struct Made {
    ordinal: ObjectOrdinal,
    size: u64,
}

/// The object of a vector, once the start function has made it.
fn object(interpreter: &Interpreter<'_, '_>, vector: &Vector) -> Option<Made> {
    const START: usize = 0;
    let address = u64::try_from(interpreter.variable(START, vector.var)?.0).ok()?;
    let object = interpreter.stack_objects().iter().find(|object| object.address == address)?;
    Some(Made { ordinal: object.ordinal, size: object.size })
}

/// Inputs that note which indeterminate bytes are asked for.
struct Seen {
    given: RecordedInputs,
    read: FastSet<(ObjectOrdinal, u64)>,
}

impl Inputs for Seen {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        self.given.havoc(request)
    }

    fn havoc_bytes(&mut self, request: &InputRequest<'_>, bytes: &mut [u8]) {
        self.given.havoc_bytes(request, bytes);
    }

    fn memory_byte(&mut self, object: ObjectOrdinal, offset: u64) -> u8 {
        self.read.insert((object, offset));
        self.given.memory_byte(object, offset)
    }

    fn wild_byte(&mut self, address: u64) -> u8 {
        self.given.wild_byte(address)
    }
}
