//! Whether a local has a value yet, as a flag beside it.
//!
//! C17 6.3.2.1p2 leaves undefined to read an automatic object whose address is never taken and to which nothing was
//! assigned. That is a question about the text's own variables, so a flag answers it exactly: zero where the variable is
//! declared, one behind each operation that writes it. A flag is a variable like all others, and every analysis follows it.
//! What is in memory is an indeterminate value, which C lets a program read: `indeterminate` asks where it decides something.
//!
//! Only variables that the text may read before it writes them get a flag. What comes behind a declaration that was jumped over
//! cannot be told: the variable ends with its block, and nothing in the program says where that was. There the answer is
//! *nobody knows*.

use crate::prune;
use cairn_base::id::IdVec;
use cairn_base::{FastMap, FastSet};
use cairn_ir::any_reachable;
use cairn_ir::behaviour::is_of_library;
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::expr::ExprKind;
use cairn_ir::ids::{EdgeId, FunctionId, NodeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::program::{Program, VarKind};
use cairn_ir::thread_mark;
use cairn_ir::types::{IntKind, Type, TypeId};
use cairn_ir::{ExprId, PlaceId};

/// How the names of flags begin: no name in C has a blank in it.
const FLAG: &str = "#assigned ";

/// Why a path ends where nobody can know.
pub(super) const JUMPED_OVER: &str = "a read of a variable whose declaration may have been jumped over";

/// Whether variables have values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InitialisationFlags {
    /// The flag of a variable; none where nobody can know.
    of: FastMap<VarId, Option<VarId>>,
}

impl InitialisationFlags {
    /// The flag of the variable that an expression reads.
    pub(super) fn of(&self, program: &Program, expr: ExprId) -> Option<Option<VarId>> {
        let ExprKind::Load(place) = program.exprs[expr].kind else { return None };
        self.of.get(&program.exprs.root_variable(place)?).copied()
    }
}

/// Effects of an operation on variables that are looked at.
#[derive(Default)]
struct Does {
    reads: Vec<VarId>,
    writes: Vec<VarId>,
    declares: Option<(VarId, bool)>,
}

/// Puts flags beside the program's locals that may be read before they are written. All ids of nodes, edges and calls change.
pub fn track(program: &mut Program) -> InitialisationFlags {
    let of_library: IdVec<FunctionId, bool> =
        program.functions.iter().map(|function| is_of_library(program, function)).collect();
    let candidate = |var: &VarId| {
        let variable = &program.vars[*var];
        variable.kind == VarKind::Local
            && !variable.address_taken
            && variable.function.is_some_and(|function| !of_library[function])
            && !has_array(program, variable.ty, 0)
    };
    let candidates: FastSet<VarId> = program.vars.ids().filter(candidate).collect();
    if candidates.is_empty() {
        return InitialisationFlags::default();
    }
    let does: IdVec<EdgeId, Does> = program.edges.iter().map(|edge| does(program, &edge.op, &candidates)).collect();
    let mut begins: FastMap<VarId, Vec<NodeId>> = FastMap::default();
    for (edge, does) in does.iter_ids() {
        if let Some((var, false)) = does.declares {
            begins.entry(var).or_default().push(program.edges[edge].target);
        }
    }
    let mut flags = InitialisationFlags::default();
    for var in program.vars.ids().filter(|var| candidates.contains(var)) {
        let Some(entry) = program.vars[var].function.and_then(|f| program.functions[f].body).map(|body| body.entry)
        else {
            continue;
        };
        if is_read_first(program, &does, var, &from_begin(program, entry)) {
            flags.of.insert(var, None);
        } else if is_read_first(program, &does, var, begins.get(&var).map_or(&[][..], Vec::as_slice)) {
            flags.of.insert(var, Some(add_flag(program, var)));
        }
    }
    write(program, &does, &flags);
    flags
}

/// Where the code of a frame may begin: the function that threads are copied into has all of theirs.
pub(super) fn from_begin(program: &Program, entry: NodeId) -> Vec<NodeId> {
    let function = program.nodes[entry].function;
    let threads = thread_mark::beginnings(program).filter(|node| program.nodes[*node].function == function);
    std::iter::once(entry).chain(threads).collect()
}

/// Whether the text reads a variable on some way from these locations, before it writes or declares it.
fn is_read_first(program: &Program, does: &IdVec<EdgeId, Does>, var: VarId, from: &[NodeId]) -> bool {
    any_reachable(from.iter().copied(), |node, open| {
        for (edge, to) in program.leaving(node) {
            // The variable is one thread's.
            if thread_mark::leads_to_another(&to.op) {
                continue;
            }
            let does = &does[edge];
            if does.reads.contains(&var) {
                return true;
            }
            let goes_on = !does.writes.contains(&var) && does.declares.is_none_or(|(declared, _)| declared != var);
            if goes_on {
                open.push(to.target);
            }
        }
        false
    })
}

fn does(program: &Program, op: &Op, candidates: &FastSet<VarId>) -> Does {
    let mut does = Does::default();
    let of = |at: Where| at.variable(program).filter(|var| candidates.contains(var));
    for effect in effects::all(program, op) {
        match effect {
            Effect::Reads(at) => does.reads.extend(of(at)),
            Effect::Writes { at, .. } => does.writes.extend(of(at)),
            Effect::Begins { var, zeroed } if candidates.contains(&var) => does.declares = Some((var, zeroed)),
            _ => {}
        }
    }
    does
}

fn has_array(program: &Program, ty: TypeId, depth: u32) -> bool {
    const DEEPEST: u32 = 20;
    match program.types.get(ty) {
        Type::Array(..) | Type::VariableArray(..) => true,
        Type::Record(_) => {
            let inside = |field: &cairn_ir::Field| has_array(program, field.ty, depth + 1);
            depth >= DEEPEST || program.types.fields(ty).is_none_or(|all| all.iter().any(inside))
        }
        _ => false,
    }
}

fn add_flag(program: &mut Program, var: VarId) -> VarId {
    let int = program.types.int(IntKind::Int);
    let (name, function) = (format!("{FLAG}{}", program.vars[var].name), program.vars[var].function);
    program.add_var(&name, int, VarKind::Temp, function)
}

/// Puts the writes of flags behind the operations that decide them.
fn write(program: &mut Program, does: &IdVec<EdgeId, Does>, flags: &InitialisationFlags) {
    let mut any = false;
    for (edge, does) in does.iter_ids() {
        for (var, value) in does.declares.into_iter().chain(does.writes.iter().map(|var| (*var, true))) {
            if let Some(Some(flag)) = flags.of.get(&var).copied() {
                let place = program.var_place(flag);
                put_behind(program, edge, place, value);
                any = true;
            }
        }
    }
    if any {
        let reached: IdVec<_, bool> = program.functions.iter().map(|function| function.body.is_some()).collect();
        prune::list_entering(program);
        prune::compact(program, &reached);
    }
}

fn put_behind(program: &mut Program, edge: EdgeId, place: PlaceId, value: bool) {
    let (source, target, span) = (program.edges[edge].source, program.edges[edge].target, program.edges[edge].span);
    let int = program.types.int(IntKind::Int);
    let value = program.exprs.expr(ExprKind::Constant(u128::from(value)), int);
    let between = program.add_node(program.nodes[source].function);
    program.edges[edge].target = between;
    program.add_edge(between, target, Op::Assign { place, value }, span);
}
