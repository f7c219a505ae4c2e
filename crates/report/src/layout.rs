//! Where the vertices and edges of a graph are drawn: in layers, from top to bottom.
//!
//! The usual four steps (Sugiyama, Tagawa and Toda 1981). An edge that closes a cycle is turned around. A vertex is in the layer
//! of its longest way from an entry; an edge over several layers has a bend in each. Layers are ordered by the means of their
//! neighbours, so that few edges cross. Then each layer is moved as close to the means of its neighbours as the order allows:
//! that is isotonic regression, so the nearest places are found exactly and not by pushing.
//!
//! Why not a library: those of crates.io give places of vertices without the bends of edges, or draw whole pictures with boxes
//! of one size. Invariant: vertices do not overlap, and two runs give the same drawing.

use cairn_ir::mark_reachable;
use std::collections::BTreeMap;

const BESIDE: f32 = 22.0;
/// Between a bend and its neighbours.
const BESIDE_BEND: f32 = 14.0;
const BELOW: f32 = 30.0;
/// Rounds of ordering, and of moving.
const ROUNDS: usize = 8;

/// A graph to be drawn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DrawnGraph {
    /// The width and height of each vertex.
    pub sizes: Vec<(f32, f32)>,
    /// From vertex to vertex. The first vertex is the entry.
    pub edges: Vec<(usize, usize)>,
}

/// A drawing.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawing {
    /// The middle of each vertex.
    pub middles: Vec<(f32, f32)>,
    /// The points of each edge, from the vertex that it leaves to the one that it enters.
    pub ways: Vec<Vec<(f32, f32)>>,
    /// Width and height.
    pub size: (f32, f32),
}

/// Draws a graph.
pub fn draw(graph: &DrawnGraph) -> Drawing {
    if graph.sizes.is_empty() {
        return Drawing::default();
    }
    let turned = turned(graph);
    let ranks = ranks(graph, &turned);
    let mut layers = Layers::new(graph, &turned, &ranks);
    layers.order();
    layers.place()
}

/// Which edges close a cycle, seen from the entry.
fn turned(graph: &DrawnGraph) -> Vec<bool> {
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); graph.sizes.len()];
    for (edge, (from, _)) in graph.edges.iter().enumerate() {
        leaving[*from].push(edge);
    }
    let mut turned = vec![false; graph.edges.len()];
    // 0: not seen, 1: open, 2: done.
    let mut state = vec![0u8; graph.sizes.len()];
    for root in 0..graph.sizes.len() {
        if state[root] != 0 {
            continue;
        }
        state[root] = 1;
        let mut stack = vec![(root, 0)];
        while let Some((at, next)) = stack.last_mut() {
            let Some(&edge) = leaving[*at].get(*next) else {
                state[*at] = 2;
                stack.pop();
                continue;
            };
            *next += 1;
            let to = graph.edges[edge].1;
            match state[to] {
                0 => {
                    state[to] = 1;
                    stack.push((to, 0));
                }
                1 => turned[edge] = true,
                _ => {}
            }
        }
    }
    turned
}

/// The ends of an edge, downwards.
fn down(graph: &DrawnGraph, turned: &[bool], edge: usize) -> (usize, usize) {
    let (from, to) = graph.edges[edge];
    if turned[edge] { (to, from) } else { (from, to) }
}

/// The layer of each vertex: its longest way.
fn ranks(graph: &DrawnGraph, turned: &[bool]) -> Vec<usize> {
    let mut missing = vec![0usize; graph.sizes.len()];
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); graph.sizes.len()];
    for edge in 0..graph.edges.len() {
        let (from, to) = down(graph, turned, edge);
        if from != to {
            missing[to] += 1;
            below[from].push(to);
        }
    }
    let mut ranks = vec![0; graph.sizes.len()];
    let mut ready: Vec<usize> = (0..graph.sizes.len()).filter(|vertex| missing[*vertex] == 0).collect();
    while let Some(at) = ready.pop() {
        for &to in &below[at] {
            ranks[to] = ranks[to].max(ranks[at] + 1);
            missing[to] -= 1;
            if missing[to] == 0 {
                ready.push(to);
            }
        }
    }
    ranks
}

