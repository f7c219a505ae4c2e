//! Abstract objects: what a pointer can name. A variable of a frame, a static, one allocation of a site.
//!
//! An [`AbstractObject`] is one number, so that objects are keys of a [`Trie`](crate::trie::Trie) and all objects of a frame
//! are one range of keys: leaving a function is one cut, and recursion is right because the depth is in the name.
//!
//! An analysis that starts in the middle, at a block (BAM 2.4), meets objects that are older than the block: locals of
//! frames below, and memory. They have names of their own, by rank, which nothing that the block makes gets: negative
//! depths, and numbers above all others. See [`super::reduce`].

use cairn_base::id::Id;
use cairn_ir::effects::AllocationKind;
use cairn_ir::{EdgeId, Program, VarId, VarKind};
use cairn_transform::inclusion::{NamedObject, ObjectSet};
use std::fmt;
use std::ops::RangeInclusive;

/// An abstract object. The bits, from the top: what it is (2); for statics the variable (32 at the end); in a frame the
/// depth plus 2^19 (20), the number of an `alloca` or 0 (10), the variable or edge (32); on the heap the edge (32), the
/// number (30).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AbstractObject(u64);

/// Base of an object: what a precision speaks about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObjectBase {
    /// A variable, in whatever frame.
    Var(VarId),
    /// Allocation by an edge.
    Site(EdgeId),
    /// Memory that the program does not name: see [`AbstractObject::unnamed`].
    Unnamed,
}

const STATIC: u64 = 0;
const FRAME: u64 = 1;
const HEAP: u64 = 2;
const UNNAMED: u64 = 3;
const NUMBER_BITS: u32 = 10;
/// The number in a frame of what stands for several objects, and of the first that is one of them.
const OTHERS: u64 = (1 << NUMBER_BITS) - 1;
const FIRST_OF_OTHERS: u64 = 1 << (NUMBER_BITS - 1);
/// The number in a frame of cursors: see [`super::cursor`].
const CURSOR: u64 = FIRST_OF_OTHERS - 1;
const FIRST_OF_CONSTANTS: u64 = FIRST_OF_OTHERS + 256;
/// Deepest call stack that objects can be named for.
pub const MAX_DEPTH: u32 = (1 << 19) - 1;
/// Where depth 0 is: negative depths are those of older frames.
const GROUND: u64 = 1 << 19;
const DEPTH_SHIFT: u32 = 32 + NUMBER_BITS;
const SUMMARY: u64 = (1 << 30) - 1;
/// The number on the heap of what stands for several objects that live.
const OLDER: u64 = SUMMARY - 1;
/// So many contexts of a site have such an object of their own.
const CONTEXTS: u64 = 1 << 16;
/// So many objects of one site are told apart; further ones are the summary, of which nothing is known.
const MOST_ON_HEAP: u32 = 1 << 20;
/// So many pieces of unnamed memory are told apart.
const MOST_UNNAMED: u32 = 1 << 28;
/// So many older objects of one family are told apart.
const MOST_OLDER: u32 = 1 << 19;

