//! The integers that ranking functions are made of: sums of atoms with small coefficients.
//!
//! An *atom* is an integer that can be computed wherever an execution arrives at a cycle: a variable of the frame or a static one, or an expression that is computed there
//! on every path before anything else is decided (so computing it once more is no more undefined than the program is). A component is computed in a type in which it cannot overflow,
//! so that equal samples give equal values in the interpreter and in every analysis.

use crate::cycle::{Cycle, CycleKind};
use cairn_base::FastSet;
use cairn_ir::effects::{self, Effect};
use cairn_ir::program::{Program, VarKind};
use cairn_ir::types::{IntKind, Scalar, TypeId};
use cairn_ir::{BinaryOp, EdgeId, ExprId, ExprKind, FunctionId, NodeId, Op, PlaceKind, Value, VarId};
use std::collections::BTreeSet;

/// An integer of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Atom {
    /// Its value where an execution arrives.
    pub value: ExprId,
}

/// A sum of atoms, perhaps clamped at zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Component {
    /// Coefficients of atoms, by their position among those of the cycle.
    pub terms: Vec<(i64, usize)>,
    /// The summand.
    pub constant: i128,
    /// Negative values count as zero.
    pub clamped: bool,
}

impl Component {
    /// Its value for values of the atoms.
    pub fn value(&self, atoms: &[i128]) -> i128 {
        let sum = self.terms.iter().fold(self.constant, |sum, (coefficient, at)| {
            sum.saturating_add(i128::from(*coefficient).saturating_mul(atoms[*at]))
        });
        if self.clamped { sum.max(0) } else { sum }
    }

    /// Puts it into a program, as an expression of a type ([`wide`]) over what stands for each atom.
    pub fn expression(&self, program: &mut Program, atoms: &[ExprId], ty: TypeId) -> ExprId {
        let constant = |program: &mut Program, value: i128| {
            let bits = program.types.scalar(ty).map_or(128, Scalar::bits);
            program.exprs.expr(ExprKind::Constant(Value::from_i128(value, bits).0), ty)
        };
        let mut sum = None;
        for (coefficient, at) in &self.terms {
            let mut term = program.exprs.expr(ExprKind::Cast(atoms[*at]), ty);
            if coefficient.unsigned_abs() != 1 {
                let factor = constant(program, i128::from(coefficient.unsigned_abs()));
                term = program.exprs.expr(ExprKind::Binary(BinaryOp::Mul, term, factor), ty);
            }
            sum = Some(match (sum, *coefficient < 0) {
                (Some(sum), true) => program.exprs.expr(ExprKind::Binary(BinaryOp::Sub, sum, term), ty),
                (Some(sum), false) => program.exprs.expr(ExprKind::Binary(BinaryOp::Add, sum, term), ty),
                (None, true) => {
                    let zero = constant(program, 0);
                    program.exprs.expr(ExprKind::Binary(BinaryOp::Sub, zero, term), ty)
                }
                (None, false) => term,
            });
        }
        let added = constant(program, self.constant);
        let sum = match sum {
            Some(sum) if self.constant == 0 => sum,
            Some(sum) => program.exprs.expr(ExprKind::Binary(BinaryOp::Add, sum, added), ty),
            None => added,
        };
        if !self.clamped {
            return sum;
        }
        let (zero, int) = (constant(program, 0), program.types.int(IntKind::Int));
        let positive = program.exprs.expr(ExprKind::Binary(BinaryOp::Gt, sum, zero), int);
        program.exprs.expr(ExprKind::Conditional(positive, sum, zero), ty)
    }

    /// As a person writes it.
    pub fn text(&self, program: &Program, atoms: &[Atom]) -> String {
        let mut text = String::new();
        for (coefficient, at) in &self.terms {
            let name = cairn_ir::print::format_expr(program, atoms[*at].value);
            let sign = match (text.is_empty(), *coefficient < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let factor = coefficient.unsigned_abs();
            text += sign;
            text += &if factor == 1 { name } else { format!("{factor} * {name}") };
        }
        match (text.is_empty(), self.constant) {
            (true, constant) => text = constant.to_string(),
            (false, 0) => {}
            (false, constant) if constant < 0 => text += &format!(" - {}", constant.unsigned_abs()),
            (false, constant) => text += &format!(" + {constant}"),
        }
        if self.clamped { format!("max(0, {text})") } else { text }
    }
}

/// A type in which sums of a few atoms with small coefficients do not overflow.
pub fn wide(program: &mut Program, atoms: &Atoms) -> TypeId {
    let bits = |atom: &Atom| program.types.scalar(program.type_of(atom.value)).map_or(128, Scalar::bits);
    let most = atoms.of.iter().flat_map(|(_, atoms)| atoms).map(bits).max().unwrap_or(0);
    program.types.int(if most <= 32 { IntKind::LongLong } else { IntKind::Int128 })
}

/// The number that a value of an atom is.
pub fn number(program: &Program, atom: ExprId, value: Value) -> i128 {
    match program.types.scalar(program.type_of(atom)) {
        Some(of) if of.is_signed() => value.as_signed(of.bits()),
        _ => i128::try_from(value.as_unsigned()).unwrap_or(i128::MAX),
    }
}

/// Atoms of a cycle, by function: as many in each of its functions, which correspond by their position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Atoms {
    /// By function.
    pub of: Vec<(FunctionId, Vec<Atom>)>,
    /// How many of them, the first ones, change in the cycle.
    pub changing: usize,
    /// Pairs of positions whose difference a condition of the cycle compares: the larger where it goes on, and the smaller.
    pub compared: Vec<(usize, usize)>,
    /// Components that a condition suggests, beside sums.
    pub suggested: Vec<usize>,
    /// Pointers that the cycle follows.
    pub pointers: Vec<usize>,
    /// Other pointers: what they are is no number that becomes smaller.
    pub addresses: Vec<usize>,
}

