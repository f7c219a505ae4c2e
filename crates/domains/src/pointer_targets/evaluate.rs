//! The target of a pointer expression at a location.

use super::target::PointerTarget;
use crate::interval::IntervalState;
use crate::interval::cell::{CellLocation, Spot};
use crate::interval::evaluate::View;
use crate::value::range::Interval;
use cairn_ir::types::Type;
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Program};
use std::collections::BTreeMap;

/// Deeper expressions are not looked into.
const DEEPEST: u32 = 40;

/// What is known of pointers: by the key of the cell.
pub type Targets = BTreeMap<u64, PointerTarget>;

/// A location's facts.
#[derive(Clone, Copy)]
pub struct Here<'a> {
    pub program: &'a Program,
    pub ranges: &'a IntervalState,
    pub targets: &'a Targets,
}

impl Here<'_> {
    /// The range of an integer expression.
    pub fn range(&self, expr: ExprId) -> Option<Interval> {
        View::new(self.ranges, 0, self.program).value(expr)
    }

    /// The key of a place that is a tracked cell.
    pub fn location(&self, place: PlaceId) -> CellLocation {
        let Ok(at) = cairn_semantics::locate(&mut View::new(self.ranges, 0, self.program), place);
        at
    }

    /// Where a pointer expression goes.
    pub fn target(&self, expr: ExprId) -> Option<PointerTarget> {
        self.expr(expr, 0)
    }

    fn expr(&self, expr: ExprId, depth: u32) -> Option<PointerTarget> {
        if depth > DEEPEST {
            return None;
        }
        let (exprs, types) = (&self.program.exprs, &self.program.types);
        let pointee = types.pointee(exprs[expr].ty)?;
        match exprs[expr].kind {
            ExprKind::Load(place) => match self.location(place) {
                CellLocation::Cell(Spot { key, field: None }) => self.targets.get(&key).copied(),
                _ => None,
            },
            ExprKind::AddressOf(place) => self.place(place, depth + 1),
            ExprKind::Cast(from) => self.expr(from, depth + 1),
            ExprKind::Binary(BinaryOp::PtrAdd, from, index) => {
                self.expr(from, depth + 1)?.moved(self.range(index)?, types.size_of(pointee)?)
            }
            ExprKind::Conditional(_, yes, no) => Some(self.expr(yes, depth + 1)?.join(self.expr(no, depth + 1)?)),
            _ => None,
        }
    }

    /// The address of a place.
    fn place(&self, place: PlaceId, depth: u32) -> Option<PointerTarget> {
        if depth > DEEPEST {
            return None;
        }
        let (exprs, types) = (&self.program.exprs, &self.program.types);
        match exprs[place].kind {
            PlaceKind::Var(var) => {
                let variable = &self.program.vars[var];
                if matches!(types.get(variable.ty), Type::VariableArray(..)) {
                    return None;
                }
                let start = PointerTarget::start(types.size_of(variable.ty)?, types.align_in_record(variable.ty)?);
                Some(PointerTarget { constant: self.program.is_constant(var), ..start })
            }
            PlaceKind::Deref(pointer) => self.expr(pointer, depth + 1),
            PlaceKind::Field(base, index) => {
                let field = types.fields(exprs[base].ty)?.get(index as usize)?;
                self.place(base, depth + 1)?.moved(Interval::point(i128::from(field.offset)), 1)
            }
            PlaceKind::Index(base, index) => {
                self.place(base, depth + 1)?.moved(self.range(index)?, types.size_of(exprs[place].ty)?)
            }
        }
    }
}
