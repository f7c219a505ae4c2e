//! Variadic arguments become an ordinary object of the caller.
//!
//! Each call of a function that starts a list of arguments stores those beyond the parameters into a record in the
//! caller's frame, one after the other in steps of the machine's word, and passes the record's address as one more
//! parameter, [`cairn_ir::Function::rest`]. A `va_list` is then a pointer into that record that the front end advances: no
//! analysis needs to know of lists, and reading past the last argument is an access outside the record.
//!
//! The record's lifetime is the call, so that a list that outlives its function names nothing. Recursion needs no care:
//! the record is in the caller's frame. A function that starts no list ignores what it is passed, and so does a function
//! that is not variadic but called without a prototype.
//!
//! Why not an object that the callee owns, as on the machine: its type would depend on who calls.

use cairn_base::id::IdVec;
use cairn_base::{FastMap, Span};
use cairn_ir::expr::{ExprId, ExprKind, PlaceKind};
use cairn_ir::ids::{EdgeId, FunctionId, VarId};
use cairn_ir::op::{CallSiteId, Op};
use cairn_ir::program::{Program, VarKind};
use cairn_ir::types::{Field, Record, Type, TypeId};

/// Bytes that an argument of a type takes among the variadic arguments: whole words, or more where the machine aligns them. `None` for a type without size.
pub fn slot_size(program: &Program, ty: TypeId) -> Option<u64> {
    let word = program.types.model().row().argument_step;
    program.types.size_of(ty)?.checked_next_multiple_of(word)
}

/// Gives the functions that start lists their parameter, and all calls in functions that are reached what it takes.
/// Calls through pointers must be resolved.
pub fn lower(program: &mut Program, reached: &IdVec<FunctionId, bool>) {
    // Once is enough: a program that is finished again stays as it is.
    if program.functions.iter().any(|function| function.rest.is_some_and(|rest| function.params.contains(&rest))) {
        return;
    }
    let mut named = IdVec::<FunctionId, usize>::new();
    for function in program.functions.iter_mut() {
        named.push(function.params.len());
        if let Some(rest) = function.rest {
            program.vars[rest].kind = VarKind::Param(function.params.len() as u32);
            function.params.push(rest);
        }
    }
    let mut records = Records::default();
    for edge in program.edges.ids() {
        let Op::Call(site) = program.edges[edge].op else { continue };
        let caller = program.nodes[program.edges[edge].source].function;
        let Some(callee) = program.calls[site].callee else { continue };
        if !reached[caller] {
            continue;
        }
        let count = named[callee].min(program.calls[site].args.len());
        let rest = program.calls[site].args.split_off(count);
        if program.functions[callee].rest.is_some() {
            records.pass(program, edge, site, callee, &rest);
        }
    }
}

#[derive(Default)]
struct Records {
    types: FastMap<Vec<TypeId>, TypeId>,
    /// Calls of one function with arguments of the same types share a variable of their caller: no two are open at once.
    vars: FastMap<(FunctionId, FunctionId, TypeId), VarId>,
}

impl Records {
    fn pass(&mut self, program: &mut Program, edge: EdgeId, site: CallSiteId, callee: FunctionId, rest: &[ExprId]) {
        let cairn_ir::Edge { source, target, span, .. } = program.edges[edge];
        let caller = program.nodes[source].function;
        let types = rest.iter().map(|arg| program.exprs[*arg].ty).collect();
        let Some(ty) = self.record(program, types) else {
            program.edges[edge].op = Op::Unsupported("a variadic argument without a size".to_owned());
            return;
        };
        let var = *self.vars.entry((caller, callee, ty)).or_insert_with(|| {
            let name = format!("<arguments of {}>", program.functions[callee].name);
            let var = program.add_var(&name, ty, VarKind::Local, Some(caller));
            program.vars[var].address_taken = true;
            var
        });
        // The edge keeps its place in the list of its source.
        let mut at = program.add_node(caller);
        program.nodes[target].entering.retain(|e| *e != edge);
        program.nodes[at].entering.push(edge);
        program.edges[edge].op = Op::Declare { var, zeroed: false };
        program.edges[edge].target = at;
        let record = program.var_place(var);
        for (index, value) in rest.iter().enumerate() {
            let place = program.exprs.place(PlaceKind::Field(record, index as u32), program.exprs[*value].ty);
            let next = program.add_node(caller);
            program.add_edge(at, next, Op::Assign { place, value: *value }, span);
            at = next;
        }
        let to = program.types.pointer(ty);
        let address = program.exprs.expr(ExprKind::AddressOf(record), to);
        let void = program.types.void();
        let pointer = program.types.pointer(void);
        let address = program.exprs.expr(ExprKind::Cast(address), pointer);
        program.calls[site].args.push(address);
        let returned = program.add_node(caller);
        program.add_edge(at, returned, Op::Call(site), span);
        program.add_edge(returned, target, Op::EndScope(var), span);
    }

    /// The record of arguments of these types; `None` when one has no size.
    fn record(&mut self, program: &mut Program, types: Vec<TypeId>) -> Option<TypeId> {
        if let Some(known) = self.types.get(&types) {
            return Some(*known);
        }
        let mut size = 0u64;
        let mut fields = Vec::with_capacity(types.len());
        for (index, &ty) in types.iter().enumerate() {
            let name = (index + 1).to_string();
            fields.push(Field { name, ty, is_const: false, is_volatile: false, offset: size, bits: None });
            size = size.checked_add(slot_size(program, ty)?)?;
        }
        let tag = format!("<arguments {}>", self.types.len());
        let fields = Some(fields);
        let id = program.types.records.push(Record { tag, is_union: false, fields, size, align: 16, span: Span::NONE });
        let ty = program.types.intern(Type::Record(id));
        self.types.insert(types, ty);
        Some(ty)
    }
}
