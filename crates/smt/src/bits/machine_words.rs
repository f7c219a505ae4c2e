//! Arithmetic on words of literals, lowest bit first: the circuits of SMT-LIB's bit-vector operations.
//!
//! Sums are ripple-carry adders of `xor` and majority, products are sums of shifted rows with the signed digits of a constant,
//! quotients are the restoring division of school, shifts are barrels of multiplexers. Each circuit is the simplest one whose
//! clauses a solver propagates through; constants in a word simplify it gate by gate.

use super::gates::{Gates, Lit};

/// Literals, lowest bit first.
pub(super) type Word = Vec<Lit>;

pub(super) fn number(value: u128, width: usize) -> Word {
    (0..width).map(|bit| Lit::of(bit < 128 && value >> bit & 1 == 1)).collect()
}

/// The number, where all bits are known.
pub(super) fn value(word: &[Lit]) -> Option<u128> {
    let mut value = 0u128;
    for (bit, lit) in word.iter().enumerate() {
        match (lit.constant()?, bit < 128) {
            (true, true) => value |= 1 << bit,
            (true, false) => return None,
            (false, _) => {}
        }
    }
    Some(value)
}

/// All bits negated.
pub(super) fn not(word: &[Lit]) -> Word {
    word.iter().map(|lit| !*lit).collect()
}

impl Gates {
    /// Bit by bit.
    pub fn zip(&mut self, a: &[Lit], b: &[Lit], gate: fn(&mut Gates, Lit, Lit) -> Lit) -> Word {
        a.iter().zip(b).map(|(a, b)| gate(self, *a, *b)).collect()
    }

    /// `c ? a : b`.
    pub fn choose(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Word {
        a.iter().zip(b).map(|(a, b)| self.mux(c, *a, *b)).collect()
    }

    /// `a + b + carry`, and the carry out of it.
    pub fn sum(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
        let mut sum = Vec::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            let half = self.xor(*a, *b);
            sum.push(self.xor(half, carry));
            carry = self.majority(*a, *b, carry);
        }
        (sum, carry)
    }

    /// `a - b`, and whether nothing was borrowed (`a ≥ b`).
    pub fn difference(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Lit) {
        self.sum(a, &not(b), Lit::TRUE)
    }

    /// `-a`.
    pub fn negated(&mut self, a: &[Lit]) -> Word {
        let zero = number(0, a.len());
        self.sum(&zero, &not(a), Lit::TRUE).0
    }

    /// `-a` where `sign` is.
    pub fn negated_if(&mut self, sign: Lit, a: &[Lit]) -> Word {
        let flipped: Word = a.iter().map(|lit| self.xor(*lit, sign)).collect();
        let zero = number(0, a.len());
        self.sum(&flipped, &zero, sign).0
    }

    /// All of them, as a balanced tree.
    pub fn all(&mut self, mut of: Vec<Lit>) -> Lit {
        while of.len() > 1 {
            of = of.chunks(2).map(|pair| if let [a, b] = pair { self.and(*a, *b) } else { pair[0] }).collect();
        }
        of.pop().unwrap_or(Lit::TRUE)
    }

    pub fn any(&mut self, of: Vec<Lit>) -> Lit {
        let none = of.into_iter().map(|lit| !lit).collect();
        !self.all(none)
    }

