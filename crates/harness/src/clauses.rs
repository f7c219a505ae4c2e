//! Clauses about a caller: templates over access paths, among which what a function needs is looked for (docs/design/callers.md).
//!
//! Invariant: what a clause says of noted values ([`CallerClause::holds`]), what the harness assumes of it ([`CallerClause::assumed`]) and what is shown of
//! it ([`CallerClause::shown`]) are one meaning; where a pointer on the way is null, a clause holds.

use crate::paths::{AccessPath, PathKind, is_length};
use std::collections::{BTreeMap, BTreeSet};

/// Paths beyond this are in no candidate: their pairs are too many.
const PATHS: usize = 24;

/// How many elements a pointer has at least.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Least {
    /// So many.
    Count(u64),
    /// As many as a number says.
    Number(String),
    /// More than a number says, which is not negative: it is an index.
    Above(String),
    /// As many as two numbers together.
    Sum(String, String),
}

/// A clause; paths are by their names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CallerClause {
    /// A pointer is not null.
    NotNull(String),
    /// A pointer has so many elements.
    Elements(String, Least),
    /// A number is in a range, both ends included.
    Range(String, Option<i128>, Option<i128>),
    /// A number is not this one.
    Not(String, i128),
    /// A number is less than another, or equal where it need not be less.
    Order {
        /// The less.
        less: String,
        /// The greater.
        more: String,
        /// They are not equal.
        is_strict: bool,
    },
    /// Two pointers do not go to the same place. By the name of the path that notes it.
    Separated(String),
}

/// The values of paths, by their names.
pub type PathValues = BTreeMap<String, i128>;

/// Candidates, the general ones first, and of one form the weakest first. `bounds` are lengths of arrays and numbers that the program compares with; `elements` is how many
/// elements there are at most.
pub fn candidates(paths: &[AccessPath], bounds: &BTreeSet<u64>, elements: u64) -> Vec<CallerClause> {
    let paths = &paths[..paths.len().min(PATHS)];
    let name = |path: &AccessPath| path.name.clone();
    let sized: Vec<&AccessPath> = paths.iter().filter(|path| matches!(path.kind, PathKind::Pointer { .. })).collect();
    let numbers: Vec<(&AccessPath, bool, u64)> = paths
        .iter()
        .filter_map(|path| match path.kind {
            PathKind::Number { signed, bits } => Some((path, signed, bits)),
            _ => None,
        })
        .collect();
    let mut all = Vec::new();
    let is_pointer = |path: &&AccessPath| matches!(path.kind, PathKind::Pointer { .. } | PathKind::Address);
    all.extend(paths.iter().filter(is_pointer).map(|path| CallerClause::NotNull(name(path))));
    let same = paths.iter().filter(|path| matches!(path.kind, PathKind::Same { .. }));
    all.extend(same.map(|path| CallerClause::Separated(name(path))));
    let mut of_elements = |least: &dyn Fn(&AccessPath) -> Vec<Least>| {
        for pointer in &sized {
            all.extend(least(pointer).into_iter().map(|least| CallerClause::Elements(name(pointer), least)));
        }
    };
    // What is called a length is one, and another number is an index, before it is tried the other way round. What a pointer goes to says nothing
    // of how much that is.
    let is_length = |number: &AccessPath| is_length(number.name.rsplit(['>', '.']).next().unwrap_or_default());
    for is_as_called in [true, false] {
        of_elements(&|pointer| {
            let elsewhere = |number: &&AccessPath| number.through.iter().all(|(_, through)| *through != pointer.name);
            let least = |number: &AccessPath| match is_length(number) == is_as_called {
                true => Least::Number(name(number)),
                false => Least::Above(name(number)),
            };
            let mut all: Vec<Least> = numbers.iter().map(|(number, ..)| *number).filter(elsewhere).map(least).collect();
            all.sort_by_key(|least| matches!(least, Least::Above(_)));
            all
        });
    }
    all.extend(numbers.iter().map(|(number, ..)| CallerClause::Not(name(number), 0)));
    for least in [0, 1] {
        let signed = numbers.iter().filter(|(_, signed, _)| *signed);
        all.extend(signed.map(|(number, ..)| CallerClause::Range(name(number), Some(least), None)));
    }
    // A length is the greater one.
    let mut greater = numbers.clone();
    greater.sort_by_key(|(number, ..)| !is_length(number));
    for (other, is_other_signed, _) in &greater {
        for (one, signed, _) in &numbers {
            // C converts a number that has a sign where it is compared with one that has none.
            if one.name != other.name && signed == is_other_signed {
                for is_strict in [false, true] {
                    all.push(CallerClause::Order { less: name(one), more: name(other), is_strict });
                }
            }
        }
    }
    for (number, ..) in &numbers {
        let up_to = |bound: &u64| CallerClause::Range(name(number), Some(0), Some(i128::from(*bound) - 1));
        all.extend(bounds.iter().rev().filter(|bound| **bound > 1).map(up_to));
    }
    for pointer in &sized {
        let least: BTreeSet<u64> =
            bounds.iter().flat_map(|bound| [*bound, bound + 1]).chain([2, 3, 4, 8, 16]).collect();
        let within = least.into_iter().filter(|least| (2..=elements).contains(least));
        all.extend(within.map(|least| CallerClause::Elements(name(pointer), Least::Count(least))));
    }
    for pointer in &sized {
        for (at, (one, ..)) in numbers.iter().enumerate() {
            for (other, ..) in numbers.iter().skip(at + 1) {
                all.push(CallerClause::Elements(name(pointer), Least::Sum(name(one), name(other))));
            }
        }
    }
    for (number, signed, bits) in &numbers {
        let greatest = if *signed { (1_i128 << (bits - 1)) - 1 } else { (1_i128 << bits) - 1 };
        let below = if *signed { -greatest - 1 } else { 0 };
        if *signed {
            all.push(CallerClause::Not(name(number), below));
            all.push(CallerClause::Not(name(number), -1));
        }
        all.push(CallerClause::Not(name(number), greatest));
        for part in [2, 1 << (bits / 4), 1 << (bits / 2)] {
            let end = greatest / part;
            all.push(CallerClause::Range(name(number), signed.then_some(-end), Some(end)));
        }
    }
    all
}

