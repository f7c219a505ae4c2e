//! Reading terms: a stack of work instead of recursion, `let` and annotations, and what is no application.

use super::scope::{Meaning, Scope, format_of};
use super::sexpr::{NodeId, SexprKind, Sexprs, SmtlibError};
use crate::op_name::rounding_of_name;
use crate::rational::Rational;
use crate::store::Terms;
use crate::term::{Rounding, TermId};
use cairn_base::FastMap;

/// Remaining work, last first.
enum Work {
    /// Read a term; its value goes on the stack of values.
    Read(NodeId),
    /// Apply the head of a list to so many values.
    Apply(NodeId, usize, Option<Rounding>),
    /// Bind the names of a `let` to as many values.
    Bind(NodeId),
    /// End the scope of a `let`.
    Unbind(NodeId),
}

impl Scope {
    /// Reads one term.
    ///
    /// # Errors
    /// When the text is not exactly one well-sorted term over known names and supported operations.
    pub fn read_term(&self, terms: &mut Terms, text: &str) -> Result<TermId, SmtlibError> {
        let text = Sexprs::read(text)?;
        match text.top() {
            [node] => self.term_at(terms, &text, *node),
            _ => Err(SmtlibError { line: 1, column: 1, what: "not exactly one term".into() }),
        }
    }

    /// Reads the term that an expression says.
    ///
    /// # Errors
    /// As [`Scope::read_term`].
    pub fn term_at(&self, terms: &mut Terms, text: &Sexprs<'_>, root: NodeId) -> Result<TermId, SmtlibError> {
        let mut locals: FastMap<&str, Vec<TermId>> = FastMap::default();
        let mut values: Vec<TermId> = Vec::new();
        let mut work = vec![Work::Read(root)];
        while let Some(next) = work.pop() {
            match next {
                Work::Read(node) => {
                    let list = text.list(node);
                    let local = text.symbol(node).and_then(|name| locals.get(name)?.last());
                    match (local, list.first().and_then(|head| text.atom(*head)), list) {
                        (Some(local), _, _) => values.push(*local),
                        (_, Some("let"), [_, bindings, body]) => {
                            work.extend([Work::Unbind(*bindings), Work::Read(*body), Work::Bind(*bindings)]);
                            for binding in text.list(*bindings).iter().rev() {
                                let [_, value] = text.list(*binding) else {
                                    return Err(text.error(*binding, "a binding of `let` is a name and a term"));
                                };
                                work.push(Work::Read(*value));
                            }
                        }
                        (_, Some("!"), [_, inner, ..]) => work.push(Work::Read(*inner)),
                        (_, Some("_"), _) => values.push(special(terms, text, node)?),
                        (_, Some(head @ ("let" | "forall" | "exists" | "lambda" | "match" | "!")), _) => {
                            return Err(text.error(node, format!("`{head}` like this is not supported")));
                        }
                        (_, _, []) => values.push(self.leaf(terms, text, node)?),
                        (_, _, [head, args @ ..]) => {
                            // The rounding mode is part of the operation, not a term.
                            let mode = args.first().and_then(|arg| rounding_of_name(text.atom(*arg)?));
                            let takes_mode = mode.is_some() && self.rounds(text, *head);
                            let args = if takes_mode { &args[1..] } else { args };
                            work.push(Work::Apply(node, args.len(), mode.filter(|_| takes_mode)));
                            work.extend(args.iter().rev().map(|arg| Work::Read(*arg)));
                        }
                    }
                }
                Work::Apply(node, count, mode) => {
                    let args = values.split_off(values.len() - count);
                    let head = text.list(node)[0];
                    values.push(self.application(terms, text, head, &args, mode)?);
                }
                Work::Bind(bindings) => {
                    let names = text.list(bindings);
                    let bound = values.split_off(values.len() - names.len());
                    for (binding, value) in names.iter().zip(bound) {
                        let Some(name) = text.list(*binding).first().and_then(|name| text.symbol(*name)) else {
                            return Err(text.error(*binding, "a binding of `let` without a name"));
                        };
                        locals.entry(name).or_default().push(value);
                    }
                }
                Work::Unbind(bindings) => {
                    for binding in text.list(bindings) {
                        let name = text.list(*binding).first().and_then(|name| text.symbol(*name));
                        if let Some(stack) = name.and_then(|name| locals.get_mut(name)) {
                            stack.pop();
                        }
                    }
                }
            }
        }
        values.pop().ok_or_else(|| text.error(root, "no term"))
    }

