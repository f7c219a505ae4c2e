//! Recursion over expressions and types: each level runs with stack for it, and more is allocated where the stack runs low.
//!
//! Invariant: a walk that enters each of its levels through [`deep`] does not overflow the stack, however deep the program
//! nests (tools write expressions that are 100,000 deep). Why not a list of open nodes everywhere: a transfer that needs
//! the results of its operands reads better as the recursion that it is.

/// Bytes of stack that one level needs, generously.
const LEVEL: usize = 128 << 10;
/// Bytes that are allocated at once when the stack runs low.
const SEGMENT: usize = 2 << 20;

/// One level of a walk.
pub fn deep<T>(level: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(LEVEL, SEGMENT, level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_thousand_levels_fit() {
        fn depth(left: u32) -> u32 {
            if left == 0 { 0 } else { deep(|| depth(left - 1)) + 1 }
        }
        assert_eq!(depth(100_000), 100_000);
    }
}