impl CallerClause {
    /// Whether it is of the form that an obligation of a kind (a word of `--check`) mostly needs, so that it is tried first.
    pub fn fits(&self, kind: &str) -> bool {
        match (kind, self) {
            ("division", Self::Not(_, 0)) => true,
            ("overflow", Self::Not(..)) => !matches!(self, Self::Not(_, 0)),
            ("valid-deref" | "library", Self::Elements(..)) => true,
            ("array-index" | "shift", Self::Range(_, Some(0), Some(_))) => true,
            _ => false,
        }
    }

    /// The paths that it is about.
    pub fn about(&self) -> Vec<&str> {
        match self {
            Self::NotNull(of) | Self::Range(of, ..) | Self::Not(of, _) | Self::Separated(of) => vec![of],
            Self::Elements(of, Least::Count(_)) => vec![of],
            Self::Elements(of, Least::Number(one) | Least::Above(one)) => vec![of, one],
            Self::Elements(of, Least::Sum(one, other)) => vec![of, one, other],
            Self::Order { less, more, .. } => vec![less, more],
        }
    }

    /// Whether it holds of noted values; also where one of its paths has none.
    pub fn holds(&self, paths: &[AccessPath], values: &PathValues) -> bool {
        let value = |of: &str| {
            let path = paths.iter().find(|path| path.name == of)?;
            let is_there = |(_, name): &(String, String)| values.get(name).is_some_and(|value| *value != 0);
            path.through.iter().all(is_there).then(|| values.get(of).copied()).flatten()
        };
        let said = || {
            Some(match self {
                Self::NotNull(of) => value(of)? != 0,
                Self::Elements(of, Least::Count(count)) => value(of)? >= i128::from(*count),
                Self::Elements(of, Least::Number(number)) => (0..=value(of)?).contains(&value(number)?),
                Self::Elements(of, Least::Above(number)) => (0..value(of)?).contains(&value(number)?),
                Self::Elements(of, Least::Sum(one, other)) => {
                    let (one, other) = (value(one)?, value(other)?);
                    one >= 0 && other >= 0 && one + other <= value(of)?
                }
                Self::Range(of, from, to) => {
                    let value = value(of)?;
                    from.is_none_or(|from| from <= value) && to.is_none_or(|to| value <= to)
                }
                Self::Not(of, not) => value(of)? != *not,
                Self::Order { less, more, is_strict: true } => value(less)? < value(more)?,
                Self::Order { less, more, .. } => value(less)? <= value(more)?,
                Self::Separated(of) => value(of)? == 0,
            })
        };
        said().unwrap_or(true)
    }

