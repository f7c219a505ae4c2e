//! Where an operation may make the numbers of addresses matter: an execution that passes none of these is the same wherever
//! the objects are.
//!
//! The interpreter has real addresses. What a program computes of them would be computed of one placement out of many. So an
//! operation is taken to show addresses when it converts between pointers and integers, compares or subtracts two pointers
//! neither of which is the constant null, or puts a pointer where its bytes could be read as something else: into memory, into
//! a record, or into a variable whose address is taken.
//!
//! Invariant: what is not found here keeps pointers in variables of pointer type, and only follows them, offsets them or
//! compares them with null. Why not a trace of where addresses flow: it would be an analysis, and there are some.

use cairn_base::id::Id;
use cairn_ir::expr::Exprs;
use cairn_ir::primitive::PrimitiveAct;
use cairn_ir::types::Scalar;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{ExprId, ExprKind, Op, PlaceId, PlaceKind, Program, Step, VarId};

/// The edges and calls of a program, as far as they were looked at.
pub(crate) struct Addresses<'p> {
    program: &'p Program,
    /// Known truth of each edge, and of each call.
    shown: Vec<Option<bool>>,
    calls: Vec<Option<bool>>,
}

impl<'p> Addresses<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self { program, shown: vec![None; program.edges.len()], calls: vec![None; program.calls.len()] }
    }

    /// Whether a step may show addresses.
    pub fn shows(&mut self, step: Step) -> bool {
        let program = self.program;
        match step {
            Step::Edge(edge) | Step::Hidden(edge) => {
                *self.shown[edge.index()].get_or_insert_with(|| shows(program, &program.edges[edge].op))
            }
            // A call is looked at as a whole when it is entered.
            Step::Enter(site, _) => *self.calls[site.index()].get_or_insert_with(|| shows(program, &Op::Call(site))),
            Step::Leave(..) => false,
        }
    }
}

fn shows(program: &Program, op: &Op) -> bool {
    let kept = match op {
        Op::Assign { place, .. } => !keeps(program, *place),
        Op::Call(site) => {
            let site = &program.calls[*site];
            let params = site.callee.map_or(&[][..], |callee| &program.functions[callee].params);
            params.iter().chain(&site.result).any(|var| !holds(program, *var))
        }
        Op::CallPointer { .. } | Op::Unsupported(_) => true,
        Op::Intrinsic { which, result, .. } => {
            let row = which.row();
            // What moves an object, and what code outside has to do with.
            let may_move = row.allocates().is_some() && row.frees().is_some();
            let is_outside = row.reaches() || row.acts.iter().any(|act| matches!(act, PrimitiveAct::LeadsOutside(_)));
            may_move || is_outside || result.is_some_and(|place| !keeps(program, place))
        }
        Op::Skip
        | Op::Label(_)
        | Op::Assume { .. }
        | Op::Declare { .. }
        | Op::EndScope(_)
        | Op::Havoc { .. }
        | Op::Halt => false,
    };
    let computes = |part| matches!(part, ExprOrPlace::Expr(expr) if computes(program, expr));
    kept || program.parts_of(op).into_iter().any(computes)
}

/// Whether an expression makes something else of an address.
fn computes(program: &Program, expr: ExprId) -> bool {
    let exprs = &program.exprs;
    match exprs[expr].kind {
        ExprKind::Cast(inner) => {
            let (from, to) = (exprs[inner].ty, exprs[expr].ty);
            let is_test = matches!(program.types.scalar(to), Some(Scalar::Bool));
            program.types.is_pointer(from) != program.types.is_pointer(to) && !is_test && !is_null(exprs, inner)
        }
        ExprKind::Binary(_, a, b) => {
            let both = program.types.is_pointer(exprs[a].ty) && program.types.is_pointer(exprs[b].ty);
            both && !is_null(exprs, a) && !is_null(exprs, b)
        }
        ExprKind::Constant(number) => program.types.is_pointer(exprs[expr].ty) && number != 0,
        ExprKind::Load(_)
        | ExprKind::AddressOf(_)
        | ExprKind::FunctionAddress(_)
        | ExprKind::Unary(..)
        | ExprKind::Conditional(..) => false,
    }
}

/// Whether what is put into a place is no pointer, or stays one: nothing reads its bytes.
fn keeps(program: &Program, place: PlaceId) -> bool {
    let place = &program.exprs[place];
    match place.kind {
        PlaceKind::Var(var) => holds(program, var),
        _ => !program.types.has_pointers(place.ty),
    }
}

fn holds(program: &Program, var: VarId) -> bool {
    let var = &program.vars[var];
    !program.types.has_pointers(var.ty) || program.types.is_pointer(var.ty) && !var.address_taken
}

fn is_null(exprs: &Exprs, mut expr: ExprId) -> bool {
    while let ExprKind::Cast(inner) = exprs[expr].kind {
        expr = inner;
    }
    matches!(exprs[expr].kind, ExprKind::Constant(0))
}
