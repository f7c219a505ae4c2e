//! The context of a block's results beside its text: what is found out about the program as a whole before the analysis.
//!
//! - **Ranges.** Where a block of the encoding starts, what the interval analysis of the whole program knows of the
//!   variables there is assumed, and locations that it excludes are left out. A caller that passes other arguments changes
//!   them.
//! - **Memory.** Which variables are in memory, at which addresses; which accesses are in which region; which integers may
//!   be addresses. Addresses are constants of formulas, regions are arrays, and both change with the program around.
//!
//! Each function has a digest of these for all locations, places and expressions of its text, in the order of the text.
//! So a block's results are used again only where all this is as it was. Edits that move what a function uses in memory
//! (a new global before it, a frame that grows) make its results void; to be independent of that, formulas would have to
//! have symbols for addresses.

use super::cells::Cells;
use crate::workspace::Workspace;
use cairn_base::{FastMap, FastSet};
use cairn_cpa::{Names, ReductionScope, Writer};
use cairn_ir::mark_reachable;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{ExprId, ExprKind, FunctionId, NodeId, Op, PlaceId, PlaceKind, Program, Type, VarId};
use cairn_pointer_analysis::RegionPart as Bytes;
use std::fmt::Write;

/// The digests of functions made so far.
#[derive(Default)]
pub struct Contexts {
    known: FastMap<FunctionId, String>,
}

impl Contexts {
    /// Writes what the results of a block rest on.
    pub fn write(
        &mut self,
        workspace: &mut Workspace,
        cells: &mut Cells,
        scope: &ReductionScope<'_>,
        out: &mut Writer<'_>,
    ) {
        if !workspace.options.modular {
            // What is assumed at block ends is more than ranges then, and blocks have no results of their own.
            out.refuse();
            return;
        }
        let names = out.names();
        let mut all: Vec<(&str, String)> = Vec::new();
        for function in std::iter::once(scope.part.function).chain(scope.part.callees.iter().copied()) {
            all.push((
                names.function_text(function),
                self.context_of(workspace, cells, function, names, scope.program),
            ));
        }
        all.sort_unstable();
        all.dedup();
        out.count(all.len());
        for (function, digest) in all {
            out.text(function);
            out.text(&digest);
        }
    }

    fn context_of(
        &mut self,
        workspace: &mut Workspace,
        cells: &mut Cells,
        function: FunctionId,
        names: &Names<'_>,
        program: &Program,
    ) -> String {
        if let Some(known) = self.known.get(&function) {
            return known.clone();
        }
        cells.regions_named(workspace, names, program);
        let mut text = Text { workspace, cells, names, program, text: String::new(), touches_memory: false };
        text.function(function);
        let digest = cairn_cpa::names::digest(text.text.as_bytes());
        self.known.insert(function, digest.clone());
        digest
    }
}

/// A text of what a function rests on.
struct Text<'a> {
    workspace: &'a mut Workspace,
    cells: &'a Cells,
    names: &'a Names<'a>,
    program: &'a Program,
    text: String,
    touches_memory: bool,
}

