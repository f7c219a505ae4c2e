//! Random terms, built twice: as they are said, and through the simplifying constructors.

use crate::random::Random;
use cairn_term::{
    ArrayValue, Assignment, FloatFormat, FunctionId, FunctionValue, Rational, Rounding, Sort, SymbolId, TermId, TermOp,
    TermValue, Terms, mask,
};
use std::collections::BTreeMap;

/// Numbers of terms.
pub trait RandomNumbers {
    /// Whole numbers, mostly small.
    fn int(&mut self) -> i128;
    /// A rational number.
    fn rational(&mut self) -> Rational;
    /// Bits that are often at a border.
    fn bits(&mut self, width: u32) -> u128;
}

impl RandomNumbers for Random {
    fn int(&mut self) -> i128 {
        match self.below(12) {
            0 => i128::from(self.word() as i32),
            1 => 256,
            2 => i128::from(self.word() % 1000),
            _ => self.below(11) as i128 - 5,
        }
    }
    fn rational(&mut self) -> Rational {
        let (num, den) = (self.int(), [1, 1, 2, 3, 4][self.below(5)]);
        Rational::new(num, den).unwrap()
    }
    fn bits(&mut self, width: u32) -> u128 {
        let wide = u128::from(self.word()) << 64 | u128::from(self.word());
        let value = match self.below(8) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => 1 << (width - 1),
            4 => (1 << (width - 1)) - 1,
            5 => u128::from(self.word() % 16),
            6 => 1 << self.below(width as usize),
            _ => wide,
        };
        value & mask(width)
    }
}

/// Operators to build from.
#[derive(Clone, Copy, PartialEq)]
pub enum Theory {
    /// Bit-vectors.
    BitVectors,
    /// Floats.
    Floats,
    /// Arrays over bit-vectors.
    Arrays,
    /// Whole and real numbers, arrays from numbers to numbers, uninterpreted functions.
    Numbers,
}

/// A term as said and as simplified.
#[derive(Clone, Copy)]
pub struct Twin {
    /// As said.
    pub plain: TermId,
    /// As simplified.
    pub simple: TermId,
}

/// A pool of random terms over a few symbols.
pub struct Pool {
    /// The terms.
    pub terms: Terms,
    /// All that was built.
    pub twins: Vec<Twin>,
    /// The symbols.
    pub symbols: Vec<SymbolId>,
    /// The uninterpreted functions.
    pub functions: Vec<FunctionId>,
}

const BITVEC: [TermOp; 15] = [
    TermOp::BvAdd,
    TermOp::BvSub,
    TermOp::BvMul,
    TermOp::BvUDiv,
    TermOp::BvSDiv,
    TermOp::BvURem,
    TermOp::BvSRem,
    TermOp::BvShl,
    TermOp::BvLShr,
    TermOp::BvAShr,
    TermOp::BvAnd,
    TermOp::BvOr,
    TermOp::BvXor,
    TermOp::BvULt,
    TermOp::BvSLt,
];

const MODES: [Rounding; 5] =
    [Rounding::NearestEven, Rounding::NearestAway, Rounding::Up, Rounding::Down, Rounding::Zero];

impl Pool {
    /// A pool that grew by so many steps, and the numbers that follow.
    pub fn new(seed: u64, theory: Theory, steps: usize) -> (Self, Random) {
        let mut random = Random::new(seed);
        let mut pool = Pool { terms: Terms::new(), twins: Vec::new(), symbols: Vec::new(), functions: Vec::new() };
        let widths = [1, 3, 8, 16, 32, 64];
        let mut sorts = vec![Sort::Bool, Sort::Bool];
        for _ in 0..4 {
            sorts.push(Sort::BitVec(widths[random.below(widths.len())]));
        }
        sorts.push(sorts[2]);
        match theory {
            Theory::BitVectors => {}
            Theory::Numbers => {
                let (int, real, bits) = (Sort::Int, Sort::Real, Sort::BitVec(8));
                sorts.truncate(2);
                sorts.extend([int, int, int, int, real, real, bits]);
                sorts.push(pool.terms.array_sort(int, int));
                let row = pool.terms.array_sort(int, real);
                sorts.push(pool.terms.array_sort(bits, row));
                sorts.push(row);
                pool.functions.push(pool.terms.function("f", &[int], int));
                pool.functions.push(pool.terms.function("g", &[int, bits], Sort::Bool));
                pool.functions.push(pool.terms.function("h", &[real, int], real));
            }
            Theory::Floats => {
                for format in [FloatFormat::Single, FloatFormat::Double, FloatFormat::Single] {
                    sorts.push(Sort::Float(format));
                }
                sorts.push(Sort::BitVec(32));
                sorts.push(Sort::BitVec(64));
            }
            Theory::Arrays => {
                sorts.push(pool.terms.array_sort(Sort::BitVec(8), Sort::BitVec(8)));
                sorts.extend([Sort::BitVec(8); 3]);
            }
        }
        for sort in sorts {
            let plain = pool.terms.symbol(format!("x{}", pool.symbols.len()), sort);
            if let TermOp::Symbol(symbol) = pool.terms.op(plain) {
                pool.symbols.push(symbol);
            }
            pool.twins.push(Twin { plain, simple: plain });
        }
        for _ in 0..steps {
            pool.grow(&mut random);
        }
        (pool, random)
    }

