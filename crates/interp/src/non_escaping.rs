//! Pointer variables whose address does not escape without escaping: `make(&device)` with `*out = …` in `make`, the way in which C returns a
//! second result.
//!
//! The address of such a variable goes to parameters and nowhere else, and these parameters are followed, or handed to
//! others of the kind, and nothing else. So all writes to the variable are known from the text of the program: those that
//! name it, and those through these parameters. An address that gets anywhere else (into memory, into arithmetic, to a
//! primitive) makes the variable one that anything may write; no analysis of what pointers point to is made.

use cairn_base::{FastMap, FastSet};
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::walk::{ExprOrPlace, Walk};
use cairn_ir::{ExprId, ExprKind, Op, PlaceId, PlaceKind, Program, VarId, VarKind};
use std::collections::BTreeSet;

/// The variables whose address does not escape, and the parameters that it does not escape to.
#[derive(Clone, Debug, Default)]
pub(crate) struct NonEscaping {
    vars: FastSet<VarId>,
    /// For a parameter the variables that it may point to.
    pointees: FastMap<VarId, BTreeSet<VarId>>,
    /// Parameters that take other pointers, too.
    mixed: FastSet<VarId>,
}

/// Value of an expression, casts aside, as far as it matters here.
#[derive(Clone, Copy)]
enum Pointer {
    To(VarId),
    Held(VarId),
    Else,
}

impl NonEscaping {
    pub fn new(program: &Program) -> Self {
        let mut lost = Escaping::new(program);
        let handed = handed(program);
        let mut non_escaping = Self { mixed: assigned(program), ..Self::default() };
        loop {
            let before = lost.len();
            for (param, arg) in &handed {
                if param.is_none_or(|param| lost.values.contains(&param) || program.vars[param].address_taken) {
                    lost.note(pointer(program, *arg));
                }
            }
            if lost.len() == before {
                break;
            }
        }
        let is_pointer = |var: VarId| program.types.pointee(program.vars[var].ty).is_some();
        non_escaping.vars.extend(program.vars.iter_ids().filter_map(|(id, var)| {
            let is_non_escaping = var.address_taken && is_pointer(id) && !lost.addresses.contains(&id);
            is_non_escaping.then_some(id)
        }));
        let handed: Vec<(VarId, Pointer)> =
            handed.into_iter().filter_map(|(param, arg)| Some((param?, pointer(program, arg)))).collect();
        loop {
            let mut changed = false;
            for (param, value) in &handed {
                let new: BTreeSet<VarId> = match value {
                    Pointer::To(var) if non_escaping.vars.contains(var) => BTreeSet::from([*var]),
                    Pointer::Held(var) if !non_escaping.mixed.contains(var) && is_param(program, *var) => {
                        non_escaping.pointees.get(var).cloned().unwrap_or_default()
                    }
                    Pointer::Held(var) => {
                        changed |= non_escaping.mixed.insert(*param);
                        non_escaping.pointees.get(var).cloned().unwrap_or_default()
                    }
                    Pointer::To(_) | Pointer::Else => {
                        changed |= non_escaping.mixed.insert(*param);
                        continue;
                    }
                };
                let known = non_escaping.pointees.entry(*param).or_default();
                let before = known.len();
                known.extend(new);
                changed |= known.len() != before;
            }
            if !changed {
                return non_escaping;
            }
        }
    }

    /// True when all writes to an address-taken variable are known.
    pub fn is_non_escaping(&self, var: VarId) -> bool {
        self.vars.contains(&var)
    }

    /// The lent variables that a write to a place may go to, when it is not to a variable by name.
    pub fn behind(&self, program: &Program, place: PlaceId) -> impl Iterator<Item = VarId> {
        let pointees = parameter(program, place).and_then(|param| self.pointees.get(&param));
        pointees.into_iter().flatten().copied()
    }

    /// The variables that a place is one of, for certain.
    pub fn only_behind(&self, program: &Program, place: PlaceId) -> Option<&BTreeSet<VarId>> {
        let param = parameter(program, place).filter(|param| !self.mixed.contains(param))?;
        self.pointees.get(&param).filter(|pointees| !pointees.is_empty())
    }
}

