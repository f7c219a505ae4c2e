//! Property files (`.prp`) of the software verification competition: `CHECK( init(main()), LTL(G ! call(f())) )`.
//!
//! Of the competition's properties Cairn decides reachability: `G ! call(f())`, and the older `G ! label(L)`;
//! `G ! overflow`; and memory safety: `G valid-deref`, `valid-free`, `valid-memtrack`, `valid-memcleanup`; and `F end`, termination; and `G ! data-race`. The others are recognised by name, so that a user learns that the property is known and not yet
//! supported, rather than that the file is wrong.

use cairn_base::{Diagnostic, FileId, SourceMap, Span};
use cairn_ir::behaviour::Check;

/// The property: no execution from `entry` calls one of the functions, passes one of the labels or does what is checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The competition's name for it.
    pub name: String,
    /// The function where executions begin; `None` leaves it to the options.
    pub entry: Option<String>,
    /// Functions that must not be called.
    pub functions: Vec<String>,
    /// Labels that must not be passed.
    pub labels: Vec<String>,
    /// Undefined behaviour that must not happen.
    pub checks: Vec<Check>,
    /// Every execution must end. `cairn verify` decides that by itself, and `cairn check` beside other checks.
    pub terminates: bool,
}

impl Property {
    /// Default property when the user names none: no call of `reach_error`, `__VERIFIER_error`, `__assert_fail` and its
    /// kin on other systems, no label `ERROR`.
    pub fn default_reachability() -> Self {
        let functions = [
            "reach_error",
            "__VERIFIER_error",
            "__assert_fail",
            "__assert",
            "__assert_rtn",
            "__assert_func",
            "__assert_perror_fail",
            "_assert",
        ];
        Self {
            name: UNREACH_CALL.to_owned(),
            entry: None,
            functions: functions.map(str::to_owned).to_vec(),
            labels: vec!["ERROR".to_owned()],
            checks: Vec::new(),
            terminates: false,
        }
    }

    fn termination() -> Self {
        Self { terminates: true, ..Self::of_checks(TERMINATION, &[]) }
    }

    fn of_checks(name: &str, checks: &[Check]) -> Self {
        let (functions, labels) = (Vec::new(), Vec::new());
        Self { name: name.to_owned(), entry: None, functions, labels, checks: checks.to_vec(), terminates: false }
    }

