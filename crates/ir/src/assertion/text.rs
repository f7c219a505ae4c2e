//! Assertions for a person: C's operators, with the numbers as mathematical integers.
//!
//! `mod` and `div` are Euclidean; `(n as 8 bits)` is wrap-around to an integer of 8 bits, `as signed` to one with a sign.

use super::place::name;
use super::{Assertion, Number};
use crate::program::Program;
use std::fmt::Write;

/// An assertion as text.
pub fn of(assertion: &Assertion, program: &Program) -> String {
    let mut text = String::new();
    write(assertion, program, false, &mut text);
    text
}

fn write(assertion: &Assertion, program: &Program, inner: bool, out: &mut String) {
    let mut compared = |a: &Number, sign: &str, b: &Number| {
        number(a, program, false, out);
        out.push_str(sign);
        number(b, program, false, out);
    };
    match assertion {
        Assertion::Constant(value) => {
            let _ = write!(out, "{value}");
        }
        Assertion::Equal(a, b) => compared(a, " == ", b),
        Assertion::Differs(a, b) => compared(a, " != ", b),
        Assertion::AtMost(a, b) => compared(a, " <= ", b),
        Assertion::Below(a, b) => compared(a, " < ", b),
        Assertion::All(parts) => joined(parts, " && ", program, inner, out),
        Assertion::Any(parts) => joined(parts, " || ", program, inner, out),
    }
}

fn joined(parts: &[Assertion], between: &str, program: &Program, inner: bool, out: &mut String) {
    if inner {
        out.push('(');
    }
    for (position, part) in parts.iter().enumerate() {
        if position > 0 {
            out.push_str(between);
        }
        write(part, program, true, out);
    }
    if inner {
        out.push(')');
    }
}

fn number(of: &Number, program: &Program, inner: bool, out: &mut String) {
    let mut all = |parts: &[&Number], between: &str| {
        if inner {
            out.push('(');
        }
        for (position, part) in parts.iter().enumerate() {
            if position > 0 {
                out.push_str(between);
            }
            number(part, program, true, out);
        }
        if inner {
            out.push(')');
        }
    };
    match of {
        Number::Constant(value) => {
            let _ = write!(out, "{value}");
        }
        Number::Cell(cell) => match name(cell, program) {
            Some(name) => out.push_str(&name),
            None => {
                let name = &program.vars[cell.var].name;
                let sign = if cell.signed { "signed " } else { "" };
                let _ = write!(out, "({sign}{} bits of {name} from bit {})", cell.bits, cell.bit);
            }
        },
        Number::Input(position) => {
            let _ = write!(out, "input {position}");
        }
        Number::Sum(parts) => all(&parts.iter().collect::<Vec<_>>(), " + "),
        Number::Product(parts) => all(&parts.iter().collect::<Vec<_>>(), " * "),
        Number::Quotient(a, b) => all(&[a, b], " div "),
        Number::Remainder(a, b) => all(&[a, b], " mod "),
        Number::Wrapped { of, bits, signed } => {
            out.push('(');
            number(of, program, true, out);
            let _ = write!(out, " as {}{bits} bits)", if *signed { "signed " } else { "" });
        }
        Number::Choice(condition, a, b) => {
            out.push('(');
            write(condition, program, true, out);
            out.push_str(" ? ");
            number(a, program, true, out);
            out.push_str(" : ");
            number(b, program, true, out);
            out.push(')');
        }
    }
}
