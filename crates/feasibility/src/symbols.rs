//! The inputs of a program as symbols: who they stand for, and the way back from a model to inputs that the
//! interpreter replays.

use cairn_interp::{ObjectOrdinal, RecordedInput, RecordedInputs};
use cairn_ir::Value;
use cairn_term::{Sort, TermId, Terms};

#[derive(Clone, Debug)]
enum Havoc {
    /// A scalar: its bits.
    Scalar(TermId),
    /// A record or an array: pieces of so many bytes, in order.
    Bytes(Vec<(TermId, u64)>),
}

/// A byte of memory whose place is a term.
#[derive(Clone, Copy, Debug)]
struct Indexed {
    /// The object; `None` for wild memory.
    object: Option<ObjectOrdinal>,
    /// Offset in the object, or address.
    index: TermId,
    /// Initial byte.
    byte: TermId,
}

/// All symbols made along a path, by what they stand for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symbols {
    havocs: Vec<Havoc>,
    memory: Vec<(ObjectOrdinal, u64, u64, TermId)>,
    wild: Vec<(u64, u64, TermId)>,
    indexed: Vec<Indexed>,
}

impl Symbols {
    /// The next input is a scalar.
    pub fn havoc(&mut self, bits: TermId) {
        self.havocs.push(Havoc::Scalar(bits));
    }
    /// The next input is a record or an array.
    pub fn havoc_bytes(&mut self, pieces: Vec<(TermId, u64)>) {
        self.havocs.push(Havoc::Bytes(pieces));
    }
    /// A symbol for `size` indeterminate bytes of an object.
    pub fn indeterminate(&mut self, terms: &mut Terms, object: ObjectOrdinal, offset: u64, size: u64) -> TermId {
        let symbol = terms.symbol(format!("object{}+{offset}", object.0), Sort::BitVec(size as u32 * 8));
        self.memory.push((object, offset, size, symbol));
        symbol
    }
    /// A symbol for `size` bytes of wild memory at a constant address.
    pub fn wild(&mut self, terms: &mut Terms, address: u64, size: u64) -> TermId {
        let symbol = terms.symbol(format!("wild+{address}"), Sort::BitVec(size as u32 * 8));
        self.wild.push((address, size, symbol));
        symbol
    }
    /// A byte that was read at a place that is a term: of an object, or of wild memory.
    pub fn read_at(&mut self, object: Option<ObjectOrdinal>, index: TermId, byte: TermId) {
        self.indexed.push(Indexed { object, index, byte });
    }

    /// The terms whose values [`Symbols::inputs`] wants, in its order.
    pub fn wanted(&self) -> Vec<TermId> {
        let mut wanted = Vec::new();
        for havoc in &self.havocs {
            match havoc {
                Havoc::Scalar(bits) => wanted.push(*bits),
                Havoc::Bytes(pieces) => wanted.extend(pieces.iter().map(|(term, _)| *term)),
            }
        }
        wanted.extend(self.memory.iter().map(|(.., symbol)| *symbol));
        wanted.extend(self.wild.iter().map(|(.., symbol)| *symbol));
        wanted.extend(self.indexed.iter().flat_map(|read| [read.index, read.byte]));
        wanted
    }

    /// Inputs from the values of [`Symbols::wanted`].
    pub fn inputs(&self, values: impl IntoIterator<Item = u128>) -> RecordedInputs {
        let mut values = values.into_iter();
        let mut next = || values.next().unwrap_or(0);
        let mut inputs = RecordedInputs::default();
        for havoc in &self.havocs {
            inputs.sequence.push(match havoc {
                Havoc::Scalar(_) => RecordedInput::Scalar(Value(next())),
                Havoc::Bytes(pieces) => {
                    let mut bytes = Vec::new();
                    for (_, size) in pieces {
                        bytes.extend_from_slice(&next().to_le_bytes()[..*size as usize]);
                    }
                    RecordedInput::Bytes(bytes)
                }
            });
        }
        for (object, offset, size, _) in &self.memory {
            for (i, byte) in (0..*size).zip(next().to_le_bytes()) {
                inputs.memory.insert((*object, offset + i), byte);
            }
        }
        for (address, size, _) in &self.wild {
            for (i, byte) in (0..*size).zip(next().to_le_bytes()) {
                inputs.wild.insert(address + i, byte);
            }
        }
        for read in &self.indexed {
            let (index, byte) = (next() as u64, next() as u8);
            match read.object {
                Some(object) => inputs.memory.insert((object, index), byte),
                None => inputs.wild.insert(index, byte),
            };
        }
        inputs
    }
}