struct Layers<'g> {
    graph: &'g DrawnGraph,
    /// Width and height of each vertex, and of each bend after them.
    sizes: Vec<(f32, f32)>,
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    rows: Vec<Vec<usize>>,
    /// Of each edge its ends and bends, downwards.
    lines: Vec<Vec<usize>>,
    turned: Vec<bool>,
}

impl<'g> Layers<'g> {
    fn new(graph: &'g DrawnGraph, turned: &[bool], ranks: &[usize]) -> Self {
        let (mut sizes, mut ranks) = (graph.sizes.clone(), ranks.to_vec());
        let mut lines = Vec::new();
        // Edges that close a cycle at one place share their bends, so that a loop has one line back.
        let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for edge in 0..graph.edges.len() {
            let (from, to) = down(graph, turned, edge);
            let mut line = vec![from];
            for rank in ranks[from] + 1..ranks[to].max(ranks[from] + 1) {
                let key = (if turned[edge] { from } else { usize::MAX - edge }, rank);
                let bend = *shared.entry(key).or_insert_with(|| {
                    sizes.push((0.0, 0.0));
                    ranks.push(rank);
                    sizes.len() - 1
                });
                line.push(bend);
            }
            line.push(to);
            lines.push(line);
        }
        let (mut above, mut below) = (vec![Vec::new(); sizes.len()], vec![Vec::new(); sizes.len()]);
        for line in &lines {
            for pair in line.windows(2).filter(|pair| pair[0] != pair[1]) {
                if !below[pair[0]].contains(&pair[1]) {
                    below[pair[0]].push(pair[1]);
                    above[pair[1]].push(pair[0]);
                }
            }
        }
        // The first order is that of a walk from the entry.
        let mut rows = vec![Vec::new(); ranks.iter().max().map_or(0, |most| most + 1)];
        let mut seen = vec![false; sizes.len()];
        for root in 0..sizes.len() {
            let is_new = |at: usize| !std::mem::replace(&mut seen[at], true);
            mark_reachable([root], is_new, |at, open| {
                rows[ranks[at]].push(at);
                open.extend(below[at].iter().rev());
            });
        }
        Self { graph, sizes, above, below, rows, lines, turned: turned.to_vec() }
    }

    /// Orders each layer by the means of its neighbours' places, downwards and upwards in turn.
    fn order(&mut self) {
        let mut place = vec![0.0f32; self.sizes.len()];
        let note = |row: &[usize], place: &mut [f32]| {
            row.iter().enumerate().for_each(|(index, at)| place[*at] = index as f32);
        };
        self.rows.iter().for_each(|row| note(row, &mut place));
        for round in 0..ROUNDS {
            let is_down = round % 2 == 0;
            for step in 0..self.rows.len() {
                let index = if is_down { step } else { self.rows.len() - 1 - step };
                let beside = if is_down { &self.above } else { &self.below };
                let keys: Vec<f32> = self.rows[index].iter().map(|at| mean(&beside[*at], &place, place[*at])).collect();
                let mut order: Vec<usize> = (0..keys.len()).collect();
                order.sort_by(|a, b| keys[*a].total_cmp(&keys[*b]));
                self.rows[index] = order.into_iter().map(|at| self.rows[index][at]).collect();
                note(&self.rows[index], &mut place);
            }
        }
    }

