//! Which files of a project a program needs: a linker that knows files by their text.
//!
//! From the function that is verified on, a name means what its own file defines, else what one other file defines for all; a definition that
//! gives way (weak) means that of another file, where there is one. Files with functions that run without being called
//! (constructors) belong to each program. The files that are reached so are linked, and no others. Names in the text say more
//! than is used (a member may be called as a function is), so a file too many may be linked, and none is missing. What names mean in the files
//! that were found, `cairn_front_c` decides, for files that were named as well. Why not link all: two programs of one project both have a
//! `main`, and a large project takes minutes to be read.

use crate::project::Unit;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, Default)]
pub struct Needs {
    pub units: BTreeSet<usize>,
    /// Parts of them: units and pieces, by their positions.
    pub pieces: BTreeSet<(usize, usize)>,
}

/// Parts reached from the pieces of this name in the first `own` units, or from all of their pieces when there is none.
///
/// # Errors
/// A name that is needed is defined in two files: which.
pub fn needed(units: &[Unit], own: usize, entry: &str) -> Result<Needs, String> {
    let mut external: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
    let mut inside: BTreeMap<(usize, &str), Vec<usize>> = BTreeMap::new();
    for (at, unit) in units.iter().enumerate() {
        for (piece, of) in unit.pieces.iter().enumerate() {
            inside.entry((at, &of.name)).or_default().push(piece);
            if of.is_external {
                external.entry(&of.name).or_default().push((at, piece));
            }
        }
    }
    let all = || (0..own).flat_map(|at| (0..units[at].pieces.len()).map(move |piece| (at, piece)));
    let mut open: Vec<(usize, usize)> = all().filter(|(at, piece)| units[*at].pieces[*piece].name == entry).collect();
    if open.is_empty() {
        open = all().collect();
    }
    // What runs without being called belongs to the program wherever it is, but in the files of other programs.
    let is_other_program =
        |unit: &Unit| unit.pieces.iter().any(|of| of.name == "main" && of.is_function && of.is_external);
    let started = |at: usize| (0..units[at].pieces.len()).filter(move |piece| units[at].pieces[*piece].is_started);
    let of_others = (own..units.len()).filter(|at| !is_other_program(&units[*at]));
    open.extend((0..own).chain(of_others).flat_map(|at| started(at).map(move |piece| (at, piece))));
    let mut seen: BTreeSet<(usize, usize)> = open.iter().copied().collect();
    let mut needs = Needs { units: (0..own).collect(), pieces: BTreeSet::new() };
    while let Some((at, piece)) = open.pop() {
        needs.units.insert(at);
        let of = &units[at].pieces[piece];
        for word in &of.words {
            let here = inside.get(&(at, word.as_str())).map_or(&[][..], Vec::as_slice);
            let gives_way = here.iter().any(|piece| units[at].pieces[*piece].is_weak);
            let elsewhere = match external.get(word.as_str()) {
                Some(found) if here.is_empty() && of.outer.contains(word) => found.as_slice(),
                Some(found) if gives_way => found.as_slice(),
                _ => &[],
            };
            let elsewhere = meant(units, elsewhere, &needs.units).map_err(|[one, other]| {
                format!(
                    "'{word}', which '{}' needs, is defined in {} and in {}: name the file that is meant beside the others",
                    of.name, units[one].name, units[other].name
                )
            })?;
            let found: Vec<_> = here.iter().map(|piece| (at, *piece)).chain(elsewhere).collect();
            open.extend(found.into_iter().filter(|piece| seen.insert(*piece)));
        }
    }
    needs.pieces = seen;
    Ok(needs)
}

/// Which of the definitions of a name are meant: strong ones if there are any, those of files that are linked already if there are any.
///
/// # Errors
/// Two files define it, and neither gives way.
fn meant(
    units: &[Unit],
    found: &[(usize, usize)],
    linked: &BTreeSet<usize>,
) -> Result<Vec<(usize, usize)>, [usize; 2]> {
    let narrowed = |all: Vec<(usize, usize)>, is_better: &dyn Fn(&(usize, usize)) -> bool| {
        let better: Vec<_> = all.iter().filter(|one| is_better(one)).copied().collect();
        if better.is_empty() { all } else { better }
    };
    let is_strong = |(unit, piece): &(usize, usize)| !units[*unit].pieces[*piece].is_weak;
    let found = narrowed(found.to_vec(), &is_strong);
    // Of weak ones alone it is the first in the command that links.
    let found = narrowed(found, &|one| is_strong(one) && linked.contains(&one.0));
    let text = |(unit, piece): &(usize, usize)| &units[*unit].pieces[*piece].text;
    match (found.first(), found.iter().find(|one| one.0 != found[0].0)) {
        // The same text of a header in each file.
        (Some(one), Some(other)) if text(one).is_empty() || text(one) != text(other) => Err([one.0, other.0]),
        _ => Ok(found),
    }
}