    /// The condition for the harness that has these paths.
    pub fn assumed(&self, paths: &[AccessPath]) -> Option<String> {
        let path = |of: &str| paths.iter().find(|path| path.name == of);
        let text = |of: &str| path(of).map(|path| path.text.clone());
        let number = |of: &str| {
            let path = path(of)?;
            let is_signed = matches!(path.kind, PathKind::Number { signed: true, .. });
            let floor = if is_signed { format!("{} >= 0 && ", path.text) } else { String::new() };
            Some((floor, format!("(unsigned long)({})", path.text)))
        };
        let count = |of: &str| match path(of).map(|path| (&path.kind, &path.text)) {
            Some((PathKind::Pointer { count, .. }, text)) => Some(format!("({text} ? {count} : 0)")),
            _ => None,
        };
        let condition = match self {
            Self::NotNull(of) => format!("{} != 0", text(of)?),
            Self::Elements(of, Least::Count(least)) => format!("{} >= {least}", count(of)?),
            Self::Elements(of, Least::Number(of_number)) => {
                let (floor, number) = number(of_number)?;
                format!("{floor}{number} <= {}", count(of)?)
            }
            Self::Elements(of, Least::Above(of_number)) => {
                let (floor, number) = number(of_number)?;
                format!("{floor}{number} < {}", count(of)?)
            }
            Self::Elements(of, Least::Sum(one, other)) => {
                let ((floor, one), (of_other, other), count) = (number(one)?, number(other)?, count(of)?);
                format!("{floor}{of_other}{one} <= {count} && {other} <= {count} - {one}")
            }
            Self::Separated(of) => format!("!({})", text(of)?),
            _ => self.of_numbers(&text)?,
        };
        let through: BTreeSet<&String> = self
            .about()
            .iter()
            .filter_map(|of| path(of))
            .flat_map(|path| &path.through)
            .map(|(text, _)| text)
            .collect();
        let guards: String = through.iter().map(|text| format!("!{text} || ")).collect();
        Some(if guards.is_empty() { condition } else { format!("{guards}({condition})") })
    }

    /// The clause as C, to be pasted. Pointers in `known` are not null by another clause.
    pub fn shown(&self, paths: &[AccessPath], known: &BTreeSet<&str>) -> String {
        let path = |of: &str| paths.iter().find(|path| path.name == of);
        let room = |of: &str, elements: &str| match path(of).map(|path| &path.kind) {
            Some(PathKind::Pointer { size, is_const, .. }) => {
                let word = if *is_const { "r_ok" } else { "rw_ok" };
                let size = if size == "1" { elements.to_owned() } else { format!("{elements} * {size}") };
                format!("__CPROVER_{word}({of}, {size})")
            }
            _ => format!("__CPROVER_rw_ok({of}, {elements})"),
        };
        let floor = |of: &str| match path(of).map(|path| &path.kind) {
            Some(PathKind::Number { signed: true, .. }) => format!("{of} >= 0 && "),
            _ => String::new(),
        };
        let condition = match self {
            Self::NotNull(of) => format!("{of} != 0"),
            Self::Elements(of, Least::Count(count)) => room(of, &count.to_string()),
            Self::Elements(of, Least::Number(number)) => format!("{}{}", floor(number), room(of, number)),
            Self::Elements(of, Least::Above(number)) => {
                format!("{}{}", floor(number), room(of, &format!("({number} + 1ul)")))
            }
            Self::Elements(of, Least::Sum(one, other)) => {
                format!("{}{}{}", floor(one), floor(other), room(of, &format!("({one} + {other})")))
            }
            Self::Separated(of) => match path(of).map(|path| &path.kind) {
                Some(PathKind::Same { one, other }) => format!("{one} != {other}"),
                _ => String::new(),
            },
            // That a number without a sign is not negative need not be said.
            Self::Range(of, Some(0), Some(to))
                if path(of).is_some_and(|path| matches!(path.kind, PathKind::Number { signed: false, .. })) =>
            {
                format!("{of} <= {to}")
            }
            _ => self.of_numbers(&|of| Some(of.to_owned())).unwrap_or_default(),
        };
        let through: BTreeSet<&str> = self
            .about()
            .iter()
            .filter_map(|of| path(of))
            .flat_map(|path| &path.through)
            .map(|(_, name)| name.as_str())
            .filter(|name| !known.contains(name))
            .collect();
        let guards: String = through.iter().map(|name| format!("{name} == 0 || ")).collect();
        let condition = if guards.is_empty() { condition } else { format!("{guards}({condition})") };
        format!("__CPROVER_requires({condition})")
    }

    /// A clause about numbers, each named by `text`.
    fn of_numbers(&self, text: &dyn Fn(&str) -> Option<String>) -> Option<String> {
        let literal = |value: &i128| match *value {
            value if value > i128::from(i64::MAX) => format!("{value}u"),
            value if value == i128::from(i64::MIN) => format!("({} - 1)", value + 1),
            value if value == i128::from(i32::MIN) => format!("({} - 1)", value + 1),
            value => value.to_string(),
        };
        Some(match self {
            Self::Range(of, from, to) => {
                let of = text(of)?;
                let from = from.iter().map(|from| format!("{of} >= {}", literal(from)));
                let all: Vec<String> = from.chain(to.iter().map(|to| format!("{of} <= {}", literal(to)))).collect();
                all.join(" && ")
            }
            Self::Not(of, not) => format!("{} != {}", text(of)?, literal(not)),
            Self::Order { less, more, is_strict } => {
                format!("{} {} {}", text(less)?, if *is_strict { "<" } else { "<=" }, text(more)?)
            }
            _ => return None,
        })
    }
}