    fn place(&self) -> Drawing {
        let mut x = vec![0.0f32; self.sizes.len()];
        for row in &self.rows {
            spread(row, &self.sizes, &vec![0.0; row.len()], &mut x);
        }
        for round in 0..2 * ROUNDS {
            let is_down = round % 2 == 0;
            for step in 0..self.rows.len() {
                let row = &self.rows[if is_down { step } else { self.rows.len() - 1 - step }];
                let near = |at: &usize| {
                    let all = [&self.above[*at][..], &self.below[*at][..]].concat();
                    mean(&all, &x, x[*at])
                };
                let wanted: Vec<f32> = row.iter().map(near).collect();
                spread(row, &self.sizes, &wanted, &mut x);
            }
        }
        let left = (0..x.len()).map(|at| x[at] - self.sizes[at].0 / 2.0).fold(f32::MAX, f32::min) - BESIDE;
        let right = (0..x.len()).map(|at| x[at] + self.sizes[at].0 / 2.0).fold(0.0, f32::max) + BESIDE;
        let (mut y, mut top) = (vec![0.0f32; self.sizes.len()], BELOW / 2.0);
        for row in &self.rows {
            let height = row.iter().map(|at| self.sizes[*at].1).fold(0.0, f32::max);
            row.iter().for_each(|at| y[*at] = top + height / 2.0);
            top += height + BELOW;
        }
        let point = |at: usize, side: f32| (x[at] - left, y[at] + side * self.sizes[at].1 / 2.0);
        let way = |(edge, line): (usize, &Vec<usize>)| {
            let last = line.len() - 1;
            let side = |index: usize| match index {
                0 => 1.0,
                _ if index == last => -1.0,
                _ => 0.0,
            };
            let mut points: Vec<(f32, f32)> = line.iter().enumerate().map(|(i, at)| point(*at, side(i))).collect();
            if self.turned[edge] {
                points.reverse();
            }
            points
        };
        Drawing {
            middles: (0..self.graph.sizes.len()).map(|at| point(at, 0.0)).collect(),
            ways: self.lines.iter().enumerate().map(way).collect(),
            size: (right - left, top),
        }
    }
}

fn mean(of: &[usize], values: &[f32], otherwise: f32) -> f32 {
    if of.is_empty() { otherwise } else { of.iter().map(|at| values[*at]).sum::<f32>() / of.len() as f32 }
}

/// Places a row as near to what is wanted as its order and the widths allow: pools of neighbours share the mean of what they
/// want (isotonic regression).
fn spread(row: &[usize], sizes: &[(f32, f32)], wanted: &[f32], x: &mut [f32]) {
    let mut offsets = Vec::with_capacity(row.len());
    let mut offset = 0.0;
    for (index, at) in row.iter().enumerate() {
        if let Some(before) = index.checked_sub(1).map(|before| row[before]) {
            let is_bend = sizes[*at].0 == 0.0 || sizes[before].0 == 0.0;
            let gap = if is_bend { BESIDE_BEND } else { BESIDE };
            offset += (sizes[before].0 + sizes[*at].0) / 2.0 + gap;
        }
        offsets.push(offset);
    }
    // Sum and number of each pool.
    let mut pools: Vec<(f32, usize)> = Vec::new();
    for (wanted, offset) in wanted.iter().zip(&offsets) {
        let mut pool = (wanted - offset, 1);
        while let Some(last) = pools.last() {
            if last.0 / (last.1 as f32) <= pool.0 / (pool.1 as f32) {
                break;
            }
            pool = (pool.0 + last.0, pool.1 + last.1);
            pools.pop();
        }
        pools.push(pool);
    }
    let mut index = 0;
    for (sum, count) in pools {
        for _ in 0..count {
            x[row[index]] = sum / count as f32 + offsets[index];
            index += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(vertices: usize, edges: &[(usize, usize)]) -> DrawnGraph {
        DrawnGraph { sizes: vec![(40.0, 20.0); vertices], edges: edges.to_vec() }
    }

    #[test]
    fn vertices_do_not_overlap_and_edges_go_from_end_to_end() {
        // A loop with a branch in it, an edge over several layers, an edge to itself, a vertex that nothing leads to.
        let graph = graph(7, &[(0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 1), (1, 5), (5, 5), (0, 5)]);
        let drawing = draw(&graph);
        for a in 0..7 {
            for b in 0..a {
                let (p, q) = (drawing.middles[a], drawing.middles[b]);
                assert!((p.0 - q.0).abs() >= 40.0 || (p.1 - q.1).abs() >= 20.0, "{a} and {b}: {drawing:?}");
            }
        }
        for ((from, to), way) in graph.edges.iter().zip(&drawing.ways) {
            let ends = [way[0], way[way.len() - 1]];
            for (end, vertex) in ends.iter().zip([from, to]) {
                let middle = drawing.middles[*vertex];
                assert!(end.0 == middle.0 && (end.1 - middle.1).abs() == 10.0, "{from} to {to}: {way:?}");
            }
        }
        assert!(drawing.middles[1].1 < drawing.middles[4].1, "a loop goes down");
        assert_eq!(drawing, draw(&graph));
        assert_eq!(draw(&DrawnGraph::default()), Drawing::default());
    }
}