    /// A random term of a sort, or a constant when there is none.
    fn pick(&mut self, random: &mut Random, sort: Sort) -> Twin {
        let of_sort: Vec<Twin> = self.twins.iter().copied().filter(|t| self.terms.sort(t.plain) == sort).collect();
        let constant = random.below(5) == 0;
        if !of_sort.is_empty() && !constant {
            // Rather the later ones, which are bigger.
            let at = random.below(of_sort.len()).max(random.below(of_sort.len()));
            return of_sort[at];
        }
        let value = match sort {
            Sort::Bool => self.terms.bool(random.below(2) == 0),
            Sort::BitVec(width) => {
                let bits = random.bits(width);
                self.terms.bits(width, bits)
            }
            Sort::Float(format) => {
                let bits = random.bits(format.bits());
                self.terms.float(format, bits)
            }
            Sort::Int => self.terms.int(random.int()),
            Sort::Real => self.terms.real(random.rational()),
            _ => of_sort[0].plain,
        };
        Twin { plain: value, simple: value }
    }

    fn add(&mut self, op: TermOp, args: &[Twin], sort: Sort) {
        let plain: Vec<TermId> = args.iter().map(|t| t.plain).collect();
        let simple: Vec<TermId> = args.iter().map(|t| t.simple).collect();
        let plain = self.terms.intern(op, &plain, sort);
        let simple = self.terms.apply(op, &simple, sort);
        assert_eq!(self.terms.sort(simple), sort, "{op:?}");
        self.twins.push(Twin { plain, simple });
    }

    fn grow(&mut self, random: &mut Random) {
        let at = random.below(self.twins.len());
        let a = self.twins[at];
        let sort = self.terms.sort(a.plain);
        match sort {
            Sort::Bool => match random.below(5) {
                0 => self.add(TermOp::Not, &[a], Sort::Bool),
                1 | 2 => {
                    let b = self.pick(random, Sort::Bool);
                    let op = [TermOp::And, TermOp::Or, TermOp::Eq][random.below(3)];
                    self.add(op, &[a, b], Sort::Bool);
                }
                _ => {
                    let like = self.twins[random.below(self.twins.len())];
                    let sort = self.terms.sort(like.plain);
                    let (x, y) = (self.pick(random, sort), self.pick(random, sort));
                    self.add(TermOp::Ite, &[a, x, y], sort);
                }
            },
            Sort::BitVec(width) => self.grow_bits(random, a, width),
            Sort::Float(format) => self.grow_float(random, a, format),
            Sort::Int | Sort::Real => self.grow_number(random, a, sort),
            Sort::Array(id) => {
                let (index, element) = self.terms.array_parts(id);
                let i = self.pick(random, index);
                match random.below(5) {
                    0 => {
                        let value = self.pick(random, element);
                        self.add(TermOp::ArrayConst, &[value], sort);
                    }
                    1 | 2 => self.add(TermOp::Select, &[a, i], element),
                    _ => {
                        let value = self.pick(random, element);
                        self.add(TermOp::Store, &[a, i, value], sort);
                    }
                }
            }
            _ => {}
        }
    }

    fn grow_bits(&mut self, random: &mut Random, a: Twin, width: u32) {
        match random.below(12) {
            0 => self.add([TermOp::BvNot, TermOp::BvNeg][random.below(2)], &[a], Sort::BitVec(width)),
            1 | 2 => {
                let high = random.below(width as usize) as u32;
                let low = random.below(high as usize + 1) as u32;
                self.add(TermOp::Extract { high, low }, &[a], Sort::BitVec(high - low + 1));
            }
            3 | 4 => {
                let to = width + random.below((100 - width.min(99)) as usize) as u32;
                self.add([TermOp::ZeroExtend, TermOp::SignExtend][random.below(2)], &[a], Sort::BitVec(to));
            }
            5 | 6 => {
                let like = self.twins[random.below(self.twins.len())];
                if let Sort::BitVec(other) = self.terms.sort(like.plain)
                    && width + other <= 128
                {
                    self.add(TermOp::Concat, &[a, like], Sort::BitVec(width + other));
                }
            }
            7 => {
                let b = self.pick(random, Sort::BitVec(width));
                self.add(TermOp::Eq, &[a, b], Sort::Bool);
            }
            8 if width == 32 || width == 64 => {
                let format = if width == 32 { FloatFormat::Single } else { FloatFormat::Double };
                if self.symbols.len() > 10 {
                    self.add(TermOp::FloatOfBits, &[a], Sort::Float(format));
                    let mode = MODES[random.below(5)];
                    let op = [TermOp::FloatOfSigned(mode), TermOp::FloatOfUnsigned(mode)][random.below(2)];
                    self.add(op, &[a], Sort::Float(format));
                }
            }
            _ => {
                let b = self.pick(random, Sort::BitVec(width));
                let op = BITVEC[random.below(BITVEC.len())];
                let sort = if matches!(op, TermOp::BvULt | TermOp::BvSLt) { Sort::Bool } else { Sort::BitVec(width) };
                self.add(op, &[a, b], sort);
            }
        }
    }

