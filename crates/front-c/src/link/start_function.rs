//! The start function: declares the objects of static storage, initialises them, calls the entry function, halts.
//!
//! Which function that is, [`entry`](super::entry) says. It is called with inputs, which bear its parameters' names.

use super::entry::Entry;
use super::linkage::Definition;
use crate::lower::assign::Want;
use crate::lower::function_state::new_node;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::program::Body;
use cairn_ir::types::{FunctionType, Type};
use cairn_ir::{BinaryOp, FunctionId, NondetSource, Op};

impl Lower<'_> {
    /// Completes the start function; the program is whole afterwards but for the passes of `transform`. `own` are the functions
    /// that the program's files define.
    pub fn finish_start(&mut self, entry: Entry<'_>, own: &[FunctionId]) -> Res<()> {
        let entries = match entry {
            Entry::Named(name) => vec![self.entry_function(name, own)?],
            Entry::Any => own.to_vec(),
        };
        let span = entries.first().map_or(Span::NONE, |first| self.program.functions[*first].span);
        self.define_destructors()?;
        self.refuse_symbols_of_linker();
        for at in std::mem::take(&mut self.linkage.exotic) {
            self.unsupported("a complex or vector type", at);
        }
        for (what, at) in std::mem::take(&mut self.linkage.refused) {
            self.unsupported(what, at);
        }
        // The smaller number first; without one last.
        let constructors = std::mem::take(&mut self.constructors);
        for constructor in self.by_priority(constructors) {
            if self.program.functions[constructor].body.is_some() {
                self.call_function(constructor, Vec::new(), span, Want::Nothing)?;
            }
        }
        match entries[..] {
            [only] => self.call_entry(only)?,
            _ => self.call_any(&entries)?,
        }
        self.run_destructors(span)?;
        self.nothing_left_open(span);
        self.stop(Op::Halt, span);
        self.declare_statics();
        Ok(())
    }

    /// The bounds of a section, which the linker makes of all files: what lies between them is not known.
    fn refuse_symbols_of_linker(&mut self) {
        let is_bound = |name: &str| name.starts_with("__start_") || name.starts_with("__stop_");
        for (var, (definition, span)) in &self.linkage.vars {
            if *definition == Definition::Declared && is_bound(&self.program.vars[*var].name) {
                self.linkage.refused.push(("the bounds of a section, which the linker makes".into(), *span));
            }
        }
    }

    /// Functions by their numbers, and those of one number as they are defined in the text: gcc's order without
    /// optimisation, wherever they are declared.
    fn by_priority(&self, mut functions: Vec<(i128, FunctionId)>) -> Vec<FunctionId> {
        functions.sort_by_key(|(priority, function)| (*priority, self.program.functions[*function].span.start));
        functions.into_iter().map(|(_, function)| function).collect()
    }

    /// Calls one of the functions; which is an input.
    fn call_any(&mut self, functions: &[FunctionId]) -> Res<()> {
        let (int, end) = (self.basic.int, self.fixed_node());
        let temp = self.temp(int, Span::NONE);
        let place = self.var_place(temp);
        self.emit(Op::Havoc { place, source: NondetSource::Other("choice of an entry function".into()) }, Span::NONE);
        for (position, function) in functions.iter().enumerate() {
            let span = self.program.functions[*function].span;
            let (this, next) = (self.node(), self.node());
            let (choice, number) = (self.load(place), self.int_constant(position as i128, int));
            let cond = self.binary(BinaryOp::Eq, choice, number, int);
            self.branch(cond, this, next, span);
            self.fun.cur = this;
            self.call_entry(*function)?;
            self.jump(end, span);
            self.fun.cur = next;
        }
        self.jump(end, Span::NONE);
        self.fun.cur = end;
        Ok(())
    }

    /// Calls the function with arguments that are inputs, named after the parameters.
    fn call_entry(&mut self, function: FunctionId) -> Res<()> {
        let span = self.program.functions[function].span;
        let args = self.entry_arguments(function, span)?;
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
        let mut of_units: Vec<_> = self.linkage.vars.keys().copied().collect();
        of_units.sort_unstable();
        let mut views = Vec::new();
        for var in of_units {
            if self.linkage.views.is_var_view(var) {
                views.push(var);
                continue;
            }
            let (definition, span) = self.linkage.vars[&var];
            self.complete(var);
            let defined = definition != Definition::Declared;
            if !defined && !self.program.vars[var].name.is_empty() {
                self.undefined_vars.push((var, span));
            }
            vars.push((var, defined));
        }
        views.into_iter().for_each(|view| self.complete_view(view));
        vars.extend(self.statics.iter().copied());
        let missing: Vec<_> = std::mem::take(&mut self.linkage.missing).into_values().collect();
        vars.extend(missing.iter().map(|(var, ..)| (*var, true)));
        let mut ops: Vec<(Op, Span)> = Vec::with_capacity(vars.len());
        for (var, zeroed) in vars {
            let zeroed = zeroed && self.program.vars[var].data.is_none();
            ops.push((Op::Declare { var, zeroed }, self.program.vars[var].span));
        }
        ops.extend(self.objects_of_the_library());
        for (var, entity, span) in missing {
            ops.extend(self.address_or_null(var, entity, span));
        }
        let start = self.program.start;
        let Some(body) = self.program.functions[start].body else { return };
        let first = self.program.nodes.push(new_node(start));
        self.fixed.push(true);
        let mut node = first;
        let count = ops.len();
        for (position, (op, span)) in ops.into_iter().enumerate() {
            let next = if position + 1 == count {
                body.entry
            } else {
                self.fixed.push(true);
                self.program.nodes.push(new_node(start))
            };
            self.edge(node, next, op, span);
            node = next;
        }
        let entry = if count == 0 { body.entry } else { first };
        self.program.functions[start].body = Some(Body { entry, exit: body.exit });
    }

    /// Calls what runs at the end of the program, when something does.
    pub fn run_destructors(&mut self, span: Span) -> Res<()> {
        if self.linkage.symbolic.has_destructors && self.quiet == 0 {
            let function = self.destructors_function();
            self.call_function(function, Vec::new(), span, Want::Nothing)?;
        }
        Ok(())
    }

    /// The made-up function that calls the destructors; its body comes when all of them are known.
    fn destructors_function(&mut self) -> FunctionId {
        let ty = FunctionType { result: self.basic.void, params: Vec::new(), variadic: false, prototype: true };
        let symbol = self.symbols.intern("<destructors>");
        self.defined.insert(symbol);
        self.extern_function(symbol, &ty, Span::NONE)
    }

    /// The larger number first, without one before all; otherwise from the last of the text to the first.
    fn define_destructors(&mut self) -> Res<()> {
        if !self.linkage.symbolic.has_destructors {
            return Ok(());
        }
        let function = self.destructors_function();
        let destructors = std::mem::take(&mut self.destructors);
        let destructors = self.by_priority(destructors);
        self.begin_function(function, None);
        for destructor in destructors.into_iter().rev() {
            if self.program.functions[destructor].body.is_some() {
                let span = self.program.functions[destructor].span;
                self.call_function(destructor, Vec::new(), span, Want::Nothing)?;
            }
        }
        self.end_function(Span::NONE)
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
