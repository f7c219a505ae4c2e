//! Accesses through pointers that may lead to registers of devices, where an option says at which addresses there are some.
//!
//! Decided from the whole program: a pointer that a number may have gone into ([`super::environment`]) is compared with the bounds
//! where it is used. In the range a read has any value and a write is gone; elsewhere the access is as it stands. An object that lies only
//! partly among registers is not supported, nor is a function of the library that is given a pointer to one.
//!
//! Invariant: after it no access to a register is one to memory, whatever its pointer is kept in. A pointer from outside of the program is taken to
//! lead to no register.

use super::environment::{CONSTANT, Flow};
use crate::lower::Lower;
use cairn_ir::{BinaryOp, EdgeId, ExprId, ExprKind, NondetSource, Op, PlaceId, PlaceKind, VarId};

/// An access, and the pointers that it goes through.
struct RegisterAccess {
    edge: EdgeId,
    /// A pointer with the size of what it goes to.
    pointer: (ExprId, u64),
    /// Operation instead where the pointer leads to a register; none where that is not supported.
    instead: Option<Op>,
}

impl Lower<'_> {
    /// Makes the noted accesses, and those of primitives, ask whether they are to registers.
    pub fn resolve_registers(&mut self) {
        let noted = std::mem::take(&mut self.register_accesses);
        if self.mapped.is_empty() {
            return;
        }
        let undefined: Vec<VarId> = self.undefined_vars.iter().map(|(var, _)| *var).collect();
        let flow = Flow::whole(&self.program, &undefined);
        let mut found = Vec::new();
        for edge in noted {
            let (reads, place) = match self.program.edges[edge].op {
                Op::Assign { place, value } => match self.program.exprs[value].kind {
                    ExprKind::Load(from) if flow.through(from).is_some() => (Some(place), from),
                    _ => (None, place),
                },
                _ => continue,
            };
            let is_meant = flow.through(place).is_some_and(|sources| sources & CONSTANT != 0);
            let Some(pointer) = self.object_behind(place).filter(|_| is_meant) else { continue };
            let source = || NondetSource::Other("a register".to_owned());
            let instead = reads.map_or(Op::Skip, |place| Op::Havoc { place, source: source() });
            found.push(RegisterAccess { edge, pointer, instead: Some(instead) });
        }
        for (edge, data) in self.program.edges.iter_ids() {
            let Op::Intrinsic { which, args, .. } = &data.op else { continue };
            let followed = args.iter().enumerate().filter(|(at, _)| which.row().follows(*at)).map(|(_, arg)| *arg);
            for pointer in followed.filter(|arg| flow.value(*arg) & CONSTANT != 0) {
                found.push(RegisterAccess { edge, pointer: (pointer, 1), instead: None });
            }
        }
        found.into_iter().for_each(|access| self.ask_for_register(access));
    }

    /// The pointer that a place is reached through, with the size of the object there.
    fn object_behind(&self, mut place: PlaceId) -> Option<(ExprId, u64)> {
        loop {
            match self.program.exprs[place].kind {
                PlaceKind::Var(_) => return None,
                PlaceKind::Field(outer, _) | PlaceKind::Index(outer, _) => place = outer,
                PlaceKind::Deref(pointer) => {
                    return Some((
                        pointer,
                        self.program.types.size_of(self.program.exprs[place].ty).unwrap_or(0).max(1),
                    ));
                }
            }
        }
    }

    /// Puts the question before an access: all of the object in a range, all of it outside of each, or neither.
    fn ask_for_register(&mut self, access: RegisterAccess) {
        let RegisterAccess { edge, pointer: (pointer, size), instead } = access;
        let (int, number) = (self.basic.int, self.basic.size_t);
        let address = self.cast(pointer, number);
        let (mut inside, mut touches) = (self.int_constant(0, int), self.int_constant(0, int));
        for (low, end) in self.mapped.clone() {
            let compared = |this: &mut Self, op: BinaryOp, bound: u64| {
                let bound = this.int_constant(i128::from(bound), number);
                this.binary(op, address, bound, int)
            };
            let both = |this: &mut Self, a: ExprId, b: ExprId| this.binary(BinaryOp::And, a, b, int);
            if let Some(last) = end.checked_sub(size) {
                let (from, to) = (compared(self, BinaryOp::Ge, low), compared(self, BinaryOp::Le, last));
                let all = both(self, from, to);
                inside = self.binary(BinaryOp::Or, inside, all, int);
            }
            let first = low.saturating_sub(size - 1);
            let (from, to) = (compared(self, BinaryOp::Ge, first), compared(self, BinaryOp::Lt, end));
            let some = both(self, from, to);
            touches = self.binary(BinaryOp::Or, touches, some, int);
        }
        let (source, target, span) = {
            let data = &self.program.edges[edge];
            (data.source, data.target, data.span)
        };
        let op = self.program.edges[edge].op.clone();
        let function = self.program.nodes[source].function;
        let [register, other, memory, no_memory, end] = std::array::from_fn(|_| self.program.add_node(function));
        // The edge becomes the first answer.
        self.program.nodes[target].entering.retain(|entering| *entering != edge);
        self.program.nodes[register].entering.push(edge);
        let asks = &mut self.program.edges[edge];
        (asks.op, asks.target) = (Op::Assume { cond: inside, truth: true }, register);
        self.edge(source, other, Op::Assume { cond: inside, truth: false }, span);
        self.edge(other, memory, Op::Assume { cond: touches, truth: false }, span);
        self.edge(other, no_memory, Op::Assume { cond: touches, truth: true }, span);
        self.edge(memory, target, op, span);
        let unsupported = || Op::Unsupported("an access through a pointer to what is partly a register".to_owned());
        self.edge(no_memory, end, unsupported(), span);
        match instead {
            Some(op) => self.edge(register, target, op, span),
            None => self.edge(
                register,
                end,
                Op::Unsupported("a function that is given a pointer to a register".to_owned()),
                span,
            ),
        };
    }
}
