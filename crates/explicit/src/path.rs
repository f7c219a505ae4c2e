//! One execution, or all those that differ in what its unknowns are.

use crate::instruction::{Code, Reg};
use crate::set::Set;
use cairn_interp::{RecordedInput, RecordedInputs};
use cairn_ir::Value;

/// An input that was asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InputId(pub u32);

/// Where a path is, and what its registers hold. A register with tag 0 holds its number; with another tag it holds the
/// unknown of which the tag is the number, counted from 1.
#[derive(Default)]
pub(crate) struct Path {
    pub pc: u32,
    pub values: Vec<i64>,
    pub tags: Vec<u32>,
    pub tagged: u32,
    /// Possible values of each unknown. One with a single member is in no register.
    pub sets: Vec<Set>,
    /// The inputs since the path began, in order.
    pub inputs: Vec<InputId>,
}

impl Path {
    /// Becomes the start of the program.
    pub fn restart(&mut self, code: &Code) {
        self.pc = 0;
        self.values.clone_from(&code.registers);
        self.tags.clear();
        self.tags.resize(code.registers.len(), 0);
        self.tagged = 0;
        self.sets.clear();
        self.inputs.clear();
    }
    pub fn copy(&mut self, of: &Path) {
        self.pc = of.pc;
        self.values.clone_from(&of.values);
        self.tags.clone_from(&of.tags);
        self.tagged = of.tagged;
        self.sets.clone_from(&of.sets);
        self.inputs.clone_from(&of.inputs);
    }
    pub fn set(&mut self, to: Reg, value: i64) {
        self.values[to as usize] = value;
        self.tag(to, 0);
    }
    pub fn tag(&mut self, to: Reg, tag: u32) {
        let old = std::mem::replace(&mut self.tags[to as usize], tag);
        self.tagged = self.tagged + u32::from(tag != 0) - u32::from(old != 0);
    }
    /// A register gets what another holds.
    pub fn copy_register(&mut self, to: Reg, x: Reg) {
        self.values[to as usize] = self.values[x as usize];
        self.tag(to, self.tags[x as usize]);
    }
    /// A register gets any of a set: the number of the unknown.
    pub fn set_any(&mut self, to: Reg, set: Set) -> u32 {
        let single = set.single();
        self.sets.push(set);
        let id = self.sets.len() as u32 - 1;
        match single {
            Some(value) => self.set(to, value),
            None => {
                self.values[to as usize] = 0;
                self.tag(to, id + 1);
            }
        }
        id
    }
    /// An unknown is one of a smaller set.
    pub fn narrow(&mut self, id: u32, set: Set) {
        if let Some(value) = set.single() {
            for (register, tag) in self.values.iter_mut().zip(&mut self.tags) {
                if *tag == id + 1 {
                    *register = value;
                    *tag = 0;
                    self.tagged -= 1;
                }
            }
        }
        self.sets[id as usize] = set;
    }
    /// Two unknowns are the same number, which is in a set.
    pub fn unify(&mut self, id: u32, other: u32, both: Set) {
        self.tags.iter_mut().filter(|tag| **tag == other + 1).for_each(|tag| *tag = id + 1);
        self.inputs.iter_mut().filter(|input| input.0 == other).for_each(|input| *input = InputId(id));
        self.narrow(id, both);
    }
    /// At a loop head: registers that are not read any more hold nothing.
    pub fn keep_only(&mut self, live: &[Reg], code: &Code) {
        let mut kept = live.iter().peekable();
        for reg in 0..self.values.len() {
            if kept.next_if(|live| **live as usize == reg).is_none() {
                self.values[reg] = code.registers[reg];
                self.tag(reg as Reg, 0);
            }
        }
    }
    /// Inputs with which the program takes this path, which began at its start.
    pub fn recorded(&self) -> RecordedInputs {
        let sequence = self.inputs.iter().map(|input| {
            let set = &self.sets[input.0 as usize];
            let value = if set.contains(0) { 0 } else { set.lo };
            RecordedInput::Scalar(Value(i128::from(value) as u128))
        });
        RecordedInputs { sequence: sequence.collect(), ..RecordedInputs::default() }
    }
}
