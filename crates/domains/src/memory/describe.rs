//! The description of what is known of a value at a location, in words: for a person who reads why a check is open.
//!
//! The words say no more than the states do: of several states the join.

use super::join;
use super::knowledge::MemoryInvariants;
use crate::value::{AbstractObject, Datum, ObjectBase, Reach};
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, ExprId, NodeId, Program, VarKind};

/// Objects of one pointer that are named; of more it is said how many there are.
const MOST_NAMED: usize = 3;

impl MemoryInvariants {
    /// Values of an expression at a location, as what can stand behind "is"; `None` where no execution comes.
    pub fn describe(&self, node: NodeId, expr: ExprId, program: &Program) -> Option<String> {
        let scalar = program.types.scalar(program.type_of(expr))?;
        let known = self.each(node, program, |memory| {
            let datum = memory.value(expr);
            let sizes: Vec<_> = datum.reaches().iter().map(|reach| memory.size(reach.object)).collect();
            (datum, sizes)
        });
        let (datum, sizes) = known.into_iter().reduce(|(a, sizes), (b, others)| {
            let (joined, known) = (join::data(a, b, scalar.bits()), [sizes, others].concat());
            (joined, known)
        })?;
        let same_size = sizes.first().copied().flatten().filter(|first| sizes.iter().all(|size| *size == Some(*first)));
        Some(match (datum, scalar) {
            (Datum::Bits(0), Scalar::Pointer { .. }) => "null".to_owned(),
            (Datum::Range(_), Scalar::Pointer { .. }) => "anywhere but null".to_owned(),
            (datum, Scalar::Pointer { .. }) => match &*datum.reaches() {
                [] => "anywhere, or null".to_owned(),
                reaches => pointer(reaches, same_size, program),
            },
            (_, Scalar::Float(_)) => "any number".to_owned(),
            (datum, _) => integer(datum, scalar),
        })
    }
}

fn integer(datum: Datum, scalar: Scalar) -> String {
    match datum.interval(scalar) {
        Some(range) if Interval::of_type(scalar) == Some(range) => "any value of its type".to_owned(),
        Some(Interval { low, high }) if low == high => low.to_string(),
        Some(Interval { low, high }) => format!("{low} to {high}"),
        None => "any value of its type".to_owned(),
    }
}

fn pointer(reaches: &[Reach], size: Option<u64>, program: &Program) -> String {
    let mut named: Vec<String> = Vec::new();
    for name in reaches.iter().map(|reach| one(*reach, program)) {
        if !named.contains(&name) {
            named.push(name);
        }
    }
    let more = named.len().saturating_sub(MOST_NAMED);
    named.truncate(MOST_NAMED);
    let more = if more > 0 { format!(", or in one of {more} more objects") } else { String::new() };
    let size = size.map_or(String::new(), |size| format!(" of {size} bytes"));
    let null = if reaches.iter().any(|reach| reach.null) { ", or null" } else { "" };
    format!("{}{size}{more}{null}", named.join(" or "))
}

fn one(reach: Reach, program: &Program) -> String {
    let object = object(reach.object, program);
    match (reach.low, reach.high) {
        (0, 0) => format!("the start of {object}"),
        (low, high) if low == high => format!("at byte {low} of {object}"),
        (low, _) if !reach.is_bounded() => format!("at byte {low} or behind it of {object}"),
        (low, high) => format!("at bytes {low} to {high} of {object}"),
    }
}

fn object(object: AbstractObject, program: &Program) -> String {
    match object.base() {
        ObjectBase::Var(var) if program.vars[var].kind == VarKind::StringLiteral => "a string literal".to_owned(),
        ObjectBase::Var(var) => program.vars[var].name.clone(),
        ObjectBase::Site(edge) if object.is_on_heap() => format!("what {} allocates", site(edge, program)),
        ObjectBase::Site(_) => "an argument".to_owned(),
        ObjectBase::Unnamed => "memory from outside".to_owned(),
    }
}

/// Where something is allocated: a line of the program, or a function of the library.
fn site(edge: EdgeId, program: &Program) -> String {
    let edge = &program.edges[edge];
    match program.sources.locate(edge.span) {
        Some(at) if !at.file.starts_with('<') => format!("line {}", at.line),
        _ => program.functions[program.nodes[edge.source].function].name.clone(),
    }
}