impl Atoms {
    /// Those in a function.
    pub fn within(&self, function: FunctionId) -> &[Atom] {
        self.of.iter().find(|(of, _)| *of == function).map_or(&[], |(_, atoms)| atoms)
    }
}

/// More atoms are not combined.
const MOST: usize = 14;

/// The atoms of a cycle; adds to the program's expressions only.
pub fn atoms(program: &mut Program, cycle: &Cycle) -> Atoms {
    match &cycle.kind {
        CycleKind::Loop { heads, .. } => of_loop(program, cycle, heads),
        CycleKind::Recursion { .. } => of_recursion(program, cycle),
    }
}

/// Whether values of a type are integers or addresses that components can have.
fn is_counted(program: &Program, ty: TypeId) -> bool {
    match program.types.scalar(ty) {
        Some(Scalar::Int { bits, .. }) => bits <= 64,
        Some(Scalar::Bool | Scalar::Pointer { .. }) => true,
        _ => false,
    }
}

fn of_loop(program: &mut Program, cycle: &Cycle, heads: &[NodeId]) -> Atoms {
    let function = cycle.function();
    let (mut written, mut read, mut declared) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut conditions = Vec::new();
    for edge in &cycle.edges {
        match &program.edges[*edge].op {
            Op::Declare { var, .. } | Op::EndScope(var) => _ = declared.insert(*var),
            Op::Assign { place, .. } | Op::Havoc { place, .. } => {
                if let PlaceKind::Var(var) = program.exprs[*place].kind {
                    written.insert(var);
                }
            }
            Op::Call(site) => written.extend(program.calls[*site].result),
            Op::Assume { cond, truth: true } => conditions.push(*cond),
            _ => {}
        }
        for effect in effects::all(program, &program.edges[*edge].op) {
            if let Effect::Reads(at) | Effect::Writes { at, .. } = effect
                && let Some(var) = at.variable(program)
            {
                read.insert(var);
                if matches!(effect, Effect::Writes { .. }) {
                    written.insert(var);
                }
            }
        }
    }
    // What callees and pointers write is among statics and what has an address.
    let calls = cycle.edges.iter().any(|edge| matches!(program.edges[*edge].op, Op::Call(_)));
    let is_here = |program: &Program, var: VarId| {
        let of = &program.vars[var];
        // A temporary is written before it is read: what it holds at a head is of no use.
        let in_frame = of.frame().is_none_or(|frame| frame == function)
            && !matches!(of.kind, VarKind::StringLiteral | VarKind::Temp);
        in_frame && !declared.contains(&var) && is_counted(program, of.ty)
    };
    let changes = |program: &Program, var: VarId| {
        let of = &program.vars[var];
        written.contains(&var) || of.address_taken || calls && of.frame().is_none()
    };
    let mut values: Vec<ExprId> = Vec::new();
    let mut in_conditions = FastSet::default();
    for cond in &conditions {
        in_conditions.extend(program.exprs.variables_in([(*cond).into()]));
    }
    let mut candidates: Vec<VarId> = read.iter().chain(&written).copied().collect();
    if calls {
        let of_statics = program.vars.iter_ids().filter(|(_, var)| var.kind == VarKind::Static);
        candidates.extend(of_statics.map(|(id, _)| id));
    }
    candidates.sort_unstable();
    candidates.dedup();
    candidates.retain(|var| is_here(program, *var));
    // Those that change and that a condition names come first, then others that change, then what they may be compared with.
    candidates.sort_by_key(|var| (!changes(program, *var), !in_conditions.contains(var), *var));
    let changing_vars = candidates.iter().filter(|var| changes(program, **var)).count();
    let known: FastSet<VarId> = candidates.iter().copied().collect();
    let (changing, fixed) = candidates.split_at(changing_vars);
    values.extend(changing.iter().take(MOST).map(|var| program.var_value(*var)));
    // What the head computes before anything is decided.
    let computed: Vec<ExprId> = match heads {
        [head] => first_conditions(program, *head),
        _ => Vec::new(),
    };
    let mut atoms = Atoms::default();
    let mut others = Vec::new();
    let (mut compared, mut suggested) = (Vec::new(), Vec::new());
    for cond in computed {
        let ExprKind::Binary(op, a, b) = program.exprs[cond].kind else { continue };
        if op.comparison().is_none() || !is_counted(program, program.type_of(a)) {
            continue;
        }
        for side in [a, b] {
            if !is_constant(program, side) && !is_plain(program, side, &known) {
                others.push(side);
            }
        }
        compared.push((a, b));
        // `x != n`: how far it is, round the width of the type.
        if let Some(Scalar::Int { bits, .. }) = program.types.scalar(program.type_of(a)) {
            let kind = if bits <= 32 { IntKind::UInt } else { IntKind::ULongLong };
            let unsigned = program.types.int(kind);
            for (x, y) in [(a, b), (b, a)] {
                let [x, y] = [x, y].map(|side| program.exprs.expr(ExprKind::Cast(side), unsigned));
                suggested.push(program.exprs.expr(ExprKind::Binary(BinaryOp::Sub, x, y), unsigned));
            }
        }
    }
    values.extend(others);
    atoms.changing = values.len();
    values.extend(fixed.iter().take(MOST.saturating_sub(values.len()).max(4)).map(|var| program.var_value(*var)));
    let first_suggested = values.len();
    // How far a number is from zero.
    for value in values.iter().copied().take(changing.len().min(6)) {
        let ty = program.type_of(value);
        if let Some(Scalar::Int { bits: 2.., signed: true }) = program.types.scalar(ty) {
            let (zero, int) = (program.exprs.expr(ExprKind::Constant(0), ty), program.types.int(IntKind::Int));
            let negative = program.exprs.expr(ExprKind::Binary(BinaryOp::Lt, value, zero), int);
            // Of the smallest number, whose negation does not fit, the type without a sign has it.
            let kind = if program.types.scalar(ty).is_some_and(|of| of.bits() <= 32) {
                IntKind::UInt
            } else {
                IntKind::ULongLong
            };
            let unsigned = program.types.int(kind);
            let [value, zero] = [value, zero].map(|of| program.exprs.expr(ExprKind::Cast(of), unsigned));
            let minus = program.exprs.expr(ExprKind::Binary(BinaryOp::Sub, zero, value), unsigned);
            suggested.push(program.exprs.expr(ExprKind::Conditional(negative, minus, value), unsigned));
        }
    }
    values.extend(suggested);
    let mut unique = Vec::new();
    let mut position = cairn_base::FastMap::default();
    let changing = atoms.changing;
    for (at, value) in values.iter().enumerate() {
        position.entry(*value).or_insert_with(|| {
            unique.push(Atom { value: *value });
            unique.len() - 1
        });
        if at + 1 == changing {
            atoms.changing = unique.len();
        }
    }
    atoms.suggested = values[first_suggested..].iter().map(|value| position[value]).collect();
    let stripped = |side: ExprId| position.get(&side).or_else(|| position.get(&plain(program, side))).copied();
    atoms.compared = compared.into_iter().filter_map(|(a, b)| Some((stripped(a)?, stripped(b)?))).collect();
    let followed = followed(program, cycle);
    let is_pointer = |at: &usize| program.types.is_pointer(program.type_of(unique[*at].value));
    let pointers = (0..unique.len()).filter(is_pointer);
    let is_new = makes_objects(program, cycle);
    (atoms.pointers, atoms.addresses) = pointers.partition(|at| !is_new && followed.contains(&unique[*at].value));
    atoms.of = vec![(function, unique)];
    atoms
}