    /// The same, and checks as well, by their names.
    ///
    /// # Errors
    /// A sentence that says which names there are.
    pub fn and_checks<'a>(mut self, words: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        for word in words {
            let checks = match (word, Check::named(word)) {
                (_, Some(check)) => vec![check],
                ("all", _) => Check::ALL.into_iter().filter(|check| check.is_in_all()).collect(),
                (TERMINATION, _) => {
                    self.terminates = true;
                    self.name = format!("{}, {word}", self.name);
                    continue;
                }
                _ => {
                    let known = Check::ALL.map(Check::word).join(", ");
                    return Err(format!("unknown check '{word}': there are {known}, {TERMINATION}, and all"));
                }
            };
            let new: Vec<Check> = checks.into_iter().filter(|check| !self.checks.contains(check)).collect();
            if !new.is_empty() {
                self.name = format!("{}, {word}", self.name);
            }
            self.checks.extend(new);
        }
        Ok(self)
    }

    /// Both.
    ///
    /// # Errors
    /// A sentence: executions of the two begin in different functions.
    pub fn and(mut self, other: Property) -> Result<Self, String> {
        match (&self.entry, &other.entry) {
            (Some(one), Some(other)) if one != other => {
                return Err(format!("the properties begin in different functions: {one} and {other}"));
            }
            (None, _) => self.entry = other.entry,
            _ => {}
        }
        if self.terminates != other.terminates {
            return Err(format!(
                "termination is decided by itself: ask for {} and {} one by one",
                self.name, other.name
            ));
        }
        if self.name != other.name {
            self.name = format!("{}, {}", self.name, other.name);
        }
        fn add<T: PartialEq>(to: &mut Vec<T>, more: Vec<T>) {
            for one in more {
                if !to.contains(&one) {
                    to.push(one);
                }
            }
        }
        add(&mut self.functions, other.functions);
        add(&mut self.labels, other.labels);
        add(&mut self.checks, other.checks);
        let is_memory = self.functions.is_empty() && self.labels.is_empty() && self.checks.len() == MEMORY.len();
        if is_memory && MEMORY.iter().all(|check| self.checks.contains(check)) {
            self.name = MEMSAFETY.to_owned();
        }
        Ok(self)
    }

    /// Whether it is about termination, and about nothing else.
    pub fn is_termination_only(&self) -> bool {
        self.terminates && self.functions.is_empty() && self.labels.is_empty() && self.checks.is_empty()
    }

    /// A part of it that a violation is of, by its name: all of it where it has one part only.
    pub fn part(&self, violated: Option<Check>) -> &str {
        let others = !self.functions.is_empty() || !self.labels.is_empty();
        match violated {
            Some(check) if others || self.checks.len() > 1 => check.word(),
            None if others && !self.checks.is_empty() => UNREACH_CALL,
            _ => &self.name,
        }
    }

    /// A property by its name.
    ///
    /// # Errors
    /// A sentence that says which names there are.
    pub fn by_name(name: &str) -> Result<Self, String> {
        match name {
            UNREACH_CALL => Ok(Self::default_reachability()),
            NO_OVERFLOW => Ok(Self::of_checks(NO_OVERFLOW, &[Check::Overflow])),
            MEMSAFETY => Ok(Self::of_checks(MEMSAFETY, &MEMORY)),
            TERMINATION => Ok(Self::termination()),
            NO_DATA_RACE => Ok(Self::of_checks(NO_DATA_RACE, &[Check::DataRace])),
            NO_DEADLOCK => Ok(Self::of_checks(NO_DEADLOCK, &[Check::Deadlock])),
            _ if let Some(check) = Check::named(name).filter(|check| check.word().starts_with("valid-")) => {
                Ok(Self::of_checks(name, &[check]))
            }
            _ if NOT_YET.iter().any(|(known, _)| *known == name) => Err(not_yet(name)),
            _ => Err(format!(
                "unknown property '{name}': neither a file nor one that Cairn decides, which are {}",
                decided()
            )),
        }
    }

    /// Reads a property file.
    ///
    /// # Errors
    /// What is wrong, with its place in the file.
    pub fn parse(sources: &SourceMap, file: FileId) -> Result<Self, Diagnostic> {
        Parser { text: sources.text(file), base: sources.base(file), at: 0 }.file()
    }
}

const UNREACH_CALL: &str = "unreach-call";
const NO_OVERFLOW: &str = "no-overflow";
const MEMSAFETY: &str = "valid-memsafety";
const TERMINATION: &str = "termination";
const NO_DATA_RACE: &str = "no-data-race";
const NO_DEADLOCK: &str = "no-deadlock";

/// Memory safety of the competition.
const MEMORY: [Check; 3] = [Check::ValidDeref, Check::ValidFree, Check::ValidMemtrack];

/// The names of the properties that Cairn decides, for people.
fn decided() -> String {
    let memory = Check::ALL.map(Check::word).into_iter().filter(|word| word.starts_with("valid-"));
    let names: Vec<&str> = [UNREACH_CALL, NO_OVERFLOW, MEMSAFETY, TERMINATION, NO_DATA_RACE, NO_DEADLOCK]
        .into_iter()
        .chain(memory)
        .collect();
    names.join(", ")
}

/// Properties that are known but not decided yet, with the formula (blanks left out) that each is recognised by.
const NOT_YET: &[(&str, &str)] = &[("def-behavior", "Gdef-behavior"), ("assert", "Gassert")];

fn not_yet(name: &str) -> String {
    format!("the property '{name}' is not supported yet: Cairn decides {}", decided())
}

struct Parser<'a> {
    text: &'a str,
    base: u32,
    at: usize,
}

