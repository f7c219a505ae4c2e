//! Values of terms: what a model assigns and what constants are.

use crate::rational::Rational;
use crate::sort::{ArraySortId, Sort};
use std::collections::BTreeMap;

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Value {
    /// Of sort `Bool`.
    Bool(bool),
    /// The bits of a bit-vector, zero-extended.
    BitVec(u128),
    /// The encoding of a float, NaN canonical.
    Float(u128),
    /// A whole number.
    Int(i128),
    /// A real number.
    Real(Rational),
    /// A total map.
    Array(ArrayValue),
}

/// A total map that is `default` but for finitely many indices. No entry equals the default, so that equal maps over an
/// index sort of more than that many values are equal values.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ArrayValue {
    /// The value at all other indices.
    pub default: Box<Value>,
    /// Indices with another value.
    pub entries: BTreeMap<Value, Value>,
}

impl ArrayValue {
    /// The value at an index.
    pub fn select(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }
    /// The map with another value at an index.
    pub fn store(mut self, index: Value, value: Value) -> Self {
        if value == *self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
        self
    }
}

impl Value {
    /// The bits of a Boolean (0 or 1), bit-vector or float; `None` for numbers and arrays.
    pub fn bits(&self) -> Option<u128> {
        match self {
            Value::Bool(value) => Some(u128::from(*value)),
            Value::BitVec(bits) | Value::Float(bits) => Some(*bits),
            Value::Int(_) | Value::Real(_) | Value::Array(_) => None,
        }
    }
    /// The whole number.
    pub fn as_int(&self) -> Option<i128> {
        match self {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }
    /// The whole or real number.
    pub fn as_number(&self) -> Option<Rational> {
        match self {
            Value::Int(value) => Some((*value).into()),
            Value::Real(value) => Some(*value),
            _ => None,
        }
    }
    /// The truth value of a Boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }
    /// A Boolean, bit-vector or float from its bits; `None` for other sorts.
    pub fn of_bits(bits: u128, sort: Sort) -> Option<Value> {
        match sort {
            Sort::Bool => Some(Value::Bool(bits != 0)),
            Sort::BitVec(width) => Some(Value::BitVec(bits & mask(width))),
            Sort::Float(format) => Some(Value::Float(format.canonical(bits))),
            Sort::Int | Sort::Real | Sort::Array(_) => None,
        }
    }
    /// Zero of a sort; `parts` gives index and element sort of an array sort.
    pub fn zero(sort: Sort, parts: &dyn Fn(ArraySortId) -> (Sort, Sort)) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(_) => Value::BitVec(0),
            Sort::Float(_) => Value::Float(0),
            Sort::Int => Value::Int(0),
            Sort::Real => Value::Real(Rational::ZERO),
            Sort::Array(id) => Value::Array(ArrayValue {
                default: Box::new(Value::zero(parts(id).1, parts)),
                entries: BTreeMap::new(),
            }),
        }
    }
}

/// The values of an uninterpreted function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionValue {
    /// The value at all other arguments.
    pub default: Value,
    /// Arguments with another value.
    pub entries: BTreeMap<Vec<Value>, Value>,
}

/// The lowest `width` bits set.
pub const fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The bits read as a signed number of `width` bits.
pub const fn signed(bits: u128, width: u32) -> i128 {
    if width == 0 || width >= 128 {
        return bits as i128;
    }
    ((bits << (128 - width)) as i128) >> (128 - width)
}
