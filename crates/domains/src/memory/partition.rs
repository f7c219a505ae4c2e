//! A call is analysed once for each object that a parameter may point to, and for null (a partition: Bertrane et al., "Static
//! analysis and verification of aerospace software by abstract interpretation", 2010).
//!
//! In the callee a parameter is then one object, so that an index and the string that it belongs to are related
//! ([`crate::value::EndFact`]): `n` counts the bytes of the one string that is passed. Two kinds of names stand for one
//! object that the parameter has been given:
//! - of objects that are not told apart ([`AbstractObject::others`]) it is one; a write to any of them is taken as one to all;
//! - of constants, which nobody writes, it is one, whichever: what all have in common is known of it.
//!
//! Behind the call these names are what they stand for again. States behind it are told apart by what it returned ([`Returned`]) up
//! to the next branch.
//!
//! **Why it over-approximates.** Each execution enters with one pointer, and that is in one of the parts; the exits are joined.

use crate::value::bounded::ObjectEnd;
use crate::value::object_content::{ObjectContent, Rest};
use crate::value::text;
use crate::value::{AbstractObject, Datum, Reach, ValueState};
use cairn_base::IdVec;
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, FunctionId, NodeId, Op, Program, VarId, VarKind};

/// More parts are not made of a call.
const MOST: usize = 12;

/// A name that a parameter's object has during a call, and what it stands for.
type Stands = (AbstractObject, Vec<AbstractObject>);

/// A state that a call begins in, and the names in it.
#[derive(Clone)]
pub(super) struct Part {
    pub state: ValueState,
    names: Vec<Stands>,
}

/// The parts of a call's state, where the callee's frame is at `depth`.
pub(super) fn parts(
    entered: ValueState,
    (site, callee): (EdgeId, FunctionId),
    depth: u32,
    program: &Program,
) -> Vec<Part> {
    let mut parts = vec![Part { state: entered, names: Vec::new() }];
    for (number, param) in program.functions[callee].params.iter().enumerate() {
        let object = AbstractObject::of_var(*param, depth, program);
        let width = program.types.model().pointer_bits();
        if program.types.pointee(program.vars[*param].ty).is_none() {
            continue;
        }
        let Some(first) = parts.first() else { break };
        let datum = first.state.read(object, 0, width, program);
        let choices = choices(datum, &first.state, (site, number as u32, depth), program);
        if choices.len() * parts.len() > MOST {
            continue;
        }
        parts =
            parts.iter().flat_map(|part| choices.iter().map(|choice| chosen(part, object, width, choice))).collect();
    }
    parts
}

/// Value of a parameter in a part.
struct Choice {
    datum: Datum,
    name: Option<(Stands, ObjectContent)>,
}

fn chosen(part: &Part, param: AbstractObject, width: u32, choice: &Choice) -> Part {
    let Part { mut state, mut names } = part.clone();
    if let Some(mut content) = state.content(param).cloned() {
        content.write(0, width, choice.datum);
        state.set_content(param, content);
    }
    if let Some((stands, content)) = &choice.name {
        state.set_content(stands.0, content.clone());
        names.push(stands.clone());
    }
    Part { state, names }
}

fn choices(
    datum: Datum,
    state: &ValueState,
    (site, number, depth): (EdgeId, u32, u32),
    program: &Program,
) -> Vec<Choice> {
    let plain = |datum| Choice { datum, name: None };
    let reaches = datum.reaches();
    let is_literal = |reach: &Reach| {
        reach
            .object
            .var()
            .is_some_and(|var| program.is_constant(var) || program.vars[var].kind == VarKind::StringLiteral)
    };
    let with_text = |reach: &Reach| Reach { text: text::text_of(state, *reach, program), null: false, ..*reach };
    let mut choices = Vec::new();
    let literals: Vec<Reach> = reaches.iter().filter(|reach| is_literal(reach)).map(with_text).collect();
    if literals.len() > 1
        && let Some(name) = AbstractObject::one_of_constants(site, depth, number)
    {
        let objects: Vec<AbstractObject> = literals.iter().map(|reach| reach.object).collect();
        let renamed = literals.iter().map(|reach| Reach { object: name, ..*reach });
        let content = common(&objects, state, program);
        choices.push(Choice { datum: Datum::among(renamed), name: Some(((name, objects), content)) });
    } else {
        choices.extend(literals.into_iter().map(|reach| plain(reach.into())));
    }
    for reach in reaches.iter().filter(|reach| !is_literal(reach)) {
        let of = reach.object.is_several().then(|| reach.object.site_of_others()).flatten();
        let name = of.filter(|_| number < 256).and_then(|site| AbstractObject::one_of_others(site, depth, number));
        let content = state.content(reach.object).cloned();
        let reach = with_text(reach);
        choices.push(match name.zip(content) {
            Some((name, content)) => Choice {
                datum: Datum::from(Reach { object: name, ..reach }),
                name: Some(((name, vec![reach.object]), content)),
            },
            None => plain(reach.into()),
        });
    }
    if reaches.iter().any(|reach| reach.null) {
        choices.push(plain(Datum::Bits(0)));
    }
    if choices.is_empty() || choices.len() == 1 && choices[0].name.is_none() { vec![plain(datum)] } else { choices }
}

