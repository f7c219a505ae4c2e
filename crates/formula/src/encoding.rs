//! The two encodings of C's integers, and what is in neither.

use cairn_base::Span;

cairn_base::choice! {
    /// How C's integers become terms.
    pub enum Encoding {
        /// Bit-vectors of their width: exact.
        BitVector = "bit-vector",
        /// Mathematical integers in the range of their type: linear arithmetic is exact, wrap-around included; the rest
        /// over-approximates.
        Integer = "integer",
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
