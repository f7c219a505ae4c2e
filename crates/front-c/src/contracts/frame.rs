//! What a function or a loop may write, by its text: the frame that a contract replaces it with.
//!
//! Named are variables, arrays as a whole, and what a pointer points to where its name is a parameter or local variable that nothing
//! changes on the way. All else (a write through a pointer at an index, a call of a function whose text is not here, assembler) is no
//! frame, with the reason. Over-approximation: every place that an execution without undefined behaviour may have written when the
//! function or loop is over, and that is visible then, is in the frame. Why not the `assigns` clause: it may be wrong.

use super::build;
use crate::ast::{
    BlockItem, CompoundStatement, Declaration, Derived, ExternalDeclaration, ForInit, FunctionDefinition, InitItem,
    Initializer, PrefixOperator, StatementKind, StorageClass, Symbol, SyntaxExpr, SyntaxExprKind, SyntaxStatement,
    TranslationUnit,
};
use crate::symbols::Symbols;
use cairn_base::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A place that may be written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum FramePlace {
    /// A variable, all of it.
    Variable(Symbol),
    /// `*p`.
    Pointee(Symbol),
    /// `p->member`.
    Member(Symbol, Symbol),
}

/// What may be written.
#[derive(Clone, Default, Debug)]
pub(super) struct Frame(BTreeSet<FramePlace>);

impl Frame {
    /// The places as expressions.
    pub(super) fn places(&self, span: Span) -> Vec<SyntaxExpr> {
        let one = |place: &FramePlace| match place {
            FramePlace::Variable(name) => build::name(*name, span),
            FramePlace::Pointee(name) => build::unary(PrefixOperator::Deref, build::name(*name, span), span),
            FramePlace::Member(name, member) => {
                build::expr(SyntaxExprKind::Arrow(Box::new(build::name(*name, span)), *member), span)
            }
        };
        self.0.iter().map(one).collect()
    }
}

/// The names of a function, and whether each is an array.
#[derive(Clone, Default, Debug)]
pub(super) struct Locals {
    arrays: BTreeMap<Symbol, bool>,
    /// Names that are declared more than once.
    twice: BTreeSet<Symbol>,
    parameters: BTreeSet<Symbol>,
    /// Whether one keeps its value from call to call.
    has_static: bool,
    /// Names whose address is taken.
    addressed: BTreeSet<Symbol>,
}

/// The names of a function.
pub(super) fn locals(function: &FunctionDefinition) -> Locals {
    let mut locals = Locals::default();
    if let Some(Derived::Function { params, identifiers, .. }) = function.declarator.derived.first() {
        for name in params.iter().filter_map(|param| param.declarator.name).chain(identifiers.iter().copied()) {
            locals.parameters.insert(name);
            locals.declare(name, false);
        }
    }
    let mut walk = Walk { locals: Some(&mut locals), writes: Vec::new(), calls: Vec::new(), why: None };
    walk.block(&function.body);
    locals
}

impl Locals {
    fn declare(&mut self, name: Symbol, is_array: bool) {
        if self.arrays.insert(name, is_array).is_some() {
            self.twice.insert(name);
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        let is_static = declaration.specifiers.storage == Some(StorageClass::Static);
        self.has_static |= is_static;
        for one in &declaration.declarators {
            let is_array = matches!(one.declarator.derived.first(), Some(Derived::Array { .. }));
            one.declarator.name.into_iter().for_each(|name| self.declare(name, is_array));
        }
    }
}

/// The frames of the functions of a unit.
pub(super) struct Frames {
    functions: BTreeMap<Symbol, Result<Frame, String>>,
    /// Global variables, and whether each is an array.
    globals: BTreeMap<Symbol, bool>,
}

impl Frames {
    /// Of a unit: of functions that call each other, the least solution.
    pub(super) fn of(unit: &TranslationUnit, symbols: &Symbols) -> Self {
        let mut this = Self { functions: BTreeMap::new(), globals: BTreeMap::new() };
        let mut functions = Vec::new();
        for item in &unit.items {
            match item {
                ExternalDeclaration::Declaration(declaration) => {
                    for one in &declaration.declarators {
                        let is_array = matches!(one.declarator.derived.first(), Some(Derived::Array { .. }));
                        this.globals.extend(one.declarator.name.map(|name| (name, is_array)));
                    }
                }
                ExternalDeclaration::Function(function) => {
                    functions.extend(function.declarator.name.map(|name| (name, locals(function), function)));
                }
                _ => {}
            }
        }
        for (name, ..) in &functions {
            this.functions.insert(*name, Ok(Frame::default()));
        }
        // Frames only grow, or become none: at most as many rounds as there are functions.
        for _ in 0..=functions.len() {
            let mut is_stable = true;
            for (name, locals, function) in &functions {
                let found = this.of_function(function, locals, symbols);
                let before = this.functions.insert(*name, found.clone());
                is_stable &= match (before, found) {
                    (Some(Ok(before)), Ok(now)) => before.0 == now.0,
                    (Some(Err(_)), Err(_)) => true,
                    _ => false,
                };
            }
            if is_stable {
                return this;
            }
        }
        for frame in this.functions.values_mut() {
            *frame = Err("its frame is not found".to_owned());
        }
        this
    }

