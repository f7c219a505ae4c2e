//! Pointers from outside: what they may be.
//!
//! Null or another number that is no address, or an address in memory that the program does not name, or the address of
//! a part of an exposed object that has the pointer's kind ([`cairn_ir::external_pointers`]). What is exposed was found for the
//! whole program, so that a path is not refuted here for want of an object that an analysis counts with.

use crate::object::{Object, ObjectRef};
use crate::state::{END, Res, State};
use crate::target::AccessTarget;
use cairn_base::id::Id;
use cairn_interp::ObjectKind;
use cairn_ir::TypeId;
use cairn_ir::external_pointers::AliasKind;
use cairn_term::TermId;

/// Distance in bytes between two records that the program does not name.
const SEPARATION: u64 = cairn_interp::layout::PIECE;
/// So many places in an object are told apart, at most.
const OFFSETS: usize = 32;
/// So many exposed objects are looked at, at most.
const OBJECTS: usize = 64;

impl State<'_, '_> {
    /// The objects that an unknown pointer may be the address of.
    fn exposed(&mut self, pointee: Option<TypeId>) -> Vec<ObjectRef> {
        let program = self.program;
        let outside = &program.facts.exposure;
        if !outside.meets_objects() {
            return Vec::new();
        }
        let kind = pointee.map_or(AliasKind::Bytes, |ty| AliasKind::of(&program.types, ty));
        let has_kind = |var: cairn_ir::VarId| {
            let parts = AliasKind::parts(&program.types, program.vars[var].ty);
            kind == AliasKind::Bytes || parts.is_none_or(|parts| parts.iter().any(|(part, _)| *part == kind))
        };
        let is_meant = |object: &Object| match object.kind {
            _ if !object.live => false,
            ObjectKind::Variable(var) => outside.vars.binary_search(&var).is_ok() && has_kind(var),
            ObjectKind::Heap | ObjectKind::Alloca => outside.heap,
        };
        let all = |table: &[Object], make: fn(usize) -> ObjectRef| -> Vec<ObjectRef> {
            table.iter().enumerate().filter(|(_, object)| is_meant(object)).map(|(at, _)| make(at)).collect()
        };
        let mut found = all(&self.objects.global, ObjectRef::Global);
        found.extend(all(&self.objects.stack, ObjectRef::Stack));
        if found.len() > OBJECTS {
            self.leave_out("a pointer from outside that may be the address of many objects");
            found.truncate(OBJECTS);
        }
        found
    }

    /// Demands that a new pointer is one from outside. A record that the program does not name begins at a multiple of
    /// [`SEPARATION`], so that two of them are one or do not overlap; a scalar may be anywhere that its alignment allows.
    /// (Records that overlap in part are no objects of C.)
    pub fn demand_unknown_pointer(&mut self, pointer: TermId, pointee: Option<TypeId>) -> Res<()> {
        let from_outside = self.is_from_outside(pointer, pointee);
        let nothing = self.is_nothing_named(pointer);
        self.preferences.push(nothing);
        self.demand(from_outside)
    }

    /// Notes that a pointer that was read from memory which the program does not name is one from outside where it is what
    /// was there at first. Solvers take long for that, and seldom does it matter: so it is asked for last.
    pub fn note_unknown_pointer(&mut self, pointer: TermId, first: TermId, pointee: Option<TypeId>) {
        let from_outside = self.is_from_outside(pointer, pointee);
        let is_first = self.terms.eq(pointer, first);
        let is_written = self.terms.not(is_first);
        let condition = self.terms.or(&[is_written, from_outside]);
        let guards: Vec<TermId> = self.guards.iter().map(|guard| self.terms.not(*guard)).collect();
        let condition = self.terms.or(&[guards.clone(), vec![condition]].concat());
        self.late.push(condition);
        let nothing = self.is_nothing_named(pointer);
        let preference = self.terms.or(&[guards, vec![is_written, nothing]].concat());
        self.preferences.push(preference);
    }

    /// Demands that a pointer which code outside has put into memory of its own is the address of nothing that the program
    /// names: whether code outside knew such an address by then is not followed.
    pub(crate) fn demand_nothing_named(&mut self, pointer: TermId) -> Res<()> {
        let nothing = self.is_nothing_named(pointer);
        self.demand(nothing)
    }

    /// Null, or an address in memory that the program does not name.
    pub(crate) fn is_nothing_named(&mut self, pointer: TermId) -> TermId {
        let wild = self.address_term(self.layout.ranges.wild());
        let null = self.address_term(0);
        let (above, is_null) = (self.terms.bv_ule(wild, pointer), self.terms.eq(pointer, null));
        self.terms.or(&[is_null, above])
    }

