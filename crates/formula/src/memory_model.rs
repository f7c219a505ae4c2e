//! The memory of an encoder: where objects are, which regions there are and what ranges of their arrays hold.

use crate::addresses::Addresses;
use crate::cell::Shape;
use crate::lifetime::Lifetimes;
use crate::regions::Regions;
use crate::side_effects::Changes;
use cairn_base::FastMap;
use cairn_ir::{Program, Step, VarId};
use cairn_pointer_analysis::RegionId;
use cairn_term::{SymbolId, TermId};
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Body {
    /// Anything, by a step and the ordinal of its input.
    Open(Step, u32),
    Value(TermId),
    /// Content of an array from an address on.
    Copy {
        array: TermId,
        from: TermId,
    },
    /// The bytes of a variable's initialiser.
    Data(VarId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Range {
    pub(crate) old: TermId,
    pub(crate) from: TermId,
    pub(crate) size: TermId,
    /// Bytes of one element.
    pub(crate) width: u64,
    pub(crate) body: Body,
}

pub(crate) struct MemoryModel {
    pub(crate) addresses: Addresses,
    pub(crate) regions: Regions,
    pub(crate) lifetimes: Lifetimes,
    /// Effects of each function, once they were asked for.
    pub(crate) changes: Option<Arc<Changes>>,
    /// Whether frames of recursive functions have addresses relative to the one at work.
    pub(crate) relative: bool,
    /// Whether the program asks about objects, so that one on the heap is watched.
    pub(crate) watches: bool,
    pub(crate) pieces: FastMap<RegionId, Arc<[Shape]>>,
    pub(crate) range_symbols: FastMap<Range, TermId>,
    pub(crate) ranges: FastMap<SymbolId, Range>,
    pub(crate) data: FastMap<VarId, Arc<[u8]>>,
}

impl MemoryModel {
    /// The memory of a program, divided into regions.
    pub(crate) fn new(program: &Program) -> Self {
        Self {
            addresses: Addresses::new(program),
            regions: Regions::new(program),
            lifetimes: Lifetimes::new(program),
            changes: None,
            relative: false,
            watches: cairn_ir::behaviour::asks_what_lives(program),
            pieces: FastMap::default(),
            range_symbols: FastMap::default(),
            ranges: FastMap::default(),
            data: FastMap::default(),
        }
    }
}
