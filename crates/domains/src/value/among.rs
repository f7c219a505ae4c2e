//! A pointer that goes into one of several objects, or is null: a map from objects to offsets (Blazy, Bühler, Yakobowski,
//! VMCAI 2017), where states are joined. A table of strings and the arguments of a program are such pointers.
//!
//! A map is one of those that there are ([`super::interned`]), and has at most [`Among::MOST`] objects.
//!
//! Invariant: two objects or more, in order, each once; all of its parts say the same of null.

use super::bounded::{BoundedIndex, EndFact, ObjectEnd};
use super::datum::Datum;
use super::interned::{Pool, interned};
use super::joined_memory::KeptNulls;
use super::object::AbstractObject;
use super::reach::{NullByte, Reach};
use cairn_ir::types::Scalar;
use smallvec::SmallVec;
use std::sync::Mutex;

/// Addresses in several objects, or null.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Among(&'static Reaches);

/// Targets of a pointer, an object at a time.
pub type Reaches = SmallVec<[Reach; 2]>;

static MAPS: Pool<Reaches> = Pool::new(Mutex::default);

impl Among {
    /// A pointer to more objects is unknown.
    pub const MOST: usize = 32;

    /// Its targets in each object, in their order.
    pub fn reaches(self) -> &'static [Reach] {
        self.0
    }
    /// Whether it may be null.
    pub fn null(self) -> bool {
        self.0.iter().any(|reach| reach.null)
    }
}

impl Datum {
    /// A pointer that goes to one of some places; unknown where they are too many.
    pub(crate) fn among(reaches: impl IntoIterator<Item = Reach>) -> Datum {
        let mut found: Reaches = SmallVec::new();
        for reach in reaches {
            match found.iter_mut().find(|known| known.object == reach.object) {
                Some(known) => match known.join(reach) {
                    Some(joined) => *known = joined,
                    None => return Datum::Unknown,
                },
                None => found.push(reach),
            }
        }
        if found.len() > Among::MOST || found.is_empty() {
            return Datum::Unknown;
        }
        let null = found.iter().any(|reach| reach.null);
        found.iter_mut().for_each(|reach| reach.null = null);
        if let [reach] = *found {
            return reach.into();
        }
        found.sort_unstable_by_key(|reach| reach.object);
        Datum::Among(Among(interned(&MAPS, found)))
    }

    /// Its targets, an object at a time; nothing for what is no known pointer. Null itself goes nowhere.
    pub fn reaches(self) -> Reaches {
        match self {
            Datum::Among(among) => SmallVec::from_slice(among.reaches()),
            _ => self.reach().into_iter().collect(),
        }
    }

    /// The same pointer with each of its parts changed; unknown where a part is.
    pub(crate) fn map_reaches(self, change: impl FnMut(Reach) -> Option<Reach>) -> Datum {
        let changed: Option<Reaches> = self.reaches().into_iter().map(change).collect();
        changed.map_or(Datum::Unknown, Datum::among)
    }

    /// Rest when some objects are no more: nothing of a pointer to one, and of an integer that it is one.
    pub(crate) fn without(self, gone: &dyn Fn(AbstractObject) -> bool, width: u32) -> Datum {
        match self {
            Datum::Index(index) => self.with_facts_kept(|fact| !gone(fact.object), index, width),
            Datum::Unknown | Datum::Bits(_) | Datum::Range(_) | Datum::Function(_) | Datum::Term(_) => self,
            _ if self.objects().iter().any(|object| gone(*object)) => Datum::Unknown,
            Datum::Reach(_) | Datum::Among(_) => {
                self.map_reaches(|reach| Some(Reach { from: reach.from.filter(|from| !gone(from.cursor())), ..reach }))
            }
            _ => self,
        }
    }

    /// Rest when null bytes of some objects may be overwritten, but for those that are kept.
    pub(crate) fn without_nulls(self, of: &dyn Fn(AbstractObject) -> bool, keeps: KeptNulls, width: u32) -> Datum {
        let keeps_last = keeps >= KeptNulls::Last;
        match self {
            Datum::Index(index) => {
                let is_kept = |fact: &EndFact| match fact.end {
                    ObjectEnd::Size => true,
                    ObjectEnd::LastNull => keeps_last || !of(fact.object),
                    ObjectEnd::Null => keeps >= KeptNulls::All || !of(fact.object),
                    ObjectEnd::FirstNull => !of(fact.object),
                };
                self.with_facts_kept(is_kept, index, width)
            }
            _ if self.is_text() && !keeps_last => self.map_reaches(|reach| {
                // A null byte that was there says how large the object is.
                let (text, room) = match of(reach.object) {
                    true => (NullByte::UNKNOWN, reach.bytes_behind()),
                    false => (reach.text, reach.room),
                };
                Some(Reach { text, room, ..reach })
            }),
            _ => self,
        }
    }

    fn with_facts_kept(self, is_kept: impl Fn(&EndFact) -> bool, index: BoundedIndex, width: u32) -> Datum {
        let facts = index.facts().all();
        if facts.iter().all(&is_kept) {
            return self;
        }
        let scalar = Scalar::Int { bits: width, signed: index.is_signed() };
        self.with_facts(facts.iter().filter(|fact| is_kept(fact)).copied(), scalar)
    }

    /// Whether it is known to lie before a null byte, as a pointer or as an index.
    pub(crate) fn is_text(self) -> bool {
        match self {
            Datum::Reach(reach) => reach.text != NullByte::UNKNOWN,
            Datum::Among(among) => among.reaches().iter().any(|reach| reach.text != NullByte::UNKNOWN),
            Datum::Index(index) => index.facts().all().iter().any(|fact| fact.end != ObjectEnd::Size),
            _ => false,
        }
    }

    /// The objects that it points into.
    pub fn objects(self) -> SmallVec<[AbstractObject; 2]> {
        match self {
            Datum::Somewhere(object) => SmallVec::from_slice(&[object]),
            Datum::Address(object, _) => SmallVec::from_slice(&[object]),
            _ => self.reaches().into_iter().map(|reach| reach.object).collect(),
        }
    }
}
