//! Calls: of functions by name, through pointers, with what is passed by value copied first.
//!
//! A call whose type is not that of the function goes through a converted pointer, and the C front end decides what fits.
//! Text constants stand as literals in calls of functions without a body, since the library's formats are read there.

use super::Res;
use super::body::{Body, Effect, State};
use super::tree::{Reads, Tree};
use super::types::Rep;
use crate::model::{ConstantKind, Instruction, LocalId, Operation, SymbolId, SymbolKind, TypeId, TypeKind, Value};

impl super::Unit<'_> {
    /// The function that a call names.
    fn callee(&self, instruction: &Instruction) -> Option<SymbolId> {
        let Some(Value::Constant(callee)) = instruction.operands.last() else { return None };
        match self.module.constants[*callee].kind {
            ConstantKind::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// The intrinsic that a call is of.
    pub fn intrinsic(&self, instruction: &Instruction) -> Option<&str> {
        let symbol = &self.module.symbols[self.callee(instruction)?];
        (symbol.name.starts_with("llvm.") && matches!(symbol.kind, SymbolKind::Function(_))).then_some(&symbol.name)
    }
}

impl Body<'_, '_> {
    pub fn call(&mut self, local: LocalId, instruction: &Instruction) -> Res<()> {
        let Operation::Call { ty, by_value, noreturn } = &instruction.operation else {
            return Err("no call".to_owned());
        };
        if let Some(name) = self.unit.intrinsic(instruction) {
            let name = name.to_owned();
            return self.intrinsic(local, &name, instruction);
        }
        let Some((callee, args)) = instruction.operands.split_last() else { return Err("a call of nothing".to_owned()) };
        if let Value::Assembler(text, constraints) = callee {
            return self.assembler(local, text, constraints);
        }
        let TypeKind::Function { result, params, .. } = self.unit.module.types[*ty].kind.clone() else {
            return Err("a call of no function".to_owned());
        };
        let symbol = self.unit.callee(instruction);
        let external = symbol.is_some_and(|symbol| match &self.unit.module.symbols[symbol].kind {
            SymbolKind::Function(function) => function.blocks.is_empty(),
            _ => false,
        });
        let mut list = Vec::new();
        for (position, arg) in args.iter().enumerate() {
            let copied = by_value.get(position).copied().flatten();
            list.push(self.argument(arg, copied, external, position < params.len())?);
        }
        let name = self.callee_text(callee, symbol, *ty)?;
        self.before(Effect::Memory);
        let call = format!("{name}({})", list.join(", "));
        if self.unit.module.types[result].kind == TypeKind::Void {
            self.line(&format!("{call};"));
        } else {
            let rep = self.unit.types.rep(self.function.locals[local].ty)?;
            match self.known.uses[local].count {
                0 => {
                    self.line(&format!("{call};"));
                    self.states[local] = State::Lost;
                }
                _ => {
                    let rep = self.sign_of(symbol, rep);
                    self.assign(local, &Tree::new(call, rep, Reads::default()));
                }
            }
        }
        if *noreturn {
            self.line("__builtin_unreachable();");
        }
        Ok(())
    }

    /// The result's sign, where the function has one.
    fn sign_of(&mut self, symbol: Option<SymbolId>, rep: Rep) -> Rep {
        let Some(symbol) = symbol.map(|symbol| &self.unit.module.symbols[symbol]) else { return rep };
        let (SymbolKind::Function(function), TypeKind::Function { result, .. }) =
            (&symbol.kind, &self.unit.module.types[symbol.ty].kind)
        else {
            return rep;
        };
        let (unsigned, result) = (super::symbols::is_unsigned_input(&symbol.name), *result);
        let declared = self.unit.parameter(function, result, 0).ok().and_then(|ct| self.unit.types.rep_of(ct));
        match (rep, declared) {
            (Rep::Int { width, signed: true }, _) if unsigned => Rep::Int { width, signed: false },
            (Rep::Int { width, .. }, Some(Rep::Int { width: bits, signed })) if bits == width => {
                Rep::Int { width, signed }
            }
            _ => rep,
        }
    }

    fn argument(&mut self, arg: &Value, by_value: Option<TypeId>, external: bool, named: bool) -> Res<String> {
        if let Some(ty) = by_value {
            let pointer = self.operand(arg)?;
            let (text, ct) = self.unit.place(&pointer, ty, false)?;
            let copy = self.variable(Rep::Record(ct), "copy");
            self.line(&format!("{copy} = {text};"));
            return Ok(format!("(void *)&{copy}"));
        }
        if let (true, Value::Constant(id)) = (external, arg)
            && let Some(literal) = self.unit.literal_of(*id)
        {
            return Ok(literal);
        }
        let tree = self.operand(arg)?;
        Ok(match tree.rep {
            // What is passed beyond the parameters has been promoted to its type.
            Rep::Int { width, signed } if !named && !super::types::is_odd(width) => {
                format!("({}){}", super::types::int_name(self.unit.types.model, width, signed), tree.text)
            }
            _ => tree.text,
        })
    }

    /// The function that is called, as C has it.
    fn callee_text(&mut self, callee: &Value, symbol: Option<SymbolId>, ty: TypeId) -> Res<String> {
        if let Some(symbol) = symbol {
            let of = &self.unit.module.symbols[symbol];
            let unprototyped = matches!(
                &self.unit.module.types[of.ty].kind,
                TypeKind::Function { params, variadic: true, .. } if params.is_empty()
            );
            let direct = matches!(of.kind, SymbolKind::Function(_)) && (of.ty == ty || unprototyped);
            if direct {
                return Ok(self.unit.names[symbol].clone());
            }
        }
        let pointer = self.operand(callee)?;
        let TypeKind::Function { result, params, variadic } = self.unit.module.types[ty].kind.clone() else {
            return Err("a call of no function".to_owned());
        };
        let mut list = Vec::new();
        for param in &params {
            let ct = self.unit.passed(*param, None)?;
            list.push(self.unit.types.declare(ct, ""));
        }
        let parameters = match (list.is_empty(), variadic) {
            (true, true) => String::new(),
            (true, false) => "void".to_owned(),
            (false, true) => format!("{}, ...", list.join(", ")),
            (false, false) => list.join(", "),
        };
        let declarator = format!("(*)({parameters})");
        let ty = match self.unit.module.types[result].kind {
            TypeKind::Void => format!("void {declarator}"),
            _ => {
                let ct = self.unit.passed(result, None)?;
                self.unit.types.declare(ct, &declarator)
            }
        };
        Ok(format!("(({ty}){})", pointer.text))
    }

    /// Inline assembler that says nothing is a barrier for the compiler.
    fn assembler(&mut self, local: LocalId, text: &str, constraints: &str) -> Res<()> {
        let only_clobbers = constraints.split(',').all(|part| part.is_empty() || part.starts_with('~'));
        if text.trim().is_empty() && only_clobbers {
            return Ok(());
        }
        self.states[local] = State::Lost;
        Err("inline assembler".to_owned())
    }
}