impl AbstractObject {
    /// The object of a variable seen from the frame at `depth`, which must not pass [`MAX_DEPTH`].
    pub fn of_var(var: VarId, depth: u32, program: &Program) -> Self {
        match program.vars[var].kind {
            VarKind::Static | VarKind::StringLiteral => AbstractObject(STATIC << 62 | var.index() as u64),
            _ => AbstractObject(Self::first_of_frame(depth) | var.index() as u64),
        }
    }
    const fn first_of_frame(depth: u32) -> u64 {
        let depth = if depth > MAX_DEPTH { MAX_DEPTH } else { depth };
        FRAME << 62 | (GROUND + depth as u64) << DEPTH_SHIFT
    }
    /// The `number`-th object of an allocation site; `None` when there are too many to tell apart.
    pub fn on_heap(site: EdgeId, number: u32) -> Option<Self> {
        (number < MOST_ON_HEAP).then(|| AbstractObject(HEAP << 62 | (site.index() as u64) << 30 | u64::from(number)))
    }
    /// The keys of all that [`AbstractObject::on_heap`] makes of a site.
    pub fn keys_of_site(site: EdgeId) -> RangeInclusive<u64> {
        let first = HEAP << 62 | (site.index() as u64) << 30;
        first..=first | u64::from(MOST_ON_HEAP - 1)
    }
    /// The number of an object on the heap.
    pub const fn number(self) -> u32 {
        (self.0 & SUMMARY) as u32
    }
    /// The `number`-th object that `alloca` made at a site in the frame at `depth`.
    pub fn in_frame(site: EdgeId, depth: u32, number: u32) -> Option<Self> {
        let number = number + 1;
        let fits = u64::from(number) < CURSOR && depth <= MAX_DEPTH;
        fits.then(|| AbstractObject(Self::first_of_frame(depth) | u64::from(number) << 32 | site.index() as u64))
    }
    /// The cursor of the pointer in a variable of the frame at `depth`: a ghost variable ([`super::cursor`]).
    pub fn cursor(var: VarId, depth: u32) -> Option<Self> {
        (depth <= MAX_DEPTH).then(|| AbstractObject(Self::first_of_frame(depth) | CURSOR << 32 | var.index() as u64))
    }
    /// True for what [`AbstractObject::cursor`] made.
    pub const fn is_cursor(self) -> bool {
        self.kind() == FRAME && self.frame_number() == CURSOR
    }
    /// One of the objects of a site that are not told apart: any of them, which all live as long as the program.
    pub fn others(site: EdgeId) -> Self {
        AbstractObject(Self::first_of_frame(0) | OTHERS << 32 | site.index() as u64)
    }
    /// All objects of a site on the heap that are older than the most recent ones: any of them, all of which live (Balakrishnan, Reps,
    /// "Recency-abstraction", SAS 2006). In each context of the site there is another one.
    pub fn older_on_heap(site: EdgeId, context: u32) -> Self {
        AbstractObject(HEAP << 62 | (site.index() as u64) << 30 | (OLDER - u64::from(context) % CONTEXTS))
    }
    /// One of [`AbstractObject::others`] that the frame at `depth` knows by a parameter: always the same one.
    pub fn one_of_others(site: EdgeId, depth: u32, param: u32) -> Option<Self> {
        let number = FIRST_OF_OTHERS + u64::from(param);
        let fits = number < OTHERS && depth <= MAX_DEPTH;
        fits.then(|| AbstractObject(Self::first_of_frame(depth) | number << 32 | site.index() as u64))
    }
    /// One of some constants that the frame at `depth` knows by a parameter, always the same one.
    pub fn one_of_constants(site: EdgeId, depth: u32, param: u32) -> Option<Self> {
        let most = OTHERS - FIRST_OF_CONSTANTS;
        let number = FIRST_OF_CONSTANTS - FIRST_OF_OTHERS + u64::from(param);
        if u64::from(param) < most { Self::one_of_others(site, depth, number as u32) } else { None }
    }
    /// True for what [`AbstractObject::one_of_constants`] made.
    pub const fn is_one_of_constants(self) -> bool {
        self.kind() == FRAME && self.frame_number() >= FIRST_OF_CONSTANTS && self.frame_number() < OTHERS
    }
    /// True for what stands for several objects ([`AbstractObject::others`]).
    pub const fn is_several(self) -> bool {
        let of_heap = self.0 & SUMMARY;
        let is_on_heap = self.kind() == HEAP && of_heap > OLDER - CONTEXTS && of_heap <= OLDER;
        is_on_heap || self.kind() == FRAME && self.frame_number() == OTHERS
    }
    /// The site of what is one of several objects, or stands for them.
    pub fn site_of_others(self) -> Option<EdgeId> {
        match self.base() {
            ObjectBase::Site(site) if self.kind() == FRAME && self.frame_number() >= FIRST_OF_OTHERS => Some(site),
            _ => None,
        }
    }
    /// Whether two names may be of one object.
    pub fn may_be(self, other: Self) -> bool {
        self == other || self.site_of_others().is_some_and(|site| other.site_of_others() == Some(site))
    }
    /// Stands for any object of a site, none in particular.
    pub fn summary(site: EdgeId) -> Self {
        AbstractObject(HEAP << 62 | (site.index() as u64) << 30 | SUMMARY)
    }

