//! Values of terms: what a model assigns and what constants are.

use crate::rational::Rational;
use crate::sort::{ArraySortId, Sort};
use std::collections::BTreeMap;

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TermValue {
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
    pub default: Box<TermValue>,
    /// Indices with another value.
    pub entries: BTreeMap<TermValue, TermValue>,
}

impl ArrayValue {
    /// The value at an index.
    pub fn select(&self, index: &TermValue) -> &TermValue {
        self.entries.get(index).unwrap_or(&self.default)
    }
    /// The map with another value at an index.
    pub fn store(mut self, index: TermValue, value: TermValue) -> Self {
        if value == *self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
        self
    }
}

impl TermValue {
    /// The bits of a Boolean (0 or 1), bit-vector or float; `None` for numbers and arrays.
    pub fn bits(&self) -> Option<u128> {
        match self {
            TermValue::Bool(value) => Some(u128::from(*value)),
            TermValue::BitVec(bits) | TermValue::Float(bits) => Some(*bits),
            TermValue::Int(_) | TermValue::Real(_) | TermValue::Array(_) => None,
        }
    }
    /// The whole number.
    pub fn as_int(&self) -> Option<i128> {
        match self {
            TermValue::Int(value) => Some(*value),
            _ => None,
        }
    }
    /// The whole or real number.
    pub fn as_number(&self) -> Option<Rational> {
        match self {
            TermValue::Int(value) => Some((*value).into()),
            TermValue::Real(value) => Some(*value),
            _ => None,
        }
    }
    /// The truth value of a Boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            TermValue::Bool(value) => Some(*value),
            _ => None,
        }
    }
    /// A Boolean, bit-vector or float from its bits; `None` for other sorts.
    pub fn of_bits(bits: u128, sort: Sort) -> Option<TermValue> {
        match sort {
            Sort::Bool => Some(TermValue::Bool(bits != 0)),
            Sort::BitVec(width) => Some(TermValue::BitVec(bits & mask(width))),
            Sort::Float(format) => Some(TermValue::Float(format.canonical(bits))),
            Sort::Int | Sort::Real | Sort::Array(_) => None,
        }
    }
    /// Zero of a sort; `parts` gives index and element sort of an array sort.
    pub fn zero(sort: Sort, parts: &dyn Fn(ArraySortId) -> (Sort, Sort)) -> TermValue {
        match sort {
            Sort::Bool => TermValue::Bool(false),
            Sort::BitVec(_) => TermValue::BitVec(0),
            Sort::Float(_) => TermValue::Float(0),
            Sort::Int => TermValue::Int(0),
            Sort::Real => TermValue::Real(Rational::ZERO),
            Sort::Array(id) => TermValue::Array(ArrayValue {
                default: Box::new(TermValue::zero(parts(id).1, parts)),
                entries: BTreeMap::new(),
            }),
        }
    }
}

/// The values of an uninterpreted function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionValue {
    /// The value at all other arguments.
    pub default: TermValue,
    /// Arguments with another value.
    pub entries: BTreeMap<Vec<TermValue>, TermValue>,
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
