//! Checks of races: an instance that comes to an access while another stands before one to the same bytes.
//!
//! Each access that may race ([`Sharing::races`]) has a switch point before it, so a state in which two threads are both about
//! to access is one in which one of them stands at the place of its access, as its variable says, and the other is
//! chosen: no other state is needed. Where it goes on, it is asked of each place of another instance that may race
//! whether that stands there, and whether the addresses are the same; what they are computed from is the other's own, or kept in variables of
//! its own since it is shared ([`steps`](super::steps)). What is in an atomic block is asked about there, and stands nowhere.
//!
//! Of all pairs one of both asks. What cannot be compared so is a doubt, and never proved.

use super::access::Access;
use super::common_bytes::{Overlap, overlap};
use super::copies::Copies;
use super::sharing::Sharing;
use cairn_base::{FastMap, Span};
use cairn_ir::behaviour::Check;
use cairn_ir::expr::{BinaryOp, ExprKind};
use cairn_ir::ids::{NodeId, VarId};
use cairn_ir::op::{Intrinsic, Op};
use cairn_ir::program::{Program, VarKind};
use cairn_ir::types::{IntKind, TypeId};
use cairn_ir::walk::ExprOrPlace;

/// Why nobody knows whether two accesses race.
const NOT_COMPARED: &str = "accesses of two threads whose addresses are not compared";

/// Arrival at an access that may race.
struct Stop {
    origin: NodeId,
    instance: usize,
    accesses: Vec<Access>,
    /// It may be no access that the program does.
    unsure: bool,
    atomic: bool,
    /// Where its operation leaves, and the number of the place that stands there.
    at: NodeId,
    number: Option<usize>,
}

#[derive(Default)]
pub(super) struct Races {
    stops: Vec<Stop>,
    by_point: FastMap<NodeId, usize>,
}

/// The accesses of what leaves a node that may race.
pub(super) fn racy(copies: &Copies<'_>, sharing: &Sharing, node: NodeId) -> Vec<Access> {
    let program = &*copies.program;
    let like = copies.nodes[&node];
    let mut found = Vec::new();
    for edge in program.nodes[node].leaving.iter().take(1) {
        for access in sharing.all(program, &program.edges[*edge].op) {
            if like.started && sharing.races(program, (like.instance, node), &access, like.atomic, like.is_library()) {
                found.push(access);
            }
        }
    }
    found
}

impl Races {
    pub fn is_at(&self, point: NodeId) -> bool {
        self.by_point.contains_key(&point)
    }

    /// Notes a step of an operation of which some accesses may race.
    pub fn add(
        &mut self,
        copies: &Copies<'_>,
        sharing: &Sharing,
        origin: NodeId,
        point: NodeId,
        arm: Option<bool>,
        racy: &[Access],
    ) {
        if racy.is_empty() {
            return;
        }
        let program = &*copies.program;
        let like = copies.nodes[&origin];
        let Some(edge) = program.nodes[point].leaving.first() else { return };
        let op = &program.edges[*edge].op;
        let mut accesses = sharing.all(program, op);
        // What is read through a variable of the step's own was of the operation.
        accesses.retain(|access| {
            sharing.races(program, (like.instance, origin), access, like.atomic, like.is_library())
                && racy.iter().any(|of| of.writes == access.writes && type_of(program, of) == type_of(program, access))
        });
        if accesses.is_empty() {
            return;
        }
        // Whether the number of a thread is written before the thread runs is not said.
        let unsure = like.for_program || arm.unwrap_or_else(|| has_conditional(program, op));
        self.by_point.insert(point, self.stops.len());
        let instance = like.instance;
        self.stops.push(Stop { origin, instance, accesses, unsure, atomic: false, at: point, number: None });
    }

    /// Notes what is in atomic blocks; whether there is any.
    pub fn add_atomic(&mut self, copies: &Copies<'_>, sharing: &Sharing) -> bool {
        let mut nodes: Vec<NodeId> =
            copies.nodes.iter().filter(|(_, like)| like.started && like.atomic).map(|(node, _)| *node).collect();
        nodes.sort();
        let before = self.stops.len();
        for node in nodes {
            let accesses = racy(copies, sharing, node);
            if accesses.is_empty() {
                continue;
            }
            let edge = copies.program.nodes[node].leaving[0];
            let unsure = has_conditional(copies.program, &copies.program.edges[edge].op);
            let instance = copies.nodes[&node].instance;
            self.stops.push(Stop { origin: node, instance, accesses, unsure, atomic: true, at: node, number: None });
        }
        self.stops.len() > before
    }

    /// Notes where an instance stands before a step.
    pub fn stands(&mut self, point: NodeId, place: NodeId, number: usize) {
        if let Some(at) = self.by_point.get(&point) {
            self.stops[*at].at = place;
            self.stops[*at].number = Some(number);
        }
    }

