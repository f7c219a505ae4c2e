//! Arithmetic on numbers.
//!
//! `nsw` is C's signed operation: it wraps, and is the mark that overflow is undefined. What lacks it is C's unsigned
//! operation. Poison is so refined to the wrapped result, as the C front end does it. Types narrower than `int` are
//! computed in `int` and cut back; widths that C lacks in the next wider, unsigned and masked.

use super::tree::Tree;
use super::types::{Rep, int_name, is_odd};
use super::{Res, Unit, literal};
use crate::model::{Binary, Operation, TypeId};

impl Unit<'_> {
    /// An operation without effect on values that are no vectors.
    pub fn pure(&mut self, operation: &Operation, args: &[Tree], ty: TypeId) -> Res<Tree> {
        match (operation, args) {
            (Operation::Binary { op, nsw }, [a, b]) => self.binary(*op, *nsw, a, b),
            (Operation::FloatNegate, [a]) => Ok(Tree::of(format!("(-{})", a.text), a.rep, &[a])),
            (Operation::Cast(cast), [a]) => {
                let to = self.types.rep(ty)?;
                self.cast(*cast, a, to)
            }
            (Operation::CompareIntegers(compare), [a, b]) => self.compare(*compare, a, b),
            (Operation::CompareFloats(compare), [a, b]) => Ok(super::floats::compare(*compare, a, b)),
            (Operation::GetElementPointer { source }, [base, indices @ ..]) => {
                self.element_pointer(*source, base, indices)
            }
            (Operation::Select, [c, a, b]) => Ok(self.select(c, a, b)),
            _ => Err("such an expression".to_owned()),
        }
    }

    pub fn binary(&mut self, op: Binary, nsw: bool, a: &Tree, b: &Tree) -> Res<Tree> {
        use Binary as B;
        match a.rep {
            Rep::Bool => self.binary_on_truths(op, a, b),
            Rep::Int { width, .. } => Ok(self.binary_on_integers(op, nsw, a, b, width)),
            Rep::Float | Rep::Double | Rep::LongDouble | Rep::Quad => {
                let text = match op {
                    B::FAdd => format!("({} + {})", a.text, b.text),
                    B::FSub => format!("({} - {})", a.text, b.text),
                    B::FMul => format!("({} * {})", a.text, b.text),
                    B::FDiv => format!("({} / {})", a.text, b.text),
                    B::FRem => match a.rep {
                        Rep::Float => format!("__builtin_fmodf({}, {})", a.text, b.text),
                        Rep::Double => format!("__builtin_fmod({}, {})", a.text, b.text),
                        Rep::LongDouble => format!("__builtin_fmodl({}, {})", a.text, b.text),
                        _ => return Err("frem on fp128".to_owned()),
                    },
                    _ => return Err("an operation on floating numbers".to_owned()),
                };
                Ok(Tree::of(text, a.rep, &[a, b]))
            }
            _ => Err("an operation on such values".to_owned()),
        }
    }

    fn binary_on_truths(&self, op: Binary, a: &Tree, b: &Tree) -> Res<Tree> {
        use Binary as B;
        let text = match op {
            B::And | B::Mul => format!("({} & {})", a.text, b.text),
            B::Or => format!("({} | {})", a.text, b.text),
            B::Xor | B::Add | B::Sub => match (a.constant, b.constant) {
                (_, Some(1)) => format!("(!{})", a.text),
                (Some(1), _) => format!("(!{})", b.text),
                _ => format!("({} != {})", a.text, b.text),
            },
            _ => return Err("such an operation on i1".to_owned()),
        };
        Ok(Tree::of(text, Rep::Bool, &[a, b]))
    }

    fn binary_on_integers(&self, op: Binary, nsw: bool, a: &Tree, b: &Tree, width: u32) -> Tree {
        use Binary as B;
        let model = self.types.model;
        let (odd, narrow) = (is_odd(width), width < 32);
        let of = |text, signed| Tree::of(text, Rep::Int { width, signed }, &[a, b]);
        let numbers = |signed| (a.number(model, signed), b.number(model, signed));
        // The difference of two pointers, which clang takes of numbers.
        if let (B::Sub, Some(p), Some(q)) = (op, &a.pointer, &b.pointer) {
            return of(format!("((char *){p} - (char *){q})"), true);
        }
        match op {
            B::Add | B::Sub | B::Mul => {
                let sign = match op {
                    B::Add => "+",
                    B::Sub => "-",
                    _ => "*",
                };
                if nsw && !odd {
                    let (a, b) = numbers(true);
                    return match narrow {
                        true => of(self.cut(&format!("({a} {sign} {b})"), width, true), true),
                        false => of(format!("({a} {sign} {b})"), true),
                    };
                }
                let (a, b) = numbers(false);
                match narrow || odd {
                    true => {
                        let wide = int_name(model, width.max(32), false);
                        of(self.cut(&format!("(({wide}){a} {sign} ({wide}){b})"), width, false), false)
                    }
                    false => of(format!("({a} {sign} {b})"), false),
                }
            }
            B::UDiv | B::URem => {
                let (a, b) = numbers(false);
                let mut tree = of(format!("({a} {} {b})", if op == B::UDiv { "/" } else { "%" }), false);
                tree.reads.traps = true;
                tree
            }
            B::SDiv | B::SRem => {
                let (a, b) = numbers(true);
                let text = format!("({a} {} {b})", if op == B::SDiv { "/" } else { "%" });
                let mut tree = match narrow || odd {
                    true => of(self.cut(&text, width, !odd), !odd),
                    false => of(text, true),
                };
                tree.reads.traps = true;
                tree
            }
            B::Shl => {
                let wide = int_name(model, width.max(32), false);
                let text = format!("(({wide}){} << {})", a.number(model, false), self.amount(b));
                match narrow || odd {
                    true => of(self.cut(&text, width, false), false),
                    false => of(text, false),
                }
            }
            B::LShr => of(format!("({} >> {})", a.number(model, false), self.amount(b)), false),
            B::AShr => {
                let text = format!("({} >> {})", a.number(model, true), self.amount(b));
                match odd {
                    true => of(self.cut(&text, width, false), false),
                    false => of(text, true),
                }
            }
            _ => {
                let sign = match op {
                    B::And => "&",
                    B::Or => "|",
                    _ => "^",
                };
                let signed = !odd && a.common_sign(b);
                let (a, b) = numbers(signed);
                of(format!("({a} {sign} {b})"), signed)
            }
        }
    }

    /// How far to shift: an `int`, whatever the width.
    fn amount(&self, tree: &Tree) -> String {
        match (tree.constant, tree.rep) {
            (Some(bits), _) => bits.min(i32::MAX as u128).to_string(),
            (None, Rep::Int { width, .. }) if width > 64 => format!("((unsigned long){})", tree.text),
            _ => tree.number(self.types.model, false),
        }
    }

    /// A number cut to a width: its type's, or masked.
    pub fn cut(&self, text: &str, width: u32, signed: bool) -> String {
        let name = int_name(self.types.model, width, signed);
        match is_odd(width) {
            true => {
                let mask = literal::integer(self.types.model, literal::mask(width), width, false);
                format!("(({name})(({name}){text} & {mask}))")
            }
            false => format!("(({name}){text})"),
        }
    }

    /// `c ? a : b`
    pub fn select(&self, c: &Tree, a: &Tree, b: &Tree) -> Tree {
        let parts = [c, a, b];
        match a.rep {
            Rep::Int { width, .. } => {
                let signed = !is_odd(width) && a.common_sign(b);
                let (x, y) = (a.number(self.types.model, signed), b.number(self.types.model, signed));
                Tree::of(format!("({} ? {x} : {y})", c.text), Rep::Int { width, signed }, &parts)
            }
            // Both are free of effects: `c && d` in other words.
            _ => Tree::of(format!("({} ? {} : {})", c.text, a.text, b.text), a.rep, &parts),
        }
    }
}