    /// Target of an uninitialised or nondeterministic pointer: memory that the program does not otherwise name and that
    /// behaves as memory.
    pub fn unnamed(number: u32) -> Self {
        AbstractObject(UNNAMED << 62 | u64::from(number.min(MOST_UNNAMED - 1)))
    }
    /// The keys of all that [`AbstractObject::unnamed`] makes.
    pub fn keys_of_unnamed() -> RangeInclusive<u64> {
        UNNAMED << 62..=UNNAMED << 62 | u64::from(MOST_UNNAMED - 1)
    }
    /// Memory at constant addresses, the null pointer's included.
    pub const ABSOLUTE: Self = AbstractObject(UNNAMED << 62 | SUMMARY);
    /// True for what [`AbstractObject::unnamed`] made and [`AbstractObject::ABSOLUTE`].
    pub const fn is_unnamed(self) -> bool {
        self.kind() == UNNAMED
    }

    const fn kind(self) -> u64 {
        self.0 >> 62
    }
    const fn frame_number(self) -> u64 {
        self.0 >> 32 & ((1 << NUMBER_BITS) - 1)
    }
    /// Its base.
    pub fn base(self) -> ObjectBase {
        let low = (self.0 & 0xffff_ffff) as usize;
        match self.kind() {
            HEAP => ObjectBase::Site(EdgeId::from_index((self.0 >> 30 & 0xffff_ffff) as usize)),
            UNNAMED => ObjectBase::Unnamed,
            FRAME if self.frame_number() != 0 && !self.is_cursor() => ObjectBase::Site(EdgeId::from_index(low)),
            _ => ObjectBase::Var(VarId::from_index(low)),
        }
    }
    /// The variable, for objects of variables.
    pub fn var(self) -> Option<VarId> {
        match self.base() {
            ObjectBase::Var(var) if !self.is_cursor() => Some(var),
            _ => None,
        }
    }
    /// True for what [`AbstractObject::summary`] made.
    pub fn is_summary(self) -> bool {
        self.kind() == HEAP && self.0 & SUMMARY == SUMMARY
    }
    /// True for objects that `free` may end.
    pub fn is_on_heap(self) -> bool {
        self.kind() == HEAP
    }
    /// True for one object that `alloca` made, whose lifetime may end before its frame's.
    pub fn is_alloca(self) -> bool {
        self.kind() == FRAME && (1..CURSOR).contains(&self.frame_number())
    }
    /// Whether it is an allocated object of a kind.
    pub fn is_of(self, kind: AllocationKind) -> bool {
        match kind {
            AllocationKind::Heap => self.is_on_heap(),
            AllocationKind::Frame => self.is_alloca(),
        }
    }
    /// The depth of the frame that holds it, negative for a frame below the block's own.
    pub fn frame(self) -> Option<i32> {
        let biased = (self.0 >> DEPTH_SHIFT) as i32 & (2 * GROUND as i32 - 1);
        (self.kind() == FRAME).then_some(biased - GROUND as i32)
    }

