//! The functions of one text that has no `main`, each with any arguments, as a project's functions are checked.
//!
//! Invariant: only functions of the text are entries; what they call elsewhere is linked, and no entry. What is kept has the key that
//! a project's entries have, so that after an edit only those functions are checked again that can reach what has changed. Why not the whole
//! project after each edit: its other functions are shown where their files are opened.

use super::super::CheckTask;
use super::super::edited::keeping;
use super::super::kept::{self, KeptReports};
use super::super::report::CheckReport;
use super::rounds::Shared;
use super::{EntryEnd, Merged, base_key, by_themselves, entries, needs};
use crate::limits::cores;
use crate::project::Unit;
use cairn_base::CancelToken;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Checks the functions of the first unit. `tell` hears what is known as each is done: first what memory says of it.
pub fn functions_of_text(
    task: &CheckTask,
    mut units: Vec<Unit>,
    contracts: bool,
    kept: &Mutex<KeptReports>,
    cancel: &CancelToken,
    tell: &mut dyn FnMut(CheckReport),
) -> CheckReport {
    let linked = entries::all(&mut units, entries::Functions::All, contracts);
    let own: Vec<usize> = (0..linked.len()).filter(|at| linked[*at].entry.unit == 0).collect();
    let base = base_key(task);
    let mut ends: Vec<Option<EntryEnd>> = linked.iter().map(|_| None).collect();
    let keys: Vec<Option<Vec<u8>>> =
        linked.iter().map(|one| one.text_key(&linked, &units, base.clone()).map(kept::key_bytes)).collect();
    for at in &own {
        let found = keys[*at].as_ref().and_then(|key| keeping(kept).get(key, &linked[*at].places(&units)));
        ends[*at] = found.map(|report| EntryEnd::Kept(Box::new(report)));
    }
    let open: Vec<usize> = own.iter().copied().filter(|at| ends[*at].is_none()).collect();
    let merged = |ends: &[Option<EntryEnd>], looks: &BTreeMap<usize, CheckReport>, is_last: bool| {
        let mut merged = Merged::default();
        for at in &own {
            let look = || looks.get(at).map(|look| EntryEnd::Checked(Box::new(look.clone())));
            let end = if is_last { ends[*at].clone() } else { ends[*at].clone().or_else(look) };
            if is_last || end.is_some() {
                merged.add(&linked[*at].entry.name(&units), end);
            }
        }
        merged.report
    };
    if !open.is_empty() && open.len() < own.len() {
        tell(merged(&ends, &BTreeMap::new(), false));
    }
    let looks = BTreeMap::new();
    let mut shared =
        Shared { task, units: &units, linked: &linked, open: &open, cancel, remote: None, looks, scripts: None };
    let (mut looks, mut whole) = (BTreeMap::new(), BTreeMap::new());
    shared.first_look(cores(), &open, &mut |at, look, is_whole| {
        if is_whole {
            whole.insert(at, look.clone());
        }
        looks.insert(at, look);
        tell(merged(&ends, &looks, false));
    });
    shared.looks = whole;
    let unstable = shared.check_all(cores(), &mut |at, end| {
        if let (Some(key), EntryEnd::Checked(report)) = (&keys[at], &end)
            && !cancel.is_cancelled()
        {
            keeping(kept).put(key, report, &linked[at].places(&units));
        }
        ends[at] = Some(end);
        tell(merged(&ends, &looks, false));
    });
    for at in unstable {
        if let Some(EntryEnd::Checked(report)) = &mut ends[at] {
            needs::unstable(report);
        }
    }
    for (at, look) in std::mem::take(&mut shared.looks) {
        if let Some(EntryEnd::Checked(report)) = &mut ends[at] {
            needs::take_proved(report, look);
        }
    }
    let mut report = merged(&ends, &BTreeMap::new(), true);
    report.assumptions.extend(by_themselves(&linked));
    report.is_interrupted = cancel.is_cancelled();
    report
}
