//! The parts of regions inside a range of bytes, for whatever reads or writes more than a scalar.

use super::copies::within;
use super::graph::NodeOffset;
use super::partition::{Layout, MemoryPartition, Objects, RegionPart};
use super::shape::AccessShape;
use crate::RegionId;

impl MemoryPartition {
    /// The parts of all regions in the bytes from a spot on.
    pub(super) fn parts_at(&self, spot: NodeOffset, size: Option<u64>) -> Vec<RegionPart> {
        let at = self.graph.find_in(spot);
        self.node_at(spot).map_or_else(Vec::new, |node| self.parts_in(node, at.offset, size))
    }
    pub(super) fn parts_in(&self, node: &Objects, start: i64, size: Option<u64>) -> Vec<RegionPart> {
        let mut parts = Vec::new();
        for id in &node.regions {
            let region = self.region(*id);
            match region.layout {
                Layout::Uniform { .. } => {
                    let all = region.shapes.iter().flat_map(|shape| elements(*shape, node.period, start, size, *id));
                    parts.extend(all);
                }
                Layout::Bytes => parts.extend(bytes(&region.shapes, node.period, start, size, *id)),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}

/// The elements of a shape in a window.
fn elements(shape: AccessShape, period: u64, start: i64, size: Option<u64>, region: RegionId) -> Option<RegionPart> {
    let stride = if shape.span == 0 { period } else { shape.stride };
    let mut first = i128::from(shape.offset) - i128::from(start);
    let mut last = if period != 0 { i128::MAX } else { first + i128::from(shape.span) };
    if stride != 0 {
        let stride = i128::from(stride);
        if period != 0 || first < 0 {
            first =
                if period != 0 { first.rem_euclid(stride) } else { first + (-first + stride - 1) / stride * stride };
        }
    } else if first < 0 {
        return None;
    }
    if let Some(size) = size {
        last = last.min(i128::from(size) - i128::from(shape.size));
    }
    if first > last {
        return None;
    }
    let count = match stride {
        0 => 1,
        _ if last == i128::MAX => u64::MAX,
        stride => u64::try_from((last - first) / i128::from(stride) + 1).unwrap_or(u64::MAX),
    };
    Some(RegionPart { offset: u64::try_from(first).ok()?, size: shape.size, count, stride, region })
}

/// The bytes of a region in a window.
fn bytes(shapes: &[AccessShape], period: u64, start: i64, size: Option<u64>, region: RegionId) -> Option<RegionPart> {
    let whole = RegionPart { offset: 0, size: size.unwrap_or(u64::MAX), count: 1, stride: 0, region };
    let low = shapes.iter().map(|s| s.offset).min()?;
    let high = shapes.iter().map(AccessShape::end).max()?;
    if period != 0 {
        let some = shapes.iter().any(|s| {
            let length = s.span.saturating_add(s.size);
            !within(start, whole.size, period, s.offset, length).is_empty()
        });
        return some.then_some(whole);
    }
    let low = i128::from(low) - i128::from(start);
    let high = (i128::from(high) - i128::from(start)).min(i128::from(whole.size));
    let low = low.max(0);
    (low < high).then_some(RegionPart { offset: low as u64, size: (high - low) as u64, ..whole })
}
