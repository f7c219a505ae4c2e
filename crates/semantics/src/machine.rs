//! The machine: the values, locations and memory that the executor works on.

use crate::leaf::Leaf;
use cairn_ir::effects::AllocationKind;
use cairn_ir::types::{Field, Scalar};
use cairn_ir::{
    BinaryOp, EdgeId, ExprId, FunctionId, Intrinsic, NondetSource, PlaceId, Program, TypeId, UnaryOp, VarId,
};

/// The value of an expression, with the expression.
#[derive(Clone, Copy, Debug)]
pub struct Operand<V> {
    /// The expression.
    pub expr: ExprId,
    /// Its value.
    pub value: V,
}

/// An element of an array.
#[derive(Clone, Copy, Debug)]
pub struct Subscript {
    /// The element as a place.
    pub place: PlaceId,
    /// The array.
    pub array: PlaceId,
    /// The subscript; the machine evaluates it ([`crate::value`]).
    pub index: ExprId,
    /// Bytes of an element.
    pub size: u64,
}

/// Value of a call or a return: a value on its way between two frames.
#[derive(Debug)]
pub enum PassedValue<V, B> {
    /// A scalar of a type.
    Scalar(V, Scalar),
    /// A record of a type.
    Record(B, TypeId),
}

/// How an object without a name comes to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allocation {
    /// On the heap, indeterminate.
    Heap,
    /// On the heap, all bytes zero.
    Zeroed,
    /// In the frame, indeterminate.
    Frame,
}

