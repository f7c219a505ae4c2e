//! Operations as statements.

use super::{Printer, format_declaration};
use crate::expr::ExprId;
use crate::op::{CallSite, NondetSource, Op};

impl Printer<'_> {
    /// An operation as a statement; an assumption in brackets.
    pub fn op(&self, op: &Op) -> String {
        match op {
            Op::Skip => "skip;".into(),
            Op::Label(label) => match op.marked_call() {
                Some(function) => format!("call {function}"),
                None => format!("{label}:"),
            },
            Op::Declare { var, zeroed } => {
                let variable = &self.program.vars[*var];
                let declaration = format_declaration(&self.program.types, variable.ty, self.name(*var));
                match (&variable.data, zeroed) {
                    (Some(data), _) => format!("{declaration} = {};", bytes(data)),
                    (None, true) => format!("{declaration} = {{0}};"),
                    (None, false) => format!("{declaration};"),
                }
            }
            Op::EndScope(var) => format!("end of {};", self.name(*var)),
            Op::Assume { cond, truth: true } => format!("[{}]", self.expr(*cond)),
            Op::Assume { cond, truth: false } => format!("[!({})]", self.expr(*cond)),
            Op::Assign { place, value } => format!("{} = {};", self.place(*place), self.expr(*value)),
            Op::Havoc { place, source } => {
                let place = self.place(*place);
                match source {
                    NondetSource::Verifier(name) | NondetSource::Undefined(name) | NondetSource::Unmodelled(name) => {
                        format!("{place} = {name}();")
                    }
                    NondetSource::Layout => format!("{place} = any value ({});", crate::op::LAYOUT),
                    NondetSource::Other(what) => format!("{place} = any value ({what});"),
                    NondetSource::Volatile(read) => format!("{place} = volatile {};", self.expr(*read)),
                }
            }
            Op::Call(site) => {
                let site = &self.program.calls[*site];
                let callee = match site.callee {
                    Some(function) => self.program.functions[function].name.as_str(),
                    None => "<unknown>",
                };
                self.call(callee, site)
            }
            Op::CallPointer { site, pointer } => {
                self.call(&format!("({})", self.expr(*pointer)), &self.program.calls[*site])
            }
            Op::Intrinsic { which, args, result } => {
                let call = format!("{}({});", which.row().name, self.args(args));
                match result {
                    Some(place) => format!("{} = {call}", self.place(*place)),
                    None => call,
                }
            }
            Op::Halt => "halt;".into(),
            Op::Unsupported(what) => format!("unsupported: {what};"),
        }
    }

    fn call(&self, callee: &str, site: &CallSite) -> String {
        let call = format!("{callee}({});", self.args(&site.args));
        match site.result {
            Some(var) => format!("{} = {call}", self.name(var)),
            None => call,
        }
    }

    fn args(&self, args: &[ExprId]) -> String {
        let args: Vec<String> = args.iter().map(|a| self.expr(*a)).collect();
        args.join(", ")
    }
}

/// Bytes as a C string; long ones are cut, with their length.
fn bytes(data: &[u8]) -> String {
    const SHOWN: usize = 64;
    let shown = &data[..data.len().min(SHOWN)];
    // The zero that ends a string is C's to write.
    let shown = match shown.split_last() {
        Some((0, rest)) if shown.len() == data.len() => rest,
        _ => shown,
    };
    let text: String = shown.iter().flat_map(|b| std::ascii::escape_default(*b)).map(char::from).collect();
    if data.len() > SHOWN { format!("\"{text}\"... ({} bytes)", data.len()) } else { format!("\"{text}\"") }
}
