//! The abstract state: what is known of each object (BAM 4.4.1: a partial map from variables to values).
//!
//! An object without an entry is ⊤. Persistent, hashed, compared by what differs: see [`crate::trie`].
//!
//! Invariant: an allocated object to which something points keeps its entry until it is freed, so that its name is not
//! used again.

use super::datum::Datum;
use super::links::{TO_NULL_BYTES, TO_UNNAMED};
use super::object::AbstractObject;
use super::object_content::{KnownBits, ObjectContent, Rest};
use crate::trie::Trie;
use cairn_ir::effects::AllocationKind;
use cairn_ir::{Program, VarKind};
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

/// An abstract state of the value analysis.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct ValueState {
    objects: Trie<ObjectContent>,
    /// Known: since the entry of the block that is analysed nothing was written through an unknown pointer. (Below it is
    /// the state that says nothing of this.) What the block does not know of is unchanged then.
    tame: bool,
    /// Known: since the entry of the block nothing was freed through an unknown pointer. What the block does not know of
    /// lives on then.
    frees_known: bool,
}

impl ValueState {
    /// ⊤: nothing is known.
    pub const fn new() -> Self {
        Self { objects: Trie::new(), tame: false, frees_known: false }
    }
    /// State before the first step.
    pub fn initial() -> Self {
        let mut state = Self::new();
        state.set_content(AbstractObject::ABSOLUTE, ObjectContent::new(Rest::Fresh));
        state
    }
    /// Whether nothing was written through an unknown pointer since the block's entry.
    pub const fn is_tame(&self) -> bool {
        self.tame
    }
    /// Says whether something was written through an unknown pointer.
    pub const fn set_tame(&mut self, tame: bool) {
        self.tame = tame;
    }
    /// Whether nothing was freed through an unknown pointer since the block's entry.
    pub const fn frees_known(&self) -> bool {
        self.frees_known
    }
    /// Says whether something was freed through an unknown pointer.
    pub const fn set_frees_known(&mut self, known: bool) {
        self.frees_known = known;
    }
    /// Whether some datum is known to lie before a null byte ([`super::NullByte`]).
    pub(crate) fn has_texts(&self) -> bool {
        self.objects.links() & TO_NULL_BYTES != 0
    }
    /// The cursors that some integer says something of which a write may end, and those that name where the pointers of a frame go.
    pub(crate) fn cursors_of_texts(&self, depth: u32) -> Vec<AbstractObject> {
        let mut cursors = Vec::new();
        self.objects.visit(AbstractObject::keys_of_frame(depth), |_, content| {
            content.cells.for_each(|_, cell| {
                let origins = cell.datum.origins();
                // Where it is one address, that is named by the object.
                let is_needed = origins.iter().all(|(origin, _)| origin.is_cursor());
                cursors.extend(origins.iter().map(|(origin, _)| *origin).filter(|_| is_needed));
            });
        });
        self.for_each_linked(TO_NULL_BYTES, |_, content| {
            content.cells.visit_linked(TO_NULL_BYTES, |_, cell| {
                cursors.extend(cell.datum.facts().iter().map(|fact| fact.object).filter(|object| object.is_cursor()));
            });
            let of_size = content.size_facts.map_or(&[][..], |facts| facts.all());
            cursors.extend(of_size.iter().map(|fact| fact.object).filter(|object| object.is_cursor()));
        });
        cursors
    }
    /// Both as one number.
    fn effects(&self) -> u64 {
        u64::from(self.tame) | u64::from(self.frees_known) << 1
    }
    /// Forgets all about an object but that it is there.
    pub fn lose(&mut self, object: AbstractObject) {
        let Some(content) = self.content(object) else { return };
        if object.var().is_some() || object.is_unnamed() {
            self.remove(object);
        } else {
            let content = content.emptied(Rest::Unknown);
            self.set_content(object, content);
        }
    }
    /// Forgets unnamed memory of the block that nothing points to. The answer is a number that no unnamed object has now.
    pub fn sweep(&mut self) -> u32 {
        let (mut used, mut known) = (Vec::new(), Vec::new());
        self.for_each_linked(TO_UNNAMED, |_, content| {
            content.cells.visit_linked(TO_UNNAMED, |_, cell| {
                used.extend(cell.datum.objects().into_iter().filter(|object| object.is_unnamed()));
            });
        });
        self.objects.visit(AbstractObject::keys_of_unnamed(), |key, _| {
            let object = AbstractObject::from_key(key);
            if object != AbstractObject::ABSOLUTE && !object.is_older() {
                known.push(object);
            }
        });
        used.sort_unstable();
        used.dedup();
        for object in known {
            if used.binary_search(&object).is_err() {
                self.remove(object);
            }
        }
        (0..).find(|number| used.binary_search(&AbstractObject::unnamed(*number)).is_err()).unwrap_or(0)
    }
    /// True when something is known of unnamed memory.
    pub fn has_unnamed(&self) -> bool {
        self.objects.last_key(AbstractObject::keys_of_unnamed()).is_some()
    }
    /// Content of an object, if anything is known.
    pub fn content(&self, object: AbstractObject) -> Option<&ObjectContent> {
        self.objects.get(object.key())
    }
    /// Sets what is known of an object. An object without a
    /// variable keeps its entry, which says that it is there.
    pub fn set_content(&mut self, object: AbstractObject, content: ObjectContent) {
        if content.is_unknown() && object.var().is_some() {
            self.objects.remove(object.key());
        } else {
            self.objects.insert(object.key(), content);
        }
    }
    /// Takes an object out.
    pub fn remove(&mut self, object: AbstractObject) {
        if self.objects.get(object.key()).is_some() {
            self.objects.remove(object.key());
        }
    }
    /// Takes all objects of a frame out.
    pub fn remove_frame(&mut self, depth: u32) {
        self.objects.remove_range(AbstractObject::keys_of_frame(depth));
    }
    /// The greatest key of an object in a range of keys.
    pub fn last_key(&self, keys: std::ops::RangeInclusive<u64>) -> Option<u64> {
        self.objects.last_key(keys)
    }
    /// The allocated objects of a kind.
    pub(crate) fn objects_of(&self, kind: AllocationKind) -> Vec<AbstractObject> {
        let mut objects = Vec::new();
        self.objects.visit(AbstractObject::keys_of_kind(kind), |key, _| objects.push(AbstractObject::from_key(key)));
        objects.retain(|object| object.is_of(kind));
        objects
    }
    /// The objects of which something is known.
    pub fn objects(&self) -> Vec<AbstractObject> {
        let mut objects = Vec::new();
        self.objects.for_each(|key, _| objects.push(AbstractObject::from_key(key)));
        objects
    }
    /// Calls `f` with each object of which something is known.
    pub fn for_each<'a>(&'a self, mut f: impl FnMut(AbstractObject, &'a ObjectContent)) {
        self.objects.for_each(|key, content| f(AbstractObject::from_key(key), content));
    }
    /// The same of those with data that have one of some links ([`Datum::links`]).
    pub(crate) fn for_each_linked<'a>(&'a self, links: u64, mut f: impl FnMut(AbstractObject, &'a ObjectContent)) {
        self.objects.visit_linked(links, |key, content| f(AbstractObject::from_key(key), content));
    }
    /// Calls `f(object, content here, content there)` for each object that two states may differ in.
    pub(crate) fn for_each_difference<'a>(
        &'a self,
        other: &'a Self,
        mut f: impl FnMut(AbstractObject, Option<&'a ObjectContent>, Option<&'a ObjectContent>),
    ) {
        let f = |key, mine, theirs| f(AbstractObject::from_key(key), mine, theirs);
        self.objects.for_each_difference(&other.objects, f);
    }
    /// Takes objects out and gives them back as a state of their own: those that `is_taken` says so of. `whole` may say so of all objects
    /// with keys in a range, whose data have some links.
    pub(crate) fn take(
        &mut self,
        whole: impl Fn(&RangeInclusive<u64>, u64) -> Option<bool>,
        is_taken: impl Fn(AbstractObject, &ObjectContent) -> bool,
    ) -> Self {
        let is_taken = |key, content: &ObjectContent| is_taken(AbstractObject::from_key(key), content);
        let (taken, left) = self.objects.split(whole, is_taken);
        self.objects = left;
        Self { objects: taken, ..Self::new() }
    }
    /// Puts the objects of another state in.
    pub(crate) fn put(&mut self, objects: &Self) {
        self.objects = objects.objects.union(&self.objects);
    }
    /// Value of `width` bits at bit `at` of an object.
    pub fn read(&self, object: AbstractObject, at: u64, width: u32, program: &Program) -> Datum {
        match self.content(object) {
            Some(content) => content.read(at, width, program),
            None => match object.var() {
                Some(var) if program.vars[var].kind == VarKind::StringLiteral => {
                    ObjectContent::new(Rest::Data(var)).read(at, width, program)
                }
                _ => Datum::Unknown,
            },
        }
    }
    /// A hash of the whole content.
    pub fn content_hash(&self) -> u64 {
        self.objects.content_hash() ^ self.effects()
    }
    /// The symbols in all terms: see [`Symbolic::marks`].
    pub fn marks(&self) -> u64 {
        self.objects.marks()
    }
    /// Calls `f` with each cell that holds a term with one of some symbols, in order.
    pub fn for_each_term<'a>(&'a self, marks: u64, mut f: impl FnMut(AbstractObject, u64, &'a KnownBits)) {
        self.objects.visit_marked(marks, &mut |key, content| {
            content.cells.visit_marked(marks, &mut |at, cell| f(AbstractObject::from_key(key), at, cell));
        });
    }
    /// A hash of what is known, without the values.
    pub fn shape(&self) -> u64 {
        self.objects.shape_hash() ^ self.effects()
    }
    /// A hash of what is left when only that of which `like` speaks is kept; `None` when `self ⊑ like` cannot be.
    pub fn projected(&self, like: &Self) -> Option<u64> {
        if like.tame && !self.tame || like.frees_known && !self.frees_known {
            return None;
        }
        self.objects.projected(&like.objects, ObjectContent::projected)
    }
    /// `self ⊑ other`.
    pub fn is_below(&self, other: &Self) -> bool {
        self.is_below_but(other, |_| false)
    }
    /// `self ⊑ other`, where it may be without some of the objects of the other one.
    pub(crate) fn is_below_but(&self, other: &Self, may_be_without: impl Fn(AbstractObject) -> bool) -> bool {
        let nothing = ObjectContent::new(Rest::Unknown);
        let contents = |key, mine: Option<&ObjectContent>, theirs: &ObjectContent| {
            mine.is_none() && may_be_without(AbstractObject::from_key(key)) || mine.unwrap_or(&nothing).is_below(theirs)
        };
        (self.tame || !other.tame)
            && (self.frees_known || !other.frees_known)
            && self.objects.all_in(&other.objects, contents)
    }
}

impl Hash for ValueState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.objects.hash(state);
    }
}

impl std::fmt::Debug for ValueState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut map = f.debug_map();
        self.for_each(|object, content| {
            map.entry(&object, content);
        });
        map.finish()
    }
}
