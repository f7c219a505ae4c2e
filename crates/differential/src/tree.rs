//! A generated program as a tree of lines: what the reducer deletes from.
//!
//! A line is text; the tree knows nothing of C but which lines enclose others. A line with a declaration is a line like
//! any other: if the rest needs it, the program without it does not compile, and the reducer keeps it.

use std::fmt::Write;

/// A part of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeNode {
    /// One or more lines that stay together.
    Line(String),
    /// Lines around bodies: `if (c) {`, body, `} else {`, body, `}`. One more text than bodies.
    Block(Vec<String>, Vec<Vec<TreeNode>>),
    /// Where the value of an expression of integer type is looked at.
    Check {
        /// Which of the program's.
        number: usize,
        /// The expression.
        expression: String,
        /// The condition for an error, with `@` for the expression; `None` until it is decided.
        error: Option<String>,
    },
}

/// A program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProgramTree(pub Vec<TreeNode>);

impl ProgramTree {
    /// The text; checks that are not decided yet are calls of `watch`.
    pub fn text(&self) -> String {
        let mut text = String::new();
        write(&self.0, 0, &mut text);
        text
    }
    /// Decides the checks.
    pub fn decide(&mut self, of: &mut impl FnMut(usize) -> String) {
        decide(&mut self.0, of);
    }
}

fn decide(nodes: &mut [TreeNode], of: &mut impl FnMut(usize) -> String) {
    for node in nodes {
        match node {
            TreeNode::Line(_) => {}
            TreeNode::Block(_, bodies) => bodies.iter_mut().for_each(|body| decide(body, of)),
            TreeNode::Check { number, error, .. } => *error = Some(of(*number)),
        }
    }
}

fn write(nodes: &[TreeNode], indent: usize, out: &mut String) {
    let pad = "  ".repeat(indent);
    for node in nodes {
        match node {
            TreeNode::Line(line) => line.lines().for_each(|line| {
                let _ = writeln!(out, "{pad}{line}");
            }),
            TreeNode::Block(texts, bodies) => {
                for (i, text) in texts.iter().enumerate() {
                    let _ = writeln!(out, "{pad}{text}");
                    if let Some(body) = bodies.get(i) {
                        write(body, indent + 1, out);
                    }
                }
            }
            TreeNode::Check { number, expression, error } => {
                let _ = match error {
                    None => writeln!(out, "{pad}watch({number}, {expression});"),
                    Some(error) => {
                        writeln!(
                            out,
                            "{pad}if ({}) reach_error();",
                            error.replace('@', &format!("(long long)({expression})"))
                        )
                    }
                };
            }
        }
    }
}
