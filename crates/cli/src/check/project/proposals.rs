//! `cairn check --proposals`: preconditions of a function with which an obligation that is violated or unknown is proved.
//!
//! Candidates are templates over the integer parameters, the weakest first. Each is tried: the function is checked again by a harness
//! that assumes it, and what is proved then has the candidate as its proposal. So nothing is proposed that does not do what it says.
//! Why not a weakest precondition: of a function with loops it has no form that a person wants to read.

use super::super::report::{CheckReport, CheckState};

/// More candidates than this are not tried.
const MOST: usize = 16;

/// Conditions over parameters, each with whether it is signed, the weakest first.
pub fn candidates(integers: &[(String, bool)]) -> Vec<String> {
    let mut all = Vec::new();
    for (name, is_signed) in integers {
        all.push(format!("{name} != 0"));
        if *is_signed {
            all.push(format!("{name} != -1"));
            all.push(format!("{name} >= 0"));
            all.push(format!("{name} > 0"));
        }
    }
    for (first, second) in integers.iter().zip(integers.iter().skip(1)) {
        all.push(format!("{} <= {}", first.0, second.0));
        all.push(format!("{} < {}", first.0, second.0));
    }
    let signed: Vec<&str> =
        integers.iter().filter(|(_, is_signed)| *is_signed).map(|(name, _)| name.as_str()).collect();
    for bound in [1_073_741_823, 46_340, 1_000] {
        let one = |name: &&str| format!("{name} >= -{bound} && {name} <= {bound}");
        if !signed.is_empty() {
            all.push(signed.iter().map(one).collect::<Vec<_>>().join(" && "));
        }
    }
    all.truncate(MOST);
    all
}

/// Whether some obligation has no proposal yet that could have one.
pub fn is_open(report: &CheckReport) -> bool {
    report.obligations.iter().any(|one| is_candidate(one.state) && one.proposal.is_none())
}

/// What is proved where a condition was assumed has it as its proposal.
pub fn note(report: &mut CheckReport, condition: &str, assumed: &CheckReport) {
    for one in report.obligations.iter_mut().filter(|one| is_candidate(one.state) && one.proposal.is_none()) {
        let is_proved =
            |other: &&super::super::report::CheckedObligation| other.id == one.id && other.state == CheckState::Proved;
        if assumed.obligations.iter().find(is_proved).is_some() {
            one.proposal = Some(format!("__CPROVER_requires({condition})"));
        }
    }
}

fn is_candidate(state: CheckState) -> bool {
    matches!(state, CheckState::Violated | CheckState::Unknown)
}
