//! The primitives that ask about objects ([`Access`]): what the interpreter answers, as terms. Where the path does not say
//! which object a pointer belongs to, the answer is [`Access::Unknown`], and executions are left out.

use crate::object::ObjectRef;
use crate::origin::EFFORT;
use crate::state::{Res, State};
use cairn_interp::ObjectKind;
use cairn_interp::layout::AddressRange;
use cairn_ir::Intrinsic;
use cairn_ir::behaviour::{Access, How, NEAR};
use cairn_term::TermId;

impl State<'_, '_> {
    pub(crate) fn answer_query(&mut self, which: Intrinsic, values: &[TermId]) -> Res<TermId> {
        match (which, values) {
            (Intrinsic::Access, [from, to, size, how]) => {
                let how = How::of(self.terms.as_bits(*how).unwrap_or_default());
                self.ask_access(*from, *to, *size, how)
            }
            (Intrinsic::Freeable, [pointer]) => {
                let address = self.fixed(*pointer, "a pointer to free")?;
                let answer = match self.layout.ranges.classify(address) {
                    AddressRange::Null if address == 0 => Access::Yes,
                    _ if self.heap_object(address).is_some() => Access::Yes,
                    AddressRange::Stack => Access::No,
                    _ if self.near(address).is_some() => Access::No,
                    _ => Access::Unknown,
                };
                Ok(self.answer(answer))
            }
            (Intrinsic::Unfreed, []) => {
                let left = self.objects.global.iter().any(|object| object.kind == ObjectKind::Heap && object.live);
                Ok(self.answer(if left { Access::No } else { Access::Yes }))
            }
            (Intrinsic::Overlaps, [a, b, size_a, size_b]) => {
                let (behind_a, behind_b) = (self.terms.bv_add(*a, *size_a), self.terms.bv_add(*b, *size_b));
                let (one, other) = (self.terms.bv_ult(*a, behind_b), self.terms.bv_ult(*b, behind_a));
                let shares = self.terms.and(&[one, other]);
                let (yes, no) = (self.terms.bits(32, 1), self.terms.bits(32, 0));
                Ok(self.terms.ite(shares, yes, no))
            }
            _ => Err(self.malformed("a question with a wrong number of arguments")),
        }
    }

    fn ask_access(&mut self, from: TermId, to: TermId, size: TermId, how: How) -> Res<TermId> {
        let (always, mut effort, mut cases) = (self.terms.bool(true), EFFORT, Vec::new());
        self.cases(from, always, &mut cases, &mut effort);
        let mut answer = self.answer(Access::Unknown);
        for (guard, from) in cases.into_iter().rev() {
            let own = self.ask_case(from, to, size, how);
            answer = self.terms.ite(guard, own, answer);
        }
        Ok(answer)
    }

    fn ask_case(&mut self, from: TermId, to: TermId, size: TermId, how: How) -> TermId {
        let zero = self.address_term(0);
        let nothing = self.terms.eq(size, zero);
        let away = if how.within { Access::No } else { Access::Unknown };
        let nowhere = self.either(nothing, away, Access::No);
        let object = match self.terms.as_bits(from) {
            Some(bits) => {
                let address = bits as u64;
                match self.layout.ranges.classify(address) {
                    AddressRange::Function => {
                        let same = self.terms.eq(from, to);
                        let step = self.terms.and(&[same, nothing]);
                        return self.either(step, Access::Yes, Access::Unknown);
                    }
                    AddressRange::Null if address != 0 => return self.answer(Access::Unknown),
                    AddressRange::Null => {
                        let same = self.terms.eq(from, to);
                        let step = self.either(same, Access::Yes, away);
                        return self.terms.ite(nothing, step, nowhere);
                    }
                    AddressRange::Wild => return self.answer(Access::Unknown),
                    AddressRange::Global | AddressRange::Stack => {}
                }
                match self.near(address) {
                    Some(object) => object,
                    None if self.layout.ranges.classify(address) == AddressRange::Stack => return nowhere,
                    None => return self.answer(Access::Unknown),
                }
            }
            None => {
                let (rest, constant) = self.terms.as_sum(from).unwrap_or((from, 0));
                match self.base_object(rest, constant as u64) {
                    Some(object) => object,
                    None => return self.ask_unknown(from, to, size, how),
                }
            }
        };
        let of = self.objects.get(object);
        let (live, bound, start, bytes, kind) = (of.live, of.bound, of.address, of.size, of.kind);
        let in_frame = self.layout.ranges.classify(start) == AddressRange::Stack;
        if how.dangles && live && in_frame {
            return self.answer(Access::Unknown);
        }
        let (start, whole) = (self.address_term(start), self.address_term(bytes));
        let end = self.terms.bv_add(start, bound.unwrap_or(whole));
        let last = self.terms.bv_add(to, size);
        let (above, below) = (self.terms.bv_ule(start, to), self.terms.bv_ule(last, end));
        let near = match how.within {
            true => self.terms.and(&[above, below]),
            false => self.is_near(to, start, end),
        };
        let near = self.either(near, Access::Yes, away);
        let is_constant = matches!(kind, ObjectKind::Variable(var) if self.program.is_constant(var));
        let lives = self.terms.bool(live && !(how.writes && is_constant));
        // As many bytes as lead around the end of memory fit nowhere.
        let onward = self.terms.bv_ule(to, last);
        let fits = self.terms.and(&[above, below, onward, lives]);
        let access = self.either(fits, Access::Yes, Access::No);
        let own = self.terms.ite(nothing, near, access);
        let belongs = self.is_near(from, start, end);
        let unknown = self.answer(Access::Unknown);
        self.terms.ite(belongs, own, unknown)
    }

    /// Of a pointer that the path does not determine only this is known: it may be null.
    fn ask_unknown(&mut self, from: TermId, to: TermId, size: TermId, how: How) -> TermId {
        self.leave_out("a pointer that may belong to several objects");
        let zero = self.address_term(0);
        let null = self.terms.eq(from, zero);
        let nothing = self.terms.eq(size, zero);
        let same = self.terms.eq(from, to);
        let step = self.either(same, Access::Yes, if how.within { Access::No } else { Access::Unknown });
        let (access, unknown) = (self.answer(Access::No), self.answer(Access::Unknown));
        let of_null = self.terms.ite(nothing, step, access);
        self.terms.ite(null, of_null, unknown)
    }

    /// The object, dead or alive, that an address belongs to.
    fn near(&self, address: u64) -> Option<ObjectRef> {
        let at = self.objects.below(address.saturating_add(NEAR))?;
        let object = self.objects.get(at);
        (address < object.address + object.size + NEAR).then_some(at)
    }

    fn is_near(&mut self, address: TermId, start: TermId, end: TermId) -> TermId {
        let near = self.address_term(NEAR);
        let (further, behind) = (self.terms.bv_add(address, near), self.terms.bv_add(end, near));
        let (above, below) = (self.terms.bv_ule(start, further), self.terms.bv_ult(address, behind));
        self.terms.and(&[above, below])
    }

    fn answer(&mut self, access: Access) -> TermId {
        self.terms.bits(32, access as u128)
    }
    fn either(&mut self, condition: TermId, yes: Access, no: Access) -> TermId {
        let (yes, no) = (self.answer(yes), self.answer(no));
        self.terms.ite(condition, yes, no)
    }
}
