//! Vertices of the dependence graph (Horwitz, Reps, Binkley 1990: "Interprocedural slicing using dependence graphs").
//!
//! An edge of an automaton is one vertex with all that its operation does. A call has more: one for each thing that it
//! passes in and takes out, so that a slice need not take all because it takes one.

use cairn_base::{FastIndexMap, FastMap};
use cairn_ir::{CallSiteId, EdgeId, FunctionId, NodeId, Program, VarId};
use cairn_pointer_analysis::RegionId;

/// Value passed in or out of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Passed {
    /// The value of a parameter; only in.
    Parameter(VarId),
    /// The result; only out.
    Result,
    /// A part of memory that outlives the call, as the caller and the callee see it.
    Memory(DefinedCell),
}

/// Object of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum DefinedCell {
    /// A region of memory; a variable is one or several.
    Region(RegionId),
    /// Which objects live: what a comparison of addresses may tell, when one may be used again.
    Lifetimes,
}

/// A vertex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Vertex {
    /// The operation of an edge. For a call: that it is made.
    Edge(EdgeId),
    /// Input for a call's callee.
    ActualIn(CallSiteId, Passed),
    /// Result from a call's callee.
    ActualOut(CallSiteId, Passed),
    /// Input from a function's callers.
    FormalIn(FunctionId, Passed),
    /// Result for a function's callers.
    FormalOut(FunctionId, Passed),
    /// That a function runs.
    Entry(FunctionId),
    /// That a function may end the program instead of returning.
    Ends(FunctionId),
    /// That a call may end the program instead of coming back.
    CallEnds(CallSiteId),
    /// Value of a cell behind an operation that may define it, or a part of it: what that has written, and what was there.
    After(EdgeId, DefinedCell),
    /// Definitions of one cell that meet at a location.
    Merge(NodeId, DefinedCell),
}

impl Vertex {
    /// The edge whose operation this is about, if it is one.
    pub fn edge(self) -> Option<EdgeId> {
        match self {
            Vertex::Edge(edge) => Some(edge),
            _ => None,
        }
    }

    /// A name that is unique in a program, for drawings and lists.
    pub fn name(self, program: &Program, cells: &CellNames) -> String {
        let function = |function: FunctionId| program.functions[function].name.as_str();
        let callee = |site: CallSiteId| program.calls[site].callee.map_or("?", function);
        match self {
            Vertex::Edge(edge) => edge.to_string(),
            Vertex::ActualIn(site, passed) => format!("{site} {} in: {}", callee(site), passed.name(program, cells)),
            Vertex::ActualOut(site, passed) => format!("{site} {} out: {}", callee(site), passed.name(program, cells)),
            Vertex::FormalIn(of, passed) => format!("{} in: {}", function(of), passed.name(program, cells)),
            Vertex::FormalOut(of, passed) => format!("{} out: {}", function(of), passed.name(program, cells)),
            Vertex::Entry(of) => format!("{} entry", function(of)),
            Vertex::Ends(of) => format!("{} ends the program", function(of)),
            Vertex::CallEnds(site) => format!("{site} {} ends the program", callee(site)),
            Vertex::After(edge, cell) => format!("{edge} {}", cells.of(cell)),
            Vertex::Merge(node, cell) => format!("{node} {}", cells.of(cell)),
        }
    }
}

impl Passed {
    fn name(self, program: &Program, cells: &CellNames) -> String {
        match self {
            Passed::Parameter(var) => program.vars[var].name.clone(),
            Passed::Result => "result".to_owned(),
            Passed::Memory(cell) => cells.of(cell),
        }
    }
}

/// Names of cells: by the variables that they hold.
#[derive(Clone, Debug, Default)]
pub struct CellNames(FastMap<DefinedCell, String>);

/// So many variables of a cell are named.
const MOST_NAMED: usize = 3;

impl CellNames {
    /// The names, where each cell comes with the variables in it. A name that several would have gets the cell's number.
    pub fn new(program: &Program, cells: impl IntoIterator<Item = (DefinedCell, VarId)>) -> Self {
        let mut variables: FastIndexMap<DefinedCell, Vec<VarId>> = FastIndexMap::default();
        for (cell, var) in cells {
            variables.entry(cell).or_default().push(var);
        }
        let name = |vars: &Vec<VarId>| {
            let one = |var: &VarId| {
                let of = &program.vars[*var];
                match of.frame() {
                    Some(function) => format!("{}::{}", program.functions[function].name, of.name),
                    None => of.name.clone(),
                }
            };
            let mut names: Vec<String> = vars.iter().take(MOST_NAMED).map(one).collect();
            if vars.len() > MOST_NAMED {
                names.push("…".to_owned());
            }
            names.join(", ")
        };
        let named: Vec<(DefinedCell, String)> = variables.iter().map(|(cell, vars)| (*cell, name(vars))).collect();
        let mut times: FastMap<&str, usize> = FastMap::default();
        for (_, name) in &named {
            *times.entry(name).or_default() += 1;
        }
        let unique = |(cell, name): &(DefinedCell, String)| match times[name.as_str()] {
            1 => (*cell, name.clone()),
            _ => (*cell, format!("{name} ({})", number(*cell))),
        };
        CellNames(named.iter().map(unique).collect())
    }

    /// The name of a cell; its number where it holds no variable.
    pub fn of(&self, cell: DefinedCell) -> String {
        self.0.get(&cell).cloned().unwrap_or_else(|| number(cell))
    }
}

fn number(cell: DefinedCell) -> String {
    match cell {
        DefinedCell::Region(region) => region.to_string(),
        DefinedCell::Lifetimes => "lifetimes".to_owned(),
    }
}
