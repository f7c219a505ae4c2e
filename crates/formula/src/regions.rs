//! Where variables are: in cells of their own, or in a region of memory.

use crate::leaf::leaves;
use crate::memory::RegionId;
use cairn_base::id::{Id, IdVec};
use cairn_ir::{ExprKind, PlaceId, PlaceKind, Program, VarId};

pub(crate) struct Regions {
    in_memory: IdVec<VarId, bool>,
}

impl Regions {
    pub(crate) fn new(program: &Program) -> Self {
        let mut in_memory: IdVec<VarId, bool> = program
            .vars
            .iter()
            .map(|var| var.address_taken || var.data.is_some() || leaves(&program.types, var.ty).is_none())
            .collect();
        for (_, place) in program.exprs.places() {
            if let PlaceKind::Index(array, index) = place.kind
                && !matches!(program.exprs[index].kind, ExprKind::Constant(_))
                && let Some(var) = root(program, array)
            {
                in_memory[var] = true;
            }
        }
        Self { in_memory }
    }
    /// True for variables that have an address in formulas.
    pub(crate) fn is_in_memory(&self, var: VarId) -> bool {
        self.in_memory.get(var).copied().unwrap_or(true)
    }
    pub(crate) fn region_of_variable(&self, _var: VarId) -> RegionId {
        RegionId::from_index(0)
    }
    pub(crate) fn region_of(&self, _place: PlaceId) -> RegionId {
        RegionId::from_index(0)
    }
}

/// The variable that a place is in, when it is named and not pointed to.
pub(crate) fn root(program: &Program, mut place: PlaceId) -> Option<VarId> {
    loop {
        match program.exprs[place].kind {
            PlaceKind::Var(var) => return Some(var),
            PlaceKind::Field(outer, _) | PlaceKind::Index(outer, _) => place = outer,
            PlaceKind::Deref(_) => return None,
        }
    }
}
