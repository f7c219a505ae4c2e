//! The abstract state: what is known of each object (BAM 4.4.1: a partial map from variables to values).
//!
//! An object without an entry is ⊤. Persistent, hashed, compared by what differs: see [`crate::trie`].
//!
//! Invariant: an allocated object to which something points keeps its entry until it is freed, so that its name is not
//! used again.

use super::datum::Datum;
use super::object::AbstractObject;
use super::object_content::{KnownBits, ObjectContent, Rest};
use crate::trie::Trie;
use cairn_ir::{Program, VarKind};
use std::hash::{Hash, Hasher};

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
    /// Some pointer may be known to lie before a null byte ([`super::NullByte`]).
    texts: bool,
}

impl ValueState {
    /// ⊤: nothing is known.
    pub const fn new() -> Self {
        Self { objects: Trie::new(), tame: false, frees_known: false, texts: false }
    }
    /// What is known before the first step.
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
    /// Whether some pointer may be known to lie before a null byte.
    pub const fn has_texts(&self) -> bool {
        self.texts
    }
    /// Says so.
    pub const fn set_texts(&mut self, texts: bool) {
        self.texts = texts;
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
        self.for_each(|object, content| {
            content.cells.for_each(|_, cell| used.extend(cell.datum.objects().into_iter().filter(|o| o.is_unnamed())));
            if object.is_unnamed() && object != AbstractObject::ABSOLUTE && !object.is_older() {
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
    /// What is known of an object, if anything is.
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
    /// What is known of `width` bits at bit `at` of an object.
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
        let nothing = ObjectContent::new(Rest::Unknown);
        let contents =
            |_, mine: Option<&ObjectContent>, theirs: &ObjectContent| mine.unwrap_or(&nothing).is_below(theirs);
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
