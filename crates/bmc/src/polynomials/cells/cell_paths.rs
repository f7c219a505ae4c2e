//! The paths of edges with arrays taken apart: what is read from an array is an integer of its own, and at the end there is
//! one cell of one array, at any index.
//!
//! A read of `store(a, w, v)` at `r` is a choice by `r = w`, so on each path it is known which cell is read
//! ([`crate::horn::cells`]). Nothing is said of the integer that a read of the array at the head is: that leaves more states.
//! Addresses that are read and written are values of a path too, so that no choice is left in them.

use super::super::paths::{EdgePath, paths};
use super::indices::Indexing;
use crate::ground::flow::{Edge, Flow};
use crate::horn::cells::Reads;
use cairn_base::Budget;
use cairn_cpa::Res;
use cairn_ir::reachable;
use cairn_term::{TermId, TermOp, Terms};
use std::collections::BTreeMap;

/// A read of an array at the head, by the address on this path.
#[derive(Clone, Copy)]
pub(super) struct CellRead {
    pub(super) array: TermId,
    pub(super) address: TermId,
    pub(super) symbol: TermId,
}

pub(super) struct CellPath {
    pub(super) path: EdgePath,
    pub(super) reads: Vec<CellRead>,
    /// The array of which the path has a cell at its end.
    pub(super) array: Option<TermId>,
    /// The addresses at which that array is written.
    pub(super) written: Vec<TermId>,
}

/// The cell that paths have at their end: the array, the symbols of its index and of what it holds.
#[derive(Clone, Copy)]
pub(super) struct EndCell<'a> {
    pub(super) array: TermId,
    pub(super) indexing: &'a Indexing,
    pub(super) index: TermId,
    pub(super) value: TermId,
}

/// The paths of an edge, with a cell of an array at the end.
pub(super) fn cell_paths(
    terms: &mut Terms,
    number: usize,
    flow: &Flow,
    cell: Option<EndCell<'_>>,
    budget: &Budget,
) -> Res<Vec<CellPath>> {
    let edge = &flow.edges[number];
    let mut reads = Reads::of_machine_integers(number);
    let mut values = BTreeMap::new();
    let mut written = Vec::new();
    for (plain, value) in &edge.values {
        if !flow.arrays.iter().flatten().any(|array| array == plain) {
            values.insert(*plain, reads.scalar(terms, *value));
        }
    }
    let condition = reads.scalar(terms, edge.condition);
    if let Some(EndCell { array, indexing, index, value }) = cell {
        let behind = edge.values.get(&array).copied().unwrap_or(array);
        let pointer = indexing.pointer.map(|pointer| values.get(&pointer).copied().unwrap_or(pointer));
        let address = indexing.address(terms, index, pointer);
        let read = terms.select(behind, address);
        values.insert(value, reads.scalar(terms, read));
        for address in addresses_written(terms, behind) {
            let address = reads.scalar(terms, address);
            let place = reads.fresh(terms, terms.sort(address));
            values.insert(place, address);
            written.push(place);
        }
    }
    let read: Vec<(TermId, TermId, TermId)> =
        (reads.all().iter()).map(|((array, address), symbol)| (*array, *address, *symbol)).collect();
    // What is read is the key of where it is read.
    values.extend(read.iter().map(|(_, address, symbol)| (*symbol, *address)));
    let whole = Edge { condition, values, ..edge.clone() };
    let mut all = Vec::new();
    for mut path in paths(terms, &whole, budget)? {
        let mut reads = Vec::new();
        for (array, _, symbol) in &read {
            if let Some(address) = path.values.remove(symbol) {
                reads.push(CellRead { array: *array, address, symbol: *symbol });
            }
        }
        let written = written.iter().filter_map(|place| path.values.remove(place)).collect();
        all.push(CellPath { path, reads, array: cell.map(|cell| cell.array), written });
    }
    Ok(all)
}

/// The addresses of the stores that an array is made by.
fn addresses_written(terms: &Terms, array: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    reachable([array], |array, open| match terms.op(array) {
        TermOp::Store => {
            found.push(terms.arg(array, 1));
            open.push(terms.arg(array, 0));
        }
        TermOp::Ite => open.extend([terms.arg(array, 1), terms.arg(array, 2)]),
        _ => {}
    });
    found.sort_unstable();
    found.dedup();
    found
}
