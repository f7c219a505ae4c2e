//! The encodings of C's integers, and what is in none.

use cairn_base::Span;

cairn_base::choice! {
    /// How C's integers become terms.
    pub enum Encoding {
        /// Bit-vectors of their width: exact.
        BitVector = "bit-vector",
        /// Mathematical integers in the range of their type: linear arithmetic is exact, wrap-around included; the rest
        /// over-approximates.
        Integer = "integer",
        /// Mathematical integers of which no sum, difference, product or negation leaves the range of its type: an execution
        /// ends where one would. Conversions, shifts and operations on bits are those of C, and inputs are values of their
        /// types. What is proved is proved under [`cairn_ir::assumption::Assumption::IntegersNeverWrap`].
        NeverWrapping = "never-wrapping",
    }
}

impl Encoding {
    /// Whether C's integers are mathematical integers.
    pub const fn is_integer(self) -> bool {
        matches!(self, Self::Integer | Self::NeverWrapping)
    }
}

/// Something on a path that no formula says: paths beyond are unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unmodelled {
    /// What, as a noun phrase.
    pub what: String,
    /// Where.
    pub span: Span,
}

impl std::fmt::Display for Unmodelled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}
impl std::error::Error for Unmodelled {}
