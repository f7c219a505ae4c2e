//! The summary of a whole subtree of a state, read without looking into it ([`Shaped`]): what its data look like, the
//! symbols in them, and
//! their *links*: a set of bits of the objects that they refer to, and whether some of them know of a null byte.
//!
//! What is over at the end of a frame, by `free` or by a write to a string is looked for along links, so that a step costs what it
//! changes and not what the state holds.
//!
//! Why nothing is missed: a datum has the bit of each object that it refers to, as a pointer or by a fact about an object's end. Objects share
//! bits, so whoever looks still asks the datum.

use super::datum::Datum;
use super::object::{AbstractObject, ObjectBase};
use super::object_content::{KnownBits, ObjectContent, Rest};
use crate::trie::{Shaped, entry_hash};
use cairn_base::id::Id;

/// The link of data that know of a null byte.
pub const TO_NULL_BYTES: u64 = 1 << 63;
pub const TO_UNNAMED: u64 = 1 << 62;
/// So many links are to objects on the heap, by their site.
const OF_SITES: u32 = 40;
/// The links to objects on the heap.
pub const TO_HEAP: u64 = (1 << OF_SITES) - 1;
/// So many are to objects in frames, by their depth.
const OF_FRAMES: u64 = 16;

/// The link to objects of the frame at `depth`.
pub(super) fn to_frame(depth: u32) -> u64 {
    1 << (u64::from(OF_SITES) + u64::from(depth) % OF_FRAMES)
}

impl AbstractObject {
    /// The link to it; none to a static, which no step ends.
    pub fn link(self) -> u64 {
        match (self.frame(), self.base()) {
            (Some(depth), _) => to_frame(depth.unsigned_abs()),
            (None, ObjectBase::Site(site)) => 1 << (site.index() as u64 % u64::from(OF_SITES)),
            (None, ObjectBase::Unnamed) => TO_UNNAMED,
            (None, ObjectBase::Var(_)) => 0,
        }
    }
}

impl Datum {
    /// The links to all that it refers to.
    pub(crate) fn links(self) -> u64 {
        let text = if self.is_text() { TO_NULL_BYTES } else { 0 };
        let objects = match self {
            Datum::Unknown | Datum::Bits(_) | Datum::Range(_) | Datum::Function(_) | Datum::Term(_) => 0,
            Datum::Index(_) => self.facts().iter().fold(0, |links, fact| links | fact.object.link()),
            Datum::Address(object, _) | Datum::Somewhere(object) => object.link(),
            Datum::Reach(_) | Datum::Among(_) => self.reaches().iter().fold(0, |links, reach| {
                links | reach.object.link() | reach.from.map_or(0, |from| from.cursor().link())
            }),
        };
        text | objects
    }
}

impl Shaped for KnownBits {
    fn shape(&self) -> u64 {
        let kind = match self.datum {
            Datum::Unknown => 0,
            Datum::Somewhere(_) => 1,
            Datum::Reach(_) | Datum::Among(_) => 5,
            Datum::Bits(_) | Datum::Address(..) | Datum::Function(_) => 2,
            Datum::Range(_) | Datum::Index(_) => 3,
            Datum::Term(_) => 4,
        };
        u64::from(self.width) << 3 | kind
    }
    fn marks(&self) -> u64 {
        self.datum.marks()
    }
    fn links(&self) -> u64 {
        self.datum.links()
    }
}

impl Shaped for ObjectContent {
    fn shape(&self) -> u64 {
        entry_hash(self.cells.shape_hash(), &(self.rest, self.size.is_some()))
    }
    fn marks(&self) -> u64 {
        self.cells.marks()
    }
    fn links(&self) -> u64 {
        let of_size = self.size_datum().map_or(0, |(size, _)| size.links());
        match self.rest {
            Rest::Each(elements) => self.cells.links() | elements.datum.links() | of_size,
            _ => self.cells.links() | of_size,
        }
    }
}
