//! Statements and declarations as pieces of text: what units they have, and whether control may leave them otherwise than
//! at their end.

use super::Unit;
use crate::ast::{
    BlockItem, CompoundStatement, Declaration, Derived, ForInit, Initializer, StatementKind, StorageClass,
    SyntaxExprKind, SyntaxStatement, TypeSpecifier,
};
use cairn_base::Span;
use cairn_base::deep;
use cairn_base::id::Id;

/// How control may leave a piece, or come in, beside its beginning and its end.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Ways {
    /// A `break` of what is around.
    pub breaks: bool,
    /// A `continue` of what is around.
    pub continues: bool,
    /// A label of a `switch` around.
    pub cases: bool,
    /// `return`, `goto`, a label; or the text cannot be taken apart.
    pub others: bool,
}

impl Ways {
    pub fn any(self) -> bool {
        self.breaks || self.continues || self.cases || self.others
    }
    fn and(self, other: Self) -> Self {
        Self {
            breaks: self.breaks || other.breaks,
            continues: self.continues || other.continues,
            cases: self.cases || other.cases,
            others: self.others || other.others,
        }
    }
}

/// What stands where a piece is left out, or a part of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// `;` for a whole statement.
    Statement,
    /// `0` for an expression of a `for`.
    Expression,
    /// An initialiser: from `=` to here, nothing.
    Initializer(Span),
    /// `return` with a value: another one.
    Return,
    /// It stays as it is, and so does its unit.
    Fixed,
    /// A declaration: it stays, but for initialisers.
    Declaration,
}

/// A piece. Its children are those below it that may be left out by themselves.
pub(super) struct Piece {
    pub span: Span,
    pub kind: Kind,
    /// The unit that must be kept when a part of the piece is.
    pub unit: Option<Unit>,
    /// The units of the piece and of all below: from the first to before the last.
    pub units: (usize, usize),
    pub ways: Ways,
    pub children: Vec<usize>,
}

/// A part of the text with the unit of operations that stand there, and the next part around it.
pub(super) struct Place {
    pub span: Span,
    pub unit: Option<Unit>,
    pub above: Option<usize>,
}

pub(super) struct Pieces {
    pub base: u32,
    pub all: Vec<Piece>,
    units: usize,
    spans: Vec<(Span, Option<Unit>)>,
}

impl Pieces {
    pub fn new(base: u32) -> Self {
        Self { base, all: Vec::new(), units: 0, spans: Vec::new() }
    }

    /// The parts that have units, in order, each after those around it.
    pub fn places(&self) -> Vec<Place> {
        let mut spans = self.spans.clone();
        spans.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        let (mut places, mut open): (Vec<Place>, Vec<usize>) = (Vec::new(), Vec::new());
        for (span, unit) in spans {
            while open.last().is_some_and(|at| places[*at].span.end < span.end) {
                open.pop();
            }
            places.push(Place { span, unit, above: open.last().copied() });
            open.push(places.len() - 1);
        }
        places
    }

    fn unit(&mut self) -> Unit {
        self.units += 1;
        Unit::from_index(self.units - 1)
    }