    fn grow_number(&mut self, random: &mut Random, a: Twin, sort: Sort) {
        match random.below(12) {
            0 if sort == Sort::Int => self.add(TermOp::ToReal, &[a], Sort::Real),
            1 => {
                let function = self.functions[random.below(self.functions.len())];
                let signature = self.terms.signature(function).clone();
                let args: Vec<Twin> = signature.domain.iter().map(|sort| self.pick(random, *sort)).collect();
                self.add(TermOp::Call(function), &args, signature.range);
            }
            2 | 3 => {
                let b = self.pick(random, sort);
                self.add(TermOp::Eq, &[a, b], Sort::Bool);
            }
            4 | 5 => {
                let b = self.pick(random, sort);
                self.add(TermOp::Le, &[a, b], Sort::Bool);
            }
            6 | 7 if sort == Sort::Int => {
                let b = self.pick(random, sort);
                self.add([TermOp::IntDiv, TermOp::IntMod][random.below(2)], &[a, b], sort);
            }
            8 => {
                let b = self.pick(random, sort);
                self.add(TermOp::Mul, &[a, b], sort);
            }
            9 => {
                let k = random.int();
                let k = if sort == Sort::Int { self.terms.int(k) } else { self.terms.real(k.into()) };
                self.add(TermOp::Mul, &[a, Twin { plain: k, simple: k }], sort);
            }
            _ => {
                let args: Vec<Twin> = (0..1 + random.below(3)).map(|_| self.pick(random, sort)).collect();
                self.add(TermOp::Add, &args, sort);
            }
        }
    }

    fn grow_float(&mut self, random: &mut Random, a: Twin, format: FloatFormat) {
        let sort = Sort::Float(format);
        let mode = MODES[random.below(5)];
        match random.below(10) {
            0 => self.add([TermOp::FloatNeg, TermOp::FloatAbs, TermOp::FloatRound(mode)][random.below(3)], &[a], sort),
            1 => {
                let ops = [TermOp::FloatIsNan, TermOp::FloatIsInf, TermOp::FloatIsZero, TermOp::FloatIsNormal];
                self.add(ops[random.below(4)], &[a], Sort::Bool);
            }
            2 => match random.below(3) {
                0 => self.add(TermOp::FloatSqrt(Rounding::NearestEven), &[a], sort),
                _ => self.add(TermOp::BitsOfFloat, &[a], Sort::BitVec(format.bits())),
            },
            3 => {
                let to = [FloatFormat::Single, FloatFormat::Double, FloatFormat::Extended][random.below(3)];
                self.add(TermOp::FloatOfFloat(mode), &[a], Sort::Float(to));
            }
            4 | 5 => {
                let b = self.pick(random, sort);
                let op = [TermOp::FloatEq, TermOp::FloatLt, TermOp::FloatLe, TermOp::Eq][random.below(4)];
                self.add(op, &[a, b], Sort::Bool);
            }
            _ => {
                let b = self.pick(random, sort);
                let ops =
                    [TermOp::FloatAdd(mode), TermOp::FloatSub(mode), TermOp::FloatMul(mode), TermOp::FloatDiv(mode)];
                self.add(ops[random.below(4)], &[a, b], sort);
            }
        }
    }

    /// A random assignment of the symbols and functions.
    pub fn assignment(&self, random: &mut Random) -> Assignment {
        let mut assignment = Assignment::new();
        for symbol in &self.symbols {
            assignment.set(*symbol, self.value(random, self.terms.symbol_sort(*symbol)));
        }
        for function in &self.functions {
            let signature = self.terms.signature(*function);
            let mut entries = BTreeMap::new();
            for _ in 0..random.below(4) {
                let args = signature.domain.iter().map(|sort| self.value(random, *sort)).collect();
                entries.insert(args, self.value(random, signature.range));
            }
            let default = self.value(random, signature.range);
            assignment.set_function(*function, FunctionValue { default, entries });
        }
        assignment
    }

    fn value(&self, random: &mut Random, sort: Sort) -> TermValue {
        match sort {
            Sort::Bool => TermValue::Bool(random.below(2) == 0),
            Sort::BitVec(width) => TermValue::BitVec(random.bits(width)),
            Sort::Float(format) => TermValue::Float(format.canonical(random.bits(format.bits()))),
            Sort::Int => TermValue::Int(random.int()),
            Sort::Real => TermValue::Real(random.rational()),
            Sort::Array(id) => {
                let (index, element) = self.terms.array_parts(id);
                let default = Box::new(self.value(random, element));
                let mut array = ArrayValue { default, entries: BTreeMap::new() };
                for _ in 0..random.below(4) {
                    array = array.store(self.value(random, index), self.value(random, element));
                }
                TermValue::Array(array)
            }
            _ => unreachable!("{sort:?}"),
        }
    }
}
