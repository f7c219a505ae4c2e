//! The scope of names where text is read, and the reading of sorts.

use super::sexpr::{NodeId, Sexprs, SmtlibError};
use crate::sort::{FloatFormat, Sort};
use crate::store::Terms;
use crate::term::{FunctionId, TermId};
use cairn_base::FastMap;

/// A function defined by a term over placeholders.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    pub(super) parameters: Vec<TermId>,
    pub(super) body: TermId,
}

/// Meaning of a declared name.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Term(TermId),
    Function(FunctionId),
    Macro(Macro),
    Sort(Sort),
}

/// The names that a text may use. A script adds its declarations.
///
/// Names may be bound beforehand: then the text's own declaration of the same name and sort means that very symbol, so
/// that what was printed reads back as the term it was.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    names: FastMap<String, Meaning>,
    bound: FastMap<String, Meaning>,
    /// Names declared at each level, for `pop`.
    pub(super) levels: Vec<Vec<String>>,
}

impl Scope {
    /// No names but those of the theories.
    pub fn new() -> Self {
        Self::default()
    }
    /// Makes a name mean a term (mostly a symbol).
    pub fn bind(&mut self, name: impl Into<String>, term: TermId) {
        self.bound.insert(name.into(), Meaning::Term(term));
    }
    /// Makes a name mean an uninterpreted function.
    pub fn bind_function(&mut self, name: impl Into<String>, function: FunctionId) {
        self.bound.insert(name.into(), Meaning::Function(function));
    }
    /// The term that a name means.
    pub fn term(&self, name: &str) -> Option<TermId> {
        match self.meaning(name) {
            Some(Meaning::Term(term)) => Some(*term),
            _ => None,
        }
    }

    pub(super) fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.names.get(name).or_else(|| self.bound.get(name))
    }
    pub(super) fn bound(&self, name: &str) -> Option<&Meaning> {
        self.bound.get(name)
    }
    /// False when the name is declared already.
    pub(super) fn declare(&mut self, name: &str, meaning: Meaning) -> bool {
        if let Some(level) = self.levels.last_mut() {
            level.push(name.into());
        }
        self.names.insert(name.into(), meaning).is_none()
    }
    pub(super) fn forget(&mut self, name: &str) {
        self.names.remove(name);
    }

    /// The sort that an expression says.
    ///
    /// # Errors
    /// When it is no sort that terms can have.
    pub fn sort(&self, terms: &mut Terms, text: &Sexprs<'_>, node: NodeId) -> Result<Sort, SmtlibError> {
        // A sort nests as deep as its text; what C needs nests twice.
        const DEEPEST: u32 = 64;
        self.sort_within(terms, text, node, DEEPEST)
    }

    fn sort_within(&self, terms: &mut Terms, text: &Sexprs<'_>, node: NodeId, depth: u32) -> Result<Sort, SmtlibError> {
        let unknown = || text.error(node, "a sort that terms do not have");
        if depth == 0 {
            return Err(unknown());
        }
        if let Some(name) = text.symbol(node) {
            return match name {
                "Bool" => Ok(Sort::Bool),
                "Int" => Ok(Sort::Int),
                "Real" => Ok(Sort::Real),
                "Float32" => Ok(Sort::Float(FloatFormat::Single)),
                "Float64" => Ok(Sort::Float(FloatFormat::Double)),
                "Float128" => Ok(Sort::Float(FloatFormat::Quad)),
                _ => match self.meaning(name) {
                    Some(Meaning::Sort(sort)) => Ok(*sort),
                    _ => Err(unknown()),
                },
            };
        }
        let number = |node: &NodeId| text.atom(*node).and_then(|digits| digits.parse::<u32>().ok());
        match text.list(node) {
            [head, index, element] if text.symbol(*head) == Some("Array") => {
                let index = self.sort_within(terms, text, *index, depth - 1)?;
                let element = self.sort_within(terms, text, *element, depth - 1)?;
                Ok(terms.array_sort(index, element))
            }
            [head, name, width] if text.atom(*head) == Some("_") && text.symbol(*name) == Some("BitVec") => {
                number(width).filter(|width| (1..=128).contains(width)).map(Sort::BitVec).ok_or_else(unknown)
            }
            [head, name, exponent, significand]
                if text.atom(*head) == Some("_") && text.symbol(*name) == Some("FloatingPoint") =>
            {
                let format = number(exponent).zip(number(significand)).and_then(|(e, s)| format_of(e, s));
                format.map(Sort::Float).ok_or_else(unknown)
            }
            _ => Err(unknown()),
        }
    }
}

/// The format of an exponent's and a significand's width.
pub(super) fn format_of(exponent: u32, significand: u32) -> Option<FloatFormat> {
    [FloatFormat::Single, FloatFormat::Double, FloatFormat::Extended, FloatFormat::Quad]
        .into_iter()
        .find(|format| format.exponent() == exponent && format.significand() == significand)
}
