//! Which memory an access can mean.
//!
//! An address is a constant, or it is taken apart: a choice (`?:`, a pointer read at an unknown index) into its cases, a
//! sum into an object's address and an offset. What remains is a pointer of unknown origin. One that comes from outside
//! (an input, indeterminate or wild memory) designates wild memory, by what unknown pointers mean in Cairn; for any other
//! the solver names an object that it can be, and executions with others are left out (and noted as such).

use crate::object::ObjectRef;
use crate::origin::{EFFORT, Origin};
use crate::state::{END, OUT_OF_BOUNDS, Res, State};
use cairn_interp::layout::{AddressRange, NULL_PAGE};
use cairn_term::{TermId, TermOp};

/// Cases of an address that are looked at, at most.
const CASES: usize = 64;
/// Where the bytes of an access are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AccessTarget {
    /// In an object, at a constant offset.
    At(ObjectRef, u64),
    /// In an object, at an offset that is a term.
    Somewhere(ObjectRef, TermId),
    /// In wild memory, at an address.
    Wild(TermId),
}

/// Where the bytes of an access are, in one case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// The case; the constant true when it is the only one.
    pub guard: TermId,
    pub spot: AccessTarget,
}

impl State<'_, '_> {
    /// The possible meanings of an access. Empty when it has none where it counts.
    pub(crate) fn resolve(&mut self, address: TermId, size: u64, writes: bool) -> Res<Vec<Target>> {
        let always = self.terms.bool(true);
        if let Some(bits) = self.terms.as_bits(address) {
            return match self.concrete(bits as u64, size, writes) {
                Ok(spot) => {
                    self.bounded(spot, size)?;
                    Ok(vec![Target { guard: always, spot }])
                }
                Err(why) => {
                    self.undefined(why)?;
                    Ok(Vec::new())
                }
            };
        }
        let mut cases = Vec::new();
        let mut effort = EFFORT;
        self.cases(address, always, &mut cases, &mut effort);
        let mut targets = Vec::new();
        for (guard, address) in cases {
            if self.terms.as_bool(guard) == Some(false) {
                continue;
            }
            self.guards.push(guard);
            let found = self.case(address, size, writes);
            self.guards.pop();
            for (narrower, spot) in found? {
                targets.push(Target { guard: self.terms.and(&[guard, narrower]), spot });
            }
        }
        if targets.is_empty() && self.guards.is_empty() {
            return Err(self.unknown("the path has undefined behaviour: an access to no object"));
        }
        Ok(targets)
    }

    /// The meanings of one case, each with its condition. Empty when it has none, which is demanded not to be.
    fn case(&mut self, address: TermId, size: u64, writes: bool) -> Res<Vec<(TermId, AccessTarget)>> {
        let always = self.terms.bool(true);
        let single = |spot: Option<AccessTarget>| spot.map(|spot| (always, spot)).into_iter().collect();
        if let Some(bits) = self.terms.as_bits(address) {
            return match self.concrete(bits as u64, size, writes) {
                Ok(spot) => self.bounded(spot, size).map(|()| vec![(always, spot)]),
                Err(why) => self.undefined(why).map(|()| Vec::new()),
            };
        }
        let (rest, constant) = self.terms.as_sum(address).unwrap_or((address, 0));
        let object = self.base_object(rest, constant as u64);
        if let Some(object) = object {
            return self.inside(object, address, size, writes).map(single);
        }
        match self.origin(rest) {
            Origin::Outside if self.separated => return self.in_separated(address, size).map(single),
            Origin::Outside if self.program.facts.exposure.meets_objects() => {
                return self.through_outside(rest, address, size, writes);
            }
            Origin::Outside => return self.in_wild(address, size).map(|spot| vec![(always, spot)]),
            Origin::Wild => return self.through_wild(address, size, writes),
            Origin::Unknown => {}
        }
        let not_null = self.address_term(NULL_PAGE);
        let not_null = self.terms.bv_ule(not_null, address);
        let Some(value) = self.some_value(address, Some(not_null), "an address")? else { return Ok(Vec::new()) };
        let value = value as u64;
        self.leave_out("an address that may be of several objects");
        match self.layout.ranges.classify(value) {
            AddressRange::Wild => self.in_wild(address, size).map(|spot| vec![(always, spot)]),
            _ => match self.concrete(value, size, writes) {
                Ok(AccessTarget::At(object, _)) => self.inside(object, address, size, writes).map(single),
                Ok(spot) => Ok(vec![(always, spot)]),
                // The model's choice is undefined; what others are is not known.
                Err(why) => Err(self.unknown(format!("an address that the path does not determine ({why})"))),
            },
        }
    }

    /// A pointer that was read from wild memory: it is unknown, as what wild memory held at first, or one of the addresses
    /// that were put there.
    fn through_wild(&mut self, address: TermId, size: u64, writes: bool) -> Res<Vec<(TermId, AccessTarget)>> {
        let starts = self.leaks.objects.clone();
        let objects = starts.into_iter().filter_map(|start| self.objects.holding(start));
        let objects = objects.filter(|object| self.objects.get(*object).live).collect();
        self.through(objects, address, size, writes)
    }

