//! Where a pointer comes from, by the shape of its term.
//!
//! An input or indeterminate memory is outside: such a pointer designates wild memory, by what unknown pointers mean in
//! Cairn. Wild memory holds such pointers too, and the addresses that the path has put there, which are kept in a list
//! ([`crate::state::Leaks`]). Anything else, say a number made up by arithmetic, is of unknown origin.

use crate::object::ObjectRef;
use crate::state::State;
use cairn_term::{TermId, TermOp};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    Outside,
    /// From wild memory, in which there are addresses of objects.
    Wild,
    Unknown,
}

/// Terms looked at to take an address apart, at most.
pub(crate) const EFFORT: usize = 1000;
/// Objects that a pointer from wild memory is compared with, at most.
const OBJECTS: usize = 16;

impl State<'_, '_> {
    /// Notes a pointer that is put into wild memory.
    pub(crate) fn note_leak(&mut self, pointer: TermId) {
        let always = self.terms.bool(true);
        let (mut cases, mut effort) = (Vec::new(), EFFORT);
        self.cases(pointer, always, &mut cases, &mut effort);
        for (_, address) in cases {
            let (rest, constant) = self.terms.as_sum(address).unwrap_or((address, 0));
            let constant = self.terms.as_bits(address).unwrap_or(constant) as u64;
            match self.objects.holding(constant) {
                Some(object) => {
                    let start = self.objects.get(object).address;
                    if !self.leaks.objects.contains(&start) {
                        self.leaks.objects.push(start);
                        self.leaks.others |= self.leaks.objects.len() > OBJECTS;
                    }
                }
                None if self.terms.as_bits(address).is_some() => {}
                None => self.leaks.others |= self.origin(rest) == Origin::Unknown,
            }
        }
    }

    pub(crate) fn origin(&self, pointer: TermId) -> Origin {
        let mut origin = Origin::Outside;
        let mut stack = vec![pointer];
        let mut effort = EFFORT;
        while let Some(term) = stack.pop() {
            effort -= 1;
            if effort == 0 {
                return Origin::Unknown;
            }
            match self.terms.op(term) {
                TermOp::Symbol(_) => stack.extend(self.meaning(term)),
                TermOp::Select => match (self.wild_maps.contains(&self.terms.arg(term, 0)), self.leaks.others) {
                    (true, false) if self.leaks.objects.is_empty() => {}
                    (true, false) => origin = Origin::Wild,
                    _ => return Origin::Unknown,
                },
                TermOp::Concat | TermOp::Extract { .. } => stack.extend(self.terms.get(term).args.iter()),
                TermOp::BvAdd => {
                    // An unknown pointer plus an offset: one of the two is the pointer.
                    let args = &self.terms.get(term).args;
                    let whole = |arg: &&TermId| matches!(self.terms.op(**arg), TermOp::Symbol(_) | TermOp::Concat);
                    let mut pointers = args.iter().filter(whole);
                    match (pointers.next(), pointers.next()) {
                        (Some(pointer), None) => stack.push(*pointer),
                        _ => return Origin::Unknown,
                    }
                }
                _ => return Origin::Unknown,
            }
        }
        origin
    }

    /// Notes which object an address with a symbolic offset is computed from: the constant in the sum does not always say,
    /// because it may lie before the object, in another.
    pub(crate) fn note_base(&mut self, base: TermId, sum: TermId) {
        let Some((offset, _)) = self.terms.as_sum(sum).filter(|_| self.terms.as_bits(sum).is_none()) else { return };
        let starts = match self.terms.as_bits(base) {
            Some(bits) => match self.objects.below(bits as u64).map(|object| self.objects.get(object)) {
                Some(object) if bits as u64 <= object.end() => vec![object.address],
                _ => return,
            },
            None => {
                let rest = self.terms.as_sum(base).map_or(base, |(rest, _)| rest);
                self.bases.get(&rest).cloned().unwrap_or_default()
            }
        };
        let known = self.bases.entry(offset).or_default();
        for start in starts {
            if !known.contains(&start) {
                known.push(start);
            }
        }
    }

    /// The object that a sum of an offset and a constant is meant to be in.
    pub(crate) fn base_object(&self, offset: TermId, constant: u64) -> Option<ObjectRef> {
        if self.in_null_memory(constant, 0).is_some() {
            return Some(ObjectRef::Null);
        }
        let object = |start: u64| self.objects.holding(start).filter(|object| self.objects.get(*object).live);
        let holds = |at: ObjectRef| (self.objects.get(at).address..=self.objects.get(at).end()).contains(&constant);
        let inside = self.objects.below(constant).filter(|at| self.objects.get(*at).live && holds(*at));
        let Some(starts) = self.bases.get(&offset).filter(|starts| !starts.is_empty()) else { return inside };
        if let Some(at) = inside.filter(|at| starts.contains(&self.objects.get(*at).address)) {
            return Some(at);
        }
        let nearest = starts.iter().min_by_key(|start| start.abs_diff(constant));
        nearest.and_then(|start| object(*start))
    }
}
