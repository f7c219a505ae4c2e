//! Inputs made up, and written down as they are given out.
//!
//! Uniform choice among 2^32 values hardly ever passes a comparison. So a value is of one of some kinds: small numbers,
//! numbers of the program, extremes, a random number of random bits. An execution keeps to one kind or mixes them, because
//! many a program wants all its inputs small, or all large.

use crate::corpus::Base;
use cairn_interp::{InputRequest, Inputs, ObjectOrdinal, RecordedInput, RecordedInputs};
use cairn_ir::eval;
use cairn_ir::types::Scalar;
use cairn_ir::{NondetSource, Value};
use fastrand::Rng;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Zero,
    /// From 0 to 3.
    Tiny,
    /// From -10 to 10.
    Small,
    /// From 0 to 100.
    Medium,
    /// One of the program's, or beside it.
    Constant,
    /// So many random bits, of either sign.
    Bits,
    /// The smallest and the largest of the type, and their neighbours.
    Extreme,
}

const KINDS: [Kind; 7] = [Kind::Zero, Kind::Tiny, Kind::Small, Kind::Medium, Kind::Constant, Kind::Bits, Kind::Extreme];

/// The inputs of one execution.
pub struct Sampler<'a> {
    rng: &'a mut Rng,
    constants: &'a [i128],
    base: Option<Base>,
    /// The kind of all inputs; `None` for a mixture.
    kind: Option<Kind>,
    pub given: RecordedInputs,
    /// True when something was asked for that no execution may choose.
    pub is_spoiled: bool,
}

impl<'a> Sampler<'a> {
    /// The inputs of the next execution.
    pub fn new(rng: &'a mut Rng, constants: &'a [i128], base: Option<Base>) -> Self {
        let kind = if rng.bool() { rng.choice(KINDS) } else { None };
        Self { rng, constants, base, kind, given: RecordedInputs::default(), is_spoiled: false }
    }

    /// True when the program asked for anything: else all executions are this one.
    pub fn was_asked(&self) -> bool {
        !self.given.sequence.is_empty() || !self.given.memory.is_empty()
    }

    /// Input of the earlier execution at this point, if it is to be repeated.
    fn repeated(&self) -> Option<RecordedInput> {
        let (base, at) = (self.base.as_ref()?, self.given.sequence.len());
        if at < base.from || at >= base.until { base.inputs.get(at).cloned() } else { None }
    }

    fn number(&mut self, bits: u32, is_signed: bool) -> i128 {
        let kind = self.kind.or_else(|| self.rng.choice(KINDS)).unwrap_or(Kind::Zero);
        // 128-bit numbers are as good as 64-bit ones.
        let width = bits.clamp(1, 64);
        match kind {
            Kind::Zero => 0,
            Kind::Tiny => self.rng.i128(0..=3),
            Kind::Small => self.rng.i128(-10..=10),
            Kind::Medium => self.rng.i128(0..=100),
            Kind::Constant => self.rng.choice(self.constants).copied().unwrap_or(0),
            Kind::Bits => {
                let most = 1_i128 << self.rng.u32(0..width);
                let magnitude = self.rng.i128(0..=most);
                if is_signed && self.rng.bool() { -magnitude } else { magnitude }
            }
            Kind::Extreme => {
                let (least, most) = if is_signed {
                    (-(1_i128 << (width - 1)), (1_i128 << (width - 1)) - 1)
                } else {
                    (0, (1_i128 << width) - 1)
                };
                self.rng.choice([least, least + 1, -1, most - 1, most]).unwrap_or(least)
            }
        }
    }

    fn value(&mut self, of: Scalar) -> Value {
        match of {
            Scalar::Bool => Value(u128::from(self.rng.bool())),
            Scalar::Int { bits, signed } => Value::from_i128(self.number(bits, signed), bits),
            // Only null is a pointer without an object.
            Scalar::Pointer { .. } => Value(0),
            Scalar::Float(kind) => {
                if self.rng.u32(..8) == 0 {
                    return Value::truncated(self.rng.u128(..), kind.bits());
                }
                let int = Scalar::Int { bits: 64, signed: true };
                let number = Value::from_i128(self.number(64, true), 64);
                let whole = eval::cast(number, int, of).value;
                let parts = eval::cast(Value(1 << self.rng.u32(..8)), int, of).value;
                eval::binary(cairn_ir::BinaryOp::Div, whole, parts, of, of, of).map_or(whole, |outcome| outcome.value)
            }
        }
    }
}

impl Inputs for Sampler<'_> {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        self.is_spoiled |= matches!(request.source, NondetSource::Unmodelled(_));
        let value = match (self.repeated(), request.scalar) {
            (Some(RecordedInput::Scalar(value)), _) => value,
            (_, Some(of)) => self.value(of),
            (_, None) => Value(0),
        };
        self.given.sequence.push(RecordedInput::Scalar(value));
        value
    }

    fn havoc_bytes(&mut self, _: &InputRequest<'_>, bytes: &mut [u8]) {
        match self.repeated() {
            Some(RecordedInput::Bytes(from)) => bytes.iter_mut().zip(from).for_each(|(to, from)| *to = from),
            _ if self.kind == Some(Kind::Zero) => bytes.fill(0),
            _ => self.rng.fill(bytes),
        }
        self.given.sequence.push(RecordedInput::Bytes(bytes.to_vec()));
    }

    fn memory_byte(&mut self, object: ObjectOrdinal, offset: u64) -> u8 {
        let byte = if self.kind == Some(Kind::Zero) { 0 } else { self.rng.choice([0, 1, 0xff]).unwrap_or(0) };
        self.given.memory.insert((object, offset), byte);
        byte
    }
}
