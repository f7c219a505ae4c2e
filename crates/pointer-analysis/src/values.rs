//! The targets of values, and the bytes of places: each expression and place of the program once.

use super::constraints::{Constraints, Reach, Target};
use super::graph::gcd;
use super::stride;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, TypeId, UnaryOp};

impl Constraints<'_> {
    /// The bytes that a place may be.
    pub fn reach(&mut self, place: PlaceId) -> Reach {
        if let Some(reach) = self.places[place] {
            return reach;
        }
        let reach = cairn_base::deep(|| self.new_reach(place));
        self.places[place] = Some(reach);
        reach
    }

    fn new_reach(&mut self, place: PlaceId) -> Reach {
        let program = self.program;
        match program.exprs[place].kind {
            PlaceKind::Var(var) => Reach { spot: self.vars[var], span: 0, stride: 0, through: false },
            PlaceKind::Deref(pointer) => {
                let spot = match (self.value(pointer), self.constant(pointer)) {
                    (Some(target), _) => {
                        if !target.firm {
                            self.doubtful.push(target.spot);
                        }
                        target.spot
                    }
                    (None, Some(address)) => self.absolute().plus(address),
                    (None, None) => {
                        let spot = self.graph.fresh();
                        self.doubtful.push(spot);
                        spot
                    }
                };
                Reach { spot, span: 0, stride: 0, through: true }
            }
            PlaceKind::Field(record, field) => {
                let reach = self.reach(record);
                let fields = program.types.fields(program.exprs[record].ty);
                let offset = fields.and_then(|f| f.get(field as usize)).map_or(0, |f| f.offset);
                Reach { spot: reach.spot.plus(offset as i64), ..reach }
            }
            PlaceKind::Index(array, index) => self.element(place, array, index),
        }
    }

    fn element(&mut self, place: PlaceId, array: PlaceId, index: ExprId) -> Reach {
        let program = self.program;
        let reach = self.reach(array);
        let target = self.value(index);
        let Some(size) = program.types.size_of(program.exprs[place].ty) else { return reach };
        let stays = program.facts.contained.contains(&place);
        if let Some(index) = self.constant(index)
            && (stays || reach.span == 0)
        {
            return Reach { spot: reach.spot.plus(index.wrapping_mul(size as i64)), ..reach };
        }
        if let Some(target) = target {
            self.graph.flow(reach.spot, target.spot, true);
        }
        let length = program.types.element(program.exprs[array].ty).and_then(|(_, length)| length);
        let mut element = program.exprs[place].ty;
        while let Some((of, _)) = program.types.element(element) {
            element = of;
        }
        let mut whole = array;
        while let PlaceKind::Index(outer, _) = program.exprs[whole].kind {
            whole = outer;
        }
        let is_whole = matches!(program.exprs[whole].kind, PlaceKind::Var(_));
        if !stays && is_whole && program.types.scalar(element).is_some() {
            // From row to row, but not out of the variable.
            let step = program.types.size_of(element).unwrap_or(1);
            let reach = self.reach(whole);
            let span = program.types.size_of(program.exprs[whole].ty).unwrap_or(0).saturating_sub(step);
            return Reach { span, stride: step, ..reach };
        }
        match length {
            Some(length) if length > 1 && stays && (!is_whole || program.types.scalar(element).is_some()) => {
                let span = reach.span.saturating_add(size.saturating_mul(length - 1));
                Reach { span, stride: gcd(reach.stride, size), ..reach }
            }
            // Flat: any part of the object that is so many steps away.
            _ => {
                self.graph.repeat(reach.spot, size);
                reach
            }
        }
    }

    /// Target of a value; `None` when it is a constant or carries no pointer.
    pub(super) fn value(&mut self, expr: ExprId) -> Option<Target> {
        if let Some(value) = self.values[expr] {
            return value;
        }
        let value = cairn_base::deep(|| self.new_value(expr));
        self.values[expr] = Some(value);
        value
    }

    fn new_value(&mut self, expr: ExprId) -> Option<Target> {
        let program = self.program;
        let ty = program.exprs[expr].ty;
        match program.exprs[expr].kind {
            ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => None,
            ExprKind::Load(place) => {
                self.reach(place);
                program.types.scalar(ty)?;
                self.access(place);
                Some(Target { spot: self.content(place), firm: self.program.types.is_pointer(ty) })
            }
            ExprKind::AddressOf(place) => {
                let reach = self.reach(place);
                if reach.span > 0 {
                    self.graph.repeat(reach.spot, reach.stride);
                }
                if let Some(var) = program.exprs.root_variable(place) {
                    self.taken[var] = true;
                }
                // The offset of a member, written with a null pointer.
                (self.constant(expr).is_none()).then_some(Target { spot: reach.spot, firm: true })
            }
            ExprKind::Unary(op, x) => {
                let target = self.value(x)?;
                match op {
                    UnaryOp::FloatToBits | UnaryOp::BitsToFloat => Some(target),
                    UnaryOp::Neg
                    | UnaryOp::BitNot
                    | UnaryOp::ByteSwap
                    | UnaryOp::FloatAbs
                    | UnaryOp::FloatSqrt
                    | UnaryOp::FloatFloor
                    | UnaryOp::FloatCeil
                    | UnaryOp::FloatTrunc
                    | UnaryOp::FloatRound
                    | UnaryOp::FloatRoundEven
                        if self.carries(ty) =>
                    {
                        Some(self.mixed(&[Some(target)]))
                    }
                    _ => None,
                }
            }
            ExprKind::Binary(op, x, y) => self.binary(op, x, y, ty),
            ExprKind::Cast(x) => {
                let target = self.value(x);
                (self.carries(ty) && self.carries(program.exprs[x].ty)).then_some(target).flatten()
            }
            ExprKind::Conditional(cond, x, y) => {
                self.value(cond);
                let (x, y) = (self.value(x), self.value(y));
                match (x, y) {
                    (Some(x), Some(y)) if x.firm && y.firm => {
                        self.graph.join(x.spot, y.spot);
                        Some(x)
                    }
                    (None, only) | (only, None) => only,
                    (Some(x), Some(y)) => {
                        let spot = self.graph.fresh();
                        for from in [x, y] {
                            if from.firm {
                                self.graph.join(spot, from.spot);
                            } else {
                                self.graph.flow(spot, from.spot, false);
                                self.doubtful.push(spot);
                            }
                        }
                        Some(Target { spot, firm: x.firm || y.firm })
                    }
                }
            }
        }
    }

    /// Whether values of a type can be addresses, by arithmetic and casts. An address that is kept as a floating value
    /// is one again after a cast back, whatever it was rounded to.
    pub(super) fn carries(&self, ty: TypeId) -> bool {
        matches!(self.program.types.scalar(ty), Some(Scalar::Int { .. } | Scalar::Pointer { .. } | Scalar::Float(_)))
    }

    /// The result of arithmetic: somewhere in what any operand points to.
    fn mixed(&mut self, operands: &[Option<Target>]) -> Target {
        let spot = self.graph.fresh();
        for from in operands.iter().flatten() {
            self.graph.flow(spot, from.spot, true);
        }
        Target { spot, firm: false }
    }

    fn binary(&mut self, op: BinaryOp, x: ExprId, y: ExprId, ty: TypeId) -> Option<Target> {
        let (left, right) = (self.value(x), self.value(y));
        let (left_constant, right_constant) = (self.constant(x), self.constant(y));
        if op == BinaryOp::PtrDiff && self.carries_difference(x, y) {
            return (left.is_some() || right.is_some()).then(|| self.mixed(&[left, right]));
        }
        if op.is_comparison() || op == BinaryOp::PtrDiff || !self.carries(ty) {
            if let (Some(left), Some(right)) = (left, right) {
                self.compared.push((left.spot, right.spot));
            }
            return None;
        }
        match op {
            BinaryOp::PtrAdd => {
                let size = self.element_size(ty);
                let Some(target) = left else {
                    let spot = self.graph.fresh();
                    self.graph.flow(spot, right?.spot, size != 1 || left_constant != Some(0));
                    return Some(Target { spot, firm: false });
                };
                match right_constant {
                    Some(index) => {
                        let spot = target.spot.plus(index.wrapping_mul(size as i64));
                        Some(Target { spot, ..target })
                    }
                    None => {
                        let zeros = stride::zero_bits(self.program, &self.only_values, y, 16);
                        self.graph.repeat(target.spot, size.max(1).saturating_mul(1 << zeros.min(12)));
                        if let Some(index) = right {
                            self.graph.flow(target.spot, index.spot, true);
                        }
                        Some(target)
                    }
                }
            }
            BinaryOp::Add if right_constant.is_some() => shifted(left, right_constant),
            BinaryOp::Add if left_constant.is_some() => shifted(right, left_constant),
            BinaryOp::Sub if right_constant.is_some() => shifted(left, right_constant.map(i64::wrapping_neg)),
            BinaryOp::And | BinaryOp::Rem
                if [left_constant, right_constant].iter().flatten().any(|c| (0..=4096).contains(c)) =>
            {
                None
            }
            _ if left.is_none() && right.is_none() => None,
            _ => Some(self.mixed(&[left, right])),
        }
    }

    /// Whether the difference of two pointers still has the address of one: it is the distance from a constant (null), or
    /// from what may be another object, so that `layout_dependence.rs` made it any value.
    fn carries_difference(&self, x: ExprId, y: ExprId) -> bool {
        let is_constant = |x: ExprId| self.constant(x).is_some();
        is_constant(x) != is_constant(y) || self.between_objects.contains(&(x, y))
    }

    /// As gcc counts: functions and `void` have size 1.
    fn element_size(&self, pointer: TypeId) -> u64 {
        let types = &self.program.types;
        types.pointee(pointer).and_then(|to| types.size_of(to)).unwrap_or(1)
    }
}

fn shifted(target: Option<Target>, by: Option<i64>) -> Option<Target> {
    target.map(|t| Target { spot: t.spot.plus(by.unwrap_or(0)), ..t })
}
