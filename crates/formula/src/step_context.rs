//! A step being encoded: the formula so far, and where in the program it is.

use crate::cell::{Cell, CellId, Shape};
use crate::encoder::Encoder;
use crate::encoding::Unmodelled;
use crate::path_formula::PathFormula;
use crate::scalar_leaves::leaves;
use crate::symbol_facts::Known;
use cairn_base::Span;
use cairn_ir::types::Scalar;
use cairn_ir::{Program, Step, VarId};
use cairn_term::TermId;

pub(crate) type Res<T> = Result<T, Unmodelled>;

pub(crate) struct Work<'e, 'p> {
    pub(crate) e: &'e mut Encoder,
    pub(crate) program: &'p Program,
    step: Step,
    /// Frames below the one that names mean.
    pub(crate) depth: u32,
    pub(crate) span: Span,
    condition: TermId,
    values: imbl::OrdMap<CellId, TermId>,
    inputs: u32,
    pub(crate) known: Known,
    /// Conditions of the conditional expressions around the one that is evaluated.
    pub(crate) guards: Vec<TermId>,
}

impl<'e, 'p> Work<'e, 'p> {
    pub(crate) fn new(e: &'e mut Encoder, program: &'p Program, from: &PathFormula, step: Step, depth: u32) -> Self {
        Work {
            e,
            program,
            step,
            depth,
            span: Span::NONE,
            condition: from.condition,
            values: from.values.clone(),
            inputs: from.inputs,
            known: from.known.clone(),
            guards: Vec::new(),
        }
    }
    /// The formula after the step, still without its trace.
    pub(crate) fn finish(self) -> PathFormula {
        let mut new = PathFormula::new(self.condition);
        new.values = self.values;
        new.inputs = self.inputs;
        new.known = self.known;
        new
    }

    pub(crate) fn unmodelled(&self, what: impl Into<String>) -> Unmodelled {
        Unmodelled { what: what.into(), span: self.span }
    }
    /// Something that no program of the front end says.
    pub(crate) fn malformed(&self, what: &str) -> Unmodelled {
        self.unmodelled(format!("a malformed program ({what})"))
    }

    /// Only executions for which this holds go on.
    pub(crate) fn require(&mut self, holds: TermId) {
        let holds = match self.guards.is_empty() {
            true => holds,
            false => {
                let guard = self.e.terms.and_all(self.guards.iter().copied());
                self.e.terms.implies(guard, holds)
            }
        };
        self.condition = self.e.terms.and(&[self.condition, holds]);
        if self.e.encoding.is_integer() {
            self.e.learn(holds, &mut self.known);
        }
    }

    pub(crate) fn fresh(&mut self, shape: Shape) -> TermId {
        let symbol = self.e.input(self.step, self.inputs, shape);
        self.inputs += 1;
        symbol
    }

    /// The name of the next input.
    pub(crate) fn next_input(&mut self) -> (Step, u32) {
        self.inputs += 1;
        (self.step, self.inputs - 1)
    }

    pub(crate) fn get(&self, cell: CellId) -> Res<TermId> {
        match (self.values.get(&cell), self.e.plain(cell)) {
            (Some(value), _) => Ok(*value),
            (None, Some(plain)) => Ok(plain),
            (None, None) => Err(self.malformed("a cell of another program")),
        }
    }
    pub(crate) fn set(&mut self, cell: CellId, value: TermId) {
        let value = self.shallow(value);
        if self.e.plain(cell) == Some(value) {
            self.values.remove(&cell);
        } else {
            self.values.insert(cell, value);
        }
    }
    /// What a cell holds is of no interest any more.
    pub(crate) fn forget(&mut self, cell: CellId) {
        self.values.remove(&cell);
    }
    /// The value, or a name for it when it is deep.
    pub(crate) fn shallow(&mut self, value: TermId) -> TermId {
        self.e.named(value)
    }

    /// The frame that a variable of the current function is in, as cells tell them apart.
    pub(crate) fn frame_of(&self, var: VarId) -> u32 {
        match self.program.vars[var].frame() {
            Some(function) if self.e.memory.addresses.is_recursive(function) => self.depth,
            _ => 0,
        }
    }
    /// The cell of a scalar in a variable. What it holds is a matter of the variable's type, not of the access.
    pub(crate) fn cell(&mut self, var: VarId, first: u64, bits: u32) -> (CellId, Shape) {
        let depth = self.frame_of(var);
        let cell = Cell::Scalar { var, depth, first, bits };
        if let Some((at, _, info)) = self.e.cells.all.get_full(&cell)
            && let Some(shape) = info.shape
        {
            return (cairn_base::id::Id::from_index(at), shape);
        }
        let types = &self.program.types;
        let known = leaves(types, self.program.vars[var].ty).unwrap_or_default();
        let leaf = known.iter().find(|leaf| leaf.first == first && leaf.bits == bits);
        let of = leaf.map_or(Scalar::Int { bits, signed: true }, |leaf| leaf.of);
        let shape = Shape { of, bits };
        let sort = self.e.sort_of(shape);
        (self.e.intern_cell(Some(self.program), cell, Some(shape), sort), shape)
    }
}
