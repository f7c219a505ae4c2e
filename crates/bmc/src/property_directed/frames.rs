//! Frames: what holds at each head within so many visits of heads, as lemmas.
//!
//! A lemma is the negation of a cube and has the last frame in which it is known to hold; it holds in all before. So frames are
//! ordered by implication by themselves (Eén, Mishchenko and Brayton, "Efficient implementation of property directed
//! reachability", FMCAD 2011).
//!
//! Invariant: a lemma of frame `i` holds at its head in every state that an execution reaches within `i` visits of heads.

use super::literals::Cube;

/// That no state of a cube is reached within some visits of heads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lemma {
    pub(super) cube: Cube,
    /// The last frame in which it is known to hold.
    pub(super) frame: usize,
}

pub(super) struct Frames {
    lemmas: Vec<Vec<Lemma>>,
}

impl Frames {
    /// Nothing is known of any head.
    pub(super) fn new(heads: usize) -> Self {
        Self { lemmas: vec![Vec::new(); heads] }
    }

    pub(super) fn of(&self, head: usize) -> &[Lemma] {
        &self.lemmas[head]
    }

    pub(super) fn len(&self) -> usize {
        self.lemmas.iter().map(Vec::len).sum()
    }

    /// Whether a lemma of a frame says that a cube is not reached.
    pub(super) fn exclude(&self, head: usize, cube: &Cube, frame: usize) -> bool {
        self.lemmas[head].iter().any(|lemma| lemma.frame >= frame && is_part(&lemma.cube, cube))
    }

    /// Adds a lemma, without those that it implies.
    pub(super) fn add(&mut self, head: usize, lemma: Lemma) {
        self.lemmas[head].retain(|old| old.frame > lemma.frame || !is_part(&lemma.cube, &old.cube));
        self.lemmas[head].push(lemma);
    }

    /// Whether no lemma ends with a frame: then it is the same as the next.
    pub(super) fn is_closed(&self, frame: usize) -> bool {
        self.lemmas.iter().flatten().all(|lemma| lemma.frame != frame)
    }
}

/// Whether all literals of a cube are among those of another.
fn is_part(part: &Cube, whole: &Cube) -> bool {
    let mut rest = whole.iter();
    part.len() <= whole.len() && part.iter().all(|literal| rest.by_ref().any(|other| other == literal))
}
