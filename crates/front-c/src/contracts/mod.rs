//! Contracts of functions and loops, made statements before anything is lowered (docs/design/contracts.md).
//!
//! A function with clauses becomes two: its body under a name of its own, and a function with its name that checks what is required,
//! calls the body, and checks what is ensured. So every engine, every trace and every table of obligations has contracts without
//! knowing of any. With [`ContractUse::Prove`] a third function, which assumes what is required and checks what is ensured, is where
//! the body is proved by itself. Loops are treated alike.
//!
//! Invariant: no contract replaces what it is about: bodies and loops are followed, and nothing rests on a clause. What a function
//! with `assigns` writes is checked on the automata (`cairn_transform::frames`); here its frame is only opened and closed.

pub mod acsl;
mod build;
mod condition;
mod frame;
mod function;
mod iteration;
mod memory;
mod quantifier;

pub(crate) use build::whole_cast;

use crate::ast::{
    BlockItem, CompoundStatement, Declarator, ExternalDeclaration, FunctionDefinition, Specifiers, StatementKind,
    Symbol, SyntaxStatement, TranslationUnit,
};
use crate::symbols::Symbols;
use cairn_base::{Diagnostic, FastMap, FastSet};

cairn_base::choice! {
    /// Treatment of contracts.
    pub enum ContractUse {
        /// Each clause is checked where it must hold.
        Check = "check",
        /// The same, and the body of each function with a contract can be proved by itself, for any arguments that it allows.
        Prove = "prove",
    }
}

/// How the function is called in which the body of a function is proved against its contract.
pub fn proof_name(function: &str) -> String {
    format!("__CPROVER_proof_{function}")
}

/// How the body of a function with a contract is called.
pub fn body_name(function: &str) -> String {
    format!("__CPROVER_body_{function}")
}

/// The function that the user knows by another name here.
pub fn own_name(function: &str) -> &str {
    let parts = ["__CPROVER_body_", "__CPROVER_proof_"];
    parts.iter().find_map(|part| function.strip_prefix(part)).unwrap_or(function)
}

/// Whether a declarator has clauses.
pub fn has_contract(declarator: &Declarator, symbols: &Symbols) -> bool {
    declarator.attributes.iter().any(|attribute| is_clause(symbols.name(attribute.name)))
}

/// Makes statements of all contracts of a unit. What is not supported of them is said in `errors`, what is not used in
/// `warnings`.
pub fn expand(
    unit: &mut TranslationUnit,
    symbols: &mut Symbols,
    mode: ContractUse,
    errors: &mut Vec<Diagnostic>,
    warnings: &mut Vec<Diagnostic>,
) {
    // The contract of a function may stand at a declaration of it.
    let mut declared: FastMap<Symbol, (Specifiers, Declarator)> = FastMap::default();
    // The parser interns the name of a clause where it reads one: without, no loop need be looked for.
    let all = ["loop_invariant", "decreases", "requires", "ensures", "assigns", "frees"];
    let mut is_needed = all.iter().any(|clause| symbols.find(clause).is_some());
    for item in &unit.items {
        match item {
            ExternalDeclaration::Declaration(declaration) => {
                for one in declaration.declarators.iter().filter(|one| has_contract(&one.declarator, symbols)) {
                    if let Some(name) = one.declarator.name {
                        declared.insert(name, (declaration.specifiers.clone(), one.declarator.clone()));
                    }
                }
            }
            ExternalDeclaration::Function(function) => {
                is_needed |= has_contract(&function.declarator, symbols);
            }
            _ => {}
        }
    }
    if !is_needed && declared.is_empty() {
        return;
    }
    let defined: FastSet<Symbol> = unit
        .items
        .iter()
        .filter_map(|item| match item {
            ExternalDeclaration::Function(function) => function.declarator.name,
            _ => None,
        })
        .collect();
    let mut expander = Expander { symbols, mode, fresh: 0, errors, warnings };
    for item in std::mem::take(&mut unit.items) {
        match item {
            ExternalDeclaration::Function(mut function) => {
                expander.loops_of(&mut function);
                let known = function.declarator.name.and_then(|name| declared.get(&name));
                let parts = match (has_contract(&function.declarator, expander.symbols), known) {
                    (true, _) => expander.function(*function, None),
                    (false, Some(of)) => expander.function(*function, Some(of)),
                    (false, None) => vec![*function],
                };
                unit.items.extend(parts.into_iter().map(|part| ExternalDeclaration::Function(Box::new(part))));
            }
            ExternalDeclaration::Declaration(mut declaration) => {
                for one in
                    declaration.declarators.iter_mut().filter(|one| has_contract(&one.declarator, expander.symbols))
                {
                    one.declarator.attributes.retain(|attribute| !is_clause(expander.symbols.name(attribute.name)));
                    if let Some(name) = one.declarator.name.filter(|name| !defined.contains(name)) {
                        let name = expander.symbols.name(name);
                        let message = format!("the contract of '{name}' is not used: the function has no body here");
                        expander.warnings.push(Diagnostic::warning(message, one.declarator.span));
                    }
                }
                unit.items.push(ExternalDeclaration::Declaration(declaration));
            }
            other => unit.items.push(other),
        }
    }
}

/// Whether an attribute is a clause of a function's contract.
fn is_clause(name: &str) -> bool {
    ["requires", "ensures", "assigns", "frees"].contains(&name)
}

/// Context of the expansion of a unit.
struct Expander<'e> {
    symbols: &'e mut Symbols,
    mode: ContractUse,
    /// Names made so far.
    fresh: usize,
    errors: &'e mut Vec<Diagnostic>,
    warnings: &'e mut Vec<Diagnostic>,
}

impl Expander<'_> {
    fn loops_of(&mut self, function: &mut FunctionDefinition) {
        self.block(&mut function.body);
    }

    fn block(&mut self, block: &mut CompoundStatement) {
        for item in &mut block.items {
            match item {
                BlockItem::Statement(statement) => self.statement(statement),
                BlockItem::Function(function) => {
                    self.refuse_in_block(&function.declarator);
                    self.loops_of(function);
                }
                BlockItem::Declaration(declaration) => {
                    declaration.declarators.iter().for_each(|one| self.refuse_in_block(&one.declarator));
                }
                _ => {}
            }
        }
    }

    fn refuse_in_block(&mut self, declarator: &Declarator) {
        if has_contract(declarator, self.symbols) {
            self.refuse("a contract of a function that is declared in a block is not supported", declarator.span);
        }
    }

    /// Makes statements of the contracts of loops, from the inside out.
    fn statement(&mut self, statement: &mut SyntaxStatement) {
        match &mut statement.kind {
            StatementKind::Block(block) => self.block(block),
            StatementKind::If(_, yes, no) => {
                self.statement(yes);
                no.iter_mut().for_each(|no| self.statement(no));
            }
            StatementKind::Switch(_, inner)
            | StatementKind::While(_, inner)
            | StatementKind::DoWhile(inner, _)
            | StatementKind::For(_, _, _, inner)
            | StatementKind::Label(_, inner)
            | StatementKind::Case(_, _, inner)
            | StatementKind::Default(inner) => self.statement(inner),
            StatementKind::Contract(clauses, inner) => {
                match &mut inner.kind {
                    StatementKind::While(_, body)
                    | StatementKind::DoWhile(body, _)
                    | StatementKind::For(_, _, _, body) => {
                        self.statement(body);
                    }
                    _ => {}
                }
                let (clauses, inner) = (std::mem::take(clauses), (**inner).clone());
                statement.kind = self.iteration(clauses, inner);
            }
            _ => {}
        }
    }
}
