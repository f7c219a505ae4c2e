//! After all units: calls fitted to the definitions that they reach, bodies for library functions that are called
//! through pointers, warnings about what is missing.

use super::Definition;
use super::entry::Entry;
use crate::ast::{ExternalDeclaration, FunctionDefinition, TranslationUnit};
use crate::library;
use crate::library::call::LibraryCall;
use crate::lower::assign::Want;
use crate::lower::{Lower, Res};
use crate::parse;
use crate::sema::scope::Entity;
use cairn_base::id::Id;
use cairn_ir::external::OF_LIBRARY;
use cairn_ir::{CallSiteId, EdgeId, FunctionId, Op, PlaceKind};
use cairn_transform::argument_conversion::{self, passes};
use std::sync::Arc;

impl Lower<'_> {
    /// Lowers all units and completes the program; what is wrong is in `errors`.
    pub fn program_of(&mut self, mut units: Vec<TranslationUnit>, entry: Entry<'_>) {
        units.iter_mut().for_each(|unit| self.without_wrappers(unit));
        let names = self.scan_units(&units);
        for (unit, names) in units.into_iter().zip(names) {
            self.defined_here = names.statics.clone();
            self.unit_names = names;
            self.promises.extend(unit.promises.iter().copied());
            self.unit(unit);
            if self.errors.len() >= 20 {
                return;
            }
        }
        if !self.errors.is_empty() {
            return;
        }
        self.defined_here.clear();
        self.unit_names = Default::default();
        let completed = self.complete_program(entry);
        if let Err(error) = completed {
            self.errors.push(*error);
        }
    }

    fn complete_program(&mut self, entry: Entry<'_>) -> Res<()> {
        let own = self.own_functions();
        self.demand_exits();
        self.lower_prelude(0)?;
        self.take_addresses_of_views();
        let lowered = self.demanded.len();
        self.wrap_library_functions()?;
        self.demand_exits();
        self.lower_prelude(lowered)?;
        self.finish_start(entry, &own)?;
        self.settle_environment();
        self.settle_assembler();
        self.merge_units();
        self.fit_calls();
        self.resolve_volatile();
        self.resolve_registers();
        self.note_missing();
        self.note_outside();
        Ok(())
    }

    /// The functions that the files define at file scope. Nested ones need the frame around them.
    fn own_functions(&self) -> Vec<FunctionId> {
        let defined = |id: &FunctionId| {
            let known = self.linkage.functions.get(id).map(|(definition, _)| *definition);
            self.program.functions[*id].body.is_some() && matches!(known, Some(Definition::Full | Definition::Inline))
        };
        self.program.functions.ids().filter(defined).collect()
    }

    /// Names that functions without a body may find, and which functions the program names.
    fn note_outside(&mut self) {
        for global in self.linkage.externs.values() {
            // A static variable may have an alias with external linkage. What the library keeps for itself, nobody names.
            match global.entity {
                Entity::Var(var, _) if !self.program.vars[var].name.starts_with(crate::library::OWN) => {
                    self.program.vars[var].external = true;
                }
                Entity::Function(function)
                    if self.program.functions[function].name.starts_with(crate::library::OWN) =>
                {
                    self.program.functions[function].external = false;
                }
                _ => {}
            }
        }
        let outside = &mut self.program.outside;
        outside.pointers_promise = !self.promises.is_empty();
        for function in self.program.functions.iter() {
            if let Some(named) = outside.watched.get_mut(&function.name) {
                *named = true;
            }
        }
        // What the library does itself is no call of the program: its calls are marked where the program makes them.
        for function in std::mem::take(&mut self.of_prelude) {
            let name = &mut self.program.functions[function].name;
            if outside.watched.contains_key(name) {
                name.push_str(OF_LIBRARY);
            }
        }
    }

    /// Lowers the functions of the prelude that are called, until none is missing.
    fn lower_prelude(&mut self, from: usize) -> Res<()> {
        if self.demanded.len() == from {
            return Ok(());
        }
        let mut units = Vec::new();
        for (name, text) in library::prelude::TEXTS {
            let Some(file) = self.program.sources.add(name, Arc::from(*text)) else { continue };
            match parse::parse(&mut self.program.sources, file, self.symbols) {
                Ok(unit) => units.push(unit),
                Err(error) => return Err(Box::new(error)),
            }
        }
        self.begin_unit();
        self.in_prelude = true;
        let mut done = from;
        while done < self.demanded.len() {
            let Some(name) = self.demanded.get_index(done).copied() else { break };
            done += 1;
            for unit in &units {
                for item in &unit.items {
                    if let ExternalDeclaration::Function(function) = item
                        && function.declarator.name == Some(name)
                    {
                        self.scopes.enter();
                        let result = self.prelude_function(unit, function);
                        self.scopes.leave();
                        result?;
                        if let Some(Entity::Function(function)) = self.linkage.externs.get(&name).map(|g| g.entity) {
                            self.of_prelude.push(function);
                        }
                    }
                }
            }
        }
        self.in_prelude = false;
        Ok(())
    }

    /// A function of the prelude, behind the declarations of its file.
    fn prelude_function(&mut self, unit: &TranslationUnit, function: &FunctionDefinition) -> Res<()> {
        for item in &unit.items {
            if let ExternalDeclaration::Declaration(declaration) = item {
                self.file_declaration(declaration)?;
            }
        }
        self.function_definition(function)
    }

    /// Functions of the table whose address is taken get bodies that do what a call would.
    fn wrap_library_functions(&mut self) -> Res<()> {
        let mut next = 0;
        while next < self.program.functions.len() {
            let id = FunctionId::from_index(next);
            next += 1;
            let function = &self.program.functions[id];
            if function.body.is_some() || !function.address_taken || self.linkage.views.is_function_view(id) {
                continue;
            }
            let name = function.name.clone();
            let span = function.span;
            let Some(known) = library::lookup(&name) else { continue };
            let ty = self.function_type(function.ty);
            if !self.is_declared_as(&known, &ty) {
                continue;
            }
            if known.is_prelude() && library::prelude_name(&name) == name && !self.is_hosted(&name) {
                let symbol = self.symbols.intern(&name);
                self.demanded.insert(symbol);
                continue;
            }
            let declared = if ty.prototype { ty.clone() } else { self.known_type(&known, Some(&ty)) };
            self.program.functions[id].ty = self.program.types.intern(cairn_ir::Type::Function(declared.clone()));
            self.linkage.library.insert(id);
            self.begin_function(id, None);
            let params = self.plain_params(id, &declared, span);
            let args = params.iter().map(|param| self.load(param.place)).collect();
            let symbol = self.symbols.intern(&name);
            let want = match self.fun.result {
                Some(result) => Want::Into(self.var_lvalue(result)),
                None => Want::Nothing,
            };
            let call =
                LibraryCall { known: &known, name: &name, symbol, function: Some(id), ty: &declared, args, span, want };
            let result = self.known_function(&call);
            let ended = self.end_function(span);
            result?;
            ended?;
        }
        Ok(())
    }

    /// Fits the arguments and the result of each call to the function's definition, which may have come later.
    fn fit_calls(&mut self) {
        for index in 0..self.program.edges.len() {
            let edge = EdgeId::from_index(index);
            if let Op::Call(site) = self.program.edges[edge].op {
                self.fit_call(edge, site);
            }
        }
    }

    fn fit_call(&mut self, edge: EdgeId, site: CallSiteId) {
        let Some(callee) = self.program.calls[site].callee else { return };
        let function = &self.program.functions[callee];
        if function.body.is_none() {
            return;
        }
        // gcc knows the functions of the library by itself, whatever a program declares.
        let is_library = self.linkage.library.contains(&callee);
        let params: Vec<_> = function.params.iter().map(|p| self.program.vars[*p].ty).collect();
        let returned = function.result.map(|r| self.program.vars[r].ty);
        let variadic = self.function_type(function.ty).variadic;
        let mut args = self.program.calls[site].args.clone();
        if args.len() < params.len() {
            self.give_up(edge, "a call with fewer arguments than the function has parameters");
            return;
        }
        if !variadic {
            args.truncate(params.len());
        }
        for (arg, ty) in args.iter_mut().zip(&params) {
            let from = self.type_of(*arg);
            match self.program.types.scalar(from).is_some() && self.program.types.scalar(*ty).is_some() && is_library {
                true if from != *ty => *arg = self.cast(*arg, *ty),
                true => {}
                false if passes(&self.program.types, from, *ty) => {
                    *arg = argument_conversion::convert(&mut self.program, *arg, *ty)
                }
                false if self.fills_register(*arg, *ty) => *arg = self.cast(*arg, *ty),
                false => {
                    self.give_up(edge, "a call with an argument that does not fit the function's parameter");
                    return;
                }
            }
        }
        self.program.calls[site].args = args;
        let Some(result) = self.program.calls[site].result else { return };
        let wanted = self.program.vars[result].ty;
        match returned {
            Some(returned) if returned == wanted => {}
            Some(returned) if passes(&self.program.types, returned, wanted) => {
                self.convert_result(edge, site, result, returned);
            }
            Some(returned) if is_library && self.is_scalar(returned) && self.is_scalar(wanted) => {
                self.convert_result(edge, site, result, returned);
            }
            _ => self.give_up(edge, "a call whose result does not fit what the function returns"),
        }
    }

    /// True when an argument is a constant that is passed as its wider parameter would be.
    fn fills_register(&self, arg: cairn_ir::ExprId, ty: cairn_ir::TypeId) -> bool {
        let cairn_ir::ExprKind::Constant(value) = self.program.exprs[arg].kind else { return false };
        argument_conversion::passes_constant(&self.program.types, self.type_of(arg), value, ty)
    }

    /// Takes the result in a variable of its type and converts it after the call.
    fn convert_result(&mut self, edge: EdgeId, site: CallSiteId, result: cairn_ir::VarId, returned: cairn_ir::TypeId) {
        let (source, target, span) = {
            let e = &self.program.edges[edge];
            (e.source, e.target, e.span)
        };
        let caller = self.program.nodes[source].function;
        let temp = self.variable("#result".into(), returned, cairn_ir::VarKind::Temp, span);
        self.program.vars[temp].function = Some(caller);
        self.program.functions[caller].locals.push(temp);
        self.program.calls[site].result = Some(temp);
        let middle = self.program.nodes.push(crate::lower::function_state::new_node(caller));
        self.fixed.push(true);
        self.program.edges[edge].target = middle;
        self.program.nodes[middle].entering.push(edge);
        self.program.nodes[target].entering.retain(|e| *e != edge);
        let place = self.var_place(temp);
        let value = self.load(place);
        let ty = self.program.vars[result].ty;
        let value = argument_conversion::convert(&mut self.program, value, ty);
        let to = self.program.exprs.place(PlaceKind::Var(result), ty);
        self.edge(middle, target, Op::Assign { place: to, value }, span);
    }

    fn give_up(&mut self, edge: EdgeId, what: &str) {
        self.program.edges[edge].op = Op::Unsupported(what.into());
    }
}
