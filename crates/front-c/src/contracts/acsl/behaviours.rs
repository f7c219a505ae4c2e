//! Behaviours: `behavior name: assumes A; requires R; ensures E;` says of the executions that begin where `A` holds what the clauses say.
//!
//! `requires` becomes `A ==> R`, `ensures` becomes `\old(A) ==> E`. That they are complete or disjoint is about the state in which the function is called,
//! and is asked where it returns, of the values that were there before.

/// The behaviours of one comment.
#[derive(Default)]
pub(super) struct Behaviours {
    /// Name, and what is assumed, as C.
    all: Vec<(String, Vec<String>)>,
}

impl Behaviours {
    /// A new one, up to the next or to what is said of all.
    pub(super) fn begin(&mut self, name: &str) {
        self.all.push((name.to_owned(), Vec::new()));
    }

    pub(super) fn is_open(&self) -> bool {
        !self.all.is_empty()
    }

    /// Clauses of a behaviour hold where this does.
    pub(super) fn assume(&mut self, formula: String) -> Result<(), String> {
        let (_, assumed) = self.all.last_mut().ok_or("the clause 'assumes' of ACSL outside of a behaviour")?;
        assumed.push(formula);
        Ok(())
    }

    /// A clause of the behaviour that is open.
    pub(super) fn clause(&self, keyword: &str, formula: String) -> Result<String, String> {
        let Some((_, assumed)) = self.all.last().filter(|(_, assumed)| !assumed.is_empty()) else {
            return Ok(formula);
        };
        let assumed = both(assumed);
        match keyword {
            "requires" => Ok(format!("(!({assumed}) || ({formula}))")),
            "ensures" => Ok(format!("(!(__CPROVER_old({assumed})) || ({formula}))")),
            _ => Err(format!("the clause '{keyword}' of ACSL in a behaviour")),
        }
    }

    /// `complete behaviors` or `disjoint behaviors`, of those that are named or of all.
    pub(super) fn said_of_all(&self, keyword: &str, names: &str) -> Result<String, String> {
        let names = names.trim().strip_prefix("behaviors").ok_or_else(|| format!("the clause '{keyword}' of ACSL"))?;
        let names: Vec<&str> = names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        let mut meant = Vec::new();
        for (name, assumed) in self.all.iter().filter(|(name, _)| names.is_empty() || names.contains(&name.as_str())) {
            meant.push((name, format!("__CPROVER_old({})", both(assumed))));
        }
        if let Some(unknown) = names.iter().find(|name| !meant.iter().any(|(known, _)| known == *name)) {
            return Err(format!("the behaviour '{unknown}' of ACSL, which stands nowhere before"));
        }
        let all: Vec<String> = meant.into_iter().map(|(_, assumed)| assumed).collect();
        Ok(match keyword {
            "complete" => format!("({})", all.join(" || ")),
            _ => {
                let pairs = (0..all.len()).flat_map(|at| (at + 1..all.len()).map(move |other| (at, other)));
                let is_disjoint: Vec<String> =
                    pairs.map(|(one, other)| format!("!({} && {})", all[one], all[other])).collect();
                if is_disjoint.is_empty() { "1".to_owned() } else { format!("({})", is_disjoint.join(" && ")) }
            }
        })
    }
}

fn both(assumed: &[String]) -> String {
    match assumed {
        [] => "1".to_owned(),
        _ => assumed.iter().map(|one| format!("({one})")).collect::<Vec<_>>().join(" && "),
    }
}