/// Whether objects are made in a cycle whose addresses pointers may hold: by an allocation, or a variable whose address is taken. The
/// address of an object that is gone may be that of a new one, so no pointer is known to have another value each time.
fn makes_objects(program: &Program, cycle: &Cycle) -> bool {
    let mut functions: BTreeSet<FunctionId> = BTreeSet::new();
    if !cycle.is_loop() {
        functions.extend(&cycle.functions);
    }
    let mut open: Vec<EdgeId> = cycle.edges.clone();
    let mut by_function: cairn_base::FastMap<FunctionId, Vec<EdgeId>> = Default::default();
    for (id, edge) in program.edges.iter_ids() {
        by_function.entry(program.nodes[edge.source].function).or_default().push(id);
    }
    while let Some(edge) = open.pop() {
        match &program.edges[edge].op {
            Op::Intrinsic { which, .. } if which.row().allocates().is_some() => return true,
            Op::Declare { var, .. } if program.vars[*var].address_taken => return true,
            op => {
                if let Some(body) = program.body_called(op) {
                    let callee = program.nodes[body.entry].function;
                    if functions.insert(callee) {
                        open.extend(by_function.get(&callee).into_iter().flatten());
                    }
                }
            }
        }
    }
    functions.iter().any(|function| {
        let of = &program.functions[*function];
        of.params.iter().chain(&of.locals).any(|var| program.vars[*var].address_taken)
    })
}

