//! A user's own list of blocks, as text: one block a line.
//!
//! ```text
//! # the whole of a function
//! function f
//! # the loop whose head is in a line
//! loop main 12
//! # the locations of a function whose text is in some lines
//! lines main 20 31
//! ```
//!
//! The lists of people are wrong more often than not, so each line is checked against the program: the block must be
//! there, have one entry, and be nested in or disjoint from each other block of its function.

use crate::part::ProgramPart;
use cairn_ir::{CallGraph, FunctionId, Loops, NodeId, Program};

/// A line of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its number in the list, from 1.
    pub line: usize,
    /// Part to find.
    pub what: ListedPart,
}

/// Part named by a line of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ListedPart {
    /// A whole function.
    Function(String),
    /// The loop of a function whose head is in a line of the source.
    Loop(String, u32),
    /// The locations of a function in some lines of the source, the last included.
    Lines(String, u32, u32),
}

/// Reads a list.
///
/// # Errors
/// The first line that says nothing, as a sentence.
pub fn parse(text: &str) -> Result<Vec<Listed>, String> {
    let mut list = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |word: &str| {
            word.parse::<u32>().map_err(|_| format!("line {} of the blocks: '{word}' is no line number", index + 1))
        };
        let what = match words[..] {
            [] => continue,
            ["function", name] => ListedPart::Function(name.to_owned()),
            ["loop", name, line] => ListedPart::Loop(name.to_owned(), number(line)?),
            ["lines", name, first, last] => ListedPart::Lines(name.to_owned(), number(first)?, number(last)?),
            _ => {
                let known = "'function NAME', 'loop NAME LINE' or 'lines NAME FIRST LAST'";
                return Err(format!("line {} of the blocks is none of {known}", index + 1));
            }
        };
        list.push(Listed { line: index + 1, what });
    }
    Ok(list)
}

/// The blocks of a list in a program.
pub(crate) fn resolve(list: &[Listed], program: &Program, calls: &CallGraph) -> Result<Vec<ProgramPart>, String> {
    let loops = Loops::new(program);
    let mut blocks: Vec<(usize, ProgramPart)> = Vec::new();
    for Listed { line, what } in list {
        let block = find(what, program, &loops, calls).map_err(|why| format!("line {line} of the blocks: {why}"))?;
        if let Some((other, _)) = blocks.iter().find(|(_, other)| overlap(&block, other)) {
            return Err(format!("lines {other} and {line} of the blocks: neither nested nor disjoint"));
        }
        blocks.push((*line, block));
    }
    Ok(blocks.into_iter().map(|(_, block)| block).collect())
}

fn named(name: &str, program: &Program) -> Result<FunctionId, String> {
    let id = program.function_named(name).filter(|id| program.functions[*id].body.is_some());
    id.ok_or_else(|| format!("the program has no function '{name}' with a body"))
}

fn line_of(program: &Program, node: NodeId) -> Option<u32> {
    let (_, edge) = program.leaving(node).next()?;
    program.sources.locate(edge.span).map(|place| place.line)
}

fn find(what: &ListedPart, program: &Program, loops: &Loops, calls: &CallGraph) -> Result<ProgramPart, String> {
    match what {
        ListedPart::Function(name) => {
            let id = named(name, program)?;
            ProgramPart::function(program, calls, id).ok_or_else(|| format!("the function '{name}' is empty"))
        }
        ListedPart::Loop(name, line) => {
            let id = named(name, program)?;
            let there = loops.loops.iter_ids().find(|(_, each)| {
                let head = each.heads[0];
                program.nodes[head].function == id && line_of(program, head) == Some(*line)
            });
            let (id, each) = there.ok_or_else(|| format!("no loop of '{name}' has its head in line {line}"))?;
            if !each.is_natural() {
                return Err(format!("the loop in line {line} can be entered at {} places", each.heads.len()));
            }
            Ok(ProgramPart::of_nodes(program, calls, each.heads[0], loops.body(id)))
        }
        ListedPart::Lines(name, first, last) => {
            let id = named(name, program)?;
            let inside = |node: &NodeId| line_of(program, *node).is_some_and(|line| (*first..=*last).contains(&line));
            let of_function = program.nodes.iter_ids().filter(|(_, node)| node.function == id).map(|(id, _)| id);
            let (entry, nodes) = lines(program, id, of_function.filter(inside).collect(), *first, *last)?;
            Ok(ProgramPart::of_nodes(program, calls, entry, nodes))
        }
    }
}

/// The one entry of the locations in some lines, with these.
fn lines(
    program: &Program,
    id: FunctionId,
    nodes: Vec<NodeId>,
    first: u32,
    last: u32,
) -> Result<(NodeId, Vec<NodeId>), String> {
    let name = &program.functions[id].name;
    if nodes.is_empty() {
        return Err(format!("'{name}' has nothing in the lines {first} to {last}"));
    }
    let body = program.functions[id].body;
    let entered = |node: &NodeId| {
        let sources = program.predecessors(*node);
        program.is_entry(*node) || sources.into_iter().any(|s| nodes.binary_search(&s).is_err())
    };
    let entries: Vec<NodeId> = nodes.iter().copied().filter(entered).collect();
    match entries[..] {
        [entry] if body.is_none_or(|body| nodes.binary_search(&body.exit).is_err()) => Ok((entry, nodes)),
        [_] => Err(format!("the lines {first} to {last} hold the end of '{name}'")),
        _ => Err(format!("the lines {first} to {last} of '{name}' can be entered at {} places", entries.len())),
    }
}

/// Whether two blocks are neither nested nor disjoint, or the same.
fn overlap(a: &ProgramPart, b: &ProgramPart) -> bool {
    if a.function != b.function {
        return false;
    }
    let common = a.nodes.iter().filter(|node| b.has(**node)).count();
    let nested = (common == a.nodes.len()) != (common == b.nodes.len()) || (a.is_function != b.is_function);
    common > 0 && !nested
}