/// A machine as far as expressions and places need it. Evaluating has no effect that the program can see.
pub trait Evaluation<'p>: Sized {
    /// The value of a scalar.
    type Value;
    /// Whether a condition holds.
    type Truth;
    /// Where a place is.
    type Location;
    /// Why the machine cannot go on.
    type Error;

    /// The program.
    fn program(&self) -> &'p Program;

    /// A value that the machine has without looking at the operands.
    ///
    /// # Errors
    /// As for all operations of a machine: it cannot go on.
    fn shortcut(&mut self, _expr: ExprId) -> Result<Option<Self::Value>, Self::Error> {
        Ok(None)
    }
    /// The value of what has no meaning in C, or none for this machine.
    fn no_value(&mut self, why: &'static str) -> Result<Self::Value, Self::Error>;
    /// The location of what has no meaning in C, or none for this machine.
    fn no_location(&mut self, why: &'static str) -> Result<Self::Location, Self::Error>;

    /// A constant.
    fn constant(&mut self, bits: u128, of: Scalar) -> Result<Self::Value, Self::Error>;
    /// The address of a function.
    fn function(&mut self, function: FunctionId) -> Result<Self::Value, Self::Error>;
    /// An operator with one operand.
    fn unary(&mut self, op: UnaryOp, x: Self::Value, from: Scalar, to: Scalar) -> Result<Self::Value, Self::Error>;
    /// An operator with two operands; none of pointers and their differences.
    fn binary(
        &mut self,
        op: BinaryOp,
        x: (Self::Value, Scalar),
        y: (Self::Value, Scalar),
        to: Scalar,
    ) -> Result<Self::Value, Self::Error>;
    /// A conversion.
    fn cast(&mut self, x: Self::Value, from: Scalar, to: Scalar) -> Result<Self::Value, Self::Error>;
    /// A pointer so many elements of `size` bytes further; `expr` is the whole sum.
    fn displaced(
        &mut self,
        expr: ExprId,
        pointer: Self::Value,
        index: (Self::Value, Scalar),
        size: u64,
    ) -> Result<Self::Value, Self::Error>;
    /// The difference of two pointers in elements of `size` bytes.
    fn difference(&mut self, x: Self::Value, y: Self::Value, size: u64, to: Scalar)
    -> Result<Self::Value, Self::Error>;

    /// Whether a scalar expression is not zero. A machine whose truths are formulas takes `!x` and `x < y` for what they
    /// say, not by way of an integer that is 0 or 1.
    fn condition(&mut self, cond: ExprId) -> Result<Self::Truth, Self::Error> {
        crate::truth(self, cond)
    }
    /// Evaluates what counts only where a condition holds, or does not: one arm of a choice that is not decided. A machine
    /// that demands something of the execution demands it there only.
    fn arm<T>(
        &mut self,
        _truth: &Self::Truth,
        _holds: bool,
        evaluate: impl FnOnce(&mut Self) -> Result<T, Self::Error>,
    ) -> Result<T, Self::Error> {
        evaluate(self)
    }
    /// Whether a value is not zero.
    fn truth(&mut self, value: Self::Value, of: Scalar) -> Result<Self::Truth, Self::Error>;
    /// Known truth of a condition.
    fn decided(&self, truth: &Self::Truth) -> Option<bool>;
    /// One of two values, by a condition.
    fn either(
        &mut self,
        truth: Self::Truth,
        yes: Self::Value,
        no: Self::Value,
        to: Scalar,
    ) -> Result<Self::Value, Self::Error>;

    /// Where a variable is, seen from the current frame.
    fn variable(&mut self, var: VarId) -> Result<Self::Location, Self::Error>;
    /// Where a pointer points; the machine evaluates it ([`crate::value`]).
    fn pointed(&mut self, pointer: ExprId) -> Result<Self::Location, Self::Error>;
    /// A member of a record or union.
    fn member(&mut self, base: Self::Location, record: PlaceId, field: &Field) -> Result<Self::Location, Self::Error>;
    /// An element of an array.
    fn element(&mut self, base: Self::Location, of: Subscript) -> Result<Self::Location, Self::Error>;
    /// The address of a location.
    fn address(&mut self, at: Self::Location) -> Result<Self::Value, Self::Error>;
    /// Reads a scalar or a bit-field.
    fn load(&mut self, place: PlaceId, at: Self::Location, leaf: Leaf) -> Result<Self::Value, Self::Error>;
}

/// A machine that executes operations, calls and returns.
pub trait Machine<'p>: Evaluation<'p> {
    /// The bytes of a record or an array on their way.
    type Bytes;

    /// Where a place is that is to be written.
    fn target(&mut self, place: PlaceId) -> Result<Self::Location, Self::Error> {
        crate::locate(self, place)
    }
    /// An operation that has no meaning.
    fn no_step(&mut self, why: &str) -> Result<(), Self::Error>;

    /// The lifetime of a variable begins.
    fn declare(&mut self, var: VarId, zeroed: bool) -> Result<(), Self::Error>;
    /// The lifetime of a variable ends.
    fn end_scope(&mut self, var: VarId) -> Result<(), Self::Error>;
    /// Only executions in which a condition holds, or does not, go on; false when there are none.
    fn assume(&mut self, cond: ExprId, truth: bool) -> Result<bool, Self::Error>;
    /// Writes a scalar or a bit-field.
    fn store(&mut self, place: PlaceId, at: Self::Location, leaf: Leaf, value: Self::Value) -> Result<(), Self::Error>;
    /// Reads a record or an array.
    fn read(&mut self, place: PlaceId, at: Self::Location, size: u64) -> Result<Self::Bytes, Self::Error>;
    /// Writes a record or an array.
    fn write(&mut self, place: PlaceId, at: Self::Location, size: u64, bytes: Self::Bytes) -> Result<(), Self::Error>;
    /// Writes any value of the place's type; by whom, if it is an operation of the program.
    fn havoc(&mut self, place: PlaceId, source: Option<&NondetSource>) -> Result<(), Self::Error>;

    /// The frame of a function begins, with no parameter set.
    fn open_frame(&mut self, function: FunctionId) -> Result<(), Self::Error>;
    /// The current frame ends.
    fn close_frame(&mut self, function: FunctionId) -> Result<(), Self::Error>;
    /// A variable of the current frame takes what is passed, which may be of another type; any value for `None`.
    fn bind(&mut self, var: VarId, passed: Option<PassedValue<Self::Value, Self::Bytes>>) -> Result<(), Self::Error>;
    /// Result by a variable of the current frame.
    fn returned(&mut self, var: VarId) -> Result<PassedValue<Self::Value, Self::Bytes>, Self::Error>;

    /// Executes a primitive: [`crate::primitive`], for a machine that follows memory.
    fn primitive(
        &mut self,
        site: EdgeId,
        which: Intrinsic,
        args: &[ExprId],
        result: Option<PlaceId>,
    ) -> Result<(), Self::Error>;
}

/// A machine that follows objects behind pointers.
pub trait ObjectMachine<'p>: Machine<'p> {
    /// An address that is to be written to, or freed.
    fn target_value(&mut self, pointer: ExprId) -> Result<Self::Value, Self::Error> {
        crate::value(self, pointer)
    }
    /// A new object; its address.
    fn allocate(
        &mut self,
        site: EdgeId,
        how: Allocation,
        size: Operand<Self::Value>,
    ) -> Result<Self::Value, Self::Error>;
    /// A new object with the bytes of an old one, whose lifetime ends; its address.
    fn reallocate(
        &mut self,
        site: EdgeId,
        old: Operand<Self::Value>,
        size: Operand<Self::Value>,
    ) -> Result<Self::Value, Self::Error>;
    /// The lifetime of an object of that kind ends, unless the pointer is null.
    fn free(&mut self, pointer: Operand<Self::Value>, kind: AllocationKind) -> Result<(), Self::Error>;
    /// Copies bytes as if by way of a temporary; the address that was written to.
    fn copy(
        &mut self,
        to: Operand<Self::Value>,
        from: Operand<Self::Value>,
        size: Operand<Self::Value>,
    ) -> Result<Self::Value, Self::Error>;
    /// Sets bytes; the address that was written to.
    fn fill(
        &mut self,
        to: Operand<Self::Value>,
        byte: Operand<Self::Value>,
        size: Operand<Self::Value>,
    ) -> Result<Self::Value, Self::Error>;
    /// Any content of what some pointers lead to.
    fn clobber(&mut self, pointers: Vec<Operand<Self::Value>>) -> Result<(), Self::Error>;
    /// What some pointers point into is exposed from now on.
    fn escape(&mut self, pointers: Vec<Operand<Self::Value>>) -> Result<(), Self::Error>;
    /// Only executions in which a pointer is that of a function outside of the program go on.
    fn external_callee(&mut self, pointer: Operand<Self::Value>) -> Result<(), Self::Error>;
    /// The answer to a question about objects ([`Intrinsic::only_asks`]).
    fn ask(&mut self, which: Intrinsic, operands: Vec<Operand<Self::Value>>) -> Result<Self::Value, Self::Error>;
}