    /// `a = b`.
    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut same = Vec::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            let equal = !self.xor(*a, *b);
            if equal == Lit::FALSE {
                return Lit::FALSE;
            }
            same.push(equal);
        }
        self.all(same)
    }

    /// `a < b` of unsigned numbers: the carry out of `¬a + b`.
    pub fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut less = Lit::FALSE;
        for (a, b) in a.iter().zip(b) {
            less = self.majority(!*a, *b, less);
        }
        less
    }

    /// `a < b` of signed numbers.
    pub fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        if let (Some(a), Some(b)) = (a.last_mut(), b.last_mut()) {
            (*a, *b) = (!*a, !*b);
        }
        self.less(&a, &b)
    }

    /// `a · b`.
    pub fn product(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let known = |word: &[Lit]| word.iter().filter(|lit| lit.constant().is_some()).count();
        let (a, b) = if known(b) > known(a) { (b, a) } else { (a, b) };
        let width = a.len();
        if let Some(factor) = value(a) {
            return self.multiple(factor, b);
        }
        let mut product = number(0, width);
        for (shift, digit) in a.iter().enumerate() {
            if *digit == Lit::FALSE {
                continue;
            }
            let row: Word = b[..width - shift].iter().map(|lit| self.and(*lit, *digit)).collect();
            let (sum, _) = self.sum(&product[shift..], &row, Lit::FALSE);
            product.truncate(shift);
            product.extend(sum);
        }
        product
    }

    /// `factor · b`, with a row for each digit of the factor's non-adjacent form.
    fn multiple(&mut self, factor: u128, b: &[Lit]) -> Word {
        let width = b.len();
        let mut product = number(0, width);
        let (mut rest, mut shift) = (factor, 0);
        while rest != 0 && shift < width {
            if rest & 1 == 1 {
                // 3 modulo 4: the digit is -1, and a carry goes up.
                let minus = rest & 3 == 3;
                let (sum, _) = match minus {
                    true => self.difference(&product[shift..], &b[..width - shift]),
                    false => self.sum(&product[shift..], &b[..width - shift], Lit::FALSE),
                };
                product.truncate(shift);
                product.extend(sum);
                rest = if minus { (rest >> 1).wrapping_add(1) } else { rest >> 1 };
            } else {
                rest >>= 1;
            }
            shift += 1;
        }
        product
    }

    /// Quotient and remainder of unsigned numbers; of a division by zero, all ones and the dividend.
    pub fn quotient(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        if let Some(divisor) = value(b).filter(|divisor| divisor.is_power_of_two()) {
            let shift = divisor.trailing_zeros() as usize;
            let quotient = a[shift..].iter().copied().chain(std::iter::repeat_n(Lit::FALSE, shift)).collect();
            let rest = a[..shift].iter().copied().chain(std::iter::repeat_n(Lit::FALSE, width - shift)).collect();
            return (quotient, rest);
        }
        let mut divisor = b.to_vec();
        divisor.push(Lit::FALSE);
        let mut quotient = number(0, width);
        let mut rest = number(0, width);
        for bit in (0..width).rev() {
            let mut shifted = vec![a[bit]];
            shifted.extend(&rest);
            let (less, fits) = self.difference(&shifted, &divisor);
            quotient[bit] = fits;
            rest = self.choose(fits, &less[..width], &shifted[..width]);
        }
        (quotient, rest)
    }

    /// Quotient and remainder of signed numbers, the remainder with the sign of the dividend.
    pub fn signed_quotient(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let (Some(sign_a), Some(sign_b)) = (a.last().copied(), b.last().copied()) else {
            return (Vec::new(), Vec::new());
        };
        let (a, b) = (self.negated_if(sign_a, a), self.negated_if(sign_b, b));
        let (quotient, rest) = self.quotient(&a, &b);
        let signs = self.xor(sign_a, sign_b);
        (self.negated_if(signs, &quotient), self.negated_if(sign_a, &rest))
    }

    /// `a` moved down by `by`, with `fill` coming in at the top.
    pub fn shifted_down(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        let mut overshoots = Vec::new();
        for (bit, choice) in by.iter().enumerate() {
            let amount = 1usize.checked_shl(bit as u32).filter(|amount| *amount < width && bit < 64);
            let Some(amount) = amount else {
                overshoots.push(*choice);
                continue;
            };
            let moved: Word = (0..width).map(|at| word.get(at + amount).copied().unwrap_or(fill)).collect();
            word = self.choose(*choice, &moved, &word);
        }
        let overshoots = self.any(overshoots);
        word.iter().map(|lit| self.mux(overshoots, fill, *lit)).collect()
    }

    /// `a` moved up by `by`, with zeros coming in at the bottom.
    pub fn shifted_up(&mut self, a: &[Lit], by: &[Lit]) -> Word {
        let mut turned: Word = a.iter().rev().copied().collect();
        turned = self.shifted_down(&turned, by, Lit::FALSE);
        turned.reverse();
        turned
    }
}
