//! The reads and definitions of an operation, in cells: regions of the points-to partition, and which objects live.
//!
//! A definition *kills* when nothing of what the cell held is left: a scalar at one place that is written as a whole. All
//! others may leave something, and count as reading it.
//!
//! Which objects live is a cell of its own, since freed memory may be handed out again: a comparison of two addresses
//! depends on what was allocated and freed before, and nothing else does.

use crate::vertex::DefinedCell;
use cairn_base::FastMap;
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{BinaryOp, CallGraph, EdgeId, ExprId, ExprKind, FunctionId, Op, PlaceId, PlaceKind, Program, VarId};
use cairn_pointer_analysis::{Layout, MemoryEffects, MemoryPartition, Storage};
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Definition {
    pub cell: DefinedCell,
    pub kills: bool,
}

/// The memory of a program, divided into cells.
pub(crate) struct Memory {
    program: Arc<Program>,
    partition: MemoryPartition,
    effects: MemoryEffects,
    /// The edges on which the lifetime of a variable begins.
    begins: FastMap<VarId, Vec<EdgeId>>,
    /// The frame that a cell is private to: no pointer goes there, so each activation has one of its own.
    private: FastMap<DefinedCell, FunctionId>,
}

impl Memory {
    pub fn new(program: &Arc<Program>, graph: &CallGraph) -> Self {
        let partition = MemoryPartition::new(program);
        let effects = MemoryEffects::new(program, graph, &partition);
        let mut begins: FastMap<VarId, Vec<EdgeId>> = FastMap::default();
        for (id, edge) in program.edges.iter_ids() {
            if let Op::Declare { var, .. } = edge.op {
                begins.entry(var).or_default().push(id);
            }
        }
        let mut private = FastMap::default();
        for (var, variable) in program.vars.iter_ids() {
            if let (Storage::Cells, Some(function)) = (partition.storage(var), variable.frame()) {
                for region in partition.regions_at(program, Where::Variable(var)) {
                    private.insert(DefinedCell::Region(region), function);
                }
            }
        }
        Memory { program: Arc::clone(program), partition, effects, begins, private }
    }

    /// Whether a cell belongs to the activations of one function.
    pub fn is_private(&self, cell: DefinedCell) -> bool {
        self.private.contains_key(&cell)
    }

    pub fn of_variable(&self, var: VarId) -> Vec<DefinedCell> {
        self.cells(Where::Variable(var))
    }

    /// Where the lifetimes of variables begin whose addresses an operation takes.
    pub fn begins_of_addresses(&self, edge: EdgeId) -> Vec<EdgeId> {
        let mut found = Vec::new();
        for effect in effects::all(&self.program, &self.program.edges[edge].op) {
            if let Effect::TakesAddress(place) = effect
                && let Some(var) = self.program.exprs.root_variable(place)
            {
                found.extend(self.begins.get(&var).into_iter().flatten().copied());
            }
        }
        found
    }

    /// Reads of an operation. A call reads nothing: what it passes is [`Memory::read_by`] each argument.
    pub fn reads(&self, edge: EdgeId) -> Vec<DefinedCell> {
        let op = &self.program.edges[edge].op;
        if matches!(op, Op::Call(_)) {
            return Vec::new();
        }
        let mut roots = Vec::new();
        op.roots(&self.program.calls, &mut roots);
        let mut found = self.read_by(roots);
        for effect in effects::own(&self.program, op) {
            match effect {
                Effect::Reads(at) => found.extend(self.cells(at)),
                Effect::AsksForLifetimes => found.push(DefinedCell::Lifetimes),
                _ => {}
            }
        }
        found
    }

    /// Reads of computing values, and finding places.
    pub fn read_by(&self, roots: Vec<ExprOrPlace>) -> Vec<DefinedCell> {
        let mut found = Vec::new();
        for part in self.program.exprs.all_parts(roots) {
            if let Some(Effect::Reads(at)) = effects::of_part(&self.program, part) {
                found.extend(self.cells(at));
            }
            if self.compares(part) {
                found.push(DefinedCell::Lifetimes);
            }
        }
        found
    }

