//! Expressions in the making: what an instruction computes, before it is known where it is written.
//!
//! An instruction without effect whose uses are all in its block is not assigned to a variable but written where it is
//! used, as a programmer would. So `x = x + 1`, which clang makes three instructions of, is one edge of the automaton
//! again. It must not be moved past a write of what it reads: [`Reads`] says what that is, and the body sees to it.

use super::literal;
use super::types::{CType, Rep, int_name, is_odd};
use crate::model::{LocalId, TypeId};
use cairn_ir::MachineModel;

/// Dependences of the value of an expression, beside variables that are written once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Reads {
    pub memory: bool,
    /// It may be undefined, so that what may end the program must not come first.
    pub traps: bool,
    /// Variables of the source that nothing points to.
    pub slots: Vec<LocalId>,
}

impl Reads {
    pub fn join(&mut self, other: &Reads) {
        self.memory |= other.memory;
        self.traps |= other.traps;
        for slot in &other.slots {
            if !self.slots.contains(slot) {
                self.slots.push(*slot);
            }
        }
    }
}

/// An object that an address is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Object {
    pub text: String,
    pub ty: TypeId,
    pub ct: CType,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tree {
    /// Its text, which needs no parentheses around it. An integer narrower than `int` may have been promoted; its value is
    /// in the range of its type all the same.
    pub text: String,
    pub rep: Rep,
    pub object: Option<Object>,
    pub reads: Reads,
    /// Its bits, where it is an integer constant.
    pub constant: Option<u128>,
    /// Of an integer made of a pointer, the pointer.
    pub pointer: Option<String>,
}

impl Tree {
    pub fn new(text: String, rep: Rep, reads: Reads) -> Self {
        Self { text, rep, object: None, reads, constant: None, pointer: None }
    }

    pub fn of(text: String, rep: Rep, parts: &[&Tree]) -> Self {
        let mut reads = Reads::default();
        parts.iter().for_each(|part| reads.join(&part.reads));
        Self::new(text, rep, reads)
    }

    pub fn integer(model: MachineModel, bits: u128, width: u32) -> Self {
        let bits = bits & literal::mask(width);
        if width == 1 {
            return Self { constant: Some(bits), ..Self::new(bits.to_string(), Rep::Bool, Reads::default()) };
        }
        let signed = !is_odd(width);
        let text = literal::integer(model, bits, width, signed);
        Self { constant: Some(bits), ..Self::new(text, Rep::Int { width, signed }, Reads::default()) }
    }

    pub fn address(object: Object, reads: Reads) -> Self {
        Self { object: Some(object.clone()), ..Self::new(format!("((void *)&{})", object.text), Rep::Pointer, reads) }
    }

    /// The number, of a sign, with a type of C at least as wide.
    pub fn number(&self, model: MachineModel, signed: bool) -> String {
        match (self.rep, self.constant) {
            (Rep::Int { width, .. }, Some(bits)) => literal::integer(model, bits, width, signed),
            (Rep::Int { width, .. }, None) if is_odd(width) => match signed {
                false => self.text.clone(),
                true => {
                    let (to, from) = (int_name(model, width, true), int_name(model, width, false));
                    let shift = super::types::container(width).unwrap_or(128) - width;
                    format!("(({to})(({from})({} << {shift})) >> {shift})", self.text)
                }
            },
            (Rep::Int { signed: own, .. }, None) if own == signed => self.text.clone(),
            (Rep::Int { width, .. }, None) => format!("(({}){})", int_name(model, width, signed), self.text),
            (Rep::Pointer, _) => format!("((unsigned long){})", self.text),
            _ => self.text.clone(),
        }
    }

    /// The sign in which two numbers are combined where it does not matter.
    pub fn common_sign(&self, other: &Tree) -> bool {
        let sign = |tree: &Tree| match (tree.rep, tree.constant) {
            (Rep::Int { signed, .. }, None) => Some(signed),
            _ => None,
        };
        match (sign(self), sign(other)) {
            (Some(a), Some(b)) => a && b,
            (a, b) => a.or(b).unwrap_or(true),
        }
    }
}