    /// The frame of a function that was looked at.
    pub(super) fn get(&self, function: Symbol) -> Result<Frame, String> {
        self.functions.get(&function).cloned().unwrap_or_else(|| Err("its text is not here".to_owned()))
    }

    fn of_function(&self, function: &FunctionDefinition, locals: &Locals, symbols: &Symbols) -> Result<Frame, String> {
        if locals.has_static {
            return Err("it has a static variable".to_owned());
        }
        let mut walk = Walk { locals: None, writes: Vec::new(), calls: Vec::new(), why: None };
        walk.block(&function.body);
        let mut frame = self.frame(walk, locals, symbols)?;
        // What is a function's own is not seen outside.
        frame.0.retain(|place| match place {
            FramePlace::Variable(name) => !locals.arrays.contains_key(name),
            FramePlace::Pointee(name) | FramePlace::Member(name, _) => locals.parameters.contains(name),
        });
        Ok(frame)
    }

    /// The frame of a loop of a function.
    pub(super) fn of_statement(
        &self,
        statement: &SyntaxStatement,
        of_function: &Locals,
        symbols: &Symbols,
    ) -> Result<Frame, String> {
        let mut inside = Locals::default();
        let mut walk = Walk { locals: Some(&mut inside), writes: Vec::new(), calls: Vec::new(), why: None };
        let body = match &statement.kind {
            StatementKind::For(init, cond, step, body) => {
                if let Some(ForInit::Declaration(declaration)) = init {
                    declaration
                        .declarators
                        .iter()
                        .for_each(|one| one.init.iter().for_each(|init| walk.initializer(init)));
                }
                cond.iter().chain(step).for_each(|part| walk.expr(part));
                if let Some(ForInit::Expr(first)) = init {
                    walk.expr(first);
                }
                body
            }
            StatementKind::While(cond, body) | StatementKind::DoWhile(body, cond) => {
                walk.expr(cond);
                body
            }
            _ => return Err("it is no loop".to_owned()),
        };
        walk.statement(body);
        let walk = Walk { locals: None, writes: walk.writes, calls: walk.calls, why: walk.why };
        if inside.has_static {
            return Err("it has a static variable".to_owned());
        }
        let mut frame = self.frame(walk, of_function, symbols)?;
        let is_inside = |name: &Symbol| inside.arrays.contains_key(name);
        if let Some(name) =
            inside.arrays.keys().find(|name| of_function.twice.contains(name) || self.globals.contains_key(name))
        {
            return Err(format!("'{}' is declared more than once", symbols.name(*name)));
        }
        frame.0.retain(|place| match place {
            FramePlace::Variable(name) | FramePlace::Pointee(name) | FramePlace::Member(name, _) => !is_inside(name),
        });
        Ok(frame)
    }

    /// What writes and calls come to.
    fn frame(&self, walk: Walk<'_>, locals: &Locals, symbols: &Symbols) -> Result<Frame, String> {
        if let Some(why) = walk.why {
            return Err(why);
        }
        let mut frame = Frame::default();
        for written in &walk.writes {
            frame.0.insert(self.place(written, locals, symbols)?);
        }
        for called in &walk.calls {
            let name = match called {
                Some(name) if !locals.arrays.contains_key(name) => *name,
                _ => return Err("it calls through a pointer".to_owned()),
            };
            if keeps_memory(symbols.name(name)) {
                continue;
            }
            let of = self
                .functions
                .get(&name)
                .ok_or_else(|| format!("it calls '{}', whose text is not here", symbols.name(name)))?;
            let of = of.as_ref().map_err(|why| format!("it calls '{}': {why}", symbols.name(name)))?;
            if of.0.iter().any(|place| !matches!(place, FramePlace::Variable(_))) {
                return Err(format!("it calls '{}', which writes through a pointer", symbols.name(name)));
            }
            frame.0.extend(of.0.iter().cloned());
        }
        // What is written by a name is that variable only if the name means the same everywhere.
        for place in &frame.0 {
            let (FramePlace::Variable(name) | FramePlace::Pointee(name) | FramePlace::Member(name, _)) = place;
            let is_global = self.globals.contains_key(name);
            let is_local = locals.arrays.contains_key(name);
            if locals.twice.contains(name) || is_global && is_local {
                return Err(format!("'{}' is declared more than once", symbols.name(*name)));
            }
            if !is_global && !is_local {
                return Err(format!("it writes '{}', which is not declared here", symbols.name(*name)));
            }
            if let FramePlace::Pointee(name) | FramePlace::Member(name, _) = place
                && (is_global || locals.addressed.contains(name) || frame.0.contains(&FramePlace::Variable(*name)))
            {
                return Err(format!("it writes through '{}', which changes on the way", symbols.name(*name)));
            }
        }
        Ok(frame)
    }