    fn slice<'t>(&self, text: &'t str, span: Span) -> &'t str {
        text.get((span.start - self.base) as usize..(span.end - self.base) as usize).unwrap_or("")
    }

    /// Adds a piece whose children are there.
    fn push(
        &mut self,
        span: Span,
        kind: Kind,
        unit: Option<Unit>,
        from: usize,
        own: Ways,
        children: Vec<usize>,
    ) -> usize {
        let ways = children.iter().fold(own, |ways, child| ways.and(self.all[*child].ways));
        self.spans.push((span, unit));
        self.all.push(Piece { span, kind, unit, units: (from, self.units), ways, children });
        self.all.len() - 1
    }

    /// A piece that is one unit.
    fn one(&mut self, span: Span, kind: Kind, text: &str) -> usize {
        let from = self.units;
        let unit = self.unit();
        let own = Ways { others: has_jump(self.slice(text, span)), ..Ways::default() };
        let kind = if own.others { Kind::Fixed } else { kind };
        self.push(span, kind, Some(unit), from, own, Vec::new())
    }

    /// A compound statement.
    ///
    /// # Errors
    /// There is a function within, here.
    pub fn block(&mut self, block: &CompoundStatement, text: &str) -> Result<usize, Span> {
        let from = self.units;
        let mut children = Vec::new();
        for item in &block.items {
            match item {
                BlockItem::Declaration(declaration) => children.push(self.declaration(declaration, text)),
                BlockItem::Function(function) => return Err(function.span),
                BlockItem::Statement(statement) => children.push(self.statement(statement, text)?),
                BlockItem::StaticAssert(_) | BlockItem::LocalLabels(_) => {}
            }
        }
        Ok(self.push(block.span, Kind::Statement, None, from, Ways::default(), children))
    }

    fn statement(&mut self, statement: &SyntaxStatement, text: &str) -> Result<usize, Span> {
        deep(|| self.statement_in(statement, text))
    }

    fn statement_in(&mut self, statement: &SyntaxStatement, text: &str) -> Result<usize, Span> {
        let (span, from) = (statement.span, self.units);
        let others = Ways { others: true, ..Ways::default() };
        Ok(match &statement.kind {
            StatementKind::Empty => self.push(span, Kind::Statement, None, from, Ways::default(), Vec::new()),
            StatementKind::Expr(_) => self.one(span, Kind::Statement, text),
            StatementKind::Block(block) => self.block(block, text)?,
            StatementKind::If(_, yes, no) => {
                let unit = self.unit();
                let mut children = vec![self.statement(yes, text)?];
                if let Some(no) = no {
                    children.push(self.statement(no, text)?);
                }
                let head = Span::new(span.start, yes.span.start);
                self.compound(span, head, unit, from, children, text)
            }
            StatementKind::Contract(_, inner) => self.statement(inner, text)?,
            StatementKind::While(_, body) => {
                let unit = self.unit();
                let child = self.statement(body, text)?;
                self.looping(span, Span::new(span.start, body.span.start), unit, from, vec![child], text)
            }
            StatementKind::DoWhile(body, _) => {
                let unit = self.unit();
                let child = self.statement(body, text)?;
                self.looping(span, Span::new(body.span.end, span.end), unit, from, vec![child], text)
            }
            StatementKind::For(init, cond, step, body) => {
                let unit = self.unit();
                let mut children = Vec::new();
                match init {
                    Some(ForInit::Declaration(declaration)) => children.push(self.declaration(declaration, text)),
                    Some(ForInit::Expr(expr)) => children.push(self.one(expr.span, Kind::Expression, text)),
                    None => {}
                }
                if let Some(step) = step {
                    children.push(self.one(step.span, Kind::Expression, text));
                }
                children.push(self.statement(body, text)?);
                let head = cond.as_ref().map_or(Span::new(span.start, span.start), |cond| cond.span);
                self.looping(span, head, unit, from, children, text)
            }
            StatementKind::Switch(_, body) => {
                let unit = self.unit();
                let child = self.statement(body, text)?;
                let at = self.compound(span, Span::new(span.start, body.span.start), unit, from, vec![child], text);
                self.labels(body, unit);
                let ways = &mut self.all[at].ways;
                (ways.breaks, ways.cases) = (false, false);
                at
            }
            StatementKind::Break => {
                self.push(span, Kind::Fixed, None, from, Ways { breaks: true, ..Ways::default() }, Vec::new())
            }
            StatementKind::Continue => {
                self.push(span, Kind::Fixed, None, from, Ways { continues: true, ..Ways::default() }, Vec::new())
            }
            StatementKind::Return(Some(_)) => {
                let unit = self.unit();
                let kind = if has_jump(self.slice(text, span).trim_start_matches("return")) {
                    Kind::Fixed
                } else {
                    Kind::Return
                };
                self.push(span, kind, Some(unit), from, others, Vec::new())
            }
            StatementKind::GotoComputed(_) | StatementKind::Asm(_) => {
                let unit = self.unit();
                self.push(span, Kind::Fixed, Some(unit), from, others, Vec::new())
            }
            StatementKind::Goto(_) | StatementKind::Return(None) => {
                self.push(span, Kind::Fixed, None, from, others, Vec::new())
            }
            StatementKind::Label(_, inner) => {
                let child = self.statement(inner, text)?;
                self.push(span, Kind::Statement, None, from, others, vec![child])
            }
            StatementKind::Case(_, _, inner) | StatementKind::Default(inner) => {
                let child = self.statement(inner, text)?;
                let own = Ways { cases: true, ..Ways::default() };
                self.push(span, Kind::Statement, None, from, own, vec![child])
            }
        })
    }

    fn compound(&mut self, span: Span, head: Span, unit: Unit, from: usize, children: Vec<usize>, text: &str) -> usize {
        let own = Ways { others: has_jump(self.slice(text, head)), ..Ways::default() };
        let at = self.push(span, Kind::Statement, Some(unit), from, own, children);
        self.spans.push((head, Some(unit)));
        at
    }

    fn looping(&mut self, span: Span, head: Span, unit: Unit, from: usize, children: Vec<usize>, text: &str) -> usize {
        let at = self.compound(span, head, unit, from, children, text);
        let ways = &mut self.all[at].ways;
        (ways.breaks, ways.continues) = (false, false);
        at
    }

    /// The labels of a `switch` belong to its control.
    fn labels(&mut self, statement: &SyntaxStatement, unit: Unit) {
        deep(|| match &statement.kind {
            StatementKind::Case(low, high, inner) => {
                let end = high.as_ref().map_or(low.span, |high| high.span);
                self.spans.push((low.span.to(end), Some(unit)));
                self.labels(inner, unit);
            }
            StatementKind::Default(inner)
            | StatementKind::Label(_, inner)
            | StatementKind::Contract(_, inner)
            | StatementKind::While(_, inner) => {
                self.labels(inner, unit);
            }
            StatementKind::DoWhile(inner, _) | StatementKind::For(_, _, _, inner) => self.labels(inner, unit),
            StatementKind::If(_, yes, no) => {
                self.labels(yes, unit);
                no.iter().for_each(|no| self.labels(no, unit));
            }
            StatementKind::Block(block) => {
                for item in &block.items {
                    if let BlockItem::Statement(statement) = item {
                        self.labels(statement, unit);
                    }
                }
            }
            _ => {}
        });
    }

    fn declaration(&mut self, declaration: &Declaration, text: &str) -> usize {
        let from = self.units;
        let own_type = matches!(declaration.specifiers.ty, TypeSpecifier::AutoType | TypeSpecifier::TypeofExpr(_));
        let is_static = matches!(declaration.specifiers.storage, Some(StorageClass::Static | StorageClass::Extern));
        let is_typedef = declaration.specifiers.storage == Some(StorageClass::Typedef);
        let mut children = Vec::new();
        for one in &declaration.declarators {
            let is_sized = |derived: &Derived| match derived {
                Derived::Array { size: Some(size), .. } => matches!(size.kind, SyntaxExprKind::Int { .. }),
                Derived::Array { size: None, .. } => false,
                _ => true,
            };
            let plain = !own_type && one.declarator.derived.iter().all(is_sized);
            let kind = match &one.init {
                None if plain || is_typedef => continue,
                Some(_) if is_static => continue,
                Some(Initializer::Expr(value)) if plain => self
                    .equals(text, value.span)
                    .map_or(Kind::Fixed, |start| Kind::Initializer(Span::new(start, one.span.end))),
                _ => Kind::Fixed,
            };
            let child = self.one(one.span, kind, text);
            children.push(child);
        }
        self.push(declaration.span, Kind::Declaration, None, from, Ways::default(), children)
    }

    /// Where the `=` before an initialiser stands.
    fn equals(&self, text: &str, value: Span) -> Option<u32> {
        let before = text.get(..(value.start - self.base) as usize)?;
        let before = before.trim_end_matches(|c: char| c.is_whitespace() || c == '(');
        before.ends_with('=').then(|| before.len() as u32 - 1 + self.base)
    }
}

/// Whether an expression may have a statement in it that control leaves: then it stays as it is.
fn has_jump(text: &str) -> bool {
    let words = || text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    text.contains('{') && words().any(|word| matches!(word, "goto" | "break" | "continue" | "return"))
}
