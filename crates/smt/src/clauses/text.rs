//! Horn clauses as text: a script of SMT-LIB's logic HORN, as the solvers of the CHC competition read it.
//!
//! What is used more than once in a constraint is bound by `let`, so the text is linear in the graph of the terms. Symbols
//! are numbered, because a name of one clause may be another's.

use super::clause::{Application, Clause};
use cairn_base::id::Id;
use cairn_base::{FastMap, FastSet};
use cairn_term::{ScriptPrinter, SymbolNames};
use cairn_term::{TermId, Terms};
use std::fmt;

/// A script, by its `Display`.
#[derive(Clone, Copy, Debug)]
pub struct HornScript<'a> {
    /// The store.
    pub terms: &'a Terms,
    /// The symbols of each relation.
    pub relations: &'a [Vec<TermId>],
    /// The clauses.
    pub clauses: &'a [Clause],
}

impl fmt::Display for HornScript<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = SymbolNames::numbered();
        let printer = ScriptPrinter { terms: self.terms, names: &names, extended: false };
        writeln!(f, "(set-logic HORN)")?;
        for (number, symbols) in self.relations.iter().enumerate() {
            let sorts: Vec<String> = symbols.iter().map(|symbol| printer.sort(self.terms.sort(*symbol))).collect();
            writeln!(f, "(declare-fun R{number} ({}) Bool)", sorts.join(" "))?;
        }
        for clause in self.clauses {
            writeln!(f, "(assert {})", self.clause(clause, &printer)?)?;
        }
        writeln!(f, "(check-sat)")
    }
}

impl HornScript<'_> {
    fn clause(&self, clause: &Clause, printer: &ScriptPrinter<'_>) -> Result<String, fmt::Error> {
        let mut roots = vec![clause.constraint];
        for (_, args) in clause.body.iter().chain(&clause.head) {
            roots.extend(args);
        }
        let mut known: FastMap<TermId, String> = FastMap::default();
        let (mut seen, mut shared): (FastSet<TermId>, FastSet<TermId>) = (FastSet::default(), FastSet::default());
        let below = self.terms.below(&roots);
        for term in &below {
            shared.extend(self.terms.get(*term).args.iter().copied().filter(|arg| !seen.insert(*arg)));
        }
        let mut bindings = String::new();
        let mut depth = 0;
        for term in below {
            let node = self.terms.get(term);
            let args: Vec<&str> = node.args.iter().map(|arg| &*known[arg]).collect();
            let text = printer.term(term, &args)?;
            if node.args.is_empty() || !shared.contains(&term) {
                known.insert(term, text);
            } else {
                let name = format!("${}", term.index());
                bindings += &format!("(let (({name} {text})) ");
                depth += 1;
                known.insert(term, name);
            }
        }
        let applied = |(relation, args): &Application| match args.is_empty() {
            true => format!("R{relation}"),
            false => {
                let args: Vec<&str> = args.iter().map(|arg| &*known[arg]).collect();
                format!("(R{relation} {})", args.join(" "))
            }
        };
        let mut body: Vec<String> = clause.body.iter().map(applied).collect();
        body.push(known[&clause.constraint].clone());
        let head = clause.head.as_ref().map_or_else(|| "false".to_owned(), applied);
        let implication = format!("{bindings}(=> (and {}) {head}){}", body.join(" "), ")".repeat(depth));
        let bound: Vec<String> = (self.terms.symbols_of(&roots).into_iter())
            .map(|symbol| {
                format!("({} {})", printer.names.symbol(symbol), printer.sort(self.terms.symbol_sort(symbol)))
            })
            .collect();
        Ok(if bound.is_empty() { implication } else { format!("(forall ({}) {implication})", bound.join(" ")) })
    }
}
