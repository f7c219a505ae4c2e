//! Which objects begin without a value, and which writes there are.
//!
//! A local is left out where the text assigns it as a whole before it names it, on every way from its declaration: then nobody can
//! see it without a value. The library's own objects are left out, which its models fill.

use cairn_base::FastSet;
use cairn_base::id::IdVec;
use cairn_ir::any_reachable;
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::expr::PlaceKind;
use cairn_ir::ids::{FunctionId, NodeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::primitive::{PrimitiveAct, WrittenBytes};
use cairn_ir::program::{Program, VarKind};
use cairn_ir::types::Type;
use cairn_ir::{ExprId, PlaceId};

/// Whether an operation makes an object without values.
pub(super) fn makes(op: &Op) -> bool {
    let Op::Intrinsic { which, result: Some(_), .. } = op else { return false };
    which.row().allocates().is_some_and(|made| !made.zeroed)
}

/// Locals in memory that may be seen without a value.
pub(super) fn locals(program: &Program, of_users: &IdVec<FunctionId, bool>) -> FastSet<VarId> {
    let mut found = FastSet::default();
    for edge in program.edges.iter() {
        let Op::Declare { var, zeroed: false } = edge.op else { continue };
        let variable = &program.vars[var];
        let is_record = matches!(program.types.get(variable.ty), Type::Array(..) | Type::Record(_));
        let is_users = variable.kind == VarKind::Local && variable.function.is_some_and(|function| of_users[function]);
        let has_size = program.types.size_of(variable.ty).is_some_and(|size| size > 0);
        if is_users
            && has_size
            && (variable.address_taken || is_record)
            && variable.data.is_none()
            && is_seen_first(program, var, edge.target)
        {
            found.insert(var);
        }
    }
    found
}

/// Whether the text names a variable, on some way from here, before it assigns it as a whole.
fn is_seen_first(program: &Program, var: VarId, from: NodeId) -> bool {
    any_reachable([from], |node, open| {
        for (edge, to) in program.leaving(node) {
            let all = effects::all(program, &program.edges[edge].op);
            if all.contains(&Effect::Names(var)) {
                return true;
            }
            let ends = |effect: &Effect| match effect {
                Effect::Writes { at: Where::Variable(written), .. } => *written == var,
                Effect::Begins { var: begun, .. } => *begun == var,
                _ => false,
            };
            if !all.iter().any(ends) {
                open.push(to.target);
            }
        }
        false
    })
}

/// Writes of an operation, as far as they may be watched.
pub(super) enum Written {
    Place(PlaceId),
    Bytes(ExprId, ExprId),
    /// The whole object that a pointer goes to, and what it leads to.
    Reachable(ExprId),
}

pub(super) fn written(program: &Program, op: &Op) -> Vec<Written> {
    match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => vec![Written::Place(*place)],
        Op::Intrinsic { which, args, result } => {
            let mut all: Vec<Written> = result.iter().map(|place| Written::Place(*place)).collect();
            let arg = |at: usize| args.get(at).copied();
            for act in which.row().acts {
                match *act {
                    PrimitiveAct::Writes(WrittenBytes { to, size, .. }) => {
                        all.extend(arg(to).zip(arg(size)).map(|(to, size)| Written::Bytes(to, size)));
                    }
                    PrimitiveAct::WritesReachable(_) => all.extend(args.iter().map(|to| Written::Reachable(*to))),
                    PrimitiveAct::Frees(old, _) => all.extend(arg(old).map(Written::Reachable)),
                    _ => {}
                }
            }
            all
        }
        Op::Call(site) => {
            let result = program.calls[*site].result;
            let is_it = |var| move |place: &PlaceKind| *place == PlaceKind::Var(var);
            let place = |var| program.exprs.places().find(|(_, place)| is_it(var)(&place.kind)).map(|(id, _)| id);
            result.and_then(place).map(Written::Place).into_iter().collect()
        }
        _ => Vec::new(),
    }
}
