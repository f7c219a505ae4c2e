//! Comparisons and classes of floating numbers.

use super::tree::Tree;
use super::types::Rep;
use super::{Res, Unit};
use crate::model::FloatCompare;

const EQUAL: u8 = 1;
const GREATER: u8 = 2;
const LESS: u8 = 4;
const UNORDERED: u8 = 8;

/// A comparison, by the relations that make it true.
pub(super) fn compare(compare: FloatCompare, a: &Tree, b: &Tree) -> Tree {
    let (x, y) = (&a.text, &b.text);
    let all = EQUAL | GREATER | LESS | UNORDERED;
    let text = match compare.0 & all {
        0 => "0".to_owned(),
        EQUAL => format!("({x} == {y})"),
        GREATER => format!("({x} > {y})"),
        LESS => format!("({x} < {y})"),
        UNORDERED => format!("(__builtin_isunordered({x}, {y}) != 0)"),
        relations if relations == GREATER | EQUAL => format!("({x} >= {y})"),
        relations if relations == LESS | EQUAL => format!("({x} <= {y})"),
        relations if relations == LESS | GREATER => format!("(__builtin_islessgreater({x}, {y}) != 0)"),
        relations if relations == all => "1".to_owned(),
        // The rest hold where their opposites do not.
        relations => {
            return Tree::of(
                format!("(!{})", self::compare(FloatCompare(all & !relations), a, b).text),
                Rep::Bool,
                &[a, b],
            );
        }
    };
    Tree::of(text, Rep::Bool, &[a, b])
}

impl Unit<'_> {
    /// `llvm.is.fpclass`, of an operand that may be written several times.
    pub fn class(&self, x: &Tree, mask: u128) -> Res<Tree> {
        let text = &x.text;
        let negative = format!("(__builtin_signbit({text}) != 0)");
        let infinite = format!("(__builtin_isinf({text}) != 0)");
        let normal = format!("(__builtin_isnormal({text}) != 0)");
        let zero = format!("({text} == 0)");
        let subnormal = format!("(__builtin_isfinite({text}) && !{normal} && !{zero})");
        let mut terms = Vec::new();
        match mask & 3 {
            0 => {}
            3 => terms.push(format!("(__builtin_isnan({text}) != 0)")),
            _ => return Err("a test for quiet or signalling NaN".to_owned()),
        }
        for (test, minus, plus) in [(infinite, 2, 9), (normal, 3, 8), (subnormal, 4, 7), (zero, 5, 6)] {
            match (mask >> minus & 1 == 1, mask >> plus & 1 == 1) {
                (true, true) => terms.push(test),
                (true, false) => terms.push(format!("({test} && {negative})")),
                (false, true) => terms.push(format!("({test} && !{negative})")),
                (false, false) => {}
            }
        }
        let text = if terms.is_empty() { "0".to_owned() } else { format!("({})", terms.join(" || ")) };
        Ok(Tree::of(text, Rep::Bool, &[x]))
    }
}
