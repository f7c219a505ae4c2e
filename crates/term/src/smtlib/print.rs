//! Printing: for reports of errors, and for any other solver to read. What is used once and short stands where it is
//! used; everything else is defined once, so the text is linear in the graph.

use super::scope::Scope;
use crate::op_name::{op_name, op_of_name, rounding_name, rounding_of};
use crate::sort::{FloatFormat, Sort};
use crate::store::Terms;
use crate::term::{FunctionId, SymbolId, TermId, TermOp};
use cairn_base::id::Id;
use cairn_base::{FastMap, FastSet};
use std::fmt::{self, Write};

/// Longer texts are defined instead of repeated inside others.
const INLINE: usize = 160;

/// A complete script that asserts the terms: `format!("{}", Smtlib { terms, assertions })`.
#[derive(Clone, Copy, Debug)]
pub struct Smtlib<'a> {
    /// The store.
    pub terms: &'a Terms,
    /// Assertions.
    pub assertions: &'a [TermId],
}

impl fmt::Display for Smtlib<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = SymbolNames::of(self.terms, self.assertions);
        let writer = ScriptPrinter { terms: self.terms, names: &names, extended: false };
        let (mut script, mut known) = (String::new(), FastMap::default());
        writer.declare_all(&mut script, self.assertions)?;
        writer.define(&mut script, self.assertions, &mut known)?;
        f.write_str(&script)?;
        for assertion in self.assertions {
            writeln!(f, "(assert {})", known.get(assertion).map_or("", String::as_str))?;
        }
        writeln!(f, "(check-sat)")
    }
}

/// The names that symbols and functions are printed with: their own where these are legal and used once, else made so.
/// Without an entry, a symbol is `s` and its number and a function `f` and its number.
#[derive(Clone, Debug, Default)]
pub struct SymbolNames {
    symbols: FastMap<SymbolId, String>,
    functions: FastMap<FunctionId, String>,
}

impl SymbolNames {
    /// Names by number.
    pub fn numbered() -> Self {
        Self::default()
    }
    /// Readable names for what is in some terms.
    pub fn of(terms: &Terms, roots: &[TermId]) -> Self {
        let mut names = Self::default();
        let mut used: FastSet<String> = FastSet::default();
        let mut fresh = |name: &str| {
            let mut name: String =
                name.chars().map(|c| if (' '..='~').contains(&c) && c != '|' && c != '\\' { c } else { '_' }).collect();
            if is_reserved(&name) {
                name.push('!');
            }
            let mut tried = name.clone();
            let mut count = 1;
            while !used.insert(tried.clone()) {
                count += 1;
                tried = format!("{name}!{count}");
            }
            tried
        };
        for term in terms.below(roots) {
            match terms.op(term) {
                TermOp::Symbol(symbol) => {
                    names.symbols.insert(symbol, fresh(terms.symbol_name(symbol)));
                }
                TermOp::Call(function) if !names.functions.contains_key(&function) => {
                    names.functions.insert(function, fresh(&terms.signature(function).name));
                }
                _ => {}
            }
        }
        names
    }
    /// The name of a symbol, not quoted.
    pub fn symbol(&self, symbol: SymbolId) -> String {
        self.symbols.get(&symbol).cloned().unwrap_or_else(|| format!("s{}", symbol.index()))
    }
    /// The name of a function, not quoted.
    pub fn function(&self, function: FunctionId) -> String {
        self.functions.get(&function).cloned().unwrap_or_else(|| format!("f{}", function.index()))
    }
    /// A scope in which the names of what is in some terms mean just that.
    pub fn scope(&self, terms: &Terms, roots: &[TermId]) -> Scope {
        let mut scope = Scope::new();
        for term in terms.below(roots) {
            match terms.op(term) {
                TermOp::Symbol(symbol) => scope.bind(self.symbol(symbol), term),
                TermOp::Call(function) => scope.bind_function(self.function(function), function),
                _ => {}
            }
        }
        scope
    }
}

/// Names that mean something already, and those of definitions.
fn is_reserved(name: &str) -> bool {
    const WORDS: [&str; 26] = [
        "", "!", "_", "as", "exists", "forall", "lambda", "let", "match", "par", "true", "false", "-", "/", "<", ">",
        ">=", "=>", "xor", "distinct", "abs", "const", "to_int", "is_int", "implies", "iff",
    ];
    let theory = ["bv", "fp", "to_", "int", "ubv", "sbv", "$", "@", ".", "RN", "RT", "round"];
    WORDS.contains(&name) || op_of_name(name).is_some() || theory.iter().any(|prefix| name.starts_with(prefix))
}

