//! What a function without a body may change, as the interpreter does it: see `cairn_interp`'s module of this name.
//!
//! Pointers that the path does not determine are fixed to one value each, to an address that code outside was told of if
//! there is one that is not reached anyway; addresses that are terms inside of objects are not followed, and neither is
//! memory that the program does not name. All of that leaves executions out.

use crate::cells::{Cells, Run};
use crate::object::{Content, Initial, ObjectRef};
use crate::state::{Res, State};
use cairn_interp::ObjectKind;
use cairn_interp::layout::Range;
use cairn_ir::pointers_in;
use cairn_term::TermId;
use std::collections::BTreeMap;

/// Why executions are left out.
const LEFT_OUT: &str = "what a function without a body changes through pointers that the path does not determine";

impl State<'_, '_> {
    pub(crate) fn clobber(&mut self, pointers: &[TermId]) -> Res<()> {
        let mut reached = BTreeMap::new();
        let (fixed, open): (Vec<TermId>, _) =
            pointers.iter().partition(|pointer| self.terms.as_bits(**pointer).is_some());
        for pointer in [fixed, open].concat() {
            let wish = self.told.iter().copied().find(|address| self.to_reach(*address, &reached).is_some());
            let wish = wish.map(|address| {
                let address = self.address(address);
                self.terms.eq(pointer, address)
            });
            let address = self.fixed_as(pointer, wish, "a pointer that a function without a body is given")?;
            self.reach(address, &mut reached)?;
        }
        for object in reached.into_values() {
            let of = self.objects.get(object);
            let constant =
                matches!(of.kind, ObjectKind::Variable(var) if self.program.outside.constants.contains(&var));
            if of.read_only || constant {
                continue;
            }
            let ordinal = self.objects.number();
            let of = self.objects.get_mut(object);
            (of.ordinal, of.initial, of.content) = (ordinal, Initial::Indeterminate, Content::Cells(Cells::default()));
        }
        Ok(())
    }

    /// Code outside is told of what pointers go to.
    pub(crate) fn escape(&mut self, pointers: &[TermId]) {
        let addresses = pointers.iter().filter_map(|pointer| self.terms.as_bits(*pointer));
        self.told.extend(addresses.map(|address| address as u64));
    }

    /// The object that an address leads to, unless it is among those that are reached.
    fn to_reach(&self, address: u64, reached: &BTreeMap<u64, ObjectRef>) -> Option<ObjectRef> {
        let object = self.objects.below(address)?;
        let of = self.objects.get(object);
        (of.live && address <= of.end() && !reached.contains_key(&of.address)).then_some(object)
    }

    /// The objects that an address leads to, by itself and by what is stored there.
    fn reach(&mut self, address: u64, reached: &mut BTreeMap<u64, ObjectRef>) -> Res<()> {
        let mut open = vec![address];
        while let Some(address) = open.pop() {
            if self.layout.ranges.classify(address) == Range::Wild {
                self.leave_out(LEFT_OUT);
            }
            let Some(object) = self.to_reach(address, reached) else { continue };
            reached.insert(self.objects.get(object).address, object);
            self.told.push(address);
            self.addresses_in(object, &mut open)?;
        }
        Ok(())
    }

    /// The addresses that an object holds.
    fn addresses_in(&mut self, object: ObjectRef, out: &mut Vec<u64>) -> Res<()> {
        let size = self.program.types.model().pointer_bytes();
        let of = self.objects.get(object);
        let is_variable = matches!(of.kind, ObjectKind::Variable(_));
        let offsets = match of.kind {
            ObjectKind::Variable(var) => pointers_in(&self.program.types, self.program.vars[var].ty).0,
            _ => Vec::new(),
        };
        if is_variable && offsets.is_empty() {
            let plain = |var| !self.program.exposure.is_known || self.program.exposure.plain.contains(&var);
            if !matches!(of.kind, ObjectKind::Variable(var) if plain(var)) {
                self.leave_out(LEFT_OUT);
            }
            return Ok(());
        }
        let Content::Cells(cells) = &of.content else {
            self.leave_out(LEFT_OUT);
            return Ok(());
        };
        let wanted = |at: u64| if is_variable { offsets.binary_search(&at).is_ok() } else { at.is_multiple_of(size) };
        let cells: Vec<TermId> = cells
            .iter()
            .filter(|(at, cell)| cell.size == size && wanted(*at))
            .filter_map(|(_, cell)| match cell.run {
                Run::Term(term) => Some(term),
                Run::Fill(_) => None,
            })
            .collect();
        for term in cells {
            match self.terms.as_bits(term) {
                Some(bits) => out.push(bits as u64),
                None => self.leave_out(LEFT_OUT),
            }
        }
        Ok(())
    }
}
