//! Terms as a portable text: what one worker sends another, whose store numbers everything differently.
//!
//! One line a sort, symbol, function or term, each after what it needs, and the roots last; shared parts are written
//! once. Symbols are known by name and sort: the reader says which of its symbols that is. Reading checks every sort
//! and simplifies anew, because normal forms depend on the numbering of the store. Text that was not written by
//! [`Terms::pack`] is an error, never a panic.

use crate::op_name::{op_name, op_of_name, rounding_name, rounding_of, rounding_of_name, with_rounding};
use crate::rational::Rational;
use crate::sort::{FloatFormat, Sort};
use crate::store::Terms;
use crate::term::{Args, FunctionId, SymbolId, TermId, TermOp};
use cairn_base::{FastIndexSet, FastMap};
use std::fmt::{self, Write};

/// Text that is no terms, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortableError {
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for PortableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is not that of a term", self.line)
    }
}
impl std::error::Error for PortableError {}

/// The first line: what follows, and its version.
const HEADER: &str = "terms 1";

impl Terms {
    /// Some terms as a text for another store.
    pub fn pack(&self, roots: &[TermId]) -> String {
        self.pack_named(roots, &|symbol| self.symbol_name(symbol).to_owned())
    }

    /// The same, with other names for symbols.
    pub fn pack_named(&self, roots: &[TermId], name: &dyn Fn(SymbolId) -> String) -> String {
        let mut packer = Packer::new(self, name);
        packer.line(HEADER);
        for term in self.left_to_right(roots) {
            packer.term(term);
        }
        let mut out = packer.out;
        out.push('=');
        for root in roots {
            out.push_str(&format!(" {}", packer.numbers[root]));
        }
        out.push('\n');
        out
    }

    /// The terms of a text that [`Terms::pack`] wrote. `symbol` says what a symbol of the text is here.
    ///
    /// # Errors
    /// When the text is something else, or a term is ill-sorted.
    pub fn unpack(
        &mut self,
        text: &str,
        symbol: &mut dyn FnMut(&mut Terms, &str, Sort) -> TermId,
    ) -> Result<Vec<TermId>, PortableError> {
        let mut reader = Unpacker::default();
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, line)| line) != Some(HEADER) {
            return Err(PortableError { line: 1 });
        }
        for (at, line) in lines {
            let wrong = PortableError { line: at + 1 };
            if let Some(roots) = line.strip_prefix('=') {
                return reader.ids(roots).map(|roots| roots.to_vec()).ok_or(wrong);
            }
            reader.line(self, line, symbol).ok_or(wrong)?;
        }
        Err(PortableError { line: text.lines().count() + 1 })
    }

    /// The terms below some, each after its arguments, in an order that does not depend on ids.
    fn left_to_right(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut order: FastIndexSet<TermId> = FastIndexSet::default();
        let mut stack: Vec<(TermId, usize)> = roots.iter().rev().map(|root| (*root, 0)).collect();
        while let Some((term, next)) = stack.pop() {
            if order.contains(&term) {
                continue;
            }
            match self.get(term).args.get(next) {
                Some(arg) => stack.extend([(term, next + 1), (*arg, 0)]),
                None => {
                    order.insert(term);
                }
            }
        }
        order.into_iter().collect()
    }
}

struct Packer<'a> {
    terms: &'a Terms,
    name: &'a dyn Fn(SymbolId) -> String,
    out: String,
    numbers: FastMap<TermId, usize>,
    sorts: FastIndexSet<Sort>,
    functions: FastIndexSet<FunctionId>,
}