/// Values of variables that are followed as pointers in a cycle.
fn followed(program: &Program, cycle: &Cycle) -> FastSet<ExprId> {
    let mut found = FastSet::default();
    for edge in &cycle.edges {
        for effect in effects::all(program, &program.edges[*edge].op) {
            if let Effect::Follows(pointer) = effect {
                found.insert(plain(program, pointer));
            }
        }
    }
    // `*p++` follows a copy.
    for _ in 0..2 {
        for edge in &cycle.edges {
            if let Op::Assign { place, value } = program.edges[*edge].op
                && found.iter().any(|of| matches!(program.exprs[*of].kind, ExprKind::Load(from) if from == place))
            {
                found.insert(plain(program, value));
            }
        }
    }
    found
}

/// An expression without conversions around it.
fn plain(program: &Program, mut expr: ExprId) -> ExprId {
    while let ExprKind::Cast(inner) = program.exprs[expr].kind {
        expr = inner;
    }
    expr
}

fn is_constant(program: &Program, expr: ExprId) -> bool {
    matches!(program.exprs[plain(program, expr)].kind, ExprKind::Constant(_))
}

/// Whether an expression is one of these variables.
fn is_plain(program: &Program, expr: ExprId, known: &FastSet<VarId>) -> bool {
    let ExprKind::Load(place) = program.exprs[plain(program, expr)].kind else { return false };
    matches!(program.exprs[place].kind, PlaceKind::Var(var) if known.contains(&var))
}

/// Conditions that are computed on every path from a location, in terms of what variables hold there: those of the first branch, behind edges that do nothing. Conditions that
/// name a condition's arms are none.
fn first_conditions(program: &Program, head: NodeId) -> Vec<ExprId> {
    let mut at = head;
    let mut steps = 0;
    loop {
        let leaving: Vec<EdgeId> = program.nodes[at].leaving.to_vec();
        match leaving[..] {
            [only] if matches!(program.edges[only].op, Op::Skip | Op::Label(_)) && steps < 8 => {
                at = program.edges[only].target;
                steps += 1;
            }
            [first, _] => {
                let Op::Assume { cond, .. } = program.edges[first].op else { return Vec::new() };
                return vec![cond];
            }
            _ => return Vec::new(),
        }
    }
}

fn of_recursion(program: &mut Program, cycle: &Cycle) -> Atoms {
    let statics: Vec<VarId> = {
        let is_written = |var: VarId| {
            cycle.edges.iter().any(|edge| match program.edges[*edge].op {
                Op::Assign { place, .. } | Op::Havoc { place, .. } => program.exprs.root_variable(place) == Some(var),
                _ => false,
            })
        };
        let of = program.vars.iter_ids().filter(|(_, var)| var.kind == VarKind::Static && is_counted(program, var.ty));
        of.map(|(id, _)| id).filter(|var| is_written(*var)).take(4).collect()
    };
    let fewest = cycle.functions.iter().map(|of| program.functions[*of].params.len()).min().unwrap_or(0);
    let is_common = |at: &usize| {
        cycle.functions.iter().all(|of| is_counted(program, program.vars[program.functions[*of].params[*at]].ty))
    };
    let positions: Vec<usize> = (0..fewest.min(8)).filter(is_common).collect();
    let mut atoms = Atoms { changing: positions.len() + statics.len(), ..Atoms::default() };
    for function in &cycle.functions {
        let params = program.functions[*function].params.clone();
        let vars = positions.iter().map(|at| params[*at]).chain(statics.iter().copied());
        let of = vars.map(|var| Atom { value: program.var_value(var) }).collect();
        atoms.of.push((*function, of));
    }
    let followed = followed(program, cycle);
    let is_new = makes_objects(program, cycle);
    let is_pointer =
        |at: &usize| atoms.of.iter().any(|(_, of)| program.types.is_pointer(program.type_of(of[*at].value)));
    let is_followed = |at: &usize| {
        let of =
            |of: &[Atom]| program.types.is_pointer(program.type_of(of[*at].value)) && followed.contains(&of[*at].value);
        !is_new && atoms.of.iter().all(|(_, atoms)| of(atoms))
    };
    (atoms.pointers, atoms.addresses) = (0..positions.len()).filter(is_pointer).partition(is_followed);
    atoms
}
