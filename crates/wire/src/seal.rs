//! From entries to bytes and back.
//!
//! `CAIRN`, the version, the hash of the run, the length of the body, the body, the tag. The tag is HMAC-SHA256 of all
//! before it under the run's key, so what is damaged is found, and with a secret key what a stranger made up, too.
//!
//! Invariant: nothing of a body is read before the tag is found right, and no memory is taken because a length says so.

use crate::entry::Entry;
use crate::rejection::Rejection;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

/// The version of the form of entries. A number higher with each change of [`Entry`] or of this file.
pub const VERSION: u16 = 1;
/// The most bytes that an entry may have.
pub const MOST_BYTES: usize = 64 << 20;

const MAGIC: &[u8; 5] = b"CAIRN";
const HEAD: usize = MAGIC.len() + 2 + 32 + 4;
const TAG: usize = 32;

/// The hash of a run: of what its processes must agree on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tie(pub [u8; 32]);

impl Tie {
    /// The hash of some parts, in order.
    pub fn of<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Self(hash.finalize().into())
    }
}

/// A short digest of a sealed entry: the first bytes of its tag.
pub fn mark(sealed: &[u8]) -> u64 {
    let tag = &sealed[sealed.len().saturating_sub(TAG)..];
    tag.iter().take(8).fold(0, |mark, byte| mark << 8 | u64::from(*byte))
}

/// Seal key of a run's entries; empty when nobody has to know a secret.
#[derive(Clone, Default)]
pub struct SealKey(pub Vec<u8>);

impl std::fmt::Debug for SealKey {
    /// A key is never shown.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}

impl SealKey {
    fn mac(&self, bytes: &[u8]) -> Hmac<Sha256> {
        // An HMAC takes keys of any length.
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).unwrap_or_else(|_| unreachable!());
        mac.update(bytes);
        mac
    }

    /// The bytes of an entry of a run.
    pub fn seal(&self, tie: Tie, entry: &Entry) -> Vec<u8> {
        self.seal_body(tie, &entry.to_bytes())
    }

    /// The bytes around a body, whatever it is.
    pub fn seal_body(&self, tie: Tie, body: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD + body.len() + TAG);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&tie.0);
        bytes.extend_from_slice(&u32::try_from(body.len()).unwrap_or(u32::MAX).to_le_bytes());
        bytes.extend_from_slice(body);
        let tag = self.mac(&bytes).finalize().into_bytes();
        bytes.extend_from_slice(&tag);
        bytes
    }

    /// The entry of some bytes, and the hash of the run that they say they belong to.
    ///
    /// # Errors
    /// Why they are refused.
    pub fn open_any(&self, bytes: &[u8]) -> Result<(Tie, Entry), Rejection> {
        if bytes.len() > MOST_BYTES {
            return Err(Rejection::TooLarge { bytes: bytes.len(), most: MOST_BYTES });
        }
        if bytes.len() < HEAD + TAG || !bytes.starts_with(MAGIC) {
            return Err(Rejection::NotOurs);
        }
        let (sealed, tag) = bytes.split_at(bytes.len() - TAG);
        let (head, body) = sealed.split_at(HEAD);
        let version = u16::from_le_bytes([head[5], head[6]]);
        if version != VERSION {
            return Err(Rejection::Version { found: version, ours: VERSION });
        }
        self.mac(sealed).verify_slice(tag).map_err(|_| Rejection::Damaged)?;
        let mut tie = [0; 32];
        tie.copy_from_slice(&head[7..39]);
        let length = u32::from_le_bytes([head[39], head[40], head[41], head[42]]);
        if length as usize != body.len() {
            return Err(Rejection::NotOurs);
        }
        Ok((Tie(tie), Entry::from_bytes(body).ok_or(Rejection::Unreadable)?))
    }

    /// The entry of some bytes of a run.
    ///
    /// # Errors
    /// Why they are refused.
    pub fn open(&self, tie: Tie, bytes: &[u8]) -> Result<Entry, Rejection> {
        let (other, entry) = self.open_any(bytes)?;
        if other != tie {
            return Err(Rejection::OtherRun);
        }
        Ok(entry)
    }
}