impl<'a> Packer<'a> {
    fn new(terms: &'a Terms, name: &'a dyn Fn(SymbolId) -> String) -> Self {
        Packer {
            terms,
            name,
            out: String::new(),
            numbers: FastMap::default(),
            sorts: FastIndexSet::default(),
            functions: FastIndexSet::default(),
        }
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn sort(&mut self, sort: Sort) -> usize {
        if let Some(at) = self.sorts.get_index_of(&sort) {
            return at;
        }
        let text = match sort {
            Sort::Bool => "sort bool".into(),
            Sort::Int => "sort int".into(),
            Sort::Real => "sort real".into(),
            Sort::BitVec(width) => format!("sort bits {width}"),
            Sort::Float(format) => format!("sort float {}", format.bits()),
            Sort::Array(id) => {
                let (index, element) = self.terms.array_parts(id);
                let (index, element) = (self.sort(index), self.sort(element));
                format!("sort array {index} {element}")
            }
        };
        self.line(&text);
        self.sorts.insert_full(sort).0
    }

    fn function(&mut self, function: FunctionId) -> usize {
        if let Some(at) = self.functions.get_index_of(&function) {
            return at;
        }
        let signature = self.terms.signature(function).clone();
        let mut text = format!("function {} {}", self.sort(signature.range), signature.domain.len());
        for sort in &signature.domain {
            text.push_str(&format!(" {}", self.sort(*sort)));
        }
        text.push_str(&format!(" {}", escaped(&signature.name)));
        self.line(&text);
        self.functions.insert_full(function).0
    }

    fn term(&mut self, term: TermId) {
        let node = self.terms.get(term).clone();
        let sort = self.sort(node.sort);
        let mut text = match node.op {
            TermOp::Symbol(symbol) => format!("symbol {sort} {}", escaped(&(self.name)(symbol))),
            TermOp::Bool(value) => format!("{sort} constant {}", u8::from(value)),
            TermOp::BitVec(bits) | TermOp::Float(bits) => format!("{sort} constant {bits}"),
            TermOp::Int(value) => format!("{sort} constant {value}"),
            TermOp::Real(value) => format!("{sort} constant {}/{}", value.num(), value.den()),
            TermOp::Extract { high, low } => format!("{sort} extract:{high}:{low}"),
            TermOp::ZeroExtend => format!("{sort} zero_extend"),
            TermOp::SignExtend => format!("{sort} sign_extend"),
            TermOp::ArrayConst => format!("{sort} const"),
            TermOp::FloatOfBits => format!("{sort} float_of_bits"),
            TermOp::FloatOfFloat(mode) => format!("{sort} float_of_float:{}", rounding_name(mode)),
            TermOp::FloatOfSigned(mode) => format!("{sort} float_of_signed:{}", rounding_name(mode)),
            TermOp::Call(function) => format!("{sort} call:{}", self.function(function)),
            op => {
                let mode = rounding_of(op).map(|mode| format!(":{}", rounding_name(mode)));
                format!("{sort} {}{}", op_name(op).unwrap_or("?"), mode.unwrap_or_default())
            }
        };
        for arg in &node.args {
            // Writing to a string cannot fail.
            let _ = write!(text, " {}", self.numbers[arg]);
        }
        self.line(&text);
        self.numbers.insert(term, self.numbers.len());
    }
}

fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescaped(text: &str) -> String {
    let mut name = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => name.push(match chars.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            }),
            (c, false) => name.push(c),
        }
    }
    name
}

#[derive(Default)]
struct Unpacker {
    sorts: Vec<Sort>,
    functions: Vec<FunctionId>,
    terms: Vec<TermId>,
}

impl Unpacker {
    fn ids(&self, text: &str) -> Option<Args> {
        text.split_whitespace().map(|id| self.terms.get(id.parse::<usize>().ok()?).copied()).collect()
    }

