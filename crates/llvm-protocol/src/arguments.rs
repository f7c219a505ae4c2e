//! The arguments of `cairn-llvm`: written by `cairn`, read by the program, both here so that they cannot differ.

use cairn_ir::MachineModel;

const USAGE: &str = "Usage: cairn-llvm [--machine LP64|ILP32] [--watch FUNCTION,…] [--name NAME] FILE\n\n\
                     Prints the C that means the same as a module of LLVM 19; - is the standard input.";

/// Arguments of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TranslationArguments {
    /// The machine that the module must be for.
    pub model: MachineModel,
    /// Functions whose calls the property is about: an optimiser may have put their bodies in place of calls.
    pub watched: Vec<String>,
    /// Name of the module.
    pub name: String,
    /// The file in which it is; `-` for the standard input.
    pub file: String,
}

impl TranslationArguments {
    /// Arguments for a module that is given on the standard input.
    ///
    /// # Errors
    /// A sentence: the machine model is one that code of LLVM is not read for.
    pub fn for_stdin(name: &str, model: MachineModel, watched: &[String]) -> Result<Self, String> {
        if ![MachineModel::Ilp32, MachineModel::Lp64].contains(&model) {
            let model = model.word();
            return Err(format!("LLVM's code is read for the machine models ILP32 and LP64 only, not for {model}"));
        }
        Ok(Self { model, watched: watched.to_vec(), name: name.to_owned(), file: "-".to_owned() })
    }

    /// The words of the command line.
    pub fn words(&self) -> Vec<String> {
        let words =
            ["--machine", &self.model.word(), "--watch", &self.watched.join(","), "--name", &self.name, &self.file];
        words.map(str::to_owned).to_vec()
    }

    /// The arguments that words are.
    ///
    /// # Errors
    /// What is wrong with them, and how the program is called.
    pub fn of_words(words: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut words = words.into_iter();
        let (mut model, mut watched, mut name, mut file) = (MachineModel::Lp64, Vec::new(), None, None);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} has no value\n\n{USAGE}"));
            match word.as_str() {
                "--machine" => {
                    model = match value()?.as_str() {
                        "LP64" => MachineModel::Lp64,
                        "ILP32" => MachineModel::Ilp32,
                        other => return Err(format!("there is no machine {other}\n\n{USAGE}")),
                    }
                }
                "--watch" => watched = value()?.split(',').filter(|one| !one.is_empty()).map(str::to_owned).collect(),
                "--name" => name = Some(value()?),
                "-" => file = Some(word),
                flag if flag.starts_with('-') => return Err(format!("there is no option {flag}\n\n{USAGE}")),
                _ if file.is_some() => return Err(format!("one module is translated at a time\n\n{USAGE}")),
                _ => file = Some(word),
            }
        }
        let file = file.ok_or_else(|| format!("name a module\n\n{USAGE}"))?;
        Ok(Self { model, watched, name: name.unwrap_or_else(|| file.clone()), file })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let watched = ["reach_error".to_owned(), "f".to_owned()];
        for (model, watched) in [(MachineModel::Lp64, &watched[..]), (MachineModel::Ilp32, &[])] {
            let arguments = TranslationArguments::for_stdin("--a b.ll", model, watched).unwrap();
            assert_eq!(TranslationArguments::of_words(arguments.words()), Ok(arguments));
        }
    }

    #[test]
    fn wrong_words_are_refused() {
        for (words, said) in [
            ("--machine", "--machine has no value"),
            ("--machine LP32 a.ll", "no machine LP32"),
            ("--what a.ll", "no option --what"),
            ("a.ll b.ll", "one module"),
            ("--watch f", "name a module"),
        ] {
            let error = TranslationArguments::of_words(words.split(' ').map(str::to_owned)).unwrap_err();
            assert!(error.contains(said) && error.contains("Usage: cairn-llvm"), "{words}: {error}");
        }
        assert!(
            TranslationArguments::for_stdin("a.ll", MachineModel::Arm32, &[]).unwrap_err().contains("not for ARM32")
        );
    }
}
