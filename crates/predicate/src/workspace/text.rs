//! Formulas for a person: infix, and cut where they get long.

use cairn_term::{TermId, TermOp, Terms};
use std::fmt::Write;

/// A text is cut after so many bytes.
const MOST: usize = 300;

/// A formula as text.
pub fn of(terms: &Terms, formula: TermId) -> String {
    if terms.as_bool(formula) == Some(true) {
        return String::new();
    }
    let mut text = String::new();
    write(terms, formula, 0, &mut text);
    text
}

fn infix(op: TermOp) -> Option<&'static str> {
    Some(match op {
        TermOp::And => " && ",
        TermOp::Or => " || ",
        TermOp::Eq => " = ",
        TermOp::BvAdd | TermOp::Add => " + ",
        TermOp::BvSub => " - ",
        TermOp::BvMul | TermOp::Mul => " * ",
        TermOp::BvULt | TermOp::BvSLt => " < ",
        TermOp::Le => " <= ",
        _ => return None,
    })
}

fn write(terms: &Terms, term: TermId, depth: u32, out: &mut String) {
    if out.len() > MOST || depth > 12 {
        if !out.ends_with('…') {
            out.push('…');
        }
        return;
    }
    let node = terms.get(term);
    match node.op {
        TermOp::Symbol(symbol) => out.push_str(terms.symbol_name(symbol)),
        TermOp::Bool(value) => {
            let _ = write!(out, "{value}");
        }
        TermOp::Int(value) => {
            let _ = write!(out, "{value}");
        }
        TermOp::BitVec(value) => {
            let signed = cairn_term::signed(value, terms.width(term));
            let _ = write!(out, "{signed}");
        }
        op => match infix(op) {
            Some(between) => {
                out.push('(');
                for (position, arg) in node.args.iter().enumerate() {
                    if position > 0 {
                        out.push_str(between);
                    }
                    write(terms, *arg, depth + 1, out);
                }
                out.push(')');
            }
            None => {
                let name = format!("{op:?}");
                out.push_str(if op == TermOp::Not { "!" } else { &name });
                out.push('(');
                for (position, arg) in node.args.iter().enumerate() {
                    if position > 0 {
                        out.push_str(", ");
                    }
                    write(terms, *arg, depth + 1, out);
                }
                out.push(')');
            }
        },
    }
}