impl Text<'_> {
    /// Writing to a string cannot fail.
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.text, "{line}");
    }

    fn function(&mut self, function: FunctionId) {
        let (names, program) = (self.names, self.program);
        self.line(format_args!("{:?}", self.workspace.encoder.frame_constants()));
        let own = &program.functions[function];
        for var in own.params.iter().chain(&own.locals).chain(own.result.as_ref()) {
            self.variable(*var);
        }
        let mut seen: FastSet<ExprOrPlace> = FastSet::default();
        let mut place = 0;
        while let Some(node) = names.node(function, place) {
            self.location(node);
            for edge in &program.nodes[node].leaving {
                let op = &program.edges[*edge].op;
                let mut open = Vec::new();
                op.roots(&program.calls, &mut open);
                match op {
                    Op::Declare { var, .. } | Op::EndScope(var) => self.variable(*var),
                    Op::Call(site) => program.calls[*site].result.into_iter().for_each(|var| self.variable(var)),
                    Op::Intrinsic { args, .. } => {
                        self.touches_memory = true;
                        args.iter().for_each(|argument| self.pointer(*argument));
                        let parts = self.workspace.encoder.memory().parts_of_allocation(*edge, None);
                        self.parts(&parts);
                    }
                    _ => {}
                }
                let is_new = |part| seen.insert(part);
                mark_reachable(open, is_new, |part, open| {
                    self.part(part);
                    open.extend(program.exprs.parts(part));
                });
            }
            place += 1;
        }
        if self.touches_memory {
            self.line(format_args!("{:?}", self.workspace.encoder.landmarks()));
        }
    }

    /// Assumptions where a block of the encoding starts at a location.
    fn location(&mut self, node: NodeId) {
        let starts = &mut self.workspace.starts;
        let bounds = starts.bounds(node, self.workspace.ends.calls(), self.program);
        let excluded = starts.excludes(node);
        let mut lines: Vec<String> = bounds
            .into_iter()
            .map(|bound| format!("{} {} {} {}", self.names.var_text(bound.var), bound.bit, bound.low, bound.high))
            .collect();
        lines.sort_unstable();
        self.line(format_args!("{excluded} {lines:?}"));
    }

    fn part(&mut self, part: ExprOrPlace) {
        match part {
            ExprOrPlace::Expr(expr) => self.expression(expr),
            ExprOrPlace::Place(place) => self.place(place),
        }
    }

    fn expression(&mut self, expr: ExprId) {
        let program = self.program;
        let is_address = self.workspace.encoder.memory().is_address(expr);
        self.line(format_args!("{is_address}"));
        if let ExprKind::FunctionAddress(function) = program.exprs[expr].kind {
            self.touches_memory = true;
            self.line(format_args!("{}", self.workspace.encoder.address_of_function(function)));
        }
        if matches!(program.types.get(program.type_of(expr)), Type::Pointer(_)) {
            self.touches_memory = true;
            self.pointer(expr);
        }
    }

    fn pointer(&mut self, expr: ExprId) {
        let parts = self.workspace.encoder.memory().parts_of_pointer(expr, None).unwrap_or_default();
        self.parts(&parts);
    }

    fn place(&mut self, place: PlaceId) {
        let program = self.program;
        let ty = program.type_of_place(place);
        match program.exprs[place].kind {
            PlaceKind::Var(var) => self.variable(var),
            PlaceKind::Deref(_) => self.touches_memory = true,
            PlaceKind::Field(..) | PlaceKind::Index(..) => {}
        }
        match program.types.scalar(ty) {
            // A scalar of a variable that is not in memory is a cell, whatever its region.
            Some(_) if self.is_cell(place) => {}
            Some(_) => {
                let region = self.workspace.encoder.memory().region_of(place);
                let name = region.map(|region| self.cells.region_name(region).to_owned());
                self.line(format_args!("{name:?}"));
            }
            None => {
                let size = program.types.size_of(ty).unwrap_or(u64::MAX);
                let parts = self.workspace.encoder.memory().parts_of_place(place, size).unwrap_or_default();
                self.parts(&parts);
            }
        }
    }

    fn is_cell(&self, mut place: PlaceId) -> bool {
        loop {
            match self.program.exprs[place].kind {
                PlaceKind::Var(var) => return !self.workspace.encoder.is_in_memory(var),
                PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => place = base,
                PlaceKind::Deref(_) => return false,
            }
        }
    }

    fn variable(&mut self, var: VarId) {
        let program = self.program;
        if !self.workspace.encoder.is_in_memory(var) {
            return self.line(format_args!("-"));
        }
        self.touches_memory = true;
        let address = self.workspace.encoder.address_of(program, var);
        self.line(format_args!("{address:?}"));
        let size = program.types.size_of(program.vars[var].ty).unwrap_or(u64::MAX);
        let parts = self.workspace.encoder.memory().parts_of_variable(var, size);
        self.parts(&parts);
    }

    fn parts(&mut self, parts: &[Bytes]) {
        let mut lines: Vec<String> = parts
            .iter()
            .map(|Bytes { offset, size, count, stride, region }| {
                format!("{offset} {size} {count} {stride} {}", self.cells.region_name(*region))
            })
            .collect();
        lines.sort_unstable();
        self.line(format_args!("{lines:?}"));
    }
}