    fn place(&self, written: &SyntaxExpr, locals: &Locals, symbols: &Symbols) -> Result<FramePlace, String> {
        let through = |what: &str| Err(format!("it writes through a pointer {what}"));
        let name = |of: &SyntaxExpr| match &strip(of).kind {
            SyntaxExprKind::Name(name) => Some(*name),
            _ => None,
        };
        match &strip(written).kind {
            SyntaxExprKind::Name(name) => Ok(FramePlace::Variable(*name)),
            SyntaxExprKind::Member(of, _) => match self.place(of, locals, symbols)? {
                whole @ FramePlace::Variable(_) | whole @ FramePlace::Pointee(_) | whole @ FramePlace::Member(..) => {
                    Ok(whole)
                }
            },
            SyntaxExprKind::Arrow(of, member) => match name(of) {
                Some(name) => Ok(FramePlace::Member(name, *member)),
                None => through("that is computed"),
            },
            SyntaxExprKind::Unary(PrefixOperator::Deref, of) => match name(of) {
                Some(name) => Ok(FramePlace::Pointee(name)),
                None => through("that is computed"),
            },
            SyntaxExprKind::Index(of, _) => match &strip(of).kind {
                SyntaxExprKind::Name(name) => {
                    let is_array = locals.arrays.get(name).or_else(|| self.globals.get(name));
                    match is_array {
                        Some(true) => Ok(FramePlace::Variable(*name)),
                        _ => through(&format!("at an index: '{}'", symbols.name(*name))),
                    }
                }
                // A row of an array of arrays; a member that is an array may be a pointer.
                SyntaxExprKind::Index(..) => through("at an index, or a row of an array"),
                _ => through("at an index"),
            },
            _ => through("that is computed"),
        }
    }
}

/// Functions without a text that write nothing which is seen.
fn keeps_memory(name: &str) -> bool {
    let any = name.strip_prefix("__VERIFIER_nondet_").is_some_and(|kind| kind != "memory");
    any || ["__VERIFIER_assume", "assert", "__assert_fail", "reach_error", "abort", "exit", "__VERIFIER_error"]
        .contains(&name)
}

/// Without parentheses.
fn strip(of: &SyntaxExpr) -> &SyntaxExpr {
    match &of.kind {
        SyntaxExprKind::Paren(inner) => strip(inner),
        _ => of,
    }
}

/// Goes through a text: what is written and called, what is declared.
struct Walk<'l> {
    locals: Option<&'l mut Locals>,
    writes: Vec<SyntaxExpr>,
    /// By name; nothing for a call of anything else.
    calls: Vec<Option<Symbol>>,
    /// Why there is no frame.
    why: Option<String>,
}

