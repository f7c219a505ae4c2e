//! Strongly connected components (Tarjan 1972), without recursion: loops and call graphs are built on them.
//!
//! Ours rather than a graph library's because the graphs here are views (the part of an automaton inside a loop), and
//! because a recursive version overflows the stack on the long straight-line code that generated C consists of.

/// The strongly connected components of the graph on `0..count`, each before those that can reach it (callees before
/// callers); members in ascending order. `successors` pushes the targets of a vertex.
pub fn strongly_connected(count: usize, mut successors: impl FnMut(usize, &mut Vec<usize>)) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut number = vec![NEW; count];
    let mut low = vec![0; count];
    let mut on_stack = vec![false; count];
    let mut stack = Vec::new();
    let mut next = 0;
    let mut components = Vec::new();
    // Targets of all open vertices, one after the other; each open vertex knows where its own begin.
    let mut targets: Vec<usize> = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    for root in 0..count {
        if number[root] != NEW {
            continue;
        }
        let mut enter = Some(root);
        loop {
            if let Some(vertex) = enter.take() {
                number[vertex] = next;
                low[vertex] = next;
                next += 1;
                stack.push(vertex);
                on_stack[vertex] = true;
                open.push((vertex, targets.len()));
                successors(vertex, &mut targets);
            }
            let Some(&(vertex, from)) = open.last() else { break };
            if targets.len() > from {
                let Some(target) = targets.pop() else { break };
                if number[target] == NEW {
                    enter = Some(target);
                } else if on_stack[target] {
                    low[vertex] = low[vertex].min(number[target]);
                }
                continue;
            }
            open.pop();
            if let Some(&(parent, _)) = open.last() {
                low[parent] = low[parent].min(low[vertex]);
            }
            if low[vertex] == number[vertex] {
                let at = stack.iter().rposition(|v| *v == vertex).unwrap_or(0);
                let mut component = stack.split_off(at);
                component.sort_unstable();
                for member in &component {
                    on_stack[*member] = false;
                }
                components.push(component);
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reachable(edges: &[(usize, usize)], count: usize) -> Vec<Vec<bool>> {
        let mut table = vec![vec![false; count]; count];
        for (from, to) in edges {
            table[*from][*to] = true;
        }
        for k in 0..count {
            for i in 0..count {
                for j in 0..count {
                    table[i][j] |= table[i][k] && table[k][j];
                }
            }
        }
        table
    }

    proptest! {
        #[test]
        fn components_are_mutual_reachability(edges in prop::collection::vec((0usize..9, 0usize..9), 0..24)) {
            let components = strongly_connected(9, |v, out| {
                out.extend(edges.iter().filter(|(from, _)| *from == v).map(|(_, to)| *to));
            });
            let table = reachable(&edges, 9);
            let mut place = [usize::MAX; 9];
            for (i, component) in components.iter().enumerate() {
                for v in component {
                    prop_assert_eq!(place[*v], usize::MAX, "in one component only");
                    place[*v] = i;
                }
            }
            for i in 0..9 {
                for j in 0..9 {
                    let same = i == j || table[i][j] && table[j][i];
                    prop_assert_eq!(place[i] == place[j], same);
                    prop_assert!(!table[i][j] || place[j] <= place[i], "targets come first");
                }
            }
        }
    }

    #[test]
    fn long_chains_do_not_overflow_the_stack() {
        let components = strongly_connected(300_000, |v, out| out.push((v + 1) % 300_000));
        assert_eq!(components.len(), 1);
        let components = strongly_connected(300_000, |v, out| out.extend((v + 1 < 300_000).then_some(v + 1)));
        assert_eq!(components.len(), 300_000);
        assert_eq!(components[0], [299_999]);
    }
}
