//! The primitives of the memory model and of the C library.

use super::datum::Datum;
use super::evaluate::MemoryLocation;
use super::memory::Memory;
use super::object::AbstractObject;
use super::object_content::Rest;
use cairn_ir::{EdgeId, ExprId, Intrinsic, PlaceId};

impl Memory<'_> {
    /// Executes a primitive.
    pub fn intrinsic(&mut self, site: EdgeId, which: Intrinsic, args: &[ExprId], result: Option<PlaceId>) {
        let size = |memory: &mut Self, index: usize| {
            let datum = args.get(index).map_or(Datum::Unknown, |arg| memory.value(*arg));
            datum.bits().and_then(|value| u64::try_from(value.0).ok())
        };
        match which {
            Intrinsic::Malloc | Intrinsic::Calloc | Intrinsic::Alloca => {
                let bytes = size(self, 0);
                let rest = if which == Intrinsic::Calloc { Rest::Zero } else { Rest::Fresh };
                let address = self.allocate(site, bytes, rest, which == Intrinsic::Alloca);
                self.result(result, address);
            }
            Intrinsic::Realloc => {
                let old = args.first().map_or(Datum::Unknown, |arg| self.value(*arg));
                let bytes = size(self, 1);
                let address = self.allocate(site, bytes, Rest::Fresh, false);
                if let (Datum::Address(to, 0), Datum::Address(from, 0)) = (address, old) {
                    let both = self.state.content(from).map(|content| content.size);
                    let copied = match (both, bytes) {
                        (Some(Some(a)), Some(b)) => Some(a.min(b)),
                        _ => None,
                    };
                    if let Some(copied) = copied {
                        let at = |object| MemoryLocation::At { object, bit: 0, field: None };
                        self.copy(at(to), at(from), copied);
                    }
                }
                self.free(old);
                self.result(result, address);
            }
            Intrinsic::Free => {
                let pointer = args.first().map_or(Datum::Unknown, |arg| self.value(*arg));
                self.free(pointer);
            }
            Intrinsic::MemCopy => {
                let to = self.pointed(args.first(), true);
                let from = self.pointed(args.get(1), false);
                match size(self, 2) {
                    Some(bytes) => self.copy(to, from, bytes),
                    None => self.forget(open_ended(to), 0),
                }
            }
            Intrinsic::MemSet => {
                let to = self.pointed(args.first(), true);
                let byte = args.get(1).map_or(Datum::Unknown, |arg| self.value(*arg));
                match (size(self, 2), byte) {
                    (Some(bytes), Datum::Bits(byte)) => self.fill(to, byte as u8, bytes),
                    (Some(bytes), _) => self.forget(to, bytes.saturating_mul(8)),
                    (None, _) => self.forget(open_ended(to), 0),
                }
            }
            Intrinsic::Escape | Intrinsic::Stranger => {}
            Intrinsic::Access | Intrinsic::Freeable | Intrinsic::Unfreed => {
                let answer = self.ask(which, args);
                self.result(result, answer.map_or(Datum::Unknown, |answer| Datum::Bits(answer as u128)));
            }
            Intrinsic::Overlaps => {
                let answer = self.overlaps(args);
                self.result(result, answer.map_or(Datum::Unknown, |shares| Datum::Bits(u128::from(shares))));
            }
            Intrinsic::Clobber => {
                for arg in args {
                    let datum = self.target_address(*arg);
                    self.clobber(datum);
                }
            }
        }
    }

    /// What is behind a pointer takes any value: the object alone, when it can hold no address.
    fn clobber(&mut self, pointer: Datum) {
        let constants = &self.program.outside.constants;
        let object = match pointer {
            Datum::Address(object, _) | Datum::Somewhere(object) => object,
            Datum::Bits(0) => return,
            _ => return self.forget_exposed_but(|var| constants.contains(&var)),
        };
        let Some(var) = object.var() else { return self.forget_exposed_but(|var| constants.contains(&var)) };
        if !self.program.exposure.plain.contains(&var) {
            return self.forget_exposed_but(|var| constants.contains(&var));
        }
        if !constants.contains(&var) {
            self.forget(MemoryLocation::Within { object, from: 0, to: None }, 0);
        }
    }

    fn pointed(&mut self, pointer: Option<&ExprId>, to_write: bool) -> MemoryLocation {
        let datum = match pointer {
            Some(pointer) if to_write => self.target_address(*pointer),
            Some(pointer) => self.value(*pointer),
            None => Datum::Unknown,
        };
        match datum {
            Datum::Address(object, offset) => match offset.checked_mul(8) {
                Some(bit) => MemoryLocation::At { object, bit, field: None },
                None => MemoryLocation::Anywhere,
            },
            Datum::Bits(bits) => match i64::try_from(bits).ok().and_then(|address| address.checked_mul(8)) {
                Some(bit) => MemoryLocation::At { object: AbstractObject::ABSOLUTE, bit, field: None },
                None => MemoryLocation::Anywhere,
            },
            Datum::Somewhere(object) => MemoryLocation::Within { object, from: 0, to: None },
            _ => MemoryLocation::Anywhere,
        }
    }

    /// Writes a result.
    pub fn result(&mut self, place: Option<PlaceId>, datum: Datum) {
        let Some(place) = place else { return };
        let ty = self.program.type_of_place(place);
        let location = self.target(place);
        match self.scalar(ty) {
            Some(scalar) => self.store(location, scalar, datum),
            None => {
                let width = self.program.types.size_of(ty).map_or(u64::MAX, |size| size.saturating_mul(8));
                self.forget(location, width);
            }
        }
    }
}

/// From a location to the end of its object.
fn open_ended(location: MemoryLocation) -> MemoryLocation {
    match location {
        MemoryLocation::At { object, bit, .. } => MemoryLocation::Within { object, from: bit, to: None },
        MemoryLocation::Chosen(choice) => open_ended(choice.anywhere()),
        MemoryLocation::Within { object, from, .. } => MemoryLocation::Within { object, from, to: None },
        MemoryLocation::Anywhere => location,
    }
}