impl Walk<'_> {
    fn block(&mut self, block: &CompoundStatement) {
        for item in &block.items {
            match item {
                BlockItem::Declaration(declaration) => self.declaration(declaration),
                BlockItem::Statement(statement) => self.statement(statement),
                BlockItem::Function(_) => self.why = Some("it has a function in it".to_owned()),
                BlockItem::StaticAssert(_) | BlockItem::LocalLabels(_) => {}
            }
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        if let Some(locals) = &mut self.locals {
            locals.declaration(declaration);
        }
        for one in &declaration.declarators {
            for derived in &one.declarator.derived {
                if let Derived::Array { size: Some(size), .. } = derived {
                    self.expr(size);
                }
            }
            one.init.iter().for_each(|init| self.initializer(init));
        }
    }

    fn initializer(&mut self, init: &Initializer) {
        match init {
            Initializer::Expr(value) => self.expr(value),
            Initializer::List(items, _) => self.items(items),
        }
    }

    fn items(&mut self, items: &[InitItem]) {
        items.iter().for_each(|item| self.initializer(&item.value));
    }

    fn statement(&mut self, statement: &SyntaxStatement) {
        match &statement.kind {
            StatementKind::Expr(expr) | StatementKind::GotoComputed(expr) => self.expr(expr),
            StatementKind::Block(block) => self.block(block),
            StatementKind::If(cond, yes, no) => {
                self.expr(cond);
                self.statement(yes);
                no.iter().for_each(|no| self.statement(no));
            }
            StatementKind::Switch(cond, inner)
            | StatementKind::While(cond, inner)
            | StatementKind::DoWhile(inner, cond) => {
                self.expr(cond);
                self.statement(inner);
            }
            StatementKind::For(init, cond, step, inner) => {
                match init {
                    Some(ForInit::Declaration(declaration)) => self.declaration(declaration),
                    Some(ForInit::Expr(first)) => self.expr(first),
                    None => {}
                }
                cond.iter().chain(step).for_each(|part| self.expr(part));
                self.statement(inner);
            }
            StatementKind::Return(value) => value.iter().for_each(|value| self.expr(value)),
            StatementKind::Label(_, inner)
            | StatementKind::Case(_, _, inner)
            | StatementKind::Default(inner)
            | StatementKind::Contract(_, inner) => self.statement(inner),
            StatementKind::Asm(_) => self.why = Some("it has inline assembler".to_owned()),
            StatementKind::Empty | StatementKind::Goto(_) | StatementKind::Continue | StatementKind::Break => {}
        }
    }

    fn expr(&mut self, of: &SyntaxExpr) {
        match &of.kind {
            SyntaxExprKind::Assign(_, to, value) => {
                self.writes.push((**to).clone());
                self.expr(to);
                self.expr(value);
            }
            SyntaxExprKind::PostIncrement(to, _) | SyntaxExprKind::PreIncrement(to, _) => {
                self.writes.push((**to).clone());
                self.expr(to);
            }
            SyntaxExprKind::Call(function, args) => {
                self.calls.push(match &strip(function).kind {
                    SyntaxExprKind::Name(name) => Some(*name),
                    _ => None,
                });
                self.expr(function);
                args.iter().for_each(|arg| self.expr(arg));
            }
            SyntaxExprKind::Unary(operator, inner) => {
                if let (PrefixOperator::AddressOf, SyntaxExprKind::Name(name), Some(locals)) =
                    (operator, &strip(inner).kind, &mut self.locals)
                {
                    locals.addressed.insert(*name);
                }
                self.expr(inner);
            }
            SyntaxExprKind::Index(one, other) | SyntaxExprKind::Binary(_, one, other) => {
                self.expr(one);
                self.expr(other);
            }
            SyntaxExprKind::Member(inner, _)
            | SyntaxExprKind::Arrow(inner, _)
            | SyntaxExprKind::Cast(_, inner)
            | SyntaxExprKind::Paren(inner) => self.expr(inner),
            SyntaxExprKind::Conditional(cond, yes, no) => {
                self.expr(cond);
                yes.iter().for_each(|yes| self.expr(yes));
                self.expr(no);
            }
            SyntaxExprKind::ChooseExpr(cond, yes, no) => [cond, yes, no].into_iter().for_each(|part| self.expr(part)),
            SyntaxExprKind::CompoundLiteral(_, items) => self.items(items),
            SyntaxExprKind::Statement(block) => self.block(block),
            SyntaxExprKind::Generic(of, ways) => {
                self.expr(of);
                ways.iter().for_each(|(_, way)| self.expr(way));
            }
            SyntaxExprKind::VaArg(..) => self.why = Some("it reads variable arguments".to_owned()),
            SyntaxExprKind::LabelAddress(_) => self.why = Some("it takes the address of a label".to_owned()),
            SyntaxExprKind::Int { .. }
            | SyntaxExprKind::Float(..)
            | SyntaxExprKind::Char(..)
            | SyntaxExprKind::String(..)
            | SyntaxExprKind::Name(_)
            | SyntaxExprKind::SizeofExpr(_)
            | SyntaxExprKind::SizeofType(_)
            | SyntaxExprKind::AlignofExpr(_)
            | SyntaxExprKind::AlignofType(_)
            | SyntaxExprKind::Offsetof(..)
            | SyntaxExprKind::TypesCompatible(..) => {}
        }
    }
}
