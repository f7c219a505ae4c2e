//! The first line of a translation: `// cairn-llvm 3 machine=LP64 watched=f,g labels=ERROR all-labels=yes optimised=no`.
//!
//! Invariant: a heading has words of C only. Other names are left out: nobody can ask for such a label, and a property about
//! such a function is refused because the translation was not made for it. So no name in a module can end the comment.

use cairn_ir::MachineModel;

/// How the line begins; the number changes with what a translation may contain.
const BEGIN: &str = "// cairn-llvm 3 ";

/// Content of the first line of a translation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heading {
    /// The word of the machine model that it is for.
    pub machine: String,
    /// Functions whose calls the property is about.
    pub watched: Vec<String>,
    /// The labels of the source that the module knows by its debug information.
    pub labels: Vec<String>,
    /// No label that an execution may pass is missing: each function has its full debug information, and was not optimised.
    pub has_all_labels: bool,
    /// Some function was optimised, or does not show that it was not: what was undefined in the source may be gone.
    pub is_optimised: bool,
}

impl Heading {
    /// The line, with its end.
    pub fn line(&self) -> String {
        let is_word = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_$.".contains(c));
        let words = |names: &[String]| names.iter().map(String::as_str).filter(is_word).collect::<Vec<_>>().join(",");
        let (watched, labels) = (words(&self.watched), words(&self.labels));
        let [all, optimised] = [self.has_all_labels, self.is_optimised].map(|is| if is { "yes" } else { "no" });
        format!(
            "{BEGIN}machine={} watched={watched} labels={labels} all-labels={all} optimised={optimised}\n",
            self.machine
        )
    }

    /// The heading of a text.
    ///
    /// # Errors
    /// The text has none, as the end of a sentence.
    pub fn of(text: &str) -> Result<Self, String> {
        let line = text.lines().next().unwrap_or_default();
        let read = || {
            let (machine, rest) = line.strip_prefix(BEGIN)?.strip_prefix("machine=")?.split_once(" watched=")?;
            let (watched, rest) = rest.split_once(" labels=")?;
            let (labels, all) = rest.split_once(" all-labels=")?;
            let (all, optimised) = all.split_once(" optimised=")?;
            let truth = |word: &str| matches!(word, "yes" | "no").then_some(word == "yes");
            let (has_all_labels, is_optimised) = (truth(all)?, truth(optimised)?);
            let names = |text: &str| text.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
            let (machine, watched, labels) = (machine.to_owned(), names(watched), names(labels));
            Some(Self { machine, watched, labels, has_all_labels, is_optimised })
        };
        read().ok_or_else(|| "is not translated by the program cairn-llvm of this version of Cairn".to_owned())
    }

    /// Whether a translation with this heading is one for a machine and a property.
    ///
    /// # Errors
    /// It is for another machine, or about other functions, as the end of a sentence.
    pub fn fits(&self, model: MachineModel, watched: &[String]) -> Result<(), String> {
        let model = model.word();
        if self.machine != model {
            return Err(format!("is translated for {}, not for {model}", self.machine));
        }
        match watched.iter().find(|function| !self.watched.contains(function)) {
            Some(function) => Err(format!("is translated for a property that is not about calls of '{function}'")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let (watched, labels) = (words("f g"), words("ERROR"));
        let full = Heading { machine: "LP64".to_owned(), watched, labels, has_all_labels: true, is_optimised: true };
        for heading in [full, Heading { machine: "ILP32".to_owned(), ..Heading::default() }] {
            assert_eq!(Heading::of(&format!("{}int x;\n", heading.line())), Ok(heading));
        }
        assert!(Heading::of("int x;\n").is_err() && Heading::of("").is_err());
    }

    #[test]
    fn names_that_are_no_words_are_left_out() {
        let labels = ["L", "a b", "x\nint y;", "c,d", "back\\"].map(str::to_owned).to_vec();
        let line = Heading { machine: "LP64".to_owned(), labels, ..Heading::default() }.line();
        assert!(line.ends_with(" labels=L all-labels=no optimised=no\n"), "{line}");
    }

    #[test]
    fn a_translation_for_something_else_does_not_fit() {
        let heading = Heading { machine: "LP64".to_owned(), watched: words("f g"), ..Heading::default() };
        assert_eq!(heading.fits(MachineModel::Lp64, &words("g")), Ok(()));
        assert!(heading.fits(MachineModel::Lp64, &words("g h")).unwrap_err().contains("'h'"));
        assert!(heading.fits(MachineModel::Ilp32, &[]).unwrap_err().contains("not for ILP32"));
    }
}
