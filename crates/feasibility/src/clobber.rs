//! The effect of a function without a body, as the interpreter has it: see `cairn_interp`'s module of this name.
//!
//! Pointers that the path does not determine are fixed to one value each, to an address that code outside was told of if
//! there is one that is not reached anyway; addresses that are terms inside of objects are not followed, and neither is
//! memory that the program does not name. In the round in which unknown pointers are apart ([`crate::separation`]), they are:
//! what each was found to designate is changed, with what is found there. All of that leaves executions out.

use crate::cells::{Cells, Run};
use crate::object::{Content, Initial, ObjectRef};
use crate::origin::Origin;
use crate::state::{Res, State};
use cairn_interp::ObjectKind;
use cairn_interp::layout::AddressRange;
use cairn_ir::pointers_in;
use cairn_ir::reachable;
use cairn_term::TermId;
use std::collections::{BTreeMap, BTreeSet};

const LEFT_OUT: &str = "what a function without a body changes through pointers that the path does not determine";

impl State<'_, '_> {
    pub(crate) fn change_reachable(&mut self, pointers: &[TermId]) -> Res<()> {
        let mut reached = BTreeMap::new();
        let (fixed, open): (Vec<TermId>, _) =
            pointers.iter().partition(|pointer| self.terms.as_bits(**pointer).is_some());
        let mut outside = BTreeSet::new();
        for pointer in [fixed, open].concat() {
            if self.separated && self.terms.as_bits(pointer).is_none() && self.origin(pointer) == Origin::Outside {
                // What was not looked at so far is any value anyway.
                self.leave_out(LEFT_OUT);
                outside.insert(self.base_of(pointer));
                continue;
            }
            let preference = self.escaped.iter().copied().find(|address| self.to_reach(*address, &reached).is_some());
            let preference = preference.map(|address| {
                let address = self.address_term(address);
                self.terms.eq(pointer, address)
            });
            // What code outside was not told of, it has not: a pointer that is one would contradict what comes later.
            let is_outside = preference.is_none() && self.origin(pointer) == Origin::Outside;
            let preference = preference.or_else(|| is_outside.then(|| self.is_nothing_named(pointer)));
            let address = self.fixed_as(pointer, preference, "a pointer that a function without a body is given")?;
            self.reach(address, &mut reached, &mut outside)?;
        }
        self.change_outside(outside);
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
    pub(crate) fn expose(&mut self, pointers: &[TermId]) {
        let addresses = pointers.iter().filter_map(|pointer| self.terms.as_bits(*pointer));
        self.escaped.extend(addresses.map(|address| address as u64));
    }

    /// The object that an address leads to, unless it is among those that are reached.
    fn to_reach(&self, address: u64, reached: &BTreeMap<u64, ObjectRef>) -> Option<ObjectRef> {
        let object = self.objects.below(address)?;
        let of = self.objects.get(object);
        (of.live && address <= of.end() && !reached.contains_key(&of.address)).then_some(object)
    }

    /// The objects that an address leads to, by itself and by what is stored there.
    fn reach(
        &mut self,
        address: u64,
        reached: &mut BTreeMap<u64, ObjectRef>,
        outside: &mut BTreeSet<TermId>,
    ) -> Res<()> {
        let mut open = vec![address];
        while let Some(address) = open.pop() {
            if self.layout.ranges.classify(address) == AddressRange::Wild {
                self.leave_out(LEFT_OUT);
            }
            let Some(object) = self.to_reach(address, reached) else { continue };
            reached.insert(self.objects.get(object).address, object);
            self.escaped.push(address);
            self.addresses_in(object, &mut open, outside)?;
        }
        Ok(())
    }

    /// Memory that the program does not name: what unknown pointers designate, and what is found there of its kind.
    fn change_outside(&mut self, pointers: BTreeSet<TermId>) {
        if !self.separated {
            return;
        }
        reachable(pointers, |base, open| {
            let Some(piece) = self.separated_bases.get(&base).copied() else {
                *self.separate_ordinals.entry(base).or_default() += 1;
                return;
            };
            let of = self.objects.get_mut(ObjectRef::Wild(piece));
            of.escaped += 1;
            if let Content::Cells(cells) = std::mem::replace(&mut of.content, Content::Cells(Cells::default())) {
                let terms = cells.iter().filter_map(|(_, cell)| match cell.run {
                    Run::Term(term) => Some(term),
                    Run::Fill(_) => None,
                });
                let terms: Vec<TermId> = terms.filter(|term| self.terms.as_bits(*term).is_none()).collect();
                open.extend(terms.into_iter().map(|term| self.base_of(term)));
            }
        });
    }

    /// The addresses that an object holds.
    fn addresses_in(&mut self, object: ObjectRef, out: &mut Vec<u64>, outside: &mut BTreeSet<TermId>) -> Res<()> {
        let size = self.program.types.model().pointer_bytes();
        let of = self.objects.get(object);
        let is_variable = matches!(of.kind, ObjectKind::Variable(_));
        let offsets = match of.kind {
            ObjectKind::Variable(var) => pointers_in(&self.program.types, self.program.vars[var].ty).0,
            _ => Vec::new(),
        };
        if is_variable && offsets.is_empty() {
            let plain = |var| !self.program.facts.exposure.is_known || self.program.facts.exposure.plain.contains(&var);
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
                None => {
                    self.leave_out(LEFT_OUT);
                    outside.insert(self.base_of(term));
                }
            }
        }
        Ok(())
    }
}
