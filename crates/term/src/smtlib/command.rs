//! Reading scripts: declarations, definitions, assertions and levels. Commands that ask a solver something are read over.

use super::scope::{Macro, Meaning, Scope};
use super::sexpr::{NodeId, Sexprs, SmtlibError};
use crate::sort::Sort;
use crate::store::Terms;
use crate::term::TermId;

impl Scope {
    /// Reads a script; the assertions that stand at its end.
    ///
    /// # Errors
    /// At the first command that is not understood; the declarations before it stay.
    pub fn read_script(&mut self, terms: &mut Terms, text: &str) -> Result<Vec<TermId>, SmtlibError> {
        let text = Sexprs::read(text)?;
        let mut levels: Vec<Vec<TermId>> = vec![Vec::new()];
        self.levels = vec![Vec::new()];
        for command in text.top() {
            let [head, args @ ..] = text.list(*command) else {
                return Err(text.error(*command, "not a command"));
            };
            match (text.atom(*head).unwrap_or(""), args) {
                ("assert", [term]) => {
                    let read = self.term_at(terms, &text, *term)?;
                    if terms.sort(read) != Sort::Bool {
                        return Err(text.error(*term, "an assertion that is no Boolean"));
                    }
                    if let Some(level) = levels.last_mut() {
                        level.push(read);
                    }
                }
                ("push", levels_pushed) => {
                    for _ in 0..count(&text, *command, levels_pushed)? {
                        levels.push(Vec::new());
                        self.levels.push(Vec::new());
                    }
                }
                ("pop", levels_popped) => {
                    for _ in 0..count(&text, *command, levels_popped)? {
                        if levels.len() == 1 {
                            return Err(text.error(*command, "more levels popped than pushed"));
                        }
                        levels.pop();
                        for name in self.levels.pop().into_iter().flatten() {
                            self.forget(&name);
                        }
                    }
                }
                ("exit", _) => break,
                (
                    "set-logic"
                    | "set-option"
                    | "set-info"
                    | "check-sat"
                    | "check-sat-assuming"
                    | "get-model"
                    | "get-value"
                    | "get-unsat-core"
                    | "get-assertions"
                    | "get-info"
                    | "get-option"
                    | "get-assignment"
                    | "get-proof"
                    | "echo"
                    | "get-unsat-assumptions",
                    _,
                ) => {}
                _ => self.declaration(terms, &text, *command)?,
            }
        }
        Ok(levels.concat())
    }

    /// Reads one declaration or definition.
    ///
    /// # Errors
    /// When it is none, or not supported.
    fn declaration(&mut self, terms: &mut Terms, text: &Sexprs<'_>, command: NodeId) -> Result<(), SmtlibError> {
        let list = text.list(command);
        let kind = text.atom(list[0]).unwrap_or("");
        let Some(name) = list.get(1).and_then(|name| text.symbol(*name)) else {
            return Err(text.error(command, format!("the command `{kind}` is not supported")));
        };
        let meaning = match (kind, &list[2..]) {
            ("declare-const", [sort]) => {
                let sort = self.sort(terms, text, *sort)?;
                Meaning::Term(self.declared(terms, name, sort))
            }
            ("declare-fun", [domain, range]) => {
                let range = self.sort(terms, text, *range)?;
                let domain = text.list(*domain).to_vec();
                if domain.is_empty() {
                    Meaning::Term(self.declared(terms, name, range))
                } else {
                    let domain =
                        domain.iter().map(|sort| self.sort(terms, text, *sort)).collect::<Result<Vec<_>, _>>()?;
                    match self.bound(name) {
                        Some(Meaning::Function(function))
                            if terms.signature(*function).domain == domain
                                && terms.signature(*function).range == range =>
                        {
                            Meaning::Function(*function)
                        }
                        _ => Meaning::Function(terms.function(name, &domain, range)),
                    }
                }
            }
            ("define-sort", [parameters, sort]) if text.list(*parameters).is_empty() => {
                Meaning::Sort(self.sort(terms, text, *sort)?)
            }
            ("define-const", [sort, body]) => self.defined(terms, text, &[], *sort, *body)?,
            ("define-fun", [parameters, sort, body]) => {
                let parameters = text.list(*parameters).to_vec();
                self.defined(terms, text, &parameters, *sort, *body)?
            }
            _ => return Err(text.error(command, format!("the command `{kind}` is not supported"))),
        };
        if !self.declare(name, meaning) {
            return Err(text.error(command, format!("`{name}` is declared already")));
        }
        Ok(())
    }

    fn declared(&self, terms: &mut Terms, name: &str, sort: Sort) -> TermId {
        match self.bound(name) {
            Some(Meaning::Term(term)) if terms.sort(*term) == sort => *term,
            _ => terms.symbol(name, sort),
        }
    }

    fn defined(
        &self,
        terms: &mut Terms,
        text: &Sexprs<'_>,
        parameters: &[NodeId],
        sort: NodeId,
        body: NodeId,
    ) -> Result<Meaning, SmtlibError> {
        let sort_node = sort;
        let sort = self.sort(terms, text, sort)?;
        let mut placeholders = Vec::new();
        // With parameters, the body is read in a scope where they are names.
        let mut inner;
        let scope = if parameters.is_empty() {
            self
        } else {
            inner = self.clone();
            for parameter in parameters {
                let (Some(name), [_, sort]) =
                    (text.list(*parameter).first().and_then(|name| text.symbol(*name)), text.list(*parameter))
                else {
                    return Err(text.error(*parameter, "a parameter is a name and a sort"));
                };
                let sort = self.sort(terms, text, *sort)?;
                let placeholder = terms.symbol(name, sort);
                inner.declare(name, Meaning::Term(placeholder));
                placeholders.push(placeholder);
            }
            &inner
        };
        let body = scope.term_at(terms, text, body)?;
        if terms.sort(body) != sort {
            return Err(text.error(sort_node, "the definition has another sort"));
        }
        Ok(Meaning::Macro(Macro { parameters: placeholders, body }))
    }
}

fn count(text: &Sexprs<'_>, command: NodeId, args: &[NodeId]) -> Result<u32, SmtlibError> {
    match args {
        [] => Some(1),
        [count] => text.atom(*count).and_then(|count| count.parse().ok()).filter(|count| *count <= 100_000),
        _ => None,
    }
    .ok_or_else(|| text.error(command, "not a number of levels"))
}
