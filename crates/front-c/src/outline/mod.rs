//! The outline of a text: which parts of it may be left out so that what is left is C, and does what it did.
//!
//! A *unit* is what is kept as a whole or not at all: an expression statement, an initialiser, the condition of an `if` or
//! a loop, the control of a `switch` with its labels, a returned value. A statement whose units are all left out becomes
//! `;` when control leaves it at its end only. Else its jumps stay, and the conditions around them; so does the condition
//! around anything that is kept. What must stay for such a reason is said ([`Outline::close`]), for whoever chooses the
//! units has to see that what a unit reads is right. The text keeps its lines: what is left out is blank.
//!
//! Why not print C from the automata: that would always be possible, with a label for each location and a `goto` for each
//! edge, and nobody would know the program again.

mod pieces;
mod select;

use crate::ast::{self, ExternalDeclaration, TranslationUnit};
use crate::parse::parse;
use crate::symbols::Symbols;
use crate::{CompileError, Input};
use cairn_base::{SourceMap, Span, define_id};
use pieces::{Pieces, Place};
use std::collections::BTreeSet;

define_id!(
    /// What is kept as a whole.
    pub Unit, "u"
);

/// A function that is defined in the text.
struct Function {
    name: String,
    span: Span,
    body: usize,
    /// It stays whatever is kept: the system calls it.
    is_root: bool,
    /// All of it stays when something does: control may not come to its end.
    is_whole: bool,
}

/// The parts of one text.
pub struct Outline {
    text: std::sync::Arc<str>,
    pieces: Pieces,
    functions: Vec<Function>,
    /// Initialisers of objects at file scope, and declarations that name functions otherwise.
    naming: Vec<Span>,
    places: Vec<Place>,
}

impl Outline {
    /// The outline of a preprocessed text. Spans count from its beginning, as those of a program of this text alone do.
    ///
    /// # Errors
    /// The text is not C, or has a function within a function.
    pub fn new(input: &Input, entry: &str) -> Result<Self, CompileError> {
        let (mut sources, mut symbols) = (SourceMap::new(), Symbols::new());
        let refused =
            |diagnostic, sources: &SourceMap| CompileError { diagnostics: vec![diagnostic], sources: sources.clone() };
        let Some(file) = sources.add(&input.name, input.text.clone()) else {
            let large = cairn_base::Diagnostic::error(format!("'{}' is too large", input.name), Span::NONE);
            return Err(refused(large, &sources));
        };
        let unit = match parse(&mut sources, file, &mut symbols) {
            Ok(unit) => unit,
            Err(error) => return Err(refused(error, &sources)),
        };
        let mut outline = Self {
            text: input.text.clone(),
            pieces: Pieces::new(sources.base(file)),
            functions: Vec::new(),
            naming: Vec::new(),
            places: Vec::new(),
        };
        let never_return = never_return(&unit, &symbols);
        for item in &unit.items {
            if let Err(at) = outline.add(item, &symbols, entry, &never_return) {
                let nested = cairn_base::Diagnostic::error("a function within a function cannot be left out", at);
                return Err(refused(nested, &sources));
            }
        }
        outline.places = outline.pieces.places();
        Ok(outline)
    }

    /// The unit that an operation belongs to, by its place; none for what only says where objects live.
    pub fn unit_of(&self, span: Span) -> Option<Unit> {
        if span.is_none() {
            return None;
        }
        let mut at = self.places.partition_point(|place| place.span.start <= span.start).checked_sub(1)?;
        loop {
            let place = &self.places[at];
            if place.span.end >= span.end && place.span.start <= span.start {
                return place.unit;
            }
            at = place.above?;
        }
    }

    /// Adds to the units that are kept all that must be kept with them. True when there was something to add.
    pub fn close(&self, kept: &mut BTreeSet<Unit>, returns_scalar: &dyn Fn(&str) -> bool) -> bool {
        let before = kept.len();
        select::select(self, kept, returns_scalar);
        kept.len() > before
    }

    /// The text of the units that are kept, which are closed.
    pub fn text(&self, kept: &BTreeSet<Unit>, returns_scalar: &dyn Fn(&str) -> bool) -> String {
        select::select(self, &mut kept.clone(), returns_scalar)
    }

    fn add(
        &mut self,
        item: &ExternalDeclaration,
        symbols: &Symbols,
        entry: &str,
        never_return: &BTreeSet<ast::Symbol>,
    ) -> Result<(), Span> {
        match item {
            ExternalDeclaration::Function(of) => {
                let body = self.pieces.block(&of.body, &self.text)?;
                let name = of.declarator.name.map_or("", |name| symbols.name(name)).to_owned();
                let called_by_system =
                    |a: &ast::Attribute| matches!(symbols.name(a.name), "constructor" | "destructor");
                let mut attributes = of.specifiers.attributes.iter().chain(&of.declarator.attributes);
                self.functions.push(Function {
                    is_root: name == entry || attributes.any(called_by_system),
                    is_whole: of.declarator.name.is_some_and(|name| never_return.contains(&name)),
                    name,
                    span: of.span,
                    body,
                });
            }
            ExternalDeclaration::Declaration(of) => {
                for one in &of.declarators {
                    let names_others =
                        |a: &ast::Attribute| matches!(symbols.name(a.name), "alias" | "ifunc" | "cleanup");
                    let attributes = of.specifiers.attributes.iter().chain(&one.declarator.attributes);
                    if one.init.is_some() || attributes.into_iter().any(names_others) {
                        self.naming.push(of.span);
                    }
                }
            }
            ExternalDeclaration::StaticAssert(_) => {}
            ExternalDeclaration::Asm(_, span) | ExternalDeclaration::Pragma(_, span) => self.naming.push(*span),
        }
        Ok(())
    }
}

/// Functions that are declared never to return.
fn never_return(unit: &TranslationUnit, symbols: &Symbols) -> BTreeSet<ast::Symbol> {
    let mut found = BTreeSet::new();
    let mut look = |specifiers: &ast::Specifiers, declarator: &ast::Declarator| {
        let mut attributes = specifiers.attributes.iter().chain(&declarator.attributes);
        if specifiers.noreturn || attributes.any(|a| symbols.name(a.name) == "noreturn") {
            found.extend(declarator.name);
        }
    };
    for item in &unit.items {
        match item {
            ExternalDeclaration::Function(of) => look(&of.specifiers, &of.declarator),
            ExternalDeclaration::Declaration(of) => {
                of.declarators.iter().for_each(|one| look(&of.specifiers, &one.declarator))
            }
            _ => {}
        }
    }
    found
}