fn is_param(program: &Program, var: VarId) -> bool {
    matches!(program.vars[var].kind, VarKind::Param(_)) && !program.vars[var].address_taken
}

/// The variable that a place is reached through, directly.
fn parameter(program: &Program, place: PlaceId) -> Option<VarId> {
    let PlaceKind::Deref(at) = program.exprs[place].kind else { return None };
    match pointer(program, at) {
        Pointer::Held(var) => Some(var),
        Pointer::To(_) | Pointer::Else => None,
    }
}

fn pointer(program: &Program, mut expr: ExprId) -> Pointer {
    loop {
        match program.exprs[expr].kind {
            ExprKind::Cast(inner) => expr = inner,
            ExprKind::Load(place) => {
                return match program.exprs[place].kind {
                    PlaceKind::Var(var) => Pointer::Held(var),
                    _ => Pointer::Else,
                };
            }
            ExprKind::AddressOf(place) => match program.exprs[place].kind {
                PlaceKind::Var(var) => return Pointer::To(var),
                PlaceKind::Deref(inner) => expr = inner,
                _ => return Pointer::Else,
            },
            _ => return Pointer::Else,
        }
    }
}

/// The variables that something is assigned to by name.
fn assigned(program: &Program) -> FastSet<VarId> {
    let named =
        program.edges.iter().flat_map(|edge| effects::own(program, &edge.op)).filter_map(|effect| match effect {
            Effect::Writes { at: Where::Variable(var), .. } => Some(var),
            _ => None,
        });
    named.chain(program.calls.iter().filter_map(|site| site.result)).collect()
}

/// Arguments of calls: the parameter that takes it, if there is one.
fn handed(program: &Program) -> Vec<(Option<VarId>, ExprId)> {
    let mut handed = Vec::new();
    for edge in program.edges.iter() {
        if let Op::Call(call) = &edge.op {
            let site = &program.calls[*call];
            let params = site.callee.map_or(&[][..], |callee| &program.functions[callee].params);
            handed.extend(site.args.iter().enumerate().map(|(at, arg)| (params.get(at).copied(), *arg)));
        }
    }
    handed
}

/// Pointers used otherwise than to be followed or handed over.
#[derive(Default)]
struct Escaping {
    addresses: FastSet<VarId>,
    values: FastSet<VarId>,
}

impl Escaping {
    fn note(&mut self, pointer: Pointer) {
        match pointer {
            Pointer::To(var) => drop(self.addresses.insert(var)),
            Pointer::Held(var) => drop(self.values.insert(var)),
            Pointer::Else => {}
        }
    }

    fn len(&self) -> usize {
        self.addresses.len() + self.values.len()
    }

    fn new(program: &Program) -> Self {
        let mut lost = Self::default();
        let (mut walk, mut roots) = (Walk::new(), Vec::new());
        for edge in program.edges.iter() {
            edge.op.roots(&program.calls, &mut roots);
            let hands_over = matches!(edge.op, Op::Call(_));
            for root in roots.drain(..) {
                if let (ExprOrPlace::Expr(expr), false) = (root, hands_over) {
                    lost.note(pointer(program, expr));
                }
                walk.visit(&program.exprs, root, &mut |part| match part {
                    ExprOrPlace::Expr(expr) => match program.exprs[expr].kind {
                        // What these are, is asked of what they are part of.
                        ExprKind::Cast(_) | ExprKind::AddressOf(_) => {}
                        _ => {
                            for part in program.exprs.parts(expr) {
                                if let ExprOrPlace::Expr(inner) = part {
                                    lost.note(pointer(program, inner));
                                }
                            }
                        }
                    },
                    ExprOrPlace::Place(place) => {
                        if let PlaceKind::Index(_, index) = program.exprs[place].kind {
                            lost.note(pointer(program, index));
                        }
                    }
                });
            }
        }
        lost
    }
}
