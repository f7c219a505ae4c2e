//! The start function: declares the objects of static storage, initialises them, calls the entry function, halts.

use crate::lower::assign::Want;
use crate::lower::build::new_node;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use crate::sema::scope::Entity;
use cairn_base::{Diagnostic, Span};
use cairn_ir::program::Body;
use cairn_ir::types::Type;
use cairn_ir::{BinaryOp, FunctionId, NondetSource, Op};

impl Lower<'_> {
    /// Completes the start function; the program is whole afterwards but for the passes of `ir`.
    pub fn finish_start(&mut self, entry: &str) -> Res<()> {
        let symbol = self.symbols.intern(entry);
        let function = match self.linkage.externs.get(&symbol).map(|g| g.entity) {
            Some(Entity::Function(function)) if self.is_of_program(function) => function,
            _ => {
                return Err(Box::new(Diagnostic::error(
                    format!("the program has no function '{entry}' with a body"),
                    Span::NONE,
                )));
            }
        };
        let span = self.program.functions[function].span;
        for at in std::mem::take(&mut self.linkage.exotic) {
            self.unsupported("a complex or vector type", at);
        }
        for constructor in std::mem::take(&mut self.constructors) {
            if self.program.functions[constructor].body.is_some() {
                self.call_function(constructor, Vec::new(), span, Want::Nothing)?;
            }
        }
        self.call_entry(function, span)?;
        self.stop(Op::Halt, span);
        self.declare_statics();
        Ok(())
    }

    /// True when a function has a body that the program gives it, not the library.
    fn is_of_program(&self, function: FunctionId) -> bool {
        let defined = |(definition, _): &(super::Definition, Span)| *definition != super::Definition::Declared;
        let body = &self.program.functions[function];
        let place = self.program.sources.locate(body.span);
        let of_library = place.is_some_and(|place| place.file.starts_with("<prelude>"));
        body.body.is_some() && !of_library && self.linkage.functions.get(&function).is_some_and(defined)
    }

    fn call_entry(&mut self, function: FunctionId, span: Span) -> Res<()> {
        let ty = self.function_type(self.program.functions[function].ty);
        let params = self.program.functions[function].params.len();
        let mut args = Vec::new();
        for (position, ty) in ty.params.iter().take(params).enumerate() {
            let name = ["argc", "argv", "envp"].get(position).copied().unwrap_or("argument of the entry function");
            let temp = self.temp(*ty, span);
            let place = self.var_place(temp);
            self.emit(Op::Havoc { place, source: NondetSource::Other(name.into()) }, span);
            let value = self.load(place);
            if position == 0 && self.is_integer(*ty) && params >= 2 {
                let zero = self.zero(*ty);
                let cond = self.binary(BinaryOp::Ge, value, zero, self.basic.int);
                self.emit(Op::Assume { cond, truth: true }, span);
            }
            args.push(value);
        }
        let result = self.call_function(function, args, span, Want::Value)?;
        let status = match result {
            Operand::Value(status) if self.is_integer(self.type_of(status)) => Some(status),
            _ => None,
        };
        self.run_at_exit(false, status, span)
    }

    /// Puts the declarations of all objects of static storage before everything else.
    fn declare_statics(&mut self) {
        let mut vars: Vec<(cairn_ir::VarId, bool)> = Vec::new();
        let linked: Vec<_> = self.linkage.externs.values().map(|g| g.entity).collect();
        let mut of_units: Vec<_> = self.linkage.vars.keys().copied().collect();
        of_units.sort_unstable();
        let _ = linked;
        for var in of_units {
            let (definition, span) = self.linkage.vars[&var];
            self.complete(var);
            let defined = definition != super::Definition::Declared;
            if !defined && !self.program.vars[var].name.is_empty() {
                self.undefined_vars.push((var, span));
            }
            vars.push((var, defined));
        }
        vars.extend(self.statics.iter().copied());
        let start = self.program.start;
        let Some(body) = self.program.functions[start].body else { return };
        let first = self.program.nodes.push(new_node(start));
        self.fixed.push(true);
        let mut node = first;
        let count = vars.len();
        for (position, (var, zeroed)) in vars.into_iter().enumerate() {
            let next = if position + 1 == count {
                body.entry
            } else {
                self.fixed.push(true);
                self.program.nodes.push(new_node(start))
            };
            let zeroed = zeroed && self.program.vars[var].data.is_none();
            let span = self.program.vars[var].span;
            self.edge(node, next, Op::Declare { var, zeroed }, span);
            node = next;
        }
        let entry = if count == 0 { body.entry } else { first };
        self.program.functions[start].body = Some(Body { entry, exit: body.exit });
    }

    /// Gives an object that no unit completes a type with a size.
    fn complete(&mut self, var: cairn_ir::VarId) {
        let ty = self.program.vars[var].ty;
        if self.program.types.size_of(ty).is_some() {
            return;
        }
        match *self.program.types.get(ty) {
            // A tentative array without a size has one element; one of another program, as many as one likes.
            Type::Array(of, None) => {
                let tentative = self.linkage.vars.get(&var).is_some_and(|(d, _)| *d == super::Definition::Tentative);
                let length = if tentative { 1 } else { 4096 };
                self.program.vars[var].ty = self.program.types.array(of, Some(length));
            }
            Type::Record(record) => {
                self.program.types.records[record].fields = Some(Vec::new());
            }
            _ => {}
        }
    }
}
