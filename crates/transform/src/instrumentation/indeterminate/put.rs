//! The operations that watch: before an operation the questions about what it reads, what it carries and what it overwrites, in this
//! order, as the operation does them; behind it the choice of a byte.

use super::objects::{self, Written};
use super::reads::{Guards, MemoryRead};
use super::{HEAP, Watch};
use cairn_base::Span;
use cairn_ir::behaviour::{Access, Check, How};
use cairn_ir::expr::{BinaryOp, ExprKind, PlaceKind};
use cairn_ir::ids::{EdgeId, NodeId, VarId};
use cairn_ir::op::{Intrinsic, NondetSource, Op};
use cairn_ir::program::VarKind;
use cairn_ir::types::IntKind;
use cairn_ir::{ExprId, PlaceId};

impl Watch<'_> {
    /// Before the operations of a location, which are one, or the ways of a branch.
    pub(super) fn before(&mut self, node: NodeId, leaving: &[EdgeId], of_user: bool) {
        let Some(first) = leaving.first() else { return };
        let (op, span) = (self.program.edges[*first].op.clone(), self.program.edges[*first].span);
        let function = self.program.nodes[node].function;
        let waiting = std::mem::take(&mut self.program.nodes[node].leaving);
        let mut at = node;
        if of_user {
            let reads = self.reads(&op, self.decides(leaving));
            for read in reads.iter().filter(|read| read.decides) {
                at = self.violated(at, read, span);
            }
            let taker = self.taker(&op).filter(|var| self.carriers.contains_key(var));
            let carried: Vec<&MemoryRead> = reads.iter().filter(|read| !read.decides && taker.is_some()).collect();
            at = self.overwritten(at, &op, &carried);
            if let Some(taker) = taker {
                for read in carried {
                    at = self.moves(at, read, taker, span);
                }
            }
        }
        at = self.covered(at, &op, span);
        if at == node {
            self.program.nodes[node].leaving = waiting;
            return;
        }
        let rest = self.program.add_node(function);
        self.program.add_edge(at, rest, Op::Skip, span);
        for edge in &waiting {
            self.program.edges[*edge].source = rest;
        }
        self.program.nodes[rest].leaving = waiting;
    }

    /// The variable that a read is of, where it is followed by its number.
    fn carrier(&self, place: PlaceId) -> Option<u128> {
        let PlaceKind::Var(var) = self.program.exprs[place].kind else { return None };
        self.carriers.get(&var).copied()
    }

    /// A violation where what is read is watched.
    fn violated(&mut self, at: NodeId, read: &MemoryRead, span: Span) -> NodeId {
        let (next, bad) = (self.node(at), self.node(at));
        if !self.asks(at, read, bad, next, span) {
            return at;
        }
        let end = self.node(at);
        let last = self.node(at);
        self.program.add_edge(bad, end, Op::mark_check(Check::Uninitialised), span);
        self.program.add_edge(end, last, Op::Halt, span);
        next
    }

    /// From a location, to `yes` where what is read is watched and to `no` elsewhere; whether there is anything to ask.
    fn asks(&mut self, at: NodeId, read: &MemoryRead, yes: NodeId, no: NodeId, span: Span) -> bool {
        let byte = self.may_be_watched(read.place).then(|| self.range(read.place)).flatten();
        let carrier = self.carrier(read.place);
        if byte.is_none() && carrier.is_none() {
            return false;
        }
        let mut here = self.node(at);
        let watched = match carrier {
            Some(number) => self.state_is(number),
            None => self.is_byte(),
        };
        self.program.add_branch(at, watched, here, no, span);
        here = self.guarded(here, &read.guards, no, span);
        match byte {
            Some((address, size)) if carrier.is_none() => {
                let (asked, shares) = self.overlaps(here, address, size, span);
                self.program.add_branch(asked, shares, yes, no, span);
            }
            _ => {
                self.program.add_edge(here, yes, Op::Skip, span);
            }
        }
        true
    }

    fn guarded(&mut self, mut at: NodeId, guards: &Guards, no: NodeId, span: Span) -> NodeId {
        for (condition, truth) in guards {
            let next = self.node(at);
            let (yes, other) = if *truth { (next, no) } else { (no, next) };
            self.program.add_branch(at, *condition, yes, other, span);
            at = next;
        }
        at
    }

    /// What is watched may become the variable that takes it, on a choice.
    fn moves(&mut self, at: NodeId, read: &MemoryRead, taker: VarId, span: Span) -> NodeId {
        let Some(number) = self.carriers.get(&taker).copied() else { return at };
        let (next, is_it) = (self.node(at), self.node(at));
        if self.carrier(read.place) == Some(number) || !self.asks(at, read, is_it, next, span) {
            return at;
        }
        let chosen = self.node(at);
        let (choice, any) = self.any(is_it, span);
        self.program.add_branch(choice, any, chosen, next, span);
        let char = self.char_pointer();
        let null = self.program.exprs.expr(ExprKind::Constant(0), char);
        let nowhere = self.assign(chosen, self.byte, null, span);
        let done = self.set_state(nowhere, number, span);
        self.program.add_edge(done, next, Op::Skip, span);
        next
    }

    /// The end where the variable that is watched is assigned something else, or begins anew.
    fn overwritten(&mut self, mut at: NodeId, op: &Op, carried: &[&MemoryRead]) -> NodeId {
        let var = match op {
            Op::Declare { var, .. } => Some(*var),
            Op::Call(site) => self.program.calls[*site].result,
            Op::Assign { place, .. } | Op::Havoc { place, .. } | Op::Intrinsic { result: Some(place), .. } => {
                self.program.exprs.root_variable(*place)
            }
            _ => None,
        };
        if let Some(number) = var.and_then(|var| self.carriers.get(&var).copied())
            && !carried.iter().any(|read| self.carrier(read.place) == Some(number))
        {
            at = self.end_between(at, number, number);
        }
        at
    }

    /// The end where the byte that is watched is written, or its object ends.
    fn covered(&mut self, mut at: NodeId, op: &Op, span: Span) -> NodeId {
        if let Op::Declare { var, .. } | Op::EndScope(var) = op {
            let number = self.program.vars[*var].function.and_then(|function| self.numbers.get(&function)).copied();
            if let (true, Some((first, _))) = (self.locals.contains(var), number)
                && let Some((address, size)) = self.object_of(*var)
            {
                return self.end_if_shared(at, first, address, size, span);
            }
            return at;
        }
        for written in objects::written(self.program, op) {
            at = match written {
                Written::Place(place) if !self.may_be_watched(place) => at,
                Written::Place(place) => match self.range(place) {
                    Some((address, size)) => self.end_at(at, address, size, span),
                    None => at,
                },
                Written::Bytes(to, _) if !self.may_point(to) => at,
                Written::Bytes(to, size) => self.end_at(at, to, size, span),
                Written::Reachable(pointer) => self.reached(at, pointer, op, span),
            };
        }
        at
    }

    /// The end where a pointer goes into the object of the byte that is watched; where code outside finds pointers there, anywhere.
    fn reached(&mut self, at: NodeId, pointer: ExprId, op: &Op, span: Span) -> NodeId {
        let leads_on = matches!(op, Op::Intrinsic { which: Intrinsic::Clobber, .. }) && self.leads_on(pointer);
        let (watching, next, ends) = (self.node(at), self.node(at), self.node(at));
        let is_byte = self.is_byte();
        self.program.add_branch(at, is_byte, watching, next, span);
        if leads_on {
            self.program.add_edge(watching, ends, Op::Skip, span);
        } else {
            let (object, size, one) =
                (self.program.var_value(self.object), self.program.var_value(self.size), self.bytes(1));
            let (asked, shares) = self.ask_overlap(watching, [pointer, object, one, size], span);
            self.program.add_branch(asked, shares, ends, next, span);
        }
        self.halt(ends, span);
        next
    }

    /// Whether the object that a pointer goes to may hold pointers.
    fn leads_on(&self, mut pointer: ExprId) -> bool {
        while let ExprKind::Cast(inner) = self.program.exprs[pointer].kind {
            pointer = inner;
        }
        let types = &self.program.types;
        types
            .pointee(self.program.exprs[pointer].ty)
            .is_none_or(|to| types.size_of(to).is_none() || types.has_pointers(to))
    }

    fn end_at(&mut self, at: NodeId, address: ExprId, size: ExprId, span: Span) -> NodeId {
        let (watching, next, ends) = (self.node(at), self.node(at), self.node(at));
        let is_byte = self.is_byte();
        self.program.add_branch(at, is_byte, watching, next, span);
        let (asked, shares) = self.overlaps(watching, address, size, span);
        self.program.add_branch(asked, shares, ends, next, span);
        self.halt(ends, span);
        next
    }

    /// The same for bytes with a number.
    pub(super) fn end_if_shared(
        &mut self,
        at: NodeId,
        number: u128,
        address: ExprId,
        size: ExprId,
        span: Span,
    ) -> NodeId {
        let (watching, next, ends) = (self.node(at), self.node(at), self.node(at));
        let is_it = self.state_is(number);
        self.program.add_branch(at, is_it, watching, next, span);
        let (asked, shares) = self.overlaps(watching, address, size, span);
        self.program.add_branch(asked, shares, ends, next, span);
        self.halt(ends, span);
        next
    }

    /// The end where what is watched has one of these numbers.
    pub(super) fn end_between(&mut self, at: NodeId, first: u128, last: u128) -> NodeId {
        let (mut here, next, ends) = (at, self.node(at), self.node(at));
        if first < last {
            let above = self.node(at);
            let is_above = self.compared(BinaryOp::Ge, first);
            self.program.add_branch(here, is_above, above, next, Span::NONE);
            here = above;
        }
        let is_it = if first == last { self.state_is(first) } else { self.compared(BinaryOp::Le, last) };
        self.program.add_branch(here, is_it, ends, next, Span::NONE);
        self.halt(ends, Span::NONE);
        next
    }

    /// Behind an operation that makes an object: one byte of it is watched, or not. Bytes that `realloc` took from the old one are not.
    pub(super) fn made(&mut self, edge: EdgeId, object: ExprId, size: ExprId, heap: bool, old: Option<ExprId>) {
        let span = self.program.edges[edge].span;
        let (source, target) = (self.program.edges[edge].source, self.program.edges[edge].target);
        let function = self.program.nodes[source].function;
        let number = match self.numbers.get(&function) {
            Some((first, _)) if !heap => *first,
            _ => HEAP,
        };
        let (size_t, ptrdiff) = (self.program.types.size_t(), self.program.types.ptrdiff_t());
        // The operation may change what says how large the object is, and ends the old one: all is asked before.
        let (kept, offset) = (self.temp("#size", size_t, source), self.temp("#offset", size_t, source));
        let waiting = std::mem::take(&mut self.program.nodes[source].leaving);
        let mut at = self.assign(source, kept, size, span);
        let old_byte = old.map(|old| {
            let place = self.program.var_place(offset);
            let next = self.node(source);
            let choice = NondetSource::Other("which byte is watched".to_owned());
            self.program.add_edge(at, next, Op::Havoc { place, source: choice }, span);
            let (offset, char) = (self.program.var_value(offset), self.char_pointer());
            let (base, by) = (self.cast(old, char), self.cast(offset, ptrdiff));
            let byte = self.program.exprs.expr(ExprKind::Binary(BinaryOp::PtrAdd, base, by), char);
            let int = self.program.types.int(IntKind::Int);
            let how = How { decides: true, ..How::default() }.bits();
            let how = self.program.exprs.expr(ExprKind::Constant(how), int);
            let args = [base, byte, self.bytes(1), how];
            let (asked, answer) = super::super::splice::ask(self.program, next, Intrinsic::Access, &args, span);
            at = asked;
            super::super::splice::is(self.program, answer, Access::No)
        });
        let rest = self.node(source);
        self.program.add_edge(at, rest, Op::Skip, span);
        for edge in &waiting {
            self.program.edges[*edge].source = rest;
        }
        self.program.nodes[rest].leaving = waiting;
        let behind = self.node(source);
        self.program.edges[edge].target = behind;
        let (idle, chosen, inside) = (self.node(source), self.node(source), self.node(source));
        let nothing = self.state_is(0);
        self.program.add_branch(behind, nothing, idle, target, span);
        let (choice, any) = self.any(idle, span);
        self.program.add_branch(choice, any, chosen, target, span);
        at = chosen;
        match old_byte {
            None => {
                let (place, next) = (self.program.var_place(offset), self.node(source));
                let choice = NondetSource::Other("which byte is watched".to_owned());
                self.program.add_edge(at, next, Op::Havoc { place, source: choice }, span);
                at = next;
            }
            Some(is_new) => {
                let next = self.node(source);
                self.program.add_branch(at, is_new, next, target, span);
                at = next;
            }
        }
        let (offset, kept) = (self.program.var_value(offset), self.program.var_value(kept));
        let int = self.program.types.int(IntKind::Int);
        let is_inside = self.program.exprs.expr(ExprKind::Binary(BinaryOp::Lt, offset, kept), int);
        self.program.add_branch(at, is_inside, inside, target, span);
        at = self.assign(inside, self.object, object, span);
        let char = self.char_pointer();
        let (base, by) = (self.cast(object, char), self.cast(offset, ptrdiff));
        let byte = self.program.exprs.expr(ExprKind::Binary(BinaryOp::PtrAdd, base, by), char);
        at = self.assign(at, self.byte, byte, span);
        at = self.assign(at, self.size, kept, span);
        at = self.set_state(at, number, span);
        self.program.add_edge(at, target, Op::Skip, span);
    }

    /// The address and the number of bytes of a place; of a bit-field those that it has a part of.
    fn range(&mut self, place: PlaceId) -> Option<(ExprId, ExprId)> {
        if let PlaceKind::Field(record, field) = self.program.exprs[place].kind
            && let Some(field) = self.program.types.fields(self.program.exprs[record].ty)?.get(field as usize)
            && let Some(bits) = field.bits
        {
            let (offset, size) = (field.offset, (u64::from(bits.first) + u64::from(bits.width)).div_ceil(8));
            let (start, char, ptrdiff) = (self.address(record), self.char_pointer(), self.program.types.ptrdiff_t());
            let start = self.cast(start, char);
            let by = self.program.exprs.expr(ExprKind::Constant(u128::from(offset)), ptrdiff);
            let address = self.program.exprs.expr(ExprKind::Binary(BinaryOp::PtrAdd, start, by), char);
            return Some((address, self.bytes(size)));
        }
        let size = self.program.types.size_of(self.program.exprs[place].ty).filter(|size| *size > 0)?;
        Some((self.address(place), self.bytes(size)))
    }

    pub(super) fn bytes(&mut self, bytes: u64) -> ExprId {
        let size_t = self.program.types.size_t();
        self.program.exprs.expr(ExprKind::Constant(u128::from(bytes)), size_t)
    }

    fn overlaps(&mut self, at: NodeId, address: ExprId, size: ExprId, span: Span) -> (NodeId, ExprId) {
        let (byte, one) = (self.program.var_value(self.byte), self.bytes(1));
        self.ask_overlap(at, [address, byte, size, one], span)
    }

    fn ask_overlap(&mut self, at: NodeId, args: [ExprId; 4], span: Span) -> (NodeId, ExprId) {
        super::super::splice::ask(self.program, at, Intrinsic::Overlaps, &args, span)
    }

    fn any(&mut self, at: NodeId, span: Span) -> (NodeId, ExprId) {
        let int = self.program.types.int(IntKind::Int);
        let var = self.temp("#choice", int, at);
        let (place, next) = (self.program.var_place(var), self.node(at));
        let source = NondetSource::Other("whether what has no value is watched here".to_owned());
        self.program.add_edge(at, next, Op::Havoc { place, source }, span);
        let (value, zero) = (self.program.var_value(var), self.program.exprs.expr(ExprKind::Constant(0), int));
        (next, self.program.exprs.expr(ExprKind::Binary(BinaryOp::Ne, value, zero), int))
    }

    fn halt(&mut self, at: NodeId, span: Span) {
        let end = self.node(at);
        self.program.add_edge(at, end, Op::Halt, span);
    }

    fn node(&mut self, of: NodeId) -> NodeId {
        self.program.add_node(self.program.nodes[of].function)
    }

    fn temp(&mut self, name: &str, ty: cairn_ir::TypeId, at: NodeId) -> VarId {
        let name = format!("{name} {}", self.program.vars.len());
        self.program.add_var(&name, ty, VarKind::Temp, Some(self.program.nodes[at].function))
    }

    fn char_pointer(&mut self) -> cairn_ir::TypeId {
        self.program.vars[self.byte].ty
    }

    fn cast(&mut self, value: ExprId, ty: cairn_ir::TypeId) -> ExprId {
        if self.program.exprs[value].ty == ty { value } else { self.program.exprs.expr(ExprKind::Cast(value), ty) }
    }

    fn assign(&mut self, at: NodeId, var: VarId, value: ExprId, span: Span) -> NodeId {
        let (place, ty, next) = (self.program.var_place(var), self.program.vars[var].ty, self.node(at));
        let value = self.cast(value, ty);
        self.program.add_edge(at, next, Op::Assign { place, value }, span);
        next
    }

    fn set_state(&mut self, at: NodeId, number: u128, span: Span) -> NodeId {
        let int = self.program.types.int(IntKind::Int);
        let value = self.program.exprs.expr(ExprKind::Constant(number), int);
        self.assign(at, self.state, value, span)
    }

    fn compared(&mut self, op: BinaryOp, number: u128) -> ExprId {
        let int = self.program.types.int(IntKind::Int);
        let (state, number) =
            (self.program.var_value(self.state), self.program.exprs.expr(ExprKind::Constant(number), int));
        self.program.exprs.expr(ExprKind::Binary(op, state, number), int)
    }

    fn state_is(&mut self, number: u128) -> ExprId {
        self.compared(BinaryOp::Eq, number)
    }

    /// That a byte is watched, and no variable.
    fn is_byte(&mut self) -> ExprId {
        let byte = self.program.var_value(self.byte);
        let (ty, int) = (self.program.exprs[byte].ty, self.program.types.int(IntKind::Int));
        let null = self.program.exprs.expr(ExprKind::Constant(0), ty);
        self.program.exprs.expr(ExprKind::Binary(BinaryOp::Ne, byte, null), int)
    }
}
