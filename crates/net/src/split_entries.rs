//! Entries larger than the server lets messages be: their parts are messages of their own, before one that lists them.
//!
//! Invariant: parts are in the log before what names them, so who reads the list finds them. Parts without a list, of who died between the
//! two, are nobody's.

/// Content of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Payload {
    /// The entry.
    Whole(Vec<u8>),
    /// The numbers of its parts.
    Parts(Vec<u64>),
}

/// The most parts that an entry may have.
pub const MOST_PARTS: usize = 4096;

impl Payload {
    /// As bytes: a byte for the kind first.
    pub fn into_bytes(self) -> Vec<u8> {
        match self {
            Payload::Whole(bytes) => std::iter::once(0).chain(bytes).collect(),
            Payload::Parts(parts) => std::iter::once(1).chain(parts.into_iter().flat_map(u64::to_le_bytes)).collect(),
        }
    }

    /// Of bytes; what is neither is an entry that its reader will refuse.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        match bytes {
            [1, parts @ ..] if parts.len() % 8 == 0 && parts.len() / 8 <= MOST_PARTS => {
                let number = |part: &[u8]| part.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
                Payload::Parts(parts.chunks(8).map(number).collect())
            }
            [_, entry @ ..] => Payload::Whole(entry.to_vec()),
            [] => Payload::Whole(Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Payload;

    #[test]
    fn payloads_come_back() {
        for payload in [Payload::Whole(b"\x01abc".to_vec()), Payload::Parts(vec![1, 258, u64::MAX])] {
            assert_eq!(Payload::of_bytes(&payload.clone().into_bytes()), payload);
        }
        assert_eq!(Payload::of_bytes(b"\x01abc"), Payload::Whole(b"abc".to_vec()));
    }
}
