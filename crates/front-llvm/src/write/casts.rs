//! Conversions.

use super::tree::Tree;
use super::types::{Rep, int_name, is_odd};
use super::{Res, Unit};
use crate::model::Cast;

impl Unit<'_> {
    pub fn cast(&mut self, cast: Cast, a: &Tree, to: Rep) -> Res<Tree> {
        let model = self.types.model;
        let of = |text: String, rep: Rep| Ok(Tree::of(text, rep, &[a]));
        if let (Some(bits), Rep::Int { width: from, .. }, Rep::Int { width, .. }) = (a.constant, a.rep, to) {
            match cast {
                Cast::Trunc | Cast::ZExt => return Ok(Tree::integer(model, bits, width)),
                Cast::SExt => {
                    return Ok(Tree::integer(model, super::literal::sign_extended(bits, from) as u128, width));
                }
                _ => {}
            }
        }
        match (cast, a.rep, to) {
            (Cast::Trunc, Rep::Int { .. }, Rep::Bool) => of(format!("(({} & 1) != 0)", a.text), Rep::Bool),
            (Cast::Trunc, Rep::Int { signed, .. }, Rep::Int { width, .. }) => {
                let signed = signed && !is_odd(width);
                of(self.cut(&a.text, width, signed), Rep::Int { width, signed })
            }
            (Cast::ZExt | Cast::SExt, Rep::Bool, Rep::Int { width, .. }) => {
                let signed = !is_odd(width);
                let minus = if cast == Cast::SExt { "-" } else { "" };
                let text = format!("({minus}({}){})", int_name(model, width.max(32), true), a.text);
                let text = if is_odd(width) { self.cut(&text, width, false) } else { text };
                of(text, Rep::Int { width, signed })
            }
            (Cast::ZExt, Rep::Int { width: from, .. }, Rep::Int { width, .. }) => {
                // What fits into `int` is an `int` to C.
                let signed = width <= 32 && from < 32 && !is_odd(width);
                let text = format!("(({}){})", int_name(model, width, signed), a.number(model, false));
                of(text, Rep::Int { width, signed })
            }
            (Cast::SExt, _, Rep::Int { width, .. }) => {
                let number = a.number(model, true);
                match is_odd(width) {
                    true => of(self.cut(&number, width, false), to),
                    false => {
                        let text = format!("(({}){number})", int_name(model, width, true));
                        of(text, Rep::Int { width, signed: true })
                    }
                }
            }
            (Cast::FpToSi | Cast::FpToUi, _, Rep::Int { width, .. }) => {
                let signed = cast == Cast::FpToSi;
                let text = format!("(({}){})", int_name(model, width, signed), a.text);
                match is_odd(width) {
                    true => of(self.cut(&text, width, false), to),
                    false => of(text, Rep::Int { width, signed }),
                }
            }
            (Cast::SiToFp | Cast::UiToFp, Rep::Int { .. }, _) => {
                let ct = self.types.of_rep(to);
                let name = self.types.declare(ct, "");
                of(format!("(({name}){})", a.number(model, cast == Cast::SiToFp)), to)
            }
            (Cast::SiToFp | Cast::UiToFp, Rep::Bool, _) => {
                let ct = self.types.of_rep(to);
                let minus = if cast == Cast::SiToFp { "-" } else { "" };
                of(format!("(({})({minus}{}))", self.types.declare(ct, ""), a.text), to)
            }
            (Cast::FpTrunc | Cast::FpExt, _, _) => {
                let ct = self.types.of_rep(to);
                of(format!("(({}){})", self.types.declare(ct, ""), a.text), to)
            }
            (Cast::PtrToInt, Rep::Pointer, Rep::Int { width, .. }) => {
                let number = format!("((unsigned long){})", a.text);
                match width == model.pointer_bits() {
                    true => {
                        let mut tree = Tree::of(number, Rep::Int { width, signed: false }, &[a]);
                        tree.pointer = Some(a.text.clone());
                        Ok(tree)
                    }
                    false => of(self.cut(&number, width, false), Rep::Int { width, signed: false }),
                }
            }
            (Cast::IntToPtr, Rep::Int { .. } | Rep::Bool, Rep::Pointer) => {
                of(format!("((void *)(unsigned long){})", a.number(model, false)), Rep::Pointer)
            }
            (Cast::BitCast | Cast::AddressSpace, from, to) if from == to => Ok(a.clone()),
            (Cast::BitCast, Rep::Int { width: from, .. }, Rep::Int { width, .. }) if from == width => Ok(a.clone()),
            (Cast::BitCast, from, to) => self.reinterpret(a, from, to),
            _ => Err("such a conversion".to_owned()),
        }
    }

    /// The same bytes as a value of another type.
    fn reinterpret(&mut self, a: &Tree, from: Rep, to: Rep) -> Res<Tree> {
        let whole = |rep| !matches!(rep, Rep::Int { width, .. } if is_odd(width)) && rep != Rep::Bool;
        let (f, t) = (self.types.of_rep(from), self.types.of_rep(to));
        if !whole(from) || !whole(to) || self.types.layout(f, false).0 != self.types.layout(t, false).0 {
            return Err("a bitcast between such types".to_owned());
        }
        let (f, t) = (self.types.declare(f, "a"), self.types.declare(t, "b"));
        Ok(Tree::of(format!("({{ union {{ {f}; {t}; }} u; u.a = {}; u.b; }})", a.text), to, &[a]))
    }
}
