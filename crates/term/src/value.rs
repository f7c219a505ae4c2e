//! Values of terms: what a model assigns and what constants are.

use crate::sort::{ArraySortId, Sort};
use std::collections::BTreeMap;

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of sort `Bool`.
    Bool(bool),
    /// The bits of a bit-vector, zero-extended.
    BitVec(u128),
    /// The encoding of a float, NaN canonical.
    Float(u128),
    /// A total map.
    Array(ArrayValue),
}

/// A total map that is `default` but for finitely many indices. No entry equals the default, so that equal maps over an
/// index sort of more than that many values are equal values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayValue {
    /// The value at all other indices.
    pub default: Box<Value>,
    /// Indices (bits or encoding) with another value.
    pub entries: BTreeMap<u128, Value>,
}

impl ArrayValue {
    /// The value at an index.
    pub fn select(&self, index: u128) -> &Value {
        self.entries.get(&index).unwrap_or(&self.default)
    }
    /// The map with another value at an index.
    pub fn store(mut self, index: u128, value: Value) -> Self {
        if value == *self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
        self
    }
}

impl Value {
    /// The bits of a scalar: 0 or 1 for a Boolean; `None` for an array.
    pub fn bits(&self) -> Option<u128> {
        match self {
            Value::Bool(value) => Some(u128::from(*value)),
            Value::BitVec(bits) | Value::Float(bits) => Some(*bits),
            Value::Array(_) => None,
        }
    }
    /// The truth value of a Boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }
    /// A scalar of a sort from its bits; `None` for an array sort.
    pub fn of_bits(bits: u128, sort: Sort) -> Option<Value> {
        match sort {
            Sort::Bool => Some(Value::Bool(bits != 0)),
            Sort::BitVec(width) => Some(Value::BitVec(bits & mask(width))),
            Sort::Float(format) => Some(Value::Float(format.canonical(bits))),
            Sort::Array(_) => None,
        }
    }
    /// Zero of a sort; `parts` gives index and element sort of an array sort.
    pub fn zero(sort: Sort, parts: &dyn Fn(ArraySortId) -> (Sort, Sort)) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(_) => Value::BitVec(0),
            Sort::Float(_) => Value::Float(0),
            Sort::Array(id) => Value::Array(ArrayValue {
                default: Box::new(Value::zero(parts(id).1, parts)),
                entries: BTreeMap::new(),
            }),
        }
    }
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