    pub(crate) fn inside(
        &mut self,
        object: ObjectRef,
        address: TermId,
        size: u64,
        writes: bool,
    ) -> Res<Option<AccessTarget>> {
        let of = self.objects.get(object);
        if size > of.size || (writes && of.read_only) {
            let why = if size > of.size { OUT_OF_BOUNDS } else { "a write to a string literal or a constant" };
            return self.undefined(why).map(|()| None);
        }
        let (start, last) = (of.address, of.size - size);
        let start = self.address_term(start);
        let offset = self.terms.bv_sub(address, start);
        let last = self.address_term(last);
        let within = self.terms.bv_ule(offset, last);
        self.require(within)?;
        if let Some(bound) = self.objects.get(object).bound {
            // No sum wraps: the offset is below the reserve.
            let size = self.address_term(size);
            let end = self.terms.bv_add(size, offset);
            let within = self.terms.bv_ule(end, bound);
            self.require(within)?;
        }
        Ok(Some(AccessTarget::Somewhere(object, offset)))
    }

    /// Demands that an access at a constant offset is within the real size of its object.
    fn bounded(&mut self, spot: AccessTarget, size: u64) -> Res<()> {
        if let AccessTarget::At(object, offset) = spot
            && let Some(bound) = self.objects.get(object).bound
        {
            let end = self.address_term(offset + size);
            let within = self.terms.bv_ule(end, bound);
            self.require(within)?;
        }
        Ok(())
    }

    pub(crate) fn in_wild(&mut self, address: TermId, size: u64) -> Res<AccessTarget> {
        // At the end of the address space there is no memory that anybody means: error codes are there, as pointers.
        let first = self.address_term(self.layout.ranges.wild());
        let last = self.address_term(self.layout.ranges.last() - END - size.min(END));
        let (above, below) = (self.terms.bv_ule(first, address), self.terms.bv_ule(address, last));
        let within = self.terms.and(&[above, below]);
        self.require(within)?;
        Ok(AccessTarget::Wild(address))
    }

    /// The meaning of a constant address, or what is undefined about it.
    pub(crate) fn concrete(&mut self, address: u64, size: u64, writes: bool) -> Result<AccessTarget, &'static str> {
        let ranges = self.layout.ranges;
        match ranges.classify(address) {
            AddressRange::Null => return Err("a dereference of null"),
            AddressRange::Function => return Err("an access to a function as data"),
            AddressRange::Wild => {
                if let Some(spot) = self.in_null_memory(address, size).or_else(|| self.separated_at(address, size)) {
                    return Ok(spot);
                }
                let fits = address.checked_add(size).is_some_and(|end| end <= ranges.last());
                let address = self.address_term(address);
                return if fits { Ok(AccessTarget::Wild(address)) } else { Err(OUT_OF_BOUNDS) };
            }
            AddressRange::Global | AddressRange::Stack => {}
        }
        let Some(at) = self.objects.holding(address) else { return Err(OUT_OF_BOUNDS) };
        let object = self.objects.get(at);
        if !object.live {
            return Err("an access to an object after its lifetime");
        }
        if size > object.end() - address {
            return Err(OUT_OF_BOUNDS);
        }
        if writes && object.read_only {
            return Err("a write to a string literal or a constant");
        }
        let offset = address - object.address;
        if offset + size > object.size && !self.tolerates_out_of_bounds(at) {
            return Err(OUT_OF_BOUNDS);
        }
        Ok(AccessTarget::At(at, offset))
    }

    /// Takes the choices in an address apart.
    pub(crate) fn cases(
        &mut self,
        address: TermId,
        guard: TermId,
        cases: &mut Vec<(TermId, TermId)>,
        effort: &mut usize,
    ) {
        let mut stack = vec![(guard, address)];
        while let Some((guard, address)) = stack.pop() {
            *effort = effort.saturating_sub(1);
            if *effort == 0 || cases.len() + stack.len() >= CASES {
                cases.push((guard, address));
                continue;
            }
            match self.terms.op(address) {
                TermOp::Symbol(_) if self.meaning(address).is_some() => {
                    stack.extend(self.meaning(address).map(|meaning| (guard, meaning)));
                }
                TermOp::Ite => {
                    let [c, a, b] = [0, 1, 2].map(|i| self.terms.arg(address, i));
                    let not_c = self.terms.not(c);
                    let (yes, no) = (self.terms.and(&[guard, c]), self.terms.and(&[guard, not_c]));
                    stack.push((no, b));
                    stack.push((yes, a));
                }
                TermOp::BvAdd => {
                    let (x, y) = (self.terms.arg(address, 0), self.terms.arg(address, 1));
                    let (choice, other) = match (self.terms.op(x), self.terms.op(y)) {
                        (TermOp::Ite, _) => (x, y),
                        (_, TermOp::Ite) => (y, x),
                        _ => {
                            cases.push((guard, address));
                            continue;
                        }
                    };
                    let [c, a, b] = [0, 1, 2].map(|i| self.terms.arg(choice, i));
                    let not_c = self.terms.not(c);
                    let (yes, no) = (self.terms.and(&[guard, c]), self.terms.and(&[guard, not_c]));
                    let (a, b) = (self.terms.bv_add(a, other), self.terms.bv_add(b, other));
                    stack.push((no, b));
                    stack.push((yes, a));
                }
                _ => cases.push((guard, address)),
            }
        }
    }
}