    fn is_from_outside(&mut self, pointer: TermId, pointee: Option<TypeId>) -> TermId {
        if let Some(ty) = pointee {
            self.pointees.insert(pointer, ty);
        }
        let width = self.terms.width(pointer);
        let zero = self.terms.bits(width, 0);
        let mut any = vec![self.terms.eq(pointer, zero)];
        let wild = self.terms.bits(width, u128::from(self.layout.ranges.wild()));
        let above = self.terms.bv_ule(wild, pointer);
        let last = self.terms.bits(width, cairn_ir::value::mask(width) - u128::from(END));
        let below = self.terms.bv_ule(pointer, last);
        let types = &self.program.types;
        let scalar = pointee.and_then(|ty| types.scalar(ty)).map(|scalar| u64::from(scalar.bits()).div_ceil(8));
        let align = scalar.map_or(SEPARATION, u64::next_power_of_two);
        let mut in_wild = vec![above, below];
        if align > 1 {
            let low = self.terms.extract(pointer, align.trailing_zeros() - 1, 0);
            let none = self.terms.bits(align.trailing_zeros(), 0);
            in_wild.push(self.terms.eq(low, none));
        }
        any.push(self.terms.and(&in_wild));
        for object in self.exposed(pointee) {
            let here = self.begins_in(object, pointer, pointee);
            any.push(here);
        }
        // What is no address of memory: a small number, a function, the end of the address space. Each is so far from all
        // objects that no member of a record at it is in one.
        let ranges = self.layout.ranges;
        let function = |number: usize| ranges.function(cairn_ir::FunctionId::from_index(number));
        let functions = (function(0), function(self.program.functions.len()));
        for (first, last) in [(1, ranges.first() / 2), functions, (ranges.last() - END / 2, ranges.last())] {
            let (first, last) = (self.address_term(first), self.address_term(last));
            let (above, below) = (self.terms.bv_ule(first, pointer), self.terms.bv_ule(pointer, last));
            any.push(self.terms.and(&[above, below]));
        }
        self.terms.or(&any)
    }

    /// A pointer to a part of an object that has the pointer's kind, or to the end of the object.
    fn begins_in(&mut self, object: ObjectRef, pointer: TermId, pointee: Option<TypeId>) -> TermId {
        let of = self.objects.get(object);
        let (address, end) = (of.address, of.end());
        let types = &self.program.types;
        let offsets = match (of.kind, pointee) {
            (ObjectKind::Variable(var), Some(to)) => {
                AliasKind::of(types, to).offsets(types, self.program.vars[var].ty, OFFSETS)
            }
            _ => None,
        };
        let align = pointee.and_then(|to| types.align_of(to)).unwrap_or(1);
        if let Some(offsets) = offsets {
            let places: Vec<TermId> = offsets.iter().map(|at| self.address_term(address + at)).collect();
            let end = self.address_term(end);
            let equal = |place: TermId| self.terms.eq(pointer, place);
            let any: Vec<TermId> = places.into_iter().chain([end]).map(equal).collect();
            return self.terms.or(&any);
        }
        let inside = self.is_in(object, pointer, true);
        if align <= 1 {
            return inside;
        }
        // Objects are aligned at least as much as what is in them.
        let low = self.terms.extract(pointer, align.ilog2() - 1, 0);
        let none = self.terms.bits(align.ilog2(), u128::from(address % align));
        let aligned = self.terms.eq(low, none);
        self.terms.and(&[inside, aligned])
    }

    fn is_in(&mut self, object: ObjectRef, address: TermId, end_too: bool) -> TermId {
        let of = self.objects.get(object);
        let (first, last) = (of.address, if end_too { of.end() } else { of.end().saturating_sub(1) });
        let (first, last) = (self.address_term(first), self.address_term(last));
        let (above, below) = (self.terms.bv_ule(first, address), self.terms.bv_ule(address, last));
        self.terms.and(&[above, below])
    }

    /// An access through a pointer from outside.
    pub(crate) fn through_outside(
        &mut self,
        base: TermId,
        address: TermId,
        size: u64,
        writes: bool,
    ) -> Res<Vec<(TermId, AccessTarget)>> {
        let pointee = self.pointees.get(&base).copied();
        if pointee.is_none() {
            self.want_alignment(address, size);
        }
        let objects = self.exposed(pointee);
        self.through(objects, address, size, writes)
    }

    /// A number that is followed as an address is aligned as what is accessed there: C leaves undefined to make a pointer of it
    /// otherwise (6.3.2.3p7), and analyses leave it out. What is packed may lie elsewhere, so nothing is refuted by that.
    fn want_alignment(&mut self, address: TermId, size: u64) {
        let most = u64::from(self.pointer_bits() / 8);
        if !matches!(size, 2 | 4 | 8 | 16) {
            return;
        }
        let bits = size.min(most).trailing_zeros();
        let low = self.terms.extract(address, bits - 1, 0);
        let none = self.terms.bits(bits, 0);
        let is_aligned = self.terms.eq(low, none);
        let guards: Vec<TermId> = self.guards.iter().map(|guard| self.terms.not(*guard)).collect();
        let condition = self.terms.or(&[guards, vec![is_aligned]].concat());
        self.aligned.push(condition);
    }

    /// An access to one of some objects, or to memory that the program does not name.
    pub(crate) fn through(
        &mut self,
        objects: Vec<ObjectRef>,
        address: TermId,
        size: u64,
        writes: bool,
    ) -> Res<Vec<(TermId, AccessTarget)>> {
        let mut found = Vec::new();
        let mut elsewhere = Vec::new();
        for object in objects {
            let here = self.is_in(object, address, false);
            if self.terms.as_bool(here) == Some(false) {
                continue;
            }
            self.guards.push(here);
            let spot = self.inside(object, address, size, writes);
            self.guards.pop();
            found.extend(spot?.map(|spot| (here, spot)));
            elsewhere.push(self.terms.not(here));
        }
        let elsewhere = self.terms.and(&elsewhere);
        self.guards.push(elsewhere);
        let spot = self.in_wild(address, size);
        self.guards.pop();
        found.push((elsewhere, spot?));
        Ok(found)
    }
}
