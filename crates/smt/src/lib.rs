//! Solvers behind one trait.

/// The full version of the Z3 library that is linked.
pub fn version() -> &'static str {
    z3::full_version()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_library_is_the_one_that_was_fetched() {
        assert!(super::version().starts_with("5.4."), "{}", super::version());
    }
}
