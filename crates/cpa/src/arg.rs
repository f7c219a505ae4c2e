//! The abstract reachability graph.

/// The graph.
#[derive(Debug)]
pub struct Arg<S>(std::marker::PhantomData<S>);
impl<S> Arg<S> {
    /// Empty.
    pub fn new() -> Self {
        Self(std::marker::PhantomData)
    }
}
impl<S> Default for Arg<S> {
    fn default() -> Self {
        Self::new()
    }
}
