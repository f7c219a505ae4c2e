//! The rank of a change: what is known of it, and which of two is likelier to be the mend.

use super::change::ChangeKind;
use std::cmp::Ordering;

/// Evidence of executions and a verifier about a change.
#[derive(Clone, PartialEq, Debug)]
pub struct Evidence {
    /// Whether all violating executions are mended, and no other violates.
    pub mends_all: bool,
    /// Verdict of the verifier: no inputs violate, some do; nothing when it was not asked or does not know.
    pub verdict: Option<bool>,
    /// Whether the statement is in the harness.
    pub is_harness: bool,
    /// Whether the check is still made in all violating executions.
    pub is_checked: bool,
    /// How near the end of the violating execution the statement was executed last.
    pub last: usize,
    /// How far it is from what is written.
    pub kind: ChangeKind,
    /// Of the violating executions, how many are mended.
    pub avoided: f64,
    /// Of the others, how many still do not violate.
    pub kept: f64,
    /// Of the others, in how many the check sees what it saw.
    pub same: f64,
    /// How suspicious the line is by its spectrum.
    pub spectrum: f64,
}

/// The coefficient of Ochiai: of `violating` of `all` violating executions and `passing` others that pass a line.
pub fn ochiai(violating: usize, passing: usize, all: usize) -> f64 {
    let product = (all * (violating + passing)) as f64;
    if product == 0.0 { 0.0 } else { violating as f64 / product.sqrt() }
}

impl Evidence {
    /// The likelier first.
    pub fn order(&self, other: &Self) -> Ordering {
        let class = |of: &Self| match (of.mends_all, of.verdict) {
            (true, _) => 0,
            (false, Some(false)) => 1,
            (false, _) => 2,
        };
        let descending = |a: f64, b: f64| b.total_cmp(&a);
        (class(self).cmp(&class(other)))
            .then(self.is_harness.cmp(&other.is_harness))
            .then(other.is_checked.cmp(&self.is_checked))
            .then(self.cost().total_cmp(&other.cost()))
            .then(descending(self.avoided + self.kept, other.avoided + other.kept))
            .then(other.last.cmp(&self.last))
    }

    /// Whether no inputs violate the property.
    pub fn is_proved(&self) -> bool {
        self.mends_all && self.verdict == Some(true)
    }

    /// How much speaks against it: an edit far from what is written, other values at the check where nothing was violated, a
    /// line that other executions pass as well, no proof. The weights are such that no one thing outweighs two others.
    fn cost(&self) -> f64 {
        let edit = match self.kind {
            ChangeKind::Slip => 0.0,
            ChangeKind::Operator => 1.0,
            ChangeKind::Case => 1.5,
            ChangeKind::Omission => 2.0,
            ChangeKind::Value => 3.0,
        };
        let doubt = if self.is_proved() { 0.0 } else { 0.5 };
        edit + doubt + 2.0 * (1.0 - self.same) + 0.5 * (1.0 - self.spectrum)
    }

    /// Why a change is shown, as a sentence without a full stop.
    pub fn reason(&self, change: &str) -> String {
        let percent = |share: f64| (share * 100.0).round();
        match (self.mends_all, self.verdict) {
            (true, Some(true)) => format!("when {change}, no inputs violate the property (proved)"),
            (true, _) => format!("when {change}, no execution that was tried violates the property"),
            (false, Some(false)) => {
                format!("when {change}, the violation is avoided here, and other inputs still violate the property")
            }
            (false, _) => format!(
                "when {change}, the violation is avoided here, and in {} % of the violating executions that were tried; {} % of the others stay right",
                percent(self.avoided),
                percent(self.kept)
            ),
        }
    }
}
