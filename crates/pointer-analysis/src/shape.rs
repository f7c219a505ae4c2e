//! Which bytes of a node the program's scalar accesses touch, and which of them belong together.
//!
//! Accesses that never overlap need not share a region, so each field of a record gets one of its own without a look at
//! any type. Two accesses of one node overlap when their offsets, modulo all periods and strides involved, are closer
//! than their sizes.

use super::graph::gcd;
use cairn_ir::types::Scalar;
use std::collections::BTreeMap;

/// Bytes that an access may touch: `size` of them from `offset`, or from any `stride` further up to `span`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct AccessShape {
    /// The first byte, from the start of the node, modulo its period.
    pub offset: i64,
    /// Bytes of one access.
    pub size: u64,
    /// The last position, from the first.
    pub span: u64,
    /// Distance of two positions; 0 when there is one.
    pub stride: u64,
}

impl AccessShape {
    /// Brings a shape into the form that it has in a node with a period.
    pub(super) fn reduced(self, period: u64) -> AccessShape {
        let Ok(signed) = i64::try_from(period) else { return self };
        if period == 0 {
            return self;
        }
        if self.span == 0 {
            return AccessShape { offset: self.offset.rem_euclid(signed), stride: 0, ..self };
        }
        let stride = gcd(self.stride, period);
        let offset = self.offset.rem_euclid(stride.max(1) as i64);
        AccessShape {
            offset,
            size: self.size,
            span: period - stride,
            stride: if stride == period { 0 } else { stride },
        }
    }

    /// One past the last byte, when no period repeats it.
    pub(super) fn end(&self) -> i64 {
        self.offset.saturating_add_unsigned(self.span).saturating_add_unsigned(self.size)
    }

    /// The greatest distance of which all distances of positions of both shapes are multiples of, their first
    /// positions' aside; 0 when each has one position.
    fn step(&self, other: &AccessShape, period: u64) -> u64 {
        gcd(gcd(self.stride, other.stride), period)
    }

    /// Whether some byte is in both.
    pub(super) fn overlaps(&self, other: &AccessShape, period: u64) -> bool {
        if period == 0 && (self.end() <= other.offset || other.end() <= self.offset) {
            return false;
        }
        let step = self.step(other, period);
        if step == 0 {
            return true;
        }
        let disjoint = other.offset.wrapping_sub(self.offset).rem_euclid(step as i64).cast_unsigned();
        disjoint < self.size || step - disjoint < other.size
    }
}

/// The shapes of a node, each with the scalar types of its accesses.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    pub of: BTreeMap<AccessShape, Vec<Scalar>>,
    /// Some copy did not settle: nothing can be told apart.
    pub blurred: bool,
}

impl Shapes {
    /// Adds an access; true when it says something new.
    pub fn add(&mut self, shape: AccessShape, scalars: &[Scalar]) -> bool {
        let mut new = false;
        let known = self.of.entry(shape).or_insert_with(|| {
            new = true;
            Vec::new()
        });
        for scalar in scalars {
            if !known.contains(scalar) {
                known.push(*scalar);
                new = true;
            }
        }
        new
    }

    /// Groups of shapes that overlap, directly or by way of others; in order of their first shapes.
    pub fn groups(&self, period: u64) -> Vec<Vec<AccessShape>> {
        let shapes: Vec<AccessShape> = self.of.keys().copied().collect();
        if self.blurred || (period != 0 && shapes.len() > 2000) {
            return if shapes.is_empty() { Vec::new() } else { vec![shapes] };
        }
        let mut group: Vec<usize> = (0..shapes.len()).collect();
        fn root(group: &mut [usize], mut at: usize) -> usize {
            while group[at] != at {
                group[at] = group[group[at]];
                at = group[at];
            }
            at
        }
        for i in 0..shapes.len() {
            for j in i + 1..shapes.len() {
                if period == 0 && shapes[j].offset >= shapes[i].end() {
                    break;
                }
                let (a, b) = (root(&mut group, i), root(&mut group, j));
                if a != b && shapes[i].overlaps(&shapes[j], period) {
                    group[a.max(b)] = a.min(b);
                }
            }
        }
        let mut groups: BTreeMap<usize, Vec<AccessShape>> = BTreeMap::new();
        for (i, shape) in shapes.iter().enumerate() {
            let at = root(&mut group, i);
            groups.entry(at).or_default().push(*shape);
        }
        groups.into_values().collect()
    }
}

/// The size of all accesses of a group, when any two of them are to the same bytes or to none in common.
pub(super) fn uniform(shapes: &[AccessShape], period: u64) -> Option<u64> {
    let first = shapes.first()?;
    let step = shapes.iter().fold(period, |step, shape| {
        gcd(gcd(step, shape.stride), shape.offset.wrapping_sub(first.offset).unsigned_abs())
    });
    let alike = shapes.iter().all(|shape| shape.size == first.size) && (step == 0 || step >= first.size);
    alike.then_some(first.size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(offset: i64, size: u64) -> AccessShape {
        AccessShape { offset, size, span: 0, stride: 0 }
    }

    fn groups(period: u64, shapes: &[AccessShape]) -> Vec<(usize, Option<u64>)> {
        let mut all = Shapes::default();
        for shape in shapes {
            all.add(shape.reduced(period), &[]);
        }
        all.groups(period).iter().map(|g| (g.len(), uniform(g, period))).collect()
    }

    #[test]
    fn fields_are_disjoint() {
        assert_eq!(groups(0, &[at(0, 4), at(4, 4), at(8, 1)]), [(1, Some(4)), (1, Some(4)), (1, Some(1))]);
        assert_eq!(groups(12, &[at(24, 4), at(4, 4), at(8, 1)]), [(1, Some(4)), (1, Some(4)), (1, Some(1))]);
    }

    #[test]
    fn what_overlaps_is_together() {
        assert_eq!(groups(0, &[at(0, 4), at(2, 4), at(8, 4)]), [(2, None), (1, Some(4))]);
        assert_eq!(groups(0, &[at(0, 4), at(0, 1)]), [(2, None)]);
        assert_eq!(groups(4, &[at(2, 4)]), [(1, Some(4))], "one position in each period");
        assert_eq!(groups(4, &[at(0, 8)]), [(1, None)]);
        assert_eq!(groups(1, &[at(0, 1)]), [(1, Some(1))]);
        assert_eq!(groups(1, &[at(0, 4)]), [(1, None)]);
        assert_eq!(groups(4, &[at(0, 4), at(2, 2)]), [(2, None)]);
    }

    #[test]
    fn an_array_inside_a_record_is_one_region_of_elements() {
        let array = AccessShape { offset: 4, size: 2, span: 14, stride: 2 };
        assert_eq!(groups(0, &[at(0, 4), array, at(10, 2), at(20, 4)]), [(1, Some(4)), (2, Some(2)), (1, Some(4))]);
        assert_eq!(groups(24, &[at(0, 4), array, at(20, 4)]).len(), 1, "with a period the bounds are lost");
    }

    #[test]
    fn fields_of_records_in_an_array_inside_a_record() {
        let x = AccessShape { offset: 8, size: 4, span: 80, stride: 8 };
        let y = AccessShape { offset: 12, size: 4, span: 80, stride: 8 };
        assert_eq!(groups(0, &[x, y, at(12, 4)]), [(1, Some(4)), (2, Some(4))]);
    }
}
