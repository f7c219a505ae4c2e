//! Random numbers (splitmix64): the same on every machine and for ever, so that a seed in a report stays a program.
//!
//! Why not a crate's: its numbers may change with its version, and every seed that a report names with them.

/// A state of the generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers that follow from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }
    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }
    /// A number from 0 to a limit, which is positive, without it.
    pub fn below<N: Copy + TryInto<u64> + TryFrom<u64>>(&mut self, limit: N) -> N {
        let number = self.word() % limit.try_into().unwrap_or(1).max(1);
        // It is less than the limit, so it has its type.
        N::try_from(number).unwrap_or(limit)
    }
    /// True so many times in a hundred.
    pub fn chance(&mut self, in_a_hundred: u64) -> bool {
        self.below(100) < in_a_hundred
    }
    /// One of several, of which there is at least one.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}
