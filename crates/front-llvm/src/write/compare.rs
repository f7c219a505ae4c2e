//! Comparisons of integers and pointers: 0 or 1.

use super::tree::Tree;
use super::types::Rep;
use super::{Res, Unit};
use crate::model::Compare;

impl Unit<'_> {
    pub fn compare(&self, compare: Compare, a: &Tree, b: &Tree) -> Res<Tree> {
        use Compare as C;
        let (sign, signed) = match compare {
            C::Eq => ("==", None),
            C::Ne => ("!=", None),
            C::Ugt => (">", Some(false)),
            C::Uge => (">=", Some(false)),
            C::Ult => ("<", Some(false)),
            C::Ule => ("<=", Some(false)),
            C::Sgt => (">", Some(true)),
            C::Sge => (">=", Some(true)),
            C::Slt => ("<", Some(true)),
            C::Sle => ("<=", Some(true)),
        };
        let model = self.types.model;
        let (x, y) = match a.rep {
            Rep::Int { width, .. } => {
                let signed = signed.unwrap_or_else(|| !super::types::is_odd(width) && a.common_sign(b));
                (a.number(model, signed), b.number(model, signed))
            }
            // As numbers of one bit, true is -1.
            Rep::Bool if signed == Some(true) => (format!("(-{})", a.text), format!("(-{})", b.text)),
            Rep::Bool => (a.text.clone(), b.text.clone()),
            Rep::Pointer => match signed {
                None => (a.text.clone(), b.text.clone()),
                Some(false) => (format!("(char *){}", a.text), format!("(char *){}", b.text)),
                Some(true) => (format!("(long){}", a.text), format!("(long){}", b.text)),
            },
            _ => return Err("a comparison of such values".to_owned()),
        };
        Ok(Tree::of(format!("({x} {sign} {y})"), Rep::Bool, &[a, b]))
    }
}