/// Join of some constants.
fn common(objects: &[AbstractObject], state: &ValueState, program: &Program) -> ObjectContent {
    let sizes = || objects.iter().map(|object| text::size(state, *object, program));
    let null = |object: &AbstractObject| text::least_end(state, *object, ObjectEnd::LastNull, program);
    let null_byte = objects.iter().map(null).min().flatten().and_then(|byte| u64::try_from(byte).ok());
    let least_size = sizes().min().flatten().unwrap_or(0);
    let most_size = sizes().collect::<Option<Vec<u64>>>().and_then(|sizes| sizes.into_iter().max());
    ObjectContent { null_byte, least_size, most_size, ..ObjectContent::new(Rest::Unknown) }
}

impl Part {
    /// The state behind the call with the names of before it.
    pub(super) fn named_as_before(&self, exit: &mut ValueState) {
        if self.names.is_empty() {
            return;
        }
        let before = |datum: Datum, width: u32| {
            if !datum.objects().iter().any(|object| self.names.iter().any(|(name, _)| name == object)) {
                return datum.without(&|object| self.names.iter().any(|(name, _)| *name == object), width);
            }
            let renamed = datum.reaches().into_iter().flat_map(|reach| {
                let stands = self.names.iter().find(|(name, _)| *name == reach.object);
                let objects = stands.map_or(vec![reach.object], |(_, objects)| objects.clone());
                objects.into_iter().map(move |object| Reach { object, ..reach })
            });
            Datum::among(renamed)
        };
        let mut changed = Vec::new();
        let links = self.names.iter().fold(0, |links, (name, _)| links | name.link());
        exit.for_each_linked(links, |object, content| {
            changed.extend(content.changed(links, &before).map(|content| (object, content)));
        });
        for (object, content) in changed {
            exit.set_content(object, content);
        }
        for (name, _) in &self.names {
            exit.remove(*name);
        }
    }
}

/// Result of a call, as far as it tells states apart: a line was read, or none; an allocation succeeded, or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Returned {
    /// Not known, or nothing as yet.
    Any,
    /// Zero, or null.
    Zero,
    /// An integer below zero.
    Negative,
    /// An integer above zero, or a pointer that is not null.
    Positive,
}

impl Returned {
    pub(super) const ALL: [Self; 4] = [Self::Any, Self::Zero, Self::Negative, Self::Positive];

    /// The class of a state, by a variable of the frame at `depth`.
    pub(super) fn of(var: VarId, state: &ValueState, depth: u32, program: &Program) -> Self {
        let Some(scalar) = program.types.scalar(program.vars[var].ty) else { return Self::Any };
        let datum = state.read(AbstractObject::of_var(var, depth, program), 0, scalar.bits(), program);
        match datum {
            Datum::Bits(0) => Self::Zero,
            _ if matches!(scalar, Scalar::Pointer { .. }) => {
                let is_null = |reach: &Reach| reach.null || reach.object.is_unnamed();
                let reaches = datum.reaches();
                if reaches.is_empty() || reaches.iter().any(is_null) { Self::Any } else { Self::Positive }
            }
            Datum::Unknown => Self::Any,
            _ => match datum.interval(scalar) {
                Some(interval) if interval.low > 0 => Self::Positive,
                Some(interval) if interval.high < 0 => Self::Negative,
                _ => Self::Any,
            },
        }
    }
}

/// The variable whose value tells states of a location apart: the result of its function, and the result of a call from
/// behind it up to the next branch.
pub(super) fn returned_at(program: &Program) -> IdVec<NodeId, Option<VarId>> {
    /// Further behind a call states are not told apart.
    const FURTHEST: usize = 8;
    let mut results: IdVec<NodeId, Option<VarId>> =
        program.nodes.iter().map(|node| program.functions[node.function].result).collect();
    for edge in program.edges.iter() {
        let Op::Call(call) = edge.op else { continue };
        let Some(result) = program.calls[call].result else { continue };
        let mut node = edge.target;
        for _ in 0..FURTHEST {
            if program.nodes[node].entering.len() != 1 || program.nodes[node].loop_head {
                break;
            }
            results[node] = Some(result);
            let mut leaving = program.leaving(node);
            match (leaving.next(), leaving.next()) {
                (Some((_, only)), None) if !matches!(only.op, Op::Call(_)) => node = only.target,
                _ => break,
            }
        }
    }
    results
}
