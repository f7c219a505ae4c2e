//! The assumptions of a program's model beyond the C standard: the ground that a TRUE stands on.
//!
//! Whoever lowers something under an assumption notes it ([`crate::Program::assume`]) with the function whose code it is
//! in; `cairn_transform::passes` drops what stands in code that cannot run, so that a verdict only tells of what the program
//! touches. Kinds and names are kept in order, each once: the same program always tells the same. Why not a list of
//! sentences: a hundred functions without a body are one assumption, with a hundred names.

use crate::ids::FunctionId;
use std::collections::{BTreeMap, BTreeSet};

/// An assumption. Most are about things with a name (functions, objects); what has none is assumed of the whole program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Assumption {
    /// These functions have no body: they return any value, and change no memory.
    FunctionsPure,
    /// These functions have no body: they return any value, change what their arguments reach, and call what they are
    /// given.
    FunctionsChangeArguments,
    /// As before, and they change what has external linkage.
    FunctionsChangeEverything,
    /// These functions have no body, and are declared not to return: the program ends there.
    FunctionsEnd,
    /// Every allocation succeeds.
    AllocationSucceeds,
    /// `main` is given one argument at least, the program's name.
    ArgumentsBeginWithName,
    /// No arithmetic on integers leaves the range of its type.
    IntegersNeverWrap,
    /// An execution in which a signed operation overflows has ended.
    OverflowEnds,
    /// These functions of the C library end.
    LibraryFunctionsEnd,
    /// All threads see what is done with atomic objects in one order.
    SequentiallyConsistent,
}

impl Assumption {
    /// All of them.
    pub const ALL: [Assumption; 10] = [
        Assumption::FunctionsPure,
        Assumption::FunctionsChangeArguments,
        Assumption::FunctionsChangeEverything,
        Assumption::FunctionsEnd,
        Assumption::AllocationSucceeds,
        Assumption::ArgumentsBeginWithName,
        Assumption::IntegersNeverWrap,
        Assumption::OverflowEnds,
        Assumption::LibraryFunctionsEnd,
        Assumption::SequentiallyConsistent,
    ];

    /// A word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Assumption::FunctionsPure => "functions-pure",
            Assumption::FunctionsChangeArguments => "functions-change-arguments",
            Assumption::FunctionsChangeEverything => "functions-change-everything",
            Assumption::FunctionsEnd => "functions-end",
            Assumption::AllocationSucceeds => "allocation-succeeds",
            Assumption::ArgumentsBeginWithName => "arguments-begin-with-name",
            Assumption::IntegersNeverWrap => "integers-never-wrap",
            Assumption::OverflowEnds => "overflow-ends",
            Assumption::LibraryFunctionsEnd => "library-functions-end",
            Assumption::SequentiallyConsistent => "sequentially-consistent",
        }
    }

    /// The assumption, a sentence without a full stop; names follow it.
    pub const fn sentence(self) -> &'static str {
        match self {
            Assumption::FunctionsPure => {
                "functions without a body change no memory and call nothing; their results are any values"
            }
            Assumption::FunctionsChangeArguments => {
                "functions without a body change only what their pointer arguments reach, but for those to const, call only \
                 functions that they are given, and keep nothing for a later call; their results are any values"
            }
            Assumption::FunctionsChangeEverything => {
                "functions without a body change only what their pointer arguments, but for those to const, and objects \
                 with external linkage reach, call only functions that they find there, and keep nothing for a later \
                 call; their results are any values"
            }
            Assumption::FunctionsEnd => "functions without a body that are declared not to return end the program",
            Assumption::AllocationSucceeds => "every allocation of memory succeeds",
            Assumption::ArgumentsBeginWithName => {
                "'main' is given at least one argument, the program's name (option arguments.may-be-none=true: perhaps none)"
            }
            Assumption::IntegersNeverWrap => {
                "no sum, difference, product or negation of integers, signed or unsigned, leaves the range of its type \
                 (option encoding=never-wrapping)"
            }
            Assumption::OverflowEnds => {
                "an execution in which a signed operation overflows has ended, for C leaves undefined what it does"
            }
            Assumption::LibraryFunctionsEnd => "these functions of the C library end",
            Assumption::SequentiallyConsistent => {
                "memory is sequentially consistent, though some atomic operations ask for a weaker order"
            }
        }
    }
}

/// The assumptions of a program, in order, each with the names that it is about and the functions whose code makes it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assumptions(BTreeMap<Assumption, BTreeMap<String, BTreeSet<FunctionId>>>);

impl Assumptions {
    /// Notes an assumption about something with a name, or with an empty name about the program, made by the code of
    /// `place`.
    pub fn note(&mut self, what: Assumption, name: &str, place: FunctionId) {
        self.0.entry(what).or_default().entry(name.to_owned()).or_default().insert(place);
    }

    /// Drops what only code makes that does not run.
    pub fn retain(&mut self, runs: impl Fn(FunctionId) -> bool) {
        for names in self.0.values_mut() {
            names.retain(|_, places| places.iter().any(|place| runs(*place)));
        }
        self.0.retain(|_, names| !names.is_empty());
    }

    /// Each assumption with its names.
    pub fn iter(&self) -> impl Iterator<Item = (Assumption, Vec<&str>)> {
        self.0.iter().map(|(what, names)| {
            let names = names.keys().map(String::as_str).filter(|name| !name.is_empty());
            (*what, names.collect())
        })
    }

    /// True when the program touches nothing that needs one.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_base::id::Id;

    #[test]
    fn each_is_listed_once_in_order_and_only_where_code_runs() {
        let (main, dead) = (FunctionId::from_index(0), FunctionId::from_index(1));
        let mut all = Assumptions::default();
        all.note(Assumption::AllocationSucceeds, "", main);
        all.note(Assumption::FunctionsPure, "g", main);
        all.note(Assumption::FunctionsPure, "f", main);
        all.note(Assumption::FunctionsPure, "f", dead);
        all.note(Assumption::FunctionsPure, "h", dead);
        all.note(Assumption::FunctionsEnd, "die", dead);
        all.retain(|function| function == main);
        let listed: Vec<_> = all.iter().collect();
        assert_eq!(listed, [(Assumption::FunctionsPure, vec!["f", "g"]), (Assumption::AllocationSucceeds, vec![])]);
    }
}
