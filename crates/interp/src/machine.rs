//! The state of a run, and the values of expressions and places in it.
//!
//! An expression has no side effect, but running one may define memory: an indeterminate byte that is read gets its value
//! then (see [`crate::inputs`]).

use crate::bits::Wide;
use crate::compiled_program::{Base, Code, Content, Run};
use crate::inputs::Inputs;
use crate::layout::{AddressSpace, Home};
use crate::memory::Memory;
use crate::undefined::{Fault, Misbehaviour, Res};
use cairn_ir::eval::{self, Undefined};
use cairn_ir::types::Scalar;
use cairn_ir::value::mask;
use cairn_ir::{BinaryOp, CallSiteId, EdgeId, ExprId, FunctionId, NodeId, PlaceId, UnaryOp, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A function that is being run.
#[derive(Clone, Debug)]
pub(crate) struct Activation {
    pub function: FunctionId,
    /// The call that led here, and its edge; `None` for the start function.
    pub call: Option<(CallSiteId, EdgeId)>,
    pub base: u64,
    /// Where its objects begin in the table of the stack.
    pub objects: u32,
    /// The end of the stack before it.
    pub stack_end: u64,
}

/// Expressions deeper than this run on a stack that is made to fit.
const SHALLOW: u32 = 100;
/// Stack that one level of an expression needs, generously.
const LEVEL_BYTES: usize = 1024;

#[derive(Clone, Debug)]
pub(crate) struct Machine<'c, 'p> {
    pub code: &'c Code<'p>,
    pub memory: Memory,
    pub space: AddressSpace,
    pub frames: Vec<Activation>,
    /// First byte of the current frame: `frames.last().base`.
    pub base: u64,
    pub node: NodeId,
    /// Undefined arithmetic met while running the current operation, which went on with the machine's result.
    pub recorded_undefined: Option<Undefined>,
    /// Whether such arithmetic ends the run.
    pub strict: bool,
    /// Whether a pointer that is always null designates memory, and whether the current operation has followed one.
    pub null_is_memory: bool,
    pub followed_null: bool,
    /// Whether addresses are watched that are computed from an object's and lie outside of it; whether the current
    /// operation has computed one.
    pub watches_addresses: bool,
    pub left_object: bool,
    /// Where objects begin that code outside was told of, when addresses are watched.
    pub escaped: BTreeSet<u64>,
    /// How often code outside was told of an address in a piece of memory that the program does not name, by its start.
    pub escaped_pieces: BTreeMap<u64, u32>,
    pub address_mask: u64,
}

impl<'p> Machine<'_, 'p> {
    /// Notes what is undefined about a result, or stops at it.
    fn outcome(&mut self, outcome: eval::Evaluated) -> Res<Value> {
        match outcome.undefined {
            None => Ok(outcome.value),
            Some(why) if self.strict => Err(Misbehaviour::Arithmetic(why).into()),
            Some(why) => {
                self.recorded_undefined.get_or_insert(why);
                Ok(outcome.value)
            }
        }
    }

    /// The value of a scalar expression.
    pub fn value(&mut self, expr: ExprId, inputs: &mut dyn Inputs) -> Res<Value> {
        let depth = self.code.depths[expr];
        if depth < SHALLOW {
            return self.run(expr, inputs);
        }
        let room = depth as usize * LEVEL_BYTES;
        stacker::maybe_grow(room, room + room / 2, || self.run(expr, inputs))
    }

    pub fn address(&mut self, place: PlaceId, inputs: &mut dyn Inputs) -> Res<u64> {
        let depth = self.code.place_depths[place];
        if depth < SHALLOW {
            return self.locate(place, inputs);
        }
        let room = depth as usize * LEVEL_BYTES;
        stacker::maybe_grow(room, room + room / 2, || self.locate(place, inputs))
    }

    fn run(&mut self, expr: ExprId, inputs: &mut dyn Inputs) -> Res<Value> {
        let code = self.code;
        match code.runs[expr] {
            Run::Constant(value) => Ok(value),
            Run::Load(place) => self.load(place, inputs),
            Run::Small { op, x, y, of, to, shift, signed } => {
                let x = self.run(x, inputs)?;
                let y = self.run(y, inputs)?;
                match run_small(op, x.0 as u64, y.0 as u64, shift, signed) {
                    Some(result) => Ok(Value(u128::from(result))),
                    None => {
                        let outcome = eval::binary(op, x, y, of, of, to).map_err(Misbehaviour::Arithmetic)?;
                        self.outcome(outcome)
                    }
                }
            }
            Run::Cast { x, from, to } => {
                let x = self.run(x, inputs)?;
                match (from, to) {
                    (Scalar::Int { bits, signed: true }, Scalar::Int { .. } | Scalar::Pointer { .. }) => {
                        Ok(Value::truncated(x.as_signed(bits) as u128, to.bits()))
                    }
                    _ => self.outcome(eval::cast(x, from, to)),
                }
            }
            Run::Unary { op, x, from, to } => {
                let x = self.run(x, inputs)?;
                if op == UnaryOp::LogicalNot {
                    return Ok(Value(u128::from(!eval::is_true(x, from))));
                }
                let outcome = eval::unary(op, x, from, to).map_err(Misbehaviour::Arithmetic)?;
                self.outcome(outcome)
            }
            Run::Binary { op, x, y, left, right, to } => {
                let x = self.run(x, inputs)?;
                let y = self.run(y, inputs)?;
                let outcome = eval::binary(op, x, y, left, right, to).map_err(Misbehaviour::Arithmetic)?;
                self.outcome(outcome)
            }
            Run::PtrAdd { x, y, size, index, bits } => {
                let x = self.run(x, inputs)?;
                let y = self.run(y, inputs)?;
                let index = if index.is_signed() { y.as_signed(index.bits()) as u128 } else { y.0 };
                let result = Value::truncated(x.0.wrapping_add(index.wrapping_mul(u128::from(size))), bits);
                if self.watches_addresses {
                    self.watch(x.0 as u64, result.0 as u64);
                }
                Ok(result)
            }
            Run::PtrDiff { x, y, size, bits, to } => {
                let x = self.run(x, inputs)?;
                let y = self.run(y, inputs)?;
                if size == 0 {
                    return Err(Misbehaviour::Arithmetic(Undefined::DivisionByZero).into());
                }
                let bytes = Value::truncated(x.0.wrapping_sub(y.0), bits).as_signed(bits);
                Ok(Value::from_i128(bytes / i128::from(size), to))
            }
            Run::AddressOf(place) => self.locate(place, inputs).map(|address| Value(u128::from(address))),
            Run::Conditional { cond, of, then, otherwise } => {
                let cond = self.run(cond, inputs)?;
                self.run(if eval::is_true(cond, of) { then } else { otherwise }, inputs)
            }
            Run::Aggregate(_) => Err(Box::new(Fault::Malformed("a whole record or array as an operand".to_owned()))),
            Run::Malformed(why) => Err(Box::new(Fault::Malformed(why.to_owned()))),
        }
    }

    #[inline]
    fn load(&mut self, place: PlaceId, inputs: &mut dyn Inputs) -> Res<Value> {
        let address = self.locate(place, inputs)?;
        match self.code.spots[place].content {
            Content::Scalar { size, of } => {
                let made = self.memory.made;
                let bits = self.read(place, address, usize::from(size), inputs)?;
                if made != self.memory.made && matches!(of, Scalar::Pointer { .. }) {
                    self.check_from_outside(place, address, Value(bits))?;
                }
                Ok(normal(bits, of))
            }
            Content::Bits { first, width, of } => {
                let bytes = (first + width).div_ceil(8);
                let raw = self.read_wide(place, address, bytes, inputs)?;
                let bits = raw.shifted(first) & mask(width);
                Ok(match of {
                    Scalar::Int { bits: to, signed: true } => Value::from_i128(Value(bits).as_signed(width), to),
                    _ => Value(bits),
                })
            }
            Content::Aggregate { .. } | Content::Opaque => {
                Err(Box::new(Fault::Malformed("a load of what is no scalar".to_owned())))
            }
        }
    }

    /// Reads a scalar's bytes; a variable read by name after its lifetime begins a new one.
    #[inline]
    fn read(&mut self, place: PlaceId, address: u64, size: usize, inputs: &mut dyn Inputs) -> Res<u128> {
        match self.memory.read(address, size, inputs) {
            Ok(bits) => Ok(bits),
            Err(fault) => {
                let address = self.elsewhere(place, address, fault)?;
                self.memory.read(address, size, inputs)
            }
        }
    }

    fn read_wide(&mut self, place: PlaceId, address: u64, bytes: u32, inputs: &mut dyn Inputs) -> Res<Wide> {
        let low = self.read(place, address, bytes.min(16) as usize, inputs)?;
        let high = if bytes > 16 { self.read(place, address + 16, 1, inputs)? as u8 } else { 0 };
        Ok(Wide { low, high })
    }

    #[inline]
    pub fn store(&mut self, place: PlaceId, address: u64, value: Value, inputs: &mut dyn Inputs) -> Res<()> {
        match self.code.spots[place].content {
            Content::Scalar { size, of } => self.write(place, address, usize::from(size), normal(value.0, of).0),
            Content::Bits { first, width, of } => {
                let bytes = (first + width).div_ceil(8);
                let raw = self.read_wide(place, address, bytes, inputs)?;
                let raw = raw.with(first, width, normal(value.0, of).0);
                self.write(place, address, bytes.min(16) as usize, raw.low)?;
                if bytes > 16 { self.write(place, address + 16, 1, u128::from(raw.high)) } else { Ok(()) }
            }
            Content::Aggregate { .. } | Content::Opaque => {
                Err(Box::new(Fault::Malformed("a store to what is no scalar".to_owned())))
            }
        }
    }

    #[inline]
    fn write(&mut self, place: PlaceId, address: u64, size: usize, bits: u128) -> Res<()> {
        match self.memory.write(address, size, bits) {
            Ok(()) => Ok(()),
            Err(fault) => {
                let address = self.elsewhere(place, address, fault)?;
                self.memory.write(address, size, bits)
            }
        }
    }

    /// After a failed access: the address to try again at, when what failed is no mistake of the program's.
    #[cold]
    fn elsewhere(&mut self, place: PlaceId, address: u64, fault: Box<Fault>) -> Res<u64> {
        if self.is_near_null(address) && self.code.nulls().is_behind(self.code.program, place) {
            return Ok(self.null_memory(address));
        }
        self.revive(place, fault).map(|()| address)
    }

    /// The address that a pointer argument of a primitive means.
    pub fn pointed(&mut self, pointer: ExprId, address: u64) -> u64 {
        if self.is_near_null(address) && self.code.nulls().is_memory(self.code.program, pointer) {
            return self.null_memory(address);
        }
        address
    }

    fn is_near_null(&self, address: u64) -> bool {
        self.null_is_memory && address < self.code.layout.ranges.first()
    }

    fn null_memory(&mut self, address: u64) -> u64 {
        self.followed_null = true;
        address + self.code.layout.ranges.null_memory()
    }

    /// When the place is in a variable, named, whose life has ended, a new one begins.
    #[cold]
    pub fn revive(&mut self, place: PlaceId, fault: Box<Fault>) -> Res<()> {
        if let Fault::Undefined(Misbehaviour::DeadVariable(_)) = *fault
            && let Some(var) = self.code.program.exprs.root_variable(place)
            && let Home::Frame(..) = self.code.layout.home(var)
        {
            return self.begin(var, false);
        }
        Err(fault)
    }

    #[inline]
    fn locate(&mut self, place: PlaceId, inputs: &mut dyn Inputs) -> Res<u64> {
        let code = self.code;
        let spot = &code.spots[place];
        let start = match spot.base {
            Base::Absolute => 0,
            Base::Frame => self.base,
            Base::Pointer(pointer) => self.run(pointer, inputs)?.0 as u64,
            Base::Element { array, index, of, size } => {
                let start = self.locate(array, inputs)?;
                let value = self.run(index, inputs)?;
                let index = if of.is_signed() { value.as_signed(of.bits()) as u64 } else { value.0 as u64 };
                let element = start.wrapping_add(index.wrapping_mul(size));
                if self.watches_addresses {
                    self.watch(start, element & self.address_mask);
                }
                element
            }
            Base::Malformed(why) => return Err(Box::new(Fault::Malformed(why.to_owned()))),
        };
        let address = start.wrapping_add(spot.offset) & self.address_mask;
        if self.watches_addresses && matches!(spot.base, Base::Pointer(_)) {
            self.watch(start, address);
        }
        Ok(address)
    }

    /// Notes that an address which is computed from another is not in the same object, nor just behind it.
    #[cold]
    fn watch(&mut self, from: u64, to: u64) {
        let objects = &self.memory.objects;
        let object = objects.holding(from).or_else(|| objects.holding(from.wrapping_sub(1)));
        self.left_object |= object.is_some_and(|object| to < object.address || object.end() < to);
    }

    /// The bytes of a whole record or array.
    pub fn load_bytes(&mut self, place: PlaceId, size: u64, inputs: &mut dyn Inputs) -> Res<Vec<u8>> {
        let address = self.address(place, inputs)?;
        match self.memory.read_bytes(address, size, inputs) {
            Ok(bytes) => Ok(bytes),
            Err(fault) => {
                let address = self.elsewhere(place, address, fault)?;
                self.memory.read_bytes(address, size, inputs)
            }
        }
    }

    /// Writes the bytes of a whole record or array.
    pub fn store_bytes(&mut self, place: PlaceId, address: u64, bytes: &[u8]) -> Res<()> {
        match self.memory.write_bytes(address, bytes) {
            Ok(()) => Ok(()),
            Err(fault) => {
                let address = self.elsewhere(place, address, fault)?;
                self.memory.write_bytes(address, bytes)
            }
        }
    }

    /// A pointer or `size_t` argument as a number.
    pub fn unsigned(&mut self, expr: ExprId, inputs: &mut dyn Inputs) -> Res<u64> {
        let value = self.value(expr, inputs)?;
        Ok(value.0 as u64 & self.address_mask)
    }
}