    /// Definitions of an operation. What a call defines its callee does, or [`Memory::of_variable`] of its result.
    pub fn definitions(&self, edge: EdgeId) -> Vec<Definition> {
        let op = &self.program.edges[edge].op;
        let mut found = Vec::new();
        if matches!(op, Op::Call(_)) {
            return found;
        }
        let mut may =
            |cells: Vec<DefinedCell>| found.extend(cells.into_iter().map(|cell| Definition { cell, kills: false }));
        let mut kill = Vec::new();
        for effect in effects::own(&self.program, op) {
            match effect {
                Effect::Writes { at: Where::Variable(var), .. } | Effect::Begins { var, .. } => {
                    kill.extend(self.of_variable(var).into_iter().map(|cell| (cell, self.is_one(cell, Some(var)))));
                    if matches!(effect, Effect::Begins { .. }) && self.program.vars[var].address_taken {
                        may(vec![DefinedCell::Lifetimes]);
                    }
                }
                Effect::Writes { at: Where::Place(place), .. } => {
                    let whole = !self.is_bit_field(place);
                    let cells = self.cells(Where::Place(place));
                    kill.extend(cells.into_iter().map(|cell| (cell, whole && self.is_one(cell, None))));
                }
                Effect::Writes { at, .. } => may(self.cells(at)),
                Effect::Ends(_) | Effect::Frees(..) => may(vec![DefinedCell::Lifetimes]),
                Effect::Allocates(_) => {
                    may(vec![DefinedCell::Lifetimes]);
                    may(self.partition.regions_of_allocation(edge).into_iter().map(DefinedCell::Region).collect());
                }
                Effect::Names(_)
                | Effect::Reads(_)
                | Effect::Follows(_)
                | Effect::TakesAddress(_)
                | Effect::TakesFunction(_)
                | Effect::Exposes(_)
                | Effect::AsksForLifetimes => {}
            }
        }
        found.extend(kill.into_iter().map(|(cell, kills)| Definition { cell, kills }));
        found
    }

    /// Definitions of a function and what it calls that its callers know.
    pub fn defined_in(&self, function: FunctionId) -> Vec<DefinedCell> {
        let regions = self.effects.of(function).writes.iter().map(DefinedCell::Region);
        regions.chain([DefinedCell::Lifetimes]).filter(|cell| !self.is_private(*cell)).collect()
    }

    /// Whether a function and what it calls may define a cell that its callers know.
    pub fn may_define(&self, function: FunctionId, cell: DefinedCell) -> bool {
        match cell {
            DefinedCell::Region(region) => !self.is_private(cell) && self.effects.of(function).writes.contains(region),
            DefinedCell::Lifetimes => true,
        }
    }

    fn cells(&self, at: Where) -> Vec<DefinedCell> {
        self.partition.regions_at(&self.program, at).into_iter().map(DefinedCell::Region).collect()
    }

    /// True for one scalar, of which each access has all bytes.
    pub fn is_one(&self, cell: DefinedCell, var: Option<VarId>) -> bool {
        let DefinedCell::Region(region) = cell else { return false };
        let region = self.partition.region(region);
        let in_cells = var.is_some_and(|var| self.partition.storage(var) == Storage::Cells);
        matches!(region.layout, Layout::Uniform { .. }) && (in_cells || region.singleton.is_some())
    }

    fn is_bit_field(&self, place: PlaceId) -> bool {
        let exprs = &self.program.exprs;
        let PlaceKind::Field(of, index) = exprs[place].kind else { return false };
        let fields = self.program.types.fields(exprs[of].ty).unwrap_or(&[]);
        fields.get(index as usize).is_none_or(|field| field.bits.is_some())
    }

    /// Whether two addresses are compared, or one becomes a number.
    fn compares(&self, part: ExprOrPlace) -> bool {
        let ExprOrPlace::Expr(expr) = part else { return false };
        let (exprs, types) = (&self.program.exprs, &self.program.types);
        let is_address = |expr: ExprId| {
            types.pointee(exprs[expr].ty).is_some() && !matches!(exprs[expr].kind, ExprKind::Constant(_))
        };
        match exprs[expr].kind {
            ExprKind::Binary(op, a, b) => {
                (op.is_comparison() || op == BinaryOp::PtrDiff) && is_address(a) && is_address(b)
            }
            ExprKind::Cast(of) => is_address(of) && types.pointee(exprs[expr].ty).is_none(),
            _ => false,
        }
    }
}
