//! The facts about the objects that a pointer may go to: how many there are, their sizes, alignments and contents.

use super::constraints::PointeeObject;
use super::graph::{GraphId, NodeOffset};
use super::layout_dependence::Search;
use cairn_ir::effects::AllocationKind;
use cairn_ir::{ExprId, Op, Type, VarKind};

impl<'p> Search<'_, 'p> {
    /// A set of one object that exists at most once.
    pub(super) fn is_single(&self, node: GraphId) -> bool {
        let mut objects = self.objects(node);
        let (Some((object, _)), None) = (objects.next(), objects.next()) else { return false };
        match object {
            PointeeObject::Variable(var) => match self.program.vars[var].frame() {
                // Equal literals share their variable.
                None => self.program.vars[var].kind != VarKind::StringLiteral,
                Some(function) => {
                    !self.calls.is_recursive(function) && !self.outliving.as_ref().is_some_and(|o| o.is_kept(object))
                }
            },
            PointeeObject::Allocation(edge) => self.once[edge],
            PointeeObject::Absolute => false,
        }
    }

    pub(super) fn objects(&self, node: GraphId) -> impl Iterator<Item = (PointeeObject, i64)> + '_ {
        let objects = self.from.graph.objects(node).iter();
        objects.filter_map(|(number, at)| Some((*self.from.objects.get_index(*number as usize)?, *at)))
    }

    pub(super) fn spot(&self, x: ExprId) -> Option<NodeOffset> {
        Some(self.from.graph.find_in(self.from.values[x]??.spot))
    }

    pub(super) fn size(&self, object: PointeeObject) -> Option<u64> {
        match object {
            PointeeObject::Variable(var) => self.program.types.size_of(self.program.vars[var].ty),
            PointeeObject::Allocation(edge) => match &self.program.edges[edge].op {
                Op::Intrinsic { which, args, .. } => {
                    let size = which.row().allocates()?.size;
                    self.constant(*args.get(size)?)?.try_into().ok()
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The alignment that the objects that an address may be in have for sure.
    pub(super) fn alignment(&self, x: ExprId) -> u64 {
        let Some(spot) = self.spot(x) else { return 1 };
        let types = &self.program.types;
        let largest = if self.pointer_bits == 64 { 16 } else { 8 };
        let of = |object: PointeeObject| match object {
            PointeeObject::Variable(var) => {
                let variable = &self.program.vars[var];
                types.align_of(variable.ty).unwrap_or(1).max(variable.align.unwrap_or(1))
            }
            PointeeObject::Allocation(edge) => {
                let Op::Intrinsic { which, args, result } = &self.program.edges[edge].op else { return largest };
                let Some(made) = which.row().allocates() else { return largest };
                match (made.alignment.and_then(|at| args.get(at)), made.kind, result) {
                    (Some(align), ..) => self.constant(*align).and_then(|align| u64::try_from(align).ok()).unwrap_or(1),
                    (None, AllocationKind::Frame, Some(place)) => {
                        let pointee = types.pointee(self.program.exprs[*place].ty);
                        let is_void = pointee.is_some_and(|to| matches!(types.get(to), Type::Void));
                        if is_void { 16 } else { pointee.and_then(|to| types.align_of(to)).unwrap_or(1) }
                    }
                    (None, ..) => largest,
                }
            }
            PointeeObject::Absolute => 1,
        };
        self.objects(spot.node).map(|(object, _)| of(object)).min().unwrap_or(1).max(1)
    }

    pub(super) fn literal(&self, object: PointeeObject) -> Option<&'p [u8]> {
        let PointeeObject::Variable(var) = object else { return None };
        let variable = &self.program.vars[var];
        (variable.kind == VarKind::StringLiteral).then(|| variable.data.as_deref().unwrap_or(&[]))
    }

    pub(super) fn has_objects(&self, x: ExprId) -> bool {
        let named = |object: PointeeObject| object != PointeeObject::Absolute;
        self.spot(x).is_some_and(|spot| self.objects(spot.node).any(|(object, _)| named(object)))
    }
}
