//! Property files (`.prp`) of the software verification competition: `CHECK( init(main()), LTL(G ! call(f())) )`.
//!
//! Of the competition's properties Cairn decides reachability: `G ! call(f())`, and the older `G ! label(L)`. The others
//! are recognised by name, so that a user learns that the property is known and not yet supported, rather than that the
//! file is wrong.

use cairn_base::{Diagnostic, FileId, SourceMap, Span};

/// What must hold: no execution from `entry` calls one of the functions or passes one of the labels.
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
}

impl Property {
    /// What is checked when the user names no property: no call of `reach_error`, `__VERIFIER_error`, `__assert_fail`
    /// and its kin on other systems, no label `ERROR`.
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
        }
    }

    /// A property by its name.
    ///
    /// # Errors
    /// A sentence that says which names there are.
    pub fn by_name(name: &str) -> Result<Self, String> {
        match name {
            UNREACH_CALL => Ok(Self::default_reachability()),
            _ if NOT_YET.iter().any(|(known, _)| *known == name) => Err(not_yet(name)),
            _ => Err(format!("unknown property '{name}': neither a file nor '{UNREACH_CALL}', which Cairn decides")),
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

/// Properties that are known but not decided yet, with the formula (blanks left out) that each is recognised by.
const NOT_YET: &[(&str, &str)] = &[
    ("valid-memsafety", "Gvalid-"),
    ("valid-memcleanup", "Gvalid-memcleanup"),
    ("no-overflow", "G!overflow"),
    ("no-data-race", "G!data-race"),
    ("termination", "Fend"),
    ("def-behavior", "Gdef-behavior"),
    ("assert", "Gassert"),
];

fn not_yet(name: &str) -> String {
    format!("the property '{name}' is not supported yet: Cairn decides '{UNREACH_CALL}'")
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
                Some(first) if first.entry == property.entry => {
                    first.functions.extend(property.functions);
                    first.labels.extend(property.labels);
                }
                Some(_) => return Err(self.error("the checks of one file must start at one function", start)),
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
        self.expect("G")?;
        self.expect("!")?;
        self.skip();
        let at = self.at;
        let kind = self.word().to_owned();
        let mut property =
            Property { name: UNREACH_CALL.to_owned(), entry: Some(entry), functions: Vec::new(), labels: Vec::new() };
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
            _ => return Err(self.error(&format!("unknown property: expected 'call' or 'label', found '{kind}'"), at)),
        }
        self.expect(")")?;
        self.expect(")")?;
        Ok(property)
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
    fn known_but_not_supported() {
        for (formula, name) in [
            ("G valid-free", "valid-memsafety"),
            ("G valid-memcleanup", "valid-memcleanup"),
            ("G ! overflow", "no-overflow"),
            ("F end", "termination"),
            ("G ! data-race", "no-data-race"),
        ] {
            let error = parse(&format!("CHECK( init(main()), LTL({formula}) )")).unwrap_err();
            assert!(error.contains(&format!("'{name}' is not supported yet")), "{error}");
        }
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
