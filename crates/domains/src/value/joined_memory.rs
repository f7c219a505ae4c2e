//! The join of memory ([`super::SymbolicDomain::JOINS`]): null bytes that a write leaves where they are,
//! objects that are not told apart, names of allocated objects, pointers whose objects are over.
//!
//! Over-approximation: a write to one of several objects leaves each with what it had or what is written; what was known of
//! null bytes that it may hit is over; a name that is given to another object is taken from all pointers.

use super::cursor::objects_of_cursor;
use super::datum::Datum;
use super::links::TO_NULL_BYTES;
use super::memory::Memory;
use super::object::AbstractObject;
use super::object_content::{ObjectContent, Rest};
use super::reach::Reach;
use super::symbolic_domain::{Joined, SymbolicDomain};
use crate::memory::join;
use cairn_ir::EdgeId;
use std::cell::Cell;

/// A state of the value analysis, with joined states.
pub(crate) type JoinedMemory<'a> = Memory<'a, Joined>;

/// Which null bytes of its object a write leaves where they are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum KeptNulls {
    /// None for sure.
    None,
    /// The last: the write is before it.
    Last,
    /// All: what is written is one more. It may be the first.
    All,
    /// All, and there are no more: what is written is what is known to be there already.
    Exactly,
}

impl<'a> JoinedMemory<'a> {
    /// The same, counting the objects of which everything is forgotten by a write to any.
    #[must_use]
    pub(crate) fn counting(mut self, lost: &'a Cell<u64>) -> Self {
        self.lost = Some(lost);
        self
    }
    /// The same, where what is allocated has the names of a context.
    #[must_use]
    pub(crate) fn in_context(mut self, context: u32) -> Self {
        self.context = context;
        self
    }
}

impl<T: SymbolicDomain> Memory<'_, T> {
    /// The null bytes of some objects may be overwritten: what is known of pointers and integers before them is over.
    pub(crate) fn overwrite_texts(&mut self, may_be_written: impl Fn(AbstractObject) -> bool) {
        let keeps = self.keeps;
        if keeps != KeptNulls::Exactly && self.state.has_texts() {
            let before = self.state.clone();
            let may_be_written = |object: AbstractObject| match object.is_cursor() {
                true => objects_of_cursor(&before, object).is_none_or(|all| all.into_iter().any(&may_be_written)),
                false => may_be_written(object),
            };
            let change = |datum: Datum, width| datum.without_nulls(&may_be_written, keeps, width);
            self.change_data(TO_NULL_BYTES, change);
        }
    }

    /// What is written meanwhile leaves some null bytes.
    pub(super) fn keeping(&mut self, keeps: KeptNulls, write: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.keeps, keeps);
        write(self);
        self.keeps = before;
    }

    /// Changes all data that have one of some links, where states are joined.
    pub(super) fn change_data(&mut self, links: u64, change: impl Fn(Datum, u32) -> Datum) {
        let mut changed = Vec::new();
        self.state.for_each_linked(links, |holder, content| {
            changed.extend(content.changed(links, &change).map(|content| (holder, content)));
        });
        for (holder, content) in changed {
            self.state.set_content(holder, content);
        }
    }

    /// Forgets pointers to objects that are no more, which have some links, and what integers say of them.
    pub(crate) fn forget_pointers(&mut self, links: u64, gone: impl Fn(AbstractObject) -> bool) {
        self.change_data(links, |datum, width| datum.without(&gone, width));
    }

    /// Changes what is known of an object that is not told apart from others. On the heap one of them has it, the others have what they
    /// had; else what was known of the bits of any is over.
    pub(super) fn change_one_of_several(&mut self, object: AbstractObject, f: impl FnOnce(&mut ObjectContent)) {
        if object.is_on_heap() {
            let Some(before) = self.state.content(object).cloned() else { return };
            let mut after = before.clone();
            f(&mut after);
            // What it is after the write may be of this object, and so may what points to it.
            let mut then = self.state.clone();
            then.set_content(object, after.clone());
            let joined = join::objects(object, (&self.state, &before), (&then, &after), self.program);
            return self.state.set_content(object, joined);
        }
        let keeps_null = self.keeps != KeptNulls::None;
        for other in self.state.objects().into_iter().filter(|other| other.may_be(object)) {
            let Some(content) = self.state.content(other) else { continue };
            if other != object || object.is_several() {
                let null_byte = content.null_byte.filter(|_| keeps_null);
                let after = ObjectContent { null_byte, ..content.emptied(Rest::Unknown) };
                self.state.set_content(other, after);
            }
        }
        if !object.is_several()
            && let Some(mut content) = self.state.content(object).cloned()
        {
            f(&mut content);
            self.state.set_content(object, content);
        }
    }

    /// The name of a new object of a site, where states are joined. In each context the first few have names of their own; then the most recent
    /// one has, and is one of the older ones when the next is allocated.
    pub(super) fn most_recent(&mut self, site: EdgeId) -> AbstractObject {
        /// So many have names of their own.
        const MOST: u32 = 4;
        let first = self.context * MOST;
        let names: Vec<AbstractObject> =
            (first..first + MOST).filter_map(|number| AbstractObject::on_heap(site, number)).collect();
        if let Some(free) = names.iter().find(|object| self.state.content(**object).is_none()) {
            return *free;
        }
        let (recent, older) = (names[names.len() - 1], AbstractObject::older_on_heap(site, self.context));
        if let Some(mine) = self.state.content(recent).cloned() {
            let joined = match self.state.content(older) {
                Some(theirs) => join::objects(older, (&self.state, theirs), (&self.state, &mine), self.program),
                None => mine,
            };
            self.state.set_content(older, joined);
        }
        self.change_data(recent.link(), |datum, width| {
            let is_recent = |object: &AbstractObject| *object == recent;
            match datum.objects().iter().any(is_recent) {
                true => datum.map_reaches(|reach| {
                    Some(Reach { object: if reach.object == recent { older } else { reach.object }, ..reach })
                }),
                false => datum.without(&|object| object == recent, width),
            }
        });
        recent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::object_content::Rest;
    use crate::value::state::ValueState;
    use cairn_base::id::Id;
    use cairn_ir::{MachineModel, Program};

    /// What is said of one of several contents is said of both, whatever the states hold under the object's name.
    #[test]
    fn a_null_byte_that_one_content_lacks_is_in_none() {
        let program = Program::empty(MachineModel::Lp64);
        let object = AbstractObject::older_on_heap(EdgeId::from_index(0), 0);
        let of_context = |context| AbstractObject::older_on_heap(EdgeId::from_index(0), context);
        assert!([0, 1, 4095].into_iter().all(|context| of_context(context).is_several()));
        assert!(of_context(1) != object && !object.is_summary());
        let with = ObjectContent { size: Some(4), null_byte: Some(3), ..ObjectContent::new(Rest::Unknown) };
        let without = ObjectContent { null_byte: None, ..with.clone() };
        let mut state = ValueState::default();
        state.set_content(object, with.clone());
        for (a, b) in [(&with, &without), (&without, &with)] {
            assert_eq!(join::objects(object, (&state, a), (&state, b), &program).null_byte, None);
        }
        assert_eq!(join::objects(object, (&state, &with), (&state, &with), &program).null_byte, Some(3));
    }
}
