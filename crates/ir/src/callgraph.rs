//! Who calls whom, after function pointers are resolved: call sites by caller and callee, recursion, an order in which
//! callees come before callers.

use crate::components::strongly_connected;
use crate::ids::{EdgeId, FunctionId, NodeId};
use crate::op::{CallSiteId, Op};
use crate::program::Program;
use cairn_base::id::{Id, IdVec};

/// The call graph of a program.
#[derive(Clone, Debug)]
pub struct CallGraph {
    edge_of: IdVec<CallSiteId, Option<EdgeId>>,
    calls_in: IdVec<FunctionId, Vec<CallSiteId>>,
    calls_of: IdVec<FunctionId, Vec<CallSiteId>>,
    component_of: IdVec<FunctionId, usize>,
    recursive: IdVec<FunctionId, bool>,
    components: Vec<Vec<FunctionId>>,
}

impl CallGraph {
    /// The call graph of a resolved program.
    pub fn new(program: &Program) -> Self {
        let mut edge_of: IdVec<CallSiteId, Option<EdgeId>> = program.calls.iter().map(|_| None).collect();
        let mut calls_in: IdVec<FunctionId, Vec<CallSiteId>> = program.functions.iter().map(|_| Vec::new()).collect();
        let mut calls_of = calls_in.clone();
        for (id, edge) in program.edges.iter_ids() {
            if let Op::Call(site) = edge.op {
                edge_of[site] = Some(id);
                calls_in[program.nodes[edge.source].function].push(site);
                if let Some(callee) = program.calls[site].callee {
                    calls_of[callee].push(site);
                }
            }
        }
        let callees = |function: FunctionId| calls_in[function].iter().filter_map(|s| program.calls[*s].callee);
        let found = strongly_connected(program.functions.len(), |v, out| {
            out.extend(callees(FunctionId::from_index(v)).map(Id::index));
        });
        let mut component_of: IdVec<FunctionId, usize> = program.functions.iter().map(|_| 0).collect();
        let mut recursive: IdVec<FunctionId, bool> = program.functions.iter().map(|_| false).collect();
        let mut components = Vec::new();
        for (i, component) in found.into_iter().enumerate() {
            let members: Vec<FunctionId> = component.into_iter().map(FunctionId::from_index).collect();
            for function in &members {
                component_of[*function] = i;
                recursive[*function] = members.len() > 1 || callees(*function).any(|c| c == *function);
            }
            components.push(members);
        }
        CallGraph { edge_of, calls_in, calls_of, component_of, recursive, components }
    }

    /// The edge of a call; `None` for a site that no edge mentions.
    pub fn edge_of(&self, site: CallSiteId) -> Option<EdgeId> {
        self.edge_of[site]
    }
    /// Where control goes on in the caller when the callee has returned.
    pub fn return_node(&self, program: &Program, site: CallSiteId) -> Option<NodeId> {
        self.edge_of[site].map(|edge| program.edges[edge].target)
    }
    /// The calls in the body of a function, in the order of their edges.
    pub fn calls_in(&self, function: FunctionId) -> &[CallSiteId] {
        &self.calls_in[function]
    }
    /// The functions that a function calls, in the order of the edges, each as often as it is called.
    pub fn callees<'a>(&'a self, program: &'a Program, function: FunctionId) -> impl Iterator<Item = FunctionId> + 'a {
        self.calls_in[function].iter().filter_map(|site| program.calls[*site].callee)
    }
    /// The calls of a function, in the order of their edges.
    pub fn calls_of(&self, function: FunctionId) -> &[CallSiteId] {
        &self.calls_of[function]
    }
    /// True when a function may be called, directly or not, while it runs.
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.recursive[function]
    }
    /// Groups of mutually recursive functions, each before its callers.
    pub fn components(&self) -> &[Vec<FunctionId>] {
        &self.components
    }
    /// The position of a function's group in [`CallGraph::components`].
    pub fn component_of(&self, function: FunctionId) -> usize {
        self.component_of[function]
    }
}