    pub fn check(&self, copies: &mut Copies<'_>, sharing: &Sharing, counters: &[VarId]) {
        for one in &self.stops {
            let mut asked = Vec::new();
            for other in &self.stops {
                let Some(number) = other.number.filter(|_| other.instance != one.instance) else { continue };
                if !one.atomic && other.instance < one.instance {
                    continue;
                }
                let mut found: Vec<Overlap> = Vec::new();
                for a in &one.accesses {
                    for b in &other.accesses {
                        let atomic = (one.atomic || Sharing::is_atomic(a)) && Sharing::is_atomic(b);
                        let (at, bt) = ((one.instance, one.origin), (other.instance, other.origin));
                        if atomic || !sharing.meet(copies.program, at, a, bt, b) {
                            continue;
                        }
                        let overlap = match one.unsure || other.unsure {
                            true => Overlap::Unknown,
                            false => overlap(copies.program, a, b),
                        };
                        let all = match overlap {
                            Overlap::Any(all) => all,
                            Overlap::Never => continue,
                            one => vec![one],
                        };
                        for overlap in all {
                            if !found.contains(&overlap) {
                                found.push(overlap);
                            }
                        }
                    }
                }
                // What is certain is asked first.
                found.sort_by_key(|overlap| match overlap {
                    Overlap::Always => 0,
                    Overlap::Unknown => 2,
                    _ => 1,
                });
                if !found.is_empty() {
                    asked.push((other.instance, number, found));
                }
            }
            put(copies, one.at, &asked, counters);
        }
    }
}

/// Puts the checks of one step before what leaves a node.
fn put(copies: &mut Copies<'_>, at: NodeId, asked: &[(usize, usize, Vec<Overlap>)], counters: &[VarId]) {
    if asked.is_empty() {
        return;
    }
    let home = copies.home;
    let leaving = std::mem::take(&mut copies.program.nodes[at].leaving);
    let span = leaving.first().map_or(Span::NONE, |edge| copies.program.edges[*edge].span);
    let mut from = at;
    for (instance, number, overlaps) in asked {
        let int = copies.program.types.int(IntKind::Int);
        let (value, number) = (copies.program.var_value(counters[*instance]), copies.number(*number));
        let stands = copies.program.exprs.expr(ExprKind::Binary(BinaryOp::Eq, value, number), int);
        let (mut yes, next) = (copies.program.add_node(home), copies.program.add_node(home));
        copies.program.add_branch(from, stands, yes, next, span);
        let mut goes_on = true;
        for overlap in overlaps {
            let ends = match overlap {
                Overlap::Unknown => vec![Op::mark_doubt(NOT_COMPARED), Op::Unsupported(NOT_COMPARED.to_owned())],
                _ => vec![Op::mark_check(Check::DataRace), Op::Halt],
            };
            let mut then = yes;
            let mut conds = match overlap {
                Overlap::Where(conds) | Overlap::Bytes { some: conds, .. } => conds.clone(),
                _ => Vec::new(),
            };
            goes_on = !matches!(overlap, Overlap::Always | Overlap::Unknown);
            let otherwise = copies.program.add_node(home);
            if let Overlap::Bytes { areas, .. } = overlap {
                let answer = copies.program.add_var("whether bytes are shared", int, VarKind::Temp, Some(home));
                let result = Some(copies.program.var_place(answer));
                let asked = copies.program.add_node(home);
                let op = Op::Intrinsic { which: Intrinsic::Overlaps, args: areas.to_vec(), result };
                copies.program.add_edge(then, asked, op, span);
                (then, conds) = (asked, [&conds[..], &[copies.program.var_value(answer)]].concat());
            }
            for cond in conds {
                let inside = copies.program.add_node(home);
                copies.program.add_branch(then, cond, inside, otherwise, span);
                then = inside;
            }
            yes = otherwise;
            for op in ends {
                let after = copies.program.add_node(home);
                copies.program.add_edge(then, after, op, span);
                then = after;
            }
            if !goes_on {
                break;
            }
        }
        if goes_on {
            copies.program.add_edge(yes, next, Op::Skip, span);
        }
        from = next;
    }
    for edge in &leaving {
        copies.program.edges[*edge].source = from;
    }
    copies.program.nodes[from].leaving = leaving;
}

fn type_of(program: &Program, access: &Access) -> Option<TypeId> {
    let by_place = access.place.map(|place| program.exprs[place].ty);
    by_place.or_else(|| access.variable.map(|var| program.vars[var].ty))
}

/// Whether what an operation does depends on a condition within it.
fn has_conditional(program: &Program, op: &Op) -> bool {
    program.parts_of(op).into_iter().any(
        |part| matches!(part, ExprOrPlace::Expr(expr) if matches!(program.exprs[expr].kind, ExprKind::Conditional(..))),
    )
}
