//! Operations on bits that C has no sign for, and on numbers that C has no function for. Operands may be written several
//! times.

use super::tree::Tree;
use super::types::{Rep, int_name, is_odd};
use super::{Res, Unit, literal};

impl Unit<'_> {
    fn width_of(tree: &Tree) -> Res<u32> {
        match tree.rep {
            Rep::Int { width, .. } => Ok(width),
            _ => Err("an operation on bits of such a value".to_owned()),
        }
    }

    /// `ctpop`, `ctlz`, `cttz`, `bswap`, `bitreverse`.
    pub fn bit_function(&mut self, name: &str, x: &Tree) -> Res<Tree> {
        let width = Self::width_of(x)?;
        let model = self.types.model;
        let unsigned = x.number(model, false);
        let of = |text: String, signed| Tree::of(text, Rep::Int { width, signed }, &[x]);
        let to = int_name(model, width, !is_odd(width));
        // Counts are computed in 64 bits; twice that is two halves.
        let (low, high) =
            (format!("(unsigned long long){unsigned}"), format!("(unsigned long long)({unsigned} >> 64)"));
        let wide = width > 64;
        let text = match name {
            "ctpop" if wide => format!("({to})(__builtin_popcountll({low}) + __builtin_popcountll({high}))"),
            "ctpop" => format!("({to})__builtin_popcountll({low})"),
            "ctlz" if wide => return Err(format!("{name} of i{width}")),
            "cttz" if wide => return Err(format!("{name} of i{width}")),
            "ctlz" => format!("({to})({unsigned} == 0 ? {width} : __builtin_clzll({low}) - {})", 64 - width),
            "cttz" => format!("({to})({unsigned} == 0 ? {width} : __builtin_ctzll({low}))"),
            "bswap" if matches!(width, 16 | 32 | 64 | 128) => {
                return Ok(of(format!("__builtin_bswap{width}({unsigned})"), false));
            }
            "bitreverse" if width <= 32 => {
                let wide = int_name(model, width.max(32), false);
                let bit = |i| format!("((({wide}){unsigned} >> {i} & 1) << {})", width - 1 - i);
                let bits: Vec<_> = (0..width).map(bit).collect();
                return Ok(of(self.cut(&format!("({})", bits.join(" | ")), width, false), false));
            }
            _ => return Err(format!("{name} of i{width}")),
        };
        Ok(of(format!("({text})"), !is_odd(width)))
    }

    /// `fshl` and `fshr`: two numbers shifted as one.
    pub fn funnel(&mut self, left: bool, a: &Tree, b: &Tree, by: &Tree) -> Res<Tree> {
        let width = Self::width_of(a)?;
        let model = self.types.model;
        let wide = int_name(model, width.max(32), false);
        let (x, y) = (format!("({wide}){}", a.number(model, false)), format!("({wide}){}", b.number(model, false)));
        let amount = format!("(int)({} % {width})", by.number(model, false));
        let (main, other) = if left { (a, b) } else { (b, a) };
        let _ = other;
        let shifted = match left {
            true => format!("(({x} << {amount}) | ({y} >> ({width} - {amount})))"),
            false => format!("(({y} >> {amount}) | ({x} << ({width} - {amount})))"),
        };
        let text = format!("({amount} == 0 ? ({wide}){} : {shifted})", main.number(model, false));
        Ok(Tree::of(self.cut(&text, width, false), Rep::Int { width, signed: false }, &[a, b, by]))
    }

    /// `smax`, `smin`, `umax`, `umin`.
    pub fn extreme(&self, name: &str, a: &Tree, b: &Tree) -> Res<Tree> {
        let width = match a.rep {
            Rep::Bool => return Err("an extreme of truth values".to_owned()),
            _ => Self::width_of(a)?,
        };
        let signed = name.starts_with('s');
        let sign = if name.ends_with("max") { ">" } else { "<" };
        let (x, y) = (a.number(self.types.model, signed), b.number(self.types.model, signed));
        let text = format!("({x} {sign} {y} ? {x} : {y})");
        Ok(match is_odd(width) {
            true => Tree::of(self.cut(&text, width, false), Rep::Int { width, signed: false }, &[a, b]),
            false => Tree::of(text, Rep::Int { width, signed }, &[a, b]),
        })
    }

    /// `abs`, whose smallest number is its own.
    pub fn absolute(&self, a: &Tree) -> Res<Tree> {
        let width = Self::width_of(a)?;
        let model = self.types.model;
        let number = a.number(model, true);
        let wide = int_name(model, width.max(32), false);
        let text = format!("({number} < 0 ? -({wide}){number} : ({wide}){number})");
        let signed = !is_odd(width);
        Ok(Tree::of(self.cut(&text, width, signed), Rep::Int { width, signed }, &[a]))
    }

    /// `sadd.sat` and its kin.
    pub fn saturated(&self, name: &str, a: &Tree, b: &Tree) -> Res<Tree> {
        let width = Self::width_of(a)?;
        let model = self.types.model;
        if width > 64 {
            return Err(format!("{name} of i{width}"));
        }
        let signed = name.starts_with('s');
        let sign = if name.contains("add") { "+" } else { "-" };
        let wide = "__int128";
        let exact = format!("(({wide}){} {sign} ({wide}){})", a.number(model, signed), b.number(model, signed));
        let (least, most) = match signed {
            true => {
                let most = literal::mask(width) >> 1;
                (format!("(-({wide}){most}ULL - 1)"), format!("({wide}){most}ULL"))
            }
            false => ("0".to_owned(), format!("({wide}){}ULL", literal::mask(width))),
        };
        let text = format!("({exact} < {least} ? {least} : {exact} > {most} ? {most} : {exact})");
        let signed = signed && !is_odd(width);
        Ok(Tree::of(self.cut(&text, width, signed), Rep::Int { width, signed }, &[a, b]))
    }

    /// `ucmp` and `scmp`: -1, 0 or 1.
    pub fn ordering(&self, signed: bool, a: &Tree, b: &Tree, to: Rep) -> Res<Tree> {
        let (x, y) = (a.number(self.types.model, signed), b.number(self.types.model, signed));
        let Rep::Int { width, .. } = to else { return Err("an ordering of such a type".to_owned()) };
        let text = format!("(({x} > {y}) - ({x} < {y}))");
        Ok(Tree::of(self.cut(&text, width, !is_odd(width)), to, &[a, b]))
    }
}
