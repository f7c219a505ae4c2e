//! Values in a program's model.
//!
//! After a check nothing can be declared without losing the model, so a term that the program was not told is written
//! with `let`; a symbol that it was not told is zero.

use crate::process::dialogue::{Dialogue, not_an_answer};
use crate::process::pipe::Stop;
use crate::solver::SolverError;
use cairn_base::FastMap;
use cairn_term::{Rational, Scope, ScriptPrinter, Sexprs, Sort, SymbolNames, TermId, TermOp, TermValue, Terms};

impl Dialogue {
    /// Values of scalar terms in the model of the last check.
    pub(super) fn values(
        &mut self,
        terms: &Terms,
        of: &[TermId],
        stop: &Stop<'_>,
    ) -> Result<Vec<TermValue>, SolverError> {
        of.chunks(64).try_fold(Vec::new(), |mut values, of| {
            let query = query(self, terms, of)?;
            let answer = self.ask(query, stop)?;
            values.extend(read(terms, of, &answer)?);
            Ok(values)
        })
    }
}

/// The command that asks for the values of some terms.
fn query(dialogue: &Dialogue, terms: &Terms, of: &[TermId]) -> Result<String, SolverError> {
    let mut text = String::from("(get-value (");
    for term in of {
        text.push(' ');
        // The encoding of a float is no function of the theory: the float is asked for.
        let term = if terms.op(*term) == TermOp::BitsOfFloat { terms.arg(*term, 0) } else { *term };
        text.push_str(&closed(dialogue, terms, term)?);
    }
    text.push_str("))\n");
    Ok(text)
}

/// The text of a term that uses only what the program was told.
fn closed(dialogue: &Dialogue, terms: &Terms, root: TermId) -> Result<String, SolverError> {
    if let Some(known) = dialogue.known.get(&root) {
        return Ok(known.clone());
    }
    let mut untold: Vec<TermId> = Vec::new();
    let mut stack = vec![root];
    let mut local: FastMap<TermId, String> = FastMap::default();
    while let Some(term) = stack.pop() {
        if dialogue.known.contains_key(&term) || local.insert(term, String::new()).is_some() {
            continue;
        }
        untold.push(term);
        stack.extend_from_slice(&terms.get(term).args);
    }
    untold.sort_unstable();
    let names = SymbolNames::numbered();
    let writer = ScriptPrinter { terms, names: &names, extended: false };
    let (mut text, mut open) = (String::new(), 0);
    for term in untold {
        let node = terms.get(term);
        let free = match node.op {
            TermOp::Symbol(symbol) => !dialogue.symbols.contains(&symbol),
            TermOp::Call(function) => !dialogue.functions.contains(&function),
            TermOp::BitsOfFloat => return Err(SolverError("the encoding of a float inside a term of a model".into())),
            _ => false,
        };
        let said = if free {
            zero(&writer, node.sort)
        } else {
            let args = node.args.iter().map(|arg| dialogue.known.get(arg).or_else(|| local.get(arg)));
            let args: Vec<&str> = args.map(|arg| arg.map_or("", String::as_str)).collect();
            writer.term(term, &args).map_err(|_| SolverError("an ill-formed term".into()))?
        };
        if node.args.is_empty() {
            local.insert(term, said);
        } else {
            let name = format!("$v{open}");
            open += 1;
            text.push_str(&format!("(let (({name} {said})) "));
            local.insert(term, name);
        }
    }
    text.push_str(local.get(&root).map_or("", String::as_str));
    text.push_str(&")".repeat(open));
    Ok(text)
}

fn zero(writer: &ScriptPrinter<'_>, sort: Sort) -> String {
    match sort {
        Sort::Bool => "false".into(),
        Sort::BitVec(width) => format!("(_ bv0 {width})"),
        Sort::Float(format) => format!("(_ +zero {} {})", format.exponent(), format.significand()),
        Sort::Real => "0.0".into(),
        Sort::Array(id) => {
            format!("((as const {}) {})", writer.sort(sort), zero(writer, writer.terms.array_parts(id).1))
        }
        _ => "0".into(),
    }
}

/// The values that the answer says.
fn read(terms: &Terms, of: &[TermId], answer: &str) -> Result<Vec<TermValue>, SolverError> {
    let wrong = || not_an_answer(answer);
    let text = Sexprs::read(answer).map_err(|_| wrong())?;
    let [list] = *text.top() else { return Err(wrong()) };
    let pairs = text.list(list);
    if pairs.len() != of.len() {
        return Err(wrong());
    }
    let (mut scratch, scope) = (Terms::new(), Scope::new());
    let mut values = Vec::with_capacity(of.len());
    for (term, pair) in of.iter().zip(pairs) {
        let [_, value] = *text.list(*pair) else { return Err(wrong()) };
        let value = scope
            .term_at(&mut scratch, &text, value)
            .map_err(|error| SolverError(format!("the solver program gives a value that cannot be read: {error}")))?;
        let value = scratch.constant(value).ok_or_else(wrong)?;
        values.push(of_sort(value, terms, *term).ok_or_else(wrong)?);
    }
    Ok(values)
}

/// The value as one of the term's sort.
fn of_sort(value: TermValue, terms: &Terms, term: TermId) -> Option<TermValue> {
    Some(match (terms.sort(term), value) {
        (Sort::Bool, value @ TermValue::Bool(_))
        | (Sort::Int, value @ TermValue::Int(_))
        | (Sort::Real, value @ TermValue::Real(_)) => value,
        (Sort::Real, TermValue::Int(value)) => TermValue::Real(Rational::from(value)),
        (Sort::BitVec(width), TermValue::BitVec(bits)) if bits <= cairn_term::mask(width) => TermValue::BitVec(bits),
        (Sort::Float(format), TermValue::Float(bits)) => TermValue::Float(format.canonical(bits)),
        (Sort::BitVec(width), TermValue::Float(bits))
            if terms.op(term) == TermOp::BitsOfFloat && bits <= cairn_term::mask(width) =>
        {
            TermValue::BitVec(bits)
        }
        _ => return None,
    })
}
