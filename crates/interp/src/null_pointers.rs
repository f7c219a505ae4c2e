//! Pointers that never hold anything but null.
//!
//! Programs that were cut out of larger ones, those of the LBE paper among them, say `SSL *s = 0; s->state = 8464;` and
//! expect memory there. Where null is an outcome among others (an allocation that fails, an input), following it is the
//! program's mistake, and an execution beyond it shows nothing. But a pointer that is null whatever happens, because
//! nothing else is ever assigned to it, is not one that a check was forgotten for: it stands for memory that the
//! program does not otherwise name, as an uninitialised pointer does. That is what is decided here, from the text of the
//! program and without regard to the order of statements: it is coarse, and that is the point. A null that only one
//! path assigns is never taken for memory.
//!
//! Near null is as good as null: a driver's stub of an allocator returns 0 or 1, and its callers go on with either. The
//! variable may be one whose address does not escape to such a stub ([`crate::non_escaping`]); memory in general is not looked into.
//!
//! The alternative, to ask whether a pointer is null on the path at hand, would follow the null of `p = input() ?
//! malloc(4) : 0` on the path that chose it.

use crate::layout::NULL_PAGE;
use crate::non_escaping::NonEscaping;
use cairn_base::FastSet;
use cairn_ir::{BinaryOp, ExprId, ExprKind, Op, PlaceId, PlaceKind, Program, VarId, VarKind};

/// Deeper nested expressions are not looked into.
const DEEPEST: u32 = 100;

/// The variables that never hold anything but null, or an address near it computed from null.
#[derive(Clone, Debug, Default)]
pub struct Nulls {
    vars: FastSet<VarId>,
    non_escaping: NonEscaping,
}

enum Source {
    Value(ExprId),
    Variable(VarId),
}

impl Nulls {
    /// Finds them: the greatest set whose members take only null constants and each other.
    pub fn new(program: &Program) -> Self {
        let mut nulls = Self { non_escaping: NonEscaping::new(program), ..Self::default() };
        // A local that nothing is assigned to is uninitialised, which is something else.
        let mut other: FastSet<VarId> = FastSet::default();
        let mut takes: Vec<(VarId, Source)> = Vec::new();
        let named = |place: PlaceId| match program.exprs[place].kind {
            PlaceKind::Var(var) => Some(var),
            _ => None,
        };
        for edge in program.edges.iter() {
            match &edge.op {
                Op::Assign { place, value } => {
                    takes.extend(named(*place).map(|var| (var, Source::Value(*value))));
                    takes.extend(nulls.non_escaping.behind(program, *place).map(|var| (var, Source::Value(*value))));
                }
                Op::Havoc { place, .. } => {
                    other.extend(named(*place));
                    other.extend(nulls.non_escaping.behind(program, *place));
                }
                Op::Intrinsic { result, .. } => {
                    other.extend(result.and_then(named));
                    other.extend(result.iter().flat_map(|place| nulls.non_escaping.behind(program, *place)));
                }
                Op::Declare { var, zeroed: true } => {
                    nulls.vars.insert(*var);
                }
                Op::Call(call) => {
                    let site = &program.calls[*call];
                    let callee = site.callee.map(|callee| &program.functions[callee]);
                    let params = callee.map_or(&[][..], |callee| &callee.params);
                    takes.extend(params.iter().zip(&site.args).map(|(var, arg)| (*var, Source::Value(*arg))));
                    if let Some(result) = site.result {
                        match callee.and_then(|callee| callee.result) {
                            Some(from) => takes.push((result, Source::Variable(from))),
                            None => {
                                other.insert(result);
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        nulls.vars.extend(takes.iter().map(|(var, _)| *var));
        let non_escaping = &nulls.non_escaping;
        nulls.vars.retain(|var| {
            let variable = &program.vars[*var];
            let is_known = !variable.address_taken || non_escaping.is_non_escaping(*var);
            let is_plain = is_known && variable.data.is_none() && variable.kind != VarKind::StringLiteral;
            is_plain && program.types.pointee(variable.ty).is_some() && !other.contains(var)
        });
        loop {
            let before = nulls.vars.len();
            for (var, source) in &takes {
                let stays = match source {
                    Source::Value(value) => nulls.is_null(program, *value),
                    Source::Variable(from) => nulls.vars.contains(from),
                };
                if !stays {
                    nulls.vars.remove(var);
                }
            }
            if nulls.vars.len() == before {
                return nulls;
            }
        }
    }

    /// True when what a place is in is reached through a pointer that is always null. A constant that is followed as it
    /// stands (`*(int *)0 = 1`) is not meant: programs write that in order to crash.
    pub fn is_behind(&self, program: &Program, mut place: PlaceId) -> bool {
        loop {
            match program.exprs[place].kind {
                PlaceKind::Var(_) => return false,
                PlaceKind::Field(outer, _) | PlaceKind::Index(outer, _) => place = outer,
                PlaceKind::Deref(pointer) => return self.is_memory(program, pointer),
            }
        }
    }

    /// True when a pointer is always null, and no constant as it stands.
    pub fn is_memory(&self, program: &Program, mut pointer: ExprId) -> bool {
        while let ExprKind::Cast(inner) = program.exprs[pointer].kind {
            pointer = inner;
        }
        !is_constant(program, pointer) && self.is_null(program, pointer)
    }

    /// True when an expression is null, or an address computed from null, whatever the inputs are.
    pub fn is_null(&self, program: &Program, expr: ExprId) -> bool {
        self.is_null_within(program, expr, DEEPEST)
    }

    fn is_null_within(&self, program: &Program, expr: ExprId, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match program.exprs[expr].kind {
            ExprKind::Constant(bits) => bits < u128::from(NULL_PAGE),
            ExprKind::Load(place) => match program.exprs[place].kind {
                PlaceKind::Var(var) => self.vars.contains(&var),
                _ => {
                    let pointees = self.non_escaping.only_behind(program, place);
                    pointees.is_some_and(|pointees| pointees.iter().all(|var| self.vars.contains(var)))
                }
            },
            ExprKind::AddressOf(mut place) => loop {
                match program.exprs[place].kind {
                    PlaceKind::Field(outer, _) => place = outer,
                    PlaceKind::Deref(pointer) => return self.is_null_within(program, pointer, depth),
                    PlaceKind::Index(outer, index) if is_constant(program, index) => place = outer,
                    PlaceKind::Var(_) | PlaceKind::Index(..) => return false,
                }
            },
            ExprKind::Cast(inner) => self.is_null_within(program, inner, depth),
            ExprKind::Binary(BinaryOp::PtrAdd, pointer, index) => {
                is_constant(program, index) && self.is_null_within(program, pointer, depth)
            }
            ExprKind::Conditional(_, yes, no) => {
                self.is_null_within(program, yes, depth) && self.is_null_within(program, no, depth)
            }
            ExprKind::FunctionAddress(_) | ExprKind::Unary(..) | ExprKind::Binary(..) => false,
        }
    }
}

fn is_constant(program: &Program, expr: ExprId) -> bool {
    matches!(program.exprs[expr].kind, ExprKind::Constant(_))
}
