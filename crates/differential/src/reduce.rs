//! Makes a failing program small: deletes statements, takes blocks apart and puts constants for expressions in brackets,
//! as long as the failure stays (one-minimal, in the sense of delta debugging by Zeller and Hildebrandt).

use crate::tree::{ProgramTree, TreeNode};

/// A smaller program for which `fails` still holds.
pub fn reduce(tree: &ProgramTree, fails: &mut impl FnMut(&ProgramTree) -> bool) -> ProgramTree {
    let mut best = tree.clone();
    loop {
        let mut smaller = None;
        for candidate in candidates(&best) {
            if fails(&candidate) {
                smaller = Some(candidate);
                break;
            }
        }
        match smaller {
            Some(next) => best = next,
            None => return best,
        }
    }
}

/// All programs that are one step smaller, the largest steps first.
fn candidates(tree: &ProgramTree) -> Vec<ProgramTree> {
    let mut out = shrunk(&tree.0);
    out.sort_by_key(|nodes| ProgramTree(nodes.clone()).text().len());
    out.into_iter().map(ProgramTree).collect()
}

fn shrunk(nodes: &[TreeNode]) -> Vec<Vec<TreeNode>> {
    let mut out = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let with = |instead: Vec<TreeNode>| {
            let mut changed = nodes.to_vec();
            changed.splice(at..=at, instead);
            changed
        };
        // Without its declaration a function is another one.
        if !matches!(node, TreeNode::Line(line) if line.starts_with("extern ")) {
            out.push(with(Vec::new()));
        }
        match node {
            TreeNode::Line(line) => out.extend(simpler(line).into_iter().map(|line| with(vec![TreeNode::Line(line)]))),
            TreeNode::Check { number, expression, error } => {
                let check = |expression| TreeNode::Check { number: *number, expression, error: error.clone() };
                out.extend(simpler(expression).into_iter().map(|expression| with(vec![check(expression)])));
            }
            TreeNode::Block(texts, bodies) => {
                for (i, body) in bodies.iter().enumerate() {
                    // The body of `main` stays where it is.
                    if !texts[0].starts_with("int main") {
                        out.push(with(body.clone()));
                    }
                    out.extend(shrunk(body).into_iter().map(|smaller| {
                        let mut bodies = bodies.clone();
                        bodies[i] = smaller;
                        with(vec![TreeNode::Block(texts.clone(), bodies)])
                    }));
                }
                for (i, text) in texts.iter().enumerate() {
                    out.extend(simpler(text).into_iter().map(|text| {
                        let mut texts = texts.clone();
                        texts[i] = text;
                        with(vec![TreeNode::Block(texts, bodies.clone())])
                    }));
                }
            }
        }
    }
    out
}

/// A line with something in brackets replaced by 0 or 1, or by its operands.
fn simpler(line: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut open = Vec::new();
    for (at, c) in line.char_indices() {
        match c {
            '(' => open.push(at),
            ')' => {
                let Some(start) = open.pop() else { continue };
                let inside = &line[start + 1..at];
                let put = |text: &str| format!("{}{text}{}", &line[..start], &line[at + 1..]);
                if inside.len() > 1 {
                    out.extend([put("0"), put("1"), put("(0)"), put("(1)")]);
                    for operator in
                        [" + ", " - ", " & ", " | ", " ^ ", " << ", " >> ", " ? ", " : ", " == ", " && ", " || ", " < "]
                    {
                        if let Some((left, right)) = inside.split_once(operator) {
                            out.extend([put(&format!("({left})")), put(&format!("({right})"))]);
                        }
                    }
                    out.push(put(inside));
                }
            }
            _ => {}
        }
    }
    out.retain(|shorter| shorter.len() < line.len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_failure_needs_stays() {
        let line = |text: &str| TreeNode::Line(text.to_owned());
        let inner =
            TreeNode::Block(vec!["if (c) {".into(), "}".into()], vec![vec![line("bad;"), line("x = (1 + 2);")]]);
        let tree = ProgramTree(vec![line("a;"), inner, line("b;")]);
        let reduced = reduce(&tree, &mut |tree| tree.text().contains("bad;"));
        assert_eq!(reduced, ProgramTree(vec![line("bad;")]));
        let reduced = reduce(&tree, &mut |tree| tree.text().contains("x ="));
        assert_eq!(reduced, ProgramTree(vec![line("x = 0;")]));
    }
}
