//! Keys: a digest of whatever a record must not be used without.
//!
//! A record is used when its key is found, so all that a result rests on must be in the key. Digests are of 256 bits:
//! that two different ones meet is less likely than any other mistake.

use sha2::{Digest, Sha256};

/// A digest, grown by parts; parts of different lengths never run into one another.
#[derive(Clone)]
pub struct Key(Sha256);

impl Key {
    /// The number of the way in which keys and values are formed. Whoever changes one of these must count it up.
    pub const FORMAT: u32 = 1;

    /// A key of a kind. It holds the format and the text of Cairn, so that another build finds nothing.
    pub fn new(kind: &str) -> Self {
        Self(Sha256::new()).with(&Self::FORMAT.to_le_bytes()).with(env!("CAIRN_TEXT").as_bytes()).with(kind.as_bytes())
    }
    /// A key of a kind that other builds understand: for what is checked before it is used.
    pub fn hint(kind: &str) -> Self {
        Self(Sha256::new()).with(&Self::FORMAT.to_le_bytes()).with(kind.as_bytes())
    }
    /// A digest that becomes a part of a key.
    pub fn part(kind: &str) -> Self {
        Self(Sha256::new()).with(kind.as_bytes())
    }
    /// Adds a part.
    #[must_use]
    pub fn with(mut self, part: &[u8]) -> Self {
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
        self
    }
    /// The digest.
    pub fn digest(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}
