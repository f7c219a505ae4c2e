//! Segments: all paths from the entry, or from a loop head, to the next loop heads and violations, each as one formula.
//!
//! They are what clauses over loop heads are made of. A cycle passes a head, so the paths of a segment are finitely many, and
//! every execution is a sequence of segments: what holds at the entry's ends and is kept by each segment holds at every head.

use super::Ground;
use crate::induction::Start;
use crate::obligation::Obligation;
use crate::unroll::OpenState;
use cairn_base::{FastSet, Span};
use cairn_cpa::{ControlId, Reason, Res};
use cairn_formula::PathFormula;
use cairn_term::TermId;
use std::collections::BTreeMap;

/// All paths from one control state to the next heads and violations.
pub(crate) struct Segment {
    /// Where they begin; `None` at the program's entry.
    pub(crate) from: Option<ControlId>,
    /// The heads where they end.
    pub(crate) heads: BTreeMap<ControlId, PathFormula>,
    /// Obligations on the way.
    pub(crate) obligations: Vec<Obligation>,
    /// Assumptions where they begin, conjunct by conjunct.
    pub(crate) assumed: FastSet<TermId>,
}

/// Assumptions at the head where a segment begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SegmentStart {
    Ranges,
    /// The ranges there, of the operations that follow too: for whole numbers, which do not wrap around within them.
    Bounds,
}

/// The segments from the entry and from every head, or why there are none.
pub(super) fn segments(ground: &mut Ground<'_, '_>, begin: SegmentStart) -> Res<Result<Vec<Segment>, Reason>> {
    let Some(heads) = ground.heads()? else {
        let what = "recursion in segments between loop heads".to_owned();
        return Ok(Err(Reason::LeftOut { what, span: Span::NONE, count: 1 }));
    };
    let Ground { unroller, known } = ground;
    let initial = unroller.controls.initial();
    let entry = unroller.encoder.entry();
    let mut starts = Vec::new();
    if heads.contains(&initial) {
        let heads = BTreeMap::from([(initial, entry)]);
        let segment = Segment { from: None, heads, obligations: Vec::new(), assumed: FastSet::default() };
        starts.push(Err(segment));
    } else {
        starts.push(Ok((None, OpenState { control: initial, formula: entry })));
    }
    for control in heads {
        let formula = match (known.as_ref(), begin) {
            (None, _) => unroller.encoder.block_start(),
            (Some(known), SegmentStart::Bounds) => {
                known.start(control, &unroller.controls, &mut unroller.encoder, unroller.program)
            }
            (Some(known), SegmentStart::Ranges) => {
                let formula = unroller.encoder.block_start();
                known.apply(&formula, control, &unroller.controls, &mut unroller.encoder, &unroller.extended)
            }
        };
        starts.push(Ok((Some(control), OpenState { control, formula })));
    }
    let mut segments = Vec::new();
    for start in starts {
        let (from, state) = match start {
            Ok(start) => start,
            Err(segment) => {
                segments.push(segment);
                continue;
            }
        };
        let assumed = unroller.encoder.terms.conjuncts(state.formula.condition).into_iter().collect();
        let mut start = Start::at(state);
        let mut obligations = Vec::new();
        start.pass(unroller, None, &mut obligations)?;
        let heads = start.into_heads().into_iter().map(|(at, state)| (at, state.formula)).collect();
        segments.push(Segment { from, heads, obligations, assumed });
    }
    Ok(Ok(segments))
}
