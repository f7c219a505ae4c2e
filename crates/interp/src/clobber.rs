//! The effect of a function without a body: [`cairn_ir::Intrinsic::Clobber`].
//!
//! Each object that is reached is as good as new: a new number, all bytes indeterminate, so that the inputs are asked for
//! what is read of it from now on. Objects get their numbers by increasing address. Addresses are looked for where the type
//! of a variable has pointers, and in other objects in every aligned word. Memory that the program does not name is not
//! searched for objects, and keeps its bytes but for those that the inputs change ([`Inputs::changed_outside`]): in the
//! pieces that are reached, by themselves or through other pieces.

use crate::inputs::Inputs;
use crate::layout::{AddressRange, PIECE};
use crate::memory::{Memory, PAGE};
use crate::object::{Object, ObjectKind, Objects};
use crate::run::Interpreter;
use crate::undefined::{Fault, Res};
use cairn_ir::mark_reachable;
use cairn_ir::{ExprId, Program, pointers_in};
use std::collections::{BTreeMap, BTreeSet};

/// Larger objects are not searched for addresses.
const MOST_BYTES: u64 = 1 << 22;

impl Interpreter<'_, '_> {
    pub(crate) fn clobber(&mut self, args: &[ExprId], inputs: &mut dyn Inputs) -> Res<()> {
        let (reached, pieces) = self.reached(args, inputs)?;
        let program = self.machine.code.program;
        for piece in pieces {
            let time = self.machine.escaped_pieces.entry(piece).or_default();
            *time += 1;
            for (address, byte) in inputs.changed_outside(*time, piece..piece.saturating_add(PIECE)) {
                self.machine.memory.write_bytes(address, &[byte])?;
            }
        }
        for object in reached.into_values() {
            let constant = matches!(object.kind, ObjectKind::Variable(var) if program.outside.constants.contains(&var));
            if !object.read_only && !constant {
                self.machine.memory.forget(object.address);
            }
        }
        Ok(())
    }

    /// Code outside is told of what pointers reach, and changes nothing.
    pub(crate) fn escape(&mut self, args: &[ExprId], inputs: &mut dyn Inputs) -> Res<()> {
        if self.machine.watches_addresses {
            self.reached(args, inputs)?;
        }
        Ok(())
    }

    /// The objects that pointers reach, which code outside is told of now, and the pieces of memory that the program does
    /// not name.
    fn reached(&mut self, args: &[ExprId], inputs: &mut dyn Inputs) -> Res<(BTreeMap<u64, Object>, BTreeSet<u64>)> {
        let mut open = Vec::with_capacity(args.len());
        for arg in args {
            open.push(self.machine.unsigned(*arg, inputs)?);
        }
        let (program, memory) = (self.machine.code.program, &self.machine.memory);
        let reached = memory.reached(program, open.clone(), None)?;
        for object in reached.values() {
            memory.addresses_in(program, object, None, &mut open)?;
        }
        let pieces = memory.pieces(open, program.types.model().pointer_bytes());
        if self.machine.watches_addresses {
            self.machine.escaped.extend(reached.keys());
        }
        Ok((reached, pieces))
    }
}

impl Objects {
    /// The living object that an address points into, or to the end of.
    fn pointed(&self, address: u64) -> Option<&Object> {
        self.below(address).filter(|object| object.live && address <= object.end())
    }
}

impl Memory {
    /// The living objects that addresses lead to, by themselves and by what is stored there, but for one place.
    pub(crate) fn reached(
        &self,
        program: &Program,
        mut open: Vec<u64>,
        except: Option<u64>,
    ) -> Res<BTreeMap<u64, Object>> {
        let mut reached: BTreeMap<u64, Object> = BTreeMap::new();
        while let Some(address) = open.pop() {
            let Some(object) = self.objects.pointed(address).copied() else { continue };
            if reached.insert(object.address, object).is_none() {
                self.addresses_in(program, &object, except, &mut open)?;
            }
        }
        Ok(reached)
    }

    /// The pieces of memory that the program does not name to which addresses lead, by themselves and by what is there.
    fn pieces(&self, addresses: Vec<u64>, width: u64) -> BTreeSet<u64> {
        let mut found = BTreeSet::new();
        let is_new = |address| {
            self.objects.ranges.classify(address) == AddressRange::Wild && found.insert(address & !(PIECE - 1))
        };
        mark_reachable(addresses, is_new, |address, open| {
            let piece = address & !(PIECE - 1);
            let pages = (piece..=piece + (PIECE - PAGE as u64)).step_by(PAGE).filter(|page| self.has_page(*page));
            let words = pages.flat_map(|page| (page..page + PAGE as u64).step_by(width as usize));
            open.extend(words.filter_map(|at| self.word(at, width)));
        });
        found
    }

    /// The addresses that an object holds.
    fn addresses_in(&self, program: &Program, object: &Object, except: Option<u64>, out: &mut Vec<u64>) -> Res<()> {
        let size = program.types.model().pointer_bytes();
        let offsets = match object.kind {
            ObjectKind::Variable(var) => {
                let (offsets, all) = pointers_in(&program.types, program.vars[var].ty);
                if !all {
                    return Err(Box::new(Fault::OutOfMemory("an object that is searched for addresses")));
                }
                offsets
            }
            _ if object.size > MOST_BYTES => {
                return Err(Box::new(Fault::OutOfMemory("an object that is searched for addresses")));
            }
            _ => (0..object.size / size).map(|word| word * size).collect(),
        };
        let places = offsets.into_iter().map(|offset| object.address + offset).filter(|at| Some(*at) != except);
        out.extend(places.filter_map(|at| self.word(at, size)));
        Ok(())
    }

    /// Bytes that are all written, little-endian.
    pub(crate) fn word(&self, address: u64, size: u64) -> Option<u64> {
        (0..size).rev().try_fold(0, |value, i| Some(value << 8 | u64::from(self.peek(address.checked_add(i)?)?)))
    }

    /// All bytes of an object are indeterminate, and new ones to the inputs.
    fn forget(&mut self, address: u64) {
        let ordinal = self.objects.number();
        let Some(object) = self.objects.by_start_mut(address) else { return };
        (object.ordinal, object.zeroed) = (ordinal, false);
        let object = *object;
        self.renew(&object);
    }
}
