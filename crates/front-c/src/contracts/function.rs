//! Functions: what is required is checked where they are called, what is ensured where they return.
//!
//! `T f(P) requires(R) ensures(E) { B }` becomes the body `static T __CPROVER_body_f(P) { B }` and
//! `T f(P) { check R; old values; T r = __CPROVER_body_f(P); check E; return r; }`. The parameters in `E` are those of the function with the
//! name, so they have the values that the caller gave. `__CPROVER_proof_f(P) { assume R; old values; T r = __CPROVER_body_f(P); check E; return r; }` is where an
//! execution begins that proves the body.

use super::build::{self, binary, declaration, name, statement};
use super::{ContractUse, Expander, body_name, is_clause, proof_name};
use crate::ast::{
    Attribute, BinaryOperator, BlockItem, CompoundStatement, Declarator, Derived, FunctionDefinition, Specifiers,
    StatementKind, StorageClass, Symbol, SyntaxExpr, SyntaxExprKind, SyntaxStatement, TypeSpecifier,
};
use cairn_base::{Diagnostic, Span};

/// The name of the result in clauses.
const RESULT: &str = "__CPROVER_return_value";

/// Which of the two functions with clauses is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Requirements are checked, the body is called, what is ensured is checked.
    Checked,
    /// Requirements are assumed, what is ensured is checked.
    Proof,
}

/// A contract: of which function, its clauses, the names of the parameters, and where.
struct Clauses<'c> {
    own: &'c str,
    clauses: &'c [Attribute],
    parameters: &'c [Symbol],
    span: Span,
}