impl Parser<'_> {
    fn file(mut self) -> Result<Property, Diagnostic> {
        let mut found: Option<Property> = None;
        loop {
            self.skip();
            if self.at == self.text.len() {
                break;
            }
            let start = self.at;
            let property = self.check()?;
            match &mut found {
                None => found = Some(property),
                Some(first) => {
                    *first = first.clone().and(property).map_err(|why| self.error(&why, start))?;
                }
            }
        }
        found.ok_or_else(|| self.error("expected 'CHECK(init(main()), LTL(G ! call(f())))', found nothing", 0))
    }

    fn check(&mut self) -> Result<Property, Diagnostic> {
        let start = self.at;
        if self.word() == "COVER" {
            return Err(self.error("test-case generation ('COVER') is not a verification property", start));
        }
        self.at = start;
        self.expect("CHECK")?;
        self.expect("(")?;
        self.expect("init")?;
        self.expect("(")?;
        let entry = self.name()?;
        self.expect("(")?;
        self.expect(")")?;
        self.expect(")")?;
        self.expect(",")?;
        self.expect("LTL")?;
        self.expect("(")?;
        self.recognise()?;
        let at = self.at;
        if self.word() == "F" && self.word() == "end" {
            self.expect(")")?;
            self.expect(")")?;
            return Ok(Property { entry: Some(entry), ..Property::termination() });
        }
        self.at = at;
        self.expect("G")?;
        if let Some(check) = self.memory()? {
            self.expect(")")?;
            self.expect(")")?;
            return Ok(Property { entry: Some(entry), ..Property::of_checks(check.word(), &[check]) });
        }
        self.expect("!")?;
        self.skip();
        let at = self.at;
        let kind = self.word().to_owned();
        let mut property = Property { entry: Some(entry), ..Property::of_checks(UNREACH_CALL, &[]) };
        match kind.as_str() {
            "call" => {
                self.expect("(")?;
                property.functions.push(self.name()?);
                self.expect("(")?;
                self.expect(")")?;
                self.expect(")")?;
            }
            "label" => {
                self.expect("(")?;
                property.labels.push(self.name()?);
                self.expect(")")?;
            }
            "overflow" => {
                property.name = NO_OVERFLOW.to_owned();
                property.checks.push(Check::Overflow);
            }
            "data" => {
                self.expect("-race")?;
                property.name = NO_DATA_RACE.to_owned();
                property.checks.push(Check::DataRace);
            }
            "deadlock" => {
                property.name = NO_DEADLOCK.to_owned();
                property.checks.push(Check::Deadlock);
            }
            _ => {
                let message = format!(
                    "unknown property: expected 'call', 'label', 'overflow', 'data-race' or 'deadlock', found '{kind}'"
                );
                return Err(self.error(&message, at));
            }
        }
        self.expect(")")?;
        self.expect(")")?;
        Ok(property)
    }

    /// `valid-deref` and its kin.
    fn memory(&mut self) -> Result<Option<Check>, Diagnostic> {
        self.skip();
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(rest.len());
        match Check::named(&rest[..end]).filter(|check| check.word().starts_with("valid-")) {
            Some(check) => {
                self.at += end;
                Ok(Some(check))
            }
            None => Ok(None),
        }
    }

    /// Refuses the formulas of known properties that are not supported.
    fn recognise(&mut self) -> Result<(), Diagnostic> {
        self.skip();
        let rest: String = self.text[self.at..].chars().filter(|c| !c.is_whitespace()).take(40).collect();
        let known = NOT_YET.iter().rev().find(|(_, formula)| rest.starts_with(formula));
        known.map_or(Ok(()), |(name, _)| Err(self.error(&not_yet(name), self.at)))
    }

    fn skip(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The identifier here; empty when there is none.
    fn word(&mut self) -> &str {
        self.skip();
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn name(&mut self) -> Result<String, Diagnostic> {
        self.skip();
        let at = self.at;
        let name = self.word().to_owned();
        if name.is_empty() { Err(self.error("expected a name", at)) } else { Ok(name) }
    }

    fn expect(&mut self, wanted: &str) -> Result<(), Diagnostic> {
        self.skip();
        let rest = &self.text[self.at..];
        if rest.starts_with(wanted) {
            self.at += wanted.len();
            return Ok(());
        }
        let found = rest.split_whitespace().next().map_or("the end".to_owned(), |word| {
            let word: String = word.chars().take(20).collect();
            format!("'{word}'")
        });
        Err(self.error(&format!("not a property: expected '{wanted}', found {found}"), self.at))
    }

    fn error(&self, message: &str, at: usize) -> Diagnostic {
        let start = self.base + at as u32;
        Diagnostic::error(message, Span::new(start, start + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Property, String> {
        let mut sources = SourceMap::new();
        let file = sources.add("p.prp", text.into()).unwrap();
        Property::parse(&sources, file).map_err(|error| error.render(&sources))
    }

    #[test]
    fn reachability_in_its_spellings() {
        let property = parse("CHECK( init(main()), LTL(G ! call(reach_error())) )\n").unwrap();
        assert_eq!(
            (property.entry.as_deref(), &property.functions[..]),
            (Some("main"), &["reach_error".to_owned()][..])
        );
        let property = parse("CHECK(init(f()),LTL(G!label(ERROR)))").unwrap();
        assert_eq!((property.entry.as_deref(), &property.labels[..]), (Some("f"), &["ERROR".to_owned()][..]));
        let two = "CHECK(init(main()),LTL(G!call(a())))\nCHECK(init(main()),LTL(G!call(b())))";
        assert_eq!(parse(two).unwrap().functions, ["a", "b"]);
    }

    #[test]
    fn checks_by_formula_and_by_name() {
        let property = parse("CHECK( init(main()), LTL(G ! overflow) )").unwrap();
        assert_eq!((&*property.name, &property.checks[..]), ("no-overflow", &[Check::Overflow][..]));
        assert!(property.functions.is_empty() && property.labels.is_empty());
        let property = Property::default_reachability().and_checks(["division", "overflow", "division"]).unwrap();
        assert_eq!(property.checks, [Check::Division, Check::Overflow]);
        assert_eq!(property.name, "unreach-call, division, overflow");
        let all = Property::by_name("no-overflow").unwrap().and_checks(["all"]).unwrap();
        assert_eq!(all.checks.len(), Check::ALL.iter().filter(|check| check.is_in_all()).count());
        let error = Property::default_reachability().and_checks(["overflows"]).unwrap_err();
        assert!(error.contains("unknown check 'overflows': there are overflow, division,"), "{error}");
    }

    #[test]
    fn memory_safety_by_formula_and_by_name() {
        let line = |check: &str| format!("CHECK( init(main()), LTL(G {check}) )\n");
        let whole = parse(&["valid-free", "valid-deref", "valid-memtrack"].map(line).concat()).unwrap();
        assert_eq!(whole.name, "valid-memsafety");
        assert_eq!(whole.checks, [Check::ValidFree, Check::ValidDeref, Check::ValidMemtrack]);
        let one = parse(&line("valid-memcleanup")).unwrap();
        assert_eq!((&*one.name, &one.checks[..]), ("valid-memcleanup", &[Check::ValidMemcleanup][..]));
        assert_eq!(Property::by_name("valid-memsafety").unwrap().checks.len(), 3);
        assert_eq!(Property::by_name("valid-deref").unwrap().checks, [Check::ValidDeref]);
        assert!(Property::by_name("overflow").is_err());
    }

    #[test]
    fn known_but_not_supported() {
        assert_eq!(parse("CHECK( init(main()), LTL(G ! data-race) )").unwrap().checks, [Check::DataRace]);
        let error = parse("CHECK( init(main()), LTL(G assert) )").unwrap_err();
        assert!(error.contains("'assert' is not supported yet"), "{error}");
        assert!(parse("CHECK( init(main()), LTL(F end) )").unwrap().terminates);
    }

    #[test]
    fn errors_point_at_the_place() {
        let error = parse("CHECK( init(main()), LTL(G ! pall(f())) )").unwrap_err();
        assert!(error.starts_with("p.prp:1:30: error: unknown property"), "{error}");
        assert!(parse("").unwrap_err().contains("found nothing"));
        assert!(parse("int main(void) { }").unwrap_err().contains("expected 'CHECK', found 'int'"));
        assert!(parse("CHECK( init(main()), LTL(G ! call(é())) )").is_err());
    }
}