/// A name as it stands in text: in bars when it must.
fn quoted(name: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&b);
    if !name.is_empty() && name.bytes().all(plain) && !name.as_bytes()[0].is_ascii_digit() {
        name.into()
    } else {
        format!("|{name}|")
    }
}

/// Prints the pieces of scripts.
#[derive(Clone, Copy, Debug)]
pub struct ScriptPrinter<'a> {
    /// The store.
    pub terms: &'a Terms,
    /// The names of its symbols and functions.
    pub names: &'a SymbolNames,
    /// Whether `fp.to_ieee_bv` may be used, which is no standard; otherwise a new symbol and what is known of it.
    pub extended: bool,
}

impl ScriptPrinter<'_> {
    /// The text of a sort.
    pub fn sort(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "Bool".into(),
            Sort::BitVec(width) => format!("(_ BitVec {width})"),
            Sort::Float(format) => format!("(_ FloatingPoint {} {})", format.exponent(), format.significand()),
            Sort::Int => "Int".into(),
            Sort::Real => "Real".into(),
            Sort::Array(id) => {
                let (index, element) = self.terms.array_parts(id);
                format!("(Array {} {})", self.sort(index), self.sort(element))
            }
        }
    }

    /// Declares the symbols and functions in some terms.
    ///
    /// # Errors
    /// Never, but for those of `out`.
    pub fn declare_all(&self, out: &mut dyn Write, roots: &[TermId]) -> fmt::Result {
        let mut functions = FastSet::default();
        for term in self.terms.below(roots) {
            match self.terms.op(term) {
                TermOp::Symbol(symbol) => self.declare_symbol(out, symbol)?,
                TermOp::Call(function) if functions.insert(function) => self.declare_function(out, function)?,
                _ => {}
            }
        }
        Ok(())
    }
    /// Declares a symbol.
    ///
    /// # Errors
    /// Never, but for those of `out`.
    pub fn declare_symbol(&self, out: &mut dyn Write, symbol: SymbolId) -> fmt::Result {
        let (name, sort) = (quoted(&self.names.symbol(symbol)), self.sort(self.terms.symbol_sort(symbol)));
        writeln!(out, "(declare-fun {name} () {sort})")
    }
    /// Declares a function.
    ///
    /// # Errors
    /// Never, but for those of `out`.
    pub fn declare_function(&self, out: &mut dyn Write, function: FunctionId) -> fmt::Result {
        let signature = self.terms.signature(function);
        let domain: Vec<String> = signature.domain.iter().map(|sort| self.sort(*sort)).collect();
        let (name, range) = (quoted(&self.names.function(function)), self.sort(signature.range));
        writeln!(out, "(declare-fun {name} ({}) {range})", domain.join(" "))
    }

    /// Defines what must be defined so that each root has a text, which is then in `known`. Terms in there already are
    /// not defined again; the new ones are returned.
    ///
    /// # Errors
    /// When a term is ill-formed; else never, but for those of `out`.
    pub fn define(
        &self,
        out: &mut dyn Write,
        roots: &[TermId],
        known: &mut FastMap<TermId, String>,
    ) -> Result<Vec<TermId>, fmt::Error> {
        let mut new: Vec<TermId> = Vec::new();
        let mut stack: Vec<TermId> = roots.to_vec();
        let mut uses: FastMap<TermId, u32> = FastMap::default();
        while let Some(term) = stack.pop() {
            let count = uses.entry(term).or_default();
            *count += 1;
            if *count == 1 && !known.contains_key(&term) {
                new.push(term);
                stack.extend_from_slice(&self.terms.get(term).args);
            }
        }
        new.sort_unstable();
        for term in &new {
            let text = self.text(out, *term, known)?;
            let leaf = self.terms.get(*term).args.is_empty();
            if leaf || text.len() <= INLINE && uses.get(term) == Some(&1) || !text.starts_with('(') {
                known.insert(*term, text);
            } else {
                let (name, sort) = (format!("${}", term.index()), self.sort(self.terms.sort(*term)));
                writeln!(out, "(define-fun {name} () {sort} {text})")?;
                known.insert(*term, name);
            }
        }
        Ok(new)
    }

    /// The text of a term over the texts of its arguments.
    fn text(&self, out: &mut dyn Write, term: TermId, known: &FastMap<TermId, String>) -> Result<String, fmt::Error> {
        let node = self.terms.get(term);
        let args: Vec<&str> =
            node.args.iter().map(|arg| known.get(arg).map(String::as_str)).collect::<Option<_>>().ok_or(fmt::Error)?;
        if node.op == TermOp::BitsOfFloat && !self.extended {
            return self.encoding(out, term, args.first().ok_or(fmt::Error)?);
        }
        self.term(term, &args)
    }

    /// The text of a term from those of its arguments.
    ///
    /// # Errors
    /// When the term is ill-formed.
    pub fn term(&self, term: TermId, args: &[&str]) -> Result<String, fmt::Error> {
        let node = self.terms.get(term);
        if node.args.is_empty() {
            return self.leaf(term);
        }
        let mut text = format!("({}", self.head(term)?);
        if let Some(mode) = rounding_of(node.op) {
            write!(text, " {}", rounding_name(mode))?;
        }
        for arg in args {
            write!(text, " {arg}")?;
        }
        text.push(')');
        Ok(text)
    }

    /// Not in SMT-LIB: a new symbol that encodes the float, canonically when it is NaN.
    fn encoding(&self, out: &mut dyn Write, term: TermId, float: &str) -> Result<String, fmt::Error> {
        let Sort::Float(format) = self.terms.sort(self.terms.arg(term, 0)) else { return Err(fmt::Error) };
        let (name, sort) = (format!("${}", term.index()), self.sort(self.terms.sort(term)));
        let (exponent, significand) = (format.exponent(), format.significand());
        writeln!(out, "(declare-fun {name} () {sort})")?;
        writeln!(out, "(assert (= ((_ to_fp {exponent} {significand}) {name}) {float}))")?;
        writeln!(out, "(assert (=> (fp.isNaN {float}) (= {name} (_ bv{} {}))))", format.nan(), format.bits())?;
        Ok(name)
    }

    fn leaf(&self, term: TermId) -> Result<String, fmt::Error> {
        let node = self.terms.get(term);
        Ok(match node.op {
            TermOp::Symbol(symbol) => quoted(&self.names.symbol(symbol)),
            TermOp::Bool(value) => value.to_string(),
            TermOp::BitVec(bits) => format!("(_ bv{bits} {})", node.sort.width()),
            TermOp::Int(value) => whole(value),
            TermOp::Real(value) if value.den() == 1 => decimal(value.num()),
            TermOp::Real(value) => format!("(/ {} {})", decimal(value.num()), decimal(value.den())),
            TermOp::Float(bits) => {
                let Sort::Float(format) = node.sort else { return Err(fmt::Error) };
                let fraction = format.significand() - 1;
                format!(
                    "(fp #b{} #b{:0ew$b} #b{:0fw$b})",
                    bits >> (format.bits() - 1),
                    bits >> fraction & crate::mask(format.exponent()),
                    bits & crate::mask(fraction),
                    ew = format.exponent() as usize,
                    fw = fraction as usize
                )
            }
            _ => return Err(fmt::Error),
        })
    }

    /// Head of the list.
    fn head(&self, term: TermId) -> Result<String, fmt::Error> {
        let node = self.terms.get(term);
        let width = node.sort.width();
        let extension = || width.saturating_sub(self.terms.width(self.terms.arg(term, 0)));
        let to_float = |name: &str| match node.sort {
            Sort::Float(format) => indexed_format(name, format),
            _ => String::new(),
        };
        Ok(match node.op {
            TermOp::Extract { high, low } => format!("(_ extract {high} {low})"),
            TermOp::ZeroExtend => format!("(_ zero_extend {})", extension()),
            TermOp::SignExtend => format!("(_ sign_extend {})", extension()),
            TermOp::FloatOfBits | TermOp::FloatOfFloat(_) | TermOp::FloatOfSigned(_) => to_float("to_fp"),
            TermOp::FloatOfUnsigned(_) => to_float("to_fp_unsigned"),
            TermOp::SignedOfFloat(_) => format!("(_ fp.to_sbv {width})"),
            TermOp::UnsignedOfFloat(_) => format!("(_ fp.to_ubv {width})"),
            TermOp::ArrayConst => format!("(as const {})", self.sort(node.sort)),
            TermOp::Call(function) => quoted(&self.names.function(function)),
            op => op_name(op).ok_or(fmt::Error)?.into(),
        })
    }
}

fn indexed_format(name: &str, format: FloatFormat) -> String {
    format!("(_ {name} {} {})", format.exponent(), format.significand())
}

/// SMT-LIB has no negative numerals.
fn whole(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

fn decimal(value: i128) -> String {
    if value < 0 { format!("(- {}.0)", value.unsigned_abs()) } else { format!("{value}.0") }
}
