//! Names of symbols as their language has them: `_ZN4RingIiLi4EE3popERi` is `Ring<int, 4>::pop(int&)`.
//!
//! The two programs need it: `cairn-llvm` knows what belongs to a language's own library by it, and `cairn` shows it. Libraries do the work; a
//! name of C is no mangled one.

/// The language whose compiler made a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mangling {
    /// The Itanium ABI for C++.
    Cpp,
    /// Rust, old or new.
    Rust,
}

/// A name as its language has it, and which language that is; nothing for a name that no compiler changed.
pub fn demangled(name: &str) -> Option<(String, Mangling)> {
    if !name.starts_with("_Z") && !name.starts_with("_R") {
        return None;
    }
    // Names of Rust's old form are names of C++ too; they end with a hash.
    if let Ok(path) = rustc_demangle::try_demangle(name) {
        return Some((format!("{path:#}"), Mangling::Rust));
    }
    let symbol = cpp_demangle::Symbol::new(name).ok()?;
    Some((symbol.demangle().ok()?, Mangling::Cpp))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_source() {
        for (name, wanted) in [
            ("_ZN4RingIiLi4EE3popERi", Some(("Ring<int, 4>::pop(int&)", Mangling::Cpp))),
            ("_Znwm", Some(("operator new(unsigned long)", Mangling::Cpp))),
            ("_ZN4core9panicking5panic17h0123456789abcdefE", Some(("core::panicking::panic", Mangling::Rust))),
            ("_RNvCs1234_1b4find", Some(("b::find", Mangling::Rust))),
            ("main", None),
            ("_Zebra", None),
        ] {
            assert_eq!(demangled(name), wanted.map(|(text, by)| (text.to_owned(), by)), "{name}");
        }
    }
}
