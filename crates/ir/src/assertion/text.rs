//! Assertions for a person: C's operators, with the numbers as mathematical integers.
//!
//! `mod` and `div` are Euclidean; `(n as 8 bits)` is wrap-around to an integer of 8 bits, `as signed` to one with a sign.

use super::place::name;
use super::{Assertion, WholeNumber};
use crate::program::Program;
use std::fmt::Write;

/// An assertion as text.
pub fn of(assertion: &Assertion, program: &Program) -> String {
    let mut text = String::new();
    write(assertion, program, false, &mut text);
    text
}

fn write(assertion: &Assertion, program: &Program, inner: bool, out: &mut String) {
    let mut compared = |a: &WholeNumber, sign: &str, b: &WholeNumber| {
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
        Assertion::All(parts) => joined(parts, " && ", inner, out, |part, out| write(part, program, true, out)),
        Assertion::Any(parts) => joined(parts, " || ", inner, out, |part, out| write(part, program, true, out)),
    }
}

/// Parts with a sign between them, in brackets where they are a part themselves.
fn joined<T>(parts: &[T], between: &str, inner: bool, out: &mut String, each: impl Fn(&T, &mut String)) {
    if inner {
        out.push('(');
    }
    for (position, part) in parts.iter().enumerate() {
        if position > 0 {
            out.push_str(between);
        }
        each(part, out);
    }
    if inner {
        out.push(')');
    }
}

fn number(of: &WholeNumber, program: &Program, inner: bool, out: &mut String) {
    let number_in = |part: &WholeNumber, out: &mut String| number(part, program, true, out);
    let pair = |a: &WholeNumber, sign: &str, b: &WholeNumber, out: &mut String| {
        joined(&[a, b], sign, inner, out, |part, out| number(part, program, true, out));
    };
    match of {
        WholeNumber::Constant(value) => {
            let _ = write!(out, "{value}");
        }
        WholeNumber::Cell(cell) => match name(cell, program) {
            Some(name) => out.push_str(&name),
            None => {
                let name = &program.vars[cell.var].name;
                let sign = if cell.signed { "signed " } else { "" };
                let _ = write!(out, "({sign}{} bits of {name} from bit {})", cell.bits, cell.bit);
            }
        },
        WholeNumber::Input(position) => {
            let _ = write!(out, "input {position}");
        }
        WholeNumber::Sum(parts) => joined(parts, " + ", inner, out, number_in),
        WholeNumber::Product(parts) => joined(parts, " * ", inner, out, number_in),
        WholeNumber::Quotient(a, b) => pair(a, " div ", b, out),
        WholeNumber::Remainder(a, b) => pair(a, " mod ", b, out),
        WholeNumber::Wrapped { of, bits, signed } => {
            out.push('(');
            number(of, program, true, out);
            let _ = write!(out, " as {}{bits} bits)", if *signed { "signed " } else { "" });
        }
        WholeNumber::Choice(condition, a, b) => {
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