/// Bits of memory as a value of a type: a `_Bool` is 0 or 1, a float has no bits above its format.
#[inline]
fn normal(bits: u128, of: Scalar) -> Value {
    match of {
        Scalar::Bool => Value(u128::from(bits & 0xff != 0)),
        _ => Value::truncated(bits, of.bits()),
    }
}

/// Integer operators on up to 64 bits; `None` when the result overflows, which [`eval::binary`] then looks at. `shift` is
/// 64 less the width: operands are moved to the top of the word, where the machine finds overflow and order by itself.
#[inline]
fn run_small(op: BinaryOp, x: u64, y: u64, shift: u32, signed: bool) -> Option<u64> {
    let (a, b) = ((x << shift) as i64, (y << shift) as i64);
    let unshift = |r: i64| (r as u64) >> shift;
    let ordered = |unsigned: bool, signed_order: bool| Some(u64::from(if signed { signed_order } else { unsigned }));
    match op {
        BinaryOp::Add if signed => a.checked_add(b).map(unshift),
        BinaryOp::Sub if signed => a.checked_sub(b).map(unshift),
        BinaryOp::Mul if signed => a.checked_mul(b >> shift).map(unshift),
        BinaryOp::Add => Some(unshift(a.wrapping_add(b))),
        BinaryOp::Sub => Some(unshift(a.wrapping_sub(b))),
        BinaryOp::Mul => Some(unshift(a.wrapping_mul(y as i64))),
        BinaryOp::And => Some(x & y),
        BinaryOp::Or => Some(x | y),
        BinaryOp::Xor => Some(x ^ y),
        BinaryOp::Eq => Some(u64::from(x == y)),
        BinaryOp::Ne => Some(u64::from(x != y)),
        BinaryOp::Lt => ordered(x < y, a < b),
        BinaryOp::Le => ordered(x <= y, a <= b),
        BinaryOp::Gt => ordered(x > y, a > b),
        BinaryOp::Ge => ordered(x >= y, a >= b),
        _ => None,
    }
}