    /// True for the names of objects that are older than the block: those of [`AbstractObject::older`].
    pub fn is_older(self) -> bool {
        match self.kind() {
            FRAME => self.frame().is_some_and(|depth| depth < 0),
            HEAP => !self.is_summary() && !self.is_several() && self.number() >= MOST_ON_HEAP,
            UNNAMED => self != Self::ABSOLUTE && self.number() >= MOST_UNNAMED,
            _ => false,
        }
    }
    /// True for objects that have a name of their own in every block: statics, summaries, constant addresses.
    pub fn is_global(self) -> bool {
        self.kind() == STATIC || self.is_summary() || self == Self::ABSOLUTE
    }
    /// Common base of older objects that are told apart by rank only.
    pub fn family(self) -> Self {
        match self.kind() {
            FRAME => AbstractObject(self.0 & !((2 * GROUND - 1) << DEPTH_SHIFT)),
            HEAP => AbstractObject(self.0 & !SUMMARY),
            UNNAMED => AbstractObject(UNNAMED << 62),
            _ => self,
        }
    }
    /// The name of the `rank`-th older object of this one's family; `None` when there are too many.
    pub fn older(self, rank: u32) -> Option<Self> {
        let family = self.family();
        (rank < MOST_OLDER).then_some(match self.kind() {
            FRAME => AbstractObject(family.0 | (GROUND - 1 - u64::from(rank)) << DEPTH_SHIFT),
            HEAP => AbstractObject(family.0 | u64::from(MOST_ON_HEAP + rank)),
            UNNAMED => AbstractObject(family.0 | u64::from(MOST_UNNAMED + rank)),
            _ => self,
        })
    }
    /// The same object of a frame at another depth; `None` when that is too deep.
    pub fn at_depth(self, depth: u32) -> Option<Self> {
        (depth <= MAX_DEPTH && self.kind() == FRAME)
            .then_some(AbstractObject(self.family().0 | (GROUND + u64::from(depth)) << DEPTH_SHIFT))
    }
    /// The same kind of memory by another number; `None` when there are too many, and for what is not memory.
    pub fn numbered(self, number: u32) -> Option<Self> {
        match self.base() {
            ObjectBase::Site(site) if self.kind() == HEAP => Self::on_heap(site, number),
            ObjectBase::Unnamed => (number < MOST_UNNAMED).then_some(Self::unnamed(number)),
            _ => None,
        }
    }
    /// The key in a trie.
    pub const fn key(self) -> u64 {
        self.0
    }
    /// The object behind a key.
    pub const fn from_key(key: u64) -> Self {
        AbstractObject(key)
    }
    /// Its base, and all else that makes it what it is: a number that does not depend on ids.
    pub fn split(self) -> (ObjectBase, u64) {
        let rest = match self.kind() {
            HEAP => self.0 & !(0xffff_ffff << 30),
            UNNAMED => self.0,
            _ => self.0 & !0xffff_ffff,
        };
        (self.base(), rest)
    }
    /// The object that [`AbstractObject::split`] has taken apart; `None` where the two do not go together.
    pub fn joined(base: ObjectBase, rest: u64, program: &Program) -> Option<Self> {
        let id = match base {
            ObjectBase::Var(var) => var.index() as u64,
            ObjectBase::Site(edge) if AbstractObject(rest).kind() == HEAP => (edge.index() as u64) << 30,
            ObjectBase::Site(edge) => edge.index() as u64,
            ObjectBase::Unnamed => 0,
        };
        let object = AbstractObject(rest | id);
        let is_in_frame = match base {
            ObjectBase::Var(var) => program.vars[var].frame().is_some(),
            ObjectBase::Site(_) | ObjectBase::Unnamed => object.kind() == FRAME,
        };
        (object.split() == (base, rest) && is_in_frame == (object.kind() == FRAME)).then_some(object)
    }
    /// The keys of all objects of statics: the numbers of their variables.
    pub fn keys_of_statics() -> RangeInclusive<u64> {
        STATIC << 62..=(FRAME << 62) - 1
    }
    /// The keys of all objects where those of a kind are.
    pub fn keys_of_kind(kind: AllocationKind) -> RangeInclusive<u64> {
        match kind {
            AllocationKind::Heap => HEAP << 62..=(UNNAMED << 62) - 1,
            AllocationKind::Frame => FRAME << 62..=(HEAP << 62) - 1,
        }
    }
    /// The keys of all objects of the frame at `depth`.
    pub fn keys_of_frame(depth: u32) -> RangeInclusive<u64> {
        let first = Self::first_of_frame(depth);
        first..=first | ((1 << DEPTH_SHIFT) - 1)
    }

    /// True when a pointer write whose target is not known may hit it: what has an address that the program took.
    pub fn is_exposed(self, program: &Program) -> bool {
        !self.is_cursor() && self.var().is_none_or(|var| program.vars[var].address_taken)
    }

    /// Whether it may be one of the objects of a points-to set.
    pub fn may_be_in(self, set: &ObjectSet) -> bool {
        match self.base() {
            ObjectBase::Var(var) => set.contains(NamedObject::Variable(var)),
            ObjectBase::Site(_) if self.is_one_of_constants() => true,
            ObjectBase::Site(_) if self.site_of_others().is_some() => set.contains(NamedObject::Any),
            ObjectBase::Site(site) => set.contains(NamedObject::Allocated(site)),
            ObjectBase::Unnamed => !set.is_empty(),
        }
    }

    /// The name that a person knows it by.
    pub fn name(self, program: &Program) -> String {
        match self.base() {
            ObjectBase::Var(var) => program.vars[var].name.clone(),
            ObjectBase::Unnamed if self == Self::ABSOLUTE => "memory".to_owned(),
            ObjectBase::Unnamed => format!("unnamed#{}", self.number()),
            ObjectBase::Site(edge) => {
                let line = program.sources.locate(program.edges[edge].span).map_or(0, |l| l.line);
                format!("allocated@{line}#{}", self.number())
            }
        }
    }
}

impl fmt::Debug for AbstractObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.frame() {
            Some(depth) => write!(f, "{:?}@{depth}.{}", self.base(), self.frame_number()),
            None => write!(f, "{:?}#{}", self.base(), self.number()),
        }
    }
}
