//! Abstractions as decision diagrams over texts of predicates.
//!
//! In a process the order of a diagram's variables is the order in which predicates were found. Written is the diagram in
//! the order of the texts, reduced as any: so equal functions of equal predicates are equal bytes, however they came about.

use super::texts::Texts;
use crate::predicates::Literal;
use crate::workspace::Workspace;
use crate::workspace::decision_diagram::PredicateRegion;
use crate::workspace::history::AbstractionId;
use cairn_base::FastMap;
use cairn_cpa::{Reader, Res, Writer};
use cairn_ir::Program;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An abstraction whose diagram gets larger than this in another order is not written.
const MOST: usize = 5_000;

/// A node: its text, and where it goes when that holds and when not. 0 is false, 1 is true, and the n-th node is n + 2.
type Node = (usize, usize, usize);

/// Literals of the texts, the nodes, and the number of the root.
type Diagram = (Vec<Literal>, Vec<Node>, usize);

struct Order<'w> {
    workspace: &'w mut Workspace,
    /// For each text what its being false and true says of the predicates that it is.
    variables: Vec<[PredicateRegion; 2]>,
    nodes: Vec<Node>,
    numbers: FastMap<Node, usize>,
    done: FastMap<(PredicateRegion, usize), usize>,
}

pub fn write_abstraction(
    workspace: &mut Workspace,
    texts_of: &mut Texts,
    id: AbstractionId,
    out: &mut Writer<'_>,
    program: &Program,
) -> Res<()> {
    let region = workspace.region(id)?;
    let mut support = Vec::new();
    workspace.regions.fold(&region, &mut |_| (), &mut |predicate, (), ()| support.push(predicate));
    support.sort_unstable();
    support.dedup();
    let mut texts: BTreeMap<Arc<str>, Vec<Literal>> = BTreeMap::new();
    for predicate in support {
        let Some((text, positive)) = texts_of.text_of(workspace, predicate, out.names(), program) else {
            out.refuse();
            return Ok(());
        };
        texts.entry(text).or_default().push((predicate, positive));
    }
    let (texts, literals): (Vec<_>, Vec<_>) = texts.into_iter().unzip();
    let mut variables = Vec::with_capacity(literals.len());
    for literals in &literals {
        variables.push([fixed(workspace, literals, false)?, fixed(workspace, literals, true)?]);
    }
    let (nodes, numbers, done) = (Vec::new(), FastMap::default(), FastMap::default());
    let mut order = Order { workspace, variables, nodes, numbers, done };
    let Some(root) = order.node(&region, 0)? else {
        out.refuse();
        return Ok(());
    };
    let nodes = order.nodes;
    out.count(texts.len());
    texts.iter().for_each(|text| out.text(text));
    out.count(nodes.len());
    nodes.iter().for_each(|node| out.put(node));
    out.put(&root);
    Ok(())
}

/// `None` when the bytes are no abstraction, or one about what is not there.
pub fn read_abstraction(
    workspace: &mut Workspace,
    texts: &mut Texts,
    input: &mut Reader<'_>,
    program: &Program,
) -> Res<Option<AbstractionId>> {
    let Some((literals, nodes, root)) = read_diagram(workspace, texts, input, program) else { return Ok(None) };
    let mut variables = Vec::new();
    for (predicate, positive) in literals {
        variables.push(workspace.regions.literal(predicate, positive)?);
    }
    let mut made = vec![workspace.regions.constant(false), workspace.regions.constant(true)];
    for (variable, yes, no) in nodes {
        let parts = (variables.get(variable), made.get(yes), made.get(no));
        let (Some(variable), Some(yes), Some(no)) = parts else { return Ok(None) };
        let region = workspace.regions.choice(variable, yes, no)?;
        made.push(region);
    }
    let Some(region) = made.get(root).cloned() else { return Ok(None) };
    Ok(Some(workspace.abstraction_of(region, program)))
}

fn read_diagram(
    workspace: &mut Workspace,
    texts: &mut Texts,
    input: &mut Reader<'_>,
    program: &Program,
) -> Option<Diagram> {
    let mut literals = Vec::new();
    for _ in 0..input.count()? {
        let text = input.text()?;
        literals.push(texts.literal_of(workspace, text, input.names(), program)?);
    }
    let nodes: Option<Vec<Node>> = (0..input.count()?).map(|_| input.take()).collect();
    Some((literals, nodes?, input.take()?))
}

impl Order<'_> {
    /// The number of the node that decides a region by the texts from the `from`-th on; `None` when there are too many.
    fn node(&mut self, region: &PredicateRegion, from: usize) -> Res<Option<usize>> {
        for value in [false, true] {
            if *region == self.workspace.regions.constant(value) {
                return Ok(Some(usize::from(value)));
            }
        }
        if let Some(known) = self.done.get(&(region.clone(), from)) {
            return Ok(Some(*known));
        }
        let (mut at, mut found) = (from, None);
        while found.is_none() && at < self.variables.len() {
            let yes = self.restricted(region, at, true)?;
            // A text that changes nothing where it holds is none of the region's.
            if yes != *region {
                let no = self.restricted(region, at, false)?;
                found = (yes != no).then_some((yes, no));
            }
            at += 1;
        }
        // All predicates of the region are among the variables, so that only a constant is decided by none.
        let Some((yes, no)) = found else { return Ok(None) };
        let (Some(yes), Some(no)) = (self.node(&yes, at)?, self.node(&no, at)?) else { return Ok(None) };
        let node = (at - 1, yes, no);
        let number = match self.numbers.get(&node) {
            Some(number) => *number,
            None if self.nodes.len() >= MOST => return Ok(None),
            None => {
                self.nodes.push(node);
                self.numbers.insert(node, self.nodes.len() + 1);
                self.nodes.len() + 1
            }
        };
        self.done.insert((region.clone(), from), number);
        Ok(Some(number))
    }

    /// A region where a text holds, or where it does not.
    fn restricted(&self, region: &PredicateRegion, variable: usize, value: bool) -> Res<PredicateRegion> {
        self.workspace.regions.restricted(region, &self.variables[variable][usize::from(value)])
    }
}

/// The predicates that a text is, where it holds or does not.
fn fixed(workspace: &mut Workspace, literals: &[Literal], value: bool) -> Res<PredicateRegion> {
    let regions = &mut workspace.regions;
    let mut all = regions.constant(true);
    for (predicate, positive) in literals {
        let literal = regions.literal(*predicate, *positive == value)?;
        all = regions.and(&all, &literal)?;
    }
    Ok(all)
}