    fn line(
        &mut self,
        terms: &mut Terms,
        line: &str,
        symbol: &mut dyn FnMut(&mut Terms, &str, Sort) -> TermId,
    ) -> Option<()> {
        let (kind, rest) = line.split_once(' ')?;
        match kind {
            "sort" => {
                let sort = self.sort(terms, rest)?;
                self.sorts.push(sort);
            }
            "function" => {
                let (range, rest) = self.sort_and_rest(rest)?;
                let (count, mut rest) = rest.split_once(' ')?;
                let mut domain = Vec::new();
                for _ in 0..count.parse::<u8>().ok()? {
                    let (sort, after) = self.sort_and_rest(rest)?;
                    domain.push(sort);
                    rest = after;
                }
                if domain.is_empty() {
                    return None;
                }
                self.functions.push(terms.function(unescaped(rest), &domain, range));
            }
            "symbol" => {
                let (sort, name) = self.sort_and_rest(rest)?;
                let term = symbol(terms, &unescaped(name), sort);
                if terms.sort(term) != sort {
                    return None;
                }
                self.terms.push(term);
            }
            sort => {
                let sort = *self.sorts.get(sort.parse::<usize>().ok()?)?;
                let (op, args) = rest.split_once(' ').unwrap_or((rest, ""));
                let term = if op == "constant" {
                    let op = constant(args, sort)?;
                    terms.apply_checked(op, &[], sort)?
                } else {
                    let op = self.op(op)?;
                    let args = self.ids(args)?;
                    terms.apply_checked(op, &args, sort)?
                };
                self.terms.push(term);
            }
        }
        Some(())
    }

    fn sort_and_rest<'a>(&self, text: &'a str) -> Option<(Sort, &'a str)> {
        let (sort, rest) = text.split_once(' ')?;
        Some((*self.sorts.get(sort.parse::<usize>().ok()?)?, rest))
    }

    fn sort(&self, terms: &mut Terms, text: &str) -> Option<Sort> {
        let words: Vec<&str> = text.split(' ').collect();
        let known = |at: &str| self.sorts.get(at.parse::<usize>().ok()?).copied();
        Some(match *words {
            ["bool"] => Sort::Bool,
            ["int"] => Sort::Int,
            ["real"] => Sort::Real,
            ["bits", width] => Sort::BitVec(width.parse().ok().filter(|width| (1..=128).contains(width))?),
            ["float", bits] => {
                let formats = [FloatFormat::Single, FloatFormat::Double, FloatFormat::Extended, FloatFormat::Quad];
                Sort::Float(formats.into_iter().find(|format| format.bits().to_string() == bits)?)
            }
            ["array", index, element] => terms.array_sort(known(index)?, known(element)?),
            _ => return None,
        })
    }

    fn op(&self, text: &str) -> Option<TermOp> {
        let mut words = text.split(':');
        let (name, parameters) = (words.next()?, words.collect::<Vec<_>>());
        let number = |text: &str| text.parse::<u32>().ok();
        Some(match (name, &*parameters) {
            ("extract", [high, low]) => TermOp::Extract { high: number(high)?, low: number(low)? },
            ("zero_extend", []) => TermOp::ZeroExtend,
            ("sign_extend", []) => TermOp::SignExtend,
            ("const", []) => TermOp::ArrayConst,
            ("float_of_bits", []) => TermOp::FloatOfBits,
            ("float_of_float", [mode]) => TermOp::FloatOfFloat(rounding_of_name(mode)?),
            ("float_of_signed", [mode]) => TermOp::FloatOfSigned(rounding_of_name(mode)?),
            ("call", [function]) => TermOp::Call(*self.functions.get(number(function)? as usize)?),
            (name, []) => op_of_name(name).filter(|op| rounding_of(*op).is_none())?,
            (name, [mode]) => {
                let op = op_of_name(name).filter(|op| rounding_of(*op).is_some())?;
                with_rounding(op, rounding_of_name(mode)?)
            }
            _ => return None,
        })
    }
}

fn constant(text: &str, sort: Sort) -> Option<TermOp> {
    Some(match sort {
        Sort::Bool => TermOp::Bool(match text {
            "0" => false,
            "1" => true,
            _ => return None,
        }),
        Sort::BitVec(_) => TermOp::BitVec(text.parse().ok()?),
        Sort::Float(_) => TermOp::Float(text.parse().ok()?),
        Sort::Int => TermOp::Int(text.parse().ok()?),
        Sort::Real => {
            let (num, den) = text.split_once('/')?;
            TermOp::Real(Rational::new(num.parse().ok()?, den.parse().ok()?)?)
        }
        Sort::Array(_) => return None,
    })
}
