//! Why a check is open: what the abstract interpretation of memory knows of the values that it asks about, where they come from, and
//! what would be enough.
//!
//! An alarm claims nothing of the check. What it says is known of all executions that come there
//! ([`cairn_domains::memory`]), so a reader sees which value is too large, or which pointer may be null.

use crate::library;
use cairn_base::{FastSet, Span};
use cairn_domains::memory::MemoryInvariants;
use cairn_ir::behaviour::Check;
use cairn_ir::reachable;
use cairn_ir::{
    BinaryOp, ExprId, ExprKind, FunctionId, NodeId, Op, PlaceKind, Program, VarId, VarKind, format_expr, format_place,
};
use cairn_transform::instrumentation::{CheckMode, Checked};
use std::collections::VecDeque;

/// Values of one check that are described.
const MOST_VALUES: usize = 3;
/// Places shown that a value comes from.
const MOST_SOURCES: usize = 2;
/// Locations looked at on the way back to where a value comes from.
const FARTHEST: usize = 2_000;

/// Known facts at an open check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Alarm {
    pub check: Check,
    /// The function that it is in.
    pub function: FunctionId,
    pub span: Span,
    /// A sentence without a full stop for each value.
    pub known: Vec<String>,
}

/// The alarm of a check that is open; `None` where nothing comes of it that a user would understand.
pub(crate) fn alarm(check: &Checked, memory: &MemoryInvariants, program: &Program) -> Option<Alarm> {
    let node = check.node;
    let function = program.nodes[node].function;
    let asked: Vec<ExprId> = match &check.asked {
        CheckMode::Condition(violated) | CheckMode::OfObject(violated, _) => leaves(*violated, program),
        CheckMode::Primitive(_, args) => args.first().copied().into_iter().collect(),
    };
    let is_users = library::is_users(program, program.functions[function].span);
    let of = if is_users { String::new() } else { format!("in {}: ", program.functions[function].name) };
    let mut known: Vec<String> = Vec::new();
    for expr in asked.into_iter().take(MOST_VALUES) {
        let Some(name) = name(expr, program) else { continue };
        let Some(is) = memory.describe(node, expr, program) else { continue };
        let from = variable(expr, program).map_or(String::new(), |var| sources(var, node, program));
        known.push(format!("{of}{name} is {is}{from}"));
    }
    if let (CheckMode::Condition(violated), false) = (&check.asked, known.is_empty())
        && let Some(enough) = enough(*violated, program)
    {
        known.push(format!("{of}{enough} would be enough"));
    }
    let span = program.nodes[node].leaving.first().map_or(Span::NONE, |edge| program.edges[*edge].span);
    (!known.is_empty()).then_some(Alarm { check: check.check, function, span, known })
}

/// The values that a condition is about, each once: what is read, in order.
fn leaves(condition: ExprId, program: &Program) -> Vec<ExprId> {
    let mut found = Vec::new();
    reachable([condition], |expr, open| match program.exprs[expr].kind {
        ExprKind::Load(_) => found.push(expr),
        ExprKind::Unary(_, inner) | ExprKind::Cast(inner) => open.push(inner),
        ExprKind::Binary(_, left, right) => open.extend([right, left]),
        ExprKind::Conditional(condition, yes, no) => open.extend([no, yes, condition]),
        _ => {}
    });
    found
}

/// As the text has it; `None` where it speaks of what the text has no name for.
fn name(expr: ExprId, program: &Program) -> Option<String> {
    let has_name = |var: VarId| matches!(program.vars[var].kind, VarKind::Static | VarKind::Local | VarKind::Param(_));
    let text = match program.exprs[expr].kind {
        ExprKind::Load(place) => format_place(program, place),
        _ => format_expr(program, expr),
    };
    program.exprs.variables_in([expr.into()]).all(has_name).then_some(text)
}

/// The variable that an expression is the value of.
fn variable(expr: ExprId, program: &Program) -> Option<VarId> {
    let ExprKind::Load(place) = program.exprs[expr].kind else { return None };
    match program.exprs[place].kind {
        PlaceKind::Var(var) => Some(var),
        _ => None,
    }
}

/// Where the value of a variable comes from: the operations of its function that wrote it last, the nearest first.
fn sources(var: VarId, node: NodeId, program: &Program) -> String {
    let mut pending = VecDeque::from([node]);
    let mut seen = FastSet::from_iter([node]);
    let mut found: Vec<Span> = Vec::new();
    while let Some(node) = pending.pop_front() {
        if seen.len() > FARTHEST || found.len() >= MOST_SOURCES {
            break;
        }
        for edge in program.nodes[node].entering.iter().map(|edge| &program.edges[*edge]) {
            if writes(&edge.op, var, program) {
                if !found.contains(&edge.span) {
                    found.push(edge.span);
                }
            } else if seen.insert(edge.source) {
                pending.push_back(edge.source);
            }
        }
    }
    let shown: Vec<String> = found.into_iter().filter_map(|span| at(span, program)).collect();
    if shown.is_empty() { String::new() } else { format!(", from {}", shown.join(" and ")) }
}

/// Whether an operation gives a variable a value by its name.
fn writes(op: &Op, var: VarId, program: &Program) -> bool {
    match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } | Op::Intrinsic { result: Some(place), .. } => {
            matches!(program.exprs[*place].kind, PlaceKind::Var(of) if of == var)
        }
        Op::Call(call) => program.calls[*call].result == Some(var),
        _ => false,
    }
}

fn at(span: Span, program: &Program) -> Option<String> {
    let line = program.sources.locate(span).filter(|_| library::is_users(program, span))?.line;
    let text = program.sources.snippet(span).split_whitespace().collect::<Vec<_>>().join(" ");
    Some(format!("line {line} ({text})"))
}

/// The opposite of a condition that compares one value with a constant.
fn enough(violated: ExprId, program: &Program) -> Option<String> {
    let ExprKind::Binary(op, left, right) = program.exprs[violated].kind else { return None };
    let opposite = match op {
        BinaryOp::Eq => "!=",
        BinaryOp::Ne => "==",
        BinaryOp::Ge => "<",
        BinaryOp::Gt => "<=",
        BinaryOp::Lt => ">=",
        BinaryOp::Le => ">",
        _ => return None,
    };
    let ExprKind::Constant(limit) = program.exprs[right].kind else { return None };
    let mut value = left;
    while let ExprKind::Cast(inner) = program.exprs[value].kind {
        value = inner;
    }
    let of = program.types.scalar(program.type_of(right))?;
    variable(value, program)?;
    let limit = cairn_ir::eval::format_value(cairn_ir::Value(limit), of);
    Some(format!("{} {opposite} {limit}", name(value, program)?))
}