    fn rounds(&self, text: &Sexprs<'_>, head: NodeId) -> bool {
        let name = match text.list(head) {
            [] => text.symbol(head),
            [_, name, ..] => text.symbol(*name),
            _ => None,
        };
        name.is_some_and(|name| (name.starts_with("fp.") || name.starts_with("to_fp")) && self.meaning(name).is_none())
    }

    fn leaf(&self, terms: &mut Terms, text: &Sexprs<'_>, node: NodeId) -> Result<TermId, SmtlibError> {
        let unreadable = |what: &str| Err(text.error(node, format!("{what}: `{}`", text.text(node))));
        if matches!(text.kind(node), SexprKind::String | SexprKind::List) {
            return unreadable("no term");
        }
        let name = text.text(node);
        match self.meaning(name) {
            Some(Meaning::Term(term)) => return Ok(*term),
            Some(Meaning::Macro(defined)) if defined.parameters.is_empty() => return Ok(defined.body),
            Some(_) => return unreadable("a function or sort without arguments"),
            None => {}
        }
        if text.kind(node) == SexprKind::Quoted {
            return unreadable("an undeclared name");
        }
        if name == "true" || name == "false" {
            return Ok(terms.bool(name == "true"));
        }
        if let Some((digits, radix, bits)) = encoded(name) {
            let width = u32::try_from(digits.len()).ok().and_then(|count| count.checked_mul(bits));
            let value = u128::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'));
            return match (width, value) {
                (Some(width @ 1..=128), Some(value)) => Ok(terms.bits(width, value)),
                _ => unreadable("a bit-vector that is not 1 to 128 bits"),
            };
        }
        if !name.starts_with(|c: char| c.is_ascii_digit()) {
            return unreadable("an undeclared name");
        }
        let number = number(name);
        match number.map(|number| if name.contains('.') { Ok(number) } else { Err(number) }) {
            Some(Ok(decimal)) => Ok(terms.real(decimal)),
            Some(Err(whole)) => Ok(terms.int(whole.num())),
            None => unreadable("a number that does not fit 128 bits"),
        }
    }
}

fn encoded(name: &str) -> Option<(&str, u32, u32)> {
    match name.strip_prefix("#x") {
        Some(digits) => Some((digits, 16, 4)),
        None => name.strip_prefix("#b").map(|digits| (digits, 2, 1)),
    }
}

fn number(text: &str) -> Option<Rational> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit()) {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let scale = 10i128.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    Rational::new(format!("{whole}{fraction}").parse().ok()?, scale)
}

/// `(_ name index ...)` that is a constant.
fn special(terms: &mut Terms, text: &Sexprs<'_>, node: NodeId) -> Result<TermId, SmtlibError> {
    let unknown = || text.error(node, "an indexed name that is not known");
    let [_, name, indices @ ..] = text.list(node) else { return Err(unknown()) };
    let name = text.symbol(*name).ok_or_else(unknown)?;
    let indices: Option<Vec<u32>> = indices.iter().map(|index| text.atom(*index)?.parse().ok()).collect();
    match (name, indices.as_deref()) {
        (_, Some([width])) if name.starts_with("bv") => match name[2..].parse::<u128>() {
            Ok(value) if (1..=128).contains(width) && value <= crate::mask(*width) => Ok(terms.bits(*width, value)),
            _ => Err(unknown()),
        },
        (_, Some([exponent, significand])) => {
            let format = format_of(*exponent, *significand).ok_or_else(unknown)?;
            let bits = match name {
                "+oo" => format.infinity(),
                "-oo" => format.infinity() | format.sign(),
                "+zero" => 0,
                "-zero" => format.sign(),
                "NaN" => format.nan(),
                _ => return Err(unknown()),
            };
            Ok(terms.float(format, bits))
        }
        _ => Err(unknown()),
    }
}