impl Expander<'_> {
    /// The functions that one with a contract becomes. `declared` is the declaration that has the contract, where the definition has none.
    pub(super) fn function(
        &mut self,
        function: FunctionDefinition,
        declared: Option<&(Specifiers, Declarator)>,
    ) -> Vec<FunctionDefinition> {
        let contract = declared.map_or(&function.declarator, |(_, declarator)| declarator).clone();
        let clauses = contract.attributes.clone();
        let (Some(symbol), Some(parameters)) = (function.declarator.name, self.parameters(&contract)) else {
            let message =
                "a contract of a function of variable arguments, or without named parameters, is not supported";
            self.errors.push(Diagnostic::error(message, function.declarator.span));
            return vec![function];
        };
        let own = self.symbols.name(symbol).to_owned();
        let mut body = function.clone();
        body.specifiers.storage = Some(StorageClass::Static);
        body.declarator.name = Some(self.symbols.intern(&body_name(&own)));
        body.declarator.attributes.retain(|attribute| !is_clause(self.symbols.name(attribute.name)));
        let mut head = function;
        if declared.is_some() {
            head.declarator.derived.clone_from(&contract.derived);
        }
        head.old_style_params = Vec::new();
        head.declarator.attributes.retain(|attribute| !is_clause(self.symbols.name(attribute.name)));
        // Types are defined once, by the body, which comes first.
        if !only_names(&mut head.specifiers.ty) || !parameters_only_name(&head.declarator) {
            let message = "a contract of a function whose type is defined without a name is not supported";
            self.errors.push(Diagnostic::error(message, head.declarator.span));
            return vec![body];
        }
        let mut all = vec![body];
        if self.has_clause(&clauses, "frees") {
            let message = format!("the clause 'frees' of '{own}' is neither checked nor relied on");
            self.warnings.push(Diagnostic::warning(message, contract.span));
        }
        let span = contract.span;
        let proof = (self.mode == ContractUse::Prove).then(|| {
            let mut proof = head.clone();
            proof.declarator.name = Some(self.symbols.intern(&proof_name(&own)));
            proof.specifiers.storage = None;
            proof.specifiers.inline = false;
            proof
        });
        let parts = Clauses { own: &own, clauses: &clauses, parameters: &parameters, span };
        all.push(self.wrapper(&head, &parts, Role::Checked));
        all.extend(proof.map(|proof| self.wrapper(&proof, &parts, Role::Proof)));
        all
    }

    /// The names of the parameters; none where there is one without.
    fn parameters(&self, declarator: &Declarator) -> Option<Vec<Symbol>> {
        let Some(Derived::Function { params, variadic: false, identifiers, .. }) = declarator.derived.first() else {
            return None;
        };
        let is_void = |only: &crate::ast::Parameter| {
            let TypeSpecifier::Basic(words) = only.specifiers.ty else { return false };
            words.void && only.declarator.derived.is_empty() && only.declarator.name.is_none()
        };
        match &params[..] {
            [only] if is_void(only) => Some(Vec::new()),
            _ if !identifiers.is_empty() => None,
            _ => params.iter().map(|param| param.declarator.name).collect(),
        }
    }

    fn wrapper(&mut self, head: &FunctionDefinition, contract: &Clauses<'_>, role: Role) -> FunctionDefinition {
        let Clauses { own, clauses, parameters, span } = *contract;
        let mut items = Vec::new();
        let mut push = |item: BlockItem| items.push(item);
        match (role, self.requires_fresh(clauses)) {
            (Role::Proof, true) => self.assumed_with_objects(clauses, parameters).into_iter().for_each(&mut push),
            (Role::Proof, false) => {
                for cond in self.of_clauses(clauses, "requires") {
                    push(BlockItem::Statement(statement(self.assumed(cond))));
                }
            }
            (Role::Checked, is_fresh) => {
                let all = if is_fresh { self.required_at_call(clauses) } else { self.of_clauses(clauses, "requires") };
                for cond in all {
                    push(BlockItem::Statement(statement(self.checked(cond, "requires"))));
                }
            }
        }
        let mut ensured = self.of_clauses(clauses, "ensures");
        for cond in &mut ensured {
            self.refuse_old_of_bound(cond, &mut Vec::new());
            self.old_values(cond, &mut push);
        }
        let frame = self.frame(clauses, span);
        frame.opens.into_iter().for_each(&mut push);
        let args = parameters.iter().map(|parameter| name(*parameter, span)).collect();
        let call = self.call(&body_name(own), args, span);
        let result = self.symbols.intern(RESULT);
        let is_void = is_void(&head.specifiers, &head.declarator);
        push(match is_void {
            true => BlockItem::Statement(statement(call)),
            false => declaration(TypeSpecifier::TypeofExpr(Box::new(call.clone())), result, Some(call), span),
        });
        frame.closes.into_iter().for_each(&mut push);
        for cond in ensured {
            let cond = self.checked(cond, "ensures");
            push(BlockItem::Statement(statement(cond)));
        }
        let value = (!is_void).then(|| name(result, span));
        push(BlockItem::Statement(SyntaxStatement { kind: StatementKind::Return(value), span }));
        let mut function = head.clone();
        function.body = CompoundStatement { items, span };
        function
    }

    /// Takes the values of `__CPROVER_old(e)` before the call.
    fn old_values(&mut self, of: &mut SyntaxExpr, push: &mut impl FnMut(BlockItem)) {
        if let SyntaxExprKind::Call(function, args) = &of.kind
            && let SyntaxExprKind::Name(called) = function.kind
            && self.symbols.name(called) == "__CPROVER_old"
            && let [value] = &args[..]
        {
            let old = self.fresh("old");
            // An lvalue's type may be const: the value's is not.
            let plain = binary(BinaryOperator::Comma, build::int(0, of.span), value.clone(), of.span);
            push(declaration(TypeSpecifier::TypeofExpr(Box::new(plain)), old, Some(value.clone()), of.span));
            *of = name(old, of.span);
            return;
        }
        match &mut of.kind {
            SyntaxExprKind::Unary(_, inner)
            | SyntaxExprKind::Paren(inner)
            | SyntaxExprKind::Whole(inner)
            | SyntaxExprKind::Cast(_, inner)
            | SyntaxExprKind::Member(inner, _)
            | SyntaxExprKind::Arrow(inner, _) => self.old_values(inner, push),
            SyntaxExprKind::Binary(_, one, other) | SyntaxExprKind::Index(one, other) => {
                self.old_values(one, push);
                self.old_values(other, push);
            }
            SyntaxExprKind::Conditional(cond, yes, no) => {
                self.old_values(cond, push);
                yes.iter_mut().for_each(|yes| self.old_values(yes, push));
                self.old_values(no, push);
            }
            SyntaxExprKind::Call(_, args) => args.iter_mut().for_each(|arg| self.old_values(arg, push)),
            _ => {}
        }
    }
}

fn is_void(specifiers: &Specifiers, declarator: &Declarator) -> bool {
    let TypeSpecifier::Basic(words) = specifiers.ty else { return false };
    words.void && declarator.derived.len() == 1
}

/// Has a type only be named where it was defined, too; false for one that has no name.
fn only_names(ty: &mut TypeSpecifier) -> bool {
    match ty {
        TypeSpecifier::Record(record) if record.members.is_some() => {
            record.members = None;
            record.tag.is_some()
        }
        TypeSpecifier::Enum(of) if of.constants.is_some() => {
            of.constants = None;
            of.tag.is_some()
        }
        _ => true,
    }
}

/// The same of the parameters of a function.
fn parameters_only_name(declarator: &Declarator) -> bool {
    let Some(Derived::Function { params, .. }) = declarator.derived.first() else { return true };
    // Types that are defined among parameters are known in that function alone.
    params.iter().all(|param| {
        let defines = |ty: &TypeSpecifier| match ty {
            TypeSpecifier::Record(record) => record.members.is_some(),
            TypeSpecifier::Enum(of) => of.constants.is_some(),
            _ => false,
        };
        !defines(&param.specifiers.ty)
    })
}
