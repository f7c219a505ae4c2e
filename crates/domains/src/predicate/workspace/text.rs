//! Formulas for a person: infix, and cut where they get long.

use cairn_term::{Op, TermId, Terms};
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

fn infix(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::And => " && ",
        Op::Or => " || ",
        Op::Eq => " = ",
        Op::BvAdd | Op::Add => " + ",
        Op::BvSub => " - ",
        Op::BvMul | Op::Mul => " * ",
        Op::BvULt | Op::BvSLt => " < ",
        Op::Le => " <= ",
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
        Op::Symbol(symbol) => out.push_str(terms.symbol_name(symbol)),
        Op::Bool(value) => {
            let _ = write!(out, "{value}");
        }
        Op::Int(value) => {
            let _ = write!(out, "{value}");
        }
        Op::BitVec(value) => {
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
                out.push_str(if op == Op::Not { "!" } else { &name });
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
